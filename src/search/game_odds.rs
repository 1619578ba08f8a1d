//! Which game a query is about by its words: naive Bayes over what is asked about each game's rulings.
//!
//! `untapped`, `arena` and `build points` are words of one game. A ruling's asks are too few to show that for
//! every word; those of all rulings of its game together do.

use tantivy::{DocId, Searcher, SegmentReader};

use super::postings::PostingsReader;
use super::schema::{Fields, label_of_game};
use super::terms::SearchTerm;
use crate::corpus::Game;

/// One word counts no more than this, as a natural logarithm.
const MAX_OF_WORD: f32 = 3.0;
/// A word that occurs less often is no evidence for its game.
const MIN_SAID: f32 = 3.0;

/// How much likelier a query's words are in what is asked about each game than in what is asked about the
/// others.
#[derive(Debug, Clone)]
pub(super) struct GameOdds {
    /// Half the natural logarithm of the odds, in the order of [`Game::ALL`].
    odds: [f32; Game::ALL.len()],
    /// Of which game each document of each segment is, as a place in [`Game::ALL`].
    games: Vec<Vec<Option<usize>>>,
}

impl GameOdds {
    /// The odds of these terms; even where only one game has asks.
    ///
    /// # Errors
    /// Any error reading the index.
    pub(super) fn of<'t>(
        searcher: &Searcher,
        fields: &Fields,
        terms: impl Iterator<Item = &'t SearchTerm>,
    ) -> tantivy::Result<Self> {
        let terms: Vec<&SearchTerm> = terms.collect();
        let readers = searcher.segment_readers();
        let games =
            readers.iter().map(|segment| games(segment, fields)).collect::<tantivy::Result<Vec<_>>>()?;
        let mut said = vec![[0.0f32; Game::ALL.len()]; terms.len()];
        let mut words = [0.0f32; Game::ALL.len()];
        for (segment, games) in readers.iter().zip(&games) {
            let norms = segment.get_fieldnorms_reader(fields.asked)?;
            let of_a_game = games.iter().enumerate().filter_map(|(doc, game)| Some((doc, (*game)?)));
            of_a_game.for_each(|(doc, game)| words[game] += norms.fieldnorm(doc as DocId) as f32);
            let mut asked = PostingsReader::of(segment, fields.asked)?;
            for (term, said) in terms.iter().zip(&mut said) {
                for (doc, times) in asked.all(&term.stem)? {
                    if let Some(game) = games.get(doc as usize).copied().flatten() {
                        said[game] += times as f32;
                    }
                }
            }
        }
        let mut odds = [0.0; Game::ALL.len()];
        for (term, said) in terms.iter().zip(&said) {
            for (game, odds) in odds.iter_mut().enumerate() {
                *odds += term.weight * of_word(said, &words, game) / 2.0;
            }
        }
        Ok(Self { odds, games })
    }

    /// The odds for the game of a document.
    pub(super) fn of_document(&self, segment: usize, doc: DocId) -> f32 {
        let game = self.games.get(segment).and_then(|games| games.get(doc as usize)).copied().flatten();
        game.map_or(0.0, |game| self.odds[game])
    }
}

/// The natural logarithm of how much likelier a word is in what is asked about a game than about the others.
fn of_word(said: &[f32], words: &[f32], game: usize) -> f32 {
    let (all_said, all_words): (f32, f32) = (said.iter().sum(), words.iter().sum());
    let (others_said, others_words) = (all_said - said[game], all_words - words[game]);
    if all_said < MIN_SAID || words[game] == 0.0 || others_words == 0.0 {
        return 0.0;
    }
    let likely = |said: f32, words: f32| ((said + 1.0) / (words + 2.0)).ln();
    (likely(said[game], words[game]) - likely(others_said, others_words)).clamp(-MAX_OF_WORD, MAX_OF_WORD)
}

/// Of which game each document of a segment is, as a place in [`Game::ALL`].
fn games(segment: &SegmentReader, fields: &Fields) -> tantivy::Result<Vec<Option<usize>>> {
    let mut labels = PostingsReader::of(segment, fields.label)?;
    let mut games = Vec::new();
    for (n, game) in Game::ALL.into_iter().enumerate() {
        for (doc, _) in labels.all(&label_of_game(game))? {
            let doc = doc as usize;
            if games.len() <= doc {
                games.resize(doc + 1, None);
            }
            games[doc] = Some(n);
        }
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_of_one_game_speaks_for_it_and_against_the_other() {
        let (said, words) = ([0.0, 50.0], [1000.0, 1000.0]);
        assert_eq!(of_word(&said, &words, 1), MAX_OF_WORD);
        assert_eq!(of_word(&said, &words, 0), -MAX_OF_WORD);
    }

    #[test]
    fn a_word_of_both_games_speaks_for_neither() {
        assert_eq!(of_word(&[7.0, 7.0], &[1000.0, 1000.0], 0), 0.0);
        assert_eq!(of_word(&[1.0, 0.0], &[1000.0, 1000.0], 0), 0.0, "said once is chance");
        assert_eq!(of_word(&[9.0, 0.0], &[1000.0, 0.0], 0), 0.0, "nobody asks about the other");
    }
}
