//! A log held against the rulings now held, and against itself.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::{Cited, Entry, Log};
use crate::corpus::Ruling;

/// What is to be looked at again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "finding")]
pub enum Finding {
    /// A ruling cited has other words now.
    Changed {
        /// The entry.
        entry: u64,
        /// The ruling.
        ruling: String,
    },
    /// A ruling cited is held, and no longer in force.
    NotInForce {
        /// The entry.
        entry: u64,
        /// The ruling.
        ruling: String,
    },
    /// A ruling cited is not held.
    Gone {
        /// The entry.
        entry: u64,
        /// The ruling.
        ruling: String,
    },
    /// Entries of different tables that rest on one ruling and say different things.
    Differs {
        /// The ruling.
        ruling: String,
        /// How they differ.
        how: Difference,
        /// Entries, tables and what was said.
        said: Vec<(u64, Option<String>, String)>,
    },
}

/// How what two tables were told differs, as far as a program can tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Difference {
    /// One was told yes, the other no.
    YesAgainstNo,
    /// The words are others; whether they mean the same is for a person to say.
    OtherWords,
}

/// What came of a check.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// What is to be looked at again.
    pub findings: Vec<Finding>,
    /// The entries that were not compared with other tables', since they name no table or no ruling.
    pub not_compared: Vec<u64>,
}

/// Everything to be looked at again in the entries that stand; `held` gives a ruling by its id.
///
/// # Errors
/// Rulings that cannot be read.
pub fn check(log: &Log, held: &dyn Fn(&str) -> anyhow::Result<Option<Ruling>>) -> anyhow::Result<Checked> {
    let mut checked = Checked::default();
    let mut by_ruling: BTreeMap<&str, Vec<&Entry>> = BTreeMap::new();
    for entry in log.standing() {
        if entry.said.table.is_none() || entry.said.rulings.is_empty() {
            checked.not_compared.push(entry.id);
        }
        for cited in &entry.said.rulings {
            let now = held(&cited.id)?;
            checked.findings.extend(compared(entry.id, cited, now.as_ref()));
            if entry.said.table.is_some() {
                by_ruling.entry(&cited.id).or_default().push(entry);
            }
        }
    }
    for (ruling, entries) in by_ruling {
        let Some(how) = difference(&entries) else { continue };
        let said = |e: &&Entry| (e.id, e.said.table.clone(), e.said.words.clone());
        let said = entries.iter().map(said).collect();
        checked.findings.push(Finding::Differs { ruling: ruling.to_owned(), how, said });
    }
    Ok(checked)
}

/// How entries of several tables on one ruling differ. What one table was told twice is no matter of another's.
fn difference(entries: &[&Entry]) -> Option<Difference> {
    let mut tables: BTreeMap<String, BTreeSet<Answered>> = BTreeMap::new();
    for entry in entries {
        let table = entry.said.table.as_deref().unwrap_or_default().to_lowercase();
        tables.entry(table).or_default().insert(Answered::of(entry));
    }
    let tables: Vec<_> = tables.into_values().collect();
    let mut differs = None;
    for (n, one) in tables.iter().enumerate() {
        let others = tables.iter().skip(n + 1).flatten();
        for (mine, other) in others.flat_map(|other| one.iter().map(move |mine| (mine, other))) {
            if mine.contradicts(other) {
                return Some(Difference::YesAgainstNo);
            }
            if mine.words != other.words {
                differs = Some(Difference::OtherWords);
            }
        }
    }
    differs
}

/// What a table was told, as far as two are compared.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Answered {
    words: String,
    question: Option<String>,
    yes: Option<bool>,
}

impl Answered {
    fn of(entry: &Entry) -> Self {
        let said = &entry.said;
        Self {
            words: plain(&said.words),
            question: said.question.as_deref().map(plain),
            yes: says_yes(&said.words),
        }
    }

