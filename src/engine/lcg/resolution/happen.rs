//! What happens when events are no longer interrupted.

use std::sync::Arc;

use super::{damage, leave, shields};
use crate::engine::cards::wording::pluralize;
use crate::engine::kernel::{Basis, Flow, Outcome, Player};
use crate::engine::lcg::legality::{hosts, limits, possible, triggers};
use crate::engine::lcg::state::choice::Topic;
use crate::engine::lcg::state::event::{Event, Manner, Why};
use crate::engine::lcg::state::scope::{Occasion, Scope};
use crate::engine::lcg::state::stage::Stage;
use crate::engine::lcg::state::table::{CardId, Shared, Used, other};
use crate::engine::lcg::state::values::{abilities, ability, can_be_focused_by, given, may_have};
use crate::engine::lcg::state::{filter, narrate};
use crate::engine::lcg::vocabulary::steps::StepKind;
use crate::engine::lcg::vocabulary::{
    AbilityKind, CardType, Effect, EventKind, Gives, GivesKind, Zone, book, cite,
};
use crate::engine::lcg::{Frame, Play, Program, Sequence, Task, Turn};

/// Makes the events of a sequence happen.
pub(crate) fn happen(sequence: &mut Sequence, play: &mut Play<'_>) -> Turn {
    let Some(first) = sequence.events.first() else { return Ok(plain(sequence, play)) };
    match first.event.manner() {
        Manner::Damage => damage::happen(sequence, play),
        Manner::Ability => Ok(execute(sequence, play)),
        Manner::Draw => draw(sequence, play),
        Manner::Focus => focus(sequence, play),
        Manner::Plain => Ok(plain(sequence, play)),
    }
}

/// Most events: replacements first, then all that still come happen together.
fn plain(sequence: &mut Sequence, play: &mut Play<'_>) -> Flow {
    match sequence.stage {
        Stage::Begins => {
            for index in 0..sequence.events.len() {
                narrate_canceled(sequence, index, play);
                replace(sequence, index, play);
            }
            sequence.stage = Stage::Happens;
            Flow::Wait
        }
        Stage::Happens => {
            happen_together(sequence, play);
            sequence.stage = Stage::Happened;
            Flow::Wait
        }
        Stage::Happened => {
            cancel_saved(sequence, play);
            sequence.stage = Stage::Over;
            Flow::Wait
        }
        Stage::Protects(_) | Stage::Reassigned | Stage::Shields(_) | Stage::Over => Flow::Done(true),
    }
}

/// All that still comes happens; what is destroyed by it leaves play together.
fn happen_together(sequence: &mut Sequence, play: &mut Play<'_>) {
    let mut leaving = Vec::new();
    for pending in &mut sequence.events {
        // What could not take its place did not: the event happens after all.
        if pending.outcome == Outcome::Replaced(true) && !sequence.in_full {
            pending.outcome = Outcome::Coming;
        }
        if pending.outcome == Outcome::Coming {
            let in_full = if matches!(pending.event.kind, EventKind::Destroyed | EventKind::Sacrificed) {
                leaving.extend(leave::destroyed(&pending.event, play));
                true
            } else {
                apply(&mut pending.event, play)
            };
            pending.outcome = Outcome::Happened(in_full);
        }
    }
    if !leaving.is_empty() {
        play.sequence(leaving);
    }
}

/// A sacrifice was not made if the card did not leave play after all; nor a capture if it went elsewhere.
fn cancel_saved(sequence: &mut Sequence, play: &mut Play<'_>) {
    for pending in &mut sequence.events {
        let event = &pending.event;
        let Some(card) = event.card.filter(|_| matches!(pending.outcome, Outcome::Happened(_))) else {
            continue;
        };
        let (name, zone) = (play.state.table.id(card), play.state.table.card(card).zone);
        let (kind, text, page) = if event.kind == EventKind::Sacrificed && zone == Zone::Play {
            let text = format!("{name} has not left play: it was not sacrificed.");
            (StepKind::NotSacrificed, text, book::SACRIFICE)
        } else if event.kind == EventKind::Captured && zone != Zone::Captured {
            let text = format!("{name} has gone elsewhere: it was not captured.");
            (StepKind::NotCaptured, text, book::CAPTURED)
        } else {
            continue;
        };
        play.record(kind, text).actor(event.by).about(&[card]).rulebook(page);
        pending.outcome = Outcome::Canceled;
    }
}

