//! Which ruling stands where, and why: every ruling is scored, or, among many thousand, the candidates the
//! index draws.
//!
//! Every part of a score is a number with a name, so that `--why` can show it and a measurement can weigh it.

use serde::Serialize;
use tantivy::collector::{DocSetCollector, TopDocs};
use tantivy::postings::Postings;
use tantivy::query::{AllQuery, BooleanQuery, Occur, Query as TantivyQuery, TermQuery};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocAddress, DocId, DocSet, Searcher, SegmentReader, TERMINATED, Term};

use super::game_odds::GameOdds;
use super::index_info::IndexInfo;
use super::profile::{self, QueryVector};
use super::schema::{ANY_GAME, Fields, label_of};
use super::scoring::{Bm25, ScoreParts, best_of, counts, first_with, idf, words};
use super::terms::{QueryTerms, SearchTerm};
use super::weights::Weights;
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
    /// What it is made of.
    pub parts: ScoreParts,
}

/// Ranks the rulings that fit the terms and every one of `musts`; `info` tells how many rulings each segment
/// holds.
///
/// # Errors
/// Any error reading the index.
pub(crate) fn rank(
    searcher: &Searcher,
    fields: &Fields,
    info: &IndexInfo,
    searched: &QueryTerms,
    musts: Vec<(Occur, Box<dyn TantivyQuery>)>,
    weights: &Weights,
) -> tantivy::Result<Vec<Candidate>> {
    let ranker = Ranker::new(searcher, fields, info, searched)?;
    let mut rulings = ranker.rulings(musts)?;
    ranker.score(&mut rulings)?;
    let nearest = rulings.iter().flatten().map(|(_, p)| p.nearest_asks).fold(0.0, f32::max);
    let mut candidates = Vec::new();
    for (segment, rulings) in rulings.into_iter().enumerate() {
        for (doc, mut parts) in rulings.into_iter().filter(|(_, parts)| parts.found()) {
            parts.expected = weights.expected
                + if parts.is_rule { weights.expected_rule } else { 0.0 }
                + weights.expected_translation * parts.translation
                + weights.expected_words * (parts.title + parts.words)
                + weights.expected_nearest * nearest;
            let address = DocAddress::new(segment as u32, doc);
            candidates.push(Candidate { address, score: parts.score(weights), parts });
        }
    }
    // Rulings stand in the index in the order of the documents, which so breaks ties.
    candidates.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.address.cmp(&b.address)));
    Ok(candidates)
}

/// How much the ruling at an address explains of each typed term: its gain over talk in general, as a
/// logarithm, with the term's rarity, the negative logarithm of how common it is.
///
/// # Errors
/// Any error reading the index.
pub(crate) fn explained(
    searcher: &Searcher,
    fields: &Fields,
    info: &IndexInfo,
    searched: &QueryTerms,
    address: DocAddress,
) -> tantivy::Result<Vec<TermExplanation>> {
    let ranker = Ranker::new(searcher, fields, info, searched)?;
    let inverted = searcher.segment_reader(address.segment_ord).inverted_index(fields.expansion)?;
    let mut explained = Vec::new();
    for (term, background) in ranker.typed() {
        let mut here = [(address.doc_id, ScoreParts::default())];
        let mut gain = 0.0;
        counts(&inverted, &Term::from_field_text(fields.expansion, &term.stem), &mut here, |_, _, times| {
            gain = times * EXPANSION_STEP;
        })?;
        explained.push(TermExplanation {
            stem: term.stem.clone(),
            gain: gain + judge_learn::floor(),
            rarity: -background.max(MIN_PROBABILITY).ln(),
            known: background > 0.0,
            weight: term.weight,
        });
    }
    Ok(explained)
}

/// A subject beyond the documents that a query may be about.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SubjectMatch {
    /// Where it is in the index.
    pub address: DocAddress,
    /// How well it explains the typed terms: the sum of its gains over talk in general, in the same measure
    /// as [`ScoreParts::translation`].
    pub gain: f32,
    /// Whether one of its phrasings of few words is the whole query.
    pub is_asked: bool,
}

