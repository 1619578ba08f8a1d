//! Answers a request: reads the query, ranks the rulings, chooses among them, and judges whether the first
//! decides the question.

use std::ops::Range;

use tantivy::schema::Value;
use tantivy::{DocAddress, TantivyDocument, Term};

use super::answer::{Answer, AnswerKind, Confidence, Hit, Request, SubAnswer, Timing};
use super::answerability::Evidence;
use super::clock::Clock;
use super::direct::{self, Direct};
use super::filters::WEAK_COVERAGE;
use super::prepared::Prepared;
use super::query::{self, Query};
use super::rank::{self, Candidate, Ranker};
use super::results::Chosen;
use super::schema::{CARD_TEXTS, label_of_name};
use super::scoring::first_with;
use super::terms::{self, QueryTerms};
use super::weights::WEIGHTS;
use super::{Library, build, game_words, item_number, languages, names, results};
use crate::corpus::{Kind, Ruling};

/// A subject beyond the documents is named when it makes each word of the question likelier by this much, as
/// a logarithm.
const BEYOND: f32 = 0.5;
/// As few words as this are in the phrasings of many subjects: "red card", "long range".
const FEW: f32 = 2.0;
/// How much likelier a subject makes each word of a question that has no more.
const BEYOND_OF_FEW: f32 = 2.0;

/// Whether the first result says something of one of these cards that its facts do not: it changes or
/// restricts the card, or its title has every word of the question.
fn is_of_cards(terms: &QueryTerms, answer: &Answer) -> bool {
    let Some(Hit { ruling, .. }) = answer.results.first() else { return false };
    let changes = matches!(ruling.kind, Kind::Errata | Kind::Restricted);
    let names = ruling.cards.iter().any(|card| terms.cards.contains(&names::normalized(&card.name)));
    names && (changes || results::has_in_title(ruling, terms))
}

/// The answer with what was chosen, before it is judged.
fn unjudged(request: &Request, terms: &QueryTerms, chosen: Chosen) -> Answer {
    Answer {
        query: request.words.clone(),
        searched: terms.searched(),
        expansions: terms.expansions.clone(),
        corrected: terms.corrected.clone(),
        cards: terms.cards.clone(),
        cards_without_ruling: terms.each_card_without_ruling(),
        translated: None,
        questions: Vec::new(),
        remarks: Vec::new(),
        results: chosen.results,
        kind: AnswerKind::None,
        beyond: None,
        other_game: None,
        evidence: None,
        confidence: chosen.confidence,
        timing: Timing::default(),
    }
}

impl Library {
    /// Answers a request.
    ///
    /// # Errors
    /// Any error reading the index; never the query.
    pub fn search(&self, request: &Request) -> anyhow::Result<Answer> {
        let mut clock = Clock::start();
        let typed = query::read(&request.words);
        let translated =
            languages::translate(&typed, &self.held.searcher, &self.held.fields, &self.foreign_corrections)?;
        let questions = if translated.is_none() { typed.questions() } else { Vec::new() };
        let query = match &translated {
            Some(english) => typed.translated(&english.english),
            None => typed.focused(&questions),
        };
        let mut answer = self.answer(request, &query, &mut clock)?;
        if let Some(number) = direct::number_alone(&request.words)
            && !answer.results.iter().any(Hit::is_exact_match)
        {
            answer.names_no(&number);
        }
        if questions.len() > 1 {
            answer.remarks.extend(query::unanswered(questions.len()));
            for focus in questions.into_iter().take(query::MAX_QUESTIONS) {
                answer.questions.push(self.sub_answer(request, &typed, focus, &mut clock)?);
            }
            answer.take_from_questions();
        }
        answer.mark_deciding_sentences();
        answer.translated = translated;
        answer.timing = clock.timing;
        Ok(answer)
    }

    /// Answers one of several questions of a post: the other words are its context, and count less.
    fn sub_answer(
        &self,
        request: &Request,
        post: &Query,
        focus: Range<usize>,
        clock: &mut Clock,
    ) -> anyhow::Result<SubAnswer> {
        let question = post.typed[focus.clone()].trim().to_owned();
        let query = post.focused_on_one(focus);
        // A number in another question is not asked for in this one.
        let request = Request { words: question.clone(), limit: 1, marked: 0, ..request.clone() };
        let answer = self.answer(&request, &query, clock)?;
        let first = answer.results.into_iter().next().map(|hit| hit.ruling);
        Ok(SubAnswer { question, kind: answer.kind, first })
    }

