//! Reads scenarios, and replays them: the functions the command line calls.

use serde::Deserialize;

use super::Game;
use super::format::{Change, Line, Scenario};
use super::report::{Played, Replay};
use super::run::{self, Options};
use crate::corpus::yaml;
use crate::corpus::{Diagnostic, Place};
use crate::engine::kernel::{Basis, State, Switches};
use crate::engine::lcg::Lcg;
use crate::engine::library::Library;
use crate::engine::tcg::Tcg;

/// A file of scenarios that was read and found possible.
#[derive(Clone, Debug)]
pub struct Loaded {
    file: String,
    /// The scenario, by game.
    pub scenario: AnyGame,
}

/// A scenario of either game.
#[derive(Clone, Debug)]
pub enum AnyGame {
    /// *Star Wars: The Card Game*.
    Lcg(Box<Scenario<Lcg>>),
    /// *Star Wars Trading Card Game*.
    Tcg(Box<Scenario<Tcg>>),
}

/// What a scenario is called and about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Its game's code.
    pub game: &'static str,
    /// The rulings it and its variations demonstrate.
    pub rulings: Vec<String>,
    /// The names of its variations.
    pub variations: Vec<String>,
}

/// Reads the scenarios of a file (a YAML list, or one scenario) and sets each of them and each of its
/// variations up once, so that whatever is impossible is said before anything is played.
///
/// # Errors
/// Every problem, with file, line and column.
pub fn load(file: &str, text: &str, library: &Library) -> Result<Vec<Loaded>, Vec<Diagnostic>> {
    match game_of(file, text).as_deref() {
        Some(Tcg::CODE) => load_game::<Tcg>(file, text, library, AnyGame::Tcg),
        _ => load_game::<Lcg>(file, text, library, AnyGame::Lcg),
    }
}

/// Which game a scenario is of.
#[derive(Clone, Debug, Deserialize)]
struct Peek {
    game: String,
}

/// The game of the first scenario of a file: all of a file are of one game.
fn game_of(file: &str, text: &str) -> Option<String> {
    let first = match is_list(text) {
        true => yaml::list::<Peek>(file, text).0.into_iter().next(),
        false => yaml::one::<Peek>(file, text).ok(),
    };
    first.map(|peek| peek.game)
}

fn load_game<G: Game>(
    file: &str,
    text: &str,
    library: &Library,
    wrap: fn(Box<Scenario<G>>) -> AnyGame,
) -> Result<Vec<Loaded>, Vec<Diagnostic>> {
    let scenarios = read::<G>(file, text)?;
    let problems: Vec<Diagnostic> =
        scenarios.iter().flat_map(|scenario| check(file, scenario, library)).collect();
    if !problems.is_empty() {
        return Err(problems);
    }
    let loaded = scenarios
        .into_iter()
        .map(|scenario| Loaded { file: file.to_owned(), scenario: wrap(Box::new(scenario)) });
    Ok(loaded.collect())
}

/// Whether a file holds a list of scenarios, and not a single one.
fn is_list(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    first.is_some_and(|line| line.starts_with('-') && !line.starts_with("---"))
}

fn read<G: Game>(file: &str, text: &str) -> Result<Vec<Scenario<G>>, Vec<Diagnostic>> {
    if is_list(text) {
        let (scenarios, problems) = yaml::list::<Scenario<G>>(file, text);
        return if problems.is_empty() { Ok(scenarios) } else { Err(problems) };
    }
    yaml::one::<Scenario<G>>(file, text).map(|scenario| vec![scenario]).map_err(|problem| vec![problem])
}

/// Everything wrong with a scenario or one of its variations.
fn check<G: Game>(file: &str, scenario: &Scenario<G>, library: &Library) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    if scenario.game != G::CODE {
        let text = format!(
            "This file is of the game {}; {} is not known, or belongs in a file of its own.",
            G::CODE,
            scenario.game
        );
        problems.push(Diagnostic::error("scenario", scenario.name.place(file), text));
    }
    if let Err(found) = G::build(file, scenario, library, Switches::default()) {
        problems.extend(found);
        return problems;
    }
    for at in 0..scenario.variations.len() {
        match varied(file, scenario, at) {
            Ok(varied) => problems
                .extend(G::build(file, &varied, library, Switches::default()).err().unwrap_or_default()),
            Err(problem) => problems.push(problem),
        }
    }
    problems
}

/// A scenario with the changes of one of its variations.
fn varied<G: Game>(file: &str, scenario: &Scenario<G>, at: usize) -> Result<Scenario<G>, Diagnostic> {
    let variation = &scenario.variations[at];
    let mut varied = scenario.clone();
    varied.name = variation.name.clone();
    varied.title = variation.title.clone().unwrap_or_else(|| scenario.title.clone());
    varied.rulings.extend(variation.rulings.iter().cloned());
    varied.expect.clone_from(&variation.expect);
    varied.variations = Vec::new();
    for change in &variation.change {
        let problem = |text: String| Diagnostic::error("scenario", change.place(file), text);
        apply(&mut varied, &change.value).map_err(problem)?;
    }
    Ok(varied)
}

fn apply<G: Game>(scenario: &mut Scenario<G>, change: &Change<G>) -> Result<(), String> {
    match change {
        Change::Active(name) => scenario.active = Some(yaml::At::nowhere(name.clone())),
        Change::At(point) => scenario.at.value = point.clone(),
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
        Change::Given(change) => G::alter(&mut scenario.given, change)?,
    }
    Ok(())
}

impl Loaded {
    /// What it is called and about.
    pub fn about(&self) -> About {
        match &self.scenario {
            AnyGame::Lcg(scenario) => about(scenario),
            AnyGame::Tcg(scenario) => about(scenario),
        }
    }

