//! What a line of the script means in a window, out of everything that may be done there.

use super::card_named;
use super::format::Doing;
use crate::engine::cards::wording::or;
use crate::engine::kernel::{Answer, Player, Question, Refusal, Shape};
use crate::engine::lcg::legality::targets::{bad_target, options_for, targets_of};
use crate::engine::lcg::legality::{legal, payable, triggers};
use crate::engine::lcg::state::choice::{Choice, Moment};
use crate::engine::lcg::state::event::Why;
use crate::engine::lcg::state::filter::is_type;
use crate::engine::lcg::state::scope::Scope;
use crate::engine::lcg::state::table::CardId;
use crate::engine::lcg::state::values::{abilities, ability as own_ability};
use crate::engine::lcg::vocabulary::{Ability, AbilityKind, CardType, Gives, GivesKind, Many};
use crate::engine::lcg::{Lcg, State};

type Reply = crate::engine::script::Reply<Lcg>;

/// What a line says in a window: which card is played, which ability used.
pub(super) fn window(
    state: &State,
    question: &Question<Lcg>,
    moment: Moment,
    doing: &mut Doing,
    source: &mut Option<CardId>,
) -> Reply {
    let Some(name) = doing.play.as_ref().or(doing.uses.as_ref()) else { return Ok(None) };
    let card = user_of(state, card_named(state, name)?, moment);
    let Shape::One { options, .. } = &question.shape else { return Ok(None) };
    // What names the event it answers is meant for a window of that event.
    if let Some(on) = &doing.answering
        && events_of(state, moment, Some(card_named(state, on)?)).is_empty()
    {
        return Ok(None);
    }
    let attempt = Attempt { moment, player: question.player, card };
    let choice = choice_for(state, &attempt, doing, options)?;
    if let Some(refusal) = unfit_payer(state, moment, question.player, &choice, doing) {
        return Err(refusal);
    }
    *source = Some(card);
    // Which ability it is nobody asks of a card that is only played.
    if matches!(choice, Choice::Use { .. }) {
        doing.ability = None;
    }
    (doing.play, doing.uses, doing.answering) = (None, None, None);
    Ok(Some(Answer::One(choice)))
}

/// Why the targets that a line names could not be chosen, and what it names as paying does not pay, where the
/// line is refused at once.
pub(super) fn unfit_names(state: &State, player: Player, doing: &Doing) -> Vec<Refusal> {
    let Some(name) = doing.play.as_ref().or(doing.uses.as_ref()) else { return Vec::new() };
    let Ok(card) = card_named(state, name) else { return Vec::new() };
    let playing = doing.play.is_some().then_some(card);
    let payers = doing.pay.iter().flat_map(|spread| spread.names());
    let payers = payers.filter_map(|name| card_named(state, name).ok());
    let mut why: Vec<Refusal> =
        payers.filter_map(|id| payable::bad_payer(state, player, id, playing)).collect();
    let scope = Scope::new(player, Some(card), Why::Effect);
    // What an answer may target depends on what it answers.
    if let Choice::Use { ability, .. } = outside_windows(state, card, doing)
        && let Some(ability) = own_ability(state, card, usize::from(ability))
        && let (AbilityKind::Action, [target, ..]) = (ability.kind, ability.targets.as_slice())
    {
        let named = doing.target.iter().flat_map(Many::all).take(target.count as usize);
        let named = named.filter_map(|name| card_named(state, name).ok());
        let legal = targets_of(state, ability, target, &scope);
        let unfit = named.filter(|id| !legal.contains(id));
        why.extend(unfit.map(|id| bad_target(state, ability, target, &scope, id)));
    }
    why
}

/// Why a card that a line names does not pay for what the line plays, where that is refused for its cost:
/// with what comes before how much.
fn unfit_payer(
    state: &State,
    moment: Moment,
    player: Player,
    choice: &Choice,
    doing: &Doing,
) -> Option<Refusal> {
    let (Choice::Play(card) | Choice::Use { card, .. }) = choice else { return None };
    let payers = doing.pay.as_ref()?.names();
    if !legal::allowed(state, moment, player, choice).is_err_and(|refusal| payable::is_of_resources(&refusal))
    {
        return None;
    }
    let playing = doing.play.is_some().then_some(*card);
    let payers = payers.into_iter().filter_map(|name| card_named(state, name).ok());
    payers.into_iter().find_map(|id| payable::bad_payer(state, player, id, playing))
}

