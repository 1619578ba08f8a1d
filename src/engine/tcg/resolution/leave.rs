//! Cards that go from one place to another.

use std::sync::Arc;

use super::pool::occur;
use crate::engine::kernel::{Basis, BookRule, Player};
use crate::engine::tcg::Play;
use crate::engine::tcg::state::event::Event;
use crate::engine::tcg::state::filter::{arena_of, zone_of};
use crate::engine::tcg::state::narrate::{effect_of, printed_name};
use crate::engine::tcg::state::table::{CardId, Controlled, Role};
use crate::engine::tcg::state::values::{in_arena, printed_type, value};
use crate::engine::tcg::vocabulary::steps::StepKind;
use crate::engine::tcg::vocabulary::{Arena, CardType, EventKind, Stat, Until, Zone, book, cite};

/// Puts a card somewhere, clean of what was on it.
pub(crate) fn put(play: &mut Play<'_>, id: CardId, zone: Zone) {
    let table = &mut play.state.table;
    for deck in table.decks.iter_mut().flatten() {
        deck.retain(|other| *other != id);
    }
    table.moves += 1;
    let since = table.moves;
    let card = table.card_mut(id);
    (card.zone, card.host, card.since, card.last_hits) = (zone, None, since, None);
    (card.build, card.unfinished) = (0, false);
    if arena_of(zone).is_none() && zone != Zone::Build {
        (card.damage, card.tapped, card.hurt_by) = (0, false, None);
        card.hunters.clear();
        card.counters.clear();
    }
    if arena_of(zone).is_none() {
        // Out of the arenas a card is its own player's again.
        card.owner = card.belongs;
        table.lasting.retain(|lasting| lasting.card != id || lasting.until == Until::Game);
        table.memory.controlled.retain(|controlled| controlled.card != id);
    }
}

/// A card that lay under another one without being part of it stays removed when that one goes to the
/// build zone (qa.bright-hope); when it is discarded, its own ability may have a use for it.
fn release_hidden(play: &mut Play<'_>, id: CardId, discarded: bool) {
    let hidden: Vec<CardId> = play.state.table.under(id, Role::Hidden).collect();
    for card in hidden {
        let to = if play.state.switches.on(cite::STAYS_REMOVED) { Zone::Removed } else { Zone::Discard };
        put(play, card, to);
        let name = play.state.table.id(card).to_owned();
        match (to, discarded) {
            (Zone::Removed, true) => {
                let text = format!("{name}, which lay under it, is set aside.");
                let basis = Basis::Card(printed_name(play.state, id));
                play.record(StepKind::SetAside, text).about(&[card]).basis(basis);
            }
            (Zone::Removed, false) => {
                let text = format!("{name} stays removed.");
                play.record(StepKind::SetAside, text).about(&[card]).ruling(cite::STAYS_REMOVED);
            }
            _ => {
                let text = format!("{name} is discarded.");
                play.record(StepKind::SetAside, text).about(&[card]).ruling(cite::STAYS_REMOVED);
            }
        }
    }
}

/// What is part of a unit: cards stacked with it, its pilots, its Equipment.
pub(super) fn parts(play: &Play<'_>, id: CardId) -> Vec<CardId> {
    let roles = [Role::Stacked, Role::Pilot, Role::Equipment];
    roles.into_iter().flat_map(|role| play.state.table.under(id, role).collect::<Vec<_>>()).collect()
}

/// Discards what is stacked with a unit, and its pilots.
pub(crate) fn discard_stack(play: &mut Play<'_>, id: CardId) {
    for card in parts(play, id) {
        put(play, card, Zone::Discard);
    }
}

/// Remembers what a unit in an arena amounts to, with what is stacked under it, before anything of it goes:
/// an effect that asks for it afterwards means that.
fn remember(play: &mut Play<'_>, id: CardId) {
    if in_arena(play.state, id).is_some() {
        let left_with = Stat::ALL.map(|stat| (stat, value(play.state, id, stat)));
        play.state.table.card_mut(id).left_with = Some(Arc::new(left_with.into()));
    }
}

/// Discards a card from where it is, with everything that is part of it.
pub(crate) fn discard(play: &mut Play<'_>, id: CardId, by: Option<CardId>, text: String, rule: BookRule) {
    go(play, id, (by, false), text, Basis::Rulebook(rule));
}

/// The same, as the effect of a card.
pub(crate) fn discard_by_effect(play: &mut Play<'_>, id: CardId, by: Option<CardId>, text: String) {
    let basis = effect_of(play.state, by);
    go(play, id, (by, false), text, basis);
}

/// Discards a unit that has as much damage as health, by what damaged it last.
pub(super) fn discard_destroyed_unit(play: &mut Play<'_>, id: CardId, by: Option<CardId>, text: String) {
    let attack = play.state.table.card(id).hurt_in_attack;
    go(play, id, (by, attack), text, Basis::Rulebook(book::HEALTH));
}

