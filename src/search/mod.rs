//! Finds the ruling that answers what a judge typed.
//!
//! [`Library::open`] has the index at hand ([`store`]), [`Library::search`] reads the query ([`query`]),
//! corrects and widens it ([`terms`]), ranks ([`rank`]) and marks what matched ([`passage`]). The index holds
//! whole rulings, so that no search reads the corpus.

pub mod analyze;
pub(crate) mod analyzed;
pub(crate) mod answer;
pub(crate) mod answerability;
mod as_of;
pub mod build;
mod card_forms;
mod classifier;
mod clock;
mod corrections;
pub(crate) mod direct;
mod execute;
mod filters;
mod game_odds;
mod game_words;
mod held;
pub(crate) mod index_info;
mod item_number;
pub(crate) mod languages;
pub(crate) mod names;
pub mod pack;
pub(crate) mod passage;
mod post;
mod postings;
mod prepared;
mod profile;
pub mod query;
pub(crate) mod rank;
mod results;
pub(crate) mod schema;
pub(crate) mod scoring;
mod segments;
mod sentences;
pub mod store;
mod subjects;
pub(crate) mod terms;
mod unknown_values;
pub(crate) mod weights;
mod which_game;

use std::path::Path;

use tantivy::DocAddress;

use crate::corpus::{Game, Ruling};
pub(crate) use answer::SubAnswer;
pub use answer::{Answer, AnswerKind, Confidence, Hit, Request};
pub use as_of::AsOfDay;
use classifier::StoredClassifier;
use corrections::Corrections;
pub use held::HeldRulings;
pub(crate) use scoring::ScoreParts;
pub use store::Origin;
pub(crate) use store::StoreError;
use store::{Extent, Opened};
pub use subjects::Subjects;

/// An opened index, ready to answer.
pub struct Library {
    held: HeldRulings,
    /// Caches the corrections of misspelt English words.
    corrections: Corrections,
    /// Of misspelt words of the glossary.
    foreign_corrections: Corrections,
    /// `None` where nothing was learnt of how rulings are asked for.
    classifier: Option<StoredClassifier>,
}

impl HeldRulings {
    /// Opens the rulings of `origin`; see [`store::open`]. Where there is no index yet, none is built for
    /// them: only what looking them up takes.
    ///
    /// # Errors
    /// [`StoreError`] when the rulings themselves cannot be used.
    pub(crate) fn open(origin: &Origin, cache: Option<&Path>) -> Result<Self, StoreError> {
        let Opened { pack, notes } = store::open(origin, cache, Extent::Rulings)?;
        Self::over(pack, notes).map_err(|e| StoreError::Build(e.into()))
    }

    /// The same, built in memory, whatever lies on disk.
    ///
    /// # Errors
    /// [`StoreError`] when the rulings themselves cannot be used.
    pub(crate) fn without_index(origin: &Origin) -> Result<Self, StoreError> {
        let pack = store::in_memory(origin, Extent::Rulings)?;
        Self::over(pack, Vec::new()).map_err(|e| StoreError::Build(e.into()))
    }
}

impl Library {
    /// Opens the index of `origin`; see [`store::open`].
    ///
    /// # Errors
    /// [`StoreError`] when the rulings themselves cannot be used.
    pub fn open(origin: &Origin, cache: Option<&Path>) -> Result<Self, StoreError> {
        let Opened { pack, notes } = store::open(origin, cache, Extent::Whole)?;
        Self::over(pack, notes)
    }

    /// A library over a corpus, held in memory.
    ///
    /// # Errors
    /// [`StoreError::Build`] when the index cannot be built.
    pub fn in_memory(corpus: &crate::corpus::Corpus) -> Result<Self, StoreError> {
        let mut bytes = Vec::new();
        build::pack(corpus, &[], &mut bytes).map_err(StoreError::Build)?;
        Self::over(pack::Pack::from_bytes(bytes).map_err(|e| StoreError::Build(e.into()))?, Vec::new())
    }

    /// A library over an index that is built in memory, whatever lies on disk.
    ///
    /// # Errors
    /// [`StoreError`] when the rulings themselves cannot be used.
    pub(crate) fn without_index(origin: &Origin) -> Result<Self, StoreError> {
        Self::over(store::in_memory(origin, Extent::Whole)?, Vec::new())
    }

    /// A library over an opened pack.
    ///
    /// # Errors
    /// [`StoreError::Build`] when the pack holds no index of this version.
    pub fn over(pack: pack::Pack, notes: Vec<String>) -> Result<Self, StoreError> {
        let classifier = StoredClassifier::of(&pack).map_err(|e| StoreError::Build(e.into()))?;
        Ok(Self {
            held: HeldRulings::over(pack, notes).map_err(|e| StoreError::Build(e.into()))?,
            corrections: Corrections::default(),
            foreign_corrections: Corrections::default(),
            classifier,
        })
    }

    /// The rulings it holds, to be looked up.
    pub fn held(&self) -> &HeldRulings {
        &self.held
    }

    /// Checks the whole index, of which otherwise each part is checked when it is first read: for whoever
    /// cannot begin anew where one proves damaged.
    ///
    /// # Errors
    /// [`pack::PackError::Damaged`].
    pub fn check(&self) -> Result<(), pack::PackError> {
        self.held.pack.check()
    }

    /// The words of `text` with misspelt ones corrected, as one line.
    ///
    /// # Errors
    /// Any error reading the index.
    pub(crate) fn correct_spelling(&self, text: &str, game: Option<Game>) -> anyhow::Result<String> {
        let query = query::read(text);
        Ok(terms::of_query(&query, game, &self.held.searcher, &self.held.fields, &self.corrections)?
            .searched())
    }

    /// The rulings that come nearest to a query that finds nothing: its words alone, without filters and
    /// phrases, and failing that without a game.
    ///
    /// # Errors
    /// Any error reading the index.
    pub fn nearest(&self, request: &Request) -> anyhow::Result<Vec<Ruling>> {
        let words: Vec<String> = query::read(&request.words).words.into_iter().map(|w| w.text).collect();
        for game in [request.game, None] {
            let request = Request { words: words.join(" "), game, marked: 0, ..request.clone() };
            let found = self.search(&request)?.results;
            if !found.is_empty() {
                return Ok(found.into_iter().map(|h| h.ruling).collect());
            }
        }
        Ok(Vec::new())
    }

    /// Gives each result the words of the ask most like the query. The index knows only the asks' stems;
    /// their words are in the corpus it was built from.
    pub(crate) fn add_nearest_asks(&self, answer: &mut Answer, corpus: &crate::corpus::Corpus) {
        let asks = build::asks(corpus);
        for hit in &mut answer.results {
            let place = hit.parts.as_ref().and_then(|p| p.ask).and_then(|address| self.ask(address, &asks));
            hit.ask = place.map(str::to_owned);
        }
    }

    /// The ask at an address: in each segment the asks stand behind the rulings they ask for.
    fn ask<'a>(&self, address: DocAddress, asks: &[(usize, &'a str)]) -> Option<&'a str> {
        let segment = address.segment_ord as usize;
        let first: usize = self.held.info.parts.get(..segment)?.iter().map(|rulings| *rulings as usize).sum();
        let place = address.doc_id.checked_sub(*self.held.info.parts.get(segment)?)? as usize;
        let begin = asks.partition_point(|(of, _)| *of < first);
        asks.get(begin + place).map(|(_, ask)| *ask)
    }
}