    /// Replays it and its variations.
    ///
    /// # Errors
    /// What is wrong with what is given, under the rulings that are left.
    pub fn replay(&self, library: &Library, options: &Options) -> Result<Replay, Vec<Diagnostic>> {
        match &self.scenario {
            AnyGame::Lcg(scenario) => replay(&self.file, scenario, library, options),
            AnyGame::Tcg(scenario) => replay(&self.file, scenario, library, options),
        }
    }
}

/// Why something is, or is not, allowed where a script stops.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Why {
    /// Whether it is allowed.
    pub allowed: bool,
    /// The reason, a sentence.
    pub text: String,
    /// What it rests on: a ruling's citation, a place in the rulebook, a card.
    pub basis: Option<String>,
    /// What the game waits for there.
    pub stops: Option<String>,
    /// How the ruling it rests on stood on the day asked about, where it was not simply in force.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<String>,
}

impl Loaded {
    /// Why a move, written as a line of a script (`Tom: {play: CARD}`), is or is not allowed
    /// where the script of the scenario, or of one of its variations, stops.
    ///
    /// # Errors
    /// What is wrong with the line, or with what is given.
    pub fn why(
        &self,
        library: &Library,
        options: &Options,
        variation: Option<&str>,
        line: &str,
    ) -> Result<Why, Vec<Diagnostic>> {
        match &self.scenario {
            AnyGame::Lcg(scenario) => why(&self.file, scenario, library, options, variation, line),
            AnyGame::Tcg(scenario) => why(&self.file, scenario, library, options, variation, line),
        }
    }
}

fn why<G: Game>(
    file: &str,
    scenario: &Scenario<G>,
    library: &Library,
    options: &Options,
    variation: Option<&str>,
    line: &str,
) -> Result<Why, Vec<Diagnostic>> {
    let problem = |text: String| vec![Diagnostic::error("why", Place::file("--why"), text)];
    let line: Line<G> = yaml::one("--why", line).map_err(|found| vec![found])?;
    let Line::Move { player, does } = line else {
        return Err(problem("Ask about what one player does, such as `Tom: {play: CARD}`.".into()));
    };
    let chosen = match variation {
        None => scenario.clone(),
        Some(name) => {
            let at = scenario.variations.iter().position(|variation| variation.name.value == name);
            let at = at.ok_or_else(|| problem(format!("There is no variation called {name}.")))?;
            varied(file, scenario, at).map_err(|found| vec![found])?
        }
    };
    let switches = Switches::without(options.without.iter().cloned());
    let (run, _) = run::play_out(&chosen, G::build(file, &chosen, library, switches)?);
    let state = &run.state;
    let player =
        G::player(state, &player).ok_or_else(|| problem(format!("There is no player called {player}.")))?;
    let stops = state.question.as_ref().map(|question| G::describe(state, question));
    Ok(match G::why(state, player, &does) {
        Ok(()) => Why { allowed: true, text: "It is allowed.".into(), basis: None, stops, standing: None },
        Err(refusal) => {
            let basis = match refusal.basis {
                Basis::Ruling(id) | Basis::Rulebook(id) | Basis::Card(id) | Basis::Unspecified(id) => id,
            };
            Why { allowed: false, text: refusal.text, basis: Some(basis), stops, standing: None }
        }
    })
}

fn about<G: Game>(scenario: &Scenario<G>) -> About {
    let own = scenario.rulings.iter();
    let all = own.chain(scenario.variations.iter().flat_map(|variation| &variation.rulings));
    let mut rulings: Vec<String> = all.map(|ruling| ruling.value.clone()).collect();
    rulings.sort();
    rulings.dedup();
    About {
        name: scenario.name.value.clone(),
        title: scenario.title.clone(),
        game: G::CODE,
        rulings,
        variations: scenario.variations.iter().map(|variation| variation.name.value.clone()).collect(),
    }
}

fn replay<G: Game>(
    file: &str,
    scenario: &Scenario<G>,
    library: &Library,
    options: &Options,
) -> Result<Replay, Vec<Diagnostic>> {
    let switches = Switches::without(options.without.iter().cloned());
    let build = |scenario: &Scenario<G>| -> Result<State<G>, Vec<Diagnostic>> {
        G::build(file, scenario, library, switches.clone())
    };
    let mut scenarios: Vec<Played> = vec![run::play(scenario, build(scenario)?, None)];
    for at in 0..scenario.variations.len() {
        let varied = varied(file, scenario, at).map_err(|problem| vec![problem])?;
        scenarios.push(run::play(&varied, build(&varied)?, Some(&scenario.name)));
    }
    Ok(Replay { scenarios })
}

/// As much of a scenario as tells what it is called and which rulings it demonstrates.
#[derive(serde::Deserialize)]
struct Brief {
    name: String,
    #[serde(default)]
    rulings: Vec<String>,
    #[serde(default)]
    variations: Vec<Brief>,
}

/// The names of the scenarios and variations in `files` that demonstrate a ruling, without setting any of them up.
///
/// A file that cannot be read is passed over: `judge lint` tells what is wrong with it.
pub fn demonstrating(files: &crate::corpus::Files, ruling: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (path, file) in files.iter() {
        if !(path.contains("scenarios/") && path.ends_with(".yaml") && file.text.contains(ruling)) {
            continue;
        }
        let Ok(briefs) = yaml::one::<Vec<Brief>>(path, &file.text) else { continue };
        let shows = |brief: &Brief| brief.rulings.iter().any(|r| r == ruling);
        for brief in &briefs {
            let own = shows(brief).then(|| brief.name.clone());
            let varied = brief.variations.iter().filter(|v| shows(v)).map(|v| v.name.clone());
            names.extend(own.into_iter().chain(varied));
        }
    }
    names
}
