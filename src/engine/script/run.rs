//! Plays a script. Strict: whatever it leaves out must be something that may be left out, and whatever
//! it says must be allowed.

use super::format::{Line, Scenario};
use super::repeat;
use super::report::{Checked, Played, StepOut};
use super::{Game, Record};
use crate::corpus::yaml::At;
use crate::engine::kernel::{self, Answer, Basis, Player, Question, Refusal, State, Step};

/// How a replay is played.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The rulings to play without.
    pub without: Vec<String>,
}

/// A move of the script some of whose parts are still to be asked for.
#[derive(Clone, Debug)]
struct Open<G: Game> {
    player: Player,
    does: G::Move,
    source: Option<u16>,
    line: usize,
}

/// A script being played.
#[derive(Clone, Debug)]
pub(super) struct Run<G: Game> {
    pub(super) state: State<G>,
    pub(super) steps: Vec<Step>,
    asked: Vec<Question<G>>,
    open: Vec<Open<G>>,
    pub(super) loops: u64,
}

/// What a line said to a question, with the line's number.
type Said<G> = Result<Option<(Answer<<G as kernel::Rules>::Choice>, usize)>, Stuck>;

/// Why a script could not be played on: a sentence, and the line it is about (0: none).
#[derive(Clone, Debug)]
pub(super) struct Stuck {
    pub(super) text: String,
    pub(super) line: usize,
}

/// Plays a scenario from its first state and checks what it expects.
pub fn play<G: Game>(scenario: &Scenario<G>, state: State<G>, variation_of: Option<&str>) -> Played {
    let (run, stuck) = play_out(scenario, state);
    let record = Record { state: &run.state, steps: &run.steps, asked: &run.asked, loops: run.loops };
    let mut expectations: Vec<Checked> = scenario.expect.iter().map(|e| G::check(&record, e)).collect();
    if let Some(stuck) = stuck {
        let line = match stuck.line {
            0 => String::new(),
            n => format!("line {n}: "),
        };
        expectations
            .insert(0, Checked::new("the script can be played", false, format!("{line}{}", stuck.text)));
    }
    let steps = run.steps.iter().enumerate().map(|(at, step)| StepOut::new(at + 1, step, G::DOCUMENTS));
    Played {
        name: scenario.name.value.clone(),
        variation_of: variation_of.map(str::to_owned),
        title: scenario.title.clone(),
        game: G::CODE.into(),
        rulings: scenario.rulings.iter().map(|ruling| ruling.value.clone()).collect(),
        passed: expectations.iter().all(|checked| checked.passed),
        steps: steps.collect(),
        expectations,
        stops: run.state.question.as_ref().map(|question| G::describe(&run.state, question)),
        as_of: None,
        not_in_force: Vec::new(),
        as_printed: Vec::new(),
    }
}

/// Plays a scenario to where its script stops, or to where it cannot be played on.
pub(super) fn play_out<G: Game>(scenario: &Scenario<G>, state: State<G>) -> (Run<G>, Option<Stuck>) {
    let mut run = Run { state, steps: Vec::new(), asked: Vec::new(), open: Vec::new(), loops: 0 };
    let stuck = run.whole(&scenario.script).err();
    (run, stuck)
}

impl<G: Game> Run<G> {
    /// Starts the game, plays the script, and lets what is in progress come to its end.
    fn whole(&mut self, script: &[At<Line<G>>]) -> Result<(), Stuck> {
        self.steps.extend(G::notes(&self.state));
        let (state, steps) = kernel::start(self.state.clone()).map_err(|refusal| stuck(0, &refusal))?;
        self.state = state;
        self.steps.extend(steps);
        self.lines(script)?;
        // A script that ends with `until:` stops there, decided or not.
        let last = script.last().map(|line| &line.value);
        let stops =
            matches!(last, Some(Line::Until(point)) if G::stands_at(&self.state).as_ref() == Some(point));
        if !stops {
            self.settle()?;
        }
        self.unused()
    }

    /// Plays lines.
    pub(super) fn lines(&mut self, script: &[At<Line<G>>]) -> Result<(), Stuck> {
        for line in script {
            match &line.value {
                Line::Until(point) => self.until(point, line.line)?,
                Line::Loop(loop_) => repeat::repeat(self, loop_, line.line)?,
                Line::Move { player, does } => self.move_line(player, does, line.line)?,
            }
        }
        Ok(())
    }

