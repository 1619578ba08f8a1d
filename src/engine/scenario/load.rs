//! Reads scenarios, and replays them: the functions the command line calls.

use super::{About, Options, Replay, Why};
use crate::corpus::files::File;
use crate::corpus::{Diagnostic, Game};
use crate::engine::games::{self, AnyGame, CardLibrary, each};
use crate::engine::script::skeleton::NewScenario;

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
pub fn load(file: &str, text: &str, library: &CardLibrary) -> Result<Vec<Loaded>, Vec<Diagnostic>> {
    load_file(&File::new(file, text.to_owned()), library)
}

/// The same, of a file of rulings.
///
/// # Errors
/// See [`load`].
pub fn load_file(file: &File, library: &CardLibrary) -> Result<Vec<Loaded>, Vec<Diagnostic>> {
    let situations = AnyGame::load(file, library)?;
    Ok(situations.into_iter().map(|situation| Loaded { situation }).collect())
}

/// The scenario of that name, or the one that has a variation of that name; of files with which nothing is
/// wrong, no other one is read. `None` where the file has none.
pub fn load_named(file: &File, name: &str, library: &CardLibrary) -> Option<Result<Loaded, Vec<Diagnostic>>> {
    games::named(file, name, library).map(|found| found.map(|situation| Loaded { situation }))
}

/// What the scenarios of a file are called and about, of files with which nothing is wrong; none is set up.
/// `None` where the tree of the file proves damaged.
pub fn about(file: &File) -> Option<Vec<About>> {
    games::about(file)
}

/// A scenario to fill in that begins at a point of a turn, with these cards.
///
/// # Errors
/// A sentence, for a point or a card that is not known.
pub fn skeleton(
    point: &str,
    cards: &[String],
    game: Option<Game>,
    library: &CardLibrary,
) -> Result<NewScenario, String> {
    games::skeleton(point, cards, game, library)
}

/// The rulings that a file of scenarios names and `known` does not know, each with its line: those it
/// demonstrates, those by which something is refused, and those on which a step rests.
pub fn unknown_rulings(text: &str, known: &dyn Fn(&str) -> bool) -> Vec<(usize, String)> {
    let mut unknown = Vec::new();
    for (at, line) in text.lines().enumerate() {
        // A comment says nothing of the scenario.
        let line =
            if line.trim_start().starts_with('#') { "" } else { line.split(" #").next().unwrap_or(line) };
        for key in ["rulings:", "refused:", "because:", "cites:"] {
            for (from, _) in line.match_indices(key) {
                let values = values(&line[from + key.len()..]);
                let is_id = |value: &&str| ["lcg:", "tcg:"].iter().any(|game| value.starts_with(game));
                let ids = values.filter(is_id).filter(|id| !known(id));
                unknown.extend(ids.map(|id| (at + 1, id.to_owned())));
            }
        }
    }
    unknown
}

/// The values behind a key: those of a list in brackets, otherwise one.
fn values(text: &str) -> impl Iterator<Item = &str> {
    let text = text.trim_start();
    let (values, most) = match text.strip_prefix('[') {
        Some(list) => (list.split(']').next().unwrap_or_default(), usize::MAX),
        None => (text.split([',', '}', ']', ' ']).next().unwrap_or_default(), 1),
    };
    values.split(',').take(most).map(|value| value.trim().trim_matches(['\'', '"']))
}

impl Loaded {
    /// What it is called and about.
    pub fn about(&self) -> About {
        self.situation.about()
    }

    /// Replays it and its variations.
    ///
    /// # Errors
    /// What is wrong with what is given, under the rulings that are left.
    pub fn replay(&self, library: &CardLibrary, options: &Options) -> Result<Replay, Vec<Diagnostic>> {
        each!(&self.situation, library, (situation, cards) => situation.replay(cards, options))
    }

    /// Why a move, written as a line of a script (`Tom: {play: CARD}`), is or is not allowed
    /// where the script of the scenario, or of one of its variations, stops.
    ///
    /// # Errors
    /// What is wrong with the line, or with what is given.
    pub fn why(
        &self,
        library: &CardLibrary,
        options: &Options,
        variation: Option<&str>,
        line: &str,
    ) -> Result<Why, Vec<Diagnostic>> {
        each!(&self.situation, library, (situation, cards) => situation.why(cards, options, variation, line))
    }
}

/// The list item of a file whose `name:` is that, as it is written.
pub fn item(text: &str, name: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let starts = |l: &&str| l.starts_with("- ");
    let is_it = |l: &&str| l.trim_start_matches("- ").trim() == format!("name: {name}");
    let Some(at) = lines.iter().position(is_it) else { return text.to_owned() };
    let first = lines[..=at].iter().rposition(starts).unwrap_or(0);
    let end = lines[first + 1..].iter().position(starts).map_or(lines.len(), |n| first + 1 + n);
    let mut out = lines[first..end].join("\n").trim_end().to_owned();
    out.push('\n');
    out
}
