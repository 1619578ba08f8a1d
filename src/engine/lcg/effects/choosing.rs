//! Instructions in which players choose, and those that hold others together.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::program::{event, say, wait_for};
use crate::engine::kernel::{Answer, Flow, InstructionStage, Player, Shape};
use crate::engine::lcg::legality::possible::possible;
use crate::engine::lcg::legality::{limits, payable};
use crate::engine::lcg::state::choice::{Choice, Topic};
use crate::engine::lcg::state::event::Why;
use crate::engine::lcg::state::filter;
use crate::engine::lcg::state::filter::{amount, candidates, extremes, named, who};
use crate::engine::lcg::state::narrate::names;
use crate::engine::lcg::state::scope::Scope;
use crate::engine::lcg::state::table::{CardId, other};
use crate::engine::lcg::state::values::undamageable_in;
use crate::engine::lcg::vocabulary::steps::StepKind;
use crate::engine::lcg::vocabulary::{Amount, AmountWord, Effect, EventKind, Select, Who, Zone, book, cite};
use crate::engine::lcg::{Decision, Play, Program, State, Task, Turn};

/// The cards from which something is moved, and the one to which; none if there is no such card.
pub(super) fn from_and_to(
    program: &mut Program,
    from: &Select,
    to: &Select,
    play: &mut Play<'_>,
) -> Decision<Option<(Vec<CardId>, CardId)>> {
    let from = select(program, from, "from", play)?;
    let to = select(program, to, "to", play)?;
    Ok(to.first().map(|to| (from, *to)))
}

/// The cards of a selection; asks whoever has to choose.
pub(super) fn select(
    program: &mut Program,
    select: &Select,
    part: &str,
    play: &mut Play<'_>,
) -> Decision<Vec<CardId>> {
    let all = |cards| Ok(payable(program, cards, play));
    let (choose, by, count, up_to, name) = match select {
        Select::Named(name) => return all(named(play.state, &program.scope, name)),
        Select::Each { each } => return all(candidates(play.state, each, &program.scope)),
        Select::Topmost { topmost } => return all(filter::topmost(play.state, topmost, &program.scope)),
        Select::Random { random, count, name } => (random, &Who::You, count, &false, name),
        Select::Choose { choose, by, count, up_to, name, .. } => (choose, by, count, up_to, name),
    };
    let at_random = matches!(select, Select::Random { .. });
    let key: Arc<str> = match name {
        Some(name) => name.as_str().into(),
        None => format!("{part}@{}", program.at).into(),
    };
    if let Some(chosen) = program.scope.bound.get(&key) {
        return Ok(chosen.clone());
    }
    let options = extremes(play.state, select, candidates(play.state, choose, &program.scope));
    let options = can_undergo(program, part, payable(program, options, play), play.state);
    let chooser = who(play.state, &program.scope, *by).unwrap_or(program.scope.you);
    let max = (*count as usize).min(options.len());
    let min = if *up_to { 0 } else { max };
    let chosen = play.choose_cards(chooser, Topic::Choose(program.scope.source), options, (min, max))?;
    if at_random {
        let text = format!("{} at random.", names(play, &chosen));
        say(program, StepKind::Random, text, &chosen, play);
    }
    if name.is_some() {
        known_to_the_effect(program, &key, &chosen, play);
    }
    program.scope.bound.insert(key, chosen.clone());
    Ok(chosen)
}

/// Those of some cards to which a part of the present instruction can happen at all.
fn can_undergo(program: &Program, part: &str, mut cards: Vec<CardId>, state: &State) -> Vec<CardId> {
    let instruction = &program.list[program.at];
    if hurts(instruction, part) {
        cards.retain(|id| undamageable_in(state, *id, &program.scope).is_none());
    }
    if enters(instruction, part) {
        cards.retain(|id| !limits::unique_in_play(state, *id));
    }
    cards
}

/// What is chosen for a cost under a name of its own is known by it to the targets and the effects too.
fn known_to_the_effect(program: &Program, key: &Arc<str>, chosen: &[CardId], play: &mut Play<'_>) {
    if program.scope.why != Why::Cost {
        return;
    }
    let mut tasks = play.state.tasks_mut();
    let initiate =
        tasks.find_map(|task| if let Task::Initiate(initiate) = task { Some(initiate) } else { None });
    if let Some(initiate) = initiate {
        initiate.scope.bound.insert(key.clone(), chosen.to_vec());
    }
}

