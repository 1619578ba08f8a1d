//! The log's file. One way of writing: under the file's lock the end is looked at and repaired, a whole line is written and
//! brought to the disk, and only then is it acknowledged.
//!
//! Beside the log `NAME` lies `NAME.last`, a note of the last entry acknowledged: without it, lines cut off at the end of
//! the log would not be missed.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Damage, Entry, Log, Said, hash, told};

/// What went wrong with a log's file.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file cannot be read or written.
    #[error("{}: {why}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: std::io::Error,
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

/// What became of an entry.
#[derive(Debug)]
pub struct Logged {
    /// The entry as it stands in the log.
    pub entry: Entry,
    /// Whether it stood there before, since it was sent again.
    pub again: bool,
    /// What was wrong with the file, and what was done about it.
    pub damage: Vec<Damage>,
}

impl Logged {
    /// The same for programs.
    pub fn json(&self) -> serde_json::Value {
        serde_json::json!({ "entry": self.entry, "again": self.again, "damage": told(&self.damage) })
    }
}

/// A log longer than this is not one event's, in bytes.
pub const LONGEST: u64 = 64 << 20;

/// No log counts further: a larger number is nobody's entry, and what follows it could not be numbered.
const HIGHEST: u64 = 1_000_000_000;

/// The note of the last entry acknowledged.
#[derive(Debug, Serialize, Deserialize)]
struct Last {
    id: u64,
    hash: String,
}

/// Reads a log; a file that is not there is an empty log.
///
/// # Errors
/// What the system says.
pub fn read(path: &Path) -> Result<Log, FileError> {
    let failed = |why| FileError::Io { path: path.to_owned(), why };
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(why) if why.kind() == std::io::ErrorKind::NotFound => {
            return Ok(Log { damage: missing(path, None).into_iter().collect(), ..Log::default() });
        }
        Err(why) => return Err(failed(why)),
    };
    file.lock_shared().map_err(failed)?;
    let bytes = whole(&mut file, path)?;
    Ok(parsed(path, &bytes).0)
}

fn whole(file: &mut File, path: &Path) -> Result<Vec<u8>, FileError> {
    let failed = |why| FileError::Io { path: path.to_owned(), why };
    let length = file.metadata().map_err(failed)?.len();
    if length > LONGEST {
        return Err(FileError::TooLong(length));
    }
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0)).map_err(failed)?;
    file.take(LONGEST).read_to_end(&mut bytes).map_err(failed)?;
    Ok(bytes)
}

/// The end of a file: what the next line follows.
struct End {
    /// The number of the next entry.
    next: u64,
    /// The hash of the last line.
    hash: String,
    /// How long the file is without what was broken off.
    length: u64,
}

/// A log's bytes, read line by line.
fn parsed(path: &Path, bytes: &[u8]) -> (Log, End) {
    let mut log = Log::default();
    let mut end = End { next: 1, hash: String::new(), length: 0 };
    let mut lines: Vec<&[u8]> = bytes.split(|b| *b == b'\n').collect();
    // What stands behind the last end of a line is no line: nothing, or what was broken off.
    let rest = lines.pop().unwrap_or_default();
    for (n, line) in lines.iter().enumerate() {
        match entry_of(line) {
            Ok(entry) => {
                if entry.before != end.hash {
                    log.damage.push(Damage::Changed { line: n + 1 });
                }
                if entry.id > end.next {
                    log.damage.push(Damage::Gap { from: end.next, to: entry.id - 1 });
                }
                end.next = end.next.max(entry.id + 1);
                let id = entry.id;
                if log.push(entry) {
                    log.damage.push(Damage::Twice { id });
                }
            }
            Err(why) => {
                log.damage.push(Damage::Unreadable { line: n + 1, why });
                // A number is given once, even when its line can no longer be read.
                end.next += 1;
            }
        }
        end.hash = hash(line);
        end.length += line.len() as u64 + 1;
    }
    if !rest.is_empty() {
        log.damage.push(Damage::Torn { text: String::from_utf8_lossy(rest).into_owned() });
    }
    let missing = missing(path, Some((&lines, &log)));
    log.damage.extend(missing);
    if let Some(Damage::Missing { acknowledged, .. }) = log.damage.last() {
        end.next = end.next.max(acknowledged + 1);
    }
    (log, end)
}

/// The entry that a line holds, or why it holds none.
fn entry_of(line: &[u8]) -> Result<Entry, String> {
    let entry: Entry = serde_json::from_slice(line).map_err(|why| why.to_string())?;
    match entry.id {
        1..=HIGHEST => Ok(entry),
        other => Err(format!("{other} is no entry's number")),
    }
}

/// Whether lines are missing that were acknowledged, or the last that was is another now.
fn missing(path: &Path, read: Option<(&[&[u8]], &Log)>) -> Option<Damage> {
    let note = match std::fs::read(beside(path)) {
        Ok(note) => note,
        Err(why) if why.kind() == std::io::ErrorKind::NotFound => return None,
        Err(_) => return Some(Damage::NoteUnreadable),
    };
    let Some(last) = noted(&note) else { return Some(Damage::NoteUnreadable) };
    let (lines, log) = read.map_or((&[][..], None), |(lines, log)| (lines, Some(log)));
    if lines.iter().rev().any(|line| hash(line) == last.hash) {
        return None;
    }
    let id = log.and_then(|log| log.entries.last()).map_or(0, |e| e.id);
    // The last line has none behind it that would carry its hash.
    let changed = lines.iter().position(|l| entry_of(l).is_ok_and(|e| e.id == last.id));
    match changed {
        Some(line) => Some(Damage::Changed { line: line + 1 }),
        None if id < last.id => Some(Damage::Missing { last: id, acknowledged: last.id }),
        None => None,
    }
}

