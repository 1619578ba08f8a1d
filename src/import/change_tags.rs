//! Corrections of a rulebook each of which says of which sort it is: `[16.3] Towing (clarification): …`,
//! `4.56 (Addition) …`, `(correction) Under …`.

use super::line::{Line, Opening};
use super::{block, heads};

/// Fewer of them than this may be words in brackets.
const MIN_LINES: usize = 2;

/// No title in front of the sort has more words.
const MAX_TITLE_WORDS: usize = 8;

/// What the sorts are called.
const SORTS: [&str; 12] = [
    "clarification",
    "correction",
    "addition",
    "change",
    "error",
    "errata",
    "erratum",
    "deletion",
    "omission",
    "replacement",
    "exception",
    "optional",
];

/// Whether a text begins with the sort of correction that it is, with or without the number of a rule and its
/// title in front of it.
pub(super) fn is_tagged(text: &str) -> bool {
    let text = text.trim_start_matches(['*', '_']);
    let near = text.char_indices().nth(MAX_OFFSET).map_or(text, |(end, _)| &text[..end]);
    let own = |(at, _): (usize, &str)| {
        let inner = near[at + 1..].split(')').next()?;
        let behind = text[at + 1 + inner.len()..].strip_prefix(')')?;
        SORTS.iter().any(|sort| inner.trim().eq_ignore_ascii_case(sort)).then_some((&text[..at], behind))
    };
    let Some((front, behind)) = near.match_indices('(').find_map(own) else { return false };
    let said = behind.trim_start_matches(['*', '_', ' ', ':']);
    let number = front.trim_end().trim_matches(['[', ']', '(', ')', '*']);
    let counted = number.contains(|c: char| c.is_ascii_digit()) && !number.contains(' ');
    let closes = behind.trim_start_matches(['*', '_', ' ']).starts_with(':');
    let titled = closes && front.split_whitespace().count() <= MAX_TITLE_WORDS;
    !said.is_empty() && !block::begins_inside(behind) && (number.is_empty() || counted || titled)
}

/// In a text, a sort stands no further behind, in characters.
const MAX_OFFSET: usize = 100;

/// Marks the lines at which such corrections begin.
pub(super) fn find(lines: &mut [Line]) {
    let is_free = |line: &Line| line.opening == Opening::None && is_tagged(&line.text);
    if lines.iter().filter(|line| is_free(line)).count() < MIN_LINES {
        return;
    }
    let mut below_title = false;
    for line in lines.iter_mut().filter(|line| !line.text.is_empty()) {
        // The first below a title has it for its own.
        let has_title = below_title && line.text.starts_with('(');
        below_title = line.opening == Opening::Head || heads::is_title(&line.text);
        if is_free(line) && !has_title {
            line.opening = Opening::Ruling;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_of_corrections_are_distinguished_from_words_in_brackets() {
        for text in [
            "[16.3] Towing (clarification) : a tug",
            "4.56 (Addition) Add this.",
            "(correction) Under the quay",
            "Scenarios (error): none",
            "[5.1( 2a)] (correction) : no",
        ] {
            assert!(is_tagged(text), "{text}");
        }
        for text in
            ["A ship (correction) is", "Towing (clarification)", "(a) A rope", "Ropes (two) are tied.", "4.5"]
        {
            assert!(!is_tagged(text), "{text}");
        }
    }
}