/// As a cost, only what its player controls may be used (2.16).
pub(super) fn payable(program: &Program, cards: Vec<CardId>, play: &Play<'_>) -> Vec<CardId> {
    if program.scope.why == Why::Cost { payable::own(play.state, cards, &program.scope) } else { cards }
}

/// Whether an instruction damages what is chosen for that part of it: what cannot be damaged cannot be
/// chosen to take damage (4.11); damage can be moved away from it.
pub(crate) fn hurts(effect: &Effect, part: &str) -> bool {
    part == "to"
        && matches!(
            effect,
            Effect::DealDamage { .. } | Effect::RedirectDamage { .. } | Effect::MoveDamage { .. }
        )
}

/// Whether an instruction puts into play what is chosen for that part of it: nobody can put a second copy of
/// a unique card into play (p. 26).
fn enters(effect: &Effect, part: &str) -> bool {
    part == "card" && matches!(effect, Effect::PutIntoPlay { .. })
}

/// Each player chooses and does this, the effect's own player first (2.2).
pub(super) fn each_player(program: &mut Program, effects: &[Effect], play: &mut Play<'_>) -> Turn {
    let you = program.scope.you;
    let mut order = vec![you, other(you)];
    if !play.state.switches.on(cite::CHOOSERS) {
        order.reverse();
    }
    if let [Effect::Sacrifice(which @ Select::Choose { name: None, .. })] = effects {
        return each_sacrifices(program, which, &order, play);
    }
    if let [Effect::Choose(which @ Select::Choose { name: Some(name), .. })] = effects {
        return each_names(program, which, name, &order, play);
    }
    // Anything else one player does wholly before the other does.
    chooses_first(order[0], play);
    for player in order {
        let scope = Scope { you: player, ..program.scope.clone() };
        play.carry_out(effects, scope, true);
    }
    program.stage = InstructionStage::Begun;
    Ok(Flow::Wait)
}

fn chooses_first(player: Player, play: &mut Play<'_>) {
    let text = format!("{} chooses first.", play.state.table.name(player));
    play.record(StepKind::EachPlayer, text).actor(player).ruling(cite::CHOOSERS);
}

/// One player after the other chooses, before anything comes of it: each player's effect, and its cards.
fn each_chooses(
    program: &mut Program,
    which: &Select,
    order: &[Player],
    play: &mut Play<'_>,
) -> Decision<Vec<(Program, Vec<CardId>)>> {
    let mut chosen = Vec::new();
    for (player, part) in order.iter().zip(["first", "second"]) {
        let scope = Scope { you: *player, ..program.scope.clone() };
        let mut theirs = Program { scope, ..program.clone() };
        let cards = select(&mut theirs, which, part, play);
        program.scope.bound.clone_from(&theirs.scope.bound);
        chosen.push((theirs, cards?));
    }
    chooses_first(order[0], play);
    Ok(chosen)
}

/// One player after the other chooses what he sacrifices; then all of it is sacrificed together (2.2).
fn each_sacrifices(program: &mut Program, which: &Select, order: &[Player], play: &mut Play<'_>) -> Turn {
    let mut events = Vec::new();
    for (theirs, cards) in each_chooses(program, which, order, play)? {
        let in_play = cards.into_iter().filter(|id| play.state.table.card(*id).zone == Zone::Play);
        events.extend(in_play.map(|card| event(&theirs, EventKind::Sacrificed, card, play)));
    }
    wait_for(program, events, play)
}

/// One player after the other chooses; what they have chosen goes by one name in what the effect does then.
fn each_names(
    program: &mut Program,
    which: &Select,
    name: &str,
    order: &[Player],
    play: &mut Play<'_>,
) -> Turn {
    let mut which = which.clone();
    if let Select::Choose { name, .. } = &mut which {
        *name = None; // each player's own choice has not been made by the other's
    }
    let mut all = Vec::new();
    for (theirs, cards) in each_chooses(program, &which, order, play)? {
        let text = format!("{} chosen.", names(play, &cards));
        say(&theirs, StepKind::Chooses, text, &cards, play);
        all.extend(cards);
    }
    program.scope.bound.insert(name.into(), all);
    Ok(Flow::Done(true))
}

/// A player other than the effect's controller does this.
pub(super) fn by_player(program: &mut Program, word: Who, effects: &[Effect], play: &mut Play<'_>) -> Flow {
    let Some(player) = who(play.state, &program.scope, word) else { return Flow::Done(false) };
    let scope = Scope { you: player, ..program.scope.clone() };
    play.carry_out(effects, scope, true);
    program.stage = InstructionStage::Begun;
    Flow::Wait
}

