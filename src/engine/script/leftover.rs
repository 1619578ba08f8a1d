//! What a line says that was never asked for.

use super::carry::Current;
use super::names::card_of;
use super::run::{Open, Run, ScriptError, script_error};
use super::steps::{Meaning, StepKind as _};
use super::words::{Move, answer_of};
use super::{Action as _, CardTable as _, Game, trial};
use crate::engine::kernel::{Basis, Player, Question, Refusal, Step};

impl<G: Game> Run<G> {
    /// A line that says more than was asked says something that did not happen.
    pub(super) fn unused(&self) -> Result<(), ScriptError> {
        let open = self.open.iter().filter(|open| !self.is_redundant(open));
        for (what, open) in open.filter_map(|open| Some((trial::left_over(&open.does)?, open))) {
            if self.was_canceled(open) {
                self.would_be_needed(open)?
            } else {
                return Err(self.no_question_for(&what, open));
            }
        }
        Ok(())
    }

    /// What says how much was asked for at most, of a line that names more.
    pub(super) fn amount_set_by(&self, open: &Open<G>, whole: &Move<G::Doing>) -> Option<Basis> {
        whole.full()?.partly_used(open.does.full()?)?;
        let asked = self.answered.iter().filter_map(|(state, _)| Some((state, state.question.as_ref()?)));
        let mut his = asked.filter(|(state, question)| {
            let said = answer_of::<G>(state, question, &mut whole.clone(), &mut None);
            question.player == open.player && !G::is_window(question) && matches!(said, Ok(Some(_)))
        });
        let (state, question) = his.next_back()?;
        G::sets_most(state, question)
    }

    /// What else was asked while a line was tried, to which it had nothing to say.
    pub(super) fn question_instead(&self, player: Player, whole: &Move<G::Doing>) -> Option<String> {
        let asked = self.answered.iter().filter_map(|(state, _)| Some((state, state.question.as_ref()?)));
        let mut asked = asked.filter(|(state, question)| {
            let said = answer_of::<G>(state, question, &mut whole.clone(), &mut None);
            let his = question.player == player && matches!(said, Ok(Some(_)));
            !G::is_window(question) && !G::is_open_window(question) && !his
        });
        let described =
            |(state, question)| format!("What is asked is this: {}", G::describe(state, question));
        asked.next_back().map(described)
    }

    /// Where a line fails, what an earlier one says that has not been asked for may be the reason.
    pub(super) fn with_earlier(&self, mut error: ScriptError) -> ScriptError {
        // In the middle of something it may still be asked for.
        if self.state.question.as_ref().is_some_and(|question| !G::is_open_window(question)) {
            return error;
        }
        let said = |open: &&Open<G>| {
            open.line > 0 && open.line < error.line && !self.is_redundant(open) && !self.was_canceled(open)
        };
        let left = self.open.iter().filter(said);
        let left = left.filter_map(|open| Some((open.line, trial::left_over(&open.does)?))).next();
        if let Some((line, what)) = left {
            error.text +=
                &format!(" It may be because of line {line}: nothing has asked for its {what} so far.");
        }
        error
    }

    /// Why a line says more than was asked.
    fn no_question_for(&self, what: &str, open: &Open<G>) -> ScriptError {
        let text = match self.question_elsewhere(open) {
            None => match self.fell_short(open) {
                Some(step) => format!("{what} was never asked for: {}", step.text),
                None => format!("{what} was never asked for."),
            },
            Some(question) if G::anyone_may_answer(question) => {
                let asked = self.questions.get(open.since..self.next_to_say(open)).unwrap_or_default().iter();
                format!(
                    "{what} says more than was asked for by what this line does, which is {}.",
                    asked.filter(|question| G::anyone_may_answer(question)).count()
                )
            }
            Some(question) => format!(
                "{what} was never asked for by what this line does, but by something else: {} Say it on a line of its own.",
                G::describe(&self.state, question)
            ),
        };
        ScriptError::new(open.line, text)
    }

    /// How many questions had been asked before the next line that itself says what anyone may say.
    fn next_to_say(&self, open: &Open<G>) -> usize {
        let says = |other: &&Open<G>| {
            let asked =
                self.questions.iter().skip(other.since).filter(|question| G::anyone_may_answer(question));
            let said = |question| answer_of::<G>(&self.state, question, &mut other.whole.clone(), &mut None);
            asked.map(said).any(|said| matches!(said, Ok(Some(_))))
        };
        let later = self.open.iter().filter(|other| other.since > open.since);
        later.filter(says).map(|other| other.since).min().unwrap_or(self.questions.len())
    }

