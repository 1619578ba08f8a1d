//! The log of an event: every ruling given, at which table and by whom, in a file that no crash loses a line
//! of.
//!
//! | file | holds |
//! |---|---|
//! | `mod.rs` | what an entry is, what a log read from a file is, and what may be wrong with it |
//! | [`file`] | reading, and the one way of writing |
//! | [`error`] | what goes wrong with the file |
//! | [`open`] | only ordinary files, and the lock |
//! | `beside` | what lies beside the file: the note of the last entry, and what was broken off |
//! | [`check`] | entries held against the rulings now held, and against each other |
//! | `yes_or_no` | whether an answer says yes or no |
//! | [`export`] | Markdown, CSV, a folder of house rulings |
//! | [`command`] | `judge log` |
//! | `list` | the entries in the terminal, and what was looked for and is not there |
//!
//! The file is JSON Lines: anybody can read, mail and compare it. Nothing in it is ever changed: a correction
//! is a further entry that names the one it corrects. Each line carries the hash of the line before, so that
//! an edit shows.

mod beside;
pub mod check;
pub(crate) mod command;
pub mod error;
pub(crate) mod export;
pub mod file;
mod list;
pub mod open;
mod yes_or_no;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::corpus::{Game, Ruling};

/// A ruling given, as a line of the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogEntry {
    /// Its number, from 1.
    pub id: u64,
    /// When it was logged: `2014-11-01T10:32:07+01:00`.
    pub at: String,
    /// What was logged.
    #[serde(flatten)]
    pub said: Said,
    /// The hash of the line before; empty in the first.
    pub before: String,
}

/// What somebody logs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// What was ruled, as it was said.
    pub words: String,
    /// The question, as it was put.
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
    /// The entry that this one corrects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrects: Option<u64>,
    /// What its sender calls it, so that it is not logged twice when it is sent again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// A ruling as an entry cites it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cited {
    pub id: String,
    pub citation: String,
    /// The hash of its words on that day.
    pub words: String,
}

impl Cited {
    /// A ruling as it stands now.
    pub(crate) fn of(ruling: &Ruling) -> Self {
        let citation = format!("{}{}", ruling.label(), ruling.citation());
        Self { id: ruling.id.clone(), citation, words: hash(ruling.text().as_bytes()) }
    }
}

/// A short name for some bytes, in hexadecimal.
fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().as_str()[..32].to_owned()
}

/// How long what was ruled and what was asked may be, and how long every other field, as a browser counts
/// characters: a log is read by people.
pub(crate) const LONG: usize = 4000;
pub(crate) const SHORT: usize = 200;
/// How many rulings an entry may cite.
pub(crate) const MAX_RULINGS: usize = 20;
const TOO_MANY_RULINGS: &str =
    "An entry cites 20 rulings at most. Nothing was logged; name those that decide.";

/// Why a field is not taken, where it is longer than it may be.
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
    /// Spaces at the ends gone, what is empty left out.
    ///
    /// # Errors
    /// A sentence when nothing is said, or too much.
    pub(crate) fn tidied(mut self) -> Result<Self, String> {
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

    /// The same as a correction of another: what it does not say of the table, the rulings, the question and
    /// the game is as it was. Who gave a correction is somebody of its own.
    fn correcting(mut self, other: &Self) -> Self {
        if self.rulings.is_empty() {
            self.rulings.clone_from(&other.rulings);
        }
        // A correction that rests on rulings of the other game is about that.
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
    /// The line of it, without its end.
    fn line(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }

    /// Day and time as a person reads them: where it was logged, and how far that is from UTC.
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

    /// Whether all the words, in lower case, stand somewhere in it.
    pub(crate) fn has_all(&self, words: &[String]) -> bool {
        let said = &self.said;
        let optional = [&said.question, &said.table, &said.by].into_iter().flatten();
        let cited = said.rulings.iter().flat_map(|c| [&c.id, &c.citation]);
        let all: Vec<String> =
            std::iter::once(&said.words).chain(optional).chain(cited).map(|t| t.to_lowercase()).collect();
        words.iter().all(|word| all.iter().any(|text| text.contains(word.as_str())))
    }
}

/// A log as its file holds it.
#[derive(Debug, Default)]
pub struct Log {
    /// The entries that can be read, in order. A correction says here all that holds of it: what its line
    /// leaves unsaid is taken over from the entry it corrects.
    pub entries: Vec<LogEntry>,
    /// What is wrong with the file.
    pub damage: Vec<Damage>,
    /// By entry, the entry that corrects it, the last where there are several.
    corrections: BTreeMap<u64, u64>,
    /// By number, where the first entry of it stands in `entries`.
    numbers: BTreeMap<u64, usize>,
    /// By its sender's key, where an entry stands in `entries`.
    keys: BTreeMap<String, usize>,
}

/// An entry for programs: with what became of it since.
#[derive(Debug, Serialize)]
pub(crate) struct Shown<'e> {
    #[serde(flatten)]
    pub entry: &'e LogEntry,
    /// The entry that corrects it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corrected_by: Option<u64>,
}

