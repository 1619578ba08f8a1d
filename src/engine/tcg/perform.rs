//! The instructions of effects, one at a time.

use std::sync::Arc;

use super::ability::{Ability, Effect, EventKind, Gives, Select, Trigger, Who, Zone};
use super::choice::{Choice, Topic};
use super::damage::{hurt, pend, prevent};
use super::dice::{Dice, choices, open_dice, turn_die};
use super::event::Hurt;
use super::filter::{all_hold, amount, candidates, named, who};
use super::leave;
use super::playing::cards_of;
use super::pool::occur_if;
use super::scope::Scope;
use super::table::{CardId, Delayed, LIGHT, Lasting, Role};
use super::tell::{by_card, names, ruled, ruled_if};
use super::values::in_arena;
use super::{Asked, Frame, Play, Program, Task, Turn, attack, build, cite};
use crate::engine::kernel::{Answer, Flow, Player, Shape};

/// Carries out the instruction at which a program stands.
pub(super) fn perform(program: &mut Program, play: &mut Play<'_>) -> Turn {
    play.state.table.performing = true;
    let turn = instruction(program, play);
    play.state.table.performing = false;
    turn
}

fn instruction(program: &mut Program, play: &mut Play<'_>) -> Turn {
    let Some(effect) = program.list.get(program.at).cloned() else { return Ok(Flow::Done(true)) };
    match &*effect {
        Effect::Damage { to, .. } | Effect::Dice { to, .. } => {
            if program.part > 0 {
                return Ok(Flow::Done(true));
            }
            let targets = select(program, to, play)?;
            damages(program, &effect, targets, play)
        }
        Effect::Lucky(n) => reroll(program, Some(*n), play),
        Effect::Reroll(_) => reroll(program, None, play),
        Effect::May(effects) => may(program, effects, play),
        Effect::MayPay { force, effects } => may_pay(program, force, effects, play),
        Effect::PayUpTo { most, effects } => pay_up_to(program, most, effects, play),
        Effect::UnlessPaid { by, force, effects } => unless_paid(program, *by, *force, effects, play),
        Effect::DiscardCards { amount: n, player } => discard_cards(program, n, *player, play),
        Effect::RerollBuild => build::reroll(program, play),
        Effect::Gain { to, gives, until } => {
            let cards = select(program, to, play)?;
            for card in &cards {
                let arena = play.state.table.arena;
                let source = program.scope.source;
                let lasting = gives.iter().map(|gives| Lasting {
                    card: *card,
                    gives: gives.clone(),
                    until: *until,
                    arena,
                    source,
                });
                play.state.table.lasting.extend(lasting);
            }
            say(
                program,
                "gains",
                format!("{} gains what the effect says.", names(play.state, &cards)),
                &cards,
                play,
            );
            Ok(Flow::Done(true))
        }
        Effect::Tap(which) | Effect::Untap(which) => {
            let cards = select(program, which, play)?;
            let tapped = matches!(&*effect, Effect::Tap(_));
            for card in &cards {
                play.state.table.card_mut(*card).tapped = tapped;
            }
            let word = if tapped { "tapped" } else { "untapped" };
            say(program, word, format!("{}: {word}.", names(play.state, &cards)), &cards, play);
            Ok(Flow::Done(true))
        }
        Effect::Retreat(which) => each(program, which, play, |program, card, play| {
            leave::retreat(play, card);
            say(program, "retreats", format!("{} retreats.", play.state.table.id(card)), &[card], play);
        }),
        Effect::Discard(which) => each(program, which, play, |program, card, play| {
            let text = format!("{} is discarded.", play.state.table.id(card));
            leave::discard(play, card, program.scope.source, text, "effects");
        }),
        Effect::RemoveDamage { amount: n, from } => {
            let cards = select(program, from, play)?;
            for card in cards {
                let there = play.state.table.card(card).damage;
                let n = amount(play.state, n, &program.scope, there).min(there);
                play.state.table.card_mut(card).damage -= n;
                let text = format!("{n} damage counters are removed from {}.", play.state.table.id(card));
                say(program, "heals", text, &[card], play);
            }
            Ok(Flow::Done(true))
        }
        Effect::Counter { name, on } => each(program, on, play, |program, card, play| {
            *play.state.table.card_mut(card).counters.entry(name.as_str().into()).or_default() += 1;
            let text = format!("{} gets a {name} counter.", play.state.table.id(card));
            say(program, "counter", text, &[card], play);
        }),
        Effect::ToBuildZone { card, counters } => each(program, card, play, |program, card, play| {
            leave::to_build_zone(play, card, *counters);
            let text = format!(
                "{} goes facedown into the build zone with {counters} build counters.",
                play.state.table.id(card)
            );
            say(program, "build-zone", text, &[card], play);
        }),
        Effect::DiscardStack(which) => {
            each(program, which, play, |_, card, play| leave::discard_stack(play, card))
        }
        Effect::PutUnder { card, under } => {
            let cards = select(program, card, play)?;
            let host = named(play.state, &program.scope, under).first().copied();
            for card in cards {
                leave::put(play, card, Zone::Under);
                play.state.table.card_mut(card).host = host.map(|host| (host, Role::Hidden));
                let text = format!(
                    "{} is put facedown under {}.",
                    play.state.table.id(card),
                    names(play.state, &host.into_iter().collect::<Vec<_>>())
                );
                say(program, "set-aside", text, &[card], play);
            }
            Ok(Flow::Done(true))
        }
        other => {
            simple(program, other, play);
            Ok(Flow::Done(true))
        }
    }
}

