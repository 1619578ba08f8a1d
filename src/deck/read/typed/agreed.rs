//! What a player answers to a remark of somebody else on his list, `ok, one A and one B then`: the rows with
//! the counts that he names, where he takes out as many copies as he puts in; else he is asked.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::amended::Amended;
use super::lexicon::{Found, Lexicon};
use super::moves::names;
use super::phrases::{has_phrase, words};
use super::sizes::MAX_COPIES;
use super::superseded::copies;
use super::talk::{denies, leads_with_count};
use super::voices::MAX_BETWEEN;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::words::{InPlace, Role};

/// No answer is longer, in bytes.
const MAX_ROW_LENGTH: usize = 200;

/// No title has more words.
const MAX_NAME_LENGTH: usize = 9;

/// The fewest rows that somebody may have a remark on.
const MIN_ROWS: usize = 3;

/// The rows with what the player answers, and what was made of it.
pub(super) fn written<'t>(
    rows: Vec<Cow<'t, str>>,
    others: &BTreeSet<usize>,
    lexicon: &Lexicon<'_>,
) -> (Vec<Cow<'t, str>>, Vec<Amended>) {
    let mut rows = rows;
    let mut amended = Vec::new();
    if others.is_empty() {
        return (rows, amended);
    }
    let titled = |row: &str| row.len() <= MAX_ROW_LENGTH && !names(row, lexicon).is_empty();
    let Some(enough) = (0..rows.len()).filter(|at| titled(&rows[*at])).nth(MIN_ROWS - 1) else {
        return (rows, amended);
    };
    for at in enough + 1..rows.len() {
        let answers = at.saturating_sub(MAX_BETWEEN)..at;
        let line = at + 1;
        if others.contains(&line) || !answers.rev().any(|at| others.contains(&(at + 1))) {
            continue;
        }
        let Some(cards) = named(&rows[at], lexicon) else { continue };
        match exchanged(&cards, &rows[..at], lexicon) {
            Some(changes) => {
                let added: Vec<String> =
                    changes.iter().filter(|change| change.row.is_none()).map(Change::shown).collect();
                for change in &changes {
                    let line = change.row.unwrap_or(at) + 1;
                    amended.push(Amended::Row { line, now: change.shown() });
                }
                for (row, now) in changes.iter().filter_map(|change| Some((change.row?, change.shown()))) {
                    rows[row] = now.into();
                }
                rows[at] = added.join("\n").into();
            }
            None => amended.push(Amended::Open { line, text: rows[at].trim().to_owned() }),
        }
    }
    (rows, amended)
}

/// A row as it is now, or a new one.
struct Change {
    row: Option<usize>,
    count: u32,
    title: String,
}

impl Change {
    fn shown(&self) -> String {
        format!("{}x {}", self.count, self.title)
    }
}

/// What the cards of an answer change in the rows above, where as many copies go out as come in.
fn exchanged(cards: &[(u32, String)], above: &[Cow<'_, str>], lexicon: &Lexicon<'_>) -> Option<Vec<Change>> {
    let (mut out, mut into) = (0, 0);
    let mut changes = Vec::new();
    for (count, title) in cards {
        let normalized = normalize_name(title);
        let has = |row: &str| row.len() <= MAX_ROW_LENGTH && normalize_name(row).contains(&normalized);
        let rows: Vec<usize> = (0..above.len()).filter(|at| has(&above[*at])).collect();
        let (row, had) = match rows[..] {
            [] => (None, 0),
            [row] => (Some(row), only_count(&above[row], lexicon)?),
            _ => return None,
        };
        out += had.saturating_sub(*count);
        into += count.saturating_sub(had);
        changes.push(Change { row, count: *count, title: title.clone() });
    }
    (out == into && out > 0).then_some(changes)
}

/// How many copies a row counts that has one card.
fn only_count(row: &str, lexicon: &Lexicon<'_>) -> Option<u32> {
    let count = copies(row, lexicon);
    (names(row, lexicon).len() == 1 && (1..=MAX_COPIES).contains(&count)).then_some(count)
}

/// The cards that an answer names, each with its count in front; nothing where it names none, says something
/// else of one, or is a row of the list itself.
fn named(row: &str, lexicon: &Lexicon<'_>) -> Option<Vec<(u32, String)>> {
    let row = row.trim();
    if row.len() > MAX_ROW_LENGTH || leads_with_count(row) || row.contains(['?', '\n', '\t', '|']) {
        return None;
    }
    let said = words(row);
    let accepts = [InPlace::Announces, InPlace::Apology, InPlace::Replaces];
    let other = |role: &Role| {
        matches!(role, Role::Absent | Role::Either | Role::More | Role::Struck | Role::TakesOut)
    };
    if !accepts.iter().any(|place| has_phrase(&said, *place, lexicon)) {
        return None;
    }
    let mut cards = Vec::new();
    let mut others = Vec::new();
    let mut from = 0;
    while from < said.len() {
        let count = lexicon.words.number_or_figures(said[from]).filter(|n| (1..=MAX_COPIES).contains(n));
        let card = count.and_then(|count| Some((count, title(&said[from + 1..], lexicon)?)));
        match card {
            Some((count, (length, name))) => {
                cards.push((count, name));
                from += 1 + length;
            }
            None => {
                others.push(said[from]);
                from += 1;
            }
        }
    }
    // `right, add one A` is an order of its own.
    let places = [InPlace::Additional, InPlace::OrdersIn, InPlace::OrdersOut];
    let more = others.iter().any(|word| places.iter().any(|place| lexicon.words.is(*place, word)));
    let others = others.join(" ");
    let plain = !lexicon.roles(&others).any(other) && !more && !denies(&others, lexicon);
    let counted = cards.len() >= names(row, lexicon).len();
    (!cards.is_empty() && counted && plain).then_some(cards)
}

/// How many words in front are a title, and which: the most that are one as the game has it, else the most up
/// to the next number that are one with a slip.
fn title(words: &[&str], lexicon: &Lexicon<'_>) -> Option<(usize, String)> {
    let read = |length: usize| match lexicon.read(&words[..length].join(" ")) {
        Found::Exact(name) | Found::Slip(name) if lexicon.counts_for_size(&name) => Some((length, name)),
        Found::Exact(_) | Found::Slip(_) | Found::Open(_) | Found::Lost => None,
    };
    let longest = words.len().min(MAX_NAME_LENGTH);
    let exact = (1..=longest).rev().find(|length| lexicon.exact(&words[..*length].join(" ")));
    if let Some(exact) = exact.and_then(read) {
        return Some(exact);
    }
    let number = |word: &&str| lexicon.words.number_or_figures(word).is_some();
    let end = words.iter().position(number).unwrap_or(words.len()).min(longest);
    let joins = |length: &usize| lexicon.words.get(words[length - 1]).contains(&Role::Joins);
    (1..=end).rev().filter(|length| !joins(length)).find_map(read)
}
