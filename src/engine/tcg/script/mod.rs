//! This game's part of the scenario format: what is given, what players do, what is expected.

mod answer;
mod build;
mod building;
mod change;
mod check;
mod dice;
pub(crate) mod format;
mod meant;
mod silent;
mod skeleton;
mod words;

use super::vocabulary::{Keyword, normalize_name};
use super::{State, Tcg};
use crate::engine::cards::is_same;
use crate::engine::kernel::{Answer, AnswerError, Basis, Player, Question, Refusal, Shape, Step};
use crate::engine::script::names::card_named;
use crate::engine::script::{Action as _, Game, Mention, Move, lies_between};
use crate::engine::tcg::legality::attackers::waits_for_faster;
use crate::engine::tcg::legality::refuse::refuse_by_rulebook;
use crate::engine::tcg::state::choice::{Choice, Kind, Topic};
use crate::engine::tcg::state::point::Point;
use crate::engine::tcg::state::table::CardId;
use crate::engine::tcg::state::values::has_keyword;
use crate::engine::tcg::turn::chart::standing;
use crate::engine::tcg::vocabulary::book;
use crate::engine::tcg::vocabulary::steps::StepKind;

impl Game for Tcg {
    const CODE: &'static str = crate::corpus::Game::Tcg.code();
    const DOCUMENTS: &'static str = "the official rulings";
    type Point = Point;
    type Given = format::Given;
    type Happening = format::Happening;
    type Doing = format::Doing;
    type Expect = format::Expect;
    type FirstQuestion = format::FirstQuestion;
    type Change = format::Change;

    fn stands_at(state: &State) -> Option<Point> {
        let chart = || standing(state);
        match &state.question.as_ref()?.topic {
            Topic::Window(moment) => Some(match moment.kind {
                Kind::Normal(point) => point,
                Kind::Attack => Point::Attack,
                Kind::Reroll => Point::Reroll,
                Kind::Prevention => Point::Prevention,
                Kind::Disrupt => Point::Disrupt,
            }),
            Topic::Act(_) | Topic::Build | Topic::Retreat | Topic::BuildRoll => chart(),
            Topic::Setup | Topic::Redraw => chart(),
            _ => None,
        }
    }

    /// A Hidden Cost is paid in some chances and not in others.
    fn is_for_window(state: &State, does: &Move<format::Doing>) -> bool {
        let deployed = does.full().and_then(|doing| doing.deploy.as_ref());
        let unit = deployed.and_then(|name| card_named(state, name).ok());
        Self::is_response(does) || unit.is_some_and(|unit| has_keyword(state, unit, Keyword::HiddenCost))
    }

    fn closes_windows(does: &Move<format::Doing>) -> bool {
        does.full().is_some() && !Self::is_response(does)
    }

    /// A line meant for a point of a battle step, or of an attack, is not played in another.
    fn stretch(state: &State) -> Option<[u64; 4]> {
        let table = &state.table;
        let arena = table.arena.map_or(0, |arena| 1 + arena as u64);
        let attack = table.attack.as_ref().map_or(0, |attack| 1 + u64::from(attack.attacker.0));
        Some([u64::from(table.turns), table.phase as u64, arena, attack])
    }

    fn turn(state: &State) -> u64 {
        u64::from(state.table.turns)
    }

    /// The points of a turn come in every turn; a chance within something else may not come at all.
    fn turns_to(point: &Point) -> u32 {
        u32::from(!point.is_chance())
    }

    fn has_passed(point: &Point, before: &State, now: &State, _: &[Step<StepKind>]) -> bool {
        let at = |state: &State| standing(state).map(|point| (state.table.turns, point));
        let (Some(from), Some(now)) = (at(before), at(now)) else { return false };
        !point.is_chance() && lies_between(*point, from, now)
    }

    fn ends_behind(point: &Point) -> bool {
        matches!(point, Point::BattleEnd | Point::TurnEnd)
    }

    fn may_have_no_question(point: &Point) -> bool {
        !point.is_chance()
    }

    fn not_offered(state: &State, question: &Question<Self>, answer: &Answer<Choice>) -> Option<Refusal> {
        answer::not_offered(state, question, answer)
    }

    fn broken_by(state: &State, question: &Question<Self>, fault: &AnswerError<Choice>) -> Option<Basis> {
        answer::broken_by(state, question, fault)
    }

    fn sets_most(state: &State, question: &Question<Self>) -> Option<Basis> {
        answer::sets_most(state, question)
    }

    fn only_checks(state: &State, player: Player, does: &Move<format::Doing>) -> Option<Result<(), Refusal>> {
        does.full()?.pass.filter(|pass| *pass).map(|_| answer::pass_allowed(state, player))
    }

    fn watching(state: &State, does: &format::Doing) -> Option<State> {
        does.play.as_ref().or(does.uses.as_ref())?;
        let mut watching = state.clone();
        watching.table.watched = true;
        Some(watching)
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
        answer::out_of_window(state, player, does)
    }

    fn not_open() -> Refusal {
        refuse_by_rulebook("That decision is not open now.", book::TURN)
    }

    fn left_out(_: &State, question: &Question<Self>) -> Option<Answer<Choice>> {
        answer::left_out(question)
    }

    fn declines_only(does: &format::Doing) -> bool {
        let mut rest = does.clone();
        let names = rest.order.take().map_or_else(Vec::new, |many| many.all().to_vec());
        let same = names.windows(2).all(|pair| is_same(&pair[0], &pair[1]));
        let due = |name: &String| building::DUE_WORDS.iter().any(|word| normalize_name(name).ends_with(word));
        !names.is_empty() && same && !names.iter().any(due) && rest.left_over().is_none()
    }

