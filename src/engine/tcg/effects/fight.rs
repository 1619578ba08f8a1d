//! Instructions that touch a fight: damage, its prevention, dice, the defender, disrupting.

use std::sync::Arc;

use super::choosing::select;
use super::program::{done, own, say};
use crate::engine::cards::wording::pluralize;
use crate::engine::kernel::{Answer, Flow, InstructionStage, Shape};
use crate::engine::tcg::legality::attackers;
use crate::engine::tcg::resolution::damage::{doubled, in_build_zone, prevent, push_pending_damage};
use crate::engine::tcg::resolution::dice::{Dice, choices, open_dice, turn_die};
use crate::engine::tcg::state::choice::{Choice, Topic};
use crate::engine::tcg::state::event::Hurt;
use crate::engine::tcg::state::filter::{amount, candidates, named};
use crate::engine::tcg::state::narrate::names;
use crate::engine::tcg::state::scope::Scope;
use crate::engine::tcg::state::table::{CardId, Delayed, other};
use crate::engine::tcg::state::values;
use crate::engine::tcg::state::values::{in_arena, units_in};
use crate::engine::tcg::vocabulary::steps::StepKind;
use crate::engine::tcg::vocabulary::{
    Amount, Divided, Effect, EventKind, Filter, Keyword, Ref, RerollWord, Select, Trigger, cite,
};
use crate::engine::tcg::{Frame, Play, Program, State, Task, Turn};

/// Damage and dice of damage to one or more units. All dice are rolled, in the order the card's
/// controller chooses, before there is one chance to prevent the damage (qa.asteroid-field).
pub(super) fn damages(
    program: &mut Program,
    effect: &Effect,
    targets: Vec<CardId>,
    play: &mut Play<'_>,
) -> Turn {
    let order: Arc<str> = format!("order@{}", program.at).into();
    let rolls = matches!(effect, Effect::Dice { .. });
    let targets = match program.scope.bound.get(&order) {
        Some(order) => order.clone(),
        None if rolls && targets.len() > 1 => return order_dice(program, order, targets, play),
        None => targets,
    };
    program.stage = InstructionStage::Begun;
    let together = play.state.switches.on(cite::ALL_UNITS);
    let groups: Vec<Vec<CardId>> =
        if together { vec![targets] } else { targets.into_iter().map(|id| vec![id]).collect() };
    for group in groups {
        match effect {
            Effect::Dice { amount: n, by, unpreventable, .. } => {
                let n = amount(play.state, n, &program.scope, 0);
                let dice = group.into_iter().map(|id| (id, n)).collect();
                let by = damage_source(program, by.as_ref(), play.state);
                roll(program, dice, (by, *unpreventable), play);
            }
            Effect::Damage { amount: n, by, unpreventable, no_evade, .. } => {
                let n = amount(play.state, n, &program.scope, 0);
                let by = damage_source(program, by.as_ref(), play.state);
                let bars = Bars { unpreventable: *unpreventable, no_evade: *no_evade };
                hit(program, group.into_iter().map(|id| (id, n)).collect(), (by, bars), play);
            }
            // Nothing else is handed to this function.
            _ => return done(),
        }
    }
    Ok(Flow::Wait)
}

/// The player of an effect says in which order its dice are rolled.
fn order_dice(program: &mut Program, order: Arc<str>, targets: Vec<CardId>, play: &mut Play<'_>) -> Turn {
    let you = program.scope.you;
    let ordered = play.choose_order(you, Topic::DiceOrder(program.scope.source), targets)?;
    let text = format!("Dice are rolled in this order: {}.", names(play.state, &ordered));
    play.record(StepKind::DiceOrder, text).actor(you).about(&ordered).ruling(cite::ALL_UNITS);
    program.scope.bound.insert(order, ordered);
    Ok(Flow::Wait)
}

/// What does the damage: the card so named, or the one the effect comes from.
fn damage_source(program: &Program, by: Option<&Ref>, state: &State) -> Option<CardId> {
    match by {
        Some(name) => named(state, &program.scope, name).first().copied().or(program.scope.source),
        None => program.scope.source,
    }
}

