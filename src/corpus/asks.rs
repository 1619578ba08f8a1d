//! The questions people put and the ruling that answers each, in files apart from the official words.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::yaml::Spanned;

/// Who is asking, or in what manner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Voice {
    /// A few search words.
    Keywords,
    /// A player describing what lies on the table.
    Board,
    /// Somebody at a first event.
    Newcomer,
    /// A parent asking for a child.
    Parent,
    /// A player of Magic: The Gathering.
    Magic,
    /// Short, broken English.
    Broken,
    /// An experienced player arguing a point.
    Veteran,
    /// Hearsay, often of the wrong rule.
    Rumor,
    /// Half a sentence across the table.
    Short,
    /// The content as a question in plain words.
    Plain,
}

impl Voice {
    /// Every voice, in the order asks files list them.
    pub const ALL: [Self; 10] = [
        Self::Keywords,
        Self::Board,
        Self::Newcomer,
        Self::Parent,
        Self::Magic,
        Self::Broken,
        Self::Veteran,
        Self::Rumor,
        Self::Short,
        Self::Plain,
    ];

    /// The voice's key in a file, such as `board`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Keywords => "keywords",
            Self::Board => "board",
            Self::Newcomer => "newcomer",
            Self::Parent => "parent",
            Self::Magic => "magic",
            Self::Broken => "broken",
            Self::Veteran => "veteran",
            Self::Rumor => "rumor",
            Self::Short => "short",
            Self::Plain => "plain",
        }
    }
}

/// All asks of one ruling, as written in an `asks/*.yaml` file.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Asks {
    /// The id of the ruling that answers them.
    pub ruling: Spanned<String>,
    /// The asks, one per line.
    pub asks: Vec<AskLine>,
}

/// One ask of a file: `board: 'he played it though nothing could happen'`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "IndexMap<Voice, Spanned<String>>", into = "IndexMap<Voice, Spanned<String>>")]
#[schemars(extend("minProperties" = 1, "maxProperties" = 1, "propertyNames" = voices()))]
pub struct AskLine {
    /// The line's key.
    pub voice: Voice,
    /// The question as a player would put it.
    pub text: Spanned<String>,
}

/// The schema of a line: a mapping with exactly one voice as its key.
fn voices() -> serde_json::Value {
    serde_json::json!({ "enum": Voice::ALL.map(Voice::word) })
}

impl TryFrom<IndexMap<Voice, Spanned<String>>> for AskLine {
    type Error = String;

    fn try_from(line: IndexMap<Voice, Spanned<String>>) -> Result<Self, String> {
        let count = line.len();
        let mut voices = line.into_iter();
        match (voices.next(), voices.next()) {
            (Some((voice, text)), None) => Ok(Self { voice, text }),
            _ => Err(format!(
                "an ask has one voice and one question, as `- board: 'may he?'`; here are {count}"
            )),
        }
    }
}

impl From<AskLine> for IndexMap<Voice, Spanned<String>> {
    fn from(line: AskLine) -> Self {
        Self::from_iter([(line.voice, line.text)])
    }
}

/// Sorts lines into canonical order: by voice, otherwise stable.
pub fn sort(lines: &mut [AskLine]) {
    lines.sort_by_key(|line| line.voice);
}
