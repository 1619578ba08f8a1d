//! Carries a line to the decision it is about.

use std::sync::Arc;

use super::format::Line;
use super::run::{Open, Run, ScriptError, script_error};
use super::steps::{Meaning, StepKind as _};
use super::words::{Move, answer_of};
use super::{Game, reasons, trial};
use crate::corpus::yaml::Spanned;
use crate::engine::kernel::{Basis, Player, Question, Refusal, Timing};

/// A line whose turn it is to be played.
pub(super) struct Current<'l, G: Game> {
    pub(super) player: Player,
    pub(super) does: &'l Move<G::Doing>,
    pub(super) line: usize,
}

/// Where a line was refused though it may be meant for later: there the replay stops if it never comes to it.
struct Tried<G: Game> {
    reasons: Vec<Refusal>,
    first: Option<Run<G>>,
}

impl<G: Game> Run<G> {
    pub(super) fn move_line(
        &mut self,
        current: &Current<'_, G>,
        next: &[Spanned<Line<G>>],
    ) -> Result<(), ScriptError> {
        if let Some((there, reason)) = self.nobody_acts(current.player, current.does) {
            return self.where_nobody_acts(current, there, reason);
        }
        let refused = G::to_be_refused(current.does).is_some();
        let declines = !refused && current.does.full().is_some_and(G::declines_only);
        let here = G::meant_for(current.does).filter(|_| !declines).map(|point| (point, self.clone()));
        if let Some((point, here)) = &here
            && let Some(judged) = self.come_to(point, here, current, next)
        {
            return judged;
        }
        if let Some(ruling) = G::to_be_refused(current.does) {
            return self.refused(current, ruling, next, false);
        }
        self.go_on_to(current);
        if let Some(said) = G::only_checks(&self.state, current.player, current.does) {
            return self.allowed(current, &said);
        }
        if declines {
            self.decline(current);
            return Ok(());
        }
        let mut tried = Tried { reasons: Vec::new(), first: None };
        let since = self.steps.len();
        let played = self.carry(current, &mut tried);
        let mut played = played.map_err(|found| self.with_who_left(found, since, current));
        if let Some((_, here)) = here.filter(|(_, here)| G::turn(&self.state) != G::turn(&here.state)) {
            played = played.or_else(|found| {
                *self = here;
                self.missed_point(current, next, found)
            });
        }
        played.map_err(|found| self.refine_error(current, found, tried))
    }

    /// That nothing is done where nothing could be is so without anybody's being asked.
    fn decline(&mut self, current: &Current<'_, G>) {
        let mut copy = self.clone();
        let mut tried = Tried { reasons: Vec::new(), first: None };
        let carried = copy.carry(current, &mut tried).is_ok();
        if carried && G::turn(&copy.state) == G::turn(&self.state) {
            *self = copy;
        }
    }

    /// Why a line was not played, said by the clearest of the reasons that it met. Where it was refused
    /// first, there the replay stops.
    fn refine_error(
        &mut self,
        current: &Current<'_, G>,
        found: ScriptError,
        mut tried: Tried<G>,
    ) -> ScriptError {
        if let Some(first) = tried.first {
            if reasons::is_late(&tried.reasons) {
                tried.reasons.extend(self.passed_by(current.player, current.does));
            }
            *self = first;
            let reason = reasons::most_specific::<G>(&self.state.table, tried.reasons, "");
            return too_early(script_error(found.line, &reason), &reason);
        }
        if found.timing != Timing::NotNow {
            // What an answer lacks is said, and not only that nobody asks for it.
            let answers = !G::is_response(current.does) && matches!(found.basis, Basis::Program(_));
            let passed_by = || self.passed_by(current.player, current.does);
            let reasons = if answers { passed_by() } else { Vec::new() };
            if reasons.is_empty() {
                return found;
            }
            return script_error(found.line, &reasons::most_specific::<G>(&self.state.table, reasons, ""));
        }
        let reasons = self.passed_by(current.player, current.does);
        if reasons.is_empty() {
            let reason = found.clone().refusal();
            return too_early(found, &reason);
        }
        script_error(found.line, &reasons::most_specific::<G>(&self.state.table, reasons, ""))
    }

    /// Goes on to the point that a line is meant for. What comes of the line if nobody is asked anything
    /// there any more: it is judged where play stood.
    fn come_to(
        &mut self,
        point: &G::Point,
        here: &Self,
        current: &Current<'_, G>,
        next: &[Spanned<Line<G>>],
    ) -> Option<Result<(), ScriptError>> {
        let comes = self.until(point, current.line, Some(current));
        let turned = G::turn(&self.state) != G::turn(&here.state);
        let this = |doing| G::is_of_this_turn(&here.state, current.player, doing, point);
        let this_turn = current.does.full().is_some_and(this);
        let left = self.left_since(here.steps.len(), current);
        let mut gone = match comes {
            Ok(()) if !turned || !this_turn && G::stands_at(&self.state).as_ref() == Some(point) => {
                return None;
            }
            Ok(()) => ScriptError::new(current.line, trial::TOO_LATE),
            // What is to be refused is judged where it stands, whatever must be decided first.
            Err(script_error) if turned || G::to_be_refused(current.does).is_some() => script_error,
            Err(mut script_error) => {
                if self.is_answered_by(current) {
                    script_error.text += " The line itself says it, but is meant for later (`in:`).";
                }
                return Some(Err(script_error));
            }
        };
        *self = here.clone();
        gone.text += &left;
        Some(self.missed_point(current, next, gone))
    }

