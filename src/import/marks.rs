//! Marks in plain text that are not words: `+` before changes, index letters, `- - * - A - * - -`, column
//! rulers, forum breadcrumbs.

use super::block::{Block, Shape, ends_sentence, in_title_case, list_mark};
use super::heads;
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
    ["Subject: ", "Subj: "].iter().find_map(|of| line.strip_prefix(of)).or_else(|| of_thread(line))
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
        // A page in Markdown has the marks of its headings, too.
        let level = title.bytes().take_while(|b| *b == b'#').count();
        line.opening = Opening::Head;
        line.level = if level > 0 { level } else { line.level };
        line.text = title[level..].trim_start().to_owned();
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
    for line in lines.iter_mut() {
        if let Some(text) = with_whole_emphasis(&line.text) {
            line.text = text;
        }
    }
    for line in lines.iter_mut().filter(|line| is_mark(line)) {
        let text = std::mem::take(&mut line.text);
        gone.push(Block::paragraph(line.line, text).shaped(Shape::Aside(WhyLeft::PageFurniture)));
    }
    gone.extend(links_to_change(lines));
    comments(lines);
    let changed = |line: &&Line| of_changed(&line.text).is_some();
    if lines.iter().filter(changed).count() < MIN_MARKS {
        return gone;
    }
    heads_of_marked(lines);
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

/// The text after a change mark, `+ It may.`, `@It may.`
fn of_changed(line: &str) -> Option<&str> {
    ["+ ", "@ ", "@"]
        .iter()
        .find_map(|mark| line.strip_prefix(mark))
        .filter(|words| words.starts_with(|c: char| !c.is_lowercase()) && words.contains(' '))
}

/// Makes headings of the titles right above what is marked, if they stand apart from what is above them.
fn heads_of_marked(lines: &mut [Line]) {
    let is_marked = |line: &Line| of_changed(&line.text).is_some();
    for n in 0..lines.len().saturating_sub(1) {
        let title = lines[n].text.as_str();
        let apart = n == 0 || lines[n - 1].text.is_empty() || ends_sentence(&lines[n - 1].text);
        let is_head = apart && heads::is_title(title) && in_title_case(title) && !is_marked(&lines[n]);
        if is_head && is_marked(&lines[n + 1]) && lines[n].opening == Opening::None {
            lines[n].opening = Opening::Head;
        }
    }
}

/// Takes the marks off remarks of several lines, each of them behind a `#`: they are no headings.
fn comments(lines: &mut [Line]) {
    let words = |text: &str| (text == "#").then_some("").or(text.strip_prefix("# ")).map(str::to_owned);
    let mut from = 0;
    while from < lines.len() {
        let count = lines[from..].iter().take_while(|line| words(&line.text).is_some()).count();
        let run = &mut lines[from..from + count];
        let is_said = |line: &Line| words(&line.text).is_some_and(|words| !heads::is_title(&words));
        if count > 1 && run.iter().any(|line| line.text != "#" && is_said(line)) {
            for line in run.iter_mut() {
                line.text = words(&line.text).unwrap_or_default();
            }
            if let Some(first) = run.iter_mut().find(|line| !line.text.is_empty()) {
                first.opening = Opening::Words;
            }
        }
        from += count.max(1);
    }
}

/// A line whose count is in bold by itself, `**1)** **Towing**`, with one emphasis around both.
fn with_whole_emphasis(line: &str) -> Option<String> {
    let (count, rest) = line.strip_prefix("**")?.split_once("** **")?;
    let digits = count.strip_suffix(['.', ')', ':'])?;
    let counts = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    counts.then(|| format!("**{count} {rest}"))
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
        let mut lines = Line::all("# Towing\n\nIt may.\n# It says so, as the\n# rule does.\n");
        comments(&mut lines);
        let read: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(read, ["# Towing", "", "It may.", "It says so, as the", "rule does."]);
        let mut lines = Line::all("It may.\nTwo Ropes\n@ A rope is\ntied.\n@A rope is not.\n");
        find(&mut lines);
        let heads: Vec<&str> =
            lines.iter().filter(|line| line.opening == Opening::Head).map(|line| &*line.text).collect();
        assert_eq!(heads, ["Two Ropes"]);
        assert!(is_ruler("xxxxxxxxx1xxxxxxxxx2xxxxxxxxx3xxxxxxxxx4") && !is_ruler("xxxx"));
    }
}
