//! The state of a game: its table and the sequences in progress.

use std::sync::Arc;

use super::{Question, Rules, Switches};

/// A player, by seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Player(pub u8);

/// A game as a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State<R: Rules> {
    pub table: R::Table,
    /// The sequences in progress, the newest last.
    pub stack: Vec<Frame<R>>,
    /// The decision the game waits for; none when it has run out.
    pub question: Option<Question<R>>,
    /// The rulings played without.
    pub switches: Switches,
}

impl<R: Rules> State<R> {
    /// A state that will carry out one frame.
    pub fn new(table: R::Table, switches: Switches, first: Frame<R>) -> Self {
        Self { table, stack: vec![first], question: None, switches }
    }

    /// The sequence at a place of the stack.
    pub(crate) fn sequence(&self, at: usize) -> Option<&Sequence<R>> {
        if let Frame::Sequence(sequence) = self.stack.get(at)? { Some(sequence) } else { None }
    }

    /// The sequence at a place of the stack, to be changed.
    pub(crate) fn sequence_mut(&mut self, at: usize) -> Option<&mut Sequence<R>> {
        if let Frame::Sequence(sequence) = self.stack.get_mut(at)? { Some(sequence) } else { None }
    }

    /// All sequences in progress with their places, the oldest first.
    pub fn sequences(&self) -> impl Iterator<Item = (usize, &Sequence<R>)> {
        let frames = self.stack.iter().enumerate();
        frames.filter_map(
            |(at, frame)| if let Frame::Sequence(sequence) = frame { Some((at, sequence)) } else { None },
        )
    }

    /// The game's own tasks in progress, the newest first.
    pub(crate) fn tasks(&self) -> impl DoubleEndedIterator<Item = &R::Task> {
        self.stack
            .iter()
            .rev()
            .filter_map(|frame| if let Frame::Task(task) = frame { Some(task) } else { None })
    }

    /// The same, to be changed.
    pub(crate) fn tasks_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut R::Task> {
        let frames = self.stack.iter_mut().rev();
        frames.filter_map(|frame| if let Frame::Task(task) = frame { Some(task) } else { None })
    }

    /// The effect on top of the stack: the one being carried out, unless something else has begun since.
    pub(crate) fn effect(&self) -> Option<&Program<R>> {
        if let Frame::Program(program) = self.stack.last()? { Some(program) } else { None }
    }

    /// The window now open: the newest of the stack.
    pub fn window(&self) -> Option<&Window<R>> {
        let mut frames = self.stack.iter().rev();
        frames.find_map(|frame| if let Frame::Window(window) = frame { Some(window) } else { None })
    }
}

/// One sequence in progress.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Frame<R: Rules> {
    /// Players may respond.
    Window(Window<R>),
    /// Things about to happen.
    Sequence(Sequence<R>),
    /// An effect being carried out.
    Program(Program<R>),
    /// A task of the game's own.
    Task(R::Task),
}

/// A chance for the players to respond, in turn, until all have passed in a row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Window<R: Rules> {
    /// What kind of window it is, and what it belongs to.
    pub moment: R::Moment,
    /// Whose turn it is to respond.
    pub next: Player,
    /// How many passes in a row there were.
    pub passes: u8,
}

impl<R: Rules> Window<R> {
    /// A window in which `first` is asked first.
    pub fn new(moment: R::Moment, first: Player) -> Self {
        Self { moment, next: first, passes: 0 }
    }
}

/// What became of a pending event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It has yet to happen.
    Coming,
    /// An effect canceled it; what it would have done does not happen.
    Canceled,
    /// Something else happened instead; whether that happened in full.
    Replaced(bool),
    /// It happened; whether in full.
    Happened(bool),
}

/// An event and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pending<E> {
    /// What is to happen.
    pub event: E,
    /// What became of it.
    pub outcome: Outcome,
}

/// Events that happen together, with a window before and a window after.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sequence<R: Rules> {
    pub events: Vec<Pending<R::Event>>,
    /// Whether it has come to the window before the events.
    pub begun: bool,
    /// How far they have come in happening.
    pub stage: R::Stage,
    /// Set once the events have happened: the window after is next, or open.
    pub done: bool,
    /// Whether what it waited for happened in full.
    pub in_full: bool,
    /// Which responses were used in the window now open.
    pub used: Vec<R::Choice>,
    /// Whether the frame below waits to hear if all of it happened in full.
    pub reports: bool,
}

impl<R: Rules> Sequence<R> {
    /// A sequence of events about to happen together.
    pub(crate) fn new<I: IntoIterator<Item = R::Event>>(events: I) -> Self {
        let pending = events.into_iter().map(|event| Pending { event, outcome: Outcome::Coming });
        Self {
            events: pending.collect(),
            begun: false,
            stage: R::Stage::default(),
            done: false,
            in_full: true,
            used: Vec::new(),
            reports: false,
        }
    }

    /// The same, its outcome reported to the frame below.
    pub(crate) fn reporting<I: IntoIterator<Item = R::Event>>(events: I) -> Self {
        Self { reports: true, ..Self::new(events) }
    }

    /// Whether everything in it happened in full, be it replaced or not.
    pub(crate) fn whole(&self) -> bool {
        let full = |outcome| matches!(outcome, Outcome::Happened(true) | Outcome::Replaced(true));
        !self.events.is_empty() && self.events.iter().all(|pending| full(pending.outcome))
    }
}

/// How far an instruction has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InstructionStage {
    /// It has done nothing.
    New,
    /// Its first part is done, or what it set off is on its way.
    Begun,
    /// Its second part is done too.
    Finishing,
}

/// An effect in progress: instructions, and how far it has come.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Program<R: Rules> {
    pub list: Vec<Arc<R::Instruction>>,
    /// The one that is next, or being carried out.
    pub at: usize,
    /// How far the present instruction has come.
    pub stage: InstructionStage,
    /// What the effect knows.
    pub scope: R::Scope,
    /// Whether the instruction before happened in full.
    pub in_full: bool,
    /// Whether every instruction so far happened in full.
    pub all_in_full: bool,
    /// Whether the frame below waits to hear if all of it happened in full.
    pub reports: bool,
}

impl<R: Rules> Program<R> {
    /// An effect about to be carried out.
    pub(crate) fn new(list: Vec<Arc<R::Instruction>>, scope: R::Scope, reports: bool) -> Self {
        Self { list, at: 0, stage: InstructionStage::New, scope, in_full: true, all_in_full: true, reports }
    }

    /// Copies of these instructions, about to be carried out.
    pub(crate) fn of(instructions: &[R::Instruction], scope: R::Scope, reports: bool) -> Self {
        Self::new(instructions.iter().cloned().map(Arc::new).collect(), scope, reports)
    }

    /// The instruction that is next, or being carried out.
    pub(crate) fn now(&self) -> Option<&R::Instruction> {
        self.list.get(self.at).map(|instruction| &**instruction)
    }

    /// Puts instructions right after the present one.
    pub(crate) fn insert(&mut self, instructions: &[R::Instruction]) {
        let at = self.at + 1;
        self.list.splice(at..at, instructions.iter().cloned().map(Arc::new));
    }
}
