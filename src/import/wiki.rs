//! Wiki markup: headings, `== Towing ==`; lists, `# Tow.`, nested lists, `** a rope`, continuations, `#: But
//! not in fog`; bold text and links.

use super::block::Block;
use super::leftover::WhyLeft;
use super::line::{Line, Opening};

/// The minimum number of such headings that is not a coincidence.
const MIN_HEADINGS: usize = 2;

/// Indentation per list level, in characters.
const INSET: usize = 3;

/// Parses a heading into level and text.
fn heading(line: &str) -> Option<(usize, &str)> {
    let level = line.bytes().take_while(|b| *b == b'=').count();
    let inner = line.get(level..)?.strip_suffix(&"=".repeat(level))?;
    let title = inner.trim();
    let sound = (2..=6).contains(&level) && !inner.ends_with('=') && title.contains(char::is_alphanumeric);
    sound.then_some((level, title))
}

/// The kind of a list line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// `* a rope`
    Item,
    /// `# Tow.`: numbered by the wiki.
    Counted,
    /// `#: But not in fog.`: continues an item, or is just indented.
    GoesOn,
}

/// Parses a list line: kind, nesting depth, text.
fn listed(line: &str) -> Option<(Kind, usize, &str)> {
    let marks = line.bytes().take_while(|b| matches!(b, b'*' | b'#' | b':')).count();
    let words = line[marks..].trim_start();
    // `**Ropes** are wet` is Markdown.
    let marked = line[marks..].starts_with(' ') || !line[..marks].contains('*');
    let kind = match line[..marks].chars().next_back()? {
        ':' => Kind::GoesOn,
        '#' => Kind::Counted,
        _ => Kind::Item,
    };
    let bold = kind == Kind::Item && words.contains("**");
    let sound = marked && words.contains(char::is_alphanumeric) && !bold;
    sound.then_some((kind, marks - 1, words))
}

/// A line without bold and italic marks, with links reduced to what they display.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let text = text.replace("'''", "").replace("''", "");
    let mut rest = text.as_str();
    while let Some((before, link)) = rest.split_once("[[") {
        out.push_str(before);
        let inner = link.split_once("]]").filter(|(inner, _)| !inner.contains(['[', ':']) && *inner != "toc");
        match inner {
            Some((inner, behind)) => {
                out.push_str(inner.rsplit('|').next().unwrap_or(inner));
                rest = behind;
            }
            None => {
                out.push_str("[[");
                rest = link;
            }
        }
    }
    out + rest
}

/// Marks headings that lack the closing marks, `== TOWING (Old Ferry; Raft)`, in a plain file that has
/// several. One that was wrapped within its parentheses is joined.
pub(super) fn find_open(lines: &mut [Line]) {
    let title = |line: &Line| {
        let title = line.text.strip_prefix("== ").map(str::trim);
        title.filter(|t| !t.ends_with('=') && t.contains(char::is_alphabetic)).map(str::to_owned)
    };
    if lines.iter().filter(|line| title(line).is_some()).count() < MIN_HEADINGS {
        return;
    }
    for n in 0..lines.len() {
        let Some(mut title) = title(&lines[n]) else { continue };
        let is_open = title.matches('(').count() > title.matches(')').count();
        if is_open && lines.get(n + 1).is_some_and(|next| next.text.ends_with(')')) {
            title = format!("{title} {}", lines[n + 1].text);
            lines[n + 1].text.clear();
        }
        (lines[n].opening, lines[n].level, lines[n].text) = (Opening::Head, BELOW, title);
    }
}

/// The level of such a heading: below that of a framed title.
const BELOW: usize = 3;

/// The number of these lines that are such headings.
pub(super) fn headings<'l>(lines: impl Iterator<Item = &'l str>) -> usize {
    lines.filter(|line| heading(line.trim()).is_some()).count()
}

/// Marks the headings and lists of a text in wiki markup, and returns the lines of the wiki's own. Above the
/// first heading there may be a title with another kind of mark.
pub(super) fn find(lines: &mut [Line]) -> Vec<Block> {
    if headings(lines.iter().map(|l| l.text.as_str())) < MIN_HEADINGS {
        return Vec::new();
    }
    let of_page: Vec<Block> =
        lines.iter_mut().filter(|l| files(&l.text)).map(|l| l.take(WhyLeft::PageFurniture)).collect();
    let first = lines.iter().position(|l| heading(&l.text).is_some()).unwrap_or(0);
    let mut counts: Vec<usize> = Vec::new();
    for line in &mut lines[first..] {
        line.text = plain(&line.text);
        if let Some((level, title)) = heading(&line.text).map(|(level, title)| (level, title.to_owned())) {
            (line.opening, line.level, line.text) = (Opening::Head, level, title);
            counts.clear();
            continue;
        }
        let Some((kind, depth, words)) = listed(&line.text).map(|(k, d, w)| (k, d, w.to_owned())) else {
            if !line.text.is_empty() {
                counts.clear();
            }
            continue;
        };
        if kind == Kind::GoesOn {
            line.text = words;
            continue;
        }
        counts.resize(depth + 1, 0);
        counts[depth] += 1;
        line.indent += INSET * depth;
        line.text = match kind {
            Kind::Counted => format!("{}. {words}", counts[depth]),
            Kind::Item | Kind::GoesOn => format!("* {words}"),
        };
    }
    of_page
}

/// Whether a line only says where the wiki files its page, `[[Category:Rules]]`.
fn files(text: &str) -> bool {
    let inner = text.strip_prefix("[[").and_then(|text| text.strip_suffix("]]"));
    ["Category:", "Kategorie:", "Catégorie:"]
        .iter()
        .any(|of| inner.is_some_and(|inner| inner.starts_with(of)))
}
