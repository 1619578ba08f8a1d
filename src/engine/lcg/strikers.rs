//! Who participates, and who may strike.

use super::facts::CardType;
use super::filter::is_type;
use super::gives::Gives;
use super::select::Zone;
use super::table::CardId;
use super::values::is_given;
use super::{State, cite};
use crate::engine::kernel::Player;

/// Whether a unit could strike now: ready, in the engagement or allowed to strike from outside.
pub(super) fn could_strike(state: &State, unit: CardId) -> bool {
    let player = state.table.card(unit).controller;
    state.table.engagement.is_some()
        && (ready(state, player).contains(&unit) || outside(state, player).contains(&unit))
}

/// The ready participating units of a player. One that has struck and is ready again strikes again.
pub(super) fn ready(state: &State, player: Player) -> Vec<CardId> {
    let again = state.switches.on(cite::STRIKE_AGAIN);
    let struck = |id: &CardId| state.table.engagement.as_ref().is_some_and(|e| e.struck.contains(id));
    let mine = participants(state, player).into_iter();
    mine.filter(|id| state.table.card(*id).focus == 0 && (again || !struck(id))).collect()
}

/// The ready units of a player that may strike though they do not participate: none of them must.
pub(super) fn outside(state: &State, player: Player) -> Vec<CardId> {
    let may = |id: &CardId| {
        let card = state.table.card(*id);
        card.controller == player
            && card.focus == 0
            && is_type(state, *id, CardType::Unit)
            && !participates(state, *id)
            && is_given(state, *id, |gives| matches!(gives, Gives::StrikesFromOutside))
    };
    state.table.in_zone(Zone::Play).filter(may).collect()
}

pub(super) fn participates(state: &State, unit: CardId) -> bool {
    state.table.engagement.as_ref().is_some_and(|e| e.has(unit))
}

/// A player's participating units.
pub(super) fn participants(state: &State, player: Player) -> Vec<CardId> {
    let Some(engagement) = &state.table.engagement else { return Vec::new() };
    let side = if engagement.attacker == player { &engagement.attackers } else { &engagement.defenders };
    side.clone()
}
