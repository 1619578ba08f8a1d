//! What an ability picks and counts: zones, sides, filters, selections and amounts.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ability::Trigger;
use super::facts::{CardSide, CardType, Keyword, Stat};

use crate::engine::cards::select::{selection, standing_names};

pub(crate) use crate::engine::cards::Many;

/// The three arenas; a unit is in one, and fights only there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Arena {
    Space,
    Ground,
    Character,
}

/// Where a card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Zone {
    /// In the Space arena.
    Space,
    /// In the Ground arena.
    Ground,
    /// In the Character arena.
    Character,
    /// In its owner's build zone.
    Build,
    /// In its owner's hand.
    Hand,
    /// In its owner's deck.
    Deck,
    /// In its owner's discard pile.
    Discard,
    /// Under another card: stacked, a pilot, or set aside there.
    Under,
    /// Removed: set aside with nothing that would bring it back.
    Removed,
    /// Being played.
    Playing,
}

/// Whose cards are meant, seen from the ability's player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Whose {
    /// One's own.
    Yours,
    /// The opponent's.
    Opponents,
    /// The dark side player's.
    DarkSide,
    /// The light side player's.
    LightSide,
}

/// A player, seen from the ability's player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// The player whose ability it is.
    #[default]
    You,
    Opponent,
    /// The player whose Battle card is being played, or whose card the trigger is about.
    ItsController,
    /// The dark side player.
    DarkSide,
    /// The light side player.
    LightSide,
    /// Either.
    Anyone,
}

standing_names! {
    Attacker = "attacker", "the attacker";
    Defender = "defender", "the defender";
}

/// A name for cards: `self`, `it` (the card the trigger is about), `source` (the card that caused
/// it), `attacker`, `defender`, `target` (or a target's or a choice's own name).
pub(crate) type Ref = String;

/// Which cards are meant: all conditions that are given must be true.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Filter {
    /// The card's type or types; units of any type if not said.
    #[serde(rename = "type")]
    pub types: Many<CardType>,
    /// The arena or arenas it is in; for cards elsewhere, see `in`.
    pub arena: Many<Arena>,
    /// Where it is, if not in an arena; one of these places.
    #[serde(rename = "in")]
    pub zone: Many<Zone>,
    pub chosen_arena: Option<bool>,
    /// In the same arena as one of these.
    pub same_arena: Many<Ref>,
    pub whose: Option<Whose>,
    /// Words of its subtypes; one of them is enough.
    pub subtype: Many<String>,
    /// Words none of which is among its subtypes.
    pub without_subtype: Many<String>,
    pub keyword: Option<Keyword>,
    /// Its name without the version letter.
    pub name: Option<String>,
    /// The side printed on it.
    pub side: Option<CardSide>,
    /// Tapped, or not.
    pub tapped: Option<bool>,
    /// With damage counters, or without.
    pub damaged: Option<bool>,
    /// Unique, or not.
    pub unique: Option<bool>,
    /// With a pilot, or without.
    pub piloted: Option<bool>,
    /// Attacking now, or not.
    pub attacking: Option<bool>,
    /// Being attacked now, or not.
    pub attacked: Option<bool>,
    /// Whether it has just attacked: no other unit has since.
    pub just_attacked: Option<bool>,
    /// How many hits its attack just finished rolled.
    pub last_attack_hits: Option<u32>,
    /// At least this fast.
    pub speed_at_least: Option<u32>,
    /// Quantities of it that are at least this high.
    pub at_least: BTreeMap<Stat, Amount>,
    /// Quantities of it that are at most this high.
    pub at_most: BTreeMap<Stat, Amount>,
    /// Finished, or only partially built.
    pub finished: Option<bool>,
    /// Whether it has attacked this turn.
    pub has_attacked: Option<bool>,
    /// Of the same name as a card like this.
    pub same_name: Option<Box<Filter>>,
    /// Like one of these.
    pub any_of: Vec<Filter>,
    /// It is this card, or one of these.
    pub is: Many<Ref>,
    /// It is none of these.
    pub other_than: Many<Ref>,
    /// It is not like this.
    pub not: Option<Box<Filter>>,
}

selection! {
    expecting "a name such as `target` or `self`, `each: {…}` or `choose: {…}`";
    choose {
        /// Whether any number may be chosen.
        #[serde(default, rename = "any-number")]
        any_number: bool,
    }
}

pub(super) fn one() -> u32 {
    1
}

/// A quantity: a number, a word for one, or how it is counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "a number, a word (`x`, `paid`, `amount`, `all`, `force`, `hits`, `roll`, `other-roll`, `prevented`, `removed`), `count: {…}`, `happened: {…}`, `stat:` with `of:`, `sum: […]`, `from:` with `minus:`, `times: […]` or `half:`"
)]
pub enum Amount {
    Number(u32),
    Word(AmountWord),
    /// As many as there are such cards.
    Count {
        /// Which cards are counted.
        count: Box<Filter>,
    },
    /// As often as this has happened this turn.
    Happened {
        happened: Box<Trigger>,
    },
    /// A quantity of a card, or a part of it.
    Stat {
        /// Which quantity; `cost` is the total build cost.
        stat: Stat,
        /// Of which card.
        of: Ref,
        /// How many of it count as one.
        #[serde(default = "one")]
        per: u32,
    },
    /// All of these together.
    Sum {
        /// What is added.
        sum: Vec<Amount>,
    },
    /// The one less the other, never below zero.
    Minus {
        from: Box<Amount>,
        /// This much less.
        minus: Box<Amount>,
    },
    /// All of these multiplied.
    Times {
        /// What is multiplied.
        times: Vec<Amount>,
    },
    /// Half of this, rounded down unless said otherwise.
    Half {
        half: Box<Amount>,
        /// Rounded up.
        #[serde(default)]
        up: bool,
    },
}

/// Amounts that have a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AmountWord {
    /// The number of build counters on the card when it was finished, or the Force chosen for X.
    X,
    /// The Force just paid by `may-pay` or `pay-up-to`.
    Paid,
    /// The amount of the trigger: damage, hits.
    Amount,
    /// Everything there is.
    All,
    /// The Force its player has.
    Force,
    /// The hits of the attack being made.
    Hits,
    /// What the die just rolled shows.
    Roll,
    /// What the other player's die just rolled shows.
    OtherRoll,
    /// The damage this effect has prevented.
    Prevented,
    /// The counters this effect has removed.
    Removed,
}

impl Amount {
    /// Whether it may be another one with another card of that name.
    pub(crate) fn depends_on(&self, name: &str) -> bool {
        match self {
            Self::Number(_) | Self::Word(_) => false,
            // What is counted may be counted by that card.
            Self::Count { .. } | Self::Happened { .. } => true,
            Self::Stat { of, .. } => of == name,
            Self::Sum { sum } => sum.iter().any(|n| n.depends_on(name)),
            Self::Times { times } => times.iter().any(|n| n.depends_on(name)),
            Self::Minus { from, minus } => from.depends_on(name) || minus.depends_on(name),
            Self::Half { half, .. } => half.depends_on(name),
        }
    }
}
