//! `Page 1 of 2`, `Seite 1/2`, `1/2`: which page of a list a line says it is.

use std::collections::BTreeSet;

use super::lexicon::Lexicon;
use crate::deck::words::{InPlace, Opens, Role, Says};

/// `Deck 2 of 2`: which of several decks stands below.
pub(super) fn is_one_of_decks(line: &str, lexicon: &Lexicon<'_>) -> bool {
    let line = line.replace('/', " / ");
    let words: Vec<&str> =
        line.trim_end_matches([':', '.', ')', ' ']).trim_start_matches('(').split_whitespace().collect();
    // `Deck no. 2 of 2`
    let number_sign =
        |word: &&&str| word.ends_with('.') && lexicon.words.get(word).contains(&Role::SetNumber);
    let words: Vec<&str> = words.iter().filter(|word| !number_sign(word)).copied().collect();
    let [deck, first, of, last] = words[..] else { return false };
    let number =
        |word: &str| word.trim_start_matches('#').parse::<u32>().is_ok_and(|n| (1..=MAX_PAGES).contains(&n));
    let deck = lexicon.words.get(deck);
    let names = deck.iter().any(|r| matches!(r, Role::Label(Says::Name) | Role::Heading(Opens::Nothing)));
    names && number(first) && number(last) && is_of(of, lexicon)
}

/// No file that a list is part of has more pages.
const MAX_PAGES: u32 = 40;

/// Which page something is, and of how many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Page {
    number: u32,
    of: u32,
}

/// The pages that a text says it is of.
#[derive(Default)]
pub(super) struct Pages {
    seen: BTreeSet<u32>,
    /// The line that said last of how many pages, and how many.
    of: Option<(usize, u32)>,
}

impl Pages {
    pub(super) fn enter(&mut self, line: usize, page: Page) {
        self.seen.insert(page.number);
        self.of = Some((line, page.of));
    }

    /// The line that names the pages, where one of them is not there.
    pub(super) fn lacking(&self) -> Option<usize> {
        let (line, of) = self.of?;
        (1..=of).any(|page| !self.seen.contains(&page)).then_some(line)
    }
}

fn is_of(word: &str, lexicon: &Lexicon<'_>) -> bool {
    matches!(word, "/" | "\\") || lexicon.words.is(InPlace::OfPages, word)
}

/// The page a line names and of how many, and the line without that.
pub(super) fn split(line: &str, alone: bool, lexicon: &Lexicon<'_>) -> Option<(Page, String)> {
    if !line.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let spaced = line.replace('/', " / ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let bare = |word: &str| word.trim_matches(['(', ')', '[', ']', '.', ',', ':', '-', '–', '—']).to_owned();
    (0..words.len()).find_map(|at| {
        let [page, of, last] = words.get(at..at + 3)? else { return None };
        let (number, last) = (bare(page).parse().ok()?, bare(last).parse().ok()?);
        let named = at > 0 && lexicon.words.get(&bare(words[at - 1])).contains(&Role::Page);
        let only = alone && words.len() == 3 && (2..=9).contains(&last);
        let fits = (1..=last).contains(&number) && last <= MAX_PAGES && is_of(&bare(of), lexicon);
        if !fits || !(named || only) {
            return None;
        }
        let rest = [&words[..at - usize::from(named)], &words[at + 3..]].concat().join(" ");
        Some((Page { number, of: last }, rest))
    })
}
