//! Who asked, in small print below a question: `asked by Anna`.

use super::block::ends_sentence;

/// How such a line begins.
const ASKED: [&str; 8] = [
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
const MAX_ASKER_WORDS: usize = 8;

/// Whether a text tells who asked, `asked by Anna`.
pub(super) fn is_asker(text: &str) -> bool {
    ASKED.iter().any(|by| text.starts_with(by))
        && text.split(' ').count() <= MAX_ASKER_WORDS
        && !ends_sentence(text)
}
