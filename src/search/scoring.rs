//! The arithmetic of ranking: inverse document frequency, BM25's saturation, and finding terms in the index.

use serde::Serialize;
use tantivy::fieldnorm::FieldNormReader;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocAddress, DocId, DocSet, Searcher, SegmentReader, TERMINATED, Term};

/// The parts of one ruling's score, before weighing.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct ScoreParts {
    /// How well its own words, as players put them, explain the query.
    pub translation: f32,
    /// Title and place.
    pub title: f32,
    /// Its own words, as they stand.
    pub words: f32,
    /// The longest name of a card found, in words.
    pub card: f32,
    /// Words from `synonyms.yaml`.
    #[serde(rename = "related")]
    pub synonyms: f32,
    /// How well all its asks explain the query.
    #[serde(rename = "asked")]
    pub ask_likelihood: f32,
    /// How alike the query and the ruling's profile are: about the cosine, 0 to 1.
    #[serde(rename = "profile")]
    pub similarity: f32,
    /// Mean of the best three asks.
    #[serde(rename = "asks")]
    pub nearest_asks: f32,
    /// How likely it is asked for in these words, as a logarithm: see [`super::classifier`].
    pub likelihood: f32,
    /// How much the query's words speak for its game: half the natural logarithm of the odds.
    pub game: f32,
    /// What is expected of its asks, weighed: counts in their place where it has none.
    pub expected: f32,
    /// The number of its asks.
    #[serde(rename = "has")]
    pub ask_count: u32,
    /// Whether it is a rule in judge's own words, which is weighed otherwise.
    #[serde(skip)]
    pub is_rule: bool,
    /// Whether one of its asks of few words is the whole query.
    #[serde(skip)]
    pub is_exact_ask: bool,
    /// Share of the typed terms found, weighted by idf, 0 to 1.
    pub coverage: f32,
    /// Where the ask most like the query is in the index.
    #[serde(skip)]
    pub(crate) ask: Option<DocAddress>,
}

/// How many of a ruling's asks count: those most like the query.
const NEAREST: usize = 3;

/// How strongly BM25 counts a repeated word.
const K1: f32 = 1.2;

/// The mean of the best scores, and where the very best is; nothing where none is above 0.
pub(super) fn best_of(scores: &[f32]) -> (f32, Option<usize>) {
    let mut best = [0.0f32; NEAREST];
    let mut at = None;
    for (n, score) in scores.iter().enumerate() {
        if *score <= best[NEAREST - 1] {
            continue;
        }
        if *score > best[0] {
            at = Some(n);
        }
        best[NEAREST - 1] = *score;
        best.sort_by(|a, b| b.total_cmp(a));
    }
    (best.iter().sum::<f32>() / NEAREST as f32, at)
}

/// A field as BM25 scores it.
#[derive(Clone, Copy)]
pub(super) struct Bm25 {
    pub field: Field,
    /// How strongly a text is marked down for its length, 0 to 1.
    pub b: f32,
    /// How long a text is on average, in terms.
    pub mean_length: f32,
}

impl Bm25 {
    /// The same for the texts of a segment.
    ///
    /// # Errors
    /// Any error reading the index.
    pub(super) fn for_segment(self, segment: &SegmentReader) -> tantivy::Result<SegmentBm25> {
        let norms = segment.get_fieldnorms_reader(self.field)?;
        // The index keeps a length as one of these.
        let saturation = std::array::from_fn(|id| {
            let length = FieldNormReader::id_to_fieldnorm(id as u8) as f32 / self.mean_length;
            K1 * (1.0 - self.b + self.b * length)
        });
        Ok(SegmentBm25 { norms, saturation })
    }
}

/// A field of a segment as BM25 scores it.
pub(super) struct SegmentBm25 {
    norms: FieldNormReader,
    saturation: [f32; 256],
}

impl SegmentBm25 {
    /// The factor of a term's frequency in a document, by the document's length; BM25 multiplies it by idf.
    pub(super) fn tf_factor(&self, doc: DocId, frequency: f32) -> f32 {
        frequency * (K1 + 1.0) / (frequency + self.saturation[usize::from(self.norms.fieldnorm_id(doc))])
    }
}

/// The number of tokens in these fields, over all documents.
pub(super) fn token_count(searcher: &Searcher, fields: &[Field]) -> tantivy::Result<f32> {
    let mut tokens = 0;
    for segment in searcher.segment_readers() {
        for field in fields {
            tokens += segment.inverted_index(*field)?.total_num_tokens();
        }
    }
    Ok(tokens as f32)
}

/// The values that a column of the index holds for these rulings, in their order.
///
/// # Errors
/// Any error reading the index.
pub(super) fn u64_column<P>(
    segment: &SegmentReader,
    name: &str,
    rulings: &[(DocId, P)],
) -> tantivy::Result<Vec<u64>> {
    let column = segment.fast_fields().u64(name)?;
    // Every ruling has one, and they stand before everything else.
    let first =
        |rulings: &[(DocId, P)]| rulings.last().is_some_and(|last| last.0 as usize + 1 == rulings.len());
    if first(rulings) && rulings.len() <= column.values.num_vals() as usize {
        let mut numbers = vec![0; rulings.len()];
        column.values.get_range(0, &mut numbers);
        return Ok(numbers);
    }
    Ok(rulings.iter().map(|(doc, _)| column.first(*doc).unwrap_or_default()).collect())
}

/// Inverse document frequency: how informative a term is, by how many of all have it.
pub(super) fn idf(all: f32, with: f32) -> f32 {
    (1.0 + (all - with + 0.5).max(0.0) / (with + 0.5)).ln()
}

/// The first document that has a term.
pub(super) fn first_with(searcher: &Searcher, term: &Term) -> tantivy::Result<Option<DocAddress>> {
    for (ord, segment) in searcher.segment_readers().iter().enumerate() {
        let postings = segment.inverted_index(term.field())?.read_postings(term, IndexRecordOption::Basic)?;
        if let Some(postings) = postings.filter(|p| p.doc() != TERMINATED) {
            return Ok(Some(DocAddress::new(ord as u32, postings.doc())));
        }
    }
    Ok(None)
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
    pub is_exact_ask: bool,
    /// Whether one of them is the whole query but for the name of a card.
    pub is_ask_of_card: bool,
}

impl SubjectMatch {
    pub(super) fn is_better_than(&self, other: &Self) -> bool {
        let order = |s: &Self| (s.is_exact_ask, s.is_ask_of_card, s.gain);
        order(self) > order(other)
    }
}
