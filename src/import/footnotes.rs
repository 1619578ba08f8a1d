//! Footnotes: finds their references in the text and their words at the end of the page, and attaches each
//! note to the ruling that refers to it.

use super::block::{self, Block, Shape, escaped, is_raised};
use super::leftover::WhyLeft;
use super::line::Line;
use super::numbers;
use crate::corpus::ruling::Correction;

/// After fewer letters than this, a digit may be part of the word.
const MIN_WORD_LETTERS: usize = 3;

/// A figure stands behind no more stops than these, in bytes: `dawn.”1`.
const MAX_STOPS: usize = ".”".len();

/// The maximum number of lines of a footnote that is not the last one.
const MAX_NOTE_LINES: usize = 4;

/// Superscript digits, by value.
const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/// A footnote.
#[derive(Debug)]
pub(super) struct Note {
    /// Its mark, `¹`.
    pub(super) mark: String,
    pub(super) line: usize,
    pub(super) text: String,
}

/// A number in superscript digits.
pub(super) fn raised(number: usize) -> String {
    let figure = |c: char| c.to_digit(10).and_then(|n| RAISED.get(n as usize)).copied();
    number.to_string().chars().filter_map(figure).collect()
}

/// Parses a footnote, `1. In fog …`, `¹ In fog …`: its number, its text, and whether the number is
/// superscript.
fn note(text: &str) -> Option<(usize, &str, bool)> {
    let is_figure = |c: char| c.is_ascii_digit() || is_raised(c);
    let end = text.find(|c: char| !is_figure(c)).unwrap_or(text.len());
    let (figures, rest) = text.split_at(end);
    let digit = |c: char| RAISED.iter().position(|r| *r == c).or(c.to_digit(10).map(|n| n as usize));
    let number = figures.chars().try_fold(0, |number, c| digit(c).map(|n| number * 10 + n))?;
    let above = figures.contains(is_raised);
    let words = rest.strip_prefix(['.', ')']).unwrap_or(rest);
    let words = if above { words.trim_start() } else { words.strip_prefix(' ')?.trim_start() };
    let begins = words.starts_with(|c: char| !c.is_lowercase() && !c.is_ascii_digit());
    (begins && (1..100).contains(&number) && figures.chars().count() < 3).then_some((number, words, above))
}

/// Locates a footnote reference after a word: byte offset and length.
pub(super) fn marked(text: &str, number: usize) -> Option<(usize, usize)> {
    let above = raised(number);
    let behind_word =
        |at: usize| text[..at].ends_with(|c: char| c.is_alphabetic() || ".,;:!?”\"’)".contains(c));
    if let Some(at) = text.find(&above).filter(|at| behind_word(*at)) {
        return Some((at, above.len()));
    }
    let figures = number.to_string();
    let stands = |at: &usize| {
        let (before, after) = (&text[..*at], &text[at + figures.len()..]);
        let is_figure = after.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '/' | '%'))
            || after.starts_with('.') && after[1..].starts_with(|c: char| c.is_ascii_digit());
        let word = before.trim_end_matches(['.', ',', ';', ':', '!', '?', '”', '"', '’', ')']);
        let letters = word.chars().rev().take_while(|c| c.is_lowercase()).count();
        !is_figure && letters >= MIN_WORD_LETTERS && before.len() - word.len() <= MAX_STOPS
    };
    text.match_indices(&figures).map(|(at, _)| at).find(stands).map(|at| (at, figures.len()))
}

/// Takes the footnotes off the page that begins at line `start`, and turns their references (which may be on
/// the previous page) into superscripts.
pub(super) fn take(
    lines: &mut [Line],
    start: usize,
    notes: &mut Vec<Note>,
    corrections: &mut Vec<Correction>,
) {
    let mut ends: Vec<usize> = (start + 1..lines.len()).filter(|n| lines[*n].after_break).collect();
    ends.push(lines.len());
    let mut from = start;
    for end in ends {
        take_at_end(lines, from..end, notes, corrections);
        from = end;
    }
    for n in start..lines.len() {
        let Some((number, _, true)) = note(&lines[n].text) else { continue };
        let above = lines[n].line;
        let is_called = |l: &Line| l.line < above && marked(&l.text, number).is_some();
        if lines.iter().any(is_called) {
            let said =
                (n..lines.len()).take(MAX_NOTE_LINES).find(|at| block::ends_sentence(&lines[*at].text));
            take_one(lines, n..said.unwrap_or(n) + 1, notes);
        }
    }
}

/// Takes the footnotes from the end of a column, if they are numbered consecutively and each has a reference
/// above.
fn take_at_end(
    lines: &mut [Line],
    column: std::ops::Range<usize>,
    notes: &mut Vec<Note>,
    corrections: &mut Vec<Correction>,
) {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for n in column.clone().rev() {
        let Some((number, ..)) = note(&lines[n].text) else { continue };
        if found.last().is_some_and(|(_, last)| number + 1 != *last) {
            break;
        }
        found.push((n, number));
    }
    let has_mark =
        |(n, number): &(usize, usize)| lines[..*n].iter().any(|l| marked(&l.text, *number).is_some());
    let first = found.iter().rposition(has_mark).map_or(0, |at| at + 1);
    found.truncate(first);
    let ends = std::iter::once(column.end).chain(found.iter().map(|(n, _)| *n));
    let whole = found.iter().zip(ends).all(|((n, _), end)| is_one(&lines[*n..end]));
    if !found.iter().all(has_mark) || !whole {
        return;
    }
    let mut end = column.end;
    for (n, number) in found {
        for line in lines[..n].iter_mut() {
            if let Some((at, length)) = marked(&line.text, number) {
                set_above(line, at..at + length, number, corrections);
                break;
            }
        }
        take_one(lines, n..end, notes);
        end = n;
    }
}

