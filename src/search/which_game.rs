//! A question that fits both games: nothing in it says which is meant, and the other game has a ruling that
//! answers it nearly as well.

use super::answer::Hit;
use super::prepared::Prepared;
use super::rank::Candidate;
use super::{Library, schema};
use crate::corpus::{Game, Ruling};

/// The other game's best ruling is named if its score is within this of the best. Of 2,226 kept
/// questions whose first result is of the right game, 4 in 100 then name the other game; of 53 whose first
/// result is of the wrong one, 85.
const AS_LIKELY: f32 = 3.0;

impl Library {
    /// The best ruling of the game that the first result is not about, if that game may be meant as well.
    pub(super) fn other_game(
        &self,
        search: &Prepared<'_>,
        ranked: &[Candidate],
        first: Option<&Hit>,
    ) -> anyhow::Result<Option<Ruling>> {
        let Some(first) = first.filter(|hit| hit.address.is_some()) else { return Ok(None) };
        if search.game.or(search.terms.game).is_some() || search.query.filters.name_something() {
            return Ok(None);
        }
        let best = ranked.first().map_or(0.0, |candidate| candidate.score);
        let near: Vec<Candidate> =
            ranked.iter().take_while(|candidate| best - candidate.score < AS_LIKELY).cloned().collect();
        for game in Game::ALL.into_iter().filter(|game| *game != first.ruling.game) {
            let of_game = self.labelled(&schema::label_of_game(game), &near)?;
            for candidate in near.iter().filter(|candidate| of_game.contains(&candidate.address)) {
                let ruling = self.held.load(candidate.address)?;
                if ruling.is_in_force(search.request.as_of) {
                    return Ok(Some(ruling));
                }
            }
        }
        Ok(None)
    }
}
