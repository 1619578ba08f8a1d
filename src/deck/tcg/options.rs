//! How to judge a list of the trading card game, and how what is found is worded.

use crate::corpus::cards::{TcgBook, TcgCard};
use crate::corpus::{Day, Game};
use crate::deck::code::Code;
use crate::deck::figures::Figures;
use crate::deck::report::{CardAt, Finding};

/// How to judge.
#[derive(Debug, Clone, Copy)]
pub(in crate::deck) struct CheckOptions<'a> {
    pub(in crate::deck) book: &'a TcgBook,
    pub(in crate::deck) figures: &'a Figures,
    pub(in crate::deck) day: Day,
}

/// What is against the list, or to be said of it, by a rule of this game.
pub(super) fn finding(options: CheckOptions<'_>, code: Code, message: impl Into<String>) -> Finding {
    options.figures.finding(Game::Tcg, code, message)
}

/// A card as findings name it.
pub(super) fn card_at(card: &TcgCard) -> CardAt {
    CardAt {
        name: card.name.value.clone(),
        number: Some(card.number.clone()),
        set: Some(card.set.value.clone()),
    }
}
