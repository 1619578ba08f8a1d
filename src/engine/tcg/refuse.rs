//! Refusals: on what they rest; what a card asks for and is not so.

use super::ability::Condition;
use super::filter::all_hold;
use super::narrate::printed_name;
use super::scope::Scope;
use super::section::Section;
use super::table::CardId;
use super::{State, readback};
use crate::engine::kernel::{Basis, Refusal};

/// A refusal that rests on a ruling.
pub(super) fn refuse(text: impl Into<String>, ruling: &str) -> Refusal {
    Refusal::new(text.into(), Basis::Ruling(ruling.into()))
}

/// A refusal by what a card itself says.
pub(super) fn refuse_by_card(state: &State, text: impl Into<String>, card: CardId) -> Refusal {
    Refusal::new(text.into(), Basis::Card(printed_name(state, card)))
}

/// A refusal that rests on the rules of the game.
pub(super) fn refuse_by_rules(text: impl Into<String>, place: Section) -> Refusal {
    Refusal::new(text.into(), Basis::Rulebook(place.to_string()))
}

/// Whether all that a card asks for is so; if not, what is not.
pub(super) fn as_asked(
    state: &State,
    id: CardId,
    conditions: &[Condition],
    scope: &Scope,
) -> Result<(), Refusal> {
    let holds = |condition: &&Condition| all_hold(state, std::slice::from_ref(*condition), scope);
    let Some(failing) = conditions.iter().find(|condition| !holds(condition)) else { return Ok(()) };
    let text = format!("What {} asks for is not so: {}.", state.table.id(id), readback::condition(failing));
    Err(refuse_by_card(state, text, id))
}
