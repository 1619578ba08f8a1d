//! Instructions about Force and build points: gained, lost, paid if somebody likes.

use super::program::{done, own, say};
use crate::engine::kernel::{Answer, Player, Shape};
use crate::engine::tcg::state::choice::Topic;
use crate::engine::tcg::state::filter::{amount, who};
use crate::engine::tcg::state::point::Point;
use crate::engine::tcg::vocabulary::steps::StepKind;
use crate::engine::tcg::vocabulary::{Amount, Effect, Who, cite};
use crate::engine::tcg::{Play, Program, State, Task, Turn};

/// Force is gained once (general.6).
pub(super) fn gain_force(program: &mut Program, n: u32, player: Who, play: &mut Play<'_>) -> Turn {
    let Some(player) = who(play.state, &program.scope, player) else { return done() };
    play.state.table.force[usize::from(player.0)] += n;
    let text = format!("{} gains {n} Force.", play.state.table.name(player));
    let about = own(program);
    play.record(StepKind::GainsForce, text).actor(player).about(&about).ruling(cite::ONE_SHOT);
    if !play.state.switches.on(cite::ONE_SHOT) {
        play.state.table.income.push((player, n));
    }
    done()
}

pub(super) fn lose_force(program: &mut Program, n: &Amount, player: Who, play: &mut Play<'_>) -> Turn {
    let Some(player) = who(play.state, &program.scope, player) else { return done() };
    let there = play.state.table.force(player);
    let n = amount(play.state, n, &program.scope, there).min(there);
    play.state.table.force[usize::from(player.0)] -= n;
    let text = format!("{} loses {n} Force.", play.state.table.name(player));
    say(program, StepKind::LosesForce, text, &[], play);
    done()
}

/// Whether the build points of this turn are still being rolled for.
fn rolling(state: &State) -> bool {
    state.tasks().any(|task| matches!(task, Task::Chart(chart) if chart.point == Point::Roll))
}

/// Build points are gained or lost: with the roll, at once, or next turn.
pub(super) fn build_points(
    program: &mut Program,
    by: i32,
    player: Who,
    next_turn: bool,
    play: &mut Play<'_>,
) -> Turn {
    let Some(player) = who(play.state, &program.scope, player) else { return done() };
    let seat = usize::from(player.0);
    let rolling = rolling(play.state);
    let table = &mut play.state.table;
    match (next_turn, rolling) {
        (true, _) => table.memory.next_points[seat] += by,
        (false, true) => table.point_changes[seat] += by,
        (false, false) => table.points[seat] = table.points[seat].saturating_add_signed(by),
    }
    let when = if next_turn { " next turn" } else { "" };
    let text = format!("{} gets {by:+} build points{when}.", play.state.table.name(player));
    let about = own(program);
    say(program, StepKind::BuildPoints, text, &about, play);
    done()
}

pub(super) fn may(program: &mut Program, effects: &[Effect], play: &mut Play<'_>) -> Turn {
    let topic = Topic::May(program.scope.source);
    if play.decide(program.scope.you, topic, Shape::YesNo)? == Answer::Yes(true) {
        program.insert(effects);
    } else {
        let about = own(program);
        say(program, StepKind::Declines, "What the ability allows is not done.".into(), &about, play);
    }
    done()
}

fn pay(program: &mut Program, player: Player, force: u32, play: &mut Play<'_>) {
    play.state.table.force[usize::from(player.0)] -= force.min(play.state.table.force(player));
    let text = format!("{} pays {force} Force.", play.state.table.name(player));
    let about = own(program);
    say(program, StepKind::Pays, text, &about, play);
}

pub(super) fn may_pay(
    program: &mut Program,
    (force, by): (&Amount, Who),
    effects: &[Effect],
    play: &mut Play<'_>,
) -> Turn {
    let payer = who(play.state, &program.scope, by).unwrap_or(program.scope.you);
    let force = amount(play.state, force, &program.scope, 0);
    let there = play.state.table.force(payer);
    if there < force {
        let name = play.state.table.name(payer);
        let text = format!("{force} Force could be paid for this; {name} has {there}.");
        let about = own(program);
        say(program, StepKind::Declines, text, &about, play);
        return done();
    }
    if play.decide(payer, Topic::Pay(program.scope.source), Shape::YesNo)? == Answer::Yes(true) {
        pay(program, payer, force, play);
        program.scope.paid = force;
        program.insert(effects);
    }
    done()
}

pub(super) fn pay_up_to(
    program: &mut Program,
    most: &Amount,
    effects: &[Effect],
    play: &mut Play<'_>,
) -> Turn {
    let you = program.scope.you;
    let max = amount(play.state, most, &program.scope, 0).min(play.state.table.force(you));
    let shape = Shape::Number { min: 0, max };
    if let Answer::Number(n) = play.decide(you, Topic::Pay(program.scope.source), shape)? {
        pay(program, you, n, play);
        program.scope.paid = n;
        program.insert(effects);
    }
    done()
}

pub(super) fn unless_paid(
    program: &mut Program,
    (by, force, may): (Who, u32, bool),
    effects: &[Effect],
    play: &mut Play<'_>,
) -> Turn {
    let payer = who(play.state, &program.scope, by).unwrap_or(program.scope.you);
    let topic = Topic::Pay(program.scope.source);
    let can = may && play.state.table.force(payer) >= force;
    let pays = can && play.decide(payer, topic, Shape::YesNo)? == Answer::Yes(true);
    if pays {
        pay(program, payer, force, play)
    } else {
        program.insert(effects)
    }
    done()
}
