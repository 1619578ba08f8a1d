//! Instructions about focus, shield and damage tokens, and about resources, which are focus tokens too.

use super::choosing;
use super::choosing::{from_and_to, select};
use super::program::{event, say, wait_for};
use crate::engine::kernel::{Answer, Flow, Shape};
use crate::engine::lcg::legality::payable;
use crate::engine::lcg::resolution::shields::unshielded;
use crate::engine::lcg::state::choice::{Choice, Topic};
use crate::engine::lcg::state::event::Event;
use crate::engine::lcg::state::filter::amount;
use crate::engine::lcg::state::narrate::names;
use crate::engine::lcg::state::table::CardId;
use crate::engine::lcg::vocabulary::steps::StepKind;
use crate::engine::lcg::vocabulary::{Amount, EventKind, Select, Zone, cite};
use crate::engine::lcg::{Play, Program, Turn};

pub(super) fn tokens(
    program: &mut Program,
    kind: EventKind,
    how_many: &Amount,
    which: &Select,
    play: &mut Play<'_>,
) -> Turn {
    let cards = select(program, which, "card", play)?;
    let mut events = Vec::new();
    let single = cards.len() == 1;
    for card in cards {
        let there = play.state.table.card(card);
        if there.zone != Zone::Play {
            continue;
        }
        let most = if kind == EventKind::Heal { there.damage } else { there.focus };
        let n = if single {
            choosing::how_many(program, how_many, most, play)?
        } else {
            amount(play.state, how_many, &program.scope, most)
        };
        let removes = matches!(kind, EventKind::Heal | EventKind::Unfocus);
        if n > 0 && !(removes && most == 0) {
            events.push(event(program, kind, card, play).amount(n));
        }
    }
    wait_for(program, events, play)
}

/// Moving a token removes it from one place and puts it in another, in one effect.
pub(super) fn move_focus(
    program: &mut Program,
    how_many: &Amount,
    from: &Select,
    to: &Select,
    play: &mut Play<'_>,
) -> Turn {
    let Some((from, to)) = from_and_to(program, from, to, play)? else { return Ok(Flow::Done(false)) };
    let moved = |id: CardId| {
        let there = play.state.table.card(id).focus;
        (id, amount(play.state, how_many, &program.scope, there).min(there))
    };
    let others = from.into_iter().filter(|id| *id != to);
    let moved: Vec<(CardId, u32)> = others.map(moved).filter(|(_, n)| *n > 0).collect();
    if moved.is_empty() {
        return Ok(Flow::Done(false));
    }
    let cards: Vec<CardId> = moved.iter().map(|(id, _)| *id).collect();
    let text = format!("Moving a token removes it from {}.", names(play, &cards));
    play.record(StepKind::Moves, text)
        .actor(program.scope.you)
        .about(&cards)
        .also(&[to])
        .ruling(cite::MOVING_REMOVES);
    let placed = event(program, EventKind::Focus, to, play).amount(moved.iter().map(|(_, n)| n).sum());
    let mut events = vec![placed];
    for (id, n) in moved {
        if play.state.switches.on(cite::MOVING_REMOVES) {
            events.push(event(program, EventKind::Unfocus, id, play).amount(n))
        } else {
            play.state.table.card_mut(id).focus -= n
        }
    }
    wait_for(program, events, play)
}

/// A switch needs something on both sides (4.9).
pub(super) fn switch(program: &mut Program, one: &Select, other: &Select, play: &mut Play<'_>) -> Turn {
    let one = select(program, one, "one", play)?;
    let other = select(program, other, "other", play)?;
    let (Some(one), Some(other)) = (one.first().copied(), other.first().copied()) else {
        return Ok(Flow::Done(false));
    };
    let tokens = (play.state.table.card(one).focus, play.state.table.card(other).focus);
    if play.state.switches.on(cite::SWITCH) && (tokens.0 == 0 || tokens.1 == 0) {
        let text = "There is no switch: switched items must exist on both sides.";
        play.record(StepKind::NoSwitch, text)
            .actor(program.scope.you)
            .about(&[one, other])
            .ruling(cite::SWITCH);
        return Ok(Flow::Done(false));
    }
    play.state.table.card_mut(one).focus = tokens.1;
    play.state.table.card_mut(other).focus = tokens.0;
    let text = format!("The focus tokens of {} are switched.", names(play, &[one, other]));
    play.record(StepKind::Switches, text).actor(program.scope.you).about(&[one, other]).ruling(cite::SWITCH);
    Ok(Flow::Done(true))
}

/// Resources spent for something that is not a card played from hand.
pub(super) fn spend(program: &mut Program, n: u32, play: &mut Play<'_>) -> Turn {
    let you = program.scope.you;
    let sources = payable::sources(play.state, you, None);
    let most = sources.iter().map(|(_, n)| n).sum();
    let options = sources.into_iter().map(|(id, n)| (Choice::Card(id), n)).collect();
    let Some(source) = program.scope.source else { return Ok(Flow::Done(false)) };
    let Answer::Split(parts) =
        play.decide(you, Topic::Pay(source), Shape::Split { options, min: n, max: most })?
    else {
        return Ok(Flow::Done(false));
    };
    let mut events = Vec::new();
    for (choice, n) in parts {
        if let (Choice::Card(card), true) = (choice, n > 0) {
            events.push(event(program, EventKind::Focus, card, play).amount(n));
        }
    }
    wait_for(program, events, play)
}

/// A shield on a card that may have one already.
pub(super) fn another_shield(program: &mut Program, on: &Select, play: &mut Play<'_>) -> Turn {
    let cards = select(program, on, "card", play)?;
    let cards: Vec<CardId> =
        cards.into_iter().filter(|id| play.state.table.card(*id).zone == Zone::Play).collect();
    let events: Vec<Event> = cards
        .iter()
        .map(|card| Event { even_shielded: true, ..event(program, EventKind::Shield, *card, play) })
        .collect();
    wait_for(program, events, play)
}

/// Shield tokens are removed.
pub(super) fn remove_shields(
    program: &mut Program,
    how_many: &Amount,
    from: &Select,
    play: &mut Play<'_>,
) -> Turn {
    let mut cards = select(program, from, "card", play)?;
    cards.retain(|id| play.state.table.card(*id).shields > 0);
    let mut removed = Vec::new();
    let mut in_full = true;
    for card in &cards {
        let there = play.state.table.card(*card).shields;
        let n = match cards.as_slice() {
            [_] => choosing::how_many(program, how_many, there, play)?,
            _ => amount(play.state, how_many, &program.scope, there),
        };
        in_full &= n <= there;
        removed.push((*card, n.min(there)));
    }
    removed.retain(|(_, n)| *n > 0);
    let cards: Vec<CardId> = removed.iter().map(|(card, _)| *card).collect();
    for (card, n) in removed {
        play.state.table.card_mut(card).shields -= n;
        (0..n).for_each(|_| unshielded(card, program.scope.you, play));
    }
    if !cards.is_empty() {
        let text = format!("Shields are removed from {}.", names(play, &cards));
        say(program, StepKind::Unshielded, text, &cards, play);
    }
    Ok(Flow::Done(in_full && !cards.is_empty()))
}
