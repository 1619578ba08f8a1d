//! Posts: a story with questions in it. What stands around a question may be about it, or about the train
//! home. So a post is ranked twice: as a whole, in which what stands around its questions counts less, and
//! its questions by themselves.

use super::Library;
use super::answer::{Answer, AnswerKind, Hit, Request};
use super::answerability::Evidence;
use super::prepared::Prepared;
use super::query::Query;
use super::rank::{self, Candidate};
use super::terms::QueryTerms;

/// What the questions by themselves count beside the whole post, in which they stand already, as far as what
/// stands around them counts for nothing there.
const ALONE: f32 = 0.7;
/// How many of the rulings that answer the questions best are compared: a question that says little by
/// itself, "is that legal?", speaks against none.
const BEST: usize = 10;

/// A post read in another way: which terms were searched, and what was found.
pub(super) struct PostRanking {
    terms: QueryTerms,
    ranked: Vec<Candidate>,
}

impl Library {
    /// Ranks the questions of a post by themselves, where it says more than they do, and lets that count in
    /// `ranked`, the ranking of the whole.
    pub(super) fn questions_alone(
        &self,
        post: &Prepared<'_>,
        ranked: &mut [Candidate],
    ) -> anyhow::Result<Option<PostRanking>> {
        let Some(questions) = post.query.alone() else { return Ok(None) };
        let alone = self.reading(post.request, &questions)?;
        let least = alone.ranked.get(BEST).or(alone.ranked.last()).map_or(0.0, |candidate| candidate.score);
        let counts = ALONE * (1.0 - post.query.around);
        for best in alone.ranked.iter().take(BEST) {
            if let Some(candidate) = ranked.iter_mut().find(|c| c.address == best.address) {
                candidate.score += counts * (best.score - least);
            }
        }
        rank::sort(ranked);
        Ok(Some(alone))
    }

    fn reading(&self, request: &Request, query: &Query) -> anyhow::Result<PostRanking> {
        let terms = self.terms(request, query)?;
        let ranked = self.ranked(&self.prepare(request, query, &terms)?)?;
        Ok(PostRanking { terms, ranked })
    }

    /// Judges once more an answer that decides nothing, by the post's questions without the story around
    /// them.
    pub(super) fn judge_alone(
        &self,
        post: &Prepared<'_>,
        alone: &PostRanking,
        answer: &mut Answer,
    ) -> anyhow::Result<()> {
        if answer.kind == AnswerKind::Nearest
            && let Some(first) = answer.results.first()
            && answer.beyond.is_none()
            && !post.query.names_another_game(post.request.game)
            && self.decides_otherwise_read(post, alone, first)?
        {
            answer.kind = AnswerKind::decided_by(&first.ruling);
        }
        Ok(())
    }

    /// Whether the first result of a post stands first, and decides it, in one of two other readings: its
    /// questions by themselves, or every word of it alike.
    fn decides_otherwise_read(
        &self,
        post: &Prepared<'_>,
        alone: &PostRanking,
        first: &Hit,
    ) -> anyhow::Result<bool> {
        Ok(self.decides_in(alone, first)?
            || self.decides_in(&self.reading(post.request, &post.query.focused(&[]))?, first)?)
    }

    fn decides_in(&self, reading: &PostRanking, first: &Hit) -> anyhow::Result<bool> {
        let Some(best) = reading.ranked.first() else { return Ok(false) };
        let is_first = first.address == Some(best.address);
        if !is_first && !self.held.load(best.address)?.shares_section(&first.ruling) {
            return Ok(false);
        }
        let terms = &reading.terms;
        let mut hit = Hit::ranked(first.ruling.clone(), best.clone());
        let ranker = self.ranker(terms)?;
        hit.explained = ranker.explained(best.address)?;
        let evidence = Evidence::of(&[hit], 0.0, terms.cards_without_ruling.len());
        Ok(evidence.is_some_and(|evidence| evidence.decides()))
    }
}
