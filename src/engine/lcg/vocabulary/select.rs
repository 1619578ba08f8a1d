//! Which cards, whose, how many: the words with which abilities point at things.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ability::one;
use super::facts::{Affiliation, CardType, Keyword, Stat};

use crate::engine::cards::Vocabulary as _;
use crate::engine::cards::select::{selection, standing_names};

pub(crate) use crate::engine::cards::Many;

/// Where a card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Zone {
    Play,
    /// In its owner's hand.
    Hand,
    /// In its owner's command deck.
    Deck,
    /// In its owner's objective deck.
    ObjectiveDeck,
    /// In a discard pile.
    Discard,
    /// In an edge stack.
    Edge,
    /// Captured at an objective.
    Captured,
    /// In the opponent's victory pile.
    Victory,
    /// Being played: no longer in hand, not yet anywhere else.
    Playing,
}

/// Whose cards are meant, seen from the ability's controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Whose {
    /// Under the same player's control.
    Friendly,
    /// Under the opponent's control.
    Enemy,
    /// "Your" (4.10): under the same player's control.
    Your,
}

/// A player, seen from the ability's controller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// The ability's controller.
    #[default]
    You,
    Opponent,
    /// The controller of the card that the triggering condition is about.
    ItsController,
    /// The light side player.
    LightSide,
    /// The dark side player.
    DarkSide,
}

standing_names! {
    /// What the card is attached to that the ability is of.
    Host = "host", "the card it is attached to";
    Striker = "striker", "the card that caused it";
    EngagedObjective = "engaged-objective", "the engaged objective";
    /// The one against which the engagement was declared, wherever it resolves.
    DeclaredObjective = "declared-objective", "the objective against which the engagement was declared";
    /// The title named while resolving.
    Named = "named", "the title named";
}

/// A name for cards: `self`, `host` (what this card is attached to), `it` (the card the triggering
/// condition is about), `source` (the card that caused it), `striker`, `engaged-objective`,
/// `declared-objective` (against which the engagement was declared, wherever it resolves),
/// `target` (or a target's or a choice's own name).
pub(crate) type Ref = String;

/// Which cards are meant: all conditions that are given must be true.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Filter {
    /// The card's type or types.
    #[serde(default, rename = "type")]
    pub types: Many<CardType>,
    pub whose: Option<Whose>,
    /// Traits; one of them is enough.
    #[serde(default, rename = "trait")]
    pub traits: Many<String>,
    /// Traits of which it has none.
    #[serde(default)]
    pub without_trait: Many<String>,
    pub affiliation: Option<Affiliation>,
    /// Affiliation it does not have.
    pub without_affiliation: Option<Affiliation>,
    /// Its affiliation is that of its controller's affiliation card, or it is not; neither where there is no
    /// such card.
    pub in_faction: Option<bool>,
    pub keyword: Option<Keyword>,
    pub title: Option<String>,
    /// A copy of the card so named, or of the title named while resolving (`named`).
    pub copy_of: Option<Ref>,
    /// Printed cost at most this.
    pub cost_at_most: Option<u32>,
    /// Printed cost at least this.
    pub cost_at_least: Option<u32>,
    pub damage_at_least: Option<u32>,
    /// At least this many focus tokens on it.
    pub focus_at_least: Option<u32>,
    /// Damaged, or not.
    pub damaged: Option<bool>,
    /// Exhausted (with a focus token), or ready.
    pub exhausted: Option<bool>,
    /// With a shield token, or without.
    pub shielded: Option<bool>,
    /// Unique, or not.
    pub unique: Option<bool>,
    /// Committed to the Force, or not.
    pub committed: Option<bool>,
    /// Participating in the engagement, or not.
    pub participating: Option<bool>,
    /// Having participated in the engagement (3.3), or not: for what answers its end.
    pub participated: Option<bool>,
    /// Attacking in the engagement, or not.
    pub attacking: Option<bool>,
    /// Defending in the engagement, or not.
    pub defending: Option<bool>,
    /// With an enhancement on it, or without.
    pub enhanced: Option<bool>,
    /// Being the engaged objective, or not.
    pub engaged: Option<bool>,
    /// Revealed, or not.
    pub revealed: Option<bool>,
    /// Where it is; in play if not said.
    #[serde(rename = "in")]
    pub zone: Option<Zone>,
    /// It is this card, or one of these.
    #[serde(default)]
    pub is: Many<Ref>,
    /// It is none of these.
    #[serde(default)]
    pub other_than: Many<Ref>,
    /// It is attached to this card.
    pub attached_to: Option<Ref>,
    /// It is captured at an objective of that player.
    pub captured_at: Option<Ref>,
    /// With a captured card at it, or without.
    pub holds_captured: Option<bool>,
    /// This many such cards are attached to it, or captured at it.
    pub attached: Option<Box<Attached>>,
    /// Attached to a card, or in the play area.
    pub on_a_card: Option<bool>,
    /// An objective against which an engagement has been declared this phase, or not.
    pub engaged_this_phase: Option<bool>,
    /// It has a trait of one of these cards.
    pub shares_trait_with: Option<Ref>,
    /// Its value of a quantity is in these bounds.
    pub having: Option<Box<Having>>,
    /// It is like one of these; each may say where it is, so that cards of several places are meant.
    #[serde(default)]
    pub any: Vec<Filter>,
    /// It is not like this.
    pub not: Option<Box<Filter>>,
}

