//! May he? A line is played on a copy of the game, with every answer that stands on it, and what comes of
//! that is the answer.

use std::sync::Arc;

use super::Game;
use super::carry::Current;
use super::format::Line;
use super::narrate::printed_name;
use super::reasons::{is_late, is_vague, most_specific, otherwise_refused, rests_on};
use super::run::{Open, Run, ScriptError, script_error};
use super::steps::StepKind as _;
use super::unprompted::{BY_ITSELF, allowed_at};
use super::words::{Action, Move, answer_of};
use crate::corpus::yaml::Spanned;
use crate::engine::kernel::{self, Basis, Player, Question, Refusal, State, Step, Table as _, Timing};

/// How many answers to what a line leaves open are tried in one trial.
const MAX_TRIES: usize = 240;
/// How many decisions a trial passes over in search of the one a line is about.
const MAX_PASSED: usize = 2_000;

/// How far a line is carried in search of a decision it is about.
pub(super) enum Reach<'l, G: Game> {
    /// A response: the window now open, and no other.
    Here,
    /// Every window up to where the next of these `lines` is played. The line is expected to be refused by
    /// `ruling`, which may be empty.
    UpTo { lines: &'l [Spanned<Line<G>>], ruling: &'l str },
}

/// What a line comes to at one decision.
pub(super) enum Verdict {
    Allowed,
    Refused(Refusal),
    /// It has nothing to say to that decision; perhaps there is a reason.
    Silent(Option<Refusal>),
}

impl<G: Game> Run<G> {
    /// Whether a line is allowed where play stands, with every answer on it.
    pub(super) fn may(&self, player: Player, does: &Move<G::Doing>) -> Result<(), Refusal> {
        self.try_here(player, does).map_err(|refusal| refusal.under(&self.state.switches))
    }

    fn try_here(&self, player: Player, does: &Move<G::Doing>) -> Result<(), Refusal> {
        if self.ends_behind.is_some() {
            return self.resumed().may(player, does);
        }
        if let Some(said) = G::only_checks(&self.state, player, does) {
            return said;
        }
        if let Some((_, reason)) = self.nobody_acts(player, does) {
            return Err(reason);
        }
        if matches!(does, Move::Word(_)) && self.state.question.as_ref().is_none_or(|q| q.player != player) {
            return Err(G::not_open());
        }
        let (copy, missed) = match G::meant_for(does) {
            Some(point) if G::stands_at(&self.state).as_ref() != Some(point) => self.gone_to(point, does),
            _ => (self.copy(), None),
        };
        match (copy.try_line(player, does, &Reach::Here), missed) {
            (Ok(_), None) => Ok(()),
            (Err(reasons), Some(missed)) if reasons.is_empty() => Err(missed),
            (Ok(_), Some(missed)) => Err(missed),
            (Err(reasons), _) => Err(most_specific::<G>(&self.state.table, reasons, "")),
        }
    }

    /// A line that only asks whether something is allowed, and must be.
    pub(super) fn allowed(
        &mut self,
        current: &Current<'_, G>,
        said: &Result<(), Refusal>,
    ) -> Result<(), ScriptError> {
        said.as_ref().map_err(|refusal| script_error(current.line, refusal))?;
        let name = self.state.table.name(current.player).to_owned();
        let (text, basis) = (format!("{name} may do that."), Basis::Program("nothing forbids it".into()));
        self.steps.push(Step::at_the_top(G::StepKind::MAY, Some(name), text, basis));
        Ok(())
    }

