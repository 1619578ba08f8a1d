//! Cards of the other game: no cards of the deck, however their lines are read.

use super::lexicon::Lexicon;
use crate::corpus::Game;
use crate::deck::list::{DeckEntry, Decklist, Zone};

/// With more of them, the list may be one of the other game.
const MAX_FOREIGN: usize = 3;

/// The minimum number of cards of its own game in a list for each of the other's.
const MIN_OWN: usize = 4;

/// Marks the entries that name a card of the other game, and none like it of the list's own.
pub(super) fn mark(list: &mut Decklist, lexicon: &Lexicon<'_>) {
    let own = list.entries.iter().filter(|entry| !entry.lost && entry.candidates.is_empty()).count();
    let foreign = |entry: &&mut DeckEntry| {
        let lost = entry.lost && entry.candidates.is_empty() && entry.id.is_none();
        lost && entry.zone != Zone::Affiliation && is_of_the_other(&entry.title, lexicon)
    };
    let found: Vec<&mut DeckEntry> = list.entries.iter_mut().filter(foreign).collect();
    if found.len() <= MAX_FOREIGN && found.len() * MIN_OWN <= own {
        found.into_iter().for_each(|entry| entry.foreign = true);
    }
}

/// Whether a title of several words is a card of the other game as that has it, and not spelled much like one
/// of this game.
fn is_of_the_other(title: &str, lexicon: &Lexicon<'_>) -> bool {
    let (lcg, tcg) = (lexicon.lcg, lexicon.tcg);
    let other = match lexicon.game {
        Game::Lcg => !tcg.names().get(title).is_empty() || !tcg.bases().get(title).is_empty(),
        Game::Tcg => !lcg.names().get(title).is_empty(),
    };
    other && title.trim().contains(' ') && !lexicon.is_alike(title)
}
