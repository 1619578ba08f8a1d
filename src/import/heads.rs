//! Headings of rulings as published by others than the game's publisher: `1. Towing`, `§ 2 Fog`, `(a)
//! Repairs`, `0017 Old Tollkeeper`, an underlined title.
//!
//! One such line proves nothing. Several that are numbered consecutively, each with text below, do.

use super::block::{self, Block, ends_sentence, in_capitals};
use super::line::{Line, Opening, goes_on};
use super::{dates, numbers};

/// The minimum number of similar headings that is not a coincidence.
const MIN_HEADS: usize = 3;

/// A numbering style.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Style {
    /// `1. Towing`, `1) Towing`.
    Dotted,
    /// `1 Towing`.
    Bare,
    /// `§ 1 Towing`.
    Sign,
    /// `R1. Towing`; the letter may differ between parts.
    Lettered,
    /// `(a) Towing`, `(1) Towing`.
    Parenthesis,
    /// `1.1.1 Towing`.
    Deep,
    /// `0017 Old Tollkeeper`: a card number.
    Card,
}

const STYLES: [Style; 7] =
    [Style::Dotted, Style::Bare, Style::Sign, Style::Lettered, Style::Parenthesis, Style::Deep, Style::Card];

/// A heading split into number and title.
struct Mark<'t> {
    style: Style,
    count: Vec<u32>,
    title: &'t str,
}

/// Parses the mark at the start of a line.
fn mark(line: &str) -> Option<Mark<'_>> {
    let line = line.trim_start_matches(['*', '_', '\\', ' ']);
    let first = line.chars().next()?;
    let (style, count, title) = match first {
        '§' => {
            let (count, rest) = digits(line['§'.len_utf8()..].trim_start())?;
            (Style::Sign, vec![count], rest.trim_start_matches(['.', ')']).strip_prefix(' ')?)
        }
        '(' => {
            let (inner, rest) = line[1..].split_once(") ")?;
            (Style::Parenthesis, vec![letter_or_number(inner)?], rest)
        }
        'A'..='Z' => {
            let (count, rest) = digits(&line[1..])?;
            let letter = u32::from(first) - u32::from('A');
            let title = rest.trim_start_matches(['.', ':', ')']).strip_prefix(' ')?;
            (Style::Lettered, vec![letter, count], title)
        }
        '0'..='9' => numbered(line)?,
        _ => return None,
    };
    let title = title.trim();
    (!title.is_empty()).then_some(Mark { style, count, title })
}

/// Parses a line that starts with a number: style, numbers, title.
fn numbered(line: &str) -> Option<(Style, Vec<u32>, &str)> {
    let (count, rest) = digits(line)?;
    let length = line.len() - rest.len();
    let (counts, behind) = all_digits(line);
    Some(match rest.chars().next()? {
        ' ' if length == 4 => (Style::Card, vec![count], rest),
        ' ' => (Style::Bare, vec![count], rest),
        '.' if counts.len() > 2 => (Style::Deep, counts, behind.trim_start_matches('.').strip_prefix(' ')?),
        '.' | ')' if length < 4 => (Style::Dotted, vec![count], rest[1..].strip_prefix(' ')?),
        _ => return None,
    })
}

/// Parses a number of at most four digits; returns the rest too.
fn digits(text: &str) -> Option<(u32, &str)> {
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    (1..=4).contains(&end).then(|| text[..end].parse().ok().map(|n| (n, &text[end..])))?
}

/// Parses `1.2.3`; returns the rest too.
fn all_digits(text: &str) -> (Vec<u32>, &str) {
    let (mut counts, mut rest) = (Vec::new(), text);
    while let Some((count, behind)) = digits(rest) {
        counts.push(count);
        rest = behind;
        match behind.strip_prefix('.').filter(|more| more.starts_with(|c: char| c.is_ascii_digit())) {
            Some(more) => rest = more,
            None => break,
        }
    }
    (counts, rest)
}

