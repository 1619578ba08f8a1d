//! What a variation changes of what is given.

use super::format::{CardChange, CardGiven, CardState, Change, Given, SideGiven};
use crate::corpus::yaml::At;
use crate::engine::lcg::ability::Zone;
use crate::engine::lcg::facts::{Side, fold};

/// Makes a change.
pub(super) fn alter(given: &mut Given, change: &Change) -> Result<(), String> {
    match change {
        Change::Remove(name) => take(given, name).map(|_| ()),
        Change::Add(add) => {
            zone(side(given, add.to), add.zone)?.push(add.card.clone());
            Ok(())
        }
        Change::Move(add) => {
            let taken = take(given, &name_of(&add.card))?;
            zone(side(given, add.to), add.zone)?.push(taken);
            Ok(())
        }
        Change::Card(change) => card(given, change),
        Change::Deck(deck) => set(&mut side(given, deck.of).deck, Some(deck.cards.clone())),
        Change::Engagement(engagement) => {
            given.engagement = Some(engagement.clone());
            Ok(())
        }
        Change::Dial(n) => set(&mut given.dial, *n),
        Change::DialDamage(n) => set(&mut given.dial_damage, *n),
        Change::Balance(side) => set(&mut given.balance, Some(*side)),
        Change::FirstTurn(first) => set(&mut given.first_turn, *first),
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

fn zone(side: &mut SideGiven, zone: Zone) -> Result<&mut Vec<At<CardGiven>>, String> {
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

fn name_of(card: &CardGiven) -> String {
    match card {
        CardGiven::Name(name) => name.clone(),
        CardGiven::Card(state) => state.name.clone().unwrap_or_else(|| state.card.clone()),
        CardGiven::Unknown { .. } => String::new(),
    }
}

/// Every list of cards.
fn lists(given: &mut Given) -> Vec<&mut Vec<At<CardGiven>>> {
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

fn take(given: &mut Given, name: &str) -> Result<At<CardGiven>, String> {
    for list in lists(given) {
        if let Some(at) = list.iter().position(|card| fold(&name_of(card)) == fold(name)) {
            return Ok(list.remove(at));
        }
    }
    Err(format!("There is no card called {name} in the scenario."))
}

fn card(given: &mut Given, change: &CardChange) -> Result<(), String> {
    for list in lists(given) {
        let found = list.iter_mut().find(|card| fold(&name_of(card)) == fold(&change.name));
        if let Some(card) = found {
            card.value = altered(&card.value, change);
            return Ok(());
        }
    }
    Err(format!("There is no card called {} in the scenario.", change.name))
}

fn altered(card: &CardGiven, change: &CardChange) -> CardGiven {
    let mut state = match card {
        CardGiven::Card(state) => (**state).clone(),
        other => CardState { card: name_of(other), ..CardState::default() },
    };
    if let Some(card) = &change.becomes {
        state.name = Some(name_of(&CardGiven::Card(Box::new(state.clone()))));
        state.card.clone_from(card);
    }
    state.damage = change.damage.unwrap_or(state.damage);
    state.focus = change.focus.unwrap_or(state.focus);
    state.shield = change.shield.unwrap_or(state.shield);
    state.committed = change.committed.unwrap_or(state.committed);
    state.on = change.on.clone().or(state.on);
    CardGiven::Card(Box::new(state))
}
