//! Labels in capitals in front of what is ruled, `✷RISING TIDE: A ship …`, where lines begin with them and no
//! blank line parts them: each begins a paragraph.

use std::collections::BTreeSet;

use super::block::{ends_sentence, in_title_case};
use super::heads;
use super::line::{Line, Opening};
use super::run_in_heads::is_name;

/// Fewer different labels may be exclamations.
const MIN_LABELS: usize = 6;

/// No label in capitals has more words.
pub(super) const MAX_WORDS: usize = 8;

/// Shorter letters in capitals are an abbreviation.
const MIN_LETTERS: usize = 3;

/// Marks the lines that begin with one, where a document has several.
pub(super) fn find(lines: &mut [Line]) {
    let begins = |at: usize| {
        let free = lines[at].opening == Opening::None && !lines[at].is_quoted;
        let before = at.checked_sub(1).map_or("", |before| without_references(&lines[before].text));
        let apart = before.is_empty() || ends_sentence(before);
        free && (apart || heads::is_title(before) && in_title_case(before))
    };
    let at: Vec<usize> =
        (0..lines.len()).filter(|at| label(&lines[*at].text).is_some() && begins(*at)).collect();
    let labels: BTreeSet<&str> = at.iter().filter_map(|at| label(&lines[*at].text)).collect();
    if labels.len() < MIN_LABELS {
        return;
    }
    for at in at {
        lines[at].opening = Opening::Paragraph;
    }
}

/// The label in capitals at the start of a line, without the sign in front, if something is said behind.
pub(super) fn label(text: &str) -> Option<&str> {
    let (label, said) = without_sign(text).split_once(": ")?;
    let begins = |c: char| c.is_uppercase() || c.is_ascii_digit() || matches!(c, '“' | '"' | '‘' | '(');
    let sentence = said.trim_start().starts_with(begins) && said.contains(char::is_lowercase);
    (in_capitals(label) && sentence && is_name(label)).then_some(label)
}

/// Whether words are a label in capitals: every letter of a few words.
pub(super) fn in_capitals(words: &str) -> bool {
    let mut letters = words.chars().filter(|c| c.is_alphabetic());
    letters.clone().count() >= MIN_LETTERS
        && letters.all(char::is_uppercase)
        && words.split(' ').count() <= MAX_WORDS
}

/// A text without the sign in front of it that says what its rule is, `✷` or `†`.
pub(super) fn without_sign(text: &str) -> &str {
    text.trim_start_matches(|c: char| !c.is_ascii() && !c.is_alphanumeric() && !QUOTES.contains(&c))
        .trim_start()
}

/// What is no sign in front of a word: it opens a quotation, or leads to what is said.
const QUOTES: [char; 10] = ['“', '‘', '„', '«', '”', '’', '–', '—', '…', '¿'];

/// A line without the numbers and signs behind its sentence, `… of the watch. -2.02.09 ✷`.
pub(super) fn without_references(line: &str) -> &str {
    let mut line = line.trim_end();
    while let Some((before, last)) = line.rsplit_once(' ') {
        let is_reference = !last.contains(char::is_alphabetic)
            && last.starts_with(|c: char| !c.is_alphanumeric())
            && !last.ends_with(['.', '?', '!', ':', '"', '”', '…']);
        if !is_reference {
            break;
        }
        line = before.trim_end();
    }
    line.trim_end_matches(|c: char| !c.is_ascii() && !c.is_alphanumeric() && !QUOTES.contains(&c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_in_capitals_in_front_of_a_sentence() {
        assert_eq!(label("✷RISING TIDE: A ship is moored."), Some("RISING TIDE"));
        assert_eq!(
            label("NO TOLL FOR SHIPS IN THE FOG: It is not paid."),
            Some("NO TOLL FOR SHIPS IN THE FOG")
        );
        for text in
            ["NOTE: A ship is moored.", "Rising Tide: A ship is moored.", "TIDE: NOW OR NEVER", "RISING TIDE"]
        {
            assert_eq!(label(text), None, "{text}");
        }
        assert_eq!(without_references("It pays. -2.02.09 ✷"), "It pays.");
        assert_eq!(without_references("It pays. 2"), "It pays. 2");
        assert_eq!(without_references("It pays at noon"), "It pays at noon");
    }
}
