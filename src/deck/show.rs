//! A deck in canonical order, for comparison with the physical cards.

use std::fmt;

use serde::{Serialize, Serializer};

use super::report::Finding;
use crate::corpus::Game;

/// A deck in canonical order, independent of the file it came from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Layout {
    pub game: Game,
    /// The deck's name, if the file gives one.
    pub name: Option<String>,
    pub sections: Vec<Section>,
    /// What could not be read, or was interpreted differently from how it is written.
    pub unread: Vec<Finding>,
}

/// A section of a deck.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Section {
    pub title: SectionTitle,
    /// The number of cards.
    pub count: u32,
    /// Copies and name of each card.
    pub cards: Vec<(u32, String)>,
}

/// What a section holds; displayed as its heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SectionTitle {
    Affiliation,
    ObjectiveDeck,
    FanMadeSets,
    CommandDeck,
    /// The cards of one type, as its heading is written.
    Type(&'static str),
    OtherMakersSets,
}

impl fmt::Display for SectionTitle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Affiliation => "Affiliation",
            Self::ObjectiveDeck => "Objective deck",
            Self::FanMadeSets => "Fan-made sets",
            Self::CommandDeck => "Command deck",
            Self::Type(heading) => heading,
            Self::OtherMakersSets => "Other makers' sets",
        })
    }
}

impl Serialize for SectionTitle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Layout {
    pub(super) fn new(game: Game, name: Option<String>) -> Self {
        Self { game, name, sections: Vec::new(), unread: Vec::new() }
    }

    /// Adds a section, unless it is empty.
    pub(super) fn section(&mut self, title: SectionTitle, cards: impl IntoIterator<Item = (u32, String)>) {
        let cards: Vec<(u32, String)> = cards.into_iter().collect();
        let count = cards.iter().fold(0_u32, |sum, (n, _)| sum.saturating_add(*n));
        if !cards.is_empty() {
            self.sections.push(Section { title, count, cards });
        }
    }

    pub(super) fn unread<'f>(&mut self, findings: impl Iterator<Item = &'f Finding>) {
        self.unread.extend(findings.cloned());
    }
}
