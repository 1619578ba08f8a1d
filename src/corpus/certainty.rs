//! How certain a fact or a rule is.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How certain a fact or a rule is, or a finding that rests on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// An official document says so, or the publisher's announcement of it.
    Certain,
    /// Everything that is known suggests it.
    Likely,
    /// Nothing held decides it.
    Unknown,
}

impl Certainty {
    /// The name as displayed.
    pub fn shown(self) -> &'static str {
        match self {
            Self::Certain => "certain",
            Self::Likely => "likely",
            Self::Unknown => "unknown",
        }
    }
}
