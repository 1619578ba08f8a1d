//! The games' terms, and words of questions about them, in the languages the games were printed in.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::diagnostic::{Diagnostic, DiagnosticCode};
use super::yaml::Spanned;

/// A language other than English that the games were printed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Language {
    /// Printed as `de` in JSON.
    #[serde(rename = "de")]
    German,
    /// Printed as `fr` in JSON.
    #[serde(rename = "fr")]
    French,
    /// Printed as `es` in JSON.
    #[serde(rename = "es")]
    Spanish,
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 3] = [Self::German, Self::French, Self::Spanish];

    /// The ISO 639-1 code, such as `de`.
    pub fn code(self) -> &'static str {
        match self {
            Self::German => "de",
            Self::French => "fr",
            Self::Spanish => "es",
        }
    }

    /// The English name.
    pub fn name(self) -> &'static str {
        match self {
            Self::German => "German",
            Self::French => "French",
            Self::Spanish => "Spanish",
        }
    }
}

/// One line of `languages.yaml`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ForeignWord {
    pub language: Language,
    /// The word the English rulings use; may be a phrase.
    pub english: Spanned<String>,
    /// The words people type for it, in every inflection; each may be a phrase.
    pub words: Vec<Spanned<String>>,
}

/// Reports a line without words.
pub(crate) fn check(file: &str, line: &ForeignWord, diagnostics: &mut Vec<Diagnostic>) {
    let all = std::iter::once(&line.english).chain(&line.words);
    for empty in all.filter(|word| word.trim().is_empty()) {
        diagnostics.push(Diagnostic::error(DiagnosticCode::Empty, empty.place(file), "This word is empty."));
    }
    if line.words.is_empty() {
        let message = format!("No {} word stands for “{}”.", line.language.name(), *line.english);
        diagnostics.push(Diagnostic::error(DiagnosticCode::Empty, line.english.place(file), message));
    }
}