/// `a` as 1, or a number.
fn letter_or_number(text: &str) -> Option<u32> {
    match text.as_bytes() {
        [letter @ b'a'..=b'z'] => Some(u32::from(letter - b'a') + 1),
        _ => digits(text).filter(|(_, rest)| rest.is_empty() && text.len() < 3).map(|(count, _)| count),
    }
}

/// A heading without its mark. Card numbers are part of the name and kept.
pub(super) fn without_mark(heading: &str) -> &str {
    mark(heading).filter(|m| m.style != Style::Card).map_or(heading, |m| m.title)
}

/// The styles of marks by which the headings of a part are counted, where a number without a stop may as well
/// be part of a name: `7 Ferries`, `R2 Bell`.
pub(super) struct Counted(Vec<Style>);

impl Counted {
    /// The styles whose numbers count up from heading to heading, or begin with one.
    pub(super) fn of(blocks: &[Block]) -> Self {
        let counts_up = |style: &Style| {
            let marks = blocks.iter().filter(|b| b.is_heading()).filter_map(|b| mark(&b.text));
            let counts: Vec<Vec<u32>> = marks.filter(|m| m.style == *style).map(|m| m.count).collect();
            let next = |pair: &[Vec<u32>]| pair[0] < pair[1] || pair[1].last() == Some(&1);
            counts.first().is_some_and(|first| first.last() == Some(&1)) && counts.windows(2).all(next)
        };
        Self([Style::Bare, Style::Lettered].into_iter().filter(counts_up).collect())
    }

    /// A head without the mark it is counted by in front of it.
    pub(super) fn without_mark<'h>(&self, heading: &'h str) -> &'h str {
        let of_name =
            |style: Style| matches!(style, Style::Bare | Style::Lettered) && !self.0.contains(&style);
        let is_name = mark(heading).is_some_and(|m| of_name(m.style));
        if is_name { heading } else { without_mark(heading) }
    }
}

/// The style, as a number, and the count of the mark at the start of a line, and what stands behind it.
pub(super) fn count(line: &str) -> Option<(usize, Vec<u32>, &str)> {
    mark(line).filter(|m| m.style != Style::Card).map(|m| (m.style as usize, m.count, m.title))
}

/// Whether a line begins with a mark that heads are counted by.
pub(super) fn is_marked(line: &str) -> bool {
    mark(line).is_some()
}

/// Whether a line starts with a number, letter or sign that counts headings, excluding possible years and
/// card numbers.
pub(super) fn is_counted(line: &str) -> bool {
    mark(line).is_some_and(|m| match m.style {
        Style::Dotted | Style::Sign | Style::Parenthesis | Style::Deep => true,
        Style::Bare | Style::Lettered | Style::Card => false,
    })
}

/// Whether the text is a title on its own rather than a sentence.
pub(super) fn is_title(text: &str) -> bool {
    let text = text.trim_end_matches(['*', '_', ' ']);
    let stops = ends_sentence(text) && !text.ends_with('!') || text.ends_with([',', ';', ':']);
    (1..=8).contains(&text.split_whitespace().count())
        && text.chars().count() <= 70
        && text.starts_with(|c: char| c.is_uppercase() || matches!(c, '“' | '"' | '‘' | '\''))
        && !stops
}

/// Marks the headings among a document's lines. If it uses the publisher's marks, only those are headings.
pub(super) fn find(lines: &mut [Line]) {
    // `1.1.1 Towing` is a subrule in someone else's numbering.
    let is_number = |text: &str| {
        numbers::section_number(text).is_some_and(|(number, _)| number.matches('.').count() == 1)
    };
    let is_own = |l: &&Line| is_number(&l.text) || numbers::version_tag(&l.text).is_some();
    if lines.iter().filter(is_own).count() >= MIN_HEADS {
        return;
    }
    underlined(lines);
    // `A1. …` answers `Q1. …`.
    let has_questions = lines.iter().any(|l| numbers::is_marked_question(&l.text));
    for style in STYLES {
        if style == Style::Lettered && has_questions {
            continue;
        }
        for at in counted(lines, style) {
            let run_in = mark(&lines[at].text).is_some_and(|m| !is_title(m.title)) || goes_on(lines, at);
            let sentence = if style == Style::Lettered { Opening::Ruling } else { Opening::Paragraph };
            lines[at].opening = if run_in { sentence } else { Opening::Head };
            if style == Style::Lettered && mark(&lines[at].text).is_some_and(|m| m.count[1] == 1) {
                head_above(lines, at);
            }
        }
    }
}

