//! What ends with a strike, an edge battle, an engagement, a phase, a turn.

use crate::engine::lcg::Play;
use crate::engine::lcg::vocabulary::{EventKind, Period, Until};

/// One of these spans has ended: lasting effects, effects set up for later and uses of limited abilities
/// that counted no longer than that are gone.
pub(crate) fn end(span: Until, play: &mut Play<'_>) {
    let table = &mut play.state.table;
    if span == Until::Turn {
        table.engagements = 0;
        table.played.clear();
    }
    table.lasting.retain(|lasting| lasting.until > span);
    table.delayed.retain(|delayed| delayed.until > span);
    table.next.retain(|next| next.until > span);
    table.used.retain(|used| counts_until(used.period) > span);
}

fn counts_until(period: Period) -> Until {
    match period {
        Period::EdgeBattle => Until::EdgeBattle,
        Period::Engagement => Until::Engagement,
        Period::Phase => Until::Phase,
        Period::Turn => Until::Turn,
        Period::Game => Until::Game,
    }
}

/// How long an effect set up for later waits if it does not say: "if you win the edge battle" speaks of
/// the one in progress. What can happen at any time is waited for until it happens.
pub(crate) fn waits_until(event: EventKind) -> Until {
    match event {
        EventKind::EdgePlacing
        | EventKind::EdgePlaced
        | EventKind::EdgeRevealing
        | EventKind::EdgeRevealed
        | EventKind::EdgeWon => Until::EdgeBattle,
        EventKind::Engaged
        | EventKind::Declared
        | EventKind::Strike
        | EventKind::StrikeResolved
        | EventKind::Survived
        | EventKind::Removed
        | EventKind::Unopposed
        | EventKind::EngagementEnds => Until::Engagement,
        EventKind::StruggleBegins | EventKind::StruggleWon => Until::Turn,
        EventKind::Damage
        | EventKind::Damaged
        | EventKind::Heal
        | EventKind::Destroyed
        | EventKind::Sacrificed
        | EventKind::LeavesPlay
        | EventKind::EntersPlay
        | EventKind::Focus
        | EventKind::Unfocus
        | EventKind::Shield
        | EventKind::Unshield
        | EventKind::Draw
        | EventKind::EffectDraws
        | EventKind::Playing
        | EventKind::RemovedFromForce
        | EventKind::Discard
        | EventKind::Reveal
        | EventKind::CardPlayed
        | EventKind::Ability
        | EventKind::Captured
        | EventKind::Rescued
        | EventKind::ControlChange
        | EventKind::Committed
        | EventKind::Resources
        | EventKind::DialAdvanced
        | EventKind::Refresh
        | EventKind::PhaseBegins
        | EventKind::PhaseEnds
        | EventKind::TurnBegins
        | EventKind::TurnEnds => Until::Game,
    }
}
