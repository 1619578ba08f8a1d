//! The machine: runs the top frame until a decision is needed.

use super::{
    Answer, AnswerError, Basis, BookRule, Decision, Frame, InstructionStage, Player, Program, Question,
    Rules, Sequence, State, Step, Switches, Table as _, Turn, Window,
};

/// How many frames one answer may set in motion before the kernel gives up.
const MAX_RUN_LENGTH: usize = 20_000;

/// How a frame goes on after its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It has ended; whether what it stood for happened in full.
    Done(bool),
    /// It is taken up again when what it pushed has ended.
    Wait,
}

/// Why an answer was not allowed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Refusal {
    /// The reason, a sentence.
    pub text: String,
    /// The ruling or rule it rests on.
    pub basis: Basis,
    /// When it might be allowed.
    pub timing: Timing,
    /// What says the same besides: other rules, or the card that forbids it by a rule by which a card may.
    pub also: Vec<Basis>,
}

/// Whether what is refused might be allowed at another moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Timing {
    /// It is refused as things are, whatever the moment.
    #[default]
    Whenever,
    /// It is only not the moment for it.
    NotNow,
    /// What is meant is not there: at another moment it may have been given to the card.
    NotThere,
}

impl Refusal {
    /// That something is refused as things are.
    pub fn new(text: impl Into<String>, basis: Basis) -> Self {
        Self { text: text.into(), basis, timing: Timing::Whenever, also: Vec::new() }
    }

    /// The same, because a card of that name forbids it.
    #[must_use]
    pub(crate) fn by_card(self, card: String) -> Self {
        self.and(Basis::Card(card))
    }

    /// The same, which a rule of the rulebook says too.
    #[must_use]
    pub(crate) fn by_rule(self, rule: BookRule) -> Self {
        self.and(Basis::Rulebook(rule))
    }

    /// The same, with all that another refusal of the same thing rests on.
    #[must_use]
    pub(crate) fn with(mut self, other: Self) -> Self {
        for basis in std::iter::once(other.basis).chain(other.also) {
            if self.basis != basis && !self.also.contains(&basis) {
                self.also.push(basis);
            }
        }
        self
    }

    /// The first of several refusals of one thing, with all that the others rest on.
    pub(crate) fn all(refusals: impl IntoIterator<Item = Self>) -> Option<Self> {
        refusals.into_iter().reduce(Self::with)
    }

    fn and(mut self, basis: Basis) -> Self {
        self.also.push(basis);
        self
    }

    /// The same, because it is not the moment for it.
    #[must_use]
    pub(crate) fn not_now(self) -> Self {
        Self { timing: Timing::NotNow, ..self }
    }

    /// The same, because there is nothing like what is meant.
    #[must_use]
    pub(crate) fn not_there(self) -> Self {
        Self { timing: Timing::NotThere, ..self }
    }

    /// The same where some rulings are played without: it rests on none of these.
    #[must_use]
    pub(crate) fn under(self, switches: &Switches) -> Self {
        let also = self.also.into_iter().map(|basis| basis.under(switches)).collect();
        Self { basis: self.basis.under(switches), also, ..self }
    }

    /// Whether it says only that it is not the moment for it.
    pub(crate) fn is_untimely(&self) -> bool {
        self.timing == Timing::NotNow
    }
}

/// Which of the reasons are wanted that stand against one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reasons {
    /// Any: whether it is allowed is all that is asked.
    First,
    /// Every one, so that each may be named.
    Every,
}

/// Whether something is so for which a thing is allowed; if not, why not.
pub(crate) type Check<'c> = &'c dyn Fn() -> Result<(), Refusal>;