/// The subject beyond the documents that is asked for in the query's very words, or that explains its terms
/// best.
///
/// # Errors
/// Any error reading the index.
pub(crate) fn best_subject(
    searcher: &Searcher,
    fields: &Fields,
    info: &IndexInfo,
    searched: &QueryTerms,
    game: Option<Game>,
) -> tantivy::Result<Option<SubjectMatch>> {
    let ranker = Ranker::new(searcher, fields, info, searched)?;
    let label = |code: &str| Term::from_field_text(fields.about, code);
    let mut best: Option<SubjectMatch> = None;
    for (n, segment) in searcher.segment_readers().iter().enumerate() {
        let inverted = segment.inverted_index(fields.about)?;
        let mut here: Vec<(DocId, ScoreParts)> = Vec::new();
        let games = Game::ALL.into_iter().filter(|other| game.is_none_or(|game| game == *other));
        for code in std::iter::once(ANY_GAME).chain(games.map(Game::code)) {
            let Some(mut postings) = inverted.read_postings(&label(code), IndexRecordOption::Basic)? else {
                continue;
            };
            while postings.doc() != TERMINATED {
                here.push((postings.doc(), ScoreParts::default()));
                postings.advance();
            }
        }
        here.sort_unstable_by_key(|(doc, _)| *doc);
        ranker.score_subjects(segment, &mut here)?;
        ranker.very_words(segment, &mut here)?;
        for (doc, parts) in here {
            let address = DocAddress::new(n as u32, doc);
            let found = SubjectMatch { address, gain: parts.translation, is_asked: parts.is_asked };
            if best.is_none_or(|b| (found.is_asked, found.gain) > (b.is_asked, b.gain)) {
                best = Some(found);
            }
        }
    }
    Ok(best)
}

/// With fewer words of asks than this, nothing was learnt of how people ask.
const MIN_ASK_WORDS: f32 = 2_000.0;

/// Whether there are asks enough to have learnt from how people ask.
///
/// # Errors
/// Any error reading the index.
pub(crate) fn has_enough_asks(searcher: &Searcher, fields: &Fields) -> tantivy::Result<bool> {
    Ok(words(searcher, &[fields.ask])? >= MIN_ASK_WORDS)
}

/// How much each searched stem tells: its inverse document frequency among the rulings, by what it counts in
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

/// A word that nobody ever said is as rare as one in so many.
const MIN_PROBABILITY: f32 = 1e-6;
/// One occurrence in the field `expansion` stands for this much gain.
pub(super) const EXPANSION_STEP: f32 = 0.2;
/// How strongly BM25 marks down a title for its length.
const TITLE_B: f32 = 0.5;
/// The same for whole texts and for asks.
const TEXT_B: f32 = 0.75;
/// How many words of talk in general are mixed into what is asked of one ruling (Dirichlet smoothing).
const DIRICHLET_MU: f32 = 300.0;

/// The rulings of one segment that are ranked, ascending.
type Ranked = Vec<(DocId, ScoreParts)>;

/// What the ranking of one query needs.
struct Ranker<'a> {
    searcher: &'a Searcher,
    fields: &'a Fields,
    /// How many rulings each segment holds, whose asks stand behind them.
    info: &'a IndexInfo,
    searched: &'a QueryTerms,
    typed: Vec<SearchTerm>,
    synonyms: Vec<SearchTerm>,
    /// How many rulings there are.
    rulings: f32,
    /// How common each typed term is in what is asked and ruled, 0 to 1.
    background: Vec<f32>,
    /// How much each typed term tells: its inverse document frequency among all texts.
    idf: Vec<f32>,
}

impl<'a> Ranker<'a> {
    fn new(
        searcher: &'a Searcher,
        fields: &'a Fields,
        info: &'a IndexInfo,
        searched: &'a QueryTerms,
    ) -> tantivy::Result<Self> {
        let (typed, synonyms): (Vec<_>, Vec<_>) = searched.terms.iter().cloned().partition(|t| t.typed);
        let said = words(searcher, &[fields.ask, fields.official])?.max(1.0);
        let (mut background, mut idfs) = (Vec::new(), Vec::new());
        for term in &typed {
            let with = |field| searcher.doc_freq(&Term::from_field_text(field, &term.stem));
            let (asks, rulings) = (with(fields.ask)? as f32, with(fields.official)? as f32);
            background.push((asks + rulings) / said);
            idfs.push(idf(searcher.num_docs() as f32, asks + rulings));
        }
        let rulings = info.parts.iter().sum::<u32>().max(1) as f32;
        Ok(Self { searcher, fields, info, searched, typed, synonyms, rulings, background, idf: idfs })
    }

