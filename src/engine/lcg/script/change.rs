//! What a variation changes of what is given.

use super::format::{CardChange, CardGiven, CardState, Change, Given, SideGiven};
use crate::corpus::yaml::Spanned;
use crate::engine::cards::normalize_name;
use crate::engine::lcg::vocabulary::{CardText, Side, Zone};
use crate::engine::script::Names;
use crate::engine::script::given::{self, name_of, take};
use crate::engine::script::words::OnCard as _;

/// Makes a change.
pub(super) fn alter(given: &mut Given, change: &Change, names: &Names<'_, CardText>) -> Result<(), String> {
    match change {
        Change::Remove(name) => take(lists(given), name, names).map(|_| ()),
        Change::Add(add) => {
            zone(side(given, add.to), add.zone)?.push(add.card.clone());
            Ok(())
        }
        Change::Move(add) => {
            let taken = take(lists(given), name_of(&add.card), names)?;
            zone(side(given, add.to), add.zone)?.push(taken);
            Ok(())
        }
        Change::Card(change) if affiliation(given, &change.name).is_some() => {
            affiliation(given, &change.name).into_iter().for_each(|state| alter_card(state, change, names));
            Ok(())
        }
        Change::Card(change) => {
            given::alter(lists(given), &change.name, names, |state| alter_card(state, change, names))
        }
        Change::Deck(deck) => set(&mut side(given, deck.of).deck, Some(deck.cards.clone())),
        Change::Engagement(engagement) => {
            given.engagement = Some(engagement.clone());
            Ok(())
        }
        Change::Dial(n) => set(&mut given.dial, *n),
        Change::DialDamage(n) => set(&mut given.dial_damage, *n),
        Change::Balance(side) => set(&mut given.balance, Some(*side)),
        Change::FirstTurn(first) => set(&mut given.first_turn, *first),
        Change::Declared(objectives) => set(&mut given.declared, objectives.clone()),
        Change::UnitsPlayed(counts) => set(&mut given.units_played, *counts),
    }
}

fn set<T>(place: &mut T, value: T) -> Result<(), String> {
    *place = value;
    Ok(())
}

fn side(given: &mut Given, side: Side) -> &mut SideGiven {
    match side {
        Side::Light => &mut given.light,
        Side::Dark => &mut given.dark,
    }
}

fn zone(side: &mut SideGiven, zone: Zone) -> Result<&mut Vec<Spanned<CardGiven>>, String> {
    match zone {
        Zone::Play => Ok(&mut side.play),
        Zone::Hand => Ok(&mut side.hand),
        Zone::Deck => Ok(side.deck.get_or_insert_default()),
        Zone::ObjectiveDeck => Ok(side.objective_deck.get_or_insert_default()),
        Zone::Discard => Ok(&mut side.discard),
        Zone::Edge => Ok(&mut side.edge),
        Zone::Captured => Ok(&mut side.captured),
        Zone::Victory => Ok(&mut side.victory),
        Zone::Playing => Err("A card that is being played cannot be given.".into()),
    }
}

/// The affiliation card of that name.
fn affiliation<'g>(given: &'g mut Given, name: &str) -> Option<&'g mut CardState> {
    let sides = [&mut given.light, &mut given.dark].into_iter();
    let mut cards = sides.filter_map(|side| match side.affiliation.as_mut().map(|card| &mut card.value) {
        Some(CardGiven::Card(state)) => Some(&mut **state),
        Some(CardGiven::Unknown(_)) | None => None,
    });
    let wanted = normalize_name(name);
    cards.find(|state| normalize_name(state.known_as().unwrap_or(&state.card)) == wanted)
}

/// Every list of cards.
fn lists(given: &mut Given) -> Vec<&mut given::Given<CardState>> {
    let mut all = Vec::new();
    for side in [&mut given.light, &mut given.dark] {
        all.extend([
            &mut side.play,
            &mut side.hand,
            &mut side.discard,
            &mut side.edge,
            &mut side.captured,
            &mut side.victory,
        ]);
        all.extend(side.deck.as_mut());
        all.extend(side.objective_deck.as_mut());
    }
    all
}

fn alter_card(state: &mut CardState, change: &CardChange, names: &Names<'_, CardText>) {
    if let Some(card) = &change.becomes {
        // Under the same name: the title that was printed, if it had no other.
        let name = state.known_as().map_or_else(|| names.name_of(&state.card), str::to_owned);
        state.name = Some(name);
        state.card.clone_from(card);
    }
    state.damage = change.damage.unwrap_or(state.damage);
    state.focus = change.focus.unwrap_or(state.focus);
    state.shield = change.shield.unwrap_or(state.shield);
    state.committed = change.committed.unwrap_or(state.committed);
    if change.on.is_some() {
        state.on.clone_from(&change.on);
    }
}