fn narrate_canceled(sequence: &Sequence, index: usize, play: &mut Play<'_>) {
    let pending = &sequence.events[index];
    if pending.outcome == Outcome::Canceled {
        let what = narrate::condition(play, &pending.event);
        let about: Vec<CardId> = pending.event.card.into_iter().collect();
        play.record(StepKind::DoesNotHappen, format!("It is not so that {what}."))
            .about(&about)
            .ruling(cite::PRIORITY);
    }
}

/// A constant ability may put something else in the place of an event; it is no triggered ability.
fn replace(sequence: &mut Sequence, index: usize, play: &mut Play<'_>) {
    let pending = &sequence.events[index];
    if pending.outcome != Outcome::Coming {
        return;
    }
    let event = pending.event.clone();
    let Some((card, effects)) = replacement(&event, play) else { return };
    let holder = play.state.table.card(card).controller;
    let occasion = Occasion { at: play.state.stack.len(), index, event };
    let scope = Scope::new(holder, Some(card), Why::Effect).on(Some(occasion));
    let text = format!("{} replaces that.", play.state.table.id(card));
    let basis = Basis::Card(narrate::printed_name(play.state, card));
    play.record(StepKind::Replaces, text).actor(holder).about(&[card]).basis(basis);
    sequence.events[index].outcome = Outcome::Replaced(true);
    play.push(Frame::Program(Program::new(effects, scope, true)));
}

type Effects = Vec<Arc<Effect>>;

fn replacement(event: &Event, play: &Play<'_>) -> Option<(CardId, Effects)> {
    let state = &*play.state;
    let in_play = |id: &CardId| state.table.card(*id).zone == Zone::Play;
    may_have(state, AbilityKind::Replacement).iter().copied().filter(in_play).find_map(|card| {
        let scope = Scope::new(state.table.card(card).controller, Some(card), Why::Effect);
        abilities(state, card).find_map(|ability| {
            let trigger = ability.when.as_ref()?;
            let fits = ability.kind == AbilityKind::Replacement
                && triggers::triggers(state, trigger, event, &scope)
                && !(event.zone == Some(Zone::Captured) && event.why == Why::Framework);
            fits.then(|| (card, ability.effects.iter().cloned().map(Arc::new).collect()))
        })
    })
}

/// An ability is executed, unless it was canceled: step 6 of effect resolution.
fn execute(sequence: &mut Sequence, play: &mut Play<'_>) -> Flow {
    let Some(card) = sequence.events.first().and_then(|pending| pending.event.card) else {
        return Flow::Done(false);
    };
    let index = sequence.events[0].event.ability.unwrap_or(0);
    let outcome = sequence.events[0].outcome;
    if outcome != Outcome::Coming {
        canceled(sequence, card, play);
        return Flow::Done(false);
    }
    if sequence.stage == Stage::Begins {
        sequence.stage = Stage::Happens;
        let Some(Frame::Task(Task::Initiate(initiate))) = play.state.stack.last() else {
            return Flow::Done(false);
        };
        let (scope, mut list) = (initiate.scope.clone(), Vec::new());
        if let Some(ability) = ability(play.state, card, usize::from(index)) {
            list.extend(ability.effects.iter().cloned().map(Arc::new));
        }
        let text = format!("{} resolves.", play.state.table.id(card));
        let basis = if filter::is_type(play.state, card, CardType::Fate) {
            Basis::Rulebook(book::FATE_MANDATORY)
        } else {
            Basis::Ruling(cite::STEP_6.into())
        };
        play.record(StepKind::Resolves, text).actor(scope.you).about(&[card]).basis(basis);
        if list.is_empty() {
            let name = play.state.table.id(card);
            let text = format!("What {name} does is not written down here, so nothing is done.");
            let basis = Basis::Card(narrate::printed_name(play.state, card));
            play.record(StepKind::UnknownEffect, text).actor(scope.you).about(&[card]).basis(basis);
        }
        play.push(Frame::Program(Program::new(list, scope, true)));
        return Flow::Wait;
    }
    sequence.events[0].outcome = Outcome::Happened(sequence.in_full);
    leave::to_discard(card, play);
    Flow::Done(true)
}

