//! What may be played or used, and why not.

use super::limits::{second_limited, within_limit};
use super::payable::{Means, affordable, can_pay, resources_suffice};
use super::possible::{some_part, with_choices};
use super::refuse::{refuse, refuse_by_rulebook};
use super::targets::targets_of;
use super::triggers::{destroyed_before, occasion};
use crate::engine::cards::{OWN_CARDS, Printed as _, TextCoverage, not_carried_out};
use crate::engine::kernel::{Basis, Player, Refusal};
use crate::engine::lcg::State;
use crate::engine::lcg::state::choice::{Choice, Moment};
use crate::engine::lcg::state::event::Why;
use crate::engine::lcg::state::scope::{Occasion, Scope};
use crate::engine::lcg::state::table::CardId;
use crate::engine::lcg::state::values::{ability, is_given, value};
use crate::engine::lcg::state::{filter, point};
use crate::engine::lcg::vocabulary::{
    Ability, AbilityKind, CardType, Condition, GivesKind, Stat, Target, Zone, book, cite,
};
use crate::engine::script::narrate::printed_name;

/// Whether a player may choose something in a window; if not, why not.
pub(crate) fn allowed(state: &State, moment: Moment, player: Player, choice: &Choice) -> Result<(), Refusal> {
    let means = &Means::new(state, player);
    match choice {
        Choice::Play(card) => playable(means, *card, moment),
        Choice::Use { card, ability, event } => usable(means, (*card, *ability, *event), moment),
        _ => Err(refuse("That is not something a player can do in this window.", cite::STEP_1)),
    }
}

/// Whether a unit or an enhancement may be played from hand.
pub(super) fn playable(means: &Means<'_>, id: CardId, moment: Moment) -> Result<(), Refusal> {
    let (state, player) = (means.state, means.player);
    let table = &state.table;
    let card = table.card(id);
    let name = table.id(id);
    let Some(text) = &card.text else {
        return Err(refuse_by_rulebook(format!("{name} is not known."), book::PLAYED_FROM_HAND));
    };
    let from_discard = card.zone == Zone::Discard && is_given(state, id, GivesKind::PlayableFromDiscard);
    let in_hand = card.zone == Zone::Hand || from_discard;
    if text.kind == CardType::Fate {
        return Err(fate_not_played(name));
    }
    if !matches!(text.kind, CardType::Unit | CardType::Enhancement) || !in_hand {
        return Err(refuse_by_rulebook(
            format!("{name} is no unit or enhancement in hand."),
            book::PLAYED_FROM_HAND,
        ));
    }
    let in_deployment = matches!(moment, Moment::Action(point::Point::Deployment));
    if card.owner != player || player != table.active || !in_deployment {
        let why = "Units and enhancements are played by the active player in their deployment phase";
        let text = format!("{name} cannot be played now: {why}.");
        let refusal = refuse_by_rulebook(text, book::DEPLOYED_IN_TURN);
        return Err(if in_deployment { refusal.by_rule(book::DEPLOYED_BY_THE_OTHER) } else { refusal });
    }
    affordable(means, id)
}

/// That a fate card is not played at all.
fn fate_not_played(name: &str) -> Refusal {
    let text = format!("{name} is a fate card: it is not played, it works from an edge stack.");
    refuse_by_rulebook(text, book::FATE_NOT_PLAYED)
}

/// Whether an ability may be used in a window: step 1 of effect resolution, and whether its cost
/// can be paid.
pub(super) fn usable(means: &Means<'_>, used: (CardId, u8, u8), moment: Moment) -> Result<(), Refusal> {
    let (state, player) = (means.state, means.player);
    let (card, index, _) = used;
    let name = state.table.id(card);
    let Some(ability) = ability(state, card, usize::from(index)) else {
        return Err(no_such(state, card, format!("{name} has no such ability.")));
    };
    in_right_zone(state, player, card, ability)?;
    let occasion = answers(state, player, ability, used, moment)?;
    let scope = Scope::new(player, Some(card), Why::Effect).on(occasion);
    let scope = Scope { x: letter_x(state, ability, &scope), ..scope };
    if let Some(condition) = ability.conditions.iter().find(|c| !filter::holds(state, c, &scope)) {
        let refusal = refuse(format!("{name} cannot be used now: {}.", in_words(condition)), cite::STEP_1);
        return Err(refusal.by_card(printed_name(state, card)));
    }
    within_limit(state, player, card, index, ability)?;
    possible_at_all(state, card, ability, &scope)?;
    if is_event(state, card) {
        second_limited(state, player, card)?;
        resources_suffice(means, card, value(state, card, Stat::Cost), true)?;
    }
    can_pay(means, name, ability, &scope)
}

/// The value of the letter X: what the card says, else zero (4.2).
pub(crate) fn letter_x(state: &State, ability: &Ability, scope: &Scope) -> u32 {
    match &ability.x {
        Some(x) => filter::amount(state, x, scope, 0),
        None if state.switches.on(cite::LETTER_X) => 0,
        None => 1,
    }
}

