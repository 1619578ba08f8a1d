//! Explanations of diagnostic and deck codes: the rule, the reason, an example, the fix.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::diagnostic::Diagnostic;
use super::files::Files;
use super::yaml::Spanned;

/// The explanation of one code, as written in `explain.yaml`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Explanation {
    /// As a finding shows it, `too-few-sets`.
    pub code: Spanned<String>,
    /// What is reported, in one sentence.
    pub what: String,
    /// The rule, or what judge expects.
    pub rule: String,
    /// Why it is so.
    pub why: String,
    /// One case in which it is reported, without any card's text.
    pub example: String,
    /// What puts it right, as an instruction.
    #[serde(alias = "mend")]
    pub fix: String,
}

/// Reads every explanation among `files`, with diagnostics for those that cannot be used.
pub fn load(files: &Files) -> (Vec<Explanation>, Vec<Diagnostic>) {
    match files.get("explain.yaml") {
        Some(file) => file.list(),
        None => (Vec::new(), Vec::new()),
    }
}
