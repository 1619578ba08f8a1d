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
use crate::deck::list::{Count, Decklist, ListNote, Zone, brief};
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

/// Leaves open how many there are of each where no row has a count, and one that was not read may say it of
/// all: `I own two of everything`.
pub(super) fn settle(raw: &[&str], lists: &mut [Decklist], lexicon: &Lexicon<'_>) {
    let says_of_all = |row: &str| {
        let roles = lexicon.roles(row);
        let several = |role: &Role| role.number().is_some_and(|n| (2..=MAX_COPIES).contains(&n));
        row.len() <= MAX_SENTENCE_LENGTH
            && roles.has(&Role::Each)
            && roles.any(several)
            && names(row, lexicon).is_empty()
    };
    for list in lists {
        let mut cards = list.entries.iter().filter(|entry| entry.zone != Zone::Affiliation);
        let bare = cards.clone().count() >= MIN_ROWS && cards.all(|entry| entry.count == Count::NotGiven);
        if bare && list.doubts.counts_open.is_none() {
            let lines = (1..).zip(raw).filter(|(_, row)| says_of_all(row)).map(|(line, _)| line);
            let lines: Vec<usize> = lines.collect();
            list.doubts.counts_open = Some(lines).filter(|lines| !lines.is_empty());
        }
    }
}

/// Fewer rows without a count are no list.
const MIN_ROWS: usize = 3;

/// `Two decks for Ann, everything is 4x`: the count that one clause of a row says, below what the others say
/// of something else.
fn among_others(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let clauses = row.split([',', ';', ':', '.', '!', '(', ')', '–', '—']).map(str::trim);
    let clauses: Vec<&str> = clauses.filter(|clause| clause.contains(char::is_alphanumeric)).collect();
    let said = |clause: &'_ str| said(clause, lexicon).map(|count| (clause.to_owned(), count));
    let counts: Vec<(String, u32)> = clauses
        .iter()
        .filter_map(|clause| said(clause).or_else(|| said(behind_joint(clause, lexicon)?)))
        .collect();
    let [(clause, count)] = &counts[..] else { return None };
    let others = row.replacen(clause.as_str(), "", 1);
    let plain = !states_total(&others, lexicon)
        && !others.contains(|c: char| c.is_ascii_digit())
        && names(row, lexicon).is_empty();
    let whole = clauses.len() == 1 && clause.as_str() == clauses[0];
    (!whole && plain).then(|| format!("{others}\n{count}x each"))
}

/// `Affiliation is Jedi and it's two of each`: what stands behind the last word that joins two clauses.
fn behind_joint<'r>(clause: &'r str, lexicon: &Lexicon<'_>) -> Option<&'r str> {
    let joins = |(at, word): (usize, &str)| {
        let end = at + word.len();
        (lexicon.words.get(word).contains(&Role::Joins) && at > 0).then(|| clause[end..].trim())
    };
    let starts = clause.match_indices(' ').map(|(at, _)| at + 1);
    let words = starts.map(|at| (at, clause[at..].split(' ').next().unwrap_or_default()));
    words.filter_map(joins).next_back()
}

/// `Fifteen cards, four of each` is a total; `so only five lines` counts the rows.
fn states_total(others: &str, lexicon: &Lexicon<'_>) -> bool {
    let words: Vec<&str> = super::phrases::words(others);
    let of_rows = |word: &&str| lexicon.words.is(InPlace::Row, word);
    words
        .iter()
        .enumerate()
        .any(|(at, word)| lexicon.words.total(word).is_some() && !words.get(at + 1).is_some_and(of_rows))
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
