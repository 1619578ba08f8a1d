//! Which ability a line means.

use super::format::{Doing, Which};
use crate::engine::cards::{OWN_CARDS, Printed as _, TextCoverage, is_same, not_carried_out};
use crate::engine::kernel::{Basis, Refusal};
use crate::engine::tcg::legality::refuse::refuse_by_rulebook;
use crate::engine::tcg::state::table::CardId;
use crate::engine::tcg::state::values::abilities;
use crate::engine::tcg::vocabulary::{Ability, AbilityKind, book};
use crate::engine::tcg::{State, Tcg};

pub(super) type Reply = crate::engine::script::Reply<Tcg>;

/// Whether a line means this ability.
pub(super) fn meant(ability: &Ability, at: usize, doing: &Doing) -> bool {
    let played = matches!(ability.kind, AbilityKind::Activated | AbilityKind::Battle);
    played
        && match &doing.ability {
            None => true,
            Some(Which::Number(n)) => usize::from(*n) == at + 1,
            Some(Which::Name(name)) => is_same(ability.called(), name),
        }
}

/// That a card has nothing of the kind is a matter of the rules.
pub(super) fn no_such(state: &State, card: CardId, doing: &Doing) -> Refusal {
    let names: Vec<String> = abilities(state, card)
        .iter()
        .enumerate()
        .filter(|(_, ability)| matches!(ability.kind, AbilityKind::Activated | AbilityKind::Battle))
        .map(|(at, ability)| format!("{} ({})", at + 1, ability.called()))
        .collect();
    let what = match &doing.ability {
        None => String::new(),
        Some(Which::Number(n)) => format!(" number {n}"),
        Some(Which::Name(name)) => format!(" called {name}"),
    };
    let has = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    let known = state.table.card(card).text.as_ref().map(|text| text.known());
    match known {
        Some(TextCoverage::Whole) => {
            let text = format!("{} has no ability{what} to be played; it has {has}.", state.table.id(card));
            refuse_by_rulebook(text, book::ABILITIES).not_there()
        }
        Some(TextCoverage::Part(_) | TextCoverage::Nothing { .. }) | None => {
            Refusal::new(not_carried_out(state.table.id(card)), Basis::Program(OWN_CARDS.into()))
        }
    }
}
