//! Everyday words and other games' words for the game's own.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::document::Game;
use super::yaml::Spanned;

/// One line of `synonyms.yaml`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Synonym {
    /// The words people type; each may be a phrase.
    pub from: Vec<Spanned<String>>,
    /// The words the rulings use; each may be a phrase.
    pub to: Vec<Spanned<String>>,
    /// The game it holds for; left out, both.
    #[serde(default)]
    pub game: Option<Game>,
    /// Why the one means the other.
    pub why: String,
}
