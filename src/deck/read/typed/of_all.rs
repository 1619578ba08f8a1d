//! `two of each, thanks`, `no number means three`: a count of every card among words that say nothing else,
//! written without them.

use std::borrow::Cow;

use super::lexicon::Lexicon;
use super::moves::names;
use super::sizes::MAX_COPIES;
use super::talk::{default_count, denies, is_filling};
use super::trim::without_counts;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::code::Code;
use crate::deck::list::{Decklist, ListNote, brief};
use crate::deck::words::{InPlace, Role};

/// No such row is longer, in bytes.
const MAX_ROW_LENGTH: usize = 80;

/// Nor is a sentence that says what a card without a count has.
const MAX_SENTENCE_LENGTH: usize = 120;

/// A line that was taken for the count of every card without one.
pub(super) struct DefaultCount {
    line: usize,
    text: String,
}

/// The rows with each such count alone, and which of them say it of the cards without one.
pub(super) fn written<'t>(
    rows: Vec<Cow<'t, str>>,
    lexicon: &Lexicon<'_>,
) -> (Vec<Cow<'t, str>>, Vec<DefaultCount>) {
    let mut defaults = Vec::new();
    let written = |(at, row): (usize, Cow<'t, str>)| {
        let short = |most: usize| row.len() <= most && !row.contains('\n');
        if let Some(count) = short(MAX_ROW_LENGTH).then(|| said(&row, lexicon)).flatten() {
            return format!("{count}x each").into();
        }
        if let Some(parts) = short(MAX_SENTENCE_LENGTH).then(|| among_others(&row, lexicon)).flatten() {
            return parts.into();
        }
        let default =
            short(MAX_SENTENCE_LENGTH).then(|| default_count(&normalize_name(&row), lexicon)).flatten();
        let Some(count) = default else { return row };
        defaults.push(DefaultCount { line: at + 1, text: brief(row.trim()) });
        format!("{count}x each").into()
    };
    let rows = rows.into_iter().enumerate().map(written).collect();
    (rows, defaults)
}

/// Notes the lines that were taken for the count of every card.
pub(super) fn note_defaults(defaults: &[DefaultCount], lists: &mut [Decklist]) {
    for DefaultCount { line, text } in defaults {
        for list in &mut *lists {
            let text = format!("{text:?} was taken for the count of every card without one (line {line}).");
            list.notes.push(ListNote { code: Code::NameSlip, text });
        }
    }
}

/// `Two decks for Ann, everything is 4x`: the count that one clause of a row says, below what the others say
/// of something else.
fn among_others(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let clauses = row.split([',', ';', ':', '.', '!', '(', ')', '–', '—']).map(str::trim);
    let clauses: Vec<&str> = clauses.filter(|clause| clause.contains(char::is_alphanumeric)).collect();
    let counts: Vec<(&str, u32)> =
        clauses.iter().filter_map(|clause| Some((*clause, said(clause, lexicon)?))).collect();
    let [(clause, count)] = counts[..] else { return None };
    let others = row.replacen(clause, "", 1);
    // `Fifteen cards, four of each` is a total.
    let total = others.split_whitespace().any(|word| lexicon.words.total(word).is_some());
    let plain = !total && !others.contains(|c: char| c.is_ascii_digit()) && names(row, lexicon).is_empty();
    (clauses.len() > 1 && plain).then(|| format!("{others}\n{count}x each"))
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
    if said.len() > MAX_OF_ALL || !roles.has(&Role::Each) {
        return None;
    }
    if is_filling(normalized, lexicon) || denies(normalized, lexicon) {
        return None;
    }
    let number = |word: &str| {
        let figure = word.trim_matches('x');
        figure.parse().ok().or_else(|| lexicon.words.number(word)).filter(|n| (1..=MAX_COPIES).contains(n))
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
const MAX_OF_ALL: usize = 8;
