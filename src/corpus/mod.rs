//! The rulings: documents, entries and asks; loaded, validated, linked, cited.
//!
//! Nothing here searches, prints or depends on another top-level module. Only [`files`] touches the disk;
//! everything else is a function of texts.

pub mod asks;
pub(crate) mod beyond;
pub(crate) mod built_in;
pub mod cards;
pub(crate) mod certainty;
pub(crate) mod characters;
pub mod define;
pub(crate) mod diagnostic;
pub mod diff;
pub mod digest;
pub(crate) mod digest_info;
pub(crate) mod document;
pub(crate) mod editions;
pub mod emit;
pub mod explain;
pub mod files;
pub mod history;
pub(crate) mod house;
pub(crate) mod languages;
pub(crate) mod lint;
pub(crate) mod load;
pub(crate) mod mapped;
pub mod markdown;
pub(crate) mod misnamed;
pub mod newer;
mod opposites;
pub(crate) mod plural;
pub mod ruling;
mod shown;
pub mod similar;
pub(crate) mod suggest;
pub(crate) mod synonyms;
pub(crate) mod table;
pub(crate) mod trees;
pub(crate) mod weight;
pub mod yaml;
pub(crate) mod yes_or_no;

use indexmap::IndexMap;

pub(crate) use asks::Voice;
pub(crate) use beyond::Beyond;
pub use cards::CardBook;
pub use certainty::Certainty;
pub(crate) use diagnostic::Location;
pub use diagnostic::{Diagnostic, DiagnosticCode, Severity};
pub use digest_info::Certain;
pub use document::{Authority, Day, Document, Game};
pub(crate) use explain::Explanation;
pub use files::Files;
use history::Versions;
pub(crate) use languages::ForeignWord;
pub use ruling::{Kind, Ruling};
pub(crate) use synonyms::Synonym;

/// One way somebody may put the question that a ruling answers. Never official.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    /// The id of that ruling.
    pub ruling: String,
    pub voice: Voice,
    pub text: String,
    /// Where it is written.
    pub place: Location,
}

/// The loaded, linked, immutable body of knowledge.
#[derive(Debug, Clone, Default)]
pub struct Corpus {
    documents: IndexMap<String, Document>,
    rulings: IndexMap<String, Ruling>,
    asks: Vec<Ask>,
    synonyms: Vec<Synonym>,
    languages: Vec<ForeignWord>,
    beyond: Vec<Beyond>,
    versions: Versions,
    key: String,
}

impl Corpus {
    /// A corpus of the given rulings without documents or asks, for generated data.
    pub fn of_rulings(rulings: Vec<Ruling>) -> Self {
        Self { rulings: rulings.into_iter().map(|r| (r.id.clone(), r)).collect(), ..Self::default() }
    }

    /// Every document, in file order.
    pub fn documents(&self) -> impl Iterator<Item = &Document> {
        self.documents.values()
    }

    pub fn document(&self, id: &str) -> Option<&Document> {
        self.documents.get(id)
    }

    /// A game's newest official document in force on `day`; without a day, the newest of all.
    pub(crate) fn newest_document(&self, game: Game, day: Option<Day>) -> Option<&Document> {
        self.documents
            .values()
            .filter(|d| d.game == game && d.authority == Authority::Official)
            .filter(|d| day.is_none_or(|day| d.date.value <= day))
            .max_by_key(|d| d.date.value)
    }

    /// Every ruling, in file order.
    pub fn rulings(&self) -> impl Iterator<Item = &Ruling> {
        self.rulings.values()
    }

    pub fn ruling(&self, id: &str) -> Option<&Ruling> {
        self.rulings.get(id)
    }

    /// The text a citation such as `lcg:timing.nested#2` refers to: one clause, or without `#` the whole
    /// answer, in plain text.
    pub fn clause(&self, citation: &str) -> Option<String> {
        match citation.split_once('#') {
            None => self.ruling(citation).map(|r| markdown::plain(&r.answer)),
            Some((id, n)) => {
                let n: usize = n.parse().ok()?;
                self.ruling(id)?.clauses().into_iter().nth(n.checked_sub(1)?)
            }
        }
    }

    pub fn asks(&self) -> &[Ask] {
        &self.asks
    }

    pub fn synonyms(&self) -> &[Synonym] {
        &self.synonyms
    }

    pub fn languages(&self) -> &[ForeignWord] {
        &self.languages
    }

    /// Every subject that no document held covers.
    pub fn beyond(&self) -> &[Beyond] {
        &self.beyond
    }

    /// Every known version of the documents, held or not.
    pub fn versions(&self) -> &Versions {
        &self.versions
    }

    /// The hash of the files it was loaded from: see [`Files::searched_key`].
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The same corpus without the asks of the rulings that `taken` selects: the state of knowledge about a
    /// ruling on the day it is written.
    pub fn without_asks_of(&self, taken: impl Fn(&str) -> bool) -> Self {
        let asks = self.asks.iter().filter(|ask| !taken(&ask.ruling)).cloned().collect();
        Self { asks, ..self.clone() }
    }

    /// Replaces the key; for embedded rulings, whose key was computed at build time.
    #[must_use]
    pub(crate) fn with_key(self, key: &str) -> Self {
        Self { key: key.to_owned(), ..self }
    }
}
