//! Cards that go from one place to another.

use super::Play;
use super::ability::{EventKind, Until, Zone};
use super::cite;
use super::event::Event;
use super::filter::{arena_of, zone_of};
use super::pool::occur;
use super::table::{CardId, Role};
use super::tell::{by_rules, ruled_if};
use super::values::{in_arena, printed_type};
use crate::engine::kernel::Player;

/// Puts a card somewhere, clean of what was on it.
pub(super) fn put(play: &mut Play<'_>, id: CardId, zone: Zone) {
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
        (card.damage, card.tapped) = (0, false);
        card.counters.clear();
    }
    if arena_of(zone).is_none() {
        table.lasting.retain(|lasting| lasting.card != id || lasting.until == Until::Game);
    }
}

/// A card that lay under another one without being part of it stays removed (qa.bright-hope).
fn release_hidden(play: &mut Play<'_>, id: CardId) {
    let hidden: Vec<CardId> = play.state.table.under(id, Role::Hidden).collect();
    for card in hidden {
        let to = if play.state.switches.on(cite::STAYS_REMOVED) { Zone::Removed } else { Zone::Discard };
        put(play, card, to);
        let text = match to {
            Zone::Removed => format!("{} stays removed.", play.state.table.id(card)),
            _ => format!("{} is discarded.", play.state.table.id(card)),
        };
        ruled_if(play, "set-aside", None, text, cite::STAYS_REMOVED, &[card]);
    }
}

/// Discards what is stacked with a unit, and its pilots.
pub(super) fn discard_stack(play: &mut Play<'_>, id: CardId) {
    let under: Vec<CardId> = [Role::Stacked, Role::Pilot]
        .into_iter()
        .flat_map(|role| play.state.table.under(id, role).collect::<Vec<_>>())
        .collect();
    for card in under {
        put(play, card, Zone::Discard);
    }
}

/// Discards a unit or a Location from its arena, with everything that is part of it.
pub(super) fn discard(play: &mut Play<'_>, id: CardId, by: Option<CardId>, text: String, place: &str) {
    let arena = in_arena(play.state, id);
    by_rules(play, "discarded", Some(play.state.table.card(id).owner), text, place, &[id]);
    if arena.is_some() {
        // Its abilities see it go, and what lies under it, before that is anywhere else.
        let event = Event::new(EventKind::Discarded).card(id).by(by).arena(arena);
        let owner = play.state.table.card(id).owner;
        occur(play, event.player(owner));
    }
    release_hidden(play, id);
    discard_stack(play, id);
    put(play, id, Zone::Discard);
}

/// A unit retreats to its owner's build zone: it keeps its damage, and is tapped or not as before.
pub(super) fn retreat(play: &mut Play<'_>, id: CardId) {
    let arena = in_arena(play.state, id);
    let owner = play.state.table.card(id).owner;
    play.state.table.moves += 1;
    let since = play.state.table.moves;
    let card = play.state.table.card_mut(id);
    (card.zone, card.since, card.last_hits) = (Zone::Build, since, None);
    occur(play, Event::new(EventKind::Retreats).card(id).player(owner).arena(arena));
}

/// A card goes facedown into the build zone with some build counters.
pub(super) fn to_build_zone(play: &mut Play<'_>, id: CardId, counters: u32) {
    if in_arena(play.state, id).is_some() {
        release_hidden(play, id);
    }
    put(play, id, Zone::Build);
    let card = play.state.table.card_mut(id);
    (card.build, card.unfinished, card.damage, card.tapped) = (counters, true, 0, false);
}

/// A unit is deployed to its arena.
pub(super) fn deploy(play: &mut Play<'_>, id: CardId, player: Player) {
    let Some(arena) = printed_type(play.state, id).and_then(super::facts::CardType::arena) else { return };
    let (damage, tapped) = {
        let card = play.state.table.card(id);
        (card.damage, card.tapped)
    };
    put(play, id, zone_of(arena));
    let card = play.state.table.card_mut(id);
    (card.damage, card.tapped) = (damage, tapped);
    let text = format!("{} is deployed.", play.state.table.id(id));
    by_rules(play, "deployed", Some(player), text, "build step", &[id]);
    occur(play, Event::new(EventKind::Deployed).card(id).player(player).arena(Some(arena)));
}

/// A Location is put into its arena; one that was there is discarded.
pub(super) fn place(play: &mut Play<'_>, id: CardId, player: Player) {
    let Some(arena) =
        play.state.table.card(id).text.as_ref().and_then(|text| text.arena.all().first().copied())
    else {
        return;
    };
    let old: Vec<CardId> = play.state.table.ids().collect();
    for other in old {
        if printed_type(play.state, other) == Some(super::facts::CardType::Location)
            && in_arena(play.state, other) == Some(arena)
        {
            let text = format!("{} is replaced.", play.state.table.id(other));
            discard(play, other, None, text, "Locations");
        }
    }
    put(play, id, zone_of(arena));
    let text = format!("{} is put into its arena.", play.state.table.id(id));
    by_rules(play, "placed", Some(player), text, "Locations", &[id]);
    occur(play, Event::new(EventKind::Placed).card(id).player(player).arena(Some(arena)));
}
