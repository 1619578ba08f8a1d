//! Remarks in brackets behind a title: on which of several titles is meant that have the words which were
//! written, `Cloud City (the defense, not the gambit)`, and on a card's limit.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::harmless;
use super::lexicon::{Found, Lexicon};
use super::moves::names;
use super::phrases::words;
use crate::corpus::Game;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::talk::Talk;
use crate::deck::words::{InPlace, Role};

/// No part of a title that is written instead of it has more words.
const MAX_WORDS: usize = 5;

/// No such remark has more words.
const MAX_REMARK_LENGTH: usize = 10;

/// No line is longer that is looked at, in bytes.
const MAX_LINE_LENGTH: usize = 2_000;

/// More titles than these have a word in common that says hardly anything.
const MAX_TITLES: usize = 6;

/// The lines with the title in the place of its words and the remark, where the remark leaves one.
pub(super) fn written<'t>(lines: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let of = |line: Cow<'t, str>| {
        let line = without_own_sum(&line, lexicon).map_or(line, Cow::from);
        picked(&line, lexicon).map_or(line, Cow::from)
    };
    let lines: Vec<Cow<'t, str>> = lines.into_iter().map(of).collect();
    let denied: Vec<Option<Denial>> = lines.iter().map(|line| denial(line, lexicon)).collect();
    if denied.iter().all(Option::is_none) {
        return lines;
    }
    let listed: Vec<String> = lines
        .iter()
        .zip(&denied)
        .flat_map(|(line, of)| titles(of.as_ref().map_or(line, |of| &of.row), lexicon))
        .collect();
    let without = |(line, of): (Cow<'t, str>, Option<Denial>)| match of {
        Some(of) if of.cards.iter().all(|card| !listed.contains(card)) => of.row.into(),
        _ => line,
    };
    lines.into_iter().zip(denied).map(without).collect()
}

/// A row of one card, and the cards that a remark behind it says are not in the deck.
struct Denial {
    /// The row without the remark.
    row: String,
    cards: Vec<String>,
}

/// `2 Title (so no Other and no Another)`: what the remark in brackets behind a row denies.
fn denial(line: &str, lexicon: &Lexicon<'_>) -> Option<Denial> {
    let (row, behind) = line.split_once('(').filter(|_| line.len() <= MAX_LINE_LENGTH)?;
    let (remark, rest) = behind.split_once(')')?;
    let counts = |word: &&str| lexicon.words.number_or_figures(word).is_some();
    let plain = !rest.contains(char::is_alphanumeric) && !words(remark).iter().any(counts);
    let open = |role: &Role| matches!(role, Role::Either | Role::Change | Role::TakesOut | Role::Struck);
    let cards = if plain { denied_titles(remark, lexicon) } else { Vec::new() };
    if cards.is_empty() || lexicon.roles(remark).any(open) {
        return None;
    }
    let unsettled = |said: &Talk| {
        matches!(said, Talk::Open | Talk::OpenOfList | Talk::YetToCome | Talk::MaybeOther | Talk::Now)
    };
    let settled = !super::talk::says(remark, lexicon).iter().any(unsettled);
    let [_] = names(row, lexicon)[..] else { return None };
    // Each card that is named is denied.
    let all = titles(remark, lexicon).iter().all(|card| cards.contains(card));
    let other = !titles(row, lexicon).iter().any(|card| cards.contains(card));
    (settled && all && other).then(|| Denial { row: row.trim_end().to_owned(), cards })
}

/// The titles of cards in a text, normalized, without their articles.
fn titles(text: &str, lexicon: &Lexicon<'_>) -> Vec<String> {
    if text.len() > MAX_LINE_LENGTH {
        return Vec::new();
    }
    names(text, lexicon).into_iter().map(|(from, to)| without_article(&text[from..to])).collect()
}

/// `no False Report`: the titles right behind words that deny them, be they written without their articles.
fn denied_titles(remark: &str, lexicon: &Lexicon<'_>) -> Vec<String> {
    let words = words(remark);
    let behind = |at: usize| {
        let longest = words.len().min(at + 1 + MAX_WORDS);
        (at + 2..=longest).rev().find_map(|to| match lexicon.read(&words[at + 1..to].join(" ")) {
            Found::Exact(name) | Found::Slip(name) => Some(without_article(&name)),
            Found::Open(_) | Found::Lost => None,
        })
    };
    let denies = |at: &usize| lexicon.words.is(InPlace::Without, words[*at]);
    (0..words.len()).filter(denies).filter_map(behind).collect()
}

fn without_article(title: &str) -> String {
    let title = normalize_name(title);
    title.strip_prefix("the ").unwrap_or(&title).to_owned()
}