    /// A line that is there to be refused: at every decision it may be about, up to where the next line is
    /// played.
    pub(super) fn refused(
        &mut self,
        current: &Current<'_, G>,
        ruling: &str,
        next: &[Spanned<Line<G>>],
        late: bool,
    ) -> Result<(), ScriptError> {
        self.answer_open()?;
        if self.happened_by_itself(current.player, current.does, self.last_began) {
            return Err(ScriptError::new(current.line, BY_ITSELF));
        }
        if G::only_checks(&self.state, current.player, current.does).is_some() {
            self.no_choice(current.line)?;
        }
        let reason = self.refusal_of(current, ruling, next, late)?;
        let played = reason.clone().under(&self.state.switches);
        // A ruling that the line names must be there; it may be that a line names none.
        let by_it = if ruling.is_empty() { &reason } else { &played };
        if !rests_on::<G>(&self.state.table, by_it, ruling) {
            return Err(ScriptError::new(current.line, otherwise_refused(ruling, &played)));
        }
        if ruling.is_empty() && reason.is_untimely() {
            self.nothing_first(current)?;
        }
        // That it is not the moment shows nothing where the same line without `refused:` is carried to its
        // moment.
        let vague = ruling.is_empty() || reason == G::not_open();
        let reason = match self.at_its_moment(current).filter(|_| vague && !late) {
            Some(later) => match later.try_line(current.player, current.does, &Reach::Here) {
                Ok(_) => return Err(ScriptError::new(current.line, ALLOWED_LATER)),
                Err(reasons) => most_specific::<G>(&self.state.table, reasons, ruling),
            },
            None => reason,
        };
        self.note_refused(current, reason);
        Ok(())
    }

    /// The step of a line that is refused, as it was to be.
    pub(super) fn note_refused(&mut self, current: &Current<'_, G>, reason: Refusal) {
        let name = self.state.table.name(current.player).to_owned();
        let text = format!("{name} cannot do that. {}", reason.text);
        let basis = reason.basis.under(&self.state.switches);
        self.steps.push(Step::at_the_top(G::StepKind::REFUSED, Some(name), text, basis));
    }

    /// Why a line is refused where it is played, or at the decisions up to the next line.
    fn refusal_of(
        &self,
        current: &Current<'_, G>,
        ruling: &str,
        next: &[Spanned<Line<G>>],
        late: bool,
    ) -> Result<Refusal, ScriptError> {
        let found = match G::only_checks(&self.state, current.player, current.does) {
            Some(said) => said.map(|()| None).map_err(|reason| vec![reason]),
            // At another point it might be allowed; at the one it is meant for nothing is asked any more.
            None if late => match self.copy().try_line(current.player, current.does, &Reach::Here) {
                Err(reasons) if !is_vague::<G>(&self.state.table, &reasons, ruling) => Err(reasons),
                _ => {
                    let mut reasons = self.passed_by(current.player, current.does);
                    reasons.push(Refusal { text: TOO_LATE.into(), ..G::not_open() });
                    Err(reasons)
                }
            },
            None => self.copy().try_line(current.player, current.does, &Reach::UpTo { lines: next, ruling }),
        };
        let mut reasons = match found {
            Ok(point) => return Err(allowed_at::<G>(current, point.as_ref())),
            Err(reasons) => reasons,
        };
        if is_vague::<G>(&self.state.table, &reasons, ruling) {
            reasons.extend(self.passed_by(current.player, current.does));
            reasons.extend(self.not_possible(current.does));
        }
        Ok(most_specific::<G>(&self.state.table, reasons, ruling))
    }

    /// The game at the later point of this turn that alone a line can be meant for, if it names none and play
    /// comes there.
    fn at_its_moment(&self, current: &Current<'_, G>) -> Option<Self> {
        let doing = current.does.full().filter(|_| G::meant_for(current.does).is_none())?;
        let point = G::only_later(&self.state, current.player, doing)?;
        let mut later = self.copy();
        let comes = later.until(&point, current.line, None).is_ok();
        (comes && G::turn(&later.state) == G::turn(&self.state)).then_some(later)
    }

    /// What is refused only because something else must be decided first, and is allowed after that, shows
    /// nothing.
    fn nothing_first(&self, current: &Current<'_, G>) -> Result<(), ScriptError> {
        let Some(question) = &self.state.question else { return Ok(()) };
        if G::is_window(question) || G::left_out(&self.state, question).is_some() {
            return Ok(());
        }
        let allowed_after = |answer| {
            let Ok(next) = kernel::apply(&self.state, &answer) else { return false };
            let mut copy = self.copy();
            copy.take(question.clone(), &answer, next);
            copy.try_line(current.player, current.does, &Reach::Here).is_ok()
        };
        if G::is_response(current.does) && question.shape.answers().take(MAX_TRIES).any(allowed_after) {
            Err(self.undecided(question, current.line))
        } else {
            Ok(())
        }
    }

