//! Rolling dice: all dice, then the chance to reroll, then the hits.

use super::chances::chance;
use super::damage::{doubled, push_pending_damage};
use super::pool::occur;
use crate::engine::cards::wording::pluralize;
use crate::engine::kernel::{Answer, Flow, Player, Shape};
use crate::engine::tcg::state::choice::{Choice, Kind, Topic};
use crate::engine::tcg::state::event::{Event, Hurt};
use crate::engine::tcg::state::table::CardId;
use crate::engine::tcg::state::values::{has_keyword, keyword};
use crate::engine::tcg::vocabulary::steps::StepKind;
use crate::engine::tcg::vocabulary::{EventKind, Keyword, book, cite};
use crate::engine::tcg::{Frame, Play, State, Task, Turn};

/// Dice rolled against one unit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Roll {
    /// The unit.
    pub to: CardId,
    /// How many dice.
    pub count: u32,
    /// What they show.
    pub dice: Vec<u8>,
    /// Whether the unit is hit in the build zone.
    pub in_build_zone: bool,
}

/// Dice being rolled.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dice {
    /// Who rolls.
    pub by: Player,
    pub source: Option<CardId>,
    /// Whether it is an attack; otherwise it is dice of damage.
    pub attack: bool,
    /// Against which units.
    pub rolls: Vec<Roll>,
    /// How far they have come.
    pub stage: Stage,
    /// Whether the damage is gathered.
    pub gather: bool,
    /// Whether the damage cannot be prevented.
    pub unpreventable: bool,
}

/// How far dice have come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// They are being rolled.
    Rolling,
    /// The chance to reroll them is open, or over.
    Rolled,
}

impl Dice {
    /// This many dice against each of these units.
    pub(crate) fn new(
        by: Player,
        source: Option<CardId>,
        rolls: impl IntoIterator<Item = (CardId, u32)>,
    ) -> Self {
        let roll = |(to, count)| Roll { to, count, dice: Vec::new(), in_build_zone: false };
        let rolls = rolls.into_iter().map(roll).collect();
        Self { by, source, attack: false, rolls, stage: Stage::Rolling, gather: false, unpreventable: false }
    }

    pub(crate) fn step(&mut self, play: &mut Play<'_>) -> Turn {
        match self.stage {
            Stage::Rolling => self.roll(play),
            Stage::Rolled => {
                self.count(play);
                Ok(Flow::Done(true))
            }
        }
    }

    fn roll(&mut self, play: &mut Play<'_>) -> Turn {
        if let Some(roll) = self.rolls.iter_mut().find(|roll| (roll.dice.len() as u32) < roll.count) {
            let topic = Topic::Die(self.source, roll.to);
            if let Answer::Number(n) = play.decide(self.by, topic, Shape::Number { min: 1, max: 6 })? {
                roll.dice.push(n as u8);
            }
            return Ok(Flow::Wait);
        }
        self.stage = Stage::Rolled;
        let rolls: Vec<Roll> = self.rolls.iter().filter(|roll| roll.count > 0).cloned().collect();
        for roll in &rolls {
            self.narrate(roll, play);
        }
        if rolls.is_empty() {
            return Ok(Flow::Wait);
        }
        for roll in &rolls {
            let mut event = Event::new(EventKind::Rolled).card(roll.to).by(self.source).player(self.by);
            event.attack = self.attack;
            occur(play, event.amount(roll.count));
        }
        let window = chance(play, Kind::Reroll);
        play.push(Frame::Window(window));
        Ok(Flow::Wait)
    }

    fn narrate(&self, roll: &Roll, play: &mut Play<'_>) {
        let against = play.state.table.id(roll.to);
        let text = format!("{} against {against}: {}.", pluralize(roll.count, "die"), shown(&roll.dice));
        if self.attack {
            play.record(StepKind::Rolls, text).actor(self.by).about(&[roll.to]).rulebook(book::ATTACK_DICE)
        } else {
            play.record(StepKind::Rolls, text).actor(self.by).about(&[roll.to]).ruling(cite::DICE_NO_ATTACK)
        }
    }

