//! The subset of Markdown that rulings use: paragraphs, emphasis and lists.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Joins the lines of each paragraph and list item, undoing the wrapping of the YAML file.
pub fn unwrap(markdown: &str) -> String {
    let mut out = String::with_capacity(markdown.len());
    for line in markdown.lines() {
        let line = line.trim_end();
        let continues = !out.is_empty() && !out.ends_with('\n');
        if line.is_empty() {
            if continues {
                out.push('\n');
            }
            out.push('\n');
        } else if continues && !starts_block(line) {
            out.push(' ');
            out.push_str(line.trim_start());
        } else {
            if continues {
                out.push('\n');
            }
            out.push_str(line);
        }
    }
    out.trim_end().to_owned()
}

/// Whether a line starts a list item and so does not continue the previous line.
fn starts_block(line: &str) -> bool {
    let line = line.trim_start();
    if line.starts_with("- ") || line.starts_with("* ") {
        return true;
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    digits > 0 && digits < 3 && matches!(line.get(digits..digits + 2), Some(". " | ") "))
}

/// One paragraph or list item, without Markdown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The text, with emphasis removed.
    pub text: String,
    /// The list mark, such as `3.` or `-`; `None` for a paragraph.
    pub mark: Option<String>,
}

/// Splits a Markdown text into paragraphs and list items.
pub fn blocks(markdown: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut text = String::new();
    let mut numbering: Vec<Option<(u64, char)>> = Vec::new();
    let mut mark = None;
    for (event, range) in Parser::new_ext(markdown, Options::empty()).into_offset_iter() {
        match event {
            Event::Start(Tag::List(first)) => {
                flush(&mut blocks, &mut text, &mut mark);
                let delimiter = delimiter(&markdown[range]);
                numbering.push(first.map(|n| (n, delimiter)));
            }
            Event::End(TagEnd::List(_)) => drop(numbering.pop()),
            Event::Start(Tag::Item) => {
                mark = Some(match numbering.last_mut() {
                    Some(Some((n, delimiter))) => {
                        let mark = format!("{n}{delimiter}");
                        *n += 1;
                        mark
                    }
                    _ => "-".to_owned(),
                });
            }
            Event::End(TagEnd::Item | TagEnd::Paragraph | TagEnd::Heading(_)) => {
                flush(&mut blocks, &mut text, &mut mark);
            }
            Event::Text(t) | Event::Code(t) | Event::InlineHtml(t) | Event::Html(t) => text.push_str(&t),
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            _ => {}
        }
    }
    flush(&mut blocks, &mut text, &mut mark);
    blocks
}

/// The delimiter after the first number of an ordered list: `.` or `)`.
fn delimiter(list: &str) -> char {
    list.trim_start().chars().find(|c| !c.is_ascii_digit()).filter(|c| *c == ')').unwrap_or('.')
}

fn flush(blocks: &mut Vec<Block>, text: &mut String, mark: &mut Option<String>) {
    let words = std::mem::take(text);
    if !words.trim().is_empty() {
        blocks.push(Block { text: words.trim().to_owned(), mark: mark.take() });
    }
}

/// Plain text: emphasis removed, list marks kept, blank lines between paragraphs.
pub fn plain(markdown: &str) -> String {
    let mut out = String::new();
    let mut before_was_item = false;
    for block in blocks(markdown) {
        let item = block.mark.is_some();
        if !out.is_empty() {
            out.push_str(if item && before_was_item { "\n" } else { "\n\n" });
        }
        if let Some(mark) = &block.mark {
            out.push_str(mark);
            out.push(' ');
        }
        out.push_str(&block.text);
        before_was_item = item;
    }
    out
}

/// What stands around the words that judge marks in a text: bold between two hands. Documents have bold and
/// italics of their own, also both at once, but no hands.
const HANDS: (&str, &str) = ("☞ **", "** ☜");

/// What a citation says of marked words.
pub(crate) const ADDED: &str = "bold between ☞ ☜ added";

