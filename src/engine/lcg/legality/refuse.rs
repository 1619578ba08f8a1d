//! Refusals: on what they rest, and what they call a card.

use crate::engine::kernel::{Basis, Refusal};
use crate::engine::lcg::State;
use crate::engine::lcg::state::table::CardId;
use crate::engine::lcg::state::values;
use crate::engine::lcg::vocabulary::GivesKind;

/// A refusal that rests on a ruling.
pub(crate) fn refuse(text: impl Into<String>, ruling: &str) -> Refusal {
    Refusal::new(text.into(), Basis::Ruling(ruling.into()))
}

/// A refusal that rests on the rulebook.
pub(crate) fn refuse_by_rulebook(text: impl Into<String>, place: &str) -> Refusal {
    Refusal::new(text.into(), Basis::Rulebook(place.into()))
}

/// A card's title; for an unknown card, the name the scenario gave it.
pub(crate) fn title_of(state: &State, id: CardId) -> String {
    let card = state.table.card(id);
    card.text.as_ref().map_or_else(|| card.id.to_string(), |text| text.title.clone())
}

/// Why a unit cannot do something that a card forbids it.
pub(crate) fn barred(state: &State, id: CardId, what: &str, by: GivesKind) -> Option<Refusal> {
    let given = values::given(state, id, by);
    let (_, scope) = given.first()?;
    let card = scope.source.unwrap_or(id);
    let title = state.table.card(card).text.as_ref().map_or("", |text| &text.title);
    let text = format!("{} cannot {what}: {} forbids it.", state.table.id(id), state.table.id(card));
    Some(Refusal::new(text, Basis::Card(title.into())))
}
