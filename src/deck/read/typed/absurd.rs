//! Numbers of five figures and more beside a title alone: `99999 Title`. One of them is a count that was
//! mistyped; in several rows they are a column of something else.

use std::borrow::Cow;

use super::lexicon::Lexicon;

/// A number with fewer figures may be a set's, or a card's.
const MIN_FIGURES: usize = 5;

/// The minimum number of such rows that make a column.
const MIN_COLUMN: usize = 3;

/// No such row is longer, in bytes.
const MAX_ROW_LENGTH: usize = 120;

/// The rows with such a number written as a count, for the player to be asked.
pub(super) fn counted<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let found: Vec<Option<String>> = rows.iter().map(|row| counted_row(row, lexicon)).collect();
    if found.iter().flatten().count() >= MIN_COLUMN {
        return rows;
    }
    rows.into_iter().zip(found).map(|(row, found)| found.map_or(row, Cow::from)).collect()
}

fn counted_row(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    if row.len() > MAX_ROW_LENGTH {
        return None;
    }
    let row = row.trim().trim_start_matches(['-', '*', '•', ' ']);
    let figures = |word: &str| word.len() >= MIN_FIGURES && word.bytes().all(|b| b.is_ascii_digit());
    let [front, back] = [row.split_once(' '), row.rsplit_once(' ').map(|(title, number)| (number, title))];
    let (number, title) = [front, back].into_iter().flatten().find(|(number, title)| {
        figures(number.trim_matches(['(', ')'])) && lexicon.is_name(title.trim_end_matches([':', ',', ' ']))
    })?;
    Some(format!("{}x {}", number.trim_matches(['(', ')']), title.trim_end_matches([':', ',', ' '])))
}