impl Reasons {
    /// What comes of checks, of which all must hold.
    ///
    /// # Errors
    /// The refusal of the first that does not, perhaps with what the others rest on.
    pub(crate) fn of(self, checks: &[Check<'_>]) -> Result<(), Refusal> {
        let mut failed = checks.iter().filter_map(|check| check().err());
        match self {
            Self::First => failed.next(),
            Self::Every => Refusal::all(failed),
        }
        .map_or(Ok(()), Err)
    }
}

/// A refusal that rests on a ruling.
pub(crate) fn refuse(text: impl Into<String>, ruling: &str) -> Refusal {
    Refusal::new(text, Basis::Ruling(ruling.into()))
}

/// A refusal that rests on the rulebook.
pub(crate) fn refuse_by_rulebook(text: impl Into<String>, rule: BookRule) -> Refusal {
    Refusal::new(text, Basis::Rulebook(rule))
}

/// A sentence about what was said, which rests on no rule.
impl From<String> for Refusal {
    fn from(text: String) -> Self {
        Self::new(text, Basis::Program("the line".into()))
    }
}

/// What a game's policy works with during one run: the state, and the trace.
#[derive(Debug)]
pub struct Play<'a, R: Rules> {
    pub state: &'a mut State<R>,
    steps: &'a mut Vec<Step<R::StepKind>>,
    pushed: Vec<Frame<R>>,
    answer: Option<Answer<R::Choice>>,
}

impl<R: Rules> Play<'_, R> {
    /// Puts a frame on the stack. Of several, the first pushed is carried out first.
    pub fn push(&mut self, frame: Frame<R>) {
        self.pushed.push(frame);
    }

    /// Begins a task of the game's own.
    pub(crate) fn begin(&mut self, task: R::Task) {
        self.push(Frame::Task(task));
    }

    /// Carries instructions out; `reports` says whether the present frame waits to hear if all of it happened
    /// in full.
    pub(crate) fn carry_out(&mut self, instructions: &[R::Instruction], scope: R::Scope, reports: bool) {
        self.push(Frame::Program(Program::of(instructions, scope, reports)));
    }

    /// Puts a sequence of events on the stack.
    pub(crate) fn sequence<I: IntoIterator<Item = R::Event>>(&mut self, events: I) {
        self.push(Frame::Sequence(Sequence::new(events)));
    }

    /// Puts a sequence on the stack whose outcome the present frame waits for.
    pub(crate) fn await_sequence<I: IntoIterator<Item = R::Event>>(&mut self, events: I) {
        self.push(Frame::Sequence(Sequence::reporting(events)));
    }

    /// What the player decides; `Err` puts the question, and the same code is run again with the answer.
    pub fn decide(
        &mut self,
        player: Player,
        topic: R::Topic,
        shape: super::Shape<R::Choice>,
    ) -> Decision<R, Answer<R::Choice>> {
        match self.answer.take() {
            Some(answer) => Ok(answer),
            None => Err(Box::new(Question { player, topic, shape })),
        }
    }

    /// The answer to the question asked here before, if it has come: what may be chosen need not be worked
    /// out again.
    pub(crate) fn answered(&mut self) -> Option<Answer<R::Choice>> {
        self.answer.take()
    }

    /// How many responses are in progress.
    pub(crate) fn depth(&self) -> usize {
        let windows = self.state.stack.iter();
        windows.filter(|f| matches!(f, Frame::Window(_))).count()
    }

    /// Records a step.
    pub(crate) fn step(&mut self, step: Step<R::StepKind>) {
        self.steps.push(step);
    }
}

/// A state that waits for a decision or has ended, and the steps that led to it.
pub(crate) type Advanced<R> = (State<R>, Vec<Step<<R as Rules>::StepKind>>);

/// Whether a run ends at a state to which it has come by these steps, though nothing is asked there.
pub(crate) type Stop<'s, R> = &'s dyn Fn(&State<R>, &[Step<<R as Rules>::StepKind>]) -> bool;

/// Runs a new state to its first decision.
pub fn start<R: Rules>(state: State<R>) -> Result<Advanced<R>, Refusal> {
    start_up_to(state, &|_, _| false)
}

/// The same, but no further than to where it has to stop; from there [`start`] goes on.
pub(crate) fn start_up_to<R: Rules>(mut state: State<R>, stop: Stop<'_, R>) -> Result<Advanced<R>, Refusal> {
    let mut steps = Vec::new();
    run(&mut state, &mut steps, None, stop)?;
    Ok((state, steps))
}

