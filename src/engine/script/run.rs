//! Plays a script. Strict: whatever it leaves out must be something that may be left out, and whatever
//! it says must be allowed.

use std::sync::Arc;

use super::carry::Current;
use super::format::{Line, Scenario};
use super::names::card_of;
use super::reasons::cited;
use super::report::{Checked, Played, StepOut};
use super::words::{Move, answer_of};
use super::{CardOf, CardTable as _, Game, expect, repeat};
use crate::corpus::ruling::CardRef;
use crate::corpus::yaml::Spanned;
use crate::engine::cards::{CardId, Printed as _, TextCoverage};
use crate::engine::kernel::{
    self, Advanced, Answer, Basis, Player, Question, Refusal, State, Step, Switches, Table as _, Timing,
};

/// How a replay is played.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The rulings to play without.
    pub without: Vec<String>,
}

/// A move of the script some of whose parts are still to be asked for.
#[derive(Clone, Debug)]
pub(super) struct Open<G: Game> {
    pub(super) player: Player,
    pub(super) does: Move<G::Doing>,
    /// All that the line says.
    pub(super) whole: Move<G::Doing>,
    pub(super) source: Option<CardId>,
    pub(super) line: usize,
    /// How many questions had been asked before it.
    pub(super) since: usize,
    /// The steps that came of it: up to the next line.
    pub(super) steps: std::ops::Range<usize>,
    /// The game as it was when it was said.
    pub(super) before: Arc<State<G>>,
}

/// A script being played.
#[derive(Clone, Debug)]
pub(super) struct Run<G: Game> {
    pub(super) state: State<G>,
    pub(super) steps: Vec<Step<G::StepKind>>,
    pub(super) questions: Vec<Question<G>>,
    pub(super) open: Vec<Open<G>>,
    pub(super) loops: u64,
    /// The state before play began.
    pub(super) first: Option<State<G>>,
    /// What was answered since the line before this one began, each with the state in which it was asked.
    pub(super) answered: Vec<(State<G>, Answer<G::Choice>)>,
    /// How many of these answers belong to the line before.
    earlier: usize,
    /// How many steps there were when the line before this one began.
    pub(super) last_began: usize,
    /// How many there were when this one began.
    pub(super) began: usize,
    /// The point behind which the script ends, where nobody is asked anything at it.
    pub(super) ends_behind: Option<G::Point>,
}

/// Where on the way to a point play is halted.
enum Halt<'c, G: Game> {
    /// Where it stands there.
    At,
    /// There, or where this line answers that play comes there.
    AtOrFor(&'c Current<'c, G>),
    /// Where it has been through it: whatever could be done meanwhile is not.
    Behind,
}

/// What a line said to a question, with the line's number.
type Reply<G> = Result<Option<(Answer<<G as kernel::Rules>::Choice>, usize)>, ScriptError>;

/// Why a script could not be played on: a sentence, and the line it is about (0: none).
#[derive(Clone, Debug)]
pub(super) struct ScriptError {
    pub(super) text: String,
    pub(super) line: usize,
    pub(super) basis: Basis,
    pub(super) timing: Timing,
    /// What says the same besides, as of a [`Refusal`].
    pub(super) also: Vec<Basis>,
}

impl ScriptError {
    pub(super) fn new(line: usize, text: impl Into<String>) -> Self {
        let basis = Basis::Program("the script".into());
        Self { text: text.into(), line, basis, timing: Timing::Whenever, also: Vec::new() }
    }

    /// The sentence, with what it rests on where these rulings are played without.
    fn shown(&self, switches: &Switches) -> String {
        cited(&self.text, &self.basis.clone().under(switches))
    }

    /// As the refusal of what was tried.
    pub(super) fn refusal(self) -> Refusal {
        Refusal { text: self.text, basis: self.basis, timing: self.timing, also: self.also }
    }
}

