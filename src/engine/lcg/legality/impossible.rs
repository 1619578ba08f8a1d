//! Why no part of an effect could resolve, beyond that some part must: the rules and cards that keep its
//! instructions from the cards they are about.

use super::possible::{bad_commitment, forbids_drawing};
use super::refuse::{refuse, refuse_by_rulebook};
use super::targets::bad_target;
use super::{limits, targets};
use crate::engine::kernel::{Basis, Refusal};
use crate::engine::lcg::State;
use crate::engine::lcg::state::filter::{candidates, who};
use crate::engine::lcg::state::scope::Scope;
use crate::engine::lcg::state::table::CardId;
use crate::engine::lcg::state::values::{given, undamageable_in};
use crate::engine::lcg::vocabulary::{Ability, Effect, GivesKind, Select, StandingName, book};
use crate::engine::script::narrate::printed_name;

/// What stands against the instructions of an effect of which no part could resolve.
pub(super) fn reasons(state: &State, ability: &Ability, scope: &Scope) -> Vec<Refusal> {
    let untargeted = ability.targets.iter().filter(|target| !target.up_to).flat_map(|target| {
        let none = targets::targets_of(state, ability, target, scope).is_empty();
        let all = if none { candidates(state, &target.card, scope) } else { Vec::new() };
        all.into_iter().map(move |id| bad_target(state, ability, target, scope, id))
    });
    let instructions = ability.effects.iter().flat_map(|effect| instruction(state, ability, effect, scope));
    untargeted.chain(instructions).collect()
}

/// What stands against one instruction.
fn instruction(state: &State, ability: &Ability, effect: &Effect, scope: &Scope) -> Vec<Refusal> {
    let touched = |select: &Select| -> Vec<CardId> {
        targets::could_touch(state, select, scope, &ability.targets).collect()
    };
    let each = |select: &Select, why: &dyn Fn(CardId) -> Option<Refusal>| -> Vec<Refusal> {
        let mut all: Vec<Refusal> = touched(select).into_iter().filter_map(why).collect();
        all.extend(not_engaged(state, select));
        all
    };
    match effect {
        Effect::PutIntoPlay { card, .. } => each(card, &|id| {
            limits::unique_in_play(state, id).then(|| limits::already_in_play(state, scope.you, id))
        }),
        Effect::DealDamage { to, .. } | Effect::RedirectDamage { to, .. } | Effect::MoveDamage { to, .. } => {
            each(to, &|id| {
                let ruling = undamageable_in(state, id, scope)?;
                Some(refuse(format!("{} cannot be damaged.", state.table.id(id)), ruling))
            })
        }
        Effect::Destroy(select) => each(select, &|id| by_giver(state, id, GivesKind::CannotBeDestroyed)),
        Effect::PlaceFocus { on, .. } => each(on, &|id| by_giver(state, id, GivesKind::CannotBeFocusedBy)),
        Effect::PlaceShield(on) => each(on, &|id| has_shield(state, id)),
        Effect::Commit(units) => each(units, &|id| bad_commitment(state, id)),
        Effect::Capture { card, .. } => each(card, &|id| not_captured(state, id)),
        Effect::Draw { player, .. } => {
            let card = who(state, scope, *player).and_then(|player| forbids_drawing(state, player));
            let by = |card| Refusal::new("Nothing can be drawn.", Basis::Card(printed_name(state, card)));
            card.map(by).into_iter().collect()
        }
        Effect::May(inner) | Effect::EachPlayer(inner) => {
            inner.iter().flat_map(|effect| instruction(state, ability, effect, scope)).collect()
        }
        Effect::RemoveDamage { from: select, .. } | Effect::PlaceDamage { on: select, .. } => {
            not_engaged(state, select).into_iter().collect()
        }
        // What else keeps an instruction from doing anything is that there is nothing it is about.
        _ => Vec::new(),
    }
}

fn not_captured(state: &State, id: CardId) -> Option<Refusal> {
    let text = format!("{} is no card of the light side.", state.table.id(id));
    (!targets::can_be_captured(state, id)).then(|| refuse_by_rulebook(text, book::ONLY_LIGHT_CAPTURED))
}

fn has_shield(state: &State, id: CardId) -> Option<Refusal> {
    let text = format!("{} has a shield already.", state.table.id(id));
    (state.table.card(id).shields > 0).then(|| refuse_by_rulebook(text, book::ONE_SHIELD))
}

/// That a card forbids something, be it of another one or of itself.
fn by_giver(state: &State, id: CardId, what: GivesKind) -> Option<Refusal> {
    let given = given(state, id, what);
    let (_, scope) = given.first()?;
    let by = Basis::Card(printed_name(state, scope.source.unwrap_or(id)));
    Some(Refusal::new(format!("A card protects {} from that.", state.table.id(id)), by))
}

/// That no objective is engaged any more, of which an instruction speaks.
fn not_engaged(state: &State, select: &Select) -> Option<Refusal> {
    let engagement = state.table.engagement.as_ref()?;
    let gone = engagement.objective.is_none() && !engagement.dial;
    let named = select.is_named(StandingName::EngagedObjective);
    let text = "The engaged objective has left play.";
    (gone && named).then(|| refuse_by_rulebook(text, book::ENGAGED_GONE).by_rule(book::OUT_OF_PLAY))
}
