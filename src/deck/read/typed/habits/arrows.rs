//! Rows with an arrow between the title and a remark on it, `Title => who is in it, 2 times`: in most rows
//! of a list an arrow exchanges nothing.

use std::borrow::Cow;

use super::super::lexicon::{Found, Lexicon};
use super::super::moves::{ARROWS, names};
use super::super::phrases::words;
use super::super::sizes::MAX_COPIES;
use super::super::talk::denies;
use super::Habit;
use crate::corpus::Game;
use crate::deck::words::Role;

/// The minimum number of rows with such an arrow that is no coincidence.
const MIN_ROWS: usize = 4;

/// No such row is longer, in bytes.
const MAX_ROW_LENGTH: usize = 160;

/// The rows with the count in front, without the remark, or with one that leaves something open behind a
/// dash.
pub(super) fn written<'t>(
    rows: Vec<Cow<'t, str>>,
    lexicon: &Lexicon<'_>,
    habits: &mut Vec<Habit>,
) -> Vec<Cow<'t, str>> {
    let found: Vec<Option<RemarkedRow>> = rows.iter().map(|row| remarked(row, lexicon)).collect();
    let arrows = |row: &&Cow<'_, str>| ARROWS.iter().any(|arrow| row.contains(arrow));
    let (parted, all) = (found.iter().flatten().count(), rows.iter().filter(arrows).count());
    let is_titled = |row: &&Cow<'_, str>| row.len() <= MAX_ROW_LENGTH && !names(row, lexicon).is_empty();
    // Where one arrow says something else, so may the others.
    if parted < MIN_ROWS || parted < all || parted * 2 <= rows.iter().filter(is_titled).count() {
        return rows;
    }
    let mut row = |(at, (row, found)): (usize, (Cow<'t, str>, Option<RemarkedRow>))| {
        let Some(RemarkedRow { written, remark }) = found else { return row };
        habits.extend(remark.map(|text| Habit::Unread { line: at + 1, text }));
        Cow::from(written)
    };
    rows.into_iter().zip(found).enumerate().map(&mut row).collect()
}

/// A row with a remark, as it is written, and the remark where that says nothing of the deck.
struct RemarkedRow {
    written: String,
    remark: Option<String>,
}

/// A row with its count in front, where no card of the game stands behind its arrow but one of its own set.
fn remarked(row: &str, lexicon: &Lexicon<'_>) -> Option<RemarkedRow> {
    if row.len() > MAX_ROW_LENGTH {
        return None;
    }
    let (title, remark) = ARROWS.iter().find_map(|arrow| row.split_once(arrow))?;
    let title = title.trim();
    let (Found::Exact(name) | Found::Slip(name)) = lexicon.read(title) else { return None };
    let sets = lexicon.sets_of(&name);
    let named = names(remark, lexicon);
    let cut = |c: char| matches!(c, ',' | '(' | ')' | ';' | '!' | '.');
    let other = |part: &str| match lexicon.read(part.trim()) {
        Found::Exact(card) | Found::Slip(card) => {
            lexicon.counts_for_size(&card) && !lexicon.sets_of(&card).iter().any(|set| sets.contains(set))
        }
        Found::Open(_) | Found::Lost => false,
    };
    if !named.is_empty() || lexicon.game == Game::Tcg && remark.split(cut).any(other) {
        return None;
    }
    let (counted, rest) = match counts(remark, lexicon)[..] {
        [] => (title.to_owned(), remark.to_owned()),
        [(part, count)] => (format!("{count}x {title}"), remark.replacen(part, "", 1)),
        _ => return None,
    };
    let rest = rest.trim_matches([' ', ',']);
    let open = |role: &Role| {
        use Role::{Absent, Change, Either, Illegible, More, Struck, TakesOut};
        matches!(role, Absent | Change | Either | Illegible | More | Struck | TakesOut)
    };
    if rest.contains('?') || lexicon.roles(rest).any(open) || denies(rest, lexicon) {
        return Some(RemarkedRow { written: format!("{counted} - {rest}"), remark: None });
    }
    Some(RemarkedRow { written: counted, remark: Some(rest.to_owned()).filter(|rest| !rest.is_empty()) })
}

/// The parts of a remark that begin with a number of copies: `2 times`.
fn counts<'r>(remark: &'r str, lexicon: &Lexicon<'_>) -> Vec<(&'r str, u32)> {
    let count = |part: &'r str| {
        let part = part.split(['(', '!']).next()?.trim();
        let [number, of @ ..] = &words(part)[..] else { return None };
        let phrase = lexicon.words.number(&words(part).join(" "));
        let count =
            phrase.or_else(|| lexicon.words.number_or_figures(number.trim_matches(['x', 'X', '×'])))?;
        let copies = of.iter().all(|word| lexicon.words.get(word).contains(&Role::Copies));
        ((copies || phrase.is_some()) && (1..=MAX_COPIES).contains(&count)).then_some((part, count))
    };
    remark.split([',', ';']).filter_map(count).collect()
}
