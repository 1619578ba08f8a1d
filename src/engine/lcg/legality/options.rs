//! What a player may do in a window, out of everything that his cards can do.

use std::borrow::Cow;
use std::rc::Rc;

use super::legal::{is_there, playable, usable};
use super::payable::Means;
use super::refuse::Reasons;
use super::triggers;
use super::triggers::{is_of_kind, occasion};
use crate::engine::kernel::{Outcome, Pending, Player, Window};
use crate::engine::lcg::state::choice::{Choice, Moment};
use crate::engine::lcg::state::event::Event;
use crate::engine::lcg::state::table::{CardId, Watched};
use crate::engine::lcg::state::values::{abilities, any_grants, may_have};
use crate::engine::lcg::state::{narrate, point, table, values};
use crate::engine::lcg::vocabulary::{Ability, AbilityKind, Zone};
use crate::engine::lcg::{Frame, Lcg, Play, Sequence, State};

/// Everything a player may do in a window.
pub(crate) fn options(state: &State, window: &Window<Lcg>, player: Player) -> Vec<Choice> {
    available(state, window, player).collect()
}

/// Whether a player may do anything in a window.
pub(crate) fn any_option(state: &State, window: &Window<Lcg>, player: Player) -> bool {
    available(state, window, player).next().is_some()
}

/// What a player may do in a window, found one after another. What is plainly of another kind or in another
/// place is passed over before anybody asks why not: nobody reads that.
fn available<'s>(
    state: &'s State,
    window: &'s Window<Lcg>,
    player: Player,
) -> impl Iterator<Item = Choice> + 's {
    let moment = window.moment;
    let deploying = is_deployment(moment);
    let cards = may_act(state, moment);
    let cards = (0..cards.len()).map(move |at| cards[at]);
    let means = Rc::new(Means::new(state, player));
    cards.filter(move |id| may_hold(state, *id, player)).flat_map(move |card| {
        let means = Rc::clone(&means);
        let in_play = state.table.card(card).zone == Zone::Play;
        let play = deploying && !in_play && playable(&means, card, moment, Reasons::First).is_ok();
        let uses = abilities(state, card).enumerate();
        let uses =
            uses.filter(move |(_, ability)| fits_moment(ability, moment) && is_there(state, card, ability));
        let uses = uses.flat_map(move |(at, ability)| {
            let events =
                (0..events(state, moment)).filter(move |event| may_answer(state, ability, moment, *event));
            events.map(move |event| (card, at as u8, event as u8))
        });
        let uses = uses.filter(move |used| usable(&means, *used, moment, Reasons::First).is_ok());
        let uses = uses.map(|(card, ability, event)| Choice::Use { card, ability, event });
        play.then_some(Choice::Play(card)).into_iter().chain(uses)
    })
}

fn is_deployment(moment: Moment) -> bool {
    matches!(moment, Moment::Action(point::Point::Deployment))
}

/// The cards that could be played, or have something to be used, in a window, as far as is known before one
/// looks at how things stand.
fn may_act(state: &State, moment: Moment) -> Cow<'_, [CardId]> {
    match moment {
        Moment::Action(_) if is_deployment(moment) => {
            let deployed = state.table.able.deployed();
            Cow::Owned(merged([deployed, may_have(state, AbilityKind::Action)].into_iter()))
        }
        Moment::Action(_) => Cow::Borrowed(may_have(state, AbilityKind::Action)),
        Moment::Interrupt(at) | Moment::Reaction(at) => match state.sequence(at) {
            Some(sequence) => may_answer_any(state, moment, &sequence.events),
            None => Cow::Borrowed(&[]),
        },
    }
}

/// The cards that could answer one of some events.
fn may_answer_any<'s>(state: &'s State, moment: Moment, events: &[Pending<Event>]) -> Cow<'s, [CardId]> {
    if any_grants(state) {
        return Cow::Borrowed(state.table.able.all());
    }
    let kind =
        if matches!(moment, Moment::Reaction(_)) { AbilityKind::Reaction } else { AbilityKind::Interrupt };
    let answering = |pending: &Pending<Event>| state.table.able.answering(kind, pending.event.kind);
    match events {
        [one] => Cow::Borrowed(answering(one)),
        several => Cow::Owned(merged(several.iter().map(answering))),
    }
}

