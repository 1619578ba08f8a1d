//! Which ruling stands where, and why: every ruling is scored, or, among many thousand, the candidates the
//! index draws.
//!
//! Every part of a score is a number with a name, so that `--why` can show it and a measurement can weigh it.

use std::ops::Range;

use serde::Serialize;
use tantivy::collector::{DocSetCollector, TopDocs};
use tantivy::query::{AllQuery, BooleanQuery, Occur, Query as TantivyQuery, TermQuery};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocAddress, DocId, Searcher, SegmentReader, Term};

use super::classifier::{self, StoredClassifier};
use super::game_odds::GameOdds;
use super::index_info::IndexInfo;
use super::postings::{MergedPostings, PostingsReader};
use super::profile::{self, QueryVector};
use super::schema::{ANY_GAME, Fields, label_of};
use super::scoring::{Bm25, ScoreParts, SegmentBm25, SubjectMatch, best_of, idf, token_count, u64_column};
use super::terms::{QueryTerms, SearchTerm};
use super::weights::{FEW_ASKS, Weights};
use crate::corpus::{Authority, Game};

/// From this many rulings on, only candidates are ranked.
const MANY: u32 = 20_000;
/// How many candidates are ranked then.
const CANDIDATES: usize = 200;
/// A name of a card counts as long as this at most, in words: its weight is that of ordinary names.
const LONG_NAME: f32 = 3.0;

/// A ruling with its score.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Candidate {
    /// Where it is in the index.
    pub address: DocAddress,
    pub score: f32,
    /// The components of the score.
    pub parts: ScoreParts,
}

/// With fewer words of asks than this, nothing was learnt of how people ask.
const MIN_ASK_WORDS: f32 = 2_000.0;

/// Whether there are asks enough to have learnt from how people ask.
///
/// # Errors
/// Any error reading the index.
pub(crate) fn has_enough_asks(searcher: &Searcher, fields: &Fields) -> tantivy::Result<bool> {
    Ok(token_count(searcher, &[fields.ask])? >= MIN_ASK_WORDS)
}

/// The weight of each searched stem: its inverse document frequency among the rulings, by what it counts in
/// the query.
///
/// # Errors
/// Any error reading the index.
pub(crate) fn idf_weights(
    searcher: &Searcher,
    fields: &Fields,
    searched: &QueryTerms,
) -> tantivy::Result<std::collections::BTreeMap<String, f32>> {
    let weigh = |term: &SearchTerm| {
        let with = searcher.doc_freq(&Term::from_field_text(fields.official, &term.stem))?;
        Ok((term.stem.clone(), term.weight * idf(searcher.num_docs() as f32, with as f32)))
    };
    searched.terms.iter().map(weigh).collect()
}

/// How well a ruling explains one term.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TermExplanation {
    /// What the typed term was reduced to.
    pub stem: String,
    /// How much likelier the ruling makes it than talk in general does, as a logarithm.
    pub gain: f32,
    /// The negative logarithm of how common it is.
    pub rarity: f32,
    /// Whether anybody ever said or wrote it.
    pub known: bool,
    /// What the term counts in its query.
    pub weight: f32,
}

/// The probability of a word that nobody ever said.
const MIN_PROBABILITY: f32 = 1e-6;
/// One occurrence in the field `expansion` stands for this much gain.
pub(super) const EXPANSION_STEP: f32 = 0.2;
/// One occurrence of a word's [`high_digit`] stands for this many of the word.
pub(super) const HIGH_DIGIT: f32 = 8.0;

/// The term of the field `expansion` that stands for several occurrences of a stem: what is added to an index
/// takes as long as it has occurrences.
pub(super) fn high_digit(stem: &str) -> String {
    format!("{stem}×8")
}

/// How strongly BM25 marks down a title for its length.
const TITLE_B: f32 = 0.5;
/// The same for whole texts and for asks.
const TEXT_B: f32 = 0.75;
/// How many words of talk in general are mixed into what is asked of one ruling (Dirichlet smoothing).
const DIRICHLET_MU: f32 = 300.0;

/// The rulings of one segment that are ranked, ascending.
type Ranked = Vec<(DocId, ScoreParts)>;

/// A term that was typed, with what the index knows of it.
struct TypedTerm {
    term: SearchTerm,
    /// How many asks have it, and how many rulings.
    asks_with: f32,
    rulings_with: f32,
    /// How common it is in what is asked and ruled, 0 to 1.
    background: f32,
    /// Its weight: the inverse document frequency among all texts.
    idf: f32,
}

