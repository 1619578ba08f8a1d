//! Finds the ruling that answers what a judge typed.
//!
//! [`Library::open`] has the index at hand ([`store`]), [`Library::search`] reads the query ([`query`]), mends and widens
//! it ([`terms`]), ranks ([`rank`]) and marks what matched ([`passage`]). The index holds whole rulings, so that no
//! search reads the corpus.

pub mod analyze;
mod answer;
pub mod build;
pub mod certainty;
mod counted;
pub mod lines;
pub mod pack;
mod parts;
pub mod passage;
pub mod query;
pub mod rank;
pub mod schema;
mod scoring;
pub mod store;
pub mod terms;
pub mod translate;

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

use tantivy::collector::TopDocs;
use tantivy::query::{AllQuery, BooleanQuery, Occur, PhraseQuery, Query as TantivyQuery, TermQuery};
use tantivy::schema::{Field, IndexRecordOption, Value};
use tantivy::{DocAddress, Index, ReloadPolicy, Searcher, TantivyDocument, Term};

use crate::corpus::{Authority, Day, Game, Ruling, markdown};
pub use answer::{Answer, Confidence, Form, Hit, Request, Timing};
use build::Lexicon;
use certainty::Evidence;
use query::{Direct, Query};
use rank::{Candidate, Parts, WEIGHTS};
use schema::Fields;
pub use store::{Origin, StoreError};
use terms::Terms;

/// A house ruling stands behind an official one of the same quality: this much less, as a logarithm.
const HOUSE: f32 = 0.5;
/// The same for a rule told in judge's own words.
const DIGEST: f32 = 5.0;
/// An official ruling that such a rule refers to decides before it, unless it is worse by more than this.
const REFERRED: f32 = 3.0;
/// A runner-up whose score is less than this below the first one's is close to it: as scores are logarithms of
/// probabilities, the first is then not twice as likely.
const CLOSE: f32 = 0.7;
/// Filters without words list at most this many rulings.
const MOST_LISTED: usize = 10_000;
/// A subject beyond the documents is named when it makes each word of the question likelier by this much, as a logarithm.
const BEYOND: f32 = 0.5;
/// A step answers alone when it is this much better than its section and the section's other steps.
const STEP: f32 = 1.0;
/// Of how many results it is worked out how well they explain the query.
const EXPLAINED: usize = 3;
/// A first result in which less than this share of what was typed is found is weak.
const WEAK: f32 = 0.45;

/// An opened index, ready to answer.
pub struct Library {
    searcher: Searcher,
    fields: Fields,
    lexicon: Lexicon,
    /// Sentences for stderr about how the index was come by.
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
    pub fn without_index(origin: &Origin) -> Result<Self, StoreError> {
        Self::over(store::in_memory(origin)?, Vec::new())
    }

    /// A library over an opened pack.
    ///
    /// # Errors
    /// [`StoreError::Build`] when the pack holds no index of this version.
    pub fn over(pack: pack::Pack, notes: Vec<String>) -> Result<Self, StoreError> {
        let failed = |e: tantivy::TantivyError| StoreError::Build(e.into());
        let lexicon = pack.head().lexicon.clone();
        let index = Index::open(pack).map_err(failed)?;
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into().map_err(failed)?;
        Ok(Self { searcher: reader.searcher(), fields: Fields::new(), lexicon, notes })
    }

    /// The documents that are searched, and the everyday words that are known.
    pub fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    /// The ruling of that id.
    ///
    /// # Errors
    /// What reading the index meets.
    pub fn ruling(&self, id: &str) -> anyhow::Result<Option<Ruling>> {
        match rank::ruling_of(&self.searcher, &self.fields, id)? {
            Some(address) => self.load(address).map(Some),
            None => Ok(None),
        }
    }

    /// Every ruling, in the order of the documents.
    ///
    /// # Errors
    /// What reading the index meets.
    pub fn rulings(&self) -> anyhow::Result<Vec<Ruling>> {
        self.all(Box::new(AllQuery))
    }

