//! All data behind the pages, loaded once at the start: no request reads a file except for the log.

use std::path::PathBuf;

use crate::cli::as_of;
use crate::cli::commands::replay::ReplayData;
use crate::cli::ui::Ui;
use crate::cli::{Context, GameArg, Globals, UsageError};
use crate::corpus::newer::{self, NewerKnown};
use crate::corpus::{CardBook, Corpus};
use crate::deck::{AsOf, Figures};
use crate::engine::scenario::load::Loaded;
use crate::faces::results::{Known, Links};
use crate::search::{AsOfDay, Library};

use super::guard::Pin;

/// Rulings, cards, figures, scenarios, and the log.
pub struct App {
    pub(super) globals: Globals,
    pub(super) as_of: AsOfDay,
    pub(super) library: Library,
    pub(super) corpus: Corpus,
    pub(super) book: CardBook,
    pub(super) figures: Figures,
    pub(super) replays: ReplayData,
    pub(super) scenarios: Vec<Loaded>,
    pub(super) log: PathBuf,
    pub(super) pin: Pin,
}

impl App {
    /// Loads everything.
    ///
    /// # Errors
    /// If rulings, cards or scenarios cannot be read.
    pub fn open(context: &Context, log: PathBuf, pin: Pin, ui: &Ui) -> anyhow::Result<Self> {
        let as_of = as_of::of(context)?;
        let library = context.library_in_memory(ui)?;
        let (corpus, book, mut figures) = context.deck_facts(Corpus::load_rulings)?;
        if let AsOf::On(day) = context.globals.requested_day()? {
            figures.cite_as_of(&corpus, day);
        }
        let replays = ReplayData::load(context)?;
        replays.read_day()?;
        let scenarios = replays.all(context.globals.game())?;
        let globals = context.globals.clone();
        Ok(Self { globals, as_of, library, corpus, book, figures, replays, scenarios, log, pin })
    }

    /// The PIN needed for writing.
    pub fn pin(&self) -> &str {
        self.pin.shown()
    }

    /// What is known beyond the documents held, for the pages.
    pub(super) fn known<'d>(&'d self, newer: &'d [NewerKnown], not_held: &'d [String]) -> Known<'d> {
        let (as_of, held, newer) = (&self.as_of, self.library.held(), newer::to_report(newer));
        Known { as_of, held, newer, not_held, links: Links::Pages }
    }

    /// The options of a request: those of the server, with the requested game.
    ///
    /// # Errors
    /// If there is no such game, or it is not served.
    pub(super) fn of_game(&self, code: &str) -> anyhow::Result<Globals> {
        let given = match code {
            "" => None,
            "lcg" => Some(GameArg::Lcg),
            "tcg" => Some(GameArg::Tcg),
            other => return Err(UsageError(format!("There is no game “{other}”, but lcg and tcg.")).into()),
        };
        let globals = Globals { game: self.globals.game.or(given), ..self.globals.clone() };
        match (given, globals.game()) {
            (Some(given), Some(only)) if globals.game != Some(given) => {
                Err(UsageError(format!("Only {} is served here.", only.code())).into())
            }
            _ => Ok(globals),
        }
    }
}
