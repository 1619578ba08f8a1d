//! Rows with the letter of their card's arena in square brackets, `4 Title [S]`, which is no version.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::super::lexicon::{Found, Lexicon};
use super::super::trim::without_counts;
use super::super::versions::is_letter;
use crate::corpus::Game;
use crate::corpus::cards::normalize::without_version;
use crate::deck::words::{Opens, Role};

/// The minimum number of rows with such letters that is no coincidence.
const MIN_ROWS: usize = 4;

/// The minimum number of letters that tell arenas apart.
const MIN_LETTERS: usize = 2;

/// No such row is longer, in bytes.
const MAX_ROW_LENGTH: usize = 120;

/// A row that ends with a letter in square brackets.
struct LetteredRow {
    at: usize,
    before: String,
    letter: char,
    /// Whether a version stands in front of the letter, so that it is none.
    versioned: bool,
    /// Whether the card, whatever its version, is of the type that begins with the letter.
    fits: bool,
}

/// The rows without the letters of arenas, and without the words that explain them.
pub(super) fn without<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    if lexicon.game == Game::Lcg || !rows.iter().any(|row| row.contains('[')) {
        return rows;
    }
    let found: Vec<LetteredRow> =
        rows.iter().enumerate().filter_map(|(at, row)| lettered(at, row, lexicon)).collect();
    let letters: BTreeSet<char> = found.iter().map(|row| row.letter).collect();
    if found.len() < MIN_ROWS || letters.len() < MIN_LETTERS {
        return rows;
    }
    let all_fit = found.iter().all(|row| row.fits);
    let mut rows = rows;
    for row in found.into_iter().filter(|row| all_fit || row.versioned) {
        rows[row.at] = row.before.into();
    }
    rows.into_iter().map(|row| without_legend(&row, lexicon).map_or(row, Cow::from)).collect()
}

fn lettered(at: usize, row: &str, lexicon: &Lexicon<'_>) -> Option<LetteredRow> {
    let (before, letter) =
        row.trim_end().strip_suffix(']').filter(|_| row.len() <= MAX_ROW_LENGTH)?.rsplit_once('[')?;
    let letter = Some(letter.trim()).filter(|letter| is_letter(letter))?.chars().next()?;
    let before = before.trim_end();
    let end = before.strip_suffix(')').and_then(|text| text.rsplit_once('('));
    let versioned = end.is_some_and(|(_, version)| is_letter(version));
    let name = without_counts(end.filter(|_| versioned).map_or(before, |(name, _)| name));
    let name = match lexicon.read(name) {
        Found::Exact(name) | Found::Slip(name) => name,
        Found::Open(names) => names.into_iter().next()?,
        Found::Lost => return None,
    };
    let mut cards =
        lexicon.tcg.bases().get(without_version(&name)).iter().map(|at| &lexicon.tcg.cards()[*at]);
    let fits = cards.all(|card| card.r#type.shown().starts_with(letter));
    Some(LetteredRow { at, before: before.to_owned(), letter, versioned, fits })
}

/// `[C]haracter [G]round`: the row without words whose first letter stands in brackets, where they are
/// arenas.
fn without_legend(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let is_arena = |word: &str| {
        let word = word.strip_prefix('[')?.replacen(']', "", 1);
        let word = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        let of = |role: &Role| *role == Role::Heading(Opens::Arena);
        lexicon.words.get(word).iter().any(of).then_some(())
    };
    let words: Vec<&str> = row.split_whitespace().collect();
    let kept: Vec<&str> = words.iter().filter(|word| is_arena(word).is_none()).copied().collect();
    (row.len() <= MAX_ROW_LENGTH && kept.len() + MIN_LETTERS <= words.len()).then(|| kept.join(" "))
}
