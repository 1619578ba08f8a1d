//! Which ruling stands where, and why: candidates from the index, then a finer ranking of those.
//!
//! Every part of a score is a number with a name, so that `--why` can show it and a measurement can weigh it.

use std::collections::BTreeMap;

use serde::Serialize;
use tantivy::collector::TopDocs;
use tantivy::postings::Postings;
use tantivy::query::{BooleanQuery, BoostQuery, Occur, Query as TantivyQuery, TermQuery};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocAddress, DocId, DocSet, InvertedIndexReader, Searcher, SegmentReader, TERMINATED, Term};

use super::schema::Fields;
use super::terms::{SearchTerm, Terms};

/// How many rulings are ranked finely.
const CANDIDATES: usize = 40;
/// How many asks are looked at for those.
const ASKS: usize = 120;

/// What each part of a score counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    /// Words of the title and the place.
    pub title: f32,
    /// How well everything said of the ruling explains the query.
    pub likelihood: f32,
    /// Neighbouring words found together.
    pub pairs: f32,
    /// The three asks most like the query, on average.
    pub asks: f32,
    /// Which share of what was typed is found at all.
    pub coverage: f32,
}

/// The weights in use, with the natural logarithm of a probability as their unit. They were fitted to asks of one hand
/// ranked over asks of another, so that they tell how well a stranger's words are met; see `tests/README.md`.
pub const WEIGHTS: Weights =
    Weights { title: 0.15, likelihood: 0.38, pairs: 0.14, asks: 0.42, coverage: 3.0 };

/// The parts of one ruling's score, before weighing.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Parts {
    /// Title and place.
    pub title: f32,
    /// How well everything said of it explains the query.
    pub likelihood: f32,
    /// Neighbouring words.
    pub pairs: f32,
    /// Mean of the best three asks.
    pub asks: f32,
    /// Share of the typed terms found, by how much they tell, 0 to 1.
    pub coverage: f32,
    /// Where the ask most like the query is in the index.
    #[serde(skip)]
    pub ask: Option<DocAddress>,
}

impl Parts {
    /// The score.
    pub fn score(&self, weights: &Weights) -> f32 {
        weights.title * self.title
            + weights.likelihood * self.likelihood
            + weights.pairs * self.pairs
            + weights.asks * self.asks
            + weights.coverage * self.coverage
    }
}

/// A ruling in the running.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// Where it is in the index.
    pub address: DocAddress,
    /// The score.
    pub score: f32,
    /// What it is made of.
    pub parts: Parts,
}

/// Ranks the rulings that fit the terms and every one of `musts`.
///
/// # Errors
/// What reading the index meets.
pub fn rank(
    searcher: &Searcher,
    fields: &Fields,
    rulings: u32,
    searched: &Terms,
    musts: Vec<(Occur, Box<dyn TantivyQuery>)>,
    weights: &Weights,
) -> tantivy::Result<Vec<Candidate>> {
    let terms = searched.terms.as_slice();
    let mut found: BTreeMap<DocAddress, Parts> = BTreeMap::new();
    let filtered = !musts.is_empty();
    let mut drawn = any_of(fields.all, &drawing(searcher, fields, rulings, terms)?);
    // By itself it passes over whatever cannot come among the best; as one of several clauses it cannot.
    if filtered {
        let mut clauses = musts;
        clauses.insert(0, (Occur::Must, Box::new(drawn)));
        drawn = BooleanQuery::new(clauses);
    }
    let drawn = searcher.search(&drawn, &TopDocs::with_limit(CANDIDATES).order_by_score())?;
    for (_, address) in drawn {
        found.entry(address).or_default();
    }
    nearest_asks(searcher, fields, terms, filtered, &mut found)?;
    Fine::new(searcher, fields, rulings, searched)?.score(&mut found)?;
    let candidate = |(address, parts): (_, Parts)| Candidate { address, score: parts.score(weights), parts };
    let mut candidates: Vec<Candidate> = found.into_iter().map(candidate).collect();
    // Rulings stand in the index in the order of the documents, which so breaks ties.
    candidates.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.address.cmp(&b.address)));
    Ok(candidates)
}

/// From this many rulings on, common words are too dear to draw candidates by.
const MANY: u32 = 20_000;
/// The share of the rulings that have a common word.
const COMMON: f32 = 0.05;
/// How many less common words make the common ones needless.
const ENOUGH: usize = 3;

