//! What a name, or a text that may be one, is like.

use super::lexicon::Lexicon;
use crate::corpus::Game;
use crate::corpus::cards::Side;

impl Lexicon<'_> {
    /// The side an affiliation card gives.
    pub(super) fn side_of_affiliation(&self, title: &str) -> Option<Side> {
        self.lcg.affiliations().iter().find(|a| a.title.value == title).map(|a| a.side)
    }

    /// Whether the name itself ends with a question mark.
    pub(super) fn has_question_mark(&self, name: &str) -> bool {
        let first = self.tcg.names().get(name).first();
        self.game == Game::Tcg && first.is_some_and(|at| self.tcg.cards()[*at].name.contains('?'))
    }

    /// Whether a number is that of the card in its set.
    pub(super) fn is_collector_number(&self, name: &str, number: u32) -> bool {
        let of = self.tcg.names().get(name);
        of.iter().any(|at| self.tcg.cards()[*at].number.parse() == Ok(number))
    }

    /// Whether an unknown text is spelled much like a name.
    pub(super) fn is_alike(&self, text: &str) -> bool {
        if !self.may_compare() {
            return false;
        }
        match self.game {
            Game::Lcg => self.lcg.names().is_slip(text),
            Game::Tcg => self.tcg.names().is_slip(text) || self.tcg.bases().is_slip(text),
        }
    }
}
