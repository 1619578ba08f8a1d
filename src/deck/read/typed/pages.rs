//! `Page 1 of 2`, `Seite 1/2`, `1/2`, `… (1/2)`: which page of a list a line says it is.

use std::collections::BTreeSet;

use super::lexicon::Lexicon;
use super::trim::without_counts;
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
        // `… 2 Title (1/2)`: of two messages the first.
        let at_edge = alone && (at == 0 || at + 3 == words.len()) && (2..=9).contains(&last);
        let bracketed = at_edge && page.starts_with(['(', '[']) && words[at + 2].ends_with([')', ']']);
        let fits = (1..=last).contains(&number) && last <= MAX_PAGES && is_of(&bare(of), lexicon);
        if !fits || !(named || only || bracketed) {
            return None;
        }
        let rest = [&words[..at - usize::from(named)], &words[at + 3..]].concat().join(" ");
        Some((Page { number, of: last }, rest))
    })
}

/// No line that points at another page has more words.
const MAX_POINTER_LENGTH: usize = 9;

/// `rest is on the other slip`, `(see second sheet)`, `(+3)`, `plus three neutral sets`: whether a line
/// without a card says that more cards stand where they cannot be seen.
pub(super) fn points_elsewhere(line: &str, lexicon: &Lexicon<'_>) -> bool {
    let text = line.trim().trim_matches(['(', ')', '[', ']', '*', '.', '!', ' ']);
    let words: Vec<&str> = text
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .filter(|word| !word.is_empty())
        .collect();
    if words.is_empty() || words.len() > MAX_POINTER_LENGTH || lexicon.names_a_card(text) {
        return false;
    }
    let is = |place: InPlace, from: usize, to: usize| lexicon.words.is(place, &words[from..to].join(" "));
    let spans = || {
        let of = |from: usize| (from + 1..=words.len().min(from + 3)).map(move |to| (from, to));
        (0..words.len()).flat_map(of)
    };
    let phrase = |place: InPlace| spans().any(|(from, to)| is(place, from, to));
    let is_page = |word: &&str| word.len() > 2 && lexicon.words.get(word).contains(&Role::Page);
    // `picture of the second prize` is of no second picture.
    let beside = |(from, to): (usize, usize)| {
        words.get(to).is_some_and(is_page) || words[..from].last().is_some_and(is_page)
    };
    let roles = lexicon.roles(text);
    let other = spans().any(|(from, to)| is(InPlace::Elsewhere, from, to) && beside((from, to)))
        || roles.has(&Role::GoesOn) && words.iter().any(is_page);
    let here = roles.has(&Role::StandsHere) || phrase(InPlace::Without) || roles.has(&Role::AsBefore);
    other && !here || adds_uncounted(text, line, lexicon)
}

/// `(+3)`, `plus three neutral sets`: a number of sets that are not written down.
fn adds_uncounted(text: &str, line: &str, lexicon: &Lexicon<'_>) -> bool {
    let roles = lexicon.roles(text.trim_start_matches('+'));
    let joins = |role: &Role| matches!(role, Role::Joins | Role::More);
    let leads =
        text.starts_with('+') || roles.known.first().is_some_and(|(roles, _)| roles.iter().any(joins));
    let figure = |word: &str| word.parse::<u32>().is_ok_and(|n| (1..=9).contains(&n));
    let figures = text.trim_start_matches(['+', ' ']).split_whitespace().next().is_some_and(figure);
    let number = figures || roles.any(|role| matches!(role, Role::Number(1..=9)));
    let plain = |role: &Role| {
        use Role::{Affiliation, Cards, Filler, Heading, Joins, More, Number, SetNumber, Side};
        matches!(role, Affiliation(_) | Cards | Filler | Heading(Opens::Nothing | Opens::Objectives) | Joins)
            || matches!(role, More | Number(_) | SetNumber | Side(_))
    };
    let whole = roles.unknown.is_empty() && roles.known.iter().all(|(roles, _)| roles.iter().any(plain));
    let sets = |role: &Role| matches!(role, Role::Heading(Opens::Objectives) | Role::Cards | Role::More);
    let bracketed = line.trim().starts_with(['(', '[']) && roles.known.is_empty();
    leads && number && whole && (bracketed || roles.any(sets)) && !text.contains([':', ','])
}

/// Whether the name a line ends with goes on in the next: what stands in the line is none, and both together
/// are one.
pub(super) fn goes_on(line: &str, next: &str, lexicon: &Lexicon<'_>) -> bool {
    let (first, second) = (without_counts(line), without_counts(next));
    let few = |text: &str| !text.is_empty() && text.len() < 60;
    few(first)
        && few(second)
        && !next.starts_with(|c: char| c.is_ascii_digit())
        && !lexicon.exact(first)
        && lexicon.exact(&format!("{first} {second}"))
}

/// `...`, `[…]`: a line that only says that something is left out.
pub(super) fn is_broken_off(line: &str) -> bool {
    let dots = line.trim_matches(|c: char| c.is_whitespace() || "()[]".contains(c));
    dots == "…" || dots.len() >= 3 && dots.bytes().all(|b| b == b'.')
}
