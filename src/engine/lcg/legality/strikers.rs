//! Who participates, and who may strike.

use crate::engine::kernel::Player;
use crate::engine::lcg::State;
use crate::engine::lcg::state::filter::is_type;
use crate::engine::lcg::state::table::CardId;
use crate::engine::lcg::state::values::is_given;
use crate::engine::lcg::vocabulary::{CardType, GivesKind, Zone, cite};

/// Whether a unit could strike now: ready, in the engagement or allowed to strike from outside.
pub(crate) fn could_strike(state: &State, unit: CardId) -> bool {
    let player = state.table.card(unit).controller;
    state.table.engagement.is_some()
        && (ready(state, player).contains(&unit) || outside(state, player).contains(&unit))
}

/// The ready participating units of a player. One that has struck and is ready again strikes again.
pub(crate) fn ready(state: &State, player: Player) -> Vec<CardId> {
    let again = state.switches.on(cite::STRIKE_AGAIN);
    let struck = |id: &CardId| state.table.engagement.as_ref().is_some_and(|e| e.struck.contains(id));
    let mine = participants(state, player).into_iter();
    mine.filter(|id| state.table.card(*id).focus == 0 && (again || !struck(id))).collect()
}

/// The ready units of a player that may strike though they do not participate: none of them must.
pub(crate) fn outside(state: &State, player: Player) -> Vec<CardId> {
    let may = |id: &CardId| {
        let card = state.table.card(*id);
        card.controller == player
            && card.focus == 0
            && is_type(state, *id, CardType::Unit)
            && !participates(state, *id)
            && is_given(state, *id, GivesKind::StrikesFromOutside)
    };
    state.table.in_zone(Zone::Play).filter(may).collect()
}

pub(crate) fn participates(state: &State, unit: CardId) -> bool {
    state.table.engagement.as_ref().is_some_and(|e| e.has(unit))
}

/// A player's participating units.
pub(crate) fn participants(state: &State, player: Player) -> Vec<CardId> {
    let Some(engagement) = &state.table.engagement else { return Vec::new() };
    let side = if engagement.attacker == player { &engagement.attackers } else { &engagement.defenders };
    side.clone()
}
