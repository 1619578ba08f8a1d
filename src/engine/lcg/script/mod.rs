//! This game's part of the scenario format: what is given, what players do, what is expected.

mod answer;
mod build;
mod change;
mod check;
pub(crate) mod format;
mod meant;
mod repeat;
mod silent;
mod skeleton;
mod words;

use super::vocabulary::{AbilityKind, CardType, EventKind, Many, TextCoverage, normalize_name};
use super::{Frame, Lcg, State, Task};
use crate::engine::cards::{OWN_CARDS, Printed as _};
use crate::engine::kernel::{Answer, AnswerError, Basis, BookRule, Player, Question, Refusal, Step};
use crate::engine::lcg::legality::legal;
use crate::engine::lcg::legality::refuse::refuse_by_rulebook;
use crate::engine::lcg::refusals::Amount;
use crate::engine::lcg::state::choice::{Choice, Moment, Topic};
use crate::engine::lcg::state::filter::is_type;
use crate::engine::lcg::state::point::Point;
use crate::engine::lcg::state::stage::Progress;
use crate::engine::lcg::state::table::{CardId, Watched};
use crate::engine::lcg::state::values::abilities;
use crate::engine::lcg::turn::chart::Chart;
use crate::engine::lcg::vocabulary::steps::StepKind;
use crate::engine::lcg::vocabulary::{book, cite};
use crate::engine::script::names::card_named;
use crate::engine::script::{Action as _, Game, Mention, Move, lies_between};

impl Game for Lcg {
    const CODE: &'static str = crate::corpus::Game::Lcg.code();
    const DOCUMENTS: &'static str = "FAQ v2.2";
    type Point = Point;
    type Given = format::Given;
    type Happening = format::Happening;
    type Doing = format::Doing;
    type Expect = format::Expect;
    type FirstQuestion = format::FirstQuestion;
    type Change = format::Change;

    fn stands_at(state: &State) -> Option<Point> {
        match &state.question.as_ref()?.topic {
            Topic::Window(Moment::Action(point)) => Some(*point),
            // In the middle of something, play stands at no point but one at which nobody is asked anything
            // else.
            Topic::Window(Moment::Interrupt(_) | Moment::Reaction(_)) => {
                chart_point(state).filter(|point| passing_step(*point).is_some())
            }
            _ => chart_point(state),
        }
    }

    fn is_framework_decision(state: &State) -> bool {
        matches!(state.stack.last(), Some(Frame::Task(Task::Chart(_))))
    }

    fn point_of(does: &format::Doing) -> Option<&Point> {
        does.point()
    }

    /// A line meant for a box of an engagement is not played in another engagement.
    fn stretch(state: &State) -> Option<[u64; 4]> {
        let table = &state.table;
        let engagements = table.declared.len() + usize::from(table.declared_dial);
        table.engagement.as_ref().map(|_| [u64::from(table.active.0), engagements as u64, 0, 0])
    }

    fn turn(state: &State) -> u64 {
        u64::from(state.table.turns)
    }

    fn has_passed(point: &Point, before: &State, now: &State, steps: &[Step<StepKind>]) -> bool {
        // A point at which nobody is asked anything, and which no step reports, has gone by where play is
        // further on.
        let may_be_silent =
            matches!(point, Point::Balance | Point::Draw | Point::DrawCards | Point::ForceCommit);
        let silent = may_be_silent && is_past(*point, before, now);
        let ended = *point == Point::TurnEnd && turn_has_ended(now);
        // The step that reports the end of an engagement comes before its last reactions.
        let lasts = *point == Point::EngagementEnd && now.table.engagement.is_some();
        let narrated = |kind| steps.iter().any(|step| step.kind == kind);
        // A canceled edge battle ends with nobody having won it.
        let canceled = *point == Point::EdgeReveal && narrated(StepKind::EdgeCanceled);
        silent || ended || canceled || !lasts && passing_step(*point).is_some_and(narrated)
    }

    fn ends_behind(point: &Point) -> bool {
        passing_step(*point).is_some()
    }

    fn only_checks(state: &State, player: Player, does: &Move<format::Doing>) -> Option<Result<(), Refusal>> {
        answer::only_checks(state, player, does.full()?)
    }

    fn declines_only(does: &format::Doing) -> bool {
        let none = |names: &Option<Many<String>>| {
            names.as_ref().is_some_and(|many| many.all().iter().all(|name| normalize_name(name) == "none"))
        };
        let mut rest = does.clone();
        let mut declined = false;
        for names in [&mut rest.commit, &mut rest.defenders, &mut rest.edge] {
            if none(names) {
                (*names, declined) = (None, true);
            }
        }
        declined && rest.left_over().is_none()
    }

