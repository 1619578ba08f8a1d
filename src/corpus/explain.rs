//! What the codes of findings mean: the rule, why it is so, an example, the fix.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::diagnostic::Diagnostic;
use super::files::Files;
use super::yaml::Spanned;

/// What one code means, as written in `explain.yaml`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Explanation {
    /// The code.
    pub code: Spanned<String>,
    /// What is reported, in one sentence.
    pub what: String,
    /// The rule, or what judge expects.
    pub rule: String,
    /// Why it is so.
    pub why: String,
    /// An example.
    pub example: String,
    /// What to do.
    pub mend: String,
}

/// Every explanation among `files`.
///
/// The diagnostics tell everything that is wrong with them.
pub fn load(files: &Files) -> (Vec<Explanation>, Vec<Diagnostic>) {
    match files.get("explain.yaml") {
        Some(file) => file.list(),
        None => (Vec::new(), Vec::new()),
    }
}
