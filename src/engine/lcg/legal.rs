//! What may be played or used, and why not.

use std::sync::Arc;

use super::ability::{
    Ability, AbilityKind, Condition, Effect, EventKind, Filter, Gives, Limit, Many, Select, Target, Trigger,
    Zone,
};
use super::choice::{Choice, Moment};
use super::event::{Event, Why};
use super::facts::{CardType, Keyword, Stat, normalize_name};
use super::filter::{anywhere, candidates, reach, who};
use super::paying::{can_pay, resources_suffice};
use super::perform::possible;
use super::scope::{Occasion, Scope};
use super::table::CardId;
use super::values::{abilities, has_keyword, is_given, value};
use super::{State, cite};
use crate::engine::cards::{OWN_CARDS, Printed as _, TextCoverage, not_carried_out};
use crate::engine::kernel::{Basis, Outcome, Player, Refusal};

pub use super::options::{any_option, might_answer, options};

/// A refusal that rests on a ruling.
pub fn refuse(text: impl Into<String>, ruling: &str) -> Refusal {
    Refusal::new(text.into(), Basis::Ruling(ruling.into()))
}

/// A card's title; for an unknown card, the name the scenario gave it.
pub(super) fn title_of(state: &State, id: CardId) -> String {
    let card = state.table.card(id);
    card.text.as_ref().map_or_else(|| card.id.to_string(), |text| text.title.clone())
}

/// A refusal that rests on the rulebook.
pub fn refuse_by_rulebook(text: impl Into<String>, place: &str) -> Refusal {
    Refusal::new(text.into(), Basis::Rulebook(place.into()))
}

/// Whether a player may choose something in a window; if not, why not.
pub fn allowed(state: &State, moment: Moment, player: Player, choice: &Choice) -> Result<(), Refusal> {
    match choice {
        Choice::Play(card) => playable(state, player, *card, moment),
        Choice::Use { card, ability, event } => usable(state, player, *card, *ability, *event, moment),
        _ => Err(refuse("That is not something a player can do in this window.", cite::STEP_1)),
    }
}

/// Whether a unit or an enhancement may be played from hand.
pub fn playable(state: &State, player: Player, id: CardId, moment: Moment) -> Result<(), Refusal> {
    let table = &state.table;
    let card = table.card(id);
    let name = table.id(id);
    let Some(text) = &card.text else {
        return Err(refuse_by_rulebook(format!("{name} is not known."), "p. 13"));
    };
    let from_discard = card.zone == Zone::Discard
        && is_given(state, id, |gives| matches!(gives, Gives::PlayableFromDiscard));
    let in_hand = card.zone == Zone::Hand || from_discard;
    if !matches!(text.kind, CardType::Unit | CardType::Enhancement) || !in_hand {
        return Err(refuse_by_rulebook(format!("{name} is no unit or enhancement in hand."), "p. 13"));
    }
    let in_deployment = matches!(moment, Moment::Action(super::chart::Point::Deployment));
    if card.owner != player || player != table.active || !in_deployment {
        let why = "Units and enhancements are played by the active player in their deployment phase";
        return Err(refuse_by_rulebook(format!("{name} cannot be played now: {why}."), "p. 13"));
    }
    affordable(state, player, id)
}

/// Whether a unit or an enhancement could be played, were it the time: it is not unique and in play
/// already, not a second Limited card, has something to be attached to and can be paid for.
pub fn affordable(state: &State, player: Player, id: CardId) -> Result<(), Refusal> {
    let (table, name) = (&state.table, state.table.id(id));
    let Some(text) = &table.card(id).text else {
        return Err(refuse_by_rulebook(format!("{name} is not known."), "p. 13"));
    };
    if unique_in_play(state, id) {
        return Err(refuse_by_rulebook(
            format!("{name} cannot be played: a unique card of that title is in play."),
            "p. 26",
        ));
    }
    second_limited(state, player, id)?;
    if text.kind == CardType::Enhancement && text.attaches_to.is_some() && hosts(state, player, id).is_empty()
    {
        return Err(refuse_by_rulebook(format!("{name} has nothing to be attached to."), "p. 9"));
    }
    let other = Arc::clone(&text.0).as_enhancement();
    let cheaper = other.filter(|other| !hosts_of(state, player, id, other).is_empty());
    let cheaper = cheaper.map_or(0, |other| text.cost.saturating_sub(other.cost));
    resources_suffice(state, player, id, value(state, id, Stat::Cost).saturating_sub(cheaper), true)
}

