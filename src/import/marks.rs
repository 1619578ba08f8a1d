//! Marks in plain text that are not words: `+` before changes, index letters, `- - * - A - * - -`, column
//! rulers, forum breadcrumbs.

use super::block::{Block, Shape, list_mark};
use super::leftover::WhyLeft;
use super::line::{Line, Opening};

/// The minimum number of marks that is not a coincidence.
const MIN_MARKS: usize = 2;

/// A line with fewer marks than this is not an index line.
const MIN_INDEX_MARKS: usize = 4;

/// The minimum length of a ruler, in characters.
const MIN_RULER_WIDTH: usize = 30;

/// A thread's subject is within this many lines from the start.
const MAX_FRONT_LINES: usize = 10;

/// The subject of a thread or mail, which serves as its title.
pub(super) fn subject(line: &str) -> Option<&str> {
    line.strip_prefix("Subject: ").or_else(|| of_thread(line))
}

/// The subject of a thread, without the forum's label.
fn of_thread(line: &str) -> Option<&str> {
    ["Topic: ", "Thread: ", "Thema: "].iter().find_map(|of| line.strip_prefix(of))
}

/// The links to change what stands below a heading of a wiki's page.
const LINKS: [&str; 4] = ["[edit]", "[edit | edit source]", "[edit source]", "[modifier]"];

/// The heading in front of such a link.
pub(super) fn link_to_change(line: &str) -> Option<&str> {
    let title = LINKS.iter().find_map(|link| line.strip_suffix(link))?.trim_end();
    (!title.is_empty()).then_some(title)
}

/// Takes the link to change it off the headings of a wiki's page, `Towing[edit]`; what went is returned.
fn links_to_change(lines: &mut [Line]) -> Vec<Block> {
    let mut gone = Vec::new();
    for line in lines.iter_mut() {
        let Some(title) = link_to_change(&line.text).map(str::to_owned) else { continue };
        let link = line.text[title.len()..].trim_start();
        gone.push(Block::paragraph(line.line, link).shaped(Shape::Aside(WhyLeft::OutsideArticle)));
        (line.opening, line.text) = (Opening::Head, title);
    }
    gone
}

/// Takes the marks off the lines; the lines that were nothing else are returned.
pub(super) fn find(lines: &mut [Line]) -> Vec<Block> {
    let mut gone = Vec::new();
    if let Some(subject) = lines.iter_mut().take(MAX_FRONT_LINES).find(|line| subject(&line.text).is_some()) {
        (subject.opening, subject.level) = (Opening::Head, 1);
        // A mail's subject line stays as printed.
        if let Some(words) = of_thread(&subject.text).map(str::to_owned) {
            subject.text = words;
        }
    }
    let is_mark = |line: &Line| is_of_index(&line.text) || is_ruler(&line.text) || is_way(&line.text);
    for line in lines.iter_mut().filter(|line| is_mark(line)) {
        let text = std::mem::take(&mut line.text);
        gone.push(Block::paragraph(line.line, text).shaped(Shape::Aside(WhyLeft::PageFurniture)));
    }
    gone.extend(links_to_change(lines));
    let changed = |line: &&Line| of_changed(&line.text).is_some();
    if lines.iter().filter(changed).count() < MIN_MARKS {
        return gone;
    }
    let mut before = String::new();
    for line in lines.iter_mut() {
        // After a ruling's source in brackets, the next ruling starts.
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

/// The text after a change mark, `+ It may.`
fn of_changed(line: &str) -> Option<&str> {
    line.strip_prefix("+ ")
        .filter(|words| words.starts_with(|c: char| !c.is_lowercase()) && words.contains(' '))
}

/// Whether a line consists of marks and a letter.
fn is_of_index(line: &str) -> bool {
    let is_mark = |word: &str| word.chars().all(|c| matches!(c, '-' | '*' | '=' | '~' | '.' | '•' | '+'));
    let words: Vec<&str> = line.split(' ').collect();
    let letters: Vec<&&str> = words.iter().filter(|word| !is_mark(word)).collect();
    let one = matches!(letters.as_slice(), [letter] if letter.chars().count() == 1);
    (one || letters.is_empty()) && words.len() > MIN_INDEX_MARKS
}

/// Whether a line is a breadcrumb trail: `Harbour » Forums » Rules`.
fn is_way(line: &str) -> bool {
    line.matches(" » ").count() >= 2 && !line.contains("« ")
}

/// Whether a line is a ruler, `xxxxxxxxx1xxxxxxxxx2`.
fn is_ruler(line: &str) -> bool {
    let Some(first) = line.chars().next().filter(|c| c.is_alphabetic()) else { return false };
    line.len() >= MIN_RULER_WIDTH && line.chars().all(|c| c == first || c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_marks_are_distinguished_from_words() {
        for line in ["- - * - * - A - * - * - -", "* * * * *"] {
            assert!(is_of_index(line), "{line}");
        }
        for line in ["- A rope", "1 - 2 - 3 - 4", "A - B - C"] {
            assert!(!is_of_index(line), "{line}");
        }
        assert!(is_ruler("xxxxxxxxx1xxxxxxxxx2xxxxxxxxx3xxxxxxxxx4") && !is_ruler("xxxx"));
    }
}
