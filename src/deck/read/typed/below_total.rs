//! Cards below the total that the rows above them come to, `Total 60.` and then `In my bag, too: …`: by that
//! total the deck ends above them.

use super::by_total::is_of_deck;
use super::lexicon::Lexicon;
use super::remarks::counts;
use super::sizes::{copies, whole};
use crate::deck::list::{DeckEntry, Decklist};

/// Leaves such cards out, and asks about them.
pub(super) fn add_questions(lists: &mut [Decklist], lexicon: &Lexicon<'_>) {
    for list in lists {
        let Some(line) = end(list, lexicon) else { continue };
        let is_below = |entry: &DeckEntry| entry.line > line && counts(entry, lexicon);
        let mut lines: Vec<usize> = list.entries.iter().filter(|e| is_below(e)).map(|e| e.line).collect();
        lines.dedup();
        if !lines.is_empty() {
            list.entries.retain(|entry| !is_below(entry));
            list.add_question(lines, BELOW.to_owned());
            // What the deck lacks without them it may have with them.
            list.doubts.which_list = true;
        }
    }
}

const BELOW: &str = "Cards stand below the total that the rows above come to; they were not counted. Do they \
    belong to the deck?";

/// The line of the total of a whole deck that the rows above it come to, if every total says the same.
fn end(list: &Decklist, lexicon: &Lexicon<'_>) -> Option<usize> {
    let of_deck: Vec<_> = list.totals.iter().filter(|total| is_of_deck(&total.what, lexicon)).collect();
    let total = of_deck.first().filter(|first| of_deck.iter().all(|total| total.count == first.count))?;
    let above = copies(list.entries.iter().filter(|e| e.line <= total.line && counts(e, lexicon)));
    (total.count >= whole(lexicon.game) && above == total.count).then_some(total.line)
}
