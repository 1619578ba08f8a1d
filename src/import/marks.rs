//! Marks beside the words of a plain file that are none of them: `+` in front of what changed since the last
//! one, the line of a letter in an index, `- - * - A - * - -`, a ruler of columns, the way to a forum's page.

use super::block::{Block, Shape, list_mark};
use super::leftover::WhyLeft;
use super::line::{Line, Opening};

/// The minimum number of marks that is no coincidence.
const SEVERAL: usize = 2;

/// A line of fewer marks than this is no line of an index.
const MARKS: usize = 4;

/// A ruler is at least so many characters long.
const RULER: usize = 30;

/// The subject of a thread stands on one of the first lines.
const FRONT: usize = 10;

/// The subject of a thread or a mail, which is its title.
pub(super) fn subject(line: &str) -> Option<&str> {
    line.strip_prefix("Subject: ").or_else(|| of_thread(line))
}

/// The subject of a thread, without the forum's word for it.
fn of_thread(line: &str) -> Option<&str> {
    ["Topic: ", "Thread: ", "Thema: "].iter().find_map(|of| line.strip_prefix(of))
}

/// Takes the marks off the lines; the lines that were nothing else are returned.
pub(super) fn find(lines: &mut [Line]) -> Vec<Block> {
    let mut gone = Vec::new();
    if let Some(subject) = lines.iter_mut().take(FRONT).find(|line| subject(&line.text).is_some()) {
        (subject.opening, subject.level) = (Opening::Head, 1);
        // Of a mail it stays, as mails print it.
        if let Some(words) = of_thread(&subject.text).map(str::to_owned) {
            subject.text = words;
        }
    }
    let is_mark = |line: &Line| is_of_index(&line.text) || is_ruler(&line.text) || is_way(&line.text);
    for line in lines.iter_mut().filter(|line| is_mark(line)) {
        let text = std::mem::take(&mut line.text);
        gone.push(Block::paragraph(line.line, text).shaped(Shape::Aside(WhyLeft::PageFurniture)));
    }
    let changed = |line: &&Line| of_changed(&line.text).is_some();
    if lines.iter().filter(changed).count() < SEVERAL {
        return gone;
    }
    let mut before = String::new();
    for line in lines.iter_mut() {
        // Behind the source of a ruling, in brackets, another begins.
        let begins = before.ends_with(']') && line.text.starts_with(char::is_uppercase);
        if let Some(words) = of_changed(&line.text).map(str::to_owned) {
            line.text = words;
            line.opening = Opening::Paragraph;
        } else if begins && line.opening == Opening::None && list_mark(&line.text).is_none() {
            line.opening = Opening::Paragraph;
        }
        before.clone_from(&line.text);
    }
    gone
}

/// The words behind the mark of what changed, `+ It may.`
fn of_changed(line: &str) -> Option<&str> {
    line.strip_prefix("+ ")
        .filter(|words| words.starts_with(|c: char| !c.is_lowercase()) && words.contains(' '))
}

/// Whether a line has nothing but marks, and a letter among them.
fn is_of_index(line: &str) -> bool {
    let is_mark = |word: &str| word.chars().all(|c| matches!(c, '-' | '*' | '=' | '~' | '.' | '•' | '+'));
    let words: Vec<&str> = line.split(' ').collect();
    let letters: Vec<&&str> = words.iter().filter(|word| !is_mark(word)).collect();
    let one = matches!(letters.as_slice(), [letter] if letter.chars().count() == 1);
    (one || letters.is_empty()) && words.len() > MARKS
}

/// Whether a line is the way to a page, as forums print it: `Harbour » Forums » Rules`.
fn is_way(line: &str) -> bool {
    line.matches(" » ").count() >= 2 && !line.contains("« ")
}

/// Whether a line is a ruler, `xxxxxxxxx1xxxxxxxxx2`.
fn is_ruler(line: &str) -> bool {
    let Some(first) = line.chars().next().filter(|c| c.is_alphabetic()) else { return false };
    line.len() >= RULER && line.chars().all(|c| c == first || c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_marks_are_told_from_words() {
        for line in ["- - * - * - A - * - * - -", "* * * * *"] {
            assert!(is_of_index(line), "{line}");
        }
        for line in ["- A rope", "1 - 2 - 3 - 4", "A - B - C"] {
            assert!(!is_of_index(line), "{line}");
        }
        assert!(is_ruler("xxxxxxxxx1xxxxxxxxx2xxxxxxxxx3xxxxxxxxx4") && !is_ruler("xxxx"));
    }
}
