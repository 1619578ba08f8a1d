//! What the words of a text are, one after the other.

use super::Role;

impl Role {
    pub(crate) fn number(&self) -> Option<u32> {
        match self {
            Self::Number(n) => Some(*n),
            _ => None,
        }
    }
}

/// A text of words of lists: what they are, in their order, and the words that are none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Roles<'w> {
    /// The roles of each phrase, and the phrase as normalized.
    pub known: Vec<(&'w [Role], String)>,
    /// The words that are none, normalized.
    pub unknown: Vec<String>,
}

impl Roles<'_> {
    /// Whether every word is known.
    pub(crate) fn whole(&self) -> bool {
        self.unknown.is_empty() && !self.known.is_empty()
    }

    /// What the first phrase is that `of` takes for something.
    pub(crate) fn first<T>(&self, of: impl Fn(&Role) -> Option<T>) -> Option<T> {
        self.known.iter().flat_map(|(roles, _)| roles.iter()).find_map(of)
    }

    /// The first number in words.
    pub(crate) fn number(&self) -> Option<u32> {
        self.first(Role::number)
    }

    /// Whether one of the phrases has a role of which that holds.
    pub(crate) fn any(&self, holds: impl Fn(&Role) -> bool) -> bool {
        self.known.iter().any(|(roles, _)| roles.iter().any(&holds))
    }

    /// Whether one of the phrases has the role.
    pub(crate) fn has(&self, role: &Role) -> bool {
        self.any(|of| of == role)
    }
}
