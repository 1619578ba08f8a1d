//! Instructions that cancel, replace or redirect what an effect answers.

use super::choosing::select;
use super::program::say;
use crate::engine::kernel::{Flow, Outcome};
use crate::engine::lcg::state::event::{Event, Why};
use crate::engine::lcg::state::filter::amount;
use crate::engine::lcg::state::narrate::names;
use crate::engine::lcg::state::table::CardId;
use crate::engine::lcg::vocabulary::steps::StepKind;
use crate::engine::lcg::vocabulary::{Amount, Effect, EventKind, Select, Zone, cite};
use crate::engine::lcg::{Play, Program, Task, Turn};

/// Cancels the triggering condition. Of an ability only the effects are canceled (3.1).
pub(super) fn cancel(program: &Program, play: &mut Play<'_>) -> Flow {
    let Some(occasion) = program.scope.occasion.clone() else { return Flow::Done(false) };
    let Some(sequence) = play.state.sequence_mut(occasion.at) else { return Flow::Done(false) };
    let pending = &mut sequence.events[occasion.index];
    if pending.outcome != Outcome::Coming || sequence.done {
        return Flow::Done(false);
    }
    pending.outcome = Outcome::Canceled;
    let about: Vec<CardId> = occasion.event.card.into_iter().collect();
    let what = names(play, &about);
    if occasion.event.kind == EventKind::Ability {
        let text = format!("The effects of {what} are canceled.");
        play.record(StepKind::Canceled, text).actor(program.scope.you).about(&about).ruling(cite::CANCELED);
    } else {
        say(program, StepKind::Canceled, "That is canceled.".into(), &about, play);
    }
    Flow::Done(true)
}

/// Puts something else in the place of the triggering condition.
pub(super) fn instead(program: &mut Program, effects: &[Effect], play: &mut Play<'_>) -> Flow {
    let Some(occasion) = program.scope.occasion.clone() else { return Flow::Done(false) };
    if program.scope.bound.contains_key("instead") {
        return Flow::Done(true);
    }
    let Some(sequence) = play.state.sequence_mut(occasion.at) else { return Flow::Done(false) };
    if sequence.events[occasion.index].outcome != Outcome::Coming {
        return Flow::Done(false);
    }
    sequence.events[occasion.index].outcome = Outcome::Replaced(true);
    let about: Vec<CardId> = occasion.event.card.into_iter().collect();
    say(program, StepKind::Replaces, "Something else happens instead.".into(), &about, play);
    if occasion.event.why == Why::Cost {
        let paid = still_pays(&occasion.event, effects, play);
        if let Some(sequence) = play.state.sequence_mut(occasion.at) {
            sequence.events[occasion.index].outcome = Outcome::Replaced(paid);
        }
    }
    program.insert(effects);
    Flow::Done(true)
}

/// Whether a cost is paid by what happens instead of it: only a token of another type placed for the
/// same reason pays it. A card that was to be sacrificed, discarded or returned and is not, pays nothing.
pub(super) fn still_pays(event: &Event, effects: &[Effect], play: &mut Play<'_>) -> bool {
    let about: Vec<CardId> = event.card.into_iter().collect();
    let token = |effect: &Effect| matches!(effect, Effect::DealDamage { .. } | Effect::PlaceFocus { .. });
    let tokens = matches!(event.kind, EventKind::Focus | EventKind::Damage) && effects.iter().any(token);
    if !tokens {
        let text = "What the cost asks for does not happen, so the cost is not paid.";
        play.record(StepKind::Unpaid, text).actor(event.by).about(&about).ruling(cite::TO);
        return false;
    }
    let text = "What is paid has changed; it still pays the cost.";
    play.record(StepKind::StillPaid, text).actor(event.by).about(&about).ruling(cite::REPLACED_COST);
    play.state.switches.on(cite::REPLACED_COST)
}

pub(super) fn engage_instead(program: &mut Program, which: &Select, play: &mut Play<'_>) -> Turn {
    let cards = select(program, which, "card", play)?;
    let (Some(card), Some(engagement)) = (cards.first().copied(), play.state.table.engagement.as_mut())
    else {
        return Ok(Flow::Done(false));
    };
    (engagement.objective, engagement.dial) = (Some(card), false);
    if let Some(occasion) = &program.scope.occasion
        && let Some(sequence) = play.state.sequence_mut(occasion.at)
    {
        sequence.events[occasion.index].event.card = Some(card);
    }
    let text = format!("The engagement is at {} now.", play.state.table.id(card));
    play.record(StepKind::EngagedInstead, text)
        .actor(program.scope.you)
        .about(&[card])
        .ruling(cite::REDIRECTED);
    Ok(Flow::Done(true))
}

/// The card that is leaving play goes somewhere else than it would.
pub(super) fn leaves_to(program: &Program, zone: Zone, play: &mut Play<'_>) -> Flow {
    let Some(occasion) = program.scope.occasion.clone() else { return Flow::Done(false) };
    let Some(sequence) = play.state.sequence_mut(occasion.at) else { return Flow::Done(false) };
    let pending = &mut sequence.events[occasion.index];
    if pending.outcome != Outcome::Coming || pending.event.kind != EventKind::LeavesPlay {
        return Flow::Done(false);
    }
    (pending.event.zone, pending.event.other) = (Some(zone), None);
    let about: Vec<CardId> = pending.event.card.into_iter().collect();
    let text = format!("{} goes elsewhere instead.", names(play, &about));
    say(program, StepKind::Replaces, text, &about, play);
    Flow::Done(true)
}

/// The card being played costs less.
pub(super) fn lower(program: &Program, by: &Amount, least: u32, play: &mut Play<'_>) -> Flow {
    let n = amount(play.state, by, &program.scope, 0);
    let card = program.scope.occasion.as_ref().and_then(|occasion| occasion.event.card);
    // The oldest of that card is its being played: it may use an ability of its own meanwhile.
    let initiate = play.state.tasks_mut().rev().find_map(|task| {
        let Task::Initiate(initiate) = task else { return None };
        (Some(initiate.card) == card).then_some(initiate)
    });
    let Some(initiate) = initiate else { return Flow::Done(false) };
    let before = initiate.cost;
    initiate.cost = before.saturating_sub(n).max(least.min(before));
    let (now, about) = (initiate.cost, [initiate.card]);
    let text = format!("{} costs {now} instead of {before}.", play.state.table.id(about[0]));
    super::program::say(program, StepKind::Cost, text, &about, play);
    Flow::Done(now < before)
}
