//! Pages whose lines are set so far apart that the text has blank lines within its sentences.

use super::block;

/// A line that is gone from its place: it is counted, and not read.
pub(super) const GONE: &str = "\u{1}";

/// The minimum number of sentences with a blank line in them that is not a coincidence.
const MIN_PARTED: usize = 8;

/// With this many times the sentences that go on without a blank line, those with one are the rule.
const TIMES_AS_MANY: usize = 4;

/// A text without one of the blank lines between any two of its lines, if even its sentences have them.
pub(super) fn closed_up(text: &str) -> String {
    let lines: Vec<&str> = text.split('\n').collect();
    if !is_spaced(&lines) {
        return text.to_owned();
    }
    let is_first_blank = |n: usize| is_blank(lines[n]) && n > 0 && !is_blank(lines[n - 1]);
    let kept = (0..lines.len()).map(|n| if is_first_blank(n) { GONE } else { lines[n] });
    kept.collect::<Vec<_>>().join("\n")
}

/// Whether a line is blank and on the page of the lines around it.
fn is_blank(line: &str) -> bool {
    line.trim().is_empty() && !line.contains('\u{c}')
}

fn is_spaced(lines: &[&str]) -> bool {
    let goes_on = |n: usize| lines.get(n).is_some_and(|l| l.trim_start().starts_with(char::is_lowercase));
    let open = |line: &str| !is_blank(line) && !block::ends_sentence(line.trim_end());
    let open: Vec<usize> = (0..lines.len()).filter(|n| open(lines[*n])).collect();
    let close = open.iter().filter(|n| goes_on(**n + 1)).count();
    let parted = open.iter().filter(|n| lines.get(**n + 1).is_some_and(|l| is_blank(l)) && goes_on(**n + 2));
    let parted = parted.count();
    parted >= MIN_PARTED && parted > close * TIMES_AS_MANY && has_paragraphs(lines)
}

/// Whether more than one blank line still parts what is parted: at least once in this many gaps.
fn has_paragraphs(lines: &[&str]) -> bool {
    const GAPS: usize = 6;
    let gaps: Vec<usize> =
        lines.split(|line| !is_blank(line)).map(<[&str]>::len).filter(|length| *length > 0).collect();
    gaps.iter().filter(|length| **length > 1).count() * GAPS >= gaps.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_blank_line_is_taken_from_between_lines_that_all_have_one() {
        let spaced = format!("Towing\n\n\n{}End.", "A ship is\n\ntowed at dawn.\n\n\n".repeat(9));
        let closed = closed_up(&spaced).replace("\u{1}\n", "");
        assert!(closed.starts_with("Towing\n\nA ship is\ntowed at dawn.\n\nA ship"), "{closed}");
        let alike = "A ship is\n\ntowed at dawn.\n\n".repeat(9);
        assert_eq!(closed_up(&alike), alike);
        let usual = "A ship is\ntowed.\n\n".repeat(9);
        assert_eq!(closed_up(&usual), usual);
    }
}
