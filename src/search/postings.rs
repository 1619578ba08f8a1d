//! Which documents of a segment have a term, and how often: read in blocks, and into one place for all terms
//! of a field.

use std::ops::Range;
use std::sync::Arc;

use tantivy::postings::BlockSegmentPostings;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocId, InvertedIndexReader, SegmentReader, Term};

/// Reads the postings of one term of a field after another.
pub(super) struct PostingsReader {
    field: Field,
    inverted: Arc<InvertedIndexReader>,
    /// Where they are read into, once the first were.
    postings: Option<BlockSegmentPostings>,
}

impl PostingsReader {
    pub(super) fn of(segment: &SegmentReader, field: Field) -> tantivy::Result<Self> {
        Ok(Self { field, inverted: segment.inverted_index(field)?, postings: None })
    }

    /// How many documents have a term, and the first block of its postings; `None` where no document has it.
    fn open(&mut self, term: &str) -> tantivy::Result<Option<(u32, &mut BlockSegmentPostings)>> {
        let term = Term::from_field_text(self.field, term);
        let Some(info) = self.inverted.get_term_info(&term)? else { return Ok(None) };
        match &mut self.postings {
            Some(postings) => self.inverted.reset_block_postings_from_terminfo(&info, postings)?,
            none => {
                let option = IndexRecordOption::WithFreqs;
                *none = Some(self.inverted.read_block_postings_from_terminfo(&info, option)?);
            }
        }
        Ok(self.postings.as_mut().map(|postings| (info.doc_freq, postings)))
    }

    /// Whether any document has a term.
    pub(super) fn has(&self, term: &str) -> tantivy::Result<bool> {
        Ok(self.inverted.doc_freq(&Term::from_field_text(self.field, term))? > 0)
    }

    /// Every document that has a term, with how often it has it.
    pub(super) fn all(&mut self, term: &str) -> tantivy::Result<Vec<(DocId, u32)>> {
        let Some((many, postings)) = self.open(term)? else { return Ok(Vec::new()) };
        let mut all = Vec::with_capacity(many as usize);
        while !postings.docs().is_empty() {
            all.extend(postings.docs().iter().enumerate().map(|(n, doc)| (*doc, postings.freq(n))));
            postings.advance();
        }
        Ok(all)
    }

    /// Calls `each` for those of `here`, whose documents ascend, that have the term, with how often they do.
    pub(super) fn counts<P>(
        &mut self,
        term: &str,
        here: &mut [(DocId, P)],
        mut each: impl FnMut(DocId, &mut P, f32),
    ) -> tantivy::Result<()> {
        let Some((_, postings)) = self.open(term)? else { return Ok(()) };
        let mut at = 0;
        while let Some((doc, _)) = here.get(at) {
            // Of many documents few are looked at, and whole blocks lie between them.
            let from =
                if postings.docs().last().is_some_and(|last| last < doc) { postings.seek(*doc) } else { 0 };
            if postings.docs().len() <= from {
                break;
            }
            for (n, doc) in postings.docs().iter().enumerate().skip(from) {
                at = place_of(*doc, here, at);
                match here.get_mut(at) {
                    Some((found, of_it)) if found == doc => each(*doc, of_it, postings.freq(n) as f32),
                    Some(_) => {}
                    None => break,
                }
            }
            postings.advance();
        }
        Ok(())
    }
}

/// Where a document is in `here`, from a place on, or would be.
pub(super) fn place_of<P>(doc: DocId, here: &[(DocId, P)], from: usize) -> usize {
    let Some(ahead) = here.get(from).and_then(|(first, _)| doc.checked_sub(*first)) else { return from };
    // Each document stands once, and where all of them do it is that far ahead.
    let most = from + ahead as usize;
    match here.get(most) {
        Some((found, _)) if *found == doc => most,
        _ => {
            let rest = &here[from..here.len().min(most)];
            from + rest.partition_point(|(before, _)| *before < doc)
        }
    }
}

/// The postings of several terms, read side by side: what they have of one stretch of documents, then of the
/// next.
pub(super) struct MergedPostings {
    /// What each term counts, its postings, and which of their block are next.
    terms: Vec<(f32, BlockSegmentPostings, usize)>,
}

impl MergedPostings {
    /// Of those of these terms that any document has.
    pub(super) fn of<'t>(
        segment: &SegmentReader,
        field: Field,
        terms: impl Iterator<Item = (f32, &'t str)>,
    ) -> tantivy::Result<Self> {
        let inverted = segment.inverted_index(field)?;
        let mut merged = Self { terms: Vec::new() };
        for (counts, term) in terms {
            let term = Term::from_field_text(field, term);
            let postings = inverted.read_block_postings(&term, IndexRecordOption::WithFreqs)?;
            merged.terms.extend(postings.map(|postings| (counts, postings, 0)));
        }
        Ok(merged)
    }

    /// Calls `each` for every document of a stretch that has a term, with what the term counts and how often
    /// it has it; term by term. The next stretch begins where this one ends.
    pub(super) fn scan(&mut self, docs: Range<DocId>, mut each: impl FnMut(DocId, f32, u32)) {
        for (counts, postings, next) in &mut self.terms {
            loop {
                while let Some(doc) = postings.docs().get(*next)
                    && *doc < docs.end
                {
                    each(*doc, *counts, postings.freq(*next));
                    *next += 1;
                }
                if *next < postings.block_len() || postings.block_len() == 0 {
                    break;
                }
                postings.advance();
                *next = 0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_found_however_many_are_left_out() {
        for step in [1, 2, 7, 40] {
            let here: Vec<(DocId, ())> = (3..60).step_by(step).map(|doc| (doc, ())).collect();
            for from in 0..=here.len() {
                for doc in 0..70 {
                    let later = here.iter().enumerate().skip(from);
                    let expected = later.map(|(at, (here, ()))| (at, *here)).find(|(_, here)| *here >= doc);
                    let expected = expected.map_or(here.len(), |(at, _)| at);
                    assert_eq!(place_of(doc, &here, from), expected, "{doc} from {from}, every {step}th");
                }
            }
        }
    }
}
