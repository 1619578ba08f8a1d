//! Rows that name the deck's affiliation beside the deck's own name, in quotation marks, or beside its total
//! and its player, `Jedi - "Name"`, `Sith (10 sets)  Ann`: written in rows of their own.

use std::borrow::Cow;

use super::clean;
use super::lexicon::Lexicon;
use super::moves::names;
use crate::corpus::Game;
use crate::deck::words::{Opens, Role};

/// No such row is longer, in bytes.
const MAX_ROW_LENGTH: usize = 160;

/// A smaller number is no deck's size.
const MIN_TOTAL: u32 = 5;

/// The marks that open and close a quotation.
const QUOTES: [(char, char); 5] = [('"', '"'), ('“', '”'), ('„', '“'), ('«', '»'), ('”', '”')];

/// The rows with such a name, or total, in a row of its own.
pub(super) fn apart<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    if lexicon.game == Game::Tcg {
        return rows;
    }
    let apart = |row: &str| quoted_name(row, lexicon).or_else(|| total(row, lexicon));
    let short = |row: &str| row.len() <= MAX_ROW_LENGTH && !row.contains('\n');
    rows.into_iter().map(|row| if short(&row) { apart(&row).map_or(row, Cow::from) } else { row }).collect()
}

/// Whether a text names an affiliation, and says nothing else.
fn names_affiliation(text: &str, lexicon: &Lexicon<'_>) -> bool {
    let roles = lexicon.roles(text);
    roles.whole()
        && lexicon.affiliation(&roles, text).is_some()
        && !text.contains(|c: char| c.is_ascii_digit())
}

fn bare(text: &str) -> &str {
    text.trim_matches(|c: char| !c.is_alphanumeric())
}

/// `Sith - "Name"`: the affiliation alone; the name is no card, whatever it says.
fn quoted_name(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let row = clean::plain(row);
    let (open, close) = QUOTES.into_iter().find_map(|(opens, closes)| {
        let open = row.find(opens)? + opens.len_utf8();
        Some((open, row.rfind(closes).filter(|close| *close > open)?))
    })?;
    let (before, name, behind) = (bare(&row[..open]), bare(&row[open..close]), bare(&row[close..]));
    let affiliation = match (before.is_empty(), behind.is_empty()) {
        (false, true) => before,
        (true, false) => behind,
        (true, true) | (false, false) => return None,
    };
    let quotes_deck = names_affiliation(affiliation, lexicon) && name.contains(char::is_alphabetic);
    quotes_deck.then(|| affiliation.to_owned())
}

/// `Sith (10 sets)  Ann`: the affiliation, the total and the rest of the row.
fn total(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let digit = |c: char| c.is_ascii_digit();
    let from = row.find(digit)?;
    let digits = row[from..].find(|c: char| !c.is_ascii_digit())?;
    let (count, behind) = row[from..].split_at(digits);
    let unit = behind.trim_start().split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let counts = |role: &Role| matches!(role, Role::Heading(Opens::Objectives) | Role::Cards);
    let states = count.parse().is_ok_and(|total: u32| total >= MIN_TOTAL)
        && !unit.is_empty()
        && lexicon.words.get(unit).iter().any(counts);
    let rest = bare(behind.trim_start().strip_prefix(unit)?);
    let heads = states
        && names_affiliation(bare(&row[..from]), lexicon)
        && rest.contains(char::is_alphabetic)
        && !rest.contains(digit)
        && names(rest, lexicon).is_empty()
        && !lexicon.roles(rest).whole();
    heads.then(|| format!("{}\n{count} {unit}\n{rest}", bare(&row[..from])))
}
