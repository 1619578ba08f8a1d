//! Quotations each of whose lines is marked, `> May I tow it?`, as Markdown and mails have them.

use super::block::{self, Block};
use super::leftover::WhyLeft;
use super::line::{Line, Opening};
use super::{quotations, signatures};

/// Fewer marked lines than this may compare something.
const MIN_LINES: usize = 2;

/// Takes the marks off the lines of quotations, which remember that they had them; the lines within that
/// only say that a quotation begins are returned.
pub(super) fn find(lines: &mut [Line]) -> Vec<Block> {
    let is_sentence = |text: &str| {
        text.starts_with("> ") && block::ends_sentence(text) && text.contains(char::is_uppercase)
    };
    let marked = || lines.iter().filter(|line| unmarked(&line.text).is_some());
    if marked().count() < MIN_LINES && !marked().any(|line| is_sentence(&line.text)) {
        return Vec::new();
    }
    let mut gone = Vec::new();
    for line in lines.iter_mut() {
        if let Some(words) = unmarked(&line.text).map(str::to_owned) {
            (line.text, line.is_quoted) = (words, true);
        }
        if line.is_quoted && quotations::introduces(&line.text) {
            gone.push(line.take(WhyLeft::OfAPost));
        }
    }
    for n in 0..lines.len() {
        let apart = n == 0 || lines[n - 1].text.is_empty() || !lines[n - 1].is_quoted;
        let opening = opening(&lines[n], apart);
        if lines[n].opening == Opening::None {
            lines[n].opening = opening;
        }
    }
    gone
}

/// What begins with a line of a text that quotes: a leave is taken in a paragraph of its own, and what is
/// quoted has no headings.
fn opening(line: &Line, apart: bool) -> Opening {
    let is_item = block::list_mark(&line.text).is_some();
    match line.is_quoted && apart && !is_item {
        _ if line.text.is_empty() => Opening::None,
        true => Opening::Words,
        false if signatures::is_sign_off(&line.text) => Opening::Words,
        false => Opening::None,
    }
}

/// A line of a quotation without its marks.
fn unmarked(text: &str) -> Option<&str> {
    let words = text.strip_prefix('>')?.trim_start_matches(['>', ' ']);
    // `>= 3` compares, and so does `>3`.
    let compares = words.starts_with(['=', '<']) || text[1..].starts_with(|c: char| c.is_ascii_digit());
    (!compares).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_marks_of_quotations_are_taken_off() {
        let text =
            "> Quote\n>\n> May I tow\n> a raft?\n>> 1. A raft.\n> Cheers,\n> Nora\n\nIt may.\n>= 3\n>3\n";
        let mut lines = Line::all(text);
        assert_eq!(find(&mut lines).len(), 1);
        let read: Vec<(&str, bool, Opening)> = lines
            .iter()
            .filter(|line| !line.text.is_empty())
            .map(|line| (line.text.as_str(), line.is_quoted, line.opening))
            .collect();
        assert_eq!(
            read,
            [
                ("May I tow", true, Opening::Words),
                ("a raft?", true, Opening::None),
                ("1. A raft.", true, Opening::None),
                ("Cheers,", true, Opening::Words),
                ("Nora", true, Opening::None),
                ("It may.", false, Opening::None),
                (">= 3", false, Opening::None),
                (">3", false, Opening::None),
            ]
        );
        let mut one = Line::all("> 5 ropes\n");
        find(&mut one);
        assert!(!one[0].is_quoted, "one line may compare something");
    }
}
