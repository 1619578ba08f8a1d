//! Writes rulings and documents as YAML in the canonical style of `rulings/`, so that diffs show only real
//! changes.

use super::asks::Asks;
use super::document::{Authority, Document, Precision};
use super::markdown;
use super::ruling::{CardRef, Correction, Entry, TitleBy};
use super::yaml::Spanned;

/// Line width for wrapped text, in characters, excluding indentation.
const WIDTH: usize = 100;

/// A remark about a field, written as a comment above it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    pub field: &'static str,
    /// The remark, on one line.
    pub text: String,
}

/// Writes an entry as a YAML list item, with its notes as comments above the fields they concern.
pub(crate) fn entry(entry: &Entry, notes: &[Note]) -> String {
    let mut out = Item::new(notes);
    out.plain("id", Some(entry.id.as_str()));
    out.plain("kind", Some(entry.kind.word()));
    out.quoted("number", entry.number.as_ref().map(|n| n.as_str()));
    out.quoted("title", Some(&entry.title));
    out.plain("title_by", (entry.title_by == TitleBy::Editor).then_some("editor"));
    out.quoted("place", entry.place.as_deref());
    out.list("section", entry.section.iter().map(|s| quote(s)));
    out.list("documents", entry.documents.iter().map(|d| plain_scalar(d)));
    out.quoted("since", entry.since.as_deref());
    out.plain("part_of", entry.part_of.as_ref().map(|p| p.as_str()));
    out.lines("cards", entry.cards.iter().map(card));
    out.list("see", entry.see.iter().map(|s| quote(s)));
    out.block("question", entry.question.as_deref());
    out.block("text", Some(entry.text.as_str()));
    out.lines("corrections", entry.corrections.iter().map(correction));
    out.done()
}

/// Writes a file of entries: `head` (comments), then the entries separated by blank lines.
pub fn entries<'e>(head: &str, items: impl Iterator<Item = (&'e Entry, &'e [Note])>) -> String {
    let mut out = head.trim_end().to_owned();
    out.push('\n');
    for (item, notes) in items {
        out.push('\n');
        out.push_str(&entry(item, notes));
    }
    out
}

/// The comments before a file's first item, in the form [`entries`] takes as `head`.
pub fn head(file: &str) -> &str {
    let mut end = 0;
    for line in file.split_inclusive('\n') {
        if !(line.starts_with('#') || line.trim().is_empty()) {
            break;
        }
        end += line.len();
    }
    &file[..end]
}

/// Writes a document as a YAML list item.
pub(crate) fn document(document: &Document, notes: &[Note]) -> String {
    let mut out = Item::new(notes);
    out.plain("id", Some(document.id.as_str()));
    out.plain("game", Some(document.game.code()));
    out.plain("series", Some(&document.series));
    out.quoted("title", Some(&document.title));
    out.quoted("version", document.version.as_deref());
    out.quoted("date", Some(&document.date.to_string()));
    out.plain("precision", (document.precision == Precision::Year).then_some("year"));
    out.quoted("cite", Some(&document.cite));
    let authority = match document.authority {
        Authority::Official => None,
        Authority::House => Some("house"),
        Authority::Digest => Some("digest"),
    };
    out.plain("authority", authority);
    out.quoted("who", document.who.as_deref());
    out.quoted("where", document.r#where.as_deref());
    out.plain("official_only", document.official_only.then_some("true"));
    if let Some(source) = &document.source {
        out.comments("source");
        out.text +=
            &format!("  source:\n    file: {}\n    sha256: {}\n", plain_scalar(&source.file), source.sha256);
    }
    out.done()
}

/// Writes a file of documents.
pub(crate) fn documents<'d>(head: &str, items: impl Iterator<Item = (&'d Document, &'d [Note])>) -> String {
    let mut out = head.trim_end().to_owned();
    out.push('\n');
    for (item, notes) in items {
        out.push('\n');
        out.push_str(&document(item, notes));
    }
    out
}

