//! What the rules say happens at once whenever it is true.

use std::sync::Arc;

use crate::engine::kernel::{Answer, Basis, Flow, Outcome, Pending, Shape};
use crate::engine::lcg::legality::triggers::triggers;
use crate::engine::lcg::state::choice::{Choice, Topic};
use crate::engine::lcg::state::event::{Event, Why};
use crate::engine::lcg::state::filter::{all_hold, matches};
use crate::engine::lcg::state::narrate;
use crate::engine::lcg::state::scope::Scope;
use crate::engine::lcg::state::table::{CardId, Delayed};
use crate::engine::lcg::state::values::{
    abilities, ability, given_in_play, is_given, may_have, printed_keyword, value,
};
use crate::engine::lcg::vocabulary::steps::StepKind;
use crate::engine::lcg::vocabulary::{
    AbilityKind, CardText, CardType, Effect, EventKind, Filter, Gives, GivesKind, Keyword, Many, Select,
    Stat, Who, Zone, book, cite,
};
use crate::engine::lcg::{Frame, Play, Program, Sequence, State, Task, Turn};

/// Destroys what has as much damage as its capacity, discards what is illegally attached, ends the
/// game if it is won.
pub(crate) fn settle(play: &mut Play<'_>) -> bool {
    destroy(play)
        || detach(play)
        || too_many_pilots(play)
        || dial_destroyed(play)
        || by_itself(play)
        || due(play)
}

fn destroy(play: &mut Play<'_>) -> bool {
    let full = |id: &CardId| is_full(play.state, *id) && !leaving(play.state, *id) && !waits(play.state, *id);
    let mut dead: Vec<CardId> = Vec::new();
    for id in play.state.table.able.destroyed() {
        let card = play.state.table.card(*id);
        if card.damage > 0 && card.zone == Zone::Play && full(id) {
            dead.push(*id);
        }
    }
    if dead.is_empty() {
        return false;
    }
    let events = dead.into_iter().map(|id| destroyed_event(play.state, id));
    let events: Vec<Event> = events.collect();
    play.sequence(events);
    true
}

/// A card is destroyed at once, before anything reacts to the damage; had that not been answered, it
/// would wait for those reactions.
fn waits(state: &State, id: CardId) -> bool {
    let damages = |sequence: &Sequence| {
        sequence.events.iter().any(|pending| {
            pending.event.card == Some(id)
                && matches!(pending.event.kind, EventKind::Damage | EventKind::Damaged)
        })
    };
    !state.switches.on(cite::DESTROYED_AT_ONCE) && state.sequences().any(|(_, sequence)| damages(sequence))
}

/// Who did the damage is who destroys it.
fn destroyed_event(state: &State, id: CardId) -> Event {
    let event = Event::new(EventKind::Destroyed, Why::Framework).card(id);
    let damage = state.sequences().map(|(_, s)| s).filter_map(|sequence| {
        sequence.events.iter().find(|pending| {
            pending.event.card == Some(id)
                && matches!(pending.event.kind, EventKind::Damage | EventKind::Damaged)
        })
    });
    match damage.last() {
        Some(cause) => Event {
            source: cause.event.source,
            by: cause.event.by,
            why: cause.event.why,
            player: Some(state.table.card(id).controller),
            ..event
        },
        None => event,
    }
}

fn is_full(state: &State, id: CardId) -> bool {
    let kind = state.table.card(id).text.as_ref().map(|text| text.kind);
    state.table.card(id).damage > 0
        && matches!(kind, Some(CardType::Unit | CardType::Objective))
        && state.table.card(id).damage >= value(state, id, Stat::Capacity)
        && !is_given(state, id, GivesKind::CannotBeDestroyed)
}

/// Whether a card's destruction, or its leaving play, is already in progress.
pub(super) fn leaving(state: &State, id: CardId) -> bool {
    state.stack.iter().any(|frame| matches!(frame, Frame::Sequence(sequence) if going(sequence, id)))
}

fn going(sequence: &Sequence, id: CardId) -> bool {
    let kinds = [EventKind::Destroyed, EventKind::Sacrificed, EventKind::LeavesPlay, EventKind::Captured];
    !sequence.done
        && sequence.events.iter().any(|pending| {
            let coming = matches!(pending.outcome, Outcome::Coming | Outcome::Replaced(_));
            coming && pending.event.card == Some(id) && kinds.contains(&pending.event.kind)
        })
}

