//! What happens: occurrences that abilities answer, and damage that is pending.

use super::table::CardId;
use crate::engine::kernel::Player;
use crate::engine::tcg::vocabulary::{Arena, EventKind};

/// Something that happened, for triggers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    pub kind: EventKind,
    pub card: Option<CardId>,
    pub by: Option<CardId>,
    /// Whose doing it was.
    pub player: Option<Player>,
    pub arena: Option<Arena>,
    pub amount: u32,
    /// Whether it is part of an attack.
    pub attack: bool,
}

impl Event {
    /// An event with nothing more to say.
    pub(crate) fn new(kind: EventKind) -> Self {
        Self { kind, card: None, by: None, player: None, arena: None, amount: 0, attack: false }
    }

    /// The same, about a card.
    #[must_use]
    pub(crate) fn card(mut self, card: CardId) -> Self {
        self.card = Some(card);
        self
    }

    /// The same, caused by a card.
    #[must_use]
    pub(crate) fn by(mut self, card: Option<CardId>) -> Self {
        self.by = card;
        self
    }

    /// The same, done by a player.
    #[must_use]
    pub(crate) fn player(mut self, player: Player) -> Self {
        self.player = Some(player);
        self
    }

    /// The same, in an arena.
    #[must_use]
    pub(crate) fn arena(mut self, arena: Option<Arena>) -> Self {
        self.arena = arena;
        self
    }

    /// The same, with this amount.
    #[must_use]
    pub(crate) fn amount(mut self, amount: u32) -> Self {
        self.amount = amount;
        self
    }
}

/// Damage pending on a unit: the event of a damage sequence.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Hurt {
    /// The unit.
    pub to: CardId,
    /// How much is still pending.
    pub amount: u32,
    /// What does it.
    pub from: Option<CardId>,
    /// Whose card that is.
    pub by: Player,
    pub attack: bool,
    pub prevented: u32,
    /// Whether it cannot be prevented.
    pub unpreventable: bool,
    /// Whether Evade cannot prevent it.
    pub no_evade: bool,
    /// Whether the unit is hit in the build zone.
    pub in_build_zone: bool,
}