    /// Counts the hits.
    fn count(&mut self, play: &mut Play<'_>) {
        let mut hurts = Vec::new();
        for roll in &self.rolls {
            let hits = self.hits(play.state, roll);
            let verb = if hits == 1 { "hits" } else { "hit" };
            let why = self.keywords(play.state, roll);
            let text = format!("{hits} of the dice against {} {verb}{why}.", play.state.table.id(roll.to));
            play.record(StepKind::Hits, text).actor(self.by).about(&[roll.to]).rulebook(book::COUNTING_HITS);
            if self.attack {
                self.report(play, roll, hits);
                continue;
            }
            let pending = Hurt {
                to: roll.to,
                amount: hits + self.critical(play.state, roll),
                from: self.source,
                by: self.by,
                attack: false,
                prevented: 0,
                unpreventable: self.unpreventable,
                no_evade: false,
                in_build_zone: roll.in_build_zone,
            };
            hurts.push(doubled(play, pending, false));
        }
        push_pending_damage(play, hurts, self.gather);
    }

    /// The keywords that count for hits, in words.
    fn keywords(&self, state: &State, roll: &Roll) -> String {
        let armor = has_keyword(state, roll.to, Keyword::Armor)
            .then(|| format!("only 5 and 6 against {}'s Armor", state.table.id(roll.to)));
        let accuracy = self.source.filter(|_| self.like_attack(state)).and_then(|source| {
            let n = keyword(state, source, Keyword::Accuracy);
            (n != 0).then(|| format!("each {n:+} for {}'s Accuracy", state.table.id(source)))
        });
        let all: Vec<String> = armor.into_iter().chain(accuracy).collect();
        if all.is_empty() { String::new() } else { format!(" ({})", all.join(", ")) }
    }

    /// The attack learns its hits.
    fn report(&self, play: &mut Play<'_>, roll: &Roll, hits: u32) {
        let critical = self.critical(play.state, roll);
        if let Some(attack) = play.state.table.attack.as_mut() {
            attack.hits = Some(hits);
            attack.critical = critical;
            let attacker = attack.attacker;
            play.state.table.card_mut(attacker).last_hits = Some(hits);
        }
    }

    /// 4, 5 and 6 hit; against Armor only 5 and 6. Accuracy is for attacks.
    fn hits(&self, state: &State, roll: &Roll) -> u32 {
        let needed = if has_keyword(state, roll.to, Keyword::Armor) { 5 } else { 4 };
        let accuracy = match (self.like_attack(state), self.source) {
            (true, Some(source)) => keyword(state, source, Keyword::Accuracy),
            _ => 0,
        };
        roll.dice.iter().filter(|die| i64::from(**die) + accuracy >= needed).count() as u32
    }

    /// More damage if a natural six stands. Critical Hit is for attacks.
    fn critical(&self, state: &State, roll: &Roll) -> u32 {
        match self.source {
            Some(source) if self.like_attack(state) && roll.dice.contains(&6) => {
                u32::try_from(keyword(state, source, Keyword::CriticalHit)).unwrap_or(0)
            }
            _ => 0,
        }
    }

    /// Whether what affects attacks affects these dice (general.4).
    fn like_attack(&self, state: &State) -> bool {
        self.attack || !state.switches.on(cite::DICE_NO_ATTACK)
    }
}

/// What dice show, in words.
pub(super) fn shown(dice: &[u8]) -> String {
    dice.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")
}

/// The dice now being rolled, if their chance to reroll is open, as a place on the stack.
pub(crate) fn open_dice(state: &State) -> Option<(usize, &Dice)> {
    state.stack.iter().enumerate().rev().find_map(|(at, frame)| {
        if let Frame::Task(Task::Dice(dice)) = frame { Some((at, dice)) } else { None }
    })
}

/// The dice a reroll may touch, as choices.
pub(crate) fn choices(dice: &Dice) -> Vec<Choice> {
    let rolls = dice.rolls.iter().enumerate();
    let all = rolls.flat_map(|(r, roll)| {
        roll.dice.iter().enumerate().map(move |(d, shows)| Choice::Die(r as u8, d as u8, *shows))
    });
    all.collect()
}

/// A die now shows something else.
pub(crate) fn turn_die(state: &mut State, roll: u8, die: u8, shows: u8) {
    let Some((at, _)) = open_dice(state) else { return };
    if let Some(Frame::Task(Task::Dice(dice))) = state.stack.get_mut(at) {
        let roll = dice.rolls.get_mut(usize::from(roll));
        if let Some(place) = roll.and_then(|roll| roll.dice.get_mut(usize::from(die))) {
            *place = shows;
        }
    }
}
