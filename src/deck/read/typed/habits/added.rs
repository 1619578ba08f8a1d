//! `forgotten on page 1: Title 2 more`: copies that come to those of a row above, written as a row of their
//! own.

use super::super::lexicon::Lexicon;
use super::super::moves::names;
use super::super::phrases::{has_phrase, words};
use super::super::sizes::MAX_COPIES;
use crate::deck::words::{InPlace, Role};

/// No such row is longer, in bytes.
const MAX_ROW_LENGTH: usize = 120;

/// Nor has more words in front of the colon.
const MAX_WORDS: usize = 6;

/// The row that such a line adds.
pub(super) fn row(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let (lead, rest) = row.split_once(':').filter(|_| row.len() <= MAX_ROW_LENGTH)?;
    let said = words(lead);
    let lacked = said.len() <= MAX_WORDS && has_phrase(&said, InPlace::Lacking, lexicon);
    let [(from, to)] = names(rest, lexicon)[..] else { return None };
    let beside = format!("{} {}", &rest[..from], &rest[to..]);
    let beside = words(&beside);
    let more = |word: &&&str| {
        lexicon.words.is(InPlace::Additional, word) || lexicon.words.get(word).contains(&Role::More)
    };
    let (more, others): (Vec<&str>, Vec<&str>) = beside.iter().partition(|word| more(word));
    let [count] = others[..] else { return None };
    let count = lexicon.words.number_or_figures(count.trim_matches(['x', 'X', '×']))?;
    let plain = lacked && names(lead, lexicon).is_empty() && !more.is_empty();
    (plain && (1..=MAX_COPIES).contains(&count)).then(|| format!("{count}x {}", &rest[from..to]))
}
