//! Errata by place in a book: `Page 35 – Setting Up a Battle, 2nd bullet point`, or a title followed by an
//! instruction such as `Change the last sentence to:`.

use super::block::{self, ends_sentence};
use super::line::{Line, Opening};
use super::{heads, numbers};

/// The minimum number of similar heads that is not a coincidence.
const MIN_HEADS: usize = 2;

/// The maximum length of such a head, in words.
const MAX_HEAD_WORDS: usize = 14;

/// Words for "page" before a number.
const PAGES: [&str; 5] = ["Page ", "Pages ", "Seite ", "Seiten ", "Pg. "];

/// Instructions that change a text.
const CHANGES: [&str; 10] =
    ["Change", "Replace", "Delete", "Add", "Remove", "Insert", "Substitute", "Append", "Omit", "Ersetze"];

/// Whether a line is such a head, `Page 35 – General Rules`.
pub(super) fn is_of_page(line: &str) -> bool {
    let plain = line.trim_start_matches(['*', '_']);
    let Some(rest) = PAGES.iter().find_map(|word| plain.strip_prefix(word)) else { return false };
    let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | '–'));
    let title = [" – ", " — ", " - ", ": ", ", "].iter().find_map(|mark| behind.strip_prefix(mark));
    let few = plain.split_whitespace().count() <= MAX_HEAD_WORDS;
    let stops = plain.trim_end_matches(['*', '_']).ends_with(['.', ',', ';', '?']);
    behind.len() < rest.len() && few && !stops && title.is_some_and(|t| t.contains(char::is_alphabetic))
}

/// Whether a line is an instruction that changes a text.
pub(super) fn is_change(line: &str) -> bool {
    let first = line.trim_start_matches(['*', '_']).split(' ').next().unwrap_or_default();
    CHANGES.contains(&first) && line.contains(' ')
}

/// Marks these heads in a document that has several.
pub(super) fn find(lines: &mut [Line]) {
    let next = |n: usize| lines[n + 1..].iter().find(|l| !l.text.is_empty());
    let goes_on = |n: usize| next(n).is_none_or(|l| block::begins_inside(&l.text) || is_of_page(&l.text));
    let pages: Vec<usize> =
        (0..lines.len()).filter(|n| is_of_page(&lines[*n].text) && !goes_on(*n)).collect();
    let titles: Vec<usize> = (0..lines.len()).filter(|n| heads_change(lines, *n)).collect();
    let books: Vec<usize> = (0..lines.len()).filter(|n| heads_of_book(lines, *n)).collect();
    books.into_iter().for_each(|at| lines[at].opening = Opening::Head);
    for at in [pages, titles].into_iter().filter(|all| all.len() >= MIN_HEADS).flatten() {
        lines[at].opening = Opening::Head;
    }
}

/// Whether a line names a page of a book, `Rules of Mooring, page 11, “Towing”`, behind the end of a sentence
/// and above one that corrects what stands there.
fn heads_of_book(lines: &[Line], n: usize) -> bool {
    let text = lines[n].text.as_str();
    let page = [", page ", " page ", ", p. "].iter().find_map(|word| text.split_once(word));
    let Some((book, rest)) = page.filter(|(_, rest)| rest.starts_with(|c: char| c.is_ascii_digit())) else {
        return false;
    };
    let few = text.split_whitespace().count() <= MAX_HEAD_WORDS;
    let titled = block::in_title_case(book) && !ends_sentence(rest) && !rest.ends_with(',');
    let before = lines[..n].iter().rev().find(|l| !l.text.is_empty());
    let corrects =
        |l: &Line| l.text.contains(" should ") || l.text.starts_with("Should ") || is_change(&l.text);
    few && titled
        && before.is_none_or(|l| ends_sentence(&l.text))
        && lines[n + 1..].iter().find(|l| !l.text.is_empty()).is_some_and(corrects)
}

/// Whether a line is a title directly followed by an instruction, after the end of a sentence.
fn heads_change(lines: &[Line], n: usize) -> bool {
    let text = lines[n].text.as_str();
    if !lines.get(n + 1).is_some_and(|l| is_change(&l.text)) {
        return false;
    }
    let before = lines[..n].iter().rev().find(|l| !l.text.is_empty());
    let apart = n == 0 || lines[n - 1].text.is_empty() || lines[n].after_break;
    let ended = before.is_none_or(|l| ends_sentence(&l.text) || block::in_capitals(&l.text));
    let marked = block::list_mark(text).is_some() || numbers::is_ruling(text) || is_change(text);
    (apart || ended) && !marked && heads::is_title(text) && block::in_title_case(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_of_places_are_distinguished_from_sentences() {
        for line in [
            "Page 35 – General Rules, Measuring Distances",
            "Page 41 – Terrain, 2nd bullet point",
            "Pages 3-4: Towing",
            "Page 7 – Map",
        ] {
            assert!(is_of_page(line), "{line}");
        }
        for line in ["Page 35 – this was changed.", "Page 3", "Pages of the book", "Page 4 of 7"] {
            assert!(!is_of_page(line), "{line}");
        }
    }
}
