//! What may be played or used, and why not.

use super::limits::{second_limited, within_limit};
use super::payable::{Means, affordable, can_pay, generators, resources_suffice};
use super::possible::{some_part, with_choices};
use super::refuse::{Check, Reasons, refuse, refuse_by_rulebook};
use super::targets::targets_of;
use super::triggers::{destroyed_before, occasion};
use crate::engine::cards::{OWN_CARDS, Printed as _, TextCoverage, not_carried_out};
use crate::engine::kernel::{Basis, Player, Refusal};
use crate::engine::lcg::state::choice::{Choice, Moment};
use crate::engine::lcg::state::event::Why;
use crate::engine::lcg::state::scope::{Occasion, Scope};
use crate::engine::lcg::state::table::CardId;
use crate::engine::lcg::state::values::{ability, is_given, value};
use crate::engine::lcg::state::{filter, point};
use crate::engine::lcg::vocabulary::{
    Ability, AbilityKind, CardType, Condition, GivesKind, Stat, Target, Zone, book, cite,
};
use crate::engine::lcg::{Frame, State};
use crate::engine::script::narrate::printed_name;

/// Whether a player may choose something in a window; if not, why not.
pub(crate) fn allowed(state: &State, moment: Moment, player: Player, choice: &Choice) -> Result<(), Refusal> {
    looked_at(state, moment, player, choice, Reasons::First)
}

/// Why a player may not choose something in a window, with every rule and card that forbids it.
pub(crate) fn forbidden(state: &State, moment: Moment, player: Player, choice: &Choice) -> Option<Refusal> {
    looked_at(state, moment, player, choice, Reasons::Every).err()
}

fn looked_at(
    state: &State,
    moment: Moment,
    player: Player,
    choice: &Choice,
    reasons: Reasons,
) -> Result<(), Refusal> {
    let means = &Means::new(state, player);
    match choice {
        Choice::Play(card) => playable(means, *card, moment, reasons),
        Choice::Use { card, ability, event } => usable(means, (*card, *ability, *event), moment, reasons),
        // Nothing else is chosen in a window.
        Choice::Card(_)
        | Choice::Pair(..)
        | Choice::Title(_)
        | Choice::Icon(_)
        | Choice::Dial
        | Choice::Nth(_)
        | Choice::Word(_) => {
            Err(refuse("That is not something a player can do in this window.", cite::STEP_1))
        }
    }
}

/// Whether a unit or an enhancement may be played from hand.
pub(super) fn playable(
    means: &Means<'_>,
    id: CardId,
    moment: Moment,
    reasons: Reasons,
) -> Result<(), Refusal> {
    let (state, player) = (means.state, means.player);
    let card = state.table.card(id);
    let name = state.table.id(id);
    let Some(text) = &card.text else {
        return Err(refuse_by_rulebook(format!("{name} is not known."), book::PLAYED_FROM_HAND));
    };
    if text.kind == CardType::Fate {
        return Err(fate_not_played(name));
    }
    if card.owner != player {
        let text = format!("{name} is the other player's.");
        return Err(refuse_by_rulebook(text, book::OWN_CARDS).by_rule(book::PLAYED_FROM_HAND));
    }
    let from_discard = card.zone == Zone::Discard && is_given(state, id, GivesKind::PlayableFromDiscard);
    let deploys = matches!(text.kind, CardType::Unit | CardType::Enhancement);
    let in_hand = deploys && (card.zone == Zone::Hand || from_discard);
    let there = || {
        let text = format!("{name} is no unit or enhancement in hand.");
        if in_hand { Ok(()) } else { Err(refuse_by_rulebook(text, book::PLAYED_FROM_HAND)) }
    };
    // What cannot be played from where it is costs nothing.
    let affordable = || if in_hand { affordable(means, id, reasons) } else { Ok(()) };
    reasons.of(&[&there, &|| deploys_now(state, player, id, moment), &affordable])
}

/// Whether it is the deployment phase of a player who would play a unit or an enhancement.
fn deploys_now(state: &State, player: Player, id: CardId, moment: Moment) -> Result<(), Refusal> {
    let in_deployment = matches!(moment, Moment::Action(point::Point::Deployment));
    let mine = player == state.table.active;
    if mine && in_deployment {
        return Ok(());
    }
    let why = "Units and enhancements are played by the active player in their deployment phase";
    let text = format!("{} cannot be played now: {why}.", state.table.id(id));
    let refusal = refuse_by_rulebook(text, book::DEPLOYED_IN_TURN);
    Err(if in_deployment { refusal.by_rule(book::DEPLOYED_BY_THE_OTHER) } else { refusal })
}

/// That a fate card is not played at all.
fn fate_not_played(name: &str) -> Refusal {
    let text = format!("{name} is a fate card: it is not played, it works from an edge stack.");
    refuse_by_rulebook(text, book::FATE_NOT_PLAYED)
}