/// A canceled effect was still initiated: its costs are not returned (3.1), its limit counts (4.8).
fn canceled(sequence: &mut Sequence, card: CardId, play: &mut Play<'_>) {
    let player = sequence.events[0].event.by;
    let played = sequence.events[0].event.played;
    let text = if played {
        format!("{} does not resolve: it is simply discarded.", play.state.table.id(card))
    } else {
        format!("The effects of {} do not resolve.", play.state.table.id(card))
    };
    play.record(StepKind::WithoutEffect, text).actor(player).about(&[card]).ruling(cite::CANCELED);
    if play.state.switches.on(cite::CANCELED) {
        leave::to_discard(card, play);
        return;
    }
    let Some(Frame::Task(Task::Initiate(initiate))) = play.state.stack.last() else { return };
    for (payer, n) in initiate.payers.clone() {
        let tokens = &mut play.state.table.card_mut(payer).focus;
        *tokens = tokens.saturating_sub(n);
    }
    play.state.table.used.retain(|used: &Used| used.card != card);
    if played {
        let owner = play.state.table.card(card).owner;
        play.state.table.put_on_pile(card, owner, Zone::Hand);
    }
}

/// Makes one event happen; returns whether it did in full.
fn apply(event: &mut Event, play: &mut Play<'_>) -> bool {
    match event.kind {
        EventKind::Focus => return place_focus(event, play),
        EventKind::Unfocus => return unfocus(event, play),
        EventKind::Shield => return shield(event, play),
        EventKind::Heal => return heal(event, play),
        EventKind::LeavesPlay => leave::leaves(event, play),
        EventKind::EntersPlay => return enters(event, play),
        EventKind::Discard => discard(event, play),
        EventKind::Captured => leave::captured(event, play),
        EventKind::Rescued => leave::rescued(event, play),
        EventKind::ControlChange => control(event, play),
        EventKind::Committed => return commit(event, play),
        EventKind::Reveal => reveal(event, play),
        EventKind::Removed => removed(event, play),
        EventKind::EdgePlaced => return super::battle::placed(event, play),
        // Of the others nothing follows but that they happen, or it has been done where they are begun.
        EventKind::Damage
        | EventKind::Damaged
        | EventKind::Destroyed
        | EventKind::Sacrificed
        | EventKind::Unshield
        | EventKind::Draw
        | EventKind::EffectDraws
        | EventKind::Playing
        | EventKind::CardPlayed
        | EventKind::Ability
        | EventKind::RemovedFromForce
        | EventKind::Engaged
        | EventKind::Declared
        | EventKind::Strike
        | EventKind::StrikeResolved
        | EventKind::Survived
        | EventKind::Resources
        | EventKind::EdgePlacing
        | EventKind::EdgeRevealing
        | EventKind::EdgeRevealed
        | EventKind::EdgeWon
        | EventKind::StruggleBegins
        | EventKind::StruggleWon
        | EventKind::Unopposed
        | EventKind::EngagementEnds
        | EventKind::Refresh
        | EventKind::PhaseBegins
        | EventKind::PhaseEnds
        | EventKind::DialAdvanced
        | EventKind::TurnBegins
        | EventKind::TurnEnds => {}
    }
    true
}

/// Focus tokens are placed. An enemy attack or effect may be met with a shield.
fn focus(sequence: &mut Sequence, play: &mut Play<'_>) -> Turn {
    if sequence.stage == Stage::Begins {
        if shields::against_focus(sequence, play)? {
            return Ok(Flow::Wait);
        }
        sequence.stage = Stage::Happens;
    }
    if sequence.stage == Stage::Happens {
        sequence.stage = Stage::Over;
        for index in 0..sequence.events.len() {
            let pending = &mut sequence.events[index];
            if pending.outcome == Outcome::Coming {
                // A unit that an interrupt took out of play neither strikes nor is focused any more.
                let left = |card| play.state.table.card(card).zone != Zone::Play;
                let gone = pending.event.card.is_some_and(left);
                let full = !gone && apply(&mut pending.event, play);
                pending.outcome = if gone { Outcome::Canceled } else { Outcome::Happened(full) };
            }
        }
        return Ok(Flow::Wait);
    }
    Ok(Flow::Done(true))
}

