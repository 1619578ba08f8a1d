//! The turn, step by step.

use super::section::Section;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ability::{Arena, EventKind, Gives, Until};
use super::choice::Kind;
use super::damage::chance;
use super::event::Event;
use super::pool::{forget, occur};
use super::steps::StepKind;
use super::table::{DARK, LIGHT, Phase};
use super::values::{controls, giver, is_given};
use super::{Frame, Play, Turn, attack, build, cite};
use crate::engine::kernel::{Flow, Player};

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
    /// The turn ends.
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

/// Why a scenario cannot begin at some points.
pub const MIDDLE_OF_AN_ATTACK: &str =
    "A scenario begins at a point of the turn, such as `space.attacks`, not in the middle of an attack.";

impl Point {
    /// The phase it belongs to.
    pub fn phase(self) -> Phase {
        match self {
            Self::Setup | Self::Ready => Phase::Ready,
            Self::Roll | Self::DarkBuild | Self::LightBuild | Self::DarkRetreat | Self::LightRetreat => {
                Phase::Command
            }
            _ => Phase::Battle,
        }
    }

    /// The arena whose battle step it belongs to.
    pub fn arena(self) -> Option<Arena> {
        match self {
            Self::SpaceStart | Self::SpaceAttacks | Self::SpaceAfter => Some(Arena::Space),
            Self::GroundStart | Self::GroundAttacks | Self::GroundAfter => Some(Arena::Ground),
            Self::CharacterStart | Self::CharacterAttacks | Self::CharacterAfter => Some(Arena::Character),
            _ => None,
        }
    }

    /// Whether it is a chance within something else, where no scenario can begin.
    pub fn is_chance(self) -> bool {
        matches!(self, Self::Attack | Self::Reroll | Self::Prevention | Self::Disrupt)
    }

