//! What a variation changes of what is given.

use super::format::{CardChange, CardGiven, CardState, Change, Given, Place, Seat, SideGiven};
use crate::corpus::yaml::At;
use crate::engine::tcg::facts::fold;

/// Makes a change.
pub(super) fn alter(given: &mut Given, change: &Change) -> Result<(), String> {
    match change {
        Change::Remove(name) => take(given, name).map(|_| ()),
        Change::Add(add) => {
            place(side(given, add.to), add.place).push(add.card.clone());
            Ok(())
        }
        Change::Move(add) => {
            let taken = take(given, &name_of(&add.card))?;
            place(side(given, add.to), add.place).push(taken);
            Ok(())
        }
        Change::Card(change) => card(given, change),
        Change::Force(counts) => {
            given.dark.force = counts.dark.unwrap_or(given.dark.force);
            given.light.force = counts.light.unwrap_or(given.light.force);
            Ok(())
        }
        Change::BuildPoints(counts) => {
            given.dark.build_points = counts.dark.unwrap_or(given.dark.build_points);
            given.light.build_points = counts.light.unwrap_or(given.light.build_points);
            Ok(())
        }
    }
}

fn side(given: &mut Given, seat: Seat) -> &mut SideGiven {
    match seat {
        Seat::Dark => &mut given.dark,
        Seat::Light => &mut given.light,
    }
}

fn place(side: &mut SideGiven, place: Place) -> &mut Vec<At<CardGiven>> {
    match place {
        Place::Play => &mut side.play,
        Place::Build => &mut side.build,
        Place::Hand => &mut side.hand,
        Place::Deck => side.deck.get_or_insert_default(),
        Place::Discard => &mut side.discard,
    }
}

/// The name by which the scenario knows a card.
pub(super) fn name_of(card: &CardGiven) -> String {
    match card {
        CardGiven::Name(name) => name.clone(),
        CardGiven::Card(state) => state.name.clone().unwrap_or_else(|| state.card.clone()),
        CardGiven::Unknown { .. } => String::new(),
    }
}

fn lists(given: &mut Given) -> Vec<&mut Vec<At<CardGiven>>> {
    let mut all = Vec::new();
    for side in [&mut given.dark, &mut given.light] {
        all.extend([&mut side.play, &mut side.build, &mut side.hand, &mut side.discard]);
        all.extend(side.deck.as_mut());
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
    state.tapped = change.tapped.unwrap_or(state.tapped);
    state.counters = change.counters.unwrap_or(state.counters);
    state.unfinished = change.unfinished.or(state.unfinished);
    let replace = |old: &mut Vec<At<CardGiven>>, new: &Option<Vec<At<CardGiven>>>| {
        if let Some(new) = new {
            old.clone_from(new);
        }
    };
    replace(&mut state.stack, &change.stack);
    replace(&mut state.pilots, &change.pilots);
    replace(&mut state.under, &change.under);
    CardGiven::Card(Box::new(state))
}
