//! Card facts of Star Wars: The Card Game: cards by number, objective sets, affiliation cards, and what is
//! not legal.

use std::collections::HashMap;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::Names;
use super::{Figure, Side};
use crate::corpus::document::Day;
use crate::corpus::yaml::Spanned;

/// The type line of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LcgType {
    /// The first card of an objective set.
    Objective,
    /// A unit.
    Unit,
    /// An enhancement.
    Enhancement,
    /// An event.
    Event,
    /// A fate card.
    Fate,
    /// A mission.
    Mission,
}

impl LcgType {
    /// The word for it, as rulings say it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Objective => "objective",
            Self::Unit => "unit",
            Self::Enhancement => "enhancement",
            Self::Event => "event",
            Self::Fate => "fate",
            Self::Mission => "mission",
        }
    }
}

/// The combat icons of a unit; the `edge_` ones count only with the edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Icons {
    /// Unit damage.
    pub unit: u8,
    /// Blast damage.
    pub blast: u8,
    /// Tactics.
    pub tactics: u8,
    /// Unit damage with the edge.
    pub edge_unit: u8,
    /// Blast damage with the edge.
    pub edge_blast: u8,
    /// Tactics with the edge.
    pub edge_tactics: u8,
}

/// One card, the same in every set it was printed in.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LcgCard {
    /// The number printed on it, four digits, `0166`.
    pub number: Spanned<String>,
    /// Its title.
    pub title: String,
    /// Its type.
    pub r#type: LcgType,
    /// The side it belongs to.
    pub side: Side,
    /// Its affiliation, or `Neutral`.
    pub affiliation: String,
    /// What it costs; objectives and fate cards have none.
    #[serde(default)]
    pub cost: Option<Figure>,
    /// Whether it is unique; nothing where that is not known.
    #[serde(default)]
    pub unique: Option<bool>,
    /// Its traits.
    #[serde(default)]
    pub traits: Vec<String>,
    /// The keywords printed on it.
    #[serde(default)]
    pub keywords: Vec<String>,
    /// Its Force icons.
    #[serde(default)]
    pub force: Option<u8>,
    /// Its damage capacity.
    #[serde(default)]
    pub capacity: Option<Figure>,
    /// The resources it makes.
    #[serde(default)]
    pub resources: Option<Figure>,
    /// Of a fate card: its priority.
    #[serde(default)]
    pub edge_priority: Option<u8>,
    /// Of a unit: its combat icons.
    #[serde(default)]
    pub icons: Icons,
    /// Other spellings met in deck files.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// What about it is doubtful.
    #[serde(default)]
    pub doubtful: Option<String>,
}

/// An objective set: one objective and five command cards that stay together.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ObjectiveSet {
    /// The set number printed on its cards, `99`.
    pub set: Spanned<String>,
    /// The title of its objective.
    pub title: String,
    /// The side it belongs to.
    pub side: Side,
    /// Its affiliation, or `Neutral`.
    pub affiliation: String,
    /// Whether the objective says that only a deck of its affiliation may take it.
    #[serde(default)]
    pub affiliation_only: bool,
    /// How many may stand in one deck, where the objective prints a limit.
    #[serde(default)]
    pub limit: Option<u32>,
    /// The product it came in.
    pub product: Spanned<String>,
    /// The numbers of its six cards in the order of their positions, the objective first.
    pub cards: Vec<Spanned<String>>,
    /// The ends of their OCTGN ids, in the same order.
    pub octgn: Vec<Spanned<String>>,
}

/// An objective set made by players.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FanSet {
    /// Its id, `FIC04`.
    pub set: Spanned<String>,
    /// The title of its objective.
    pub title: String,
    /// The side it belongs to.
    pub side: Side,
    /// Its affiliation, or `Neutral`.
    pub affiliation: String,
    /// The collection it came in.
    pub product: String,
    /// The titles of its cards, the objective first.
    pub cards: Vec<String>,
    /// The ends of their OCTGN ids, in the same order.
    pub octgn: Vec<Spanned<String>>,
}

