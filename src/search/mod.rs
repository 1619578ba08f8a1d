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

use std::collections::BTreeSet;
use std::path::Path;

use tantivy::query::{BooleanQuery, Occur, Query as TantivyQuery, TermQuery, TermSetQuery};
use tantivy::schema::{Field, IndexRecordOption, Value};
use tantivy::{DocAddress, Index, ReloadPolicy, Searcher, TantivyDocument, Term};

use crate::corpus::{Authority, Game, Ruling, history};
pub(crate) use answer::SubAnswer;
pub use answer::{Answer, AnswerKind, Confidence, Hit, Request};
pub use as_of::AsOfDay;
use classifier::StoredClassifier;
use corrections::Corrections;
use index_info::IndexInfo;
use schema::Fields;
pub(crate) use scoring::ScoreParts;
pub use store::Origin;
pub(crate) use store::StoreError;
pub use subjects::Subjects;

/// An opened index, ready to answer.
pub struct Library {
    pack: pack::Pack,
    searcher: Searcher,
    fields: Fields,
    /// Caches the corrections of misspelt English words.
    corrections: Corrections,
    /// Of misspelt words of the glossary.
    foreign_corrections: Corrections,
    info: IndexInfo,
    /// `None` where nothing was learnt of how rulings are asked for.
    classifier: Option<StoredClassifier>,
    /// Sentences for stderr on how the index was obtained: rebuilt, damaged, not writable.
    pub notes: Vec<String>,
}

impl Library {
    /// Opens the index of `origin`; see [`store::open`].
    ///
    /// # Errors
    /// [`StoreError`] when the rulings themselves cannot be used.
    pub fn open(origin: &Origin, cache: Option<&Path>) -> Result<Self, StoreError> {
        let opened = store::open(origin, cache)?;
        Self::over(opened.pack, opened.notes)
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
        Self::over(store::in_memory(origin)?, Vec::new())
    }

    /// A library over an opened pack.
    ///
    /// # Errors
    /// [`StoreError::Build`] when the pack holds no index of this version.
    pub fn over(pack: pack::Pack, notes: Vec<String>) -> Result<Self, StoreError> {
        let failed = |e: tantivy::TantivyError| StoreError::Build(e.into());
        let info = pack.head().info.clone();
        let classifier = StoredClassifier::of(&pack).map_err(|e| StoreError::Build(e.into()))?;
        let index = Index::open(pack.clone()).map_err(failed)?;
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into().map_err(failed)?;
        Ok(Self {
            pack,
            searcher: reader.searcher(),
            fields: Fields::new(),
            corrections: Corrections::default(),
            foreign_corrections: Corrections::default(),
            info,
            classifier,
            notes,
        })
    }

    /// Checks the whole index, of which otherwise each part is checked when it is first read: for whoever
    /// cannot begin anew where one proves damaged.
    ///
    /// # Errors
    /// [`pack::PackError::Damaged`].
    pub fn check(&self) -> Result<(), pack::PackError> {
        self.pack.check()
    }

    /// The documents that are searched, and the everyday words that are known.
    pub fn info(&self) -> &IndexInfo {
        &self.info
    }

    /// The ruling of that id.
    ///
    /// # Errors
    /// Any error reading the index.
    pub fn ruling(&self, id: &str) -> anyhow::Result<Option<Ruling>> {
        match rank::ruling_of(&self.searcher, &self.fields, id)? {
            Some(address) => self.load(address).map(Some),
            None => Ok(None),
        }
    }

    /// Every ruling, in the order of the documents.
    ///
    /// # Errors
    /// Any error reading the index.
    pub fn rulings(&self) -> anyhow::Result<Vec<Ruling>> {
        self.addresses().map(|address| self.load(address)).collect()
    }

    /// Every ruling of the documents and of an event's own judges: what may be quoted, without the rules
    /// in judge's own words.
    ///
    /// # Errors
    /// Any error reading the index.
    pub(crate) fn quotable_rulings(&self) -> anyhow::Result<Vec<Ruling>> {
        let digest = self.term(self.fields.label, schema::label_of(Authority::Digest));
        let digest: BTreeSet<DocAddress> = self.find(&*digest)?.into_iter().collect();
        self.addresses()
            .filter(|address| !digest.contains(address))
            .map(|address| self.load(address))
            .collect()
    }

    /// Where every ruling is, in the order of the documents: rulings stand in each segment before everything
    /// else.
    fn addresses(&self) -> impl Iterator<Item = DocAddress> {
        let segments = (0..).zip(&self.info.parts);
        segments.flat_map(|(segment, rulings)| (0..*rulings).map(move |doc| DocAddress::new(segment, doc)))
    }

    /// The rulings with that official number, of either game.
    ///
    /// # Errors
    /// Any error reading the index.
    pub fn by_number(&self, number: &str) -> anyhow::Result<Vec<Ruling>> {
        self.find_rulings(self.term(self.fields.number, number))
    }

    /// The rulings that can be asked for by that card number, or by `set N`.
    ///
    /// # Errors
    /// Any error reading the index.
    pub(crate) fn by_key(&self, key: &str) -> anyhow::Result<Vec<Ruling>> {
        self.find_rulings(self.term(self.fields.key, key))
    }

