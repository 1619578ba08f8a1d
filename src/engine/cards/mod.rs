//! What every card game has: cards with a name of their own, the small words that point at them, and a
//! library in which they are found.

pub(in crate::engine) mod keyword;
mod lazy;
mod library;
pub(crate) mod named;
mod names;
pub(in crate::engine) mod select;
pub(in crate::engine) mod setters;
pub(in crate::engine) mod shared;
pub(in crate::engine) mod source;
pub(in crate::engine) mod vocabulary;
pub(crate) mod wording;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(crate) use keyword::KeywordSet;
pub(in crate::engine) use library::common_facts;
pub use library::{CardFacts, Cards, Printed, TextCoverage};
pub(crate) use library::{LazyCard, nearest};
pub(crate) use names::{is_same, normalize_name};
pub(crate) use shared::{Shared, UntilChanged};
pub use vocabulary::Vocabulary;

/// What a step, or a refusal, rests on that is so because a card's text is written down, or is not.
pub(crate) const OWN_CARDS: &str = "the cards of this program";

/// Of a card not all of which is written down: what is asked of it may be what is missing.
pub(crate) fn not_carried_out(card: &str) -> String {
    format!("Not all that {card} does is written down here: a replay does not carry that out.")
}

/// A card of the table, by its place among its cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CardId(pub u16);

/// A side, that is a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    Light,
    Dark,
}

/// Who has won, or holds something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Winner {
    /// The light side.
    Light,
    /// The dark side.
    Dark,
    /// Nobody.
    None,
}

impl From<Option<Side>> for Winner {
    fn from(side: Option<Side>) -> Self {
        match side {
            Some(Side::Light) => Self::Light,
            Some(Side::Dark) => Self::Dark,
            None => Self::None,
        }
    }
}

/// What is so where a file does not say otherwise.
pub(crate) fn yes() -> bool {
    true
}

/// One thing, or a list of things.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "one value or a list of values")]
pub enum Many<T> {
    One(T),
    /// Several.
    List(Vec<T>),
}

impl<T> Default for Many<T> {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

impl<T> Many<T> {
    pub(crate) fn all(&self) -> &[T] {
        match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::List(list) => list,
        }
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.all().is_empty()
    }
}

/// Where in a deck a card is put.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DeckEnd {
    #[default]
    Top,
    Bottom,
}

impl DeckEnd {
    /// Cards of which the first is to be the topmost, in the order in which they are put there one by one.
    pub(crate) fn one_by_one(self, mut cards: Vec<CardId>) -> Vec<CardId> {
        if self == Self::Top {
            cards.reverse();
        }
        cards
    }

    /// Puts a card at this end of a deck, of which the top card comes first.
    pub(crate) fn put(self, card: CardId, deck: &mut Vec<CardId>) {
        match self {
            Self::Top => deck.insert(0, card),
            Self::Bottom => deck.push(card),
        }
    }
}

/// Those of some cards that fit; if none does, all of them.
pub(crate) fn or_all(cards: Vec<CardId>, fits: impl Fn(&CardId) -> bool) -> Vec<CardId> {
    let fit: Vec<CardId> = cards.iter().copied().filter(fits).collect();
    if fit.is_empty() { cards } else { fit }
}

/// Notes a card in a list in which it stands last, if it stands there.
pub(crate) fn note(cards: &mut Vec<CardId>, id: CardId) {
    if cards.last() != Some(&id) {
        cards.push(id);
    }
}
