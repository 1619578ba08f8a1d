//! The rulings that a replay uses as of a day, or with an event's own rulings.

use super::ReplayData;
use crate::cli::as_of;
use crate::cli::context::without_errors;
use crate::corpus::newer::NewerKnown;
use crate::corpus::{Corpus, Game};
use crate::engine::scenario::coverage::{PlayEntry, play_entries};
use crate::engine::scenario::{AsOfReplay, Played};
use crate::render::replay::cited;
use crate::search::index_info::{DocumentLine, documents};
use crate::search::{AsOfDay, Subjects};

/// The documents held, and the versions known on the requested day.
pub(super) struct KnownDocuments {
    as_of_day: AsOfDay,
    held: Vec<DocumentLine>,
}

impl KnownDocuments {
    /// Reads them.
    ///
    /// # Errors
    /// If the day or `history.yaml` cannot be read.
    pub(super) fn of(data: &ReplayData) -> anyhow::Result<Self> {
        let as_of_day = as_of::read(&data.globals, &data.files)?;
        Ok(Self { as_of_day, held: documents(&Corpus::load_some(&data.files, |_, _| false)) })
    }

    /// Notices about documents of the day that are not held, for the games that were played.
    pub(super) fn not_held(&self, played: &[Played]) -> Vec<String> {
        let played = |game: &Game| played.iter().any(|p| p.game == game.code());
        let games: Vec<Game> = Game::ALL.into_iter().filter(played).collect();
        self.as_of_day.not_among(&self.held, &games)
    }

    /// The documents that followed those whose rulings the steps cite, with what they changed of them.
    pub(super) fn newer(&self, played: &[Played]) -> Vec<NewerKnown> {
        let of_game = |game: Game| {
            let steps = played.iter().filter(|p| p.game == game.code()).flat_map(|p| &p.steps);
            let cited: Vec<String> = steps.filter_map(cited).collect();
            self.newer_cited(game, &cited)
        };
        Game::ALL.into_iter().flat_map(of_game).collect()
    }

    /// The same for rulings of one game, cited by their clauses or as a whole.
    pub(super) fn newer_cited(&self, game: Game, cited: &[String]) -> Vec<NewerKnown> {
        if cited.is_empty() {
            return Vec::new();
        }
        let ids = cited.iter().map(|cited| cited.split('#').next().unwrap_or(cited));
        self.as_of_day.newer_among(&self.held, &Subjects::cited(game, ids))
    }
}

/// The rulings in force on the requested day. Only needed if a day was requested or other than the built-in
/// rulings are in use.
pub(super) struct ReplayDay {
    as_of_day: AsOfDay,
    /// What each ruling means for play.
    pub(super) entries: Vec<PlayEntry>,
}

impl ReplayDay {
    /// Loads them.
    ///
    /// # Errors
    /// If the rulings cannot be read.
    pub(super) fn of(data: &ReplayData) -> anyhow::Result<Option<Self>> {
        if data.globals.as_of.is_none() && data.globals.rulings.is_empty() {
            return Ok(None);
        }
        let entries = without_errors(play_entries(&data.files))?;
        Ok(Some(Self { as_of_day: as_of::read(&data.globals, &data.files)?, entries }))
    }

    /// The engine's view of it.
    pub(super) fn dated<'d>(&'d self, corpus: &'d Corpus) -> AsOfReplay<'d> {
        AsOfReplay { corpus, versions: self.as_of_day.versions(), day: self.as_of_day.day }
    }
}