/// Ranks rulings for one query.
pub(crate) struct Ranker<'a> {
    searcher: &'a Searcher,
    fields: &'a Fields,
    /// How many rulings each segment holds, whose asks stand behind them.
    info: &'a IndexInfo,
    classifier: Option<&'a StoredClassifier>,
    searched: &'a QueryTerms,
    typed: Vec<TypedTerm>,
    synonyms: Vec<SearchTerm>,
    /// The number of rulings in the index.
    ruling_count: f32,
}

impl<'a> Ranker<'a> {
    /// Of a query's terms; `info` says how many rulings each segment holds.
    ///
    /// # Errors
    /// Any error reading the index.
    pub(crate) fn new(
        searcher: &'a Searcher,
        fields: &'a Fields,
        info: &'a IndexInfo,
        classifier: Option<&'a StoredClassifier>,
        searched: &'a QueryTerms,
    ) -> tantivy::Result<Self> {
        let (typed, synonyms): (Vec<_>, Vec<_>) = searched.terms.iter().cloned().partition(|t| t.typed);
        let said = token_count(searcher, &[fields.ask, fields.official])?.max(1.0);
        let known = |term: SearchTerm| {
            let with = |field| searcher.doc_freq(&Term::from_field_text(field, &term.stem));
            let (asks_with, rulings_with) = (with(fields.ask)? as f32, with(fields.official)? as f32);
            let background = (asks_with + rulings_with) / said;
            let idf = idf(searcher.num_docs() as f32, asks_with + rulings_with);
            Ok(TypedTerm { term, asks_with, rulings_with, background, idf })
        };
        let typed = typed.into_iter().map(known).collect::<tantivy::Result<_>>()?;
        let ruling_count = info.parts.iter().sum::<u32>().max(1) as f32;
        Ok(Self { searcher, fields, info, classifier, searched, typed, synonyms, ruling_count })
    }

    /// Ranks the rulings that fit the terms and every one of `clauses`.
    ///
    /// # Errors
    /// Any error reading the index.
    pub(crate) fn rank(
        &self,
        clauses: Vec<(Occur, Box<dyn TantivyQuery>)>,
        weights: &Weights,
    ) -> tantivy::Result<Vec<Candidate>> {
        let mut rulings = self.rulings_to_rank(clauses)?;
        self.score(&mut rulings)?;
        let mut candidates = Vec::with_capacity(rulings.iter().map(Vec::len).sum());
        for (segment, rulings) in rulings.into_iter().enumerate() {
            for (doc, parts) in rulings.into_iter().filter(|(_, parts)| parts.found()) {
                let address = DocAddress::new(segment as u32, doc);
                candidates.push(Candidate { address, score: parts.score(weights), parts });
            }
        }
        self.score_new_rulings(&mut candidates, weights);
        sort(&mut candidates);
        Ok(candidates)
    }

    /// Scores the rulings with few asks, or none, by what is expected of these, beside those with asks.
    fn score_new_rulings(&self, candidates: &mut [Candidate], weights: &Weights) {
        let asked = candidates.iter().filter(|candidate| candidate.parts.ask_count > 0);
        let best = asked.map(|candidate| candidate.score).reduce(f32::max).unwrap_or_default();
        let words = self.known_weight();
        for Candidate { score, parts, .. } in candidates.iter_mut().filter(|c| c.parts.ask_count < FEW_ASKS) {
            parts.expected = parts.expected(weights, words, best);
            *score = parts.score(weights);
        }
    }

    /// How much the ruling at an address explains of each typed term: its gain over talk in general, as a
    /// logarithm, with the term's rarity, the negative logarithm of how common it is.
    ///
    /// # Errors
    /// Any error reading the index.
    pub(crate) fn explained(&self, address: DocAddress) -> tantivy::Result<Vec<TermExplanation>> {
        let segment = self.searcher.segment_reader(address.segment_ord);
        let mut expansions = PostingsReader::of(segment, self.fields.expansion)?;
        let mut explained = Vec::new();
        for TypedTerm { term, background, .. } in &self.typed {
            let mut gain = 0.0;
            add_gains(&mut expansions, &term.stem, &mut [(address.doc_id, ())], |(), more| gain += more)?;
            explained.push(TermExplanation {
                stem: term.stem.clone(),
                gain: gain + judge_learn::floor(),
                rarity: -background.max(MIN_PROBABILITY).ln(),
                known: *background > 0.0,
                weight: term.weight,
            });
        }
        Ok(explained)
    }

