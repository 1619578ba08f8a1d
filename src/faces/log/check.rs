//! Checks the entries of a log against the current rulings and against each other.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::{Cited, Log, LogEntry};
use crate::corpus::Ruling;
use crate::corpus::yes_or_no::says_yes;

/// Something that a judge should look at again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "finding")]
pub enum Finding {
    /// A cited ruling has different words now.
    Changed { entry: u64, ruling: String },
    /// A cited ruling is held, but no longer in force.
    NotInForce { entry: u64, ruling: String },
    /// A cited ruling is not held.
    Gone { entry: u64, ruling: String },
    /// Entries of different tables cite the same ruling and say different things.
    Differs {
        ruling: String,
        how: Difference,
        /// Entry, table and words of each.
        said: Vec<(u64, Option<String>, String)>,
    },
}

/// How the answers given to two tables differ, as far as a program can tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Difference {
    /// One was yes, the other no.
    YesAgainstNo,
    /// The words differ; a person has to decide whether the meaning does.
    OtherWords,
}

/// The result of a check.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Checked {
    pub findings: Vec<Finding>,
    /// Entries that were not compared with those of other tables, because they name no table or no ruling.
    pub not_compared: Vec<u64>,
}

/// Checks every entry that has not been corrected; `held` looks up a ruling by id.
///
/// # Errors
/// If the rulings cannot be read.
pub fn check(log: &Log, held: &dyn Fn(&str) -> anyhow::Result<Option<Ruling>>) -> anyhow::Result<Checked> {
    let mut checked = Checked::default();
    let mut by_ruling: BTreeMap<&str, Vec<&LogEntry>> = BTreeMap::new();
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
        let said = |e: &&LogEntry| (e.id, e.said.table.clone(), e.said.words.clone());
        let said = entries.iter().map(said).collect();
        checked.findings.push(Finding::Differs { ruling: ruling.to_owned(), how, said });
    }
    Ok(checked)
}

/// The numbers of the entries that say no, and of those that say yes.
type NoAndYes = [Vec<u64>; 2];

/// The entries that say yes where others say no to the same, of one game: on a ruling that both cite, and a
/// question that both were asked or one does not record; or to the same question, where one cites no ruling.
/// Whichever of them stands is for a judge to say.
pub(crate) fn contradicting(log: &Log) -> BTreeSet<u64> {
    let mut on_ruling: BTreeMap<_, BTreeMap<Option<String>, NoAndYes>> = BTreeMap::new();
    // Those without a ruling, and all.
    let mut on_question: BTreeMap<_, [NoAndYes; 2]> = BTreeMap::new();
    for entry in log.standing() {
        let Some(yes) = says_yes(&entry.said.words).map(usize::from) else { continue };
        let question = entry.said.question.as_deref().map(plain);
        for cited in &entry.said.rulings {
            let of_ruling = on_ruling.entry((entry.game(), &cited.id)).or_default();
            of_ruling.entry(question.clone()).or_default()[yes].push(entry.id);
        }
        if let Some(question) = question {
            let [without_ruling, all] = on_question.entry((entry.game(), question)).or_default();
            all[yes].push(entry.id);
            if entry.said.rulings.is_empty() {
                without_ruling[yes].push(entry.id);
            }
        }
    }
    let mut found = BTreeSet::new();
    let mut compare = |groups: [&NoAndYes; 2]| {
        let is_said = |yes: usize| groups.iter().any(|group| !group[yes].is_empty());
        if is_said(0) && is_said(1) {
            found.extend(groups.iter().flat_map(|group| group.iter().flatten()).copied());
        }
    };
    for by_question in on_ruling.values() {
        let of_any = by_question.get(&None).cloned().unwrap_or_default();
        by_question.values().for_each(|group| compare([group, &of_any]));
    }
    for [without_ruling, all] in on_question.values() {
        if without_ruling.iter().any(|entries| !entries.is_empty()) {
            compare([without_ruling, all]);
        }
    }
    found
}

/// What an entry answers and says, in a form in which repetitions are equal, and nothing else is: a sign or a
/// point may be all that differs.
pub(crate) fn question_and_words(entry: &LogEntry) -> (Vec<&str>, Option<String>, String) {
    let mut cited: Vec<&str> = entry.said.rulings.iter().map(|cited| cited.id.as_str()).collect();
    cited.sort_unstable();
    let same = |words: &str| {
        let words = words.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
        words.trim_end_matches(['.', '!', '?']).to_owned()
    };
    (cited, entry.said.question.as_deref().map(same), same(&entry.said.words))
}

/// How the answers given to several tables differ. Different answers to the same table are of no interest
/// here. Runs in linear time.
fn difference(entries: &[&LogEntry]) -> Option<Difference> {
    let mut all = Tables::default();
    let mut words: BTreeSet<String> = BTreeSet::new();
    let mut by_question: BTreeMap<Option<String>, [Tables; 2]> = BTreeMap::new();
    for entry in entries {
        let said = &entry.said;
        let table = Tables::One(said.table.as_deref().unwrap_or_default().to_lowercase());
        words.insert(plain(&said.words));
        if let Some(yes) = says_yes(&said.words) {
            let answered = by_question.entry(said.question.as_deref().map(plain)).or_default();
            answered[usize::from(yes)].add(&table);
        }
        all.add(&table);
    }
    // An answer to an unrecorded question may be an answer to any question.
    let of_any = by_question.get(&None).cloned().unwrap_or_default();
    let contradicts = by_question.into_values().any(|mut answered| {
        answered.iter_mut().zip(&of_any).for_each(|(tables, more)| tables.add(more));
        let [no, yes] = &answered;
        no.has_another_than(yes)
    });
    match (contradicts, all) {
        (true, _) => Some(Difference::YesAgainstNo),
        (false, Tables::Several) if words.len() > 1 => Some(Difference::OtherWords),
        (false, _) => None,
    }
}

/// A set of tables, in just enough detail to tell whether two sets contain different ones.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
enum Tables {
    #[default]
    None,
    One(String),
    Several,
}

impl Tables {
    fn add(&mut self, more: &Self) {
        match (&*self, more) {
            (_, Self::None) | (Self::Several, _) => {}
            (Self::None, _) => *self = more.clone(),
            (Self::One(own), Self::One(other)) if own == other => {}
            (Self::One(_), _) => *self = Self::Several,
        }
    }

    /// Whether a table in this set differs from one in the other.
    fn has_another_than(&self, others: &Self) -> bool {
        match (self, others) {
            (Self::None, _) | (_, Self::None) => false,
            (Self::One(own), Self::One(other)) => own != other,
            (Self::Several, _) | (_, Self::Several) => true,
        }
    }
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

/// Words without what does not affect their meaning.
fn plain(words: &str) -> String {
    let kept = words.chars().filter(|c| c.is_alphanumeric() || c.is_whitespace());
    kept.collect::<String>().to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Finding {
    /// The finding in sentences.
    pub(crate) fn lines(&self) -> Vec<String> {
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
