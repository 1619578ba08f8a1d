//! The instructions of effects, one at a time: which function carries out which.

use super::choosing::{select, touched};
use super::program::{done, of, own, say};
use super::{deck, fight, lasting, moving, paying};
use crate::engine::cards::wording;
use crate::engine::kernel::{Answer, Flow, InstructionStage, Shape};
use crate::engine::tcg::resolution::damage::in_build_zone;
use crate::engine::tcg::resolution::drawing;
use crate::engine::tcg::resolution::playing::{choose_arena, choose_mode};
use crate::engine::tcg::state::choice::Topic;
use crate::engine::tcg::state::filter::{all_hold, candidates, named, who};
use crate::engine::tcg::state::scope::bind;
use crate::engine::tcg::state::table::{CardId, LIGHT};
use crate::engine::tcg::state::values::in_arena;
use crate::engine::tcg::state::{scope, table};
use crate::engine::tcg::turn::build;
use crate::engine::tcg::vocabulary::steps::StepKind;
use crate::engine::tcg::vocabulary::{Amount, Effect, Filter, Mode, Select, Who, Zone, readback};
use crate::engine::tcg::{Play, Program, State, Turn};

/// Carries out the instruction at which a program stands.
pub(crate) fn perform(program: &mut Program, play: &mut Play<'_>) -> Turn {
    play.state.table.performing = true;
    let turn = match program.list.get(program.at).cloned() {
        Some(effect) => carry_out(program, &effect, play),
        None => Ok(Flow::Done(true)),
    };
    play.state.table.performing = false;
    turn
}

