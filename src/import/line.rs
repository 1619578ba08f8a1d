//! One line of a document, as it is taken off its page.

/// One line of a document, or of one column of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    /// The line of the document, from 1.
    pub(super) line: usize,
    /// Its words; empty for a blank line.
    pub(super) text: String,
    /// How far it is indented, in characters, from the left edge of its column.
    pub(super) indent: usize,
    /// Whether a page or column ended before it.
    pub(super) after_break: bool,
    /// For a blank line: whether it may only be that the columns beside each other are out of step.
    pub(super) perhaps_blank: bool,
    /// Whether it was set in small capitals: a heading, or a term in running text.
    pub(super) small_capitals: bool,
    /// What it opens wherever it stands, by what the lines around it tell.
    pub(super) opening: Opening,
    /// For a title with a stroke under it: of which level, from 1; else 0.
    pub(super) level: usize,
    /// What is doubtful about how it was taken off its page.
    pub(super) doubt: Option<&'static str>,
}

/// What a line opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opening {
    /// Nothing that is known beforehand.
    None,
    /// A heading, which it is by itself.
    Head,
    Paragraph,
    /// A paragraph with which a ruling begins.
    Ruling,
}

impl Line {
    /// A line with its indentation taken off.
    pub(super) fn new(number: usize, text: &str, after_break: bool) -> Self {
        let trimmed = text.trim();
        let indent = text.chars().take_while(|c| *c == ' ').count();
        // A soft hyphen means something only where a line ends.
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
        }
    }

    /// Where it ends, in characters from the left edge of its column.
    pub(super) fn reach(&self) -> usize {
        if self.text.is_empty() { 0 } else { self.indent + self.text.chars().count() }
    }
}

/// Words that the layout keeps apart, a card's name and its number, with one space between them.
fn single_spaced(text: &str) -> String {
    if !text.contains("  ") {
        return text.to_owned();
    }
    text.split(' ').filter(|w| !w.is_empty()).collect::<Vec<_>>().join(" ")
}
