//! Who asked, in small print below a question: `asked by Anna`.

use super::block::ends_sentence;

/// How such a line begins.
const ATTRIBUTIONS: [&str; 8] = [
    "asked by ",
    "Asked by ",
    "submitted by ",
    "Submitted by ",
    "sent in by ",
    "Sent in by ",
    "question from ",
    "gefragt von ",
];

/// They have no more words.
const MAX_WORDS: usize = 8;

/// Whether a text is an attribution, `asked by Anna`.
pub(super) fn is_attribution(text: &str) -> bool {
    ATTRIBUTIONS.iter().any(|by| text.starts_with(by))
        && text.split(' ').count() <= MAX_WORDS
        && !ends_sentence(text)
}