/// What a line means where no window is open: a card that it plays, or the likeliest ability of it.
pub(super) fn outside_windows(state: &State, card: CardId, doing: &Doing) -> Choice {
    let deploys = [CardType::Unit, CardType::Enhancement].iter().any(|kind| is_type(state, card, *kind));
    if doing.play.is_some() && deploys {
        return Choice::Play(card);
    }
    let of_kind = |kind: AbilityKind| abilities(state, card).position(|ability| ability.kind == kind);
    let triggered = [AbilityKind::Action, AbilityKind::Interrupt, AbilityKind::Reaction, AbilityKind::Fate];
    let found = triggered.into_iter().find_map(of_kind).unwrap_or(0) as u8;
    Choice::Use { card, ability: doing.ability.map_or(found, |n| n.saturating_sub(1)), event: 0 }
}

/// Who tries to use which card, and when.
struct Attempt {
    moment: Moment,
    player: Player,
    card: CardId,
}

/// The choice a line means: among what is allowed if it is there, else the one whose refusal says
/// most.
fn choice_for(
    state: &State,
    attempt: &Attempt,
    doing: &Doing,
    options: &[Choice],
) -> Result<Choice, Refusal> {
    let Attempt { moment, card, .. } = *attempt;
    let answering = match &doing.answering {
        Some(name) => Some(card_named(state, name)?),
        None => None,
    };
    let wanted = doing.ability.map(|n| n.saturating_sub(1));
    let fits = |choice: &&Choice| match choice {
        Choice::Play(id) => *id == card && doing.play.is_some(),
        Choice::Use { card: id, ability, event } => {
            *id == card
                && wanted.is_none_or(|wanted| wanted == *ability)
                && answering.is_none_or(|on| event_card(state, moment, *event) == Some(on))
        }
        _ => false,
    };
    let found: Vec<&Choice> = options.iter().filter(fits).collect();
    if let Some(meant) = meant(state, attempt, doing, &found)? {
        return Ok(meant);
    }
    if (is_type(state, card, CardType::Unit) || is_type(state, card, CardType::Enhancement))
        && doing.play.is_some()
    {
        return Ok(Choice::Play(card));
    }
    let events = events_of(state, moment, answering);
    Ok(likeliest(state, attempt, wanted, &events))
}

/// Of what may be chosen, what the line means: of several abilities of a card the one whose targets fit what
/// it names. Where that leaves several, the line has to say which.
fn meant(
    state: &State,
    attempt: &Attempt,
    doing: &Doing,
    found: &[&Choice],
) -> Result<Option<Choice>, Refusal> {
    let Attempt { moment, player, card } = *attempt;
    let mut each: Vec<(&Choice, u8, &Ability)> = Vec::new();
    let name = state.table.id(card);
    for choice in found {
        let Choice::Use { card, ability, .. } = choice else { return Ok(Some((*choice).clone())) };
        let Some(used) = own_ability(state, *card, usize::from(*ability)) else { continue };
        if !each.iter().any(|(_, _, other)| *other == used) {
            each.push((choice, *ability, used));
        }
    }
    let named = doing.target.as_ref().or(doing.choose.as_ref()).and_then(|many| many.all().first());
    if let (Some(target), true) = (named.and_then(|name| card_named(state, name).ok()), each.len() > 1) {
        let targets = |(choice, _, ability): &(&Choice, u8, &Ability)| {
            let options = first_targets(state, moment, player, choice, ability);
            options.is_some_and(|options| options.contains(&target))
        };
        let untargeted = |(_, _, ability): &(&Choice, u8, &Ability)| ability.targets.is_empty();
        if each.iter().any(targets) {
            each.retain(targets);
        } else if each.iter().any(untargeted) {
            each.retain(untargeted);
        }
    }
    match each.as_slice() {
        [] => Ok(found.first().map(|choice| (*choice).clone())),
        [(choice, ..)] => Ok(Some((*choice).clone())),
        several => {
            let numbers = several.iter().map(|(_, at, _)| format!("`ability: {}`", at + 1));
            let text = format!("{name} has several abilities that could be used here: say {}.", or(numbers));
            Err(Refusal::from(text))
        }
    }
}

