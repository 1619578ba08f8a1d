//! The timing chart: its boxes in order, each carried out and left for the next.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ability::{EventKind, Phase, Until, Zone};
use super::choice::{Choice, Moment, Topic};
use super::event::{Event, Why};
use super::facts::{CardType, Keyword};
use super::filter::controlled;
use super::initiate::chosen_cards;
use super::stage::Progress;
use super::steps::StepKind;
use super::table::{CardId, DARK, LIGHT, other};
use super::values::{keyword_count, reserve};
use super::{Frame, Play, Turn, cite, damage, ends, engage, force, leave};
use crate::engine::kernel::{Basis, Flow, Player, Shape, Window};

/// The named points of the timing chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub enum Point {
    /// The balance phase.
    #[serde(rename = "balance")]
    Balance,
    /// Refresh phase, step 1: focus tokens are removed.
    #[serde(rename = "refresh.1")]
    RefreshFocus,
    /// Step 2: shield tokens are removed.
    #[serde(rename = "refresh.2")]
    RefreshShields,
    /// Step 3: objectives are filled up.
    #[serde(rename = "refresh.3")]
    RefreshObjectives,
    /// The action window of the refresh phase.
    #[serde(rename = "refresh.actions")]
    RefreshActions,
    /// The end of the refresh phase.
    #[serde(rename = "refresh.end")]
    RefreshEnd,
    /// The draw phase: a card may be discarded.
    #[serde(rename = "draw")]
    Draw,
    /// The draw phase: drawing up to the reserve value.
    #[serde(rename = "draw.cards")]
    DrawCards,
    /// The action window of the draw phase.
    #[serde(rename = "draw.actions")]
    DrawActions,
    /// The deployment phase, one action window.
    #[serde(rename = "deployment")]
    Deployment,
    /// The conflict phase: the action window before each decision to engage.
    #[serde(rename = "conflict.actions")]
    ConflictActions,
    /// The decision to engage an objective.
    #[serde(rename = "engagement.objective")]
    Objective,
    /// Declaring attackers.
    #[serde(rename = "engagement.attackers")]
    Attackers,
    /// The action window after attackers were declared.
    #[serde(rename = "engagement.after-attackers")]
    AfterAttackers,
    /// Declaring defenders.
    #[serde(rename = "engagement.defenders")]
    Defenders,
    /// The action window after defenders were declared.
    #[serde(rename = "engagement.after-defenders")]
    AfterDefenders,
    /// The edge battle: placing cards.
    #[serde(rename = "edge.place")]
    EdgePlace,
    /// The edge battle: revealing, fate cards, counting.
    #[serde(rename = "edge.reveal")]
    EdgeReveal,
    /// The action window after the edge battle.
    #[serde(rename = "edge.actions")]
    EdgeActions,
    /// A strike.
    #[serde(rename = "engagement.strike")]
    Strike,
    /// The action window after a strike.
    #[serde(rename = "engagement.after-strike")]
    AfterStrike,
    /// Survivors and unopposed damage; the engagement ends.
    #[serde(rename = "engagement.end")]
    EngagementEnd,
    /// The action window after declining to engage.
    #[serde(rename = "conflict.end")]
    ConflictEnd,
    /// The Force phase: committing units.
    #[serde(rename = "force.commit")]
    ForceCommit,
    /// The Force struggle.
    #[serde(rename = "force.struggle")]
    ForceStruggle,
    /// The action window of the Force phase.
    #[serde(rename = "force.actions")]
    ForceActions,
    /// The end of the turn.
    #[serde(rename = "turn.end")]
    TurnEnd,
}

impl Point {
    /// The phase it belongs to.
    pub fn phase(self) -> Phase {
        match self {
            Self::Balance => Phase::Balance,
            Self::RefreshFocus
            | Self::RefreshShields
            | Self::RefreshObjectives
            | Self::RefreshActions
            | Self::RefreshEnd => Phase::Refresh,
            Self::Draw | Self::DrawCards | Self::DrawActions => Phase::Draw,
            Self::Deployment => Phase::Deployment,
            Self::ForceCommit | Self::ForceStruggle | Self::ForceActions | Self::TurnEnd => Phase::Force,
            _ => Phase::Conflict,
        }
    }

