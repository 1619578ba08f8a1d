//! The cards that a text names.

use super::block::without_emphasis;
use super::matching::Matcher;
use super::names;
use crate::corpus::ruling::CardRef;

/// The cards that a text names with their numbers, and those whose names stand in it.
pub(super) fn cards_of(words: &str, matcher: &Matcher<'_>) -> Vec<CardRef> {
    let mut found = names::cards(words, &|name| matcher.card(name));
    found.iter_mut().for_each(|card| matcher.resolve_name(card));
    found.dedup();
    for card in matcher.named_cards(&without_emphasis(words)) {
        if found.iter().all(|c| c.name != card.name) {
            found.push(card);
        }
    }
    found
}