    /// What can be meant for one later point of this turn only is carried there, if play comes there.
    fn go_on_to(&mut self, current: &Current<'_, G>) {
        let later = current.does.full().and_then(|doing| G::only_later(&self.state, current.player, doing));
        let Some(point) = later.filter(|_| G::meant_for(current.does).is_none()) else { return };
        let here = self.clone();
        if self.until(&point, current.line, None).is_err() || G::turn(&self.state) != G::turn(&here.state) {
            *self = here;
        }
    }

    /// A line meant for a point to which play does not come in this turn: nobody is asked anything there, or
    /// it is past.
    fn missed_point(
        &mut self,
        current: &Current<'_, G>,
        next: &[Spanned<Line<G>>],
        found: ScriptError,
    ) -> Result<(), ScriptError> {
        if let Some(ruling) = G::to_be_refused(current.does) {
            return self.refused(current, ruling, next, true);
        }
        match self.copy().try_line(current.player, current.does, &trial::Reach::Here) {
            Err(reasons) if !reasons::is_vague::<G>(&self.state.table, &reasons, "") => {
                let reason = reasons::most_specific::<G>(&self.state.table, reasons, "");
                let error = script_error(current.line, &reason);
                Err(ScriptError { text: format!("{} {}", error.text, trial::TOO_LATE), ..error })
            }
            _ => Err(found),
        }
    }

    fn is_answered_by(&self, current: &Current<'_, G>) -> bool {
        let Some(question) = self.state.question.as_ref().filter(|q| q.player == current.player) else {
            return false;
        };
        matches!(answer_of::<G>(&self.state, question, &mut current.does.clone(), &mut None), Ok(Some(_)))
    }

    /// Carries a line to the decision it is about. Where it is refused but may be meant for later, it goes on
    /// to where it can be meant no more.
    fn carry(&mut self, current: &Current<'_, G>, tried: &mut Tried<G>) -> Result<(), ScriptError> {
        let line = current.line;
        let meant = G::meant_for(current.does);
        let (stretch, turn) = (G::stretch(&self.state), G::turn(&self.state));
        let answers = current.does.full().is_some_and(G::only_answers);
        let closes = answers || G::closes_windows(current.does);
        let mut silent = None;
        loop {
            self.answer_open()?;
            if self.says_what_happened(current) {
                return Ok(());
            }
            let Some(question) = self.state.question.clone() else { return Err(self.no_question(line)) };
            let over = meant.is_some() && stretch.is_some() && G::stretch(&self.state) != stretch;
            if over || answers && G::turn(&self.state) != turn {
                let over = if over { "What it is meant for is over." } else { "The turn is over." };
                return Err(no_question_for(current, over));
            }
            self.is_not_elsewhere(current, &question)?;
            match self.say(current, &question, tried)? {
                Some(true) => return self.answer_open(),
                Some(false) => continue,
                None => silent = silent.or_else(|| self.why_not(current)),
            }
            let responds = self.only_responds(current) && reasons::is_late(&tried.reasons);
            if tried.first.is_some() && self.is_carried_no_further(current, &question, responds) {
                return Err(ScriptError::new(line, ""));
            }
            // A line meant for one point goes on to where its player is asked there; where play has been
            // through it without a question, to the next decision.
            let asked = self.questions.len();
            if let Some(point) = meant.filter(|point| G::stands_at(&self.state).as_ref() != Some(*point)) {
                self.until(point, line, None)?;
            }
            if self.questions.len() == asked {
                self.leave_out(&question, responds || closes, line)
                    .map_err(|script_error| before_that(script_error, silent.as_ref()))?;
            }
        }
    }

    fn no_question(&self, line: usize) -> ScriptError {
        let won = self.steps.iter().rev().find(|step| step.kind.meaning() == Some(Meaning::Wins));
        let how = won.map_or_else(String::new, |step| format!(" {}", step.text));
        ScriptError::new(line, format!("The game is over, or nothing more is asked.{how}"))
    }

    fn why_not(&self, current: &Current<'_, G>) -> Option<Refusal> {
        trial::why_not(&self.state, current.player, current.does, current.does)
    }

    /// Whether a line that was refused cannot be meant for anything after this question.
    fn is_carried_no_further(
        &self,
        current: &Current<'_, G>,
        question: &Question<G>,
        responds: bool,
    ) -> bool {
        if responds {
            // A response is carried over action windows, but over no decision that somebody might make
            // otherwise.
            self.decides_freely(question)
        } else {
            // What was refused as a response may be an action for the window after it, once its player is
            // asked there.
            G::is_open_window(question) && question.player == current.player
        }
    }

