//! The rulings held, found by what names them exactly: an id, a number, a card. Nothing that only a search
//! needs is read for it.

use std::collections::BTreeSet;

use tantivy::query::{BooleanQuery, Occur, Query as TantivyQuery, TermQuery, TermSetQuery};
use tantivy::schema::{Field, IndexRecordOption, Value};
use tantivy::{DocAddress, Index, ReloadPolicy, Searcher, TantivyDocument, Term};

use super::analyze;
use super::index_info::IndexInfo;
use super::pack::Pack;
use super::schema::{self, Fields};
use crate::corpus::{Authority, Ruling, history};

/// The rulings of an opened index, whether it can be searched or not.
pub struct HeldRulings {
    pub(super) pack: Pack,
    pub(super) searcher: Searcher,
    pub(super) fields: Fields,
    pub(super) info: IndexInfo,
    /// Sentences for stderr on how the index was obtained: rebuilt, damaged, not writable.
    pub notes: Vec<String>,
}

impl HeldRulings {
    /// Those of an opened pack.
    ///
    /// # Errors
    /// When the pack holds no index of this version.
    pub(super) fn over(pack: Pack, notes: Vec<String>) -> tantivy::Result<Self> {
        let info = pack.head().info.clone();
        let index = Index::open(pack.clone())?;
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        Ok(Self { pack, searcher: reader.searcher(), fields: Fields::new(), info, notes })
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
        Ok(self.find_rulings(self.term(self.fields.id, id))?.into_iter().next())
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
    pub(super) fn addresses(&self) -> impl Iterator<Item = DocAddress> {
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

    /// Every ruling that a query finds, in the order of the documents.
    pub(super) fn find_rulings(&self, query: Box<dyn TantivyQuery>) -> anyhow::Result<Vec<Ruling>> {
        self.find(&*query)?.into_iter().map(|address| self.load(address)).collect()
    }

    /// Where the rulings are that a query finds, in the order of the documents.
    pub(super) fn find(&self, query: &dyn TantivyQuery) -> anyhow::Result<Vec<DocAddress>> {
        let found = self.searcher.search(query, &tantivy::collector::DocSetCollector)?;
        let mut addresses: Vec<DocAddress> = found.into_iter().filter(|a| self.is_ruling(a)).collect();
        addresses.sort();
        Ok(addresses)
    }

    /// Rulings stand in each segment of the index before everything else.
    pub(super) fn is_ruling(&self, address: &DocAddress) -> bool {
        let rulings = self.info.parts.get(address.segment_ord as usize);
        rulings.is_some_and(|rulings| address.doc_id < *rulings)
    }

    pub(super) fn term(&self, field: Field, text: &str) -> Box<dyn TantivyQuery> {
        Box::new(TermQuery::new(Term::from_field_text(field, text), IndexRecordOption::Basic))
    }

    pub(super) fn load(&self, address: DocAddress) -> anyhow::Result<Ruling> {
        let document: TantivyDocument = self.searcher.doc(address)?;
        let stored = document.get_first(self.fields.ruling).and_then(|v| v.as_str());
        let stored = stored.ok_or_else(|| anyhow::anyhow!("the index holds an entry without its ruling"))?;
        Ok(serde_json::from_str(stored)?)
    }
}
