//! What can be announced: what may be targeted, and with which X.

use super::payable::{hand, payable};
use super::refuse::{refuse, refuse_by_rulebook};
use crate::engine::cards::or_all;
use crate::engine::kernel::{Player, Refusal};
use crate::engine::tcg::State;
use crate::engine::tcg::state::filter;
use crate::engine::tcg::state::filter::candidates;
use crate::engine::tcg::state::scope::{Scope, bind};
use crate::engine::tcg::state::table::CardId;
use crate::engine::tcg::vocabulary::{Ability, Amount, AmountWord, Cost, Filter, Target, book, cite};

/// What may be chosen as a target.
pub(crate) fn legal_targets(state: &State, target: &Target, scope: &Scope) -> Vec<CardId> {
    candidates(state, &target.card, scope)
}

/// Whether an ability can be announced, where nobody reads why not.
pub(crate) fn can_be_announced(state: &State, id: CardId, ability: &Ability, scope: &Scope) -> bool {
    let with =
        |scope: &Scope| payable(state, id, ability, scope).is_ok() && targetable(state, ability, 0, scope);
    match most_x(state, ability, scope.you) {
        None => with(scope),
        Some(most) => (0..=most).any(|x| with(&Scope { x, ..scope.clone() })),
    }
}

/// Whether an ability can be paid for and has something to target, with some value of X if its cost says so.
pub(crate) fn announceable(
    state: &State,
    id: CardId,
    ability: &Ability,
    scope: &Scope,
) -> Result<(), Refusal> {
    if can_be_announced(state, id, ability, scope) {
        return Ok(());
    }
    // If no value of X will do, the reason is that of the least.
    let x = most_x(state, ability, scope.you).map_or(scope.x, |_| 0);
    with_x(state, id, ability, scope, x)
}

/// The least and the greatest value of X with which an ability can be announced.
pub(crate) fn bounds_of_x(state: &State, id: CardId, ability: &Ability, scope: &Scope) -> Option<(u32, u32)> {
    let most = most_x(state, ability, scope.you)?;
    let fits = |x: &u32| with_x(state, id, ability, scope, *x).is_ok();
    Some(((0..=most).find(fits)?, (0..=most).rev().find(fits)?))
}

/// Why an ability cannot be announced with that value of X.
fn with_x(state: &State, id: CardId, ability: &Ability, scope: &Scope, x: u32) -> Result<(), Refusal> {
    let scope = Scope { x, ..scope.clone() };
    payable(state, id, ability, &scope)?;
    targets(state, id, ability, &scope)
}

/// The most that X could be, where its player chooses it with the cost.
pub(crate) fn most_x(state: &State, ability: &Ability, player: Player) -> Option<u32> {
    let x = Amount::Word(AmountWord::X);
    ability.cost.iter().find_map(|cost| match cost {
        Cost::Force(n) if *n == x => Some(state.table.force(player)),
        Cost::BuildPoints(n) if *n == x => Some(state.table.points[usize::from(player.0.min(1))]),
        Cost::DiscardCards(n) if *n == x => Some(hand(state, player).len() as u32),
        Cost::PutDamage { amount, .. } if *amount == x => Some(MAX_COUNTERS),
        Cost::Force(_) | Cost::BuildPoints(_) | Cost::DiscardCards(_) | Cost::PutDamage { .. } => None,
        Cost::Tap(_) | Cost::Discard(_) | Cost::Retreat(_) => None,
    })
}

/// No more damage counters than this are put on a unit as a cost.
const MAX_COUNTERS: u32 = 99;

fn targets(state: &State, id: CardId, ability: &Ability, scope: &Scope) -> Result<(), Refusal> {
    if targetable(state, ability, 0, scope) {
        return Ok(());
    }
    let lacking = |target: &&Target| {
        !may_be_left_out(ability, target) && legal_targets(state, target, scope).len() < target.count as usize
    };
    let why = ability.targets.iter().find(lacking).and_then(|target| missing(state, target, scope));
    let dear =
        || ability.targets.iter().enumerate().find_map(|(nth, _)| too_dear(state, ability, nth, scope));
    Err(why.or_else(dear).unwrap_or_else(|| {
        refuse_by_rulebook(format!("There is no target for {}.", state.table.id(id)), book::PLAYING_CARDS)
    }))
}

/// Whether a target may be left out: not one with which something is paid.
pub(crate) fn may_be_left_out(ability: &Ability, target: &Target) -> bool {
    target.up_to && !ability.cost.iter().any(|cost| cost.card() == Some(&target.name))
}

