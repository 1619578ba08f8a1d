//! Sentences that are made of known phrases, one after the other.

use super::lexicon::Lexicon;
use crate::deck::words::InPlace;

/// No phrase of such a sentence has more words.
pub(super) const MAX_PHRASE_LENGTH: usize = 5;

/// The words of a text without what stands around them.
pub(super) fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’')).filter(|w| !w.is_empty()).collect()
}

/// Whether words are phrases of these places, one after the other.
pub(super) fn made_of(words: &[&str], places: &[InPlace], lexicon: &Lexicon<'_>) -> bool {
    let mut at = 0;
    while at < words.len() {
        let longest = (words.len() - at).min(MAX_PHRASE_LENGTH);
        let phrase = |n: &usize| {
            let phrase = words[at..at + n].join(" ");
            places.iter().any(|place| lexicon.words.is(*place, &phrase))
        };
        let Some(n) = (1..=longest).rev().find(phrase) else { return false };
        at += n;
    }
    true
}

/// Whether a phrase of a place stands anywhere among words.
pub(super) fn has_phrase(words: &[&str], place: InPlace, lexicon: &Lexicon<'_>) -> bool {
    (0..words.len()).any(|from| begins_with_phrase(&words[from..], place, lexicon))
}

/// Whether words begin with a phrase of a place.
pub(super) fn begins_with_phrase(words: &[&str], place: InPlace, lexicon: &Lexicon<'_>) -> bool {
    (1..=words.len().min(MAX_PHRASE_LENGTH)).any(|to| lexicon.words.is(place, &words[..to].join(" ")))
}
