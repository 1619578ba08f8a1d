//! Reads scenarios, and replays them: the functions the command line calls.

use super::{About, Options, Replay, Why};
use crate::corpus::files::FileKind;
use crate::corpus::yaml;
use crate::corpus::{Diagnostic, Files};
use crate::engine::games::{self, AnyGame, Library, each};

/// A scenario of a file that was read and found possible.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The scenario, by game.
    pub situation: AnyGame,
}

/// Reads the scenarios of a file (a YAML list, or one scenario) and sets each of them and each of its
/// variations up once, so that whatever is impossible is said before anything is played.
///
/// # Errors
/// Every problem, with file, line and column.
pub fn load(file: &str, text: &str, library: &Library) -> Result<Vec<Loaded>, Vec<Diagnostic>> {
    let situations = AnyGame::load(file, text, library)?;
    Ok(situations.into_iter().map(|situation| Loaded { situation }).collect())
}

/// A scenario to fill in that begins at a point of a turn, with these cards.
///
/// # Errors
/// A sentence, for a point or a card that is not known.
pub fn skeleton(point: &str, cards: &[String], library: &Library) -> Result<String, String> {
    games::skeleton(point, cards, library)
}

impl Loaded {
    /// What it is called and about.
    pub fn about(&self) -> About {
        each!(&self.situation, situation => situation.about())
    }

    /// Replays it and its variations.
    ///
    /// # Errors
    /// What is wrong with what is given, under the rulings that are left.
    pub fn replay(&self, library: &Library, options: &Options) -> Result<Replay, Vec<Diagnostic>> {
        each!(&self.situation, library, (situation, cards) => situation.replay(cards, options))
    }

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
        each!(&self.situation, library, (situation, cards) => situation.why(cards, options, variation, line))
    }
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
pub fn demonstrating(files: &Files, ruling: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (path, file) in files.iter() {
        if FileKind::of(path) != FileKind::Scenarios || !file.text.contains(ruling) {
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