    /// The rulings with that official number, of either game.
    ///
    /// # Errors
    /// What reading the index meets.
    pub fn numbered(&self, number: &str) -> anyhow::Result<Vec<Ruling>> {
        self.all(self.term(self.fields.number, number))
    }

    /// The rulings that can be asked for by that card number, or by `set N`.
    ///
    /// # Errors
    /// What reading the index meets.
    pub fn keyed(&self, key: &str) -> anyhow::Result<Vec<Ruling>> {
        self.all(self.term(self.fields.key, key))
    }

    /// The words of `text` with misspelt ones mended, as one line.
    ///
    /// # Errors
    /// What reading the index meets.
    pub fn mended(&self, text: &str, game: Option<Game>) -> anyhow::Result<String> {
        let query = query::read(text);
        Ok(terms::terms(&query, game, &self.searcher, &self.fields)?.searched())
    }

    /// The rulings that come nearest to a query that finds nothing: its words alone, without filters and phrases, and
    /// failing that without a game.
    ///
    /// # Errors
    /// What reading the index meets.
    pub fn nearest(
        &self,
        typed: &str,
        game: Option<Game>,
        as_of: Option<Day>,
        limit: usize,
    ) -> anyhow::Result<Vec<Ruling>> {
        let words: Vec<String> = analyze::words(typed).into_iter().map(|w| w.text).collect();
        for game in [game, None] {
            let request = Request { game, as_of, ..Request::new(words.join(" "), limit) };
            let found = self.search(&request)?.results;
            if !found.is_empty() {
                return Ok(found.into_iter().map(|h| h.ruling).collect());
            }
        }
        Ok(Vec::new())
    }

    /// Every ruling that a query finds, in the order of the documents.
    fn all(&self, query: Box<dyn TantivyQuery>) -> anyhow::Result<Vec<Ruling>> {
        let found = self.searcher.search(&query, &tantivy::collector::DocSetCollector)?;
        let mut addresses: Vec<DocAddress> = found.into_iter().filter(|a| self.is_ruling(a)).collect();
        addresses.sort();
        addresses.into_iter().map(|address| self.load(address)).collect()
    }

    /// Rulings stand in each segment of the index before everything else.
    fn is_ruling(&self, address: &DocAddress) -> bool {
        let rulings = self.lexicon.parts.get(address.segment_ord as usize);
        rulings.is_some_and(|rulings| address.doc_id < *rulings)
    }

    fn term(&self, field: Field, text: &str) -> Box<dyn TantivyQuery> {
        Box::new(TermQuery::new(Term::from_field_text(field, text), IndexRecordOption::Basic))
    }

    /// Gives each result the words of the ask most like the query. The index knows only the asks' stems; their words are
    /// in the corpus it was built from.
    pub fn name_asks(&self, answer: &mut Answer, corpus: &crate::corpus::Corpus) {
        let asks = build::asks(corpus);
        for hit in &mut answer.results {
            let place = hit.parts.as_ref().and_then(|p| p.ask).and_then(|address| self.ask(address, &asks));
            hit.ask = place.map(str::to_owned);
        }
    }

