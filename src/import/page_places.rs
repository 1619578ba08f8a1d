//! Errata of a book that begin with the page they are for: `Page 7. In the …`, `p. 4 - Towing: …`.

use super::block::{self, Block};
use super::line::{Line, Opening};

/// Fewer such paragraphs than this may cite a page.
pub(super) const MIN_PLACES: usize = 2;

/// How a page is called.
const PAGES: [&str; 10] = ["Pages ", "Page ", "page ", "pp. ", "p. ", "pg. ", "P. ", "p.", "Seite ", "S. "];

/// What stands behind the number of a page.
const MARKS: [&str; 8] = [". ", ": ", " - ", " – ", " — ", ", ", " and ", " & "];

/// The longest of these, in characters.
const MAX_MARK_LENGTH: usize = 5;

/// Begins a paragraph with each page behind a blank line, whatever ends in front of it.
pub(super) fn find(lines: &mut [Line]) {
    let opens = |lines: &[Line], n: usize| {
        let apart = n == 0 || lines[n - 1].text.is_empty();
        apart && lines[n].opening == Opening::None && begins_with_page(&lines[n].text)
    };
    let all: Vec<usize> = (0..lines.len()).filter(|n| opens(lines, *n)).collect();
    for n in all.iter().filter(|_| all.len() >= MIN_PLACES) {
        lines[*n].opening = Opening::Paragraph;
    }
}

/// Whether a text begins with the page that it corrects.
pub(super) fn begins_with_page(text: &str) -> bool {
    let text = text.trim_start_matches(['*', '_']);
    let Some(behind) = PAGES.iter().find_map(|page| text.strip_prefix(page)) else { return false };
    let rest = behind.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = behind.len() - rest.len();
    // `**Page 12:** …`: what sets it in bold may end before the mark or behind it.
    let rest: String = rest.chars().filter(|c| !matches!(c, '*' | '_')).take(MAX_MARK_LENGTH).collect();
    (1..=3).contains(&digits) && MARKS.iter().any(|mark| rest.starts_with(mark))
}

/// A correction has more words than a page and a title.
const MIN_WORDS: usize = 5;

/// The number of paragraphs and items that each begin with a page and say something of it; 0 if that may be
/// by chance.
pub(super) fn errata(blocks: &[Block]) -> usize {
    let is_one = |b: &&Block| {
        let long = b.text.split_whitespace().count() > MIN_WORDS && block::ends_sentence(&b.text);
        long && !b.is_heading() && !block::is_question(&b.text) && begins_with_page(&b.text)
    };
    let all = blocks.iter().filter(is_one).count();
    if all >= MIN_PLACES { all } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_in_front_of_their_corrections_are_found() {
        for text in ["Page 7. In the", "p. 4 - Towing: none", "**Page 12:** no", "Pages 59 and 62. ‘Tow’"]
        {
            assert!(begins_with_page(text), "{text}");
        }
        for text in ["Page 7 has none.", "p. m.", "Pages are turned.", "Seiten 4 - 5"] {
            assert!(!begins_with_page(text), "{text}");
        }
    }
}
