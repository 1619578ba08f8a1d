//! Which events an ability answers.

use crate::engine::kernel::{Outcome, Player};
use crate::engine::lcg::State;
use crate::engine::lcg::state::event::{Event, Why};
use crate::engine::lcg::state::filter::{anywhere, who};
use crate::engine::lcg::state::scope::{Occasion, Scope};
use crate::engine::lcg::state::table::CardId;
use crate::engine::lcg::state::values::ability;
use crate::engine::lcg::vocabulary::{Ability, AbilityKind, EventKind, Filter, Trigger, Zone, cite};

/// The event of a sequence that an ability answers.
pub(crate) fn occasion(
    state: &State,
    player: Player,
    card: CardId,
    ability: &Ability,
    at: usize,
    index: usize,
) -> Option<Occasion> {
    let trigger = ability.when.as_ref()?;
    let sequence = state.sequence(at)?;
    let pending = sequence.events.get(index)?;
    let answers_what_happened = ability.kind == AbilityKind::Reaction;
    let right_fate = match pending.outcome {
        Outcome::Coming => !answers_what_happened && !pending.event.past_interrupts,
        Outcome::Happened(_) => answers_what_happened,
        Outcome::Canceled => {
            answers_what_happened
                && trigger.event == EventKind::CardPlayed
                && still_played(state, &pending.event)
        }
        Outcome::Replaced(_) => false,
    };
    let scope = Scope::new(player, Some(card), Why::Effect);
    if !right_fate || !triggers(state, trigger, &pending.event, &scope) {
        return None;
    }
    // What came to nothing, all of it prevented or reassigned, did not happen (4.12).
    if pending.event.amount == 0 {
        return None;
    }
    Some(Occasion { at, index, event: pending.event.clone() })
}

/// The card in a sequence that a reaction to its damage would be about, were it still in play: it was
/// destroyed by that damage (faq.boba-fett).
pub(super) fn destroyed_before(
    state: &State,
    player: Player,
    card: CardId,
    ability: &Ability,
    at: usize,
) -> Option<CardId> {
    let trigger = ability.when.as_ref().filter(|_| ability.kind == AbilityKind::Reaction)?;
    let in_play = trigger.card.as_ref().filter(|filter| filter.zone == Some(Zone::Play))?;
    let like = Filter { zone: None, ..in_play.clone() };
    let wherever = Trigger { card: Some(like), ..trigger.clone() };
    let scope = Scope::new(player, Some(card), Why::Effect);
    let damaged = |event: &&Event| {
        matches!(event.kind, EventKind::Damage | EventKind::Damaged)
            && event.card.is_some_and(|card| state.table.card(card).zone != Zone::Play)
            && triggers(state, &wherever, event, &scope)
    };
    state.sequence(at)?.events.iter().map(|pending| &pending.event).find(damaged)?.card
}

/// Whether a card was played though its effects were canceled (3.1).
pub(super) fn still_played(state: &State, event: &Event) -> bool {
    event.kind == EventKind::Ability && event.played && state.switches.on(cite::CANCELED)
}

/// Whether an event is of the kind a trigger speaks of.
pub(super) fn is_of_kind(trigger: &Trigger, event: &Event) -> bool {
    use crate::engine::lcg::vocabulary::ability::EventKind as Kind;
    match trigger.event {
        Kind::Damaged => matches!(event.kind, Kind::Damage | Kind::Damaged),
        Kind::CardPlayed => event.played && matches!(event.kind, Kind::Ability | Kind::CardPlayed),
        kind => kind == event.kind,
    }
}

/// Whether an event is what a trigger speaks of.
pub(crate) fn triggers(state: &State, trigger: &Trigger, event: &Event, scope: &Scope) -> bool {
    if !is_of_kind(trigger, event) {
        return false;
    }
    let plainly = trigger.again.is_none_or(|again| again == event.again)
        && trigger.margin_at_least.is_none_or(|least| event.margin >= least)
        && trigger.phase.is_none_or(|phase| event.phase == Some(phase))
        && (!trigger.in_engagement || state.table.engagement.is_some())
        && trigger.played.is_none_or(|played| played == event.played)
        && trigger.from.is_none_or(|zone| event.from == Some(zone))
        && trigger.because.is_none_or(|cause| event.cause == Some(cause))
        && (trigger.ability.is_empty()
            || ability_kind(state, event).is_some_and(|kind| trigger.ability.all().contains(&kind)));
    if !plainly {
        return false;
    }
    let scope = scope.clone().on(Some(Occasion { at: 0, index: 0, event: event.clone() }));
    let fits = |card: Option<CardId>, filter: &Option<Filter>| {
        filter.as_ref().is_none_or(|filter| card.is_some_and(|card| anywhere(state, card, filter, &scope)))
    };
    trigger.player.is_none_or(|word| who(state, &scope, word) == event.player.or(event.by))
        && fits(event.card, &trigger.card)
        && fits(event.source, &trigger.by)
        && fits(event.other, &trigger.at)
}

fn ability_kind(state: &State, event: &Event) -> Option<AbilityKind> {
    let card = event.card?;
    let index = usize::from(event.ability?);
    ability(state, card, index).map(|ability| ability.kind)
}
