//! HTML among the lines of Markdown or of a wiki's text, as what it stands for there: `<li>A rope.</li>` as
//! `* A rope.`, `<b>A rope</b>` as `**A rope**`, `<br>` as the end of a line.

use super::block::list_mark;
use super::input::is_hash_heading;
use super::tags::{self, Tag};

/// A wiki's notes that are shown below its text.
const NOTE: &str = "ref";

/// A list nested deeper is not indented further.
const MAX_DEPTH: usize = 4;

/// Indentation per list level, in characters.
const INSET: usize = 3;

/// The lists that are open, and what is said of the lines within them.
#[derive(Default)]
struct Reader {
    /// For each open list, the number of its items if it counts them.
    lists: Vec<Option<usize>>,
    /// Whether the lines are those of a quotation.
    quotes: bool,
    /// The number of notes so far.
    notes: usize,
    /// The notes, as Markdown defines them.
    below: Vec<String>,
    /// The lines that the open line becomes.
    parts: Vec<String>,
}

/// The lines of a Markdown text with their indices: those that elements or a heading divide, apart.
pub(super) fn lines(text: &str) -> Vec<(usize, String)> {
    let mut html = Reader::default();
    let has_html = is_in(text);
    let mut parts: Vec<(usize, String)> = Vec::new();
    for (n, text) in text.lines().enumerate() {
        let read = if has_html { html.line(text) } else { vec![text.to_owned()] };
        let cut = read.iter().flat_map(|text| heading_behind(text));
        let of_item = within_item(text);
        let within = |at: usize, part: &str| at > 0 && list_mark(part).is_none() && !is_hash_heading(part);
        let set_in = |(at, part): (usize, &str)| match &of_item {
            Some(indent) if within(at, part) => (n, format!("{indent}{part}")),
            _ => (n, part.to_owned()),
        };
        parts.extend(cut.enumerate().map(set_in));
    }
    let last = parts.last().map_or(0, |(n, _)| *n);
    parts.extend(html.below.into_iter().map(|note| (last, note)));
    parts
}

/// The indentation of what stands below an item of a list, if a line is one: what it is cut into is of it.
fn within_item(line: &str) -> Option<String> {
    let indent = line.len() - line.trim_start().len();
    list_mark(line).map(|_| " ".repeat(indent + INSET))
}

/// A line, cut in front of a heading that a sentence ran into: `… at dawn.### FOG`.
fn heading_behind(text: &str) -> Vec<&str> {
    let at = [".#", "!#", ")#", "*#"].iter().find_map(|end| text.find(end)).map(|at| at + 1);
    let heading = at.filter(|at| is_hash_heading(&text[*at..]) && text[*at..].starts_with("##"));
    heading.map_or_else(|| vec![text], |at| vec![&text[..at], &text[at..]])
}

/// Whether a text has elements of HTML that divide it.
fn is_in(text: &str) -> bool {
    ["<li>", "<br", "<blockquote", "<p>", "<ref", "<b>", "<strong>"].iter().any(|tag| text.contains(tag))
}

impl Reader {
    /// The lines that a line becomes. In a table's row, which is one line, no line ends.
    fn line(&mut self, line: &str) -> Vec<String> {
        self.parts = vec![if self.quotes { "> ".to_owned() } else { String::new() }];
        let in_row = line.trim_start().starts_with('|');
        let mut rest = line;
        while let Some(at) = rest.find('<') {
            self.put(&rest[..at]);
            let (tag, behind) = tags::tag(&rest[at..]);
            let whole = &rest[at..rest.len() - behind.len()];
            rest = behind;
            match tag {
                Some(tag) if tag.name == NOTE && !tag.closes => rest = self.note(whole, behind),
                Some(tag) if in_row && tag.name == "br" => self.put(" "),
                Some(tag) if !self.tag(&tag, in_row) => self.put(whole),
                Some(_) => {}
                None => self.put("<"),
            }
        }
        self.put(rest);
        let is_blank = |part: &String| part.trim_matches([' ', '>']).is_empty();
        let mut parts = std::mem::take(&mut self.parts);
        if parts.len() > 1 {
            parts.retain(|part| !is_blank(part));
        }
        if parts.is_empty() { vec![String::new()] } else { parts }
    }

