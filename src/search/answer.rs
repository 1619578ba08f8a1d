//! What is asked of a search, and what it answers.

use std::time::Duration;

use tantivy::DocAddress;

use super::answerability::Evidence;
use super::build::Subject;
use super::direct::NumberAlone;
use super::languages::Translated;
use super::rank::{Candidate, TermExplanation};
use super::scoring::ScoreParts;
use super::terms::SpellingCorrection;
use crate::corpus::{Authority, Day, Game, Ruling};

/// What to search for.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// The question as typed, filters and quotation marks included.
    pub words: String,
    /// Only this game.
    pub game: Option<Game>,
    /// Only what was in force on this day; without a day, what is in force now.
    pub as_of: Option<Day>,
    /// Only official words and an event's own, without the rules in judge's own words.
    pub official: bool,
    /// The maximum number of results.
    pub limit: usize,
    /// In how many of them the searched words are marked; marking costs time, and not every reader shows it.
    pub marked: usize,
}

impl Request {
    /// A request for that many results to `words`, of both games, in force now.
    pub fn new(words: impl Into<String>, limit: usize) -> Self {
        Self { words: words.into(), limit, ..Self::default() }
    }
}

/// One result.
#[derive(Debug, Clone)]
pub struct Hit {
    /// The whole entry that was found.
    pub ruling: Ruling,
    /// Its score; comparable within one answer only.
    pub score: f32,
    /// The searched words in [`Ruling::text`], as ranges of characters.
    pub highlights: Vec<(usize, usize)>,
    /// The sentence of [`Ruling::text`] that comes nearest to the question, as a range of characters; of the
    /// marked results only.
    pub best_sentence: Option<(usize, usize)>,
    /// The same sentence where it decides the question; `None` where nothing held does.
    pub deciding_sentence: Option<(usize, usize)>,
    /// Where it is in the index; `None` for a ruling asked for by its number.
    pub(super) address: Option<DocAddress>,
    /// How well it explains each typed term; of the first results only.
    pub explained: Vec<TermExplanation>,
    /// What the score is made of; `None` for a ruling asked for by its number.
    pub parts: Option<ScoreParts>,
    /// The ask most like the query, once [`Library::add_nearest_asks`] was called.
    pub ask: Option<String>,
    /// Its own section or steps that were found too, and stand behind it.
    pub collapsed: Vec<String>,
    /// House rulings that name it, with their citations; what was found itself is not among them.
    pub house: Vec<(String, String)>,
}

impl Hit {
    /// A ruling asked for by its number.
    pub(super) fn direct(ruling: Ruling, score: f32) -> Self {
        Self {
            ruling,
            score,
            highlights: Vec::new(),
            best_sentence: None,
            deciding_sentence: None,
            address: None,
            explained: Vec::new(),
            parts: None,
            ask: None,
            collapsed: Vec::new(),
            house: Vec::new(),
        }
    }

    pub(super) fn ranked(ruling: Ruling, candidate: Candidate) -> Self {
        let Candidate { address, score, parts } = candidate;
        Self { address: Some(address), parts: Some(parts), ..Self::direct(ruling, score) }
    }

    /// Whether it was asked for by its number or id.
    pub(crate) fn is_asked_for_by_number(&self) -> bool {
        self.parts.is_none()
    }

    /// Whether it was asked for by its number, or by one of its asks word for word.
    pub(super) fn is_exact_match(&self) -> bool {
        self.parts.as_ref().is_none_or(|parts| parts.is_exact_ask)
    }
}

/// How sure the answer is of its first result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Confidence {
    /// The first result stands well before the others.
    Clear,
    /// The second result is nearly as good as the first.
    Close,
    /// Little of what was typed is found in the first result.
    Weak,
}

/// What an answer amounts to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AnswerKind {
    /// The first result decides the question.
    Found,
    /// The first result decides it, and is a rule of a rulebook in judge's own words.
    Rulebook,
    /// No ruling held decides it; the first result lies nearest.
    Nearest,
    /// Nothing was found.
    None,
}