    fn typed(&self) -> impl Iterator<Item = (&SearchTerm, f32)> {
        self.typed.iter().zip(self.background.iter().copied())
    }

    /// The rulings to rank: all that pass `musts`, or, of many, those the index draws by their own words.
    fn rulings(&self, mut musts: Vec<(Occur, Box<dyn TantivyQuery>)>) -> tantivy::Result<Vec<Ranked>> {
        let mut rulings: Vec<Ranked> = self.info.parts.iter().map(|_| Vec::new()).collect();
        let mut add = |address: DocAddress| {
            let segment = address.segment_ord as usize;
            if self.info.parts.get(segment).is_some_and(|rulings| address.doc_id < *rulings) {
                rulings[segment].push((address.doc_id, ScoreParts::default()));
            }
        };
        if self.rulings >= MANY as f32 {
            let drawn = any_of(self.fields.official, &self.drawing()?);
            musts.push((Occur::Must, Box::new(drawn)));
            let drawn = TopDocs::with_limit(CANDIDATES).order_by_score();
            let drawn = self.searcher.search(&BooleanQuery::new(musts), &drawn)?;
            drawn.into_iter().for_each(|(_, address)| add(address));
        } else if !musts.is_empty() {
            musts.push((Occur::Must, Box::new(AllQuery)));
            let passing = self.searcher.search(&BooleanQuery::new(musts), &DocSetCollector)?;
            let mut passing: Vec<DocAddress> = passing.into_iter().collect();
            passing.sort_unstable();
            passing.into_iter().for_each(add);
        } else {
            for (segment, rulings) in self.info.parts.iter().enumerate() {
                (0..*rulings).for_each(|doc| add(DocAddress::new(segment as u32, doc)));
            }
        }
        rulings.iter_mut().for_each(|r| r.sort_unstable_by_key(|(doc, _)| *doc));
        Ok(rulings)
    }

    /// The terms that candidates are drawn by: those that tell, where there are enough; common words are too
    /// dear.
    fn drawing(&self) -> tantivy::Result<Vec<SearchTerm>> {
        let mut selective = Vec::new();
        for term in &self.searched.terms {
            let wanted = Term::from_field_text(self.fields.official, &term.stem);
            let with = self.searcher.doc_freq(&wanted)? as f32;
            if with > 0.0 && with < COMMON * self.rulings {
                selective.push(term.clone());
            }
        }
        Ok(if selective.len() >= ENOUGH { selective } else { self.searched.terms.clone() })
    }

    fn score(&self, rulings: &mut [Ranked]) -> tantivy::Result<()> {
        let mean = |field| self.mean_length(field);
        let components = profile::query_components(&self.searched.in_order);
        let vector = QueryVector::new(self.searcher, self.fields, self.info.profiled, components)?;
        // Of many thousand rulings only candidates are looked at.
        let few = self.rulings < MANY as f32;
        let odds = few.then(|| GameOdds::of(self.searcher, self.fields, &self.typed)).transpose()?;
        let lengths = (mean(self.fields.title)?, mean(self.fields.official)?);
        for (n, (segment, here)) in self.searcher.segment_readers().iter().zip(rulings).enumerate() {
            let text = |field, length, mean| Bm25 { field, b: length, mean };
            let title = text(self.fields.title, TITLE_B, lengths.0);
            let official = text(self.fields.official, TEXT_B, lengths.1);
            self.bm25(segment, title, &self.typed, here, |p| &mut p.title)?;
            self.bm25(segment, official, &self.typed, here, |p| &mut p.words)?;
            self.bm25(segment, official, &self.synonyms, here, |p| &mut p.synonyms)?;
            self.names(segment, here)?;
            self.rules(segment, here)?;
            self.very_words(segment, here)?;
            self.translation(segment, here)?;
            self.score_asks(segment, here)?;
            self.nearest(n as u32, segment, here)?;
            vector.score(n, segment, here)?;
            if let Some(odds) = &odds {
                here.iter_mut().for_each(|(doc, parts)| parts.game = odds.of_document(n, *doc));
            }
        }
        Ok(())
    }

