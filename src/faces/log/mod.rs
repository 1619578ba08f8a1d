//! The log of an event: every ruling given, at which table and by whom, in a file that does not lose a line
//! in a crash.
//!
//! | file | holds |
//! |---|---|
//! | `mod.rs` | entries, logs as read from a file, and what may be wrong with them |
//! | [`file`] | reading and writing |
//! | [`error`] | errors and limits |
//! | [`open`] | opening only regular files, and locking |
//! | `beside` | the record of the last entry, and incomplete lines |
//! | [`check`] | comparing entries with the current rulings and with each other |
//! | [`export`] | Markdown, CSV, a folder of house rulings |
//! | [`command`] | `judge log` |
//! | `list` | printing entries |
//!
//! The format is JSON Lines, which anybody can read, mail and compare. Nothing in the file is ever changed: a
//! correction is a new entry that refers to the one it corrects. Each line contains the hash of the line
//! before, so that edits are evident.

mod beside;
pub mod check;
pub(crate) mod command;
pub mod error;
pub(crate) mod export;
pub mod file;
mod list;
pub mod open;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::corpus::{Game, Ruling};

/// A ruling given, as a line of the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogEntry {
    pub id: u64,
    /// When it was logged: `2014-11-01T10:32:07+01:00`.
    pub at: String,
    #[serde(flatten)]
    pub said: Said,
    /// Whether the record of the entry before it could not be read when it was logged.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub follows_unverified: bool,
    /// The hash of the previous line, as it was acknowledged; empty in the first one.
    pub before: String,
}

/// What a judge logs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// The answer, in the words it was given in.
    pub words: String,
    /// The question as it was put.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// The judge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<Game>,
    /// The rulings it rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<Cited>,
    /// The number of the entry that this one corrects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrects: Option<u64>,
    /// An id chosen by the sender, so that sending the entry again does not duplicate it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// A citation of a ruling within an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cited {
    pub id: String,
    pub citation: String,
    /// The hash of the ruling's words on that day.
    pub words: String,
}

impl Cited {
    /// Cites a ruling as it stands today.
    pub(crate) fn of(ruling: &Ruling) -> Self {
        let citation = format!("{}{}", ruling.label(), ruling.citation());
        Self { id: ruling.id.clone(), citation, words: hash(ruling.text().as_bytes()) }
    }
}

/// A short hexadecimal hash.
fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().as_str()[..32].to_owned()
}

/// Limits for answers and questions and for all other fields, in UTF-16 code units as in browsers. People
/// have to read the log.
pub(crate) const LONG: usize = 4000;
pub(crate) const SHORT: usize = 200;
/// The maximum number of rulings per entry.
pub(crate) const MAX_RULINGS: usize = 20;
const TOO_MANY_RULINGS: &str =
    "An entry cites 20 rulings at most. Nothing was logged; name those that decide.";

/// Why a field is rejected if it is too long.
fn too_long(name: &str, text: &str, longest: usize) -> Option<String> {
    let has = text.encode_utf16().count();
    let why = || {
        format!(
            "{name} has {has} characters, and the log takes {longest} of it at most. Nothing was logged; say it in fewer."
        )
    };
    (has > longest).then(why)
}

impl Said {
    /// Trims the fields and drops empty ones.
    ///
    /// # Errors
    /// If nothing is said, or too much.
    pub(crate) fn trimmed(mut self) -> Result<Self, String> {
        let tidy = |text: &mut Option<String>| {
            *text = text.take().map(|t| t.trim().to_owned()).filter(|t| !t.is_empty());
        };
        [&mut self.question, &mut self.table, &mut self.by, &mut self.key].into_iter().for_each(tidy);
        self.words = self.words.trim().replace("\r\n", "\n");
        if self.words.is_empty() {
            return Err("There is nothing to log. Say what was ruled.".to_owned());
        }
        let fields = [
            ("What was ruled", Some(&self.words), LONG),
            ("The question", self.question.as_ref(), LONG),
            ("The table", self.table.as_ref(), SHORT),
            ("The judge's name", self.by.as_ref(), SHORT),
            ("The key", self.key.as_ref(), SHORT),
        ];
        if let Some(why) = fields.into_iter().find_map(|(name, text, longest)| too_long(name, text?, longest))
        {
            return Err(why);
        }
        if self.rulings.len() > MAX_RULINGS {
            return Err(TOO_MANY_RULINGS.to_owned());
        }
        Ok(self)
    }

