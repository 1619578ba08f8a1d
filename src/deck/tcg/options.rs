//! The context of a TCG deck check, and the wording of its findings.

use crate::corpus::cards::{TcgBook, TcgCard};
use crate::corpus::{Day, Game};
use crate::deck::code::Code;
use crate::deck::figures::Figures;
use crate::deck::report::{CardAt, Finding};

/// The context of a check.
#[derive(Debug, Clone, Copy)]
pub(in crate::deck) struct CheckOptions<'a> {
    pub(in crate::deck) book: &'a TcgBook,
    pub(in crate::deck) figures: &'a Figures,
    pub(in crate::deck) day: Day,
}

/// A finding with the basis that a rule of this game has.
pub(super) fn finding(options: CheckOptions<'_>, code: Code, message: impl Into<String>) -> Finding {
    options.figures.finding(Game::Tcg, code, message)
}

/// A card as it appears in reports.
pub(super) fn card_at(card: &TcgCard) -> CardAt {
    CardAt {
        name: card.name.value.clone(),
        number: Some(card.number.clone()),
        set: Some(card.set.value.clone()),
    }
}
