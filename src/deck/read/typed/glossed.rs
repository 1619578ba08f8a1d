//! Rows with the full title behind the one somebody cut short: `imp command x2 // Imperial Command`.

use std::borrow::Cow;

use super::lexicon::{Found, Lexicon};
use crate::corpus::cards::normalize::normalize_name;

/// The minimum number of rows with a title behind its abbreviation that are a way to write.
const MIN_ROWS: usize = 3;

/// No such row is longer.
const MAX_ROW_LENGTH: usize = 160;

/// The marks between what was cut short and the title.
const MARKS: [&str; 4] = ["//", " = ", " == ", " i.e. "];

/// A row with its count, what was cut short, and the title behind it.
struct Gloss<'r> {
    count: u32,
    short: &'r str,
    title: &'r str,
}

/// The lines with each such row written as its count and the title.
pub(super) fn written<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let found: Vec<Option<(u32, String, bool)>> = rows
        .iter()
        .map(|row| {
            let gloss = gloss(row, lexicon)?;
            Some((gloss.count, gloss.title.to_owned(), is_short_for(&gloss, lexicon)))
        })
        .collect();
    let sure = found.iter().flatten().filter(|(.., sure)| *sure).count();
    let written = |(row, found): (Cow<'t, str>, Option<(u32, String, bool)>)| match found {
        Some((count, title, own)) if own || sure >= MIN_ROWS => format!("{count}x {title}").into(),
        _ => row,
    };
    rows.into_iter().zip(found).map(written).collect()
}

fn gloss<'r>(row: &'r str, lexicon: &Lexicon<'_>) -> Option<Gloss<'r>> {
    if row.len() > MAX_ROW_LENGTH || row.contains("://") {
        return None;
    }
    let (left, title) = MARKS.iter().find_map(|mark| row.split_once(mark))?;
    let (left, title) = (left.trim_matches([' ', '-', '*', '•']), title.trim().trim_end_matches('.'));
    let count = |word: &str| {
        let figure = word.trim_matches(['x', 'X', '×', '(', ')', ':']);
        figure.parse::<u32>().ok().filter(|n| figure.len() == 1 && (1..=9).contains(n))
    };
    let front = left.split_once(' ').and_then(|(word, rest)| Some((count(word)?, rest)));
    let (count, short) =
        front.or_else(|| left.rsplit_once(' ').and_then(|(rest, word)| Some((count(word)?, rest))))?;
    let short = short.trim();
    let named = lexicon.is_name(title) && lexicon.counts_for_size(title) && !title.contains("//");
    let other = lexicon.is_name(short) && normalize_name(short) != normalize_name(title);
    (named && !other && short.contains(char::is_alphabetic)).then_some(Gloss { count, short, title })
}

/// Whether every word of the one begins a word of the other, or it is read as that card anyway.
fn is_short_for(gloss: &Gloss<'_>, lexicon: &Lexicon<'_>) -> bool {
    let (short, title) = (normalize_name(gloss.short), normalize_name(gloss.title));
    let begins = |word: &str| title.split(' ').any(|of| of.starts_with(word));
    let read = || matches!(lexicon.read(gloss.short), Found::Slip(name) if normalize_name(&name) == title);
    short.split(' ').all(begins) || read()
}
