//! Headings in capitals in front of what is said under them on the same line: `RETREATS. If two units …`.

use std::collections::BTreeSet;

use super::block::ends_sentence;
use super::line::{Line, Opening};

/// Fewer headings than this may be exclamations.
const MIN_HEADS: usize = 4;

/// No heading has more words.
const MAX_WORDS: usize = 14;

/// Nor has one more abbreviations, `ST. PETERSBURG`.
const MAX_STOPS: usize = 3;

/// Shorter letters in capitals are a number, or an abbreviation.
const MIN_LETTERS: usize = 4;

/// Behind a heading stands at least a sentence, in bytes.
const MIN_SAID: usize = 20;

/// What stands in capitals in front of a part of a ruling.
const LABELS: [&str; 12] = [
    "NOTE",
    "NOTES",
    "EXAMPLE",
    "EXAMPLES",
    "IMPORTANT",
    "REMINDER",
    "WARNING",
    "HINT",
    "QUESTION",
    "ANSWER",
    "ERRATUM",
    "ERRATA",
];

/// Makes a heading of each, and a paragraph of what is said under it, where a document has several.
pub(super) fn find(lines: &mut Vec<Line>) {
    let begins = |lines: &[Line], at: usize| {
        let before = at.checked_sub(1).map(|before| &lines[before].text);
        let free = lines[at].opening == Opening::None && !lines[at].is_quoted;
        free && before.is_none_or(|before| before.is_empty() || ends_sentence(before))
    };
    let ends: Vec<Option<usize>> =
        (0..lines.len()).map(|at| length(&lines[at].text).filter(|_| begins(lines, at))).collect();
    let heads = lines.iter().zip(&ends).filter_map(|(line, end)| Some(&line.text[..(*end)?]));
    if heads.collect::<BTreeSet<&str>>().len() < MIN_HEADS {
        return;
    }
    for (mut line, end) in std::mem::take(lines).into_iter().zip(ends) {
        let Some(end) = end else {
            lines.push(line);
            continue;
        };
        let said = line.text.split_off(end);
        let name = line.text.clone();
        let (head, below) = line.cut(name, said.trim_start_matches('.').trim_start().to_owned());
        lines.push(head);
        lines.extend(below);
    }
}

/// The length of a heading at the start of a line, without its stop, if a sentence follows.
fn length(text: &str) -> Option<usize> {
    let (end, _) = text.match_indices(". ").take(MAX_STOPS).find(|(at, _)| {
        let (head, said) = (&text[..*at], text[at + 2..].trim_start());
        let letters = head.chars().filter(|c| c.is_alphabetic());
        let capitals = letters.clone().count() >= MIN_LETTERS && letters.clone().all(char::is_uppercase);
        let begins = |c: char| c.is_uppercase() || matches!(c, '“' | '"' | '‘' | '(');
        let sentence =
            said.starts_with(begins) && said.contains(char::is_lowercase) && said.len() >= MIN_SAID;
        capitals && sentence && is_name(head)
    })?;
    Some(end)
}

/// Whether words in capitals name something, and are neither a number nor what a part of a ruling is called.
pub(super) fn is_name(head: &str) -> bool {
    let words: Vec<&str> = head.split(' ').collect();
    let roman = |word: &&str| word.chars().all(|c| "IVXLC".contains(c));
    let label = LABELS.iter().any(|label| words[0].trim_end_matches(|c: char| !c.is_alphabetic()) == *label);
    let starts = head.starts_with(char::is_alphabetic);
    starts && !label && words.len() <= MAX_WORDS && !words.iter().all(roman)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_capitals_in_front_of_a_sentence_heads_it() {
        assert_eq!(length("RETREATS. If two units must retreat, both do."), Some(8));
        assert_eq!(length("ST. PETER'S COASTS (BOTH). A fleet stays on one of them."), Some(25));
        for text in [
            "NOTE. If two units must retreat, both do.",
            "EXAMPLE 2. Both units retreat to the same space.",
            "XII. The order of the convoys is written first.",
            "USA. Both units retreat to the same space.",
            "Retreats. If two units must retreat, both do.",
            "RETREATS. NO UNIT MAY RETREAT TWICE, EVER.",
            "RETREATS. See below.",
        ] {
            assert_eq!(length(text), None, "{text}");
        }
    }
}