    /// The subject beyond the documents that is asked for in the query's very words, or that explains its
    /// terms best.
    ///
    /// # Errors
    /// Any error reading the index.
    pub(crate) fn best_subject(&self, game: Option<Game>) -> tantivy::Result<Option<SubjectMatch>> {
        let mut best: Option<SubjectMatch> = None;
        for (n, segment) in self.searcher.segment_readers().iter().enumerate() {
            let mut about = PostingsReader::of(segment, self.fields.about)?;
            let games = Game::ALL.into_iter().filter(|other| game.is_none_or(|game| game == *other));
            let mut here: Vec<(DocId, SubjectParts)> = Vec::new();
            for code in std::iter::once(ANY_GAME).chain(games.map(Game::code)) {
                here.extend(about.all(code)?.into_iter().map(|(doc, _)| (doc, SubjectParts::default())));
            }
            here.sort_unstable_by_key(|(doc, _)| *doc);
            self.score_subjects(segment, &mut here)?;
            let (whole, of_card) = (self.searched.whole(), self.searched.of_card.clone());
            self.mark_exact_asks(segment, whole, &mut here, |parts| parts.is_exact_ask = true)?;
            self.mark_exact_asks(segment, of_card, &mut here, |parts| parts.is_ask_of_card = true)?;
            for (doc, SubjectParts { gain, is_exact_ask, is_ask_of_card }) in here {
                let address = DocAddress::new(n as u32, doc);
                let found = SubjectMatch { address, gain, is_exact_ask, is_ask_of_card };
                if best.is_none_or(|best| found.is_better_than(&best)) {
                    best = Some(found);
                }
            }
        }
        Ok(best)
    }

    /// What all terms count together that anybody ever said or wrote.
    fn known_weight(&self) -> f32 {
        self.typed.iter().filter(|t| t.background > 0.0).map(|t| t.term.weight).sum()
    }

    /// The rulings to rank: all that pass `clauses`, or, of many, those the index draws by their own words.
    fn rulings_to_rank(
        &self,
        mut clauses: Vec<(Occur, Box<dyn TantivyQuery>)>,
    ) -> tantivy::Result<Vec<Ranked>> {
        let mut rulings: Vec<Ranked> = self.info.parts.iter().map(|_| Vec::new()).collect();
        let mut add = |address: DocAddress| {
            let segment = address.segment_ord as usize;
            if self.info.parts.get(segment).is_some_and(|rulings| address.doc_id < *rulings) {
                rulings[segment].push((address.doc_id, ScoreParts::default()));
            }
        };
        if self.ruling_count >= MANY as f32 {
            let drawn = any_of(self.fields.official, &self.selective_terms()?);
            clauses.push((Occur::Must, Box::new(drawn)));
            let drawn = TopDocs::with_limit(CANDIDATES).order_by_score();
            let drawn = self.searcher.search(&BooleanQuery::new(clauses), &drawn)?;
            drawn.into_iter().for_each(|(_, address)| add(address));
        } else if !clauses.is_empty() {
            clauses.push((Occur::Must, Box::new(AllQuery)));
            let passing = self.searcher.search(&BooleanQuery::new(clauses), &DocSetCollector)?;
            let mut passing: Vec<DocAddress> = passing.into_iter().collect();
            passing.sort_unstable();
            passing.into_iter().for_each(add);
        } else {
            let all = |rulings: &u32| (0..*rulings).map(|doc| (doc, ScoreParts::default())).collect();
            return Ok(self.info.parts.iter().map(all).collect());
        }
        rulings.iter_mut().for_each(|r| r.sort_unstable_by_key(|(doc, _)| *doc));
        Ok(rulings)
    }

    /// The terms that candidates are drawn by: the informative ones, where there are enough; common words are
    /// too dear.
    fn selective_terms(&self) -> tantivy::Result<Vec<SearchTerm>> {
        let mut selective = Vec::new();
        for term in &self.searched.terms {
            let wanted = Term::from_field_text(self.fields.official, &term.stem);
            let with = self.searcher.doc_freq(&wanted)? as f32;
            if with > 0.0 && with < COMMON * self.ruling_count {
                selective.push(term.clone());
            }
        }
        Ok(if selective.len() >= ENOUGH { selective } else { self.searched.terms.clone() })
    }