/// Dice of damage are rolled.
fn roll(
    program: &Program,
    dice: Vec<(CardId, u32)>,
    (by, unpreventable): (Option<CardId>, bool),
    play: &mut Play<'_>,
) {
    let scope = &program.scope;
    // What affects attacks does not affect dice of damage (general.4).
    let shields = |id: CardId| {
        if play.state.switches.on(cite::DICE_NO_ATTACK) {
            0
        } else {
            u32::try_from(values::keyword(play.state, id, Keyword::Shields)).unwrap_or(0)
        }
    };
    let dice: Vec<(CardId, u32)> =
        dice.into_iter().map(|(id, n)| (id, n.saturating_sub(shields(id)))).collect();
    let mut dice = Dice::new(scope.you, by, dice);
    (dice.gather, dice.unpreventable) = (scope.gather, unpreventable);
    for roll in &mut dice.rolls {
        roll.in_build_zone = in_build_zone(play.state, roll.to);
    }
    play.begin(Task::Dice(dice));
}

/// What cannot be done about damage.
#[derive(Clone, Copy, Default)]
struct Bars {
    unpreventable: bool,
    no_evade: bool,
}

/// Damage is done.
fn hit(
    program: &Program,
    parts: Vec<(CardId, u32)>,
    (by, Bars { unpreventable, no_evade }): (Option<CardId>, Bars),
    play: &mut Play<'_>,
) {
    let scope = &program.scope;
    let mut hurts = Vec::new();
    for (to, amount) in parts {
        let pending = Hurt {
            to,
            amount,
            from: by,
            by: scope.you,
            attack: false,
            prevented: 0,
            unpreventable,
            no_evade,
            in_build_zone: in_build_zone(play.state, to),
        };
        hurts.push(doubled(play, pending, false));
    }
    push_pending_damage(play, hurts, scope.gather);
}

/// The units among which something is divided, with how much of it may go to each.
fn limits(state: &State, program: &Program, (n, what): (u32, Divided), among: &Filter) -> Vec<(Choice, u32)> {
    let limit = |id: CardId| match what {
        Divided::Healing => state.table.card(id).damage.min(n),
        Divided::Damage | Divided::Dice | Divided::DamageCounters => n,
    };
    candidates(state, among, &program.scope).into_iter().map(|id| (Choice::Card(id), limit(id))).collect()
}

/// Damage, dice or counters are divided among units, as the effect's player likes.
pub(super) fn divide(
    program: &mut Program,
    (n, up_to, what): (&Amount, bool, Divided),
    among: &Filter,
    at_most: Option<u32>,
    play: &mut Play<'_>,
) -> Turn {
    if program.stage != InstructionStage::New {
        return done();
    }
    let n = amount(play.state, n, &program.scope, 0);
    let options = limits(play.state, program, (n, what), among);
    let most = options.iter().map(|(_, most)| most).sum::<u32>().min(n);
    if most == 0 {
        return done();
    }
    let shape = Shape::Split { options, min: if up_to { 0 } else { most }, max: most };
    let answer = play.decide(program.scope.you, Topic::Divide(program.scope.source, at_most), shape)?;
    let Answer::Split(parts) = answer else { return done() };
    let parts: Vec<(CardId, u32)> = parts
        .into_iter()
        .filter_map(|(choice, n)| match choice {
            Choice::Card(id) if n > 0 => Some((id, n)),
            _ => None,
        })
        .collect();
    program.stage = InstructionStage::Begun;
    for (id, n) in &parts {
        let go = if *n == 1 { "goes" } else { "go" };
        let text = format!("{n} of what is divided {go} to {}.", play.state.table.id(*id));
        say(program, StepKind::Divides, text, &[*id], play);
    }
    match what {
        Divided::Damage => hit(program, parts, (program.scope.source, Bars::default()), play),
        Divided::Dice => roll(program, parts, (program.scope.source, false), play),
        Divided::DamageCounters => return put_damage(program, parts, play),
        Divided::Healing => take_damage(program, parts, play),
    }
    Ok(Flow::Wait)
}

/// Damage counters are taken from units.
fn take_damage(program: &mut Program, parts: Vec<(CardId, u32)>, play: &mut Play<'_>) {
    for (id, n) in parts {
        play.state.table.card_mut(id).damage -= n;
        let text = format!("{} loses {}.", play.state.table.id(id), pluralize(n, "damage counter"));
        say(program, StepKind::Heals, text, &[id], play);
    }
}

