//! A heading that names the deck's affiliation and its opponent: `Rebels vs Sith, game 1`.

use std::borrow::Cow;

use super::lexicon::{Found, Lexicon};
use super::moves::names;
use super::talk::leads_with_count;
use super::trim::without_counts;
use crate::corpus::Game;
use crate::corpus::cards::Side;
use crate::deck::words::InPlace;

/// No such heading is longer, in bytes.
const MAX_ROW_LENGTH: usize = 80;

/// The maximum number of unknown words beside the deck's affiliation: whose it is.
const MAX_UNKNOWN: usize = 2;

/// The rows with such a heading as what stands in front of the opponent, where all sets are of that side.
pub(super) fn written<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let own = |row: &str| heading(row, lexicon).map(str::to_owned);
    let heads = |row: &str| row.len() <= MAX_ROW_LENGTH && !row.contains('\n') && own(row).is_some();
    if lexicon.game != Game::Lcg || !rows.iter().any(|row| heads(row)) {
        return rows;
    }
    let sides: Vec<Side> = rows.iter().filter_map(|row| side_of_title(row, lexicon)).collect();
    let fits = |text: &str| {
        let title = lexicon.affiliation(&lexicon.roles(text), text);
        let side = title.and_then(|title| lexicon.side_of_affiliation(&title));
        side.is_some_and(|side| !sides.is_empty() && sides.iter().all(|of| *of == side))
    };
    let instead = |row: &str| own(row).filter(|own| heads(row) && fits(own));
    rows.into_iter().map(|row| instead(&row).map_or(row, Cow::from)).collect()
}

/// What stands in front of the opponent, in a row that names no card; an opponent of the same side is none.
fn heading<'r>(row: &'r str, lexicon: &Lexicon<'_>) -> Option<&'r str> {
    let words = row.split_whitespace();
    let against =
        words.skip(1).find(|word| lexicon.words.is(InPlace::Against, word.trim_end_matches('.')))?;
    let (own, opponent) = row.split_once(&format!(" {against} "))?;
    let opponent = opponent.split([',', '(', ';', '-']).next().unwrap_or_default();
    let of = |text: &str| lexicon.affiliation(&lexicon.roles(text), text);
    let side = |title: Option<String>| title.and_then(|title| lexicon.side_of_affiliation(&title));
    let differs = side(of(own)).is_some() && side(of(own)) != side(of(opponent));
    let known = lexicon.roles(own).unknown.len() <= MAX_UNKNOWN;
    (differs && known && !leads_with_count(row) && names(row, lexicon).is_empty()).then_some(own)
}

/// The side of a row's set.
fn side_of_title(row: &str, lexicon: &Lexicon<'_>) -> Option<Side> {
    match lexicon.read(without_counts(row)) {
        Found::Exact(name) | Found::Slip(name) if lexicon.is_objective(&name) => lexicon.side(&name),
        _ => None,
    }
}
