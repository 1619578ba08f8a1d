//! Refusals: on what they rest.

use crate::engine::kernel::{Basis, Refusal};
use crate::engine::lcg::State;
use crate::engine::lcg::state::table::CardId;
use crate::engine::lcg::state::values;
use crate::engine::lcg::vocabulary::GivesKind;

pub(crate) use crate::engine::kernel::{Check, Reasons, refuse, refuse_by_rulebook};

/// Why a unit cannot do something that a card forbids it.
pub(crate) fn barred(state: &State, id: CardId, what: &str, by: GivesKind) -> Option<Refusal> {
    let given = values::given(state, id, by);
    let (_, scope) = given.first()?;
    let card = scope.source.unwrap_or(id);
    let title = state.table.card(card).text.as_ref().map_or("", |text| &text.title);
    let text = format!("{} cannot {what}: {} forbids it.", state.table.id(id), state.table.id(card));
    Some(Refusal::new(text, Basis::Card(title.into())))
}
