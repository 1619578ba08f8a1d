//! Which ruling stands where, and why: candidates from the index, then a finer ranking of those.
//!
//! Every part of a score is a number with a name, so that `--why` can show it and a measurement can weigh it.

use std::collections::BTreeMap;

use serde::Serialize;
use tantivy::collector::TopDocs;
use tantivy::query::{BooleanQuery, BoostQuery, Occur, Query as TantivyQuery, TermQuery};
use tantivy::schema::{Field, IndexRecordOption, Value};
use tantivy::{DocAddress, DocId, DocSet, Searcher, SegmentReader, TERMINATED, TantivyDocument, Term};

use super::schema::Fields;
use super::terms::SearchTerm;

/// How many rulings are ranked finely.
const CANDIDATES: usize = 40;
/// How many asks are looked at for those.
const ASKS: usize = 120;

/// What each part of a score counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    /// Words of the title and the place.
    pub title: f32,
    /// Words of the names of cards.
    pub cards: f32,
    /// The official words.
    pub official: f32,
    /// All asks together.
    pub asks: f32,
    /// Everything together.
    pub all: f32,
    /// The one ask most like the query.
    pub best_ask: f32,
    /// The three asks most like it, on average.
    pub three_asks: f32,
    /// Which part of what was typed is found at all.
    pub coverage: f32,
}

/// The weights in use. How they were found: `tests/search/README.md`.
pub const WEIGHTS: Weights = Weights {
    title: 0.3,
    cards: 0.5,
    official: 0.5,
    asks: 0.0,
    all: 1.0,
    best_ask: 0.5,
    three_asks: 0.5,
    coverage: 0.0,
};

/// The parts of one ruling's score, before weighing.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Parts {
    /// Title and place.
    pub title: f32,
    /// Card names.
    pub cards: f32,
    /// Official words.
    pub official: f32,
    /// All asks.
    pub asks: f32,
    /// Everything.
    pub all: f32,
    /// Best ask.
    pub best_ask: f32,
    /// Mean of the best three.
    pub three_asks: f32,
    /// Share of the typed terms found, by how much they tell, 0 to 1.
    pub coverage: f32,
    /// The ask most like the query.
    pub ask: Option<String>,
}

impl Parts {
    /// The score.
    pub fn score(&self, weights: &Weights) -> f32 {
        weights.title * self.title
            + weights.cards * self.cards
            + weights.official * self.official
            + weights.asks * self.asks
            + weights.all * self.all
            + weights.best_ask * self.best_ask
            + weights.three_asks * self.three_asks
            + weights.coverage * self.coverage * self.all
    }
}

/// A ruling in the running.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// Where it is in the index.
    pub address: DocAddress,
    /// Its place in the corpus, which breaks ties.
    pub ordinal: u64,
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
    terms: &[SearchTerm],
    musts: Vec<(Occur, Box<dyn TantivyQuery>)>,
    weights: &Weights,
) -> tantivy::Result<Vec<Candidate>> {
    let mut found: BTreeMap<DocAddress, Parts> = BTreeMap::new();
    let mut clauses: Vec<(Occur, Box<dyn TantivyQuery>)> =
        vec![(Occur::Must, Box::new(any_of(fields.all, terms)))];
    let filtered = !musts.is_empty();
    clauses.extend(musts);
    let drawn =
        searcher.search(&BooleanQuery::new(clauses), &TopDocs::with_limit(CANDIDATES).order_by_score())?;
    for (_, address) in drawn {
        found.entry(address).or_default();
    }
    nearest_asks(searcher, fields, terms, filtered, &mut found)?;
    let scorers = Scorers::new(searcher, fields, terms)?;
    scorers.score(searcher, &mut found)?;
    let mut candidates = Vec::with_capacity(found.len());
    for (address, parts) in found {
        let column = searcher.segment_reader(address.segment_ord).fast_fields().u64("ordinal")?;
        let ordinal = column.first(address.doc_id).unwrap_or(u64::MAX);
        candidates.push(Candidate { address, ordinal, score: parts.score(weights), parts });
    }
    candidates.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.ordinal.cmp(&b.ordinal)));
    Ok(candidates)
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
    let mut by_id: BTreeMap<String, (Vec<f32>, DocAddress)> = BTreeMap::new();
    for (score, address) in asks {
        let column = searcher.segment_reader(address.segment_ord).fast_fields().str("id")?;
        let Some(column) = column else { continue };
        let mut id = String::new();
        let Some(ord) = column.term_ords(address.doc_id).next() else { continue };
        column.ord_to_str(ord, &mut id)?;
        by_id.entry(id).or_insert_with(|| (Vec::new(), address)).0.push(score);
    }
    for (id, (scores, best)) in by_id {
        let Some(ruling) = ruling_of(searcher, fields, &id)? else { continue };
        if filtered && !found.contains_key(&ruling) {
            continue;
        }
        let parts = found.entry(ruling).or_default();
        parts.best_ask = scores.first().copied().unwrap_or_default();
        parts.three_asks = scores.iter().take(3).sum::<f32>() / 3.0;
        let document: TantivyDocument = searcher.doc(best)?;
        parts.ask = document.get_first(fields.line).and_then(|v| v.as_str()).map(str::to_owned);
    }
    Ok(())
}

