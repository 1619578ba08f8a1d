//! Whether a cost could be paid, and with what.

use super::refuse::{refuse, refuse_by_giver, refuse_by_rulebook};
use crate::engine::cards::wording::pluralize;
use crate::engine::kernel::{Player, Refusal};
use crate::engine::tcg::State;
use crate::engine::tcg::state::filter::{amount, named};
use crate::engine::tcg::state::scope::Scope;
use crate::engine::tcg::state::table::CardId;
use crate::engine::tcg::state::values::{force_cost, in_arena, is_given};
use crate::engine::tcg::vocabulary::{Ability, AbilityKind, Cost, Gives, Zone, book, cite};

/// Whether what it costs can be paid.
pub(crate) fn payable(state: &State, id: CardId, ability: &Ability, scope: &Scope) -> Result<(), Refusal> {
    let force = total_force(state, id, ability, scope);
    let there = state.table.force(scope.you);
    let player = state.table.name(scope.you);
    if force > there {
        let refusal =
            refuse_by_rulebook(format!("It costs {force} Force; {player} has {there}."), book::FORCE);
        let battle = ability.kind == AbilityKind::Battle;
        return Err(if battle { refusal.by_rule(book::NOT_BUILT) } else { refusal });
    }
    // The printed Force may be more than the total, which other cards lower.
    for cost in ability.cost.iter().filter(|cost| !matches!(cost, Cost::Force(_))) {
        cost_payable(state, cost, scope)?;
    }
    Ok(())
}

/// Whether a cost other than Force can be paid.
pub(crate) fn cost_payable(state: &State, cost: &Cost, scope: &Scope) -> Result<(), Refusal> {
    let player = state.table.name(scope.you);
    let left_out = |name: &String| scope.bound.get(name.as_str()).is_some_and(Vec::is_empty);
    if cost.card().is_some_and(left_out) {
        return no("The card with which it is paid is left out.".into());
    }
    match cost {
        Cost::Force(n) => {
            let (force, there) = (amount(state, n, scope, 0), state.table.force(scope.you));
            let text = format!("It costs {force} Force; {player} has {there}.");
            if force > there { Err(refuse_by_rulebook(text, book::FORCE)) } else { Ok(()) }
        }
        Cost::BuildPoints(n) => build_points_suffice(state, amount(state, n, scope, 0), scope),
        Cost::Tap(name) => {
            let tapped = named(state, scope, name).into_iter().find(|card| state.table.card(*card).tapped);
            let Some(card) = tapped else { return Ok(()) };
            let text = format!("{} is tapped already.", state.table.id(card));
            // A slower unit's turn comes only when faster ones have acted and are tapped.
            if state.table.attack.is_some() { Err(refuse(text, cite::FASTER_FIRST)) } else { no(text) }
        }
        Cost::DiscardCards(n) => {
            let n = amount(state, n, scope, 0) as usize;
            let there = hand(state, scope.you).into_iter().filter(|id| Some(*id) != scope.source).count();
            if n > there {
                no(format!("To be discarded: {}; {player} has {there} in hand.", pluralize(n, "card")))
            } else {
                Ok(())
            }
        }
        Cost::Retreat(name) => {
            let cards = named(state, scope, name);
            match cards.iter().find(|card| in_arena(state, **card).is_none()) {
                Some(card) => no(format!("{} is in no arena and cannot retreat.", state.table.id(*card))),
                None => Ok(()),
            }
        }
        Cost::Discard(_) | Cost::PutDamage { .. } => Ok(()),
    }
}

fn no(text: String) -> Result<(), Refusal> {
    Err(refuse_by_rulebook(text, book::OTHER_COSTS))
}

fn build_points_suffice(state: &State, n: u32, scope: &Scope) -> Result<(), Refusal> {
    let there = state.table.points[usize::from(scope.you.0.min(1))];
    let barred = |id: &CardId| is_given(state, *id, &Gives::CannotSpendBuildPoints);
    if let Some(id) = scope.source.filter(barred).filter(|_| n > 0) {
        let text = format!("No build points can be spent on {}", state.table.id(id));
        return Err(refuse_by_giver(state, id, &Gives::CannotSpendBuildPoints, &text, book::CANT_BEATS_CAN));
    }
    if n > there {
        let player = state.table.name(scope.you);
        return no(format!("It costs {n} build points; {player} has {there}."));
    }
    Ok(())
}

/// The Force it costs now.
pub(crate) fn total_force(state: &State, card: CardId, ability: &Ability, scope: &Scope) -> u32 {
    force_cost(state, card, ability.kind, printed_force(state, ability, scope))
}

/// The Force an ability's cost says.
pub(crate) fn printed_force(state: &State, ability: &Ability, scope: &Scope) -> u32 {
    let force = ability
        .cost
        .iter()
        .map(|cost| if let Cost::Force(n) = cost { amount(state, n, scope, 0) } else { 0 });
    force.sum()
}

/// The cards in a player's hand.
pub(crate) fn hand(state: &State, player: Player) -> Vec<CardId> {
    let table = &state.table;
    let held = |id: &CardId| table.card(*id).zone == Zone::Hand && table.card(*id).owner == player;
    table.ids().filter(held).collect()
}
