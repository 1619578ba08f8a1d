//! The open lines of a list, put to somebody who knows what is meant.

use super::list::{Decklist, Entry, Zone};

/// A line of which it is open what it means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubt {
    /// The line, from 1.
    pub line: usize,
    /// What is written.
    pub written: String,
    /// How many copies.
    pub count: u32,
    /// The cards it may mean; none where nothing is alike.
    pub candidates: Vec<String>,
}

/// What the line means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// This card.
    Card(String),
    /// Nothing: the line is struck out.
    Nothing,
    /// Nobody knows; it stays open.
    Open,
}

/// Settles every open line as `answer` says.
pub(super) fn settle(
    list: &mut Decklist,
    answer: &mut impl FnMut(&Doubt) -> Result<Answer, String>,
) -> Result<(), String> {
    let open = |e: &Entry| e.zone != Zone::Aside && (e.lost || !e.candidates.is_empty());
    let mut kept = Vec::with_capacity(list.entries.len());
    for mut entry in std::mem::take(&mut list.entries) {
        if !open(&entry) {
            kept.push(entry);
            continue;
        }
        let doubt = Doubt {
            line: entry.line,
            written: entry.title.clone(),
            count: entry.count.number(),
            candidates: entry.candidates.clone(),
        };
        match answer(&doubt)? {
            Answer::Nothing => continue,
            Answer::Open => {}
            Answer::Card(title) => {
                entry.title = title;
                entry.candidates.clear();
                (entry.lost, entry.undecided, entry.id) = (false, false, None);
            }
        }
        kept.push(entry);
    }
    list.entries = kept;
    Ok(())
}
