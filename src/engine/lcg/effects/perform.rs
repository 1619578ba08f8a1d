//! The instructions of effects: what each does. Whether it could do anything is decided in `possible`.

use super::choosing::select;
use super::moving::{Destination, TopCards};
use super::program::{basis, event, say, wait_for};
use super::tokens::tokens;
use super::{choosing, combat, damaging, moving, stopping, tokens};
use crate::engine::cards::wording;
use crate::engine::kernel::{Flow, InstructionStage, Player};
use crate::engine::lcg::engagement::fate;
use crate::engine::lcg::legality::possible;
use crate::engine::lcg::resolution::{ends, leave};
use crate::engine::lcg::state::filter::{all_hold, amount, who};
use crate::engine::lcg::state::narrate::names;
use crate::engine::lcg::state::table::{CardId, Delayed, Lasting, NextPlayed, other};
use crate::engine::lcg::state::values::{is_given, value};
use crate::engine::lcg::vocabulary::steps::StepKind;
use crate::engine::lcg::vocabulary::{
    Amount, Effect, EventKind, Gives, GivesKind, Select, Stat, Until, Who, Zone, book, readback,
};
use crate::engine::lcg::{Play, Program, Turn};

/// Carries out the instruction at which a program stands.
pub(crate) fn perform(program: &mut Program, play: &mut Play<'_>) -> Turn {
    if program.stage != InstructionStage::New {
        // What the instruction pushed has ended and has reported.
        return Ok(Flow::Done(program.in_full));
    }
    let Some(effect) = program.list.get(program.at).cloned() else {
        return Ok(Flow::Done(true));
    };
    match &*effect {
        Effect::DealDamage { amount, to, not_by_shields } => {
            damaging::deal(program, amount, to, *not_by_shields, play)
        }
        Effect::DivideDamage { amount, among, by } => damaging::divide(program, amount, among, *by, play),
        Effect::PlaceDamage { amount, on } => damaging::place(program, amount, on, play),
        Effect::RedirectDamage { amount, to } => damaging::redirect(program, amount, to, play),
        Effect::PreventDamage(amount) => damaging::prevent(program, amount, play),
        Effect::MoveDamage { amount, from, to } => damaging::move_damage(program, amount, from, to, play),
        Effect::RemoveDamage { amount, from } => tokens(program, EventKind::Heal, amount, from, play),
        Effect::PlaceFocus { amount, on } => tokens(program, EventKind::Focus, amount, on, play),
        Effect::RemoveFocus { amount, from } => tokens(program, EventKind::Unfocus, amount, from, play),
        Effect::FocusCard(select) => tokens(program, EventKind::Focus, &Amount::Number(1), select, play),
        Effect::MoveFocus { amount, from, to } => tokens::move_focus(program, amount, from, to, play),
        Effect::SwitchFocus { one, other } => tokens::switch(program, one, other, play),
        Effect::PlaceShield(on) => simple(program, EventKind::Shield, on, None, play),
        Effect::PlaceAnotherShield(on) => tokens::another_shield(program, on, play),
        Effect::RemoveShield(from) => tokens::remove_shields(program, &Amount::Number(1), from, play),
        Effect::RemoveShields { amount, from } => tokens::remove_shields(program, amount, from, play),
        Effect::SpendResources(n) => tokens::spend(program, *n, play),
        Effect::Cancel => Ok(stopping::cancel(program, play)),
        Effect::Instead(effects) => Ok(stopping::instead(program, effects, play)),
        Effect::LeavesTo(zone) => Ok(stopping::leaves_to(program, *zone, play)),
        Effect::Destroy(select) => destroy(program, select, play),
        Effect::Sacrifice(select) => simple(program, EventKind::Sacrificed, select, None, play),
        Effect::Discard(select) => moving::discard(program, select, play),
        Effect::ReturnToHand(select) => moving::go(program, select, Destination::Hand, play),
        Effect::PutOnDeck(select) => moving::go(program, select, Destination::DeckTop, play),
        Effect::PutUnderDeck(select) => moving::go(program, select, Destination::DeckBottom, play),
        Effect::Capture { card, at } => moving::capture(program, card, at.as_ref(), play),
        Effect::Rescue(select) => simple(program, EventKind::Rescued, select, None, play),
        Effect::TakeControl(select) => simple(program, EventKind::ControlChange, select, None, play),
        Effect::PutIntoPlay { card, on, participating } => {
            moving::put_into_play(program, card, on.as_ref(), *participating, play)
        }
        Effect::Play { card, participating } => moving::play(program, card, *participating, play),
        Effect::NextPlayed { like, gives, until, each } => {
            let (like, gives, scope) = (like.clone(), gives.clone(), program.scope.clone());
            Ok(next_played(program, NextPlayed { like, gives, until: *until, each: *each, scope }, play))
        }
        Effect::Commit(which) => commit(program, which, play),
        Effect::RemoveFromForce(which) => remove_from_force(program, which, play),
        Effect::Draw { amount, player } => Ok(moving::draw(program, amount, *player, play)),
        Effect::Search { deck, player, top, r#for, name, effects } => {
            moving::search(program, (*deck, *player, *top), r#for, name, effects, play)
        }
        Effect::Shuffle { deck, player } => {
            let player = who(play.state, &program.scope, *player).unwrap_or(program.scope.you);
            Ok(moving::shuffle(player, *deck, play))
        }
        Effect::PutBack { cards, at } => moving::put_back(program, cards, *at, play),
        Effect::MoveCaptured { card, to } => moving::move_captured(program, card, to, play),
        Effect::Attach { card, to } => moving::attach(program, card, to, play),
        Effect::Reveal(select) => simple(program, EventKind::Reveal, select, None, play),
        Effect::RevealHand(word) => Ok(moving::reveal_hand(program, *word, play)),
        Effect::LookAt(which) => look_at(program, which, play),
        Effect::NameCard(kind) => moving::name_card(program, *kind, play),
        Effect::TopOfDeck { deck, player, count, name, reveal } => {
            let top = TopCards { deck: *deck, player: *player, count: *count, name, reveal: *reveal };
            Ok(moving::look_at_top(program, top, play))
        }
        Effect::Gain { to, gives, until } => gain(program, to, gives, *until, play),
        Effect::EngageInstead(select) => stopping::engage_instead(program, select, play),
        Effect::EngageAgain(which) => engage_again(program, which, play),
        Effect::RemoveFromEngagement(select) => simple(program, EventKind::Removed, select, None, play),
        Effect::Strike(select) => combat::strike(program, select, play),
        Effect::NoIcons => Ok(combat::no_icons(program, play)),
        Effect::SwitchEdgeStacks => Ok(combat::switch_stacks(program, play)),
        Effect::ResolveAgain(select) => combat::resolve_again(program, select, play),
        Effect::LowerCost { amount, least } => Ok(stopping::lower(program, amount, *least, play)),
        Effect::SetBalance(word) => Ok(set_balance(program, *word, play)),
        Effect::ByPlayer { player, effects } => Ok(choosing::by_player(program, *player, effects, play)),
        Effect::RestartEdgeBattle => Ok(fate::restart(program, play)),
        Effect::PlaceInEdgeStack(select) => {
            simple(program, EventKind::EdgePlaced, select, Some(Zone::Edge), play)
        }
        Effect::EachPlayer(effects) => choosing::each_player(program, effects, play),
        Effect::ChooseOne { by, of } => choosing::choose_one(program, *by, of, play),
        Effect::May(effects) => choosing::may(program, effects, play),
        Effect::Then(effects) => Ok(choosing::then(program, effects, play)),
        Effect::When { r#if, then, otherwise } => {
            let so = all_hold(play.state, r#if, &program.scope);
            if !so && otherwise.is_empty() && program.list.len() == 1 {
                let text = wording::left_out(&readback::conditions(r#if));
                say(program, StepKind::WithoutEffect, text, &[], play);
            }
            program.insert(if so { then } else { otherwise });
            Ok(Flow::Done(true))
        }
        Effect::CountInStruggle(which) => count_in_struggle(program, which, play),
        Effect::Later { at, effects, otherwise, until } => {
            let (effects, otherwise) = (effects.clone(), otherwise.clone());
            let until = until.unwrap_or_else(|| ends::waits_until(at.event));
            let scope = program.scope.clone();
            Ok(later(program, Delayed { at: at.clone(), effects, otherwise, until, scope }, play))
        }
        Effect::Choose(choice) => choose(program, choice, play),
        Effect::AdvanceDial(by) => Ok(advance_dial(program, by, play)),
        Effect::TurnBackDial { amount, least } => Ok(turn_back_dial(program, amount, *least, play)),
        Effect::WinGame => Ok(win(program, program.scope.you, play)),
        Effect::LoseGame => Ok(win(program, other(program.scope.you), play)),
    }
}

/// It counts for the next such card that is played.
fn next_played(program: &Program, next: NextPlayed, play: &mut Play<'_>) -> Flow {
    play.state.table.next.push(next);
    say(program, StepKind::SetUp, "It counts for the next such card.".into(), &[], play);
    Flow::Done(true)
}

fn commit(program: &mut Program, which: &Select, play: &mut Play<'_>) -> Turn {
    let mut units = select(program, which, "card", play)?;
    for unit in &units {
        if let Some(refusal) = possible::bad_commitment(play.state, *unit) {
            say(program, StepKind::NotCommitted, refusal.text, &[*unit], play);
        }
    }
    units.retain(|id| possible::bad_commitment(play.state, *id).is_none());
    let events = units.into_iter().map(|unit| event(program, EventKind::Committed, unit, play));
    let events = events.collect();
    wait_for(program, events, play)
}

fn remove_from_force(program: &mut Program, which: &Select, play: &mut Play<'_>) -> Turn {
    let mut cards = select(program, which, "card", play)?;
    cards.retain(|id| play.state.table.card(*id).committed);
    for card in &cards {
        play.state.table.card_mut(*card).committed = false;
        let text = format!("{} is removed from the Force.", play.state.table.id(*card));
        say(program, StepKind::ForceCardReturns, text, &[*card], play);
    }
    let events = cards.iter().map(|card| event(program, EventKind::RemovedFromForce, *card, play));
    let events = events.collect();
    wait_for(program, events, play)
}

fn look_at(program: &mut Program, which: &Select, play: &mut Play<'_>) -> Turn {
    let cards = select(program, which, "card", play)?;
    let text = format!("{} looks at {}.", play.state.table.name(program.scope.you), names(play, &cards));
    say(program, StepKind::Looks, text, &cards, play);
    Ok(Flow::Done(!cards.is_empty()))
}

fn engage_again(program: &mut Program, which: &Select, play: &mut Play<'_>) -> Turn {
    let cards = select(program, which, "card", play)?;
    play.state.table.declared.retain(|id| !cards.contains(id));
    let text = format!("{} may be engaged once more this phase.", names(play, &cards));
    say(program, StepKind::EngageAgain, text, &cards, play);
    Ok(Flow::Done(!cards.is_empty()))
}

fn later(program: &Program, delayed: Delayed, play: &mut Play<'_>) -> Flow {
    let text = format!("An effect is set up for later: when {}.", readback::occasion(&delayed.at));
    play.state.table.delayed.push(delayed);
    say(program, StepKind::SetUp, text, &[], play);
    Flow::Done(true)
}

fn choose(program: &mut Program, choice: &Select, play: &mut Play<'_>) -> Turn {
    let cards = select(program, choice, "choice", play)?;
    let text = format!("{} chosen.", names(play, &cards));
    say(program, StepKind::Chooses, text, &cards, play);
    Ok(Flow::Done(!cards.is_empty()))
}

fn advance_dial(program: &Program, by: &Amount, play: &mut Play<'_>) -> Flow {
    let by = amount(play.state, by, &program.scope, 0);
    let basis = basis(program, play);
    leave::advance_dial(by, &basis, play);
    Flow::Done(true)
}

fn turn_back_dial(program: &Program, by: &Amount, least: u32, play: &mut Play<'_>) -> Flow {
    let by = amount(play.state, by, &program.scope, 0);
    let dial = play.state.table.dial;
    let now = dial.min(dial.saturating_sub(by).max(least));
    play.state.table.dial = now;
    let text = format!("The Death Star dial goes back from {dial} to {now}.");
    say(program, StepKind::Dial, text, &[], play);
    Flow::Done(now < dial)
}

/// What cannot be destroyed is not, whatever an effect says: "cannot" is absolute (p. 27).
fn destroy(program: &mut Program, which: &Select, play: &mut Play<'_>) -> Turn {
    let cards = select(program, which, "card", play)?;
    let cannot = |id: &CardId| is_given(play.state, *id, GivesKind::CannotBeDestroyed);
    let (safe, cards): (Vec<CardId>, Vec<CardId>) = cards.into_iter().partition(cannot);
    for card in safe {
        let text = format!("{} cannot be destroyed.", play.state.table.id(card));
        play.record(StepKind::NotDestroyed, text).about(&[card]).rulebook(book::CANNOT);
    }
    let in_play = |id: &CardId| play.state.table.card(*id).zone == Zone::Play;
    let cards: Vec<CardId> = cards.into_iter().filter(in_play).collect();
    let events = cards.into_iter().map(|card| event(program, EventKind::Destroyed, card, play));
    let events = events.collect();
    wait_for(program, events, play)
}

/// A lasting effect on each card selected.
fn gain(program: &mut Program, to: &Select, gives: &[Gives], until: Until, play: &mut Play<'_>) -> Turn {
    let cards = select(program, to, "card", play)?;
    for card in &cards {
        let scope = program.scope.clone();
        let given = gives.iter().cloned();
        let in_stack = play.state.table.card(*card).zone == Zone::Edge;
        let zone = if in_stack { Zone::Edge } else { Zone::Play };
        let lasting = given.map(|gives| Lasting { card: *card, zone, gives, until, scope: scope.clone() });
        play.state.table.lasting.extend(lasting);
    }
    let text = format!("A lasting effect on {}: {}.", names(play, &cards), readback::all_given(gives));
    say(program, StepKind::Gains, text, &cards, play);
    Ok(Flow::Done(!cards.is_empty()))
}

fn count_in_struggle(program: &mut Program, which: &Select, play: &mut Play<'_>) -> Turn {
    let cards = select(program, which, "card", play)?;
    let icons: u32 = cards.iter().map(|id| value(play.state, *id, Stat::Force)).sum();
    play.state.table.struggle[usize::from(program.scope.you.0)] += icons;
    say(program, StepKind::Counts, format!("{icons} Force icons count in the struggle."), &cards, play);
    Ok(Flow::Done(true))
}

fn win(program: &Program, winner: Player, play: &mut Play<'_>) -> Flow {
    play.state.table.winner = Some(winner);
    let text = format!("{} wins the game.", play.state.table.name(winner));
    let basis = basis(program, play);
    play.record(StepKind::Wins, text).actor(winner).basis(basis);
    Flow::Done(true)
}

/// The Balance of the Force goes to a player: no struggle was won.
fn set_balance(program: &Program, word: Who, play: &mut Play<'_>) -> Flow {
    let Some(player) = who(play.state, &program.scope, word) else { return Flow::Done(false) };
    let moved = play.state.table.balance != player;
    play.state.table.balance = player;
    let text = format!("The Balance of the Force is with {} now.", play.state.table.name(player));
    say(program, StepKind::Balance, text, &[], play);
    Flow::Done(moved)
}

/// An event for each card selected.
fn simple(
    program: &mut Program,
    kind: EventKind,
    which: &Select,
    to: Option<Zone>,
    play: &mut Play<'_>,
) -> Turn {
    let cards = select(program, which, "card", play)?;
    let in_play = |id: &CardId| {
        let there =
            [EventKind::Destroyed, EventKind::Sacrificed, EventKind::ControlChange, EventKind::Shield];
        !there.contains(&kind) || play.state.table.card(*id).zone == Zone::Play
    };
    let cards: Vec<CardId> = cards.into_iter().filter(in_play).collect();
    let events = cards.into_iter().map(|card| {
        let mut event = event(program, kind, card, play);
        event.zone = to;
        if kind == EventKind::Sacrificed {
            event.player = Some(play.state.table.card(card).controller);
        }
        event
    });
    let events = events.collect();
    wait_for(program, events, play)
}