fn place_focus(event: &Event, play: &mut Play<'_>) -> bool {
    let Some(card) = event.card else { return false };
    if play.state.table.card(card).zone != Zone::Play || event.amount == 0 {
        return false;
    }
    if event.why != Why::Cost && !can_be_focused_by(play.state, card, event.source) {
        let text = format!("No focus token can be placed on {} by that.", play.state.table.id(card));
        play.record(StepKind::NotFocused, text).actor(event.by).about(&[card]).rulebook(book::CANNOT);
        return false;
    }
    play.state.table.card_mut(card).focus += event.amount;
    let text = format!("{} placed on {}.", pluralize(event.amount, "focus token"), play.state.table.id(card));
    let page = match event.why {
        Why::Cost if event.source.is_none() => Some(book::GENERATE),
        Why::Cost => Some(book::FOCUS_CARD),
        Why::Strike if event.source != Some(card) => Some(book::TACTICS),
        Why::Strike if event.first > 1 => Some(book::STRIKES_COMMITTED),
        Why::Strike => Some(book::STRIKE),
        Why::Effect | Why::Framework => None,
    };
    match page {
        Some(page) => play.record(StepKind::Focus, text).actor(event.by).about(&[card]).rulebook(page),
        None => play.record(StepKind::Focus, text).about(&[card]).effect_of(event),
    }
    event.amount == event.first
}

fn unfocus(event: &mut Event, play: &mut Play<'_>) -> bool {
    let Some(card) = event.card else { return false };
    let tokens = play.state.table.card(card).focus;
    let n = event.amount.min(tokens);
    play.state.table.card_mut(card).focus = tokens - n;
    let full = n == event.first;
    event.amount = n;
    let text = format!("{} removed from {}.", pluralize(n, "focus token"), play.state.table.id(card));
    play.record(StepKind::Unfocus, text).about(&[card]).effect_of(event);
    full && n > 0
}

fn shield(event: &mut Event, play: &mut Play<'_>) -> bool {
    let Some(card) = event.card else { return false };
    if play.state.table.card(card).shields > 0 && !event.even_shielded {
        let text = format!("{} already has a shield.", play.state.table.id(card));
        play.record(StepKind::NoShield, text).actor(event.by).about(&[card]).rulebook(book::ONE_SHIELD);
        return false;
    }
    play.state.table.card_mut(card).shields += 1;
    let text = format!("A shield is placed on {}.", play.state.table.id(card));
    play.record(StepKind::Shielded, text).about(&[card]).effect_of(event);
    true
}

fn heal(event: &mut Event, play: &mut Play<'_>) -> bool {
    let Some(card) = event.card else { return false };
    let tokens = play.state.table.card(card).damage;
    let n = event.amount.min(tokens);
    play.state.table.card_mut(card).damage = tokens - n;
    let full = n == event.first;
    event.amount = n;
    let text = format!("{n} damage removed from {}.", play.state.table.id(card));
    play.record(StepKind::Heal, text).about(&[card]).effect_of(event);
    full && n > 0
}

fn discard(event: &Event, play: &mut Play<'_>) {
    let Some(card) = event.card else { return };
    let owner = play.state.table.card(card).owner;
    play.state.table.put_on_pile(card, owner, Zone::Discard);
    play.state.table.card_mut(card).revealed = false;
    let text = format!("{} is discarded.", play.state.table.id(card));
    play.record(StepKind::Discard, text).about(&[card]).effect_of(event);
}

/// A unique card of its title keeps a card out of play.
fn cannot_enter(card: CardId, event: &Event, play: &mut Play<'_>) {
    let player = event.player.unwrap_or(play.state.table.card(card).owner);
    let text = limits::already_in_play(play.state, player, card).text;
    let source: Vec<CardId> = event.source.into_iter().filter(|source| *source != card).collect();
    let step = play.record(StepKind::CannotEnter, text).actor(event.by).about(&[card]);
    step.also(&source).rulebook(book::UNIQUE);
}