/// Marks parts of a text, given as character ranges of [`plain`]. Its own words and emphasis stay as they
/// are. What cannot be marked in Markdown stays unmarked.
pub fn marked(markdown: &str, ranges: &[(usize, usize)]) -> String {
    let text = plain(markdown);
    let places = places(markdown);
    let mut out = markdown.to_owned();
    // From the end, so that places before remain valid.
    for (from, to) in runs(&text, ranges).into_iter().rev() {
        let mut inside = places.iter().skip(from).take(to - from).flatten();
        let Some(first) = inside.next() else { continue };
        let last = inside.next_back().unwrap_or(first);
        let (begin, end) = around_emphasis(markdown, first.start, last.end);
        let mut with_mark = out.clone();
        with_mark.insert_str(end, HANDS.1);
        with_mark.insert_str(begin, HANDS.0);
        if plain(&with_mark).replace("☞ ", "").replace(" ☜", "") == text {
            out = with_mark;
        }
    }
    out
}

/// The parts of ranges that lie on one line each, in order, without a list mark.
fn runs(text: &str, ranges: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (n, c) in text.chars().enumerate() {
        let wanted = c != '\n' && ranges.iter().any(|(from, to)| (*from..*to).contains(&n));
        match runs.last_mut() {
            Some((_, to)) if wanted && *to == n => *to = n + 1,
            _ if wanted => runs.push((n, n + 1)),
            _ => {}
        }
    }
    runs
}

/// Where each character of [`plain`] stands in the source, in bytes; `None` for spaces and list marks.
fn places(markdown: &str) -> Vec<Option<Range<usize>>> {
    let mut said = written(markdown).into_iter();
    let mut places = Vec::new();
    let mut before_was_item = false;
    for block in blocks(markdown) {
        let item = block.mark.is_some();
        let between = if places.is_empty() { 0 } else { 2 - usize::from(item && before_was_item) };
        let mark = block.mark.map_or(0, |mark| mark.chars().count() + 1);
        places.extend(std::iter::repeat_n(None, between + mark));
        places.extend(block.text.chars().map(|c| if c.is_whitespace() { None } else { said.next() }));
        before_was_item = item;
    }
    places
}

/// The places of all characters of the text, without spaces.
fn written(markdown: &str) -> Vec<Range<usize>> {
    let mut places = Vec::new();
    for (event, range) in Parser::new_ext(markdown, Options::empty()).into_offset_iter() {
        let (Event::Text(t) | Event::Code(t) | Event::InlineHtml(t) | Event::Html(t)) = event else {
            continue;
        };
        let start = markdown[range.clone()].find(&*t).map(|at| range.start + at);
        for (at, c) in t.char_indices().filter(|(_, c)| !c.is_whitespace()) {
            // An entity stands as a whole for its character.
            places.push(start.map_or(range.clone(), |s| s + at..s + at + c.len_utf8()));
        }
    }
    places
}

/// A range of the source, extended by the emphasis that begins or ends with it.
fn around_emphasis(markdown: &str, begin: usize, end: usize) -> (usize, usize) {
    let mut range = (begin, end);
    let events = Parser::new_ext(markdown, Options::empty()).into_offset_iter();
    let spans: Vec<Range<usize>> = events
        .filter(|(event, _)| matches!(event, Event::Start(Tag::Emphasis | Tag::Strong)))
        .map(|(_, span)| span)
        .collect();
    let is_mark = |text: &str| text.bytes().all(|b| matches!(b, b'*' | b'_'));
    for span in spans.iter().rev() {
        let closes = is_mark(&markdown[end..span.end.max(end)]);
        if span.start < range.0 && is_mark(&markdown[span.start..range.0]) && (span.end <= end || closes) {
            range.0 = span.start;
        }
        if span.end > range.1 && is_mark(&markdown[range.1..span.end]) && span.start >= range.0 {
            range.1 = span.end;
        }
    }
    range
}

/// The clauses of a text, which citations number from 1: its paragraphs and list items or, if it is a single
/// paragraph, its sentences.
pub(crate) fn clauses(markdown: &str) -> Vec<String> {
    let blocks = blocks(markdown);
    match blocks.as_slice() {
        [only] => sentences(&only.text).into_iter().map(str::to_owned).collect(),
        _ => blocks.into_iter().map(|b| b.text).collect(),
    }
}

