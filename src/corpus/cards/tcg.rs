//! Card facts of the Star Wars Trading Card Game: cards by name with version letter, and set codes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::Names;
use super::rows::Rows;
use super::{Figure, Side};
use crate::corpus::yaml::Spanned;

/// The type of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TcgType {
    /// A Space unit.
    Space,
    /// A Ground unit.
    Ground,
    /// A Character unit.
    Character,
    /// A Battle card.
    Battle,
    /// A Mission card.
    Mission,
    Location,
    /// An Equipment card.
    Equipment,
}

impl TcgType {
    /// The type as rulings spell it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Space | Self::Ground | Self::Character => "unit",
            Self::Battle => "battle card",
            Self::Mission => "mission card",
            Self::Location => "location",
            Self::Equipment => "equipment",
        }
    }

    /// The type as displayed.
    pub(crate) fn shown(self) -> &'static str {
        match self {
            Self::Space => "Space",
            Self::Ground => "Ground",
            Self::Character => "Character",
            Self::Battle => "Battle",
            Self::Mission => "Mission",
            Self::Location => "Location",
            Self::Equipment => "Equipment",
        }
    }
}

/// One card as printed in one set; a card of several sets has a line in each.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TcgCard {
    /// Its name, with the version letter of a unique card: `Darth Maul (B)`.
    pub name: Spanned<String>,
    /// The code of its set.
    pub set: Spanned<String>,
    /// Its number in the set.
    pub number: String,
    /// The side it belongs to.
    pub side: Side,
    pub r#type: TcgType,
    /// The version letter; only unique cards have one.
    #[serde(default)]
    pub version: Option<String>,
    /// Of Locations and Equipment: the arenas they go to.
    #[serde(default)]
    pub arenas: Vec<String>,
    /// The subtypes, as one line.
    #[serde(default)]
    pub subtypes: Option<String>,
    /// What it costs to build.
    #[serde(default)]
    pub cost: Option<Figure>,
    /// Of a unit: its speed.
    #[serde(default)]
    pub speed: Option<Figure>,
    /// Of a unit: its power.
    #[serde(default)]
    pub power: Option<Figure>,
    /// Of a unit: its health.
    #[serde(default)]
    pub health: Option<Figure>,
    /// C, U or R.
    pub rarity: String,
    /// LackeyCCG's name for it, if two sets share the printed one.
    #[serde(default)]
    pub lackey: Option<String>,
    /// What is uncertain about these facts.
    #[serde(default)]
    pub doubtful: Option<String>,
}

impl TcgCard {
    /// Whether the card is unique; only unique cards have a version letter.
    pub(crate) fn unique(&self) -> bool {
        self.version.is_some()
    }
}

/// A set code as deck files use it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TcgSet {
    /// The code, `AOTC`.
    pub code: Spanned<String>,
    /// The set's name, `Attack of the Clones`.
    pub name: String,
    /// Whether the publisher made it; omitted if the code covers both official and fan-made cards.
    #[serde(default)]
    pub official: Option<bool>,
    /// Its position among the official sets, from 1.
    #[serde(default)]
    pub order: Option<u32>,
    /// The number of different cards in the set; nothing where it is not known.
    #[serde(default)]
    pub cards: Option<u32>,
    /// Any remarks.
    #[serde(default)]
    pub note: Option<String>,
}

/// Everything known about the TCG's cards. Read-only once loaded.
#[derive(Debug, Clone, Default)]
pub struct TcgBook {
    /// By name and set.
    pub(super) cards: Rows<TcgCard>,
    pub(super) sets: Rows<TcgSet>,
    pub(super) names: Names<usize>,
    pub(super) bases: Names<usize>,
}

impl TcgBook {
    /// The cards, set by set.
    pub fn cards(&self) -> &Rows<TcgCard> {
        &self.cards
    }

    pub fn sets(&self) -> impl Iterator<Item = &TcgSet> {
        self.sets.iter()
    }

    /// The set with that code; case-insensitive.
    pub(crate) fn set(&self, code: &str) -> Option<&TcgSet> {
        self.sets.get(code.to_ascii_uppercase().as_str())
    }

    /// Indices into [`Self::cards`] by full name.
    pub(crate) fn names(&self) -> &Names<usize> {
        &self.names
    }

    /// Indices into [`Self::cards`] by name without version letter.
    pub(crate) fn bases(&self) -> &Names<usize> {
        &self.bases
    }

    /// The cards with exactly that printed name.
    pub fn named(&self, name: &str) -> Vec<&TcgCard> {
        self.names.get(name).iter().map(|at| &self.cards[*at]).collect()
    }
}
