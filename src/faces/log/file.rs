//! The log file. There is one way to write it: lock the file, check its end and repair that if necessary,
//! append a complete line, sync it to disk, and only then acknowledge the entry.
//!
//! For the files beside it, see [`super::beside`].

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use super::beside::{self, Last, Note, note, noted};
use super::error::{FileError, MAX_LOG_SIZE, MAX_NUMBER};
use super::open::{self, Wait};
use super::{Damage, Log, LogEntry, Next, PartialLine, Said, damage_notes, hash};

/// The result of logging an entry.
#[derive(Debug)]
pub struct Logged {
    /// The entry as recorded.
    pub entry: LogEntry,
    /// Whether it had been recorded before, because it was sent again.
    pub again: bool,
    /// What was wrong with the file, and what was done about it.
    pub damage: Vec<Damage>,
}

impl Logged {
    /// The JSON output.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::json!({ "entry": self.entry, "again": self.again, "damage": damage_notes(&self.damage) })
    }
}

/// How to log an entry.
#[derive(Clone, Copy)]
pub struct AppendOptions<'h> {
    /// The time: `2014-11-01T10:32:07+01:00`.
    pub at: &'h str,
    /// Whether to log it even if the same was logged just before.
    pub again: bool,
    /// How long to wait for the lock.
    pub wait: Wait<'h>,
}

/// The same words again within this many seconds are a retry and not another ruling.
const REPEATED: u64 = 120;

/// Reads a log; a missing file is an empty log.
///
/// # Errors
/// I/O errors, a file that is not regular, and a lock held by another process.
pub fn read(path: &Path, wait: &Wait<'_>) -> Result<Log, FileError> {
    let Some(mut file) = open::to_read(path, wait)? else {
        return Ok(Log { damage: missing(&noted(path), None).into_iter().collect(), ..Log::default() });
    };
    let bytes = open::whole(&mut file, path)?;
    Ok(parsed(path, &bytes).0)
}

/// The end of the file, where the next line goes.
struct End {
    /// The number of the next entry.
    next: u64,
    /// The hash that the next line carries, usually that of the last line.
    hash: String,
    /// The length of the file without an incomplete last line, in bytes.
    length: u64,
}

/// Parses the content of a log line by line.
fn parsed(path: &Path, bytes: &[u8]) -> (Log, End) {
    let mut log = Log::default();
    let mut end = End { next: 1, hash: String::new(), length: 0 };
    let mut lines: Vec<&[u8]> = bytes.split(|b| *b == b'\n').collect();
    // What follows the last line end is either nothing or an incomplete line.
    let rest = lines.pop().unwrap_or_default();
    for (n, line) in lines.iter().enumerate() {
        match entry_of(line) {
            Ok(entry) => accept(&mut log, &mut end, entry, n + 1),
            Err(why) => {
                log.damage.push(Damage::Unreadable { line: n + 1, why });
                // A number is never reused, even if its line has become unreadable.
                end.next += 1;
            }
        }
        end.hash = hash(line);
        end.length += line.len() as u64 + 1;
    }
    let note = noted(path);
    if !rest.is_empty() {
        log.damage.push(Damage::PartialLine(partial_line(
            path,
            rest,
            &end,
            is_acknowledged(rest, &lines, &log, &end, &note),
        )));
    }
    let missing = missing(&note, Some((&lines, &log)));
    if let (Some(missing), Note::Of(last)) = (&missing, &note) {
        end.resume_after(last, missing);
    }
    log.damage.extend(missing);
    (log, end)
}

impl End {
    /// Goes on from the last acknowledged entry, which the file does not have as it was. The next entry
    /// replaces the record of it, and from then on only the lines themselves can reveal the damage.
    fn resume_after(&mut self, last: &Last, missing: &Damage) {
        if matches!(missing, Damage::Altered { .. }) {
            self.hash.clone_from(&last.hash);
        }
        self.next = self.next.max(last.id + 1);
    }
}

