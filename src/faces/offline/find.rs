//! The search within the exported page. Compiled to WebAssembly it runs in the page; natively it writes the
//! page, and tests compare it with the command line.

use serde::{Deserialize, Serialize};

use crate::cli::commands::search;
use crate::corpus::{Day, Game};
use crate::faces::results::{self, Links, RESULTS};
use crate::search::pack::{Pack, PackError};
use crate::search::schema::VERSION;
use crate::search::{AnswerKind, AsOfDay, Library, Request};

/// Identifies the source code. A search compiled from other sources is not put into a page.
pub const PROGRAM: &str = concat!("judge-search-", env!("JUDGE_PROGRAM_KEY"));

/// What is fixed when the page is written.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Settings {
    /// The only game to search, if any.
    pub game: Option<Game>,
    /// The day to search as of; `None` for the newest documents held.
    pub day: Option<Day>,
    /// Whether a day, or `latest`, was given at all.
    pub explicit: bool,
}

/// An opened search.
pub struct PageSearch {
    pub(super) library: Library,
    pub(super) as_of: AsOfDay,
    pub(super) game: Option<Game>,
}

/// The answer to a question.
#[derive(Debug, Serialize)]
pub struct PageAnswer {
    pub answer: AnswerKind,
    /// The ids of the results, best first.
    pub results: Vec<String>,
    /// The answer as the page displays it.
    pub html: String,
}

impl PageSearch {
    /// Opens a search in the bytes of an index.
    ///
    /// # Errors
    /// If the index is damaged, or of another version.
    pub fn open(index: Vec<u8>, settings: &Settings) -> anyhow::Result<Self> {
        let pack = Pack::from_bytes(index)?;
        if pack.head().schema != VERSION {
            return Err(PackError::Stale.into());
        }
        let library = Library::over(pack, Vec::new())?;
        let as_of = AsOfDay::new(settings.day, settings.explicit, library.held().info().versions.clone());
        Ok(Self { library, as_of, game: settings.game })
    }

    /// Answers a question about one game or both, as the command line does.
    ///
    /// # Errors
    /// Errors reading the index; no question is an error.
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
