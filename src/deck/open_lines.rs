//! The open lines of a list, put to somebody who knows what is meant.

use super::list::{DeckEntry, Decklist, Zone};

/// A line of which it is open what it means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OpenLine {
    /// The line, from 1.
    pub line: usize,
    pub written: String,
    /// How many copies.
    pub count: u32,
    /// The cards it may mean; none where nothing is alike.
    pub candidates: Vec<String>,
}

/// What the line means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LineMeaning {
    Card(String),
    /// Nothing: the line is struck out.
    Nothing,
    /// Nobody knows; it stays open.
    Open,
}

/// Settles every open line as `answer` says.
pub(super) fn resolve_open_lines(
    list: &mut Decklist,
    answer: &mut impl FnMut(&OpenLine) -> Result<LineMeaning, String>,
) -> Result<(), String> {
    let open = |e: &DeckEntry| e.zone != Zone::Aside && (e.lost || !e.candidates.is_empty());
    let mut kept = Vec::with_capacity(list.entries.len());
    for mut entry in std::mem::take(&mut list.entries) {
        if !open(&entry) {
            kept.push(entry);
            continue;
        }
        let open_line = OpenLine {
            line: entry.line,
            written: entry.title.clone(),
            count: entry.count.number(),
            candidates: entry.candidates.clone(),
        };
        match answer(&open_line)? {
            LineMeaning::Nothing => continue,
            LineMeaning::Open => {}
            LineMeaning::Card(title) => {
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
