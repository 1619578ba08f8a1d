//! The names by which lines call cards.

use super::{CardOf, CardTable as _, Game};
use crate::engine::cards::{CardId, Printed, nearest, normalize_name};
use crate::engine::kernel::State;

/// A way in which a card may be called by a name.
type Way<'w, T> = &'w dyn Fn(&T) -> bool;

/// A card of a game by any name it goes by.
pub fn card_named<G: Game>(state: &State<G>, name: &str) -> Result<CardId, String> {
    card_of::<G>(&state.table, name)
}

/// Whether a name is that of the card on which a name is printed, or one by which that card goes in the
/// scenario.
pub(crate) fn is_called<G: Game>(table: &G::Table, name: &str, printed: &str) -> bool {
    let printed = normalize_name(printed);
    let bears = |id: CardId| match table.text(id) {
        Some(text) => normalize_name(text.name()) == printed,
        None => normalize_name(table.id(id)) == printed,
    };
    normalize_name(name) == printed || card_of::<G>(table, name).is_ok_and(bears)
}

/// A card by its name in the scenario; by what is printed on it, with or without its number or its version,
/// if only one card has that.
pub(crate) fn card_of<G: Game>(table: &G::Table, name: &str) -> Result<CardId, String> {
    let wanted = normalize_name(name);
    let ids = || (0..table.count()).map(CardId);
    if let Some(found) = ids().find(|id| normalize_name(table.id(*id)) == wanted) {
        return Ok(found);
    }
    let text = |id: &CardId| table.text(*id);
    let numbered = |card: &CardOf<G>| {
        card.number().is_some_and(|number| normalize_name(&format!("{} {number}", card.name())) == wanted)
    };
    let ways: [Way<'_, CardOf<G>>; 3] = [&|card| normalize_name(card.name()) == wanted, &numbered, &|card| {
        normalize_name(card.own_name()) == wanted
    }];
    for way in ways {
        let mut found: Vec<CardId> = ids().filter(|id| text(id).is_some_and(way)).collect();
        // What lies under another card is meant only where nothing else bears the name.
        if found.len() > 1 && found.iter().any(|id| !table.is_covered(*id)) {
            found.retain(|id| !table.is_covered(*id));
        }
        match found.as_slice() {
            [] => {}
            [one] => return Ok(*one),
            several => {
                let names: Vec<&str> = several.iter().map(|id| table.id(*id)).collect();
                return Err(format!("Several cards are called {name}: {}. Say which.", names.join(", ")));
            }
        }
    }
    let near = nearest(name, ids().map(|id| table.id(id)).collect::<Vec<_>>().into_iter());
    let hint = if near.is_empty() { String::new() } else { format!(" Is it {}?", near.join(", ")) };
    Err(format!("There is no card called {name} in this scenario.{hint}"))
}