/// "Then": only if what stands before it happened.
pub(super) fn then(program: &mut Program, effects: &[Effect], play: &mut Play<'_>) -> Flow {
    if program.in_full {
        program.insert(effects);
        return Flow::Done(true);
    }
    let text = "What stands before \"then\" did not happen, so the rest does not.";
    play.record(StepKind::NoThen, text).actor(program.scope.you).rulebook(book::THEN);
    Flow::Done(false)
}

/// How many, or how much; "any" asks whose effect it is.
pub(super) fn how_many(
    program: &Program,
    how_many: &Amount,
    most: u32,
    play: &mut Play<'_>,
) -> Decision<u32> {
    if !matches!(how_many, Amount::Word(AmountWord::Any)) {
        return Ok(amount(play.state, how_many, &program.scope, most));
    }
    if most == 0 {
        return Ok(0);
    }
    let topic = Topic::HowMany(program.scope.source);
    match play.decide(program.scope.you, topic, Shape::Number { min: 0, max: most })? {
        Answer::Number(n) => Ok(n),
        _ => Ok(0),
    }
}

/// One of several: only what could do something may be chosen.
pub(super) fn choose_one(
    program: &mut Program,
    by: Who,
    of: &BTreeMap<String, Vec<Effect>>,
    play: &mut Play<'_>,
) -> Turn {
    let able = of.iter().filter(|(_, effects)| {
        effects.iter().any(|effect| possible(play.state, effect, &program.scope, &[]))
    });
    let options: Vec<Choice> = able.map(|(word, _)| Choice::Word(word.as_str().into())).collect();
    let Some(chooser) = who(play.state, &program.scope, by).filter(|_| !options.is_empty()) else {
        return Ok(Flow::Done(false));
    };
    let topic = Topic::Either(program.scope.source);
    let answer = play.decide(chooser, topic, Shape::One { options, pass: false })?;
    let Answer::One(Choice::Word(word)) = answer else { return Ok(Flow::Done(false)) };
    let text = format!("{} chooses: {word}.", play.state.table.name(chooser));
    say(program, StepKind::Chooses, text, &[], play);
    program.insert(of.get(&*word).map_or(&[], Vec::as_slice));
    Ok(Flow::Done(true))
}

/// That what an effect would let a player put into play is unique and in play: nobody is asked. Of cards that
/// the players cannot see only those are named with which the effect has done something before.
fn cannot_enter(program: &Program, effects: &[Effect], play: &mut Play<'_>) {
    let entering = effects.iter().filter_map(|effect| {
        let Effect::PutIntoPlay { card, .. } = effect else { return None };
        Some((filter::reach(play.state, card, &program.scope), card))
    });
    let known = |id: &CardId, named: bool| named || is_open(play.state, *id);
    let mut cards: Vec<CardId> = entering
        .flat_map(|(cards, select)| {
            let named = matches!(select, Select::Named(_));
            cards.into_iter().filter(move |id| known(id, named))
        })
        .collect();
    cards.retain(|id| limits::unique_in_play(play.state, *id));
    let (you, source): (Player, Vec<CardId>) =
        (program.scope.you, program.scope.source.into_iter().collect());
    for card in cards {
        let text = limits::already_in_play(play.state, you, card).text;
        play.record(StepKind::CannotEnter, text)
            .actor(you)
            .about(&[card])
            .also(&source)
            .rulebook(book::UNIQUE);
    }
}

/// Whether every player can see which card it is.
fn is_open(state: &State, id: CardId) -> bool {
    let card = state.table.card(id);
    match card.zone {
        Zone::Play | Zone::Discard | Zone::Victory | Zone::Playing => true,
        Zone::Hand | Zone::Deck | Zone::ObjectiveDeck | Zone::Edge | Zone::Captured => card.revealed,
    }
}

/// What a player may do, or leave.
pub(super) fn may(program: &mut Program, effects: &[Effect], play: &mut Play<'_>) -> Turn {
    if !effects.iter().any(|effect| possible(play.state, effect, &program.scope, &[])) {
        cannot_enter(program, effects, play);
        return Ok(Flow::Done(false));
    }
    let (you, topic) = (program.scope.you, Topic::May(program.scope.source));
    let wants = play.decide(you, topic, Shape::YesNo)? == Answer::Yes(true);
    if wants {
        program.insert(effects);
    } else {
        let text = format!("{} does not want that.", play.state.table.name(you));
        say(program, StepKind::Declines, text, &[], play);
    }
    Ok(Flow::Done(wants))
}
