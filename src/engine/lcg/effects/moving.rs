//! Instructions that take cards from one place to another: discarding, drawing, searching, capturing.

use std::sync::Arc;

use super::choosing::select;
use super::program::{event, say, wait_for};
use crate::engine::kernel::{Answer, Basis, Flow, InstructionStage, Outcome, Player, Shape};
use crate::engine::lcg::legality::possible::forbids_drawing;
use crate::engine::lcg::legality::refuse::Reasons;
use crate::engine::lcg::legality::targets::can_be_captured;
use crate::engine::lcg::legality::{hosts, payable};
use crate::engine::lcg::resolution::initiate::{Initiate, What};
use crate::engine::lcg::state::choice::{Choice, Topic};
use crate::engine::lcg::state::event::Event;
use crate::engine::lcg::state::filter::{amount, candidates, is_type, who};
use crate::engine::lcg::state::narrate::names;
use crate::engine::lcg::state::table::{CardId, DARK};
use crate::engine::lcg::state::{filter, narrate};
use crate::engine::lcg::vocabulary::steps::StepKind;
use crate::engine::lcg::vocabulary::{
    Amount, CardType, DeckEnd, Effect, EventKind, Filter, Select, Who, Zone, book, cite,
};
use crate::engine::lcg::{Decision, Play, Program, Task, Turn};

pub(super) fn discard(program: &mut Program, which: &Select, play: &mut Play<'_>) -> Turn {
    let cards = select(program, which, "card", play)?;
    let in_play = |id: &CardId| play.state.table.card(*id).zone == Zone::Play;
    let (table, elsewhere): (Vec<CardId>, Vec<CardId>) = cards.into_iter().partition(in_play);
    let mut events = Vec::new();
    for card in table {
        events.push(event(program, EventKind::LeavesPlay, card, play).to(Zone::Discard, None));
    }
    for card in elsewhere {
        let mut event = event(program, EventKind::Discard, card, play);
        event.player = Some(play.state.table.card(card).owner);
        events.push(event);
    }
    wait_for(program, events, play)
}

/// Where cards are put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Destination {
    /// Their owner's hand.
    Hand,
    DeckTop,
    /// Under the deck.
    DeckBottom,
}

/// Cards go to their owner's hand or deck: from play by leaving it, from elsewhere directly.
pub(super) fn go(program: &mut Program, which: &Select, place: Destination, play: &mut Play<'_>) -> Turn {
    let cards = select(program, which, "card", play)?;
    let mut events = Vec::new();
    let mut moved = false;
    for card in cards {
        let objective = is_type(play.state, card, CardType::Objective)
            || play.state.table.card(card).zone == Zone::ObjectiveDeck;
        let (zone, word) = match place {
            Destination::Hand => (Zone::Hand, "to its owner's hand"),
            Destination::DeckTop => (deck_of(objective), "on its owner's deck"),
            Destination::DeckBottom => (deck_of(objective), "under its owner's deck"),
        };
        if play.state.table.card(card).zone == Zone::Play {
            let event = event(program, EventKind::LeavesPlay, card, play).to(zone, None);
            events.push(Event { under: place == Destination::DeckBottom, ..event });
            continue;
        }
        let owner = play.state.table.card(card).owner;
        match place {
            Destination::DeckBottom => play.state.table.put_in_pile(card, owner, zone, DeckEnd::Bottom),
            Destination::Hand | Destination::DeckTop => play.state.table.put_on_pile(card, owner, zone),
        }
        play.state.table.card_mut(card).revealed = false;
        let text = format!("{} goes {word}.", play.state.table.id(card));
        say(program, StepKind::MovesTo, text, &[card], play);
        moved = true;
    }
    if events.is_empty() { Ok(Flow::Done(moved)) } else { wait_for(program, events, play) }
}

fn deck_of(objective: bool) -> Zone {
    if objective { Zone::ObjectiveDeck } else { Zone::Deck }
}

