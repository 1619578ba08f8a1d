//! Chances to play or pass, as they open.

use crate::engine::kernel::Window;
use crate::engine::tcg::state::choice::{Kind, Moment};
use crate::engine::tcg::state::table::DARK;
use crate::engine::tcg::{Play, Tcg};

/// A new chance of a kind, in which the dark side is asked first.
pub(crate) fn chance(play: &mut Play<'_>, kind: Kind) -> Window<Tcg> {
    play.state.table.chances += 1;
    Window::new(Moment { kind, number: play.state.table.chances }, DARK)
}
