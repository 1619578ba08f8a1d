//! The timing chart: its boxes in order, each carried out and left for the next.

use crate::engine::kernel::{Basis, Flow, Player, Window};
use crate::engine::lcg::resolution::{damage, ends, leave};
use crate::engine::lcg::state::choice::{Moment, Topic};
use crate::engine::lcg::state::event::{Event, Why};
use crate::engine::lcg::state::filter::controlled;
use crate::engine::lcg::state::narrate;
use crate::engine::lcg::state::point::Point;
use crate::engine::lcg::state::stage::Progress;
use crate::engine::lcg::state::table::{CardId, DARK, LIGHT, other};
use crate::engine::lcg::state::values::{can_be_damaged, keyword_count, reserve};
use crate::engine::lcg::vocabulary::steps::StepKind;
use crate::engine::lcg::vocabulary::{CardType, EventKind, Keyword, Phase, Until, Zone, book, cite};
use crate::engine::lcg::{Frame, Play, State, Turn};

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
    pub(crate) fn at(point: Point, next: Player) -> Self {
        Self { point, stage: Progress::Begins, next, passes: 0, begun: None }
    }

    /// Goes to a box.
    pub(crate) fn go(&mut self, point: Point) -> Turn {
        (self.point, self.stage) = (point, Progress::Begins);
        Ok(Flow::Wait)
    }

    /// What answers the beginning of a phase, or of the turn it begins.
    pub(crate) fn phase_begins(&self, play: &mut Play<'_>) {
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
    pub(crate) fn window(&mut self, next: Point, play: &mut Play<'_>) -> Turn {
        assert!(self.point.has_action_window(), "{:?} has no action window", self.point);
        let active = play.state.table.active;
        let text =
            format!("An action window opens; {} has the first opportunity.", play.state.table.name(active));
        play.record(StepKind::ActionWindow, text).actor(active).ruling(&format!("{}#1", cite::ACTIONS));
        play.push(Frame::Window(Window::new(Moment::Action(self.point), active)));
        self.go(next)
    }

    /// The dial advances, or the light side may damage an objective.
    pub(crate) fn balance(&mut self, play: &mut Play<'_>) -> Turn {
        let active = play.state.table.active;
        if active == DARK {
            let page = Basis::Rulebook(book::DIAL_IN_BALANCE);
            leave::advance_dial(1, &page, play);
            if play.state.table.balance == DARK && play.state.table.winner.is_none() {
                leave::advance_dial(1, &page, play);
            }
            return self.go(Point::RefreshFocus);
        }
        let mut objectives = controlled(play.state, DARK, CardType::Objective);
        objectives.retain(|id| can_be_damaged(play.state, *id));
        if play.state.table.balance == LIGHT
            && let Some(card) = play.choose_card(LIGHT, Topic::Balance, objectives, true)?
        {
            let event = Event::new(EventKind::Damage, Why::Framework).card(card).by(LIGHT, None).amount(1);
            damage::deal(vec![event], false, play);
        }
        self.go(Point::RefreshFocus)
    }

    pub(crate) fn refresh_focus(&mut self, play: &mut Play<'_>) -> Turn {
        let active = play.state.table.active;
        if self.stage == Progress::Begins {
            self.stage = Progress::Begun;
            if active == LIGHT && play.state.table.first_turn {
                let text = "The light side skips this step on their first turn.";
                play.record(StepKind::Refresh, text).actor(active).rulebook(book::FIRST_REFRESH);
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
            let page = if n > 1 { book::REFRESH_ELITE } else { book::REFRESH_FOCUS };
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

    pub(crate) fn refresh_shields(&mut self, play: &mut Play<'_>) -> Turn {
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
            let text = format!("Shields are removed from {}.", narrate::names(play, &cards));
            play.record(StepKind::Unshielded, text)
                .actor(active)
                .about(&cards)
                .rulebook(book::REFRESH_SHIELDS);
        }
        self.go(Point::RefreshObjectives)
    }

    /// Objectives are filled up one at a time, if the scenario gives an objective deck.
    pub(crate) fn refresh_objectives(&mut self, play: &mut Play<'_>) -> Turn {
        let active = play.state.table.active;
        let there = objectives(play.state, active);
        let given = play.state.table.piles.contains_key(&(active, Zone::ObjectiveDeck));
        if self.stage == Progress::Begins && given && there < 3 {
            let top = play.state.table.pile(active, Zone::ObjectiveDeck).first().copied();
            let Some(card) = top else {
                play.state.table.winner = Some(other(active));
                let text = "The objective deck is empty: the opponent wins the game.";
                play.record(StepKind::Wins, text).actor(other(active)).rulebook(book::EMPTY_OBJECTIVE_DECK);
                return Ok(Flow::Wait);
            };
            let event = Event::new(EventKind::EntersPlay, Why::Framework).card(card).by(active, None);
            let event = event.player(active).page(book::REFRESH_OBJECTIVES);
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
    pub(crate) fn phase_ends(&mut self, phase: Phase, next: Point, play: &mut Play<'_>) -> Turn {
        if self.stage == Progress::Begins {
            self.stage = Progress::Begun;
            let active = play.state.table.active;
            let name = play.state.table.name(active);
            let text = format!("{name}'s {} phase ends.", phase.word());
            play.record(StepKind::PhaseEnds, text).actor(active).rulebook(book::PHASE_ENDS);
            let event =
                Event::new(EventKind::PhaseEnds, Why::Framework).player(active).by(active, None).phase(phase);
            play.sequence([event]);
            return Ok(Flow::Wait);
        }
        ends::end(Until::Phase, play);
        self.go(next)
    }

    pub(crate) fn draw_discard(&mut self, play: &mut Play<'_>) -> Turn {
        let active = play.state.table.active;
        let hand = play.state.table.pile(active, Zone::Hand).to_vec();
        if let Some(card) = play.choose_card(active, Topic::DrawDiscard, hand, true)? {
            let event = Event::new(EventKind::Discard, Why::Framework).card(card).player(active);
            play.sequence([event.by(active, None).out_of(Zone::Hand).page(book::DRAW_DISCARD)]);
        }
        self.go(Point::DrawCards)
    }

    /// Draws up, or discards down, to the reserve value, if the scenario gives a deck.
    pub(crate) fn draw_cards(&mut self, play: &mut Play<'_>) -> Turn {
        let active = play.state.table.active;
        let reserve = reserve(play.state, active) as usize;
        let hand = play.state.table.pile(active, Zone::Hand).to_vec();
        if !play.state.table.piles.contains_key(&(active, Zone::Deck)) {
            return self.go(Point::DrawActions);
        }
        if hand.len() > reserve {
            let over = hand.len() - reserve;
            let chosen = play.choose_cards(active, Topic::Reserve, hand, (over, over))?;
            play.sequence(chosen.into_iter().map(|card| {
                let event = Event::new(EventKind::Discard, Why::Framework).card(card).player(active);
                event.by(active, None).out_of(Zone::Hand).page(book::RESERVE)
            }));
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

    pub(crate) fn deployment(&mut self, play: &mut Play<'_>) -> Turn {
        if self.stage == Progress::Begins {
            self.stage = Progress::Begun;
            let active = play.state.table.active;
            let text = format!("{}'s deployment phase.", play.state.table.name(active));
            play.record(StepKind::Phase, text).actor(active).rulebook(book::DEPLOYMENT);
            let point = self.point;
            self.window(point, play)?;
            self.stage = Progress::Begun;
            return Ok(Flow::Wait);
        }
        self.last_window(Phase::Deployment, Point::ConflictActions, play)
    }

    /// The last window of a phase, then the phase's end.
    pub(crate) fn last_window(&mut self, phase: Phase, next: Point, play: &mut Play<'_>) -> Turn {
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

    pub(crate) fn turn_ends(&mut self, play: &mut Play<'_>) -> Turn {
        let active = play.state.table.active;
        if self.stage == Progress::Begins {
            self.stage = Progress::Begun;
            let ends = Event::new(EventKind::PhaseEnds, Why::Framework).player(active).phase(Phase::Force);
            let turn = Event::new(EventKind::TurnEnds, Why::Framework).player(active).by(active, None);
            play.sequence([ends]);
            play.sequence([turn]);
            return Ok(Flow::Wait);
        }
        if self.stage == Progress::Begun {
            self.stage = Progress::Ends;
            ends::end(Until::Turn, play);
            return Ok(Flow::Wait);
        }
        let table = &mut play.state.table;
        (table.units_played, table.limited_played, table.struggle) = ([0; 2], [false; 2], [0; 2]);
        // The dark side player has the first turn, so the light side player's first one follows it.
        table.first_turn &= active == DARK;
        table.active = other(active);
        table.turns += 1;
        self.next = table.active;
        let text = format!("{}'s turn begins.", play.state.table.name(other(active)));
        play.record(StepKind::Turn, text).actor(other(active)).rulebook(book::TURN);
        self.go(Point::Balance)
    }
}

/// How many objectives a player controls, with those that nobody knows.
fn objectives(state: &State, player: Player) -> usize {
    let unknown = state.table.in_zone(Zone::Play).filter(|id| {
        let card = state.table.card(*id);
        card.of_objective_deck && card.text.is_none() && card.controller == player
    });
    controlled(state, player, CardType::Objective).len() + unknown.count()
}
