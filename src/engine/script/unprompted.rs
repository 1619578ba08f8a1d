//! Lines that say what nobody is asked: at a point where nobody can do it, of a card that has left, or about
//! what happens by itself.

use std::sync::Arc;

use super::carry::Current;
use super::expect::written;
use super::names::card_of;
use super::run::{Open, Run, ScriptError, script_error};
use super::steps::{Meaning, StepKind as _};
use super::trial::{TOO_LATE, Verdict};
use super::words::{Action as _, Move};
use super::{CardTable as _, Game, reasons};
use crate::engine::kernel::{Player, Question, Refusal, Step, Table as _};

impl<G: Game> Run<G> {
    /// Of a line for a point at which nobody can do what it says: the game there, if play comes there in this
    /// turn, and all that forbids it.
    pub(super) fn nobody_acts(&self, player: Player, does: &Move<G::Doing>) -> Option<(Self, Refusal)> {
        let doing = does.full()?;
        G::nobody_acts_at(&self.state, player, doing)?;
        let mut there = self.clone();
        let comes = G::meant_for(does).is_some_and(|point| {
            there.until(point, 0, None).is_ok() && G::stands_at(&there.state).as_ref() == Some(point)
        });
        if !comes || G::turn(&there.state) != G::turn(&self.state) {
            there = self.clone();
        }
        let reason = G::nobody_acts_at(&there.state, player, doing)?;
        Some((there, reason))
    }

    /// The game at the point that a line is meant for. Where play does not come there any more in this turn,
    /// the game where it stands, and that it does not: unless the line says itself that it is meant for a
    /// later turn (`in:`), nothing is asked of another turn.
    pub(super) fn gone_to(&self, point: &G::Point, does: &Move<G::Doing>) -> (Self, Option<Refusal>) {
        let mut there = self.copy();
        let missed = match there.until(point, 0, None) {
            Err(script_error) => script_error.refusal(),
            Ok(()) => {
                let says = does.full().is_some_and(|doing| doing.window().is_some());
                if says || G::turn(&there.state) == G::turn(&self.state) {
                    return (there, None);
                }
                Refusal { text: TOO_LATE.into(), ..G::not_open() }
            }
        };
        (self.copy(), Some(missed))
    }

    /// Such a line: play goes on to the point all the same.
    pub(super) fn where_nobody_acts(
        &mut self,
        current: &Current<'_, G>,
        there: Self,
        reason: Refusal,
    ) -> Result<(), ScriptError> {
        let Some(ruling) = G::to_be_refused(current.does) else {
            return Err(script_error(current.line, &reason));
        };
        if !reasons::rests_on::<G>(&self.state.table, &reason, ruling) {
            return Err(ScriptError::new(current.line, reasons::otherwise_refused(ruling, &reason)));
        }
        *self = there;
        self.note_refused(current, reason);
        Ok(())
    }

    /// Whether a line that names its window has been carried out of it.
    pub(super) fn is_past(&self, does: &Move<G::Doing>, question: &Question<G>) -> bool {
        let Some(point) = G::meant_for(does).filter(|_| does.full().is_some_and(|d| d.window().is_some()))
        else {
            return false;
        };
        G::is_window(question) && G::stands_at(&self.state).is_some_and(|stands| stands != *point)
    }

    /// A line that names its window is not played in a later one.
    pub(super) fn is_not_elsewhere(
        &self,
        current: &Current<'_, G>,
        question: &Question<G>,
    ) -> Result<(), ScriptError> {
        let elsewhere = self.is_past(current.does, question) && G::is_open_window(question);
        let played = || matches!(self.copy().try_answer(current.player, current.does), Verdict::Allowed);
        if elsewhere && played() { Err(ScriptError::new(current.line, GONE_THROUGH)) } else { Ok(()) }
    }

    /// A reason with how a card that the line names left its place on the way there, if there is a reason.
    pub(super) fn with_who_left(
        &self,
        mut found: ScriptError,
        since: usize,
        current: &Current<'_, G>,
    ) -> ScriptError {
        if !found.text.is_empty() {
            found.text += &self.left_since(since, current);
        }
        found
    }

    /// How a card that a line names as acting, or chosen, left its place on the way there.
    pub(super) fn left_since(&self, since: usize, current: &Current<'_, G>) -> String {
        let names = current.does.full().map(|doing| G::take_names(&mut doing.clone())).unwrap_or_default();
        let cards = names.iter().filter_map(|(_, name)| card_of::<G>(&self.state.table, name).ok());
        let ids: Vec<&str> = cards.map(|card| self.state.table.id(card)).collect();
        let mut steps = self.steps.get(since..).unwrap_or_default().iter();
        let left = steps.find(|step| {
            step.kind.meaning() == Some(Meaning::Leaves) && step.is_about(|about| ids.contains(&about))
        });
        left.map_or_else(String::new, |step| format!(" Before that: {}", step.text))
    }

    /// Whether what a line says has happened by itself since a step, and no other line has said it.
    pub(super) fn happened_by_itself(&self, player: Player, does: &Move<G::Doing>, since: usize) -> bool {
        let Some(doing) = does.full() else { return false };
        let name = self.state.table.name(player);
        let said = |at: usize, step: &Step<G::StepKind>| {
            let by = |other: &G::Doing| G::happened_by_itself(&self.state, step, other);
            self.open.iter().any(|open| open.steps.contains(&at) && open.whole.full().is_some_and(by))
        };
        let mut steps = self.steps.iter().enumerate().skip(since);
        steps.any(|(at, step)| {
            let own = step.actor.as_deref() == Some(name);
            own && G::happened_by_itself(&self.state, step, doing) && !said(at, step)
        })
    }

    /// Whether a line says what has happened by itself, which no other line says then.
    pub(super) fn says_what_happened(&mut self, current: &Current<'_, G>) -> bool {
        let (player, line) = (current.player, current.line);
        if !self.happened_by_itself(player, current.does, self.last_began) {
            return false;
        }
        let (does, whole) = (Move::Full(Box::default()), current.does.clone());
        let (since, steps, before) =
            (self.questions.len(), self.began..usize::MAX, Arc::new(self.state.clone()));
        self.open.push(Open { player, does, whole, source: None, line, since, steps, before });
        true
    }
}

/// That a line which was to be refused is allowed, and at which point, if it does not name it.
pub(super) fn allowed_at<G: Game>(current: &Current<'_, G>, point: Option<&G::Point>) -> ScriptError {
    let named = current.does.full().is_some_and(|doing| doing.window().is_some());
    let place = point.filter(|_| !named).map(|point| format!(" That is in `{}`.", written(point)));
    let text = format!("This was to be refused, but it is allowed.{}", place.unwrap_or_default());
    ScriptError::new(current.line, text)
}

/// What is said of a line for a point that play has gone through, where nothing could be answered by it.
const GONE_THROUGH: &str = "Play has gone through the point for which the line is meant (`in:`), and there was nothing there for it to \
     answer.";

/// What is said of a line that was to be refused, and says what there was no choice about.
pub(super) const BY_ITSELF: &str =
    "This was to be refused, but it is allowed: it has happened by itself, since there was no other choice.";
