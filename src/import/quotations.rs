//! What a forum or a mail program sets around the words of another, which a ruling answers: `Anna wrote:`,
//! `Quote:`, `[quote="Anna"]`.

use std::collections::BTreeSet;
use std::ops::Range;

use super::block::{Block, Shape, ends_sentence, words};
use super::dates;
use super::leftover::WhyLeft;
use super::line::{Line, Opening};

/// The note on a quotation that asks nothing.
pub(super) const QUOTED: &str =
    "words that it quotes from another post stand in it; are they part of the ruling?";

/// No name has more words.
const MAX_NAME_WORDS: usize = 3;

/// A line that introduces a quotation has no more words, with the day it was said on.
const MAX_AUTHOR_WORDS: usize = 10;

/// In front of `wrote:` within a text, an author takes no more bytes.
const MAX_AUTHOR_LENGTH: usize = 60;

/// What says that the words of another follow.
const VERBS: [&str; 5] = [" wrote", " said", " schrieb", " a écrit", " posted"];

/// Words that begin a sentence and no name.
const NO_NAMES: [&str; 16] = [
    "the", "a", "an", "it", "he", "she", "they", "we", "you", "i", "this", "that", "each", "whoever", "who",
    "nobody",
];

/// No more lines are looked at for what is quoted.
const MAX_QUOTED_LINES: usize = 40;

/// Takes the lines that introduce quotations off; what went is returned. What is quoted and asks nothing is
/// doubtful.
pub(super) fn find(lines: &mut [Line]) -> Vec<Block> {
    let mut gone = Vec::new();
    let known = Known::of(lines);
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
        let (kept, Some(mark)) = without_mark(&text) else { continue };
        gone.push(Block::paragraph(lines[n].line, mark).shaped(Shape::Aside(WhyLeft::OfAPost)));
        let opening = std::mem::replace(&mut lines[n].opening, Opening::None);
        lines[n].text = kept.to_owned();
        let quoted = n + usize::from(lines[n].text.is_empty());
        let is_said = |at: &usize| !lines[*at].text.is_empty();
        let near = lines.len().min(quoted + MAX_QUOTED_LINES);
        let Some(first) = (quoted..near).find(is_said) else { continue };
        let end = (first..near).find(|at| lines[*at].text.is_empty()).unwrap_or(near);
        let asks = lines[first..end].iter().any(|line| line.text.contains('?'));
        if end < near && known.say(lines, n, &lines[first..end]) {
            let end = known.end_of_repetition(lines, end);
            gone.extend(repeated(lines, first..end, opening, asks));
            continue;
        }
        let ends = has_end(mark, &lines[first].text);
        doubt_below(lines, if ends { lines.len() } else { end });
        if lines[first].opening == Opening::None {
            lines[first].opening = if opening == Opening::None { Opening::Words } else { opening };
        }
        if !asks {
            lines[first].doubt = lines[first].doubt.or(Some(QUOTED));
        }
    }
    gone
}

/// The note on the second paragraph below a quotation.
const ENDLESS: &str =
    "nothing shows where the words that it quotes from another post end; are these of them?";

/// Whether what ends a quotation is marked as well as what begins it, or each of its lines is.
fn has_end(mark: &str, quoted: &str) -> bool {
    mark.starts_with("[quote") || quoted.starts_with('>')
}

/// Flags what a post says below a quotation if that is several paragraphs: the first may be quoted, too.
fn doubt_below(lines: &mut [Line], end: usize) {
    let own: Vec<usize> =
        paragraphs(lines, end).take_while(|at| !begins_apart(&lines[*at])).take(2).collect();
    if let [first, _] = own.as_slice() {
        lines[*first].doubt = lines[*first].doubt.or(Some(ENDLESS));
    }
}

/// Whether a line begins something of its own: a post, a quotation.
fn begins_apart(line: &Line) -> bool {
    line.opening != Opening::None || without_mark(&line.text).1.is_some() || is_added(&line.text)
}

/// The first lines of the paragraphs from a line on, as far as a post may go.
fn paragraphs(lines: &[Line], from: usize) -> impl Iterator<Item = usize> {
    let near = from..lines.len().min(from + MAX_QUOTED_LINES);
    near.filter(|at| !lines[*at].text.is_empty() && (*at == 0 || lines[*at - 1].text.is_empty()))
}