    fn take_names(rest: &mut format::Doing) -> Vec<(Mention, String)> {
        let mut names = Mention::take([
            (Mention::Chosen, &mut rest.target),
            (Mention::Chosen, &mut rest.choose),
            (Mention::Discarded, &mut rest.discard),
            (Mention::Shielded, &mut rest.shield),
        ]);
        let one = [
            (Mention::Chosen, &mut rest.on),
            (Mention::Chosen, &mut rest.at),
            (Mention::Strikes, &mut rest.strike),
        ];
        names.extend(one.into_iter().filter_map(|(mention, name)| Some((mention, name.take()?))));
        names
    }

    fn explains(kind: StepKind, whole: &format::Doing, left: &format::Doing) -> bool {
        // One icon of a strike that finds nothing says nothing of the others, nor of what answers them.
        let of_strike = whole.strike.is_some().then(|| left.damage.is_some());
        let of_words = [
            (StepKind::NoTarget, of_strike),
            (StepKind::NoObjective, of_strike),
            (StepKind::NoFocusTarget, Some(left.tactics.is_some())),
            (StepKind::UselessShield, Some(left.shield.is_some())),
            (StepKind::NotCommitted, Some(left.commit.is_some())),
        ];
        let of_word = of_words.into_iter().find_map(|(of, is_left)| is_left.filter(|_| of == kind));
        of_word.unwrap_or(true)
    }

    fn reports_why_not(state: &State, step: &Step<StepKind>, does: &format::Doing) -> bool {
        // What answers damage has nothing to answer where none was taken.
        if step.kind == StepKind::NoDamage {
            return answers_damage(state, does);
        }
        let of_words = [(StepKind::UselessShield, &does.shield), (StepKind::NotCommitted, &does.commit)];
        let names = of_words.into_iter().find_map(|(of, names)| names.as_ref().filter(|_| of == step.kind));
        let mut names = names.into_iter().flat_map(Many::all);
        names.any(|name| {
            card_named(state, name).is_ok_and(|card| step.is_about(|id| id == state.table.id(card)))
        })
    }

    fn is_mentioned(kind: StepKind, mention: Mention) -> bool {
        match mention {
            Mention::Chosen => true,
            Mention::Discarded => matches!(kind, StepKind::Discard | StepKind::Sacrificed),
            Mention::Shielded => matches!(kind, StepKind::Shield | StepKind::Shielded | StepKind::Shields),
            Mention::Strikes => kind == StepKind::Strikes,
        }
    }

    fn source_of_question(question: &Question<Self>) -> Option<CardId> {
        question.topic.source()
    }

    fn subjects(does: &format::Doing) -> Vec<&String> {
        let one = [&does.play, &does.uses, &does.answering, &does.engage];
        let lists = [&does.attackers, &does.defenders, &does.commit, &does.edge];
        let protect = does.protect.iter().flat_map(Many::all).flat_map(|part| [&part.with, &part.card]);
        let lists = lists.into_iter().flatten().flat_map(Many::all);
        one.into_iter().flatten().chain(lists).chain(protect).collect()
    }

    fn watching(state: &State, does: &format::Doing) -> Option<State> {
        let named = |name: Option<&String>| name.and_then(|name| card_named(state, name).ok());
        let card = named(does.play.as_ref().or(does.uses.as_ref()));
        let protector = does.protect.as_ref().and_then(|many| many.all().first());
        let protector = named(protector.map(|reassign| &reassign.with));
        let watched = [card.map(Watched::Used), protector.map(Watched::Protector)];
        let mut watching = state.clone();
        watching.table.watched = watched.into_iter().flatten().collect();
        (!watching.table.watched.is_empty()).then_some(watching)
    }

    fn only_answers(does: &format::Doing) -> bool {
        let mut rest = does.clone();
        let answers = rest.choose.take().is_some()
            | rest.at.take().is_some()
            | rest.target.take().is_some()
            | rest.order.take().is_some()
            | rest.shield.take().is_some()
            | rest.protect.take().is_some();
        answers && rest.left_over().is_none()
    }

    fn may_respond(state: &State, does: &format::Doing) -> bool {
        let name = does.play.as_ref().or(does.uses.as_ref());
        let card = name.and_then(|name| card_named(state, name).ok());
        card.is_some_and(|card| {
            let kinds = [AbilityKind::Interrupt, AbilityKind::Reaction];
            abilities(state, card).any(|ability| kinds.contains(&ability.kind))
        })
    }

