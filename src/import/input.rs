//! Decodes a document and determines which of the three forms it has.

use super::block::{Block, Shape};
use super::leftover::WhyLeft;
use super::options::{Form, MAX_SIZE, Refusal};
use super::wiki;

/// The text of a document, with line ends and unusual spaces normalized.
pub(super) fn text(bytes: &[u8]) -> Result<String, Refusal> {
    if bytes.len() as u64 > MAX_SIZE {
        return Err(Refusal::TooLarge);
    }
    if let Some(refusal) = of_program(bytes) {
        return Err(refusal);
    }
    let text = std::str::from_utf8(bytes).map_err(|e| not_utf8(bytes, e.valid_up_to()))?;
    let text = uniform(text);
    if !text.contains(char::is_alphanumeric) {
        return Err(Refusal::Empty);
    }
    Ok(text)
}

/// The refusal for file formats of other programs, recognized by their first bytes.
fn of_program(bytes: &[u8]) -> Option<Refusal> {
    const SAVE: &str = "open it in the program it was written with, and save it there as plain text (UTF-8)";
    const FILES: [(&[u8], &str, &str); 4] = [
        (b"{\\rtf", "a file of a word processor (RTF)", SAVE),
        (b"PK\x03\x04", "an archive or a file of a word processor (ZIP, DOCX, ODT)", SAVE),
        (b"\xd0\xcf\x11\xe0", "a file of a word processor (DOC)", SAVE),
        (b"\x1f\x8b", "a packed file (GZIP)", "unpack it first: gunzip FILE"),
    ];
    let (_, what, step) = FILES.iter().find(|(start, ..)| bytes.starts_with(start))?;
    Some(Refusal::NoText { what, step })
}

/// The number of control and replacement characters, which do not occur in text.
pub(super) fn control_characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|b| **b == 0).count()
}

fn not_utf8(bytes: &[u8], at: usize) -> Refusal {
    let before = String::from_utf8_lossy(&bytes[..at]);
    Refusal::NotUtf8 {
        line: before.matches('\n').count() + 1,
        column: before.rsplit('\n').next().map_or(1, |l| l.chars().count() + 1),
        pdf: bytes.starts_with(b"%PDF"),
    }
}

/// The distance between tab stops, in characters.
const TAB_WIDTH: usize = 8;

