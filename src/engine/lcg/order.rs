//! The turn in the order of the printed timing chart (pp. 30-31): what is done at each of its points, and
//! which point follows where nothing else decides it.

use super::engagement::{edge, engage, reward, strike};
use super::turn::force;
use super::vocabulary::Phase;
use super::{Play, Turn};
use crate::engine::kernel::Flow;
use crate::engine::lcg::state::point::Point;
use crate::engine::lcg::turn::chart::Chart;

impl Chart {
    /// Carries out the box that is next; a phase that begins with it is announced first.
    pub(super) fn step(&mut self, play: &mut Play<'_>) -> Turn {
        play.state.table.phase = self.point.phase();
        if self.begun != Some(self.point.phase()) {
            self.begun = Some(self.point.phase());
            let skipped = self.point == Point::ConflictActions && engage::skips_conflict(play.state);
            if self.point.begins_phase() && !skipped {
                self.phase_begins(play);
                return Ok(Flow::Wait);
            }
        }
        self.carry_out(play)
    }

    fn carry_out(&mut self, play: &mut Play<'_>) -> Turn {
        match self.point {
            Point::Balance => self.balance(play),

            Point::RefreshFocus => self.refresh_focus(play),
            Point::RefreshShields => self.refresh_shields(play),
            Point::RefreshObjectives => self.refresh_objectives(play),
            Point::RefreshActions => self.window(Point::RefreshEnd, play),
            Point::RefreshEnd => self.phase_ends(Phase::Refresh, Point::Draw, play),

            Point::Draw => self.draw_discard(play),
            Point::DrawCards => self.draw_cards(play),
            Point::DrawActions => self.last_window(Phase::Draw, Point::Deployment, play),

            Point::Deployment => self.deployment(play),

            Point::ConflictActions => engage::begin(self, play),
            Point::Objective => engage::objective(self, play),
            Point::Attackers => engage::attackers(self, play),
            Point::AfterAttackers => self.window(Point::Defenders, play),
            Point::Defenders => engage::defenders(self, play),
            Point::AfterDefenders => self.window(Point::EdgePlace, play),
            Point::EdgePlace => edge::place(self, play),
            Point::EdgeReveal => edge::reveal(self, play),
            Point::EdgeActions => {
                (self.next, self.passes) = (strike::first_striker(play.state), 0);
                self.window(Point::Strike, play)
            }
            Point::Strike => strike::turn(self, play),
            Point::AfterStrike => self.window(Point::Strike, play),
            Point::EngagementEnd => reward::end(self, play),
            Point::ConflictEnd => engage::end_of_phase(self, play),

            Point::ForceCommit => force::commit(self, play),
            Point::ForceStruggle => force::struggle(self, play),
            Point::ForceActions => self.window(Point::TurnEnd, play),
            Point::TurnEnd => self.turn_ends(play),
        }
    }
}