/// The terms that candidates are drawn by: all, or, among many rulings, the telling ones where there are enough. The finer
/// ranking counts every term.
fn drawing(
    searcher: &Searcher,
    fields: &Fields,
    rulings: u32,
    terms: &[SearchTerm],
) -> tantivy::Result<Vec<SearchTerm>> {
    let mut telling = Vec::new();
    if rulings >= MANY {
        for term in terms {
            let with = searcher.doc_freq(&Term::from_field_text(fields.all, &term.stem))? as f32;
            if with > 0.0 && with < COMMON * rulings as f32 {
                telling.push(term.clone());
            }
        }
    }
    Ok(if telling.len() >= ENOUGH { telling } else { terms.to_vec() })
}

fn any_of(field: Field, terms: &[SearchTerm]) -> BooleanQuery {
    let clause = |t: &SearchTerm| {
        let term = TermQuery::new(Term::from_field_text(field, &t.stem), IndexRecordOption::WithFreqs);
        let boosted: Box<dyn TantivyQuery> = Box::new(BoostQuery::new(Box::new(term), t.weight));
        (Occur::Should, boosted)
    };
    BooleanQuery::new(terms.iter().map(clause).collect())
}

/// Scores the asks and credits their rulings. With a filter in force only rulings already drawn are credited, since an
/// ask does not know whether its ruling passes.
fn nearest_asks(
    searcher: &Searcher,
    fields: &Fields,
    terms: &[SearchTerm],
    filtered: bool,
    found: &mut BTreeMap<DocAddress, Parts>,
) -> tantivy::Result<()> {
    let query = any_of(fields.ask, terms);
    let asks = searcher.search(&query, &TopDocs::with_limit(ASKS).order_by_score())?;
    let mut asked: BTreeMap<DocAddress, (Vec<f32>, DocAddress)> = BTreeMap::new();
    let mut columns = Vec::new();
    for segment in searcher.segment_readers() {
        columns.push(segment.fast_fields().u64("ordinal")?);
    }
    for (score, address) in asks {
        let Some(ordinal) = columns[address.segment_ord as usize].first(address.doc_id) else { continue };
        let ruling = DocAddress::new(address.segment_ord, u32::try_from(ordinal).unwrap_or(u32::MAX));
        asked.entry(ruling).or_insert_with(|| (Vec::new(), address)).0.push(score);
    }
    for (ruling, (scores, nearest)) in asked {
        if filtered && !found.contains_key(&ruling) {
            continue;
        }
        let parts = found.entry(ruling).or_default();
        parts.asks = scores.iter().take(3).sum::<f32>() / 3.0;
        parts.ask = Some(nearest);
    }
    Ok(())
}

/// The ruling of an id.
pub fn ruling_of(searcher: &Searcher, fields: &Fields, id: &str) -> tantivy::Result<Option<DocAddress>> {
    let term = Term::from_field_text(fields.id, id);
    for (ord, segment) in searcher.segment_readers().iter().enumerate() {
        let inverted = segment.inverted_index(fields.id)?;
        if let Some(postings) = inverted.read_postings(&term, IndexRecordOption::Basic)?
            && postings.doc() != TERMINATED
        {
            return Ok(Some(DocAddress::new(ord as u32, postings.doc())));
        }
    }
    Ok(None)
}

/// How strongly BM25 marks down a title for its length.
const TITLE_LENGTH: f32 = 0.5;
/// The same for neighbouring words.
const PAIRS_LENGTH: f32 = 0.3;
/// How strongly BM25 counts a repeated word.
const REPEATED: f32 = 1.2;
/// How many words of the whole corpus are mixed into what is said of one ruling (Dirichlet smoothing).
const SMOOTHING: f32 = 300.0;

/// The finer ranking of the candidates.
struct Fine<'a> {
    searcher: &'a Searcher,
    fields: &'a Fields,
    terms: &'a [SearchTerm],
    pairs: Vec<SearchTerm>,
    /// How many rulings there are.
    rulings: f32,
    /// How much each term tells: its inverse document frequency.
    tells: Vec<f32>,
    /// How common each term is in everything said of all rulings, 0 to 1.
    common: Vec<f32>,
}

impl<'a> Fine<'a> {
    fn new(
        searcher: &'a Searcher,
        fields: &'a Fields,
        rulings: u32,
        searched: &'a Terms,
    ) -> tantivy::Result<Self> {
        let rulings = rulings.max(1) as f32;
        let said = words(searcher, &[fields.ask, fields.official])?;
        let terms = searched.terms.as_slice();
        let mut tells = Vec::with_capacity(terms.len());
        let mut common = Vec::with_capacity(terms.len());
        for term in terms {
            let in_field = |field| searcher.doc_freq(&Term::from_field_text(field, &term.stem));
            tells.push(idf(rulings, in_field(fields.all)? as f32));
            common.push((in_field(fields.ask)? + in_field(fields.official)?) as f32 / said.max(1.0));
        }
        let pair = |p: &String| SearchTerm { stem: p.clone(), weight: 1.0, typed: true };
        let pairs = searched.pairs.iter().map(pair).collect();
        Ok(Self { searcher, fields, terms, pairs, rulings, tells, common })
    }

