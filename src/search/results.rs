//! From the ranked rulings to the results: fetched, collapsed into their sections, put in order, marked.

use std::collections::BTreeSet;

use tantivy::{DocAddress, DocId};

use super::answer::{Answer, Confidence, Hit};
use super::filters::{WEAK_COVERAGE, passes_filters};
use super::postings::PostingsReader;
use super::prepared::Prepared;
use super::rank::{self, Candidate};
use super::terms::QueryTerms;
use super::{Library, analyze, passage, schema};
use crate::corpus::{Authority, Day, Kind, Ruling, define, markdown};

/// A house ruling stands behind an official one of the same quality: this much less, as a logarithm.
const HOUSE: f32 = 0.5;
/// An official ruling that such a rule refers to decides before it, unless it is worse by more than this.
const REFERRED: f32 = 2.0;
/// A ruling about cards that the question does not name stands behind a rule of the rulebook, unless it is
/// better by more.
const OF_OTHER_CARDS: f32 = 2.0;
/// A runner-up whose score is less than this below the first one's is close to it: as scores are logarithms
/// of probabilities, the first is then not twice as likely.
const CLOSE: f32 = 0.7;
/// A ruling of the other game than that whose cards are named stands this much behind.
const OTHER_GAME: f32 = 4.0;
/// A step answers alone when it is this much better than its section and the section's other steps.
const STEP: f32 = 1.0;
/// Of how many results it is worked out how well they explain the query.
const EXPLAINED: usize = 3;
/// At least this many are fetched, however few are wanted, so that the first is the same.
const FETCHED: usize = 5;

/// The results in order, and how sure the first one is.
pub(super) struct Chosen {
    pub(super) results: Vec<Hit>,
    pub(super) confidence: Confidence,
}

impl Library {
    /// Puts house rulings behind the official rulings, and the other game's behind those of the game whose
    /// cards are named: before any is fetched, since there may be many more of them than are fetched.
    pub(super) fn demote(&self, ranked: &mut [Candidate], terms: &QueryTerms) -> anyhow::Result<()> {
        let house = self.labelled(schema::label_of(Authority::House), ranked)?;
        ranked.iter_mut().filter(|c| house.contains(&c.address)).for_each(|c| c.score -= HOUSE);
        if let Some(game) = terms.game {
            let these = self.labelled(&schema::label_of_game(game), ranked)?;
            ranked.iter_mut().filter(|c| !these.contains(&c.address)).for_each(|c| c.score -= OTHER_GAME);
        }
        if terms.game.is_some() || !house.is_empty() {
            rank::sort(ranked);
        }
        Ok(())
    }

    /// The candidates that have a label; of a large index no more is read than where they are.
    pub(super) fn labelled(&self, label: &str, ranked: &[Candidate]) -> anyhow::Result<BTreeSet<DocAddress>> {
        let mut found = BTreeSet::new();
        for (n, segment) in (0..).zip(self.held.searcher.segment_readers()) {
            let mut labels = PostingsReader::of(segment, self.held.fields.label)?;
            if !labels.has(label)? {
                continue;
            }
            let of_segment = ranked.iter().filter(|c| c.address.segment_ord == n);
            let mut docs: Vec<(DocId, ())> = of_segment.map(|c| (c.address.doc_id, ())).collect();
            docs.sort_unstable();
            labels.counts(label, &mut docs, |doc, (), _| {
                found.insert(DocAddress::new(n, doc));
            })?;
        }
        Ok(found)
    }

    /// Adds a hit, or collapses it into the hit of its own section or step, which stands before it. Where a
    /// step and its section, or two steps of one section, are nearly as good, the section answers, since it
    /// holds them all.
    fn add(&self, found: &mut Vec<Hit>, hit: Hit, fits: impl Fn(&Ruling) -> bool) -> anyhow::Result<()> {
        let same =
            found.iter_mut().find(|h| h.ruling.id == hit.ruling.id || h.ruling.shares_section(&hit.ruling));
        let Some(same) = same else {
            found.push(hit);
            return Ok(());
        };
        if same.ruling.id == hit.ruling.id {
            return Ok(());
        }
        same.collapsed.push(hit.ruling.id.clone());
        let near = same.parts.is_some() && same.score - hit.score < STEP;
        if near && let Some(section) = same.ruling.part_of.clone() {
            let whole = if hit.ruling.id == section {
                Some(hit.ruling)
            } else {
                self.held.ruling(&section)?.filter(fits)
            };
            if let Some(whole) = whole {
                same.collapsed.retain(|id| *id != section);
                same.collapsed.insert(0, std::mem::replace(&mut same.ruling, whole).id);
            }
        }
        Ok(())
    }

