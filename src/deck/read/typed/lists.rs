//! The lists of a text: put together from what its lines say, and settled with the whole of each in view.

use super::lexicon::Lexicon;
use super::line::At;
use super::{assemble, damaged, doubtful, nought, own_total, sided, superseded, uncounted};
use crate::corpus::cards::Side;
use crate::deck::list::Decklist;

pub(super) fn assembled(side: Option<Side>, things: &[At], lexicon: &Lexicon<'_>) -> Decklist {
    let mut list = assemble::list(side, things, lexicon);
    if let Some(ask) = superseded::two_lists(things, lexicon) {
        list.questions.push(ask);
        list.doubts.which_list = true;
    }
    list
}

/// Settles what depends on how large each deck is, and on what it says of its own size.
pub(super) fn settle(raw: &[&str], lists: &mut [Decklist], lexicon: &Lexicon<'_>) {
    nought::settle(raw, lists, lexicon);
    damaged::note(raw, lists, lexicon);
    own_total::settle(raw, lists, lexicon);
    uncounted::settle(raw, lists, lexicon);
    sided::ask(raw, lists, lexicon);
    doubtful::note(raw, lists, lexicon);
}
