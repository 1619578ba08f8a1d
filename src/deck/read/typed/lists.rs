//! The lists of a text: put together from what its lines say, and settled with the whole of each in view.

use std::collections::BTreeMap;

use super::lexicon::Lexicon;
use super::line::At;
use super::phrases::{has_phrase, words};
use super::sizes::most_copies;
use super::{
    affiliation, assemble, below_total, damaged, decks, doubtful, grounds, initials, missing_out, nought,
    of_all, own_total, remarks, short, sided, superseded, uncounted,
};
use crate::corpus::Game;
use crate::corpus::cards::normalize::normalize_name;
use crate::corpus::cards::{Printing, Side};
use crate::deck::list::{Count, Decklist, Zone};
use crate::deck::words::InPlace;

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
    recounted(raw, lists, lexicon);
    count_behind_letters(raw, lists);
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

/// `26 EchoB 2`: where the letters are no title for sure, the last of two figures is a count all the same.
fn count_behind_letters(raw: &[&str], lists: &mut [Decklist]) {
    let count = |line: usize| {
        let row = raw.get(line.checked_sub(1)?)?.trim();
        let figures = row.split(|c: char| !c.is_ascii_digit()).filter(|figure| !figure.is_empty()).count();
        let last = row.rsplit(char::is_whitespace).next()?.trim_matches(['x', 'X', '×']);
        last.parse().ok().filter(|n| figures == 2 && (1..=MAX_BEHIND).contains(n))
    };
    for entry in lists.iter_mut().flat_map(|list| &mut list.entries) {
        if entry.count == Count::NotGiven && !entry.candidates.is_empty() {
            entry.count = count(entry.line).map_or(Count::NotGiven, Count::Of);
        }
    }
}

/// A greater figure behind letters is hardly a count.
const MAX_BEHIND: u32 = 4;

/// Where there are more copies of a card than a deck may have, a sentence below that names it with a number,
/// or one that speaks of a mistake, may say how many there are instead.
fn recounted(raw: &[&str], lists: &mut [Decklist], lexicon: &Lexicon<'_>) {
    for list in lists {
        let mut copies: BTreeMap<String, u32> = BTreeMap::new();
        for entry in list.entries.iter().filter(|entry| remarks::counts(entry, lexicon)) {
            let of = copies.entry(normalize_name(&entry.title)).or_default();
            *of = of.saturating_add(entry.count.number());
        }
        copies.retain(|_, count| *count > most_copies(lexicon.game));
        let last = list.entries.iter().map(|entry| entry.line).max().unwrap_or_default();
        let says = |(at, row): (usize, &&str)| {
            let normalized = normalize_name(row);
            let numbers =
                |others: &[&str]| others.iter().any(|w| lexicon.words.number_or_figures(w).is_some());
            let wrong = |others: &[&str]| has_phrase(others, InPlace::Mistake, lexicon);
            let says = |others: &[&str]| numbers(others) && (wrong(others) || at + 1 > last);
            let beside = |title: &String| normalized.split_once(title.as_str());
            let mut beside = copies.keys().filter_map(beside);
            beside.any(|(before, behind)| says(&[words(before), words(behind)].concat()))
        };
        if !copies.is_empty() && raw.iter().enumerate().any(says) {
            list.doubts.which_list = true;
        }
    }
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
