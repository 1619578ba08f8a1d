//! The start of a build step: a card is drawn, bounties are collected, Upkeep is paid, in the order its
//! player likes.

use crate::engine::kernel::{Answer, Player, Shape};
use crate::engine::tcg::legality::targets;
use crate::engine::tcg::resolution::pool::occur;
use crate::engine::tcg::resolution::{drawing, playing, pool};
use crate::engine::tcg::state::choice::{Choice, Topic};
use crate::engine::tcg::state::event::Event;
use crate::engine::tcg::state::scope::Scope;
use crate::engine::tcg::state::table::{CardId, Due};
use crate::engine::tcg::state::values;
use crate::engine::tcg::state::values::{abilities, in_arena};
use crate::engine::tcg::vocabulary::steps::StepKind;
use crate::engine::tcg::vocabulary::{
    Ability, AbilityKind, Cost, Effect, EventKind, Gives, GivesKind, Select, Target, Who, Zone, book,
};
use crate::engine::tcg::{Decision, Play, State};

/// What is done at the start of a player's build step, in the order in which he does it.
pub(super) fn in_order(player: Player, play: &mut Play<'_>) -> Decision<Vec<Due>> {
    let due = due(play.state, player);
    if due.len() < 2 {
        return Ok(due);
    }
    let items = due.iter().copied().map(Choice::Due).collect();
    let Answer::Order(order) = play.decide(player, Topic::BuildStart, Shape::Order { items })? else {
        return Ok(due);
    };
    let order = order.into_iter().filter_map(|choice| match choice {
        Choice::Due(due) => Some(due),
        _ => None,
    });
    let order: Vec<Due> = order.collect();
    if order != due {
        let name = play.state.table.name(player);
        let words = order.iter().map(|due| due_words(play.state, *due)).collect::<Vec<_>>().join(", ");
        let text = format!("{name} starts the build step in this order: {words}.");
        play.record(StepKind::Orders, text).actor(player).rulebook(book::BUILD_START);
    }
    Ok(order)
}

/// What is to be done: a card drawn, bounties collected, Upkeep paid.
fn due(state: &State, player: Player) -> Vec<Due> {
    // Where a scenario begins in the command phase, the cards of a deck that is not given have been drawn.
    let begun_here = state.table.build_roll.is_none();
    let draws = !begun_here || state.table.decks[usize::from(player.0)].is_some();
    let owed = state.table.memory.bounties.iter().filter(|owed| owed.scope.you == player);
    let mut hunters: Vec<CardId> = owed.filter_map(|owed| owed.scope.source).collect();
    hunters.dedup();
    let kept = state.table.ids().filter(|id| has_upkeep(state, player, *id).is_some());
    let bounties = hunters.into_iter().map(Due::Bounty);
    draws.then_some(Due::Draw).into_iter().chain(bounties).chain(kept.map(Due::Upkeep)).collect()
}

pub(crate) fn due_words(state: &State, due: Due) -> String {
    match due {
        Due::Draw => "the draw".into(),
        Due::Bounty(card) => format!("the bounty of {}", state.table.id(card)),
        Due::Upkeep(card) => format!("the Upkeep of {}", state.table.id(card)),
    }
}

/// What comes before any Upkeep is done, and what answers the start of a build step triggers; the rest
/// follows.
pub(super) fn begin(player: Player, mut due: Vec<Due>, play: &mut Play<'_>) {
    play.state.table.memory.attached.clear();
    let first = due.iter().position(|due| matches!(due, Due::Upkeep(_))).unwrap_or(due.len());
    let rest = due.split_off(first);
    for due in due {
        done_at_once(player, due, play);
    }
    play.state.table.memory.due = rest;
    occur(play, Event::new(EventKind::BuildStepStarts).player(player));
}

/// A card is drawn, or bounties are collected.
fn done_at_once(player: Player, due: Due, play: &mut Play<'_>) {
    match due {
        Due::Draw => {
            drawing::draw(play, player, 1 + extra_cards(play.state, player), drawing::DrawnBy::BuildStep)
        }
        Due::Bounty(hunter) => pool::collect_bounties(play, player, hunter),
        Due::Upkeep(_) => {}
    }
}

/// The next thing with which a build step starts; false when all is done.
pub(super) fn next_due(player: Player, play: &mut Play<'_>) -> Decision<bool> {
    match play.state.table.memory.due.first().copied() {
        None => {
            // What has come to have Upkeep meanwhile is kept up too.
            let unit = play.state.table.ids().find(|id| has_upkeep(play.state, player, *id).is_some());
            unit.map_or(Ok(false), |unit| upkeep(player, unit, play))
        }
        Some(Due::Upkeep(unit)) if has_upkeep(play.state, player, unit).is_some() => {
            upkeep(player, unit, play)?;
            play.state.table.memory.due.remove(0);
            Ok(true)
        }
        Some(due) => {
            play.state.table.memory.due.remove(0);
            done_at_once(player, due, play);
            Ok(true)
        }
    }
}

