//! The damage that is pending.

use super::table::CardId;
use crate::engine::tcg::State;

/// The newest damage still to be taken, as a place on the stack.
pub(crate) fn pending_at(state: &State) -> Option<usize> {
    let found = state.sequences().filter(|(_, sequence)| !sequence.done);
    found.last().map(|(at, _)| at)
}

/// How much damage is pending on a unit.
pub(crate) fn pending_on(state: &State, id: CardId) -> u32 {
    let sequence = pending_at(state).and_then(|at| state.sequence(at));
    let events = sequence.into_iter().flat_map(|sequence| &sequence.events);
    events.filter(|pending| pending.event.to == id).map(|pending| pending.event.amount).sum()
}
