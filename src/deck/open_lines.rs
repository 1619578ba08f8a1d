//! The open lines of a list, to be settled by someone who knows what is meant.

use super::list::{Count, DeckEntry, Decklist, Zone};

/// A line whose meaning is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OpenLine {
    /// From 1.
    pub line: usize,
    pub written: String,
    pub open: Open,
}

/// What is open about a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Open {
    /// Which card it means (no candidates if nothing is similar), and how many copies.
    Card { count: u32, candidates: Vec<String> },
    /// The number of copies, between these bounds.
    Copies { fewer: u32, more: u32 },
    /// Whether what it says about the deck's cards applies; `read` is how it was interpreted.
    Cards { read: String },
}

/// The user's decision about a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LineMeaning {
    Card(String),
    Copies(u32),
    /// As interpreted.
    AsRead,
    /// The alternative.
    Otherwise,
    /// The line is to be ignored.
    Nothing,
    /// Undecided; it stays open.
    Open,
}

/// Settles every open line as `answer` decides.
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
                (entry.lost, entry.undecided, entry.foreign, entry.id) = (false, false, false, None);
            }
        }
        kept.push(entry);
    }
    list.entries = kept;
    Ok(())
}

/// What is open about an entry, if anything.
fn open(entry: &DeckEntry) -> Option<Open> {
    // How many of several cards there are is no one number.
    if entry.zone == Zone::Aside || entry.shared {
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
