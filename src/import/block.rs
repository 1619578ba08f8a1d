//! The intermediate form of every kind of document: a list of blocks, each with position and shape.

use super::leftover::WhyLeft;

/// A paragraph, heading or list item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Block {
    /// Its text in Markdown, on one line.
    pub(super) text: String,
    /// The line of the document where it starts, from 1.
    pub(super) line: usize,
    pub(super) shape: Shape,
    /// Whether no blank line separates it from the previous block.
    pub(super) tight: bool,
    /// The indentation of its first line within its column, in characters.
    pub(super) indent: usize,
    /// What is uncertain about how it was extracted from its page.
    pub(super) doubt: Option<&'static str>,
    /// The level, from 1, of an explicitly marked heading; otherwise 0.
    pub(super) level: usize,
    /// For a list item, the nesting depth of its list; 0 at the outermost level.
    pub(super) depth: usize,
    /// Whether a new unit starts with it, regardless of its shape.
    pub(super) opens: bool,
    /// Whether it is of a quotation whose lines are marked.
    pub(super) is_quoted: bool,
}

/// What a block looks like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Shape {
    /// Certainly a heading: in capitals, or marked as one.
    Heading,
    /// A short line on its own in Title Case or bold: a heading where one is expected.
    Caption,
    /// Running text.
    Paragraph,
    /// A list item with its mark: `-`, `1.`, `2)`.
    Item(String),
    /// Not part of any ruling, such as a page footer or a web page's menu.
    Aside(WhyLeft),
}

impl Block {
    pub(super) fn paragraph(line: usize, text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            line,
            shape: Shape::Paragraph,
            tight: false,
            indent: 0,
            doubt: None,
            level: 0,
            depth: 0,
            opens: false,
            is_quoted: false,
        }
    }

    /// The same text with another shape.
    pub(super) fn shaped(self, shape: Shape) -> Self {
        Self { shape, ..self }
    }

    /// Whether it is a heading, certain or likely.
    pub(super) fn is_heading(&self) -> bool {
        matches!(self.shape, Shape::Heading | Shape::Caption)
    }

    /// Whether it is an item of a list each of which is a ruling.
    pub(super) fn is_outer_item(&self) -> bool {
        self.opens && matches!(self.shape, Shape::Item(_))
    }

    /// Its text, preceded by its list mark.
    pub(super) fn marked(&self) -> String {
        match &self.shape {
            Shape::Item(mark) => format!("{mark} {}", self.text),
            Shape::Heading | Shape::Caption | Shape::Paragraph | Shape::Aside(_) => self.text.clone(),
        }
    }
}

/// Indentation per level of nested lists, in characters.
const INSET: usize = 3;

/// Joins blocks into one Markdown text, with blank lines between paragraphs but not between tight list items.
pub(super) fn join(blocks: &[Block]) -> String {
    let mut out = String::new();
    let mut before_was_item = false;
    for block in blocks {
        let item = matches!(block.shape, Shape::Item(_));
        if !out.is_empty() {
            out.push_str(if block.tight && item && before_was_item { "\n" } else { "\n\n" });
            out.push_str(&" ".repeat(if item { INSET * block.depth } else { 0 }));
        }
        out.push_str(&block.marked());
        before_was_item = item;
    }
    out
}

/// Splits a line into its list mark (`- `, `• `, `1. `, `2) `, `- 3) `) and the rest.
pub(super) fn list_mark(line: &str) -> Option<(String, &str)> {
    let line = line.trim_start();
    let first = line.chars().next()?;
    if is_bullet(first) {
        let rest = &line[first.len_utf8()..];
        // A hyphen or star must be followed by a space; printed bullets need not be.
        if matches!(first, '-' | '*' | '–' | 'o') && !rest.starts_with(' ') {
            return None;
        }
        let rest = rest.trim_start();
        return Some(step_mark(rest).unwrap_or_else(|| ("-".to_owned(), rest)));
    }
    step_mark(line)
}

/// Splits a line into the mark of a numbered step and the rest.
fn step_mark(line: &str) -> Option<(String, &str)> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = line.get(digits..)?;
    if (1..3).contains(&digits) && (rest.starts_with(". ") || rest.starts_with(") ")) {
        return Some((line[..=digits].to_owned(), rest[2..].trim_start()));
    }
    // Accepts `3.Shields: …` with its space missing.
    let word = |text: &str| {
        let first = text.split([' ', ':']).next().unwrap_or_default();
        first.chars().count() > 2 && first.starts_with(char::is_uppercase) && !first.contains('.')
    };
    let unspaced = rest.strip_prefix(['.', ')']).filter(|r| (1..3).contains(&digits) && word(r));
    unspaced.map(|words| (line[..=digits].to_owned(), words))
}