/// Marks the title directly above a part's first rule, if a blank line precedes it.
fn head_above(lines: &mut [Line], first: usize) {
    let Some(at) = lines[..first].iter().rposition(|l| !l.text.is_empty()) else { return };
    let apart = at > 0 && lines[at - 1].text.is_empty();
    if apart && lines[at].opening == Opening::None && is_title(&lines[at].text) {
        lines[at].opening = Opening::Head;
    }
}

/// The lines that are headings of one style: numbered consecutively from one, each with text below.
fn counted(lines: &[Line], style: Style) -> Vec<usize> {
    // A numbered sentence is a step; with marks of other styles, a heading may be followed by text on its
    // line.
    let runs_in = !matches!(style, Style::Dotted | Style::Bare | Style::Card);
    let fits = |n: &usize| {
        let Some(own) = mark(&lines[*n].text).filter(|m| m.style == style) else { return false };
        if !is_title(own.title) || runs_in && goes_on(lines, *n) {
            return runs_in;
        }
        let next = lines[n + 1..].iter().find(|l| !l.text.is_empty());
        next.is_some_and(|l| !block::begins_inside(&l.text) && mark(&l.text).is_none_or(|m| m.style != style))
    };
    let all: Vec<usize> = (0..lines.len()).filter(fits).collect();
    let mut found: Vec<usize> = Vec::new();
    let mut before: Option<Vec<u32>> = None;
    for at in &all {
        let Some(mark) = mark(&lines[*at].text) else { continue };
        let goes_on = match (&before, style) {
            (Some(before), Style::Deep | Style::Card) => mark.count > *before,
            // The letter may change between parts: `B1` after `A3`.
            (Some(before), Style::Lettered) => {
                mark.count == [before[0], before[1] + 1] || mark.count == [before[0] + 1, 1]
            }
            (Some(before), _) => {
                mark.count[0] == before[0] + 1 || mark.count == [1] && is_under_chapter(lines, *at)
            }
            (None, Style::Deep | Style::Card) => true,
            (None, Style::Lettered) => mark.count[1] == 1,
            (None, _) => mark.count == [1],
        };
        if goes_on {
            before = Some(mark.count);
            found.push(*at);
        }
    }
    let are_heads = found.len() >= MIN_HEADS && found.len() * 5 >= all.len() * 4;
    if are_heads { found } else { Vec::new() }
}

/// Whether a chapter's heading stands right above a line, in capitals: what it counts begins anew.
fn is_under_chapter(lines: &[Line], at: usize) -> bool {
    let Some(above) = lines[..at].iter().rposition(|l| !l.text.is_empty()) else { return false };
    let apart = above == 0 || lines[above - 1].text.is_empty();
    apart && is_title(&lines[above].text) && in_capitals(&lines[above].text)
}

/// The minimum length of a frame's lines, in characters.
const MIN_FRAME_WIDTH: usize = 10;