/// An enhancement on something it may not be on is discarded (2.7).
fn detach(play: &mut Play<'_>) -> bool {
    if !play.state.switches.on(cite::ENHANCEMENT_CONTROL) {
        return false;
    }
    let state = &*play.state;
    let illegal = state.table.able.attached().iter().copied().find(|id| {
        let card = state.table.card(*id);
        let (Some(text), Some(host), Zone::Play) = (&card.text, card.host, card.zone) else { return false };
        let scope = Scope::new(card.controller, Some(*id), Why::Framework);
        let fits = text.attaches_to.as_ref().is_none_or(|filter| matches(state, host, filter, &scope));
        !fits && !leaving(state, *id)
    });
    let Some(id) = illegal else { return false };
    let owner = play.state.table.card(id).owner;
    let text = format!("{} is illegally attached and is discarded.", play.state.table.id(id));
    play.record(StepKind::Detached, text).actor(owner).about(&[id]).ruling(cite::ENHANCEMENT_CONTROL);
    let event = Event::new(EventKind::LeavesPlay, Why::Framework).card(id).by(owner, None);
    play.sequence([event.to(Zone::Discard, None)]);
    true
}

/// Of several pilots on one unit its controller keeps one; some do not count.
fn too_many_pilots(play: &mut Play<'_>) -> bool {
    let state = &*play.state;
    let Some((host, on)) = unit_with_too_many_pilots(state) else { return false };
    let controller = state.table.card(host).controller;
    let text = format!(
        "{} has more than one pilot: {} discards all but one.",
        state.table.id(host),
        state.table.name(controller)
    );
    play.record(StepKind::PilotLimit, text).actor(controller).about(&[host]).ruling(cite::PILOT_LIMIT);
    let mut scope = Scope::new(controller, None, Why::Framework);
    let surplus = on.len() as u32 - 1;
    scope.bound.insert(PILOTS.into(), on);
    let which = Filter { is: Many::One(PILOTS.into()), ..Filter::default() };
    let choice = Select::Choose {
        choose: which,
        by: Who::You,
        count: surplus,
        up_to: false,
        lowest: None,
        highest: None,
        name: None,
    };
    play.push(Frame::Program(Program::new(vec![Arc::new(Effect::Discard(choice))], scope, false)));
    true
}

/// A unit with more than one pilot that counts, where nobody is choosing among them yet.
fn unit_with_too_many_pilots(state: &State) -> Option<(CardId, Vec<CardId>)> {
    let on = state.table.able.pilots().iter().filter(|id| is_pilot(state, **id));
    let hosts: Vec<CardId> = on.filter_map(|id| state.table.card(*id).host).collect();
    if hosts.len() < 2 {
        return None;
    }
    let deciding =
        |frame: &Frame| matches!(frame, Frame::Program(program) if program.scope.bound.contains_key(PILOTS));
    if state.stack.iter().any(deciding) {
        return None;
    }
    let counts = |id: &CardId| {
        is_pilot(state, *id) && !leaving(state, *id) && !is_given(state, *id, GivesKind::BesidesPilotLimit)
    };
    let pilots = |host: CardId| state.table.attached(host).into_iter().filter(counts).collect::<Vec<_>>();
    let there = state.table.in_zone(Zone::Play).filter(|host| hosts.contains(host));
    there.map(|host| (host, pilots(host))).find(|(_, on)| on.len() > 1)
}

/// The name by which the pilots of a unit that has too many are known while one is chosen.
const PILOTS: &str = "pilots on one unit";

/// Whether a unit that is an enhancement is a pilot: by the keyword, or, of those that came before it, by the
/// trait.
fn is_pilot_card(unit: &CardText) -> bool {
    printed_keyword(unit, Keyword::Pilot) || unit.traits.iter().any(|own| own.eq_ignore_ascii_case("Pilot"))
}

/// Whether a card in play is a pilot: such a unit, played as an enhancement.
fn is_pilot(state: &State, id: CardId) -> bool {
    let card = state.table.card(id);
    let unit = card.text.as_ref().and_then(|text| text.unit.as_ref());
    card.zone == Zone::Play && unit.is_some_and(|unit| is_pilot_card(unit))
}

/// Enough damage on the Death Star dial wins the game for who may engage it.
fn dial_destroyed(play: &mut Play<'_>) -> bool {
    let state = &*play.state;
    let reached = |gives: &Gives| matches!(gives, Gives::EngageDial(n) if state.table.dial_damage >= *n);
    let enough = given_in_play(state, None, GivesKind::EngageDial);
    let enough = enough.into_iter().find(|(_, gives, _)| reached(gives)).map(|(id, ..)| id);
    let Some(id) = enough else { return false };
    let winner = play.state.table.card(id).controller;
    play.state.table.winner = Some(winner);
    let text = format!("The Death Star dial is destroyed: {} wins the game.", play.state.table.name(winner));
    play.record(StepKind::Wins, text).actor(winner).about(&[id]).rulebook(book::WINS);
    true
}

