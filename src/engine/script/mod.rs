//! The script: situations written down in YAML, played, and checked against what must come out.
//!
//! | file | holds |
//! |---|---|
//! | [`format`], [`words`] | what is written: scenarios, variations, lines, and the small words in them |
//! | [`given`], [`names`] | which card a name means, where cards are given and where lines call them |
//! | [`table`] | the cards on a table |
//! | `setting` | what is looked after while a situation is set up |
//! | `change` | changes of what is given |
//! | `answering` | what lines say to questions, in every game alike |
//! | `choosing` | how a game has its players choose cards |
//! | [`situation`] | a scenario that was read and found possible |
//! | [`run`] | the playing of a script, line by line |
//! | `carry` | how a line comes to the decision it is about |
//! | `leftover` | what a line says that was never asked for |
//! | `unprompted` | what a line says that no question is about: where nobody acts, or what happens anyway |
//! | `trial` | whether a line would be allowed: it is played, whole, on a copy |
//! | `reasons` | why a line is refused: the clearest of several reasons, and what it rests on |
//! | [`narrate`], [`steps`] | how a game records its steps, and which kinds of step there are |
//! | `citations` | the rulings a game carries out, each under one name |
//! | [`skeleton`] | a scenario to fill in |
//! | [`expect`] | what is expected, compared with what was found |
//! | [`report`] | what a replay comes to |
//! | [`sides`] | which player is which side |
//! | `test_support` | small situations for unit cases |
//!
//! Every game uses all of it, `sides` where it has two; what is a game's own goes through [`Game`].

pub(in crate::engine) mod answering;
mod carry;
pub(in crate::engine) mod change;
pub(in crate::engine) mod choosing;
pub(in crate::engine) mod citations;
pub mod expect;
pub(crate) mod format;
pub(crate) mod given;
mod leftover;
pub mod names;
pub(crate) mod narrate;
mod reasons;
mod repeat;
pub(crate) mod report;
pub(crate) mod run;
pub(in crate::engine) mod setting;
pub(crate) mod sides;
pub mod situation;
pub mod skeleton;
pub mod steps;
pub(in crate::engine) mod table;
#[cfg(test)]
pub(in crate::engine) mod test_support;
mod trial;
mod unprompted;
pub(crate) mod words;

use std::fmt::Debug;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::cards::is_same;
use super::kernel::{
    Answer, AnswerError, Basis, BookRule, Player, Question, Refusal, Rules, State, Step, Table as _,
};

pub use change::Alters;
pub(crate) use expect::Expectation;
pub use expect::{Checks, MatchesQuestion, Parts, Record};
pub use format::Scenario;
pub use given::Names;
pub use report::{BasisKind, Checked, Played, Replay, StepOut};
pub(crate) use report::{Changed, NewErratum, NotInForce};
pub use run::Options;
pub use setting::SetsUp;
pub(crate) use situation::Why;
pub use skeleton::{Begins, Skeleton};
pub use steps::StepKind;
pub use table::CardTable;
pub(crate) use words::Mention;
pub use words::{Action, Answers, Combines, Move, Word};

/// What is read from a file.
pub trait Read: DeserializeOwned + JsonSchema + Clone + Debug {}
impl<T: DeserializeOwned + JsonSchema + Clone + Debug> Read for T {}

/// What a line said to a question: an answer, nothing, or something that does not exist.
pub type Reply<G> = Result<Option<Answer<<G as Rules>::Choice>>, Refusal>;

/// What is printed on a card of a game.
pub type CardOf<G> = <<G as Rules>::Table as CardTable>::Text;

/// What a game adds to the shared scenario format and to the playing of scenarios.
pub trait Game: Rules<StepKind: StepKind, Table: CardTable> {
    /// The game's code: `lcg` or `tcg`.
    const CODE: &'static str;
    /// What the documents are called that leave a thing open.
    const DOCUMENTS: &'static str;
    /// A named point of its timing chart.
    type Point: Read + Serialize + Eq + Copy + Begins<Self>;
    /// What is there when the scenario begins.
    type Given: Read + Default + SetsUp<Self>;
    /// Something that is just happening.
    type Happening: Read;
    /// What a player does in one line of the script.
    type Doing: Read + Action<Self::Point> + Answers<Self> + Combines;
    type Expect: Read + Expectation<Self> + Checks<Self>;
    /// Who was asked first in a kind of window.
    type FirstQuestion: Debug + MatchesQuestion<Self>;
    /// A change of what is given.
    type Change: Read + Alters<Self>;

    /// The player of a name, or of `light` or `dark`.
    fn player(state: &State<Self>, name: &str) -> Option<Player> {
        let mut players = (0..Self::players(&state.table)).map(Player);
        sides::called(name).or_else(|| players.find(|one| is_same(state.table.name(*one), name)))
    }

    /// Where on the timing chart the game waits for a decision, if it waits at a named point.
    fn stands_at(state: &State<Self>) -> Option<Self::Point>;

