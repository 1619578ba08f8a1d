//! The subset of Markdown that rulings use: paragraphs, emphasis and lists.

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
    fn clauses_are_paragraphs_or_the_sentences_of_the_only_one() {
        assert_eq!(
            clauses("One (e.g. this). Two? “Three.” Four."),
            ["One (e.g. this).", "Two?", "“Three.”", "Four."]
        );
        assert_eq!(clauses("One. Two.\n\nThree."), ["One. Two.", "Three."]);
        assert_eq!(clauses("The check (pg. 8), when due."), ["The check (pg. 8), when due."]);
    }
}