/// A line that was broken off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Torn {
    /// How many bytes are there of it.
    pub bytes: usize,
    /// What they say; of much, the beginning.
    pub text: String,
    /// Whether it had been acknowledged, where that is known.
    pub acknowledged: Option<bool>,
    /// What becomes of it.
    pub next: Next,
}

/// What becomes of a line that was broken off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// It lacks only its end, which the next entry gives it.
    Ended,
    /// The next entry takes its place; what is there of it is kept.
    Kept { file: String },
    /// An entry has taken its place; what was there of it is kept.
    Replaced { file: String },
}

/// More of a line that was broken off is not shown, in characters.
const SHOWN: usize = 500;

impl Torn {
    fn of(rest: &[u8], acknowledged: Option<bool>, next: Next) -> Self {
        // A character has four bytes at most.
        let begin = String::from_utf8_lossy(&rest[..rest.len().min(4 * SHOWN)]);
        let mut text: String = begin.chars().take(SHOWN).collect();
        if rest.len() > 4 * SHOWN || begin.chars().count() > SHOWN {
            text.push('…');
        }
        Self { bytes: rest.len(), text, acknowledged, next }
    }
}

impl std::fmt::Display for Torn {
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

/// Something wrong with a log's file. None of it is ever passed over in silence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// Bytes behind the last whole line.
    #[error("{0}")]
    Torn(Torn),
    /// A line that cannot be read.
    #[error("line {line} cannot be read ({why}). It is left as it is; correct it by hand, or keep it.")]
    Unreadable {
        /// Its number, from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// A line that does not follow the one before.
    #[error("line {line} does not follow the line before it: a line was changed, removed or put in.")]
    Changed {
        /// Its number, from 1.
        line: usize,
    },
    /// The file ends before what was acknowledged.
    #[error(
        "the log ends after entry {last}, but entry {acknowledged} was acknowledged: what came between is missing. Look for a copy."
    )]
    Missing {
        /// The last entry that is there.
        last: u64,
        /// The last that was acknowledged.
        acknowledged: u64,
    },
    /// Numbers that no line has: the lines were lost before the next entry was written.
    #[error("the entries {from} to {to} are missing. Look for a copy of the log.")]
    Gap {
        /// The first of them.
        from: u64,
        /// The last of them.
        to: u64,
    },
    /// The note of what was acknowledged cannot be written.
    #[error(
        "the note of the last entry beside the log cannot be written ({why}): entries missing at the end would not be told."
    )]
    NoteUnwritten {
        /// What the system says.
        why: String,
    },
    /// The note of what was acknowledged cannot be read.
    #[error(
        "the note of the last entry beside the log cannot be read: whether entries are missing at the end is not known."
    )]
    NoteUnreadable,
    /// Two lines with one number, or with one sender's key.
    #[error("entry {id} is there twice.")]
    Twice {
        /// Its number.
        id: u64,
    },
}

impl Damage {
    /// An entry was written behind it.
    fn is_replaced(&mut self) {
        if let Self::Torn(torn) = self
            && let Next::Kept { file } = &torn.next
        {
            torn.next = Next::Replaced { file: file.clone() };
        }
    }
}

impl Log {
    /// Takes a further entry in; gives whether its number or its sender's key is there already.
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

    /// The number of the entry that corrects another, the last where there are several.
    pub(crate) fn corrected_by(&self, id: u64) -> Option<u64> {
        self.corrections.get(&id).copied()
    }

    /// The entries that no other corrects.
    pub fn standing(&self) -> impl Iterator<Item = &LogEntry> {
        self.entries.iter().filter(|e| self.corrected_by(e.id).is_none())
    }

    /// The entries that have all these words, in lower case.
    pub fn with_all(&self, words: &[String]) -> Vec<&LogEntry> {
        self.entries.iter().filter(|e| e.has_all(words)).collect()
    }

    /// Some of its entries for programs, with what is wrong with the file.
    pub(crate) fn json(&self, entries: &[&LogEntry]) -> serde_json::Value {
        let shown: Vec<Shown<'_>> =
            entries.iter().map(|entry| Shown { entry, corrected_by: self.corrected_by(entry.id) }).collect();
        serde_json::json!({ "entries": shown, "damage": damage_notes(&self.damage) })
    }

    /// What is said, with what it takes over from the entry that it corrects.
    fn taken_over(&self, said: Said) -> Said {
        match said.corrects.and_then(|id| self.entry(id)) {
            Some(corrected) => said.correcting(&corrected.said),
            None => said,
        }
    }

    /// The entry of a number.
    pub(crate) fn entry(&self, id: u64) -> Option<&LogEntry> {
        self.numbers.get(&id).and_then(|at| self.entries.get(*at))
    }

    /// The entry of a sender's key.
    fn of_key(&self, key: &str) -> Option<&LogEntry> {
        self.keys.get(key).and_then(|at| self.entries.get(*at))
    }
}

/// What is wrong with a log's file, in sentences.
pub(crate) fn damage_notes(damage: &[Damage]) -> Vec<String> {
    damage.iter().map(Damage::to_string).collect()
}
