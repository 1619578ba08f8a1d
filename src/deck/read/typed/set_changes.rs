//! Sentences below the cards that change them by the numbers of sets, `PS: swap set 12 for 15`: written with
//! the titles of the sets, and then read as all changes are.

use std::borrow::Cow;
use std::ops::Range;

use super::lexicon::Lexicon;
use super::moves::names;
use super::phrases::{has_phrase, made_of, words};
use super::sizes::LIKELY_COUNT;
use super::talk::{denies, speaks_of_change};
use crate::corpus::Game;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::list::{Decklist, Zone};
use crate::deck::words::{InPlace, Role};

/// No such sentence is longer, in bytes.
const MAX_ROW_LENGTH: usize = 160;

/// A row with more numbers is a list.
const MAX_NUMBERS: usize = 4;

/// The rows with the titles of the sets that a sentence exchanges.
pub(super) fn in_titles<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    if lexicon.game == Game::Tcg {
        return rows;
    }
    let mut is_below = false;
    let row = |row: Cow<'t, str>| {
        let written = if is_below { titled(&row, lexicon) } else { None };
        is_below |= row.contains(|c: char| c.is_ascii_digit());
        written.map_or(row, Cow::from)
    };
    rows.into_iter().map(row).collect()
}

/// A sentence with titles for the numbers of its sets, where it changes sets and each is one or a count.
fn titled(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    if row.len() > MAX_ROW_LENGTH || row.contains(['\n', '\t', '|', ';']) || !changes(row, lexicon) {
        return None;
    }
    let numbers = numbers(row);
    if numbers.is_empty() || numbers.len() > MAX_NUMBERS || !names(row, lexicon).is_empty() {
        return None;
    }
    let mut written = String::new();
    let (mut from, mut sets) = (0, 0);
    for number in numbers {
        let (before, behind) = (&row[..number.start], &row[number.end..]);
        let label = label(before, lexicon);
        let value: u32 = row[number.clone()].parse().ok()?;
        let title = lexicon.objective_of(value);
        if label.is_none() && value <= LIKELY_COUNT && counts(before, behind, lexicon) {
            continue;
        }
        let title = title.filter(|_| label.is_some() || value > LIKELY_COUNT)?;
        written += &row[from..label.unwrap_or(number.start)];
        written += title;
        from = number.end;
        sets += 1;
    }
    written += &row[from..];
    (sets > 0).then_some(written)
}

/// Where the numbers of a row stand that no letter or mark of a date, a time or a price is glued to.
fn numbers(row: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    for part in row.split_inclusive(|c: char| !c.is_ascii_digit()) {
        let digits = part.trim_end_matches(|c: char| !c.is_ascii_digit());
        if !digits.is_empty() {
            found.push(at..at + digits.len());
        }
        at += part.len();
    }
    let glued = |range: &Range<usize>| {
        let before = row[..range.start].chars().next_back();
        let mut behind = row[range.end..].chars();
        let (next, after) = (behind.next(), behind.next());
        let joins = |c: char| c.is_alphabetic() || matches!(c, '.' | ':' | '/' | '-' | '€' | '$' | '£');
        let goes_on = |c: char| c.is_alphabetic() || matches!(c, '€' | '$' | '£' | '%');
        let of_figures = next.is_some_and(joins) && after.is_some_and(|c| c.is_ascii_digit());
        before.is_some_and(joins) || next.is_some_and(goes_on) || of_figures
    };
    if found.iter().any(glued) { Vec::new() } else { found }
}

/// Whether words of a row say that it changes the list.
fn changes(row: &str, lexicon: &Lexicon<'_>) -> bool {
    let roles = lexicon.roles(row);
    let ordered = || {
        let words = words(row);
        let places = [InPlace::OrdersOut, InPlace::Instead, InPlace::Mistake];
        places.iter().any(|place| has_phrase(&words, *place, lexicon))
    };
    let takes_back = || numbers(row).len() > 1 && (denies(row, lexicon) || speaks_of_change(row, lexicon));
    roles.has(&Role::TakesOut) || roles.has(&Role::Change) || ordered() || takes_back()
}

/// Where the words right in front of a number begin that say that it is a set's: `set 12`, `#12`.
fn label(before: &str, lexicon: &Lexicon<'_>) -> Option<usize> {
    let bare = before.trim_end();
    let signed = bare.trim_end_matches(['#', '.']).trim_end();
    let word = signed.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let known = lexicon.words.get(word).contains(&Role::SetNumber) || lexicon.words.is(InPlace::List, word);
    match (known && !word.is_empty(), bare.ends_with('#')) {
        (true, _) => Some(signed.len() - word.len()),
        (false, true) => Some(bare.len() - 1),
        (false, false) => None,
    }
}

/// Whether a small number without a label counts what stands behind it: `2 of set 12`, `2x 12`, `2 copies`.
fn counts(before: &str, behind: &str, lexicon: &Lexicon<'_>) -> bool {
    let word = behind.trim_start().split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let roles = lexicon.words.get(word);
    let of_count = |role: &Role| matches!(role, Role::SetNumber | Role::Copies | Role::Filler);
    let figure = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    roles.iter().any(of_count) || figure || matches!(word, "x" | "X") || before.ends_with(['x', 'X', '×'])
}

/// Whether a line that moves nothing may exchange a card of the deck for another: `A is now B`.
pub(super) fn may_exchange(text: &str, list: &Decklist, lexicon: &Lexicon<'_>) -> bool {
    if text.len() > MAX_EXCHANGE_LENGTH {
        return false;
    }
    let [one, other] = names(text, lexicon)[..] else { return false };
    let stands = |(from, to): (usize, usize)| {
        let name = normalize_name(&text[from..to]);
        list.entries.iter().any(|entry| entry.zone != Zone::Aside && normalize_name(&entry.title) == name)
    };
    let between = words(&text[one.1..other.0]);
    let places = [
        InPlace::Motion,
        InPlace::Corrects,
        InPlace::Article,
        InPlace::Plays,
        InPlace::Instead,
        InPlace::Formerly,
    ];
    let leads = || made_of(&between, &places, lexicon) || changes(text, lexicon);
    stands(one) != stands(other) && !between.is_empty() && leads()
}

/// No sentence that exchanges two cards is longer, in bytes.
const MAX_EXCHANGE_LENGTH: usize = 200;
