//! What a line of the script has to say in a build step and in the setup.

use super::card_named;
use super::format::{Doing, StackPlace};
use super::meant::{Reply, meant, no_such};
use crate::engine::kernel::{Answer, Question, Shape};
use crate::engine::tcg::state::choice::Choice;
use crate::engine::tcg::state::table::{CardId, Due};
use crate::engine::tcg::state::values::{abilities, has_keyword, value};
use crate::engine::tcg::turn::build_start::due_words;
use crate::engine::tcg::turn::stack;
use crate::engine::tcg::vocabulary::{Keyword, Many, Stat, normalize_name};
use crate::engine::tcg::{State, Tcg};

/// A unit placed in the setup, or one only partially built.
pub(super) fn setup(state: &State, doing: &mut Doing) -> Reply {
    if let Some(name) = doing.deploy.take() {
        return Ok(Some(Answer::One(Choice::Deploy(card_named(state, &name)?))));
    }
    let Some((name, n)) = next_built(doing) else { return Ok(None) };
    Ok(Some(Answer::One(Choice::Build(card_named(state, &name)?, n))))
}

/// How a second version that is deployed is stacked, or that it is not.
pub(super) fn stacked(question: &Question<Tcg>, doing: &mut Doing) -> Option<Answer<Choice>> {
    let Shape::One { options, .. } = &question.shape else { return None };
    let place = doing.place.take()?;
    let way = |choice: &&Choice| match choice {
        Choice::Stack { top, .. } => *top == (place == StackPlace::Top),
        _ => false,
    };
    match place {
        StackPlace::Apart => Some(Answer::Pass),
        StackPlace::Top | StackPlace::Under => options.iter().find(way).cloned().map(Answer::One),
    }
}

/// A card stacked with another version, or attached to a unit.
fn joined(state: &State, doing: &mut Doing, source: &mut Option<CardId>) -> Reply {
    let host = |doing: &mut Doing| doing.on.take().map(|name| card_named(state, &name)).transpose();
    if let Some(name) = doing.stack.take() {
        let card = card_named(state, &name)?;
        let host = match host(doing)? {
            Some(host) => host,
            None => stack::host_of(state, card).ok_or_else(|| {
                format!("There is no other version of {name} that it could be stacked with.")
            })?,
        };
        let top = match doing.place.take() {
            Some(place) => place == StackPlace::Top,
            None => value(state, card, Stat::Cost) >= printed_cost(state, host),
        };
        source.get_or_insert(card);
        return Ok(Some(Answer::One(Choice::Stack { card, host, top })));
    }
    if doing.on.is_none() {
        return Ok(None);
    }
    let Some(name) = doing.deploy.take() else { return Ok(None) };
    let card = card_named(state, &name)?;
    source.get_or_insert(card);
    Ok(host(doing)?.map(|host| Answer::One(Choice::Attach { card, host })))
}

fn printed_cost(state: &State, card: CardId) -> u32 {
    state.table.card(card).text.as_ref().map_or(0, |text| text.cost.number())
}

/// What is done in a build step.
pub(super) fn build(
    state: &State,
    question: &Question<Tcg>,
    doing: &mut Doing,
    source: &mut Option<CardId>,
) -> Reply {
    if let Some((name, n)) = next_built(doing) {
        let card = card_named(state, &name)?;
        source.get_or_insert(card);
        return Ok(Some(Answer::One(Choice::Build(card, n))));
    }
    if let Some(name) = doing.finish.take() {
        let card = card_named(state, &name)?;
        *source = Some(card);
        return Ok(Some(Answer::One(Choice::Finish(card))));
    }
    if let Some(said) = joined(state, doing, source)? {
        return Ok(Some(said));
    }
    if let Some(name) = doing.deploy.take() {
        let card = card_named(state, &name)?;
        source.get_or_insert(card);
        let hidden = has_keyword(state, card, Keyword::HiddenCost) && state.table.card(card).unfinished;
        return Ok(Some(Answer::One(if hidden { Choice::HiddenCost(card) } else { Choice::Deploy(card) })));
    }
    use_ability(state, question, doing, source)
}

/// The card that is built next, with how many counters, taken out of what a line says.
fn next_built(doing: &mut Doing) -> Option<(String, u32)> {
    let map = doing.build.as_mut()?;
    let next = map.shift_remove_index(0)?;
    if map.is_empty() {
        doing.build = None;
    }
    Some(next)
}

/// The ability that a line uses, or the card that it plays, in a build step.
fn use_ability(
    state: &State,
    question: &Question<Tcg>,
    doing: &mut Doing,
    source: &mut Option<CardId>,
) -> Reply {
    let Some(name) = doing.play.as_ref().or(doing.uses.as_ref()) else { return Ok(None) };
    let card = card_named(state, name)?;
    let all = abilities(state, card);
    let fits = |at: &usize| meant(all[*at], *at, doing);
    let offered = |at: &usize| match &question.shape {
        Shape::One { options, .. } => options.contains(&Choice::Use { card, ability: *at as u8 }),
        _ => false,
    };
    let found = (0..all.len()).filter(fits).find(offered).or_else(|| (0..all.len()).find(fits));
    let Some(at) = found else { return Err(no_such(state, card, doing)) };
    *source = Some(card);
    (doing.play, doing.uses, doing.ability) = (None, None, None);
    Ok(Some(Answer::One(Choice::Use { card, ability: at as u8 })))
}

/// The word of a line for something with which a build step starts: `draw`, `bounty` or `upkeep`, with the
/// unit's name before it, or alone for that of every unit.
fn is_due(state: &State, due: Due, word: &str) -> bool {
    let (kind, card) = match due {
        Due::Draw => ("draw", None),
        Due::Bounty(card) => ("bounty", Some(card)),
        Due::Upkeep(card) => ("upkeep", Some(card)),
    };
    let word = normalize_name(word);
    let of_the_unit = |name: &str| card.is_some_and(|card| card_named(state, name) == Ok(card));
    word == kind
        || word == normalize_name(&due_words(state, due))
        || word.strip_suffix(kind).is_some_and(of_the_unit)
}

/// The words by which a line orders the start of a build step.
pub(super) const DUE_WORDS: [&str; 3] = ["draw", "bounty", "upkeep"];

/// The order of what is done at the start of a build step: what the line names first, then the rest.
pub(super) fn start_order(
    state: &State,
    question: &Question<Tcg>,
    doing: &mut Doing,
) -> Option<Answer<Choice>> {
    let Shape::Order { items } = &question.shape else { return None };
    let (mut left, mut order, mut others) = (items.clone(), Vec::new(), Vec::new());
    for name in doing.order.as_ref()?.all() {
        let named = |choice: &Choice| matches!(choice, Choice::Due(due) if is_due(state, *due, name));
        let (meant, rest): (Vec<Choice>, Vec<Choice>) = left.into_iter().partition(named);
        if meant.is_empty() {
            others.push(name.clone());
        }
        order.extend(meant);
        left = rest;
    }
    if order.is_empty() {
        return None;
    }
    doing.order = (!others.is_empty()).then_some(Many::List(others));
    order.extend(left);
    Some(Answer::Order(order))
}
