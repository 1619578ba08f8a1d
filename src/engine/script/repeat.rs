//! Loops (2.1): one cycle is shown, and shown again to prove that every choice is legal again; then
//! it is executed as often as was stated.

use super::Game;
use super::format::Loop;
use super::run::{Run, ScriptError};
use super::steps::StepKind as _;
use crate::engine::cards::wording::pluralize;
use crate::engine::kernel::{Basis, Step, Table as _};

/// More cycles than this are not played one by one.
const PLAYED_ONE_BY_ONE: u64 = 1000;

pub(super) fn repeat<G: Game>(run: &mut Run<G>, loop_: &Loop<G>, line: usize) -> Result<(), ScriptError> {
    let mut before = run.state.clone();
    for done in 0..loop_.times {
        if done >= 2
            && let Some(state) = advance(run, &before, loop_.times - done)
        {
            run.state = state;
            run.loops += loop_.times - done;
            narrate(run, loop_.times);
            return Ok(());
        }
        if done >= PLAYED_ONE_BY_ONE {
            let text = format!(
                "The loop changes things that cannot be counted ahead; it was played {done} times, the most this \
                 program does one by one."
            );
            return Err(ScriptError::new(line, text));
        }
        before = run.state.clone();
        let steps = run.steps.len();
        run.loops += 1;
        let played = run.lines(&loop_.cycle, false);
        if !run.state.table.is_over() {
            played?;
        }
        if done >= 2 {
            run.steps.truncate(steps); // two cycles are shown; the others are counted
        }
        if run.state.table.is_over() {
            break;
        }
    }
    narrate(run, run.loops);
    Ok(())
}

/// The state after the rest of the cycles, if the last one only changed what can be counted ahead.
fn advance<G: Game>(
    run: &Run<G>,
    before: &crate::engine::kernel::State<G>,
    cycles: u64,
) -> Option<crate::engine::kernel::State<G>> {
    if run.state == *before {
        return Some(run.state.clone());
    }
    G::advanced(before, &run.state, cycles)
}

fn narrate<G: Game>(run: &mut Run<G>, times: u64) {
    let ruling = format!("{}:2.1", G::CODE);
    let over = if run.state.table.is_over() { ", and the game is over" } else { "" };
    let text = format!("The loop is executed {}{over}.", pluralize(times, "time"));
    let basis = Basis::Ruling(ruling).under(&run.state.switches);
    run.steps.push(Step::at_the_top(G::StepKind::LOOP, None, text, basis));
}