/// Takes over the entry of a line, with the damage that its hash and number reveal.
fn accept(log: &mut Log, end: &mut End, entry: LogEntry, line: usize) {
    if entry.follows_unverified {
        log.damage.push(Damage::Unverified { id: entry.id });
    }
    if entry.before != end.hash {
        log.damage.push(Damage::Changed { line });
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

/// Describes an incomplete last line.
fn partial_line(path: &Path, rest: &[u8], end: &End, acknowledged: Option<bool>) -> PartialLine {
    let kept = beside::torn(path).display().to_string();
    let next = if unended(rest, end).is_some() { Next::Ended } else { Next::Kept { file: kept } };
    PartialLine::of(rest, acknowledged, next)
}

/// Whether an incomplete line had been acknowledged: no if the last acknowledged entry precedes it, otherwise
/// by its number, if legible.
fn is_acknowledged(rest: &[u8], lines: &[&[u8]], log: &Log, end: &End, note: &Note) -> Option<bool> {
    let Note::Of(last) = note else { return None };
    if is_there(last, lines) {
        return Some(false);
    }
    let all_are_read = log.entries.len() == lines.len();
    let number = number_of(rest).or(all_are_read.then_some(end.next))?;
    Some(number <= last.id)
}

/// The entry number at the start of a line.
fn number_of(begun: &[u8]) -> Option<u64> {
    let behind = begun.strip_prefix(b"{\"id\":")?;
    let digits = behind.split(|b| *b == b',').next().filter(|digits| digits.len() < behind.len())?;
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// Whether the line of the last acknowledged entry is among the lines.
fn is_there(last: &Last, lines: &[&[u8]]) -> bool {
    lines.iter().rev().any(|line| hash(line) == last.hash)
}

/// Parses a line.
fn entry_of(line: &[u8]) -> Result<LogEntry, String> {
    let entry: LogEntry = serde_json::from_slice(line).map_err(|why| why.to_string())?;
    match entry.id {
        1..=MAX_NUMBER => Ok(entry),
        other => Err(format!("{other} is no entry's number")),
    }
}

/// Whether acknowledged lines are missing, or the last of them has been modified.
fn missing(note: &Note, read: Option<(&[&[u8]], &Log)>) -> Option<Damage> {
    let last = match note {
        Note::Of(last) => last,
        Note::None => return None,
        Note::Unreadable => return Some(Damage::NoteUnreadable),
    };
    let (lines, log) = read.map_or((&[][..], None), |(lines, log)| (lines, Some(log)));
    if is_there(last, lines) {
        return None;
    }
    let id = log.and_then(|log| log.entries.last()).map_or(0, |e| e.id);
    // The last line's hash is not in any later line, only in the record.
    let changed = lines.iter().position(|l| entry_of(l).is_ok_and(|e| e.id == last.id));
    match changed {
        Some(line) => Some(Damage::Altered { line: line + 1, id: last.id }),
        None if id < last.id => Some(Damage::Missing { last: id, acknowledged: last.id }),
        None => None,
    }
}

/// A log opened for writing, and locked.
struct Open<'p> {
    path: &'p Path,
    file: File,
    bytes: Vec<u8>,
    log: Log,
    end: End,
}

impl<'p> Open<'p> {
    /// Opens a log. If the last line lacks only its line end, that is added now: its sender may send it
    /// again, and must then learn that it is there.
    fn of(path: &'p Path, wait: &Wait<'_>) -> Result<Self, FileError> {
        let failed = |why| FileError::Io { path: path.to_owned(), why };
        let folder = beside::folder(path);
        std::fs::create_dir_all(folder).map_err(failed)?;
        let mut file = open::to_write(path, wait)?;
        // Whoever created the file may have crashed before syncing its folder; only the record proves that it
        // was synced.
        if matches!(noted(path), Note::None) {
            beside::sync_folders(folder).map_err(failed)?;
        }
        let mut bytes = open::whole(&mut file, path)?;
        let (mut log, mut end) = parsed(path, &bytes);
        let only_lacks_its_end =
            |d: &Damage| matches!(d, Damage::PartialLine(line) if matches!(line.next, Next::Ended));
        if log.damage.iter().any(only_lacks_its_end) {
            file.seek(SeekFrom::End(0)).and_then(|_| file.write_all(b"\n")).map_err(failed)?;
            file.sync_data().map_err(failed)?;
            bytes.push(b'\n');
            (log, end) = parsed(path, &bytes);
        }
        Ok(Self { path, file, bytes, log, end })
    }

    /// The earlier entry that this one repeats: with the same key, or with the same words shortly before.
    fn repeated(&self, said: &Said, options: &AppendOptions<'_>) -> Result<Option<LogEntry>, FileError> {
        if let Some(key) = said.key.as_deref() {
            let entry = self.log.of_key(key);
            return if entry.is_some_and(|entry| entry.said != *said) {
                Err(FileError::OtherWords(entry.map_or(0, |entry| entry.id)))
            } else {
                Ok(entry.cloned())
            };
        }
        let stands = |entry: &&LogEntry| self.log.corrected_by(entry.id).is_none();
        let just_before = |entry: &&LogEntry| entry.said == *said && is_soon_after(&entry.at, options.at);
        let entry = self.log.entries.iter().rev().find(|e| just_before(e) && stands(e));
        Ok(entry.filter(|_| !options.again).cloned())
    }

    /// The next entry. Since it replaces the record, it has to say itself that the record could not be read.
    fn next_entry(&self, said: Said, at: &str) -> LogEntry {
        let follows_unverified = self.log.damage.contains(&Damage::NoteUnreadable);
        let (at, before) = (at.to_owned(), self.end.hash.clone());
        LogEntry { id: self.end.next, at, said, follows_unverified, before }
    }

    /// Appends a line, in place of an incomplete one, which is kept elsewhere.
    fn write(&mut self, line: &str) -> Result<(), FileError> {
        let failed = |why| FileError::Io { path: self.path.to_owned(), why };
        let rest = self.bytes.get(self.end.length as usize..).unwrap_or_default();
        if !rest.is_empty() {
            beside::keep(self.path, rest)?;
        }
        self.file.set_len(self.end.length).map_err(failed)?;
        if let Err(why) = write(&mut self.file, self.end.length, line) {
            // A partly written line must not be taken for the beginning of the next one.
            let _ = self.file.set_len(self.end.length).and_then(|()| self.file.sync_data());
            return Err(failed(why));
        }
        Ok(())
    }
}

/// Checks that a log can be written before anybody relies on it. Leaves no traces.
///
/// # Errors
/// I/O errors, and a file that is not regular.
pub fn refuse_unwritable(path: &Path) -> Result<(), FileError> {
    open::refuse_others(path)?;
    let folders = beside::folder(path).ancestors();
    let there =
        folders.map(|f| if f.as_os_str().is_empty() { Path::new(".") } else { f }).find(|f| f.exists());
    // An existing log need not be created.
    let tried = if path.exists() {
        std::fs::OpenOptions::new().append(true).open(path).map(drop)
    } else {
        tempfile::tempfile_in(there.unwrap_or(Path::new("."))).map(drop)
    };
    tried.map_err(|why| FileError::Io { path: path.to_owned(), why })
}

/// Logs an entry, and returns once it is on disk.
///
/// # Errors
/// I/O errors, a file that is not regular, a lock held by another process, and an entry that contradicts the
/// log. Nothing has been logged then.
pub fn append(path: &Path, said: Said, options: &AppendOptions<'_>) -> Result<Logged, FileError> {
    let said = said.trimmed().map_err(FileError::Said)?;
    let failed = |why| FileError::Io { path: path.to_owned(), why };
    let mut open = Open::of(path, &options.wait)?;
    let meant = open.log.taken_over(said.clone());
    if let Some(entry) = open.repeated(&meant, options)? {
        let whole = open.bytes.get(..open.end.length as usize).unwrap_or(&open.bytes);
        again(&open.file, path, whole, &entry, &mut open.log.damage).map_err(failed)?;
        return Ok(Logged { entry, again: true, damage: open.log.damage });
    }
    if let Some(id) = said.corrects.filter(|id| open.log.entry(*id).is_none()) {
        return Err(FileError::NoSuchEntry(id));
    }
    // The line contains only what was sent.
    let entry = open.next_entry(said, options.at);
    let line = entry.line().map_err(|why| failed(why.into()))?;
    if open.end.next > MAX_NUMBER {
        return Err(FileError::NoNumberLeft);
    }
    if open.end.length + line.len() as u64 + 1 > MAX_LOG_SIZE {
        return Err(FileError::Full);
    }
    open.write(&line)?;
    // The line is on disk, so the entry counts even if recording it fails.
    if let Err(why) = note(path, &Last { id: entry.id, hash: hash(line.as_bytes()) }) {
        open.log.damage.push(Damage::NoteUnwritten { why: why.to_string() });
    }
    open.log.damage.iter_mut().for_each(Damage::is_replaced);
    let entry = LogEntry { said: meant, ..entry };
    Ok(Logged { entry, again: false, damage: open.log.damage })
}

/// Whether two moments are so close that the same words were only meant once.
fn is_soon_after(earlier: &str, later: &str) -> bool {
    let moment = |at: &str| at.parse::<jiff::Timestamp>().map(|at| at.as_second());
    match (moment(earlier), moment(later)) {
        (Ok(earlier), Ok(later)) => later.abs_diff(earlier) <= REPEATED,
        (Err(_), _) | (_, Err(_)) => false,
    }
}

/// Acknowledges an entry that is sent again, after making sure that it is on disk and recorded: whoever wrote
/// it may have crashed before that.
fn again(
    file: &File,
    path: &Path,
    bytes: &[u8],
    entry: &LogEntry,
    damage: &mut Vec<Damage>,
) -> std::io::Result<()> {
    file.sync_data()?;
    let is_it = |e: &LogEntry| (e.id, &e.at, &e.before) == (entry.id, &entry.at, &entry.before);
    let lines = bytes.split(|b| *b == b'\n');
    let mut read = lines.filter_map(|line| Some((line, entry_of(line).ok()?)));
    let unnoted = match noted(path) {
        Note::Of(last) if last.id >= entry.id => None,
        Note::Of(_) => read.find(|(_, e)| is_it(e)),
        // Later entries were acknowledged, too, and their loss must be noticed as well.
        Note::None => read.next_back(),
        // Only an entry may replace it, which says so.
        Note::Unreadable => None,
    };
    if let Some((line, entry)) = unnoted
        && let Err(why) = note(path, &Last { id: entry.id, hash: hash(line) })
    {
        damage.push(Damage::NoteUnwritten { why: why.to_string() });
    }
    Ok(())
}

/// The entry of a last line that lacks only its line end.
fn unended(rest: &[u8], end: &End) -> Option<LogEntry> {
    let entry = entry_of(rest).ok()?;
    (entry.before == end.hash && entry.id == end.next).then_some(entry)
}

fn write(file: &mut File, at: u64, line: &str) -> std::io::Result<()> {
    file.seek(SeekFrom::Start(at))?;
    file.write_all(format!("{line}\n").as_bytes())?;
    file.sync_data()
}
