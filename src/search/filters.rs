//! What a ruling must be to be found at all, and how much of a query it must have.

use tantivy::collector::TopDocs;
use tantivy::query::{AllQuery, BooleanQuery, Occur, PhraseQuery, Query as TantivyQuery};
use tantivy::{DocAddress, Term};

use super::query::Query;
use super::rank::Candidate;
use super::scoring::ScoreParts;
use super::{Library, analyze, schema};
use crate::corpus::{Authority, Game, Ruling};

/// Filters without words list at most this many rulings.
const MAX_LISTED: usize = 10_000;
/// A first result in which less than this share of what was typed is found is weak.
pub(super) const WEAK_COVERAGE: f32 = 0.45;

/// Whether a ruling is all that the filters, phrases and exclusions ask.
pub(super) fn passes_filters(ruling: &Ruling, query: &Query, game: Option<Game>) -> bool {
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

impl Library {
    /// Filters without words list what passes, in the order of the documents.
    pub(super) fn listed(
        &self,
        mut clauses: Vec<(Occur, Box<dyn TantivyQuery>)>,
    ) -> anyhow::Result<Vec<Candidate>> {
        clauses.push((Occur::Must, Box::new(AllQuery)));
        let drawn = TopDocs::with_limit(MAX_LISTED).order_by_score();
        let found = self.held.searcher.search(&BooleanQuery::new(clauses), &drawn)?;
        let mut addresses: Vec<DocAddress> =
            found.into_iter().map(|(_, a)| a).filter(|a| self.held.is_ruling(a)).collect();
        addresses.sort();
        let parts = ScoreParts { coverage: 1.0, ..ScoreParts::default() };
        let candidate = |address| Candidate { address, score: 0.0, parts: parts.clone() };
        Ok(addresses.into_iter().map(candidate).collect())
    }

    /// What the index itself can hold every result to; [`passes_filters`] checks the rest.
    pub(super) fn filter_clauses(
        &self,
        query: &Query,
        game: Option<Game>,
        official: bool,
    ) -> Vec<(Occur, Box<dyn TantivyQuery>)> {
        let fields = &self.held.fields;
        let mut clauses: Vec<(Occur, Box<dyn TantivyQuery>)> = Vec::new();
        if official {
            clauses.push((Occur::MustNot, self.held.term(fields.label, schema::label_of(Authority::Digest))));
        }
        for word in &query.without {
            clauses.push((Occur::MustNot, self.held.term(fields.exact, word)));
        }
        let mut must = |query| clauses.push((Occur::Must, query));
        if let Some(game) = game {
            must(self.held.term(fields.label, &schema::label_of_game(game)));
        }
        if !query.filters.kinds.is_empty() {
            let kinds = query.filters.kinds.iter();
            let any =
                kinds.map(|k| (Occur::Should, self.held.term(fields.label, &format!("kind:{}", k.word()))));
            must(Box::new(BooleanQuery::new(any.collect())));
        }
        if let Some(number) = &query.filters.number {
            must(self.held.term(fields.number, number));
        }
        for phrase in &query.phrases {
            let words = phrase.iter().map(|w| Term::from_field_text(fields.exact, w)).collect();
            must(Box::new(PhraseQuery::new(words)));
        }
        let mut stemmer = analyze::stemmer();
        for word in query.filters.cards.iter().flat_map(|c| analyze::words(c)) {
            must(self.held.term(fields.cards, &analyze::stem(&mut stemmer, &word.text)));
        }
        clauses
    }
}