/// Whether a target that may be left out is there for the further cost of an enhancement, and for nothing
/// else.
pub(crate) fn pays_enhancement_only(ability: &Ability, target: &Target) -> bool {
    let pays = |costs: &[Cost]| costs.iter().any(|cost| cost.card() == Some(&target.name));
    may_be_left_out(ability, target) && ability.enhance.as_ref().is_some_and(|enhance| pays(&enhance.cost))
}

/// Why a cost cannot be paid with that card chosen as one of the targets.
fn cannot_pay_with(
    state: &State,
    ability: &Ability,
    target: &Target,
    card: CardId,
    scope: &Scope,
) -> Option<Refusal> {
    let mut known = scope.clone();
    bind(state, &mut known, &target.name, vec![card]);
    let source = scope.source?;
    payable(state, source, ability, &known).err()
}

/// Why nothing that is a legal target can be paid for, where only that is in the way.
fn too_dear(state: &State, ability: &Ability, nth: usize, scope: &Scope) -> Option<Refusal> {
    let target = ability.targets.get(nth)?;
    let mut legal = legal_targets(state, target, scope).into_iter();
    legal.find_map(|card| cannot_pay_with(state, ability, target, card, scope))
}

/// What may be chosen as a target so that the costs that depend on it can be paid.
fn affordable(state: &State, ability: &Ability, target: &Target, scope: &Scope) -> Vec<CardId> {
    let mut options = legal_targets(state, target, scope);
    if ability.cost.iter().any(|cost| cost.depends_on(&target.name)) {
        options.retain(|card| cannot_pay_with(state, ability, target, *card, scope).is_none());
    }
    options
}

/// Whether something can be chosen for each target from the nth on, the later ones with the earlier ones
/// known.
pub(super) fn targetable(state: &State, ability: &Ability, nth: usize, scope: &Scope) -> bool {
    let Some(target) = ability.targets.get(nth) else { return true };
    let options = affordable(state, ability, target, scope);
    let left_out = may_be_left_out(ability, target);
    let enough = left_out || options.len() >= target.count as usize;
    if nth + 1 == ability.targets.len() || !enough {
        return enough;
    }
    let with = |chosen: Vec<CardId>| {
        let mut known = scope.clone();
        bind(state, &mut known, &target.name, chosen);
        targetable(state, ability, nth + 1, &known)
    };
    match target.count {
        1 => options.into_iter().any(|id| with(vec![id])) || left_out && with(Vec::new()),
        _ => with(options),
    }
}

/// What may be chosen as one of the targets of an ability, the earlier ones being known: what can be paid for
/// and leaves something to choose for those after it, if anything does.
pub(crate) fn options_for(state: &State, ability: &Ability, nth: usize, scope: &Scope) -> Vec<CardId> {
    let Some(target) = ability.targets.get(nth) else { return Vec::new() };
    let options = affordable(state, ability, target, scope);
    if nth + 1 == ability.targets.len() || target.count != 1 {
        return options;
    }
    or_all(options, |id| {
        let mut known = scope.clone();
        bind(state, &mut known, &target.name, vec![*id]);
        targetable(state, ability, nth + 1, &known)
    })
}

/// Whether a card could be one of the targets of an ability.
pub(crate) fn could_be(state: &State, ability: &Ability, scope: &Scope, card: CardId) -> bool {
    ability.targets.iter().any(|target| legal_targets(state, target, scope).contains(&card))
}

/// Why a legal target cannot be chosen all the same: what it costs cannot be paid.
pub(crate) fn unaffordable(state: &State, ability: &Ability, scope: &Scope, card: CardId) -> Option<Refusal> {
    let target = ability.targets.iter().find(|target| legal_targets(state, target, scope).contains(&card))?;
    cannot_pay_with(state, ability, target, card, scope)
}

/// A target that has not attacked, but used an ability instead, is missing because of that.
pub(crate) fn missing(state: &State, target: &Target, scope: &Scope) -> Option<Refusal> {
    target.card.just_attacked.filter(|just| *just)?;
    let anybody = Filter { just_attacked: None, ..target.card.clone() };
    let others = filter::candidates(state, &anybody, scope);
    let attacked = others.iter().any(|id| state.table.card(*id).last_hits.is_some());
    let text = "No unit has just attacked; an ability used instead of attacking is no attack.";
    (!others.is_empty() && !attacked).then(|| refuse(text, cite::INSTEAD))
}
