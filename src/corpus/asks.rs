//! How people put the questions that rulings answer, in files apart from the official words.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::yaml::At;

/// Who is asking, or how.
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
    /// An old hand arguing.
    Veteran,
    /// Hearsay, often of the wrong rule.
    Rumor,
    /// Half a sentence across the table.
    Short,
    /// The content as a question in plain words.
    Plain,
}

/// The asks of one ruling, as written in an `asks/*.yaml` file.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Asks {
    /// The ruling they ask for.
    pub ruling: At<String>,
    /// What is asked, by voice.
    pub asks: IndexMap<Voice, Vec<At<String>>>,
}
