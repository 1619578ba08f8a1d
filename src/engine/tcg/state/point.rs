//! The named points of a turn.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::event::Event;
use super::table::{DARK, LIGHT, Phase};
use crate::engine::kernel::Player;
use crate::engine::tcg::vocabulary::{Arena, EventKind};

/// The named points of a turn, and the chances that have names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub enum Point {
    /// The setup, before the first turn.
    #[serde(rename = "setup")]
    Setup,
    /// The ready phase.
    #[serde(rename = "ready")]
    Ready,
    /// The command phase: the roll for build points.
    #[serde(rename = "command.roll")]
    Roll,
    /// The dark side's build step.
    #[serde(rename = "build.dark")]
    DarkBuild,
    /// The light side's build step.
    #[serde(rename = "build.light")]
    LightBuild,
    /// The dark side's retreat step.
    #[serde(rename = "retreat.dark")]
    DarkRetreat,
    /// The light side's retreat step.
    #[serde(rename = "retreat.light")]
    LightRetreat,
    /// The battle phase starts.
    #[serde(rename = "battle.start")]
    BattleStart,
    /// The Space battle step starts.
    #[serde(rename = "space.start")]
    SpaceStart,
    /// The fastest unit in the Space arena acts.
    #[serde(rename = "space.attacks")]
    SpaceAttacks,
    /// A unit in the Space arena has acted.
    #[serde(rename = "space.after")]
    SpaceAfter,
    /// The Ground battle step starts.
    #[serde(rename = "ground.start")]
    GroundStart,
    /// The fastest unit in the Ground arena acts.
    #[serde(rename = "ground.attacks")]
    GroundAttacks,
    /// A unit in the Ground arena has acted.
    #[serde(rename = "ground.after")]
    GroundAfter,
    /// The Character battle step starts.
    #[serde(rename = "character.start")]
    CharacterStart,
    /// The fastest Character acts.
    #[serde(rename = "character.attacks")]
    CharacterAttacks,
    /// A Character has acted.
    #[serde(rename = "character.after")]
    CharacterAfter,
    /// The battle phase ends.
    #[serde(rename = "battle.end")]
    BattleEnd,
    /// What lasts until the end of the turn ends.
    #[serde(rename = "turn.end")]
    TurnEnd,
    /// Play or pass during an attack, before the dice.
    #[serde(rename = "attack")]
    Attack,
    /// A chance to reroll dice.
    #[serde(rename = "reroll")]
    Reroll,
    /// A chance to prevent damage.
    #[serde(rename = "prevention")]
    Prevention,
    /// A chance to disrupt a Battle card.
    #[serde(rename = "disrupt")]
    Disrupt,
}

impl Point {
    /// The phase it belongs to.
    pub(crate) fn phase(self) -> Phase {
        match self {
            Self::Setup | Self::Ready => Phase::Ready,
            Self::Roll | Self::DarkBuild | Self::LightBuild | Self::DarkRetreat | Self::LightRetreat => {
                Phase::Command
            }
            Self::BattleStart
            | Self::SpaceStart
            | Self::SpaceAttacks
            | Self::SpaceAfter
            | Self::GroundStart
            | Self::GroundAttacks
            | Self::GroundAfter
            | Self::CharacterStart
            | Self::CharacterAttacks
            | Self::CharacterAfter
            | Self::BattleEnd
            | Self::TurnEnd
            | Self::Attack
            | Self::Reroll
            | Self::Prevention
            | Self::Disrupt => Phase::Battle,
        }
    }

    /// The arena whose battle step it belongs to.
    pub(crate) fn arena(self) -> Option<Arena> {
        match self {
            Self::SpaceStart | Self::SpaceAttacks | Self::SpaceAfter => Some(Arena::Space),
            Self::GroundStart | Self::GroundAttacks | Self::GroundAfter => Some(Arena::Ground),
            Self::CharacterStart | Self::CharacterAttacks | Self::CharacterAfter => Some(Arena::Character),
            _ => None,
        }
    }

    /// Whether it is a chance within something else, where no scenario can begin.
    pub(crate) fn is_chance(self) -> bool {
        matches!(self, Self::Attack | Self::Reroll | Self::Prevention | Self::Disrupt)
    }

    /// What has started, and ended, in a turn that stands here.
    pub(crate) fn so_far(self) -> Vec<Event> {
        let at = |point: Self, event: Event| (self > point).then_some(event);
        let build = |point: Self, player: Player| {
            let event = |kind| Event::new(kind).player(player);
            [at(point, event(EventKind::BuildStepStarts)), at(point, event(EventKind::BuildStepEnds))]
        };
        let step = |starts: Self, last: Self| {
            let event = |kind| Event::new(kind).arena(starts.arena());
            [at(starts, event(EventKind::StepStarts)), at(last, event(EventKind::StepEnds))]
        };
        let mut all = vec![at(Self::Ready, Event::new(EventKind::TurnStarts))];
        all.extend(build(Self::DarkBuild, DARK));
        all.extend(build(Self::LightBuild, LIGHT));
        all.push(at(Self::BattleStart, Event::new(EventKind::BattleStarts)));
        all.extend(step(Self::SpaceStart, Self::SpaceAfter));
        all.extend(step(Self::GroundStart, Self::GroundAfter));
        all.extend(step(Self::CharacterStart, Self::CharacterAfter));
        all.push(at(Self::BattleEnd, Event::new(EventKind::BattleEnds)));
        all.into_iter().flatten().collect()
    }

    pub(crate) fn next(self) -> Self {
        match self {
            Self::Ready => Self::Roll,
            Self::Roll => Self::DarkBuild,
            Self::DarkBuild => Self::LightBuild,
            Self::LightBuild => Self::DarkRetreat,
            Self::DarkRetreat => Self::LightRetreat,
            Self::LightRetreat => Self::BattleStart,
            Self::BattleStart => Self::SpaceStart,
            Self::SpaceStart | Self::SpaceAfter => Self::SpaceAttacks,
            Self::SpaceAttacks => Self::GroundStart,
            Self::GroundStart | Self::GroundAfter => Self::GroundAttacks,
            Self::GroundAttacks => Self::CharacterStart,
            Self::CharacterStart | Self::CharacterAfter => Self::CharacterAttacks,
            Self::CharacterAttacks => Self::BattleEnd,
            Self::BattleEnd => Self::TurnEnd,
            Self::Setup | Self::TurnEnd => Self::Ready,
            // Points within others lead nowhere.
            Self::Attack | Self::Reroll | Self::Prevention | Self::Disrupt => self,
        }
    }

    /// The point after a unit has acted.
    pub(crate) fn after(self) -> Self {
        match self {
            Self::SpaceAttacks => Self::SpaceAfter,
            Self::GroundAttacks => Self::GroundAfter,
            Self::CharacterAttacks => Self::CharacterAfter,
            Self::Setup
            | Self::Ready
            | Self::Roll
            | Self::DarkBuild
            | Self::LightBuild
            | Self::DarkRetreat
            | Self::LightRetreat
            | Self::BattleStart
            | Self::SpaceStart
            | Self::SpaceAfter
            | Self::GroundStart
            | Self::GroundAfter
            | Self::CharacterStart
            | Self::CharacterAfter
            | Self::BattleEnd
            | Self::TurnEnd
            | Self::Attack
            | Self::Reroll
            | Self::Prevention
            | Self::Disrupt => self,
        }
    }
}