/// Normalizes line ends and spaces, expands tabs and ligatures, and drops invisible characters.
fn uniform(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let mut out = String::with_capacity(text.len());
    let mut column = 0;
    for c in text.chars() {
        let before = out.len();
        match c {
            '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' | '\u{b}' => out.push('\n'),
            '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => out.push(' '),
            '\t' => (0..TAB_WIDTH - column % TAB_WIDTH).for_each(|_| out.push(' ')),
            '\u{fb00}' => out.push_str("ff"),
            '\u{fb01}' => out.push_str("fi"),
            '\u{fb02}' => out.push_str("fl"),
            '\u{fb03}' => out.push_str("ffi"),
            '\u{fb04}' => out.push_str("ffl"),
            '\n' | '\u{c}' => out.push(c),
            '\u{feff}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2060}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' => {}
            '\0' | '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
        let added = &out[before..];
        column = if added.ends_with('\n') { 0 } else { column + added.chars().count() };
    }
    indent_after_form_feeds(&out)
}

/// Moves spaces before a form feed behind it: they indent the first line of the next page.
fn indent_after_form_feeds(text: &str) -> String {
    let line = |line: &str| {
        let rest = line.trim_start_matches(' ');
        let page = rest.trim_start_matches('\u{c}');
        format!("{}{}{page}", &rest[..rest.len() - page.len()], &line[..line.len() - rest.len()])
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// Guesses the form of a document.
pub(super) fn form(text: &str) -> Form {
    let start: String = text.trim_start().chars().take(4000).collect::<String>().to_ascii_lowercase();
    if start.starts_with("<!doctype") || start.contains("<html") || start.contains("<body") {
        return Form::Html;
    }
    if ["<p>", "<h1", "<h2", "<h3", "<div", "<li>"].iter().filter(|t| text.contains(**t)).count() >= 2 {
        return Form::Html;
    }
    if is_fragment(text) {
        return Form::Html;
    }
    if text.contains('\u{c}') { Form::Plain } else { markdown_or_plain(text) }
}

/// The minimum number of line breaks by tags that is not a coincidence.
const MIN_BREAKS: usize = 3;

/// Whether a text is the inside of a page, as a forum keeps it: its lines end with tags, and its emphasis is
/// tags, too. In the cells of Markdown's tables lines end with them as well.
fn is_fragment(text: &str) -> bool {
    let breaks = text.matches("<br").count();
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    breaks >= MIN_BREAKS
        && breaks * 2 >= lines().count()
        && ["<b>", "<i>", "<strong>", "<em>", "<font", "<u>"].iter().any(|tag| text.contains(tag))
        && !lines().any(|line| line.trim_start().starts_with('|') || is_hash_heading(line))
}

/// The maximum number of lines of front matter.
const MAX_FRONT_MATTER_LINES: usize = 60;

/// Replaces front matter by a heading with its `title:`, and returns its other lines as blocks.
pub(super) fn without_front_matter(text: String, said: Option<Form>) -> (String, Vec<Block>) {
    if text.lines().take(MAX_FRONT_MATTER_LINES).any(|line| defined(line).is_some()) {
        return without_definitions(&text);
    }
    let mut lines: Vec<&str> = text.lines().collect();
    let is_end = |line: &&str| matches!(line.trim_end(), "---" | "...");
    let end = lines.iter().skip(1).take(MAX_FRONT_MATTER_LINES).position(is_end).map(|n| n + 1);
    let Some(end) = end.filter(|_| lines[0].trim_end() == "---") else { return (text, Vec::new()) };
    let is_key = |line: &str| {
        let key = line.split_once(':').map_or("", |(key, _)| key);
        !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
    };
    let belongs = |line: &&str| is_key(line) || line.is_empty() || line.starts_with([' ', '-', '#']);
    let matter = &lines[1..end];
    let is_page = said.unwrap_or_else(|| form(&text)) == Form::Html;
    if is_page || !matter.iter().all(belongs) || !matter.iter().any(|line| is_key(line)) {
        return (text, Vec::new());
    }
    let mut asides = Vec::new();
    let mut heading = None;
    for (n, line) in lines.iter_mut().enumerate().take(end + 1) {
        let title = line.strip_prefix("title:").map(|t| t.trim().trim_matches(['"', '\'']));
        match title.filter(|t| !t.is_empty() && heading.is_none()) {
            Some(title) => heading = Some((n, format!("# {title}"))),
            None if line.contains(char::is_alphanumeric) => {
                let block = Block::paragraph(n + 1, line.trim());
                asides.push(block.shaped(Shape::Aside(WhyLeft::PageFurniture)));
            }
            None => {}
        }
        *line = "";
    }
    if let Some((n, title)) = &heading {
        lines[*n] = title.as_str();
    }
    (lines.join("\n"), asides)
}

/// Parses metadata written as a Markdown link definition, `[title]:- "Harbour rules"`.
fn defined(line: &str) -> Option<(&str, &str)> {
    let (label, said) = line.strip_prefix('[')?.split_once("]:- ")?;
    let said = said.trim().trim_matches(['"', '\'']);
    (!said.is_empty() && !label.contains(']')).then_some((label, said))
}

/// Replaces such metadata by a heading with the title, and returns the other lines as blocks.
fn without_definitions(text: &str) -> (String, Vec<Block>) {
    let mut asides = Vec::new();
    let mut heading = None;
    let mut out: Vec<String> = text.lines().map(str::to_owned).collect();
    for (n, line) in out.iter_mut().enumerate().take(MAX_FRONT_MATTER_LINES) {
        let Some((label, said)) = defined(line).map(|(l, s)| (l.to_owned(), s.to_owned())) else { continue };
        line.clear();
        if label.to_lowercase().ends_with("title") && heading.is_none() {
            heading = Some((n, said));
        } else {
            let block = Block::paragraph(n + 1, format!("{label}: {said}"));
            asides.push(block.shaped(Shape::Aside(WhyLeft::PageFurniture)));
        }
    }
    asides.extend(take_front_matter(&mut out));
    if let Some((n, title)) = heading {
        // A blank line keeps it from being underlined by a rule below.
        let ruled = out.get(n + 1).is_some_and(|line| line.trim_end() == "---");
        if ruled {
            out[n + 1].clear();
        }
        out[n] = format!("# {title}");
    }
    (out.join("\n"), asides)
}

/// Takes what is left between the strokes in front of a text, if that is no more than links, and the strokes.
fn take_front_matter(lines: &mut [String]) -> Vec<Block> {
    let is_stroke = |line: &String| line.trim_end() == "---";
    let Some(first) = lines.iter().position(|l| !l.trim().is_empty()).filter(|n| is_stroke(&lines[*n]))
    else {
        return Vec::new();
    };
    let end =
        lines.iter().take(MAX_FRONT_MATTER_LINES).skip(first + 1).position(is_stroke).map(|n| first + 1 + n);
    let is_link = |line: &String| line.trim().is_empty() || line.starts_with('[') && line.contains("](");
    let Some(end) = end.filter(|end| lines[first + 1..*end].iter().all(is_link)) else { return Vec::new() };
    let mut asides = Vec::new();
    for (n, line) in lines.iter_mut().enumerate().take(end + 1).skip(first) {
        let words = line.trim_start_matches('[').split("](").next().unwrap_or_default().to_owned();
        if words.contains(char::is_alphanumeric) {
            asides.push(Block::paragraph(n + 1, words).shaped(Shape::Aside(WhyLeft::PageFurniture)));
        }
        line.clear();
    }
    asides
}

/// The marks of a forum that a text has and no form of a document: `[b]`, and in plain text `>` in front of
/// what is quoted.
pub(super) fn forum_mark(text: &str, form: Form) -> Option<&'static str> {
    let times = |mark: &str| text.matches(mark).count();
    let quoted = text.lines().filter(|line| line.starts_with("> ")).count();
    let found = ["[b]", "[/b]", "[quote", "[list", "[*]", "[i]"].into_iter().filter(|mark| times(mark) > 0);
    match found.clone().map(times).sum::<usize>() {
        0..3 if quoted >= 3 && form == Form::Plain => Some(">"),
        0..3 => None,
        _ => found.max_by_key(|mark| times(mark)),
    }
}

/// Markdown has emphasis or `#` headings, and one line per paragraph, or at least no hyphenation.
fn markdown_or_plain(text: &str) -> Form {
    let emphasis = text.lines().filter(|l| has_emphasis(l)).count();
    let headings = text.lines().filter(|l| is_hash_heading(l)).count();
    let is_wiki = wiki::headings(text.lines()) > 1;
    if is_wiki || emphasis + headings * 3 >= 3 { Form::Markdown } else { Form::Plain }
}

fn has_emphasis(line: &str) -> bool {
    let Some(open) = line.find('*') else { return false };
    let inside = line[open..].trim_start_matches('*');
    let closes = inside.find('*').is_some_and(|n| n > 0 && !inside[..n].ends_with(' '));
    closes && !inside.starts_with(' ')
}

/// Whether a line is a Markdown heading.
pub(super) fn is_hash_heading(line: &str) -> bool {
    let hashes = line.bytes().take_while(|b| *b == b'#').count();
    (1..=6).contains(&hashes) && line[hashes..].starts_with(' ')
}