    /// What a line says of an effect that was canceled must be what it would have been asked for, had nobody
    /// answered it.
    fn would_be_needed(&self, open: &Open<G>) -> Result<(), ScriptError> {
        let mut game = self.copy();
        (game.state, game.open) = ((*open.before).clone(), Vec::new());
        let current = Current { player: open.player, does: &open.whole, line: open.line };
        let mut alone = game.clone();
        let played = alone.move_line(&current, &[]).and_then(|()| alone.settle());
        // What canceled it may lie there already.
        let asked = |left: &Open<G>| {
            trial::left_over(&left.does).is_none() || alone.is_redundant(left) || alone.was_canceled(left)
        };
        if played.is_ok() && alone.open.iter().all(asked) {
            return Ok(());
        }
        match game.try_answer(open.player, &open.whole) {
            trial::Verdict::Allowed => Ok(()),
            trial::Verdict::Refused(reason) | trial::Verdict::Silent(Some(reason)) => {
                let text = format!("This came to nothing, and if it had not: {}", reason.text);
                Err(ScriptError { text, ..script_error(open.line, &reason) })
            }
            trial::Verdict::Silent(None) => Ok(()),
        }
    }

    /// Whether all that a line says further is what came of it without a choice: where there was nothing to
    /// choose, the cards it names are meant if that has happened to them which its word speaks of.
    fn is_redundant(&self, open: &Open<G>) -> bool {
        let Some(mut rest) = open.does.full().cloned() else { return false };
        let end = open.steps.end.min(self.steps.len());
        let steps = self.steps.get(open.steps.start..end).unwrap_or_default();
        G::take_narrated(&self.state, &mut rest, steps);
        let names = G::take_names(&mut rest);
        if rest.left_over().is_some() {
            return false;
        }
        let named = |name: &String| card_of::<G>(&self.state.table, name).ok();
        let subjects = open.whole.full().map(G::subjects).unwrap_or_default();
        names.iter().all(|(word, name)| {
            let Some(card) = named(name) else { return false };
            // What the line is about anyway must be touched by an effect.
            let subject = subjects.iter().any(|other| named(other) == Some(card));
            let name = self.state.table.id(card);
            let mut steps = steps.iter().filter(|step| step.about.iter().any(|about| about == name));
            steps.any(|step| {
                G::is_mentioned(step.kind, *word) && (!subject || matches!(step.basis, Basis::Card(_)))
            })
        })
    }

    /// Whether what a line plays, uses or places was canceled, so that the rest of what it says was never
    /// asked for.
    fn was_canceled(&self, open: &Open<G>) -> bool {
        let named = |name: &String| card_of::<G>(&self.state.table, name).ok();
        let subjects = open.whole.full().map(G::subjects).unwrap_or_default().into_iter().filter_map(named);
        let cards: Vec<&str> =
            open.source.into_iter().chain(subjects).map(|card| self.state.table.id(card)).collect();
        let steps = self.steps.get(open.steps.start..).unwrap_or_default().iter();
        steps
            .filter(|step| step.kind.meaning().is_some_and(Meaning::is_without_effect))
            .any(|step| step.is_about(|about| cards.contains(&about)))
    }

    /// Why what a line begins was not carried out as far as the line says.
    pub(super) fn fell_short(&self, open: &Open<G>) -> Option<&Step<G::StepKind>> {
        let card = open.source.map(|card| self.state.table.id(card));
        let (whole, left) = (open.whole.full()?, open.does.full()?);
        let mut steps = self.steps.get(open.steps.start..).unwrap_or_default().iter();
        steps.find(|step| {
            let of_it = card.is_some_and(|card| step.about.iter().any(|about| about == card));
            step.kind.meaning() == Some(Meaning::FallsShort)
                && (of_it && G::explains(step.kind, whole, left)
                    || G::reports_why_not(&self.state, step, left))
        })
    }

    /// Why what a line says was not possible when play passed it, since the line before it began.
    pub(super) fn not_possible(&self, does: &Move<G::Doing>) -> Vec<Refusal> {
        let Some(doing) = does.full() else { return Vec::new() };
        let steps = self.steps.get(self.last_began..).unwrap_or_default().iter();
        let why_not = steps.filter(|step| G::reports_why_not(&self.state, step, doing));
        why_not.map(|step| Refusal::new(step.text.clone(), step.basis.clone())).collect()
    }

    /// A question to which a line had an answer, though what asked it was not what the line does.
    fn question_elsewhere(&self, open: &Open<G>) -> Option<&Question<G>> {
        let later = self.questions.iter().skip(open.since).filter(|question| question.player == open.player);
        later.filter(|question| !G::is_window(question)).find(|question| {
            let said = answer_of::<G>(&self.state, question, &mut open.does.clone(), &mut None);
            matches!(said, Ok(Some(_)))
        })
    }
}