fn is_bullet(c: char) -> bool {
    // The last range is what the characters of symbol fonts are converted to.
    matches!(
        c,
        '-' | '*'
            | '•'
            | '·'
            | '●'
            | '▪'
            | '■'
            | '◦'
            | '‣'
            | '–'
            | '»'
            | '►'
            | '➢'
            | '◊'
            | '◇'
            | '◆'
            | '❖'
            | '✦'
            | '\u{f020}'..='\u{f0ff}'
    )
}

/// A longer line is no heading in capitals.
const MAX_CAPITALS: usize = 90;

/// Whether a line is in capitals, as headings are printed: no lower-case letter and at least two capitals.
pub(super) fn in_capitals(line: &str) -> bool {
    if line.chars().nth(MAX_CAPITALS).is_some() {
        return false;
    }
    let words = without_gloss(line.trim_end_matches("(continued)").trim_end_matches("(cont.)"));
    let capitals = words.chars().filter(|c| c.is_uppercase()).count();
    capitals >= 2
        && !words.chars().any(char::is_lowercase)
        && !line.trim_end().ends_with(['.', ',', ';', '?'])
        && !closes_brackets(line)
}

/// A title without a word or two in brackets behind it: `Light (verb)`, `FERRY [day]`.
pub(super) fn without_gloss(title: &str) -> &str {
    let inner = title.strip_suffix([')', ']']);
    let Some((own, gloss)) = inner.and_then(|inner| inner.rsplit_once(['(', '['])) else { return title };
    let is_word = |word: &str| !word.is_empty() && word.chars().all(char::is_alphabetic);
    let is_gloss = gloss.split(' ').count() <= 2 && gloss.split(' ').all(is_word);
    if is_gloss && own.ends_with(' ') && !own.trim().is_empty() { own.trim_end() } else { title }
}

/// Whether a line stands in brackets from end to end, `(F. K.)`, or closes one that was opened
/// above it: it says who ruled, and is no title. The bracket of an item's mark, `II) Draw`, closes nothing.
pub(super) fn closes_brackets(line: &str) -> bool {
    let line = line.trim().trim_end_matches('.');
    let (mut open, mut outside) = (0_usize, false);
    for (at, c) in line.char_indices() {
        match c {
            '(' | '[' => open += 1,
            ')' | ']' if open == 0 => {
                if !is_mark(&line[..at]) {
                    return true;
                }
                outside = true;
            }
            ')' | ']' => open -= 1,
            _ => outside |= open == 0,
        }
    }
    open == 0 && !outside && !line.is_empty()
}

/// Whether a bracket behind this at the beginning of a line makes it an item's mark: `II`, `AA`, `12`.
fn is_mark(text: &str) -> bool {
    text.chars().count() <= 4 && !text.is_empty() && text.chars().all(char::is_alphanumeric)
}

/// Words of more than three letters that titles have in small letters.
const SMALL: [&str; 15] = [
    "from", "with", "into", "onto", "over", "upon", "than", "that", "after", "under", "within", "without",
    "against", "through", "between",
];

/// Whether a word is one that begins with a capital in a title.
fn is_long(word: &str) -> bool {
    word.chars().filter(|c| c.is_alphabetic()).count() > 3 && !SMALL.contains(&word)
}

/// Whether a line may be a heading in Title Case: short, no full stop, its longer words begin with capitals.
pub(super) fn in_title_case(line: &str) -> bool {
    let line = without_gloss(line.trim().trim_start_matches(['.', '…', ' ']));
    let words: Vec<&str> = line.split_whitespace().collect();
    let starts = words
        .first()
        .is_some_and(|w| w.trim_start_matches(['"', '“', '‘', '\'']).starts_with(char::is_uppercase));
    let long = words.iter().filter(|w| is_long(w));
    let capitals = long.clone().filter(|w| w.contains(char::is_uppercase)).count();
    starts
        && words.len() <= 9
        && line.chars().count() <= 70
        && !line.ends_with(['.', ',', ';', ':', '?', '!'])
        && capitals * 10 >= long.count() * 8
}

/// A sentence in bold of more words is no heading with a stop.
const MAX_STOPPED_WORDS: usize = 5;

/// Whether words in bold are a sentence rather than a heading that ends with a stop, `**Towing a ship.**`
pub(super) fn is_said(words: &str) -> bool {
    let stops = without_closing(words).ends_with(['.', '!']);
    let long = words.split(' ').count() > MAX_STOPPED_WORDS;
    stops && long && !in_title_case(words.trim_end_matches(['.', '!']))
}

/// Whether every longer word of a line is capitalized.
pub(super) fn is_titled_throughout(line: &str) -> bool {
    let mut long = without_gloss(line).split_whitespace().filter(|w| is_long(w));
    long.all(|w| w.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_uppercase))
}

/// Whether a character is a superscript digit.
pub(super) fn is_raised(c: char) -> bool {
    matches!(c, '¹' | '²' | '³' | '⁰' | '⁴'..='⁹')
}

