//! Chances to play or pass, as they open.

use super::choice::{Kind, Moment};
use super::table::DARK;
use super::{Play, Tcg};
use crate::engine::kernel::Window;

/// A new chance of a kind, in which the dark side is asked first.
pub(super) fn chance(play: &mut Play<'_>, kind: Kind) -> Window<Tcg> {
    play.state.table.chances += 1;
    Window::new(Moment { kind, number: play.state.table.chances }, DARK)
}
