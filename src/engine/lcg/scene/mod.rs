//! This game's part of the scenario format: what is given, what players do, what is expected.

mod answer;
mod build;
mod change;
mod check;
pub mod format;
mod repeat;
mod words;

use super::chart::Point;
use super::choice::{Moment, Topic};
use super::table::{CardId, DARK, LIGHT};
use super::{Frame, Lcg, State, Task};
use crate::corpus::Diagnostic;
use crate::engine::kernel::{Answer, Basis, Player, Question, Refusal, Step, Switches};
use crate::engine::script::{Checked, Game, Record, Scenario};

use super::choice::Choice;
use super::facts::{CardText, Cards, Known, fold};

impl Game for Lcg {
    const CODE: &'static str = "lcg";
    const DOCUMENTS: &'static str = "FAQ v2.2";
    type Point = Point;
    type Card = CardText;
    type Cards = Cards;
    type Given = format::Given;
    type Happening = format::Happening;
    type Move = format::Move;
    type Expect = format::Expect;
    type Change = format::Change;

    fn build(
        file: &str,
        scenario: &Scenario<Self>,
        cards: &Cards,
        switches: Switches,
    ) -> Result<State, Vec<Diagnostic>> {
        build::build(file, scenario, cards, switches)
    }

    fn alter(given: &mut format::Given, change: &format::Change) -> Result<(), String> {
        change::alter(given, change)
    }

    fn player(state: &State, name: &str) -> Option<Player> {
        let named = |player: Player| fold(state.table.name(player)) == fold(name);
        match fold(name).as_str() {
            "light" => Some(LIGHT),
            "dark" => Some(DARK),
            _ => [LIGHT, DARK].into_iter().find(|player| named(*player)),
        }
    }

    fn stands_at(state: &State) -> Option<Point> {
        match &state.question.as_ref()?.topic {
            Topic::Window(Moment::Action(point)) => Some(*point),
            _ => state.stack.iter().enumerate().find_map(|(at, frame)| match frame {
                Frame::Task(Task::Chart(chart)) if chart.stage > 0 || at + 1 == state.stack.len() => {
                    Some(chart.point)
                }
                _ => None,
            }),
        }
    }

    fn is_framework_decision(state: &State) -> bool {
        matches!(state.stack.last(), Some(Frame::Task(Task::Chart(_))))
    }

    fn no_choice(state: &State, question: &Question<Self>) -> Option<Answer<Choice>> {
        answer::no_choice(state, question)
    }

    fn meant_for(does: &format::Move) -> Option<&Point> {
        let does = does.full()?;
        does.window.as_ref().or_else(|| does.point())
    }

    fn to_be_refused(does: &format::Move) -> Option<&str> {
        does.full().and_then(|does| does.refused.as_deref())
    }

    fn gone_through(point: &Point, step: &Step) -> bool {
        let kind = match point {
            Point::RefreshShields | Point::RefreshObjectives => "refreshed",
            Point::RefreshEnd => "phase-ends",
            Point::EdgeReveal => "edge",
            Point::EngagementEnd => "engagement-ends",
            Point::ForceStruggle => "struggle",
            Point::TurnEnd => "turn",
            _ => return false,
        };
        step.kind == kind
    }

    fn only_asks(does: &format::Move) -> bool {
        does.full()
            .is_some_and(|does| does.look_at.is_some() || does.reorder.is_some() || does.pass.is_some())
    }

    fn answer(
        state: &State,
        question: &Question<Self>,
        does: &mut format::Move,
        source: &mut Option<u16>,
    ) -> Result<Option<Answer<Choice>>, String> {
        answer::answer(state, question, does, source)
    }

    fn left_over(does: &format::Move) -> Option<String> {
        does.full().and_then(answer::left_over)
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

    fn why(state: &State, player: Player, does: &format::Move) -> Result<(), Refusal> {
        answer::why(state, player, does)
    }

    fn notes(state: &State) -> Vec<Step> {
        let texts = state.table.cards.iter().filter_map(|card| Some((&*card.id, card.text.as_ref()?)));
        let blank: Vec<&str> =
            texts.clone().filter(|(_, text)| text.known() == Known::Nothing).map(|(id, _)| id).collect();
        let mut steps = Vec::new();
        if !blank.is_empty() {
            let text = format!(
                "What these cards do is not written down here; only their figures, traits and keywords count: {}.",
                blank.join(", ")
            );
            steps.push(note(text, blank.join(", ")));
        }
        for (id, text) in texts {
            if let Known::Part(missing) = text.known() {
                steps.push(note(
                    format!("Of {id} only part is written down here. Missing: {missing}"),
                    id.into(),
                ));
            }
        }
        steps
    }

    fn check(record: &Record<'_, Self>, expect: &format::Expect) -> Checked {
        check::check(record, expect)
    }

    fn advanced(before: &State, after: &State, cycles: u64) -> Option<State> {
        repeat::advanced(before, after, cycles)
    }
}

fn note(text: String, cards: String) -> Step {
    Step { depth: 0, kind: "note".into(), actor: None, text, basis: Basis::Card(cards), about: Vec::new() }
}

/// A card by its name in the scenario; by its title if only one card has it.
pub(super) fn card_named(state: &State, name: &str) -> Result<CardId, String> {
    let wanted = fold(name);
    let cards = state.table.cards.iter().enumerate();
    let by_id = cards.clone().find(|(_, card)| fold(&card.id) == wanted);
    if let Some((at, _)) = by_id {
        return Ok(CardId(at as u16));
    }
    let titled: Vec<usize> = cards
        .filter(|(_, card)| card.text.as_ref().is_some_and(|text| fold(&text.title) == wanted))
        .map(|(at, _)| at)
        .collect();
    match titled.as_slice() {
        [one] => Ok(CardId(*one as u16)),
        [] => Err(format!("There is no card called {name} in this scenario.")),
        _ => Err(format!("Several cards are called {name}; use the names they were given with `as`.")),
    }
}