    /// Turns this into a correction of `other`: takes over table, rulings, question and game if they are not
    /// given. The author of a correction is not taken over.
    fn correcting(mut self, other: &Self) -> Self {
        if self.rulings.is_empty() {
            self.rulings.clone_from(&other.rulings);
        }
        // A correction that cites rulings of the other game is about that game.
        let is_of = |game: &Game| self.rulings.iter().all(|r| Game::of_id(&r.id) == Some(*game));
        self.game = self.game.or(other.game.filter(is_of));
        for (own, others) in [(&mut self.table, &other.table), (&mut self.question, &other.question)] {
            if own.is_none() {
                own.clone_from(others);
            }
        }
        self
    }
}

impl LogEntry {
    /// The line for the file, without its line end.
    fn line(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }

    /// Its game, if given or if all its rulings belong to one.
    pub(super) fn game(&self) -> Option<Game> {
        let mut of_rulings = self.said.rulings.iter().filter_map(|cited| Game::of_id(&cited.id));
        let first = of_rulings.next().filter(|first| of_rulings.all(|game| game == *first));
        self.said.game.or(first)
    }

    /// Date and time in a readable form: local time at the event, with its offset from UTC.
    pub fn shown_time(&self) -> String {
        let minutes: String = self.at.chars().take(16).map(|c| if c == 'T' { ' ' } else { c }).collect();
        let behind = self.at.get(19..).unwrap_or_default();
        let offset = behind.trim_start_matches(|c: char| c == '.' || c.is_ascii_digit());
        match offset {
            "" => minutes,
            "Z" | "+00:00" | "-00:00" => format!("{minutes} UTC"),
            offset => format!("{minutes} {offset}"),
        }
    }

    /// Whether it contains every one of these lower-case words.
    pub(crate) fn has_all(&self, words: &[String]) -> bool {
        let said = &self.said;
        let optional = [&said.question, &said.table, &said.by].into_iter().flatten();
        let cited = said.rulings.iter().flat_map(|c| [&c.id, &c.citation]);
        let all: Vec<String> =
            std::iter::once(&said.words).chain(optional).chain(cited).map(|t| t.to_lowercase()).collect();
        words.iter().all(|word| all.iter().any(|text| text.contains(word.as_str())))
    }
}

/// A log as read from its file.
#[derive(Debug, Default)]
pub struct Log {
    /// The readable entries, in order. Corrections are complete here: what their line omits has been taken
    /// over from the entry they correct.
    pub entries: Vec<LogEntry>,
    pub damage: Vec<Damage>,
    /// Maps a corrected entry to its (latest) correction.
    corrections: BTreeMap<u64, u64>,
    /// Maps a number to the index of the first entry with it.
    numbers: BTreeMap<u64, usize>,
    /// Maps a sender's key to the index of an entry.
    keys: BTreeMap<String, usize>,
}

/// An entry in JSON output.
#[derive(Debug, Serialize)]
pub(crate) struct LogEntryOut<'e> {
    #[serde(flatten)]
    pub entry: &'e LogEntry,
    /// The number of the entry that corrects it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corrected_by: Option<u64>,
}

/// An incomplete line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartialLine {
    /// Its length in bytes.
    pub bytes: usize,
    /// Its text, possibly truncated.
    pub text: String,
    /// Whether it had been acknowledged, if known.
    pub acknowledged: Option<bool>,
    pub next: Next,
}

/// What happens to an incomplete line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// It lacks only its line end, which the next entry adds.
    Ended,
    /// The next entry takes its place; it is kept in another file.
    Kept { file: String },
    /// An entry took its place; it was kept in another file.
    Replaced { file: String },
}

/// The maximum length of an incomplete line in messages, in characters.
const SHOWN: usize = 500;

impl PartialLine {
    fn of(rest: &[u8], acknowledged: Option<bool>, next: Next) -> Self {
        // A character has at most four bytes.
        let begin = String::from_utf8_lossy(&rest[..rest.len().min(4 * SHOWN)]);
        let mut text: String = begin.chars().take(SHOWN).collect();
        if rest.len() > 4 * SHOWN || begin.chars().count() > SHOWN {
            text.push('…');
        }
        Self { bytes: rest.len(), text, acknowledged, next }
    }
}

impl std::fmt::Display for PartialLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let when = match self.acknowledged {
            Some(true) => "although it had been acknowledged",
            Some(false) => "before it was acknowledged",
            None => "and whether it had been acknowledged is not known",
        };
        write!(f, "the last line was broken off after {} bytes, {when}: “{}”. ", self.bytes, self.text)?;
        match &self.next {
            Next::Ended => f.write_str("It lacks only its end; the next entry puts that right."),
            Next::Kept { file } => {
                write!(f, "The next entry takes its place; what is left of it is then kept in {file}.")
            }
            Next::Replaced { file } => write!(f, "What was left of it is kept in {file}."),
        }
    }
}