/// A card of a challenge deck, which goes into no deck that players build.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChallengeCard {
    /// The challenge deck's code.
    pub deck: String,
    /// The number printed on it.
    pub number: Spanned<String>,
    /// Its title.
    pub title: String,
    /// Its type.
    pub r#type: LcgType,
    /// The side it belongs to.
    pub side: Side,
    /// Its affiliation, or `Neutral`.
    pub affiliation: String,
    /// The end of its OCTGN id.
    pub octgn: Spanned<String>,
}

/// An affiliation card.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AffiliationCard {
    /// Its title.
    pub title: Spanned<String>,
    /// The number printed on it, where it is known.
    #[serde(default)]
    pub number: Option<String>,
    /// The affiliation it gives the deck.
    pub affiliation: String,
    /// The side it gives the deck.
    pub side: Side,
    /// The product it came in.
    pub product: Spanned<String>,
    /// The resources it makes.
    pub resources: u8,
    /// Its reserve value.
    pub reserve: u8,
    /// The end of its OCTGN id.
    pub octgn: Spanned<String>,
    /// What it asks of the deck.
    #[serde(default)]
    pub demands: Option<Demands>,
    /// What about it is doubtful.
    #[serde(default)]
    pub doubtful: Option<String>,
}

/// What an affiliation card asks of the objective deck.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Demands {
    /// The exact number of objectives.
    pub objectives: u32,
    /// The number of each part among them.
    pub parts: Vec<Part>,
}

/// A part of an objective deck.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The exact number.
    pub count: u32,
    /// Of any of these affiliations.
    pub affiliations: Vec<String>,
}

/// A product.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Product {
    /// Its name.
    pub product: Spanned<String>,
    /// Its place among the products, from 1.
    pub order: u32,
    /// The cycle it belongs to.
    #[serde(default)]
    pub cycle: Option<String>,
    /// The day it came out, where the publisher's own page says it.
    #[serde(default)]
    pub released: Option<Day>,
    /// A day by which it was out.
    #[serde(default)]
    pub out_by: Option<OutBy>,
}

/// A day by which a product was out, and how that is known.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OutBy {
    /// The day.
    pub day: Day,
    /// What shows it.
    pub why: String,
}

/// How OCTGN names this game and its cards.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Octgn {
    /// The game's own id.
    pub game: String,
    /// What every card id begins with; twelve digits follow.
    pub card_prefix: String,
}

/// One printed card: a position of a set, a challenge card, or an affiliation card. Cheap to copy; ask the
/// [`LcgBook`] what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Printing {
    /// A position (from 1) of an official objective set (index into [`LcgBook::sets`]).
    Set(usize, usize),
    /// An affiliation card.
    Affiliation(usize),
    /// A card of a challenge deck.
    Challenge(usize),
    /// A position (from 1) of a fan-made set.
    Fan(usize, usize),
}

/// Everything known about the cards of the game. Read-only once loaded.
#[derive(Debug, Clone, Default)]
pub struct LcgBook {
    pub(super) cards: IndexMap<String, LcgCard>,
    pub(super) sets: IndexMap<String, ObjectiveSet>,
    pub(super) fan_sets: IndexMap<String, FanSet>,
    pub(super) challenge: Vec<ChallengeCard>,
    pub(super) affiliations: Vec<AffiliationCard>,
    pub(super) products: IndexMap<String, Product>,
    pub(super) octgn: Octgn,
    pub(super) names: Names<Printing>,
    pub(super) by_octgn: HashMap<String, Printing>,
}

impl LcgBook {
    /// The cards, in the order of their numbers.
    pub fn cards(&self) -> impl Iterator<Item = &LcgCard> {
        self.cards.values()
    }

    /// The card of that number, `0166`.
    pub fn card(&self, number: &str) -> Option<&LcgCard> {
        self.cards.get(number)
    }

    /// The objective sets, in the order of their numbers.
    pub fn sets(&self) -> impl Iterator<Item = &ObjectiveSet> {
        self.sets.values()
    }

