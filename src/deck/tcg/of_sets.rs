//! Cards of which a list does not say of which set they are, where different cards of several sets have the
//! name.

use std::collections::BTreeSet;

use super::cards::{differ, found};
use super::options::CheckOptions;
use crate::corpus::Game;
use crate::deck::code::Code;
use crate::deck::list::{DeckEntry, Decklist, Id, Zone};

/// The list in which each such card is the one at index `choice` of those that have its name, or the last;
/// and the lines of these cards. With more of one than a deck may have, none is: they may be of several sets.
pub(in crate::deck) fn assumed(
    list: &Decklist,
    choice: usize,
    options: CheckOptions<'_>,
) -> (Decklist, BTreeSet<usize>) {
    let (mut list, mut lines) = (list.clone(), BTreeSet::new());
    let most = options.figures.figure(Game::Tcg, Code::TooManyCopies, u32::MAX);
    let is_open = |entry: &DeckEntry| entry.zone != Zone::Aside && entry.count.number() <= most;
    if !list.format.is_typed() {
        return (list, lines);
    }
    for entry in list.entries.iter_mut().filter(|entry| is_open(entry)) {
        let codes = sets(entry, options);
        if let Some(code) = codes.get(choice.min(codes.len().saturating_sub(1))) {
            entry.id = Some(Id::SetCode((*code).to_owned()));
            lines.insert(entry.line);
        }
    }
    (list, lines)
}

/// The sets of the different cards that an entry may name, if it is of none of them.
fn sets<'a>(entry: &DeckEntry, options: CheckOptions<'a>) -> Vec<&'a str> {
    let found = found(entry, options);
    let codes = || found.iter().map(|at| options.book.cards()[*at].set.as_str());
    let said = match &entry.id {
        Some(Id::SetCode(code)) => codes().any(|of| of.eq_ignore_ascii_case(code)),
        _ => false,
    };
    if said || !differ(found, options) { Vec::new() } else { codes().collect() }
}