/// A card enters play. "Enters with" sets the tokens; it does not add to them.
fn enters(event: &Event, play: &mut Play<'_>) -> bool {
    let Some(card) = event.card else { return false };
    if limits::unique_in_play(play.state, card) {
        cannot_enter(card, event, play);
        return false;
    }
    if !event.played {
        leave::as_unit(card, play);
        if !put_on_a_card(card, event, play) {
            return false;
        }
    }
    let tokens = tokens_to_enter_with(card, event.played, play);
    let owner = play.state.table.card(card).owner;
    play.state.table.unpile(card);
    let placed = play.state.table.card_mut(card);
    (placed.zone, placed.controller, placed.host) = (Zone::Play, event.player.unwrap_or(owner), event.other);
    (placed.focus, placed.damage, placed.shields, placed.revealed) = (tokens, 0, 0, false);
    super::battle::objective_enters(card, play);
    let is_unit = filter::is_type(play.state, card, CardType::Unit);
    if event.played && is_unit {
        play.state.table.units_played[usize::from(owner.0)] += 1;
    }
    let participates = event.participating && is_unit && join_engagement(card, play);
    let how = if participates { " as a participating unit" } else { "" };
    let text = format!("{} enters play{how}.", play.state.table.id(card));
    if event.played {
        play.record(StepKind::EntersPlay, text).actor(event.player).about(&[card]).ruling(cite::STEP_6)
    } else {
        play.record(StepKind::EntersPlay, text).about(&[card]).effect_of(event)
    }
    if tokens > 0 {
        let text = format!("It enters play with {}.", pluralize(tokens, "focus token"));
        play.record(StepKind::EntersWith, text).actor(event.player).about(&[card]).ruling(cite::ENTERS_WITH);
    }
    true
}

/// A unit joins its controller's side of the engagement in progress, if there is one.
fn join_engagement(unit: CardId, play: &mut Play<'_>) -> bool {
    let side = play.state.table.card(unit).controller;
    let Some(engagement) = play.state.table.engagement.as_mut() else { return false };
    if engagement.attacker == side {
        engagement.attackers.push(unit);
    } else {
        engagement.defenders.push(unit);
    }
    true
}

/// A unit that an effect puts into play on a card is there the enhancement as which it may be played; one
/// that may not be played so cannot be there.
fn put_on_a_card(card: CardId, event: &Event, play: &mut Play<'_>) -> bool {
    let text = play.state.table.card(card).text.clone();
    let (Some(host), Some(text)) = (event.other, text.filter(|text| text.kind == CardType::Unit)) else {
        return true;
    };
    let player = event.player.unwrap_or(play.state.table.card(card).owner);
    let other = text.0.as_enhancement();
    let other = other.filter(|other| hosts::hosts_of(play.state, player, card, other).contains(&host));
    match other {
        Some(other) => play.state.table.card_mut(card).text = Some(Shared(Arc::new(other))),
        None => {
            let names = (play.state.table.id(card).to_owned(), play.state.table.id(host).to_owned());
            let text = format!("{} cannot enter play: it may not be attached to {}.", names.0, names.1);
            play.record(StepKind::CannotEnter, text).actor(event.by).about(&[card]).rulebook(book::ATTACH);
            return false;
        }
    }
    true
}

fn tokens_to_enter_with(card: CardId, played: bool, play: &Play<'_>) -> u32 {
    if !played {
        return 0;
    }
    let given = given(play.state, card, GivesKind::EntersWithFocus);
    let counts = given.into_iter().filter_map(|(gives, _)| {
        let Gives::EntersWithFocus(n) = gives else { return None };
        Some(*n)
    });
    if play.state.switches.on(cite::ENTERS_WITH) { counts.max().unwrap_or(0) } else { counts.sum() }
}

/// Control changes. A Force card returns (2.6); enhancements do not go along (2.7).
fn control(event: &Event, play: &mut Play<'_>) {
    let (Some(card), Some(player)) = (event.card, event.player) else { return };
    play.state.table.card_mut(card).controller = player;
    let text = format!("{} takes control of {}.", play.state.table.name(player), play.state.table.id(card));
    play.record(StepKind::Control, text).about(&[card]).effect_of(event);
    if play.state.table.card(card).committed && play.state.switches.on(cite::FORCE_CARD_RETURNS) {
        play.state.table.card_mut(card).committed = false;
        let text = format!("The Force card on {} returns to its owner.", play.state.table.id(card));
        play.record(StepKind::ForceCardReturns, text)
            .actor(other(player))
            .about(&[card])
            .ruling(cite::FORCE_CARD_RETURNS);
    }
    let participates = play.state.table.engagement.as_ref().is_some_and(|e| e.has(card));
    if participates {
        leave::forget(card, play);
        let text = format!("{} no longer participates in the engagement.", play.state.table.id(card));
        let open = "whether a unit that changes control still participates";
        let basis = Basis::Unspecified(open.into());
        play.record(StepKind::LeavesEngagement, text).actor(player).about(&[card]).basis(basis);
    }
    if !play.state.switches.on(cite::ENHANCEMENT_CONTROL) {
        for attached in play.state.table.attached(card) {
            play.state.table.card_mut(attached).controller = player;
        }
    }
}

