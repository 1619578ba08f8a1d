//! The search as the page asks it. Compiled to WebAssembly it is what the page runs; natively, what writes the page and what
//! tests compare with the command line.

use serde::{Deserialize, Serialize};

use crate::cli::as_of::AsOfDay;
use crate::cli::commands::search;
use crate::corpus::files::FileKind;
use crate::corpus::history::Versions;
use crate::corpus::{Day, Files, Game};
use crate::faces::results::{self, Links};
use crate::search::pack::{Pack, PackError};
use crate::search::schema::VERSION;
use crate::search::{AnswerKind, Library, Request, store};

/// Names the source of the program: a search compiled from another one is not taken into a page.
pub const PROGRAM: &str = concat!("judge-search-", env!("JUDGE_PROGRAM_KEY"));

/// How many results a page shows.
const RESULTS: usize = 10;

/// What the search is opened with besides the index: the options the page was written with, and what is known of documents
/// that are not held.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Settings {
    game: Option<Game>,
    day: Option<Day>,
    explicit: bool,
    /// The files of history among the rulings, each with its path.
    history: Vec<(String, String)>,
}

impl Settings {
    /// Those of rulings as of a day.
    pub fn of(game: Option<Game>, as_of: &AsOfDay, files: &Files) -> Self {
        let history = files.iter().filter(|(path, _)| FileKind::of(path) == FileKind::History);
        let history = history.map(|(path, file)| (path.to_owned(), file.text().to_owned())).collect();
        Self { game, day: as_of.day, explicit: as_of.is_explicit(), history }
    }
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
        let mut files = Files::default();
        for (path, text) in &settings.history {
            files.add(path, text.clone());
        }
        let (versions, found) = Versions::read(&files);
        store::refuse_errors(found)?;
        Ok(Self {
            library: Library::over(pack, Vec::new())?,
            as_of: AsOfDay::new(settings.day, settings.explicit, versions),
            game: settings.game,
        })
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
        let html = results::drawn(&answer, &self.library, &self.as_of, game, Links::Places)?;
        Ok(PageAnswer {
            answer: answer.kind,
            results: answer.results.iter().map(|hit| hit.ruling.id.clone()).collect(),
            html: html.into_string(),
        })
    }
}
