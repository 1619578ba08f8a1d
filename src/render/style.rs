//! Styles, line width, and protection of the terminal from control characters.

use colored::Colorize;
use unicode_width::UnicodeWidthStr;

/// How text is styled. The only place that knows colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Whether to use colours and bold.
    pub colour: bool,
    /// The line width in columns.
    pub width: usize,
}

impl Style {
    /// A style without colours.
    pub fn plain(width: usize) -> Self {
        Self { colour: false, width: width.max(20) }
    }

    /// A citation, as read out together with a ruling.
    pub fn citation(&self, text: &str) -> String {
        self.apply(text, |t| t.bold().cyan().to_string())
    }

    pub fn title(&self, text: &str) -> String {
        self.apply(text, |t| t.bold().to_string())
    }

    /// Highlights a match.
    pub fn mark(&self, text: &str) -> String {
        self.apply(text, |t| t.bold().underline().to_string())
    }

    /// Secondary information: ids, hints, remarks.
    pub fn aside(&self, text: &str) -> String {
        self.apply(text, |t| t.dimmed().to_string())
    }

    /// Something that needs attention: not in force, undecided, unofficial.
    pub fn warning(&self, text: &str) -> String {
        self.apply(text, |t| t.bold().yellow().to_string())
    }

    /// A rule in judge's own words.
    pub fn own_words(&self, text: &str) -> String {
        self.apply(text, |t| t.bold().magenta().to_string())
    }

    /// A line of a QR code, dark on light regardless of the terminal's colours.
    pub fn code(&self, text: &str) -> String {
        self.apply(text, |t| t.bright_white().on_black().to_string())
    }

    /// Styles a success, such as a legal deck.
    pub fn success(&self, text: &str) -> String {
        self.apply(text, |t| t.bold().green().to_string())
    }

    /// Styles a failure, such as a violation.
    pub fn failure(&self, text: &str) -> String {
        self.apply(text, |t| t.bold().red().to_string())
    }

    fn apply(&self, text: &str, styled: impl Fn(&str) -> String) -> String {
        if self.colour && !text.is_empty() { styled(text) } else { text.to_owned() }
    }

    /// Wraps a paragraph, indenting its first line by `first` and the others by `rest`.
    pub(crate) fn wrap(&self, text: &str, first: &str, rest: &str) -> Vec<String> {
        let options = textwrap::Options::new(self.width)
            .initial_indent(first)
            .subsequent_indent(rest)
            .word_separator(textwrap::WordSeparator::AsciiSpace)
            .word_splitter(textwrap::WordSplitter::NoHyphenation)
            .break_words(true);
        textwrap::wrap(text, options).into_iter().map(|line| line.into_owned()).collect()
    }

    /// Truncates a text to `width` columns, ending in "…" if it was cut.
    pub fn cut(text: &str, width: usize) -> String {
        if text.width() <= width {
            return text.to_owned();
        }
        let mut out = String::new();
        for word in text.split_inclusive(' ') {
            if out.width() + word.trim_end().width() + 2 > width {
                break;
            }
            out.push_str(word);
        }
        format!("{} …", out.trim_end())
    }
}

/// Whether a character could make a terminal do more than display it.
pub fn is_unsafe(c: char) -> bool {
    c.is_control() && c != '\n' || is_direction(c)
}

/// Escapes such characters in JSON, without changing its meaning.
pub fn escaped(json: &str) -> std::borrow::Cow<'_, str> {
    if !json.contains(is_unsafe) {
        return json.into();
    }
    let shown = |c: char| if is_unsafe(c) { format!("\\u{:04x}", c as u32) } else { c.to_string() };
    json.chars().map(shown).collect::<String>().into()
}

/// Makes control characters visible, so that a text from a file cannot move the cursor or ring the bell.
pub(crate) fn safe(text: &str) -> std::borrow::Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return text.into();
    }
    let shown = |c: char| match c {
        '\t' => " ".to_owned(),
        c if (c as u32) < 0x20 => char::from_u32(0x2400 + c as u32).map_or(String::new(), String::from),
        '\u{7f}' => "␡".to_owned(),
        c => format!("\\u{{{:x}}}", c as u32),
    };
    text.chars().map(|c| if is_unsafe(c) { shown(c) } else { c.to_string() }).collect::<String>().into()
}

/// Like [`safe`], but keeps the escape sequences of [`Style`]. Texts from files are made [`safe`] before they
/// are styled; this is the final check on a complete answer, which mixes both.
pub(crate) fn safe_but_drawn(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut pieces = text.split("\u{1b}[");
    out.push_str(&safe(pieces.next().unwrap_or_default()));
    for piece in pieces {
        let end = piece.find(|c: char| !c.is_ascii_digit() && c != ';').unwrap_or(piece.len());
        out.push_str(if piece[end..].starts_with('m') { "\u{1b}[" } else { "␛[" });
        out.push_str(&safe(piece));
    }
    out
}

/// Whether a character changes the direction of the text around it.
fn is_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_shown_not_obeyed() {
        assert_eq!(safe("a\u{1b}[31mb\u{7}\n\u{202e}c\u{9b}"), "a␛[31mb␇\n\\u{202e}c\\u{9b}");
        assert_eq!(
            safe_but_drawn("a\u{1b}[1;31mb\u{1b}[0m\u{1b}[2J\u{1b}c\u{7}\u{1b}["),
            "a\u{1b}[1;31mb\u{1b}[0m␛[2J␛c␇␛["
        );
        assert_eq!(escaped("\"é\u{9b}\u{202e}\""), "\"é\\u009b\\u202e\"");
    }

    #[test]
    fn cuts_at_words() {
        assert_eq!(Style::cut("one two three", 9), "one two …");
        assert_eq!(Style::cut("one two", 9), "one two");
    }
}
