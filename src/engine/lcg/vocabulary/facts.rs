//! What is printed on a card, as far as play is concerned.

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

use super::ability::Ability;
use super::select::Filter;
use crate::engine::cards::keyword::keywords;
use crate::engine::cards::{Printed, common_facts};

pub(crate) use crate::engine::cards::normalize_name;
pub use crate::engine::cards::{Side, TextCoverage};

keywords! {
    /// The keywords that the rules give a meaning; others cannot be written.
    pub enum Keyword {
        Edge = "Edge",
        Elite = "Elite",
        Influence = "Influence",
        Limited = "Limited",
        NoEnhancements = "No enhancements",
        Pilot = "Pilot",
        Protect = "Protect",
        Shielding = "Shielding",
        TargetedStrike = "Targeted Strike",
    }
}

/// The types that play distinguishes; a mission is an enhancement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CardType {
    Affiliation,
    Objective,
    Unit,
    Enhancement,
    Event,
    Fate,
}

impl CardType {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Affiliation => "affiliation card",
            Self::Objective => "objective",
            Self::Unit => "unit",
            Self::Enhancement => "enhancement",
            Self::Event => "event",
            Self::Fate => "fate card",
        }
    }
}

/// The quantities of a card that can be modified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stat {
    Cost,
    /// Force icons.
    Force,
    /// Damage capacity.
    Capacity,
    Resources,
    /// Unit damage icons.
    UnitDamage,
    /// Blast icons.
    Blast,
    /// Tactics icons.
    Tactics,
    /// Edge-enabled unit damage icons.
    EdgeUnitDamage,
    /// Edge-enabled blast icons.
    EdgeBlast,
    /// Edge-enabled tactics icons.
    EdgeTactics,
    /// The value of the keyword edge.
    Edge,
    /// The reserve value of the card's controller, from this card.
    Reserve,
}

/// An affiliation, or none: neutral. Case does not count.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Affiliation(String);

impl Affiliation {
    pub(crate) fn of(name: &str) -> Self {
        Self(name.to_owned())
    }

    pub(crate) fn name(&self) -> &str {
        &self.0
    }

    /// Whether it is none that would have to be matched.
    pub(crate) fn is_neutral(&self) -> bool {
        *self == Self::default()
    }
}

impl fmt::Display for Affiliation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Default for Affiliation {
    fn default() -> Self {
        Self::of("Neutral")
    }
}

impl PartialEq for Affiliation {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(&other.0)
    }
}

impl Eq for Affiliation {}

impl Hash for Affiliation {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_ascii_lowercase().hash(state);
    }
}

impl JsonSchema for Affiliation {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        String::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        String::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}

/// The six kinds of combat icon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Icons {
    /// Unit damage.
    pub unit: u32,
    pub blast: u32,
    pub tactics: u32,
    /// Edge-enabled unit damage.
    #[serde(alias = "edge_unit")]
    pub edge_unit: u32,
    /// Edge-enabled blast.
    #[serde(alias = "edge_blast")]
    pub edge_blast: u32,
    /// Edge-enabled tactics.
    #[serde(alias = "edge_tactics")]
    pub edge_tactics: u32,
}

/// A card as it is printed: its facts and its abilities.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CardText {
    #[serde(alias = "name")]
    pub title: String,
    /// Its number, for a real card.
    pub number: Option<String>,
    /// Marks a card that does not exist, made up for a scenario.
    #[serde(default)]
    pub invented: bool,
    #[serde(rename = "type")]
    pub kind: CardType,
    pub side: Side,
    /// Its affiliation; neutral if not said.
    #[serde(default)]
    pub affiliation: Affiliation,
    /// Whether it is unique.
    #[serde(default)]
    pub unique: bool,
    #[serde(default)]
    pub cost: u32,
    /// Its Force icons.
    #[serde(default)]
    pub force: u32,
    /// Its damage capacity.
    #[serde(default)]
    pub capacity: u32,
    #[serde(default)]
    pub resources: u32,
    #[serde(default)]
    pub traits: Vec<String>,
    /// Its keywords, as printed.
    #[serde(default)]
    pub keywords: Vec<String>,
    /// Its combat icons.
    #[serde(default)]
    pub icons: Icons,
    /// The priority number of a fate card.
    #[serde(default)]
    pub edge_priority: u32,
    /// What it may be attached to, for an enhancement that is not in the play area.
    pub attaches_to: Option<Filter>,
    #[serde(default)]
    pub abilities: Vec<Ability>,
    /// How it may be played as an enhancement, for a unit that may.
    pub as_enhancement: Option<AsEnhancement>,
    /// The unit that this is while it is an enhancement.
    #[serde(skip)]
    pub unit: Option<Arc<CardText>>,
    /// Whether its abilities are written down (a card of a scenario's own always has them).
    #[serde(skip, default = "crate::engine::cards::yes")]
    pub written: bool,
    /// What of its text is not written down, if only part of it is.
    #[serde(skip)]
    pub part: Option<String>,
}

/// A unit that may be played as an enhancement.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AsEnhancement {
    pub on: Filter,
    /// What it costs less then.
    #[serde(default)]
    pub cheaper: u32,
    /// Its abilities then.
    pub abilities: Vec<Ability>,
}

impl CardText {
    /// A card without anything on it.
    pub(crate) fn blank() -> Self {
        Self {
            title: String::new(),
            number: None,
            invented: false,
            kind: CardType::Unit,
            side: Side::Light,
            affiliation: Affiliation::default(),
            unique: false,
            cost: 0,
            force: 0,
            capacity: 0,
            resources: 0,
            traits: Vec::new(),
            keywords: Vec::new(),
            icons: Icons::default(),
            edge_priority: 0,
            attaches_to: None,
            abilities: Vec::new(),
            as_enhancement: None,
            unit: None,
            written: false,
            part: None,
        }
    }

    /// The enhancement it is if it is played as one.
    pub(crate) fn as_enhancement(self: &Arc<Self>) -> Option<Self> {
        let other = self.as_enhancement.clone()?;
        Some(Self {
            kind: CardType::Enhancement,
            cost: self.cost.saturating_sub(other.cheaper),
            keywords: Vec::new(),
            icons: Icons::default(),
            capacity: 0,
            attaches_to: Some(other.on),
            abilities: other.abilities,
            as_enhancement: None,
            unit: Some(Arc::clone(self)),
            ..(**self).clone()
        })
    }

    /// The printed value of a quantity.
    pub(crate) fn printed(&self, stat: Stat) -> u32 {
        match stat {
            Stat::Cost => self.cost,
            Stat::Force => self.force,
            Stat::Capacity => self.capacity,
            Stat::Resources => self.resources,
            Stat::UnitDamage => self.icons.unit,
            Stat::Blast => self.icons.blast,
            Stat::Tactics => self.icons.tactics,
            Stat::EdgeUnitDamage => self.icons.edge_unit,
            Stat::EdgeBlast => self.icons.edge_blast,
            Stat::EdgeTactics => self.icons.edge_tactics,
            Stat::Edge | Stat::Reserve => 0,
        }
    }
}

impl Printed for CardText {
    common_facts!(title);

    fn does_anything(&self) -> bool {
        !self.abilities.is_empty() || self.attaches_to.is_some() || self.as_enhancement.is_some()
    }
}

/// The cards a replay may use, by title and by number.
pub(crate) type Cards = crate::engine::cards::Cards<CardText>;
