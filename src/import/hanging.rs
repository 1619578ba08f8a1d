//! Numbers that hang in the margin, on lines by themselves, apart from what they number: `1.1.2`, and below
//! it, after a blank line, the rule.

use super::spacing::GONE;

/// The minimum number of such lines that is not a coincidence.
const MIN_NUMBERS: usize = 3;

/// No more blank lines than this part a number from its rule.
const MAX_BLANK: usize = 2;

/// A chapter's number stands no more full lines than this above the first number in it.
const MAX_LINES_OF_TITLE: usize = 3;

/// A number on a line by itself.
struct Mark {
    line: usize,
    /// `A.2` as `[1, 2]`, so that it may be compared.
    count: Vec<u32>,
}

/// Puts numbers that stand by themselves in front of the next full line, if there are several that count up.
pub(super) fn joined(text: &str) -> String {
    let lines: Vec<&str> = text.split('\n').collect();
    let deep = |(line, text): (usize, &&str)| {
        let count = count_of(text).filter(|count| count.len() > 1)?;
        Some(Mark { line, count })
    };
    let marks: Vec<Mark> = lines.iter().enumerate().filter_map(deep).collect();
    let rising = marks.windows(2).filter(|pair| pair[0].count < pair[1].count).count();
    if marks.len() < MIN_NUMBERS || (rising + 1) * 5 < marks.len() * 4 {
        return text.to_owned();
    }
    let mut out: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    let chapters = marks.iter().filter_map(|mark| chapter_above(&lines, mark));
    for at in marks.iter().map(|mark| mark.line).chain(chapters).collect::<Vec<usize>>() {
        let Some(words) = words_of(&lines, at) else { continue };
        out[at] = format!("{} {}", lines[at].trim_end(), lines[words].trim_start());
        for gone in &mut out[at + 1..=words] {
            GONE.clone_into(gone);
        }
    }
    out.join("\n")
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

/// The number that is all a line says: `1`, `1.1.2`, `1.2.`, `A.3`.
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
        count.push(number(part)?);
    }
    (count.len() <= 4).then_some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        joined(text).replace("\u{1}\n", "")
    }

    #[test]
    fn numbers_are_put_in_front_of_what_they_number() {
        let text = "1\n\nRopes\n\n1.1\n\nA rope is\ntied.\n1.2\n\nIt is not.\n\nA.1\n\nKnots\n\nNo knot.\n";
        assert_eq!(read(text), "1 Ropes\n\n1.1 A rope is\ntied.\n1.2 It is not.\n\nA.1 Knots\n\nNo knot.\n");
    }

    #[test]
    fn numbers_without_words_and_figures_stay() {
        for text in [
            "1.1\n1.2\n1.3\n\nA rope.\n\nTwo ropes.\n",
            "1.1\n\nA rope.\n",
            "4.2\n\nA\n\n3.1\n\nB\n\n2.1\n\nC\n\n1.1\n\nD\n",
            "1\n\nA rope.\n\n2\n\nTwo ropes.\n\n3\n\nMore.\n",
        ] {
            assert_eq!(read(text).replace("1.3 A rope.", "1.3\n\nA rope."), text, "{text}");
        }
    }
}
