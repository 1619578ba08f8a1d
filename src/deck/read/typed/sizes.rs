//! How many sets, or cards, a deck has, and how many copies of one.

use super::lexicon::Lexicon;
use crate::corpus::Game;
use crate::deck::list::DeckEntry;

/// The cards of a set: an objective and its five command cards.
pub(super) const CARDS_OF_A_SET: u32 = 6;

/// No deck of either game has more copies of a card.
pub(super) const MAX_COPIES: u32 = 4;

/// Nobody writes a greater count of one card and means it.
pub(super) const MAX_PLAUSIBLE: u32 = 12;

/// A deck of any game has hardly more of a card; a greater bare number is something else.
pub(super) const LIKELY_COUNT: u32 = 4;

/// A deck of that many sets, or cards, is whole.
pub(super) fn whole(game: Game) -> u32 {
    match game {
        Game::Lcg => 10,
        Game::Tcg => 60,
    }
}

/// How many copies of a set, or of a card, a deck may have.
pub(super) fn most_copies(game: Game) -> u32 {
    match game {
        Game::Lcg => 2,
        Game::Tcg => 4,
    }
}

/// How many copies these lines ask for.
pub(super) fn copies<'e>(entries: impl Iterator<Item = &'e DeckEntry>) -> u32 {
    entries.fold(0, |sum, entry| sum.saturating_add(entry.count.number()))
}

/// Whether cards that many are a whole deck.
pub(super) fn is_whole(count: u32, lexicon: &Lexicon<'_>) -> bool {
    count >= whole(lexicon.game)
}
