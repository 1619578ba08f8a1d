//! The script: situations written down in YAML, played, and checked against what must come out.
//!
//! The format is in [`format`], the reading of it in [`situation`], the playing in [`run`]. Every game uses
//! all of it; what is a game's own goes through [`Game`].

pub mod format;
mod repeat;
pub mod report;
pub mod run;
pub mod situation;

use std::fmt::Debug;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::kernel::{Answer, Player, Question, Refusal, Rules, State, Step, Switches};
use crate::corpus::Diagnostic;

pub use format::{Change, Line, Loop, Scenario, Variation};
pub use report::{Checked, NotInForce, Played, Replay, StepOut};
pub use run::{Options, play};
pub use situation::{About, Situation, Why};

/// What is read from a file.
pub trait Read: DeserializeOwned + JsonSchema + Clone + Debug {}
impl<T: DeserializeOwned + JsonSchema + Clone + Debug> Read for T {}

/// What a game adds to the shared scenario format and to the playing of scenarios.
pub trait Game: Rules {
    /// The game's code: `lcg` or `tcg`.
    const CODE: &'static str;
    /// What the documents are called that leave a thing open.
    const DOCUMENTS: &'static str;
    /// A named point of its timing chart.
    type Point: Read + Eq;
    /// A card of a scenario's own.
    type Card: Read;
    /// The cards a scenario may use.
    type Cards: Debug;
    /// What is there when the scenario begins.
    type Given: Read + Default;
    /// Something that is just happening.
    type Happening: Read;
    /// What a player does in one line of the script.
    type Move: Read;
    /// An expectation.
    type Expect: Read;
    /// A change of what is given.
    type Change: Read;

    /// Sets up the state in which a scenario begins.
    ///
    /// # Errors
    /// Everything that is wrong with what is given: an unknown card, two cards with one name, a card
    /// attached to nothing, an impossible number, each with its place in the file.
    fn build(
        file: &str,
        scenario: &Scenario<Self>,
        cards: &Self::Cards,
        switches: Switches,
    ) -> Result<State<Self>, Vec<Diagnostic>>;

    /// Makes a change of what is given.
    ///
    /// # Errors
    /// A sentence, when there is nothing to be changed by that name.
    fn alter(given: &mut Self::Given, change: &Self::Change) -> Result<(), String>;

    /// The player of a name, or of `light` or `dark`.
    fn player(state: &State<Self>, name: &str) -> Option<Player>;

    /// Where on the timing chart the game waits for a decision, if it waits at a named point.
    fn stands_at(state: &State<Self>) -> Option<Self::Point>;

    /// The point a move names, if it is meant for another window than the one now open.
    fn meant_for(does: &Self::Move) -> Option<&Self::Point>;

    /// Whether a line cannot be meant for any window, so that a window now open may close before it.
    fn closes_windows(_: &Self::Move) -> bool {
        false
    }

    /// The refusal a move expects, if it is there to be refused: `Some("")` when no ruling is named.
    fn to_be_refused(does: &Self::Move) -> Option<&str>;

    /// Whether a step shows that play has gone through a point at which nobody is asked anything.
    fn gone_through(_: &Self::Point, _: &Step) -> bool {
        false
    }

    /// Whether a move does nothing and only asks whether something is allowed.
    fn only_asks(_: &Self::Move) -> bool {
        false
    }

    /// What a move has to say to a question, taken out of it, so that what it says is used once.
    /// `source` is the card the move is about, once that is known.
    ///
    /// # Errors
    /// A sentence, when the move names something that does not exist.
    fn answer(
        state: &State<Self>,
        question: &Question<Self>,
        does: &mut Self::Move,
        source: &mut Option<u16>,
    ) -> Result<Option<Answer<Self::Choice>>, String>;

    /// What of a move has not been used, in words.
    fn left_over(does: &Self::Move) -> Option<String>;

    /// The answer that leaving a decision out means: pass, no, none. None when it must be made.
    fn left_out(state: &State<Self>, question: &Question<Self>) -> Option<Answer<Self::Choice>>;

    /// The answer to a question to which there is only one.
    fn no_choice(state: &State<Self>, question: &Question<Self>) -> Option<Answer<Self::Choice>>;

    /// Whether the game waits for a decision of its timing chart, where a replay may stop.
    fn is_framework_decision(state: &State<Self>) -> bool;

    /// Whether a question is an action window, where the replay of a finished script stops.
    fn is_open_window(question: &Question<Self>) -> bool;

    /// Whether a question is a window of any kind.
    fn is_window(question: &Question<Self>) -> bool;

    /// A question in words, with what is allowed.
    fn describe(state: &State<Self>, question: &Question<Self>) -> String;

    /// Why a player may not do something now; `Ok` when he may.
    ///
    /// # Errors
    /// The refusal, with its ruling.
    fn why(state: &State<Self>, player: Player, does: &Self::Move) -> Result<(), Refusal>;

    /// What a reader should know before the first step, such as cards whose text is not written down.
    fn notes(state: &State<Self>) -> Vec<Step>;

    /// Checks an expectation.
    fn check(record: &Record<'_, Self>, expect: &Self::Expect) -> Checked;

    /// The state after so many more cycles, if a cycle only changes what can grow without end:
    /// `before` and `after` are the states around one cycle.
    fn advanced(before: &State<Self>, after: &State<Self>, cycles: u64) -> Option<State<Self>>;
}

/// What a replay leaves to be checked.
#[derive(Debug)]
pub struct Record<'a, G: Game> {
    /// The state in which it ended.
    pub state: &'a State<G>,
    /// Every step.
    pub steps: &'a [Step],
    /// Who was asked what, in order.
    pub asked: &'a [Question<G>],
    /// How often the last loop ran.
    pub loops: u64,
}