/// Why a Limited card cannot be played: no more than one in a turn.
fn second_limited(state: &State, player: Player, id: CardId) -> Result<(), Refusal> {
    let second =
        has_keyword(state, id, Keyword::Limited) && state.table.limited_played[usize::from(player.0)];
    let text = format!("{} is a second Limited card this turn.", state.table.id(id));
    if second { Err(refuse_by_rulebook(text, "p. 25")) } else { Ok(()) }
}

/// What an enhancement could be attached to.
pub fn hosts(state: &State, player: Player, id: CardId) -> Vec<CardId> {
    let Some(text) = &state.table.card(id).text else { return Vec::new() };
    hosts_of(state, player, id, text)
}

/// The same, were that printed on it.
pub(super) fn hosts_of(
    state: &State,
    player: Player,
    id: CardId,
    text: &super::facts::CardText,
) -> Vec<CardId> {
    let scope = Scope::new(player, Some(id), Why::Effect);
    let all = match (&text.attaches_to, text.written) {
        (Some(filter), _) => candidates(state, filter, &scope),
        (None, true) => return Vec::new(),
        (None, false) => candidates(state, &any_host(), &scope),
    };
    all.into_iter().filter(|host| !has_keyword(state, *host, Keyword::NoEnhancements)).collect()
}

/// What an enhancement is attached to whose text is not written down, the scenario says: anything that an
/// enhancement can be attached to, or nothing.
fn any_host() -> Filter {
    Filter { types: Many::List(vec![CardType::Unit, CardType::Objective]), ..Filter::default() }
}

/// Whether a unique card of the same title is in play.
pub fn unique_in_play(state: &State, id: CardId) -> bool {
    let Some(text) = &state.table.card(id).text else { return false };
    // It is enough that one of the two bears the mark (p. 26).
    state.table.in_zone(Zone::Play).any(|other| {
        let other = state.table.card(other).text.as_ref();
        other.is_some_and(|other| (text.unique || other.unique) && other.title == text.title)
    })
}

/// Whether an ability may be used in a window: step 1 of effect resolution, and whether its cost
/// can be paid.
fn usable(
    state: &State,
    player: Player,
    card: CardId,
    index: u8,
    event: u8,
    moment: Moment,
) -> Result<(), Refusal> {
    let all = abilities(state, card);
    let name = state.table.id(card).to_owned();
    let Some(ability) = all.get(usize::from(index)).copied() else {
        return Err(no_such(state, card, format!("{name} has no such ability.")));
    };
    in_right_zone(state, player, card, ability)?;
    let occasion = answers(state, player, card, ability, index, event, moment)?;
    let scope = Scope::new(player, Some(card), Why::Effect).on(occasion);
    let scope = Scope { x: letter_x(state, ability, &scope), ..scope };
    if let Some(condition) = ability.conditions.iter().find(|c| !super::filter::holds(state, c, &scope)) {
        return Err(refuse(format!("{name} cannot be used now: {}.", in_words(condition)), cite::STEP_1));
    }
    within_limit(state, player, card, index, ability)?;
    possible_at_all(state, card, ability, &scope)?;
    if is_event(state, card) {
        second_limited(state, player, card)?;
        resources_suffice(state, player, card, value(state, card, Stat::Cost), true)?;
    }
    can_pay(state, &name, ability, &scope)
}

