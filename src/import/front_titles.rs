//! The title of a document that stands below other lines of its front page, where no blank line parts them:
//! the text of a page without layout comes in whatever order.

use super::block;
use super::line::{Line, Opening};
use super::sections;

/// The lines of a front page.
const MAX_LINES: usize = 20;

/// The maximum number of lines of a title.
const MAX_TITLE_LINES: usize = 3;

/// Begins a paragraph with such a title.
pub(super) fn find(lines: &mut [Line]) {
    let front = lines.len().min(MAX_LINES);
    let is_one = |n: &usize| {
        let above = &lines[n - 1].text;
        let apart = above.is_empty() || is_titled(above) || above.ends_with(',');
        !apart && lines[*n].opening == Opening::None && is_title(&lines[*n..])
    };
    if let Some(n) = (1..front).find(is_one) {
        lines[n].opening = Opening::Paragraph;
    }
}

/// Whether these lines begin with a title that says of two kinds of rulings that they are in the document.
fn is_title(lines: &[Line]) -> bool {
    let mut title = String::new();
    for line in lines.iter().take(MAX_TITLE_LINES).take_while(|line| is_titled(&line.text)) {
        title = format!("{title} {}", line.text);
        if !title.ends_with([',', '&']) && !title.ends_with(" and") {
            break;
        }
    }
    let words = format!(" {} ", block::words(&title));
    let has = |all: &&&[&str]| all.iter().any(|one| words.contains(&format!(" {one} ")));
    KINDS.iter().filter(has).count() >= 2
}

/// What titles call the kinds of rulings.
const KINDS: [&[&str]; 4] = [
    &["errata", "erratum"],
    &["clarification", "clarifications"],
    &["frequently asked questions", "faq"],
    &["rulings", "official rulings"],
];

/// Whether a line may be one of a title: its longer words have capitals, it has neither figures nor a stop.
fn is_titled(line: &str) -> bool {
    let bare = line.trim_end_matches([',', '&', ' ']);
    bare.starts_with(char::is_uppercase)
        && bare.ends_with(char::is_alphabetic)
        && !bare.contains(|c: char| c.is_ascii_digit() || c == '(')
        && block::is_titled_throughout(bare)
}

/// Joins the title of a part that stands on two lines, the first of which ends as no title does.
pub(super) fn join(lines: &mut [Line]) {
    const HANGS: [&str; 5] = ["and", "&", "of", "asked", "rules"];
    for n in 1..lines.len() {
        // One blank line may stand between them.
        let at = if lines[n].text.is_empty() { n + 1 } else { n };
        let (first, Some(second)) = (lines[n - 1].text.as_str(), lines.get(at)) else { continue };
        let last = first.rsplit(' ').next().unwrap_or_default().to_lowercase();
        let whole = format!("{first} {}", second.text);
        let goes_on = !second.text.is_empty() && sections::starts_like_title(&second.text);
        if goes_on && HANGS.contains(&last.as_str()) && sections::is_section_title(&whole) {
            lines[n - 1].text.clear();
            lines[at].text = whole;
            lines[at].after_break |= lines[n - 1].after_break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begun(texts: &[&str]) -> Option<usize> {
        let mut lines = Line::all(&texts.join("\n"));
        find(&mut lines);
        lines.iter().position(|line| line.opening == Opening::Paragraph)
    }

    #[test]
    fn a_title_below_a_sentence_begins_a_paragraph() {
        let title = ["Official Rules Clarification,", "Frequently Asked Questions, and Errata"];
        assert_eq!(begun(&["Send them to the harbour", title[0], title[1]]), Some(1));
        assert_eq!(begun(&[title[0], title[1], "Card Errata"]), None);
        assert_eq!(begun(&["Errata (pg. 2),", "Rules Clarifications, Frequently Asked Questions"]), None);
        assert_eq!(begun(&["It is in a part of the", "Rules Clarifications"]), None);
    }
}