    /// What a line says to a question: whether it was taken, or refused and passed over; `None` if it says
    /// nothing.
    fn say(
        &mut self,
        current: &Current<'_, G>,
        question: &Question<G>,
        tried: &mut Tried<G>,
    ) -> Result<Option<bool>, ScriptError> {
        let waits = current
            .does
            .full()
            .is_some_and(|doing| G::waits_its_turn(&self.state, current.player, doing, question));
        if question.player != current.player || waits {
            return Ok(None);
        }
        let line = current.line;
        let since = self.questions.len();
        let steps = self.steps.len()..usize::MAX;
        let (does, whole) = (current.does.clone(), current.does.clone());
        let before = Arc::new(self.state.clone());
        let mut open = Open { player: current.player, does, whole, source: None, line, since, steps, before };
        let answer = answer_of::<G>(&self.state, question, &mut open.does, &mut open.source)
            .map_err(|refusal| script_error(line, &refusal))?;
        let Some(answer) = answer else { return Ok(None) };
        match self.apply(question, &answer) {
            Ok(next) => {
                self.take(question.clone(), &answer, next);
                self.open.push(open);
                Ok(Some(true))
            }
            Err(refusal)
                if self.may_wait(question)
                    || reasons::is_late(&tried.reasons) && self.is_early(current, question, &refusal) =>
            {
                self.pass_over(question, refusal, tried, line)?;
                Ok(Some(false))
            }
            Err(refusal) => Err(script_error(line, &refusal)),
        }
    }

    /// Notes that a line was refused, and leaves the question to what happens if nobody says anything.
    fn pass_over(
        &mut self,
        question: &Question<G>,
        refusal: Refusal,
        tried: &mut Tried<G>,
        line: usize,
    ) -> Result<(), ScriptError> {
        if tried.first.is_none() || reasons::is_late(&tried.reasons) && !refusal.is_untimely() {
            tried.first = Some(self.clone());
        }
        tried.reasons.push(refusal);
        match G::left_out(&self.state, question) {
            Some(answer) => self.give(question, &answer, line),
            None => Err(ScriptError::new(line, "")),
        }
    }

    fn only_responds(&self, current: &Current<'_, G>) -> bool {
        current.does.full().is_some_and(|doing| G::only_responds(&self.state, doing))
    }

    /// Whether a response stands where play is in an action window, and what it answers may still come.
    fn is_early(&self, current: &Current<'_, G>, question: &Question<G>, refusal: &Refusal) -> bool {
        G::is_open_window(question)
            && refusal.is_untimely()
            && self.only_responds(current)
            && self.passed_by(current.player, current.does).is_empty()
    }

    /// Whether a decision of the timing chart can be made in more than one way.
    pub(super) fn decides_freely(&self, question: &Question<G>) -> bool {
        G::is_framework_decision(&self.state) && !G::is_window(question) && question.shape.only().is_none()
    }

    /// Whether a line may be meant for later than this question: a response nobody makes here.
    pub(super) fn may_wait(&self, question: &Question<G>) -> bool {
        G::is_window(question) && !G::is_open_window(question)
    }

    /// Takes the answer that leaving a decision out means, if it has one.
    fn leave_out(&mut self, question: &Question<G>, closes: bool, line: usize) -> Result<(), ScriptError> {
        if !closes && G::is_open_window(question) && self.closes_on_pass(question) {
            let text = format!(
                "{} If nothing is done in this window, the line must name the one it is meant for (`in:`).",
                G::describe(&self.state, question)
            );
            return Err(ScriptError::new(line, text));
        }
        match G::left_out(&self.state, question).filter(|_| !G::passes_for_good(question)) {
            Some(answer) => self.give(question, &answer, line),
            None => Err(self.undecided(question, line)),
        }
    }

    pub(super) fn undecided(&self, question: &Question<G>, line: usize) -> ScriptError {
        ScriptError::new(line, format!("This must be decided first: {}", G::describe(&self.state, question)))
    }

    fn closes_on_pass(&self, question: &Question<G>) -> bool {
        let players = G::players(&self.state.table);
        let last = self.state.window().is_some_and(|window| window.passes + 1 >= players);
        G::is_open_window(question) && last
    }
}

/// Why a line is carried no further, and what stood against it before.
fn before_that(error: ScriptError, silent: Option<&Refusal>) -> ScriptError {
    let why = silent.map(|why| format!(" Before that: {}", why.text));
    ScriptError { text: error.text + &why.unwrap_or_default(), ..error }
}

/// That a line was never asked for, and why nobody can be asked for it any more.
fn no_question_for<G: Game>(current: &Current<'_, G>, over: &str) -> ScriptError {
    let reason = trial::no_question_for::<G>(current.does, Some(current.does), None);
    ScriptError::new(current.line, format!("{} {over}", reason.text))
}

/// Of a line whose moment is not now: how to say that it is meant for a later one.
fn too_early(error: ScriptError, reason: &Refusal) -> ScriptError {
    if reason.is_untimely() {
        let text =
            format!("{} If it is meant for later, say before it how far play goes (`until:`).", error.text);
        ScriptError { text, ..error }
    } else {
        error
    }
}
