//! Notes behind an arrow that points at a whole row: `4 Title <- last 4`. They are reported, and no card of
//! the deck; one that may change the row, or names a card nearly whole, stays.

use std::borrow::Cow;

use super::lexicon::{Found, Lexicon};
use super::moves::names;
use super::sizes::MAX_COPIES;
use super::talk::denies;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::list::UnreadLine;
use crate::deck::words::{InPlace, Role};

/// The arrows, the longest first.
const ARROWS: [&str; 4] = ["<--", "<-", "<=", "←"];

/// No such row is longer, in bytes.
const MAX_ROW_LENGTH: usize = 120;

/// No such note has more words.
const MAX_WORDS: usize = 5;

/// The rows without such notes, and the notes.
pub(super) fn without<'t>(
    rows: Vec<Cow<'t, str>>,
    lexicon: &Lexicon<'_>,
) -> (Vec<Cow<'t, str>>, Vec<UnreadLine>) {
    let mut notes = Vec::new();
    let written = |(at, row): (usize, Cow<'t, str>)| {
        let Some((before, note)) = parted(&row, lexicon) else { return row };
        notes.push(UnreadLine::new(at + 1, note));
        before.to_owned().into()
    };
    (rows.into_iter().enumerate().map(written).collect(), notes)
}

/// A whole row, and the note behind it.
fn parted<'r>(row: &'r str, lexicon: &Lexicon<'_>) -> Option<(&'r str, &'r str)> {
    if row.len() > MAX_ROW_LENGTH {
        return None;
    }
    let (before, note) = ARROWS.iter().find_map(|arrow| row.split_once(arrow))?;
    let (before, note) = (before.trim_end(), note.trim());
    let count = count_of(before, lexicon)?;
    // `last 4` says the row's count again; another number may be another count.
    let figures = note.split(|c: char| !c.is_ascii_digit()).filter(|figure| !figure.is_empty());
    let same = figures.map(str::parse::<u32>).all(|figure| figure == Ok(count));
    let plain = note.chars().all(|c| c.is_alphanumeric() || " ,.'’!:;&-".contains(c));
    (same && plain && is_quiet(note, count, lexicon) && !nearly_names(note, lexicon))
        .then_some((before, note))
}

/// The count of a row that is nothing but a title and its count.
fn count_of(row: &str, lexicon: &Lexicon<'_>) -> Option<u32> {
    let [(from, to)] = names(row, lexicon)[..] else { return None };
    let rest = format!("{} {}", &row[..from], &row[to..]);
    let rest = rest.trim_matches(|c: char| !c.is_alphanumeric());
    let figure = rest.trim_matches(['x', 'X', '×', ' ']);
    figure.parse().ok().filter(|n| (1..=MAX_COPIES).contains(n))
}

/// Whether a note says nothing of how many, of which, or whether.
fn is_quiet(note: &str, count: u32, lexicon: &Lexicon<'_>) -> bool {
    let words: Vec<&str> = note
        .split(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’'))
        .filter(|w| !w.is_empty())
        .collect();
    let roles = lexicon.roles(note);
    let says = |role: &Role| {
        use Role::{
            Absent, AsBefore, Cards, Change, Each, Either, GoesOn, Illegible, More, PutsIn, SetNumber,
            StandsHere, Struck, TakesOut,
        };
        let of_line = matches!(
            role,
            Absent
                | AsBefore
                | Cards
                | Change
                | Each
                | Either
                | GoesOn
                | Illegible
                | More
                | PutsIn
                | SetNumber
        );
        let of_row = matches!(role, StandsHere | Struck | TakesOut);
        of_line || of_row || role.number().is_some_and(|n| n != count)
    };
    let corrects = |word: &&str| {
        let places =
            [InPlace::Corrects, InPlace::Only, InPlace::Instead, InPlace::Formerly, InPlace::OneMore];
        places.iter().any(|place| lexicon.words.is(*place, word))
    };
    let short = !words.is_empty() && words.len() <= MAX_WORDS;
    short && !roles.any(says) && !words.iter().any(corrects) && !denies(note, lexicon)
}

/// Whether a note is a card's name but for a word or a slip.
fn nearly_names(note: &str, lexicon: &Lexicon<'_>) -> bool {
    let text: String = note.chars().filter(|c| !c.is_ascii_digit()).collect();
    let text = text.trim();
    let words = |text: &str| normalize_name(text).split(' ').filter(|word| !word.is_empty()).count();
    let whole = !names(note, lexicon).is_empty() || lexicon.is_name(text);
    whole
        || match lexicon.read(text) {
            Found::Exact(_) | Found::Slip(_) => true,
            Found::Open(of) => of.iter().any(|name| words(without_version(name)) <= words(text) + 1),
            Found::Lost => false,
        }
}

/// `Title (C)` without the letter.
fn without_version(name: &str) -> &str {
    name.split_once(" (").map_or(name, |(name, _)| name)
}