/// A text without closing marks (quotation marks, brackets, emphasis, the mark of a footnote) at its end.
pub(super) fn without_closing(text: &str) -> &str {
    let closes =
        |c| matches!(c, ' ' | '*' | '_' | ')' | ']' | '"' | '”' | '’' | '\'' | '“' | '‘' | '»' | '«');
    text.trim_end_matches(|c| closes(c) || is_raised(c))
}

/// Which of some marks comes first in a text, and where.
pub(super) fn first_of<'m>(text: &str, marks: &[&'m str]) -> Option<(usize, &'m str)> {
    marks.iter().filter_map(|mark| text.find(mark).map(|at| (at, *mark))).min_by_key(|(at, _)| *at)
}

/// Whether the text ends a sentence, so that whatever follows starts a new paragraph.
pub(super) fn ends_sentence(text: &str) -> bool {
    let text = without_closing(text);
    let last = text.rsplit([' ', '(']).next().unwrap_or_default();
    let abbreviated =
        ["e.g.", "i.e.", "pg.", "pp.", "p.", "vs.", "cf."].iter().any(|a| last.eq_ignore_ascii_case(a));
    text.ends_with(['.', '?', '!', ':', ';', '…']) && !abbreviated
}

/// Whether a text starts with a quotation that it does not close.
pub(super) fn opens_quotation(text: &str) -> bool {
    const MARKS: [(char, &[char]); 5] =
        [('“', &['”']), ('‘', &['’']), ('„', &['“', '”']), ('«', &['»']), ('"', &['"'])];
    let mut chars = text.trim_start_matches(['*', '_']).chars();
    let first = chars.next();
    MARKS.iter().any(|(opens, closes)| first == Some(*opens) && !chars.as_str().contains(*closes))
}

/// Whether a text ends like a question.
pub(super) fn is_question(text: &str) -> bool {
    text.trim_end_matches(['*', '_', '"', '”', '’', '\'', '“', '»', ')', ' ']).ends_with('?')
}

/// Whether a text continues a sentence that started before it.
pub(super) fn begins_inside(text: &str) -> bool {
    let first = text.trim_start_matches(['*', '_']).chars().next();
    first.is_some_and(|c| c.is_lowercase() || matches!(c, ',' | ';' | ')' | '.'))
}

/// The letters and digits of a text in lower case, single-spaced: for comparison, never for display.
pub(super) fn words(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        } else if c.is_alphanumeric() {
            out.extend(c.to_lowercase());
        } else if !matches!(c, '*' | '\'' | '’' | '‘') && !out.ends_with(' ') && !out.is_empty() {
            out.push(' ');
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// A text without emphasis marks.
pub(super) fn without_emphasis(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut escaped = false;
    for c in text.chars() {
        match c {
            '\\' if !escaped => escaped = true,
            '*' if !escaped => {}
            _ => {
                if escaped && c.is_alphanumeric() {
                    out.push('\\');
                }
                out.push(c);
                escaped = false;
            }
        }
    }
    out.trim().to_owned()
}

/// Escapes characters that Markdown would interpret.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '*' | '\\' | '`' | '<') || (c == '#' && out.is_empty()) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bracket_closes_what_was_opened_above_and_no_mark() {
        for closing in ["(F. K.)", "[AB 2011]", "and B. C.)", "of the quay]."] {
            assert!(closes_brackets(closing), "{closing}");
        }
        for open in ["I) Draw cards.", "AA) Ring", "1) HEADING", "Rope (Harbour", "Rope (Harbour 3)", ""] {
            assert!(!closes_brackets(open), "{open}");
        }
    }

    #[test]
    fn list_marks_are_distinguished_from_words() {
        assert_eq!(list_mark("• The Quiet Harbour (99)"), Some(("-".to_owned(), "The Quiet Harbour (99)")));
        assert_eq!(list_mark("- 1) Check play"), Some(("1)".to_owned(), "Check play")));
        assert_eq!(list_mark("4. Take Damage: Place"), Some(("4.".to_owned(), "Take Damage: Place")));
        assert_eq!(list_mark("3.Shields: Use them"), Some(("3.".to_owned(), "Shields: Use them")));
        assert_eq!(list_mark("3.5 of them"), None);
        assert_eq!(list_mark("2014 was the year"), None);
        assert_eq!(list_mark("-1 is a number"), None);
        assert_eq!(list_mark("**Name** 0183"), None);
    }

    #[test]
    fn headings_are_distinguished_from_sentences() {
        assert!(in_capitals("1. DRAW, SEARCH AND REVEAL"));
        assert!(!in_capitals("FRAMEWORK EVENTS are activities"));
        assert!(in_capitals("FERRY [day]") && in_title_case("Light (verb)"));
        for line in ["[AB 20110124]", "(P. B.)", "19951207].) [CD 20150601]"] {
            assert!(!in_capitals(line), "{line}");
        }
        assert!(in_title_case("Clarified Rules for Contested Unique Units"));
        assert!(in_title_case("\"Held\" Triggered Abilities"));
        assert!(!in_title_case("The unit is destroyed at once"));
        assert!(!in_title_case("No."));
    }
}