/// `Jedi: 2 A, 1 B, …, 1 Z (10)`: a line of many cards without their sum at its end, where it is theirs.
fn without_own_sum(line: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let (before, sum) = line.trim_end().strip_suffix([')', ']'])?.rsplit_once(['(', '['])?;
    let sum: u32 = sum.trim_start_matches(['=', ' ']).trim().parse().ok()?;
    if line.len() > MAX_LINE_LENGTH || sum > MAX_SUMMED {
        return None;
    }
    let found = names(before, lexicon);
    let starts = [0].into_iter().chain(found.iter().map(|(_, to)| *to));
    let count = |(from, (to, _)): (usize, &(usize, usize))| {
        let number = before.get(from..*to)?.trim().rsplit([' ', ',']).next()?;
        number.trim_matches(['x', 'X', '×']).parse::<u32>().ok()
    };
    let counts = starts.zip(&found).map(count).collect::<Option<Vec<u32>>>()?;
    (counts.len() >= MIN_SUMMED && counts.iter().copied().fold(0, u32::saturating_add) == sum)
        .then(|| before.trim_end().to_owned())
}

/// The minimum number of cards of a line whose last number may be their sum.
const MIN_SUMMED: usize = 4;

/// No deck has more cards.
const MAX_SUMMED: u32 = 200;

fn picked(line: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    if line.len() > MAX_LINE_LENGTH {
        return None;
    }
    let mut out = String::new();
    let mut rest = line;
    while let Some(open) = rest.find('(') {
        let Some(length) = rest[open..].find(')') else { break };
        let (before, remark) = (&rest[..open], &rest[open + 1..open + length]);
        match title(before, remark, lexicon) {
            Some((from, title)) => out.extend([&before[..from], &title]),
            None if is_limit(remark, lexicon) => out.push_str(before.trim_end()),
            None => out.push_str(&rest[..=open + length]),
        }
        rest = &rest[open + length + 1..];
    }
    (out.len() + rest.len() != line.len()).then(|| out + rest)
}

/// `(limit 1 per deck)`: whether a remark only states the limit of a card, whose number is no count, and no
/// set's.
fn is_limit(remark: &str, lexicon: &Lexicon<'_>) -> bool {
    let (numbers, others): (Vec<&str>, Vec<&str>) =
        words(remark).into_iter().partition(|word| word.bytes().all(|b| b.is_ascii_digit()));
    let rule = lexicon.roles(&others.join(" ")).has(&Role::Rule);
    numbers == ["1"]
        && rule
        && others.len() <= MAX_REMARK_LENGTH
        && harmless::words(&others.join(" "), lexicon)
}

/// Where the words begin that stand for a title in front of a remark, and the title.
fn title(before: &str, remark: &str, lexicon: &Lexicon<'_>) -> Option<(usize, String)> {
    let said = words(remark);
    if lexicon.game == Game::Tcg || said.is_empty() || said.len() > MAX_REMARK_LENGTH {
        return None;
    }
    let end = before.trim_end().len();
    let part = before[..end].rfind([',', ';', ':', '|', '\t', ')']).map_or(0, |at| at + 1);
    let spaces = before[part..end].match_indices(' ').map(|(at, _)| part + at + 1);
    let starts: Vec<usize> = [part].into_iter().chain(spaces).collect();
    let starts = &starts[starts.len().saturating_sub(MAX_WORDS)..];
    starts.iter().find_map(|from| {
        let text = before[*from..end].trim();
        if lexicon.is_name(text) || text.chars().filter(|c| c.is_alphabetic()).count() < 4 {
            return None;
        }
        let having = lexicon.lcg.names().with_words(text);
        let having: Vec<&str> = having.into_iter().filter(|name| lexicon.is_objective(name)).collect();
        let several = (2..=MAX_TITLES).contains(&having.len());
        Some((*from, chosen(&having, text, &said, lexicon).filter(|_| several)?))
    })
}

/// The one of several titles that the words of a remark leave: it has those that are said of it, and none of
/// those that are denied. A remark with any other word leaves them all.
fn chosen(having: &[&str], text: &str, said: &[&str], lexicon: &Lexicon<'_>) -> Option<String> {
    let own = normalize_name(text);
    let titles: Vec<(BTreeSet<String>, &str)> = having
        .iter()
        .map(|name| {
            let of = normalize_name(name);
            let others = of.split(' ').filter(|word| !own.split(' ').any(|of| of == *word));
            (others.map(str::to_owned).collect(), *name)
        })
        .collect();
    let mut denied = false;
    let (mut with, mut without) = (BTreeSet::new(), BTreeSet::new());
    for word in said {
        let normalized = normalize_name(word);
        if super::talk::denies(word, lexicon) {
            denied = true;
        } else if titles.iter().any(|(words, _)| words.contains(&normalized)) {
            if denied { &mut without } else { &mut with }.insert(normalized);
        } else if !is_quiet(word, lexicon) {
            return None;
        }
    }
    let fits = |words: &BTreeSet<String>| words.is_superset(&with) && words.is_disjoint(&without);
    let mut fitting = titles.iter().filter(|(words, _)| fits(words));
    let said = !with.is_empty() || !without.is_empty();
    let only = (fitting.next().filter(|_| said), fitting.next());
    only.1.is_none().then_some(only.0?.1.to_owned())
}

/// `the … one`
fn is_quiet(word: &str, lexicon: &Lexicon<'_>) -> bool {
    let of = |role: &Role| matches!(role, Role::Number(1) | Role::Filler | Role::Joins);
    lexicon.words.is(InPlace::Article, word) || lexicon.words.get(word).iter().any(of)
}
