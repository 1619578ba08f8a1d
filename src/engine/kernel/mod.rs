//! What both games share: a game as a value, and the machine that moves it on.
//!
//! A [`State`] is plain data: the table of a game, and a stack of *frames*, the sequences in
//! progress, the newest on top. Four kinds of frame are enough:
//!
//! * [`Window`]: the players may respond in turn until all of them have passed in a row;
//! * [`Sequence`]: one or more things about to happen, with a window before and a window after;
//! * [`Program`]: a list of instructions being carried out, one at a time;
//! * a game's own task (`Rules::Task`), such as a step of its timing chart.
//!
//! [`start`] and [`apply`] run the top frame until the game needs a decision; that decision is the
//! state's [`Question`]. Nothing here reads a clock, draws lots or shuffles: what chance decides
//! is an answer too. What a frame *means* is the game's policy, which implements [`Rules`].

mod question;
mod run;
mod state;
mod switches;
mod trace;

pub(crate) use question::AnswerError;
pub use question::{Answer, Question, Shape};
pub(crate) use run::{
    Advanced, Check, Reasons, Stop, Timing, apply_up_to, offered_to, refuse, refuse_by_rulebook, start_up_to,
};
pub use run::{Flow, Play, Refusal, apply, forbidden, start};
pub use state::{Frame, Player, Program, Sequence, State, Window};
pub(crate) use state::{InstructionStage, Outcome, Pending};
pub use switches::Switches;
pub use trace::{Basis, BookRule, Step};

use std::fmt::Debug;
use std::hash::Hash;

/// What a value kept in a state must be: cheap to clone, comparable, hashable.
pub trait Value: Clone + Debug + Eq + Hash {}
impl<T: Clone + Debug + Eq + Hash> Value for T {}

/// A table at which a game is played.
pub trait Table: Value {
    /// Whether the game has ended.
    fn is_over(&self) -> bool;
    /// A player's name, for the trace.
    fn name(&self, player: Player) -> &str;
}

/// A game's policy: everything the kernel leaves open.
///
/// All functions are pure but for the [`Play`] they are handed, through which they change the
/// state, push frames and record steps.
pub trait Rules: Value {
    /// The game's table: its cards, tokens, counters and what must be remembered.
    type Table: Table;
    /// Something that is about to happen, or has happened.
    type Event: Value;
    /// A frame of the game's own.
    type Task: Value;
    /// One instruction of an effect.
    type Instruction: Value;
    /// What an effect in progress knows: whose it is, its source, what was chosen.
    type Scope: Value;
    /// One thing a player may choose.
    type Choice: Value + Ord;
    /// What a question is about.
    type Topic: Value;
    /// The kind of a window, and what it belongs to.
    type Moment: Value;
    /// The kinds of step it records.
    type StepKind: Value;
    /// How far the events of a sequence have come; the default is where they begin to happen.
    type Stage: Value + Default;

    /// How many players there are; windows close after as many passes in a row.
    fn players(_: &Self::Table) -> u8 {
        2
    }
    /// Takes one step of the game's own task.
    fn step(task: &mut Self::Task, play: &mut Play<'_, Self>) -> Turn<Self>;
    /// Carries out the instruction at which the program stands.
    fn perform(program: &mut Program<Self>, play: &mut Play<'_, Self>) -> Turn<Self>;
    /// Makes the events of a sequence happen; called until it is done.
    fn happen(sequence: &mut Sequence<Self>, play: &mut Play<'_, Self>) -> Turn<Self>;
    /// The window before the events of a sequence, if anybody could use it.
    fn before(sequence: &Sequence<Self>, play: &mut Play<'_, Self>) -> Option<Window<Self>>;
    /// The window after the events of a sequence, if anybody could use it.
    fn after(sequence: &Sequence<Self>, play: &mut Play<'_, Self>) -> Option<Window<Self>>;
    /// What a player may do in a window now.
    fn options(state: &State<Self>, window: &Window<Self>, player: Player) -> Vec<Self::Choice>;
    /// Whether the player who has these options may pass in this window.
    fn may_pass(state: &State<Self>, window: &Window<Self>, options: &[Self::Choice]) -> bool;
    /// Whether the condition of a window has ended, so that it closes whatever was passed.
    fn closed(state: &State<Self>, window: &Window<Self>) -> bool;
    /// Begins what a player chose to do in a window.
    fn respond(window: &Window<Self>, choice: Self::Choice, play: &mut Play<'_, Self>);
    /// The topic of the question a window asks.
    fn window_topic(window: &Window<Self>) -> Self::Topic;
    /// A player has passed in a window (whose count of passes includes it).
    fn passed(window: &Window<Self>, player: Player, play: &mut Play<'_, Self>);
    /// What a task waited for has ended; whether it happened in full.
    fn reported(task: &mut Self::Task, in_full: bool);
    /// Looks after what the rules say happens at once whenever it is true; `true` if it did
    /// something (then it is asked again).
    fn settle(play: &mut Play<'_, Self>) -> bool;
    /// Why an answer is not allowed, be it of the question's shape or not; `None` leaves that to the shape.
    /// Called by [`forbidden`] alone.
    fn forbids(
        state: &State<Self>,
        question: &Question<Self>,
        answer: &Answer<Self::Choice>,
    ) -> Option<Refusal>;
}

/// What somebody decided, or the question that must be answered first.
pub type Decision<R, T> = Result<T, Box<Question<R>>>;

/// What a frame says after its turn: how it goes on, or what it must ask first.
pub type Turn<R> = Decision<R, Flow>;

/// The types of the kernel as a game says them, without naming itself each time.
macro_rules! types_of {
    ($game:ty) => {
        /// This game as it stands at one moment.
        pub type State = $crate::engine::kernel::State<$game>;
        /// A run of this game.
        pub(crate) type Play<'a> = $crate::engine::kernel::Play<'a, $game>;
        /// An effect in progress.
        pub(crate) type Program = $crate::engine::kernel::Program<$game>;
        /// Events that happen together.
        pub(crate) type Sequence = $crate::engine::kernel::Sequence<$game>;
        /// A frame of the stack.
        pub(crate) type Frame = $crate::engine::kernel::Frame<$game>;
        /// How a frame goes on.
        pub(crate) type Turn = $crate::engine::kernel::Turn<$game>;
        /// What somebody decided, or the question that must be answered first.
        type Decision<T> = $crate::engine::kernel::Decision<$game, T>;
    };
}
pub(in crate::engine) use types_of;
