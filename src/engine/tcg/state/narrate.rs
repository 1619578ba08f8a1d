//! Steps in words.

use super::table::CardId;
use crate::engine::kernel::Basis;
use crate::engine::script::narrate::Recording;
use crate::engine::tcg::vocabulary::book;
use crate::engine::tcg::{State, Tcg};

pub(crate) use crate::engine::script::narrate::printed_name;

impl Recording<'_, '_, Tcg> {
    /// Records it as what the effect of a card does, if a card does it.
    pub(crate) fn effect_of(self, source: Option<CardId>) {
        let basis = effect_of(self.play.state, source);
        self.basis(basis);
    }
}

/// On what rests what an effect does: on its card, if a card does it.
pub(crate) fn effect_of(state: &State, source: Option<CardId>) -> Basis {
    match source {
        Some(card) => Basis::Card(printed_name(state, card)),
        None => Basis::Rulebook(book::EFFECTS),
    }
}

/// Cards in a sentence.
pub(crate) fn names(state: &State, cards: &[CardId]) -> String {
    match cards {
        [] => "nothing".into(),
        _ => cards.iter().map(|id| state.table.id(*id)).collect::<Vec<_>>().join(", "),
    }
}