    /// A unit that can do nothing else does nothing without a question.
    fn happened_by_itself(state: &State, step: &Step<StepKind>, does: &format::Doing) -> bool {
        let mut rest = does.clone();
        let unit = rest.nothing.take().and_then(|name| card_named(state, &name).ok());
        let about = |unit| step.is_about(|id| id == state.table.id(unit));
        step.kind == StepKind::Nothing && unit.is_some_and(about) && rest.left_over().is_none()
    }

    fn only_answers(does: &format::Doing) -> bool {
        let mut rest = does.clone();
        let answers = [rest.target.take(), rest.choose.take(), rest.discard.take(), rest.order.take()];
        let said = rest.does.take().is_some()
            | rest.pays.take().is_some()
            | rest.option.take().is_some()
            | rest.enhance.take().is_some();
        (said || answers.iter().any(Option::is_some)) && rest.left_over().is_none()
    }

    fn take_names(rest: &mut format::Doing) -> Vec<(Mention, String)> {
        let mut names = Mention::take([
            (Mention::Chosen, &mut rest.target),
            (Mention::Chosen, &mut rest.choose),
            (Mention::Discarded, &mut rest.discard),
            (Mention::Chosen, &mut rest.order),
        ]);
        names.extend(rest.on.take().map(|name| (Mention::Chosen, name)));
        if matches!(&rest.dice, Some(format::DiceSaid::List(dice)) if dice.is_empty()) {
            rest.dice = None;
        }
        names
    }

    fn take_narrated(state: &State, rest: &mut format::Doing, steps: &[Step<StepKind>]) {
        let has = |kind: StepKind| steps.iter().any(|step| step.kind == kind);
        rest.enhance = rest.enhance.filter(|enhance| enhance.yes() || has(StepKind::Enhanced));
        // What an attack costs is paid without a question; nothing else is.
        let attacks = steps.iter().find(|step| step.kind == StepKind::Attacks);
        let paid = attacks.and_then(|step| step.amount);
        let says_so = |pays: &format::Paid| match pays {
            format::Paid::Whether(whether) => paid.is_some() && whether.yes(),
            format::Paid::Much(n) => paid == Some(*n),
        };
        rest.pays = rest.pays.filter(|pays| !says_so(pays));
        // Where nothing else could be hit, the hits went there.
        let assigned = |name: &String, n: u32| {
            let id = card_named(state, name).map(|card| state.table.id(card).to_owned());
            let to = |step: &Step<StepKind>| id.as_ref().is_ok_and(|id| step.about.first() == Some(id));
            let assigns = |step: &Step<StepKind>| step.kind == StepKind::Assigns && to(step);
            steps.iter().any(|step| assigns(step) && step.amount == Some(n))
        };
        if rest.assign.as_ref().is_some_and(|map| map.iter().all(|(name, n)| assigned(name, *n))) {
            rest.assign = None;
        }
    }

    fn is_mentioned(kind: StepKind, mention: Mention) -> bool {
        match mention {
            Mention::Chosen => true,
            Mention::Discarded => matches!(kind, StepKind::Discarded | StepKind::Discards),
            // This game knows neither.
            Mention::Shielded | Mention::Strikes => false,
        }
    }

    fn source_of_question(question: &Question<Self>) -> Option<CardId> {
        question.topic.source()
    }

    fn subjects(does: &format::Doing) -> Vec<&String> {
        let one = [&does.play, &does.uses, &does.attack, &does.with, &does.instead, &does.nothing];
        one.into_iter().flatten().collect()
    }

    fn comes_later(player: Player, does: &format::Doing, question: &Question<Self>) -> bool {
        let builds = does.build.is_some() || does.deploy.is_some() || does.stack.is_some();
        let acts = does.attack.is_some() || does.instead.is_some() || does.nothing.is_some();
        // The other side's retreat step comes before one's own, or after it.
        let others = question.player != player;
        matches!(question.topic, Topic::Build | Topic::Retreat)
            && (acts || does.retreat.is_some() || builds && others)
    }

    /// A unit acts when the faster ones of its own side have done nothing.
    fn waits_its_turn(
        state: &State,
        player: Player,
        does: &format::Doing,
        question: &Question<Self>,
    ) -> bool {
        let Topic::Act(arena) = question.topic else { return false };
        let unit = does.with.as_ref().or(does.instead.as_ref()).or(does.nothing.as_ref());
        let unit = unit.and_then(|name| card_named(state, name).ok());
        unit.is_some_and(|unit| waits_for_faster(state, player, arena, unit))
    }

    fn anyone_may_answer(question: &Question<Self>) -> bool {
        dice::anyone_may_answer(&question.topic)
    }

    /// Who has nothing to place passes without a word.
    fn passes_for_good(question: &Question<Self>) -> bool {
        question.topic == Topic::Setup && question.shape.only().is_none()
    }

    /// Every decision of the turn is one where play stops, whatever was played before.
    fn is_framework_decision(_: &State) -> bool {
        false
    }

    fn notes(state: &State) -> Vec<Step<StepKind>> {
        words::notes(state)
    }

    fn is_open_window(question: &Question<Self>) -> bool {
        match question.topic {
            Topic::Window(moment) => matches!(moment.kind, Kind::Normal(_)),
            Topic::Build | Topic::Retreat | Topic::Act(_) | Topic::BuildRoll => true,
            Topic::Setup => Self::passes_for_good(question),
            _ => false,
        }
    }

    fn is_window(question: &Question<Self>) -> bool {
        match question.topic {
            Topic::Window(_) => true,
            // Whether to raise: a bid that would be none may be meant for another contest.
            Topic::Bid(_) => matches!(question.shape, Shape::One { pass: true, .. }),
            _ => false,
        }
    }

    fn describe(state: &State, question: &Question<Self>) -> String {
        words::describe(state, question)
    }
}