/// Abbreviations whose full stop does not end a sentence.
const ABBREVIATIONS: [&str; 7] = ["e.g", "i.e", "pg", "p", "vs", "etc", "c"];

/// Splits running text into sentences.
pub(crate) fn sentences(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    for (at, end) in text.char_indices().filter(|(_, c)| matches!(c, '.' | '!' | '?')) {
        let after = at + end.len_utf8();
        if after <= start {
            continue;
        }
        let close = text[after..].find(|c| !matches!(c, '"' | '”' | '’' | ')' | '\''));
        let Some(close) = close.map(|n| after + n) else { continue };
        let next = text[close..].trim_start().chars().next();
        let ends = text[close..].starts_with(' ')
            && next.is_some_and(|c| c.is_uppercase() || matches!(c, '"' | '“' | '‘' | '(' | '[' | '\''))
            && !abbreviated(&text[start..at]);
        if ends {
            out.push(text[start..close].trim());
            start = close;
        }
    }
    let rest = text[start..].trim();
    if !rest.is_empty() {
        out.push(rest);
    }
    out
}

fn abbreviated(before: &str) -> bool {
    let word = before.rsplit([' ', '(']).next().unwrap_or_default();
    ABBREVIATIONS.iter().any(|a| word.eq_ignore_ascii_case(a))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrapped_text_reads_like_the_document() {
        let text =
            "Follow these\ntwo steps:\n\n1. Show **one\n   cycle**.\n2. State *how* often.\n\nNever stall.";
        assert_eq!(
            unwrap(text),
            "Follow these two steps:\n\n1. Show **one cycle**.\n2. State *how* often.\n\nNever stall."
        );
        assert_eq!(
            plain(&unwrap(text)),
            "Follow these two steps:\n\n1. Show one cycle.\n2. State how often.\n\nNever stall."
        );
    }

    #[test]
    fn steps_keep_their_own_marks() {
        assert_eq!(plain("3) Apply any modifiers."), "3) Apply any modifiers.");
        assert_eq!(plain("limited to \\* (blast) damage"), "limited to * (blast) damage");
    }

    #[test]
    fn what_is_marked_differs_from_what_the_text_emphasizes() {
        for (text, words, wanted) in [
            ("One. Two.", "Two.", "One. ☞ **Two.** ☜"),
            ("A **Pilot** flies. It lands.", "A Pilot flies.", "☞ **A **Pilot** flies.** ☜ It lands."),
            ("**Reaction:** It flies. It", "Reaction: It flies.", "☞ ****Reaction:** It flies.** ☜ It"),
            ("It reads \"**Pilot.**\" It", "\"Pilot.\"", "It reads ☞ **\"**Pilot.**\"** ☜ It"),
            ("**Never.** Two", "Never.", "☞ ****Never.**** ☜ Two"),
            ("- One\n- Two \\* three", "One\n- Two * three", "- ☞ **One** ☜\n- ☞ **Two \\* three** ☜"),
            ("*One **x**? Two?*", "Two?", "*One **x**? ☞ **Two?** ☜*"),
            ("*One **x**? Two?*", "One x?", "*☞ **One **x**?** ☜ Two?*"),
            ("*One?*", "One?", "☞ ***One?*** ☜"),
            ("One &amp; two.", "& two.", "One ☞ **&amp; two.** ☜"),
        ] {
            let at = plain(text);
            let at = at[..at.find(words).expect("its words")].chars().count();
            let made = marked(text, &[(at, at + words.chars().count())]);
            assert_eq!(made, wanted);
            assert!(!plain(&made).contains("**"), "{made}");
        }
        assert_eq!(marked("One.", &[(0, 99), (50, 60)]), "☞ **One.** ☜");
    }

    #[test]
    fn clauses_are_paragraphs_or_the_sentences_of_the_only_one() {
        assert_eq!(
            clauses("One (e.g. this). Two? “Three.” Four."),
            ["One (e.g. this).", "Two?", "“Three.”", "Four."]
        );
        assert_eq!(clauses("One. Two.\n\nThree."), ["One. Two.", "Three."]);
        assert_eq!(clauses("The check (pg. 8), when due."), ["The check (pg. 8), when due."]);
    }
}