/// Instructions that ask nothing.
fn simple(program: &mut Program, effect: &Effect, play: &mut Play<'_>) {
    let scope = program.scope.clone();
    match effect {
        Effect::GainForce { amount: n, player } => {
            gain_force(program, amount(play.state, n, &scope, 0), *player, play)
        }
        Effect::LoseForce { amount: n, player } => {
            let Some(player) = who(play.state, &scope, *player) else { return };
            let there = play.state.table.force(player);
            let n = amount(play.state, n, &scope, there).min(there);
            play.state.table.force[usize::from(player.0)] -= n;
            let text = format!("{} loses {n} Force.", play.state.table.name(player));
            say(program, "loses-force", text, &[], play);
        }
        Effect::Prevent { amount: n, to } => {
            for card in named(play.state, &scope, to) {
                let n = amount(play.state, n, &scope, u32::MAX);
                prevent(play, card, n, scope.you, scope.source);
            }
        }
        Effect::Evade(n) => {
            if let Some(card) = scope.source {
                prevent(play, card, *n, scope.you, scope.source);
            }
        }
        Effect::Intercept => intercept(program, play),
        Effect::Retaliate(n) => retaliate(program, n.clone(), play),
        Effect::Disrupt => disrupt(program, play),
        Effect::Draw { amount: n, player } => {
            let Some(player) = who(play.state, &scope, *player) else { return };
            let n = amount(play.state, n, &scope, 0);
            build::draw(play, player, n, scope.source);
        }
        Effect::BuildPoints { by, player } => {
            let Some(player) = who(play.state, &scope, *player) else { return };
            play.state.table.point_changes[usize::from(player.0)] += by;
            let text = format!("{} gets {by:+} build points.", play.state.table.name(player));
            say(program, "build-points", text, &scope.source.into_iter().collect::<Vec<_>>(), play);
        }
        Effect::When { r#if, then, otherwise } => {
            let branch = if all_hold(play.state, r#if, &scope) { then } else { otherwise };
            insert(program, branch);
        }
        Effect::Later { when, r#if, effects } => later(program, when, r#if, effects, play),
        _ => {}
    }
}

/// Records a step of an effect, on the basis of its card.
fn say(program: &Program, kind: &str, text: String, about: &[CardId], play: &mut Play<'_>) {
    by_card(play, kind, Some(program.scope.you), text, program.scope.source, about);
}

/// Puts instructions after the present one.
fn insert(program: &mut Program, effects: &[Effect]) {
    let at = program.at + 1;
    program.list.splice(at..at, effects.iter().cloned().map(Arc::new));
}

/// The cards of a selection; asks whoever has to choose.
fn select(program: &mut Program, select: &Select, play: &mut Play<'_>) -> Asked<Vec<CardId>> {
    let Select::Choose { choose, by, count, up_to, name } = select else {
        return Ok(match select {
            Select::Named(name) => named(play.state, &program.scope, name),
            Select::Each { each } => candidates(play.state, each, &program.scope),
            Select::Choose { .. } => Vec::new(),
        });
    };
    let key: Arc<str> = match name {
        Some(name) => name.as_str().into(),
        None => format!("choice@{}", program.at).into(),
    };
    if let Some(chosen) = program.scope.bound.get(&key) {
        return Ok(chosen.clone());
    }
    let options = candidates(play.state, choose, &program.scope);
    let chooser = who(play.state, &program.scope, *by).unwrap_or(program.scope.you);
    let max = (*count as usize).min(options.len());
    let mut chosen = Vec::new();
    if max > 0 {
        let options = options.into_iter().map(Choice::Card).collect();
        let shape = Shape::Some { options, min: if *up_to { 0 } else { max }, max };
        chosen = cards_of(play.ask(chooser, Topic::Choose(program.scope.source), shape)?);
    }
    program.scope.bound.insert(key, chosen.clone());
    Ok(chosen)
}

/// Does something with each card of a selection.
fn each(
    program: &mut Program,
    which: &Select,
    play: &mut Play<'_>,
    does: impl Fn(&Program, CardId, &mut Play<'_>),
) -> Turn {
    for card in select(program, which, play)? {
        does(program, card, play);
    }
    Ok(Flow::Done(true))
}

/// Damage and dice of damage to one or more units. All dice are rolled, in the order the card's
/// controller chooses, before there is one chance to prevent the damage (qa.asteroid-field).
fn damages(program: &mut Program, effect: &Effect, targets: Vec<CardId>, play: &mut Play<'_>) -> Turn {
    let targets: Vec<CardId> = targets.into_iter().filter(|id| in_arena(play.state, *id).is_some()).collect();
    let you = program.scope.you;
    let order: Arc<str> = format!("order@{}", program.at).into();
    let rolls = matches!(effect, Effect::Dice { .. });
    let targets = match program.scope.bound.get(&order) {
        Some(order) => order.clone(),
        None if rolls && targets.len() > 1 => {
            let items = targets.into_iter().map(Choice::Card).collect();
            let topic = Topic::DiceOrder(program.scope.source);
            let ordered = cards_of(play.ask(you, topic, Shape::Order { items })?);
            let text = format!("Dice are rolled in this order: {}.", names(play.state, &ordered));
            ruled_if(play, "dice-order", Some(you), text, cite::ALL_UNITS, &ordered);
            program.scope.bound.insert(order, ordered);
            return Ok(Flow::Wait);
        }
        None => targets,
    };
    program.part = 1;
    let together = play.state.switches.on(cite::ALL_UNITS);
    let groups: Vec<Vec<CardId>> =
        if together { vec![targets] } else { targets.into_iter().map(|id| vec![id]).collect() };
    for group in groups {
        one_group(program, effect, group, play);
    }
    Ok(Flow::Wait)
}

fn one_group(program: &Program, effect: &Effect, group: Vec<CardId>, play: &mut Play<'_>) {
    let scope = &program.scope;
    match effect {
        Effect::Dice { amount: n, .. } => {
            let mut dice = Vec::new();
            for id in group {
                let n = amount(play.state, n, scope, 0);
                // What affects attacks does not affect dice of damage (general.4).
                let shields = match play.state.switches.on(cite::DICE_NO_ATTACK) {
                    true => 0,
                    false => u32::try_from(super::values::keyword(play.state, id, "Shields")).unwrap_or(0),
                };
                dice.push((id, n.saturating_sub(shields)));
            }
            let mut dice = Dice::new(scope.you, scope.source, dice);
            dice.gather = scope.gather;
            play.push(Frame::Task(Task::Dice(dice)));
        }
        Effect::Damage { amount: n, .. } => {
            let n = amount(play.state, n, scope, 0);
            let mut hurts = Vec::new();
            for to in group {
                let pending =
                    Hurt { to, amount: n, from: scope.source, by: scope.you, attack: false, prevented: 0 };
                hurts.push(hurt(play, pending, false));
            }
            pend(play, hurts, scope.gather);
        }
        _ => {}
    }
}

/// Rerolls dice in the chance now open: first which, then what each of them shows.
fn reroll(program: &mut Program, n: Option<u32>, play: &mut Play<'_>) -> Turn {
    let you = program.scope.you;
    let source = program.scope.source;
    if let Some((roll, die, old)) = program.scope.rerolls.first().copied() {
        let shape = Shape::Number { min: 1, max: 6 };
        if let Answer::Number(shows) = play.ask(you, Topic::Rerolled(source), shape)? {
            turn_die(play.state, roll, die, shows as u8);
            program.scope.rerolls.remove(0);
            let text = format!("The {old} is rerolled: {shows}.");
            say(program, "rerolls", text, &source.into_iter().collect::<Vec<_>>(), play);
        }
        return Ok(if program.scope.rerolls.is_empty() { Flow::Done(true) } else { Flow::Wait });
    }
    let Some((_, dice)) = open_dice(play.state) else { return Ok(Flow::Done(true)) };
    let options = choices(dice);
    let max = n.map_or(options.len(), |n| (n as usize).min(options.len()));
    if max == 0 {
        return Ok(Flow::Done(true));
    }
    // Lucky rerolls exactly so many dice, or all there are.
    let min = if n.is_some() { max } else { 0 };
    let answer = play.ask(you, Topic::Reroll(source), Shape::Some { options, min, max })?;
    let Answer::Some(chosen) = answer else { return Ok(Flow::Done(true)) };
    program.scope.rerolls = chosen
        .into_iter()
        .filter_map(|choice| match choice {
            Choice::Die(roll, die, shows) => Some((roll, die, shows)),
            _ => None,
        })
        .collect();
    Ok(if program.scope.rerolls.is_empty() { Flow::Done(true) } else { Flow::Wait })
}

fn may(program: &mut Program, effects: &[Effect], play: &mut Play<'_>) -> Turn {
    let topic = Topic::May(program.scope.source);
    if play.ask(program.scope.you, topic, Shape::YesNo)? == Answer::Yes(true) {
        insert(program, effects);
    } else {
        let text = "What the ability allows is not done.".into();
        say(program, "declines", text, &program.scope.source.into_iter().collect::<Vec<_>>(), play);
    }
    Ok(Flow::Done(true))
}

fn pay(play: &mut Play<'_>, player: Player, force: u32, program: &Program) {
    play.state.table.force[usize::from(player.0)] -= force.min(play.state.table.force(player));
    let text = format!("{} pays {force} Force.", play.state.table.name(player));
    let about: Vec<CardId> = program.scope.source.into_iter().collect();
    by_card(play, "pays", Some(player), text, program.scope.source, &about);
}

fn may_pay(
    program: &mut Program,
    force: &super::ability::Amount,
    effects: &[Effect],
    play: &mut Play<'_>,
) -> Turn {
    let you = program.scope.you;
    let force = amount(play.state, force, &program.scope, 0);
    if play.state.table.force(you) < force {
        return Ok(Flow::Done(true));
    }
    if play.ask(you, Topic::Pay(program.scope.source), Shape::YesNo)? == Answer::Yes(true) {
        pay(play, you, force, program);
        program.scope.paid = force;
        insert(program, effects);
    }
    Ok(Flow::Done(true))
}

fn pay_up_to(
    program: &mut Program,
    most: &super::ability::Amount,
    effects: &[Effect],
    play: &mut Play<'_>,
) -> Turn {
    let you = program.scope.you;
    let max = amount(play.state, most, &program.scope, 0).min(play.state.table.force(you));
    if let Answer::Number(n) =
        play.ask(you, Topic::Pay(program.scope.source), Shape::Number { min: 0, max })?
    {
        pay(play, you, n, program);
        program.scope.paid = n;
        insert(program, effects);
    }
    Ok(Flow::Done(true))
}

fn unless_paid(program: &mut Program, by: Who, force: u32, effects: &[Effect], play: &mut Play<'_>) -> Turn {
    let payer = who(play.state, &program.scope, by).unwrap_or(program.scope.you);
    let topic = Topic::Pay(program.scope.source);
    let pays =
        play.state.table.force(payer) >= force && play.ask(payer, topic, Shape::YesNo)? == Answer::Yes(true);
    match pays {
        true => pay(play, payer, force, program),
        false => insert(program, effects),
    }
    Ok(Flow::Done(true))
}

/// A player discards cards from his hand; he chooses which.
fn discard_cards(
    program: &mut Program,
    n: &super::ability::Amount,
    player: Who,
    play: &mut Play<'_>,
) -> Turn {
    let Some(player) = who(play.state, &program.scope, player) else { return Ok(Flow::Done(true)) };
    let table = &play.state.table;
    let hand: Vec<CardId> = table
        .ids()
        .filter(|id| table.card(*id).zone == Zone::Hand && table.card(*id).owner == player)
        .collect();
    let n = (amount(play.state, n, &program.scope, hand.len() as u32) as usize).min(hand.len());
    let mut chosen = hand.clone();
    if n < hand.len() && n > 0 {
        let options = hand.into_iter().map(Choice::Card).collect();
        let topic = Topic::Discard(program.scope.source);
        chosen = cards_of(play.ask(player, topic, Shape::Some { options, min: n, max: n })?);
    }
    for card in chosen.into_iter().take(n) {
        leave::put(play, card, Zone::Discard);
        let text = format!("{} is discarded from hand.", play.state.table.id(card));
        say(program, "discards", text, &[card], play);
    }
    Ok(Flow::Done(true))
}

/// Force is gained once (general.6).
fn gain_force(program: &mut Program, n: u32, player: Who, play: &mut Play<'_>) {
    let Some(player) = who(play.state, &program.scope, player) else { return };
    play.state.table.force[usize::from(player.0)] += n;
    let text = format!("{} gains {n} Force.", play.state.table.name(player));
    let about: Vec<CardId> = program.scope.source.into_iter().collect();
    ruled_if(play, "gains-force", Some(player), text, cite::ONE_SHOT, &about);
    if !play.state.switches.on(cite::ONE_SHOT) {
        play.state.table.income.push((player, n));
    }
}

/// The unit becomes the defender of the same attack; if it cannot be attacked, nothing changes.
fn intercept(program: &mut Program, play: &mut Play<'_>) {
    let Some(unit) = program.scope.source else { return };
    if !attack::can_be_attacked(play.state, unit) || in_arena(play.state, unit).is_none() {
        let text = format!("{} cannot be attacked: the defender stays the same.", play.state.table.id(unit));
        say(program, "without-effect", text, &[unit], play);
        return;
    }
    let Some(attack) = play.state.table.attack.as_mut() else { return };
    attack.defender = unit;
    let text = format!("{} is now the defender of the same attack.", play.state.table.id(unit));
    ruled(play, "intercepts", Some(program.scope.you), text, cite::ONE_OPPORTUNITY, &[unit]);
    if !play.state.switches.on(cite::ONE_OPPORTUNITY) {
        play.state.table.used.clear();
    }
}

/// Dice of damage to the attacker when the attack ends, even if the unit is gone by then.
fn retaliate(program: &mut Program, n: super::ability::Amount, play: &mut Play<'_>) {
    let Some(attack) = play.state.table.attack.clone() else { return };
    let n = amount(play.state, &n, &program.scope, 0);
    let mut scope = Scope::new(program.scope.you, program.scope.source);
    scope.bound.insert("retaliated".into(), vec![attack.attacker]);
    let effects = vec![Effect::Dice {
        amount: super::ability::Amount::Number(n),
        to: Select::Named("retaliated".into()),
    }];
    let when = Trigger {
        event: EventKind::AttackEnds,
        card: None,
        by: None,
        player: None,
        arena: None,
        attack: None,
    };
    play.state.table.delayed.push(Delayed { when, r#if: Vec::new(), effects, scope });
    let text =
        format!("{n} dice of damage to {} when the attack ends.", play.state.table.id(attack.attacker));
    let about: Vec<CardId> = program.scope.source.into_iter().collect();
    say(program, "retaliates", text, &about, play);
}

/// The Battle card being played is disrupted.
fn disrupt(program: &mut Program, play: &mut Play<'_>) {
    let state = &*play.state;
    let found = state.stack.iter().rposition(
        |frame| matches!(frame, Frame::Task(Task::Play(playing)) if playing.can_be_disrupted(state)),
    );
    let Some(Frame::Task(Task::Play(playing))) = found.and_then(|at| play.state.stack.get_mut(at)) else {
        return;
    };
    playing.disrupted = true;
    let card = playing.card;
    let text = format!("{} is disrupted: it has no effect.", play.state.table.id(card));
    say(program, "disrupted", text, &[card], play);
}

/// An effect is set up for later (triggered.1).
fn later(
    program: &mut Program,
    when: &Trigger,
    conditions: &[super::ability::Condition],
    effects: &[Effect],
    play: &mut Play<'_>,
) {
    let about: Vec<CardId> = program.scope.source.into_iter().collect();
    if !play.state.switches.on(cite::LATER) {
        insert(program, effects);
        return;
    }
    let mut scope = program.scope.clone();
    // What the names of the trigger stood for is kept under names of its own.
    for name in ["it", "source", "attacker", "defender"] {
        let cards = named(play.state, &program.scope, name);
        scope.bound.insert(format!("that-{name}").into(), cards);
    }
    let delayed = Delayed { when: when.clone(), r#if: conditions.to_vec(), effects: effects.to_vec(), scope };
    play.state.table.delayed.push(delayed);
    ruled(play, "sets-up", Some(program.scope.you), "An effect is set up for later.", cite::LATER, &about);
}

/// Triggers the abilities that answer the roll for build points but do not reroll it.
pub(super) fn build_roll(play: &mut Play<'_>, rerolling: bool) {
    let roll = play.state.table.build_roll.unwrap_or(0);
    let event = super::event::Event::new(EventKind::BuildRoll).player(LIGHT).amount(roll);
    let rerolls = |ability: &Ability| ability.any_effect(&|effect| *effect == Effect::RerollBuild);
    occur_if(play, event, &|ability| rerolls(ability) == rerolling);
}

/// What an effect gives, for the legality of targets.
pub(super) fn forbids_evade(state: &super::State, id: CardId) -> bool {
    super::values::is_given(state, id, &Gives::CannotEvade)
}
