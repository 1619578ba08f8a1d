//! Files beside a log `NAME`. `NAME.last` records the last acknowledged entry, without which the loss of
//! lines at the end of the log would go unnoticed; it is written as `NAME.last.new` first. `NAME.torn` keeps
//! incomplete lines that were overwritten.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::{FileError, MAX_NUMBER};
use super::open::refuse_others;

/// The last acknowledged entry.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Last {
    pub(super) id: u64,
    pub(super) hash: String,
}

/// What is known about the last acknowledged entry.
#[derive(Debug)]
pub(super) enum Note {
    /// It is recorded.
    Of(Last),
    /// Nothing is recorded.
    None,
    /// The record cannot be read.
    Unreadable,
}

/// The maximum size of the record, in bytes.
const MAX_NOTE_SIZE: u64 = 4096;

fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(end);
    path.with_file_name(name)
}

/// The path of the file that keeps incomplete lines.
pub(super) fn torn(path: &Path) -> PathBuf {
    beside(path, ".torn")
}

/// Reads the record of a log.
pub(super) fn noted(path: &Path) -> Note {
    let place = beside(path, ".last");
    if refuse_others(&place).is_err() {
        return Note::Unreadable;
    }
    let file = match File::open(&place) {
        Ok(file) => file,
        Err(why) if why.kind() == std::io::ErrorKind::NotFound => return Note::None,
        Err(_) => return Note::Unreadable,
    };
    let mut bytes = Vec::new();
    if file.take(MAX_NOTE_SIZE).read_to_end(&mut bytes).is_err() {
        return Note::Unreadable;
    }
    let last = serde_json::from_slice::<Last>(&bytes).ok().filter(|last| last.id <= MAX_NUMBER);
    last.map_or(Note::Unreadable, Note::Of)
}

/// Records the last acknowledged entry, atomically. The caller holds the log's lock, so that a file with the
/// name of the new record can only be left over from a writer that was killed.
pub(super) fn note(path: &Path, last: &Last) -> std::io::Result<()> {
    let new = beside(path, ".last.new");
    match std::fs::remove_file(&new) {
        Err(why) if why.kind() != std::io::ErrorKind::NotFound => return Err(why),
        Ok(()) | Err(_) => {}
    }
    let mut file = OpenOptions::new().write(true).create_new(true).open(&new)?;
    file.write_all(serde_json::to_string(last)?.as_bytes())?;
    file.sync_data()?;
    drop(file);
    std::fs::rename(&new, beside(path, ".last"))
}

/// Appends an incomplete line to `NAME.torn`, and syncs it, before it is removed from the log. If an earlier
/// attempt was interrupted in between, the line is there already.
pub(super) fn keep(path: &Path, rest: &[u8]) -> Result<(), FileError> {
    let place = torn(path);
    refuse_others(&place)?;
    let keep = || {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(&place)?;
        let line = [rest, b"\n"].concat();
        let length = file.metadata()?.len();
        let mut last = vec![0; line.len()];
        let is_kept = length >= line.len() as u64 && {
            file.seek(SeekFrom::Start(length - line.len() as u64))?;
            file.read_exact(&mut last)?;
            last == line
        };
        if !is_kept {
            file.write_all(&line)?;
        }
        file.sync_data()?;
        if length == 0 { sync_folders(folder(path)) } else { Ok(()) }
    };
    keep().map_err(|why| FileError::Io { path: place.clone(), why })
}

/// The folder that contains a log.
pub(super) fn folder(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Syncs a folder and its ancestors: a new file survives a crash only if all new folders above it do.
/// Ancestors that cannot be opened belong to others, and are not new.
#[cfg(unix)]
pub(super) fn sync_folders(folder: &Path) -> std::io::Result<()> {
    let folder = folder.canonicalize()?;
    File::open(&folder)?.sync_all()?;
    for above in folder.ancestors().skip(1) {
        let _ = File::open(above).and_then(|above| above.sync_all());
    }
    Ok(())
}

#[cfg(not(unix))]
pub(super) fn sync_folders(_: &Path) -> std::io::Result<()> {
    Ok(())
}