impl AnswerKind {
    /// What an answer amounts to that a ruling decides.
    pub(super) fn decided_by(ruling: &Ruling) -> Self {
        if ruling.authority == Authority::Digest { Self::Rulebook } else { Self::Found }
    }

    pub(crate) fn is_decided(self) -> bool {
        matches!(self, Self::Found | Self::Rulebook)
    }
}

/// Where the time went.
#[derive(Debug, Clone, Default)]
pub struct Timing {
    /// Name of a stretch of work, and how long it took, in order.
    pub steps: Vec<(&'static str, Duration)>,
}

/// One of several questions in a post, with its own answer.
#[derive(Debug, Clone)]
pub struct SubAnswer {
    /// One of several in the post, as typed.
    pub question: String,
    /// What the answer amounts to.
    pub kind: AnswerKind,
    /// The ruling that decides it, or lies nearest.
    pub first: Option<Ruling>,
}

/// The result of a search.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The question as typed.
    pub query: String,
    /// The words searched, corrected.
    pub searched: String,
    /// The phrases from `synonyms.yaml` that were searched in addition.
    pub expansions: Vec<String>,
    /// What was corrected or left out.
    pub corrected: Vec<SpellingCorrection>,
    /// The names of cards in the query, normalized.
    pub cards: Vec<String>,
    /// Those of them that no ruling names.
    pub cards_without_ruling: Vec<String>,
    /// The language it was put into English from.
    pub translated: Option<Translated>,
    /// Where several questions are asked, each with its own answer.
    pub questions: Vec<SubAnswer>,
    /// What else there is to say about how the query was read.
    pub remarks: Vec<String>,
    /// The results, best first.
    pub results: Vec<Hit>,
    /// What the answer amounts to.
    pub kind: AnswerKind,
    /// The subject beyond the documents that the question is about, where it is only [`AnswerKind::Nearest`]
    /// or [`AnswerKind::None`].
    pub beyond: Option<Subject>,
    /// Where the question does not say which game it is about, and the first result decides it, the other
    /// game's ruling that answers it nearly as well.
    pub other_game: Option<Ruling>,
    /// What the kind was judged by; `None` where nothing was found, or a number was asked for.
    pub evidence: Option<Evidence>,
    /// How sure the first one is.
    pub confidence: Confidence,
    /// The duration of each step.
    pub timing: Timing,
}

impl Answer {
    /// Says that no ruling names what a query asks for by its number alone: whatever else was found decides
    /// nothing.
    pub(super) fn names_no(&mut self, number: &NumberAlone) {
        self.remarks.push(match number {
            NumberAlone::Set(number) => format!("No ruling names objective set {number}."),
            NumberAlone::Card(number) => {
                format!("No ruling names a card by the number {number}; its facts, if it is known: `judge card {number}`.")
            }
        });
        self.other_game = None;
        if self.kind.is_decided() {
            self.kind = AnswerKind::Nearest;
        }
    }

    /// Marks the sentences that decide, once it is known whether anything does.
    pub(super) fn mark_deciding_sentences(&mut self) {
        if self.kind.is_decided() {
            self.results.iter_mut().for_each(|hit| hit.deciding_sentence = hit.best_sentence);
        }
    }

    /// Of a post that asks several questions: what decides one of them is not called undecided where it
    /// stands first.
    pub(super) fn take_from_questions(&mut self) {
        let Some(first) = self.results.first().map(|hit| &hit.ruling) else { return };
        let decides = |question: &SubAnswer| {
            question.kind.is_decided()
                && question.first.as_ref().is_some_and(|ruling| ruling.shares_section(first))
        };
        if self.kind == AnswerKind::Nearest && self.questions.iter().any(decides) {
            self.kind = AnswerKind::decided_by(first);
            self.beyond = None;
        }
    }
}