/// The value of the letter X: what the card says, else zero (4.2).
pub fn letter_x(state: &State, ability: &Ability, scope: &Scope) -> u32 {
    match &ability.x {
        Some(x) => super::filter::amount(state, x, scope, 0),
        None if state.switches.on(cite::LETTER_X) => 0,
        None => 1,
    }
}

/// That a card has no such ability is sure only where all that it does is written down.
fn no_such(state: &State, card: CardId, text: String) -> Refusal {
    let known = state.table.card(card).text.as_ref().map(|text| text.known());
    match known {
        Some(TextCoverage::Whole) => refuse(text, cite::TRIGGERED),
        Some(TextCoverage::Part(_) | TextCoverage::Nothing { .. }) | None => {
            Refusal::new(not_carried_out(state.table.id(card)), Basis::Program(OWN_CARDS.into()))
        }
    }
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
    super::filter::is_type(state, id, CardType::Event)
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
        return Err(refuse(format!("{name} is not under that player's control."), cite::OWN_COSTS));
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
    card: CardId,
    ability: &Ability,
    index: u8,
    event: u8,
    moment: Moment,
) -> Result<Option<Occasion>, Refusal> {
    let name = state.table.id(card);
    match (ability.kind, moment) {
        (AbilityKind::Action, Moment::Action(_)) => return Ok(None),
        (AbilityKind::Action, _) => {
            let text = format!("{name} is an action: it may only be initiated in an action window.");
            return Err(refuse(text, &format!("{}#2", cite::FRAMEWORK_EVENTS)).not_now());
        }
        (AbilityKind::Interrupt, Moment::Interrupt(_)) | (AbilityKind::Reaction, Moment::Reaction(_)) => {}
        (AbilityKind::Interrupt, _) => {
            return Err(refuse(not_now(name, "interrupt"), cite::INTERRUPTS).not_now());
        }
        (AbilityKind::Reaction, _) => {
            return Err(refuse(not_now(name, "react to"), cite::REACTIONS).not_now());
        }
        _ => return Err(no_such(state, card, format!("{name} has no ability to trigger there."))),
    }
    let (Moment::Interrupt(at) | Moment::Reaction(at)) = moment else {
        return Ok(None);
    };
    let ruling = if ability.kind == AbilityKind::Interrupt { cite::INTERRUPTS } else { cite::REACTIONS };
    let verb = if ability.kind == AbilityKind::Interrupt { "interrupt" } else { "react to" };
    let found = occasion(state, player, card, ability, at, usize::from(event));
    let occasion = found.ok_or_else(|| refuse(not_now(name, verb), ruling).not_now())?;
    let used = Choice::Use { card, ability: index, event };
    if state.sequence(at).is_some_and(|sequence| sequence.used.contains(&used)) {
        // Where its limit forbids it as well, that says more.
        within_limit(state, player, card, index, ability)?;
        let text = format!("{name} has already been used for this triggering condition.");
        return Err(refuse_by_rulebook(text, "p. 25"));
    }
    Ok(Some(occasion))
}

fn not_now(name: &str, verb: &str) -> String {
    format!(
        "There is nothing for {name} to {verb}: its triggering condition is not occurring now, or the \
         opportunity has passed."
    )
}