    fn score(&self, rulings: &mut [Ranked]) -> tantivy::Result<()> {
        let mean = |field| self.mean_length(field);
        let components = profile::query_components(&self.searched.in_order);
        self.classify(&components, rulings)?;
        let vector = QueryVector::new(self.searcher, self.fields, self.info.profiled, components)?;
        // Of many thousand rulings only candidates are looked at.
        let few = self.ruling_count < MANY as f32;
        let terms = || self.typed.iter().map(|typed| &typed.term);
        let odds = few.then(|| GameOdds::of(self.searcher, self.fields, terms())).transpose()?;
        let lengths = (mean(self.fields.title)?, mean(self.fields.official)?);
        for (n, (segment, here)) in self.searcher.segment_readers().iter().zip(rulings).enumerate() {
            self.score_titles(segment, lengths.0, here)?;
            self.score_names(segment, here)?;
            self.mark_rules(segment, here)?;
            self.mark_exact_asks(segment, self.searched.whole(), here, |parts| parts.is_exact_ask = true)?;
            self.score_translation(segment, here)?;
            self.score_asks_and_words(segment, lengths.1, here)?;
            self.score_nearest_asks(n as u32, segment, here)?;
            vector.score(n, segment, here)?;
            if let Some(odds) = &odds {
                here.iter_mut().for_each(|(doc, parts)| parts.game = odds.of_document(n, *doc));
            }
        }
        Ok(())
    }

    /// How likely each ruling is asked for in these words.
    fn classify(&self, components: &[(String, f32)], rulings: &mut [Ranked]) -> tantivy::Result<()> {
        let Some(classifier) = self.classifier else { return Ok(()) };
        let likelihoods = classifier.likelihoods(components)?;
        let mut first = 0;
        for (here, many) in rulings.iter_mut().zip(&self.info.parts) {
            for (doc, parts) in here {
                let place = likelihoods.binary_search_by_key(&(first + *doc), |(ruling, _)| *ruling);
                parts.likelihood = place.map_or(classifier::UNASKED, |place| likelihoods[place].1);
            }
            first += many;
        }
        Ok(())
    }

    /// How many terms of a field a ruling has on average.
    fn mean_length(&self, field: Field) -> tantivy::Result<f32> {
        Ok((token_count(self.searcher, &[field])? / self.ruling_count).max(1.0))
    }

    fn score_titles(&self, segment: &SegmentReader, mean: f32, here: &mut Ranked) -> tantivy::Result<()> {
        let field = self.fields.title;
        let bm25 = Bm25 { field, b: TITLE_B, mean_length: mean }.for_segment(segment)?;
        let mut titles = PostingsReader::of(segment, field)?;
        for TypedTerm { term, .. } in &self.typed {
            let weight = self.idf_among_rulings(field, &term.stem)? * term.weight;
            titles.counts(&term.stem, here, |doc, parts, count| {
                parts.title += weight * bm25.tf_factor(doc, count);
            })?;
        }
        Ok(())
    }

    fn idf_among_rulings(&self, field: Field, stem: &str) -> tantivy::Result<f32> {
        let with = self.searcher.doc_freq(&Term::from_field_text(field, stem))?;
        Ok(idf(self.ruling_count, with as f32))
    }

    fn score_names(&self, segment: &SegmentReader, here: &mut Ranked) -> tantivy::Result<()> {
        let mut names = PostingsReader::of(segment, self.fields.names)?;
        for (name, length) in &self.searched.names {
            names.counts(name, here, |_, parts, _| parts.card = parts.card.max(length.min(LONG_NAME)))?;
        }
        Ok(())
    }

    /// Marks the rules in judge's own words.
    fn mark_rules(&self, segment: &SegmentReader, here: &mut Ranked) -> tantivy::Result<()> {
        let mut labels = PostingsReader::of(segment, self.fields.label)?;
        labels.counts(label_of(Authority::Digest), here, |_, parts, _| parts.is_rule = true)
    }

    /// Marks those of which one ask of few words is the whole query.
    fn mark_exact_asks<P>(
        &self,
        segment: &SegmentReader,
        whole: Option<String>,
        here: &mut [(DocId, P)],
        mark: impl Fn(&mut P),
    ) -> tantivy::Result<()> {
        let Some(whole) = whole else { return Ok(()) };
        let mut asks = PostingsReader::of(segment, self.fields.short_ask)?;
        asks.counts(&whole, here, |_, parts, _| mark(parts))
    }