    /// Whether one says yes and the other no, and nothing shows that they were asked different things.
    fn contradicts(&self, other: &Self) -> bool {
        let asked_the_same = match (&self.question, &other.question) {
            (Some(own), Some(others)) => own == others,
            (None, _) | (_, None) => true,
        };
        asked_the_same && self.yes.zip(other.yes).is_some_and(|(own, others)| own != others)
    }
}

/// Whether an answer says yes or no, where its first word does so, or the first verb that permits or forbids.
fn says_yes(words: &str) -> Option<bool> {
    let words = words.to_lowercase().replace('’', "'");
    let letter = |c: char| c.is_alphanumeric() || c == '\'';
    let first = words.trim_start_matches(|c| !letter(c));
    let (first, behind) = first.split_at(first.find(|c| !letter(c)).unwrap_or(first.len()));
    match first {
        "yes" => return Some(true),
        // "No shield is used" says something else than "No, …".
        "no" if !behind.starts_with(' ') => return Some(false),
        _ => {}
    }
    let mut words = words.split(|c| !letter(c)).filter(|w| !w.is_empty()).peekable();
    while let Some(word) = words.next() {
        match word {
            "cannot" | "can't" | "mustn't" | "couldn't" => return Some(false),
            "may" | "can" | "could" => {
                return Some(!words.peek().is_some_and(|next| ["not", "never", "no"].contains(next)));
            }
            _ => {}
        }
    }
    None
}

fn compared(entry: u64, cited: &Cited, now: Option<&Ruling>) -> Option<Finding> {
    let ruling = cited.id.clone();
    match now {
        None => Some(Finding::Gone { entry, ruling }),
        Some(now) if !now.is_in_force(None) => Some(Finding::NotInForce { entry, ruling }),
        Some(now) if Cited::of(now).words != cited.words => Some(Finding::Changed { entry, ruling }),
        Some(_) => None,
    }
}

/// Words without what does not matter to what they say.
fn plain(words: &str) -> String {
    let kept = words.chars().filter(|c| c.is_alphanumeric() || c.is_whitespace());
    kept.collect::<String>().to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Finding {
    /// The finding as sentences.
    pub fn lines(&self) -> Vec<String> {
        match self {
            Self::Changed { entry, ruling } => {
                vec![format!(
                    "Entry {entry} rests on {ruling}, which has other words now: judge show {ruling}"
                )]
            }
            Self::NotInForce { entry, ruling } => {
                vec![format!(
                    "Entry {entry} rests on {ruling}, which is no longer in force: judge show {ruling} --history"
                )]
            }
            Self::Gone { entry, ruling } => {
                vec![format!("Entry {entry} rests on {ruling}, which the rulings in use do not have.")]
            }
            Self::Differs { ruling, how, said } => {
                let head = match how {
                    Difference::YesAgainstNo => format!("On {ruling} one table was told yes and another no:"),
                    Difference::OtherWords => {
                        format!(
                            "On {ruling} tables were answered in other words; see whether they mean the same:"
                        )
                    }
                };
                let each = said.iter().map(|(id, table, words)| {
                    let table = table.as_ref().map_or(String::new(), |t| format!(", table {t}"));
                    format!("  entry {id}{table}: {}", words.replace('\n', " "))
                });
                std::iter::once(head).chain(each).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yes_and_no_are_told_where_the_words_say_so() {
        for yes in ["Yes.", "yes, after the strike", "It may.", "The shield may still be used", "“Yes”"] {
            assert_eq!(says_yes(yes), Some(true), "{yes}");
        }
        for no in [
            "No.",
            "No: too late",
            "no",
            "It may not.",
            "He cannot",
            "You can’t do that",
            "It can never be used",
        ] {
            assert_eq!(says_yes(no), Some(false), "{no}");
        }
        for open in ["", "Two damage.", "No shield is left", "Resolve the reaction first", "3"] {
            assert_eq!(says_yes(open), None, "{open}");
        }
    }
}