    fn put(&mut self, text: &str) {
        if let Some(part) = self.parts.last_mut() {
            part.push_str(text);
        }
    }

    fn begin(&mut self, with: &str) {
        self.parts.push(if self.quotes { format!("> {with}") } else { with.to_owned() });
    }

    /// Reads a tag; returns whether it stands for anything.
    fn tag(&mut self, tag: &Tag<'_>, in_row: bool) -> bool {
        match (tag.name.as_str(), tag.closes) {
            ("b" | "strong", _) => self.put("**"),
            ("i" | "em", _) => self.put("*"),
            _ if in_row => return false,
            ("ul" | "ol", false) if self.lists.len() < MAX_DEPTH => {
                self.lists.push((tag.name == "ol").then_some(0));
            }
            ("ul" | "ol", true) => {
                self.lists.pop();
                self.begin("");
            }
            ("li", false) => self.item(),
            ("li" | "ul" | "ol", _) => {}
            ("br", _) => self.begin(""),
            ("blockquote", closes) => {
                self.quotes = !closes;
                self.begin("");
            }
            ("p" | "div" | "center", _) => self.begin(""),
            ("references" | "nowiki", _) => {}
            _ => return false,
        }
        true
    }

    fn item(&mut self) {
        let inset = " ".repeat(INSET * self.lists.len().saturating_sub(1));
        let mark = match self.lists.last_mut() {
            Some(Some(count)) => {
                *count += 1;
                format!("{count}. ")
            }
            _ => "* ".to_owned(),
        };
        self.begin(&format!("{inset}{mark}"));
    }

    /// Reads a note of a wiki; returns what stands behind it. One that names another says nothing.
    fn note<'l>(&mut self, tag: &str, behind: &'l str) -> &'l str {
        let end = "</ref>";
        let Some((text, rest)) = behind.split_once(end).filter(|_| !tag.ends_with("/>")) else {
            return behind;
        };
        self.notes += 1;
        let mark = format!("[^{}]", self.notes);
        let trimmed = self.parts.last().map_or(0, |part| part.trim_end().len());
        if let Some(part) = self.parts.last_mut() {
            part.truncate(trimmed);
        }
        self.put(&mark);
        self.below.push(format!("{mark}: {}", text.trim()));
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Vec<String>, Vec<String>) {
        let mut reader = Reader::default();
        let lines = text.lines().flat_map(|line| reader.line(line)).collect();
        (lines, reader.below)
    }

    #[test]
    fn elements_become_what_they_stand_for() {
        let list =
            "<ul>\n<li>A <b>rope</b>.</li>\n<li>Two:\n<ol><li>wet</li><li>dry</li></ol></li>\n</ul>\nSo.";
        let lines = ["", "* A **rope**.", "* Two:", "   1. wet", "   2. dry", "", "So."];
        assert_eq!(read(list).0, lines);
        assert_eq!(read("Q: May I?<br/>A: You may.<br>").0, ["Q: May I?", "A: You may."]);
        assert_eq!(
            read("<blockquote>In fog<br/>no ropes.</blockquote>\nSo.").0,
            ["> In fog", "> no ropes.", "So."]
        );
        let noted = read("A tow ends. <ref>Letter, 2020</ref> So it does.");
        assert_eq!(
            noted,
            (vec!["A tow ends.[^1] So it does.".to_owned()], vec!["[^1]: Letter, 2020".to_owned()])
        );
        assert_eq!(read("| a<br>b | 3 < 4 |").0, ["| a b | 3 < 4 |"]);
        assert_eq!(read("Pay <gold> now").0, ["Pay <gold> now"]);
    }
}