pub(super) fn capture(
    program: &mut Program,
    which: &Select,
    at: Option<&Select>,
    play: &mut Play<'_>,
) -> Turn {
    let mut cards = select(program, which, "card", play)?;
    cards.retain(|id| may_be_captured(*id, play));
    if cards.is_empty() {
        return Ok(Flow::Done(false));
    }
    let captor = match at {
        Some(at) => select(program, at, "at", play)?.first().copied(),
        None => {
            let objectives = filter::controlled(play.state, DARK, CardType::Objective);
            play.choose_card(DARK, Topic::CaptureAt, objectives, false)?
        }
    };
    if captor.is_none() {
        return Ok(Flow::Done(false));
    }
    // A card that is leaving play and is captured instead only changes where it goes.
    if let Some(occasion) = program.scope.occasion.clone().filter(|o| o.event.kind == EventKind::LeavesPlay)
        && let Some(sequence) =
            play.state.sequence_mut(occasion.at).filter(|_| cards.first() == occasion.event.card.as_ref())
    {
        let pending = &mut sequence.events[occasion.index];
        (pending.event.zone, pending.event.other) = (Some(Zone::Captured), captor);
        pending.event.instead = true;
        pending.outcome = Outcome::Coming;
        let text = format!("{} is captured instead.", names(play, &cards));
        say(program, StepKind::Captured, text, &cards, play);
        return Ok(Flow::Done(true));
    }
    let events = cards
        .into_iter()
        .map(|card| event(program, EventKind::Captured, card, play).to(Zone::Captured, captor));
    let events = events.collect();
    wait_for(program, events, play)
}

/// Only cards of the light side can be captured.
pub(super) fn may_be_captured(card: CardId, play: &mut Play<'_>) -> bool {
    if can_be_captured(play.state, card) {
        return true;
    }
    let text = format!("{} is a dark side card: it cannot be captured.", play.state.table.id(card));
    play.record(StepKind::NotCaptured, text).about(&[card]).rulebook(book::ONLY_LIGHT_CAPTURED);
    false
}

pub(super) fn put_into_play(
    program: &mut Program,
    which: &Select,
    on: Option<&Select>,
    participating: bool,
    play: &mut Play<'_>,
) -> Turn {
    let cards = select(program, which, "card", play)?;
    let mut events = Vec::new();
    for card in cards {
        let host = match on {
            Some(on) => select(program, on, "on", play)?.first().copied(),
            None => host_of(program, card, play)?,
        };
        let event = event(program, EventKind::EntersPlay, card, play);
        events.push(Event { other: host, participating, ..event });
    }
    wait_for(program, events, play)
}

/// What an enhancement put into play is attached to, if its text says that it is attached to something.
fn host_of(program: &mut Program, card: CardId, play: &mut Play<'_>) -> Decision<Option<CardId>> {
    let attaches = play.state.table.card(card).text.as_ref().is_some_and(|text| text.attaches_to.is_some());
    if !attaches {
        return Ok(None);
    }
    let key: Arc<str> = format!("host of {}", play.state.table.id(card)).into();
    if let Some(known) = program.scope.bound.get(&key) {
        return Ok(known.first().copied());
    }
    let you = program.scope.you;
    let hosts = hosts::hosts(play.state, you, card);
    let chosen = play.choose_card(you, Topic::Host(card), hosts, false)?;
    program.scope.bound.insert(key, chosen.into_iter().collect());
    Ok(chosen)
}

/// A card is played in the course of an effect: its cost is paid as always.
pub(super) fn play(program: &mut Program, which: &Select, participating: bool, play: &mut Play<'_>) -> Turn {
    let cards = select(program, which, "card", play)?;
    let means = payable::Means::new(play.state, program.scope.you);
    let able = cards.into_iter().find(|id| payable::affordable(&means, *id, Reasons::First).is_ok());
    let Some(card) = able else { return Ok(Flow::Done(false)) };
    let what = if is_type(play.state, card, CardType::Event) { What::Ability(0) } else { What::Enter };
    let mut initiate = Initiate::new(program.scope.you, card, what, None);
    initiate.participating = participating;
    program.stage = InstructionStage::Begun;
    play.begin(Task::Initiate(initiate));
    Ok(Flow::Wait)
}

/// Several cards are drawn one at a time (1.1).
pub(super) fn draw(program: &mut Program, how_many: &Amount, player: Who, play: &mut Play<'_>) -> Flow {
    let n = amount(play.state, how_many, &program.scope, 0);
    let Some(player) = who(play.state, &program.scope, player) else { return Flow::Done(false) };
    let scope = &program.scope;
    let one = Event::new(EventKind::Draw, scope.why).player(player).by(scope.you, scope.source);
    if n == 0 {
        return Flow::Done(true);
    }
    if let Some(card) = forbids_drawing(play.state, player) {
        let text = format!("{} cannot draw by card effects.", play.state.table.name(player));
        let basis = crate::engine::kernel::Basis::Card(narrate::printed_name(play.state, card));
        play.record(StepKind::NoDraw, text).actor(player).about(&[card]).basis(basis);
        return Flow::Done(false);
    }
    program.stage = InstructionStage::Begun;
    let done = Event { amount: n, kind: EventKind::EffectDraws, ..one.clone() };
    if play.state.switches.on(cite::DRAW_ONE_AT_A_TIME) {
        (0..n).for_each(|_| play.await_sequence([one.clone()]))
    } else {
        play.await_sequence([one.amount(n)])
    }
    play.sequence([done]);
    Flow::Wait
}