    /// The objective set of that number, `99`; leading zeros do not count.
    pub(crate) fn set(&self, number: &str) -> Option<&ObjectiveSet> {
        self.sets.get(number.trim_start_matches('0'))
    }

    /// The set at an index a [`Printing::Set`] gives.
    ///
    /// # Panics
    /// With an index of another book.
    pub fn set_at(&self, index: usize) -> &ObjectiveSet {
        &self.sets[index]
    }

    /// Where the set of that number stands among [`Self::sets`]; leading zeros do not count.
    pub(crate) fn set_index(&self, number: &str) -> Option<usize> {
        self.sets.get_index_of(number.trim_start_matches('0'))
    }

    /// The fan-made set of that id, `FIC04`, in any capitals.
    pub(crate) fn fan_index(&self, id: &str) -> Option<usize> {
        self.fan_sets.get_index_of(id.to_ascii_uppercase().as_str())
    }

    /// The fan-made set at an index a [`Printing::Fan`] gives.
    ///
    /// # Panics
    /// With an index of another book.
    pub(crate) fn fan_at(&self, index: usize) -> &FanSet {
        &self.fan_sets[index]
    }

    /// The challenge card at an index a [`Printing::Challenge`] gives.
    ///
    /// # Panics
    /// With an index of another book.
    pub(crate) fn challenge_at(&self, index: usize) -> &ChallengeCard {
        &self.challenge[index]
    }

    /// Every affiliation card.
    pub fn affiliations(&self) -> &[AffiliationCard] {
        &self.affiliations
    }

    /// The sets a card number stands in, with its positions.
    pub(crate) fn printings<'a>(
        &'a self,
        number: &'a str,
    ) -> impl Iterator<Item = (&'a ObjectiveSet, usize)> {
        self.sets.values().flat_map(move |set| {
            let at = set.cards.iter().enumerate().filter(move |(_, n)| n.as_str() == number);
            at.map(move |(i, _)| (set, i + 1))
        })
    }

    pub(crate) fn product(&self, name: &str) -> Option<&Product> {
        self.products.get(name)
    }

    /// The products, in the order they came out.
    pub(crate) fn products(&self) -> impl Iterator<Item = &Product> {
        self.products.values()
    }

    /// How OCTGN names things.
    pub fn octgn(&self) -> &Octgn {
        &self.octgn
    }

    /// The printing an OCTGN id names, in any capitals.
    pub fn by_octgn(&self, id: &str) -> Option<Printing> {
        let id = id.trim().to_ascii_lowercase();
        let digits = id.strip_prefix(&self.octgn.card_prefix)?;
        let short = digits.trim_start_matches('0');
        (digits.len() == 12).then(|| self.by_octgn.get(short).copied())?
    }

    /// The whole OCTGN id of a printing.
    pub fn octgn_id(&self, printing: Printing) -> String {
        let end = match printing {
            Printing::Set(set, position) => &self.sets[set].octgn[position - 1],
            Printing::Fan(set, position) => &self.fan_sets[set].octgn[position - 1],
            Printing::Affiliation(at) => &self.affiliations[at].octgn,
            Printing::Challenge(at) => &self.challenge[at].octgn,
        };
        format!("{}{:0>12}", self.octgn.card_prefix, end.as_str())
    }

    /// Every name, spelled as people may: printings by title and alias.
    pub fn names(&self) -> &Names<Printing> {
        &self.names
    }

    pub fn title(&self, printing: Printing) -> &str {
        match printing {
            Printing::Set(set, position) => self.card_at(set, position).map_or("", |c| &c.title),
            Printing::Fan(set, position) => &self.fan_sets[set].cards[position - 1],
            Printing::Affiliation(at) => &self.affiliations[at].title,
            Printing::Challenge(at) => &self.challenge[at].title,
        }
    }

    /// The card at a position (from 1) of the set at an index.
    pub(crate) fn card_at(&self, set: usize, position: usize) -> Option<&LcgCard> {
        let (_, set) = self.sets.get_index(set)?;
        self.cards.get(set.cards.get(position.checked_sub(1)?)?.as_str())
    }
}
