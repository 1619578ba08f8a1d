//! Cards leaving play: destroyed, sacrificed, captured, returned.

use crate::engine::cards::DeckEnd;
use crate::engine::kernel::{Basis, Player};
use crate::engine::lcg::Play;
use crate::engine::lcg::state::event::{Event, Why};
use crate::engine::lcg::state::filter::is_type;
use crate::engine::lcg::state::narrate::names;
use crate::engine::lcg::state::table;
use crate::engine::lcg::state::table::{CardId, DARK, LIGHT, Shared, other};
use crate::engine::lcg::state::values::value;
use crate::engine::lcg::vocabulary::steps::StepKind;
use crate::engine::lcg::vocabulary::{CardType, EventKind, Stat, Zone, book, cite};

/// A destroyed or sacrificed card leaves play at once; together with those that are destroyed with it.
pub(super) fn destroyed(event: &Event, play: &mut Play<'_>) -> Option<Event> {
    let card = event.card?;
    let objective = is_type(play.state, card, CardType::Objective) && event.kind == EventKind::Destroyed;
    let name = play.state.table.id(card).to_owned();
    if event.kind == EventKind::Sacrificed {
        play.record(StepKind::Sacrificed, format!("{name} is sacrificed."))
            .actor(event.by)
            .about(&[card])
            .rulebook(book::SACRIFICE);
    } else {
        destroyed_by(event, card, play);
    }
    let zone = if objective { Zone::Victory } else { Zone::Discard };
    let leaves = Event { kind: EventKind::LeavesPlay, cause: Some(event.kind), ..event.clone() };
    Some(leaves.to(zone, None))
}

/// By damage as much as its capacity, or by an effect that destroys.
fn destroyed_by(event: &Event, card: CardId, play: &mut Play<'_>) {
    let text = format!("{} is destroyed.", play.state.table.id(card));
    let there = play.state.table.card(card);
    let full = there.damage > 0 && there.damage >= value(play.state, card, Stat::Capacity);
    if full {
        play.record(StepKind::Destroyed, text).actor(event.by).about(&[card]).rulebook(book::DESTROYED)
    } else {
        play.record(StepKind::Destroyed, text).about(&[card]).effect_of(event)
    }
}

/// A card leaves play for where its event says, in its owner's name (2.15).
pub(super) fn leaves(event: &Event, play: &mut Play<'_>) {
    let Some(card) = event.card else { return };
    let zone = event.zone.unwrap_or(Zone::Discard);
    let left = play.state.table.card(card).clone();
    if left.zone != Zone::Play {
        return;
    }
    let attached = play.state.table.attached(card);
    forget(card, play);
    let committed = left.committed;
    let home = if play.state.switches.on(cite::TO_OWNER) { left.owner } else { left.controller };
    let place = clear(card, play);
    (place.host, place.controller) = (event.other, left.owner);
    match zone {
        Zone::Captured => play.state.table.card_mut(card).zone = Zone::Captured,
        Zone::Victory => play.state.table.put_on_pile(card, other(home), Zone::Victory),
        zone if event.under => play.state.table.put_in_pile(card, home, zone, DeckEnd::Bottom),
        zone => play.state.table.put_on_pile(card, home, zone),
    }
    if zone == Zone::Captured {
        narrate_captured(card, event, play);
    }
    narrate_where(event, zone, home, left.owner != left.controller, play);
    if committed {
        let text = format!("The Force card on {} returns to its owner.", play.state.table.id(card));
        let step = play.record(StepKind::ForceCardReturns, text).actor(left.controller);
        step.about(&[card]).rulebook(book::FORCE_CARD_RETURNS);
    }
    if play.state.switches.on(cite::LASTING) {
        end_lasting(card, play);
    }
    release(&attached, event, play);
    if zone == Zone::Captured && event.instead {
        record_capture(card, event, play);
    }
    if zone == Zone::Victory {
        objective_lost(left.owner, play);
    }
}

