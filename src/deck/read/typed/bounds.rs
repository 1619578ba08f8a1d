//! How long a list may be: what is behind is not read, and asked about.

use crate::deck::list::Decklist;

/// Asks about the lines that were not read because no list is so long.
pub(super) fn question_rest(beyond: Option<usize>, lists: &mut [Decklist]) {
    if let (Some(line), Some(list)) = (beyond, lists.last_mut()) {
        let text = format!("From line {line} on nothing was read: no list is so long.");
        list.add_question(vec![line], text);
        list.doubts.which_list = true;
    }
}

/// No list has more words, with all that is written around it.
pub(super) const MAX_WORDS: usize = 10_000;

/// No line of a list is longer, in bytes.
const MAX_LINE_LENGTH: usize = 60_000;

/// No table of a list has more cells.
const MAX_CELLS: usize = 100_000;

/// No list has more lines, with all that are blank.
const MAX_LINES: usize = 20_000;

/// The lines up to the most words a list has, or to one that is too long, and the first line behind them.
pub(super) fn within(raw: Vec<&str>) -> (Vec<&str>, Option<usize>) {
    let (mut words, mut cells) = (0, 0);
    let end = raw.iter().rposition(|line| !line.trim().is_empty()).map_or(0, |last| last + 1);
    let raw: Vec<&str> =
        raw[..end].iter().map(|line| if line.len() > MAX_LINE_LENGTH { line.trim() } else { line }).collect();
    let beyond = raw.iter().enumerate().position(|(at, line)| {
        words += line.split_whitespace().count();
        cells += line.matches([',', ';', '|', '\t']).count();
        words > MAX_WORDS || cells > MAX_CELLS || line.len() > MAX_LINE_LENGTH || at >= MAX_LINES
    });
    match beyond {
        Some(at) => (raw[..at].to_vec(), Some(at + 1)),
        None => (raw, None),
    }
}