/// Cards that are in any of several lists, each once, in the order in which they were set up.
fn merged<'s>(lists: impl Iterator<Item = &'s [CardId]>) -> Vec<CardId> {
    let mut all: Vec<CardId> = lists.flatten().copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Whether an ability of a card is of the kind of a window and its triggering condition is so, or would be so
/// if what was damaged were still there; allowed or not.
pub(crate) fn might_answer(state: &State, window: &Window<Lcg>, card: CardId) -> bool {
    let (Moment::Interrupt(at) | Moment::Reaction(at)) = window.moment else { return false };
    let there = state.table.card(card);
    let holder = if there.zone == Zone::Play { there.controller } else { there.owner };
    abilities(state, card).filter(|ability| fits_moment(ability, window.moment)).any(|ability| {
        let mut events = 0..events(state, window.moment);
        events.any(|event| occasion(state, holder, card, ability, at, event).is_some())
            || triggers::destroyed_before(state, holder, card, ability, at).is_some()
    })
}

/// Whether a kind of ability is used in that kind of window.
fn fits_moment(ability: &Ability, moment: Moment) -> bool {
    matches!(
        (ability.kind, moment),
        (AbilityKind::Action, Moment::Action(_))
            | (AbilityKind::Interrupt, Moment::Interrupt(_))
            | (AbilityKind::Reaction, Moment::Reaction(_))
    )
}

/// Whether an event of the window is of the kind an ability speaks of.
fn may_answer(state: &State, ability: &Ability, moment: Moment, event: usize) -> bool {
    let (Moment::Interrupt(at) | Moment::Reaction(at)) = moment else { return true };
    let pending = state.sequence(at).and_then(|sequence| sequence.events.get(event));
    let trigger = ability.when.as_ref();
    trigger.zip(pending).is_some_and(|(trigger, pending)| is_of_kind(trigger, &pending.event))
}

/// Whether a player could have something to do with a card: he controls it in play, or it is his
/// in hand, or, where nothing forbids that, elsewhere.
fn may_hold(state: &State, id: CardId, player: Player) -> bool {
    let card = state.table.card(id);
    match card.zone {
        Zone::Play => card.controller == player,
        Zone::Hand | Zone::Discard | Zone::Playing => card.owner == player && card.text.is_some(),
        Zone::Deck | Zone::ObjectiveDeck | Zone::Edge | Zone::Captured | Zone::Victory => false,
    }
}

fn events(state: &State, moment: Moment) -> usize {
    match moment {
        Moment::Action(_) => 1,
        Moment::Interrupt(at) | Moment::Reaction(at) => state.sequence(at).map_or(0, |s| s.events.len()),
    }
}

/// Opens a window if anybody could use it: the active player is asked first.
pub(crate) fn opened(moment: Moment, sequence: &Sequence, play: &mut Play<'_>) -> Option<Window<Lcg>> {
    let gone = |pending: &Pending<Event>| {
        pending.outcome == Outcome::Canceled && !triggers::still_played(play.state, &pending.event)
    };
    if sequence.events.iter().all(gone) {
        return None;
    }
    let used = play.state.table.watched.iter().filter_map(|watched| match watched {
        Watched::Used(card) => Some(*card),
        Watched::Protector(_) => None,
    });
    let mut used = used.collect::<Vec<CardId>>().into_iter();
    if used.as_slice().is_empty() && may_answer_any(play.state, moment, &sequence.events).is_empty() {
        return None;
    }
    let window = Window::new(moment, play.state.table.active);
    let usable = with_sequence(sequence, play, |play| {
        let state = &*play.state;
        let players = [table::LIGHT, table::DARK];
        players.into_iter().any(|player| any_option(state, &window, player))
    });
    let mut looked_for = |card| with_sequence(sequence, play, |play| might_answer(play.state, &window, card));
    if !usable && !used.any(&mut looked_for) {
        return None;
    }
    narrate::opens(sequence, &window, play);
    Some(window)
}

/// Looks at the state with a sequence on the stack that is just being carried out.
fn with_sequence<T>(sequence: &Sequence, play: &mut Play<'_>, look: impl FnOnce(&Play<'_>) -> T) -> T {
    play.state.stack.push(Frame::Sequence(sequence.clone()));
    let seen = look(play);
    play.state.stack.pop();
    seen
}

/// Whether an ability is used while one of the other sort, forced or optional, waits to answer the
/// same condition: v2.2 does not say which comes first.
pub(crate) fn unordered(state: &State, window: &Window<Lcg>, is_forced: bool) -> bool {
    let players = [table::LIGHT, table::DARK];
    let waiting = players.into_iter().flat_map(|player| options(state, window, player));
    !matches!(window.moment, Moment::Action(_))
        && waiting.into_iter().any(|choice| forced(state, &choice) != is_forced)
}

/// Whether a choice is the use of a forced ability.
pub(crate) fn forced(state: &State, choice: &Choice) -> bool {
    match choice {
        Choice::Use { card, ability, .. } => {
            values::ability(state, *card, usize::from(*ability)).is_some_and(|ability| ability.forced)
        }
        _ => false,
    }
}

/// Whether any card has a forced ability, or may have been given one, by whatever gives it: most often none
/// does.
pub(crate) fn any_forced(state: &State) -> bool {
    state.table.able.forced() || any_grants(state)
}