    /// The point at which the decision is made that a line answers, so that everybody passes up to there.
    fn point_of(_: &Self::Doing) -> Option<&Self::Point> {
        None
    }

    /// The point a line is meant for.
    fn meant_for(does: &Move<Self::Doing>) -> Option<&Self::Point> {
        let doing = does.full()?;
        doing.window().or_else(|| Self::point_of(doing))
    }

    /// The refusal a line expects, if it is there to be refused: `Some("")` when no ruling is named.
    fn to_be_refused(does: &Move<Self::Doing>) -> Option<&str> {
        does.full()?.refused()
    }

    /// Whether a line plays a card or uses an ability, where a window is open.
    fn is_response(does: &Move<Self::Doing>) -> bool {
        does.full().is_some_and(Action::responds)
    }

    /// Whether a line that only asks what is allowed asks it of the window now open, and of none after it.
    fn is_for_window(_: &State<Self>, does: &Move<Self::Doing>) -> bool {
        Self::is_response(does)
    }

    /// Whether a line cannot be meant for any window, so that a window now open may close before it.
    fn closes_windows(_: &Move<Self::Doing>) -> bool {
        false
    }

    /// The stretch of play the game is in, such as an engagement or an attack: a line meant for a point of
    /// one is not played in another.
    fn stretch(state: &State<Self>) -> Option<[u64; 4]>;

    fn turn(state: &State<Self>) -> u64;

    /// How many turns may end before play has come to a point.
    fn turns_to(_: &Self::Point) -> u32 {
        2
    }

    /// Whether play, since `before`, has gone through a point at which nobody is asked anything.
    fn has_passed(
        point: &Self::Point,
        before: &State<Self>,
        now: &State<Self>,
        steps: &[Step<Self::StepKind>],
    ) -> bool;

    /// Whether a script that ends with `until:` a point at which nobody is asked anything ends right behind
    /// it, and not at the next decision.
    fn ends_behind(_: &Self::Point) -> bool {
        false
    }

    /// Whether a script that ends with `until:` a point at which, as things are, nobody can be asked ends
    /// right behind it too.
    fn may_have_no_question(_: &Self::Point) -> bool {
        false
    }

    /// What comes of a line that does nothing and only checks whether something is allowed.
    ///
    /// # Errors
    /// The refusal.
    fn only_checks(_: &State<Self>, _: Player, _: &Move<Self::Doing>) -> Option<Result<(), Refusal>> {
        None
    }

    /// Why what was answered is not among what may be chosen, if the game knows better than that it is not.
    fn not_offered(_: &State<Self>, _: &Question<Self>, _: &Answer<Self::Choice>) -> Option<Refusal> {
        None
    }

    /// The rule, or the card, that an answer breaks by not fitting the question: who names it says why.
    fn broken_by(_: &State<Self>, _: &Question<Self>, _: &AnswerError<Self::Choice>) -> Option<Basis> {
        None
    }

    /// The rule, or the card, that says how many a question asks for at most, where one does.
    fn sets_most(_: &State<Self>, _: &Question<Self>) -> Option<Basis> {
        None
    }

    /// Why what a line names besides what it plays or uses could not be chosen where it is refused at once.
    fn unfit_names(_: &State<Self>, _: Player, _: &Self::Doing) -> Vec<Refusal> {
        Vec::new()
    }

    /// Why what is left of a line has nothing to say to what is asked now, where there is a reason in the
    /// rules.
    fn why_not(_: &State<Self>, _: Player, _left: &Self::Doing, _whole: &Self::Doing) -> Option<Refusal> {
        None
    }

    /// Whether a card may be played or an ability used where a decision is asked for and no window is open.
    ///
    /// # Errors
    /// The refusal.
    fn out_of_window(state: &State<Self>, player: Player, does: &Self::Doing) -> Result<(), Refusal>;

    /// Why what a line plays or uses can be done by nobody at the point for which the line says that it is
    /// meant; where play has come there, with whatever else forbids it.
    fn nobody_acts_at(_: &State<Self>, _: Player, _: &Self::Doing) -> Option<Refusal> {
        None
    }

    /// The refusal of a decision that is not open.
    fn not_open() -> Refusal;

    /// The answer that leaving a decision out means: pass, no, none. None when it must be made.
    fn left_out(state: &State<Self>, question: &Question<Self>) -> Option<Answer<Self::Choice>>;

    /// The same state, in which a window is opened for what a line plays or uses even where nothing can be
    /// done in it, so that it is said why not.
    fn watching(_: &State<Self>, _: &Self::Doing) -> Option<State<Self>> {
        None
    }

    /// Whether what a line plays or uses answers events, so that it may be meant for what comes of a
    /// decision.
    fn may_respond(_: &State<Self>, _: &Self::Doing) -> bool {
        false
    }

    /// The point to which a window belongs in which events are answered, where there is one.
    fn heads_for(_: &State<Self>) -> Option<Self::Point> {
        None
    }

