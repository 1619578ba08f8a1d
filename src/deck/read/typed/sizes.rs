//! How many sets, or cards, a deck has, and how many copies of one.

use super::lexicon::Lexicon;
use crate::corpus::Game;

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

/// Whether cards that many are a whole deck.
pub(super) fn is_whole(count: u32, lexicon: &Lexicon<'_>) -> bool {
    count >= whole(lexicon.game)
}