    fn bm25(
        &self,
        segment: &SegmentReader,
        text: Bm25,
        terms: &[SearchTerm],
        here: &mut [(DocId, ScoreParts)],
        part: fn(&mut ScoreParts) -> &mut f32,
    ) -> tantivy::Result<()> {
        let inverted = segment.inverted_index(text.field)?;
        let norms = segment.get_fieldnorms_reader(text.field)?;
        for term in terms {
            let wanted = Term::from_field_text(text.field, &term.stem);
            let weight = idf(self.rulings, self.searcher.doc_freq(&wanted)? as f32) * term.weight;
            counts(&inverted, &wanted, here, |doc, parts, count| {
                *part(parts) += weight * text.term_weight(count, norms.fieldnorm(doc));
            })?;
        }
        Ok(())
    }

    /// How many terms of a field a ruling has on average.
    fn mean_length(&self, field: Field) -> tantivy::Result<f32> {
        Ok((words(self.searcher, &[field])? / self.rulings).max(1.0))
    }

    fn names(&self, segment: &SegmentReader, here: &mut [(DocId, ScoreParts)]) -> tantivy::Result<()> {
        let inverted = segment.inverted_index(self.fields.names)?;
        for (name, length) in &self.searched.names {
            counts(&inverted, &Term::from_field_text(self.fields.names, name), here, |_, parts, _| {
                parts.card = parts.card.max(length.min(LONG_NAME));
            })?;
        }
        Ok(())
    }

    /// Marks the rules told in judge's own words.
    fn rules(&self, segment: &SegmentReader, here: &mut [(DocId, ScoreParts)]) -> tantivy::Result<()> {
        let inverted = segment.inverted_index(self.fields.label)?;
        let label = Term::from_field_text(self.fields.label, label_of(Authority::Digest));
        counts(&inverted, &label, here, |_, parts, _| parts.is_rule = true)
    }

    /// Marks the rulings of which one ask of few words is the whole query.
    fn very_words(&self, segment: &SegmentReader, here: &mut [(DocId, ScoreParts)]) -> tantivy::Result<()> {
        let Some(whole) = self.searched.whole() else { return Ok(()) };
        let inverted = segment.inverted_index(self.fields.short_ask)?;
        let whole = Term::from_field_text(self.fields.short_ask, &whole);
        counts(&inverted, &whole, here, |_, parts, _| parts.is_asked = true)
    }

    /// How well each ruling's translation explains the query, against talk in general.
    fn translation(&self, segment: &SegmentReader, here: &mut [(DocId, ScoreParts)]) -> tantivy::Result<()> {
        let inverted = segment.inverted_index(self.fields.expansion)?;
        let known: f32 =
            self.typed().filter(|(_, background)| *background > 0.0).map(|(t, _)| t.weight).sum();
        for (_, parts) in here.iter_mut() {
            parts.translation += known * judge_learn::floor();
        }
        for term in &self.typed {
            let wanted = Term::from_field_text(self.fields.expansion, &term.stem);
            counts(&inverted, &wanted, here, |_, parts, times| {
                parts.translation += term.weight * EXPANSION_STEP * times;
            })?;
        }
        Ok(())
    }

    /// How well what people say of each subject explains the query, against talk in general.
    fn score_subjects(
        &self,
        segment: &SegmentReader,
        here: &mut [(DocId, ScoreParts)],
    ) -> tantivy::Result<()> {
        let inverted = segment.inverted_index(self.fields.beyond)?;
        let norms = segment.get_fieldnorms_reader(self.fields.beyond)?;
        let known: f32 = self.typed.iter().map(|t| t.weight).sum();
        here.iter_mut().for_each(|(_, parts)| parts.translation = known * judge_learn::floor());
        for (term, background) in self.typed() {
            let wanted = Term::from_field_text(self.fields.beyond, &term.stem);
            counts(&inverted, &wanted, here, |doc, parts, times| {
                let likely = times / norms.fieldnorm(doc).max(1) as f32;
                parts.translation +=
                    term.weight * judge_learn::gain_over_floor(likely, background.max(MIN_PROBABILITY));
            })?;
        }
        Ok(())
    }

