//! The lists of a text: put together from what its lines say, and settled with the whole of each in view.

use super::lexicon::Lexicon;
use super::line::At;
use super::{
    affiliation, assemble, below_total, damaged, decks, doubtful, grounds, initials, missing_out, nought,
    of_all, own_total, short, sided, superseded, uncounted,
};
use crate::corpus::Game;
use crate::corpus::cards::normalize::normalize_name;
use crate::corpus::cards::{Printing, Side};
use crate::deck::list::{Decklist, Zone};

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
        affiliation::by_own_title(raw, list, lexicon);
        in_part(list, lexicon);
        initials::read(list, lexicon);
    }
    nought::settle(raw, lists, lexicon);
    damaged::note(raw, lists, lexicon);
    own_total::settle(raw, lists, lexicon);
    below_total::add_questions(lists, lexicon);
    of_all::settle(raw, lists, lexicon);
    uncounted::settle(raw, lists, lexicon);
    short::add_questions(raw, lists, lexicon);
    sided::add_questions(raw, lists, lexicon);
    doubtful::note(raw, lists, lexicon);
    missing_out::add_questions(raw, lists, lexicon);
    grounds::note(raw, lists, lexicon);
}

/// Reads a counted text as the one card that it may mean: where it is whole words of its title, and not of
/// any other's, or where of the sets of the deck's own affiliation that one alone begins with it.
fn in_part(list: &mut Decklist, lexicon: &Lexicon<'_>) {
    let own = list.part.or_else(|| doubtful::most(list, lexicon));
    let affiliations = list.entries.iter().filter(|entry| entry.zone == Zone::Affiliation);
    let affiliations: Vec<String> = affiliations.map(|entry| entry.title.clone()).collect();
    let listed: Vec<String> = list.entries.iter().map(|entry| normalize_name(&entry.title)).collect();
    for entry in list.entries.iter_mut().filter(|e| e.counted && !e.undecided && !e.shared && !e.lost) {
        let text = normalize_name(&entry.title);
        if text.chars().filter(|c| c.is_alphabetic()).count() < MIN_LETTERS {
            continue;
        }
        let meant = match &entry.candidates[..] {
            [] => None,
            [title] => has_all(title, &text).then_some(title),
            // Of a set that is listed already, another is meant.
            several => begun_by(&text, several, &affiliations, lexicon)
                .filter(|title| !listed.contains(&normalize_name(title))),
        };
        // A card of the other side is hardly meant.
        let fits = |title: &str| {
            let side = lexicon.side(title);
            side.is_none_or(|side| side == Side::Neutral || Some(side) == own)
                && lexicon.counts_for_size(title)
        };
        if let Some(title) = meant.filter(|title| fits(title)).cloned() {
            entry.written.get_or_insert(std::mem::replace(&mut entry.title, title));
            entry.candidates.clear();
        }
    }
}

/// Whether a title has all words of a text, and others.
fn has_all(title: &str, text: &str) -> bool {
    let known = normalize_name(title);
    let known: Vec<&str> = known.split(' ').collect();
    text.len() < title.len() && text.split(' ').all(|word| known.contains(&word))
}

/// What titles begin with that nobody says.
const ARTICLES: [&str; 3] = ["A ", "An ", "The "];

/// The one title that begins with a text as it stands, where it is a set of the deck's only affiliation.
fn begun_by<'c>(
    text: &str,
    candidates: &'c [String],
    affiliations: &[String],
    lexicon: &Lexicon<'_>,
) -> Option<&'c String> {
    let rest =
        |title: &str| title.to_lowercase().strip_prefix(text).is_some_and(|rest| rest.starts_with(' '));
    // `Journey` may be A Journey to Dagobah as well as Journey Through the Swamp.
    let begins = |title: &&String| ARTICLES.iter().any(|of| rest(title.strip_prefix(of).unwrap_or(title)));
    let mut begun = candidates.iter().filter(begins);
    let title = begun.next().filter(|title| begun.next().is_none() && rest(title))?;
    let own = |at: &Printing| matches!(at, Printing::Set(at, 1) if affiliations == [lexicon.lcg.set_at(*at).affiliation.as_str()]);
    (lexicon.game == Game::Lcg && lexicon.lcg.names().get(title).iter().any(own)).then_some(title)
}

/// Fewer letters may be of something else.
const MIN_LETTERS: usize = 6;