    /// Gives the answers to which there is no other, so that what only asks is asked when that has been done.
    fn no_choice(&mut self, line: usize) -> Result<(), ScriptError> {
        while let Some(question) = self.state.question.clone() {
            if G::is_window(&question)
                || G::is_open_window(&question)
                || G::is_framework_decision(&self.state)
            {
                return Ok(());
            }
            let Some(answer) = question.shape.only() else { return Ok(()) };
            self.give(&question, &answer, line)?;
        }
        Ok(())
    }

    /// Why a line was not allowed in windows that were passed by since the line before because nobody could
    /// do anything in them.
    pub(super) fn passed_by(&self, player: Player, does: &Move<G::Doing>) -> Vec<Refusal> {
        let Some(doing) = does.full() else { return Vec::new() };
        let mut reasons = Vec::new();
        let begun = self.first.as_ref().filter(|_| self.questions.len() == self.answered.len());
        let begun = begun.and_then(|first| kernel::start(G::watching(first, doing)?).ok());
        let later = self.answered.iter().filter_map(|(state, answer)| {
            let watching = G::watching(state, doing)?;
            kernel::apply(&watching, answer).ok()
        });
        // What is no response is judged where something was asked.
        let asked = self.answered.iter().filter(|_| !G::is_response(does));
        reasons.extend(asked.filter_map(|(state, _)| G::why_not(state, player, doing, doing)));
        for (state, _) in begun.into_iter().chain(later) {
            let mut copy = self.copy();
            copy.state = state;
            reasons.extend(copy.reasons_in_windows(player, does));
        }
        // What the card lacked then it may have got since.
        reasons.retain(|reason| reason.timing == Timing::Whenever);
        reasons
    }

    /// Carries a line to the decisions it may be about: the point at which it is allowed, if it is one, or
    /// the reasons it met, if it is allowed nowhere.
    pub(super) fn try_line(
        mut self,
        player: Player,
        does: &Move<G::Doing>,
        reach: &Reach<'_, G>,
    ) -> Result<Option<G::Point>, Vec<Refusal>> {
        let mut reasons = Vec::new();
        if let Some(found) = self.try_up_to(player, does, reach, &mut reasons) {
            return found.map(|()| G::stands_at(&self.state)).map_err(|reason| vec![reason]);
        }
        if let Reach::UpTo { ruling, .. } = reach
            && is_vague::<G>(&self.state.table, &reasons, ruling)
        {
            reasons.extend(self.passed_by(player, does));
        }
        Err(reasons)
    }

    /// The same: whether it is allowed, or is refused where it says that it is played; `None` if it only met
    /// reasons.
    fn try_up_to(
        &mut self,
        player: Player,
        does: &Move<G::Doing>,
        reach: &Reach<'_, G>,
        reasons: &mut Vec<Refusal>,
    ) -> Option<Result<(), Refusal>> {
        let answers = does.full().is_some_and(G::only_answers);
        let (turn, mut over_window) = (G::turn(&self.state), false);
        let mut seen = 0;
        for passed in 0..MAX_PASSED {
            self.answer_open().map_err(|script_error| reasons.push(script_error.refusal())).ok()?;
            let question = self.state.question.clone()?;
            let elsewhere = self.is_past(does, &question);
            let behind = passed > 0 && (self.has_come_to(reach) || elsewhere);
            let turned = self.has_turned(turn, does, reach);
            if behind || turned || over_window && self.decides_freely(&question) {
                break;
            }
            match self.judge(player, does, &question, std::mem::replace(&mut seen, self.steps.len())) {
                Verdict::Allowed if elsewhere && G::is_open_window(&question) => return None,
                Verdict::Allowed => return Some(Ok(())),
                Verdict::Refused(reason) if G::is_response(does) => reasons.push(reason),
                Verdict::Refused(reason) => return Some(Err(reason)),
                Verdict::Silent(reason) => reasons.extend(reason),
            }
            // As it is played, such a line is carried over action windows.
            let waits = answers || self.waits_for_event(does, reach, reasons);
            let carried = G::is_open_window(&question) && waits;
            over_window |= carried && !answers;
            let ends = match reach {
                Reach::UpTo { lines, .. } if carried => self.is_played_here(&question, lines),
                Reach::Here | Reach::UpTo { .. } => !carried && self.ends_at(player, &question, does, reach),
            };
            if ends || !self.pass_if_allowed(question) {
                break;
            }
        }
        None
    }

