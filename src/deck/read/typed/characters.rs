//! Sets that are called by a character beside their title: `Yoda (In You Must Go) 2`, `2 In You Must Go (Yoda
//! no. 1)`: what the game has as a card of a set says nothing beside the set.

use std::borrow::Cow;

use super::lexicon::Lexicon;
use super::phrases::words;
use super::trim::without_counts;
use crate::corpus::Game;
use crate::deck::words::Role;

/// No such row is longer, in bytes.
const MAX_ROW_LENGTH: usize = 160;

/// The rows with the title of the set alone, and its count.
pub(super) fn without<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    if lexicon.game == Game::Tcg {
        return rows;
    }
    rows.into_iter().map(|row| written(&row, lexicon).map_or(row, Cow::from)).collect()
}

fn written(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    if row.len() > MAX_ROW_LENGTH || row.contains(['\n', '\t', '|', ';']) {
        return None;
    }
    let (before, rest) = row.split_once('(')?;
    let (inner, behind) = rest.split_once(')')?;
    let (outer, inner) = (before.trim(), inner.trim());
    if behind.contains(['(', ',']) || behind.contains(char::is_alphabetic) && !is_count(behind) {
        return None;
    }
    let is_set = |text: &str| lexicon.exact(text) && lexicon.counts_for_size(text);
    let is_card = |text: &str| lexicon.exact(text) && !lexicon.counts_for_size(text);
    let title = without_counts(outer);
    if is_set(title) && is_numbered(inner, is_card, lexicon) {
        return Some(format!("{outer}{behind}"));
    }
    (is_card(title) && is_set(inner)).then(|| {
        let at = outer.find(title).unwrap_or_default();
        format!("{}{inner}{}{behind}", &outer[..at], &outer[at + title.len()..])
    })
}

/// ` x2`, ` 2x`
fn is_count(text: &str) -> bool {
    let figure = text.trim().trim_matches(['x', 'X', '×', ' ']);
    figure.len() == 1 && figure.bytes().all(|b| b.is_ascii_digit())
}

/// `Yoda no. 2`, `Yoda #2`: whether a text is such a card with a number, which is no set's.
fn is_numbered(text: &str, is_card: impl Fn(&str) -> bool, lexicon: &Lexicon<'_>) -> bool {
    let clause = text.split(',').next().unwrap_or(text).trim();
    let bare = clause.trim_end_matches(|c: char| c.is_ascii_digit());
    let name = bare.trim_end_matches(['#', '.', ' ']);
    let last = words(name).last().copied().unwrap_or_default();
    let label = lexicon.words.get(last).contains(&Role::SetNumber);
    let name = if label { name.strip_suffix(last).unwrap_or(name).trim_end() } else { name };
    bare.len() < clause.len() && is_card(name)
}