/// Plays a scenario from its first state and checks what it expects.
pub(crate) fn play<G: Game>(scenario: &Scenario<G>, state: State<G>, variation_of: Option<&str>) -> Played {
    let (run, script_error) = play_out(scenario, state);
    let mut expectations: Vec<Checked> = expect::check_all(&run, scenario);
    if let Some(script_error) = script_error {
        let line = match script_error.line {
            0 => String::new(),
            n => format!("line {n}: "),
        };
        let found = format!("{line}{}", script_error.shown(&run.state.switches));
        expectations.insert(0, Checked::new("the script can be played", false, found));
    }
    let steps = StepOut::all(&run.steps, G::DOCUMENTS);
    Played {
        name: scenario.name.value.clone(),
        variation_of: variation_of.map(str::to_owned),
        title: scenario.title.clone(),
        game: G::CODE.into(),
        rulings: scenario.rulings.iter().map(|ruling| ruling.value.clone()).collect(),
        passed: expectations.iter().all(|checked| checked.passed),
        steps,
        expectations,
        cards: real_cards(&run.state),
        left_out: left_out(&run.state),
        stops: run.state.question.as_ref().map(|question| G::describe(&run.state, question)),
        as_of: None,
        not_in_force: Vec::new(),
        as_printed: Vec::new(),
        changed: Vec::new(),
        new_errata: Vec::new(),
    }
}

/// The cards that were printed, each once.
fn real_cards<G: Game>(state: &State<G>) -> Vec<CardRef> {
    let texts = (0..state.table.count()).filter_map(|n| state.table.text(CardId(n)));
    let mut cards: Vec<CardRef> = Vec::new();
    for card in texts.filter(|card| card.number().is_some()) {
        let found = CardRef { name: card.name().to_owned(), number: card.number().map(str::to_owned) };
        if !cards.contains(&found) {
            cards.push(found);
        }
    }
    cards
}

/// The cards whose text is not written down, or only in part.
pub(super) fn left_out<G: Game>(state: &State<G>) -> Vec<String> {
    let cards = (0..state.table.count()).map(CardId);
    let lacks = |card: &CardOf<G>| card.known() != TextCoverage::Whole;
    let found = cards.filter(|id| state.table.text(*id).is_some_and(lacks));
    found.map(|id| state.table.id(id).to_owned()).collect()
}

/// Plays a scenario to where its script stops, or to where it cannot be played on.
pub(super) fn play_out<G: Game>(scenario: &Scenario<G>, state: State<G>) -> (Run<G>, Option<ScriptError>) {
    let mut run = Run::new(state);
    let script_error = run.whole(&scenario.script).err();
    let script_error = script_error.map(|script_error| run.with_earlier(script_error));
    (run, script_error)
}

impl<G: Game> Run<G> {
    /// The same game, without what happened so far.
    pub(super) fn copy(&self) -> Self {
        Self { open: self.open.clone(), ..Self::new(self.state.clone()) }
    }

    fn new(state: State<G>) -> Self {
        Self {
            state,
            steps: Vec::new(),
            questions: Vec::new(),
            open: Vec::new(),
            loops: 0,
            first: None,
            answered: Vec::new(),
            earlier: 0,
            last_began: 0,
            began: 0,
            ends_behind: None,
        }
    }

    /// Starts the game, plays the script, and lets what is in progress come to its end.
    fn whole(&mut self, script: &[Spanned<Line<G>>]) -> Result<(), ScriptError> {
        self.steps.extend(G::notes(&self.state));
        self.first = Some(self.state.clone());
        let (state, steps) =
            kernel::start(self.state.clone()).map_err(|refusal| script_error(0, &refusal))?;
        self.state = state;
        self.steps.extend(steps);
        self.lines(script, true)?;
        // A script that ends with `until:` stops there, decided or not.
        match script.last().map(|line| &line.value) {
            Some(Line::Until(point)) => {
                let stands = G::stands_at(&self.state).as_ref() == Some(point);
                if G::ends_behind(point) || !stands && G::may_have_no_question(point) {
                    self.end_behind(point)
                }
            }
            Some(Line::Move { .. } | Line::Loop(_)) | None => self.settle()?,
        }
        self.unused()
    }

