//! The result of an import.

use super::leftover::{Leftover, WhyLeft};
use crate::corpus::Kind;
use crate::corpus::document::Document;
use crate::corpus::emit::Note;
use crate::corpus::ruling::Entry;

/// How an imported entry relates to the corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// The corpus has no such entry.
    New,
    /// The corpus has it in the same words.
    Same,
    /// The corpus has it in other words.
    Changed,
}

/// One entry of the document.
#[derive(Debug, Clone)]
pub struct ImportedEntry {
    /// The entry, with the imported document as its only document.
    pub entry: Entry,
    /// What is uncertain about it, by field.
    pub notes: Vec<Note>,
    pub standing: Standing,
    /// The id of the corpus entry it was matched with.
    pub known_as: Option<String>,
    /// The line of the document where it starts, from 1.
    pub line: usize,
}

/// A document turned into entries.
#[derive(Debug, Clone)]
pub struct Imported {
    pub document: Document,
    /// What is uncertain about the document itself, by field.
    pub document_notes: Vec<Note>,
    /// Whether the corpus has the document already.
    pub held: bool,
    /// In document order.
    pub entries: Vec<ImportedEntry>,
    /// The words that are in no entry.
    pub remainder: Vec<Leftover>,
    /// The held series whose entries the document shares without having its title. It is read as an edition
    /// of that series, but the user has to confirm that before it is written.
    pub looks_like: Option<Overlap>,
    /// The series whose title the document has while sharing hardly any of its entries. As the newest of the
    /// series it would supersede all their rulings, so the user has to confirm that before it is written.
    pub by_title_alone: Option<Overlap>,
}

impl Imported {
    /// The same, with the question whether it is an edition of the document whose entries it has.
    pub(super) fn doubted(mut self, alike: Overlap) -> Self {
        self.document_notes.insert(0, Note { field: "series", text: alike.question() });
        self.looks_like = Some(alike);
        self
    }

    /// The number of entries of each kind that occurs.
    pub(crate) fn counts(&self) -> Vec<(Kind, usize)> {
        let count = |kind: Kind| self.entries.iter().filter(|e| e.entry.kind == kind).count();
        Kind::ALL.into_iter().map(|k| (k, count(k))).filter(|(_, n)| *n > 0).collect()
    }

    /// The number of spots flagged as uncertain.
    pub fn unsure(&self) -> usize {
        self.document_notes.len() + self.entries.iter().map(|e| e.notes.len()).sum::<usize>()
    }

    /// The number of corrected scanning errors and broken paragraphs.
    pub(crate) fn corrections(&self) -> usize {
        self.entries.iter().map(|e| e.entry.corrections.len()).sum()
    }

    /// The number of words in no entry, and of all words, without page headers and footers, menus and tables
    /// of contents.
    pub fn words_left(&self) -> (usize, usize) {
        let words =
            |text: &str| text.split_whitespace().filter(|w| w.contains(char::is_alphanumeric)).count();
        let left = self.remainder.iter().filter(|l| !l.is_of_the_page());
        let left: usize = left.map(|l| words(&l.text)).sum();
        // Parts are contained in the entry of the whole.
        let whole = self.entries.iter().filter(|e| e.entry.part_of.is_none());
        let placed = |e: &ImportedEntry| {
            words(e.entry.question.as_deref().unwrap_or_default())
                + words(&e.entry.text)
                + words(&e.entry.title)
        };
        (left, left + whole.map(placed).sum::<usize>())
    }

    /// The number of entries with this relation to the corpus.
    pub(crate) fn standing(&self, standing: Standing) -> usize {
        self.entries.iter().filter(|e| e.standing == standing).count()
    }
}

/// Fewer shared entries than this prove nothing: anyone may quote a ruling or two.
const MIN_SHARED: usize = 5;

/// How much a document has in common with the newest held document of a series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overlap {
    pub series: String,
    /// The citation prefix of that newest document.
    pub cite: String,
    /// The number of entries both have, in the same words or not.
    pub shared: usize,
    /// The number of entries in this document.
    pub entries: usize,
    /// The number of entries in the newest one.
    pub held: usize,
}

impl Overlap {
    /// Whether the document must be an edition of the series, whatever its title.
    pub(super) fn is_edition(&self) -> bool {
        self.shared >= MIN_SHARED && (self.shared * 2 >= self.entries || self.shared * 3 >= self.held)
    }

    /// The question to the user about a document with the entries of a series but not its title.
    pub(crate) fn question(&self) -> String {
        let Self { series, cite, shared, entries, .. } = self;
        format!(
            "{shared} of its {entries} entries are those of {series} (the newest held is {cite}), but its title is not \
             the publisher's; say `--series {series}` if it is an edition of it, or `--house --who NAME --where EVENT`"
        )
    }

    /// Whether, as part of the series, the document would supersede most rulings of the newest one.
    pub(super) fn replaces_most(&self) -> bool {
        (self.held - self.shared.min(self.held)) * 2 > self.held
    }

    /// The warning about a document that would join the series without being an edition of it.
    pub(super) fn warning(&self) -> Note {
        let Self { series, cite, shared, entries, held } = self;
        let gone = held - shared.min(held);
        let text = format!(
            "as the newest of {series} it puts {gone} of the {held} rulings of {cite} out of force: it has {shared} of \
             them among its {entries} entries. If it is an addition or of something else, import it with a series of its own: \
             `--series {series}-additions`"
        );
        Note { field: "series", text }
    }

    /// The question to the user about a document with the title of a series but not its entries.
    pub(crate) fn title_question(&self) -> String {
        let Self { series, cite, shared, entries, held } = self;
        format!(
            "by its title it is the next document of {series}, but of the {held} rulings of {cite} it has {shared} among \
             its {entries} entries; say `--series {series}` if it is their next edition and takes the place of all of them, \
             `--series {series}-additions` if it adds to them, or `--house --who NAME --where EVENT` if it is an event's own"
        )
    }
}

/// No more words than this are a line or two.
pub(super) const MAX_LINE_WORDS: usize = 12;

/// Notes the sentences of a web page that are outside its article, or not shown.
pub(super) fn note_what_is_beside(imported: &mut Imported) {
    let beside: Vec<&Leftover> = imported
        .remainder
        .iter()
        .filter(|l| matches!(l.why, WhyLeft::BesideArticle | WhyLeft::NotShown))
        .collect();
    let words: usize = beside.iter().map(|l| l.text.split_whitespace().count()).sum();
    if let Some(first) = beside.first().filter(|_| words > MAX_LINE_WORDS) {
        let text = format!(
            "{words} words of the page stand outside its article or are not shown, the first on line {}: they are in \
             remainder.txt; are rulings among them?",
            first.line
        );
        imported.document_notes.push(Note { field: "source", text });
    }
}
