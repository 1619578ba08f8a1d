//! What a replay as of a day, or with an event's own rulings, is played by.

use super::Stage;
use crate::cli::as_of;
use crate::corpus::{Corpus, Game};
use crate::engine::scenario::coverage::{PlayEntry, play_entries};
use crate::engine::scenario::{AsOfReplay, Played};
use crate::search::index_info::documents;
use crate::search::{AsOfDay, store};

/// The rulings as they stood on the day asked about, where one was, or where others than the built-in ones
/// are in use.
pub(super) struct Day {
    asked: AsOfDay,
    corpus: Corpus,
    /// What each ruling means for play.
    pub(super) entries: Vec<PlayEntry>,
}

impl Day {
    /// Reads them.
    ///
    /// # Errors
    /// Rulings that cannot be read.
    pub(super) fn of(stage: &Stage) -> anyhow::Result<Option<Self>> {
        if stage.globals.as_of.is_none() && stage.globals.rulings.is_empty() {
            return Ok(None);
        }
        let (entries, problems) = play_entries(&stage.files);
        store::refuse_errors(problems)?;
        Ok(Some(Self { asked: as_of::read(&stage.globals, &stage.files)?, corpus: stage.corpus()?, entries }))
    }

    /// Of each game played, whether the document of the day is held.
    pub(super) fn not_held(&self, played: &[Played]) -> Vec<String> {
        let played = |game: &Game| played.iter().any(|p| p.game == game.code());
        let games: Vec<Game> = Game::ALL.into_iter().filter(played).collect();
        self.asked.not_among(&documents(&self.corpus), &games)
    }

    /// What a replay is played by.
    pub(super) fn dated(&self) -> AsOfReplay<'_> {
        AsOfReplay { corpus: &self.corpus, versions: self.asked.versions(), day: self.asked.day }
    }
}
