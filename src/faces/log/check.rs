//! A log held against the rulings now held, and against itself.

use std::collections::BTreeMap;

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
    /// Entries that rest on one ruling and say different things.
    Differs {
        /// The ruling.
        ruling: String,
        /// Entries, tables and what was said.
        said: Vec<(u64, Option<String>, String)>,
    },
}

/// Everything to be looked at again in the entries that stand; `held` gives a ruling by its id.
///
/// # Errors
/// Rulings that cannot be read.
pub fn check(
    log: &Log,
    held: &dyn Fn(&str) -> anyhow::Result<Option<Ruling>>,
) -> anyhow::Result<Vec<Finding>> {
    let mut findings = Vec::new();
    let mut by_ruling: BTreeMap<&str, Vec<&Entry>> = BTreeMap::new();
    for entry in log.standing() {
        for cited in &entry.said.rulings {
            let now = held(&cited.id)?;
            findings.extend(compared(entry.id, cited, now.as_ref()));
            by_ruling.entry(&cited.id).or_default().push(entry);
        }
    }
    for (ruling, entries) in by_ruling {
        let plain = |entry: &&Entry| plain(&entry.said.words);
        if entries.iter().map(plain).collect::<std::collections::BTreeSet<_>>().len() > 1 {
            let said = |e: &&Entry| (e.id, e.said.table.clone(), e.said.words.clone());
            findings.push(Finding::Differs {
                ruling: ruling.to_owned(),
                said: entries.iter().map(said).collect(),
            });
        }
    }
    Ok(findings)
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
            Self::Differs { ruling, said } => {
                let head = format!("On {ruling} different things were said:");
                let each = said.iter().map(|(id, table, words)| {
                    let table = table.as_ref().map_or(String::new(), |t| format!(", table {t}"));
                    format!("  entry {id}{table}: {}", words.replace('\n', " "))
                });
                std::iter::once(head).chain(each).collect()
            }
        }
    }
}
