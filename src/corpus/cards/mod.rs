//! Card facts: what is printed on the cards of both games, as far as decks, the engine and `judge card` need it.
//!
//! Loaded apart from the rulings, so that a search need not read them.

pub mod find;
pub mod lcg;
mod load;
pub mod names;
pub mod normalize;
pub mod tcg;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

pub use find::{Card, Found};
pub use lcg::{AffiliationCard, LcgBook, LcgCard, LcgType, ObjectiveSet, Printing};
pub use names::Names;
pub use tcg::{TcgBook, TcgCard, TcgType};

use super::document::Game;

/// What a card that belongs to no affiliation has instead of one.
pub const NEUTRAL: &str = "Neutral";

/// A side of the Force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The light side.
    Light,
    /// The dark side.
    Dark,
    /// Neither; only in the trading card game.
    Neutral,
}

impl Side {
    /// Its name in lower case.
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

/// A printed figure: a number, or a sign such as `X` or `*` where the card says elsewhere how much it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Figure {
    /// A number.
    Number(u8),
    /// A sign.
    Sign(String),
}

impl Figure {
    /// The number, where it is one.
    pub fn number(&self) -> Option<u8> {
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

/// A name a card has, as a search engine wants it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardName<'a> {
    /// The game.
    pub game: Game,
    /// The name as printed (or another spelling that was met).
    pub name: &'a str,
    /// Its number: four digits in the `lcg`, the number in the set in the `tcg`; not known for two affiliation cards.
    pub number: Option<&'a str>,
    /// The objective set's number in the `lcg` (the first that has the card), the set's code in the `tcg`.
    pub set: Option<&'a str>,
}

/// The facts of all cards of both games.
#[derive(Debug, Clone, Default)]
pub struct CardBook {
    /// Star Wars: The Card Game.
    pub lcg: LcgBook,
    /// Star Wars Trading Card Game.
    pub tcg: TcgBook,
}

impl CardBook {
    /// Every official card's name, once for each card; other spellings follow the name they stand for.
    pub fn all_names(&self) -> Vec<CardName<'_>> {
        let mut first_set = std::collections::HashMap::new();
        for set in self.lcg.sets() {
            for number in &set.cards {
                first_set.entry(number.as_str()).or_insert(set.set.as_str());
            }
        }
        let mut names = Vec::new();
        for card in self.lcg.cards() {
            let number = Some(card.number.as_str());
            let set = first_set.get(card.number.as_str()).copied();
            let spellings = std::iter::once(&card.title).chain(&card.aliases);
            names.extend(spellings.map(|name| CardName { game: Game::Lcg, name, number, set }));
        }
        names.extend(self.lcg.affiliations().iter().map(|card| CardName {
            game: Game::Lcg,
            name: &card.title,
            number: card.number.as_deref(),
            set: None,
        }));
        names.extend(self.tcg.cards().iter().map(|card| CardName {
            game: Game::Tcg,
            name: &card.name,
            number: Some(&card.number),
            set: Some(&card.set),
        }));
        names
    }
}