/// Abilities that happen by themselves as soon as their conditions are true; again only when they have been
/// untrue in between.
fn by_itself(play: &mut Play<'_>) -> bool {
    let state = &*play.state;
    let may_wait = may_have(state, AbilityKind::Whenever).iter();
    let true_now: Vec<(CardId, u8)> = may_wait.flat_map(|id| waiting(state, *id)).collect();
    let new = true_now.iter().find(|ability| !state.table.standing.contains(ability)).copied();
    play.state.table.standing.retain(|ability| true_now.contains(ability));
    let Some((card, index)) = new else { return false };
    play.state.table.standing.push((card, index));
    let Some(ability) = ability(play.state, card, usize::from(index)).cloned() else {
        return false;
    };
    let scope = Scope::new(play.state.table.card(card).controller, Some(card), Why::Effect);
    let text = format!("What {} says is so now.", play.state.table.id(card));
    let basis = Basis::Card(narrate::printed_name(play.state, card));
    play.record(StepKind::ComesDue, text).actor(scope.you).about(&[card]).basis(basis);
    let list = ability.effects.into_iter().map(Arc::new).collect();
    play.push(Frame::Program(Program::new(list, scope, false)));
    true
}

/// The abilities of a card in play that happen by themselves and whose conditions are true now.
fn waiting(state: &State, id: CardId) -> Vec<(CardId, u8)> {
    let card = state.table.card(id);
    if card.zone != Zone::Play || leaving(state, id) {
        return Vec::new();
    }
    let scope = Scope::new(card.controller, Some(id), Why::Effect);
    let all = abilities(state, id).enumerate();
    let now = all.filter(|(_, ability)| {
        ability.kind == AbilityKind::Whenever && all_hold(state, &ability.conditions, &scope)
    });
    now.map(|(at, _)| (id, at as u8)).collect()
}

/// Effects set up for later come due when what they wait for has happened.
pub(crate) fn note_due(sequence: &Sequence, play: &mut Play<'_>) {
    let happened = |pending: &&Pending<Event>| matches!(pending.outcome, Outcome::Happened(_));
    for event in sequence.events.iter().filter(happened).map(|pending| &pending.event) {
        let waiting = std::mem::take(&mut play.state.table.delayed);
        for delayed in waiting {
            let scope = delayed.scope.clone();
            if triggers(play.state, &delayed.at, event, &scope) {
                let mut delayed = delayed;
                delayed.scope.bound.insert("due".into(), event.card.into_iter().collect());
                play.state.table.due.push(delayed);
                continue;
            }
            match delayed.otherwise.clone().filter(|_| delayed.at.event == event.kind) {
                None => play.state.table.delayed.push(delayed),
                Some(effects) if effects.is_empty() => {}
                Some(effects) => play.state.table.due.push(Delayed { effects, ..delayed }),
            }
        }
    }
}

fn due(play: &mut Play<'_>) -> bool {
    let deciding = play.state.tasks().any(|task| matches!(task, Task::Simultaneous));
    if play.state.table.due.is_empty() || deciding {
        return false;
    }
    if play.state.table.due.len() > 1 && play.state.switches.on(cite::SIMULTANEOUS) {
        play.begin(Task::Simultaneous);
        return true;
    }
    let all = std::mem::take(&mut play.state.table.due);
    all.into_iter().for_each(|delayed| begin(delayed, play));
    true
}

fn begin(delayed: Delayed, play: &mut Play<'_>) {
    let about: Vec<CardId> = delayed.scope.source.into_iter().collect();
    let text = format!("What {} set up happens.", narrate::names(play, &about));
    let basis = delayed.scope.source.map_or(Basis::Ruling(cite::FRAMEWORK.into()), |card| {
        Basis::Card(narrate::printed_name(play.state, card))
    });
    play.record(StepKind::ComesDue, text).actor(delayed.scope.you).about(&about).basis(basis);
    let list = delayed.effects.into_iter().map(Arc::new).collect();
    play.push(Frame::Program(Program::new(list, delayed.scope, false)));
}

/// The active player determines the order of simultaneous effects (2.9).
pub(crate) fn simultaneous(play: &mut Play<'_>) -> Turn {
    let active = play.state.table.active;
    let items = (0..play.state.table.due.len() as u8).map(Choice::Nth).collect();
    let Answer::Order(order) = play.decide(active, Topic::Order, Shape::Order { items })? else {
        return Ok(Flow::Done(false));
    };
    let text = format!("{} determines the order of simultaneous effects.", play.state.table.name(active));
    play.record(StepKind::Orders, text).actor(active).ruling(cite::SIMULTANEOUS);
    let all = std::mem::take(&mut play.state.table.due);
    for choice in order {
        if let Choice::Nth(n) = choice
            && let Some(delayed) = all.get(usize::from(n))
        {
            begin(delayed.clone(), play);
        }
    }
    Ok(Flow::Done(true))
}