/// Whether an ability may be used in a window: step 1 of effect resolution, and whether its cost
/// can be paid.
pub(super) fn usable(
    means: &Means<'_>,
    used: (CardId, u8, u8),
    moment: Moment,
    reasons: Reasons,
) -> Result<(), Refusal> {
    let (state, player) = (means.state, means.player);
    let (card, index, _) = used;
    let name = state.table.id(card);
    let Some(ability) = ability(state, card, usize::from(index)) else {
        return Err(no_such(state, card, format!("{name} has no such ability.")));
    };
    is_holder(state, player, card, ability)?;
    if ability.kind == AbilityKind::Fate {
        let refusal = fate_not_played(name);
        return Err(in_right_zone(state, card, ability).err().map_or(refusal.clone(), |at| refusal.with(at)));
    }
    let answered = answers(state, player, ability, used, moment);
    if reasons == Reasons::First && answered.is_err() {
        in_right_zone(state, card, ability)?;
        return answered.map(|_| ());
    }
    let occasion = answered.as_ref().ok().cloned().flatten();
    let scope = Scope::new(player, Some(card), Why::Effect).on(occasion);
    let scope = &Scope { x: letter_x(state, ability, &scope), ..scope };
    // Of what depends on the event that is answered, nothing is known without one.
    let known = answered.is_ok() || ability.kind == AbilityKind::Action;
    let if_known = |check: Check<'_>| if known { check() } else { Ok(()) };
    reasons.of(&[
        &|| in_right_zone(state, card, ability),
        &|| answered.as_ref().map(|_| ()).map_err(Clone::clone),
        &|| if_known(&|| conditions_hold(state, card, ability, scope)),
        &|| within_limit(state, player, card, index, ability),
        &|| if_known(&|| possible_at_all(state, card, ability, scope, reasons)),
        &|| event_payable(means, card),
        &|| if_known(&|| can_pay(means, name, ability, scope)),
    ])
}

/// Whether all is so that an ability asks for.
fn conditions_hold(state: &State, card: CardId, ability: &Ability, scope: &Scope) -> Result<(), Refusal> {
    let Some(condition) = ability.conditions.iter().find(|c| !filter::holds(state, c, scope)) else {
        return Ok(());
    };
    let text = format!("{} cannot be used now: {}.", state.table.id(card), in_words(condition));
    Err(refuse(text, cite::STEP_1).by_card(printed_name(state, card)))
}

/// Whether an event card could be played and paid for, as far as that is not said by its ability.
fn event_payable(means: &Means<'_>, card: CardId) -> Result<(), Refusal> {
    let state = means.state;
    if !is_event(state, card) {
        return Ok(());
    }
    second_limited(state, means.player, card)?;
    resources_suffice(means, card, value(state, card, Stat::Cost), true)
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
        Condition::Is { .. }
        | Condition::Count { .. }
        | Condition::Every { .. }
        | Condition::FirstUnitPlayedThisTurn(_)
        | Condition::NonePlayedThisTurn { .. }
        | Condition::More { .. }
        | Condition::ForceCards { .. }
        | Condition::InEngagement
        | Condition::Engagements { .. }
        | Condition::Balance(_)
        | Condition::DialAtLeast(_)
        | Condition::FatePlacedThisEngagement(_)
        | Condition::MoreCardsInHand(_)
        | Condition::HasEdge(_)
        | Condition::Attacking(_)
        | Condition::Any(_)
        | Condition::Not(_) => "what its text requires is not true",
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

/// Whether a player controls the card of an ability in play, or owns it elsewhere.
fn is_holder(state: &State, player: Player, id: CardId, ability: &Ability) -> Result<(), Refusal> {
    let card = state.table.card(id);
    let holder = if card.zone == Zone::Play { card.controller } else { card.owner };
    let text = format!("{} is not under that player's control.", state.table.id(id));
    if holder == player {
        Ok(())
    } else if card.zone == Zone::Play {
        let costs = (!ability.cost.is_empty()).then(|| refuse(text.clone(), cite::OWN_COSTS));
        Err(costs.into_iter().fold(refuse_by_rulebook(text, book::OWN_CARDS), Refusal::with))
    } else {
        Err(refuse_by_rulebook(text, book::OWN_CARDS).by_rule(book::PLAYED_FROM_HAND))
    }
}

/// Abilities work in play, those of events from hand, unless they say otherwise (3.5).
fn in_right_zone(state: &State, id: CardId, ability: &Ability) -> Result<(), Refusal> {
    let name = state.table.id(id);
    let wanted = works_in(state, id, ability);
    if !is_there(state, id, ability) {
        let wanted = if wanted == Zone::Hand { "in hand" } else { "in play" };
        let text = format!("{name} is not {wanted}, so its ability cannot be used.");
        let refusal = refuse(text, cite::FROM_PLAY).not_now();
        let event = is_event(state, id);
        return Err(if event { refusal.by_rule(book::PLAYED_FROM_HAND) } else { refusal });
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
        None => no_occasion(state, card, ability.kind),
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
            let refusal = refuse(text, &format!("{}#{ACTION_WINDOWS_ONLY}", cite::FRAMEWORK_EVENTS));
            let refusal = of_action(state, card, refusal);
            let is_action = |frame: &Frame| matches!(frame, Frame::Window(window) if matches!(window.moment, Moment::Action(_)));
            let in_action = state.stack.iter().any(is_action);
            let rule = if in_action { book::NO_ACTION_IN_RESPONSE } else { book::FRAMEWORK_NOT_BROKEN };
            Err(refusal.by_rule(rule).not_now())
        }
        (AbilityKind::Interrupt | AbilityKind::Reaction, _) => Err(no_occasion(state, card, ability.kind)),
        (AbilityKind::Fate, _) => Err(fate_not_played(name)),
        _ => Err(no_such(state, card, format!("{name} has no ability to trigger there."))),
    }
}

