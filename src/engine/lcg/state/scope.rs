//! What an effect in progress knows.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::event::{Event, Why};
use super::table::CardId;
use crate::engine::kernel::Player;

/// The triggering condition an ability answers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Occasion {
    /// The place of its sequence on the stack.
    pub at: usize,
    /// Which event of it.
    pub index: usize,
    /// The event as it was when the ability was initiated: event facts outlive the state.
    pub event: Event,
}

/// Whose effect it is, what it comes from, what was chosen.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Scope {
    /// The player whose effect it is.
    pub you: Player,
    /// The card it comes from.
    pub source: Option<CardId>,
    /// Why it happens.
    pub why: Why,
    /// What it answers.
    pub occasion: Option<Arc<Occasion>>,
    /// Cards by the names they were given: targets and choices.
    pub bound: BTreeMap<Arc<str>, Vec<CardId>>,
    /// The title named.
    pub named: Option<Arc<str>>,
    /// The letter X.
    pub x: u32,
    /// Whether only what is printed is looked at: for what decides whether a constant ability works, which
    /// must not depend on what constant abilities give.
    pub printed: bool,
    /// Whether only cards with a Force card count as committed: for what decides whether others do.
    pub bare: bool,
}

impl Scope {
    /// The scope of a player's effect from a card.
    pub(crate) fn new(you: Player, source: Option<CardId>, why: Why) -> Self {
        Self {
            you,
            source,
            why,
            occasion: None,
            bound: BTreeMap::new(),
            named: None,
            x: 0,
            printed: false,
            bare: false,
        }
    }

    /// The same, answering something.
    #[must_use]
    pub(crate) fn on(mut self, occasion: Option<Occasion>) -> Self {
        self.occasion = occasion.map(Arc::new);
        self
    }
}
