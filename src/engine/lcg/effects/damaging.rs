//! Instructions that deal, redirect, prevent or move damage.

use super::choosing::{from_and_to, how_many, select};
use super::program::{event, say};
use crate::engine::kernel::{Answer, Flow, InstructionStage, Outcome, Shape};
use crate::engine::lcg::engagement::reward;
use crate::engine::lcg::resolution::damage;
use crate::engine::lcg::state::choice::{Choice, Topic};
use crate::engine::lcg::state::event::{Event, Why};
use crate::engine::lcg::state::filter::{amount, candidates, who};
use crate::engine::lcg::state::narrate;
use crate::engine::lcg::state::table::CardId;
use crate::engine::lcg::state::values::{undamageable_by, undamageable_in};
use crate::engine::lcg::vocabulary::steps::StepKind;
use crate::engine::lcg::vocabulary::{
    Amount, AmountWord, EventKind, Filter, Select, StandingName, Who, Zone, cite,
};
use crate::engine::lcg::{Play, Program, Turn};

pub(super) fn deal(
    program: &mut Program,
    how_much: &Amount,
    to: &Select,
    not_by_shields: bool,
    play: &mut Play<'_>,
) -> Turn {
    let cards = select(program, to, "to", play)?;
    let n = amount(play.state, how_much, &program.scope, 0);
    if cards.is_empty() && to.is_named(StandingName::EngagedObjective) {
        return Ok(reward::card_damages_dial(n, program, play));
    }
    let cards = cards.into_iter().filter(|id| play.state.table.card(*id).zone == Zone::Play);
    let events: Vec<Event> =
        cards.map(|card| event(program, EventKind::Damage, card, play).amount(n)).collect();
    let events: Vec<Event> = events.into_iter().map(|event| Event { not_by_shields, ..event }).collect();
    if events.is_empty() || n == 0 {
        return Ok(Flow::Done(program.scope.why == Why::Cost && events.is_empty()));
    }
    program.stage = InstructionStage::Begun;
    program.in_full = false;
    damage::deal(events, true, play);
    Ok(Flow::Wait)
}

/// Damage that a player divides among cards.
pub(super) fn divide(
    program: &mut Program,
    how_much: &Amount,
    among: &Filter,
    by: Who,
    play: &mut Play<'_>,
) -> Turn {
    let n = amount(play.state, how_much, &program.scope, 0);
    let mut cards = candidates(play.state, among, &program.scope);
    cards.retain(|id| undamageable_in(play.state, *id, &program.scope).is_none());
    let Some(player) = who(play.state, &program.scope, by).filter(|_| n > 0 && !cards.is_empty()) else {
        return Ok(Flow::Done(false));
    };
    let options = cards.into_iter().map(|id| (Choice::Card(id), n)).collect();
    let shape = Shape::Split { options, min: n, max: n };
    let Answer::Split(parts) = play.decide(player, Topic::Divide(program.scope.source), shape)? else {
        return Ok(Flow::Done(false));
    };
    let events = parts.into_iter().filter_map(|(choice, n)| match choice {
        Choice::Card(card) if n > 0 => Some(event(program, EventKind::Damage, card, play).amount(n)),
        _ => None,
    });
    let events: Vec<Event> = events.collect();
    program.stage = InstructionStage::Begun;
    program.in_full = false;
    damage::deal(events, true, play);
    Ok(Flow::Wait)
}

/// Damage tokens are put on cards: no damage is dealt.
pub(super) fn place(program: &mut Program, how_many: &Amount, on: &Select, play: &mut Play<'_>) -> Turn {
    let mut cards = select(program, on, "on", play)?;
    cards.retain(|id| play.state.table.card(*id).zone == Zone::Play);
    let n = amount(play.state, how_many, &program.scope, 0);
    for card in &cards {
        play.state.table.card_mut(*card).damage += n;
        let text = format!("{n} damage placed on {}.", play.state.table.id(*card));
        say(program, StepKind::DamagePlaced, text, &[*card], play);
    }
    Ok(Flow::Done(n > 0 && !cards.is_empty()))
}