/// What each instruction does.
fn carry_out(program: &mut Program, effect: &Effect, play: &mut Play<'_>) -> Turn {
    match effect {
        Effect::GainForce { amount: n, player } => {
            let n = of(program, n, play, 0);
            paying::gain_force(program, n, *player, play)
        }
        Effect::LoseForce { amount, player } => paying::lose_force(program, amount, *player, play),
        Effect::Damage { to, .. } | Effect::Dice { to, .. } => {
            if program.stage != InstructionStage::New {
                return done();
            }
            let mut targets = select(program, to, play)?;
            targets.retain(|id| can_be_hit(program, to, *id, play.state));
            fight::damages(program, effect, targets, play)
        }
        Effect::Divide { amount, what, among, at_most, up_to } => {
            fight::divide(program, (amount, *up_to, *what), among, *at_most, play)
        }
        Effect::PutDamage { amount: n, on } => {
            let mut cards = touched(program, on, play)?;
            cards.retain(|id| can_be_hit(program, on, *id, play.state));
            let n = of(program, n, play, 0);
            fight::put_damage(program, cards.into_iter().map(|card| (card, n)).collect(), play)
        }
        Effect::Prevent { amount: n, to } => {
            let n = of(program, n, play, u32::MAX);
            fight::prevent_damage(program, n, &named(play.state, &program.scope, to), play)
        }
        Effect::Evade(n) => {
            let own: Vec<CardId> = program.scope.source.into_iter().collect();
            fight::prevent_damage(program, *n, &own, play)
        }
        Effect::Deflect(n) => fight::deflect(program, *n, play),
        Effect::Lucky(n) => fight::reroll(program, fight::Which::So(*n), play),
        Effect::Reroll(word) => fight::reroll(program, fight::Which::from(*word), play),
        Effect::OpponentRerolls => fight::reroll(program, fight::Which::Theirs, play),
        Effect::Intercept => fight::intercept(program, play),
        Effect::Redirect(to) => fight::redirect(program, to, play),
        Effect::Retaliate(n) => fight::retaliate(program, n.clone(), play),
        Effect::Disrupt | Effect::DisruptAbility => fight::disrupt(program, play),
        Effect::Gain { to, gives, until, r#if } => {
            let cards = touched(program, to, play)?;
            lasting::gain(program, cards, gives, (*until, r#if), play)
        }
        Effect::Apply { to, gives, until, r#if } => lasting::apply(program, to, gives, (*until, r#if), play),
        Effect::GainControl { of, until } => {
            let cards = touched(program, of, play)?;
            lasting::gain_control(program, cards, *until, play)
        }
        Effect::Later { when, r#if, effects } => lasting::later(program, when, r#if, effects, play),
        Effect::Tap(which) => lasting::tap(program, which, true, play),
        Effect::Untap(which) => lasting::tap(program, which, false, play),
        Effect::Retreat(which) => moving::retreat(program, which, play),
        Effect::Discard(which) => moving::discard(program, which, play),
        Effect::IntoArena { card, tapped } => moving::into_arena(program, card, *tapped, play),
        Effect::ToHand(which) => moving::away(program, which, Zone::Hand, play),
        Effect::ToDeck { card, at } => moving::to_deck(program, card, *at, play),
        Effect::RemoveFromGame(which) => moving::away(program, which, Zone::Removed, play),
        Effect::ToBuildZone { card, counters } => {
            moving::to_build_zone(program, card, counters.as_ref(), play)
        }
        Effect::DiscardStack(which) => moving::discard_stack(program, which, play),
        Effect::PutUnder { card, under } => moving::put_under(program, card, under, play),
        Effect::RemoveDamage { amount, from, up_to } => lasting::heal(program, (amount, *up_to), from, play),
        Effect::Counter { name, on } => lasting::counter(program, name, on, play),
        Effect::RemoveCounters { name, amount, from } => {
            lasting::remove_counters(program, (name, amount), from, play)
        }
        Effect::BuildCounters { by, remove, amount, on } => {
            moving::build_counters(program, (*by, remove.as_ref(), amount.as_ref()), on, play)
        }
        Effect::Shuffle(player) => moving::shuffle(program, *player, play),
        Effect::LookAt { what, player, count } => deck::look_at(program, *what, *player, *count, play),
        Effect::PutBack { cards, at } => deck::put_back(program, cards, *at, play),
        Effect::RevealUntil(like) => deck::reveal_until(program, like, play),
        Effect::Draw { amount, player } => draw(program, amount, *player, play),
        Effect::DiscardCards { amount, player } => moving::discard_cards(program, amount, *player, play),
        Effect::DiscardTop { amount, player } => moving::discard_top(program, amount, *player, play),
        Effect::BuildPoints { by, amount, lose, player, next_turn } => {
            let by = build_points(program, *by, (amount.as_ref(), lose.as_ref()), *player, play);
            paying::build_points(program, by, *player, *next_turn, play)
        }
        Effect::RerollBuild => build::reroll(program, play),
        Effect::RollDie => roll_die(program, play),
        Effect::BothRoll => both_roll(program, play),
        Effect::ForEach { of, effects } => for_each(program, of, effects, play),
        Effect::EachPlayer(effects) => each_player(program, effects, play),
        Effect::ChooseArena { of, r#if } => {
            let you = program.scope.you;
            // A card or an ability that is played has it chosen when it is announced.
            if program.scope.arena.is_none() {
                program.scope.arena = choose_arena(play, you, of, r#if, &program.scope)?;
            }
            done()
        }
        Effect::ChooseOne(modes) => choose_one(program, modes, play),
        Effect::May(effects) => paying::may(program, effects, play),
        Effect::MayPay { force, by, effects } => paying::may_pay(program, (force, *by), effects, play),
        Effect::PayUpTo { most, effects } => paying::pay_up_to(program, most, effects, play),
        Effect::UnlessPaid { by, force, r#if, effects } => {
            let may = all_hold(play.state, r#if, &program.scope);
            paying::unless_paid(program, (*by, *force, may), effects, play)
        }
        Effect::When { r#if, then, otherwise } => {
            let so = all_hold(play.state, r#if, &program.scope);
            if !so && otherwise.is_empty() && program.list.len() == 1 {
                let text = wording::left_out(&readback::conditions(r#if));
                say(program, StepKind::WithoutEffect, text, &own(program), play);
            }
            program.insert(if so { then } else { otherwise });
            done()
        }
    }
}

fn draw(program: &Program, n: &Amount, player: Who, play: &mut Play<'_>) -> Turn {
    let n = of(program, n, play, 0);
    if let Some(player) = who(play.state, &program.scope, player) {
        drawing::draw(play, player, n, drawing::DrawnBy::Effect(program.scope.source));
    }
    done()
}

/// How many build points a player gains or loses, what is counted included.
fn build_points(
    program: &Program,
    by: i32,
    (gained, lost): (Option<&Amount>, Option<&Amount>),
    player: Who,
    play: &Play<'_>,
) -> i32 {
    let more = gained.map_or(0, |n| of(program, n, play, 0));
    let seat = who(play.state, &program.scope, player).map_or(0, |player| usize::from(player.0));
    let all = play.state.table.points[seat];
    let less = lost.map_or(0, |n| of(program, n, play, all));
    by.saturating_add_unsigned(more).saturating_sub_unsigned(less)
}

/// The dark side does it first.
fn each_player(program: &Program, effects: &[Effect], play: &mut Play<'_>) -> Turn {
    for player in [table::DARK, LIGHT] {
        let scope = scope::Scope { you: player, ..program.scope.clone() };
        play.carry_out(effects, scope, false);
    }
    done()
}

fn choose_one(program: &mut Program, modes: &[Mode], play: &mut Play<'_>) -> Turn {
    let mode = match program.scope.mode.take() {
        Some(mode) => Some(mode),
        None => choose_mode(play, program.scope.you, modes.len(), program.scope.source)?,
    };
    let chosen = mode.and_then(|mode| modes.get(usize::from(mode)));
    program.insert(chosen.map_or(&[], |mode| mode.effects.as_slice()));
    done()
}

/// Whether an effect can damage a card: a unit in an arena; one in the build zone, if the effect looks for it
/// there.
fn can_be_hit(program: &Program, which: &Select, id: CardId, state: &State) -> bool {
    let looked_for = match which {
        Select::Each { .. } => true,
        Select::Choose { .. } | Select::Named(_) => program.scope.places.get(&id) == Some(&Zone::Build),
    };
    in_arena(state, id).is_some() || looked_for && in_build_zone(state, id)
}

/// By what name an effect calls the card that it is at, of several.
const EACH: &str = "each";

/// Something happens for each of several cards, one after the other.
fn for_each(program: &mut Program, of: &Filter, effects: &[Effect], play: &mut Play<'_>) -> Turn {
    for card in candidates(play.state, of, &program.scope) {
        let mut scope = program.scope.clone();
        bind(play.state, &mut scope, EACH, vec![card]);
        play.carry_out(effects, scope, false);
    }
    done()
}

/// Both players roll a die: first the one whose effect it is.
fn both_roll(program: &mut Program, play: &mut Play<'_>) -> Turn {
    let topic = Topic::Roll(program.scope.source);
    let own_turn = program.stage == InstructionStage::New;
    let you = program.scope.you;
    let player = if own_turn { you } else { table::other(you) };
    let Answer::Number(n) = play.decide(player, topic, Shape::Number { min: 1, max: 6 })? else {
        return done();
    };
    let about = own(program);
    let text = format!("The die of {} shows {n}.", play.state.table.name(player));
    if own_turn {
        program.scope.roll = n
    } else {
        program.scope.other_roll = n
    }
    say(program, StepKind::RollsDie, text, &about, play);
    program.stage = if own_turn { InstructionStage::Begun } else { InstructionStage::Finishing };
    Ok(if own_turn { Flow::Wait } else { Flow::Done(true) })
}

/// The card for which an effect that rolls for each of several now rolls.
pub(crate) fn rolled_for(program: &Program) -> Option<CardId> {
    program.scope.bound.get(EACH).and_then(|cards| cards.first()).copied()
}

/// A die is rolled for an effect.
fn roll_die(program: &mut Program, play: &mut Play<'_>) -> Turn {
    let topic = Topic::Roll(program.scope.source);
    if let Answer::Number(n) = play.decide(program.scope.you, topic, Shape::Number { min: 1, max: 6 })? {
        program.scope.roll = n;
        let (about, of) = (own(program), rolled_for(program));
        let of = of.map_or_else(String::new, |card| format!(" for {}", play.state.table.id(card)));
        say(program, StepKind::RollsDie, format!("The die{of} shows {n}."), &about, play);
    }
    done()
}
