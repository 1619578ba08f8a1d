//! The turn, step by step.

use super::attack;
use crate::engine::tcg::resolution::chances::chance;
use crate::engine::tcg::resolution::leave;
use crate::engine::tcg::resolution::pool::{forget, occur};
use crate::engine::tcg::state::choice::Kind;
use crate::engine::tcg::state::event::Event;
use crate::engine::tcg::state::point::Point;
use crate::engine::tcg::state::table;
use crate::engine::tcg::state::table::{DARK, LIGHT, Phase};
use crate::engine::tcg::state::values::{controls, giver, is_given};
use crate::engine::tcg::vocabulary::steps::StepKind;
use crate::engine::tcg::vocabulary::{Arena, EventKind, Gives, GivesKind, Until, book, cite};
use crate::engine::tcg::{Decision, Frame, Play, State, Task};

/// Where the turn stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chart {
    pub point: Point,
    /// How far it has come.
    pub stage: Progress,
}

/// How far a point of the turn has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Progress {
    Begins,
    /// It has begun: what answers that is over.
    Begun,
    /// The dark side has seen its first hand.
    DarkDrew,
    /// The light side has.
    LightDrew,
    /// All that is due at its start has happened.
    Acts,
    Ends,
}

impl Chart {
    /// The turn at a point.
    pub(crate) fn at(point: Point) -> Self {
        Self { point, stage: Progress::Begins }
    }

    /// Goes on to the next point.
    pub(crate) fn advance(&mut self) {
        (self.point, self.stage) = (self.point.next(), Progress::Begins);
    }

    /// All units are untapped, and each player gains 4 Force.
    pub(crate) fn ready(&mut self, play: &mut Play<'_>) {
        play.state.table.phase = Phase::Ready;
        if self.stage == Progress::Begins {
            self.stage = Progress::Begun;
            occur(play, Event::new(EventKind::TurnStarts));
            return;
        }
        for id in play.state.table.ids() {
            if play.state.table.card(id).tapped && is_given(play.state, id, &Gives::DoesNotUntap) {
                let by = giver(play.state, id, GivesKind::DoesNotUntap).unwrap_or(id);
                let text = format!("{} is not untapped.", play.state.table.id(id));
                play.record(StepKind::StaysTapped, text).about(&[id]).effect_of(Some(by));
                continue;
            }
            play.state.table.card_mut(id).tapped = false;
        }
        play.state.table.expire(Until::NextReady);
        for seat in [0, 1] {
            play.state.table.force[seat] += 4;
        }
        play.record(StepKind::Readies, "Units are untapped; each player gains 4 Force.")
            .rulebook(book::READY_PHASE);
        for (player, n) in play.state.table.income.clone() {
            play.state.table.force[usize::from(player.0)] += n;
            let text = format!("{} gains {n} Force again.", play.state.table.name(player));
            play.record(StepKind::GainsForce, text).actor(player).ruling(cite::ONE_SHOT);
        }
        self.advance();
    }

    /// Something starts: abilities that answer it trigger; then the players may play or pass.
    pub(crate) fn start(&mut self, event: Event, text: &str, play: &mut Play<'_>) {
        match self.stage {
            Progress::Begins => {
                play.state.table.phase = Phase::Battle;
                play.state.table.arena = self.point.arena();
                play.record(StepKind::Starts, text).rulebook(book::BATTLE_PHASE);
                occur(play, event);
                self.stage = Progress::Begun;
            }
            _ => self.window(play),
        }
    }

    pub(crate) fn window(&mut self, play: &mut Play<'_>) {
        let window = chance(play, Kind::Normal(self.point));
        play.push(Frame::Window(window));
        self.advance();
    }

    /// The fastest untapped unit acts; when there is none left, the step is over.
    pub(crate) fn attacks(&mut self, play: &mut Play<'_>) -> Decision<()> {
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
            leave::return_control(play, Until::EndOfCharacterBattle);
        }
        // "End of battle" is the end of the battle phase, not of one arena's battle (general.1).
        if !play.state.switches.on(cite::END_OF_BATTLE) {
            let over = |until, began| until == Until::EndOfBattle && began == Some(arena);
            play.state.table.lasting.retain(|lasting| !over(lasting.until, lasting.arena));
            play.state.table.memory.standing.retain(|standing| !over(standing.until, standing.arena));
        }
        self.advance();
        Ok(())
    }

    pub(crate) fn battle_end(&mut self, play: &mut Play<'_>) {
        if self.stage == Progress::Begins {
            self.stage = Progress::Begun;
            play.state.table.arena = None;
            for card in play.state.table.cards.iter_mut() {
                card.last_hits = None;
            }
            play.record(StepKind::Ends, "The battle phase ends.").rulebook(book::BATTLE_PHASE);
            occur(play, Event::new(EventKind::BattleEnds));
            return;
        }
        let count = |table: &table::Table| table.lasting.len() + table.memory.standing.len();
        let before = count(&play.state.table);
        play.state.table.expire(Until::EndOfBattle);
        leave::return_control(play, Until::EndOfBattle);
        if count(&play.state.table) < before {
            let text = "What lasted until end of battle is over: the battles in all arenas are.";
            play.record(StepKind::Expires, text).ruling(cite::END_OF_BATTLE);
        }
        self.advance();
    }

    /// What falls due when the turn ends happens; then control of the arenas is looked at.
    pub(crate) fn turn_end(&mut self, play: &mut Play<'_>) {
        if self.stage == Progress::Begins {
            self.stage = Progress::Begun;
            play.record(StepKind::Ends, "The turn ends.").rulebook(book::END_OF_TURN);
            occur(play, Event::new(EventKind::TurnEnds));
            return;
        }
        play.state.table.expire(Until::Turn);
        leave::return_control(play, Until::Turn);
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
                play.record(StepKind::Wins, text).actor(player).rulebook(book::END_OF_TURN);
            }
        }
        self.advance();
    }
}

/// An arena's name.
pub(crate) fn word(arena: Option<Arena>) -> &'static str {
    match arena {
        Some(Arena::Space) => "Space",
        Some(Arena::Ground) => "Ground",
        Some(Arena::Character) | None => "Character",
    }
}

/// Where play stands in the turn.
pub(crate) fn standing(state: &State) -> Option<Point> {
    state.tasks().find_map(|task| match task {
        Task::Chart(chart) => Some(chart.point),
        _ => None,
    })
}
