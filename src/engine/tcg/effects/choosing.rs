//! Which cards an instruction is about.

use std::sync::Arc;

use super::program::{done, say};
use crate::engine::tcg::state::choice::Topic;
use crate::engine::tcg::state::filter::{candidates, named, who};
use crate::engine::tcg::state::scope::bind;
use crate::engine::tcg::state::table::CardId;
use crate::engine::tcg::vocabulary::steps::StepKind;
use crate::engine::tcg::vocabulary::{EventKind, Select, Zone};
use crate::engine::tcg::{Decision, Play, Program, State, Turn};

/// The cards of a selection; asks whoever has to choose.
pub(super) fn select(program: &mut Program, select: &Select, play: &mut Play<'_>) -> Decision<Vec<CardId>> {
    let (choose, by, most, up_to, name) = match select {
        Select::Named(name) => return Ok(named(play.state, &program.scope, name)),
        Select::Each { each } => return Ok(candidates(play.state, each, &program.scope)),
        Select::Choose { choose, by, any_number, count, up_to, name } => {
            let most = if *any_number { usize::MAX } else { *count as usize };
            (choose, by, most, *up_to || *any_number, name)
        }
    };
    let key: Arc<str> = match name {
        Some(name) => name.as_str().into(),
        None => format!("choice@{}", program.at).into(),
    };
    if let Some(chosen) = program.scope.bound.get(&key) {
        return Ok(chosen.clone());
    }
    let options = candidates(play.state, choose, &program.scope);
    let chooser = who(play.state, &program.scope, *by).unwrap_or(program.scope.you);
    let max = most.min(options.len());
    let min = if up_to { 0 } else { max };
    let chosen = play.choose_cards(chooser, Topic::Choose(program.scope.source), options, (min, max))?;
    bind(play.state, &mut program.scope, &key, chosen.clone());
    Ok(chosen)
}

/// Does something with each card of a selection that is still there.
pub(super) fn each(
    program: &mut Program,
    which: &Select,
    play: &mut Play<'_>,
    does: impl Fn(&mut Program, CardId, &mut Play<'_>),
) -> Turn {
    for card in touched(program, which, play)? {
        does(program, card, play);
    }
    done()
}

/// The cards of a selection that are still where the effect can touch them. A card that has left play is
/// touched no more, unless the effect looks for it where it is now.
pub(super) fn touched(program: &mut Program, which: &Select, play: &mut Play<'_>) -> Decision<Vec<CardId>> {
    let cards = select(program, which, play)?;
    let (there, gone): (Vec<CardId>, Vec<CardId>) =
        cards.into_iter().partition(|card| still_there(program, which, *card, play.state));
    for card in gone {
        let text = format!("{} is no longer there: nothing happens to it.", play.state.table.id(card));
        say(program, StepKind::Gone, text, &[card], play);
    }
    Ok(there)
}

fn still_there(program: &Program, which: &Select, id: CardId, state: &State) -> bool {
    let scope = &program.scope;
    let zone = state.table.card(id).zone;
    let in_play = match zone {
        Zone::Space | Zone::Ground | Zone::Character | Zone::Build | Zone::Under | Zone::Playing => true,
        Zone::Hand | Zone::Deck | Zone::Discard | Zone::Removed => false,
    };
    let event = scope.event.as_ref();
    let just_discarded = event.is_some_and(|e| e.kind == EventKind::Discarded && e.card == Some(id));
    let looked_for = match which {
        Select::Each { .. } => true,
        Select::Choose { .. } => scope.places.get(&id) == Some(&zone),
        // What lay under the card was set aside with it.
        Select::Named(name) => {
            ["set-aside", "stacked", "pilots"].contains(&name.as_str())
                || scope.places.get(&id) == Some(&zone)
        }
    };
    in_play || just_discarded || looked_for
}
