//! `Page 1 of 2`, `Seite 1/2`, `1/2`: which page of a list a line says it is.

use super::lexicon::Lexicon;
use crate::deck::words::{Opens, Role, Says};

/// Words between a page's number and that of the last.
const OF: [&str; 12] = ["of", "/", "von", "z", "de", "sur", "di", "van", "av", "out", "\\", "out of"];

/// `Deck 2 of 2`: which of several decks stands below.
pub(super) fn is_one_of_decks(line: &str, lexicon: &Lexicon<'_>) -> bool {
    let line = line.replace('/', " / ");
    let words: Vec<&str> =
        line.trim_end_matches([':', '.', ')', ' ']).trim_start_matches('(').split_whitespace().collect();
    let [deck, first, of, last] = words[..] else { return false };
    let number =
        |word: &str| word.trim_start_matches('#').parse::<u32>().is_ok_and(|n| (1..=MAX_PAGES).contains(&n));
    let deck = lexicon.words.get(deck);
    let names = deck.iter().any(|r| matches!(r, Role::Label(Says::Name) | Role::Heading(Opens::Nothing)));
    names && number(first) && number(last) && OF.contains(&of.to_lowercase().as_str())
}

/// No list has more pages.
const MAX_PAGES: u32 = 9;

/// The page a line names and of how many, and the line without that.
pub(super) fn split(line: &str, alone: bool, lexicon: &Lexicon<'_>) -> Option<((u32, u32), String)> {
    if !line.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let spaced = line.replace('/', " / ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let bare = |word: &str| word.trim_matches(['(', ')', '[', ']', '.', ',', ':', '-', '–', '—']).to_owned();
    (0..words.len()).find_map(|at| {
        let [page, of, last] = words.get(at..at + 3)? else { return None };
        let (page, last) = (bare(page).parse().ok()?, bare(last).parse().ok()?);
        let named = at > 0 && lexicon.words.get(&bare(words[at - 1])).contains(&Role::Page);
        let only = alone && words.len() == 3;
        let fits = (1..=last).contains(&page) && last <= MAX_PAGES && OF.contains(&bare(of).as_str());
        if !fits || !(named || only && last > 1) {
            return None;
        }
        let rest = [&words[..at - usize::from(named)], &words[at + 3..]].concat().join(" ");
        Some(((page, last), rest))
    })
}
