//! This game's part of the scenario format: what is given, what players do, what is expected.

mod answer;
mod build;
mod change;
mod check;
pub mod format;
mod words;

use super::chart::Point;
use super::choice::{Choice, Kind, Topic};
use super::facts::{CardText, Cards, fold};
use super::table::{CardId, DARK, LIGHT};
use super::{Frame, State, Task, Tcg};
use crate::corpus::Diagnostic;
use crate::engine::kernel::{Answer, Player, Question, Refusal, Shape, Step, Switches};
use crate::engine::script::{Checked, Game, Record, Scenario};

impl Game for Tcg {
    const CODE: &'static str = "tcg";
    const DOCUMENTS: &'static str = "the official rulings";
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
        let chart = || {
            state.stack.iter().rev().find_map(|frame| match frame {
                Frame::Task(Task::Chart(chart)) => Some(chart.point),
                _ => None,
            })
        };
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

    fn meant_for(does: &format::Move) -> Option<&Point> {
        does.full().and_then(|does| does.window.as_ref())
    }

    fn to_be_refused(does: &format::Move) -> Option<&str> {
        does.full().and_then(|does| does.refused.as_deref())
    }

    fn closes_windows(does: &format::Move) -> bool {
        does.full().is_some_and(|does| does.play.is_none() && does.uses.is_none())
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

    fn left_out(_: &State, question: &Question<Self>) -> Option<Answer<Choice>> {
        answer::left_out(question)
    }

    fn no_choice(_: &State, question: &Question<Self>) -> Option<Answer<Choice>> {
        match question.topic {
            Topic::Window(_) | Topic::Act(_) | Topic::Build | Topic::Setup | Topic::Bid(_) => None,
            _ => question.shape.only(),
        }
    }

    /// Every decision of the turn is one where play stops, whatever was played before.
    fn is_framework_decision(_: &State) -> bool {
        false
    }

    fn notes(state: &State) -> Vec<Step> {
        words::notes(state)
    }

    fn is_open_window(question: &Question<Self>) -> bool {
        match question.topic {
            Topic::Window(moment) => matches!(moment.kind, Kind::Normal(_)),
            Topic::Build | Topic::Retreat | Topic::Act(_) | Topic::Setup => true,
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

    fn why(state: &State, player: Player, does: &format::Move) -> Result<(), Refusal> {
        answer::why(state, player, does)
    }

    fn check(record: &Record<'_, Self>, expect: &format::Expect) -> Checked {
        check::check(record, expect)
    }

    /// Nothing in this game grows so evenly that it could be counted ahead.
    fn advanced(_: &State, _: &State, _: u64) -> Option<State> {
        None
    }
}

/// A card by its name in the scenario; by its printed name, with or without its version letter, if
/// only one card has it.
pub(super) fn card_named(state: &State, name: &str) -> Result<CardId, String> {
    let wanted = fold(name);
    let cards = || state.table.cards.iter().enumerate();
    if let Some((at, _)) = cards().find(|(_, card)| fold(&card.id) == wanted) {
        return Ok(CardId(at as u16));
    }
    let printed = |whole: bool| {
        let called = cards().filter(move |(_, card)| {
            card.text
                .as_ref()
                .is_some_and(|text| fold(if whole { &text.name } else { text.own_name() }) == fold(name))
        });
        called.map(|(at, _)| at).collect::<Vec<_>>()
    };
    for found in [printed(true), printed(false)] {
        match found.as_slice() {
            [] => {}
            [one] => return Ok(CardId(*one as u16)),
            _ => {
                return Err(format!(
                    "Several cards are called {name}; use the names they were given with `as`."
                ));
            }
        }
    }
    Err(format!("There is no card called {name} in this scenario."))
}
