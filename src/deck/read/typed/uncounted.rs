//! A row without a count where every other has one, in a deck that is too small with one copy of it: the
//! figure may have been forgotten.

use super::lexicon::Lexicon;
use super::remarks;
use super::sizes::{most_copies, whole};
use crate::deck::list::{Count, DeckEntry, Decklist};
use crate::deck::words::Role;

/// The minimum number of rows with a count.
const MIN_ROWS: usize = 6;

/// Or as few, where only one has none, in a cell of a table.
const MIN_BESIDE_ONE: usize = 4;

/// What parts the cells of a table.
const CELLS: [char; 3] = ['|', '\t', ';'];

/// The maximum number of rows without; more are a list's own way to write one copy.
const MAX_ROWS: usize = 2;

/// Leaves open how many copies rows without a count have, where the deck may be whole with more than one.
pub(super) fn settle(raw: &[&str], lists: &mut [Decklist], lexicon: &Lexicon<'_>) {
    let in_table = |line: usize| raw.get(line.saturating_sub(1)).is_some_and(|row| row.contains(CELLS));
    let most = most_copies(lexicon.game);
    for list in lists {
        let counts = |e: &&DeckEntry| remarks::counts(e, lexicon);
        let counted = list.entries.iter().filter(counts).filter(|e| e.count != Count::NotGiven).count();
        let bare = |e: &DeckEntry| {
            remarks::counts(e, lexicon) && e.count == Count::NotGiven && e.candidates.is_empty() && !e.lost
        };
        let rows = list.entries.iter().filter(|e| bare(e)).count();
        let blank = list.entries.iter().filter(|e| bare(e)).all(|e| in_table(e.line));
        let more = u32::try_from(rows).unwrap_or(u32::MAX).saturating_mul(most - 1);
        let own = remarks::counted(list, lexicon);
        let open = own < whole(lexicon.game) && own.saturating_add(more) >= whole(lexicon.game);
        let least = if rows == 1 && blank { MIN_BESIDE_ONE } else { MIN_ROWS };
        if open && !list.doubts.own_total && counted > rows {
            leave_marked(raw, list, lexicon);
        }
        if counted >= least && (1..=MAX_ROWS).contains(&rows) && open && !list.doubts.own_total {
            list.entries.iter_mut().filter(|e| bare(e)).for_each(|e| e.count = Count::Between(1, most));
        }
    }
}

/// Leaves open how many copies a row has that has a sign, or a word for what cannot be read, in the place of
/// its count: `~ Title`, `Title __`, `blot Title`. A sign that rows with a count have, too, is a bullet.
fn leave_marked(raw: &[&str], list: &mut Decklist, lexicon: &Lexicon<'_>) {
    let row = |e: &DeckEntry| raw.get(e.line.saturating_sub(1)).map_or("", |row| row.trim());
    let marks = |row: &str| [mark_before(row), mark_behind(row)].map(str::to_owned);
    let counted: Vec<[String; 2]> =
        list.entries.iter().filter(|e| e.count != Count::NotGiven).map(|e| marks(row(e))).collect();
    let is_open = |e: &DeckEntry| {
        let own = marks(row(e));
        let sign = (0..2).any(|at| !own[at].is_empty() && !counted.iter().any(|of| of[at] == own[at]));
        let ends = [row(e).split_whitespace().next(), row(e).split_whitespace().next_back()];
        let lost = ends.iter().flatten().any(|word| lexicon.words.get(word).contains(&Role::Illegible));
        remarks::counts(e, lexicon) && e.count == Count::NotGiven && e.candidates.is_empty() && (sign || lost)
    };
    let lines: Vec<usize> = list.entries.iter().filter(|e| !e.lost && is_open(e)).map(|e| e.line).collect();
    for entry in list.entries.iter_mut().filter(|e| lines.contains(&e.line)) {
        entry.count = Count::Between(1, most_copies(lexicon.game));
    }
}

/// The signs in front of a row's first word, but those that only head it.
fn mark_before(row: &str) -> &str {
    let end = row.find(char::is_alphanumeric).unwrap_or(row.len());
    row[..end].trim_matches(|c: char| c.is_whitespace() || "-–—•·>\"'“(+".contains(c))
}

/// The signs behind its last word, but those that only end it.
fn mark_behind(row: &str) -> &str {
    let bare = row.trim_end_matches(|c: char| !c.is_alphanumeric());
    let behind = &row[bare.len()..];
    behind.trim_matches(|c: char| c.is_whitespace() || "-–—.,;:!)\"'”|*".contains(c))
}