    fn move_line(&mut self, player: &str, does: &G::Move, line: usize) -> Result<(), Stuck> {
        let player = G::player(&self.state, player).ok_or_else(|| Stuck {
            text: format!(
                "There is no player called {player}; the players' names, or light and dark, may stand here."
            ),
            line,
        })?;
        if let Some(point) = G::meant_for(does) {
            self.until(point, line)?;
        }
        if let Some(ruling) = G::to_be_refused(does) {
            return self.refused(player, does, ruling, line);
        }
        if G::only_asks(does) {
            return self.allowed(player, does, line);
        }
        let mut open = Open { player, does: does.clone(), source: None, line };
        loop {
            self.answer_open()?;
            let Some(question) = self.state.question.clone() else {
                return Err(Stuck { text: "The game is over, or nothing more is asked.".into(), line });
            };
            if question.player == player {
                let answer = G::answer(&self.state, &question, &mut open.does, &mut open.source)
                    .map_err(|text| Stuck { text, line })?;
                if let Some(answer) = answer {
                    match kernel::apply(&self.state, &answer) {
                        Ok(next) => {
                            self.take(question, next);
                            self.open.push(open);
                            return self.answer_open();
                        }
                        Err(refusal) if self.may_wait(&question) => {
                            self.wait(&question, &refusal, line)?;
                            open = Open { player, does: does.clone(), source: None, line };
                            continue;
                        }
                        Err(refusal) => return Err(self.not_allowed(&question, &refusal, line)),
                    }
                }
            }
            // A line meant for one point goes on to where its player is asked there.
            match G::meant_for(does) {
                Some(point) if G::stands_at(&self.state).as_ref() != Some(point) => {
                    self.until(point, line)?
                }
                _ => self.leave_out(&question, G::closes_windows(&open.does), line)?,
            }
        }
    }

    /// Whether a line may be meant for later than this question: a response nobody makes here.
    fn may_wait(&self, question: &Question<G>) -> bool {
        G::is_window(question) && !G::is_open_window(question)
    }

    fn wait(&mut self, question: &Question<G>, refusal: &Refusal, line: usize) -> Result<(), Stuck> {
        match G::left_out(&self.state, question) {
            Some(answer) if kernel::apply(&self.state, &answer).is_ok() => self.give(question, &answer, line),
            _ => Err(self.not_allowed(question, refusal, line)),
        }
    }

    /// Takes the answer that leaving a decision out means, if it has one.
    fn leave_out(&mut self, question: &Question<G>, closes: bool, line: usize) -> Result<(), Stuck> {
        if !closes && G::is_open_window(question) && self.closes_on_pass(question) {
            return Err(Stuck {
                text: format!(
                    "{} If nothing is done in this window, the line must name the one it is meant for (`in:`).",
                    G::describe(&self.state, question)
                ),
                line,
            });
        }
        match G::left_out(&self.state, question) {
            Some(answer) => self.give(question, &answer, line),
            None => Err(Stuck {
                text: format!("This must be decided first: {}", G::describe(&self.state, question)),
                line,
            }),
        }
    }

    fn closes_on_pass(&self, question: &Question<G>) -> bool {
        let players = G::players(&self.state.table);
        let last = self.state.window().is_some_and(|window| window.passes + 1 >= players);
        G::is_open_window(question) && last
    }

    /// Answers questions that moves made earlier have something to say to.
    fn answer_open(&mut self) -> Result<(), Stuck> {
        while let Some(question) = self.state.question.clone() {
            let Some((answer, line)) = self.said_before(&question)? else { return Ok(()) };
            self.give(&question, &answer, line)?;
        }
        Ok(())
    }

    fn said_before(&mut self, question: &Question<G>) -> Said<G> {
        if G::is_window(question) {
            return Ok(None);
        }
        for open in self.open.iter_mut().rev().filter(|open| open.player == question.player) {
            let line = open.line;
            let answer = G::answer(&self.state, question, &mut open.does, &mut open.source)
                .map_err(|text| Stuck { text, line })?;
            if let Some(answer) = answer {
                return Ok(Some((answer, line)));
            }
        }
        Ok(None)
    }

    fn give(&mut self, question: &Question<G>, answer: &Answer<G::Choice>, line: usize) -> Result<(), Stuck> {
        match kernel::apply(&self.state, answer) {
            Ok(next) => {
                self.take(question.clone(), next);
                Ok(())
            }
            Err(refusal) => Err(self.not_allowed(question, &refusal, line)),
        }
    }

    fn take(&mut self, question: Question<G>, next: (State<G>, Vec<Step>)) {
        self.asked.push(question);
        self.state = next.0;
        self.steps.extend(next.1);
    }

    fn not_allowed(&self, question: &Question<G>, refusal: &Refusal, line: usize) -> Stuck {
        let Stuck { text, .. } = stuck(line, refusal);
        Stuck { text: format!("{text} {}", G::describe(&self.state, question)), line }
    }

