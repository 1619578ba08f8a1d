//! Two sides, two players: which is which, alike in both games.

use crate::engine::cards::{Side, normalize_name};
use crate::engine::kernel::Player;

/// The dark side player, who comes first in both games.
pub(crate) const DARK: Player = Player(0);

/// The light side player.
pub(crate) const LIGHT: Player = Player(1);

/// The player who goes by the name of a side.
pub(crate) fn called(name: &str) -> Option<Player> {
    match normalize_name(name).as_str() {
        "light" => Some(LIGHT),
        "dark" => Some(DARK),
        _ => None,
    }
}

/// The other of the two.
pub(crate) fn other(player: Player) -> Player {
    if player == DARK { LIGHT } else { DARK }
}

/// What each side has, in the order of the players.
pub(crate) fn of_sides<T>(light: T, dark: T) -> [T; 2] {
    [dark, light]
}

pub(crate) fn player_of(side: Side) -> Player {
    match side {
        Side::Light => LIGHT,
        Side::Dark => DARK,
    }
}

pub(crate) fn side(player: Player) -> Side {
    if player == DARK { Side::Dark } else { Side::Light }
}
