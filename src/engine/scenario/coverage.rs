//! Which rulings are shown by scenarios, which are switches, and which say nothing about play.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::About;
use super::load::Loaded;
use crate::corpus::files::FileKind;
use crate::corpus::yaml::Spanned;
use crate::corpus::{Authority, Corpus, Diagnostic, DiagnosticCode, Files, Ruling};

/// What a ruling means for play: exactly one of the three.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayEntry {
    /// The ruling's id.
    pub ruling: Spanned<String>,
    /// What play is like as if the ruling had never been written; makes it a switch.
    #[serde(default)]
    pub without: Option<String>,
    /// How it is built in; it cannot be switched off.
    #[serde(default)]
    pub structural: Option<String>,
    /// Why it says nothing about what happens in a game.
    #[serde(default)]
    pub nothing: Option<String>,
}

/// Which of the three an entry says of its ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PlayKind {
    /// It can be switched off.
    Without,
    /// It is built in.
    Structural,
    /// It says nothing about what happens in a game.
    Nothing,
}

impl std::fmt::Display for PlayKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Without => "without",
            Self::Structural => "structural",
            Self::Nothing => "nothing",
        })
    }
}

/// Reads what the rulings of every game mean for play.
///
/// An entry that says not exactly one thing is left out and reported.
pub fn play_entries(files: &Files) -> (Vec<PlayEntry>, Vec<Diagnostic>) {
    let (mut entries, mut problems) = (Vec::new(), Vec::new());
    for (_, file) in files.iter().filter(|(path, _)| FileKind::of(path) == FileKind::Play) {
        let (found, diagnostics) = file.list::<PlayEntry>();
        problems.extend(diagnostics);
        for entry in found {
            let said = [&entry.without, &entry.structural, &entry.nothing];
            match said.into_iter().flatten().count() {
                1 => entries.push(entry),
                _ => problems.push(Diagnostic::error(
                    DiagnosticCode::Play,
                    entry.ruling.place(&file.shown),
                    format!(
                        "{} needs exactly one of `without:`, `structural:` and `nothing:`.",
                        entry.ruling
                    ),
                )),
            }
        }
    }
    (entries, problems)
}

/// The coverage of a corpus: a row for every ruling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Coverage {
    /// The rows, in the order of the corpus.
    pub rulings: Vec<RulingCoverage>,
}

/// A ruling with its scenarios and with what `play.yaml` says of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Row")]
pub struct RulingCoverage {
    /// Its id.
    pub ruling: String,
    /// The scenarios that demonstrate it.
    pub scenarios: Vec<String>,
    /// What it means for play; none when nobody has said.
    pub kind: Option<PlayKind>,
    /// What is said of it.
    pub text: Option<String>,
    /// Whether it is an event's own.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub house: bool,
    /// Whether something is missing: a word about it, or a scenario where there must be one.
    pub gap: bool,
}

impl Coverage {
    /// The rows in which something is missing.
    pub fn gaps(&self) -> impl Iterator<Item = &RulingCoverage> {
        self.rulings.iter().filter(|row| row.gap)
    }
}

/// What is said about, and shown of, every ruling of a corpus.
pub fn coverage(corpus: &Corpus, entries: &[PlayEntry], loaded: &[Loaded]) -> Coverage {
    let abouts: Vec<About> = loaded.iter().map(Loaded::about).collect();
    let held = corpus.rulings().filter(|r| r.authority != Authority::Digest);
    let rulings = held.map(|ruling| row(ruling, entries, &abouts));
    Coverage { rulings: rulings.collect() }
}

fn row(ruling: &Ruling, entries: &[PlayEntry], abouts: &[About]) -> RulingCoverage {
    let id = &ruling.id;
    let entry = entries.iter().find(|entry| entry.ruling.value == *id);
    let shown = abouts.iter().filter(|about| about.rulings.iter().any(|ruling| ruling == id));
    let scenarios: Vec<String> = shown.map(|about| about.name.clone()).collect();
    let (kind, text) = match entry {
        None => (None, None),
        Some(PlayEntry { without: Some(text), .. }) => (Some(PlayKind::Without), Some(text.clone())),
        Some(PlayEntry { structural: Some(text), .. }) => (Some(PlayKind::Structural), Some(text.clone())),
        Some(entry) => (Some(PlayKind::Nothing), entry.nothing.clone()),
    };
    let gap = match kind {
        None => true,
        Some(PlayKind::Nothing) => false,
        Some(PlayKind::Without | PlayKind::Structural) => scenarios.is_empty(),
    };
    RulingCoverage {
        ruling: id.clone(),
        scenarios,
        kind,
        text,
        house: ruling.authority == Authority::House,
        gap,
    }
}
