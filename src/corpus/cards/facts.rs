//! Printed facts that cards of both games share: sides of the Force and figures.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A side of the Force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// That of the Jedi and of the Rebels.
    Light,
    /// That of the Sith and of the Empire.
    Dark,
    /// Neither; only in the trading card game.
    Neutral,
}

impl Side {
    /// The side in lower case.
    pub fn shown(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Neutral => "neutral",
        }
    }
}

impl std::fmt::Display for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.shown())
    }
}

/// A printed figure: a number, or a sign such as `X` or `*` that the card explains elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Figure {
    Number(u8),
    Sign(String),
}

impl Figure {
    /// The figure as a number, if it is one.
    pub(crate) fn number(&self) -> Option<u8> {
        match self {
            Self::Number(n) => Some(*n),
            Self::Sign(_) => None,
        }
    }
}

impl std::fmt::Display for Figure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(n) => n.fmt(f),
            Self::Sign(sign) => sign.fmt(f),
        }
    }
}

impl<'de> Deserialize<'de> for Figure {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        match text.parse() {
            Ok(n) => Ok(Self::Number(n)),
            Err(_) if matches!(text.as_str(), "X" | "*") => Ok(Self::Sign(text)),
            Err(_) => {
                Err(de::Error::custom(format!("expected a number from 0 to 255, X or *, found {text:?}")))
            }
        }
    }
}

impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(n) => serializer.serialize_u8(*n),
            Self::Sign(sign) => serializer.serialize_str(sign),
        }
    }
}

impl JsonSchema for Figure {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Figure".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "oneOf": [
                { "type": "integer", "minimum": 0, "maximum": 255 },
                { "type": "string", "enum": ["X", "*"] }
            ]
        })
    }
}