    /// Takes back what happened between a point at which nobody is asked anything and the next decision.
    fn end_behind(&mut self, point: &G::Point) {
        let last = self.answered.last().map(|(before, answer)| (before.clone(), Some(answer.clone())));
        let Some((before, answer)) = last.or_else(|| Some((self.first.clone()?, None))) else { return };
        let stop = |now: &State<G>, steps: &[Step<G::StepKind>]| G::has_passed(point, &before, now, steps);
        let played = |stop: kernel::Stop<'_, G>| match &answer {
            Some(answer) => kernel::apply_up_to(&before, answer, stop),
            None => kernel::start_up_to(before.clone(), stop),
        };
        let (Ok((whole, all)), Ok((state, steps))) = (played(&|_, _| false), played(&stop)) else { return };
        let beyond = all.len() - steps.len();
        let came_here = whole == self.state && self.steps.ends_with(&all);
        if came_here && beyond > 0 {
            self.steps.truncate(self.steps.len() - beyond);
            (self.state, self.ends_behind) = (state, Some(*point));
        }
    }

    /// The same game at the next decision, where the script ends before it.
    pub(super) fn resumed(&self) -> Self {
        let mut copy = self.copy();
        if self.ends_behind.is_some()
            && let Ok((state, _)) = kernel::start(copy.state.clone())
        {
            copy.state = state;
        }
        copy
    }

    /// Plays lines; `ends` says whether the script ends with them.
    pub(super) fn lines(&mut self, script: &[Spanned<Line<G>>], ends: bool) -> Result<(), ScriptError> {
        for (at, line) in script.iter().enumerate() {
            let ends = ends && at + 1 == script.len();
            let now = self.steps.len();
            // A line that was only to be refused is no line after which nothing has happened.
            if self.answered.len() > self.earlier
                || !at.checked_sub(1).is_some_and(|at| only_refused(&script[at]))
            {
                self.answered.drain(..self.earlier);
                self.last_began = std::mem::replace(&mut self.began, now);
                self.earlier = self.answered.len();
            }
            for open in self.open.iter_mut().filter(|open| open.steps.end == usize::MAX) {
                open.steps.end = now;
            }
            match &line.value {
                Line::Until(point) if self.was_at(point) || self.passed_through(point, now) => {}
                Line::Until(point) if ends && G::ends_behind(point) => {
                    self.go_to(point, line.line, &Halt::Behind)?
                }
                Line::Until(point) => self.until(point, line.line, None)?,
                Line::Loop(loop_) => repeat::repeat(self, loop_, line.line)?,
                Line::Move { player, does } => {
                    let player = self.player(player, line.line)?;
                    let current = Current { player, does, line: line.line };
                    self.move_line(&current, &script[at + 1..])?;
                }
            }
        }
        Ok(())
    }

    /// Whether play has come to a point, and gone on from it, since the line before began, because nobody was
    /// asked anything there.
    fn was_at(&self, point: &G::Point) -> bool {
        let before = self.answered.first().filter(|_| self.earlier > 0).map(|(state, _)| state);
        let passed = |before: &State<G>| G::has_passed(point, before, &self.state, &[]);
        before.is_some_and(passed) && !self.had_question_at(point)
    }

    /// Whether play has gone, with the line before, through a point at which only answers to what happens
    /// there are asked for. `now` is how many steps there were when this line began.
    fn passed_through(&self, point: &G::Point, now: usize) -> bool {
        let before = self.open.last().filter(|open| open.steps.end == now && G::ends_behind(point));
        before.is_some_and(|open| {
            let steps = self.steps.get(open.steps.start..).unwrap_or_default();
            G::has_passed(point, &open.before, &self.state, steps)
        })
    }

    /// Whether anybody was asked anything at a point since the line before began.
    fn had_question_at(&self, point: &G::Point) -> bool {
        self.answered.iter().any(|(state, _)| G::stands_at(state).as_ref() == Some(point))
    }

    fn player(&self, name: &str, line: usize) -> Result<Player, ScriptError> {
        let unknown = || {
            let text = format!(
                "There is no player called {name}; the players' names, or light and dark, may stand here."
            );
            ScriptError::new(line, text)
        };
        G::player(&self.state, name).ok_or_else(unknown)
    }

    /// Answers questions that moves made earlier have something to say to.
    pub(super) fn answer_open(&mut self) -> Result<(), ScriptError> {
        while let Some(question) = self.state.question.clone() {
            let Some((answer, line)) = self.said_before(&question)? else { return Ok(()) };
            self.give(&question, &answer, line)?;
        }
        Ok(())
    }

    fn said_before(&mut self, question: &Question<G>) -> Reply<G> {
        if G::is_window(question) {
            return Ok(None);
        }
        let mine = |open: &&mut Open<G>| open.player == question.player;
        let theirs = |open: &&mut Open<G>| G::anyone_may_answer(question) && open.player != question.player;
        let (mut own, mut others): (Vec<_>, Vec<_>) = self.open.iter_mut().rev().partition(mine);
        others.retain(theirs);
        own.extend(others);
        // Of several uses of one card the first one said comes first.
        for at in 1..own.len() {
            let same = |other: &&mut Open<G>| other.source.is_some() && other.source == own[at].source;
            if let Some(first) = own[..at].iter().position(same) {
                own[first..=at].rotate_right(1);
            }
        }
        // What a card asks is said first by a line about that card.
        if let Some(card) = G::source_of_question(question) {
            let table = &self.state.table;
            own.sort_by_key(|open| {
                let subjects = open.whole.full().map(G::subjects).unwrap_or_default();
                !subjects.into_iter().any(|name| card_of::<G>(table, name) == Ok(card))
            });
        }
        for open in own {
            let line = open.line;
            let answer = answer_of::<G>(&self.state, question, &mut open.does, &mut open.source)
                .map_err(|refusal| script_error(line, &refusal))?;
            if let Some(answer) = answer {
                return Ok(Some((answer, line)));
            }
        }
        Ok(None)
    }

    pub(super) fn give(
        &mut self,
        question: &Question<G>,
        answer: &Answer<G::Choice>,
        line: usize,
    ) -> Result<(), ScriptError> {
        match self.apply(question, answer) {
            Ok(next) => {
                self.take(question.clone(), answer, next);
                Ok(())
            }
            Err(refusal) => Err(script_error(line, &refusal)),
        }
    }

    /// The state after an answer; where it is not among what may be chosen, the game may know why.
    pub(super) fn apply(
        &self,
        question: &Question<G>,
        answer: &Answer<G::Choice>,
    ) -> Result<Advanced<G>, Refusal> {
        kernel::apply(&self.state, answer).map_err(|refusal| match refusal.basis {
            Basis::Question => G::not_offered(&self.state, question, answer).unwrap_or_else(|| {
                let broken_by = |fault| G::broken_by(&self.state, question, &fault);
                Refusal {
                    text: format!("{} {}", refusal.text, G::describe(&self.state, question)),
                    also: question.shape.check(answer).err().and_then(broken_by).into_iter().collect(),
                    ..refusal
                }
            }),
            Basis::Ruling(_)
            | Basis::Rulebook(_)
            | Basis::Card(_)
            | Basis::Unspecified(_)
            | Basis::Program(_) => refusal,
        })
    }

    pub(super) fn take(
        &mut self,
        question: Question<G>,
        answer: &Answer<G::Choice>,
        next: (State<G>, Vec<Step<G::StepKind>>),
    ) {
        self.questions.push(question);
        let before = std::mem::replace(&mut self.state, next.0);
        self.answered.push((before, answer.clone()));
        self.steps.extend(next.1);
    }

    /// Everybody passes, and leaves out what may be left out, until play stands at a point, or has been
    /// through it. A response meant for that point is meant as well for what answers that play comes there.
    pub(super) fn until(
        &mut self,
        point: &G::Point,
        line: usize,
        response: Option<&Current<'_, G>>,
    ) -> Result<(), ScriptError> {
        self.go_to(point, line, &response.map_or(Halt::At, Halt::AtOrFor))
    }

    /// Everybody passes up to a point.
    fn go_to(&mut self, point: &G::Point, line: usize, halt: &Halt<'_, G>) -> Result<(), ScriptError> {
        // Where nobody was asked anything yet, play may have gone through the point as it began.
        let begun = self.questions.is_empty().then(|| self.first.clone()).flatten();
        let (from, before) = match begun {
            Some(first) => (0, first),
            None => (self.steps.len(), self.state.clone()),
        };
        let mut turns = (G::turn(&before), 0);
        loop {
            self.answer_open()?;
            let stands = || G::stands_at(&self.state).as_ref() == Some(point);
            let here = match halt {
                Halt::At => stands(),
                Halt::AtOrFor(current) => stands() || self.answers_coming_to(point, current),
                Halt::Behind => false,
            };
            if here || G::has_passed(point, &before, &self.state, &self.steps[from..]) {
                return Ok(());
            }
            let Some(question) = self.state.question.clone() else {
                if self.state.table.is_over() {
                    return Ok(()); // whatever is to be done after that is refused
                }
                return Err(ScriptError::new(line, "Play never comes there: nothing more is asked."));
            };
            if G::turn(&self.state) != turns.0 {
                turns = (G::turn(&self.state), turns.1 + 1);
            }
            if turns.1 > G::turns_to(point) {
                let text = "Play does not come there: nobody is asked anything at that point before the turn is over.";
                return Err(ScriptError::new(line, text));
            }
            let Some(answer) = G::left_out(&self.state, &question) else {
                let what = G::describe(&self.state, &question);
                let text = format!("Before play comes to that point this must be decided: {what}");
                return Err(ScriptError::new(line, text));
            };
            self.give(&question, &answer, line)?;
        }
    }

    /// Whether a line is a response that is allowed in the window now open, which belongs to that point.
    fn answers_coming_to(&self, point: &G::Point, current: &Current<'_, G>) -> bool {
        let Some(question) = self.state.question.as_ref().filter(|q| q.player == current.player) else {
            return false;
        };
        if !G::is_response(current.does)
            || !self.may_wait(question)
            || G::heads_for(&self.state) != Some(*point)
        {
            return false;
        }
        let answer = answer_of::<G>(&self.state, question, &mut current.does.clone(), &mut None);
        matches!(answer, Ok(Some(answer)) if kernel::apply(&self.state, &answer).is_ok())
    }

    /// After the last line: what is in progress comes to its end, up to the next open decision.
    pub(super) fn settle(&mut self) -> Result<(), ScriptError> {
        loop {
            self.answer_open()?;
            let Some(question) = self.state.question.clone() else { return Ok(()) };
            if G::is_open_window(&question) {
                return Ok(());
            }
            match G::left_out(&self.state, &question) {
                Some(answer) => self.give(&question, &answer, 0)?,
                None if G::is_framework_decision(&self.state) => return Ok(()),
                None => {
                    let text = format!("This is left unanswered: {}", G::describe(&self.state, &question));
                    return Err(ScriptError::new(0, text));
                }
            }
        }
    }
}

/// Whether a line is there to be refused.
fn only_refused<G: Game>(line: &Spanned<Line<G>>) -> bool {
    matches!(&line.value, Line::Move { does, .. } if G::to_be_refused(does).is_some())
}

pub(super) fn script_error(line: usize, refusal: &Refusal) -> ScriptError {
    let Refusal { text, basis, timing, also } = refusal.clone();
    ScriptError { text, line, basis, timing, also }
}
