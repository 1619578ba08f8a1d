//! Situations: scenarios that were read and found possible, with their variations.

use super::format::{Change, Line, Scenario};
use super::report::{BasisKind, Played, Replay};
use super::run::{self, Options};
use super::{Alters as _, CardOf, Game, Names, SetsUp as _};
use crate::corpus::files::File;
use crate::corpus::yaml;
use crate::corpus::{Diagnostic, DiagnosticCode, Location};
use crate::engine::cards::Cards;
use crate::engine::kernel::{Basis, Refusal, State, Switches};

/// A scenario that was read and found possible.
#[derive(Clone, Debug)]
pub struct Situation<G: Game> {
    file: String,
    /// The scenario as it is written.
    pub scenario: Scenario<G>,
    /// The scenario and its variations, set up once.
    cases: Vec<Case<G>>,
}

/// A scenario, or one of its variations with its changes made, and the state in which it begins.
#[derive(Clone, Debug)]
struct Case<G: Game> {
    scenario: Scenario<G>,
    state: State<G>,
}

/// Reads the scenarios of a file (a YAML list, or one scenario) and sets each of them and each of its
/// variations up once, so that whatever is impossible is said before anything is played.
///
/// # Errors
/// Every problem, with file, line and column.
pub fn load<G: Game>(
    file: &str,
    text: &str,
    cards: &Cards<CardOf<G>>,
) -> Result<Vec<Situation<G>>, Vec<Diagnostic>> {
    load_file(&File::new(file, text.to_owned()), cards)
}

/// The same, of a file of rulings.
///
/// # Errors
/// See [`load`].
pub(crate) fn load_file<G: Game>(
    file: &File,
    cards: &Cards<CardOf<G>>,
) -> Result<Vec<Situation<G>>, Vec<Diagnostic>> {
    let mut problems = Vec::new();
    let mut loaded = Vec::new();
    for scenario in read::<G>(file)? {
        match Situation::new(&file.shown, scenario, cards) {
            Ok(situation) => loaded.push(situation),
            Err(found) => problems.extend(found),
        }
    }
    if problems.is_empty() { Ok(loaded) } else { Err(problems) }
}

