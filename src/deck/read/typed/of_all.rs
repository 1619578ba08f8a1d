//! `two of each, thanks`: a count of every card among words that say nothing else, written without them.

use std::borrow::Cow;

use super::lexicon::Lexicon;
use super::moves::names;
use super::sizes::MOST_COPIES;
use super::talk::{denies, is_filling};
use super::trim::without_counts;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::words::{InPlace, Role};

/// No such row is longer, in bytes.
const LONGEST_ROW: usize = 80;

/// The rows with each such count alone.
pub(super) fn written<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let short = |row: &str| row.len() <= LONGEST_ROW && !row.contains('\n');
    let of_all = |row: &str| short(row).then(|| said(row, lexicon)).flatten();
    let written = |row: Cow<'t, str>| of_all(&row).map_or(row, |count| format!("{count}x each").into());
    rows.into_iter().map(written).collect()
}

/// The count of every card that a few words say, the others of which say nothing.
fn said(row: &str, lexicon: &Lexicon<'_>) -> Option<u32> {
    let normalized = &normalize_name(row);
    if !names(row, lexicon).is_empty() || lexicon.is_title(without_counts(row)) {
        return None;
    }
    let said: Vec<&str> = normalized.split(' ').filter(|word| !word.is_empty()).collect();
    let roles = lexicon.roles(normalized);
    // What nobody says beside it is read as it is.
    if said.len() > MOST_OF_ALL || !roles.has(&Role::Each) {
        return None;
    }
    if is_filling(normalized, lexicon) || denies(normalized, lexicon) {
        return None;
    }
    let number = |word: &str| {
        let figure = word.trim_matches('x');
        figure.parse().ok().or_else(|| lexicon.words.number(word)).filter(|n| (1..=MOST_COPIES).contains(n))
    };
    let places = [InPlace::Announces, InPlace::Apology, InPlace::Completing, InPlace::Plays, InPlace::Motion];
    let mut counts = Vec::new();
    let mut others = Vec::new();
    for (roles, phrase) in &roles.known {
        use Role::{Cards, Closing, Copies, Each, Filler, Heading, Joins};
        let quiet =
            |role: &Role| matches!(role, Cards | Closing | Copies | Each | Filler | Joins | Heading(_));
        match number(phrase) {
            Some(count) => counts.push(count),
            None if roles.iter().any(quiet) => {}
            None => others.extend(phrase.split(' ')),
        }
    }
    for word in said.iter().filter(|word| word.bytes().all(|b| b.is_ascii_digit())) {
        counts.push(number(word)?);
    }
    for word in &roles.unknown {
        match number(word) {
            Some(count) => counts.push(count),
            None => others.push(word),
        }
    }
    let plain = others.iter().all(|word| places.iter().any(|place| lexicon.words.is(*place, word)));
    match counts[..] {
        [count] if plain => Some(count),
        _ => None,
    }
}

/// More words say something else.
const MOST_OF_ALL: usize = 8;
