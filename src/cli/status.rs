//! Exit statuses.

use crate::deck::Verdict;

/// The exit status of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Status {
    /// Found, legal, passed.
    Found = 0,
    /// Nothing found, illegal, or an expectation failed.
    Nothing = 1,
    /// A usage error, or unreadable input.
    Trouble = 2,
    /// No deck is illegal, but at least one is undecided.
    Undecided = 3,
}

impl Status {
    /// [`Status::Found`] or [`Status::Nothing`].
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

/// A usage error that clap cannot detect: a sentence, and exit status 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct UsageError(pub String);