/// Bounds of a quantity.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Having {
    /// Which quantity.
    pub stat: Stat,
    /// As it is printed, not as it is now.
    #[serde(default)]
    pub printed: bool,
    pub at_least: Option<Amount>,
    pub at_most: Option<Amount>,
    pub more_than: Option<Amount>,
    pub less_than: Option<Amount>,
}

/// What is attached to a card, or captured at it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Attached {
    /// Which cards count; those in play if not said.
    pub like: Filter,
    #[serde(default = "one")]
    pub at_least: u32,
}

selection! {
    expecting "a name such as `target` or `self`, `each: {…}`, `choose: {…}`, `topmost: {…}` or `random: {…}`";
    choose {
        /// Only those that have the lowest value of this among them.
        lowest: Option<Stat>,
        /// Only those that have the highest value of this among them.
        highest: Option<Stat>,
    }
    /// The topmost card of a pile that is like this.
    Topmost {
        /// Like what; `in:` and `whose:` say of which pile.
        topmost: Filter,
    },
    /// Cards at random; the scenario says which they turn out to be.
    Random {
        /// Among which.
        random: Filter,
        #[serde(default = "one")]
        count: u32,
        /// The name under which later instructions know them.
        #[serde(rename = "as")]
        name: Option<Ref>,
    },
}

/// A quantity: a number, a word for one, or how it is counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "a number, a word (`amount`, `x`, `all`, `any`, `dial`, `to-reserve`), `count: {…}`, `times: N` with `of:`, `highest:` with `among:`, or `stat:` with `of:`"
)]
pub enum Amount {
    Number(u32),
    /// `amount`: that of the triggering condition; `x`: the letter X; `all`: everything there is.
    Word(AmountWord),
    /// As many as there are such cards.
    Count {
        /// Which cards are counted.
        count: Filter,
    },
    /// As much as the cards so named have of a quantity together.
    Of {
        /// Of which quantity.
        stat: Stat,
        /// Which cards.
        of: Ref,
        /// As it is printed, not as it is now.
        #[serde(default)]
        printed: bool,
    },
    /// As much as the one of such cards that has most of a quantity.
    Highest {
        /// Of which quantity.
        highest: Stat,
        /// Among which cards.
        among: Filter,
        /// As it is printed, not as it is now.
        #[serde(default)]
        printed: bool,
    },
    /// A multiple.
    Times {
        times: u32,
        /// What is multiplied.
        of: Box<Amount>,
    },
}

/// Amounts that have a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AmountWord {
    /// The amount of the triggering condition: damage dealt, tokens placed.
    Amount,
    /// The letter X.
    X,
    /// Everything there is.
    All,
    /// As much of it as the player wants.
    Any,
    /// What the Death Star dial shows.
    Dial,
    /// As many cards as are missing in the player's hand to his reserve value.
    ToReserve,
}

impl Select {
    /// Whether it is what that name stands for.
    pub(crate) fn is_named(&self, name: StandingName) -> bool {
        matches!(self, Self::Named(of) if name.is(of))
    }

    /// The name under which later instructions know what is chosen.
    pub(crate) fn called(&self) -> Option<&str> {
        match self {
            Self::Choose { name, .. } | Self::Random { name, .. } => name.as_deref(),
            Self::Named(_) | Self::Each { .. } | Self::Topmost { .. } => None,
        }
    }
}

impl Filter {
    /// The names of cards that it speaks of.
    pub(crate) fn names(&self) -> Vec<&str> {
        let lists = self.is.all().iter().chain(self.other_than.all());
        let single = [&self.copy_of, &self.attached_to, &self.captured_at, &self.shares_trait_with]
            .into_iter()
            .flatten();
        let own = lists.chain(single).map(String::as_str);
        let bounds = self.having.iter().flat_map(|having| {
            let Having { at_least, at_most, more_than, less_than, .. } = &**having;
            [at_least, at_most, more_than, less_than].into_iter().flatten().flat_map(Amount::names)
        });
        let attached = self.attached.iter().flat_map(|attached| attached.like.names());
        let inner = self.any.iter().chain(self.not.as_deref()).flat_map(Filter::names);
        own.chain(bounds).chain(attached).chain(inner).collect()
    }
}

impl Amount {
    /// The names of cards that it speaks of.
    pub(crate) fn names(&self) -> Vec<&str> {
        match self {
            Self::Number(_) | Self::Word(_) => Vec::new(),
            Self::Count { count } => count.names(),
            Self::Highest { among, .. } => among.names(),
            Self::Of { of, .. } => vec![of],
            Self::Times { of, .. } => of.names(),
        }
    }
}
