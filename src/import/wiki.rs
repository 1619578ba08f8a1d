//! The marks of a wiki's own text, `== Towing ==`, and lists within its lists, `** a rope`.

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

/// The words of an item of a list within a list, and in how many that stands.
fn nested(line: &str) -> Option<(usize, &str)> {
    let stars = line.bytes().take_while(|b| *b == b'*').count();
    let words = line[stars..].strip_prefix(' ').filter(|words| !words.contains("**"))?;
    (stars > 1).then_some((stars - 1, words))
}

/// How many of these lines are such headings.
pub(super) fn headings<'l>(lines: impl Iterator<Item = &'l str>) -> usize {
    lines.filter(|line| heading(line.trim()).is_some()).count()
}

/// Marks the headings and the lists of a text that has such headings.
pub(super) fn find(lines: &mut [Line]) {
    if headings(lines.iter().map(|l| l.text.as_str())) < SEVERAL {
        return;
    }
    for line in lines.iter_mut() {
        if let Some((level, title)) = heading(&line.text).map(|(level, title)| (level, title.to_owned())) {
            (line.opening, line.level, line.text) = (Opening::Head, level, title);
        } else if let Some((depth, words)) = nested(&line.text) {
            let text = format!("* {words}");
            line.indent += INSET * depth;
            line.text = text;
        }
    }
}
