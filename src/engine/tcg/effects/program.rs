//! What instructions share: recording what they do, and what comes next.

use crate::engine::kernel::Flow;
use crate::engine::tcg::state::filter::amount;
use crate::engine::tcg::state::table::CardId;
use crate::engine::tcg::vocabulary::Amount;
use crate::engine::tcg::vocabulary::steps::StepKind;
use crate::engine::tcg::{Play, Program, Turn};

/// The instruction has been carried out.
pub(super) fn done() -> Turn {
    Ok(Flow::Done(true))
}

/// The card an effect comes from, as what a step is about.
pub(super) fn own(program: &Program) -> Vec<CardId> {
    program.scope.source.into_iter().collect()
}

/// Records a step of an effect, on the basis of its card; the first on that of the ruling that reads the
/// card so, if there is one.
pub(super) fn say(
    program: &mut Program,
    kind: StepKind,
    text: String,
    about: &[CardId],
    play: &mut Play<'_>,
) {
    let you = Some(program.scope.you);
    match program.scope.ruling.take() {
        Some(ruling) => play.record(kind, text).actor(you).about(about).ruling(&ruling),
        None => play.record(kind, text).actor(you).about(about).effect_of(program.scope.source),
    }
}

/// An amount, as the program knows it.
pub(super) fn of(program: &Program, n: &Amount, play: &Play<'_>, all: u32) -> u32 {
    amount(play.state, n, &program.scope, all)
}
