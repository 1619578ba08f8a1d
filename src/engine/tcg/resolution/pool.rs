//! Triggered abilities: they trigger, join the pool, are held, and take effect.
//!
//! The Dark Side's waiting abilities come first, in the order its player chooses, then the Light
//! Side's; the pool is looked at again after each.

use std::sync::Arc;

use crate::engine::kernel::{Answer, Basis, Flow, Player, Shape};
use crate::engine::tcg::state::choice::{Choice, Kind, Topic};
use crate::engine::tcg::state::event::Event;
use crate::engine::tcg::state::filter::{all_hold, fits};
use crate::engine::tcg::state::scope::Scope;
use crate::engine::tcg::state::table::{CardId, Class, DARK, LIGHT, Role, Waiting};
use crate::engine::tcg::state::values::{abilities_with_giver, in_arena, is_unit, printed_type};
use crate::engine::tcg::state::{narrate, table};
use crate::engine::tcg::vocabulary::steps::StepKind;
use crate::engine::tcg::vocabulary::{
    Ability, AbilityKind, CardType, Condition, Effect, EventKind, Zone, any, cite,
};
use crate::engine::tcg::{Frame, Play, Program, State, Task, Turn};

/// Something has happened: abilities that answer it trigger.
pub(crate) fn occur(play: &mut Play<'_>, event: Event) {
    occur_if(play, event, &|_| true);
}

/// The same, for those abilities only.
pub(crate) fn occur_if(play: &mut Play<'_>, event: Event, which: &dyn Fn(&Ability) -> bool) {
    play.state.table.events += 1;
    play.state.table.memory.history.push(event.clone());
    let mut found = Vec::new();
    for id in play.state.table.ids() {
        if may_trigger(play.state, id, &event) {
            let (joins, lacks) = triggered_of(play.state, id, &event, which);
            found.extend(joins);
            for _ in 0..lacks {
                let text = format!(
                    "{} does not trigger: not all of its conditions are true.",
                    play.state.table.id(id)
                );
                play.record(StepKind::DoesNotTrigger, text).about(&[id]).ruling(cite::CONDITIONS);
            }
        }
    }
    found.extend(due(play, &event));
    for waiting in found {
        join(play, waiting);
    }
}

/// Abilities work in the arenas; one about the card itself also when that has just left, or was just
/// finished in the build zone.
fn may_trigger(state: &State, id: CardId, event: &Event) -> bool {
    // Nothing that happens to a unit in the build zone while it stays there is answered by its own abilities.
    let stays = matches!(
        event.kind,
        EventKind::Rolled | EventKind::WouldBeDamaged | EventKind::Damaged | EventKind::Prevented
    );
    in_arena(state, id).is_some()
        || event.card == Some(id) && !(stays && state.table.card(id).zone == Zone::Build)
}