/// Why the rules of the game forbid an answer, whether it has the question's shape or not. A single choice
/// that is offered is allowed: it was found to be before it was offered.
pub fn forbidden<R: Rules>(
    state: &State<R>,
    question: &Question<R>,
    answer: &Answer<R::Choice>,
) -> Option<Refusal> {
    let is_offered = matches!(answer, Answer::One(_)) && question.shape.check(answer).is_ok();
    if is_offered { None } else { R::forbids(state, question, answer) }
}

/// The state after an answer to its question, with the steps taken; or why that is not allowed.
pub fn apply<R: Rules>(state: &State<R>, answer: &Answer<R::Choice>) -> Result<Advanced<R>, Refusal> {
    apply_up_to(state, answer, &|_, _| false)
}

/// The same, but no further than to where it has to stop; from there [`start`] goes on.
pub(crate) fn apply_up_to<R: Rules>(
    state: &State<R>,
    answer: &Answer<R::Choice>,
    stop: Stop<'_, R>,
) -> Result<Advanced<R>, Refusal> {
    let question = state.question.as_ref().ok_or_else(no_question)?;
    if let Some(refusal) = forbidden(state, question, answer) {
        return Err(refusal);
    }
    if let Err(fault) = question.shape.check(answer) {
        return Err(misfit_refusal(&fault));
    }
    let mut next = answered(state);
    let mut steps = Vec::new();
    run(&mut next, &mut steps, Some(answer.clone()), stop)?;
    Ok((next, steps))
}

/// The same state as if it were that player's turn to respond in the window now open; `None` where none is
/// open.
pub(crate) fn offered_to<R: Rules>(state: &State<R>, player: Player) -> Option<State<R>> {
    let mut offered = answered(state);
    let Some(Frame::Window(window)) = offered.stack.last_mut() else { return None };
    (window.next, window.passes) = (player, 0);
    run(&mut offered, &mut Vec::new(), None, &|_, _| false).ok()?;
    let same = offered.stack.len() == state.stack.len();
    offered.question.as_ref().filter(|question| same && question.player == player)?;
    Some(offered)
}

/// The state in which a question is being answered.
fn answered<R: Rules>(state: &State<R>) -> State<R> {
    let State { table, stack, question: _, switches } = state;
    State { table: table.clone(), stack: stack.clone(), question: None, switches: switches.clone() }
}

fn no_question() -> Refusal {
    Refusal::new("Nobody has anything to decide any more.", Basis::Question)
}

/// A sentence for an answer of the wrong shape that the game's own policy had nothing to say about.
fn misfit_refusal<C: std::fmt::Debug>(fault: &AnswerError<C>) -> Refusal {
    let text = match fault {
        AnswerError::WrongKind => "Another kind of answer is wanted here.".into(),
        AnswerError::NoPass => "Passing is not allowed here.".into(),
        AnswerError::NotOffered(_) => "That is not among what may be chosen here.".into(),
        AnswerError::Twice(_) => "The same thing was chosen twice.".into(),
        AnswerError::Amount { given, min, max } if min == max => {
            format!("It must be exactly {min} here; it was {given}.")
        }
        AnswerError::Amount { given, min, max } => {
            format!("It must be between {min} and {max} here; it was {given}.")
        }
    };
    Refusal::new(text, Basis::Question)
}

fn run<R: Rules>(
    state: &mut State<R>,
    steps: &mut Vec<Step<R::StepKind>>,
    answer: Option<Answer<R::Choice>>,
    stop: Stop<'_, R>,
) -> Result<(), Refusal> {
    let mut answer = answer;
    for _ in 0..MAX_RUN_LENGTH {
        if state.table.is_over() {
            state.stack.clear();
            return Ok(());
        }
        // An answer belongs to the frame that asked; nothing may come between the two.
        if answer.is_none() && settle(state, steps) {
            continue;
        }
        if answer.is_none() && stop(state, steps) {
            return Ok(());
        }
        let Some(mut frame) = state.stack.pop() else {
            return Ok(());
        };
        let mut play = Play { state, steps, pushed: Vec::new(), answer: answer.take() };
        let turn = turn(&mut frame, &mut play);
        let pushed = play.pushed;
        match turn {
            Err(question) => {
                state.stack.push(frame);
                state.question = Some(*question);
                return Ok(());
            }
            Ok(Flow::Done(in_full)) => deliver(&frame, in_full, state),
            Ok(Flow::Wait) => state.stack.push(frame),
        }
        state.stack.extend(pushed.into_iter().rev());
    }
    Err(too_long())
}