/// That a card has no such ability is sure only where all that it does is written down.
fn no_such(state: &State, card: CardId, text: String) -> Refusal {
    let known = state.table.card(card).text.as_ref().map(|text| text.known());
    match known {
        Some(TextCoverage::Whole) => refuse(text, cite::TRIGGERED).not_there(),
        Some(TextCoverage::Part(_) | TextCoverage::Nothing { .. }) | None => {
            Refusal::new(not_carried_out(state.table.id(card)), Basis::Program(OWN_CARDS.into()))
        }
    }
}

/// Whether nothing of what a card does is written down.
fn is_unwritten(state: &State, card: CardId) -> bool {
    let known = state.table.card(card).text.as_ref().map(|text| text.known());
    matches!(known, Some(TextCoverage::Nothing { .. }))
}

/// A condition that is not true, in words.
fn in_words(condition: &Condition) -> &'static str {
    match condition {
        Condition::Turn(_) => "it is the wrong player's turn",
        Condition::Phase(_) => "it is the wrong phase",
        _ => "what its text requires is not true",
    }
}

fn is_event(state: &State, id: CardId) -> bool {
    filter::is_type(state, id, CardType::Event)
}

/// Where an ability works: in play, that of an event from hand, unless it says otherwise (3.5).
fn works_in(state: &State, id: CardId, ability: &Ability) -> Zone {
    ability.zone.unwrap_or(if is_event(state, id) { Zone::Hand } else { Zone::Play })
}

/// Whether a card is where an ability of it works; were that not ruled, it would work wherever it can be
/// seen.
pub(super) fn is_there(state: &State, id: CardId, ability: &Ability) -> bool {
    let zone = state.table.card(id).zone;
    let hidden =
        matches!(zone, Zone::Deck | Zone::ObjectiveDeck | Zone::Edge | Zone::Captured | Zone::Playing);
    zone == works_in(state, id, ability) || !(hidden || state.switches.on(cite::FROM_PLAY))
}

/// Abilities work in play, those of events from hand, unless they say otherwise (3.5).
fn in_right_zone(state: &State, player: Player, id: CardId, ability: &Ability) -> Result<(), Refusal> {
    let card = state.table.card(id);
    let name = state.table.id(id);
    let wanted = works_in(state, id, ability);
    let holder = if card.zone == Zone::Play { card.controller } else { card.owner };
    if holder != player {
        let text = format!("{name} is not under that player's control.");
        return Err(refuse(text, cite::OWN_COSTS).by_rule(book::OWN_CARDS));
    }
    if !is_there(state, id, ability) {
        let wanted = if wanted == Zone::Hand { "in hand" } else { "in play" };
        return Err(refuse(
            format!("{name} is not {wanted}, so its ability cannot be used."),
            cite::FROM_PLAY,
        )
        .not_now());
    }
    Ok(())
}

/// Whether an ability answers one of the events of the window now open.
fn answers(
    state: &State,
    player: Player,
    ability: &Ability,
    (card, index, event): (CardId, u8, u8),
    moment: Moment,
) -> Result<Option<Occasion>, Refusal> {
    let name = state.table.id(card);
    fits_window(state, card, ability, moment)?;
    let (Moment::Interrupt(at) | Moment::Reaction(at)) = moment else {
        return Ok(None);
    };
    let found = occasion(state, player, card, ability, at, usize::from(event));
    let occasion = found.ok_or_else(|| match destroyed_before(state, player, card, ability, at) {
        Some(gone) => {
            let text =
                format!("{} had left play before anything could react to its damage.", state.table.id(gone));
            refuse(text, cite::DESTROYED_AT_ONCE)
        }
        None => no_occasion(name, ability.kind),
    })?;
    let used = Choice::Use { card, ability: index, event };
    if state.sequence(at).is_some_and(|sequence| sequence.used.contains(&used)) {
        // Where its limit forbids it as well, that says more.
        within_limit(state, player, card, index, ability)?;
        let text = format!("{name} has already been used for this triggering condition.");
        return Err(refuse_by_rulebook(text, book::ONCE_PER_TRIGGER));
    }
    Ok(Some(occasion))
}

/// Whether an ability is used in that kind of window.
fn fits_window(state: &State, card: CardId, ability: &Ability, moment: Moment) -> Result<(), Refusal> {
    let name = state.table.id(card);
    match (ability.kind, moment) {
        (AbilityKind::Action, Moment::Action(_))
        | (AbilityKind::Interrupt, Moment::Interrupt(_))
        | (AbilityKind::Reaction, Moment::Reaction(_)) => Ok(()),
        // What an event does whose text is not written down, and when, nobody knows here.
        (AbilityKind::Action, _) if is_unwritten(state, card) => {
            Err(no_such(state, card, String::new()).not_now())
        }
        (AbilityKind::Action, _) => {
            let text = format!("{name} is an action: it may only be initiated in an action window.");
            let refusal = refuse(text, &format!("{}#2", cite::FRAMEWORK_EVENTS));
            Err(refusal.by_rule(book::EVENT_TIMING).not_now())
        }
        (AbilityKind::Interrupt | AbilityKind::Reaction, _) => Err(no_occasion(name, ability.kind)),
        (AbilityKind::Fate, _) => Err(fate_not_played(name)),
        _ => Err(no_such(state, card, format!("{name} has no ability to trigger there."))),
    }
}

