//! A deck in one canonical order, so that its cards can be laid beside it and compared.

use serde::Serialize;

use super::report::Finding;
use crate::corpus::Game;

/// A deck laid out: the same deck is laid out alike, whatever file it came from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Layout {
    pub game: Game,
    /// The deck's name, where the file gives one.
    pub name: Option<String>,
    /// Its sections, in their order.
    pub sections: Vec<Section>,
    /// What could not be read or was read otherwise than written.
    pub unread: Vec<Finding>,
}

/// A section of a deck.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Section {
    /// What is in it.
    pub title: String,
    /// How many cards.
    pub count: u32,
    /// Counts and names.
    pub cards: Vec<(u32, String)>,
}

impl Layout {
    pub(super) fn new(game: Game, name: Option<String>) -> Self {
        Self { game, name, sections: Vec::new(), unread: Vec::new() }
    }

    /// Adds a section, unless nothing is in it.
    pub(super) fn section(&mut self, title: &str, cards: impl IntoIterator<Item = (u32, String)>) {
        let cards: Vec<(u32, String)> = cards.into_iter().collect();
        let count = cards.iter().fold(0_u32, |sum, (n, _)| sum.saturating_add(*n));
        if !cards.is_empty() {
            self.sections.push(Section { title: title.to_owned(), count, cards });
        }
    }

    pub(super) fn unread<'f>(&mut self, findings: impl Iterator<Item = &'f Finding>) {
        self.unread.extend(findings.cloned());
    }
}
