//! The open lines of a list, put to somebody who knows what is meant.

use super::list::{Count, DeckEntry, Decklist, Zone};

/// A line of which it is open what it means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OpenLine {
    /// The line, from 1.
    pub line: usize,
    pub written: String,
    pub open: Open,
}

/// What is open of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Open {
    /// Which of some cards it means, none of them where nothing is alike; and how many copies.
    Card { count: u32, candidates: Vec<String> },
    /// How many copies there are, from the fewer to the more.
    Copies { fewer: u32, more: u32 },
    /// Whether what it says of the deck's cards holds; what was made of it.
    Cards { read: String },
}

/// What the line means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LineMeaning {
    Card(String),
    Copies(u32),
    /// As it was read.
    AsRead,
    /// Otherwise than it was read.
    Otherwise,
    /// Nothing: the line is struck out.
    Nothing,
    /// Nobody knows; it stays open.
    Open,
}

/// Settles every line that is open by itself as `answer` says.
pub(super) fn resolve_open_lines(
    list: &mut Decklist,
    answer: &mut impl FnMut(&OpenLine) -> Result<LineMeaning, String>,
) -> Result<(), String> {
    let mut kept = Vec::with_capacity(list.entries.len());
    for mut entry in std::mem::take(&mut list.entries) {
        let Some(open) = open(&entry) else {
            kept.push(entry);
            continue;
        };
        let written = entry.written.clone().unwrap_or_else(|| entry.title.clone());
        match answer(&OpenLine { line: entry.line, written, open })? {
            LineMeaning::Nothing => continue,
            LineMeaning::Open | LineMeaning::AsRead | LineMeaning::Otherwise => {}
            LineMeaning::Copies(count) => entry.count = Count::Of(count),
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

/// What is open of an entry, if anything.
fn open(entry: &DeckEntry) -> Option<Open> {
    if entry.zone == Zone::Aside {
        return None;
    }
    match entry.count {
        _ if entry.lost || !entry.candidates.is_empty() => {
            Some(Open::Card { count: entry.count.number(), candidates: entry.candidates.clone() })
        }
        Count::Between(fewer, more) => Some(Open::Copies { fewer, more }),
        Count::Of(_) | Count::NotGiven | Count::Bad => None,
    }
}
