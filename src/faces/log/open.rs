//! Opens log files: only regular ones, waiting a limited time for the lock.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::time::{Duration, Instant};

use super::error::{FileError, MAX_LOG_SIZE};
use crate::cli::ordinary;

/// How long to wait for the lock.
#[derive(Clone, Copy)]
pub struct Wait<'w> {
    /// The maximum.
    pub most: Duration,
    /// Called once if it takes longer than an ordinary write.
    pub notify: &'w dyn Fn(),
}

/// The interval between attempts, and how long to wait before calling `notify`.
const RETRY_INTERVAL: Duration = Duration::from_millis(5);
const SILENT: Duration = Duration::from_millis(500);

/// Rejects a path that exists but is not a regular file.
///
/// # Errors
/// A sentence that says what it is.
pub(crate) fn refuse_others(path: &Path) -> Result<(), FileError> {
    ordinary::why_unusable(path).map_or(Ok(()), |what| Err(FileError::NotAFile(what)))
}

/// Opens a log for reading; `None` if it does not exist.
pub(super) fn to_read(path: &Path, wait: &Wait<'_>) -> Result<Option<File>, FileError> {
    refuse_others(path)?;
    let failed = |why| FileError::Io { path: path.to_owned(), why };
    let file = match File::open(path) {
        Ok(file) => file,
        Err(why) if why.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(why) => return Err(failed(why)),
    };
    locked(path, wait, || file.try_lock_shared())?;
    Ok(Some(file))
}

/// Opens a log for writing, creating it if necessary.
pub(super) fn to_write(path: &Path, wait: &Wait<'_>) -> Result<File, FileError> {
    refuse_others(path)?;
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let file = file.map_err(|why| FileError::Io { path: path.to_owned(), why })?;
    locked(path, wait, || file.try_lock())?;
    Ok(file)
}

fn locked(
    path: &Path,
    wait: &Wait<'_>,
    lock: impl Fn() -> Result<(), TryLockError>,
) -> Result<(), FileError> {
    let began = Instant::now();
    let mut notified = false;
    loop {
        match lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(why)) => return Err(FileError::Io { path: path.to_owned(), why }),
        }
        if began.elapsed() >= wait.most {
            return Err(FileError::Locked { path: path.to_owned(), seconds: wait.most.as_secs() });
        }
        if !notified && began.elapsed() >= SILENT {
            notified = true;
            (wait.notify)();
        }
        std::thread::sleep(RETRY_INTERVAL);
    }
}

/// Reads a log, up to the size limit.
pub(super) fn whole(file: &mut File, path: &Path) -> Result<Vec<u8>, FileError> {
    let failed = |why| FileError::Io { path: path.to_owned(), why };
    let length = file.metadata().map_err(failed)?.len();
    if length > MAX_LOG_SIZE {
        return Err(FileError::TooLong(length));
    }
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0)).map_err(failed)?;
    file.take(MAX_LOG_SIZE).read_to_end(&mut bytes).map_err(failed)?;
    Ok(bytes)
}
