//! Engagements on the timing chart.

use super::ability::{EventKind, Zone};
use super::chart::{Chart, Point};
use super::choice::{Choice, Topic};
use super::event::{Event, Why};
use super::initiate::chosen_cards;
use super::table::{CardId, other};
use super::tell::by_rulebook;
use super::{Frame, Play, Program, State, Strike, Task, Turn, damage};
use crate::engine::kernel::{Flow, Player, Shape};

/// Carries out a box of the conflict phase.
pub(super) fn step(chart: &mut Chart, play: &mut Play<'_>) -> Turn {
    match chart.point {
        Point::AfterAttackers => chart.window(Point::Defenders, play),
        Point::AfterDefenders => chart.window(Point::EdgePlace, play),
        Point::EdgeActions => chart.window(Point::Strike, play),
        Point::Strike => strike(chart, play),
        Point::AfterStrike => chart.window(Point::Strike, play),
        Point::EngagementEnd => end(chart, play),
        Point::ConflictActions => chart.window(Point::Objective, play),
        Point::ConflictEnd => chart.window(Point::ForceCommit, play),
        _ => chart.go(Point::ConflictEnd),
    }
}

/// The ready participating units of a player.
fn ready(state: &State, player: Player) -> Vec<CardId> {
    let Some(engagement) = &state.table.engagement else { return Vec::new() };
    let all = engagement.attackers.iter().chain(&engagement.defenders);
    let mine = all.filter(|id| {
        let card = state.table.card(**id);
        card.controller == player && card.focus == 0
    });
    mine.copied().collect()
}

/// The player whose turn it is strikes if able; there is no passing.
fn strike(chart: &mut Chart, play: &mut Play<'_>) -> Turn {
    let player = chart.next;
    let units = ready(play.state, player);
    if units.is_empty() && ready(play.state, other(player)).is_empty() {
        return chart.go(Point::EngagementEnd);
    }
    if !units.is_empty() {
        let options = units.into_iter().map(Choice::Card).collect();
        let answer = play.ask(player, Topic::Striker, Shape::One { options, pass: false })?;
        if let Some(unit) = chosen_cards(answer).first() {
            play.push(Frame::Task(Task::Strike(Strike::new(player, *unit))));
        }
    }
    chart.next = other(player);
    chart.go(Point::AfterStrike)
}

/// Survivors are checked, unopposed damage is dealt, the engagement ends.
fn end(chart: &mut Chart, play: &mut Play<'_>) -> Turn {
    let Some(engagement) = play.state.table.engagement.clone() else {
        return chart.go(Point::ConflictActions);
    };
    if chart.stage == 0 {
        chart.stage = 1;
        let unopposed = !engagement.attackers.is_empty() && engagement.defenders.is_empty();
        if let (true, Some(objective)) = (unopposed, engagement.objective) {
            let text = "The engagement is unopposed: 1 damage to the engaged objective.";
            by_rulebook(play, "unopposed", Some(engagement.attacker), text, "p. 23", &[objective]);
            let event = Event::new(EventKind::Damage, Why::Framework).card(objective);
            damage::deal(vec![event.by(engagement.attacker, None).amount(1)], false, play);
        }
        return Ok(Flow::Wait);
    }
    if chart.stage == 1 {
        chart.stage = 2;
        let event = Event::new(EventKind::EngagementEnds, Why::Framework).player(engagement.attacker);
        play.sequence([event.by(engagement.attacker, None)]);
        return Ok(Flow::Wait);
    }
    play.state.table.engagement = None;
    chart.go(Point::ConflictActions)
}

/// A card is placed in an edge stack.
pub(super) fn edge_placed(event: &Event, play: &mut Play<'_>) -> bool {
    let (Some(card), Some(player)) = (event.card, event.player) else { return false };
    play.state.table.put_on_pile(card, player, Zone::Edge);
    true
}

/// Cancels the edge battle and begins another.
pub(super) fn restart_edge_battle(_: &Program, _: &mut Play<'_>) -> Flow {
    Flow::Done(false)
}

/// Framework damage to the Death Star dial while it is engaged.
pub(super) fn damage_dial(n: u32, player: Player, play: &mut Play<'_>) {
    play.state.table.dial_damage += n;
    let text = format!("{n} damage to the Death Star dial.");
    super::tell::ruled(play, "dial-damage", Some(player), text, super::cite::DIAL, &[]);
}