    /// The ask at an address: in each segment the asks stand behind the rulings they ask for.
    fn ask<'a>(&self, address: DocAddress, asks: &[(usize, &'a str)]) -> Option<&'a str> {
        let segment = address.segment_ord as usize;
        let first: usize = self.lexicon.parts.get(..segment)?.iter().map(|rulings| *rulings as usize).sum();
        let place = address.doc_id.checked_sub(*self.lexicon.parts.get(segment)?)? as usize;
        let begin = asks.partition_point(|(of, _)| *of < first);
        asks.get(begin + place).map(|(_, ask)| *ask)
    }

    fn load(&self, address: DocAddress) -> anyhow::Result<Ruling> {
        let document: TantivyDocument = self.searcher.doc(address)?;
        let stored = document.get_first(self.fields.ruling).and_then(|v| v.as_str());
        let stored = stored.ok_or_else(|| anyhow::anyhow!("the index holds an entry without its ruling"))?;
        Ok(serde_json::from_str(stored)?)
    }

    /// Answers a request.
    ///
    /// # Errors
    /// What reading the index meets; never the query.
    pub fn search(&self, request: &Request) -> anyhow::Result<Answer> {
        let mut clock = Clock::start();
        let query = query::read(&request.words);
        let game = request.game.or(query.filters.game);
        let terms = terms::terms(&query, game, &self.searcher, &self.fields)?;
        clock.lap("reading the query");
        let mut direct = self.direct(request)?;
        direct.extend(counted::item(self, &terms, game)?);
        let ranked = self.ranked(&query, &terms, game, request.official)?;
        clock.lap("ranking");
        let mut answer = Answer {
            query: request.words.clone(),
            searched: terms.searched(),
            also: terms.also.clone(),
            mended: terms.mended.clone(),
            unruled: terms.unruled.clone(),
            remarks: query.remarks.clone(),
            results: Vec::new(),
            form: Form::None,
            beyond: None,
            evidence: None,
            confidence: Confidence::Clear,
            timing: Timing::default(),
        };
        self.choose(request, &query, &terms, direct, ranked, &mut answer)?;
        self.judge(&query, &terms, game, &mut answer)?;
        answer.results.truncate(request.limit);
        clock.lap("fetching and marking");
        answer.timing = clock.timing;
        Ok(answer)
    }

    /// Judges whether the first result decides the question.
    fn judge(
        &self,
        query: &Query,
        terms: &Terms,
        game: Option<Game>,
        answer: &mut Answer,
    ) -> anyhow::Result<()> {
        let words = terms.terms.iter().filter(|t| t.typed).count() as f32;
        let beyond = rank::beyond(&self.searcher, &self.fields, &self.lexicon.parts, terms, game)?
            .filter(|(_, gain)| *gain > BEYOND * words);
        answer.evidence = Evidence::of(&answer.results, beyond.map_or(0.0, |(_, gain)| gain));
        // Filters, phrases and an exact title say what is looked for; so does a number.
        let looked_for = !query.filters.is_empty()
            || !query.phrases.is_empty()
            || answer.results.first().is_some_and(|hit| is_titled(&hit.ruling, &terms.words));
        if looked_for {
            answer.evidence = None;
            answer.confidence = Confidence::Clear;
        }
        let covered = answer.results.first().and_then(|hit| hit.parts.as_ref()).map_or(1.0, |p| p.coverage);
        let decided = if rank::is_taught(&self.searcher, &self.fields)? {
            answer.evidence.is_none_or(|e| e.decides())
        } else {
            covered >= WEAK
        };
        answer.form = match answer.results.first() {
            None => Form::None,
            Some(_) if !decided => Form::Nearest,
            Some(hit) if hit.ruling.authority == Authority::Digest => Form::Rulebook,
            Some(_) => Form::Found,
        };
        if matches!(answer.form, Form::Nearest | Form::None)
            && let Some((address, _)) = beyond
        {
            let document: TantivyDocument = self.searcher.doc(address)?;
            let stored = document.get_first(self.fields.subject).and_then(|v| v.as_str());
            answer.beyond = stored.map(serde_json::from_str).transpose()?;
        }
        Ok(())
    }

    /// The rulings a query that is a number or an id names.
    fn direct(&self, request: &Request) -> anyhow::Result<Vec<Ruling>> {
        let mut named = Vec::new();
        for direct in query::direct(&request.words) {
            named.extend(match direct {
                Direct::Rule(number) => self.numbered(&number)?,
                Direct::Card(number) => self.keyed(&number)?,
                Direct::Set(number) => self.keyed(&format!("set {number}"))?,
                Direct::Id(id) => self.ruling(&id)?.into_iter().collect(),
            });
        }
        Ok(named)
    }

    fn ranked(
        &self,
        query: &Query,
        terms: &Terms,
        game: Option<Game>,
        official: bool,
    ) -> anyhow::Result<Vec<Candidate>> {
        let musts = self.musts(query, game, official);
        if terms.terms.is_empty() {
            return if query.filters.is_empty() { Ok(Vec::new()) } else { self.listed(musts) };
        }
        Ok(rank::rank(&self.searcher, &self.fields, &self.lexicon.parts, terms, musts, &WEIGHTS)?)
    }

    /// Filters without words list what passes, in the order of the documents.
    fn listed(&self, mut musts: Vec<(Occur, Box<dyn TantivyQuery>)>) -> anyhow::Result<Vec<Candidate>> {
        musts.push((Occur::Must, Box::new(AllQuery)));
        let drawn = TopDocs::with_limit(MOST_LISTED).order_by_score();
        let found = self.searcher.search(&BooleanQuery::new(musts), &drawn)?;
        let mut addresses: Vec<DocAddress> =
            found.into_iter().map(|(_, a)| a).filter(|a| self.is_ruling(a)).collect();
        addresses.sort();
        let parts = Parts { coverage: 1.0, ..Parts::default() };
        let candidate = |address| Candidate { address, score: 0.0, parts: parts.clone() };
        Ok(addresses.into_iter().map(candidate).collect())
    }

    /// What the index itself can hold every result to; [`passes`] checks the rest.
    fn musts(
        &self,
        query: &Query,
        game: Option<Game>,
        official: bool,
    ) -> Vec<(Occur, Box<dyn TantivyQuery>)> {
        let fields = &self.fields;
        let mut musts: Vec<(Occur, Box<dyn TantivyQuery>)> = Vec::new();
        let mut must = |query| musts.push((Occur::Must, query));
        if let Some(game) = game {
            must(self.term(fields.label, &format!("game:{}", game.code())));
        }
        if official {
            musts.push((Occur::MustNot, self.term(fields.label, build::DIGEST)));
        }
        let mut must = |query| musts.push((Occur::Must, query));
        if !query.filters.kinds.is_empty() {
            let kinds = query.filters.kinds.iter();
            let any = kinds.map(|k| (Occur::Should, self.term(fields.label, &format!("kind:{}", k.word()))));
            must(Box::new(BooleanQuery::new(any.collect())));
        }
        if let Some(number) = &query.filters.number {
            must(self.term(fields.number, number));
        }
        for phrase in &query.phrases {
            let words = phrase.iter().map(|w| Term::from_field_text(fields.exact, w)).collect();
            must(Box::new(PhraseQuery::new(words)));
        }
        let mut stems = analyze::stems();
        for word in query.filters.cards.iter().flat_map(|c| analyze::words(c)) {
            must(self.term(fields.cards, &analyze::stem(&mut stems, &word.text)));
        }
        for word in &query.without {
            musts.push((Occur::MustNot, self.term(fields.exact, word)));
        }
        musts
    }

    /// Adds a hit, or folds it into the hit of its own section or step, which stands before it. Where a step and its
    /// section, or two steps of one section, are nearly as good, the section answers, since it holds them all.
    fn add(&self, found: &mut Vec<Hit>, hit: Hit) -> anyhow::Result<()> {
        let same = found.iter_mut().find(|h| h.ruling.id == hit.ruling.id || kin(&h.ruling, &hit.ruling));
        let Some(same) = same else {
            found.push(hit);
            return Ok(());
        };
        if same.ruling.id == hit.ruling.id {
            return Ok(());
        }
        same.folded.push(hit.ruling.id.clone());
        let near = same.parts.is_some() && same.score - hit.score < STEP;
        if near && let Some(section) = same.ruling.part_of.clone() {
            same.folded.retain(|id| *id != section);
            same.folded.insert(0, same.ruling.id.clone());
            same.ruling = match hit.ruling.id == section {
                true => hit.ruling,
                false => self.ruling(&section)?.unwrap_or_else(|| same.ruling.clone()),
            };
        }
        Ok(())
    }

    /// Fetches candidates in order until there are enough results, folding a section and its own steps into one.
    fn choose(
        &self,
        request: &Request,
        query: &Query,
        terms: &Terms,
        direct: Vec<Ruling>,
        ranked: Vec<Candidate>,
        answer: &mut Answer,
    ) -> anyhow::Result<()> {
        let stems: BTreeSet<String> = terms.terms.iter().map(|t| t.stem.clone()).collect();
        let telling = rank::telling(&self.searcher, &self.fields, terms)?;
        let game = request.game.or(query.filters.game);
        let told = |r: &Ruling| request.official && r.authority == Authority::Digest;
        let fits = |r: &Ruling| r.is_in_force(request.as_of) && passes(r, query, game) && !told(r);
        let first = ranked.first().map_or(0.0, |c| c.score);
        let directly = !direct.is_empty();
        let direct = direct.into_iter().map(|ruling| (ruling, None, first + 1.0));
        let mut later = ranked.into_iter().peekable();
        let mut found: Vec<Hit> = Vec::new();
        let mut direct = direct.filter(|(r, _, _)| fits(r)).peekable();
        while found.len() <= request.limit {
            let (ruling, place, score) = match direct.next() {
                Some(next) => next,
                None => {
                    let Some(candidate) = later.next() else { break };
                    let ruling = self.load(candidate.address)?;
                    if !fits(&ruling) {
                        continue;
                    }
                    let behind = match ruling.authority {
                        Authority::Official => 0.0,
                        Authority::House => HOUSE,
                        Authority::Digest => DIGEST,
                    };
                    (ruling, Some((candidate.address, candidate.parts)), candidate.score - behind)
                }
            };
            let (address, parts) = place.unzip();
            let (highlights, folded, house, explained) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
            let decides = None;
            let hit = Hit {
                ruling,
                address,
                explained,
                score,
                highlights,
                decides,
                parts,
                ask: None,
                folded,
                house,
            };
            self.add(&mut found, hit)?;
        }
        found.sort_by(|a, b| b.score.total_cmp(&a.score));
        official_first(&mut found);
        if let Some(place) = found.iter().position(|hit| is_titled(&hit.ruling, &terms.words)) {
            found[..=place].rotate_right(1);
        }
        answer.confidence = if directly { Confidence::Clear } else { confidence(&found) };
        for hit in found.iter_mut().take(request.marked) {
            let text = hit.ruling.text();
            let skipped = hit.ruling.question.as_ref().map_or(0, |q| markdown::plain(q).chars().count());
            hit.highlights = passage::highlights(&text, &stems);
            hit.decides = passage::deciding(&text, skipped, &telling);
            hit.house = self.house(&hit.ruling, request.as_of)?;
        }
        for hit in found.iter_mut().take(EXPLAINED) {
            if let Some(address) = hit.address {
                hit.explained =
                    rank::explained(&self.searcher, &self.fields, &self.lexicon.parts, terms, address)?;
            }
        }
        answer.results = found;
        Ok(())
    }

    /// The house rulings in force that name an official one: who reads the one must know of the other.
    fn house(&self, ruling: &Ruling, as_of: Option<Day>) -> anyhow::Result<Vec<(String, String)>> {
        let mut house = Vec::new();
        if !self.lexicon.documents.iter().any(|d| d.authority == Authority::House) {
            return Ok(house);
        }
        for id in &ruling.seen_from {
            if let Some(from) = self.ruling(id)?
                && from.authority == Authority::House
                && from.is_in_force(as_of)
            {
                house.push((from.id.clone(), from.citation_on(as_of)));
            }
        }
        Ok(house)
    }
}

