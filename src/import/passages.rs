//! The paragraphs of an entry, and what they look like: a heading, a sentence.

use super::block::{self, list_mark, without_emphasis};
use super::heads;

/// The maximum number of words in a heading within an entry. Longer unfinished lines count as sentences that
/// break off.
pub(super) const MAX_HEAD_WORDS: usize = 4;

/// The lines of a text without emphasis; list items have their marks.
pub(super) fn of(text: &str) -> Vec<String> {
    text.split('\n').map(|p| without_emphasis(p.trim())).filter(|p| !p.is_empty()).collect()
}

/// Whether a line may head a passage: a few words without a stop.
pub(super) fn is_head(line: &str) -> bool {
    line.split_whitespace().count() <= MAX_HEAD_WORDS
        && heads::is_title(line)
        && list_mark(line).is_none()
        && line.ends_with(char::is_alphanumeric)
}

/// Whether a line ends a sentence that is longer than a heading, and does not lead up to what is below it.
pub(super) fn is_sentence(line: &str) -> bool {
    let stops = block::ends_sentence(line) && !block::without_closing(line).ends_with([':', ';']);
    stops && line.split_whitespace().count() > MAX_HEAD_WORDS
}