/// The abilities of a card that trigger; and how many would, were their conditions true.
fn triggered_of(
    state: &State,
    id: CardId,
    event: &Event,
    which: &dyn Fn(&Ability) -> bool,
) -> (Vec<Waiting>, usize) {
    let of_kind = |(ability, _): &(&Ability, Option<Player>)| {
        ability.kind == AbilityKind::Triggered
            && ability.when.as_ref().is_some_and(|when| when.event == event.kind)
            && which(ability)
    };
    let mut found: Vec<_> = abilities_with_giver(state, id).into_iter().filter(of_kind).collect();
    if found.is_empty() {
        return (Vec::new(), 0);
    }
    let scope = scope_of(state, id, event);
    found.retain(|(ability, _)| ability.when.as_ref().is_some_and(|when| fits(state, when, event, &scope)));
    let all = found.len();
    let holds = |(ability, _): &&(&Ability, Option<Player>)| {
        all_hold(state, &ability.r#if, &scope) || !state.switches.on(cite::CONDITIONS)
    };
    let joins = found.iter().filter(holds).map(|(ability, giver)| {
        // What an opponent has set up for a unit is that player's, though the unit has it.
        let scope = Scope { given_by: giver.filter(|giver| *giver != scope.you), ..scope.clone() };
        let mut waiting = waiting(state, &ability.effects, &ability.r#if, scope, false);
        waiting.ruling = ability.ruling.as_deref().map(Into::into);
        waiting
    });
    let joins: Vec<Waiting> = joins.collect();
    let lacks = all - joins.len();
    (joins, lacks)
}

fn scope_of(state: &State, id: CardId, event: &Event) -> Scope {
    let mut scope = Scope::new(state.table.card(id).owner, Some(id));
    scope.event = Some(event.clone());
    scope.triggered = true;
    let set_aside: Vec<CardId> = state.table.under(id, Role::Hidden).collect();
    scope.bound.insert("set-aside".into(), set_aside);
    // What is part of the card the event is about, before that goes elsewhere.
    for (name, role) in [("stacked", Role::Stacked), ("pilots", Role::Pilot)] {
        let parts = event.card.iter().flat_map(|card| state.table.under(*card, role)).collect();
        scope.bound.insert(name.into(), parts);
    }
    scope
}

/// Effects set up for this event.
fn due(play: &mut Play<'_>, event: &Event) -> Vec<Waiting> {
    let all = std::mem::take(&mut play.state.table.delayed);
    let mut found = Vec::new();
    for delayed in all {
        let scope = Scope { event: Some(event.clone()), ..delayed.scope.clone() };
        if !fits(play.state, &delayed.when, event, &scope) {
            play.state.table.delayed.push(delayed)
        } else if all_hold(play.state, &delayed.r#if, &scope) {
            let scope = Scope { triggered: delayed.by_trigger, ..scope };
            found.push(waiting(play.state, &delayed.effects, &delayed.r#if, scope, true));
        }
    }
    found
}

fn waiting(
    state: &State,
    effects: &[Effect],
    conditions: &[Condition],
    scope: Scope,
    delayed: bool,
) -> Waiting {
    let class = if any(effects, &|e| matches!(e, Effect::Reroll(_) | Effect::Lucky(_))) {
        Class::Rerolls
    } else if any(effects, &prevents) {
        Class::Prevents
    } else {
        Class::Other
    };
    Waiting {
        effects: effects.to_vec(),
        scope,
        conditions: conditions.to_vec(),
        class,
        event: state.table.events,
        during_effect: effect_in_progress(state),
        during_chance: special_chance(state),
        held: false,
        narrated: false,
        delayed,
        ruling: None,
    }
}

fn prevents(effect: &Effect) -> bool {
    matches!(effect, Effect::Prevent { .. } | Effect::Evade(_) | Effect::Deflect(_))
}

fn join(play: &mut Play<'_>, waiting: Waiting) {
    let Some(source) = waiting.scope.source else { return };
    let (text, you) = (how_it_joins(play.state, &waiting, source), waiting.scope.waits_with());
    let (delayed, by_trigger) = (waiting.delayed, waiting.scope.triggered);
    play.state.table.pool.push(waiting);
    let step = play.record(StepKind::Triggers, text).actor(you).about(&[source]);
    match (delayed, by_trigger) {
        (false, _) => step.ruling(cite::POOL),
        (true, true) => step.ruling(cite::LATER),
        // What an activated ability, a Battle card or a Mission sets up is no triggered ability's.
        (true, false) => step.effect_of(Some(source)),
    }
}

fn how_it_joins(state: &State, waiting: &Waiting, source: CardId) -> String {
    let id = state.table.id(source);
    if waiting.delayed {
        return format!("What {id} set up for later is due.");
    }
    match waiting.scope.given_by.map(|player| state.table.name(player)) {
        None => format!("An ability of {id} triggers and joins those waiting."),
        Some(player) => {
            format!("An ability that {player} gave {id} triggers and joins those of {player} that wait.")
        }
    }
}

/// The bounties a player is owed for a unit wait with what his build step brings about.
pub(crate) fn collect_bounties(play: &mut Play<'_>, player: Player, hunter: CardId) {
    let owed = std::mem::take(&mut play.state.table.memory.bounties);
    let his = |owed: &table::Owed| owed.scope.you == player && owed.scope.source == Some(hunter);
    let (mine, rest): (Vec<_>, Vec<_>) = owed.into_iter().partition(his);
    play.state.table.memory.bounties = rest;
    for owed in mine {
        let waiting = waiting(play.state, &owed.effects, &[], owed.scope, true);
        join(play, waiting);
    }
}

/// Whether a card or an ability is taking effect.
pub(crate) fn effect_in_progress(state: &State) -> bool {
    state.table.performing
        || state
            .stack
            .iter()
            .any(|frame| matches!(frame, Frame::Program(_) | Frame::Task(Task::Play(_) | Task::Release)))
}

/// Whether a chance to reroll or to prevent is open.
fn special_chance(state: &State) -> bool {
    state.stack.iter().any(
        |frame| matches!(frame, Frame::Window(w) if matches!(w.moment.kind, Kind::Reroll | Kind::Prevention)),
    )
}

/// The newest frame that is not just a player ordering his abilities.
fn top(state: &State) -> Option<&Frame> {
    state.stack.iter().rev().find(|frame| !matches!(frame, Frame::Task(Task::Order(_))))
}

/// Whether a waiting ability could take effect now.
fn usable(state: &State, waiting: &Waiting) -> bool {
    let on = |ruling| state.switches.on(ruling);
    let here = if let Some(Frame::Window(window)) = top(state) { Some(window.moment.kind) } else { None };
    match waiting.class {
        Class::Rerolls => {
            (here == Some(Kind::Reroll) && on(cite::EXCEPTIONS))
                || (!on(cite::HELD_REROLLS) && free(state, waiting))
        }
        Class::Prevents => {
            (here == Some(Kind::Prevention) && on(cite::EXCEPTIONS))
                || (!on(cite::HELD_PREVENTION) && free(state, waiting))
        }
        Class::Other => free(state, waiting),
    }
}

/// Whether nothing holds an ability.
fn free(state: &State, waiting: &Waiting) -> bool {
    let on = |ruling| state.switches.on(ruling);
    let by_effect = effect_in_progress(state)
        && if waiting.during_effect { on(cite::TRIGGERS_WAIT) } else { on(cite::HELD_BY_EFFECTS) };
    let by_chance = special_chance(state)
        && if waiting.during_chance { on(cite::HELD_BY_CHANCE) } else { on(cite::NO_OTHERS) };
    !by_effect && !by_chance && !between(state)
}

/// Between a chance and what it is about, and at the end of an attack played without general.2,
/// nothing takes effect.
fn between(state: &State) -> bool {
    let attack_first =
        !state.switches.on(cite::ATTACK) && state.table.attack.as_ref().is_some_and(|attack| attack.damaged);
    match top(state) {
        Some(Frame::Sequence(sequence)) => !sequence.done || attack_first,
        Some(Frame::Task(task)) => matches!(task, Task::Dice(_)) || attack_first,
        Some(Frame::Window(_) | Frame::Program(_)) | None => attack_first,
    }
}

/// Looks at the pool: what can take effect does. Returns whether anything was done.
pub(crate) fn settle(play: &mut Play<'_>) -> bool {
    if play.state.table.pool.is_empty()
        || matches!(play.state.stack.last(), Some(Frame::Task(Task::Order(_))))
    {
        return false;
    }
    let could: Vec<usize> = usable_now(play.state);
    hold(play, &could);
    let Some(first) = could.first().copied() else { return false };
    if !play.state.switches.on(cite::DARK_FIRST) {
        take_effect(play, first);
        return true;
    }
    let of = |player: Player| {
        let pool = &play.state.table.pool;
        could.iter().copied().filter(|at| pool[*at].scope.waits_with() == player).collect::<Vec<_>>()
    };
    let (player, mine) = if of(DARK).is_empty() { (LIGHT, of(LIGHT)) } else { (DARK, of(DARK)) };
    match distinct(play.state, &mine).as_slice() {
        [one] => take_effect(play, *one),
        _ => play.begin(Task::Order(player)),
    }
    true
}

/// What cannot take effect now is held; it is said by which rule.
fn hold(play: &mut Play<'_>, could: &[usize]) {
    let (effect, chance) = (effect_in_progress(play.state), special_chance(play.state));
    let mut said = Vec::new();
    for (at, waiting) in play.state.table.pool.iter_mut().enumerate() {
        if waiting.held || could.contains(&at) {
            continue;
        }
        let reasons = reasons_to_wait(waiting, effect, chance);
        if reasons.is_empty() {
            continue;
        }
        // Rerolls and prevention are reported when they wait; nothing is lost by their waiting.
        let narrated = waiting.class != Class::Other && waiting.narrated;
        waiting.held |= waiting.class == Class::Other;
        if !narrated {
            waiting.narrated = true;
            said.push((waiting.scope.waits_with(), waiting.scope.source, reasons));
        }
    }
    for (you, source, reasons) in said {
        let about: Vec<CardId> = source.into_iter().collect();
        for (why, ruling) in reasons {
            let text = format!("The ability of {} waits {why}.", narrate::names(play.state, &about));
            play.record(StepKind::Held, text).actor(you).about(&about).ruling(ruling);
        }
    }
}

/// Until when an ability waits while something takes effect, or in a chance, and by which ruling.
fn reasons_to_wait(waiting: &Waiting, effect: bool, chance: bool) -> Vec<(&'static str, &'static str)> {
    let triggered =
        |during: bool, by: &'static str, otherwise: &'static str| if during { by } else { otherwise };
    match waiting.class {
        Class::Rerolls => vec![("for a chance to reroll", cite::HELD_REROLLS)],
        Class::Prevents => vec![("for a chance to prevent damage", cite::HELD_PREVENTION)],
        Class::Other => {
            let of_effect = triggered(waiting.during_effect, cite::TRIGGERS_WAIT, cite::HELD_BY_EFFECTS);
            let of_chance = triggered(waiting.during_chance, cite::HELD_BY_CHANCE, cite::NO_OTHERS);
            let effect_first = effect.then_some(("until what is taking effect is done", of_effect));
            // An effect within the chance is done before the chance has passed.
            let chance = chance && (waiting.during_chance || !effect);
            effect_first
                .into_iter()
                .chain(chance.then_some(("until the chance has passed", of_chance)))
                .collect()
        }
    }
}

fn usable_now(state: &State) -> Vec<usize> {
    let pool = state.table.pool.iter().enumerate();
    pool.filter(|(_, waiting)| usable(state, waiting)).map(|(at, _)| at).collect()
}

/// Of waiting abilities those that differ: of equal ones of one card the first comes first, and nobody is
/// asked.
fn distinct(state: &State, of: &[usize]) -> Vec<usize> {
    let pool = &state.table.pool;
    let alike = |one: &usize, other: &usize| {
        let scope = |at: usize| Scope { event: None, ..pool[at].scope.clone() };
        let (one, other) = (*one, *other);
        pool[one].effects == pool[other].effects
            && pool[one].conditions == pool[other].conditions
            && scope(one) == scope(other)
    };
    let first = |(n, at): &(usize, &usize)| !of[..*n].iter().any(|before| alike(before, at));
    of.iter().enumerate().filter(first).map(|(_, at)| *at).collect()
}

/// A player chooses which of his waiting abilities takes effect next.
pub(crate) fn order(player: Player, play: &mut Play<'_>) -> Turn {
    let mut mine = usable_now(play.state);
    mine.retain(|at| play.state.table.pool[*at].scope.waits_with() == player);
    let options = distinct(play.state, &mine).into_iter().map(|at| Choice::Nth(at as u8));
    let options: Vec<Choice> = options.collect();
    if options.is_empty() {
        return Ok(Flow::Done(true));
    }
    let Answer::One(Choice::Nth(at)) =
        play.decide(player, Topic::Pool, Shape::One { options, pass: false })?
    else {
        return Ok(Flow::Wait);
    };
    let name = play.state.table.name(player).to_owned();
    let about: Vec<CardId> = play.state.table.pool[usize::from(at)].scope.source.into_iter().collect();
    let text = format!("{name} chooses which of the waiting abilities takes effect next.");
    if player == DARK {
        play.record(StepKind::Orders, text).actor(player).about(&about).ruling(cite::DARK_FIRST);
    } else {
        let what = "in which order one Light Side player's waiting abilities take effect".to_owned();
        play.record(StepKind::Orders, text).actor(player).about(&about).basis(Basis::Unspecified(what));
    }
    take_effect(play, usize::from(at));
    Ok(Flow::Done(true))
}

/// A waiting ability takes effect.
fn take_effect(play: &mut Play<'_>, at: usize) {
    if merge(play, at) {
        return;
    }
    let waiting = play.state.table.pool.remove(at);
    let lost = lost(play.state, &waiting);
    let about: Vec<CardId> = waiting.scope.source.into_iter().collect();
    let name = narrate::names(play.state, &about);
    if let Some(ruling) = lost {
        let text = format!("The waiting ability of {name} is lost.");
        play.record(StepKind::Lost, text).actor(waiting.scope.waits_with()).about(&about).ruling(ruling);
        return;
    }
    let ruling = if waiting.held { cite::AFTERWARDS } else { why_now(play.state, &waiting) };
    play.record(StepKind::TakesEffect, format!("The ability of {name} takes effect."))
        .actor(waiting.scope.waits_with())
        .about(&about)
        .ruling(ruling);
    let scope = Scope { ruling: waiting.ruling, ..waiting.scope };
    begin(play, waiting.effects, scope);
}

fn why_now(state: &State, waiting: &Waiting) -> &'static str {
    match waiting.class {
        // While another card or ability is taking effect, only these can.
        Class::Rerolls | Class::Prevents if effect_in_progress(state) => cite::HELD,
        // Not held in the chances of their own kind: the two exceptions.
        Class::Rerolls | Class::Prevents => cite::EXCEPTIONS,
        Class::Other => cite::DARK_FIRST,
    }
}

/// Without some rulings a waiting ability can be lost; by which one.
fn lost(state: &State, waiting: &Waiting) -> Option<&'static str> {
    if waiting.held && !state.switches.on(cite::AFTERWARDS) {
        return Some(cite::AFTERWARDS);
    }
    let there = |id: CardId| !is_unit(state, id) || in_arena(state, id).is_some();
    let still = waiting.delayed
        || (all_hold(state, &waiting.conditions, &waiting.scope) && waiting.scope.source.is_none_or(there));
    (!state.switches.on(cite::POOL) && !still).then_some(cite::POOL)
}

/// Locations whose damage one event calls for: all dice are rolled, then there is one chance to
/// prevent damage. Returns whether several were taken together.
fn merge(play: &mut Play<'_>, at: usize) -> bool {
    if !play.state.switches.on(cite::TWO_LOCATIONS) || !play.state.switches.on(cite::ALL_UNITS) {
        return false;
    }
    let first = play.state.table.pool[at].clone();
    let together =
        |state: &State, other: &Waiting| other.event == first.event && damaging_location(state, other);
    if !together(play.state, &first) {
        return false;
    }
    let pool = std::mem::take(&mut play.state.table.pool);
    let state = &*play.state;
    let (mut taken, rest): (Vec<Waiting>, Vec<Waiting>) = pool.into_iter().partition(|w| together(state, w));
    play.state.table.pool = rest;
    if taken.len() < 2 {
        play.state.table.pool.insert(at.min(play.state.table.pool.len()), first);
        return false;
    }
    // The one chosen first comes first, then its player's others, then the opponent's.
    taken.sort_by_key(|w| {
        (w.scope.waits_with() != first.scope.waits_with(), w.scope.source != first.scope.source)
    });
    let about: Vec<CardId> = taken.iter().filter_map(|w| w.scope.source).collect();
    let text = format!(
        "{}: all dice are rolled, then there is one chance to prevent damage.",
        narrate::names(play.state, &about)
    );
    play.record(StepKind::Together, text).actor(first.scope.you).about(&about).ruling(cite::TWO_LOCATIONS);
    for waiting in taken {
        let scope = Scope { gather: true, ..waiting.scope };
        play.push(program(waiting.effects, scope));
    }
    play.begin(Task::Release);
    true
}

fn damaging_location(state: &State, waiting: &Waiting) -> bool {
    let location = waiting.scope.source.is_some_and(|id| printed_type(state, id) == Some(CardType::Location));
    let damages = |effect: &Effect| matches!(effect, Effect::Dice { .. } | Effect::Damage { .. });
    location && !waiting.effects.is_empty() && waiting.effects.iter().all(damages)
}

fn program(effects: Vec<Effect>, scope: Scope) -> Frame {
    Frame::Program(Program::new(effects.into_iter().map(Arc::new).collect(), scope, false))
}

/// Begins to carry out an effect. Without multiple.2 its damage is prevented and taken at its end.
pub(crate) fn begin(play: &mut Play<'_>, effects: Vec<Effect>, scope: Scope) {
    if play.state.switches.on(cite::IN_THE_MIDDLE) || scope.gather {
        play.push(program(effects, scope));
        return;
    }
    play.push(program(effects, Scope { gather: true, ..scope }));
    play.begin(Task::Release);
}

/// Abilities that only allow rerolls or prevent damage have nothing left to do when an attack, or the
/// turn, is over.
pub(crate) fn forget(play: &mut Play<'_>) {
    play.state.table.pool.retain(|waiting| waiting.class == Class::Other);
}
