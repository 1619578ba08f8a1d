//! What a forum or a mail program sets around the words of another, which a ruling answers: `Anna wrote:`,
//! `Quote:`, `[quote="Anna"]`.

use super::block::{Block, Shape, ends_sentence, is_question};
use super::leftover::WhyLeft;
use super::line::{Line, Opening};

/// The note on a quotation that asks nothing.
const QUOTED: &str = "words that it quotes from another post stand in it; are they part of the ruling?";

/// The maximum number of words in front of `wrote:`.
const MAX_AUTHOR_WORDS: usize = 8;

/// No more lines are looked at for what is quoted.
const MAX_QUOTED_LINES: usize = 40;

/// Takes the lines that introduce quotations off; what went is returned. What is quoted and asks nothing is
/// doubtful.
pub(super) fn find(lines: &mut [Line]) -> Vec<Block> {
    let mut gone = Vec::new();
    for n in 0..lines.len() {
        let text = lines[n].text.clone();
        if is_added(&text) {
            gone.push(lines[n].take(WhyLeft::OfAPost));
            continue;
        }
        if let Some(quoted) = text.strip_suffix(CLOSES).filter(|_| !text.starts_with("[quote")) {
            gone.push(Block::paragraph(lines[n].line, CLOSES).shaped(Shape::Aside(WhyLeft::OfAPost)));
            lines[n].text = quoted.trim_end().to_owned();
            continue;
        }
        let (kept, mark) = without_mark(&text);
        let Some(mark) = mark else { continue };
        gone.push(Block::paragraph(lines[n].line, mark).shaped(Shape::Aside(WhyLeft::OfAPost)));
        let opening = std::mem::replace(&mut lines[n].opening, Opening::None);
        lines[n].text = kept.to_owned();
        let quoted = n + usize::from(lines[n].text.is_empty());
        let is_said = |at: &usize| !lines[*at].text.is_empty();
        let near = lines.len().min(quoted + MAX_QUOTED_LINES);
        let Some(first) = (quoted..near).find(is_said) else { continue };
        let end = (first..near).find(|at| lines[*at].text.is_empty()).unwrap_or(near);
        let asks = lines[first..end].iter().any(|line| line.text.contains('?'));
        if lines[first].opening == Opening::None {
            lines[first].opening = if opening == Opening::None { Opening::Words } else { opening };
        }
        if !asks {
            lines[first].doubt = lines[first].doubt.or(Some(QUOTED));
        }
    }
    gone
}

/// Whether a line is added by the forum: when a post was changed, the way to the thread.
fn is_added(text: &str) -> bool {
    const ADDED: [&str; 5] = [
        "Last edited by ",
        "Edited by ",
        "Board index ",
        "Display posts from previous",
        "This post was edited ",
    ];
    ADDED.iter().any(|added| text.starts_with(added)) && text.split(' ').count() <= MAX_ADDED_WORDS
}

/// No more words are added below a post.
const MAX_ADDED_WORDS: usize = 20;

/// What ends a quotation.
const CLOSES: &str = "[/quote]";

/// A line without the mark of a quotation, and that mark.
fn without_mark(text: &str) -> (&str, Option<&str>) {
    let begun = text.starts_with("[quote");
    if let Some(end) = text.find(']').filter(|_| begun) {
        let inner = text[end + 1..].trim();
        return (inner.strip_suffix(CLOSES).unwrap_or(inner).trim_end(), Some(&text[..=end]));
    }
    let few = text.split(' ').count() <= MAX_AUTHOR_WORDS && !text.contains(". ");
    let wrote =
        ["wrote:", "said:", "schrieb:", "a écrit :", "posted:"].iter().any(|said| text.ends_with(said));
    let bare = matches!(text, "Quote:" | "Quote" | "Zitat:" | "Citation :");
    let by = text.starts_with("Originally posted by ") || text.starts_with("Quote from ");
    let own = few && text.starts_with(char::is_uppercase) && !ends_sentence(text.trim_end_matches(':'));
    if bare || own && (wrote || by) && !is_question(text) { ("", Some(text)) } else { (text, None) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_introduces_a_quotation_is_taken_off() {
        let text = "Anna wrote:\nMay a raft be towed?\n\nIt may.\n\nQuote:\nA raft is half a ship.\n\nIt is not.\n\
                    [quote=\"Bell\"]Is it?[/quote]\n\nNo.\nIt wrote:\n";
        let mut lines = Line::all(text);
        let gone: Vec<String> = find(&mut lines).into_iter().map(|b| b.text).collect();
        assert_eq!(gone, ["Anna wrote:", "Quote:", "[quote=\"Bell\"]", "It wrote:"]);
        let doubted: Vec<&str> =
            lines.iter().filter(|l| l.doubt.is_some()).map(|l| l.text.as_str()).collect();
        assert_eq!(doubted, ["A raft is half a ship."]);
        assert!(lines.iter().any(|line| line.text == "Is it?"));
        let mut lines = Line::all("[quote=\"Bell\"]\nIs it?\nAnd why? [/quote]\nIt is.\n");
        assert_eq!(find(&mut lines).len(), 2, "a quotation of several lines is closed behind the last");
        let kept: Vec<&str> = lines.iter().map(|l| l.text.as_str()).filter(|t| !t.is_empty()).collect();
        assert_eq!(kept, ["Is it?", "And why?", "It is."]);
    }
}