/// Writes a file of asks: `head` (comments), then each ruling with one ask per line.
pub fn asks<'a>(head: &str, items: impl Iterator<Item = &'a Asks>) -> String {
    let mut out = head.trim_end().to_owned();
    out.push('\n');
    for item in items {
        out += &format!("\n- ruling: {}\n  asks:\n", plain_scalar(&item.ruling));
        for line in &item.asks {
            out += &format!("    - {}: {}\n", line.voice.word(), quote(&line.text));
        }
    }
    out
}

/// A list item under construction.
struct Item<'n> {
    text: String,
    notes: &'n [Note],
    /// Fields whose notes have been written.
    explained: Vec<&'static str>,
}

impl<'n> Item<'n> {
    fn new(notes: &'n [Note]) -> Self {
        Self { text: String::new(), notes, explained: Vec::new() }
    }

    /// Writes the notes on `field` as comments.
    fn comments(&mut self, field: &'static str) {
        for note in self.notes.iter().filter(|n| n.field == field) {
            // A comment before the item's dash would appear to belong to the previous item.
            let indent = if self.text.is_empty() { "" } else { "  " };
            self.text += &format!("{indent}# unsure: {}\n", one_line(&note.text));
        }
        self.explained.push(field);
    }

    /// Finishes the item. Notes on fields it lacks are appended with the field's name, so that none is lost.
    fn done(self) -> String {
        let mut text = self.text;
        for note in self.notes.iter().filter(|n| !self.explained.contains(&n.field)) {
            text += &format!("  # unsure: no `{}`: {}\n", note.field, one_line(&note.text));
        }
        text
    }

    /// Writes the notes on a field, then its key.
    fn open(&mut self, field: &'static str) {
        self.comments(field);
        let first = !self.text.lines().any(|l| l.starts_with("- "));
        self.text.push_str(if first { "- " } else { "  " });
        self.text.push_str(field);
        self.text.push(':');
    }

    fn plain(&mut self, field: &'static str, value: Option<&str>) {
        if let Some(value) = value {
            self.open(field);
            self.text += &format!(" {}\n", plain_scalar(value));
        }
    }

    fn quoted(&mut self, field: &'static str, value: Option<&str>) {
        if let Some(value) = value {
            self.open(field);
            self.text += &format!(" {}\n", quote(value));
        }
    }

    fn list(&mut self, field: &'static str, values: impl Iterator<Item = String>) {
        let values: Vec<String> = values.collect();
        if !values.is_empty() {
            self.open(field);
            self.text += &format!(" [{}]\n", values.join(", "));
        }
    }

    fn lines(&mut self, field: &'static str, values: impl Iterator<Item = String>) {
        let values: Vec<String> = values.collect();
        if !values.is_empty() {
            self.open(field);
            self.text.push('\n');
            for value in values {
                self.text += &format!("    - {{{value}}}\n");
            }
        }
    }

    fn block(&mut self, field: &'static str, value: Option<&str>) {
        let Some(value) = value else { return };
        self.open(field);
        self.text.push_str(" |-\n");
        for line in wrap(&markdown::unwrap(&clean(value))).lines() {
            self.text.push_str(if line.is_empty() { "" } else { "    " });
            self.text.push_str(line);
            self.text.push('\n');
        }
    }
}

fn card(card: &CardRef) -> String {
    match &card.number {
        Some(number) => format!("name: {}, number: {}", quote(&card.name), quote(number)),
        None => format!("name: {}", quote(&card.name)),
    }
}

fn correction(c: &Correction) -> String {
    format!("printed: {}, corrected: {}, why: {}", quote(&c.printed), quote(&c.corrected), quote(&c.why))
}

/// Writes a value as a plain scalar if possible, otherwise quoted.
fn plain_scalar(value: &str) -> String {
    let safe = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | ':' | '@');
    let fits = value.starts_with(|c: char| c.is_ascii_lowercase()) && value.chars().all(safe);
    let colon_inside =
        !value.ends_with(':') && !["true", "false", "null", "yes", "no", "on", "off"].contains(&value);
    if fits && colon_inside { value.to_owned() } else { quote(value) }
}

