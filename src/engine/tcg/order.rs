//! The turn in the order of the rulebook: what is done at each of its points.

use super::turn::{build, setup};
use super::vocabulary::EventKind;
use super::{Play, Turn};
use crate::engine::kernel::Flow;
use crate::engine::tcg::state::event::Event;
use crate::engine::tcg::state::point::Point;
use crate::engine::tcg::state::table::{DARK, LIGHT};
use crate::engine::tcg::turn::chart::{Chart, word};

impl Chart {
    pub(super) fn step(&mut self, play: &mut Play<'_>) -> Turn {
        match self.point {
            Point::Setup => setup::step(self, play)?,

            Point::Ready => self.ready(play),

            Point::Roll => build::roll(self, play)?,
            Point::DarkBuild => build::step(self, DARK, play)?,
            Point::LightBuild => build::step(self, LIGHT, play)?,
            Point::DarkRetreat => build::retreat(self, DARK, play)?,
            Point::LightRetreat => build::retreat(self, LIGHT, play)?,

            Point::BattleStart => {
                self.start(Event::new(EventKind::BattleStarts), "The battle phase starts.", play);
            }
            Point::SpaceStart | Point::GroundStart | Point::CharacterStart => {
                let arena = self.point.arena();
                let text = format!("The {} battle step starts.", word(arena));
                self.start(Event::new(EventKind::StepStarts).arena(arena), &text, play);
            }
            Point::SpaceAttacks | Point::GroundAttacks | Point::CharacterAttacks => self.attacks(play)?,
            Point::SpaceAfter | Point::GroundAfter | Point::CharacterAfter => self.window(play),
            Point::BattleEnd => self.battle_end(play),

            // A chance is no step of the turn: it opens within one.
            Point::TurnEnd | Point::Attack | Point::Reroll | Point::Prevention | Point::Disrupt => {
                self.turn_end(play);
            }
        }
        Ok(Flow::Wait)
    }
}
