//! Card facts of Star Wars: The Card Game: cards by number, objective sets, affiliation cards, and cards that
//! are not legal in a deck.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::Names;
use super::rows::Rows;
use super::{Figure, Side};
use crate::corpus::document::Day;
use crate::corpus::table::Table;
use crate::corpus::yaml::Spanned;

/// The type line of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LcgType {
    /// An objective, the first card of an objective set.
    Objective,
    /// A unit: it is deployed, strikes, and takes damage up to its capacity.
    Unit,
    /// An enhancement: attached to a card, or put into a play area.
    Enhancement,
    /// An event: played from hand for its effect, then discarded.
    Event,
    /// A fate card.
    Fate,
    /// A mission: the engine plays it as an enhancement; it has a damage capacity.
    Mission,
}

impl LcgType {
    /// The type as rulings spell it.
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
    /// Icons that place a focus token each.
    pub tactics: u8,
    /// Unit damage with the edge.
    pub edge_unit: u8,
    /// Blast damage with the edge.
    pub edge_blast: u8,
    /// Tactics icons that count only with the edge.
    pub edge_tactics: u8,
}

/// One card, the same in every set it was printed in.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LcgCard {
    /// The number printed on it, four digits, `0166`.
    pub number: Spanned<String>,
    /// As printed, with its accents and punctuation.
    pub title: String,
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
    /// As printed, without full stops, `Jedi`.
    #[serde(default)]
    pub traits: Vec<String>,
    /// The keywords printed on it.
    #[serde(default)]
    pub keywords: Vec<String>,
    /// The number of Force icons.
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
    /// Other spellings found in deck files.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// What is uncertain about these facts.
    #[serde(default)]
    pub doubtful: Option<String>,
}

/// An objective set: one objective and five command cards that stay together.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ObjectiveSet {
    /// The set number printed on its cards, `99`.
    pub set: Spanned<String>,
    /// As printed, with its accents and punctuation.
    pub title: String,
    /// The side it belongs to.
    pub side: Side,
    /// Its affiliation, or `Neutral`.
    pub affiliation: String,
    /// Whether the objective restricts itself to decks of its affiliation.
    #[serde(default)]
    pub affiliation_only: bool,
    /// The number of copies one deck may contain, if the objective prints a limit.
    #[serde(default)]
    pub limit: Option<u32>,
    /// The product it came in.
    pub product: Spanned<String>,
    /// The numbers of its six cards by position, objective first.
    pub cards: Vec<Spanned<String>>,
    /// The last digits of their OCTGN ids, in the same order.
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
    /// The last digits of their OCTGN ids, in the same order.
    pub octgn: Vec<Spanned<String>>,
}

/// A card of a challenge deck. Players cannot put it into a deck they build.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChallengeCard {
    /// The challenge deck's code.
    pub deck: String,
    /// The number printed on it.
    pub number: Spanned<String>,
    /// As printed, with its accents and punctuation.
    pub title: String,
    pub r#type: LcgType,
    /// The side it belongs to.
    pub side: Side,
    /// Its affiliation, or `Neutral`.
    pub affiliation: String,
    /// The last digits of its OCTGN id.
    pub octgn: Spanned<String>,
}

/// A card that says which affiliation a deck is of; each deck has exactly one.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AffiliationCard {
    /// As printed, with its accents and punctuation.
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
    /// The last digits of its OCTGN id.
    pub octgn: Spanned<String>,
    /// What it requires of the objective deck.
    #[serde(default)]
    pub demands: Option<Demands>,
    /// What is uncertain about these facts.
    #[serde(default)]
    pub doubtful: Option<String>,
}

/// What an affiliation card requires of the objective deck.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Demands {
    /// The exact number of objectives.
    pub objectives: u32,
    /// How those objectives are divided up.
    pub parts: Vec<Part>,
}

/// A group of objectives that must have an exact size.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The exact number.
    pub count: u32,
    /// The affiliations that count towards it.
    pub affiliations: Vec<String>,
}

/// A product in which objective sets came out, with the cycle and the day.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Product {
    /// Its name.
    pub product: Spanned<String>,
    /// Its position in release order, from 1.
    pub order: u32,
    /// The cycle it belongs to.
    #[serde(default)]
    pub cycle: Option<String>,
    /// The release date given by the publisher's own page.
    #[serde(default)]
    pub released: Option<Day>,
    /// A date by which it is known to have been released.
    #[serde(default)]
    pub out_by: Option<OutBy>,
}

/// A date by which a product had been released, and the evidence for it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OutBy {
    /// The date.
    pub day: Day,
    /// The evidence.
    pub why: String,
}

/// The ids OCTGN uses for this game and its cards.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Octgn {
    /// The id of the game.
    pub game: String,
    /// The prefix of every card id; twelve digits follow.
    pub card_prefix: String,
}