/// Marks titles that are underlined or framed, and removes the lines.
fn underlined(lines: &mut [Line]) {
    let is_stroke =
        |l: &Line| l.text.len() >= MIN_FRAME_WIDTH && l.text.bytes().all(|b| b == b'-' || b == b'=');
    let framed = |three: &[Line]| {
        let title = three[1].text.as_str();
        is_stroke(&three[0]) && is_stroke(&three[2]) && is_title(title) && dates::first(title).is_none()
    };
    let all: Vec<usize> = (0..lines.len().saturating_sub(2)).filter(|n| framed(&lines[*n..*n + 3])).collect();
    for n in all.iter().filter(|_| all.len() > 1) {
        (lines[n + 1].opening, lines[n + 1].level) = (Opening::Head, 1);
        lines[*n].text.clear();
        lines[n + 2].text.clear();
    }
    for n in 1..lines.len() {
        let stroke = lines[n].text.len() >= 3 && lines[n].text.bytes().all(|b| b == b'-' || b == b'=');
        let above = lines[n - 1].text.trim_start_matches(['*', '_']);
        let title =
            is_title(above.strip_suffix(':').unwrap_or(above)) || above.ends_with(':') && in_capitals(above);
        let title = title && !lines[n - 1].text.contains('|');
        if stroke && title && (n == 1 || lines[n - 2].text.is_empty() || ends_sentence(&lines[n - 2].text)) {
            lines[n - 1].opening = Opening::Head;
            lines[n - 1].level = if lines[n].text.starts_with('=') { 1 } else { 2 };
            lines[n].text.clear();
        }
    }
}

/// The title at the start of a rule's own text, `R1. Towing. A ship may …`.
pub(super) fn run_in(line: &str) -> Option<&str> {
    let words = mark(line).map(|m| m.title)?;
    let (title, rest) = words.split_once(". ")?;
    let few = title.split_whitespace().count() <= 5;
    (few && is_title(title) && block::in_title_case(title) && ends_sentence(rest)).then_some(title)
}

/// The letter and number before a rule, `B2.`, as printed.
pub(super) fn lettered(line: &str) -> Option<&str> {
    mark(line).filter(|m| m.style == Style::Lettered).and_then(|_| line.split(' ').next())
}

/// The chapter number of a possible chapter heading, `101. Harbors`, `3 The Match`.
pub(super) fn chapter(line: &str) -> Option<u32> {
    let mark = mark(line).filter(|m| matches!(m.style, Style::Dotted | Style::Bare) && is_title(m.title))?;
    mark.count.first().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heads(text: &str) -> Vec<String> {
        let mut all = Line::all(text);
        find(&mut all);
        all.into_iter().filter(|l| l.opening != Opening::None).map(|l| l.text).collect()
    }

    #[test]
    fn heads_that_count_up_are_found_however_they_are_marked() {
        for [a, b, c] in [
            ["1. Towing", "2. Fog", "3. Ramming a ship"],
            ["1 Towing", "2 Fog", "3 Ramming"],
            ["§ 1 Towing", "§ 2 Fog", "§ 3 Ramming"],
            ["R1. Towing. It is done.", "R2. Fog. It is done.", "R3. Ramming. It is done."],
            ["(a) Towing", "(b) Fog", "(c) Ramming"],
            ["1.1.1 Towing", "1.1.2 Fog", "1.2.1 Ramming"],
            ["0017 Old Tollkeeper", "0089 Fog!", "*0183 Ferry"],
        ] {
            let text = format!("Rulings\n\n{a}\nA ship does so.\n\n{b}\nNo ship does.\n\n{c}\nBoth do.\n");
            assert_eq!(heads(&text), [a, b, c]);
        }
        assert_eq!(heads("Towing\n------\nA ship does so.\n"), ["Towing"]);
    }

    #[test]
    fn steps_and_lists_are_no_heads() {
        for text in [
            "Do this:\n1. Choose a ship.\n2. Tow it.\n3. Say so.\n",
            "Do this:\n1. Choice\n2. Tow\n3. Say\n",
            "1. Towing\nA ship does so.\n",
            "(1.1) Ropes\nNone.\n(1.2) Fog\nNone.\n1. Towing\nSo.\n2. Fog\nSo.\n3. Ramming\nSo.\n(1.3) Sand\nNone.\n",
        ] {
            assert_eq!(heads(text), Vec::<String>::new(), "{text}");
        }
    }
}
