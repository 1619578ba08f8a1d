//! The marks of a wiki's own text, `== Towing ==`: its lists, `# Tow.`, lists within them, `** a rope`, what
//! goes on in them, `#: But not in fog`, its bold words and its links.

use super::line::{Line, Opening};

/// The minimum number of such headings that is no coincidence.
const SEVERAL: usize = 2;

/// How far a list is set in for every list it stands in, in characters.
const INSET: usize = 3;

/// A heading's level and its words.
fn heading(line: &str) -> Option<(usize, &str)> {
    let level = line.bytes().take_while(|b| *b == b'=').count();
    let inner = line.get(level..)?.strip_suffix(&"=".repeat(level))?;
    let title = inner.trim();
    let sound = (2..=6).contains(&level) && !inner.ends_with('=') && title.contains(char::is_alphanumeric);
    sound.then_some((level, title))
}

/// What a line of a list is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// `* a rope`.
    Item,
    /// `# Tow.`: the wiki counts it.
    Counted,
    /// `#: But not in fog.`: words that go on with an item, or are only set in.
    GoesOn,
}

/// What a line of a list is, in how many others the list stands, and its words.
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

/// The words of a line without the marks of bold words and italics, and links as what they show.
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

/// Marks headings that only begin so, `== TOWING (Old Ferry; Raft)`, where a plain file has several; one that
/// was broken off within its parentheses is joined.
pub(super) fn find_open(lines: &mut [Line]) {
    let title = |line: &Line| {
        let title = line.text.strip_prefix("== ").map(str::trim);
        title.filter(|t| !t.ends_with('=') && t.contains(char::is_alphabetic)).map(str::to_owned)
    };
    if lines.iter().filter(|line| title(line).is_some()).count() < SEVERAL {
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

/// The level of such a heading: below that of a title in a frame of strokes.
const BELOW: usize = 3;

/// How many of these lines are such headings.
pub(super) fn headings<'l>(lines: impl Iterator<Item = &'l str>) -> usize {
    lines.filter(|line| heading(line.trim()).is_some()).count()
}

/// Marks the headings and the lists of a text that has such headings. What stands above the first of them may
/// be a title with a mark of another sort.
pub(super) fn find(lines: &mut [Line]) {
    if headings(lines.iter().map(|l| l.text.as_str())) < SEVERAL {
        return;
    }
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
}
