//! The numbered rows of a form that nothing was filled in: `7 ..........`, `8. ____`, `9) -`.

use std::borrow::Cow;

use super::lexicon::Lexicon;
use super::sizes::MAX_COPIES;
use crate::deck::words::InPlace;

/// No such row is longer, in bytes.
const MAX_ROW_LENGTH: usize = 160;

/// What stands in a row that is not filled in.
const FILLERS: &str = " .…_-–—|/~[](){}:;,*•·\t\u{a0}";

/// The rows without those that nothing was filled in, where their numbers go on from the rows above; one with
/// a count behind it as what cannot be read.
pub(super) fn without<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let mut last = 0;
    let mut out = Vec::with_capacity(rows.len());
    for row in rows {
        let Some((number, rest)) = numbered(&row).filter(|(number, _)| *number == last + 1) else {
            out.push(row);
            continue;
        };
        last = number;
        out.push(match left_blank(rest, lexicon).filter(|_| number > MAX_COPIES) {
            Some(0) => Cow::from(""),
            Some(count) => format!("{count}x ???").into(),
            None => row,
        });
    }
    out
}

/// The number that a row begins with, and what stands behind it.
fn numbered(row: &str) -> Option<(u32, &str)> {
    let text = row.trim().trim_start_matches(['#', '(', '|', ' ']);
    if row.len() > MAX_ROW_LENGTH {
        return None;
    }
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number = text[..end].parse().ok()?;
    let apart = text[end..].chars().next().is_none_or(|c| FILLERS.contains(c));
    apart.then(|| (number, &text[end..]))
}

/// The count behind a row without a title, `0` where there is none; nothing where anything else stands there.
fn left_blank(rest: &str, lexicon: &Lexicon<'_>) -> Option<u32> {
    let is_blank = |c: char| FILLERS.contains(c);
    let inner = rest.trim_matches(is_blank);
    if inner.is_empty() || matches!(inner, "x" | "X" | "×") || lexicon.words.is(InPlace::Without, inner) {
        return Some(0);
    }
    let figure = inner.trim_matches(|c: char| is_blank(c) || matches!(c, 'x' | 'X' | '×'));
    let apart = rest.trim_start().len() > inner.len() && rest.contains(['.', '_', '…', '\t', '|', '-']);
    figure.parse().ok().filter(|count| apart && *count <= MAX_COPIES)
}
