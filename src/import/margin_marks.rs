//! Marks in the margin that say in which revision a rule was changed, `[rev. 4]`, `(new)`: no part of its
//! text, and no end of its sentence.

use std::collections::BTreeMap;

use super::block::{self, words};

/// A line of a page, with its number.
type Numbered<'t> = (usize, &'t str);

/// Fewer such marks in a document may say something.
const MIN_MARKS: usize = 2;

/// How far such a mark stands from the text beside it, in characters.
const MIN_GAP: usize = 3;

/// Words of which one stands in such a mark, with or without the number of a revision.
const CHANGED: [&str; 14] = [
    "rev",
    "revised",
    "revision",
    "new",
    "changed",
    "updated",
    "added",
    "amended",
    "modified",
    "upd",
    "neu",
    "nouveau",
    "geändert",
    "modifié",
];

/// No mark has more words.
const MAX_WORDS: usize = 3;

/// Whether a text is a mark of a change and nothing else.
fn is_mark(text: &str) -> bool {
    let inner = [('[', ']'), ('(', ')')].into_iter().find_map(|(a, z)| text.strip_prefix(a)?.strip_suffix(z));
    let plain = inner.map(words).unwrap_or_default();
    let all: Vec<&str> = plain.split(' ').collect();
    let says = |word: &&str| CHANGED.contains(&word.trim_end_matches(|c: char| c.is_ascii_digit()));
    (1..=MAX_WORDS).contains(&all.len())
        && all.iter().any(says)
        && all.iter().filter(|word| !says(word)).all(|w| w.contains(|c: char| c.is_ascii_digit()))
}

/// Where a mark begins that stands at the end of a line, apart from the text.
fn at_end(line: &str) -> Option<usize> {
    let line = line.trim_end();
    let at = line.rfind(['[', '('])?;
    let gap = line[..at].chars().rev().take_while(|c| c.is_whitespace()).count();
    (is_mark(&line[at..]) && (gap >= MIN_GAP || gap == line[..at].chars().count())).then_some(at)
}

/// Takes the marks off the pages of a document that has several; returns them.
pub(super) fn take<'t>(pages: &mut [Vec<Numbered<'t>>]) -> Vec<Numbered<'t>> {
    let all = || pages.iter().flatten();
    if all().filter(|(_, text)| at_end(text).is_some()).count() < MIN_MARKS {
        return Vec::new();
    }
    let mut gone: BTreeMap<usize, Numbered<'t>> = BTreeMap::new();
    for page in pages {
        let mut kept: Vec<Numbered<'t>> = Vec::with_capacity(page.len());
        let mut taken = false;
        for (number, text) in page.drain(..) {
            let at = at_end(text);
            let own = at.map_or(text, |at| &text[..at]);
            if let Some(at) = at {
                gone.insert(number, (number, text[at..].trim_end()));
            }
            let open = kept.last().is_some_and(|(_, last)| is_open(last));
            let is_blank = own.trim().is_empty();
            // The mark is set so low that it leaves a blank line behind it.
            if !(is_blank && (at.is_some() || taken && open)) {
                kept.push((number, own));
            }
            taken = at.is_some() || taken && is_blank;
        }
        *page = kept;
    }
    gone.into_values().collect()
}

/// Whether a sentence ends on a later line.
fn is_open(line: &str) -> bool {
    !line.trim().is_empty() && !block::ends_sentence(line.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_changes_are_distinguished_from_words() {
        for mark in ["[rev. 4]", "(new)", "[Updated 2.1]", "[NEW]"] {
            assert!(is_mark(mark), "{mark}");
        }
        for words in ["(a)", "[2.1]", "(new ropes)", "new", "(H. B.)", "[edit]"] {
            assert!(!is_mark(words), "{words}");
        }
    }

    #[test]
    fn marks_are_taken_and_sentences_closed_up() {
        let mut pages = vec![vec![
            (1, "1.1 A rope that is tied to     [rev. 4]"),
            (2, ""),
            (3, "the quay stays."),
            (4, "[rev. 4]"),
            (5, ""),
            (6, "1.2 No knot."),
        ]];
        assert_eq!(take(&mut pages), [(1, "[rev. 4]"), (4, "[rev. 4]")]);
        let kept: Vec<&str> = pages[0].iter().map(|(_, text)| text.trim_end()).collect();
        assert_eq!(kept, ["1.1 A rope that is tied to", "the quay stays.", "", "1.2 No knot."]);
    }
}