    fn answer(&self, request: &Request, query: &Query, clock: &mut Clock) -> anyhow::Result<Answer> {
        let terms = self.terms(request, query)?;
        let search = self.prepare(request, query, &terms)?;
        clock.lap("reading the query");
        let (mut direct, mut remarks) = self.direct(request)?;
        direct.extend(item_number::item(&self.held, &terms, search.game)?);
        let limit = request.limit.max(direct.len());
        let mut ranked = self.ranked(&search)?;
        let alone = self.questions_alone(&search, &mut ranked)?;
        clock.lap("ranking");
        let chosen = self.choose(&search, direct, &ranked)?;
        let mut answer = unjudged(request, &terms, chosen);
        remarks.extend(query.remarks.iter().cloned().chain(query.game_remark(request.game)));
        if answer.results.is_empty() {
            let unknown = self.unknown_values(&query.filters)?;
            remarks.extend(unknown.into_iter().filter(|said| !remarks.contains(said)).collect::<Vec<_>>());
        }
        answer.remarks = remarks;
        self.judge(&search, &mut answer)?;
        if let Some(alone) = alone {
            self.judge_alone(&search, &alone, &mut answer)?;
        }
        if !answer.kind.is_decided() && answer.beyond.is_none() && !terms.cards_without_ruling.is_empty() {
            // What such a card does is printed on it and nowhere else.
            answer.beyond = self.card_texts()?;
        }
        if answer.kind.is_decided() {
            answer.other_game = self.other_game(&search, &ranked, answer.results.first())?;
        }
        answer.results.truncate(limit);
        clock.lap("fetching and marking");
        Ok(answer)
    }

    /// Judges whether the first result decides the question.
    fn judge(&self, search: &Prepared<'_>, answer: &mut Answer) -> anyhow::Result<()> {
        let terms = search.terms;
        // The name of a card is of no subject, either.
        let words: f32 = terms.terms.iter().filter(|t| t.typed).map(|t| t.weight).sum::<f32>()
            + terms.unsearched_name_words() as f32;
        let least = if words > FEW { BEYOND } else { BEYOND_OF_FEW } * words;
        let beyond = search
            .ranker
            .best_subject(search.game)?
            .filter(|subject| subject.is_exact_ask || subject.is_ask_of_card || subject.gain > least);
        let cards_without_ruling = terms.cards_without_ruling.len();
        answer.evidence =
            Evidence::of(&answer.results, beyond.map_or(0.0, |subject| subject.gain), cards_without_ruling);
        let looked_for = results::says_what_is_looked_for(search, answer);
        if looked_for {
            answer.evidence = None;
            answer.confidence = Confidence::Clear;
        }
        let is_part_of_names =
            !looked_for && terms.cards.is_empty() && self.refer_to_cards(search, answer)?;
        let undecidable = is_part_of_names
            || terms.only_cards_without_ruling
            || beyond.is_some_and(|subject| {
                subject.is_exact_ask || subject.is_ask_of_card && !is_of_cards(terms, answer)
            });
        let other_game = self.named_game(search)?;
        let decided = other_game.is_none()
            && !search.query.names_another_game(search.request.game)
            && (looked_for || !undecidable && self.is_decided_by_evidence(answer)?);
        answer.kind = match answer.results.first() {
            None => AnswerKind::None,
            Some(_) if !decided => AnswerKind::Nearest,
            Some(hit) => AnswerKind::decided_by(&hit.ruling),
        };
        if !answer.kind.is_decided() {
            let subject = other_game.or(beyond.map(|subject| subject.address));
            answer.beyond = subject.map_or(Ok(None), |address| self.stored_subject(address))?;
        }
        Ok(())
    }

    /// The subject that is another game, where the question is about that game by its name.
    fn named_game(&self, search: &Prepared<'_>) -> anyhow::Result<Option<DocAddress>> {
        if search.game.is_some() {
            return Ok(None);
        }
        let Some(name) = game_words::other_game(&search.query.words, &self.held.info.other_games) else {
            return Ok(None);
        };
        let label = Term::from_field_text(self.held.fields.about, &label_of_name(name));
        Ok(first_with(&self.held.searcher, &label)?)
    }