/// What a note says.
fn noted(note: &[u8]) -> Option<Last> {
    serde_json::from_slice::<Last>(note).ok().filter(|last| last.id <= HIGHEST)
}

fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".last");
    path.with_file_name(name)
}

/// Logs what was said, and returns once it is on the disk.
///
/// # Errors
/// What the system says, and an entry that contradicts the log; then nothing was logged.
pub fn append(path: &Path, said: Said, at: &str) -> Result<Logged, FileError> {
    let said = said.tidied().map_err(FileError::Said)?;
    let failed = |why| FileError::Io { path: path.to_owned(), why };
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(failed)?;
    let mut file =
        OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
    file.lock().map_err(failed)?;
    // Whoever made the file may have gone before its folder was on the disk: the note says whether it ever was.
    if !beside(path).exists() {
        sync_folders(folder).map_err(failed)?;
    }
    let bytes = whole(&mut file, path)?;
    let (mut log, mut end) = parsed(path, &bytes);
    // A line broken off just before its end is whole: its sender may send it again, and must then be told that it is there.
    if let Some(entry) = unended(&bytes[end.length as usize..], &end) {
        file.seek(SeekFrom::End(0)).and_then(|_| file.write_all(b"\n")).map_err(failed)?;
        file.sync_data().map_err(failed)?;
        end = End {
            next: entry.id + 1,
            hash: hash(&bytes[end.length as usize..]),
            length: bytes.len() as u64 + 1,
        };
        log.damage.retain(|d| !matches!(d, Damage::Torn { .. }));
        log.push(entry);
    }
    if let Some(entry) = said.key.as_deref().and_then(|key| log.of_key(key)).cloned() {
        if entry.said != said {
            return Err(FileError::OtherWords(entry.id));
        }
        again(&file, path, &bytes, &entry, &mut log.damage).map_err(failed)?;
        return Ok(Logged { entry, again: true, damage: log.damage });
    }
    if let Some(id) = said.corrects.filter(|id| !log.has(*id)) {
        return Err(FileError::NoSuchEntry(id));
    }
    let entry = Entry { id: end.next, at: at.to_owned(), said, before: end.hash };
    let line = entry.line().map_err(|why| failed(why.into()))?;
    if end.next > HIGHEST || end.length + line.len() as u64 + 1 > LONGEST {
        return Err(FileError::Full);
    }
    file.set_len(end.length).map_err(failed)?;
    if let Err(why) = write(&mut file, end.length, &line) {
        // What was written of it must not be taken for the beginning of the next line.
        let _ = file.set_len(end.length).and_then(|()| file.sync_data());
        return Err(failed(why));
    }
    // The line is on the disk: it counts, whatever becomes of the note.
    if let Err(why) = note(path, &Last { id: entry.id, hash: hash(line.as_bytes()) }) {
        log.damage.push(Damage::NoteUnwritten { why: why.to_string() });
    }
    Ok(Logged { entry, again: false, damage: log.damage })
}

/// Makes sure of an entry that is sent again: whoever wrote its line may have gone before the line was on the disk, or before
/// it was noted, and it is acknowledged now.
fn again(
    file: &File,
    path: &Path,
    bytes: &[u8],
    entry: &Entry,
    damage: &mut Vec<Damage>,
) -> std::io::Result<()> {
    file.sync_data()?;
    let is_noted = std::fs::read(beside(path)).ok().and_then(|n| noted(&n)).is_some_and(|n| n.id >= entry.id);
    let line = bytes.split(|b| *b == b'\n').find(|line| entry_of(line).is_ok_and(|e| e == *entry));
    if let Some(line) = line.filter(|_| !is_noted)
        && let Err(why) = note(path, &Last { id: entry.id, hash: hash(line) })
    {
        damage.push(Damage::NoteUnwritten { why: why.to_string() });
    }
    Ok(())
}

/// The entry of a last line that lacks only its end.
fn unended(rest: &[u8], end: &End) -> Option<Entry> {
    let entry = entry_of(rest).ok()?;
    (entry.before == end.hash && entry.id == end.next).then_some(entry)
}

fn write(file: &mut File, at: u64, line: &str) -> std::io::Result<()> {
    file.seek(SeekFrom::Start(at))?;
    file.write_all(format!("{line}\n").as_bytes())?;
    file.sync_data()
}

/// Notes the last entry acknowledged, aside and renamed, so that the note is always whole.
fn note(path: &Path, last: &Last) -> std::io::Result<()> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut aside = tempfile::NamedTempFile::new_in(folder)?;
    aside.write_all(serde_json::to_string(last)?.as_bytes())?;
    aside.as_file().sync_data()?;
    aside.persist(beside(path)).map_err(|e| e.error)?;
    Ok(())
}

/// A new file is there after a crash only when its folder is on the disk too, and that only when the folders above it are.
/// Those above may be others' and not to be opened; they are then not new.
#[cfg(unix)]
fn sync_folders(folder: &Path) -> std::io::Result<()> {
    let folder = folder.canonicalize()?;
    File::open(&folder)?.sync_all()?;
    for above in folder.ancestors().skip(1) {
        let _ = File::open(above).and_then(|above| above.sync_all());
    }
    Ok(())
}

#[cfg(not(unix))]
fn sync_folders(_: &Path) -> std::io::Result<()> {
    Ok(())
}
