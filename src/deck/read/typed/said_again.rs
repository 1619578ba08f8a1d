//! Counts that somebody takes back in the same breath: `five Title, no, sorry, four Title`.

use std::borrow::Cow;

use super::lexicon::Lexicon;
use super::moves::names;
use super::sizes::MAX_COPIES;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::words::{InPlace, Role};

/// No line that is dictated is longer, in bytes.
const MAX_LINE_LENGTH: usize = 3_000;

/// Nobody takes a count back in more words.
const MAX_BETWEEN: usize = 8;

/// The rows with the later count of a card that was counted twice in one breath.
pub(super) fn settled<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let written = |row: &str| {
        let may = row.len() <= MAX_LINE_LENGTH && !row.contains('\n') && lexicon.words.may_mark(row);
        may.then(|| of_row(row, lexicon)).flatten()
    };
    rows.into_iter().map(|row| written(&row).map_or(row, Cow::from)).collect()
}

fn of_row(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let names = names(row, lexicon);
    // A line of one card alone changes the row of it above.
    let one = |(from, to): &(usize, usize)| {
        normalize_name(&row[*from..*to]) == normalize_name(&row[names[0].0..names[0].1])
    };
    if names.is_empty() || names.iter().all(one) {
        return None;
    }
    let mut out = String::new();
    let mut from = 0;
    for (at, (start, end)) in names.iter().enumerate() {
        if *start < from {
            continue;
        }
        let next = names.get(at + 1);
        let Some(again) = taken_back(&row[*end..], lexicon) else { continue };
        // `Title, no. 1` is the number of the set.
        if lexicon
            .objective_of(again.count)
            .is_some_and(|of| normalize_name(of) == normalize_name(&row[*start..*end]))
        {
            continue;
        }
        let Some(count_at) = count_before(&row[from..*start], lexicon) else { continue };
        let behind = &row[end + again.end..];
        let same = |(from, to): &&(usize, usize)| {
            let title = normalize_name(&row[*from..*to]) == normalize_name(&row[*start..*end]);
            title && row[end + again.end..].trim_start().len() == row[*from..].len()
        };
        let named_again = next.filter(same);
        if named_again.is_none() && !(behind.is_empty() || behind.starts_with([',', ';', '.', '\n'])) {
            continue;
        }
        out.push_str(&row[from..from + count_at]);
        out.push_str(&format!("{} {}", again.count, &row[*start..*end]));
        from = named_again.map_or(end + again.end, |(_, to)| *to);
    }
    (from > 0).then(|| out + &row[from..])
}

/// The count that words behind a card set in the place of the one in front, and where it ends.
struct Again {
    count: u32,
    end: usize,
}

fn taken_back(text: &str, lexicon: &Lexicon<'_>) -> Option<Again> {
    let mut at = 0;
    let mut words: Vec<&str> = Vec::new();
    let mut last = "";
    for word in text.split_inclusive(' ').take(MAX_BETWEEN) {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        if let Some(count) = number(bare, lexicon).filter(|_| !words.is_empty()) {
            // `no. 3` is a number, not a correction.
            let numbered = matches!(words[..], [one] if lexicon.words.get(one).contains(&Role::SetNumber));
            if numbered && !last.contains(',') && bare.starts_with(|c: char| c.is_ascii_digit()) {
                return None;
            }
            let end = at + word.find(bare)? + bare.len();
            return corrects(&words, lexicon).then_some(Again { count, end });
        }
        if !bare.is_empty() {
            words.push(bare);
            last = word;
        }
        at += word.len();
    }
    None
}

/// Whether words say that what was said before was wrong, and nothing else: `instead of 2` says so of the 2.
fn corrects(words: &[&str], lexicon: &Lexicon<'_>) -> bool {
    let of_the_other = |from: usize, to: usize| {
        let phrase = words[from..to].join(" ");
        [InPlace::Instead, InPlace::Formerly].iter().any(|place| lexicon.words.is(*place, &phrase))
    };
    let spans = |at: usize| (at + 1..=words.len().min(at + 3)).map(move |to| (at, to));
    if (0..words.len()).flat_map(spans).any(|(from, to)| of_the_other(from, to)) {
        return false;
    }
    let is = |from: usize, to: usize| lexicon.words.is(InPlace::Corrects, &words[from..to].join(" "));
    let by_word: Vec<bool> = (0..words.len())
        .map(|at| is(at, at + 1) || at > 0 && is(at - 1, at + 1) || at + 1 < words.len() && is(at, at + 2))
        .collect();
    let roles = lexicon.roles(&words.join(" "));
    let known =
        |word: &String| words.iter().zip(&by_word).any(|(of, is)| *is && of.eq_ignore_ascii_case(word));
    (roles.has(&Role::Change) || by_word.contains(&true)) && roles.unknown.iter().all(known)
}

/// Where the count begins that a text ends with.
fn count_before(text: &str, lexicon: &Lexicon<'_>) -> Option<usize> {
    let trimmed = text.trim_end();
    let at = trimmed.rfind([' ', ',', ':', '.']).map_or(0, |at| at + 1);
    number(&trimmed[at..], lexicon).map(|_| at)
}

fn number(word: &str, lexicon: &Lexicon<'_>) -> Option<u32> {
    let in_words = || lexicon.words.number(word);
    let figure = word.trim_matches(['x', 'X', '×']);
    figure.parse::<u32>().ok().or_else(in_words).filter(|n| (1..=MAX_COPIES * 2).contains(n))
}
