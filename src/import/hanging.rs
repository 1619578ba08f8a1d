//! Numbers that hang in the margin, on lines by themselves, apart from what they number: `1.1.2`, and below
//! it, after a blank line, the rule.

use std::collections::BTreeSet;

use super::block::{Block, Shape};
use super::leftover::WhyLeft;
use super::line::{Line, Opening};
use super::spacing::GONE;
use super::{block, heads};

/// The minimum number of such lines that is not a coincidence.
const MIN_NUMBERS: usize = 3;

/// No more blank lines than this part a number from its rule.
const MAX_BLANK: usize = 2;

/// A chapter's number stands no more full lines than this above the first number in it.
const MAX_LINES_OF_TITLE: usize = 3;

/// No number has more parts.
const MAX_DEPTH: usize = 6;

/// The words of a number are looked for on no more lines than this.
const MAX_LINES_OF_RULE: usize = 40;

/// A number on a line by itself.
struct Mark {
    line: usize,
    /// `A.2` as `[1, 2]`, `7.2.b` as `[7, 2, 2]`, so that it may be compared.
    count: Vec<u32>,
}

/// The note on words below several numbers.
const STACKED: &str =
    "several numbers stand one below the other in front of it; do all its words belong to the first of them?";

/// A text whose numbers stand in front of what they number.
#[derive(Debug, Default)]
pub(super) struct Joined {
    pub(super) text: String,
    /// The lines at which the words of a number of a stack begin.
    begun: BTreeSet<usize>,
    /// The lines of words below several numbers, of which only the first is in front of them.
    doubted: BTreeSet<usize>,
    /// The other numbers, with their lines.
    left: Vec<(usize, String)>,
}

impl Joined {
    /// Marks the lines at which the words of stacked numbers begin; returns the numbers that are in front of
    /// no words.
    pub(super) fn mark(&self, lines: &mut [Line]) -> Vec<Block> {
        for line in lines.iter_mut() {
            if line.opening == Opening::None && self.begun.contains(&line.line) {
                line.opening = Opening::Paragraph;
            }
            if self.doubted.contains(&line.line) {
                line.doubt = line.doubt.or(Some(STACKED));
            }
        }
        let aside = |(line, number): &(usize, String)| Block::paragraph(*line, number.as_str());
        self.left.iter().map(|left| aside(left).shaped(Shape::Aside(WhyLeft::NumberInFront))).collect()
    }
}

/// Puts numbers that stand by themselves in front of the next full line, if there are several that count up.
pub(super) fn joined(text: &str) -> Joined {
    let lines: Vec<&str> = text.split('\n').collect();
    let counted = |(line, text): (usize, &&str)| Some(Mark { line, count: count_of(text)? });
    let all: Vec<Mark> = lines.iter().enumerate().filter_map(counted).collect();
    let deep: Vec<&Mark> = all.iter().filter(|mark| mark.count.len() > 1).collect();
    let rising = deep.windows(2).filter(|pair| pair[0].count < pair[1].count).count();
    if deep.len() < MIN_NUMBERS || (rising + 1) * 5 < deep.len() * 4 {
        return Joined { text: text.to_owned(), ..Joined::default() };
    }
    let chapters = deep.iter().filter_map(|mark| chapter_above(&lines, mark));
    let mut marks: Vec<usize> = deep.iter().map(|mark| mark.line).chain(chapters).collect();
    marks.extend(between(&lines, &all));
    marks.sort_unstable();
    marks.dedup();
    let mut out: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    let mut joined = Joined::default();
    for stack in stacks(&lines, &marks) {
        join(&mut out, &lines, &stack, &mut joined);
    }
    Joined { text: out.join("\n"), ..joined }
}

/// The lines of whole numbers with a stop, `134.`, that count on between the deeper ones around them.
fn between(lines: &[&str], all: &[Mark]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut last = 0;
    let mut majors: Vec<u32> = vec![u32::MAX; all.len() + 1];
    for (n, mark) in all.iter().enumerate().rev() {
        majors[n] = if mark.count.len() > 1 { mark.count[0] } else { majors[n + 1] };
    }
    for (n, mark) in all.iter().enumerate() {
        let whole = mark.count.len() == 1 && lines[mark.line].trim().ends_with('.');
        if whole && last > 0 && mark.count[0] > last && mark.count[0] <= majors[n + 1] {
            found.push(mark.line);
        }
        if whole && found.last() == Some(&mark.line) || mark.count.len() > 1 {
            last = mark.count[0];
        }
    }
    found
}