    /// The likelihood of the query if it were drawn from a ruling's asks, against talk in general; and the
    /// share of it that is found at all.
    fn score_asks(&self, segment: &SegmentReader, here: &mut [(DocId, ScoreParts)]) -> tantivy::Result<()> {
        let asked = segment.inverted_index(self.fields.asked)?;
        let norms = segment.get_fieldnorms_reader(self.fields.asked)?;
        let official = segment.inverted_index(self.fields.official)?;
        let many = segment.fast_fields().u64("asks")?;
        let all: f32 = self.typed.iter().zip(&self.idf).map(|(t, idf)| t.weight * idf).sum();
        let known: f32 =
            self.typed().filter(|(_, background)| *background > 0.0).map(|(t, _)| t.weight).sum();
        for (doc, parts) in here.iter_mut() {
            parts.ask_count = many.first(*doc).map_or(0, |n| u32::try_from(n).unwrap_or(u32::MAX));
            let length = norms.fieldnorm(*doc) as f32;
            parts.ask_likelihood += known * (DIRICHLET_MU / (length + DIRICHLET_MU)).ln();
        }
        for ((term, idf), background) in self.typed.iter().zip(&self.idf).zip(&self.background) {
            let share = term.weight * idf / all.max(f32::MIN_POSITIVE);
            let wanted = Term::from_field_text(self.fields.asked, &term.stem);
            let mut here_too = Vec::new();
            counts(&asked, &wanted, here, |doc, parts, count| {
                parts.ask_likelihood += term.weight * (1.0 + count / (DIRICHLET_MU * background)).ln();
                parts.coverage += share;
                here_too.push(doc);
            })?;
            let wanted = Term::from_field_text(self.fields.official, &term.stem);
            counts(&official, &wanted, here, |doc, parts, _| {
                if here_too.binary_search(&doc).is_err() {
                    parts.coverage += share;
                }
            })?;
        }
        Ok(())
    }

    /// Scores every ask of a segment, term by term, and credits the rulings with the nearest of theirs.
    fn nearest(
        &self,
        n: u32,
        segment: &SegmentReader,
        here: &mut [(DocId, ScoreParts)],
    ) -> tantivy::Result<()> {
        let first = self.info.parts.get(n as usize).copied().unwrap_or_default();
        let inverted = segment.inverted_index(self.fields.ask)?;
        let norms = segment.get_fieldnorms_reader(self.fields.ask)?;
        let asks = (self.searcher.num_docs() as f32 - self.rulings).max(1.0);
        if here.iter().all(|(_, parts)| parts.ask_count == 0) {
            return Ok(());
        }
        let mean = (words(self.searcher, &[self.fields.ask])? / asks).max(1.0);
        let text = Bm25 { field: self.fields.ask, b: TEXT_B, mean };
        let mut scores = vec![0.0f32; (segment.max_doc() - first) as usize];
        for term in &self.typed {
            let wanted = Term::from_field_text(self.fields.ask, &term.stem);
            let weight = idf(asks, self.searcher.doc_freq(&wanted)? as f32) * term.weight;
            let Some(mut postings) = inverted.read_postings(&wanted, IndexRecordOption::WithFreqs)? else {
                continue;
            };
            while postings.doc() != TERMINATED {
                let length = norms.fieldnorm(postings.doc());
                scores[(postings.doc() - first) as usize] +=
                    weight * text.term_weight(postings.term_freq() as f32, length);
                postings.advance();
            }
        }
        // The asks stand in the order of their rulings.
        let many = segment.fast_fields().u64("asks")?;
        let mut at = 0usize;
        for ruling in 0..first {
            let has = many.first(ruling).unwrap_or_default() as usize;
            let own = scores.get(at..at + has).unwrap_or_default();
            if let Ok(place) = here.binary_search_by_key(&ruling, |(doc, _)| *doc) {
                let parts = &mut here[place].1;
                let (mean, best) = best_of(own);
                parts.nearest_asks = mean;
                parts.ask = best.map(|best| DocAddress::new(n, first + (at + best) as u32));
            }
            at += has;
        }
        Ok(())
    }
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

/// The ruling of an id.
///
/// # Errors
/// Any error reading the index.
pub(crate) fn ruling_of(
    searcher: &Searcher,
    fields: &Fields,
    id: &str,
) -> tantivy::Result<Option<DocAddress>> {
    first_with(searcher, &Term::from_field_text(fields.id, id))
}
