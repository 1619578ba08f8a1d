//! The documents that contain rulings: their names, authority and dates.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::yaml::Spanned;

/// One of the two games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Game {
    /// *Star Wars: The Card Game*, FFG's living card game.
    Lcg,
    /// *Star Wars Trading Card Game*, Wizards of the Coast.
    Tcg,
}

impl Game {
    /// Both games, in display order.
    pub const ALL: [Self; 2] = [Self::Lcg, Self::Tcg];

    /// The short code in ids and options: `lcg`, `tcg`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Lcg => "lcg",
            Self::Tcg => "tcg",
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Lcg => "Star Wars: The Card Game",
            Self::Tcg => "Star Wars Trading Card Game",
        }
    }

    pub(crate) fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|g| g.code() == code)
    }

    /// The game that a ruling's id belongs to, from its prefix.
    pub fn of_id(id: &str) -> Option<Self> {
        id.split_once(':').and_then(|(code, _)| Self::from_code(code))
    }
}

/// Who speaks in a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Authority {
    /// The game's publisher.
    #[default]
    Official,
    /// An event's own judges.
    House,
    /// The editor of this corpus, retelling a rulebook's rules.
    Digest,
}

impl Authority {
    /// The label in front of anything that is not official.
    pub fn label(self) -> Option<&'static str> {
        match self {
            Self::Official => None,
            Self::House => Some("[House]"),
            Self::Digest => Some("[Digest]"),
        }
    }
}

/// How precisely a document's date is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Precision {
    /// The day is printed.
    #[default]
    Day,
    /// Only the year is known. Treated as in force from its first day and displayed as "c. 2005".
    Year,
}

/// A calendar date, written `2014-10-06`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Day(pub Date);

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wrong = || serde::de::Error::custom(format!("`{text}` is no date; expected one like 2014-10-06"));
        text.parse().map(Self).map_err(|_| wrong())
    }
}

impl JsonSchema for Day {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Day".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$" })
    }
}

impl std::fmt::Display for Day {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A document that brings rulings, as written in `documents.yaml`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// Its id, such as `lcg-faq-2.2`.
    pub id: Spanned<String>,
    /// The game it is about.
    pub game: Game,
    /// The series it belongs to. Within a series, the newest document on a given day is in force.
    pub series: String,
    /// Its title, as printed.
    pub title: String,
    /// Its version as printed, `2.2`; omitted if it has none.
    #[serde(default)]
    pub version: Option<String>,
    /// From when it is in force.
    pub date: Spanned<Day>,
    /// How exactly that date is known.
    #[serde(default)]
    pub precision: Precision,
    /// The prefix of its citations, `SWLCG FAQ v2.2`.
    pub cite: String,
    /// Who speaks in it.
    #[serde(default)]
    pub authority: Authority,
    /// For a house document: who decided.
    #[serde(default)]
    pub who: Option<String>,
    /// For a house document: at which event.
    #[serde(default)]
    pub r#where: Option<String>,
    /// Whether holding this document excludes the rules in judge's own words, so that only official
    /// words and those of the event are used.
    #[serde(default)]
    pub official_only: bool,
    /// The document itself, stored beside the corpus.
    #[serde(default)]
    pub source: Option<Source>,
}

/// A document's own file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The file under `sources/`.
    pub file: String,
    /// The SHA-256 of its bytes, in hexadecimal.
    pub sha256: String,
}

impl Source {
    /// Describes a file with this content, stored under that name.
    pub fn of(file: String, bytes: &[u8]) -> Self {
        use sha2::{Digest, Sha256};
        let sha256 = Sha256::digest(bytes).iter().map(|b| format!("{b:02x}")).collect();
        Self { file, sha256 }
    }
}

impl Document {
    /// The date as displayed: `2014-10-06`, or `c. 2005` if only the year is known.
    pub(crate) fn shown_date(&self) -> String {
        match self.precision {
            Precision::Day => self.date.to_string(),
            Precision::Year => format!("c. {}", self.date.0.year()),
        }
    }
}
