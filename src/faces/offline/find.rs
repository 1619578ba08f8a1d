//! The search as the page asks it. Compiled to WebAssembly it is what the page runs; natively, what writes
//! the page and what tests compare with the command line.

use serde::{Deserialize, Serialize};

use crate::cli::commands::search;
use crate::corpus::{Day, Game};
use crate::faces::results::{self, Links, RESULTS};
use crate::search::pack::{Pack, PackError};
use crate::search::schema::VERSION;
use crate::search::{AnswerKind, AsOfDay, Library, Request};

/// Names the source of the program: a search compiled from another one is not taken into a page.
pub const PROGRAM: &str = concat!("judge-search-", env!("JUDGE_PROGRAM_KEY"));

/// What the search is opened with besides the index: the options the page was written with.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Settings {
    /// The game whose rulings alone are searched.
    pub game: Option<Game>,
    /// The day asked about; `None` for the newest documents held.
    pub day: Option<Day>,
    /// Whether a day, or `latest`, was asked about at all.
    pub explicit: bool,
}

/// The opened search.
pub struct PageSearch {
    pub(super) library: Library,
    pub(super) as_of: AsOfDay,
    pub(super) game: Option<Game>,
}

/// What a question is answered with.
#[derive(Debug, Serialize)]
pub struct PageAnswer {
    /// What the answer amounts to.
    pub answer: AnswerKind,
    /// The ids of the results, best first.
    pub results: Vec<String>,
    /// The answer as it is shown.
    pub html: String,
}

impl PageSearch {
    /// Opens it over the bytes of an index.
    ///
    /// # Errors
    /// An index that is damaged or of another version.
    pub fn open(index: Vec<u8>, settings: &Settings) -> anyhow::Result<Self> {
        let pack = Pack::from_bytes(index)?;
        if pack.head().schema != VERSION {
            return Err(PackError::Stale.into());
        }
        let library = Library::over(pack, Vec::new())?;
        let as_of = AsOfDay::new(settings.day, settings.explicit, library.info().versions.clone());
        Ok(Self { library, as_of, game: settings.game })
    }

    /// Answers a question of one game or of both, as the command line does.
    ///
    /// # Errors
    /// Any error reading the index; never the question.
    pub fn answer(&self, words: &str, game: Option<Game>) -> anyhow::Result<PageAnswer> {
        let game = self.game.or(game);
        let as_of = self.as_of.day;
        let request = Request { game, as_of, marked: 1, ..Request::new(words, RESULTS) };
        let answer = search::answer(&self.library, &request)?;
        let html = results::drawn(&answer, &self.library, &self.as_of, game, RESULTS, Links::Places)?;
        Ok(PageAnswer {
            answer: answer.kind,
            results: answer.results.iter().map(|hit| hit.ruling.id.clone()).collect(),
            html: html.into_string(),
        })
    }
}
