//! Headings that say where the cards below them come from, `from my box:`, `out of Ann's box:`, in a list all
//! of whose cards stand below such headings: they head nothing that the deck lacks.

use std::borrow::Cow;

use super::lexicon::Lexicon;
use super::moves::names;
use super::phrases::words;
use super::talk::denies;
use crate::deck::words::{InPlace, Role};

/// The minimum number of such headings.
const MIN_HEADINGS: usize = 2;

/// No such heading is longer, in bytes.
const MAX_HEADING_LENGTH: usize = 80;

/// The rows without such headings.
pub(super) fn without<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let heads: Vec<bool> = rows.iter().map(|row| is_heading(row, lexicon)).collect();
    let first = heads.iter().position(|head| *head);
    let Some(first) = first.filter(|_| heads.iter().filter(|head| **head).count() >= MIN_HEADINGS) else {
        return rows;
    };
    let headed = rows[..first].iter().all(|row| names(row, lexicon).is_empty());
    // Another heading may head the deck itself.
    let others = rows[first..].iter().zip(&heads[first..]);
    let others = others.filter(|(row, head)| !**head && row.trim_end().ends_with(':')).count();
    if !headed || others > 0 {
        return rows;
    }
    rows.into_iter().zip(heads).map(|(row, head)| if head { "".into() } else { row }).collect()
}

fn is_heading(row: &str, lexicon: &Lexicon<'_>) -> bool {
    let Some(text) = row.trim().strip_suffix(':').filter(|text| text.len() <= MAX_HEADING_LENGTH) else {
        return false;
    };
    let words = words(text);
    let is = |place: InPlace, word: &str| lexicon.words.is(place, word);
    let begins = (1..=words.len().min(2)).any(|to| is(InPlace::Whose, &words[..to].join(" ")));
    let open = |role: &Role| matches!(role, Role::Either | Role::Absent);
    begins
        && words.iter().any(|word| is(InPlace::Storage, word))
        && !denies(text, lexicon)
        && !lexicon.roles(text).any(open)
        && names(text, lexicon).is_empty()
}