/// Damage counters are put on units: no damage is done, and nothing can be prevented.
pub(super) fn put_damage(program: &mut Program, parts: Vec<(CardId, u32)>, play: &mut Play<'_>) -> Turn {
    for (id, n) in parts.into_iter().filter(|(_, n)| *n > 0) {
        if in_arena(play.state, id).is_none() && !in_build_zone(play.state, id) {
            continue;
        }
        let card = play.state.table.card_mut(id);
        (card.damage, card.hurt_by) = (card.damage + n, program.scope.source);
        card.hurt_in_attack = false;
        let text = format!("{} gets {}.", play.state.table.id(id), pluralize(n, "damage counter"));
        say(program, StepKind::DamageCounters, text, &[id], play);
    }
    done()
}

/// Damage pending on units is prevented.
pub(super) fn prevent_damage(program: &mut Program, n: u32, to: &[CardId], play: &mut Play<'_>) -> Turn {
    for card in to {
        let (you, source) = (program.scope.you, program.scope.source);
        program.scope.prevented += prevent(play, *card, n, you, source);
    }
    done()
}

/// Deflect: what is prevented, the unit may do to a unit in its arena.
pub(super) fn deflect(program: &mut Program, n: u32, play: &mut Play<'_>) -> Turn {
    let Some(unit) = program.scope.source else { return done() };
    if program.stage == InstructionStage::New {
        let (you, source) = (program.scope.you, program.scope.source);
        program.scope.prevented = prevent(play, unit, n, you, source);
        program.stage = InstructionStage::Begun;
        return Ok(Flow::Wait);
    }
    let there = in_arena(play.state, unit)
        .filter(|_| program.stage == InstructionStage::Begun && program.scope.prevented > 0);
    let Some(arena) = there else { return done() };
    let units = units_in(play.state, arena);
    let chosen = play.choose_cards(program.scope.you, Topic::Choose(Some(unit)), units, (0, 1))?;
    program.stage = InstructionStage::Finishing;
    if let Some(to) = chosen.first() {
        let text =
            format!("{} damage is deflected to {}.", program.scope.prevented, play.state.table.id(*to));
        say(program, StepKind::Deflects, text, &[*to], play);
        hit(program, vec![(*to, program.scope.prevented)], (Some(unit), Bars::default()), play);
    }
    Ok(Flow::Wait)
}

/// Which dice are rerolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// This many, or all there are: Lucky.
    So(u32),
    /// Any number.
    Any,
    All,
    /// Any number of the opponent's, who rolls them.
    Theirs,
}

impl From<RerollWord> for Which {
    fn from(word: RerollWord) -> Self {
        match word {
            RerollWord::Any => Self::Any,
            RerollWord::All => Self::All,
        }
    }
}

/// Rerolls dice in the chance now open: first which, then what each of them shows.
pub(super) fn reroll(program: &mut Program, which: Which, play: &mut Play<'_>) -> Turn {
    let you = program.scope.you;
    let source = program.scope.source;
    if let Some(die) = program.scope.rerolls.first().copied() {
        return reroll_one(program, which, die, play);
    }
    let Some((_, dice)) = open_dice(play.state) else { return done() };
    let options = choices(dice);
    let (min, max) = match which {
        Which::So(n) => ((n as usize).min(options.len()), (n as usize).min(options.len())),
        Which::Any => (0, options.len()),
        Which::Theirs => (1.min(options.len()), options.len()),
        Which::All => (options.len(), options.len()),
    };
    if max == 0 {
        return done();
    }
    let answer = match which {
        Which::All => Answer::Some(options),
        Which::So(_) | Which::Any | Which::Theirs => {
            play.decide(you, Topic::Reroll(source), Shape::Some { options, min, max })?
        }
    };
    let Answer::Some(chosen) = answer else { return done() };
    program.scope.rerolls = chosen
        .into_iter()
        .filter_map(|choice| match choice {
            Choice::Die(roll, die, shows) => Some((roll, die, shows)),
            _ => None,
        })
        .collect();
    Ok(if program.scope.rerolls.is_empty() { Flow::Done(true) } else { Flow::Wait })
}

