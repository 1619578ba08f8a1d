//! Everyday words, and words of other games, for the games' own terms.

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
    /// The game it holds for; both if omitted.
    #[serde(default)]
    pub game: Option<Game>,
    /// Why one means the other.
    pub why: String,
}