    /// Whether a phase begins with it.
    fn begins_phase(self) -> bool {
        matches!(
            self,
            Self::Balance
                | Self::RefreshFocus
                | Self::Draw
                | Self::Deployment
                | Self::ConflictActions
                | Self::ForceCommit
        )
    }

    /// Whether it needs an engagement in progress.
    pub fn in_engagement(self) -> bool {
        (Self::Attackers..=Self::EngagementEnd).contains(&self)
    }
}

/// Where play stands on the chart.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chart {
    /// The box that is next, or being carried out.
    pub point: Point,
    /// How far it has come.
    pub stage: Progress,
    /// Who strikes, or places an edge card, next.
    pub next: Player,
    /// Passes in a row, where cards are placed.
    pub passes: u8,
    /// The phase that has begun; none before a replay's first box.
    pub begun: Option<Phase>,
}

impl Chart {
    /// A chart about to carry out a box.
    pub fn at(point: Point, next: Player) -> Self {
        Self { point, stage: Progress::Begins, next, passes: 0, begun: None }
    }

    /// Goes to a box.
    pub(super) fn go(&mut self, point: Point) -> Turn {
        (self.point, self.stage) = (point, Progress::Begins);
        Ok(Flow::Wait)
    }

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
            Point::ForceCommit => force::commit(self, play),
            Point::ForceStruggle => force::struggle(self, play),
            Point::ForceActions => self.window(Point::TurnEnd, play),
            Point::TurnEnd => self.turn_ends(play),
            _ => engage::step(self, play),
        }
    }

    /// What answers the beginning of a phase, or of the turn it begins.
    fn phase_begins(&self, play: &mut Play<'_>) {
        let active = play.state.table.active;
        let phase = self.point.phase();
        if phase == Phase::Balance {
            let turn = Event::new(EventKind::TurnBegins, Why::Framework).player(active);
            play.sequence([turn.by(active, None)]);
        }
        let begins = Event::new(EventKind::PhaseBegins, Why::Framework).player(active).by(active, None);
        play.sequence([begins.phase(phase)]);
    }

    /// Opens an action window, then goes on.
    pub(super) fn window(&mut self, next: Point, play: &mut Play<'_>) -> Turn {
        let active = play.state.table.active;
        let text =
            format!("An action window opens; {} has the first opportunity.", play.state.table.name(active));
        play.record(StepKind::ActionWindow, text).actor(active).ruling(&format!("{}#1", cite::ACTIONS));
        play.push(Frame::Window(Window::new(Moment::Action(self.point), active)));
        self.go(next)
    }

    /// The dial advances, or the light side may damage an objective.
    fn balance(&mut self, play: &mut Play<'_>) -> Turn {
        let active = play.state.table.active;
        if active == DARK {
            let page = Basis::Rulebook("p. 12".into());
            leave::advance_dial(1, &page, play);
            if play.state.table.balance == DARK && play.state.table.winner.is_none() {
                leave::advance_dial(1, &page, play);
            }
            return self.go(Point::RefreshFocus);
        }
        let objectives = controlled(play.state, DARK, CardType::Objective);
        if play.state.table.balance == LIGHT && !objectives.is_empty() {
            let options = objectives.into_iter().map(Choice::Card).collect();
            let answer = play.ask(LIGHT, Topic::Balance, Shape::One { options, pass: true })?;
            if let Some(card) = chosen_cards(answer).first() {
                let event =
                    Event::new(EventKind::Damage, Why::Framework).card(*card).by(LIGHT, None).amount(1);
                damage::deal(vec![event], false, play);
            }
        }
        self.go(Point::RefreshFocus)
    }

    fn refresh_focus(&mut self, play: &mut Play<'_>) -> Turn {
        let active = play.state.table.active;
        if self.stage == Progress::Begins {
            self.stage = Progress::Begun;
            if active == LIGHT && play.state.table.first_turn {
                let text = "The light side skips this step on their first turn.";
                play.record(StepKind::Refresh, text).actor(active).rulebook("p. 12");
                return Ok(Flow::Wait);
            }
            self.remove_focus(active, play);
            return Ok(Flow::Wait);
        }
        if !play.state.switches.on(cite::REFRESH) && self.stage == Progress::Begun {
            self.stage = Progress::Ends;
            self.refreshed(play);
            return Ok(Flow::Wait);
        }
        self.go(Point::RefreshShields)
    }

    fn remove_focus(&self, active: Player, play: &mut Play<'_>) {
        let mine = |id: &CardId| {
            let card = play.state.table.card(*id);
            card.controller == active && card.focus > 0
        };
        let cards: Vec<CardId> = play.state.table.in_zone(Zone::Play).filter(mine).collect();
        let events = cards.into_iter().map(|id| {
            let n = 1 + keyword_count(play.state, id, Keyword::Elite);
            let n = n.min(play.state.table.card(id).focus);
            let page = if n > 1 { "p. 12, step 1, and p. 25" } else { "p. 12, step 1" };
            Event::new(EventKind::Unfocus, Why::Framework).card(id).by(active, None).amount(n).page(page)
        });
        let events: Vec<Event> = events.collect();
        if !events.is_empty() {
            play.sequence(events);
        }
    }

    /// "After you refresh" (erratum to p. 12).
    fn refreshed(&self, play: &mut Play<'_>) {
        let active = play.state.table.active;
        let text = format!("{} has refreshed.", play.state.table.name(active));
        play.record(StepKind::Refreshed, text).actor(active).ruling(cite::REFRESH);
        let event = Event::new(EventKind::Refresh, Why::Framework).player(active).by(active, None);
        play.sequence([event]);
    }

    fn refresh_shields(&mut self, play: &mut Play<'_>) -> Turn {
        let active = play.state.table.active;
        let mine = |id: &CardId| {
            let card = play.state.table.card(*id);
            card.controller == active && card.shields > 0
        };
        let cards: Vec<CardId> = play.state.table.in_zone(Zone::Play).filter(mine).collect();
        // What answers that a shield is removed does so here too: the active player removes them.
        let mut events = Vec::new();
        for card in &cards {
            let there = std::mem::take(&mut play.state.table.card_mut(*card).shields);
            let event = Event::new(EventKind::Unshield, Why::Framework).card(*card).player(active);
            events.extend((0..there).map(|_| event.clone().by(active, None)));
        }
        if !cards.is_empty() {
            play.sequence(events);
            let text = format!("Shields are removed from {}.", super::narrate::names(play, &cards));
            play.record(StepKind::Unshielded, text).actor(active).about(&cards).rulebook("p. 12, step 2");
        }
        self.go(Point::RefreshObjectives)
    }

    /// Objectives are filled up one at a time, if the scenario gives an objective deck.
    fn refresh_objectives(&mut self, play: &mut Play<'_>) -> Turn {
        let active = play.state.table.active;
        let there = controlled(play.state, active, CardType::Objective).len();
        let given = play.state.table.piles.contains_key(&(active, Zone::ObjectiveDeck));
        if self.stage == Progress::Begins && given && there < 3 {
            let top = play.state.table.pile(active, Zone::ObjectiveDeck).first().copied();
            let Some(card) = top else {
                play.state.table.winner = Some(other(active));
                let text = "The objective deck is empty: the opponent wins the game.";
                play.record(StepKind::Wins, text).actor(other(active)).rulebook("p. 15");
                return Ok(Flow::Wait);
            };
            let event = Event::new(EventKind::EntersPlay, Why::Framework).card(card).by(active, None);
            let event = event.player(active).page("p. 12, step 3");
            play.sequence([event]);
            return Ok(Flow::Wait);
        }
        if self.stage == Progress::Begins && play.state.switches.on(cite::REFRESH) {
            self.stage = Progress::Begun;
            self.refreshed(play);
            return Ok(Flow::Wait);
        }
        self.go(Point::RefreshActions)
    }

    /// A phase ends: what answers that, then what lasted until then.
    pub(super) fn phase_ends(&mut self, phase: Phase, next: Point, play: &mut Play<'_>) -> Turn {
        if self.stage == Progress::Begins {
            self.stage = Progress::Begun;
            let active = play.state.table.active;
            let name = play.state.table.name(active);
            let text = format!("{name}'s {} phase ends.", phase.word());
            play.record(StepKind::PhaseEnds, text).actor(active).rulebook("p. 30");
            let event =
                Event::new(EventKind::PhaseEnds, Why::Framework).player(active).by(active, None).phase(phase);
            play.sequence([event]);
            return Ok(Flow::Wait);
        }
        ends::end(Until::EndOfPhase, play);
        self.go(next)
    }

    fn draw_discard(&mut self, play: &mut Play<'_>) -> Turn {
        let active = play.state.table.active;
        let hand = play.state.table.pile(active, Zone::Hand).to_vec();
        if !hand.is_empty() {
            let options = hand.into_iter().map(Choice::Card).collect();
            let answer = play.ask(active, Topic::DrawDiscard, Shape::One { options, pass: true })?;
            if let Some(card) = chosen_cards(answer).first() {
                let event = Event::new(EventKind::Discard, Why::Framework).card(*card).player(active);
                play.sequence([event.by(active, None).out_of(Zone::Hand).page("p. 12")]);
            }
        }
        self.go(Point::DrawCards)
    }

    /// Draws up, or discards down, to the reserve value, if the scenario gives a deck.
    fn draw_cards(&mut self, play: &mut Play<'_>) -> Turn {
        let active = play.state.table.active;
        let reserve = reserve(play.state, active) as usize;
        let hand = play.state.table.pile(active, Zone::Hand).to_vec();
        if !play.state.table.piles.contains_key(&(active, Zone::Deck)) {
            return self.go(Point::DrawActions);
        }
        if hand.len() > reserve {
            let over = hand.len() - reserve;
            let options = hand.into_iter().map(Choice::Card).collect();
            let answer = play.ask(active, Topic::Reserve, Shape::Some { options, min: over, max: over })?;
            let events = chosen_cards(answer).into_iter().map(|card| {
                let event = Event::new(EventKind::Discard, Why::Framework).card(card).player(active);
                event.by(active, None).out_of(Zone::Hand).page("p. 12")
            });
            play.sequence(events.collect::<Vec<_>>());
            return self.go(Point::DrawActions);
        }
        let one = Event::new(EventKind::Draw, Why::Framework).player(active).by(active, None);
        let missing = (reserve - hand.len()) as u32;
        if play.state.switches.on(cite::DRAW_ONE_AT_A_TIME) {
            (0..missing).for_each(|_| play.sequence([one.clone()]))
        } else if missing > 0 {
            play.sequence([one.amount(missing)])
        }
        self.go(Point::DrawActions)
    }

    fn deployment(&mut self, play: &mut Play<'_>) -> Turn {
        if self.stage == Progress::Begins {
            self.stage = Progress::Begun;
            let active = play.state.table.active;
            let text = format!("{}'s deployment phase.", play.state.table.name(active));
            play.record(StepKind::Phase, text).actor(active).rulebook("p. 13");
            let point = self.point;
            self.window(point, play)?;
            self.stage = Progress::Begun;
            return Ok(Flow::Wait);
        }
        self.last_window(Phase::Deployment, Point::ConflictActions, play)
    }

    /// The last window of a phase, then the phase's end.
    pub(super) fn last_window(&mut self, phase: Phase, next: Point, play: &mut Play<'_>) -> Turn {
        if self.stage == Progress::Begins {
            let point = self.point;
            self.window(point, play)?;
            self.stage = Progress::Begun;
            return Ok(Flow::Wait);
        }
        if self.stage == Progress::Begun {
            self.stage = Progress::Ends;
            let active = play.state.table.active;
            let event =
                Event::new(EventKind::PhaseEnds, Why::Framework).player(active).by(active, None).phase(phase);
            play.sequence([event]);
            return Ok(Flow::Wait);
        }
        self.stage = Progress::Begun;
        self.phase_ends(phase, next, play)
    }

    fn turn_ends(&mut self, play: &mut Play<'_>) -> Turn {
        let active = play.state.table.active;
        if self.stage == Progress::Begins {
            self.stage = Progress::Begun;
            let ends = Event::new(EventKind::PhaseEnds, Why::Framework).player(active).phase(Phase::Force);
            let turn = Event::new(EventKind::TurnEnds, Why::Framework).player(active).by(active, None);
            play.sequence([ends]);
            play.sequence([turn]);
            return Ok(Flow::Wait);
        }
        ends::end(Until::EndOfTurn, play);
        let table = &mut play.state.table;
        (table.units_played, table.limited_played, table.struggle) = ([0; 2], [false; 2], [0; 2]);
        // The dark side player has the first turn, so the light side player's first one follows it.
        table.first_turn &= active == DARK;
        table.active = other(active);
        table.turns += 1;
        self.next = table.active;
        let text = format!("{}'s turn begins.", play.state.table.name(other(active)));
        play.record(StepKind::Turn, text).actor(other(active)).rulebook("p. 12");
        self.go(Point::Balance)
    }
}