/// Where the first result is a rule in judge's words, puts the official ruling it refers to before it, if that is nearly as
/// good.
fn official_first(found: &mut [Hit]) {
    let Some(rule) = found.first().filter(|hit| hit.ruling.authority == Authority::Digest) else { return };
    let refers =
        |hit: &Hit| rule.ruling.see.contains(&hit.ruling.id) || hit.ruling.see.contains(&rule.ruling.id);
    let near = |hit: &Hit| hit.ruling.authority == Authority::Official && rule.score - hit.score < REFERRED;
    if let Some(place) = found.iter().position(|hit| near(hit) && refers(hit)) {
        found[..=place].rotate_right(1);
    }
}

/// Whether these words are a ruling's title.
fn is_titled(ruling: &Ruling, words: &[String]) -> bool {
    let mut stemmer = analyze::stems();
    let title = analyze::words(&ruling.title);
    title.len() == words.len()
        && title.iter().zip(words).all(|(title, word)| {
            analyze::stem(&mut stemmer, &title.text) == analyze::stem(&mut stemmer, word)
        })
}

/// Whether one is the section of the other, or both are steps of one section.
fn kin(a: &Ruling, b: &Ruling) -> bool {
    let section = |r: &Ruling| r.part_of.clone().unwrap_or_else(|| r.id.clone());
    section(a) == section(b)
}