/// How many more cards a player draws in his draw step.
fn extra_cards(state: &State, player: Player) -> u32 {
    let cards = state.table.ids().filter(|id| state.table.card(*id).owner == player);
    let more = cards
        .flat_map(|id| values::gives(state, id, GivesKind::ExtraCards))
        .map(|gives| if let Gives::ExtraCards(n) = gives { *n } else { 0 });
    more.sum()
}

/// The Upkeep of a player's unit, if it is still to be paid in this build step.
fn has_upkeep(state: &State, player: Player, id: CardId) -> Option<&Ability> {
    let card = state.table.card(id);
    let there = in_arena(state, id).is_some() || (card.zone == Zone::Build && !card.unfinished);
    let kept = state.table.memory.upkept.contains(&id);
    if card.owner != player || !there || kept {
        return None;
    }
    abilities(state, id).into_iter().find(|ability| ability.kind == AbilityKind::Upkeep)
}

/// One of a player's units is kept up: he pays one of its costs that he can pay.
fn upkeep(player: Player, id: CardId, play: &mut Play<'_>) -> Decision<bool> {
    let Some(ability) = has_upkeep(play.state, player, id).cloned() else { return Ok(false) };
    let scope = Scope::new(player, Some(id));
    let chosen = choose_upkeep(player, id, &ability, &scope, play)?;
    play.state.table.memory.upkept.push(id);
    let name = play.state.table.id(id).to_owned();
    let Some(costs) = chosen.and_then(|at| ability.upkeep.get(usize::from(at)).cloned()) else {
        let text = format!("None of the Upkeep costs of {name} can be paid: they are ignored.");
        play.record(StepKind::Upkeep, text).actor(player).about(&[id]).rulebook(book::UPKEEP);
        return Ok(true);
    };
    play.record(StepKind::Upkeep, format!("The Upkeep of {name} is paid."))
        .actor(player)
        .about(&[id])
        .rulebook(book::UPKEEP);
    let (mut effects, mut others) = (Vec::new(), Vec::new());
    for cost in costs {
        match paid_by_effect(&cost, &ability.targets) {
            Some(effect) => effects.push(effect),
            None => others.push(cost),
        }
    }
    playing::pay_costs(play, &others, &scope);
    if !effects.is_empty() {
        pool::begin(play, effects, scope);
    }
    Ok(true)
}

/// Which of the costs of its Upkeep is paid, if one can be.
fn choose_upkeep(
    player: Player,
    id: CardId,
    ability: &Ability,
    scope: &Scope,
    play: &mut Play<'_>,
) -> Decision<Option<u8>> {
    let can = |costs: &Vec<Cost>| {
        let named = |target: &&Target| costs.iter().any(|cost| cost.card() == Some(&target.name));
        let targets = ability.targets.iter().filter(named).cloned().collect();
        let paid = Ability { cost: costs.clone(), targets, ..ability.clone() };
        targets::can_be_announced(play.state, id, &paid, scope)
    };
    let payable = (0_u8..).zip(&ability.upkeep).filter(|(_, costs)| can(costs));
    let options: Vec<Choice> = payable.map(|(at, _)| Choice::Mode(at)).collect();
    match options.as_slice() {
        [] => Ok(None),
        [Choice::Mode(one)] => Ok(Some(*one)),
        _ => match play.decide(player, Topic::Upkeep(id), Shape::One { options, pass: false })? {
            Answer::One(Choice::Mode(at)) => Ok(Some(at)),
            _ => Ok(None),
        },
    }
}

/// The effect by which a cost of Upkeep is paid, where there is something to choose: the cards that are
/// discarded, or the one with which it is paid.
fn paid_by_effect(cost: &Cost, targets: &[Target]) -> Option<Effect> {
    let chosen = |name: &String| {
        let target = targets.iter().find(|target| target.name == *name)?;
        Some(Select::Choose {
            choose: target.card.clone(),
            by: Who::You,
            any_number: false,
            count: target.count,
            up_to: false,
            name: Some(name.clone()),
        })
    };
    match cost {
        Cost::Force(n) => Some(Effect::LoseForce { amount: n.clone(), player: Who::You }),
        Cost::DiscardCards(n) => Some(Effect::DiscardCards { amount: n.clone(), player: Who::You }),
        Cost::Tap(name) => chosen(name).map(Effect::Tap),
        Cost::Discard(name) => chosen(name).map(Effect::Discard),
        Cost::Retreat(name) => chosen(name).map(Effect::Retreat),
        Cost::PutDamage { amount, on } => {
            chosen(on).map(|on| Effect::PutDamage { amount: amount.clone(), on })
        }
        Cost::BuildPoints(_) => None,
    }
}
