//! The lists of a text: put together from what its lines say, and settled with the whole of each in view.

use super::lexicon::Lexicon;
use super::line::At;
use super::{
    assemble, damaged, decks, doubtful, grounds, initials, missing_out, nought, own_total, short, sided,
    superseded, uncounted,
};
use crate::corpus::cards::Side;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::list::Decklist;

pub(super) fn assembled(side: Option<Side>, things: &[At], lexicon: &Lexicon<'_>) -> Decklist {
    let mut list = assemble::list(side, things, lexicon);
    list.doubts.two_decks = side.is_none() && decks::heads_both_sides(things);
    if let Some(open) = superseded::two_lists(things, lexicon) {
        list.questions.push(open);
        list.doubts.which_list = true;
    }
    list
}

/// Settles what depends on how large each deck is, and on what it says of its own size.
pub(super) fn settle(raw: &[&str], lists: &mut [Decklist], lexicon: &Lexicon<'_>) {
    for list in &mut *lists {
        in_part(list, lexicon);
        initials::read(list, lexicon);
    }
    nought::settle(raw, lists, lexicon);
    damaged::note(raw, lists, lexicon);
    own_total::settle(raw, lists, lexicon);
    uncounted::settle(raw, lists, lexicon);
    short::add_questions(raw, lists, lexicon);
    sided::add_questions(raw, lists, lexicon);
    doubtful::note(raw, lists, lexicon);
    missing_out::add_questions(raw, lists, lexicon);
    grounds::note(raw, lists, lexicon);
}

/// Reads a counted text as the one card that it may mean, where it is whole words of its title, and not of
/// any other's.
fn in_part(list: &mut Decklist, lexicon: &Lexicon<'_>) {
    let own = list.part.or_else(|| doubtful::most(list, lexicon));
    for entry in list.entries.iter_mut().filter(|e| e.counted && !e.undecided && !e.shared && !e.lost) {
        let [title] = &entry.candidates[..] else { continue };
        let text = normalize_name(&entry.title);
        let known = normalize_name(title);
        let known: Vec<&str> = known.split(' ').collect();
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        let within = text.split(' ').all(|word| known.contains(&word)) && text.len() < title.len();
        // A card of the other side is hardly meant.
        let fits = lexicon.side(title).is_none_or(|side| side == Side::Neutral || Some(side) == own);
        if within && fits && letters >= LEAST_LETTERS && lexicon.counts_for_size(title) {
            let title = title.clone();
            entry.written.get_or_insert(std::mem::replace(&mut entry.title, title));
            entry.candidates.clear();
        }
    }
}

/// Fewer letters may be of something else.
const LEAST_LETTERS: usize = 6;