fn confidence(found: &[Hit]) -> Confidence {
    let Some(first) = found.first() else { return Confidence::Weak };
    let covered = first.parts.as_ref().map_or(1.0, |p| p.coverage);
    let close = found.get(1).is_some_and(|second| first.score - second.score < CLOSE);
    if covered < WEAK {
        Confidence::Weak
    } else if close {
        Confidence::Close
    } else {
        Confidence::Clear
    }
}

/// Whether a ruling is all that the filters, phrases and exclusions ask.
fn passes(ruling: &Ruling, query: &Query, game: Option<Game>) -> bool {
    let filters = &query.filters;
    let names = |name: &String| {
        let wanted: Vec<String> = analyze::words(name).into_iter().map(|w| w.text).collect();
        ruling.cards.iter().any(|card| {
            let has: Vec<String> = analyze::words(&card.name).into_iter().map(|w| w.text).collect();
            wanted.iter().all(|w| has.contains(w))
        })
    };
    let in_document = |wanted: &String| {
        ruling.documents.iter().any(|d| d.id == *wanted || d.cite.to_lowercase().contains(wanted.as_str()))
    };
    game.is_none_or(|g| ruling.game == g)
        && (filters.kinds.is_empty() || filters.kinds.contains(&ruling.kind))
        && (filters.documents.is_empty() || filters.documents.iter().any(in_document))
        && filters.number.as_ref().is_none_or(|n| ruling.number.as_ref() == Some(n))
        && filters
            .section
            .as_ref()
            .is_none_or(|s| ruling.section.join(" ").to_lowercase().contains(s.as_str()))
        && filters.cards.iter().all(names)
        && words_pass(ruling, query)
}

fn words_pass(ruling: &Ruling, query: &Query) -> bool {
    if query.phrases.is_empty() && query.without.is_empty() {
        return true;
    }
    let cards: Vec<&str> = ruling.cards.iter().map(|c| c.name.as_str()).collect();
    let text = format!("{} {} {}", ruling.title, ruling.text(), cards.join(" "));
    let words: Vec<String> = analyze::words(&text).into_iter().map(|w| w.text).collect();
    query.phrases.iter().all(|p| words.windows(p.len()).any(|w| w == p.as_slice()))
        && !query.without.iter().any(|w| words.contains(w))
}

/// A stopwatch over the stretches of a search.
struct Clock {
    last: Instant,
    timing: Timing,
}

impl Clock {
    fn start() -> Self {
        Self { last: Instant::now(), timing: Timing::default() }
    }

    fn lap(&mut self, name: &'static str) {
        let now = Instant::now();
        self.timing.steps.push((name, now - self.last));
        self.last = now;
    }
}