/// What the first target of an ability may be, if it has targets.
fn first_targets(
    state: &State,
    moment: Moment,
    player: Player,
    choice: &Choice,
    ability: &Ability,
) -> Option<Vec<CardId>> {
    let Choice::Use { card, event, .. } = choice else { return None };
    let occasion = match moment {
        Moment::Action(_) => None,
        Moment::Interrupt(at) | Moment::Reaction(at) => {
            triggers::occasion(state, player, *card, ability, at, usize::from(*event))
        }
    };
    let scope = Scope::new(player, Some(*card), Why::Effect).on(occasion);
    (!ability.targets.is_empty()).then(|| options_for(state, ability, 0, &scope))
}

/// Who has the ability that a line speaks of: what a card gives to the one it is attached to is that one's.
fn user_of(state: &State, card: CardId, moment: Moment) -> CardId {
    let triggered = |id: CardId| abilities(state, id).any(|ability| ability.kind == kind_for(moment));
    let gives = |gives: &Gives| gives.is(GivesKind::Ability);
    let given = abilities(state, card).any(|ability| ability.gives.iter().any(gives));
    match state.table.card(card).host {
        Some(host) if given && !triggered(card) && triggered(host) => host,
        _ => card,
    }
}

/// The kind of ability that is used in a window.
fn kind_for(moment: Moment) -> AbilityKind {
    match moment {
        Moment::Action(_) => AbilityKind::Action,
        Moment::Interrupt(_) => AbilityKind::Interrupt,
        Moment::Reaction(_) => AbilityKind::Reaction,
    }
}

fn event_card(state: &State, moment: Moment, event: u8) -> Option<CardId> {
    match moment {
        Moment::Action(_) => None,
        Moment::Interrupt(at) | Moment::Reaction(at) => {
            state.sequence(at)?.events.get(usize::from(event))?.event.card
        }
    }
}

/// The events of a window, or those that are about one card.
fn events_of(state: &State, moment: Moment, about: Option<CardId>) -> Vec<u8> {
    let count = match moment {
        Moment::Action(_) => 1,
        Moment::Interrupt(at) | Moment::Reaction(at) => {
            state.sequence(at).map_or(1, |s| s.events.len().max(1))
        }
    };
    let all = 0..count as u8;
    all.filter(|event| about.is_none() || event_card(state, moment, *event) == about).collect()
}

/// Of the uses that are refused, the one that got furthest: rather one for which the ability has not been
/// used yet.
fn likeliest(state: &State, attempt: &Attempt, wanted: Option<u8>, events: &[u8]) -> Choice {
    let Attempt { moment, player, card } = *attempt;
    let kind = kind_for(moment);
    let of_kind = abilities(state, card).position(|ability| ability.kind == kind);
    let triggered = abilities(state, card).position(|ability| {
        matches!(ability.kind, AbilityKind::Action | AbilityKind::Interrupt | AbilityKind::Reaction)
    });
    let ability = wanted.unwrap_or_else(|| of_kind.or(triggered).unwrap_or(0) as u8);
    let use_of = |event: &u8| Choice::Use { card, ability, event: *event };
    let late = |choice: &Choice| {
        let refusal = legal::allowed(state, moment, player, choice).err();
        refusal.is_some_and(|refusal| !refusal.is_untimely())
    };
    let sequence = match moment {
        Moment::Interrupt(at) | Moment::Reaction(at) => state.sequence(at),
        Moment::Action(_) => None,
    };
    let used = |choice: &Choice| sequence.is_some_and(|sequence| sequence.used.contains(choice));
    let likely = events.iter().map(use_of).filter(late).min_by_key(used);
    likely.unwrap_or_else(|| use_of(events.first().unwrap_or(&0)))
}
