//! What an index holds besides the rulings: which documents they stand in, how many they are, what else a
//! phrase means.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{analyze, game_words};
use crate::corpus::history::Versions;
use crate::corpus::{Authority, Corpus, Document, Game};

/// What a search needs besides the index: which documents were searched, and how many rulings there are.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct IndexInfo {
    /// The documents the rulings stand in.
    pub documents: Vec<DocumentLine>,
    /// The number of rulings.
    pub rulings: u32,
    /// How many of them each segment of the index holds.
    pub parts: Vec<u32>,
    /// What is known of every version of the documents, so that no search reads a file for it.
    pub versions: Versions,
    /// How many texts their profiles are made of: see [`super::profile`].
    pub profiled: u32,
    /// What people call other games, each as [`super::game_words::joined`].
    pub other_games: Vec<String>,
}

/// What is searched also for a phrase people type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SynonymLine {
    /// The phrases searched also, as written.
    pub to: Vec<String>,
    /// Its game; `None` for both.
    pub game: Option<Game>,
}

/// A document as the search names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentLine {
    pub id: String,
    pub game: Game,
    /// What citations of it begin with.
    pub cite: String,
    pub title: String,
    /// Its version, where it has one.
    pub version: Option<String>,
    /// Who issued the document.
    pub authority: Authority,
    /// The date from which it is in force.
    pub date: crate::corpus::Day,
    pub shown_date: String,
    /// Documents of one series replace each other.
    pub series: String,
}

pub(crate) fn documents(corpus: &Corpus) -> Vec<DocumentLine> {
    corpus.documents().map(DocumentLine::of).collect()
}

impl IndexInfo {
    /// Gathers it from a corpus that is indexed in these parts.
    pub(super) fn of(corpus: &Corpus, parts: &[Range<usize>]) -> Self {
        let documents = documents(corpus);
        let parts: Vec<u32> = parts.iter().map(|p| u32::try_from(p.len()).unwrap_or(u32::MAX)).collect();
        let versions = corpus.versions().clone();
        let other_games = corpus.beyond().iter().flat_map(|beyond| &beyond.names);
        let other_games = other_games.map(|name| game_words::joined(&analyze::words(name))).collect();
        Self { documents, rulings: parts.iter().sum(), parts, profiled: 0, versions, other_games }
    }

    /// The documents in force on `day`: the newest of each series.
    pub fn in_force(&self, day: Option<crate::corpus::Day>) -> Vec<&DocumentLine> {
        let in_time = |d: &&DocumentLine| day.is_none_or(|day| d.date <= day);
        let newest = |d: &&DocumentLine| {
            !self
                .documents
                .iter()
                .filter(in_time)
                .any(|other| other.series == d.series && other.date > d.date)
        };
        self.documents.iter().filter(in_time).filter(newest).collect()
    }
}

impl DocumentLine {
    /// Its citation and date, the date once.
    pub fn shown(&self) -> String {
        let shown = crate::corpus::ruling::cited(&self.cite, &self.shown_date);
        match self.authority {
            Authority::Official | Authority::House => shown,
            Authority::Digest => format!("{shown}, {}", crate::corpus::ruling::IN_JUDGES_WORDS),
        }
    }

    fn of(document: &Document) -> Self {
        Self {
            id: document.id.value.clone(),
            game: document.game,
            cite: document.cite.clone(),
            title: document.title.clone(),
            version: document.version.clone(),
            authority: document.authority,
            date: document.date.value,
            shown_date: document.shown_date(),
            series: document.series.clone(),
        }
    }
}
