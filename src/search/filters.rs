//! What a ruling must be to be found at all, and how much of a query it must have.

use super::analyze;
use super::query::Query;
use crate::corpus::{Game, Ruling};

/// A first result in which less than this share of what was typed is found is weak.
pub(super) const WEAK_COVERAGE: f32 = 0.45;

/// Whether a ruling is all that the filters, phrases and exclusions ask.
pub(super) fn passes_filters(ruling: &Ruling, query: &Query, game: Option<Game>) -> bool {
    let filters = &query.filters;
    let names = |name: &String| {
        let wanted: Vec<String> = analyze::words(name).into_iter().map(|w| w.text).collect();
        ruling.cards.iter().any(|card| {
            let has: Vec<String> = analyze::words(&card.name).into_iter().map(|w| w.text).collect();
            wanted.iter().all(|w| has.contains(w))
        })
    };
    let in_document = |wanted: &String| {
        ruling.documents.iter().any(|d| d.id == *wanted || d.cite.to_lowercase().contains(wanted.as_str()))
    };
    game.is_none_or(|g| ruling.game == g)
        && (filters.kinds.is_empty() || filters.kinds.contains(&ruling.kind))
        && (filters.documents.is_empty() || filters.documents.iter().any(in_document))
        && filters.number.as_ref().is_none_or(|n| ruling.number.as_ref() == Some(n))
        && filters
            .section
            .as_ref()
            .is_none_or(|s| ruling.section.join(" ").to_lowercase().contains(s.as_str()))
        && filters.cards.iter().all(names)
        && words_pass(ruling, query)
}

fn words_pass(ruling: &Ruling, query: &Query) -> bool {
    if query.phrases.is_empty() && query.without.is_empty() {
        return true;
    }
    let cards: Vec<&str> = ruling.cards.iter().map(|c| c.name.as_str()).collect();
    let text = format!("{} {} {}", ruling.title, ruling.text(), cards.join(" "));
    let words: Vec<String> = analyze::words(&text).into_iter().map(|w| w.text).collect();
    query.phrases.iter().all(|p| words.windows(p.len()).any(|w| w == p.as_slice()))
        && !query.without.iter().any(|w| words.contains(w))
}