    fn score(&self, found: &mut BTreeMap<DocAddress, Parts>) -> tantivy::Result<()> {
        for (segment_ord, segment) in self.searcher.segment_readers().iter().enumerate() {
            let mut here: Vec<(DocId, &mut Parts)> = found
                .iter_mut()
                .filter(|(a, _)| a.segment_ord as usize == segment_ord)
                .map(|(a, p)| (a.doc_id, p))
                .collect();
            self.bm25(segment, self.fields.title, self.terms, TITLE_LENGTH, &mut here, |p| &mut p.title)?;
            self.bm25(segment, self.fields.pairs, &self.pairs, PAIRS_LENGTH, &mut here, |p| &mut p.pairs)?;
            self.likelihood(segment, &mut here)?;
        }
        Ok(())
    }

    fn bm25(
        &self,
        segment: &SegmentReader,
        field: Field,
        terms: &[SearchTerm],
        length_counts: f32,
        here: &mut [(DocId, &mut Parts)],
        part: fn(&mut Parts) -> &mut f32,
    ) -> tantivy::Result<()> {
        let inverted = segment.inverted_index(field)?;
        let norms = segment.get_fieldnorms_reader(field)?;
        let mean = self.mean_length(field)?;
        for term in terms {
            let wanted = Term::from_field_text(field, &term.stem);
            let weight = idf(self.rulings, self.searcher.doc_freq(&wanted)? as f32) * term.weight;
            counts(&inverted, &wanted, here, |doc, parts, count| {
                let length = norms.fieldnorm(doc) as f32 / mean;
                let slow = REPEATED * (1.0 - length_counts + length_counts * length);
                *part(parts) += weight * count * (REPEATED + 1.0) / (count + slow);
            })?;
        }
        Ok(())
    }

    /// How many terms of a field a ruling has on average.
    fn mean_length(&self, field: Field) -> tantivy::Result<f32> {
        Ok((words(self.searcher, &[field])? / self.rulings).max(1.0))
    }

    /// The likelihood of the query if it were drawn from everything said of the ruling, against its likelihood if it
    /// were drawn from the whole corpus; and the share of it that is found at all.
    fn likelihood(&self, segment: &SegmentReader, here: &mut [(DocId, &mut Parts)]) -> tantivy::Result<()> {
        let inverted = segment.inverted_index(self.fields.all)?;
        let norms = segment.get_fieldnorms_reader(self.fields.all)?;
        let typed: f32 = self.terms.iter().zip(&self.tells).filter(|(t, _)| t.typed).map(|(_, i)| i).sum();
        let known: f32 =
            self.terms.iter().zip(&self.common).filter(|(_, c)| **c > 0.0).map(|(t, _)| t.weight).sum();
        for (doc, parts) in here.iter_mut() {
            let length = norms.fieldnorm(*doc) as f32;
            parts.likelihood += known * (SMOOTHING / (length + SMOOTHING)).ln();
        }
        for (n, term) in self.terms.iter().enumerate().filter(|(n, _)| self.common[*n] > 0.0) {
            let wanted = Term::from_field_text(self.fields.all, &term.stem);
            counts(&inverted, &wanted, here, |_, parts, count| {
                parts.likelihood += term.weight * (1.0 + count / (SMOOTHING * self.common[n])).ln();
                if term.typed && typed > 0.0 {
                    parts.coverage += self.tells[n] / typed;
                }
            })?;
        }
        Ok(())
    }
}

/// How many terms these fields have in all.
fn words(searcher: &Searcher, fields: &[Field]) -> tantivy::Result<f32> {
    let mut words = 0;
    for segment in searcher.segment_readers() {
        for field in fields {
            words += segment.inverted_index(*field)?.total_num_tokens();
        }
    }
    Ok(words as f32)
}

/// Calls `each` for the documents of `here` (ascending) that have the term, with how often they have it.
fn counts(
    inverted: &InvertedIndexReader,
    term: &Term,
    here: &mut [(DocId, &mut Parts)],
    mut each: impl FnMut(DocId, &mut Parts, f32),
) -> tantivy::Result<()> {
    let Some(mut postings) = inverted.read_postings(term, IndexRecordOption::WithFreqs)? else {
        return Ok(());
    };
    for (doc, parts) in here.iter_mut() {
        if postings.doc() < *doc {
            postings.seek(*doc);
        }
        if postings.doc() == *doc {
            each(*doc, parts, postings.term_freq() as f32);
        }
    }
    Ok(())
}

fn idf(all: f32, with: f32) -> f32 {
    (1.0 + (all - with + 0.5).max(0.0) / (with + 0.5)).ln()
}
