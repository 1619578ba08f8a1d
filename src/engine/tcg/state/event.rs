//! What happens: occurrences that abilities answer, and damage that is pending.

use super::table::CardId;
use crate::engine::cards::setters::setters;
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

    setters! {
        /// The same, about a card.
        card(card: CardId) sets card = Some(card);
        /// The same, caused by a card.
        by(card: Option<CardId>) sets by = card;
        /// The same, done by a player.
        player(player: Player) sets player = Some(player);
        /// The same, in an arena.
        arena(arena: Option<Arena>) sets arena = arena;
        /// The same, with this amount.
        amount(amount: u32) sets amount = amount;
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