/// Something wrong with a log file. It is always reported.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// An incomplete last line.
    #[error("{0}")]
    PartialLine(PartialLine),
    /// A line that cannot be parsed.
    #[error("line {line} cannot be read ({why}). It is left as it is; correct it by hand, or keep it.")]
    Unreadable {
        /// From 1.
        line: usize,
        why: String,
    },
    /// A line that does not follow from the one before.
    #[error("line {line} does not follow the line before it: a line was changed, removed or put in.")]
    Changed {
        /// From 1.
        line: usize,
    },
    /// The last acknowledged entry is not what it was.
    #[error(
        "line {line} is not entry {id} as it was acknowledged: the line was changed, or put in its place."
    )]
    Altered {
        /// From 1.
        line: usize,
        id: u64,
    },
    /// An entry was logged while the record of the one before it could not be read.
    #[error(
        "when entry {id} was logged, the note of the entry before it could not be read: whether entries before it are missing, or the one before it was changed, is not known."
    )]
    Unverified { id: u64 },
    /// The file ends before an acknowledged entry.
    #[error(
        "the log ends after entry {last}, but entry {acknowledged} was acknowledged: what came between is missing. Look for a copy."
    )]
    Missing {
        /// The last entry in the file.
        last: u64,
        /// The last acknowledged entry.
        acknowledged: u64,
    },
    /// Missing numbers: lines were lost before a later entry was written.
    #[error("the entries {from} to {to} are missing. Look for a copy of the log.")]
    Gap {
        /// The first of them.
        from: u64,
        /// The last of them.
        to: u64,
    },
    /// The last acknowledged entry cannot be recorded.
    #[error(
        "the note of the last entry beside the log cannot be written ({why}): entries missing at the end would not be told."
    )]
    NoteUnwritten { why: String },
    /// The record of the last acknowledged entry cannot be read.
    #[error(
        "the note of the last entry beside the log cannot be read: whether entries are missing at the end is not known."
    )]
    NoteUnreadable,
    /// Two lines with the same number, or with the same sender's key.
    #[error("entry {id} is there twice.")]
    Twice {
        /// Their number.
        id: u64,
    },
}

impl Damage {
    /// Notes that an entry was written in its place.
    fn is_replaced(&mut self) {
        if let Self::PartialLine(torn) = self
            && let Next::Kept { file } = &torn.next
        {
            torn.next = Next::Replaced { file: file.clone() };
        }
    }
}

impl Log {
    /// Adds an entry. Returns whether its number or sender's key was present already.
    fn push(&mut self, mut entry: LogEntry) -> bool {
        entry.said = self.taken_over(entry.said);
        let mut twice = self.numbers.contains_key(&entry.id);
        self.numbers.entry(entry.id).or_insert(self.entries.len());
        if let Some(key) = &entry.said.key {
            twice |= self.keys.contains_key(key);
            self.keys.entry(key.clone()).or_insert(self.entries.len());
        }
        if let Some(corrected) = entry.said.corrects {
            self.corrections.insert(corrected, entry.id);
        }
        self.entries.push(entry);
        twice
    }

    /// The number of the (latest) entry that corrects another.
    pub(crate) fn corrected_by(&self, id: u64) -> Option<u64> {
        self.corrections.get(&id).copied()
    }

    /// The entries that have not been corrected.
    pub fn standing(&self) -> impl Iterator<Item = &LogEntry> {
        self.entries.iter().filter(|e| self.corrected_by(e.id).is_none())
    }

    /// The entries that contain every one of these lower-case words.
    pub fn with_all(&self, words: &[String]) -> Vec<&LogEntry> {
        self.entries.iter().filter(|e| e.has_all(words)).collect()
    }

    /// Some entries as JSON, with what is wrong with the file.
    pub(crate) fn json(&self, entries: &[&LogEntry]) -> serde_json::Value {
        let shown: Vec<LogEntryOut<'_>> = entries
            .iter()
            .map(|entry| LogEntryOut { entry, corrected_by: self.corrected_by(entry.id) })
            .collect();
        serde_json::json!({ "entries": shown, "damage": damage_notes(&self.damage) })
    }

    /// An entry completed from the one it corrects.
    fn taken_over(&self, said: Said) -> Said {
        match said.corrects.and_then(|id| self.entry(id)) {
            Some(corrected) => said.correcting(&corrected.said),
            None => said,
        }
    }

    pub(crate) fn entry(&self, id: u64) -> Option<&LogEntry> {
        self.numbers.get(&id).and_then(|at| self.entries.get(*at))
    }

    /// The entry with a sender's key.
    fn of_key(&self, key: &str) -> Option<&LogEntry> {
        self.keys.get(key).and_then(|at| self.entries.get(*at))
    }
}

/// What is wrong with a log file, in sentences.
pub(crate) fn damage_notes(damage: &[Damage]) -> Vec<String> {
    damage.iter().map(Damage::to_string).collect()
}
