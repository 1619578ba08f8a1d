//! What players choose, and what they are asked.

use std::sync::Arc;

use super::point::Point;
use super::table::CardId;
use crate::engine::lcg::vocabulary::Zone;
use crate::engine::script::choosing::card_choice;

/// One thing a player may choose.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Choice {
    Card(CardId),
    /// To play a unit or an enhancement.
    Play(CardId),
    /// To use an ability, of a card in play or of an event card, in answer to one of the events a
    /// window belongs to.
    Use {
        card: CardId,
        ability: u8,
        /// Which event; 0 in an action window.
        event: u8,
    },
    /// Damage reassigned from the first card to the second.
    Pair(CardId, CardId),
    /// A card title.
    Title(Arc<str>),
    /// A kind of combat icon.
    Icon(Icon),
    /// The Death Star dial.
    Dial,
    /// One of several things that happen together, by its number.
    Nth(u8),
    /// One of several effects, by its word.
    Word(Arc<str>),
}

card_choice!(Choice);

/// The kinds of combat icon, in the order in which they resolve unless the striker says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Icon {
    /// Unit damage.
    Unit,
    Tactics,
    Blast,
}

/// The kinds of window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    /// An action window, at a point of the timing chart.
    Action(Point),
    /// Interrupts to the events of the sequence at this place of the stack.
    Interrupt(usize),
    Reaction(usize),
}

/// What a question is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// A window is open.
    Window(Moment),
    /// Which cards generate the resources.
    Pay(CardId),
    /// A target of a card's ability.
    Target(CardId, Arc<str>),
    /// What an enhancement is attached to.
    Host(CardId),
    /// A choice made while an effect resolves.
    Choose(Option<CardId>),
    /// Which of several effects.
    Either(Option<CardId>),
    /// Whether an effect that one may leave is wanted.
    May(Option<CardId>),
    /// How damage is divided.
    Divide(Option<CardId>),
    /// In which order cards go back on a deck.
    Arrange(Option<CardId>),
    /// Which unit strikes from outside the engagement, if any.
    OutsideStriker,
    /// How many, or how much, of what there is.
    HowMany(Option<CardId>),
    /// A title to be named.
    Title(Option<CardId>),
    /// Damage reassigned by Protect.
    Protect,
    /// Shields used.
    Shields,
    /// What a shuffled deck yields.
    Drawn,
    /// The order of simultaneous things.
    Order,
    /// Whether and at which objective a captured card goes.
    CaptureAt,
    /// Which card to discard in the draw phase, if any.
    DrawDiscard,
    /// Which cards to discard down to the reserve.
    Reserve,
    /// What to damage in the balance phase, if anything.
    Balance,
    /// Which units to commit to the Force.
    Commit,
    /// Which objective to engage, if any.
    Objective,
    Attackers,
    Defenders,
    /// Which card of a zone to place in the edge stack, if any.
    EdgeCard(Zone),
    /// How many Force icons an unknown card turns out to have.
    EdgeIcons(CardId),
    /// What to shield when a unit with Shielding was declared.
    Shielding(CardId),
    /// Which unit strikes.
    Striker,
    /// The order of the striker's icons.
    Icons(CardId),
    /// What a strike's unit damage is dealt to.
    UnitDamage(CardId),
    /// Whether a strike goes on though the striking unit has gone.
    GoesOn(CardId),
    /// What a strike's tactics exhaust.
    Tactics(CardId),
    /// Whose fate card of equal priority comes first.
    Fates,
}

impl Topic {
    /// The card whose playing or effect asks this, if one does.
    pub(crate) fn source(&self) -> Option<CardId> {
        match self {
            Self::Pay(card)
            | Self::Target(card, _)
            | Self::Host(card)
            | Self::Shielding(card)
            | Self::Icons(card)
            | Self::UnitDamage(card)
            | Self::GoesOn(card)
            | Self::Tactics(card) => Some(*card),
            Self::Choose(card)
            | Self::Title(card)
            | Self::Either(card)
            | Self::May(card)
            | Self::Divide(card)
            | Self::Arrange(card)
            | Self::HowMany(card) => *card,
            Self::Window(_)
            | Self::Protect
            | Self::Shields
            | Self::Drawn
            | Self::Order
            | Self::CaptureAt
            | Self::DrawDiscard
            | Self::Reserve
            | Self::Balance
            | Self::Commit
            | Self::Objective
            | Self::Attackers
            | Self::Defenders
            | Self::EdgeCard(_)
            | Self::EdgeIcons(_)
            | Self::Striker
            | Self::OutsideStriker
            | Self::Fates => None,
        }
    }

    /// Whether leaving it out means no.
    pub(crate) fn optional(&self) -> bool {
        matches!(
            self,
            Self::Protect
                | Self::Shields
                | Self::DrawDiscard
                | Self::Balance
                | Self::Commit
                | Self::Objective
                | Self::Defenders
                | Self::EdgeCard(_)
                | Self::Shielding(_)
                | Self::GoesOn(_)
                | Self::OutsideStriker
                | Self::May(_)
                | Self::Host(_)
        )
    }
}