    /// How well each ruling's translation explains the query, against talk in general.
    fn score_translation(&self, segment: &SegmentReader, here: &mut Ranked) -> tantivy::Result<()> {
        let mut expansions = PostingsReader::of(segment, self.fields.expansion)?;
        let known = self.known_weight();
        for (_, parts) in here.iter_mut() {
            parts.translation += known * judge_learn::floor();
        }
        for TypedTerm { term, .. } in &self.typed {
            add_gains(&mut expansions, &term.stem, here, |parts, gain| {
                parts.translation += term.weight * gain;
            })?;
        }
        Ok(())
    }

    /// How well what people say of each subject explains the query, against talk in general.
    fn score_subjects(
        &self,
        segment: &SegmentReader,
        here: &mut [(DocId, SubjectParts)],
    ) -> tantivy::Result<()> {
        let mut beyond = PostingsReader::of(segment, self.fields.beyond)?;
        let norms = segment.get_fieldnorms_reader(self.fields.beyond)?;
        let known: f32 = self.typed.iter().map(|t| t.term.weight).sum();
        here.iter_mut().for_each(|(_, parts)| parts.gain = known * judge_learn::floor());
        for TypedTerm { term, background, .. } in &self.typed {
            beyond.counts(&term.stem, here, |doc, parts, times| {
                let likely = times / norms.fieldnorm(doc).max(1) as f32;
                parts.gain +=
                    term.weight * judge_learn::gain_over_floor(likely, background.max(MIN_PROBABILITY));
            })?;
        }
        Ok(())
    }

    /// The likelihood of the query if it were drawn from a ruling's asks, against talk in general; what its
    /// own words have of the query, and of what is searched also; and the share of it that is found at all.
    fn score_asks_and_words(
        &self,
        segment: &SegmentReader,
        mean: f32,
        here: &mut Ranked,
    ) -> tantivy::Result<()> {
        let mut asked = PostingsReader::of(segment, self.fields.asked)?;
        let mut official = PostingsReader::of(segment, self.fields.official)?;
        let bm25 = Bm25 { field: self.fields.official, b: TEXT_B, mean_length: mean }.for_segment(segment)?;
        let norms = segment.get_fieldnorms_reader(self.fields.asked)?;
        let all: f32 = self.typed.iter().map(|t| t.term.weight * t.idf).sum();
        let known = self.known_weight();
        let many = u64_column(segment, "asks", here)?;
        for ((doc, parts), many) in here.iter_mut().zip(many) {
            parts.ask_count = u32::try_from(many).unwrap_or(u32::MAX);
            let length = norms.fieldnorm(*doc) as f32;
            parts.ask_likelihood += known * (DIRICHLET_MU / (length + DIRICHLET_MU)).ln();
        }
        let mut here_too = Vec::new();
        for typed @ TypedTerm { term, rulings_with, background, .. } in &self.typed {
            let share = term.weight * typed.idf / all.max(f32::MIN_POSITIVE);
            here_too.clear();
            asked.counts(&term.stem, here, |doc, parts, count| {
                parts.ask_likelihood += term.weight * (1.0 + count / (DIRICHLET_MU * background)).ln();
                parts.coverage += share;
                here_too.push(doc);
            })?;
            let weight = idf(self.ruling_count, *rulings_with) * term.weight;
            official.counts(&term.stem, here, |doc, parts, count| {
                parts.words += weight * bm25.tf_factor(doc, count);
                if here_too.binary_search(&doc).is_err() {
                    parts.coverage += share;
                }
            })?;
        }
        self.score_synonyms(&mut official, &bm25, here)
    }

    fn score_synonyms(
        &self,
        official: &mut PostingsReader,
        bm25: &SegmentBm25,
        here: &mut Ranked,
    ) -> tantivy::Result<()> {
        for term in &self.synonyms {
            let weight = self.idf_among_rulings(self.fields.official, &term.stem)? * term.weight;
            official.counts(&term.stem, here, |doc, parts, count| {
                parts.synonyms += weight * bm25.tf_factor(doc, count);
            })?;
        }
        Ok(())
    }