/// Whether the last paragraph above a line says the same as a quotation.
fn is_right_above(lines: &[Line], n: usize, quoted: &[Line]) -> bool {
    let Some(last) = lines[..n].iter().rposition(|line| !line.text.is_empty()) else { return false };
    let from = lines[..last].iter().rev().take(MAX_QUOTED_LINES).take_while(|line| !line.text.is_empty());
    joined(&lines[last - from.count()..=last]) == joined(quoted)
}

/// Takes a quotation off that stands in the document already; what stands below it opens as it would have,
/// unless it answers what stands above.
fn repeated(lines: &mut [Line], quoted: Range<usize>, opening: Opening, asks: bool) -> Vec<Block> {
    let end = quoted.end;
    let gone = lines[quoted].iter_mut().map(|line| line.take(WhyLeft::OfAPost)).collect();
    // Whoever says nothing else has the next post below.
    if let Some(below) = lines[end..].iter_mut().find(|line| !line.text.is_empty())
        && below.opening == Opening::None
    {
        below.opening = if asks || opening == Opening::None { Opening::Paragraph } else { opening };
    }
    gone
}

/// The paragraphs of a document that nothing introduces as the words of another: of these, a quotation is a
/// repetition.
struct Known {
    own: BTreeSet<String>,
    /// Those that occur more than once.
    again: BTreeSet<String>,
}

/// A paragraph of fewer words may be said twice by chance.
const MIN_REPEATED_WORDS: usize = 6;

impl Known {
    fn of(lines: &[Line]) -> Self {
        let (mut own, mut again) = (BTreeSet::new(), BTreeSet::new());
        let mut introduced = false;
        let paragraphs = lines.split(|line| line.text.is_empty()).filter(|lines| !lines.is_empty());
        for paragraph in paragraphs {
            let last = paragraph.iter().rposition(|line| without_mark(&line.text).1.is_some());
            if last.is_none() && !introduced {
                let said = joined(paragraph);
                if own.contains(&said) {
                    again.insert(said);
                } else {
                    own.insert(said);
                }
            }
            introduced = last == Some(paragraph.len() - 1);
        }
        Self { own, again }
    }

    /// Where a quotation ends whose first paragraph is a repetition: behind the last that is one, too.
    fn end_of_repetition(&self, lines: &[Line], end: usize) -> usize {
        let mut last = end;
        while let Some(first) = paragraphs(lines, last).next().filter(|at| !begins_apart(&lines[*at])) {
            let length =
                lines[first..].iter().take(MAX_QUOTED_LINES).take_while(|l| !l.text.is_empty()).count();
            let said = joined(&lines[first..first + length]);
            if said.split(' ').count() < MIN_REPEATED_WORDS || !self.again.contains(&said) {
                break;
            }
            last = first + length;
        }
        last
    }

    /// Whether a quotation that a line introduces only repeats what stands above: a question right above,
    /// which is answered here.
    fn say(&self, lines: &[Line], n: usize, quoted: &[Line]) -> bool {
        let asks = quoted.iter().any(|line| line.text.contains('?'));
        self.own.contains(&joined(quoted)) && (!asks || is_right_above(lines, n, quoted))
    }
}

/// The words of a paragraph.
fn joined(lines: &[Line]) -> String {
    words(&lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join(" "))
}

/// Whether a line is added by the forum: when a post was changed, the way to the thread.
fn is_added(text: &str) -> bool {
    const ADDED: [&str; 6] = [
        "Welcome, Guest.",
        "Last edited by ",
        "Edited by ",
        "Board index ",
        "Display posts from previous",
        "This post was edited ",
    ];
    // `Edited May 3, 2012 by Anna`
    let edited = text.strip_prefix("Edited ").and_then(|rest| rest.split_once(" by "));
    let is_day = |day: &str| dates::first(day).is_some_and(|(at, _)| at == 0);
    let is_added =
        ADDED.iter().any(|added| text.starts_with(added)) || edited.is_some_and(|(day, _)| is_day(day));
    is_added && text.split(' ').count() <= MAX_ADDED_WORDS
}

/// No more words are added below a post.
const MAX_ADDED_WORDS: usize = 20;

/// What ends a quotation.
const CLOSES: &str = "[/quote]";