    fn only_responds(state: &State, does: &format::Doing) -> bool {
        let name = does.play.as_ref().or(does.uses.as_ref());
        let Some(card) = name.and_then(|name| card_named(state, name).ok()) else { return false };
        let event = is_type(state, card, CardType::Event);
        let of = |kind: AbilityKind| abilities(state, card).any(|ability| ability.kind == kind);
        (does.uses.is_some() || event)
            && (of(AbilityKind::Interrupt) || of(AbilityKind::Reaction))
            && !of(AbilityKind::Action)
    }

    /// Units and enhancements are played in the deployment phase, and a card is discarded in the draw phase.
    fn only_later(state: &State, player: Player, does: &format::Doing) -> Option<Point> {
        let card = does.play.as_ref().and_then(|name| card_named(state, name).ok());
        let deploys = |card: CardId| {
            [CardType::Unit, CardType::Enhancement].into_iter().any(|kind| is_type(state, card, kind))
        };
        let point = match (card, &does.uses) {
            (Some(card), _) if deploys(card) => Point::Deployment,
            (None, None) if does.discard.is_some() => Point::Draw,
            _ => return None,
        };
        let waits = Self::heads_for(state).is_some_and(|now| now < point);
        (waits && state.table.active == player).then_some(point)
    }

    fn is_of_this_turn(state: &State, player: Player, does: &format::Doing, point: &Point) -> bool {
        let ahead = || Self::heads_for(state).is_some_and(|now| now < *point);
        // What only the active player decides is refused in his turn, not in the next one, which is the
        // other's; and so is what the other player says he decides in it.
        let decides = [Point::Objective, Point::Attackers, Point::ForceCommit].contains(point);
        let refused = does.refused.is_some() && does.window.is_none() && decides;
        refused || state.table.active == player && ahead()
    }

    fn repeats(ruling: &str) -> Option<BookRule> {
        let (whole, part) = ruling.split_once('#').unwrap_or((ruling, ""));
        // What one part says, the rules for the others do not.
        if !part.is_empty() {
            let rule = match part {
                legal::ACTION_WINDOWS_ONLY => book::ACTION_TIMING,
                _ => book::FRAMEWORK_NOT_BROKEN,
            };
            return (whole == cite::FRAMEWORK_EVENTS).then_some(rule);
        }
        Some(match whole {
            cite::ONE_ENGAGEMENT_EACH => book::ONCE_EACH,
            cite::STEP_4 => book::CANNOT_PAY,
            cite::DAMAGE_2 => book::PROTECT,
            cite::DAMAGE_3 => book::SHIELD,
            cite::STEP_5 => book::TARGET,
            cite::FRAMEWORK_EVENTS => book::NO_ACTIONS_IN_EVENTS,
            cite::INTERRUPTS => book::INTERRUPTS,
            cite::REACTIONS => book::REACTIONS,
            cite::FROM_PLAY => book::OUT_OF_PLAY,
            cite::DIAL => book::DIAL_NO_OBJECTIVE,
            cite::STRIKE_AGAIN => book::STRIKE_READIED,
            cite::NOT_ENGAGED => book::ENGAGED_GONE,
            cite::CAPTURED_HIDDEN => book::CAPTURED_LOOK,
            cite::OWN_EDGE_STACK => book::EDGE_PEEK,
            _ => return None,
        })
    }

    fn heads_for(state: &State) -> Option<Point> {
        state.tasks().find_map(|task| match task {
            Task::Chart(chart) => Some(chart.point),
            _ => None,
        })
    }

    fn broken_by(state: &State, question: &Question<Self>, fault: &AnswerError<Choice>) -> Option<Basis> {
        super::refusals::broken_by(state, question, fault)
    }

    fn sets_most(state: &State, question: &Question<Self>) -> Option<Basis> {
        super::refusals::amount_set_by(state, question, Amount::TooMuch)
    }

    fn unfit_names(state: &State, player: Player, does: &format::Doing) -> Vec<Refusal> {
        meant::unfit_names(state, player, does)
    }

    fn why_not(
        state: &State,
        player: Player,
        left: &format::Doing,
        whole: &format::Doing,
    ) -> Option<Refusal> {
        silent::why_not(state, player, left, whole)
    }

    fn out_of_window(state: &State, player: Player, does: &format::Doing) -> Result<(), Refusal> {
        silent::out_of_window(state, player, does)
    }

    fn nobody_acts_at(state: &State, player: Player, does: &format::Doing) -> Option<Refusal> {
        let name = does.play.as_ref().or(does.uses.as_ref())?;
        let card = card_named(state, name).ok().filter(|_| !Self::may_respond(state, does))?;
        // What an event does whose text is not written down, and when, nobody knows.
        let known = abilities(state, card).next().is_some() || !is_type(state, card, CardType::Event);
        let point = *does.window.as_ref().filter(|_| known)?;
        let refusal = silent::no_action_at(state, card, point)?;
        Some(silent::with_others(state, player, card, does, refusal))
    }