/// The ruling document of an id (its asks carry the id too, but no ordinal).
pub fn ruling_of(searcher: &Searcher, fields: &Fields, id: &str) -> tantivy::Result<Option<DocAddress>> {
    let term = Term::from_field_text(fields.id, id);
    for (segment_ord, segment) in searcher.segment_readers().iter().enumerate() {
        let inverted = segment.inverted_index(fields.id)?;
        // Rulings are written before asks, so the first posting is the ruling.
        if let Some(postings) = inverted.read_postings(&term, IndexRecordOption::Basic)?
            && postings.doc() != TERMINATED
            && segment.fast_fields().u64("ordinal")?.first(postings.doc()).is_some()
        {
            return Ok(Some(DocAddress::new(segment_ord as u32, postings.doc())));
        }
    }
    Ok(None)
}

/// BM25 of one field: how strongly repeated words count (`k1`) and long texts are marked down (`b`).
struct Bm25 {
    field: Field,
    k1: f32,
    b: f32,
    part: fn(&mut Parts) -> &mut f32,
}

struct Scorers<'a> {
    terms: &'a [SearchTerm],
    /// How much each term tells, by the field that holds everything.
    tells: Vec<f32>,
    fields: [Bm25; 5],
    all: Field,
    rulings: f32,
}

impl<'a> Scorers<'a> {
    fn new(searcher: &Searcher, fields: &Fields, terms: &'a [SearchTerm]) -> tantivy::Result<Self> {
        let mut rulings = 0.0;
        for segment in searcher.segment_readers() {
            rulings += f32::max(1.0, segment.fast_fields().u64("ordinal")?.values.num_vals() as f32);
        }
        let field = |field, k1, b, part| Bm25 { field, k1, b, part };
        let scored = [
            field(fields.title, 1.2, 0.5, |p: &mut Parts| &mut p.title),
            field(fields.cards, 1.2, 0.3, |p| &mut p.cards),
            field(fields.official, 1.2, 0.75, |p| &mut p.official),
            field(fields.asks, 1.2, 0.3, |p| &mut p.asks),
            field(fields.all, 1.2, 0.3, |p| &mut p.all),
        ];
        let tells = terms
            .iter()
            .map(|t| {
                let df = searcher.doc_freq(&Term::from_field_text(fields.all, &t.stem))?;
                Ok(idf(rulings, df as f32))
            })
            .collect::<tantivy::Result<_>>()?;
        Ok(Self { terms, tells, fields: scored, all: fields.all, rulings })
    }

    fn score(&self, searcher: &Searcher, found: &mut BTreeMap<DocAddress, Parts>) -> tantivy::Result<()> {
        let typed: f32 = self.terms.iter().zip(&self.tells).filter(|(t, _)| t.typed).map(|(_, i)| i).sum();
        for (segment_ord, segment) in searcher.segment_readers().iter().enumerate() {
            let mut here: Vec<(DocId, &mut Parts)> = found
                .iter_mut()
                .filter(|(a, _)| a.segment_ord as usize == segment_ord)
                .map(|(a, p)| (a.doc_id, p))
                .collect();
            for field in &self.fields {
                self.score_field(field, segment, searcher, typed, &mut here)?;
            }
        }
        Ok(())
    }

    fn score_field(
        &self,
        bm25: &Bm25,
        segment: &SegmentReader,
        searcher: &Searcher,
        typed: f32,
        here: &mut [(DocId, &mut Parts)],
    ) -> tantivy::Result<()> {
        let inverted = segment.inverted_index(bm25.field)?;
        let norms = segment.get_fieldnorms_reader(bm25.field)?;
        let mean = (inverted.total_num_tokens() as f32 / self.rulings).max(1.0);
        for (term, tells) in self.terms.iter().zip(&self.tells) {
            let wanted = Term::from_field_text(bm25.field, &term.stem);
            let Some(mut postings) = inverted.read_postings(&wanted, IndexRecordOption::WithFreqs)? else {
                continue;
            };
            let weight = idf(self.rulings, searcher.doc_freq(&wanted)? as f32) * term.weight;
            for (doc, parts) in here.iter_mut() {
                if postings.doc() < *doc {
                    postings.seek(*doc);
                }
                if postings.doc() != *doc {
                    continue;
                }
                let count = tantivy::postings::Postings::term_freq(&postings) as f32;
                let length = norms.fieldnorm(*doc) as f32 / mean;
                let saturated =
                    count * (bm25.k1 + 1.0) / (count + bm25.k1 * (1.0 - bm25.b + bm25.b * length));
                *(bm25.part)(parts) += weight * saturated;
                if bm25.field == self.all && term.typed && typed > 0.0 {
                    parts.coverage += tells / typed;
                }
            }
        }
        Ok(())
    }
}

fn idf(all: f32, with: f32) -> f32 {
    (1.0 + (all - with + 0.5).max(0.0) / (with + 0.5)).ln()
}
