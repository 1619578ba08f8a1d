//! Subjects that no document held covers. A question about one is answered with where to look instead of with
//! an unrelated ruling.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::diagnostic::{Diagnostic, DiagnosticCode};
use super::document::Game;
use super::yaml::Spanned;

/// In a line of `words`, this stands for the name of any card, `what does CARD cost`. Such a line is known by
/// these very words only.
pub(crate) const CARD: &str = "CARD";

/// A broad category of subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BeyondKind {
    /// How an event is run.
    Procedure,
    /// What follows a mistake or an offence.
    Penalties,
    /// What is printed on a card.
    CardTexts,
    /// Rules and words of another game.
    OtherGames,
    /// Products released after the documents held.
    LaterProducts,
    /// Buying, collecting, building.
    Collecting,
}

/// A subject, as written in `beyond.yaml`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Beyond {
    /// The subject, in a few words; unique.
    pub subject: Spanned<String>,
    /// Its broad category.
    pub kind: BeyondKind,
    /// The game it concerns; both if omitted.
    #[serde(default)]
    pub game: Option<Game>,
    /// The reply to a question about it.
    pub say: String,
    /// Where to look instead.
    pub r#where: String,
    /// What people call the game it is, where it is one: a question with such a name is about that game.
    #[serde(default)]
    pub names: Vec<Spanned<String>>,
    /// How people ask about it. `CARD` stands for the name of any card.
    pub words: Vec<Spanned<String>>,
}

/// Reports subjects that appear twice and subjects with nothing to say.
pub(super) fn check(
    file: &str,
    beyond: &Beyond,
    seen: &mut BTreeMap<String, String>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let place = beyond.subject.place(file);
    if let Some(first) = seen.insert(beyond.subject.to_lowercase(), place.to_string()) {
        let text = format!("The subject {} stands twice; first at {first}.", *beyond.subject);
        diagnostics.push(Diagnostic::error(DiagnosticCode::DuplicateId, place.clone(), text));
    }
    let texts = [("subject", beyond.subject.as_str()), ("say", &beyond.say), ("where", &beyond.r#where)];
    for (what, _) in texts.into_iter().filter(|(_, text)| text.trim().is_empty()) {
        let text = format!("The subject {} has an empty `{what}`.", *beyond.subject);
        diagnostics.push(Diagnostic::error(DiagnosticCode::Empty, place.clone(), text));
    }
    if beyond.words.is_empty() {
        let text = format!("Nobody can ask about {}: it has no `words`.", *beyond.subject);
        diagnostics.push(Diagnostic::error(DiagnosticCode::Empty, place.clone(), text));
    }
    for line in beyond.words.iter().chain(&beyond.names).filter(|line| line.trim().is_empty()) {
        let text = format!("The subject {} has an empty line under `words` or `names`.", *beyond.subject);
        diagnostics.push(Diagnostic::error(DiagnosticCode::Empty, line.place(file), text));
    }
}
