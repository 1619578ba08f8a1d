//! What an effect in progress knows.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::event::Event;
use super::table::CardId;
use crate::engine::kernel::Player;
use crate::engine::tcg::State;
use crate::engine::tcg::vocabulary::{Arena, Zone};

/// Whose effect it is, what it comes from, what was chosen.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Scope {
    /// The player whose effect it is.
    pub you: Player,
    /// Among whose abilities it waits, where a player has given it to the other one's unit.
    pub given_by: Option<Player>,
    /// The card it comes from.
    pub source: Option<CardId>,
    /// What it answers.
    pub event: Option<Event>,
    /// Cards by the names they were given: targets and choices.
    pub bound: BTreeMap<Arc<str>, Vec<CardId>>,
    /// The letter X.
    pub x: u32,
    /// Force just paid.
    pub paid: u32,
    /// The player whose Battle card it disrupts.
    pub against: Option<Player>,
    /// Dice still to be rerolled: of which roll, its place in it, what it showed.
    pub rerolls: Vec<(u8, u8, u8)>,
    /// Whether its damage is gathered, to be prevented together with other damage.
    pub gather: bool,
    /// Where the cards were that were named in it: one that has gone elsewhere is touched no more.
    pub places: BTreeMap<CardId, Zone>,
    /// The arena that was chosen.
    pub arena: Option<Arena>,
    /// Which of several effects was chosen when it was announced.
    pub mode: Option<u8>,
    /// What the die just rolled shows.
    pub roll: u32,
    /// What the other player's die shows.
    pub other_roll: u32,
    /// The damage it has prevented.
    pub prevented: u32,
    /// The counters it has removed.
    pub removed: u32,
    /// Whether it is that of a triggered ability.
    pub triggered: bool,
    /// The ruling that reads it so, until a step rests on it.
    pub ruling: Option<Arc<str>>,
}

impl Scope {
    /// The scope of a player's effect from a card.
    pub(crate) fn new(you: Player, source: Option<CardId>) -> Self {
        Self {
            you,
            given_by: None,
            source,
            event: None,
            bound: BTreeMap::new(),
            x: 0,
            paid: 0,
            against: None,
            rerolls: Vec::new(),
            gather: false,
            places: BTreeMap::new(),
            arena: None,
            mode: None,
            roll: 0,
            other_roll: 0,
            prevented: 0,
            removed: 0,
            triggered: false,
            ruling: None,
        }
    }

    /// The player among whose waiting abilities it is dealt with.
    pub(crate) fn waits_with(&self) -> Player {
        self.given_by.unwrap_or(self.you)
    }
}

/// Binds cards to a name, remembering where they are.
pub(crate) fn bind(state: &State, scope: &mut Scope, name: &str, cards: Vec<CardId>) {
    for card in &cards {
        scope.places.insert(*card, state.table.card(*card).zone);
    }
    scope.bound.insert(name.into(), cards);
}