fn narrate_where(event: &Event, zone: Zone, home: Player, borrowed: bool, play: &mut Play<'_>) {
    let Some(card) = event.card else { return };
    let (name, owner) = (play.state.table.id(card).to_owned(), play.state.table.name(home).to_owned());
    let place = match zone {
        Zone::Discard => format!("to {owner}'s discard pile"),
        Zone::Hand => format!("to {owner}'s hand"),
        Zone::Deck => format!("to {owner}'s deck"),
        Zone::Captured => "and is captured".to_owned(),
        Zone::Victory => format!("to {}'s victory pile", play.state.table.name(other(home))),
        Zone::ObjectiveDeck => format!("to {owner}'s objective deck"),
        Zone::Edge => format!("to {owner}'s edge stack"),
        Zone::Play | Zone::Playing => "for another place".to_owned(),
    };
    let text = format!("{name} leaves play {place}.");
    // Where destroyed cards go p. 23 says, captured ones p. 26; p. 27 says what leaving play is.
    let page = match (event.page, zone, event.cause) {
        (Some(page), ..) => page,
        (_, Zone::Captured, _) => book::CAPTURED,
        (_, Zone::Victory, _) => book::DESTROYED_OBJECTIVE,
        (_, _, Some(EventKind::Destroyed)) => book::DESTROYED_UNIT,
        _ => book::LEAVES_PLAY,
    };
    if borrowed {
        play.record(StepKind::LeavesPlay, text).actor(event.by).about(&[card]).ruling(cite::TO_OWNER)
    } else {
        play.record(StepKind::LeavesPlay, text).actor(event.by).about(&[card]).rulebook(page)
    }
}

/// A unit that was an enhancement is a unit again.
pub(super) fn as_unit(card: CardId, play: &mut Play<'_>) {
    let unit = play.state.table.card(card).text.as_ref().and_then(|text| text.unit.clone());
    if let Some(unit) = unit {
        play.state.table.card_mut(card).text = Some(Shared(unit));
    }
}

/// Takes every token from a card and lets go of what it was attached to.
fn clear<'a>(card: CardId, play: &'a mut Play<'_>) -> &'a mut table::Card {
    as_unit(card, play);
    let place = play.state.table.card_mut(card);
    (place.damage, place.focus, place.shields) = (0, 0, 0);
    (place.committed, place.revealed) = (false, false);
    place
}

/// A unit no longer participates, an objective is no longer engaged.
pub(super) fn forget(card: CardId, play: &mut Play<'_>) {
    if let Some(engagement) = &mut play.state.table.engagement {
        engagement.attackers.retain(|other| *other != card);
        engagement.defenders.retain(|other| *other != card);
        if engagement.objective == Some(card) {
            engagement.objective = None;
        }
    }
}

/// Lasting effects on a card end when it leaves play (3.7).
fn end_lasting(card: CardId, play: &mut Play<'_>) {
    let before = play.state.table.lasting.len();
    play.state.table.lasting.retain(|lasting| lasting.card != card);
    if play.state.table.lasting.len() < before {
        let text = format!("The lasting effects on {} expire.", play.state.table.id(card));
        play.record(StepKind::Expires, text).about(&[card]).ruling(cite::LASTING);
    }
}

/// Enhancements on a card that left are discarded; cards captured at it are rescued (2.13).
fn release(attached: &[CardId], event: &Event, play: &mut Play<'_>) {
    let captured = |id: &CardId| play.state.table.card(*id).zone == Zone::Captured;
    let (captured, enhancements): (Vec<CardId>, Vec<CardId>) = attached.iter().partition(|id| captured(id));
    if !enhancements.is_empty() {
        let leave = enhancements.into_iter().map(|id| {
            let gone = Event::new(EventKind::LeavesPlay, Why::Framework).card(id);
            gone.by(event.by.unwrap_or(LIGHT), None).to(Zone::Discard, None).page(book::ENHANCEMENT_LOST)
        });
        play.sequence(leave.collect::<Vec<_>>());
    }
    if captured.is_empty() {
        return;
    }
    // The rulebook says so of a destroyed objective; 2.13 of whatever leaves play for any reason.
    if play.state.switches.on(cite::RESCUE) || event.zone == Some(Zone::Victory) {
        let rescued = captured
            .into_iter()
            .map(|id| Event::new(EventKind::Rescued, Why::Framework).card(id).player(LIGHT).by(LIGHT, None));
        play.sequence(rescued.collect::<Vec<_>>());
    } else {
        for id in captured {
            let owner = play.state.table.card(id).owner;
            play.state.table.card_mut(id).host = None;
            play.state.table.put_on_pile(id, owner, Zone::Discard);
        }
    }
}