/// One printed card: a position of a set, a challenge card, or an affiliation card. Cheap to copy; ask the
/// [`LcgBook`] what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Printing {
    /// An official objective set (index into [`LcgBook::sets`]) and a position in it, from 1.
    Set(usize, usize),
    /// An affiliation card.
    Affiliation(usize),
    /// A card of a challenge deck.
    Challenge(usize),
    /// A fan-made set (index) and a position in it, from 1.
    Fan(usize, usize),
}

/// Everything known about the LCG's cards. Read-only once loaded.
#[derive(Debug, Clone, Default)]
pub struct LcgBook {
    pub(super) cards: Rows<LcgCard>,
    pub(super) sets: Rows<ObjectiveSet>,
    pub(super) fan_sets: Rows<FanSet>,
    /// By their place among the others.
    pub(super) challenge: Rows<ChallengeCard>,
    pub(super) affiliations: Vec<AffiliationCard>,
    pub(super) products: Rows<Product>,
    pub(super) octgn: Octgn,
    pub(super) names: Names<Printing>,
    pub(super) by_octgn: Table<Printing>,
}

impl LcgBook {
    /// The cards, ordered by number.
    pub fn cards(&self) -> impl Iterator<Item = &LcgCard> {
        self.cards.iter()
    }

    /// The card with that number, such as `0166`.
    pub fn card(&self, number: &str) -> Option<&LcgCard> {
        self.cards.get(number)
    }

    /// The objective sets, ordered by number.
    pub fn sets(&self) -> impl Iterator<Item = &ObjectiveSet> {
        self.sets.iter()
    }

    /// The objective set with that number, such as `99`; leading zeros are ignored.
    pub(crate) fn set(&self, number: &str) -> Option<&ObjectiveSet> {
        self.sets.get(number.trim_start_matches('0'))
    }

    /// The set that a [`Printing::Set`] refers to.
    ///
    /// # Panics
    /// If the index comes from another book.
    pub fn set_at(&self, index: usize) -> &ObjectiveSet {
        &self.sets[index]
    }

    /// The index within [`Self::sets`] of the set with that number; leading zeros are ignored.
    pub(crate) fn set_index(&self, number: &str) -> Option<usize> {
        self.sets.place(number.trim_start_matches('0'))
    }

    /// The index of the fan-made set with that id, such as `FIC04`; case-insensitive.
    pub(crate) fn fan_index(&self, id: &str) -> Option<usize> {
        self.fan_sets.place(id.to_ascii_uppercase().as_str())
    }

    /// The fan-made set that a [`Printing::Fan`] refers to.
    ///
    /// # Panics
    /// If the index comes from another book.
    pub(crate) fn fan_at(&self, index: usize) -> &FanSet {
        &self.fan_sets[index]
    }

    /// The challenge card that a [`Printing::Challenge`] refers to.
    ///
    /// # Panics
    /// If the index comes from another book.
    pub(crate) fn challenge_at(&self, index: usize) -> &ChallengeCard {
        &self.challenge[index]
    }

    /// Every affiliation card.
    pub fn affiliations(&self) -> &[AffiliationCard] {
        &self.affiliations
    }

    /// Every printing of a card number: the sets that contain it, with the position in each.
    pub(crate) fn printings<'a>(
        &'a self,
        number: &'a str,
    ) -> impl Iterator<Item = (&'a ObjectiveSet, usize)> {
        self.sets.iter().flat_map(move |set| {
            let at = set.cards.iter().enumerate().filter(move |(_, n)| n.as_str() == number);
            at.map(move |(i, _)| (set, i + 1))
        })
    }

    pub(crate) fn product(&self, name: &str) -> Option<&Product> {
        self.products.get(name)
    }

    /// The products in release order.
    pub(crate) fn products(&self) -> impl Iterator<Item = &Product> {
        self.products.iter()
    }

    pub fn octgn(&self) -> &Octgn {
        &self.octgn
    }

    /// Resolves an OCTGN id, case-insensitively.
    pub fn by_octgn(&self, id: &str) -> Option<Printing> {
        let id = id.trim().to_ascii_lowercase();
        let digits = id.strip_prefix(&self.octgn.card_prefix)?;
        let short = digits.trim_start_matches('0');
        (digits.len() == 12).then(|| self.by_octgn.get(short).last().copied())?
    }

    /// The full OCTGN id of a printing.
    pub fn octgn_id(&self, printing: Printing) -> String {
        let end = match printing {
            Printing::Set(set, position) => &self.sets[set].octgn[position - 1],
            Printing::Fan(set, position) => &self.fan_sets[set].octgn[position - 1],
            Printing::Affiliation(at) => &self.affiliations[at].octgn,
            Printing::Challenge(at) => &self.challenge[at].octgn,
        };
        format!("{}{:0>12}", self.octgn.card_prefix, end.as_str())
    }

    /// Printings by title and by every alias.
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

    /// The card at a position (from 1) in the set at an index.
    pub(crate) fn card_at(&self, set: usize, position: usize) -> Option<&LcgCard> {
        let set = self.sets.at(set)?;
        self.cards.get(set.cards.get(position.checked_sub(1)?)?.as_str())
    }
}