    /// Where the words are nothing but a part of the names of cards, says so in the answer; returns whether
    /// they are.
    fn refer_to_cards(&self, search: &Prepared<'_>, answer: &mut Answer) -> anyhow::Result<bool> {
        let Some(first) = answer.results.first() else { return Ok(false) };
        let (words, game) = (&search.terms.words, search.game);
        let part = names::part_of_names(words, game, &first.ruling, &self.held.searcher, &self.held.fields)?;
        let remark = part.map(|part| {
            format!("“{part}” stands in the names of cards and asks nothing; the cards: `judge card {part}`")
        });
        answer.remarks.extend(remark.clone());
        Ok(remark.is_some())
    }

    /// Whether the first result explains enough of the question: by the fitted evidence, or, where too few
    /// asks are held for that, by the share of the words found in it.
    fn is_decided_by_evidence(&self, answer: &Answer) -> anyhow::Result<bool> {
        if rank::has_enough_asks(&self.held.searcher, &self.held.fields)? {
            return Ok(answer.evidence.is_some_and(|e| e.decides()));
        }
        let covered = answer.results.first().and_then(|hit| hit.parts.as_ref()).map_or(1.0, |p| p.coverage);
        Ok(covered >= WEAK_COVERAGE)
    }

    fn stored_subject(&self, address: DocAddress) -> anyhow::Result<Option<build::Subject>> {
        let document: TantivyDocument = self.held.searcher.doc(address)?;
        let stored = document.get_first(self.held.fields.subject).and_then(|v| v.as_str());
        Ok(stored.map(serde_json::from_str).transpose()?)
    }

    /// The subject that is what is printed on cards.
    fn card_texts(&self) -> anyhow::Result<Option<build::Subject>> {
        let place =
            first_with(&self.held.searcher, &Term::from_field_text(self.held.fields.about, CARD_TEXTS))?;
        place.map_or(Ok(None), |address| self.stored_subject(address))
    }

    /// The rulings that a query asks for by their numbers or ids, and what to say of those there are none of.
    fn direct(&self, request: &Request) -> anyhow::Result<(Vec<Ruling>, Vec<String>)> {
        let (mut named, mut none) = (Vec::new(), Vec::new());
        for direct in direct::direct(&request.words) {
            let found: Vec<Ruling> = match &direct {
                Direct::Rule(number) => self.held.by_number(number)?,
                Direct::Card(number) => self.held.by_key(number)?,
                Direct::Set(number) => self.held.by_key(&format!("set {number}"))?,
                Direct::Id(id) => self.held.ruling(id)?.into_iter().collect(),
            };
            if found.is_empty() {
                none.push(direct);
            }
            named.extend(found);
        }
        let is_said = !named.is_empty() || direct::is_only_direct(&request.words);
        let says = none.iter().filter(|_| is_said).filter_map(|direct| match direct {
            Direct::Rule(number) => Some(format!("No ruling has the number {number}.")),
            Direct::Id(id) => Some(format!("There is no entry {id}.")),
            Direct::Card(_) | Direct::Set(_) => None,
        });
        let says = says.collect();
        Ok((named, says))
    }

    /// The terms a query is searched by.
    pub(super) fn terms(&self, request: &Request, query: &Query) -> tantivy::Result<QueryTerms> {
        let game = query.about(request.game);
        terms::of_query(query, game, &self.held.searcher, &self.held.fields, &self.corrections)
    }

    /// Gets ready what ranks by these terms of a query.
    pub(super) fn prepare<'s>(
        &'s self,
        request: &'s Request,
        query: &'s Query,
        terms: &'s QueryTerms,
    ) -> tantivy::Result<Prepared<'s>> {
        let game = query.about(request.game);
        Ok(Prepared { request, query, game, terms, ranker: self.ranker(terms)? })
    }

    pub(super) fn ranker<'s>(&'s self, terms: &'s QueryTerms) -> tantivy::Result<Ranker<'s>> {
        Ranker::new(&self.held.searcher, &self.held.fields, &self.held.info, self.classifier.as_ref(), terms)
    }

    /// The candidates in the order of their scores.
    pub(super) fn ranked(&self, search: &Prepared<'_>) -> anyhow::Result<Vec<Candidate>> {
        let query = search.query;
        let clauses = self.filter_clauses(query, search.game, search.request.official);
        if search.terms.terms.is_empty() {
            // Words of which nothing is known are not passed over for a game alone.
            let lists =
                query.filters.name_something() || (query.words.is_empty() && !query.filters.is_empty());
            return if lists { self.listed(clauses) } else { Ok(Vec::new()) };
        }
        let mut ranked = search.ranker.rank(clauses, &WEIGHTS)?;
        self.demote(&mut ranked, search.terms)?;
        Ok(ranked)
    }
}