    /// Scores every ask of a segment, term by term, and credits the rulings with the nearest of theirs.
    fn score_nearest_asks(&self, n: u32, segment: &SegmentReader, here: &mut Ranked) -> tantivy::Result<()> {
        if here.iter().all(|(_, parts)| parts.ask_count == 0) {
            return Ok(());
        }
        let first = self.info.parts.get(n as usize).copied().unwrap_or_default();
        let asks = (self.searcher.num_docs() as f32 - self.ruling_count).max(1.0);
        let mean = (token_count(self.searcher, &[self.fields.ask])? / asks).max(1.0);
        let bm25 = Bm25 { field: self.fields.ask, b: TEXT_B, mean_length: mean }.for_segment(segment)?;
        let weights = self.typed.iter().map(|t| (idf(asks, t.asks_with) * t.term.weight, &*t.term.stem));
        let mut said = MergedPostings::of(segment, self.fields.ask, weights)?;
        // The asks stand in the order of their rulings.
        let has = ask_counts(segment, first)?;
        let mut scores = Vec::new();
        let (mut ruling, mut at) = (0, first);
        while ruling < has.len() {
            let (rulings, end) = ask_batch(ruling, at, &has);
            scores.resize(scores.len().max((end - at) as usize), 0.0);
            scores.fill(0.0_f32);
            said.scan(at..end, |doc, weight, count| {
                scores[(doc - at) as usize] += weight * bm25.tf_factor(doc, count as f32);
            });
            let mut from = 0;
            for ruling in rulings.clone() {
                let own = from..from + has[ruling] as usize;
                if let Ok(place) = here.binary_search_by_key(&(ruling as DocId), |(doc, _)| *doc) {
                    let parts = &mut here[place].1;
                    let (mean, best) = best_of(&scores[own.clone()]);
                    parts.nearest_asks = mean;
                    parts.ask = best.map(|best| DocAddress::new(n, at + (own.start + best) as u32));
                }
                from = own.end;
            }
            (ruling, at) = (rulings.end, end);
        }
        Ok(())
    }
}

/// How well a subject fits a query.
#[derive(Debug, Clone, Copy, Default)]
struct SubjectParts {
    gain: f32,
    is_exact_ask: bool,
    is_ask_of_card: bool,
}

/// Puts the best first. Rulings stand in the index in the order of the documents, which so breaks ties.
pub(super) fn sort(candidates: &mut [Candidate]) {
    candidates.sort_unstable_by(|a, b| b.score.total_cmp(&a.score).then(a.address.cmp(&b.address)));
}

/// Calls `each` for those of `here` that expect to hear a stem, with how much likelier they make it than talk
/// in general does, as a logarithm and above the least: digit by digit.
fn add_gains<P>(
    expansions: &mut PostingsReader,
    stem: &str,
    here: &mut [(DocId, P)],
    mut each: impl FnMut(&mut P, f32),
) -> tantivy::Result<()> {
    expansions.counts(stem, here, |_, of_it, times| each(of_it, EXPANSION_STEP * times))?;
    let high = EXPANSION_STEP * HIGH_DIGIT;
    expansions.counts(&high_digit(stem), here, |_, of_it, times| each(of_it, high * times))
}

/// How many asks each of the first rulings of a segment has.
fn ask_counts(segment: &SegmentReader, rulings: u32) -> tantivy::Result<Vec<u32>> {
    let all: Vec<(DocId, ())> = (0..rulings).map(|doc| (doc, ())).collect();
    let counts = u64_column(segment, "asks", &all)?;
    Ok(counts.into_iter().map(|many| u32::try_from(many).unwrap_or(u32::MAX)).collect())
}

/// How many asks are scored at once, beside those of one ruling more: an array of all would cost more in
/// pages of memory than the scoring.
const ASK_BATCH_SIZE: u32 = 4_096;

/// The rulings from one on whose asks are one batch together, and where the asks end that begin at `at`.
fn ask_batch(from: usize, at: DocId, has: &[u32]) -> (Range<usize>, DocId) {
    let (mut to, mut end) = (from, at);
    while let Some(more) = has.get(to)
        && end - at < ASK_BATCH_SIZE
    {
        end = end.saturating_add(*more);
        to += 1;
    }
    (from..to, end)
}

/// The share of the rulings that have a common word.
const COMMON: f32 = 0.05;
/// How many less common words make the common ones needless.
const ENOUGH: usize = 3;

fn any_of(field: Field, terms: &[SearchTerm]) -> BooleanQuery {
    let clause = |t: &SearchTerm| {
        let term = TermQuery::new(Term::from_field_text(field, &t.stem), IndexRecordOption::WithFreqs);
        let boosted: Box<dyn TantivyQuery> =
            Box::new(tantivy::query::BoostQuery::new(Box::new(term), t.weight));
        (Occur::Should, boosted)
    };
    BooleanQuery::new(terms.iter().map(clause).collect())
}