    /// Puts the best candidates in order, behind the rulings that are asked for `direct`ly, and marks in the
    /// first of them what was searched.
    pub(super) fn choose(
        &self,
        search: &Prepared<'_>,
        direct: Vec<Ruling>,
        ranked: &[Candidate],
    ) -> anyhow::Result<Chosen> {
        let words = &search.terms.words;
        let directly = !direct.is_empty();
        let mut results = self.fetch(search, direct, ranked)?;
        results.sort_by(|a, b| b.score.total_cmp(&a.score));
        general_first(&mut results);
        official_first(&mut results);
        // "Damage #1" asks for an item, and not what damage is.
        if !directly {
            let titled = results.iter().position(|hit| is_titled(&hit.ruling, words));
            if let Some(place) = titled.or_else(|| defining(&results, words)) {
                put_first(&mut results, place);
            }
        }
        official_words_first(&mut results);
        let confidence = if directly { Confidence::Clear } else { confidence(&results) };
        self.mark(&mut results, search)?;
        Ok(Chosen { results, confidence })
    }

    /// Fetches candidates in order until there are enough results, collapsing a section and its own steps
    /// into one.
    fn fetch(
        &self,
        search: &Prepared<'_>,
        direct: Vec<Ruling>,
        ranked: &[Candidate],
    ) -> anyhow::Result<Vec<Hit>> {
        let Prepared { request, query, game, .. } = *search;
        let is_excluded = |r: &Ruling| request.official && r.authority == Authority::Digest;
        let fits =
            |r: &Ruling| r.is_in_force(request.as_of) && passes_filters(r, query, game) && !is_excluded(r);
        let first = ranked.first().map_or(0.0, |c| c.score);
        let mut direct = direct.into_iter().filter(fits).peekable();
        let mut later = ranked.iter();
        let mut found: Vec<Hit> = Vec::new();
        while direct.peek().is_some() || found.len() <= request.limit.max(FETCHED) {
            let hit = if let Some(ruling) = direct.next() {
                Hit::direct(ruling, first + 1.0)
            } else {
                let Some(candidate) = later.next() else { break };
                let ruling = self.held.load(candidate.address)?;
                if !fits(&ruling) {
                    continue;
                }
                Hit::ranked(ruling, candidate.clone())
            };
            self.add(&mut found, hit, fits)?;
        }
        Ok(found)
    }

    /// Marks the searched words, and says of the first results what their scores are made of.
    fn mark(&self, found: &mut [Hit], search: &Prepared<'_>) -> anyhow::Result<()> {
        let Prepared { request, terms, ranker, .. } = search;
        let stems: BTreeSet<String> = terms.terms.iter().map(|t| t.stem.clone()).collect();
        let idf = rank::idf_weights(&self.held.searcher, &self.held.fields, terms)?;
        for hit in found.iter_mut().take(request.marked) {
            let text = hit.ruling.text();
            let skipped = hit.ruling.question.as_ref().map_or(0, |q| markdown::plain(q).chars().count());
            hit.highlights = passage::highlights(&text, &stems);
            hit.best_sentence = passage::deciding_sentence(&text, skipped, &idf);
            hit.house = self.house(&hit.ruling, request.as_of)?;
        }
        for hit in found.iter_mut().take(EXPLAINED) {
            if let Some(address) = hit.address {
                hit.explained = ranker.explained(address)?;
            }
        }
        Ok(())
    }

    /// The house rulings in force that name an official one: who reads the one must know of the other.
    fn house(&self, ruling: &Ruling, as_of: Option<Day>) -> anyhow::Result<Vec<(String, String)>> {
        let mut house = Vec::new();
        if !self.held.info.documents.iter().any(|d| d.authority == Authority::House) {
            return Ok(house);
        }
        for id in &ruling.seen_from {
            if let Some(from) = self.held.ruling(id)?
                && from.authority == Authority::House
                && from.is_in_force(as_of)
            {
                house.push((from.id.clone(), from.citation_on(as_of)));
            }
        }
        Ok(house)
    }
}

/// Puts the result at a place first, with no less a score than the one before which it stands now: results
/// stand in the order of their scores.
fn put_first(found: &mut [Hit], place: usize) {
    found[..=place].rotate_right(1);
    if let [first, second, ..] = found {
        first.score = first.score.max(second.score);
    }
}

/// Where the first result is about cards none of which the question names, puts a rule of the rulebook before
/// it that is nearly as good: who asks in general is answered in general.
fn general_first(found: &mut [Hit]) {
    let Some(first) = found.first() else { return };
    let unnamed = first.parts.as_ref().is_some_and(|parts| parts.card == 0.0);
    if !unnamed || first.ruling.cards.is_empty() || first.ruling.authority == Authority::Digest {
        return;
    }
    let near =
        |hit: &Hit| hit.ruling.authority == Authority::Digest && first.score - hit.score < OF_OTHER_CARDS;
    if let Some(place) = found.iter().position(near) {
        put_first(found, place);
    }
}

