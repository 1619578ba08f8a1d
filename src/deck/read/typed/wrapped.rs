//! Titles that a line was too short for: `Trade Federation`, and in the next `Battleship Core .... 4`.

use std::borrow::Cow;

use super::lexicon::Lexicon;
use super::trim::without_counts;

/// No half of such a title is longer, in bytes.
const MAX_ROW_LENGTH: usize = 80;

/// Nor is a shorter one the half of a title.
const MIN_HALF_LENGTH: usize = 4;

/// The lines with such titles in the row that has the count; only where neither half is a title.
pub(super) fn joined<'t>(mut rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    for at in 1..rows.len() {
        let Some(joined) = of_two(&rows[at - 1], &rows[at], lexicon) else { continue };
        rows[at - 1] = "".into();
        rows[at] = joined.into();
    }
    rows
}

fn of_two(first: &str, second: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let half =
        |row: &str| (MIN_HALF_LENGTH..=MAX_ROW_LENGTH).contains(&row.trim().len()) && !row.contains('\n');
    let figures = |row: &str| row.contains(|c: char| c.is_ascii_digit());
    let title = |row: &str| lexicon.exact(without_counts(row)) || lexicon.exact(row.trim());
    // A row goes on in a line that is indented, or that begins with a small letter.
    let goes_on = second.starts_with([' ', '\t']) || second.starts_with(char::is_lowercase);
    if !half(first) || !half(second) || !goes_on || figures(first) == figures(second) {
        return None;
    }
    let joined = format!("{} {}", first.trim(), second.trim());
    (!title(first) && !title(second) && lexicon.exact(without_counts(&joined))).then_some(joined)
}
