//! Errors of a log file, as sentences, and its limits.

use std::path::PathBuf;

/// The maximum size of a log, in bytes. A larger file is not the log of one event.
pub const MAX_LOG_SIZE: u64 = 64 << 20;

/// The maximum entry number. A larger one was not given by this program, and leaves no room for the next.
pub(super) const MAX_NUMBER: u64 = 1_000_000_000;

/// Why a log file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read or written.
    #[error("{}: {why}", .path.display())]
    Io { path: PathBuf, why: std::io::Error },
    /// It is not a regular file.
    #[error("{0}; a log is an ordinary file. Name one.")]
    NotAFile(String),
    /// Another process holds the lock.
    #[error(
        "{} has been in use by another program for {seconds} seconds. Nothing was read or logged; try again in a moment.",
        .path.display()
    )]
    Locked { path: PathBuf, seconds: u64 },
    /// The key was used before with other words.
    #[error(
        "entry {0} was sent under this key, with other words. Nothing was logged; send it under a key of its own."
    )]
    OtherWords(u64),
    /// A correction refers to an entry that does not exist.
    #[error("there is no entry {0} to correct.")]
    NoSuchEntry(u64),
    /// The entry itself is not acceptable.
    #[error("{0}")]
    Said(String),
    /// The file exceeds [`MAX_LOG_SIZE`].
    #[error("the log has {0} bytes, more than is read. Begin another: `--file NAME`.")]
    TooLong(u64),
    /// The file would exceed [`MAX_LOG_SIZE`] with this entry.
    #[error(
        "the log is full: with this entry it would be longer than {MAX_LOG_SIZE} bytes, and could not be read. Nothing was logged; begin another log: `--file NAME`."
    )]
    Full,
    /// The next entry's number would exceed [`MAX_NUMBER`].
    #[error(
        "the log has no number left for an entry: {MAX_NUMBER} is the highest that is read, and it is taken. Nothing was logged; look for a line whose number was changed, or begin another log: `--file NAME`."
    )]
    NoNumberLeft,
}