    /// Everybody passes, and leaves out what may be left out, until play stands at a point.
    fn until(&mut self, point: &G::Point, line: usize) -> Result<(), Stuck> {
        let from = self.steps.len();
        loop {
            self.answer_open()?;
            let gone_through = || self.steps[from..].iter().any(|step| G::gone_through(point, step));
            if G::stands_at(&self.state).as_ref() == Some(point) || gone_through() {
                return Ok(());
            }
            let Some(question) = self.state.question.clone() else {
                return match G::over(&self.state.table) {
                    true => Ok(()), // the game has ended: whatever is to be done after that is refused
                    false => {
                        Err(Stuck { text: "Play never comes there: nothing more is asked.".into(), line })
                    }
                };
            };
            match G::left_out(&self.state, &question) {
                Some(answer) => self.give(&question, &answer, line)?,
                None => {
                    let text = format!("This must be decided first: {}", G::describe(&self.state, &question));
                    return Err(Stuck { text, line });
                }
            }
        }
    }

    /// A line that only asks whether something is allowed, and must be.
    fn allowed(&mut self, player: Player, does: &G::Move, line: usize) -> Result<(), Stuck> {
        self.answer_open()?;
        G::why(&self.state, player, does).map_err(|refusal| stuck(line, &refusal))?;
        let name = G::name(&self.state.table, player);
        let (text, basis) = (format!("{name} may do that."), Basis::Rulebook("nothing forbids it".into()));
        self.steps.push(Step { depth: 0, kind: "may".into(), actor: Some(name), text, basis, about: vec![] });
        Ok(())
    }

    /// A line that is there to be refused.
    fn refused(&mut self, player: Player, does: &G::Move, ruling: &str, line: usize) -> Result<(), Stuck> {
        self.answer_open()?;
        while let Some(question) = self.state.question.clone().filter(|question| !G::is_window(question)) {
            if G::is_framework_decision(&self.state) {
                break; // this decision may be what the line is about
            }
            let Some(answer) = G::no_choice(&self.state, &question) else { break };
            self.give(&question, &answer, line)?;
        }
        let name = G::name(&self.state.table, player);
        match G::why(&self.state, player, does) {
            Ok(()) => Err(Stuck { text: "This was to be refused, but it is allowed.".into(), line }),
            Err(refusal) if !rests_on(&refusal, ruling) => Err(Stuck {
                text: format!("This was to be refused by {ruling}, but: {}", stuck(line, &refusal).text),
                line,
            }),
            Err(refusal) => {
                let text = format!("{name} cannot do that. {}", refusal.text);
                let kind = "refused".into();
                self.steps.push(Step {
                    depth: 0,
                    kind,
                    actor: Some(name),
                    text,
                    basis: refusal.basis,
                    about: vec![],
                });
                Ok(())
            }
        }
    }

    /// After the last line: what is in progress comes to its end, up to the next open decision.
    fn settle(&mut self) -> Result<(), Stuck> {
        loop {
            self.answer_open()?;
            let Some(question) = self.state.question.clone() else { return Ok(()) };
            if G::is_open_window(&question) {
                return Ok(());
            }
            match G::left_out(&self.state, &question) {
                Some(answer) => self.give(&question, &answer, 0)?,
                None if G::is_framework_decision(&self.state) => return Ok(()),
                None => {
                    let text = format!("This is left unanswered: {}", G::describe(&self.state, &question));
                    return Err(Stuck { text, line: 0 });
                }
            }
        }
    }

    /// A line that says more than was asked says something that did not happen.
    fn unused(&self) -> Result<(), Stuck> {
        let left = self.open.iter().find_map(|open| G::left_over(&open.does).map(|what| (what, open.line)));
        match left {
            None => Ok(()),
            Some((what, line)) => Err(Stuck { text: format!("{what} was never asked for."), line }),
        }
    }
}

/// Whether a refusal rests on a ruling; any will do when none is named.
pub(super) fn rests_on(refusal: &Refusal, ruling: &str) -> bool {
    match &refusal.basis {
        Basis::Unspecified(_) => false,
        _ if ruling.is_empty() => true,
        Basis::Ruling(id) => id == ruling || id.split('#').next() == Some(ruling),
        Basis::Rulebook(place) => ruling == "rulebook" || place == ruling,
        _ => false,
    }
}

/// A refusal as a sentence with its basis.
pub(super) fn stuck(line: usize, refusal: &Refusal) -> Stuck {
    let basis = match &refusal.basis {
        Basis::Ruling(id) => format!(" ({id})"),
        Basis::Rulebook(place) => format!(" (rulebook, {place})"),
        _ => String::new(),
    };
    Stuck { text: format!("{}{basis}", refusal.text), line }
}

/// Whether a refusal rests on one of several rulings.
pub fn rests_on_any(refusal: &Refusal, rulings: &[&str]) -> bool {
    rulings.iter().any(|ruling| rests_on(refusal, ruling))
}