/// Whether the lines are one footnote followed only by blank lines. A line that continues a sentence after
/// the footnote has ended belongs to the text above.
fn is_one(lines: &[Line]) -> bool {
    let own = lines.iter().take_while(|l| !l.text.is_empty()).count();
    let goes_on =
        |pair: &[Line]| block::ends_sentence(&pair[0].text) && pair[1].text.starts_with(char::is_lowercase);
    own <= MAX_NOTE_LINES
        && !lines[..own].windows(2).any(goes_on)
        && lines[own..].iter().all(|l| l.text.is_empty())
}

/// Turns a reference into a superscript, and records the correction.
fn set_above(line: &mut Line, at: std::ops::Range<usize>, number: usize, corrections: &mut Vec<Correction>) {
    let start = line.text[..at.start].rfind(' ').map_or(0, |n| n + 1);
    let printed = line.text[start..at.end].to_owned();
    line.text.replace_range(at.clone(), &raised(number));
    let corrected = format!("{}{}", &printed[..at.start - start], raised(number));
    if printed != corrected {
        let why = "the mark of a footnote, printed above the line".to_owned();
        corrections.push(Correction { printed, corrected, why });
    }
}

/// Removes the lines of one footnote, so that the sentence around them continues.
fn take_one(lines: &mut [Line], at: std::ops::Range<usize>, notes: &mut Vec<Note>) {
    let Some((number, words, _)) = note(&lines[at.start].text) else { return };
    let mut text = words.to_owned();
    for line in &lines[at.start + 1..at.end] {
        if !line.text.is_empty() {
            text = format!("{text} {}", line.text);
        }
    }
    notes.push(Note { mark: raised(number), line: lines[at.start].line, text: escaped(&text) });
    for line in &mut lines[at] {
        line.text.clear();
        line.perhaps_blank = true;
    }
}

/// Appends each footnote to the ruling that refers to it; unreferenced ones are left over.
pub(super) fn attach(blocks: &mut Vec<Block>, mut notes: Vec<Note>) {
    notes.sort_by_key(|note| note.line);
    for note in notes {
        let words = Block::paragraph(note.line, format!("{} {}", note.mark, note.text));
        let has_mark = |b: &Block| {
            let own = b.text.match_indices(&note.mark).any(|(at, _)| {
                let behind = &b.text[at + note.mark.len()..];
                at > 0 && !behind.starts_with(is_raised) && !b.text[..at].ends_with(is_raised)
            });
            own && b.line <= note.line && !matches!(b.shape, Shape::Aside(_))
        };
        let Some(at) = blocks.iter().rposition(has_mark) else {
            blocks.push(words.shaped(Shape::Aside(WhyLeft::NotPlaced)));
            continue;
        };
        let goes_on = |b: &&Block| {
            let text = matches!(b.shape, Shape::Paragraph | Shape::Item(_));
            text && !b.opens && !numbers::is_ruling(&b.text) && !block::is_question(&b.text)
        };
        let more = blocks[at + 1..].iter().take_while(goes_on).count();
        blocks.insert(at + 1 + more, words);
    }
}

/// A Markdown line with its references `[^1]` as superscripts, or the footnote that the line defines.
pub(super) fn of_markdown(text: &str) -> (String, Option<(usize, String)>) {
    let number = |inner: &str| inner.parse::<usize>().ok().filter(|n| (1..100).contains(n));
    let own = text.strip_prefix("[^").and_then(|rest| rest.split_once("]: "));
    if let Some((number, words)) = own.and_then(|(inner, words)| Some((number(inner)?, words))) {
        return (String::new(), Some((number, words.to_owned())));
    }
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("[^") {
        out.push_str(before);
        match behind.split_once(']').and_then(|(inner, behind)| Some((number(inner)?, behind))) {
            Some((number, behind)) => {
                out.push_str(&raised(number));
                rest = behind;
            }
            None => {
                out.push_str("[^");
                rest = behind;
            }
        }
    }
    (out + rest, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Vec<String>, Vec<String>) {
        let mut lines = Line::all(text);
        let (mut notes, mut corrections) = (Vec::new(), Vec::new());
        take(&mut lines, 0, &mut notes, &mut corrections);
        let kept = lines.into_iter().map(|l| l.text).filter(|t| !t.is_empty()).collect();
        (kept, notes.into_iter().map(|n| format!("{} {}", n.mark, n.text)).collect())
    }

    #[test]
    fn footnotes_are_distinguished_from_steps() {
        let (kept, notes) =
            read("A ship1 tows at night2.\n\n1. A raft is none.\n2. Not in fog,\nnor in rain.\n");
        assert_eq!(kept, ["A ship¹ tows at night²."]);
        assert_eq!(notes, ["² Not in fog, nor in rain.", "¹ A raft is none."]);
        let steps = "A ship tows so:\n1. A rope is tied.\n2. It is pulled.\n";
        assert_eq!(read(steps).1, Vec::<String>::new());
        let (kept, notes) = read("A ship tows¹ one\n¹ In fog none.\nother ship.\n");
        assert_eq!(
            (kept.join(" ").as_str(), notes.as_slice()),
            ("A ship tows¹ one other ship.", &["¹ In fog none.".to_owned()][..])
        );
    }

    #[test]
    fn the_marks_of_markdown_are_set_above_the_line() {
        assert_eq!(of_markdown("A ship[^1] tows.").0, "A ship¹ tows.");
        assert_eq!(of_markdown("[^1]: A raft is none.").1, Some((1, "A raft is none.".to_owned())));
        assert_eq!(of_markdown("a [^x] b").0, "a [^x] b");
    }
}
