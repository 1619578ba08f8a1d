//! The rulings that a replay uses as of a day, or with an event's own rulings.

use super::ReplayData;
use crate::cli::as_of;
use crate::cli::context::without_errors;
use crate::corpus::{Corpus, Game};
use crate::engine::scenario::coverage::{PlayEntry, play_entries};
use crate::engine::scenario::{AsOfReplay, Played};
use crate::search::AsOfDay;
use crate::search::index_info::documents;

/// The rulings in force on the requested day. Only needed if a day was requested or other than the built-in
/// rulings are in use.
pub(super) struct ReplayDay {
    asked: AsOfDay,
    corpus: Corpus,
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
        Ok(Some(Self { asked: as_of::read(&data.globals, &data.files)?, corpus: data.corpus()?, entries }))
    }

    /// Notices about documents of the day that are not held, for the games that were played.
    pub(super) fn not_held(&self, played: &[Played]) -> Vec<String> {
        let played = |game: &Game| played.iter().any(|p| p.game == game.code());
        let games: Vec<Game> = Game::ALL.into_iter().filter(played).collect();
        self.asked.not_among(&documents(&self.corpus), &games)
    }

    /// The engine's view of it.
    pub(super) fn dated(&self) -> AsOfReplay<'_> {
        AsOfReplay { corpus: &self.corpus, versions: self.asked.versions(), day: self.asked.day }
    }
}