/// Numbers that stand one below the other, with nothing but blank lines between them.
fn stacks(lines: &[&str], marks: &[usize]) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = Vec::new();
    for at in marks {
        let is_next = |stack: &&mut Vec<usize>| {
            let last = stack.last().copied().unwrap_or(*at);
            *at - last <= MAX_BLANK + 1 && !lines[last + 1..*at].iter().any(|line| is_full(line))
        };
        match found.last_mut().filter(is_next) {
            Some(stack) => stack.push(*at),
            None => found.push(vec![*at]),
        }
    }
    found
}

/// Puts each number of a stack in front of its words. If it is not certain where the words of each begin, all
/// of them are below the first, and doubtful.
fn join(out: &mut [String], lines: &[&str], stack: &[usize], joined: &mut Joined) {
    let Some(words) = stack.last().and_then(|last| words_of(lines, *last)) else { return };
    let places = placed(lines, stack, &words_below(lines, words));
    if places.is_none() {
        joined.doubted.insert(words + 1);
        joined.left.extend(stack[1..].iter().map(|at| (at + 1, lines[*at].trim().to_owned())));
    }
    out[stack[0]..words].iter_mut().for_each(|line| GONE.clone_into(line));
    for (number, at) in stack.iter().zip(places.unwrap_or_else(|| vec![words])) {
        out[at] = format!("{} {}", lines[*number].trim(), lines[at].trim_start());
        joined.begun.extend((at > words).then_some(at + 1));
    }
}

/// The lines at which the words of each number of a stack begin.
fn placed(lines: &[&str], stack: &[usize], own: &[usize]) -> Option<Vec<usize>> {
    let text = |n: usize| lines[own[n]].trim();
    let is_title = |n: usize| heads::is_title(text(n)) && block::in_title_case(text(n));
    let ends = |n: usize| block::ends_sentence(text(n)) || text(n).ends_with(':') || is_title(n);
    let is_whole = |n: usize| count_of(lines[stack[n]]).is_some_and(|count| count.len() == 1);
    let end = own.len() - 1;
    match stack.len() {
        1 => Some(vec![own[0]]),
        count if count == own.len() && (0..count).all(ends) => Some(own.to_vec()),
        2 if is_whole(0) && end > 0 && is_title(0) => Some(vec![own[0], own[1]]),
        2 if is_whole(1) && end > 0 && is_title(end) && ends(end - 1) => Some(vec![own[0], own[end]]),
        _ => None,
    }
}

/// The full lines from the first words of a number to the next number, as far as a paragraph goes.
fn words_below(lines: &[&str], words: usize) -> Vec<usize> {
    let is_end =
        |n: &usize| is_full(lines[*n]) && count_of(lines[*n]).is_some() || lines[*n].contains('\u{c}');
    let end = (words + 1..lines.len().min(words + MAX_LINES_OF_RULE)).find(is_end);
    let end = end.unwrap_or(lines.len().min(words + MAX_LINES_OF_RULE));
    (words..end).filter(|n| is_full(lines[*n])).collect()
}

/// The line of the words that a number belongs to: the next full one of its page, unless that is a number,
/// too.
fn words_of(lines: &[&str], at: usize) -> Option<usize> {
    let near = at + 1..lines.len().min(at + 2 + MAX_BLANK);
    let words = near.clone().find(|n| is_full(lines[*n]))?;
    let own_page = lines[at + 1..=words].iter().all(|line| !line.contains('\u{c}'));
    (own_page && lines[words].contains(char::is_alphabetic) && count_of(lines[words]).is_none())
        .then_some(words)
}

/// The line above the first number of a chapter that has only the chapter's own number.
fn chapter_above(lines: &[&str], mark: &Mark) -> Option<usize> {
    let [chapter, first] = mark.count.as_slice() else { return None };
    let mut above = (0..mark.line).rev().filter(|n| is_full(lines[*n])).take(MAX_LINES_OF_TITLE);
    above.find(|n| *first == 1 && count_of(lines[*n]).is_some_and(|count| count == [*chapter]))
}