    /// Whether a line only answers what an effect asks, so that no action window is the place for it.
    fn only_answers(_: &Self::Doing) -> bool {
        false
    }

    /// Whether a line is for the same decision when it comes again, and lets this one go by.
    fn waits_its_turn(_: &State<Self>, _: Player, _: &Self::Doing, _: &Question<Self>) -> bool {
        false
    }

    /// Whether the point for which a player's line is meant can only be that of this turn, which is his: it
    /// is not meant for the next turn, even if play passes the point over, or has passed it.
    fn is_of_this_turn(_: &State<Self>, _: Player, _: &Self::Doing, _: &Self::Point) -> bool {
        false
    }

    /// The rule of the rulebook that a ruling says once more: whoever names that rule means the ruling too.
    fn repeats(_ruling: &str) -> Option<BookRule> {
        None
    }

    /// Whether a player's line is for a later decision of the turn than this one, which it lets go by.
    fn comes_later(_: Player, _: &Self::Doing, _: &Question<Self>) -> bool {
        false
    }

    /// Whether what a line plays or uses answers events and is nothing else, so that no action window is the
    /// place for it.
    fn only_responds(_: &State<Self>, _: &Self::Doing) -> bool {
        false
    }

    /// The later point of this turn that alone a line can be meant for.
    fn only_later(_: &State<Self>, _: Player, _: &Self::Doing) -> Option<Self::Point> {
        None
    }

    /// Whether it does not matter who says it: what dice show.
    fn anyone_may_answer(_: &Question<Self>) -> bool {
        false
    }

    /// Whether a line says only what is so anyway where nobody is asked: that nothing is done, or an order of
    /// things between which there is no difference.
    fn declines_only(_: &Self::Doing) -> bool {
        false
    }

    /// Whether a step is what a line says, and happened without anybody's being asked because there was no
    /// choice.
    fn happened_by_itself(_: &State<Self>, _: &Step<Self::StepKind>, _: &Self::Doing) -> bool {
        false
    }

    /// Takes out of what is left of a line the names of cards that may stand for what came without a choice,
    /// each with what its word says of it, and what says nothing.
    fn take_names(_: &mut Self::Doing) -> Vec<(Mention, String)> {
        Vec::new()
    }

    /// Takes out of what is left of a line what is so anyway, as the steps that came of it report.
    fn take_narrated(_: &State<Self>, _: &mut Self::Doing, _: &[Step<Self::StepKind>]) {}

    /// Whether a step by which what a line begins falls short is why what is left of the line was not asked
    /// for.
    fn explains(_: Self::StepKind, _whole: &Self::Doing, _left: &Self::Doing) -> bool {
        true
    }

    /// Whether a step reports why what a line says of a card could not be done, at a moment at which
    /// therefore nobody was asked.
    fn reports_why_not(_: &State<Self>, _: &Step<Self::StepKind>, _: &Self::Doing) -> bool {
        false
    }

    /// Whether a kind of step reports what a word of a line says of a card.
    fn is_mentioned(_: Self::StepKind, _: Mention) -> bool {
        true
    }

    /// The card whose playing or effect asks a question, if one does.
    fn source_of_question(_: &Question<Self>) -> Option<crate::engine::cards::CardId> {
        None
    }

    /// The cards that a line is about whatever comes of it: what acts, and on what.
    fn subjects(_: &Self::Doing) -> Vec<&String> {
        Vec::new()
    }

    /// Whether passing there is for good, so that a line of the other player's does not imply it.
    fn passes_for_good(_: &Question<Self>) -> bool {
        false
    }

    /// Whether the game waits for a decision of its timing chart, where a replay may stop.
    fn is_framework_decision(state: &State<Self>) -> bool;

    /// Whether a question is an action window, where the replay of a finished script stops.
    fn is_open_window(question: &Question<Self>) -> bool;

    /// Whether a question is a window of any kind.
    fn is_window(question: &Question<Self>) -> bool;

    /// A question in words, with what is allowed.
    fn describe(state: &State<Self>, question: &Question<Self>) -> String;

    /// What a reader should know before the first step, such as cards whose text is not written down.
    fn notes(state: &State<Self>) -> Vec<Step<Self::StepKind>>;

    /// The state after this many more cycles, if a cycle only changes what can grow without end:
    /// `before` and `after` are the states around one cycle.
    fn advanced(_before: &State<Self>, _after: &State<Self>, _cycles: u64) -> Option<State<Self>> {
        None
    }
}

/// Whether play has gone from one place of the turns through a point to another. A place is the number of
/// turns that have ended and a point of the turn; who is at the point, and asked something else there, goes
/// through it when he goes on.
pub(crate) fn lies_between<P: Ord>(point: P, (turns, from): (u32, P), to: (u32, P)) -> bool {
    to > (if from <= point { turns } else { turns + 1 }, point)
}
