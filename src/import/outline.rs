//! Outline numbers with a letter, `A.1 Towing` and `B.2.a A towed ship …`, in parts such as `A. Card Errata`
//! and `B. Rules`.

use super::block::{Block, Shape};
use super::leftover::WhyLeft;
use super::line::{self, Line, Opening};
use super::{heads, listed, numbers, sections};

/// The minimum number of such lines that is not a coincidence.
const MIN_LINES: usize = 3;

/// The text after an outline number, `A.1 `, `B.2.a `.
fn behind_number(line: &str) -> Option<&str> {
    let line = line.trim_start_matches(['*', '_']);
    let rest = line.strip_prefix(|c: char| c.is_ascii_uppercase())?.strip_prefix('.')?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let mut rest = rest.get(digits..).filter(|_| (1..=2).contains(&digits))?;
    if let Some(own) = rest.strip_prefix('.') {
        let end = own.bytes().take_while(u8::is_ascii_alphanumeric).count();
        rest = if (1..=2).contains(&end) { &own[end..] } else { own };
    }
    let words = rest.trim_start_matches(['.', ':', ')', '*']).strip_prefix(' ')?.trim_start();
    (!words.is_empty()).then_some(words)
}

/// Whether a line starts with an outline number.
pub(super) fn is_marked(line: &str) -> bool {
    behind_number(line).is_some()
}

/// A heading without its outline number.
pub(super) fn without_mark(heading: &str) -> &str {
    behind_number(heading).unwrap_or(heading)
}

/// Marks what starts with these numbers in a document that uses them. Numbers before a card's head or a
/// question are removed and returned.
pub(super) fn find(lines: &mut [Line]) -> Vec<Block> {
    if lines.iter().filter(|l| is_marked(&l.text)).count() < MIN_LINES {
        return Vec::new();
    }
    let mut gone = Vec::new();
    for n in 0..lines.len() {
        let goes_on = line::goes_on(lines, n);
        let line = &mut lines[n];
        if sections::part_title(&line.text).is_some() {
            line.opening = Opening::Head;
        }
        let Some(words) = behind_number(&line.text).map(str::to_owned) else { continue };
        let is_card =
            listed::number_of_set(&words).is_some() || numbers::untagged_errata_line(&words).is_some();
        if is_card || numbers::speaker(&words).is_some() {
            let number = line.text[..line.text.len() - words.len()].trim();
            gone.push(Block::paragraph(line.line, number).shaped(Shape::Aside(WhyLeft::NumberInFront)));
            line.opening = if is_card { Opening::Head } else { Opening::Paragraph };
            line.text = words;
        } else {
            let is_title = heads::is_title(&words) && !words.contains(". ") && !goes_on;
            line.opening = match line.opening {
                _ if is_title => Opening::Head,
                Opening::Ruling => Opening::Ruling,
                _ => Opening::Paragraph,
            };
        }
    }
    gone
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_with_a_letter_are_read_and_initials_are_not() {
        assert_eq!(without_mark("B.2 Sleeves"), "Sleeves");
        assert_eq!(without_mark("B.2.a A marked sleeve"), "A marked sleeve");
        assert_eq!(without_mark("A.12: Tolls"), "Tolls");
        for line in ["A. Captain", "B. 2 ships", "U.S. Open 2014", "A.1"] {
            assert!(!is_marked(line), "{line}");
        }
    }
}