    /// Whether the turn has ended of which a line is: all but a response, which is held against every window
    /// up to the next line.
    fn has_turned(&self, began: u64, does: &Move<G::Doing>, reach: &Reach<'_, G>) -> bool {
        (!G::is_response(does) || matches!(reach, Reach::Here)) && G::turn(&self.state) != began
    }

    /// Why a line is not allowed in the response windows that are open now, one after the other, nobody doing
    /// anything in them; or, if it only answers, why it is no answer to what may be left out there.
    pub(super) fn reasons_in_windows(mut self, player: Player, does: &Move<G::Doing>) -> Vec<Refusal> {
        let mut reasons = Vec::new();
        let (responds, mut seen) = (G::is_response(does), 0);
        for _ in 0..MAX_PASSED {
            let Some(question) = self.state.question.clone() else { break };
            let ends =
                if responds { !G::is_window(&question) } else { G::is_framework_decision(&self.state) };
            if ends || G::is_open_window(&question) {
                break;
            }
            match self.judge(player, does, &question, std::mem::replace(&mut seen, self.steps.len())) {
                Verdict::Refused(reason) => reasons.push(reason),
                Verdict::Silent(reason) if responds => reasons.extend(reason),
                Verdict::Allowed | Verdict::Silent(_) => {}
            }
            if !self.pass_if_allowed(question) {
                break;
            }
        }
        reasons
    }

    /// Whether a response that is refused so far only because nothing happens that it answers may be meant
    /// for what happens after this window.
    fn waits_for_event(&self, does: &Move<G::Doing>, reach: &Reach<'_, G>, reasons: &[Refusal]) -> bool {
        let responds = does.full().is_some_and(|doing| G::only_responds(&self.state, doing));
        let named = does.full().is_some_and(|doing| doing.window().is_some());
        matches!(reach, Reach::UpTo { .. }) && responds && !named && is_late(reasons)
    }

    /// What a line comes to at the decision now open. A response is judged as if it were its player's turn.
    /// The steps up to `seen` are known not to say what the line says.
    fn judge(&self, player: Player, does: &Move<G::Doing>, question: &Question<G>, seen: usize) -> Verdict {
        if self.happened_by_itself(player, does, seen) {
            return Verdict::Allowed;
        }
        if G::is_response(does) && G::is_window(question) {
            let offered = if question.player == player {
                None
            } else {
                match kernel::offered_to(&self.state, player) {
                    Some(offered) => Some(offered),
                    None => return Verdict::Silent(why_not(&self.state, player, does, does)),
                }
            };
            let mut copy = self.copy();
            copy.state = offered.unwrap_or(copy.state);
            return copy.try_answer(player, does);
        }
        if question.player == player {
            match self.copy().try_answer(player, does) {
                Verdict::Silent(None) if G::is_response(does) => self.out_of_window(player, does, question),
                found => found,
            }
        } else if G::is_response(does) {
            self.out_of_window(player, does, question)
        } else {
            Verdict::Silent(why_not(&self.state, player, does, does))
        }
    }

    /// A response where no window is open: what may be left out is passed over, else it is judged here.
    fn out_of_window(&self, player: Player, does: &Move<G::Doing>, question: &Question<G>) -> Verdict {
        let decides = G::is_framework_decision(&self.state) || G::is_open_window(question);
        if !decides && G::left_out(&self.state, question).is_some() {
            return Verdict::Silent(None);
        }
        match does.full().map(|doing| G::out_of_window(&self.state, player, doing)) {
            None => Verdict::Silent(None),
            Some(Ok(())) => Verdict::Allowed,
            Some(Err(reason)) => Verdict::Refused(reason),
        }
    }

    /// Gives a line's answer to the decision now open, and whatever else the line says after it.
    pub(super) fn try_answer(mut self, player: Player, does: &Move<G::Doing>) -> Verdict {
        let Some(question) = self.state.question.clone() else { return Verdict::Silent(None) };
        let whole = does.clone();
        let before = Arc::new(self.state.clone());
        let mut open =
            Open { player, does: does.clone(), whole, source: None, line: 0, since: 0, steps: 0..0, before };
        let answer = match answer_of::<G>(&self.state, &question, &mut open.does, &mut open.source) {
            Err(reason) => return Verdict::Refused(reason),
            Ok(None) => return Verdict::Silent(why_not(&self.state, player, does, does)),
            Ok(Some(answer)) => answer,
        };
        match self.apply(&question, &answer) {
            Err(reason) => Verdict::Refused(self.with_what_it_names(player, does, reason)),
            Ok(next) => {
                self.take(question, &answer, next);
                self.open.push(open);
                match self.try_rest(does, &mut { MAX_TRIES }) {
                    Ok(()) => Verdict::Allowed,
                    Err(reason) => Verdict::Refused(reason),
                }
            }
        }
    }

