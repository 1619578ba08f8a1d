//! Refusals: on what they rest; what a card asks for and is not so.

use crate::engine::kernel::{Basis, BookRule, Refusal};
use crate::engine::tcg::State;
use crate::engine::tcg::state::filter::all_hold;
use crate::engine::tcg::state::narrate::printed_name;
use crate::engine::tcg::state::scope::Scope;
use crate::engine::tcg::state::table::CardId;
use crate::engine::tcg::state::values::{forbidden_by, giver, is_given};
use crate::engine::tcg::vocabulary::{Condition, Gives, GivesKind, book, readback};

pub(crate) use crate::engine::kernel::{Reasons, refuse, refuse_by_rulebook};

/// A refusal by what a card itself says.
pub(crate) fn refuse_by_card(state: &State, text: impl Into<String>, card: CardId) -> Refusal {
    Refusal::new(text.into(), Basis::Card(printed_name(state, card)))
}

/// A refusal by "can't", given to a card by another one, which is named.
pub(crate) fn refuse_by_giver(
    state: &State,
    id: CardId,
    what: &Gives,
    text: &str,
    rule: BookRule,
) -> Refusal {
    let forbids = forbidden_by(state, id, what).unwrap_or_default();
    named_giver(refuse_by_rulebook(format!("{text}{forbids}."), rule), state, id, what.kind())
}

/// A refusal with the name of the card by which another one has been given what it rests on.
pub(crate) fn named_giver(refusal: Refusal, state: &State, id: CardId, what: GivesKind) -> Refusal {
    match giver(state, id, what) {
        Some(card) => refusal.by_card(printed_name(state, card)),
        None => refusal,
    }
}

/// Whether all conditions of a card hold; if not, which does not.
pub(crate) fn conditions_hold(
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

/// Why a card cannot do something now, where that is given to it: by the card that gives it.
pub(crate) fn barred(state: &State, id: CardId, by: &Gives, what: &str) -> Option<Refusal> {
    if !is_given(state, id, by) {
        return None;
    }
    let name = state.table.id(id);
    Some(match giver(state, id, by.kind()) {
        Some(card) => refuse_by_card(
            state,
            format!("{name} cannot {what} now: {} says so.", state.table.id(card)),
            card,
        ),
        None => refuse_by_rulebook(format!("{name} cannot {what} now."), book::CANT_BEATS_CAN),
    })
}
