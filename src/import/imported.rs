//! A document made into entries.

use super::leftover::Leftover;
use crate::corpus::Kind;
use crate::corpus::document::Document;
use crate::corpus::emit::Note;
use crate::corpus::ruling::Entry;

/// How an imported entry stands to the corpus it was laid beside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// The corpus has nothing like it.
    New,
    /// The corpus has it in the same words.
    Same,
    /// The corpus has it in other words.
    Changed,
}

/// One entry made of the document.
#[derive(Debug, Clone)]
pub struct ImportedEntry {
    /// The entry; its documents are the imported one alone.
    pub entry: Entry,
    /// What is unsure about it, by field.
    pub notes: Vec<Note>,
    /// How it stands to the corpus.
    pub standing: Standing,
    /// The id of the corpus's entry it was matched with.
    pub known_as: Option<String>,
    /// The line of the document it begins on, from 1.
    pub line: usize,
}

/// A document made into entries.
#[derive(Debug, Clone)]
pub struct Imported {
    pub document: Document,
    /// What is unsure about it, by field.
    pub document_notes: Vec<Note>,
    /// Whether the corpus has the document already.
    pub held: bool,
    /// Its entries, in its own order.
    pub entries: Vec<ImportedEntry>,
    /// The words that are in no entry.
    pub remainder: Vec<Leftover>,
    /// Where it has the entries of a series held and not the publisher's title: which, and how many. It is
    /// read as an edition of that series; whether it is one is to be said before it is kept.
    pub looks_like: Option<Overlap>,
    /// Where it has the publisher's title and hardly one of the entries of its series: which, and how many.
    /// As the newest of the series it would put its rulings out of force; whether it is an edition of it is
    /// to be said before it is kept.
    pub by_title_alone: Option<Overlap>,
}

impl Imported {
    /// How many entries there are of each kind that has any.
    pub(crate) fn counts(&self) -> Vec<(Kind, usize)> {
        let count = |kind: Kind| self.entries.iter().filter(|e| e.entry.kind == kind).count();
        Kind::ALL.into_iter().map(|k| (k, count(k))).filter(|(_, n)| *n > 0).collect()
    }

    /// How many things are marked as unsure.
    pub fn unsure(&self) -> usize {
        self.document_notes.len() + self.entries.iter().map(|e| e.notes.len()).sum::<usize>()
    }

    /// How many scanning errors and broken paragraphs were corrected.
    pub(crate) fn corrections(&self) -> usize {
        self.entries.iter().map(|e| e.entry.corrections.len()).sum()
    }

    /// How many of the document's words are in no entry, and how many it has, without pages' heads and feet,
    /// menus and contents.
    pub fn words_left(&self) -> (usize, usize) {
        let words =
            |text: &str| text.split_whitespace().filter(|w| w.contains(char::is_alphanumeric)).count();
        let left = self.remainder.iter().filter(|l| !l.is_of_the_page());
        let left: usize = left.map(|l| words(&l.text)).sum();
        // The parts of a whole stand in it.
        let whole = self.entries.iter().filter(|e| e.entry.part_of.is_none());
        let placed = |e: &ImportedEntry| {
            words(e.entry.question.as_deref().unwrap_or_default())
                + words(&e.entry.text)
                + words(&e.entry.title)
        };
        (left, left + whole.map(placed).sum::<usize>())
    }

    /// How many entries stand so to the corpus.
    pub(crate) fn standing(&self, standing: Standing) -> usize {
        self.entries.iter().filter(|e| e.standing == standing).count()
    }
}

/// With fewer entries shared, nothing can be said: whoever quotes a ruling or two has written no new edition.
const FEW: usize = 5;

/// How much of a document stands in the newest document held of a series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overlap {
    pub series: String,
    /// What citations of its newest document begin with.
    pub cite: String,
    /// How many entries of the document are in the newest one, in these words or others.
    pub shared: usize,
    /// How many entries the document has.
    pub entries: usize,
    /// How many the newest one has.
    pub held: usize,
}

impl Overlap {
    /// Whether the document can only be an edition of the series, whatever its title says.
    pub(super) fn is_edition(&self) -> bool {
        self.shared >= FEW && (self.shared * 2 >= self.entries || self.shared * 3 >= self.held)
    }

    /// What is asked of whoever imports a document that has the entries of a series and not its title.
    pub(crate) fn question(&self) -> String {
        let Self { series, cite, shared, entries, .. } = self;
        format!(
            "{shared} of its {entries} entries are those of {series} (the newest held is {cite}), but its title is not \
             the publisher's; say `--series {series}` if it is an edition of it, or `--house --who NAME --where EVENT`"
        )
    }

    /// Whether a document of the series with these entries would put most rulings of the newest one out of
    /// force.
    pub(super) fn replaces_most(&self) -> bool {
        (self.held - self.shared.min(self.held)) * 2 > self.held
    }

    /// What would come of a document that joins the series and is no edition of it.
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

    /// What is asked of whoever imports a document that has the publisher's title and not the entries of its
    /// series.
    pub(crate) fn title_question(&self) -> String {
        let Self { series, cite, shared, entries, held } = self;
        format!(
            "by its title it is the next document of {series}, but of the {held} rulings of {cite} it has {shared} among \
             its {entries} entries; say `--series {series}` if it is their next edition and takes the place of all of them, \
             `--series {series}-additions` if it adds to them, or `--house --who NAME --where EVENT` if it is an event's own"
        )
    }
}
