//! Rows that count versions of one card together, `6 Name (A) and (B) mixed`, or more copies of two cards
//! than a deck has of one, or leave open which version it is, `4 Name (A or C)`. They are read as of the
//! first; how many of each, or which, is open.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::lexicon::{Found, Lexicon};
use super::moves;
use super::sizes::most_copies;
use super::versions::{VersionRow, count, is_letter};
use crate::corpus::Game;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::list::{Decklist, brief};
use crate::deck::words::{InPlace, Role};

/// No row of two titles is longer, in bytes.
const MAX_ROW_LENGTH: usize = 200;

/// A row of several versions of one card, or of two cards.
pub(super) struct Mixed {
    line: usize,
    text: String,
    names: Vec<String>,
    /// Whether its count is that of all of them together.
    shared: bool,
}

/// The rows with such a row written as one of its first version, and what it may mean.
pub(super) fn written<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> (Vec<Cow<'t, str>>, Vec<Mixed>) {
    let mut all = Vec::new();
    let written = |(at, row): (usize, Cow<'t, str>)| {
        let of = of_versions(at + 1, row.trim(), lexicon).or_else(|| of_titles(at + 1, row.trim(), lexicon));
        let Some((copies, mixed)) = of else { return row };
        let first = format!("{copies}x {}", mixed.names[0]);
        all.push(mixed);
        first.into()
    };
    (rows.into_iter().enumerate().map(written).collect(), all)
}

/// Leaves open in the lists what such rows mean.
pub(super) fn note(mixed: &[Mixed], lists: &mut [Decklist]) {
    for Mixed { line, text, names, shared } in mixed {
        let ours = |title: &str| normalize_name(title) == normalize_name(&names[0]);
        let mut entries = lists.iter_mut().flat_map(|list| &mut list.entries);
        if let Some(entry) = entries.find(|e| e.line == *line && ours(&e.title)) {
            entry.candidates.clone_from(names);
            (entry.undecided, entry.shared) = (true, *shared);
            entry.written = Some(text.clone());
        }
    }
}

/// The count of a row of several versions, and what it may mean.
fn of_versions(line: usize, text: &str, lexicon: &Lexicon<'_>) -> Option<(u32, Mixed)> {
    if lexicon.game == Game::Lcg {
        return None;
    }
    let row = VersionRow::of(text, lexicon)?;
    let Letters { letters, either, copies: behind, named_again, end } = Letters::of(&row, text, lexicon)?;
    let copies = match (&row.counts[..], behind) {
        ([copies], None) => *copies,
        ([], Some(copies)) => copies,
        _ => return None,
    };
    // `3 of A and B` counts three of each; no deck has more of one than it may.
    let of_each = row.copies && named_again && copies <= most_copies(lexicon.game);
    if row.each || of_each || !moves::names(&text[end..], lexicon).is_empty() {
        return None;
    }
    let name = |letter: &char| match lexicon.read(&format!("{} ({letter})", row.name)) {
        Found::Exact(name) | Found::Slip(name) => Some(name),
        Found::Open(_) | Found::Lost => None,
    };
    let names: Vec<String> = letters.iter().map(name).collect::<Option<_>>()?;
    // Of another card no version may be meant.
    let differ = names.iter().collect::<BTreeSet<_>>().len() == names.len();
    let shared = !either || copies > most_copies(lexicon.game);
    differ.then(|| (copies, Mixed { line, text: brief(text), names, shared }))
}

/// The same of a row of two titles, `4 A and B`, that counts more copies than a deck may have of one.
fn of_titles(line: usize, text: &str, lexicon: &Lexicon<'_>) -> Option<(u32, Mixed)> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let most = most_copies(lexicon.game);
    let copies = text[..digits].parse().ok().filter(|n| (most + 1..=most * 2).contains(n))?;
    if text.len() > MAX_ROW_LENGTH {
        return None;
    }
    let [(from, to), (second, end)] = moves::names(text, lexicon)[..] else { return None };
    let before = text[digits..from].trim_start_matches(['x', 'X', '×']).trim();
    let between = text[to..second].trim();
    let joined = matches!(between, "/" | "&" | "+") || lexicon.words.get(between).contains(&Role::Joins);
    let behind = text[end..].trim_matches(|c: char| !c.is_alphanumeric());
    let alone = behind.is_empty() || lexicon.words.is(InPlace::Mixed, behind);
    let names = vec![text[from..to].to_owned(), text[second..end].to_owned()];
    (before.is_empty() && joined && alone && names[0] != names[1])
        .then(|| (copies, Mixed { line, text: brief(text), names, shared: true }))
}

/// The letters of versions behind a name.
struct Letters {
    letters: Vec<char>,
    /// Whether a word leaves open which it is.
    either: bool,
    /// A count behind them.
    copies: Option<u32>,
    /// Whether the name is repeated.
    named_again: bool,
    /// Where they end.
    end: usize,
}

impl Letters {
    fn of(row: &VersionRow<'_>, text: &str, lexicon: &Lexicon<'_>) -> Option<Self> {
        let mut found =
            Self { letters: Vec::new(), either: false, copies: None, named_again: false, end: row.end };
        let lower = !row.behind.iter().any(|(_, word)| is_letter(word));
        let words_of_name: Vec<&str> = row.name.split(' ').collect();
        let mut at = 0;
        while let Some((start, word)) = row.behind.get(at).copied() {
            let letter = word.chars().next().filter(|_| is_letter(word) || lower && word.len() == 1);
            let version = letter
                .map(|c| c.to_ascii_uppercase())
                .filter(|c| c.is_ascii_alphabetic() && lexicon.is_title(&format!("{} ({c})", row.name)));
            let repeated = words_of_name[0].eq_ignore_ascii_case(word);
            match version {
                Some(version) if !found.letters.contains(&version) => found.letters.push(version),
                Some(_) => {}
                None if repeated => {
                    // `4 Name (A), Name (B)`: behind a comma it is a row of its own.
                    let again = row.behind.get(at..at + words_of_name.len())?;
                    let is_name =
                        again.iter().zip(&words_of_name).all(|((_, word), of)| word.eq_ignore_ascii_case(of));
                    let comma = text[..start].trim_end().ends_with([',', ';']);
                    if !is_name || comma {
                        return None;
                    }
                    found.named_again = true;
                    at += words_of_name.len() - 1;
                }
                None if count(word, lexicon).is_some() && found.letters.len() > 1 => {
                    found.copies = count(word, lexicon);
                }
                None if found.is_between(word, lexicon) => {}
                None if found.letters.len() > 1 => break,
                None => return None,
            }
            let (start, word) = row.behind[at];
            found.end = start + word.len();
            at += 1;
        }
        (found.letters.len() > 1).then_some(found)
    }

    /// Whether a word may stand between letters of versions.
    fn is_between(&mut self, word: &str, lexicon: &Lexicon<'_>) -> bool {
        let roles = lexicon.words.get(word);
        let either = roles.contains(&Role::Either);
        self.either |= either;
        let quiet = |role: &Role| matches!(role, Role::Joins | Role::Filler);
        let place = [InPlace::Version, InPlace::Mixed].iter().any(|place| lexicon.words.is(*place, word));
        either || place || roles.iter().any(quiet)
    }
}
