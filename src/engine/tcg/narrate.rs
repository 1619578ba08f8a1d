//! Steps in words.

use super::section::Section;
use super::table::CardId;
use super::{State, Tcg};
use crate::engine::kernel::Basis;
use crate::engine::script::narrate::Recording;

impl Recording<'_, '_, Tcg> {
    /// Records it as what the effect of a card does, if a card does it.
    pub(super) fn effect_of(self, source: Option<CardId>) {
        let basis = match source {
            Some(card) => Basis::Card(printed_name(self.play.state, card)),
            None => Basis::Rulebook(Section::Effects.to_string()),
        };
        self.basis(basis);
    }

    /// A ruling that has been switched off is not cited: the step then rests on nothing but that it is.
    pub(super) fn ruling_if_on(self, ruling: &str) {
        let basis = if self.play.state.switches.on(ruling) {
            Basis::Ruling(ruling.into())
        } else {
            Basis::Program(format!("played without {ruling}"))
        };
        self.basis(basis);
    }
}

/// A card's printed name; for an unknown card, the name the scenario gave it.
pub(super) fn printed_name(state: &State, card: CardId) -> String {
    let card = state.table.card(card);
    card.text.as_ref().map_or_else(|| card.id.to_string(), |text| text.name.clone())
}

/// Cards in a sentence.
pub(super) fn names(state: &State, cards: &[CardId]) -> String {
    match cards {
        [] => "nothing".into(),
        _ => cards.iter().map(|id| state.table.id(*id)).collect::<Vec<_>>().join(", "),
    }
}