/// A search may come back empty-handed (1.4); the deck is shuffled afterwards (1.2).
pub(super) fn search(
    program: &mut Program,
    (deck, player, top): (Zone, Who, Option<u32>),
    what: &Filter,
    name: &str,
    effects: &[Effect],
    play: &mut Play<'_>,
) -> Turn {
    let you = program.scope.you;
    let filter = Filter { zone: Some(deck), ..what.clone() };
    let all = candidates(play.state, &filter, &program.scope);
    let holder = who(play.state, &program.scope, player).unwrap_or(you);
    let pile = play.state.table.pile(holder, deck);
    // Of a deck that was shuffled nobody knows which cards are on top.
    let unknown = play.state.table.shuffled.contains(&(holder, deck));
    let seen = top.filter(|_| !unknown).map_or(pile.len(), |top| (top as usize).min(pile.len()));
    let options: Vec<CardId> = all.into_iter().filter(|id| pile[..seen].contains(id)).collect();
    let may_fail = play.state.switches.on(cite::SEARCH_MAY_FAIL);
    let topic = Topic::Choose(program.scope.source);
    let found = play.choose_cards(you, topic, options, (usize::from(!may_fail), 1))?;
    if found.is_empty() {
        let text = format!("{} searches and takes nothing.", play.state.table.name(you));
        play.record(StepKind::Searches, text).actor(you).ruling(cite::SEARCH_MAY_FAIL);
    } else {
        let text = format!("{} searches and finds {}.", play.state.table.name(you), names(play, &found));
        say(program, StepKind::Searches, text, &found, play);
    }
    program.scope.bound.insert(name.into(), found);
    let mut list = effects.to_vec();
    list.push(Effect::Shuffle { deck, player });
    program.insert(&list);
    Ok(Flow::Done(true))
}

/// Cards that were looked at go back on their deck in an order of the player's choice.
pub(super) fn put_back(program: &mut Program, which: &Select, at: DeckEnd, play: &mut Play<'_>) -> Turn {
    let mut cards = select(program, which, "cards", play)?;
    cards.retain(|id| matches!(play.state.table.card(*id).zone, Zone::Deck | Zone::ObjectiveDeck));
    cards = play.choose_order(program.scope.you, Topic::Arrange(program.scope.source), cards)?;
    for card in at.one_by_one(cards.clone()) {
        let (owner, zone) = (play.state.table.card(card).owner, play.state.table.card(card).zone);
        play.state.table.put_in_pile(card, owner, zone, at);
        play.state.table.card_mut(card).revealed = false;
    }
    let place = if at == DeckEnd::Top { "on" } else { "under" };
    let text = format!("{} go back {place} the deck in that order.", names(play, &cards));
    say(program, StepKind::MovesTo, text, &cards, play);
    Ok(Flow::Done(!cards.is_empty()))
}

/// Captured cards go to another objective; they are not captured anew.
pub(super) fn move_captured(program: &mut Program, which: &Select, to: &Select, play: &mut Play<'_>) -> Turn {
    let cards = select(program, which, "card", play)?;
    let to = select(program, to, "to", play)?.first().copied();
    let held = |id: &CardId| {
        let card = play.state.table.card(*id);
        card.zone == Zone::Captured && card.host != to
    };
    let cards: Vec<CardId> = cards.into_iter().filter(held).collect();
    let Some(to) = to.filter(|_| !cards.is_empty()) else { return Ok(Flow::Done(false)) };
    for card in &cards {
        play.state.table.card_mut(*card).host = Some(to);
    }
    let text = format!("{} is held at {} now.", names(play, &cards), play.state.table.id(to));
    say(program, StepKind::Moves, text, &cards, play);
    Ok(Flow::Done(true))
}

