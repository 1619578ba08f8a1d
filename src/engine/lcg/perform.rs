//! The instructions of effects, one at a time.

use std::sync::Arc;

use super::ability::{Amount, Effect, EventKind, Select, Zone};
use super::choice::{Choice, Topic};
use super::event::{Event, Why};
use super::facts::Stat;
use super::filter::{all_hold, amount, candidates, named, who};
use super::initiate::chosen_cards;
use super::table::{CardId, Delayed, Lasting, other};
use super::tell::{names, ruled, tell};
use super::values::{can_be_damaged, value};
use super::{Frame, Lcg, Play, Program, Turn, cite, damage, leave, legal, moving};
use crate::engine::kernel::{Answer, Basis, Fate, Flow, Question, Shape};

pub(super) type Asked<T> = Result<T, Box<Question<Lcg>>>;

/// Carries out the instruction at which a program stands.
pub(super) fn perform(program: &mut Program, play: &mut Play<'_>) -> Turn {
    if program.part > 0 {
        // What the instruction pushed has ended and has reported.
        return Ok(Flow::Done(program.in_full));
    }
    let Some(effect) = program.list.get(program.at).cloned() else {
        return Ok(Flow::Done(true));
    };
    match &*effect {
        Effect::DealDamage { amount, to } => deal(program, amount, to, play),
        Effect::RedirectDamage { amount, to } => redirect(program, amount, to, play),
        Effect::MoveDamage { amount, from, to } => move_damage(program, amount, from, to, play),
        Effect::RemoveDamage { amount, from } => tokens(program, EventKind::Heal, amount, from, play),
        Effect::PlaceFocus { amount, on } => tokens(program, EventKind::Focus, amount, on, play),
        Effect::RemoveFocus { amount, from } => tokens(program, EventKind::Unfocus, amount, from, play),
        Effect::FocusCard(select) => tokens(program, EventKind::Focus, &Amount::Number(1), select, play),
        Effect::MoveFocus { amount, from, to } => move_focus(program, amount, from, to, play),
        Effect::SwitchFocus { one, other } => switch(program, one, other, play),
        Effect::PlaceShield(on) => simple(program, EventKind::Shield, on, None, play),
        Effect::SpendResources(n) => spend(program, *n, play),
        Effect::Cancel => Ok(cancel(program, play)),
        Effect::Instead(effects) => Ok(instead(program, effects, play)),
        Effect::Destroy(select) => simple(program, EventKind::Destroyed, select, None, play),
        Effect::Sacrifice(select) => simple(program, EventKind::Sacrificed, select, None, play),
        Effect::Discard(select) => moving::discard(program, select, play),
        Effect::ReturnToHand(select) => moving::go(program, select, Zone::Hand, play),
        Effect::PutOnDeck(select) => moving::go(program, select, Zone::Deck, play),
        Effect::Capture { card, at } => moving::capture(program, card, at.as_ref(), play),
        Effect::Rescue(select) => simple(program, EventKind::Rescued, select, None, play),
        Effect::TakeControl(select) => simple(program, EventKind::ControlChange, select, None, play),
        Effect::PutIntoPlay { card, on } => moving::put_into_play(program, card, on.as_ref(), play),
        Effect::Commit(select) => simple(program, EventKind::Committed, select, None, play),
        Effect::Draw { amount, player } => Ok(moving::draw(program, amount, *player, play)),
        Effect::Search { deck, r#for, name, effects } => {
            moving::search(program, *deck, r#for, name, effects, play)
        }
        Effect::Shuffle { deck } => Ok(moving::shuffle(program.scope.you, *deck, play)),
        Effect::Reveal(select) => simple(program, EventKind::Reveal, select, None, play),
        Effect::RevealHand(word) => Ok(moving::reveal_hand(program, *word, play)),
        Effect::NameCard(kind) => moving::name_card(program, *kind, play),
        Effect::TopOfDeck { deck, count, name, reveal } => {
            Ok(moving::top(program, *deck, *count, name, *reveal, play))
        }
        Effect::Gain { to, gives, until } => {
            let cards = select(program, to, "to", play)?;
            for card in &cards {
                let scope = program.scope.clone();
                let lasting = gives.iter().map(|gives| Lasting {
                    card: *card,
                    gives: gives.clone(),
                    until: *until,
                    scope: scope.clone(),
                });
                play.state.table.lasting.extend(lasting);
            }
            say(program, "gains", format!("A lasting effect on {}.", names(play, &cards)), &cards, play);
            Ok(Flow::Done(!cards.is_empty()))
        }
        Effect::EngageInstead(select) => engage_instead(program, select, play),
        Effect::RemoveFromEngagement(select) => simple(program, EventKind::Removed, select, None, play),
        Effect::RestartEdgeBattle => Ok(super::fate::restart(program, play)),
        Effect::PlaceInEdgeStack(select) => {
            simple(program, EventKind::EdgePlaced, select, Some(Zone::Edge), play)
        }
        Effect::EachPlayer(effects) => Ok(each_player(program, effects, play)),
        Effect::Then(effects) => Ok(then(program, effects, play)),
        Effect::When { r#if, then, otherwise } => {
            let branch = if all_hold(play.state, r#if, &program.scope) { then } else { otherwise };
            insert(program, branch);
            Ok(Flow::Done(true))
        }
        Effect::CountInStruggle(which) => {
            let cards = select(program, which, "card", play)?;
            let icons: u32 = cards.iter().map(|id| value(play.state, *id, Stat::Force)).sum();
            play.state.table.struggle[usize::from(program.scope.you.0)] += icons;
            say(program, "counts", format!("{icons} Force icons count in the struggle."), &cards, play);
            Ok(Flow::Done(true))
        }
        Effect::Later { at, effects, otherwise } => {
            let (effects, otherwise) = (effects.clone(), otherwise.clone());
            let delayed = Delayed { at: at.clone(), effects, otherwise, scope: program.scope.clone() };
            play.state.table.delayed.push(delayed);
            say(program, "set-up", "An effect is set up for later.".into(), &[], play);
            Ok(Flow::Done(true))
        }
        Effect::Choose(choice) => {
            let cards = select(program, choice, "choice", play)?;
            let text = format!("{} chosen.", names(play, &cards));
            say(program, "chooses", text, &cards, play);
            Ok(Flow::Done(!cards.is_empty()))
        }
        Effect::AdvanceDial(by) => {
            let by = amount(play.state, by, &program.scope, 0);
            leave::advance_dial(by, play);
            Ok(Flow::Done(true))
        }
        Effect::WinGame => {
            play.state.table.winner = Some(program.scope.you);
            let text = format!("{} wins the game.", play.state.table.name(program.scope.you));
            say(program, "wins", text, &[], play);
            Ok(Flow::Done(true))
        }
    }
}

/// Records a step of an effect, on the basis of its card.
pub(super) fn say(program: &Program, kind: &str, text: String, about: &[CardId], play: &mut Play<'_>) {
    let basis = match program.scope.source {
        Some(card) => Basis::Card(super::tell::title(play, card)),
        None => Basis::Ruling(cite::FRAMEWORK.into()),
    };
    tell(play, kind, Some(program.scope.you), text, basis, about);
}

/// The cards of a selection; asks whoever has to choose.
pub(super) fn select(
    program: &mut Program,
    select: &Select,
    part: &str,
    play: &mut Play<'_>,
) -> Asked<Vec<CardId>> {
    let Select::Choose { choose, by, count, up_to, name } = select else {
        let cards = match select {
            Select::Named(name) => named(play.state, &program.scope, name),
            Select::Each { each } => candidates(play.state, each, &program.scope),
            Select::Choose { .. } => Vec::new(),
        };
        return Ok(payable(program, cards, play));
    };
    let key: Arc<str> = match name {
        Some(name) => name.as_str().into(),
        None => format!("{part}@{}", program.at).into(),
    };
    if let Some(chosen) = program.scope.bound.get(&key) {
        return Ok(chosen.clone());
    }
    let options = candidates(play.state, choose, &program.scope);
    let mut options = payable(program, options, play);
    if hurts(&program.list[program.at]) {
        options.retain(|id| can_be_damaged(play.state, *id));
    }
    let chooser = who(play.state, &program.scope, *by).unwrap_or(program.scope.you);
    let max = (*count as usize).min(options.len());
    let chosen = match options.is_empty() {
        true => Vec::new(),
        false => {
            let options = options.into_iter().map(Choice::Card).collect();
            let shape = Shape::Some { options, min: if *up_to { 0 } else { max }, max };
            chosen_cards(play.ask(chooser, Topic::Choose(program.scope.source), shape)?)
        }
    };
    program.scope.bound.insert(key, chosen.clone());
    Ok(chosen)
}

/// As a cost, only what its player controls may be used (2.16).
fn payable(program: &Program, cards: Vec<CardId>, play: &Play<'_>) -> Vec<CardId> {
    match program.scope.why {
        Why::Cost => legal::own(play.state, cards, &program.scope),
        _ => cards,
    }
}

/// Whether an instruction damages what is chosen: what cannot be damaged cannot be chosen (4.11).
fn hurts(effect: &Effect) -> bool {
    matches!(effect, Effect::DealDamage { .. } | Effect::RedirectDamage { .. } | Effect::MoveDamage { .. })
}

/// An event of a program's effect on a card.
pub(super) fn event(program: &Program, kind: EventKind, card: CardId) -> Event {
    let scope = &program.scope;
    let mut event = Event::new(kind, scope.why).card(card).by(scope.you, scope.source);
    event.player = Some(scope.you);
    event
}

/// Waits for a sequence of events and reports whether they happened in full.
pub(super) fn wait_for(program: &mut Program, events: Vec<Event>, play: &mut Play<'_>) -> Turn {
    if events.is_empty() {
        return Ok(Flow::Done(false));
    }
    program.part = 1;
    play.await_sequence(events);
    Ok(Flow::Wait)
}

/// An event for each card selected.
fn simple(
    program: &mut Program,
    kind: EventKind,
    which: &Select,
    to: Option<Zone>,
    play: &mut Play<'_>,
) -> Turn {
    let cards = select(program, which, "card", play)?;
    let in_play = |id: &CardId| match kind {
        EventKind::Destroyed | EventKind::Sacrificed | EventKind::ControlChange | EventKind::Shield => {
            play.state.table.card(*id).zone == Zone::Play
        }
        _ => true,
    };
    let cards: Vec<CardId> = cards.into_iter().filter(in_play).collect();
    let events = cards.into_iter().map(|card| {
        let mut event = event(program, kind, card);
        event.zone = to;
        if kind == EventKind::Sacrificed {
            event.player = Some(play.state.table.card(card).controller);
        }
        event
    });
    let events = events.collect();
    wait_for(program, events, play)
}

fn tokens(
    program: &mut Program,
    kind: EventKind,
    how_many: &Amount,
    which: &Select,
    play: &mut Play<'_>,
) -> Turn {
    let cards = select(program, which, "card", play)?;
    let mut events = Vec::new();
    for card in cards {
        let there = play.state.table.card(card);
        if there.zone != Zone::Play {
            continue;
        }
        let most = if kind == EventKind::Heal { there.damage } else { there.focus };
        let n = amount(play.state, how_many, &program.scope, most);
        let removes = matches!(kind, EventKind::Heal | EventKind::Unfocus);
        if n > 0 && !(removes && most == 0) {
            events.push(event(program, kind, card).amount(n));
        }
    }
    wait_for(program, events, play)
}

fn deal(program: &mut Program, how_much: &Amount, to: &Select, play: &mut Play<'_>) -> Turn {
    let cards = select(program, to, "to", play)?;
    let n = amount(play.state, how_much, &program.scope, 0);
    if cards.is_empty() && matches!(to, Select::Named(name) if name == "engaged-objective") {
        return Ok(super::reward::card_damages_dial(n, program, play));
    }
    let cards = cards.into_iter().filter(|id| play.state.table.card(*id).zone == Zone::Play);
    let events: Vec<Event> = cards.map(|card| event(program, EventKind::Damage, card).amount(n)).collect();
    if events.is_empty() || n == 0 {
        return Ok(Flow::Done(program.scope.why == Why::Cost && events.is_empty()));
    }
    program.part = 1;
    program.in_full = false;
    damage::deal(events, true, play);
    Ok(Flow::Wait)
}

/// Takes damage off the triggering condition and puts it on another card. Whether the redirected
/// damage has steps of its own v2.2 does not say; here it joins the packet it came from.
fn redirect(program: &mut Program, how_much: &Amount, to: &Select, play: &mut Play<'_>) -> Turn {
    let cards = select(program, to, "to", play)?;
    let n = amount(play.state, how_much, &program.scope, 0);
    let (Some(target), Some(occasion)) = (cards.first().copied(), program.scope.occasion.clone()) else {
        return Ok(Flow::Done(false));
    };
    let able = can_be_damaged(play.state, target) && play.state.table.card(target).zone == Zone::Play;
    let Some(sequence) = play.state.sequence_mut(occasion.at).filter(|_| able) else {
        return Ok(Flow::Done(false));
    };
    let pending = &mut sequence.events[occasion.index];
    let moved = n.min(pending.event.amount);
    if pending.fate != Fate::Coming || moved == 0 {
        return Ok(Flow::Done(false));
    }
    pending.event.amount -= moved;
    let like = pending.event.clone();
    damage::add_damage(sequence, &like, target, moved, 0);
    let from = like.card.map_or(String::new(), |card| play.state.table.id(card).to_owned());
    let text =
        format!("{moved} of that damage is redirected from {from} to {}.", play.state.table.id(target));
    let about: Vec<CardId> = [Some(target), like.card].into_iter().flatten().collect();
    say(program, "redirects", text, &about, play);
    Ok(Flow::Done(moved == n))
}

/// Moved damage is not dealt, yet what receives it is damaged (4.3).
fn move_damage(
    program: &mut Program,
    how_much: &Amount,
    from: &Select,
    to: &Select,
    play: &mut Play<'_>,
) -> Turn {
    let from = select(program, from, "from", play)?;
    let to = select(program, to, "to", play)?;
    let (Some(from), Some(to)) = (from.first().copied(), to.first().copied()) else {
        return Ok(Flow::Done(false));
    };
    let there = play.state.table.card(from).damage;
    let n = amount(play.state, how_much, &program.scope, there).min(there);
    let kind = match play.state.switches.on(cite::MOVED_DAMAGE) {
        true => EventKind::Damaged,
        false => EventKind::Damage,
    };
    if n == 0 {
        return Ok(Flow::Done(false));
    }
    if kind == EventKind::Damage {
        play.state.table.card_mut(from).damage -= n;
    }
    let mut moved = event(program, kind, to).amount(n);
    (moved.other, moved.moved) = (Some(from), true);
    program.part = 1;
    program.in_full = false;
    damage::deal(vec![moved], true, play);
    Ok(Flow::Wait)
}

/// Moving a token removes it from one place and puts it in another, in one effect.
fn move_focus(
    program: &mut Program,
    how_many: &Amount,
    from: &Select,
    to: &Select,
    play: &mut Play<'_>,
) -> Turn {
    let from = select(program, from, "from", play)?;
    let to = select(program, to, "to", play)?;
    let (Some(from), Some(to)) = (from.first().copied(), to.first().copied()) else {
        return Ok(Flow::Done(false));
    };
    let there = play.state.table.card(from).focus;
    let n = amount(play.state, how_many, &program.scope, there).min(there);
    if n == 0 {
        return Ok(Flow::Done(false));
    }
    let text = format!("Moving a token removes it from {}.", play.state.table.id(from));
    ruled(play, "moves", Some(program.scope.you), text, cite::MOVING_REMOVES, &[from, to]);
    let placed = event(program, EventKind::Focus, to).amount(n);
    let removed = event(program, EventKind::Unfocus, from).amount(n);
    match play.state.switches.on(cite::MOVING_REMOVES) {
        true => wait_for(program, vec![placed, removed], play),
        false => {
            play.state.table.card_mut(from).focus -= n;
            wait_for(program, vec![placed], play)
        }
    }
}

/// A switch needs something on both sides (4.9).
fn switch(program: &mut Program, one: &Select, other: &Select, play: &mut Play<'_>) -> Turn {
    let one = select(program, one, "one", play)?;
    let other = select(program, other, "other", play)?;
    let (Some(one), Some(other)) = (one.first().copied(), other.first().copied()) else {
        return Ok(Flow::Done(false));
    };
    let tokens = (play.state.table.card(one).focus, play.state.table.card(other).focus);
    if play.state.switches.on(cite::SWITCH) && (tokens.0 == 0 || tokens.1 == 0) {
        let text = "There is no switch: switched items must exist on both sides.";
        ruled(play, "no-switch", Some(program.scope.you), text, cite::SWITCH, &[one, other]);
        return Ok(Flow::Done(false));
    }
    play.state.table.card_mut(one).focus = tokens.1;
    play.state.table.card_mut(other).focus = tokens.0;
    let text = format!("The focus tokens of {} are switched.", names(play, &[one, other]));
    ruled(play, "switches", Some(program.scope.you), text, cite::SWITCH, &[one, other]);
    Ok(Flow::Done(true))
}

/// Resources spent for something that is not a card played from hand.
fn spend(program: &mut Program, n: u32, play: &mut Play<'_>) -> Turn {
    let you = program.scope.you;
    let sources = legal::sources(play.state, you);
    let most = sources.iter().map(|(_, n)| n).sum();
    let options = sources.into_iter().map(|(id, n)| (Choice::Card(id), n)).collect();
    let topic = Topic::Pay(program.scope.source.unwrap_or(CardId(0)));
    let Answer::Split(parts) = play.ask(you, topic, Shape::Split { options, min: n, max: most })? else {
        return Ok(Flow::Done(false));
    };
    let mut events = Vec::new();
    for (choice, n) in parts {
        if let (Choice::Card(card), true) = (choice, n > 0) {
            events.push(event(program, EventKind::Focus, card).amount(n));
        }
    }
    wait_for(program, events, play)
}

/// Cancels the triggering condition. Of an ability only the effects are canceled (3.1).
fn cancel(program: &Program, play: &mut Play<'_>) -> Flow {
    let Some(occasion) = program.scope.occasion.clone() else { return Flow::Done(false) };
    let Some(sequence) = play.state.sequence_mut(occasion.at) else { return Flow::Done(false) };
    let pending = &mut sequence.events[occasion.index];
    if pending.fate != Fate::Coming || sequence.done {
        return Flow::Done(false);
    }
    pending.fate = Fate::Canceled;
    let about: Vec<CardId> = occasion.event.card.into_iter().collect();
    let what = names(play, &about);
    match occasion.event.kind {
        EventKind::Ability => {
            let text = format!("The effects of {what} are canceled.");
            ruled(play, "canceled", Some(program.scope.you), text, cite::CANCELED, &about);
        }
        _ => say(program, "canceled", "That is canceled.".into(), &about, play),
    }
    Flow::Done(true)
}

/// Puts something else in the place of the triggering condition.
fn instead(program: &mut Program, effects: &[Effect], play: &mut Play<'_>) -> Flow {
    let Some(occasion) = program.scope.occasion.clone() else { return Flow::Done(false) };
    if program.scope.bound.contains_key("instead") {
        return Flow::Done(true);
    }
    let Some(sequence) = play.state.sequence_mut(occasion.at) else { return Flow::Done(false) };
    if sequence.events[occasion.index].fate != Fate::Coming {
        return Flow::Done(false);
    }
    sequence.events[occasion.index].fate = Fate::Replaced(true);
    let about: Vec<CardId> = occasion.event.card.into_iter().collect();
    say(program, "replaces", "Something else happens instead.".into(), &about, play);
    if occasion.event.why == Why::Cost {
        let text = "What is paid has changed; it still pays the cost.";
        ruled(play, "still-paid", Some(program.scope.you), text, cite::REPLACED_COST, &about);
        if !play.state.switches.on(cite::REPLACED_COST)
            && let Some(sequence) = play.state.sequence_mut(occasion.at)
        {
            sequence.events[occasion.index].fate = Fate::Replaced(false);
        }
    }
    insert(program, effects);
    Flow::Done(true)
}

fn engage_instead(program: &mut Program, which: &Select, play: &mut Play<'_>) -> Turn {
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
    ruled(play, "engaged-instead", Some(program.scope.you), text, cite::REDIRECTED, &[card]);
    Ok(Flow::Done(true))
}

/// Each player chooses and does this, the effect's own player first (2.2).
fn each_player(program: &mut Program, effects: &[Effect], play: &mut Play<'_>) -> Flow {
    let you = program.scope.you;
    let mut order = vec![you, other(you)];
    if !play.state.switches.on(cite::CHOOSERS) {
        order.reverse();
    }
    let first = play.state.table.name(order[0]).to_owned();
    ruled(play, "each-player", Some(order[0]), format!("{first} chooses first."), cite::CHOOSERS, &[]);
    let list: Vec<Arc<Effect>> = effects.iter().cloned().map(Arc::new).collect();
    for player in order {
        let scope = super::scope::Scope { you: player, ..program.scope.clone() };
        play.push(Frame::Program(Program::new(list.clone(), scope, true)));
    }
    program.part = 1;
    Flow::Wait
}

/// "Then": only if what stands before it happened.
fn then(program: &mut Program, effects: &[Effect], play: &mut Play<'_>) -> Flow {
    if program.in_full {
        insert(program, effects);
        return Flow::Done(true);
    }
    let text = "What stands before \"then\" did not happen, so the rest does not.";
    super::tell::by_rulebook(play, "no-then", Some(program.scope.you), text, "p. 27", &[]);
    Flow::Done(false)
}

/// Puts instructions right after the present one.
pub(super) fn insert(program: &mut Program, effects: &[Effect]) {
    let at = program.at + 1;
    program.list.splice(at..at, effects.iter().cloned().map(Arc::new));
}
