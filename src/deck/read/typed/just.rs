//! Counts in words that nothing follows, `Title (just the one)`, `Title, only two`: written in front of a
//! title that no other row has; of another's it would correct the count.

use std::borrow::Cow;

use super::lexicon::{Found, Lexicon};
use super::phrases::words;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::words::{InPlace, Role};

/// No such row is longer, in bytes.
const MAX_ROW_LENGTH: usize = 120;

/// Nor says its count in more words.
const MAX_WORDS: usize = 4;

/// The rows with such counts in figures.
pub(super) fn written<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let found: Vec<Option<(u32, String)>> = rows.iter().map(|row| counted(row, lexicon)).collect();
    if found.iter().all(Option::is_none) {
        return rows;
    }
    let all: Vec<String> = rows.iter().map(|row| normalize_name(row)).collect();
    let alone = |title: &str| {
        let title = normalize_name(title);
        let bare = title.strip_prefix("the ").or_else(|| title.strip_prefix("a ")).unwrap_or(&title);
        all.iter().filter(|row| row.contains(bare)).count() == 1
    };
    let written = |(row, found): (Cow<'t, str>, Option<(u32, String)>)| match found {
        Some((count, title)) if alone(&title) => format!("{count}x {title}").into(),
        _ => row,
    };
    rows.into_iter().zip(found).map(written).collect()
}

/// The count of such a row, and its title.
fn counted(row: &str, lexicon: &Lexicon<'_>) -> Option<(u32, String)> {
    let figures = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    if row.len() > MAX_ROW_LENGTH || row.contains(['\n', '?', '|', '\t']) {
        return None;
    }
    let row = row.trim().trim_start_matches(['*', '•', ' ']);
    // `+ in: A, just the one` is a change.
    if !row.starts_with(char::is_alphabetic) || row.contains(':') {
        return None;
    }
    let spaces = row.match_indices([' ', '(', '-', ',', ':']).map(|(at, _)| at);
    spaces.filter(|at| row[*at..].split_whitespace().count() <= MAX_WORDS + 1).find_map(|at| {
        let count = count(&row[at..], lexicon)?;
        let title = row[..at].trim_end_matches([' ', '(', '-', '–', ',', ':', '.', '…']);
        let known = !figures(title) || lexicon.is_name(title);
        match lexicon.read(title) {
            Found::Exact(_) | Found::Slip(_) if known => Some((count, title.to_owned())),
            Found::Exact(_) | Found::Slip(_) | Found::Open(_) | Found::Lost => None,
        }
    })
}

/// The one count among words of which one says that it is no more, and no other says anything.
fn count(text: &str, lexicon: &Lexicon<'_>) -> Option<u32> {
    let words = words(text);
    let is = |place: InPlace, word: &str| lexicon.words.is(place, word);
    let mut counts = words.iter().filter_map(|word| lexicon.words.number_or_figures(word));
    let count = counts.next().filter(|n| (1..=4).contains(n) && counts.next().is_none())?;
    let quiet = |word: &&str| {
        let copies = lexicon.words.get(word).contains(&Role::Copies);
        let number = lexicon.words.number_or_figures(word).is_some();
        number || copies || is(InPlace::Only, word) || is(InPlace::Article, word)
    };
    let says = words.iter().any(|word| is(InPlace::Only, word));
    (says && words.len() <= MAX_WORDS && words.iter().all(quiet)).then_some(count)
}