/// An enhancement goes to another card on which it may be.
pub(super) fn attach(program: &mut Program, which: &Select, to: &Select, play: &mut Play<'_>) -> Turn {
    let card = select(program, which, "card", play)?.first().copied();
    let hosts = select(program, to, "to", play)?;
    let able = |host: &CardId| card.is_some_and(|card| hosts::eligible(play.state, card, *host));
    let (Some(card), Some(host)) = (card, hosts.into_iter().find(able)) else {
        let text = "There is no other card on which it may be.";
        say(program, StepKind::WithoutEffect, text.into(), &card.into_iter().collect::<Vec<_>>(), play);
        return Ok(Flow::Done(false));
    };
    play.state.table.card_mut(card).host = Some(host);
    let text = format!("{} is attached to {} now.", play.state.table.id(card), play.state.table.id(host));
    let basis = super::program::basis(program, play);
    play.record(StepKind::Attaches, text).actor(program.scope.you).about(&[card]).also(&[host]).basis(basis);
    Ok(Flow::Done(true))
}

/// A shuffled deck's order is unknown.
pub(super) fn shuffle(player: Player, deck: Zone, play: &mut Play<'_>) -> Flow {
    if !play.state.switches.on(cite::SHUFFLE_AFTER_SEARCH) {
        return Flow::Done(true);
    }
    if !play.state.table.shuffled.contains(&(player, deck)) {
        play.state.table.shuffled.push((player, deck));
    }
    let which = if deck == Zone::ObjectiveDeck { "the objective deck" } else { "the deck" };
    let text = format!("{} shuffles {which}: its order is unknown now.", play.state.table.name(player));
    play.record(StepKind::Shuffles, text).actor(player).ruling(cite::SHUFFLE_AFTER_SEARCH);
    Flow::Done(true)
}

pub(super) fn reveal_hand(program: &mut Program, word: Who, play: &mut Play<'_>) -> Flow {
    let Some(player) = who(play.state, &program.scope, word) else { return Flow::Done(false) };
    let hand = play.state.table.pile(player, Zone::Hand).to_vec();
    program.scope.bound.insert("revealed".into(), hand.clone());
    let text = format!("{} reveals their hand.", play.state.table.name(player));
    say(program, StepKind::Reveals, text, &hand, play);
    for card in hand {
        play.state.table.card_mut(card).revealed = play.state.switches.on(cite::REVEALED);
    }
    Flow::Done(true)
}

/// Naming is part of the resolution: whoever would cancel has had his chance.
pub(super) fn name_card(program: &mut Program, kind: CardType, play: &mut Play<'_>) -> Turn {
    let texts = play.state.table.cards.iter().filter_map(|card| card.text.as_ref());
    let mut titles: Vec<Arc<str>> =
        texts.filter(|t| t.kind == kind).map(|t| t.title.as_str().into()).collect();
    titles.sort();
    titles.dedup();
    if titles.is_empty() {
        let text =
            format!("The situation has no {}: whatever title is named, no card of it has that.", kind.word());
        let by = program.scope.you;
        play.record(StepKind::NotSimulated, text)
            .actor(by)
            .basis(Basis::Program("what the scenario gives".into()));
        return Ok(Flow::Done(true));
    }
    let options = titles.into_iter().map(Choice::Title).collect();
    let topic = Topic::Title(program.scope.source);
    let answer = play.decide(program.scope.you, topic, Shape::One { options, pass: false })?;
    if let Answer::One(Choice::Title(title)) = answer {
        let text = format!("{} is named.", title);
        say(program, StepKind::Names, text, &[], play);
        program.scope.named = Some(title);
    }
    Ok(Flow::Done(true))
}

/// The top cards of a deck, to be looked at or revealed.
pub(super) struct TopCards<'e> {
    pub deck: Zone,
    pub player: Who,
    pub count: u32,
    /// What they are called from then on.
    pub name: &'e str,
    pub reveal: bool,
}

pub(super) fn look_at_top(
    program: &mut Program,
    TopCards { deck, player, count, name, reveal }: TopCards<'_>,
    play: &mut Play<'_>,
) -> Flow {
    let you = program.scope.you;
    let holder = who(play.state, &program.scope, player).unwrap_or(you);
    let cards: Vec<CardId> =
        play.state.table.pile(holder, deck).iter().take(count as usize).copied().collect();
    program.scope.bound.insert(name.into(), cards.clone());
    let looker = play.state.table.name(you).to_owned();
    if reveal {
        for card in &cards {
            play.state.table.card_mut(*card).revealed = play.state.switches.on(cite::REVEALED);
        }
        let text = format!("{looker} reveals {}.", names(play, &cards));
        say(program, StepKind::Reveals, text, &cards, play);
    } else {
        say(program, StepKind::Looks, format!("{looker} looks at the top of the deck."), &cards, play)
    }
    Flow::Done(!cards.is_empty())
}