/// What one of the dice shows now.
fn reroll_one(
    program: &mut Program,
    which: Which,
    (roll, die, old): (u8, u8, u8),
    play: &mut Play<'_>,
) -> Turn {
    let you = program.scope.you;
    let roller = if which == Which::Theirs { other(you) } else { you };
    let shape = Shape::Number { min: 1, max: 6 };
    if let Answer::Number(shows) = play.decide(roller, Topic::Rerolled(program.scope.source), shape)? {
        turn_die(play.state, roll, die, shows as u8);
        program.scope.rerolls.remove(0);
        let about = own(program);
        say(program, StepKind::Rerolls, format!("The {old} is rerolled: {shows}."), &about, play);
    }
    Ok(if program.scope.rerolls.is_empty() { Flow::Done(true) } else { Flow::Wait })
}

/// The unit becomes the defender of the same attack; if it cannot be attacked, nothing changes.
pub(super) fn intercept(program: &mut Program, play: &mut Play<'_>) -> Turn {
    let Some(unit) = program.scope.source else { return done() };
    if !attackers::can_be_attacked(play.state, unit) || in_arena(play.state, unit).is_none() {
        let text = format!("{} cannot be attacked: the defender stays the same.", play.state.table.id(unit));
        say(program, StepKind::WithoutEffect, text, &[unit], play);
        return done();
    }
    let Some(attack) = play.state.table.attack.as_mut() else { return done() };
    attack.defender = unit;
    let text = format!("{} is now the defender of the same attack.", play.state.table.id(unit));
    play.record(StepKind::Intercepts, text)
        .actor(program.scope.you)
        .about(&[unit])
        .ruling(cite::ONE_OPPORTUNITY);
    if !play.state.switches.on(cite::ONE_OPPORTUNITY) {
        play.state.table.used.clear();
    }
    done()
}

/// Another unit becomes the defender, if it can be attacked.
pub(super) fn redirect(program: &mut Program, to: &Select, play: &mut Play<'_>) -> Turn {
    let Some(unit) = select(program, to, play)?.first().copied() else { return done() };
    let arena = in_arena(play.state, unit);
    let there = play.state.table.attack.as_ref().is_some_and(|attack| Some(attack.arena) == arena);
    let name = play.state.table.id(unit).to_owned();
    if !there || !attackers::can_be_attacked(play.state, unit) {
        let text = format!("{name} cannot be attacked: the defender stays the same.");
        say(program, StepKind::WithoutEffect, text, &[unit], play);
        return done();
    }
    if let Some(attack) = play.state.table.attack.as_mut() {
        attack.defender = unit;
    }
    say(
        program,
        StepKind::Redirects,
        format!("{name} is now the defender of the same attack."),
        &[unit],
        play,
    );
    done()
}

/// Dice of damage to the attacker when the attack ends, even if the unit is gone by then.
pub(super) fn retaliate(program: &mut Program, n: Amount, play: &mut Play<'_>) -> Turn {
    let Some(attack) = play.state.table.attack.clone() else { return done() };
    let n = amount(play.state, &n, &program.scope, 0);
    let mut scope = Scope::new(program.scope.you, program.scope.source);
    scope.bound.insert("retaliated".into(), vec![attack.attacker]);
    let to = Select::Named("retaliated".into());
    let effects = vec![Effect::Dice { amount: Amount::Number(n), to, by: None, unpreventable: false }];
    let when = Trigger {
        event: EventKind::AttackEnds,
        card: None,
        by: None,
        player: None,
        arena: None,
        attack: None,
    };
    play.state.table.delayed.push(Delayed { when, r#if: Vec::new(), effects, scope, by_trigger: false });
    let attacker = play.state.table.id(attack.attacker);
    let text = format!("{} of damage to {attacker} when the attack ends.", pluralize(n, "die"));
    let about = own(program);
    say(program, StepKind::Retaliates, text, &about, play);
    done()
}

/// The Battle card, or the activated ability, being played is disrupted.
pub(super) fn disrupt(program: &mut Program, play: &mut Play<'_>) -> Turn {
    let state = &*play.state;
    let can = |frame: &Frame| {
        matches!(frame, Frame::Task(Task::Play(playing))
            if playing.can_be_disrupted(state) || playing.ability_can_be_disrupted(state))
    };
    let found = state.stack.iter().rposition(can);
    let Some(Frame::Task(Task::Play(playing))) = found.and_then(|at| play.state.stack.get_mut(at)) else {
        return done();
    };
    playing.disrupted = true;
    let card = playing.card;
    let text = format!("{} is disrupted: it has no effect.", play.state.table.id(card));
    say(program, StepKind::Disrupted, text, &[card], play);
    done()
}