/// Takes damage off the triggering condition and puts it on another card. Whether the redirected
/// damage has steps of its own v2.2 does not say; here it joins the packet it came from.
pub(super) fn redirect(program: &mut Program, how_much: &Amount, to: &Select, play: &mut Play<'_>) -> Turn {
    let cards = select(program, to, "to", play)?;
    let n = amount(play.state, how_much, &program.scope, 0);
    let (Some(target), Some(occasion)) = (cards.first().copied(), program.scope.occasion.clone()) else {
        return Ok(Flow::Done(false));
    };
    let cause = &occasion.event;
    let able = undamageable_by(play.state, target, cause.why, cause.source).is_none()
        && play.state.table.card(target).zone == Zone::Play;
    let Some(sequence) = play.state.sequence_mut(occasion.at).filter(|_| able) else {
        return Ok(Flow::Done(false));
    };
    let pending = &mut sequence.events[occasion.index];
    let moved = n.min(pending.event.amount);
    if pending.outcome != Outcome::Coming || moved == 0 {
        return Ok(Flow::Done(false));
    }
    pending.event.amount -= moved;
    // It is dealt by the effect that redirects it now: an enemy's, where its player is the enemy (4.5).
    let like = Event { by: Some(program.scope.you), ..pending.event.clone() };
    damage::add_damage(sequence, &like, target, moved, 0);
    let from = like.card.map_or(String::new(), |card| play.state.table.id(card).to_owned());
    let text =
        format!("{moved} of that damage is redirected from {from} to {}.", play.state.table.id(target));
    let from: Vec<CardId> = like.card.into_iter().collect();
    let basis = super::program::basis(program, play);
    play.record(StepKind::Redirects, text).actor(program.scope.you).about(&[target]).also(&from).basis(basis);
    Ok(Flow::Done(moved == n))
}

/// Moved damage is not dealt, yet what receives it is damaged (4.3).
pub(super) fn move_damage(
    program: &mut Program,
    how_much: &Amount,
    from: &Select,
    to: &Select,
    play: &mut Play<'_>,
) -> Turn {
    let Some((from, to)) = from_and_to(program, from, to, play)? else { return Ok(Flow::Done(false)) };
    let kind =
        if play.state.switches.on(cite::MOVED_DAMAGE) { EventKind::Damaged } else { EventKind::Damage };
    let (mut events, single) = (Vec::new(), from.len() == 1);
    for from in from {
        let there = play.state.table.card(from).damage;
        let n = if single {
            how_many(program, how_much, there, play)?.min(there)
        } else {
            amount(play.state, how_much, &program.scope, there).min(there)
        };
        if n == 0 || from == to {
            continue;
        }
        if kind == EventKind::Damage {
            play.state.table.card_mut(from).damage -= n;
        }
        let mut moved = event(program, kind, to, play).amount(n);
        (moved.other, moved.moved) = (Some(from), true);
        events.push(moved);
    }
    if events.is_empty() {
        return Ok(Flow::Done(false));
    }
    program.stage = InstructionStage::Begun;
    program.in_full = false;
    damage::deal(events, true, play);
    Ok(Flow::Wait)
}

/// Takes damage off the triggering condition.
pub(super) fn prevent(program: &Program, how_much: &Amount, play: &mut Play<'_>) -> Turn {
    let Some(occasion) = program.scope.occasion.clone() else { return Ok(Flow::Done(false)) };
    let there = play.state.sequence(occasion.at).and_then(|sequence| sequence.events.get(occasion.index));
    let there = there.map_or(0, |pending| pending.event.amount);
    let n = if *how_much == Amount::Word(AmountWord::Any) {
        how_many(program, how_much, there, play)?
    } else {
        amount(play.state, how_much, &program.scope, u32::MAX)
    };
    let Some(sequence) = play.state.sequence_mut(occasion.at) else { return Ok(Flow::Done(false)) };
    let pending = &mut sequence.events[occasion.index];
    let kinds = matches!(pending.event.kind, EventKind::Damage | EventKind::Damaged);
    let prevented = n.min(pending.event.amount);
    if pending.outcome != Outcome::Coming || !kinds || prevented == 0 {
        return Ok(Flow::Done(false));
    }
    pending.event.amount -= prevented;
    let about: Vec<CardId> = pending.event.card.into_iter().collect();
    let on = narrate::names(play, &about);
    say(
        program,
        StepKind::Prevents,
        format!("{prevented} of the damage to {on} is prevented."),
        &about,
        play,
    );
    Ok(Flow::Done(n == u32::MAX || prevented == n))
}
