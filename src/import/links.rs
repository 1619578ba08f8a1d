//! Reduces Markdown links and images, `[words](address)`, `![words](address)`, to their words.

use std::collections::{BTreeMap, BTreeSet};

use super::pictures;
use crate::corpus::characters::without_references;

/// A line without addresses.
#[derive(Debug, Default)]
pub(super) struct Plain {
    /// The text of the line and its links, with each image as its name in brackets.
    pub(super) text: String,
    /// Whether an image that was a link's only content was dropped.
    pub(super) left_out: bool,
}

/// Removes the addresses of links from a line and replaces images by their names in brackets, adding those
/// names to `icons`. A line that consists of a single image is kept.
pub(super) fn without_addresses(line: &str, icons: &mut BTreeSet<String>) -> Plain {
    // What is no tag on the page is none here.
    let spaced = without_references(&without_anchors(line).replace("&lt;", "\\<"));
    if !spaced.contains("](") || is_picture(spaced.trim()) {
        return Plain { text: spaced, left_out: false };
    }
    let mut reader = Reader { text: &spaced, closes: closes(&spaced), icons, plain: Plain::default() };
    match reader.link(0, spaced.len()).filter(|_| spaced.starts_with('[')) {
        // A line that consists of a linked image.
        Some((end, behind)) if behind == spaced.trim_end().len() && is_picture(&spaced[1..end]) => {
            reader.plain.text.push_str(&spaced[1..end]);
        }
        _ => reader.read(0, spaced.len(), 0),
    }
    reader.plain
}

/// A line without the places that links lead to, `<a name="4"></a>`, which nobody sees.
fn without_anchors(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = rest.find("<a ") {
        let Some(end) = rest[at..].find('>').map(|n| at + n + 1) else { break };
        let is_place = ["name=", "id="].iter().any(|named| rest[at + "<a ".len()..].starts_with(named));
        let behind = &rest[end..];
        let closed = behind.trim_start().strip_prefix("</a>");
        let closed = closed.or_else(|| rest[..end].ends_with("/>").then_some(behind)).filter(|_| is_place);
        out.push_str(if closed.is_some() { &rest[..at] } else { &rest[..end] });
        // A blank inside it parts the words around it.
        if closed.is_some() && behind.starts_with(' ') && !out.ends_with(' ') && !out.is_empty() {
            out.push(' ');
        }
        rest = closed.unwrap_or(behind);
    }
    out + rest
}

/// The maximum nesting of links: an image in a link, for example.
const MAX_DEPTH: usize = 4;

/// The maximum length of an address or a link's text, in bytes.
const MAX_LENGTH: usize = 2000;

/// Maps each opening bracket to its closing one, matched innermost first.
fn closes(text: &str) -> BTreeMap<usize, usize> {
    let (mut square, mut round) = (Vec::new(), Vec::new());
    let mut found = BTreeMap::new();
    for (at, byte) in text.bytes().enumerate() {
        let opened = match byte {
            b'[' => {
                square.push(at);
                None
            }
            b'(' => {
                round.push(at);
                None
            }
            b']' => square.pop(),
            b')' => round.pop(),
            _ => None,
        };
        found.extend(opened.map(|open| (open, at)));
    }
    found
}

struct Reader<'t> {
    text: &'t str,
    closes: BTreeMap<usize, usize>,
    icons: &'t mut BTreeSet<String>,
    plain: Plain,
}

impl Reader<'_> {
    /// Reads a range of the text at a nesting depth.
    fn read(&mut self, from: usize, to: usize, depth: usize) {
        let text = self.text;
        let (mut done, mut at) = (from, from);
        while let Some(open) = text[at..to].find('[').map(|n| at + n) {
            at = open + 1;
            let Some((end, behind)) = self.link(open, to).filter(|_| depth < MAX_DEPTH) else { continue };
            let picture = text[done..open].ends_with('!');
            self.plain.text.push_str(&text[done..open - usize::from(picture)]);
            (done, at) = (behind, behind);
            if picture {
                self.picture(open + 1, end, depth);
            } else if self.is_a_picture(open + 1, end) {
                let name = text[open + 3..end].split(']').next().unwrap_or_default();
                self.plain.left_out |= name.contains(char::is_alphanumeric) && !pictures::is_own(name);
            } else {
                self.read(open + 1, end, depth + 1);
            }
        }
        self.plain.text.push_str(&text[done..to]);
    }

    /// Inserts an image as its name.
    fn picture(&mut self, from: usize, to: usize, depth: usize) {
        let before = self.plain.text.len();
        self.read(from, to, depth + 1);
        let mut words = self.plain.text.split_off(before);
        if words.trim().is_empty() {
            // Without words it is called by its file, `rope.png`.
            let address = self.text[to + 1..].trim_start_matches('(').split([')', ' ']).next();
            words = address.and_then(pictures::of_file).unwrap_or_default();
        }
        if !words.trim().is_empty() && !pictures::is_own(&words) {
            let name = format!("[{words}]");
            self.plain.text.push_str(&name);
            self.icons.insert(name);
        }
    }

    /// For a link starting at `open`: where its text ends, and where its address ends.
    fn link(&self, open: usize, to: usize) -> Option<(usize, usize)> {
        let closed =
            |open: usize| self.closes.get(&open).copied().filter(|at| *at < to && at - open <= MAX_LENGTH);
        let end = closed(open)?;
        let address = self.text[end + 1..to].starts_with('(').then_some(end + 1)?;
        Some((end, closed(address)? + 1))
    }

    /// Whether a link's text consists of an image.
    fn is_a_picture(&self, from: usize, to: usize) -> bool {
        let words = &self.text[from..to];
        words.starts_with("![") && self.link(from + 1, to).is_some_and(|(_, behind)| behind == to)
    }
}

/// Whether a text is just an image and its name, `![Anchor](anchor.jpg)`.
pub(super) fn is_picture(text: &str) -> bool {
    text.starts_with("![")
        && !text.starts_with("![]")
        && text.ends_with(')')
        && text.matches("](").count() == 1
        && text.matches(')').count() == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_links_stay() {
        for (line, read) in [
            ("May [Bell Rope](http://a/b_(c)?d=e) land?", "May Bell Rope land?"),
            ("[![](a.png)](http://a)", ""),
            ("Pay 2 ![gold](g.png) now", "Pay 2 [gold] now"),
            ("![Anchor](anchor.jpg)", "![Anchor](anchor.jpg)"),
            ("a [note] (so), [b](c", "a [note] (so), [b](c"),
            ("[[x]](y) and [ä](ö)", "[x] and ä"),
            ("<a name=\"4\"></a>", ""),
            ("Pay<a id='b'/> two<a name=\"c\"> </a>lamps<a id=\"d\"></a>.", "Pay two lamps."),
            ("Pay <a id='b'/>two <a name=\"c\">lamps</a>", "Pay two <a name=\"c\">lamps</a>"),
        ] {
            let text = without_addresses(line, &mut BTreeSet::new()).text;
            assert_eq!(text.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "), read);
        }
    }

    #[test]
    fn a_line_of_many_anchors_takes_no_longer_than_its_length() {
        let start = std::time::Instant::now();
        for anchor in ["<a id=\"b\"></a>", "<a href=\"b\">", "<a "] {
            without_addresses(&anchor.repeat(100_000), &mut BTreeSet::new());
        }
        assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
    }
}