/// Whether a file holds a list of scenarios, and not a single one.
pub(in crate::engine) fn is_list(file: &File) -> bool {
    if let Some(root) = file.tree() {
        return root.is_list();
    }
    let first =
        file.text().lines().find(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    first.is_some_and(|line| line.starts_with('-') && !line.starts_with("---"))
}

fn read<G: Game>(file: &File) -> Result<Vec<Scenario<G>>, Vec<Diagnostic>> {
    if is_list(file) {
        let (scenarios, problems) = file.list::<Scenario<G>>();
        return if problems.is_empty() { Ok(scenarios) } else { Err(problems) };
    }
    file.one::<Scenario<G>>().map(|scenario| vec![scenario]).map_err(|problem| vec![problem])
}

/// A problem of a variation names it: its place may be in the scenario, which is right without the changes.
fn naming_variation(name: &str, problem: Diagnostic) -> Diagnostic {
    Diagnostic { message: format!("In the variation {name}: {}", problem.message), ..problem }
}

/// A scenario with the changes of one of its variations.
fn varied<G: Game>(
    file: &str,
    scenario: &Scenario<G>,
    at: usize,
    names: &Names<'_, CardOf<G>>,
) -> Result<Scenario<G>, Diagnostic> {
    let variation = &scenario.variations[at];
    let mut varied = scenario.clone();
    varied.name = variation.name.clone();
    varied.title = variation.title.clone().unwrap_or_else(|| scenario.title.clone());
    varied.rulings.extend(variation.rulings.iter().cloned());
    varied.expect.clone_from(&variation.expect);
    varied.variations = Vec::new();
    for change in &variation.change {
        let problem = |text: String| Diagnostic::error(DiagnosticCode::Scenario, change.place(file), text);
        apply(&mut varied, &change.value, names).map_err(problem)?;
    }
    Ok(varied)
}

fn apply<G: Game>(
    scenario: &mut Scenario<G>,
    change: &Change<G>,
    names: &Names<'_, CardOf<G>>,
) -> Result<(), String> {
    match change {
        Change::Active(name) => scenario.active = Some(yaml::Spanned::without_span(name.clone())),
        Change::At(point) => scenario.at.value = *point,
        Change::Script(lines) => scenario.script.clone_from(lines),
        Change::MoreLines(lines) => scenario.script.extend(lines.iter().cloned()),
        Change::SkipLines(numbers) => {
            if let Some(wrong) = numbers.iter().find(|n| **n == 0 || **n > scenario.script.len()) {
                return Err(format!("The script has no line {wrong}: it has {}.", scenario.script.len()));
            }
            let mut n = 0;
            scenario.script.retain(|_| {
                n += 1;
                !numbers.contains(&n)
            });
        }
        Change::Happening(happening) => scenario.happening = Some(happening.clone()),
        Change::Given(change) => change.alter(&mut scenario.given, names)?,
    }
    Ok(())
}

impl<G: Game> Situation<G> {
    /// Sets a scenario and its variations up, or says everything that is wrong with them.
    pub(in crate::engine) fn new(
        file: &str,
        scenario: Scenario<G>,
        cards: &Cards<CardOf<G>>,
    ) -> Result<Self, Vec<Diagnostic>> {
        let mut problems = Vec::new();
        if scenario.game != G::CODE {
            let text = format!(
                "This file is of the game {}; {} is not known, or belongs in a file of its own.",
                G::CODE,
                scenario.game
            );
            problems.push(Diagnostic::error(DiagnosticCode::Scenario, scenario.name.place(file), text));
        }
        let mut cases = Vec::new();
        let set_up = |scenario: Scenario<G>| {
            let state = G::Given::build(file, &scenario, cards, Switches::default())?;
            Ok(Case { scenario, state })
        };
        match set_up(scenario.clone()) {
            Ok(case) => cases.push(case),
            Err(found) => problems.extend(found),
        }
        if problems.is_empty() {
            let names = Names::new(&scenario.cards, cards);
            for at in 0..scenario.variations.len() {
                match varied(file, &scenario, at, &names).map_err(|problem| vec![problem]).and_then(set_up) {
                    Ok(case) => cases.push(case),
                    Err(found) => {
                        let name = &scenario.variations[at].name.value;
                        problems.extend(found.into_iter().map(|problem| naming_variation(name, problem)));
                    }
                }
            }
        }
        if problems.is_empty() { Ok(Self { file: file.to_owned(), scenario, cases }) } else { Err(problems) }
    }

    /// The first state of a case. Without a ruling a card may be worth something else, so that what is given
    /// is looked at once more.
    fn initial_state(
        &self,
        case: &Case<G>,
        cards: &Cards<CardOf<G>>,
        options: &Options,
    ) -> Result<State<G>, Vec<Diagnostic>> {
        if options.without.is_empty() {
            return Ok(case.state.clone());
        }
        G::Given::build(&self.file, &case.scenario, cards, Switches::without(options.without.iter().cloned()))
    }

    /// Replays it and its variations.
    ///
    /// # Errors
    /// What is wrong with what is given, under the rulings that are left.
    pub fn replay(&self, cards: &Cards<CardOf<G>>, options: &Options) -> Result<Replay, Vec<Diagnostic>> {
        let name = self.scenario.name.as_str();
        let mut scenarios: Vec<Played> = Vec::new();
        for (at, case) in self.cases.iter().enumerate() {
            let state = self.initial_state(case, cards, options)?;
            scenarios.push(run::play(&case.scenario, state, (at > 0).then_some(name)));
        }
        Ok(Replay { scenarios })
    }

    /// Why a move, written as a line of a script (`Tom: {play: CARD}`), is or is not allowed
    /// where the script of the scenario, or of one of its variations, stops.
    ///
    /// # Errors
    /// What is wrong with the line, or with what is given.
    pub(crate) fn why(
        &self,
        cards: &Cards<CardOf<G>>,
        options: &Options,
        variation: Option<&str>,
        line: &str,
    ) -> Result<Why, Vec<Diagnostic>> {
        let problem =
            |text: String| vec![Diagnostic::error(DiagnosticCode::Why, Location::file("--why"), text)];
        if line.split_once('{').is_some_and(|(player, _)| !player.trim_end().ends_with(':')) {
            return Err(problem(
                "A colon stands between the player and what they do: `Tom: {play: CARD}`.".into(),
            ));
        }
        let line: Line<G> = yaml::one("--why", line).map_err(|found| vec![found])?;
        let Line::Move { player, does } = line else {
            return Err(problem("Ask about what one player does, such as `Tom: {play: CARD}`.".into()));
        };
        let wanted = |case: &&Case<G>| variation.is_none_or(|name| case.scenario.name.value == name);
        let case = self.cases.iter().find(wanted).ok_or_else(|| {
            problem(format!("There is no variation called {}.", variation.unwrap_or_default()))
        })?;
        let (run, _) = run::play_out(&case.scenario, self.initial_state(case, cards, options)?);
        let run = if run.ends_behind.is_some() { run.resumed() } else { run };
        let state = &run.state;
        let player = G::player(state, &player)
            .ok_or_else(|| problem(format!("There is no player called {player}.")))?;
        let stops = state.question.as_ref().map(|question| G::describe(state, question));
        let refusal = run.may(player, &does).err();
        Ok(Why { left_out: run::left_out(state), stops, ..Why::of(refusal) })
    }
}

/// Why something is, or is not, allowed where a script stops.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Why {
    pub allowed: bool,
    /// The reason, a sentence.
    pub text: String,
    /// The cards there whose text is not written down, or only in part: without it that is so.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// What it rests on: a ruling's citation, a place in the rulebook, a card.
    pub basis: Option<String>,
    /// What that is; JSON says it where it is the rulebook or a card.
    #[serde(skip_serializing_if = "is_neither_rulebook_nor_card")]
    pub rests_on: Option<BasisKind>,
    /// What the game waits for there.
    pub stops: Option<String>,
    /// How the ruling it rests on stood on the day asked about, where it was not simply in force.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<String>,
}

impl Why {
    /// That something is allowed, or why it is refused.
    fn of(refusal: Option<Refusal>) -> Self {
        let Some(Refusal { text, basis, .. }) = refusal else {
            return Self { allowed: true, text: "It is allowed.".into(), ..Self::default() };
        };
        let rests_on = Some(BasisKind::of(&basis));
        let basis = match basis {
            Basis::Ruling(what) | Basis::Unspecified(what) | Basis::Card(what) => Some(what),
            Basis::Rulebook(rule) => Some(rule.to_string()),
            Basis::Question | Basis::Program(_) => None,
        };
        Self { text, basis, rests_on, ..Self::default() }
    }
}

fn is_neither_rulebook_nor_card(rests_on: &Option<BasisKind>) -> bool {
    !matches!(rests_on, Some(BasisKind::Rulebook | BasisKind::Card))
}