    /// The rulings that name a card by all words of one of these names, in whatever form of the words, or by
    /// one of these numbers, in the order of the documents. A name without a word is named by all.
    ///
    /// # Errors
    /// Any error reading the index.
    pub(crate) fn naming_cards(&self, names: &[&str], numbers: &[&str]) -> anyhow::Result<Vec<Ruling>> {
        let mut stemmer = analyze::stemmer();
        let mut any = Vec::new();
        for name in names {
            let words = analyze::words(name);
            if words.is_empty() {
                return self.rulings();
            }
            let all = words.iter().map(|word| {
                (Occur::Must, self.term(self.fields.cards, &analyze::stem(&mut stemmer, &word.text)))
            });
            any.push((Occur::Should, Box::new(BooleanQuery::new(all.collect())) as Box<dyn TantivyQuery>));
        }
        any.extend(numbers.iter().map(|number| (Occur::Should, self.term(self.fields.key, number))));
        self.find_rulings(Box::new(BooleanQuery::new(any)))
    }

    /// The rulings whose ids are this one with a dot and a number behind it, in the order of the documents.
    ///
    /// # Errors
    /// Any error reading the index.
    pub(crate) fn items_of(&self, id: &str) -> anyhow::Result<Vec<Ruling>> {
        self.rulings_with_prefix(&format!("{id}."), |rest| rest.iter().all(u8::is_ascii_digit))
    }

    /// The rulings that define words, in all their editions, in the order of the documents.
    ///
    /// # Errors
    /// Any error reading the index.
    pub(crate) fn definitions(&self) -> anyhow::Result<Vec<Ruling>> {
        self.find_rulings(self.term(self.fields.label, schema::DEFINES))
    }

    /// A ruling in all its editions: those whose ids are this one, but for the version.
    ///
    /// # Errors
    /// Any error reading the index.
    pub fn editions(&self, id: &str) -> anyhow::Result<Vec<Ruling>> {
        self.rulings_with_prefix(history::base(id), |rest| rest.is_empty() || rest.starts_with(b"@"))
    }

    /// The rulings whose ids begin so and go on as is wanted, in the order of the documents.
    fn rulings_with_prefix(
        &self,
        prefix: &str,
        goes_on: impl Fn(&[u8]) -> bool,
    ) -> anyhow::Result<Vec<Ruling>> {
        let mut ids = Vec::new();
        for segment in self.searcher.segment_readers() {
            let inverted = segment.inverted_index(self.fields.id)?;
            let mut stream = inverted.terms().range().ge(prefix).into_stream()?;
            while let Some((id, _)) = stream.next() {
                let Some(rest) = id.strip_prefix(prefix.as_bytes()) else { break };
                if goes_on(rest) {
                    ids.push(Term::from_field_bytes(self.fields.id, id));
                }
            }
        }
        self.find_rulings(Box::new(TermSetQuery::new(ids)))
    }

    /// The words of `text` with misspelt ones corrected, as one line.
    ///
    /// # Errors
    /// Any error reading the index.
    pub(crate) fn correct_spelling(&self, text: &str, game: Option<Game>) -> anyhow::Result<String> {
        let query = query::read(text);
        Ok(terms::of_query(&query, game, &self.searcher, &self.fields, &self.corrections)?.searched())
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

    /// Every ruling that a query finds, in the order of the documents.
    fn find_rulings(&self, query: Box<dyn TantivyQuery>) -> anyhow::Result<Vec<Ruling>> {
        self.find(&*query)?.into_iter().map(|address| self.load(address)).collect()
    }

    /// Where the rulings are that a query finds, in the order of the documents.
    fn find(&self, query: &dyn TantivyQuery) -> anyhow::Result<Vec<DocAddress>> {
        let found = self.searcher.search(query, &tantivy::collector::DocSetCollector)?;
        let mut addresses: Vec<DocAddress> = found.into_iter().filter(|a| self.is_ruling(a)).collect();
        addresses.sort();
        Ok(addresses)
    }

    /// Rulings stand in each segment of the index before everything else.
    fn is_ruling(&self, address: &DocAddress) -> bool {
        let rulings = self.info.parts.get(address.segment_ord as usize);
        rulings.is_some_and(|rulings| address.doc_id < *rulings)
    }

    fn term(&self, field: Field, text: &str) -> Box<dyn TantivyQuery> {
        Box::new(TermQuery::new(Term::from_field_text(field, text), IndexRecordOption::Basic))
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
        let first: usize = self.info.parts.get(..segment)?.iter().map(|rulings| *rulings as usize).sum();
        let place = address.doc_id.checked_sub(*self.info.parts.get(segment)?)? as usize;
        let begin = asks.partition_point(|(of, _)| *of < first);
        asks.get(begin + place).map(|(_, ask)| *ask)
    }

    fn load(&self, address: DocAddress) -> anyhow::Result<Ruling> {
        let document: TantivyDocument = self.searcher.doc(address)?;
        let stored = document.get_first(self.fields.ruling).and_then(|v| v.as_str());
        let stored = stored.ok_or_else(|| anyhow::anyhow!("the index holds an entry without its ruling"))?;
        Ok(serde_json::from_str(stored)?)
    }
}
