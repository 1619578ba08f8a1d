//! What players choose, and what they are asked.

use super::point::Point;
use super::table::{CardId, Due};
use crate::engine::script::choosing::card_choice;
use crate::engine::tcg::vocabulary::Arena;

/// One thing a player may choose.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Choice {
    Card(CardId),
    /// To play a Battle card, or to use an activated ability.
    Use {
        card: CardId,
        ability: u8,
    },
    /// To attack with a unit.
    Attack(CardId),
    /// That a unit does nothing.
    Nothing(CardId),
    Bid(u32),
    /// To put this many build counters on a card.
    Build(CardId, u32),
    /// To deploy a unit.
    Deploy(CardId),
    /// To finish a card that costs X.
    Finish(CardId),
    /// One of the waiting abilities, by its number in the pool.
    Nth(u8),
    /// A die: of which roll, its place in it, and what it shows.
    Die(u8, u8, u8),
    /// A pair of contested units, the dark side's first.
    Pair(CardId, CardId),
    Arena(Arena),
    /// One of several effects or costs, by its number, from 0.
    Mode(u8),
    /// To stack a card with another version of the unit.
    Stack {
        card: CardId,
        /// The unit in play, or retreated.
        host: CardId,
        /// On top of it, or under it.
        top: bool,
    },
    /// To attach a pilot or Equipment to a unit.
    Attach {
        /// The pilot or the Equipment.
        card: CardId,
        /// The unit.
        host: CardId,
    },
    /// To finish a partially built unit by its Hidden Cost.
    HiddenCost(CardId),
    /// Something of that with which a build step starts.
    Due(Due),
}

card_choice!(Choice);

/// A chance to play or pass, by its kind and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Moment {
    pub kind: Kind,
    /// Its number: abilities are used once in each.
    pub number: u32,
}

/// The kinds of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Play or pass when no attack is being made, at a point of the turn.
    Normal(Point),
    /// Play or pass during an attack.
    Attack,
    /// A chance to reroll dice.
    Reroll,
    /// A chance to prevent damage.
    Prevention,
    /// A chance to disrupt.
    Disrupt,
}

/// What a question is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// A chance is open.
    Window(Moment),
    /// What the fastest unit does.
    Act(Arena),
    /// What an attacker attacks.
    Defender(CardId),
    /// What the next die shows: of what rolls it, against what.
    Die(Option<CardId>, CardId),
    /// The roll for build points.
    BuildRoll,
    /// Which dice to reroll.
    Reroll(Option<CardId>),
    /// What a rerolled die shows.
    Rerolled(Option<CardId>),
    /// What hits are assigned to.
    Assign(CardId),
    Target(CardId),
    /// A choice while an effect is carried out.
    Choose(Option<CardId>),
    /// The order in which dice are rolled against units.
    DiceOrder(Option<CardId>),
    /// Which waiting ability takes effect next.
    Pool,
    /// Whether to do what an ability allows.
    May(Option<CardId>),
    /// Whether, or how much, to pay.
    Pay(Option<CardId>),
    /// Which pair to bid on first.
    Pairs,
    Bid(CardId),
    /// In which order that is done with which a build step starts.
    BuildStart,
    /// What to do in a build step.
    Build,
    /// What retreats in a retreat step.
    Retreat,
    /// What is discarded from hand.
    Discard(Option<CardId>),
    Arena(Option<CardId>),
    /// One of several effects.
    Mode(Option<CardId>),
    /// Whether a card is enhanced.
    Enhance(CardId),
    /// How something is divided, among how many units at most.
    Divide(Option<CardId>, Option<u32>),
    /// How many damage counters are removed, where it may be fewer.
    Heal(Option<CardId>),
    /// What a die shows.
    Roll(Option<CardId>),
    /// Whether, and how, a second version is stacked.
    Stack(CardId),
    /// Which cost is paid as Upkeep.
    Upkeep(CardId),
    /// Which cards are exchanged before the setup.
    Redraw,
    /// Which unit is placed in the setup.
    Setup,
}

impl Topic {
    /// The card whose playing or effect asks this, if one does.
    pub(crate) fn source(&self) -> Option<CardId> {
        match self {
            Self::Defender(card) | Self::Assign(card) | Self::Target(card) => Some(*card),
            Self::Enhance(card) | Self::Stack(card) | Self::Upkeep(card) => Some(*card),
            Self::Die(card, _) => *card,
            Self::Reroll(card) | Self::Rerolled(card) | Self::Choose(card) | Self::DiceOrder(card) => *card,
            Self::May(card) | Self::Pay(card) | Self::Discard(card) => *card,
            Self::Arena(card)
            | Self::Mode(card)
            | Self::Divide(card, _)
            | Self::Roll(card)
            | Self::Heal(card) => *card,
            Self::Window(_) | Self::Act(_) | Self::BuildRoll | Self::Pool | Self::Pairs => None,
            Self::Bid(_) | Self::BuildStart | Self::Build | Self::Retreat => None,
            Self::Redraw | Self::Setup => None,
        }
    }
}