    /// What has started, and ended, in a turn that stands here.
    pub(super) fn so_far(self) -> Vec<Event> {
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

    fn next(self) -> Self {
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
    fn after(self) -> Self {
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

/// Where the turn stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chart {
    /// The point.
    pub point: Point,
    /// How far it has come.
    pub stage: Progress,
}

/// How far a point of the turn has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Progress {
    /// It begins.
    Begins,
    /// It has begun: what answers that is over.
    Begun,
    /// The dark side has seen its first hand.
    DarkDrew,
    /// The light side has.
    LightDrew,
    /// All that is due at its start has happened.
    Acts,
    /// It ends.
    Ends,
}

impl Chart {
    /// The turn at a point.
    pub fn at(point: Point) -> Self {
        Self { point, stage: Progress::Begins }
    }

    /// One step.
    pub(super) fn step(&mut self, play: &mut Play<'_>) -> Turn {
        match self.point {
            Point::Setup => super::setup::step(self, play)?,
            Point::Ready => self.ready(play),
            Point::Roll => build::roll(self, play)?,
            Point::DarkBuild => build::step(self, DARK, play)?,
            Point::LightBuild => build::step(self, LIGHT, play)?,
            Point::DarkRetreat => build::retreat(self, DARK, play)?,
            Point::LightRetreat => build::retreat(self, LIGHT, play)?,
            Point::BattleStart => {
                self.start(Event::new(EventKind::BattleStarts), "The battle phase starts.", play)
            }
            Point::SpaceStart | Point::GroundStart | Point::CharacterStart => {
                let arena = self.point.arena();
                let text = format!("The {} battle step starts.", word(arena));
                self.start(Event::new(EventKind::StepStarts).arena(arena), &text, play);
            }
            Point::SpaceAttacks | Point::GroundAttacks | Point::CharacterAttacks => self.attacks(play)?,
            Point::SpaceAfter | Point::GroundAfter | Point::CharacterAfter => self.window(play),
            Point::BattleEnd => self.battle_end(play),
            _ => self.turn_end(play),
        }
        Ok(Flow::Wait)
    }

    /// Goes on to the next point.
    pub(super) fn go_on(&mut self) {
        (self.point, self.stage) = (self.point.next(), Progress::Begins);
    }

    /// All units are untapped, and each player gains 4 Force.
    fn ready(&mut self, play: &mut Play<'_>) {
        play.state.table.phase = Phase::Ready;
        if self.stage == Progress::Begins {
            self.stage = Progress::Begun;
            occur(play, Event::new(EventKind::TurnStarts));
            return;
        }
        for id in play.state.table.ids() {
            if play.state.table.card(id).tapped && is_given(play.state, id, &Gives::DoesNotUntap) {
                let by = giver(play.state, id, |gives| *gives == Gives::DoesNotUntap).unwrap_or(id);
                let text = format!("{} is not untapped.", play.state.table.id(id));
                play.record(StepKind::StaysTapped, text).about(&[id]).effect_of(Some(by));
                continue;
            }
            play.state.table.card_mut(id).tapped = false;
        }
        for seat in [0, 1] {
            play.state.table.force[seat] += 4;
        }
        play.record(StepKind::Readies, "Units are untapped; each player gains 4 Force.")
            .rulebook(Section::ReadyPhase);
        for (player, n) in play.state.table.income.clone() {
            play.state.table.force[usize::from(player.0)] += n;
            let text = format!("{} gains {n} Force again.", play.state.table.name(player));
            play.record(StepKind::GainsForce, text).actor(player).ruling_if_on(cite::ONE_SHOT);
        }
        self.go_on();
    }

    /// Something starts: abilities that answer it trigger; then the players may play or pass.
    fn start(&mut self, event: Event, text: &str, play: &mut Play<'_>) {
        match self.stage {
            Progress::Begins => {
                play.state.table.phase = Phase::Battle;
                play.state.table.arena = self.point.arena();
                play.record(StepKind::Starts, text).rulebook(Section::BattlePhase);
                occur(play, event);
                self.stage = Progress::Begun;
            }
            _ => self.window(play),
        }
    }

    fn window(&mut self, play: &mut Play<'_>) {
        let window = chance(play, Kind::Normal(self.point));
        play.push(Frame::Window(window));
        self.go_on();
    }

    /// The fastest untapped unit acts; when there is none left, the step is over.
    fn attacks(&mut self, play: &mut Play<'_>) -> super::Decision<()> {
        play.state.table.arena = self.point.arena();
        let Some(arena) = self.point.arena() else { return Ok(()) };
        if attack::act(arena, play)? {
            (self.point, self.stage) = (self.point.after(), Progress::Begins);
            return Ok(());
        }
        if self.stage == Progress::Begins {
            self.stage = Progress::Begun;
            occur(play, Event::new(EventKind::StepEnds).arena(Some(arena)));
            return Ok(());
        }
        if arena == Arena::Character {
            play.state.table.expire(Until::EndOfCharacterBattle);
            super::leave::return_control(play, Until::EndOfCharacterBattle);
        }
        // "End of battle" is the end of the battle phase, not of one arena's battle (general.1).
        if !play.state.switches.on(cite::END_OF_BATTLE) {
            let over = |until, began| until == Until::EndOfBattle && began == Some(arena);
            play.state.table.lasting.retain(|lasting| !over(lasting.until, lasting.arena));
            play.state.table.memory.standing.retain(|standing| !over(standing.until, standing.arena));
        }
        self.go_on();
        Ok(())
    }

    fn battle_end(&mut self, play: &mut Play<'_>) {
        if self.stage == Progress::Begins {
            self.stage = Progress::Begun;
            play.state.table.arena = None;
            for card in &mut play.state.table.cards {
                card.last_hits = None;
            }
            play.record(StepKind::Ends, "The battle phase ends.").rulebook(Section::BattlePhase);
            occur(play, Event::new(EventKind::BattleEnds));
            return;
        }
        let count = |table: &super::table::Table| table.lasting.len() + table.memory.standing.len();
        let before = count(&play.state.table);
        play.state.table.expire(Until::EndOfBattle);
        super::leave::return_control(play, Until::EndOfBattle);
        if count(&play.state.table) < before {
            let text = "What lasted until end of battle is over: the battles in all arenas are.";
            play.record(StepKind::Expires, text).ruling_if_on(cite::END_OF_BATTLE);
        }
        self.go_on();
    }

    /// What falls due when the turn ends happens; then control of the arenas is looked at.
    fn turn_end(&mut self, play: &mut Play<'_>) {
        if self.stage == Progress::Begins {
            self.stage = Progress::Begun;
            play.record(StepKind::Ends, "The turn ends.").rulebook(Section::EndOfTurn);
            occur(play, Event::new(EventKind::TurnEnds));
            return;
        }
        play.state.table.expire(Until::Turn);
        super::leave::return_control(play, Until::Turn);
        play.state.table.memory.history.clear();
        play.state.table.memory.once.clear();
        play.state.table.used.clear();
        play.state.table.turns += 1;
        play.state.table.phase = Phase::Ready;
        forget(play);
        let arenas = [Arena::Space, Arena::Ground, Arena::Character];
        for player in [DARK, LIGHT] {
            let controlled = arenas.iter().filter(|arena| controls(play.state, player, **arena)).count();
            if controlled >= 2 && play.state.table.winner.is_none() {
                play.state.table.winner = Some(player);
                let text =
                    format!("{} controls {controlled} arenas and wins.", play.state.table.name(player));
                play.record(StepKind::Wins, text).actor(player).rulebook(Section::EndOfTurn);
            }
        }
        self.go_on();
    }
}

/// An arena's name.
pub(super) fn word(arena: Option<Arena>) -> &'static str {
    match arena {
        Some(Arena::Space) => "Space",
        Some(Arena::Ground) => "Ground",
        _ => "Character",
    }
}