/// Whether a line does nothing but introduce a quotation.
pub(super) fn introduces(text: &str) -> bool {
    let (kept, mark) = without_mark(text);
    kept.is_empty() && mark.is_some()
}

/// A line without the mark of a quotation, and that mark.
fn without_mark(text: &str) -> (&str, Option<&str>) {
    let begun = text.starts_with("[quote");
    if let Some(end) = text.find(']').filter(|_| begun) {
        let inner = text[end + 1..].trim();
        return (inner.strip_suffix(CLOSES).unwrap_or(inner).trim_end(), Some(&text[..=end]));
    }
    let bare = matches!(text, "Quote:" | "Quote" | "Zitat:" | "Citation :");
    let by =
        ["Originally posted by ", "Quote from: ", "Quote from "].iter().find_map(|by| text.strip_prefix(by));
    let by = by.is_some_and(|name| {
        let name =
            name.split_once(" on ").filter(|(_, day)| dates::first(day).is_some()).map_or(name, |(n, _)| n);
        is_name(name.trim_end_matches([':', ' ']))
    });
    if bare || by || announces(text) { ("", Some(text)) } else { (text, None) }
}

/// Whether a line says that the words of another follow, `Anna wrote:`, `On May 3, 2012, Anna Bell said:`.
fn announces(text: &str) -> bool {
    let Some(author) = author(text) else { return false };
    let few = author.split(' ').count() <= MAX_AUTHOR_WORDS;
    few && (is_name(author) || dates::first(author).is_some() && !author.contains(". "))
}

/// What stands in front of `wrote:` at the end of a line.
pub(super) fn author(text: &str) -> Option<&str> {
    let plain = text.strip_suffix(':')?.trim_end();
    VERBS.iter().find_map(|verb| plain.strip_suffix(verb))
}

/// Whether a line says near its beginning that somebody wrote what follows.
pub(super) fn names_author(line: &str) -> bool {
    let near = |verb: &str| line.find(&format!("{verb}:")).filter(|at| *at <= MAX_AUTHOR_LENGTH);
    VERBS.iter().filter_map(|verb| near(verb)).any(|at| is_name(last_word(&line[..at])))
}

fn last_word(text: &str) -> &str {
    text.rsplit(' ').next().unwrap_or(text)
}

/// Whether a text may be what somebody is called.
fn is_name(text: &str) -> bool {
    let mut words = text.split(' ');
    let begins = |word: &str| word.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    let is_no_name = |word: &str| NO_NAMES.contains(&word.to_lowercase().as_str());
    text.split(' ').count() <= MAX_NAME_WORDS
        && words.next().is_some_and(|first| begins(first) && !is_no_name(first))
        && begins(last_word(text))
        && !ends_sentence(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_introduces_a_quotation_is_taken_off() {
        let text = "Anna wrote:\nMay a raft be towed?\n\nIt may.\n\nQuote:\nA raft is half a ship.\n\nIt is not.\n\
                    [quote=\"Bell\"]Is it?[/quote]\n\nNo.\nBell von Yonder schrieb:\nIt said:\nWhoever is here said:\n\
                    The pilot wrote:\nOn May 3, 2012, Anna Bell wrote:\n";
        let mut lines = Line::all(text);
        let gone: Vec<String> = find(&mut lines).into_iter().map(|b| b.text).collect();
        let mailed = "On May 3, 2012, Anna Bell wrote:";
        assert_eq!(gone, ["Anna wrote:", "Quote:", "[quote=\"Bell\"]", "Bell von Yonder schrieb:", mailed]);
        let doubted: Vec<&str> =
            lines.iter().filter(|l| l.doubt.is_some()).map(|l| l.text.as_str()).collect();
        let open = ["A raft is half a ship.", "It is not.", "It said:"];
        assert_eq!(doubted, open, "no name, below one that is, and what may be quoted, too");
        assert!(lines.iter().any(|line| line.text == "Is it?"));
        let mut lines = Line::all("[quote=\"Bell\"]\nIs it?\nAnd why? [/quote]\nIt is.\n");
        assert_eq!(find(&mut lines).len(), 2, "a quotation of several lines is closed behind the last");
        let kept: Vec<&str> = lines.iter().map(|l| l.text.as_str()).filter(|t| !t.is_empty()).collect();
        assert_eq!(kept, ["Is it?", "And why?", "It is."]);
    }
}
