//! How a command ends.

use crate::deck::Verdict;

/// The exit statuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Status {
    /// Found, legal, passed.
    Found = 0,
    /// Nothing found, illegal, an expectation failed.
    Nothing = 1,
    /// Wrong usage or unreadable input.
    Trouble = 2,
    /// Of decks, none is illegal, and one undecided.
    Undecided = 3,
}

impl Status {
    /// [`Status::Found`] where something was, else [`Status::Nothing`].
    pub fn found(any: bool) -> Self {
        if any { Self::Found } else { Self::Nothing }
    }
}

impl From<Verdict> for Status {
    fn from(gravest: Verdict) -> Self {
        match gravest {
            Verdict::Legal => Self::Found,
            Verdict::Illegal => Self::Nothing,
            Verdict::Unreadable => Self::Trouble,
            Verdict::Undecided => Self::Undecided,
        }
    }
}

impl From<Status> for std::process::ExitCode {
    fn from(status: Status) -> Self {
        (status as u8).into()
    }
}

/// A wrong use that clap cannot see: exit status 2, one sentence.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct UsageError(pub String);