fn is_full(line: &str) -> bool {
    !line.trim().is_empty() && line != GONE
}

/// The number that is all a line says: `1`, `1.1.2`, `1.2.`, `A.3`, `7.2.b.1`.
fn count_of(line: &str) -> Option<Vec<u32>> {
    let text = line.trim();
    let text = text.strip_suffix('.').unwrap_or(text);
    let letter = |part: &str| match part.as_bytes() {
        [letter @ b'A'..=b'Z'] => Some(u32::from(*letter)),
        _ => None,
    };
    let number = |part: &str| {
        let sound = (1..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        part.parse().ok().filter(|_| sound)
    };
    let (first, rest) = text.split_once('.').map_or((text, None), |(first, rest)| (first, Some(rest)));
    let mut count = vec![number(first).or_else(|| letter(first).filter(|_| rest.is_some()))?];
    for part in rest.into_iter().flat_map(|rest| rest.split('.')) {
        let small = part.as_bytes().first().filter(|c| c.is_ascii_lowercase() && part.len() == 1);
        count.push(number(part).or_else(|| small.map(|letter| u32::from(letter - b'a' + 1)))?);
    }
    (count.len() <= MAX_DEPTH).then_some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        joined(text).text.replace("\u{1}\n", "")
    }

    #[test]
    fn numbers_are_put_in_front_of_what_they_number() {
        let text = "1\n\nRopes\n\n1.1\n\nA rope is\ntied.\n1.2\n\nIt is not.\n\nA.1\n\nKnots\n\nNo knot.\n";
        assert_eq!(read(text), "1 Ropes\n\n1.1 A rope is\ntied.\n1.2 It is not.\n\nA.1 Knots\n\nNo knot.\n");
    }

    #[test]
    fn numbers_in_a_stack_are_put_in_front_of_their_words_if_these_are_separate() {
        let rules = "7.1.\n\nA rope is tied.\n\n7.1.a.\n\nIt is wet.\n\n";
        for (stack, expected) in [
            ("8.\n8.1.\n\nTugs\nA tug tows\nat dawn.\n", "8. Tugs\n8.1. A tug tows\nat dawn.\n"),
            (
                "7.1.b.\n\n8.\n\nA rope\nis dry.\nTugs\n\n8.1.\n\nSo.\n",
                "7.1.b. A rope\nis dry.\n8. Tugs\n\n8.1. So.\n",
            ),
            (
                "7.2.\n7.2.a.\n\nA Long Rope\nWhile it is dry:\n",
                "7.2. A Long Rope\n7.2.a. While it is dry:\n",
            ),
            (
                "8.\n\nA rope is no tug.\n\n9.\n\nNor a lamp.\n\n9.1.\n\nSo.\n",
                "8. A rope is no tug.\n\n9. Nor a lamp.\n\n9.1. So.\n",
            ),
        ] {
            let found = joined(&format!("{rules}{stack}"));
            let read = found.text.replace("\u{1}\n", "");
            assert_eq!(read, format!("7.1. A rope is tied.\n\n7.1.a. It is wet.\n\n{expected}"));
            assert!(found.doubted.is_empty() && found.left.is_empty());
        }
        let found = joined(&format!("{rules}7.2.\n7.3.\n\nA rope is\ntwo ropes.\nTugs are not.\n"));
        assert!(found.text.ends_with("7.2. A rope is\ntwo ropes.\nTugs are not.\n"), "{}", found.text);
        assert_eq!((found.doubted, found.left), (BTreeSet::from([12]), vec![(10, "7.3.".to_owned())]));
    }

    #[test]
    fn numbers_without_words_and_figures_stay() {
        for text in [
            "1.1\n\nA rope.\n",
            "4.2\n\nA\n\n3.1\n\nB\n\n2.1\n\nC\n\n1.1\n\nD\n",
            "1\n\nA rope.\n\n2\n\nTwo ropes.\n\n3\n\nMore.\n",
        ] {
            assert_eq!(read(text), text);
        }
    }
}
