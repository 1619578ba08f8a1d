//! What a variation changes of what is given.

use super::format::{CardChange, CardGiven, CardState, Change, Given, Place, SideGiven};
use crate::corpus::yaml::Spanned;
use crate::engine::cards::Side;
use crate::engine::script::Names;
use crate::engine::script::given::{self, name_of, take};
use crate::engine::script::words::OnCard as _;
use crate::engine::tcg::vocabulary::CardText;

/// Makes a change.
pub(super) fn alter(given: &mut Given, change: &Change, names: &Names<'_, CardText>) -> Result<(), String> {
    match change {
        Change::Remove(name) => take(lists(given), name, names).map(|_| ()),
        Change::Add(add) => {
            place(side(given, add.to), add.place).push(add.card.clone());
            Ok(())
        }
        Change::Move(add) => {
            let taken = take(lists(given), name_of(&add.card), names)?;
            place(side(given, add.to), add.place).push(taken);
            Ok(())
        }
        Change::Card(change) => {
            given::alter(lists(given), &change.name, names, |state| alter_card(state, change, names))
        }
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

fn side(given: &mut Given, seat: Side) -> &mut SideGiven {
    match seat {
        Side::Dark => &mut given.dark,
        Side::Light => &mut given.light,
    }
}

fn place(side: &mut SideGiven, place: Place) -> &mut Vec<Spanned<CardGiven>> {
    match place {
        Place::Play => &mut side.play,
        Place::Build => &mut side.build,
        Place::Hand => &mut side.hand,
        Place::Deck => side.deck.get_or_insert_default(),
        Place::Discard => &mut side.discard,
    }
}

fn lists(given: &mut Given) -> Vec<&mut given::Given<CardState>> {
    let mut all = Vec::new();
    for side in [&mut given.dark, &mut given.light] {
        all.extend([&mut side.play, &mut side.build, &mut side.hand, &mut side.discard]);
        all.extend(side.deck.as_mut());
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
    state.tapped = change.tapped.unwrap_or(state.tapped);
    state.counters = change.counters.unwrap_or(state.counters);
    state.unfinished = change.unfinished.or(state.unfinished);
    let replace = |old: &mut Vec<Spanned<CardGiven>>, new: &Option<Vec<Spanned<CardGiven>>>| {
        if let Some(new) = new {
            old.clone_from(new);
        }
    };
    replace(&mut state.stack, &change.stack);
    replace(&mut state.pilots, &change.pilots);
    replace(&mut state.under, &change.under);
}