    /// Whether all that the newest line says further is allowed. What the line leaves open is tried: it is
    /// allowed if it is allowed with any of the answers.
    fn try_rest(mut self, whole: &Move<G::Doing>, tries: &mut usize) -> Result<(), Refusal> {
        let mut reason = None;
        for _ in 0..MAX_PASSED {
            self.answer_open().map_err(|script_error| script_error.refusal())?;
            let Some(open) = self.open.last() else { return Ok(()) };
            if left_over(&open.does).is_none() {
                return Ok(());
            }
            let (player, does) = (open.player, open.does.clone());
            reason = reason.or_else(|| why_not(&self.state, player, &does, whole));
            let Some(question) = self.state.question.clone() else { break };
            if G::is_open_window(&question) {
                break;
            }
            if G::left_out(&self.state, &question).is_none() {
                return self.try_each_answer(&question, whole, tries, reason);
            }
            if !self.pass_if_allowed(question) {
                break;
            }
        }
        let open = self.open.last();
        let short = open.and_then(|open| self.fell_short(open));
        let short = short.map(|step| Refusal::new(step.text.clone(), step.basis.clone()));
        let found = reason.or(short).unwrap_or_else(|| {
            let source = open.and_then(|open| open.source).filter(|_| G::is_response(whole));
            let source = source.map(|card| printed_name(&self.state, card));
            let never = no_question_for::<G>(whole, open.map(|open| &open.does), source);
            let asked = open.and_then(|open| self.question_instead(open.player, whole));
            let asked = asked.map_or_else(String::new, |asked| format!(" {asked}"));
            Refusal { text: never.text + &asked, ..never }
        });
        let amount = open.and_then(|open| self.amount_set_by(open, whole));
        Err(Refusal { also: found.also.into_iter().chain(amount).collect(), ..found })
    }

    /// A reason why a line is refused at once, with why what it names besides could not have been chosen.
    fn with_what_it_names(&self, player: Player, does: &Move<G::Doing>, reason: Refusal) -> Refusal {
        let named = does.full().map(|doing| G::unfit_names(&self.state, player, doing));
        named.into_iter().flatten().fold(reason, Refusal::with)
    }

    /// Tries the answers to a decision that a line leaves open.
    fn try_each_answer(
        &self,
        question: &Question<G>,
        whole: &Move<G::Doing>,
        tries: &mut usize,
        reason: Option<Refusal>,
    ) -> Result<(), Refusal> {
        let (mut first, mut said): (Option<Refusal>, Option<Refusal>) = (None, None);
        for answer in question.shape.answers().take(MAX_TRIES) {
            if *tries == 0 {
                break;
            }
            *tries -= 1;
            let Ok(next) = kernel::apply(&self.state, &answer) else { continue };
            let mut copy = self.copy();
            copy.take(question.clone(), &answer, next);
            match copy.try_rest(whole, tries) {
                Ok(()) => return Ok(()),
                Err(found) if matches!(found.basis, Basis::Program(_)) => said = said.or(Some(found)),
                Err(found) => first = first.or(Some(found)),
            }
        }
        Err(first.or(reason).or(said).unwrap_or_else(|| {
            Refusal::new(
                format!("This must be decided first: {}", G::describe(&self.state, question)),
                Basis::Program("the line".into()),
            )
        }))
    }

    /// Passes a decision over, if it may be.
    fn pass_if_allowed(&mut self, question: Question<G>) -> bool {
        let Some(answer) = G::left_out(&self.state, &question) else { return false };
        match kernel::apply(&self.state, &answer) {
            Ok(next) => {
                self.take(question, &answer, next);
                true
            }
            Err(_) => false,
        }
    }

