//! The icons that documents print in their text, and the characters that PDF extraction yields for them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::corpus::Certainty;
use crate::corpus::yaml::Spanned;
use crate::corpus::{Diagnostic, Files, Game};

/// A character of a symbol font.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Icon {
    /// The character that stands in the text.
    pub printed: Spanned<String>,
    /// What the rulings have for the icon.
    pub shown: String,
    pub means: String,
    /// How certain that is. Uncertain ones are left as printed, and flagged.
    pub certainty: Certainty,
    /// The source of this knowledge.
    pub source: String,
}

/// Reads every `icons.yaml` of a corpus.
pub(crate) fn read(files: &Files) -> (Vec<(Game, Icon)>, Vec<Diagnostic>) {
    let mut icons = Vec::new();
    let mut diagnostics = Vec::new();
    for (path, file) in files.iter().filter(|(p, _)| p.rsplit('/').next() == Some("icons.yaml")) {
        let (items, found) = file.list::<Icon>();
        diagnostics.extend(found);
        let game = path.split('/').find_map(Game::from_code).unwrap_or(Game::Lcg);
        icons.extend(items.into_iter().map(|icon| (game, icon)));
    }
    (icons, diagnostics)
}