/// Where the first result is a rule in judge's words, puts the official ruling it refers to before it, if
/// that is nearly as good.
fn official_first(found: &mut [Hit]) {
    let Some(rule) = found.first().filter(|hit| hit.ruling.authority == Authority::Digest) else { return };
    let refers =
        |hit: &Hit| rule.ruling.see.contains(&hit.ruling.id) || hit.ruling.see.contains(&rule.ruling.id);
    let near = |hit: &Hit| hit.ruling.authority == Authority::Official && rule.score - hit.score < REFERRED;
    if let Some(place) = found.iter().position(|hit| near(hit) && refers(hit)) {
        put_first(found, place);
    }
}

/// Where the first result is a rule in judge's words, puts the official ruling that says it itself, or the
/// erratum that changes it, before it: what the rulebook prints on that page holds no more.
fn official_words_first(found: &mut [Hit]) {
    let Some(digest) = found.first().and_then(|hit| hit.ruling.digest.as_ref()) else { return };
    let changes = |ruling: &Ruling| ruling.kind == Kind::Errata && digest.changed_by.contains(&ruling.id);
    let decides = |hit: &Hit| digest.official.contains(&hit.ruling.id) || changes(&hit.ruling);
    if let Some(place) = found.iter().position(decides) {
        put_first(found, place);
    }
}

/// Whether these words are a ruling's title.
pub(super) fn is_titled(ruling: &Ruling, words: &[String]) -> bool {
    let mut stemmer = analyze::stemmer();
    let title = title_stems(ruling);
    title.len() == words.len()
        && title.iter().zip(words).all(|(title, word)| *title == analyze::stem(&mut stemmer, word))
}

fn title_stems(ruling: &Ruling) -> Vec<String> {
    let mut stemmer = analyze::stemmer();
    analyze::words(&ruling.title).iter().map(|word| analyze::stem(&mut stemmer, &word.text)).collect()
}

/// Words around a word that is to be explained: "what does overkill do", "how does retaliate work".
const EXPLAINING: [&str; 27] = [
    "what",
    "whats",
    "how",
    "does",
    "do",
    "did",
    "work",
    "works",
    "working",
    "mean",
    "means",
    "meaning",
    "explain",
    "define",
    "definition",
    "keyword",
    "word",
    "is",
    "are",
    "the",
    "a",
    "an",
    "of",
    "exactly",
    "good",
    "for",
    "about",
];

/// The number behind a keyword, "Evade 3", "Edge (X)".
fn is_value(word: &str) -> bool {
    word == "x" || word.bytes().all(|b| b.is_ascii_digit())
}

/// The rule that defines the word that is asked to be explained, where nothing else is asked.
fn defining(found: &[Hit], words: &[String]) -> Option<usize> {
    let asked: Vec<&str> = words
        .iter()
        .map(String::as_str)
        .filter(|word| !EXPLAINING.contains(word) && !is_value(word))
        .collect();
    if asked.is_empty() || asked.len() == words.len() {
        return None;
    }
    let mut stemmer = analyze::stemmer();
    let mut stems = |text: &str| -> Vec<String> {
        analyze::words(text).iter().map(|w| analyze::stem(&mut stemmer, &w.text)).collect()
    };
    let wanted = stems(&asked.join(" "));
    found.iter().position(|hit| define::words(&hit.ruling).iter().any(|word| stems(word) == wanted))
}

fn confidence(found: &[Hit]) -> Confidence {
    let Some(first) = found.first() else { return Confidence::Weak };
    let covered = first.parts.as_ref().map_or(1.0, |p| p.coverage);
    let close = found.get(1).is_some_and(|second| first.score - second.score < CLOSE);
    if covered < WEAK_COVERAGE {
        Confidence::Weak
    } else if close {
        Confidence::Close
    } else {
        Confidence::Clear
    }
}

/// Whether every word that a query searches for stands in a ruling's title.
pub(super) fn has_in_title(ruling: &Ruling, terms: &QueryTerms) -> bool {
    let title = title_stems(ruling);
    terms.terms.iter().filter(|term| term.typed).all(|term| title.contains(&term.stem))
}

/// Whether filters, phrases, an exact title or an ask in these very words say what is looked for; a number
/// does so, too.
pub(super) fn says_what_is_looked_for(search: &Prepared<'_>, answer: &Answer) -> bool {
    let Prepared { query, terms, .. } = search;
    query.filters.name_something()
        || !query.phrases.is_empty()
        || answer
            .results
            .first()
            .is_some_and(|hit| hit.is_exact_match() || is_titled(&hit.ruling, &terms.words))
}