    /// Whether a line is carried no further than this decision.
    fn ends_at(
        &self,
        player: Player,
        question: &Question<G>,
        does: &Move<G::Doing>,
        reach: &Reach<'_, G>,
    ) -> bool {
        let response = G::is_response(does);
        // What may be left out is passed over for a response to what comes of it.
        let waits = does.full().is_some_and(|doing| G::may_respond(&self.state, doing))
            && matches!(reach, Reach::UpTo { .. })
            && G::left_out(&self.state, question).is_some();
        let decides =
            G::is_open_window(question) || response && G::is_framework_decision(&self.state) && !waits;
        let later = does.full().is_some_and(|doing| G::comes_later(player, doing, question))
            && matches!(reach, Reach::UpTo { .. });
        // A decision of the turn that is another's is not a chance that might close first.
        if decides && !later && (response || !G::closes_windows(does) || !G::is_window(question)) {
            return true;
        }
        match reach {
            Reach::Here => {
                let asked = response || question.player == player && G::is_for_window(&self.state, does);
                asked && G::is_window(question)
            }
            Reach::UpTo { lines, .. } => self.is_played_here(question, lines),
        }
    }

    /// Whether the next line is `until:` and play stands there: what is asked there comes after that line.
    fn has_come_to(&self, reach: &Reach<'_, G>) -> bool {
        let Reach::UpTo { lines, .. } = reach else { return false };
        let first = lines.iter().find(|line| match &line.value {
            Line::Move { does, .. } => G::to_be_refused(does).is_none(),
            Line::Until(_) | Line::Loop(_) => true,
        });
        let Some(Line::Until(point)) = first.map(|line| &line.value) else { return false };
        G::stands_at(&self.state).as_ref() == Some(point)
    }

    /// Whether the next line that does something is played at this decision.
    fn is_played_here(&self, question: &Question<G>, lines: &[Spanned<Line<G>>]) -> bool {
        for line in lines {
            match &line.value {
                Line::Until(point) => return G::stands_at(&self.state).as_ref() == Some(point),
                Line::Loop(repeated) => return self.is_played_here(question, &repeated.cycle),
                Line::Move { does, .. }
                    if G::to_be_refused(does).is_some()
                        || G::only_checks(&self.state, question.player, does).is_some() => {}
                Line::Move { player, does } => {
                    let meant = G::meant_for(does);
                    let there = meant.is_none_or(|point| G::stands_at(&self.state).as_ref() == Some(point));
                    if !there || G::player(&self.state, player) != Some(question.player) {
                        return false;
                    }
                    let answer = answer_of::<G>(&self.state, question, &mut does.clone(), &mut None);
                    return matches!(answer, Ok(Some(answer)) if kernel::apply(&self.state, &answer).is_ok());
                }
            }
        }
        false
    }
}

/// What is said of a line that was to be refused, and stands before its moment.
const ALLOWED_LATER: &str = "This was to be refused, but later in this turn it is allowed, and the line is meant for that \
     moment. If it is meant for the window now open, say so (`in:`).";

/// What is said of a line that is meant for a point to which play does not come.
pub(super) const TOO_LATE: &str = "Play does not come to that point in this turn from here.";

/// What a line says that was never asked for; with the card that is played or used, if one is.
pub(super) fn no_question_for<G: Game>(
    whole: &Move<G::Doing>,
    left: Option<&Move<G::Doing>>,
    card: Option<String>,
) -> Refusal {
    let partly = || whole.full()?.partly_used(left?.full()?);
    if let Some(word) = partly() {
        let text = format!("Not all that {word} names can be chosen");
        return match card {
            Some(card) => Refusal::new(format!("{text}: {card} asks for fewer."), Basis::Card(card)),
            None => Refusal::new(format!("{text}."), Basis::Question),
        };
    }
    let word = left.and_then(left_over).unwrap_or_else(|| "The line".into());
    Refusal::new(format!("{word} is never asked for."), Basis::Program("the line".into()))
}

/// A word of a line that has not been asked for.
pub(super) fn left_over<P, D: Action<P>>(does: &Move<D>) -> Option<String> {
    does.full()?.left_over()
}

pub(super) fn why_not<G: Game>(
    state: &State<G>,
    player: Player,
    left: &Move<G::Doing>,
    whole: &Move<G::Doing>,
) -> Option<Refusal> {
    G::why_not(state, player, left.full()?, whole.full()?)
}