    fn not_open() -> Refusal {
        refuse_by_rulebook("That decision is not open now.", book::TIMING_CHART)
    }

    fn left_out(state: &State, question: &Question<Self>) -> Option<Answer<Choice>> {
        answer::left_out(state, question)
    }

    fn is_open_window(question: &Question<Self>) -> bool {
        matches!(question.topic, Topic::Window(Moment::Action(_)))
    }

    fn is_window(question: &Question<Self>) -> bool {
        matches!(question.topic, Topic::Window(_))
    }

    fn describe(state: &State, question: &Question<Self>) -> String {
        words::describe(state, question)
    }

    fn notes(state: &State) -> Vec<Step<StepKind>> {
        let texts = state.table.cards.iter().filter_map(|card| Some((&*card.id, card.text.as_ref()?)));
        let blank: Vec<&str> = texts
            .clone()
            .filter(|(_, text)| matches!(text.known(), TextCoverage::Nothing { .. }))
            .map(|(id, _)| id)
            .collect();
        let mut steps = Vec::new();
        if !blank.is_empty() {
            steps.push(note(format!(
                "What these cards do is not written down here; only their figures, traits and keywords count: {}.",
                blank.join(", ")
            )));
        }
        for (id, text) in texts {
            if let TextCoverage::Part(missing) = text.known() {
                steps.push(note(format!("Of {id} only part is written down here. Missing: {missing}")));
            }
        }
        steps
    }

    fn advanced(before: &State, after: &State, cycles: u64) -> Option<State> {
        repeat::advanced(before, after, cycles)
    }
}

/// The point of the timing chart, once something has begun there.
fn chart_point(state: &State) -> Option<Point> {
    state.stack.iter().enumerate().find_map(|(at, frame)| {
        let Frame::Task(Task::Chart(chart)) = frame else { return None };
        let begun = chart.stage != Progress::Begins || at + 1 == state.stack.len();
        begun.then_some(chart.point)
    })
}

/// Whether a turn has ended and the next one has not begun.
fn turn_has_ended(state: &State) -> bool {
    let ended = |chart: &Chart| chart.point == Point::TurnEnd && chart.stage == Progress::Ends;
    matches!(state.stack.as_slice(), [Frame::Task(Task::Chart(chart))] if ended(chart))
}

/// Whether play has gone from one state through a point of the turn to the other.
fn is_past(point: Point, before: &State, now: &State) -> bool {
    let at = |state: &State| Lcg::heads_for(state).map(|point| (state.table.turns, point));
    let (Some(from), Some(now)) = (at(before), at(now)) else { return false };
    lies_between(point, from, now)
}

/// Whether a line plays or uses a card that answers damage taken.
fn answers_damage(state: &State, does: &format::Doing) -> bool {
    let card = does.play.as_ref().or(does.uses.as_ref()).and_then(|name| card_named(state, name).ok());
    let mut triggers =
        card.into_iter().flat_map(|card| abilities(state, card)).filter_map(|a| a.when.as_ref());
    triggers.any(|trigger| trigger.event == EventKind::Damaged)
}

/// The kind of step that reports play going through a point at which nobody is asked anything.
fn passing_step(point: Point) -> Option<StepKind> {
    Some(match point {
        Point::RefreshFocus | Point::RefreshShields | Point::RefreshObjectives => StepKind::Refreshed,
        Point::RefreshEnd => StepKind::PhaseEnds,
        Point::EdgeReveal => StepKind::Edge,
        Point::EngagementEnd => StepKind::EngagementEnds,
        Point::ForceStruggle => StepKind::Struggle,
        Point::TurnEnd => StepKind::Turn,
        Point::Balance
        | Point::RefreshActions
        | Point::Draw
        | Point::DrawCards
        | Point::DrawActions
        | Point::Deployment
        | Point::ConflictActions
        | Point::Objective
        | Point::Attackers
        | Point::AfterAttackers
        | Point::Defenders
        | Point::AfterDefenders
        | Point::EdgePlace
        | Point::EdgeActions
        | Point::Strike
        | Point::AfterStrike
        | Point::ConflictEnd
        | Point::ForceCommit
        | Point::ForceActions => return None,
    })
}

fn note(text: String) -> Step<StepKind> {
    Step::at_the_top(StepKind::Note, None, text, Basis::Program(OWN_CARDS.into()))
}