fn commit(event: &Event, play: &mut Play<'_>) -> bool {
    let Some(card) = event.card else { return false };
    // The Force cards may have run out since it was chosen.
    if let Some(refusal) = possible::bad_commitment(play.state, card) {
        play.record(StepKind::NotCommitted, refusal.text)
            .actor(event.player)
            .about(&[card])
            .basis(refusal.basis);
        return false;
    }
    play.state.table.card_mut(card).committed = true;
    let text = format!("{} is committed to the Force.", play.state.table.id(card));
    play.record(StepKind::Commits, text).actor(event.player).about(&[card]).rulebook(book::COMMIT);
    true
}

/// A revealed card stays revealed until its final destination (1.3).
fn reveal(event: &Event, play: &mut Play<'_>) {
    let Some(card) = event.card else { return };
    play.state.table.card_mut(card).revealed = play.state.switches.on(cite::REVEALED);
    let name = play.state.table.id(card);
    let text = format!("{name} is revealed, and stays revealed until its destination.");
    play.record(StepKind::Reveals, text).actor(event.by).about(&[card]).ruling(cite::REVEALED);
}

/// A unit is removed from the engagement: it never participated (3.3).
fn removed(event: &Event, play: &mut Play<'_>) {
    let Some(card) = event.card else { return };
    leave::forget(card, play);
    if let Some(engagement) = &mut play.state.table.engagement {
        engagement.removed.push(card);
    }
    let text = format!("{} is removed from the engagement.", play.state.table.id(card));
    play.record(StepKind::Removed, text).about(&[card]).effect_of(event);
}

/// A player draws. A shuffled deck yields what the scenario says was drawn.
fn draw(sequence: &mut Sequence, play: &mut Play<'_>) -> Turn {
    if sequence.events[0].outcome != Outcome::Coming || sequence.stage != Stage::Begins {
        return Ok(Flow::Done(true));
    }
    let Some(player) = sequence.events[0].event.player else { return Ok(Flow::Done(false)) };
    if !play.state.table.piles.contains_key(&(player, Zone::Deck)) {
        let text =
            format!("{}'s deck is not given, so nothing is drawn here.", play.state.table.name(player));
        play.record(StepKind::NotSimulated, text)
            .actor(player)
            .basis(Basis::Program("what the scenario gives".into()));
        return Ok(Flow::Done(true));
    }
    for _ in 0..sequence.events[0].event.amount {
        let deck = play.state.table.pile(player, Zone::Deck).to_vec();
        let unknown = play.state.table.shuffled.contains(&(player, Zone::Deck)) && deck.len() > 1;
        let card = match deck.first() {
            Some(_) if unknown => play.choose_card(player, Topic::Drawn, deck, false)?,
            first => first.copied(),
        };
        let Some(card) = card else {
            return Ok(deck_is_empty(player, play));
        };
        sequence.events[0].event.card = Some(card);
        play.state.table.put_on_pile(card, player, Zone::Hand);
        let text = format!("{} draws a card.", play.state.table.name(player));
        play.record(StepKind::Draws, text).actor(player).about(&[card]).ruling(cite::DRAW_ONE_AT_A_TIME);
    }
    sequence.events[0].outcome = Outcome::Happened(true);
    sequence.stage = Stage::Over;
    Ok(Flow::Wait)
}

fn deck_is_empty(player: Player, play: &mut Play<'_>) -> Flow {
    let name = play.state.table.name(player).to_owned();
    play.state.table.winner = Some(other(player));
    let text = format!("{name} must draw from an empty deck: the opponent wins the game.");
    play.record(StepKind::Wins, text).actor(other(player)).rulebook(book::EMPTY_DECK);
    Flow::Done(false)
}