/// That nothing happens now that an interrupt or a reaction could answer.
fn no_occasion(name: &str, kind: AbilityKind) -> Refusal {
    let (verb, ruling) = match kind {
        AbilityKind::Interrupt => ("interrupt", cite::INTERRUPTS),
        _ => ("react to", cite::REACTIONS),
    };
    refuse(not_now(name, verb), ruling).not_now()
}

fn not_now(name: &str, verb: &str) -> String {
    format!(
        "There is nothing for {name} to {verb}: its triggering condition is not occurring now, or the \
         opportunity has passed."
    )
}

/// Whether some independent part of the effect could resolve now (3.6), costs not foreseen.
fn possible_at_all(state: &State, card: CardId, ability: &Ability, scope: &Scope) -> Result<(), Refusal> {
    if !state.switches.on(cite::POSSIBLE) || ability.effects.is_empty() {
        return Ok(());
    }
    let foreseen = !state.switches.on(cite::NO_FORESIGHT);
    let scope = &with_choices(state, ability, scope);
    let any = match ability.targets.as_slice() {
        targets @ ([] | [_]) => some_part(state, ability, scope, targets),
        targets => super::possible::with_some_targets(state, ability, targets, scope),
    };
    if any || (foreseen && !ability.cost.is_empty()) || (foreseen && is_event(state, card)) {
        return Ok(());
    }
    let name = state.table.id(card);
    let text = format!("{name} cannot be used: as things are, no part of its effect could resolve.");
    let refusal = refuse(text, cite::POSSIBLE);
    let untargeted = |target: &Target| targets_of(state, ability, target, scope).is_empty();
    Err(if ability.targets.iter().any(untargeted) { refusal.by_rule(book::TARGET) } else { refusal })
}

#[cfg(test)]
mod tests {
    use crate::engine::lcg::test_support::check;

    #[test]
    fn without_anything_to_act_on_an_event_cannot_be_played() {
        check(
            r#"{title: Push, invented: true, type: event, side: light, abilities: [{kind: action, targets: [{card: {type: unit, whose: enemy}}], effects: [deal-damage: {amount: 1, to: target}]}]}"#,
            "light: {hand: [Push]}",
            "{refused: {light: {play: Push}}, because: lcg:3.6}",
        );
    }

    #[test]
    fn what_cannot_be_damaged_by_card_effects_is_nothing_to_act_on() {
        check(
            r#"{title: Push, invented: true, type: event, side: light, abilities: [{kind: action, targets: [{card: {type: unit, whose: enemy}}], effects: [deal-damage: {amount: 1, to: target}]}]}, {title: Foe, invented: true, type: unit, side: dark, capacity: 3, abilities: [{kind: constant, gives: [cannot-be-damaged-by: card-effects]}]}"#,
            "light: {hand: [Push]}, dark: {play: [Foe]}",
            "{refused: {light: {play: Push}}, because: lcg:3.6}",
        );
    }

    #[test]
    fn with_a_target_it_can() {
        check(
            r#"{title: Push, invented: true, type: event, side: light, abilities: [{kind: action, targets: [{card: {type: unit, whose: enemy}}], effects: [deal-damage: {amount: 1, to: target}]}]}, {title: Foe, invented: true, type: unit, side: dark, capacity: 3}"#,
            "light: {hand: [Push]}, dark: {play: [Foe]}",
            "{allowed: {light: {play: Push}}}",
        );
    }

    #[test]
    fn a_second_unique_card_cannot_be_played() {
        check(
            r#"{title: Hero, invented: true, type: unit, side: light, unique: true, capacity: 2}"#,
            "light: {play: [Hero], hand: [{card: Hero, as: Other Hero}]}",
            "{refused: {light: {play: Other Hero}}, because: rulebook}",
        );
    }

    #[test]
    fn a_card_that_needs_no_match_can_be_paid_with_anything() {
        check(
            r#"{title: Ally, invented: true, type: unit, side: light, affiliation: Jedi, cost: 1, capacity: 2}, {title: Purse, invented: true, type: enhancement, side: light, resources: 1}, {title: Flag, invented: true, type: enhancement, side: light, abilities: [{kind: constant, to: {each: {in: hand, whose: friendly}}, gives: [ignores-resource-match]}]}"#,
            "light: {play: [Purse, Flag], hand: [Ally]}",
            "{allowed: {light: {play: Ally}}}",
        );
    }

    #[test]
    fn without_that_it_needs_one() {
        check(
            r#"{title: Ally, invented: true, type: unit, side: light, affiliation: Jedi, cost: 1, capacity: 2}, {title: Purse, invented: true, type: enhancement, side: light, resources: 1}"#,
            "light: {play: [Purse], hand: [Ally]}",
            "{refused: {light: {play: Ally}}, because: rulebook}",
        );
    }
}
