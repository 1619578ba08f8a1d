//! Sentences with the total of a deck in front of cards, `that left two for 60, so he added: 2 A`: written in
//! rows of their own.

use std::borrow::Cow;

use super::lexicon::Lexicon;
use super::moves::names;
use super::phrases::words;
use super::sizes::whole;
use super::talk::denies;
use crate::deck::words::Role;

/// No such row is longer, in bytes.
const MAX_ROW_LENGTH: usize = 200;

/// The minimum number of words nobody knows in front of cards that are a sentence.
const MIN_WORDS: usize = 4;

/// The rows with such sentences in rows of their own.
pub(super) fn apart<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    rows.into_iter().map(|row| before_cards(&row, lexicon).map_or(row, Cow::from)).collect()
}

/// `that left two for 60, so he added: 2 A`: a sentence with the size of a whole deck, and the cards behind
/// its colon.
fn before_cards(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let (said, cards) =
        row.split_once(": ").filter(|_| row.len() <= MAX_ROW_LENGTH && !row.contains('\n'))?;
    let size = whole(lexicon.game);
    let total = |word: &&str| word.parse() == Ok(size) || lexicon.words.total(word) == Some(size);
    let words = words(said);
    let others =
        words.iter().filter(|word| word.contains(|c: char| c.is_ascii_digit()) && !total(word)).count();
    let roles = lexicon.roles(said);
    let open = |role: &Role| matches!(role, Role::Either | Role::Struck | Role::TakesOut | Role::Absent);
    let talks = roles.unknown.len() >= MIN_WORDS && words.iter().any(|word| total(&&**word)) && others == 0;
    let plain = names(said, lexicon).is_empty() && !denies(said, lexicon) && !roles.any(open);
    (talks && plain && !names(cards, lexicon).is_empty()).then(|| format!("{said}\n{cards}"))
}
