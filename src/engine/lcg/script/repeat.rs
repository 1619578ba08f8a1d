//! How far a loop can be counted ahead.

use crate::engine::lcg::State;
use crate::engine::lcg::state::table::{Card, Table};

/// The state after this many more cycles, if one cycle changes nothing but focus tokens, which have no
/// upper bound.
pub(super) fn advanced(before: &State, after: &State, cycles: u64) -> Option<State> {
    let same_but_focus = |card: &Card, other: &Card| Card { focus: other.focus, ..card.clone() } == *other;
    let pairs = before.table.cards.iter().zip(&after.table.cards);
    let cards = pairs.clone().all(|(old, new)| same_but_focus(old, new) && new.focus >= old.focus);
    let rest = Table { cards: after.table.cards.clone(), ..before.table.clone() } == after.table;
    if !cards || !rest || before.stack != after.stack {
        return None;
    }
    let mut far = after.clone();
    for (card, (old, new)) in far.table.cards.iter_mut().zip(pairs) {
        let more = u64::from(new.focus - old.focus).saturating_mul(cycles);
        card.focus = card.focus.saturating_add(u32::try_from(more).unwrap_or(u32::MAX));
    }
    Some(far)
}
