//! The paragraphs of an entry, and what they look like: a heading, a sentence.

use super::block::{self, list_mark, without_emphasis};
use super::draft::Draft;
use super::heads;
use crate::corpus::ruling::TitleBy;

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

/// Whether most items of an entry's list name what its title does, by more than a common word.
pub(super) fn is_about_title(draft: &Draft, paragraphs: &[String]) -> bool {
    let title = block::words(&draft.title);
    let own = format!(" {title} ");
    let is_quoted = |p: &String| {
        ["\"", "“"]
            .iter()
            .any(|open| p.to_lowercase().contains(&format!("{open}{}", draft.title.to_lowercase())))
    };
    let names = |p: &&String| {
        format!(" {} ", block::words(p)).contains(&own) && (title.contains(' ') || is_quoted(p))
    };
    let items = || paragraphs.iter().filter(|p| list_mark(p).is_some());
    let named = items().filter(names).count();
    draft.title_by == TitleBy::Document && named > 0 && named * 2 >= items().count()
}
