//! Splits a text into phrases with their roles.

use super::Role;

impl Role {
    pub(crate) fn number(&self) -> Option<u32> {
        match self {
            Self::Number(n) => Some(*n),
            _ => None,
        }
    }

    /// Whether it says whose a deck is: a side's or an affiliation's.
    pub(crate) fn names_deck(&self) -> bool {
        matches!(self, Self::Affiliation(_) | Self::Side(_))
    }
}

/// A text as a sequence of known phrases and unknown words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Roles<'w> {
    /// The roles of each known phrase, and the normalized phrase.
    pub known: Vec<(&'w [Role], String)>,
    /// The unknown words, normalized.
    pub unknown: Vec<String>,
}

impl Roles<'_> {
    /// Whether every word is known.
    pub(crate) fn whole(&self) -> bool {
        self.unknown.is_empty() && !self.known.is_empty()
    }

    /// The first result of `of` for a phrase's role.
    pub(crate) fn first<T>(&self, of: impl Fn(&Role) -> Option<T>) -> Option<T> {
        self.known.iter().flat_map(|(roles, _)| roles.iter()).find_map(of)
    }

    /// The first number written as a word.
    pub(crate) fn number(&self) -> Option<u32> {
        self.first(Role::number)
    }

    /// Whether a phrase has a role that satisfies `holds`.
    pub(crate) fn any(&self, holds: impl Fn(&Role) -> bool) -> bool {
        self.known.iter().any(|(roles, _)| roles.iter().any(&holds))
    }

    /// Whether a phrase has this role.
    pub(crate) fn has(&self, role: &Role) -> bool {
        self.any(|of| of == role)
    }
}
