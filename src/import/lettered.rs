//! Rules lettered anew under every heading, `(a) …`, `A. …`: each of them is a ruling.

use super::line::{Line, Opening};
use super::{block, heads};

/// The minimum number of headings with such rules that is not a coincidence.
const MIN_HEADINGS: usize = 2;

/// How the letter is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    /// `(a) `
    Parentheses,
    /// `a) `
    Parenthesis,
    /// `A. `
    Capital,
}

/// Parses the letter at the start of a line as a number from 1; returns the rest too.
fn mark(line: &str) -> Option<(Style, u32, &str)> {
    let (style, inner) = match line.strip_prefix('(') {
        Some(inner) => (Style::Parentheses, inner),
        None if line.starts_with(|c: char| c.is_ascii_uppercase()) => (Style::Capital, line),
        None => (Style::Parenthesis, line),
    };
    let letter = inner.chars().next().filter(char::is_ascii_alphabetic)?;
    let sound = letter.is_ascii_uppercase() == (style == Style::Capital);
    let close = if style == Style::Capital { ". " } else { ") " };
    let words = inner[1..].strip_prefix(close).filter(|_| sound)?.trim_start();
    let counted = u32::from(letter.to_ascii_lowercase()) - u32::from('a') + 1;
    words.starts_with(|c: char| !c.is_lowercase()).then_some((style, counted, words))
}

/// The letter before a rule as printed, `(a)`.
pub(super) fn printed(text: &str) -> Option<&str> {
    mark(text).and_then(|_| text.split(' ').next())
}

/// The number of consecutively lettered paragraphs that consist of at least one sentence.
pub(super) fn count_up(paragraphs: &[String]) -> usize {
    let sentence = |p: &&String| block::ends_sentence(p) && p.split_whitespace().count() > 4;
    let letters = paragraphs.iter().filter(sentence).filter_map(|p| mark(p)).map(|(_, n, _)| n);
    let (mut last, mut run, mut longest) = (0, 0, 0);
    for letter in letters {
        run = if letter == last + 1 && last > 0 { run + 1 } else { 1 };
        last = letter;
        longest = longest.max(run);
    }
    longest
}

/// Marks such rules. The first of each run must be directly below a heading.
pub(super) fn find(lines: &mut [Line]) {
    let mut rows: Vec<Vec<usize>> = Vec::new();
    let mut open: Option<(Style, u32)> = None;
    let mut above: Option<usize> = None;
    for n in (0..lines.len()).filter(|n| !lines[*n].text.is_empty()).collect::<Vec<_>>() {
        if is_heading(lines, n) {
            (open, above) = (None, Some(n));
            continue;
        }
        match (mark(&lines[n].text), open) {
            (Some((style, 1, _)), _) if above.is_some_and(|above| is_heading(lines, above)) => {
                rows.push(vec![n]);
                open = Some((style, 1));
            }
            (Some((style, count, _)), Some(last)) if (style, count) == (last.0, last.1 + 1) => {
                if let Some(row) = rows.last_mut() {
                    row.push(n);
                }
                open = Some((style, count));
            }
            _ => {}
        }
        above = Some(n);
    }
    rows.retain(|row| row.len() > 1);
    if rows.len() < MIN_HEADINGS {
        return;
    }
    for row in rows {
        let brief = row.iter().all(|n| is_brief(&lines[*n..]));
        let steps = brief && row.iter().any(|n| is_instruction(&lines[*n].text));
        let doubt = steps.then_some(PERHAPS_A_STEP);
        for n in row {
            lines[n].opening = Opening::Ruling;
            lines[n].doubt = lines[n].doubt.or(doubt);
        }
    }
}

const PERHAPS_A_STEP: &str = "one of the letters under a heading; is it a ruling by itself, or a step?";

/// A rule with no more words than this may be a step.
const MAX_STEP_WORDS: usize = 12;

/// Whether the rule that starts with the first of these lines is short.
fn is_brief(lines: &[Line]) -> bool {
    let own = lines
        .iter()
        .enumerate()
        .take_while(|(n, line)| !line.text.is_empty() && (*n == 0 || mark(&line.text).is_none()));
    own.map(|(_, line)| line.text.split(' ').count()).sum::<usize>() <= MAX_STEP_WORDS
}

/// Whether a line is an instruction: a verb first, followed by its object.
fn is_instruction(line: &str) -> bool {
    const DONE_TO: [&str; 17] = [
        "a", "an", "the", "all", "any", "each", "one", "two", "your", "his", "its", "their", "it", "them",
        "that", "this", "both",
    ];
    // "For the unit …", "All the units …" are not instructions.
    const NO_VERBS: [&str; 17] = [
        "all", "both", "for", "in", "on", "at", "of", "if", "when", "while", "after", "before", "with",
        "only", "not", "is", "as",
    ];
    let Some((_, _, words)) = mark(line) else { return false };
    let plain = block::words(words);
    let mut words = plain.split(' ');
    let first = words.next().unwrap_or_default();
    !NO_VERBS.contains(&first)
        && !DONE_TO.contains(&first)
        && words.next().is_some_and(|w| DONE_TO.contains(&w))
}

/// Whether a line looks like a heading: a title after a blank line, or marked as one.
fn is_heading(lines: &[Line], n: usize) -> bool {
    let text = lines[n].text.as_str();
    let hashed = text.starts_with('#');
    let apart = n == 0 || lines[n - 1].text.is_empty() || lines[n].after_break;
    let apart = apart || lines[n].opening == Opening::Head;
    let is_mark = mark(text).is_some() && !block::in_capitals(text);
    hashed || apart && !is_mark && heads::is_title(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> usize {
        let mut all = Line::all(text);
        find(&mut all);
        all.iter().filter(|l| l.opening == Opening::Ruling).count()
    }

    #[test]
    fn rules_counted_anew_under_headings_are_distinguished_from_steps() {
        for [a, b] in [["(a)", "(b)"], ["a)", "b)"], ["A.", "B."]] {
            let rules = format!("{a} A ship may tow.\n\n{b} It may not sink.\n\n");
            assert_eq!(found(&format!("Towing\n\n{rules}Fog\n\n{rules}")), 4, "{a}");
            assert_eq!(found(&format!("Towing\n\nDo this:\n\n{rules}Fog\n\n{rules}")), 0, "{a}");
        }
    }
}
