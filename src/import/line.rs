//! A line of a document, as extracted from its page.

use super::block::{Block, Shape, begins_inside, ends_sentence};
use super::leftover::WhyLeft;

/// A line of a document, or of one of its columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    /// The line number within the document, from 1.
    pub(super) line: usize,
    /// Its text; empty for a blank line.
    pub(super) text: String,
    /// Indentation from the left edge of its column, in characters.
    pub(super) indent: usize,
    /// Whether a page or column ended before it.
    pub(super) after_break: bool,
    /// For a blank line, whether it may merely result from vertically offset columns.
    pub(super) perhaps_blank: bool,
    /// Whether it was set in small capitals: a heading, or a term in running text.
    pub(super) small_capitals: bool,
    /// What starts with this line, judging by the lines around it.
    pub(super) opening: Opening,
    /// For an underlined title, its level from 1; otherwise 0.
    pub(super) level: usize,
    /// What is uncertain about how it was extracted.
    pub(super) doubt: Option<&'static str>,
    /// Whether it is of a quotation whose lines are marked.
    pub(super) is_quoted: bool,
}

/// What starts with a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opening {
    /// Nothing known in advance.
    None,
    /// A heading, which is the whole line.
    Head,
    Paragraph,
    /// A paragraph, whatever it looks like.
    Words,
    /// The first paragraph of a ruling.
    Ruling,
}

impl Line {
    /// Splits a raw line into indentation and text.
    pub(super) fn new(number: usize, text: &str, after_break: bool) -> Self {
        let trimmed = text.trim();
        let indent = text.chars().take_while(|c| *c == ' ').count();
        // A soft hyphen is significant only at the end of a line.
        let inner = trimmed.trim_end_matches('\u{ad}');
        let text = format!("{}{}", single_spaced(&inner.replace('\u{ad}', "")), &trimmed[inner.len()..]);
        Self {
            line: number,
            text,
            indent,
            after_break,
            perhaps_blank: false,
            small_capitals: false,
            opening: Opening::None,
            level: 0,
            doubt: None,
            is_quoted: false,
        }
    }

    #[cfg(test)]
    pub(super) fn all(text: &str) -> Vec<Self> {
        text.lines().enumerate().map(|(n, line)| Self::new(n + 1, line, false)).collect()
    }

    /// Takes the text off, for the remainder.
    pub(super) fn take(&mut self, why: WhyLeft) -> Block {
        Block::paragraph(self.line, std::mem::take(&mut self.text)).shaped(Shape::Aside(why))
    }

    /// A heading, and behind it what is said on the same line, if anything is.
    pub(super) fn cut(self, head: String, said: String) -> (Self, Option<Self>) {
        let below = Self { text: said, opening: Opening::Words, after_break: false, ..self.clone() };
        let head = Self { text: head, opening: Opening::Head, ..self };
        (head, Some(below).filter(|below| !below.text.is_empty()))
    }

    /// The column where the line ends, in characters from the left edge of its column.
    pub(super) fn reach(&self) -> usize {
        if self.text.is_empty() { 0 } else { self.indent + self.text.chars().count() }
    }
}

/// Whether a sentence goes on from a line to the next.
pub(super) fn goes_on(lines: &[Line], at: usize) -> bool {
    let close = lines.get(at + 1).is_some_and(|next| begins_inside(&next.text));
    close && !ends_sentence(&lines[at].text)
}

/// Single-spaces a text whose layout uses wide gaps, such as between a card's name and number.
fn single_spaced(text: &str) -> String {
    if !text.contains("  ") {
        return text.to_owned();
    }
    text.split(' ').filter(|w| !w.is_empty()).collect::<Vec<_>>().join(" ")
}
