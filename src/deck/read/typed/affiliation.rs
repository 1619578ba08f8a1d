//! The affiliation of a deck, among all that its list says.

use super::decks;
use super::lexicon::Lexicon;
use super::line::{At, LineItem, Named};
use crate::corpus::cards::Side;
use crate::deck::list::{DeckEntry, Decklist, Zone};

/// The affiliation of a deck: the one a label names; else the first that stands by itself (later ones are
/// captions of groups); else one among other words, where the deck's sets are of its side.
pub(super) fn enter(things: &[At], list: &mut Decklist, lexicon: &Lexicon<'_>) {
    let named = |how: Named| {
        things.iter().filter_map(move |(line, thing)| match thing {
            LineItem::Affiliation(title, found, _) if *found == how => Some((*line, title)),
            _ => None,
        })
    };
    let last = list.entries.iter().map(|e| e.line).max();
    let mut add = |line: usize, title: &str| {
        let title = title.to_owned();
        list.entries.push(DeckEntry { line, title, zone: Zone::Affiliation, ..DeckEntry::default() });
    };
    let labelled: Vec<(usize, &String)> = named(Named::Labelled).collect();
    if !labelled.is_empty() {
        return labelled.into_iter().for_each(|(line, title)| add(line, title));
    }
    let fits = |title: &str| {
        let side = lexicon.side_of_affiliation(title);
        let sides = things.iter().filter_map(|(_, thing)| decks::side_of(thing, lexicon));
        let (own, other): (Vec<Side>, Vec<Side>) = sides.partition(|s| Some(*s) == side);
        own.len() >= other.len()
    };
    let loose = named(Named::Among).find(|(_, title)| fits(title));
    if let Some((line, title)) = named(Named::Alone).next() {
        // One that is named below the cards in a remark is not the deck's where another fits the cards.
        let below = last.is_some_and(|last| line > last);
        if fits(title) || !below || loose.is_none() {
            return add(line, title);
        }
    }
    if let Some((line, title)) = loose {
        list.doubts.loose_affiliation = true;
        add(line, title);
    }
}
