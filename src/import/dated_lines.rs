//! Rulings each of which begins with its day, `10 March 2012: A gale …`, on a line of its own.

use super::line::{Line, Opening};
use super::{block, dates};

/// Fewer such lines than this may be what happened.
const MIN_LINES: usize = 3;

/// What stands between the day and the ruling.
const MARKS: [&str; 5] = [": ", " – ", " — ", " - ", ") "];

/// A day has no more bytes.
pub(super) const MAX_DAY_LENGTH: usize = 32;

/// Marks the lines at which such rulings begin.
pub(super) fn find(lines: &mut [Line]) {
    let is_free = |line: &Line| line.opening == Opening::None && said(&line.text).is_some();
    if lines.iter().filter(|line| is_free(line)).count() >= MIN_LINES {
        lines.iter_mut().filter(|line| is_free(line)).for_each(|line| line.opening = Opening::Ruling);
    }
}

/// Whether a text is a sentence with its day in front of it, and no line of a title page.
pub(super) fn is_ruling(text: &str) -> bool {
    said(text).is_some_and(block::ends_sentence)
}

/// What is said behind the day at the start of a line.
pub(super) fn said(text: &str) -> Option<&str> {
    let plain = block::list_mark(text).filter(|(mark, _)| mark == "-").map_or(text, |(_, words)| words);
    let (at, mark) = block::first_of(plain, &MARKS)?;
    let day = plain[..at].trim_start_matches(['[', '(']).trim_end_matches([']', ')']);
    let words = plain[at + mark.len()..].trim_start();
    let is_day = day.len() <= MAX_DAY_LENGTH
        && dates::first(day).is_some_and(|(at, _)| at == 0)
        && day.contains(|c: char| c.is_ascii_digit());
    (is_day && words.split(' ').count() > 2 && !block::begins_inside(words)).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_in_front_begins_a_ruling() {
        assert_eq!(said("10 March 2012: A gale is none."), Some("A gale is none."));
        assert_eq!(said("• 2012-03-10 – A gale is none."), Some("A gale is none."));
        assert_eq!(said("[3/4/2012] A gale - it is none."), None);
        for text in
            ["On 10 March 2012: A gale is none.", "10 March 2012: Lenz", "Fog: A gale of 2012 is none."]
        {
            assert_eq!(said(text), None, "{text}");
        }
    }
}
