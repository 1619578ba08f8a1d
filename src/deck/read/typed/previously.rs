//! Remarks on how many there were before: `2 Title (was 1 before the playtest)`, `Title - 1, used to be 2`.

use std::borrow::Cow;

use super::lexicon::Lexicon;
use super::sizes::MOST_COPIES;
use super::talk::leads_with_count;
use crate::deck::words::{InPlace, Role};

/// No row with such a remark is longer, in bytes.
const LONGEST_ROW: usize = 160;

/// No words that lead to the former count are more.
const LONGEST_PHRASE: usize = 3;

/// So many words stand behind the former count at most.
const MOST_BEHIND: usize = 4;

/// The rows without such remarks.
pub(super) fn without_former_counts<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    rows.into_iter().map(|row| without(&row, lexicon).map_or(row, Cow::from)).collect()
}

/// A row without its remark on how many there were, if it has one behind a title and a count.
pub(super) fn without(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    if row.len() > LONGEST_ROW
        || row.contains(['\n', '\t', '|'])
        || !row.contains(|c: char| c.is_ascii_digit())
    {
        return None;
    }
    let starts: Vec<usize> = words_of(row).map(|(at, _)| at).collect();
    let ends: Vec<usize> = words_of(row).map(|(at, word)| at + word.len()).collect();
    (1..starts.len()).find_map(|first| {
        let longest = starts.len().saturating_sub(1).min(first + LONGEST_PHRASE);
        let leads = |last: &usize| is_former(&row[starts[first]..ends[*last]], lexicon);
        let last = (first..longest).rev().find(leads)?;
        let number = row[starts[last + 1]..ends[last + 1]].trim_matches(['x', 'X', '×']);
        let value = number.parse().ok().or_else(|| lexicon.words.number(number))?;
        let before = row[..starts[first]].trim_end_matches(|c: char| "([,;:-–—. ".contains(c));
        let length = row[ends[last + 1]..].find([')', ']', ',', ';']);
        let end = length.map_or(row.len(), |length| ends[last + 1] + length);
        let behind = &row[ends[last + 1]..end];
        let rest = row[end..].trim_start_matches([')', ']']);
        let counted = is_counted(before) && lexicon.names_a_card(before);
        (value <= MOST_COPIES && counted && is_remark(behind, lexicon)).then(|| format!("{before}{rest}"))
    })
}

/// The words of a row, without the signs around them, each with where it begins.
fn words_of(row: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    row.split_inclusive(' ').filter_map(move |word| {
        let from = at;
        at += word.len();
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let within = word.find(bare).filter(|_| !bare.is_empty())?;
        Some((from + within, bare))
    })
}

/// `was`, `used to be`, `up from`; a word of copies, `ex`, counts them.
fn is_former(phrase: &str, lexicon: &Lexicon<'_>) -> bool {
    lexicon.words.is(InPlace::Formerly, phrase) && !lexicon.words.get(phrase).contains(&Role::Copies)
}

/// Whether a row has a count in front or at its end.
fn is_counted(row: &str) -> bool {
    let last = row.rsplit(' ').next().unwrap_or_default().trim_matches(['x', 'X', '×', '(', ')']);
    leads_with_count(row) || !last.is_empty() && last.bytes().all(|b| b.is_ascii_digit())
}

/// Whether what stands behind a former count says nothing of the one that holds.
fn is_remark(behind: &str, lexicon: &Lexicon<'_>) -> bool {
    let roles = lexicon.roles(behind);
    let says = |role: &Role| {
        use Role::{Absent, Change, Each, Either, GoesOn, Illegible, More, Struck, TakesOut};
        matches!(role, Absent | Change | Each | Either | GoesOn | Illegible | More | Struck | TakesOut)
    };
    let figures = behind.contains(|c: char| c.is_ascii_digit() || c == '?');
    let few = behind.split_whitespace().count() <= MOST_BEHIND;
    few && !figures && !roles.any(says) && !lexicon.names_a_card(behind)
}