fn too_long() -> Refusal {
    let text = format!("The game did not come to a decision within {MAX_RUN_LENGTH} steps.");
    Refusal::new(text, Basis::Unspecified("a bound of this program".into()))
}

fn settle<R: Rules>(state: &mut State<R>, steps: &mut Vec<Step<R::StepKind>>) -> bool {
    let mut play = Play { state, steps, pushed: Vec::new(), answer: None };
    let did = R::settle(&mut play);
    let pushed = play.pushed;
    state.stack.extend(pushed.into_iter().rev());
    did
}

/// Reports to the frame below what became of what it waited for.
fn deliver<R: Rules>(frame: &Frame<R>, in_full: bool, state: &mut State<R>) {
    let reports = match frame {
        Frame::Sequence(sequence) => sequence.reports,
        Frame::Program(program) => program.reports,
        Frame::Window(_) | Frame::Task(_) => false,
    };
    if !reports {
        return;
    }
    match state.stack.last_mut() {
        Some(Frame::Program(program)) => {
            program.in_full = in_full;
            program.all_in_full &= in_full;
        }
        Some(Frame::Sequence(sequence)) => sequence.in_full &= in_full,
        Some(Frame::Task(task)) => R::reported(task, in_full),
        Some(Frame::Window(_)) | None => {}
    }
}

fn turn<R: Rules>(frame: &mut Frame<R>, play: &mut Play<'_, R>) -> Turn<R> {
    match frame {
        Frame::Window(window) => window_turn(window, play),
        Frame::Sequence(sequence) => sequence_turn(sequence, play),
        Frame::Program(program) => program_turn(program, play),
        Frame::Task(task) => R::step(task, play),
    }
}

fn window_turn<R: Rules>(window: &mut Window<R>, play: &mut Play<'_, R>) -> Turn<R> {
    let players = R::players(&play.state.table);
    if play.answer.is_none() && R::closed(play.state, window) {
        return Ok(Flow::Done(true));
    }
    if window.passes >= players {
        return Ok(Flow::Done(true));
    }
    let shape = match play.answer {
        Some(_) => super::Shape::YesNo, // never looked at: the answer is there
        None => {
            let options = R::options(play.state, window, window.next);
            super::Shape::One { pass: R::may_pass(play.state, window, &options), options }
        }
    };
    let answer = play.decide(window.next, R::window_topic(window), shape)?;
    let player = window.next;
    window.next = Player((player.0 + 1) % players);
    match answer {
        Answer::One(choice) => {
            window.passes = 0;
            R::respond(window, choice, play);
        }
        _ => {
            window.passes += 1;
            R::passed(window, player, play);
        }
    }
    Ok(Flow::Wait)
}

fn sequence_turn<R: Rules>(sequence: &mut Sequence<R>, play: &mut Play<'_, R>) -> Turn<R> {
    if sequence.done {
        return Ok(Flow::Done(sequence.whole()));
    }
    if !sequence.begun {
        sequence.begun = true;
        if let Some(window) = R::before(sequence, play) {
            play.push(Frame::Window(window));
        }
        return Ok(Flow::Wait);
    }
    if let Flow::Wait = R::happen(sequence, play)? {
        return Ok(Flow::Wait);
    }
    sequence.done = true;
    sequence.used.clear();
    if let Some(window) = R::after(sequence, play) {
        play.push(Frame::Window(window));
    }
    Ok(Flow::Wait)
}

fn program_turn<R: Rules>(program: &mut Program<R>, play: &mut Play<'_, R>) -> Turn<R> {
    if program.at >= program.list.len() {
        return Ok(Flow::Done(program.all_in_full));
    }
    if let Flow::Done(in_full) = R::perform(program, play)? {
        program.at += 1;
        program.stage = InstructionStage::New;
        program.in_full = in_full;
        program.all_in_full &= in_full;
    }
    Ok(Flow::Wait)
}
