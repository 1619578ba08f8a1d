//! Remarks on how many there were before: `2 Title (was 1 before the playtest)`, `Title - 1, used to be 2`.

use std::borrow::Cow;

use super::lexicon::Lexicon;
use super::phrases::words;
use super::sizes::{MAX_COPIES, whole};
use super::talk::leads_with_count;
use crate::corpus::Game;
use crate::deck::words::{InPlace, Role};

/// No row with such a remark is longer, in bytes.
const MAX_ROW_LENGTH: usize = 160;

/// No words that lead to the former count are more.
const MAX_PHRASE_LENGTH: usize = 3;

/// The maximum number of words behind the former count.
const MAX_BEHIND: usize = 4;

/// Where a sign parts the remark from its row, and it says what was taken out, there may be more.
const MAX_MARKED: usize = 14;

/// The rows without such remarks.
pub(super) fn without_former_counts<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    rows.into_iter().map(|row| without(&row, lexicon).map_or(row, Cow::from)).collect()
}

/// A row without its remark on how many there were, if it has one behind a title and a count.
pub(super) fn without(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    if row.len() > MAX_ROW_LENGTH
        || row.contains(['\n', '\t', '|'])
        || !row.contains(|c: char| c.is_ascii_digit())
    {
        return None;
    }
    let starts: Vec<usize> = words_of(row).map(|(at, _)| at).collect();
    let ends: Vec<usize> = words_of(row).map(|(at, word)| at + word.len()).collect();
    (1..starts.len()).find_map(|first| {
        let longest = starts.len().saturating_sub(1).min(first + MAX_PHRASE_LENGTH);
        let leads = |last: &usize| is_former(&row[starts[first]..ends[*last]], lexicon);
        let last = (first..longest).rev().find(leads)?;
        let number = row[starts[last + 1]..ends[last + 1]].trim_matches(['x', 'X', '×']);
        let value = lexicon.words.number_or_figures(number)?;
        let before = row[..starts[first]].trim_end_matches(|c: char| "([,;:-–—.<←#/* ".contains(c));
        let tail = &row[ends[last + 1]..];
        let opening = &row[before.len()..starts[first]];
        let length = if opening.contains(['(', '[']) {
            tail.find([')', ']'])
        } else if OPENINGS.iter().any(|sign| opening.contains(sign)) {
            None
        } else {
            tail.find([')', ']', ',', ';'])
        };
        let (behind, rest) = tail.split_at(length.unwrap_or(tail.len()));
        let rest = rest.trim_start_matches([')', ']']);
        let counted = count_of(before, lexicon).filter(|_| names_card(before, lexicon))?;
        let remark = Former { value, count: counted, marked: !opening.trim().is_empty() };
        (value <= MAX_COPIES && remark.is_remark(behind, lexicon)).then(|| format!("{before}{rest}"))
    })
}

/// Whether a row names a card, in one of its cells where it has cells.
fn names_card(row: &str, lexicon: &Lexicon<'_>) -> bool {
    lexicon.names_a_card(row) || row.contains(';') && row.split(';').any(|cell| lexicon.is_name(cell.trim()))
}

/// The signs of a remark that goes to the end of its row.
const OPENINGS: [&str; 5] = ["<-", "<=", "←", "//", "#"];

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

/// The count of a row, in front or at its end.
fn count_of(row: &str, lexicon: &Lexicon<'_>) -> Option<u32> {
    let number = |word: &str| {
        let figure = word.trim_matches(['x', 'X', '×', '(', ')']);
        figure.parse::<u32>().ok().filter(|_| figure.bytes().all(|b| b.is_ascii_digit()))
    };
    let row = row.trim_start_matches(|c: char| "-*•([#+".contains(c) || c.is_whitespace());
    let first = || row.split([' ', ';', ',']).next().and_then(number);
    let last = row.rsplit([' ', ';', ',']).next().and_then(number);
    let count = if leads_with_count(row) && lexicon.game == Game::Lcg && row.contains(';') {
        last.or_else(first)
    } else if leads_with_count(row) {
        first().or(last)
    } else {
        last
    };
    count.or_else(|| leads_with_count(row).then_some(0))
}

/// A remark on a former count.
struct Former {
    value: u32,
    /// The count that holds.
    count: u32,
    /// Whether a sign parts the remark from its row.
    marked: bool,
}

impl Former {
    /// Whether what stands behind a former count says nothing of the one that holds, or says how it came of
    /// the other: `was 3, I took one out`.
    fn is_remark(&self, behind: &str, lexicon: &Lexicon<'_>) -> bool {
        let roles = lexicon.roles(behind);
        let says = |role: &Role| matches!(role, Role::Either | Role::GoesOn | Role::Illegible);
        let changes = |role: &Role| matches!(role, Role::Absent | Role::Change | Role::Struck);
        let takes_out = self.marked && roles.has(&Role::TakesOut);
        let few = behind.split_whitespace().count() <= if takes_out { MAX_MARKED } else { MAX_BEHIND };
        let each = !self.marked && roles.has(&Role::Each);
        let open = behind.contains('?') || each || roles.any(says) || lexicon.names_a_card(behind);
        // `I took one out` is what came of it.
        let counted = roles.has(&Role::TakesOut)
            && behind.split_whitespace().any(|w| lexicon.words.number(w).is_some());
        let changed = roles.any(changes) && !(self.marked && counted);
        few && !open && !changed && self.explains(behind, lexicon)
    }

    /// Whether the numbers behind a former count lead from it to the one that holds.
    fn explains(&self, behind: &str, lexicon: &Lexicon<'_>) -> bool {
        let roles = lexicon.roles(behind);
        let (out, into) = (roles.has(&Role::TakesOut), roles.has(&Role::PutsIn) || roles.has(&Role::More));
        let number = |word: &str| {
            let figures = word.trim_matches(['x', 'X', '×']);
            figures.parse().ok().or_else(|| lexicon.words.number(word))
        };
        if words(behind).iter().any(|word| lexicon.words.ordinal(word).is_some()) {
            return false;
        }
        let numbers = words(behind).into_iter().filter_map(number);
        // `to get down to 60`
        let numbers: Vec<u32> = numbers.filter(|n| *n != whole(lexicon.game)).collect();
        match numbers[..] {
            [] => !(out || roles.has(&Role::More)) || self.marked && out && self.count < self.value,
            [n] if out => self.value == self.count.saturating_add(n),
            [n] => n == self.count || into && self.value.saturating_add(n) == self.count,
            _ => false,
        }
    }
}
