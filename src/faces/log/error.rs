//! What goes wrong with a log's file, in sentences, and how much it may hold.

use std::path::PathBuf;

/// A log longer than this is not one event's, in bytes.
pub const LONGEST: u64 = 64 << 20;

/// No log counts further: a larger number is nobody's entry, and what follows it could not be numbered.
pub(super) const HIGHEST: u64 = 1_000_000_000;

/// What went wrong with a log's file.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file cannot be read or written.
    #[error("{}: {why}", .path.display())]
    Io {
        path: PathBuf,
        /// What the system says.
        why: std::io::Error,
    },
    /// What is no ordinary file.
    #[error("{0}; a log is an ordinary file. Name one.")]
    NotAFile(String),
    /// Another program holds the log.
    #[error(
        "{} has been in use by another program for {seconds} seconds. Nothing was read or logged; try again in a moment.",
        .path.display()
    )]
    Locked {
        path: PathBuf,
        /// How long it was waited for.
        seconds: u64,
    },
    /// The same key with other words.
    #[error(
        "entry {0} was sent under this key, with other words. Nothing was logged; send it under a key of its own."
    )]
    OtherWords(u64),
    /// A correction of nothing.
    #[error("there is no entry {0} to correct.")]
    NoSuchEntry(u64),
    /// An entry that nothing could be logged of.
    #[error("{0}")]
    Said(String),
    /// The log is too long to be kept in one file.
    #[error("the log has {0} bytes, more than is read. Begin another: `--file NAME`.")]
    TooLong(u64),
    /// With this entry the log would be too long to be read again.
    #[error(
        "the log is full: with this entry it would be longer than {LONGEST} bytes, and could not be read. Nothing was logged; begin another log: `--file NAME`."
    )]
    Full,
}