fn go(play: &mut Play<'_>, id: CardId, (by, attack): (Option<CardId>, bool), text: String, basis: Basis) {
    let arena = in_arena(play.state, id);
    let owner = play.state.table.card(id).owner;
    play.record(StepKind::Discarded, text).actor(owner).about(&[id]).basis(basis);
    if arena.is_some() {
        // Its abilities see it go, and what lies under it, before that is anywhere else.
        let event = Event::new(EventKind::Discarded).card(id).by(by).arena(arena);
        let event = Event { attack, ..event };
        let owner = play.state.table.card(id).owner;
        occur(play, event.player(owner));
    }
    remember(play, id);
    release_hidden(play, id, true);
    discard_stack(play, id);
    put(play, id, Zone::Discard);
}

/// A unit retreats to its player's build zone: it keeps its damage, and is tapped or not as before.
/// Only a unit in an arena can.
pub(crate) fn retreat(play: &mut Play<'_>, id: CardId) -> bool {
    let Some(arena) = in_arena(play.state, id) else { return false };
    let owner = play.state.table.card(id).owner;
    play.state.table.moves += 1;
    let since = play.state.table.moves;
    let card = play.state.table.card_mut(id);
    (card.zone, card.since, card.last_hits) = (Zone::Build, since, None);
    card.owner = card.belongs;
    play.state.table.memory.controlled.retain(|controlled| controlled.card != id);
    occur(play, Event::new(EventKind::Retreats).card(id).player(owner).arena(Some(arena)));
    true
}

/// A card goes into the build zone: facedown with some build counters, or finished.
pub(crate) fn to_build_zone(play: &mut Play<'_>, id: CardId, counters: Option<u32>) {
    remember(play, id);
    if in_arena(play.state, id).is_some() {
        release_hidden(play, id, false);
    }
    put(play, id, Zone::Build);
    let card = play.state.table.card_mut(id);
    (card.build, card.unfinished) = (counters.unwrap_or(0), counters.is_some());
    (card.damage, card.tapped) = (0, false);
    card.owner = card.belongs;
}

/// A card leaves play, or wherever it is, for a hand, a deck, or out of the game; what is part of it
/// goes the same way.
pub(crate) fn away(play: &mut Play<'_>, id: CardId, zone: Zone) {
    remember(play, id);
    release_hidden(play, id, false);
    for part in parts(play, id) {
        put(play, part, zone);
    }
    put(play, id, zone);
}

/// A unit comes into its arena, keeping its damage.
fn come(play: &mut Play<'_>, id: CardId, arena: Arena) {
    let (damage, tapped) = {
        let card = play.state.table.card(id);
        (card.damage, card.tapped)
    };
    put(play, id, zone_of(arena));
    let card = play.state.table.card_mut(id);
    (card.damage, card.tapped, card.left_with) = (damage, tapped, None);
}

/// A unit is deployed to its arena.
pub(crate) fn deploy(play: &mut Play<'_>, id: CardId, player: Player) {
    let Some(arena) = printed_type(play.state, id).and_then(CardType::arena) else { return };
    come(play, id, arena);
    let text = format!("{} is deployed.", play.state.table.id(id));
    play.record(StepKind::Deployed, text).actor(player).about(&[id]).rulebook(book::DEPLOYING);
    let event = Event::new(EventKind::Deployed).card(id).player(player).arena(Some(arena));
    occur(play, event.clone());
    occur(play, Event { kind: EventKind::Enters, ..event });
}

/// A unit is put into its arena by an effect: it comes in, but is not deployed. Returns whether it has
/// an arena.
pub(crate) fn enter(play: &mut Play<'_>, id: CardId, tapped: Option<bool>) -> bool {
    let Some(arena) = printed_type(play.state, id).and_then(CardType::arena) else { return false };
    come(play, id, arena);
    let card = play.state.table.card_mut(id);
    card.tapped = tapped.unwrap_or(card.tapped);
    let player = card.owner;
    occur(play, Event::new(EventKind::Enters).card(id).player(player).arena(Some(arena)));
    true
}

/// A Location is put into an arena; one that was there is discarded.
pub(crate) fn place(play: &mut Play<'_>, id: CardId, player: Player, arena: Arena) {
    let old: Vec<CardId> = play.state.table.ids().collect();
    for other in old {
        if printed_type(play.state, other) == Some(CardType::Location)
            && in_arena(play.state, other) == Some(arena)
        {
            let text = format!("{} is replaced.", play.state.table.id(other));
            discard(play, other, None, text, book::LOCATIONS);
        }
    }
    put(play, id, zone_of(arena));
    let text = format!("{} is put into its arena.", play.state.table.id(id));
    play.record(StepKind::Placed, text).actor(player).about(&[id]).rulebook(book::LOCATIONS);
    occur(play, Event::new(EventKind::Placed).card(id).player(player).arena(Some(arena)));
}

/// Units that were controlled for so long are their own players' again.
pub(crate) fn return_control(play: &mut Play<'_>, until: Until) {
    let controlled = std::mem::take(&mut play.state.table.memory.controlled);
    let (over, rest): (Vec<_>, Vec<_>) = controlled.into_iter().partition(|one| one.until == until);
    play.state.table.memory.controlled = rest;
    for Controlled { card: id, by, .. } in over {
        let card = play.state.table.card_mut(id);
        card.owner = card.belongs;
        let owner = card.owner;
        let text = format!("{} controls {} again.", play.state.table.name(owner), play.state.table.id(id));
        play.record(StepKind::ControlReturns, text).actor(owner).about(&[id]).effect_of(by);
    }
}