/// Writes a single-quoted YAML scalar.
fn quote(value: &str) -> String {
    format!("'{}'", one_line(value).replace('\'', "''"))
}

fn one_line(value: &str) -> String {
    clean(value).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Removes characters that YAML cannot represent in plain or block scalars.
fn clean(value: &str) -> String {
    let keep = |c: char| match c {
        '\t' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => ' ',
        c if c == '\n' || !(c.is_control() || matches!(c, '\u{feff}' | '\u{fffe}' | '\u{ffff}')) => c,
        _ => ' ',
    };
    value.chars().map(keep).collect()
}

/// Wraps each paragraph and list item, indenting an item's continuation lines to its text.
fn wrap(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let line = line.trim();
        let indent = mark_width(line);
        let mut at = 0;
        for word in line.split(' ').filter(|w| !w.is_empty()) {
            let width = word.chars().count();
            let opens_list = at > indent && mark_width(&format!("{word} x")) > 0;
            if at == 0 {
                at = width;
            } else if at + 1 + width <= WIDTH || opens_list {
                // A word that would start a list item if it began a line stays on the previous one.
                out.push(' ');
                at += 1 + width;
            } else {
                out.push('\n');
                out.push_str(&" ".repeat(indent));
                at = indent + width;
            }
            out.push_str(word);
        }
        out.push('\n');
    }
    out
}

/// The width of the list mark a line begins with, such as `1. ` or `- `; 0 if there is none.
fn mark_width(line: &str) -> usize {
    if line.starts_with("- ") || line.starts_with("* ") {
        return 2;
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let marked = (1..3).contains(&digits) && matches!(line.get(digits..digits + 2), Some(". " | ") "));
    if marked { digits + 2 } else { 0 }
}

/// An entry with only the mandatory fields, to be filled in field by field.
pub(crate) fn blank(id: &str, kind: super::Kind) -> Entry {
    Entry {
        id: Spanned::without_span(id.to_owned()),
        kind,
        number: None,
        title: String::new(),
        title_by: TitleBy::Document,
        place: None,
        section: Vec::new(),
        documents: Vec::new(),
        since: None,
        part_of: None,
        cards: Vec::new(),
        see: Vec::new(),
        question: None,
        text: Spanned::without_span(String::new()),
        corrections: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::files::FileKind;
    use super::super::{Files, yaml};
    use super::*;

    #[test]
    fn the_built_in_files_are_written_as_they_are() {
        for (path, file) in Files::built_in().iter() {
            let none: &[Note] = &[];
            let kind = FileKind::of(path);
            let written = if kind == FileKind::Rulings {
                let (items, _) = file.list::<Entry>();
                entries(head(file.text()), items.iter().map(|e| (e, none)))
            } else if kind == FileKind::Documents {
                let (items, _) = file.list::<Document>();
                documents(head(file.text()), items.iter().map(|d| (d, none)))
            } else {
                continue;
            };
            assert!(written == file.text(), "{path}\n{written}");
        }
    }

    #[test]
    fn odd_words_are_read_back_as_they_were() {
        let mut odd = blank("lcg:odd", super::super::Kind::Faq);
        odd.title = "'Reduce to 0' # {is}: [absolute]".to_owned();
        odd.documents = vec![Spanned::without_span("true".to_owned())];
        odd.text =
            Spanned::without_span("# no comment\u{85}\tat all\n\n- an item: 'x'\n\n1) step".to_owned());
        let notes = [Note { field: "id", text: "made\nup".to_owned() }];
        let written = entries("# head\n", [(&odd, &notes[..])].into_iter());
        let (read, found) = yaml::list::<Entry>("odd.yaml", &written);
        assert!(found.is_empty(), "{found:?}\n{written}");
        assert_eq!(read[0].title, odd.title);
        assert_eq!(read[0].documents[0].as_str(), "true");
        assert_eq!(read[0].text.as_str(), "# no comment at all\n\n- an item: 'x'\n\n1) step");
    }
}