/// A captured card goes to its owner's hand.
pub(super) fn rescued(event: &Event, play: &mut Play<'_>) {
    let Some(card) = event.card else { return };
    let owner = play.state.table.card(card).owner;
    play.state.table.card_mut(card).host = None;
    play.state.table.put_on_pile(card, owner, Zone::Hand);
    let text = format!("{} is rescued: it goes to its owner's hand.", play.state.table.id(card));
    play.record(StepKind::Rescued, text).actor(owner).about(&[card]).ruling(cite::RESCUE);
}

/// What was captured instead of leaving play otherwise is captured for those who react to that: by the dark
/// side (p. 26).
fn record_capture(card: CardId, event: &Event, play: &mut Play<'_>) {
    let mut captured = Event::new(EventKind::Captured, Why::Framework).card(card).by(DARK, event.source);
    (captured.from, captured.past_interrupts) = (Some(Zone::Play), true);
    play.sequence([captured.player(DARK).to(Zone::Captured, event.other)]);
}

/// A card is captured: from play it leaves play, from elsewhere it goes straight to the objective.
pub(super) fn captured(event: &Event, play: &mut Play<'_>) {
    let Some(card) = event.card else { return };
    let there = play.state.table.card(card);
    if there.zone == Zone::Captured && there.host == event.other {
        return;
    }
    if there.zone == Zone::Play {
        let why = Why::Framework; // a capture is not replaced by another capture
        let leaves = Event { kind: EventKind::LeavesPlay, why, ..event.clone() };
        play.sequence([leaves.to(Zone::Captured, event.other)]);
        return;
    }
    narrate_captured(card, event, play);
    play.state.table.unpile(card);
    let place = clear(card, play);
    (place.zone, place.host) = (Zone::Captured, event.other);
}

fn narrate_captured(card: CardId, event: &Event, play: &mut Play<'_>) {
    let at = event.other.map_or("an objective".to_owned(), |at| play.state.table.id(at).to_owned());
    let text = format!("{} is captured at {at}.", play.state.table.id(card));
    play.record(StepKind::Captured, text).about(&[card]).effect_of(event);
}

/// An objective was lost: the dial advances, or the light side wins.
fn objective_lost(owner: Player, play: &mut Play<'_>) {
    let lost = play.state.table.pile(other(owner), Zone::Victory).len() as u32;
    if owner == LIGHT {
        advance_dial(lost, &Basis::Rulebook(book::DIAL_FOR_OBJECTIVES), play);
        return;
    }
    if lost >= 3 {
        play.state.table.winner = Some(LIGHT);
        let text = "Three dark side objectives are destroyed: the light side wins the game.";
        play.record(StepKind::Wins, text).actor(LIGHT).rulebook(book::LIGHT_WINS);
    }
}

/// The Death Star dial advances; at 12 the dark side wins.
pub(crate) fn advance_dial(by: u32, basis: &Basis, play: &mut Play<'_>) {
    play.state.table.dial += by;
    let dial = play.state.table.dial;
    let text = format!("The Death Star dial advances by {by} to {dial}.");
    play.record(StepKind::Dial, text).actor(DARK).basis(basis.clone());
    if dial < 12 {
        let advanced = Event::new(EventKind::DialAdvanced, Why::Framework).player(DARK).by(DARK, None);
        play.sequence([advanced.amount(by)]);
    }
    if dial >= 12 {
        play.state.table.winner = Some(DARK);
        play.record(StepKind::Wins, "The dial stands at 12: the dark side wins the game.")
            .actor(DARK)
            .rulebook(book::DARK_WINS);
    }
}

/// Both stacks go to their owners' discard piles.
pub(crate) fn discard_stacks(play: &mut Play<'_>) {
    let cards: Vec<CardId> = play.state.table.in_zone(Zone::Edge).collect();
    for card in &cards {
        let owner = play.state.table.card(*card).owner;
        play.state.table.put_on_pile(*card, owner, Zone::Discard);
        play.state.table.card_mut(*card).revealed = false;
    }
    if !cards.is_empty() {
        let text = format!("The edge stacks are discarded: {}.", names(play, &cards));
        play.record(StepKind::StacksDiscarded, text).about(&cards).rulebook(book::EDGE_DISCARD);
    }
}

/// An event card goes to its owner's discard pile once it has been played.
pub(super) fn to_discard(card: CardId, play: &mut Play<'_>) {
    if play.state.table.card(card).zone == Zone::Playing {
        let owner = play.state.table.card(card).owner;
        play.state.table.put_on_pile(card, owner, Zone::Discard);
    }
}
