//! What is printed on a card.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ability::Ability;
use super::select::{Arena, Many};
use crate::engine::cards::keyword::keywords;
use crate::engine::cards::{Printed, Vocabulary as _, common_facts};

pub(crate) use crate::engine::cards::normalize_name;

/// The side that is printed on a card, or that either side may have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CardSide {
    Dark,
    Light,
    /// Neither.
    Neutral,
}

keywords! {
    /// The keywords that are no abilities.
    pub enum Keyword {
        Accuracy = "Accuracy",
        Armor = "Armor",
        Bombard = "Bombard",
        CriticalHit = "Critical Hit",
        HiddenCost = "Hidden Cost",
        IonCannon = "Ion Cannon",
        Overkill = "Overkill",
        Shields = "Shields",
        Stealth = "Stealth",
        Stun = "Stun",
    }
}

/// A keyword and its number; none if it is no keyword, or one that stands for an ability.
pub(crate) fn split_keyword(line: &str) -> Option<(Keyword, i64)> {
    let (word, n) = match line.trim().rsplit_once(' ') {
        Some((word, n)) if n.parse::<i64>().is_ok() => (word, n.parse::<i64>().unwrap_or(1)),
        _ => (line, 1),
    };
    Keyword::named(word).map(|keyword| (keyword, n))
}

/// The seven types of card; the first three are units, each of its arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CardType {
    /// A Space unit.
    Space,
    /// A Ground unit.
    Ground,
    Character,
    Battle,
    Mission,
    Location,
    Equipment,
}

impl CardType {
    /// The arena of a unit.
    pub fn arena(self) -> Option<Arena> {
        match self {
            Self::Space => Some(Arena::Space),
            Self::Ground => Some(Arena::Ground),
            Self::Character => Some(Arena::Character),
            _ => None,
        }
    }
}

/// Quantities a card has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stat {
    /// Total build cost: one more for each card stacked under it.
    Cost,
    Speed,
    Power,
    Health,
    /// Damage counters on it.
    Damage,
    /// Build counters on it.
    Counters,
    /// Cards stacked under it.
    Stack,
}

impl Stat {
    pub(crate) const ALL: [Self; 7] =
        [Self::Cost, Self::Speed, Self::Power, Self::Health, Self::Damage, Self::Counters, Self::Stack];
}

/// What a card costs to build.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a number or `x`")]
pub enum BuildCost {
    /// This many build points.
    Number(u32),
    /// As many as its player likes.
    X(XWord),
}

/// The letter X.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
pub enum XWord {
    #[serde(rename = "x", alias = "X")]
    X,
}

impl BuildCost {
    /// As a number; 0 for X.
    pub(crate) fn number(self) -> u32 {
        match self {
            Self::Number(n) => n,
            Self::X(_) => 0,
        }
    }
}

impl Default for BuildCost {
    fn default() -> Self {
        Self::Number(0)
    }
}

/// A card as it is printed: its facts and its abilities.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CardText {
    /// Its name, with the version letter of a unique card: `NAME (B)`.
    #[serde(alias = "title")]
    pub name: String,
    /// Its set and number, for a real card: `SR 30`.
    pub number: Option<String>,
    /// Marks a card that does not exist, made up for a scenario.
    #[serde(default)]
    pub invented: bool,
    #[serde(rename = "type")]
    pub kind: CardType,
    /// Its side; neutral if not said.
    #[serde(default = "neutral")]
    pub side: CardSide,
    /// The arenas of a Location or of Equipment.
    #[serde(default)]
    pub arena: Many<Arena>,
    /// Its subtypes, as one line.
    #[serde(default)]
    pub subtypes: String,
    #[serde(default)]
    pub cost: BuildCost,
    #[serde(default)]
    pub speed: u32,
    #[serde(default)]
    pub power: u32,
    #[serde(default)]
    pub health: u32,
    /// Its keywords with their numbers: `Overkill`, `Shields 2`.
    #[serde(default)]
    pub keywords: Vec<String>,
    /// Whether its text calls it by its name, though it has no version letter.
    #[serde(default)]
    pub names_itself: bool,
    /// The name by which it is the same unique unit as others, if it is printed otherwise.
    pub same_as: Option<String>,
    #[serde(default)]
    pub abilities: Vec<Ability>,
    /// What of it is not written down here, in the words of its entry.
    #[serde(skip)]
    pub part: Option<String>,
    /// Whether its abilities are written down (a card of a scenario's own always has them).
    #[serde(skip, default = "crate::engine::cards::yes")]
    pub written: bool,
}

fn neutral() -> CardSide {
    CardSide::Neutral
}

impl CardText {
    /// The same with the abilities that its keywords are short for.
    #[must_use]
    pub(crate) fn spelled_out(mut self) -> Self {
        let short = self.keywords.iter().filter_map(|line| super::shorthand::ability(line));
        self.abilities.extend(short.collect::<Vec<_>>());
        self
    }

    /// Whether it has a version letter: that, and nothing else, makes a card unique.
    pub(crate) fn version(&self) -> Option<&str> {
        let (_, rest) = self.name.rsplit_once(" (")?;
        let letter = rest.strip_suffix(')')?;
        (!letter.is_empty() && letter.len() <= 2 && letter.chars().all(|c| c.is_ascii_uppercase()))
            .then_some(letter)
    }

    /// The name without the version letter, by which units are the same unique unit.
    pub(crate) fn own_name(&self) -> &str {
        if let Some(name) = &self.same_as {
            return name;
        }
        match self.version() {
            Some(_) => self.name.rsplit_once(" (").map_or(self.name.as_str(), |(name, _)| name),
            None => &self.name,
        }
    }
}

impl Printed for CardText {
    common_facts!(name);

    fn does_anything(&self) -> bool {
        !self.abilities.is_empty() || !self.keywords.is_empty()
    }

    fn own_name(&self) -> &str {
        Self::own_name(self)
    }
}

/// The cards a replay may use, by name.
pub(crate) type Cards = crate::engine::cards::Cards<CardText>;