/// The event of a sequence that an ability answers.
pub fn occasion(
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
    let right_fate = match ability.kind {
        AbilityKind::Reaction => match pending.outcome {
            Outcome::Happened(_) => true,
            Outcome::Canceled => {
                trigger.event == EventKind::CardPlayed && still_played(state, &pending.event)
            }
            Outcome::Coming | Outcome::Replaced(_) => false,
        },
        _ => pending.outcome == Outcome::Coming && !pending.event.asked,
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

/// Whether a card was played though its effects were canceled (3.1).
pub(super) fn still_played(state: &State, event: &Event) -> bool {
    event.kind == EventKind::Ability && event.played && state.switches.on(cite::CANCELED)
}

/// Whether an event is of the kind a trigger speaks of.
pub(super) fn is_of_kind(trigger: &Trigger, event: &Event) -> bool {
    use super::ability::EventKind as Kind;
    match trigger.event {
        Kind::Damaged => matches!(event.kind, Kind::Damage | Kind::Damaged),
        Kind::CardPlayed => event.played && matches!(event.kind, Kind::Ability | Kind::CardPlayed),
        kind => kind == event.kind,
    }
}

/// Whether an event is what a trigger speaks of.
pub fn triggers(state: &State, trigger: &Trigger, event: &Event, scope: &Scope) -> bool {
    if !is_of_kind(trigger, event) {
        return false;
    }
    let scope = scope.clone().on(Some(Occasion { at: 0, index: 0, event: event.clone() }));
    trigger.card.as_ref().is_none_or(|filter| about(state, event, filter, &scope))
        && trigger
            .by
            .as_ref()
            .is_none_or(|filter| event.source.is_some_and(|source| anywhere(state, source, filter, &scope)))
        && trigger.player.is_none_or(|word| who(state, &scope, word) == event.player.or(event.by))
        && (trigger.ability.is_empty()
            || ability_kind(state, event).is_some_and(|kind| trigger.ability.all().contains(&kind)))
        && trigger.again.is_none_or(|again| again == event.again)
        && trigger.margin_at_least.is_none_or(|least| event.margin >= least)
        && trigger
            .at
            .as_ref()
            .is_none_or(|filter| event.other.is_some_and(|at| anywhere(state, at, filter, &scope)))
        && trigger.phase.is_none_or(|phase| event.phase == Some(phase))
        && (!trigger.in_engagement || state.table.engagement.is_some())
        && trigger.played.is_none_or(|played| played == event.played)
        && trigger.from.is_none_or(|zone| event.from == Some(zone))
        && trigger.because.is_none_or(|cause| event.cause == Some(cause))
}

/// Whether the card an event is about matches, wherever it is by now.
fn about(state: &State, event: &Event, filter: &Filter, scope: &Scope) -> bool {
    event.card.is_some_and(|card| anywhere(state, card, filter, scope))
}

fn ability_kind(state: &State, event: &Event) -> Option<AbilityKind> {
    let card = event.card?;
    let index = usize::from(event.ability?);
    abilities(state, card).get(index).map(|ability| ability.kind)
}

/// Limits (4.8): "once per" counts by card, "1 per" by title and player.
pub(super) fn within_limit(
    state: &State,
    player: Player,
    card: CardId,
    index: u8,
    ability: &Ability,
) -> Result<(), Refusal> {
    let name = state.table.id(card);
    let title = |id: CardId| state.table.card(id).text.as_ref().map(|text| normalize_name(&text.title));
    let by_title = state.switches.on(cite::LIMITS);
    let used = |used: &&super::table::Used| match ability.limit {
        Some(Limit::OnePer(period)) if by_title => {
            used.period == period && used.player == player && title(used.card) == title(card)
        }
        Some(Limit::OncePer(period) | Limit::OnePer(period) | Limit::Times { per: period, .. }) => {
            used.period == period && used.card == card && used.ability == index
        }
        None => false,
    };
    let most = match ability.limit {
        Some(Limit::Times { times, .. }) => times as usize,
        _ => 1,
    };
    if ability.limit.is_none() || state.table.used.iter().filter(used).count() < most {
        return Ok(());
    }
    let ruling = ability.ruling.as_deref().unwrap_or(cite::LIMITS);
    Err(refuse(format!("{name}: its limit has been used."), ruling))
}

/// The same scope, in which each choice of the cost, and each that the effect begins with, stands for all
/// that could be chosen.
pub(super) fn with_choices(state: &State, ability: &Ability, scope: &Scope) -> Scope {
    let mut scope = scope.clone();
    for cost in &ability.cost {
        if let Effect::Sacrifice(select @ Select::Choose { name: Some(name), .. })
        | Effect::Discard(select @ Select::Choose { name: Some(name), .. })
        | Effect::ReturnToHand(select @ Select::Choose { name: Some(name), .. })
        | Effect::RemoveShield(select @ Select::Choose { name: Some(name), .. })
        | Effect::Reveal(select @ Select::Choose { name: Some(name), .. }) = cost
        {
            let all = reach(state, select, &scope);
            scope.bound.entry(name.as_str().into()).or_insert(all);
        }
    }
    for effect in &ability.effects {
        if let Effect::Choose(select @ Select::Choose { name: Some(name), .. }) = effect {
            let all = reach(state, select, &scope);
            scope.bound.entry(name.as_str().into()).or_insert(all);
        }
    }
    scope
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
        targets => super::targets::with_some_targets(state, ability, targets, scope),
    };
    if any || (foreseen && !ability.cost.is_empty()) || (foreseen && is_event(state, card)) {
        return Ok(());
    }
    let name = state.table.id(card);
    Err(refuse(
        format!("{name} cannot be used: as things are, no part of its effect could resolve."),
        cite::POSSIBLE,
    ))
}

pub(super) fn some_part(state: &State, ability: &Ability, scope: &Scope, targets: &[Target]) -> bool {
    // What is shuffled afterwards is no part of its own (3.6).
    let alone = ability.effects.len() == 1;
    let counts = |effect: &&Effect| alone || !matches!(effect, Effect::Shuffle { .. });
    // The names of what earlier parts would have brought about: what only speaks of that is none either.
    let mut missing: Vec<&str> = Vec::new();
    ability.effects.iter().filter(counts).any(|effect| {
        let able = !waits_for(effect, &missing) && possible(state, effect, scope, targets);
        if !able {
            missing.extend(names_its_card(effect));
        }
        able
    })
}

/// The name that an instruction gives the card that it puts somewhere, of those that a later part can wait
/// for: a card that came, or changed sides.
fn names_its_card(effect: &Effect) -> Option<&str> {
    match effect {
        Effect::PutIntoPlay { card, .. } | Effect::Play { card, .. } | Effect::Capture { card, .. } => {
            card.called()
        }
        Effect::TakeControl(card) | Effect::Rescue(card) | Effect::Commit(card) => card.called(),
        _ => None,
    }
}

/// Whether an effect is set up for later of which nothing happens but to a card by one of these names.
fn waits_for(effect: &Effect, names: &[&str]) -> bool {
    let about = |condition: &Condition| matches!(condition, Condition::Is { card, .. } if names.contains(&card.as_str()));
    let only = |inner: &Effect| matches!(inner, Effect::When { r#if, otherwise, .. } if otherwise.is_empty() && r#if.iter().any(about));
    let nothing = |instead: &Option<Vec<Effect>>| instead.as_ref().is_none_or(Vec::is_empty);
    matches!(effect, Effect::Later { effects, otherwise, .. }
        if !effects.is_empty() && nothing(otherwise) && effects.iter().all(only))
}

/// Whether a unit's damage may be divided among participating enemy units.
pub fn divides(state: &State, unit: CardId) -> bool {
    is_given(state, unit, |gives| matches!(gives, Gives::DividesUnitDamage))
}

/// Why a unit cannot do something that a card forbids it.
pub fn barred(state: &State, id: CardId, what: &str, by: impl Fn(&Gives) -> bool) -> Option<Refusal> {
    let given = super::values::given(state, id, by);
    let (_, scope) = given.first()?;
    let card = scope.source.unwrap_or(id);
    let title = state.table.card(card).text.as_ref().map_or("", |text| &text.title);
    let text = format!("{} cannot {what}: {} forbids it.", state.table.id(id), state.table.id(card));
    Some(Refusal::new(text, Basis::Card(title.into())))
}

#[cfg(test)]
mod tests {
    use super::super::test_support::check;

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