/// The clause that says so of Action effects.
pub(crate) const ACTION_WINDOWS_ONLY: &str = "3";

/// The clause that says that framework events are not broken.
pub(crate) fn not_broken() -> String {
    format!("{}#2", cite::FRAMEWORK_EVENTS)
}

/// A refusal of the moment, which the rules for actions say too, if that ability is one.
pub(crate) fn as_action(state: &State, card: CardId, index: u8, refusal: Refusal) -> Refusal {
    let is_action =
        ability(state, card, usize::from(index)).is_some_and(|ability| ability.kind == AbilityKind::Action);
    if is_action { of_action(state, card, refusal) } else { refusal }
}

/// The same of what is known to be an action.
fn of_action(state: &State, card: CardId, refusal: Refusal) -> Refusal {
    of_event(state, card, refusal.by_rule(book::ACTION_TIMING))
}

/// A refusal of the moment, which of an event card the rule for its kind says too.
fn of_event(state: &State, card: CardId, refusal: Refusal) -> Refusal {
    if is_event(state, card) { refusal.by_rule(book::EVENT_TIMING) } else { refusal }
}

/// That nothing happens now that an interrupt or a reaction could answer.
fn no_occasion(state: &State, card: CardId, kind: AbilityKind) -> Refusal {
    let (verb, ruling) = if kind == AbilityKind::Interrupt {
        ("interrupt", cite::INTERRUPTS)
    } else {
        ("react to", cite::REACTIONS)
    };
    of_event(state, card, refuse(not_now(state.table.id(card), verb), ruling)).not_now()
}

fn not_now(name: &str, verb: &str) -> String {
    format!(
        "There is nothing for {name} to {verb}: its triggering condition is not occurring now, or the \
         opportunity has passed."
    )
}

/// Whether some independent part of the effect could resolve now (3.6), costs not foreseen.
fn possible_at_all(
    state: &State,
    card: CardId,
    ability: &Ability,
    scope: &Scope,
    reasons: Reasons,
) -> Result<(), Refusal> {
    if !state.switches.on(cite::POSSIBLE) || ability.effects.is_empty() {
        return Ok(());
    }
    let foreseen = !state.switches.on(cite::NO_FORESIGHT);
    let scope = &with_choices(state, ability, scope);
    let any = |state: &State| match ability.targets.as_slice() {
        targets @ ([] | [_]) => some_part(state, ability, scope, targets),
        targets => super::possible::with_some_targets(state, ability, targets, scope),
    };
    if any(state) || (foreseen && !ability.cost.is_empty()) || (foreseen && is_event(state, card)) {
        return Ok(());
    }
    let text = format!(
        "{} cannot be used: as things are, no part of its effect could resolve.",
        state.table.id(card)
    );
    let refusal = refuse(text, cite::POSSIBLE);
    let untargeted = |target: &Target| !target.up_to && targets_of(state, ability, target, scope).is_empty();
    let refusal =
        if ability.targets.iter().any(untargeted) { refusal.by_rule(book::TARGET) } else { refusal };
    let mut refusal =
        super::impossible::reasons(state, ability, scope).into_iter().fold(refusal, Refusal::with);
    if reasons == Reasons::Every && any(&with_all_spent(state, scope.you)) {
        refusal.also.push(Basis::Ruling(cite::NO_FORESIGHT.to_owned()));
    }
    Err(refusal)
}

/// The state as it would be if everything that generates resources had paid: no play may count on it
/// (`lcg:faq.bamboozle`).
fn with_all_spent(state: &State, player: Player) -> State {
    let mut paid = state.clone();
    for (card, resources) in generators(state, player, false) {
        paid.table.card_mut(card).focus += resources;
    }
    paid
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
