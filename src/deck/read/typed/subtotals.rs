//! Sums in words, and parts of sums, that come to what the rows have: `Sum: 10 sets, so 50 command cards`,
//! `6 + 4 = 10 sets`, `14 space, 46 others, makes 60`, and headings with how many stand below: `Neutral (2)`.
//! One that does not fit stays, to be asked about.

use std::borrow::Cow;

use super::lexicon::Lexicon;
use super::moves::names;
use super::sizes::CARDS_OF_A_SET;
use super::superseded::copies;
use crate::corpus::Game;
use crate::deck::words::{InPlace, Opens, Role};

/// Fewer rows with titles are no list that sums are of.
const MIN_ROWS: usize = 4;

/// No such line is longer, in bytes.
const MAX_LINE_LENGTH: usize = 120;

/// No greater number is part of a sum.
const MAX_TERM: u32 = 200;

/// The lines without what only adds them up.
pub(super) fn without<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let counts: Vec<u32> = rows.iter().map(|row| counted(row, lexicon)).collect();
    if counts.iter().filter(|count| **count > 0).count() < MIN_ROWS {
        return rows;
    }
    let total = counts.iter().copied().fold(0, u32::saturating_add);
    let written = |(at, row): (usize, Cow<'t, str>)| {
        if counts[at] > 0 || row.len() > MAX_LINE_LENGTH || !row.contains(|c: char| c.is_ascii_digit()) {
            return row;
        }
        let below = || rows_below(&counts[at + 1..]);
        let row = without_product(&row).map_or(row, Cow::from);
        if is_sum(&row, total, lexicon) || is_sentence(&row, total, lexicon) {
            return "".into();
        }
        heading(&row, below(), lexicon).map_or(row, Cow::from)
    };
    rows.into_iter().enumerate().map(written).collect()
}

/// The lines with what closes a row of several cards in a row of its own: `2 A; 2 B; sum 10`, `8 A, 9 B. One
/// of each.`
pub(super) fn in_rows<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let parted = |row: &str| {
        let ends = row.match_indices([';', ',', '.']).map(|(at, _)| at);
        let closes = |at: &usize| closes(&row[at + 1..], lexicon);
        let end = ends.filter(closes).find(|at| names(&row[at + 1..], lexicon).is_empty())?;
        let (cards, behind) = (&row[..end], &row[end + 1..]);
        (names(cards, lexicon).len() > 1).then(|| format!("{cards}\n{}", behind.trim_start()))
    };
    // `Jedi >> 2 A / 2 B`
    let headed = |row: &str| {
        let (head, cards) = row.split_once(">>")?;
        let heads = lexicon.roles(head).any(Role::names_deck) && !names(cards, lexicon).is_empty();
        heads.then(|| format!("{}\n{}", head.trim(), cards.trim()))
    };
    let of_row = |row: Cow<'t, str>| {
        let may = row.len() <= MAX_CARD_ROW_LENGTH && !row.contains('\n');
        if !may {
            return row;
        }
        let row = parted(&row).or_else(|| headed(&row)).map_or(row, Cow::from);
        boxed(&row, lexicon).map_or(row, Cow::from)
    };
    rows.into_iter().map(of_row).collect()
}

/// `[2] A / [1] B`: the cards of a row, each behind its count in brackets, in rows of their own.
fn boxed(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let head = row.find('[')?;
    let parts: Vec<&str> = row[head..].split(" / ").map(str::trim).collect();
    let counts = |part: &&&str| {
        let inner =
            part.strip_prefix('[').and_then(|part| part.split_once(']')).map(|(inner, _)| inner.trim());
        inner.is_some_and(|inner| inner == "?" || inner.parse().is_ok_and(|n: u32| (1..=4).contains(&n)))
    };
    let all = parts.len() > 2 && parts.iter().filter(counts).count() == parts.len();
    let written = |part: &str| part.replacen(']', "x", 1).replacen('[', "", 1);
    let rows: Vec<String> = parts.iter().map(|part| written(part)).collect();
    (all && !names(row, lexicon).is_empty())
        .then(|| format!("{}\n{}", row[..head].trim(), rows.join("\n")).trim().to_owned())
}

/// Whether a text begins with a sum, or is nothing but the count of every card.
fn closes(text: &str, lexicon: &Lexicon<'_>) -> bool {
    let words = super::phrases::words(text);
    let is_sum = words.first().is_some_and(|word| lexicon.words.is(InPlace::Sum, word));
    let sums = is_sum && words.get(1).is_some_and(|word| word.bytes().all(|b| b.is_ascii_digit()));
    let roles = lexicon.roles(text);
    sums || roles.has(&Role::Each) && roles.number() == Some(1) && roles.unknown.is_empty()
}

/// No row of several cards with their sum is longer, in bytes.
const MAX_CARD_ROW_LENGTH: usize = 1_000;

/// How many copies a row with a title counts, or one of several with a count in front of each.
pub(super) fn counted(row: &str, lexicon: &Lexicon<'_>) -> u32 {
    if row.len() > MAX_CARD_ROW_LENGTH {
        return 0;
    }
    match names(row, lexicon)[..] {
        [] => 0,
        [_] if row.len() > MAX_LINE_LENGTH => 0,
        [_] => copies(row, lexicon),
        ref several => each_counted(row, several, lexicon).unwrap_or_default(),
    }
}

/// `3 A, two B`: how many copies a row counts of its cards, each of which has a count in front.
fn each_counted(row: &str, found: &[(usize, usize)], lexicon: &Lexicon<'_>) -> Option<u32> {
    let before = |(from, _): &(usize, usize)| {
        let word = row.get(..*from)?.split_whitespace().next_back()?.trim_start_matches(['(', '[']);
        let figure = word.trim_matches(['x', 'X', '×']).parse().ok().filter(|n| (1..=MAX_TERM).contains(n));
        figure.or_else(|| lexicon.words.number(word))
    };
    found.iter().map(before).try_fold(0, |sum: u32, count| Some(sum.saturating_add(count?)))
}

/// How many copies the rows right below count.
fn rows_below(counts: &[u32]) -> u32 {
    counts.iter().take_while(|count| **count > 0).fold(0, |sum, count| sum.saturating_add(*count))
}

/// `Sith (6)`: the heading without how many stand below.
fn heading(row: &str, below: u32, lexicon: &Lexicon<'_>) -> Option<String> {
    let line = row.trim().trim_end_matches([':', ' ']);
    let (head, number) = line.strip_suffix(')')?.split_once('(')?;
    let head = head.trim();
    let number: u32 = number.split(' ').next()?.parse().ok().filter(|n| *n <= MAX_TERM)?;
    let of = |role: &Role| matches!(role, Role::Affiliation(_));
    let heads = !head.contains(|c: char| c.is_ascii_digit()) && !lexicon.is_name(head);
    let roles = lexicon.roles(head);
    let rest = lexicon.roles(line.rsplit_once('(')?.1);
    (heads && below > 0 && number == below && roles.whole() && roles.any(of) && rest.unknown.is_empty())
        .then(|| head.to_owned())
}

/// `10 sets (5 x 2)`: the row without the product that its number is.
fn without_product(row: &str) -> Option<String> {
    let (before, bracket) = row.split_once('(')?;
    let (inner, behind) = bracket.split_once(')')?;
    let of = |text: &str| -> Option<u32> { text.trim().parse().ok().filter(|n| (1..=MAX_TERM).contains(n)) };
    let (first, second) = inner.split_once(['x', 'X', '×', '*'])?;
    let product = of(first)? * of(second)?;
    let stated = numbers(before).last()?? == product && numbers(before).count() == 1;
    stated.then(|| format!("{} {}", before.trim_end(), behind.trim_start()).trim_end().to_owned())
}

/// `6 + 4 = 10 sets`, `14 space, 46 others, makes 60`: whether terms come to a total that is the rows'.
fn is_sum(row: &str, total: u32, lexicon: &Lexicon<'_>) -> bool {
    let line = row.trim().trim_end_matches(['.', '!', ' ']);
    let Some((terms, stated)) = parted(line, lexicon) else { return false };
    let terms: Option<Vec<u32>> = terms.split(['+', ',', ';']).map(|term| term_of(term, lexicon)).collect();
    let sums = |terms: Vec<u32>| terms.len() > 1 && terms.iter().sum::<u32>() == total;
    stated == total && terms.is_some_and(sums)
}

/// `6 + 4 = 10 sets`: whether a line adds numbers up, be it to what the rows have or not: they are no sets.
pub(super) fn adds_up(row: &str) -> bool {
    let Some((terms, stated)) = row.split_once('=') else { return false };
    let number = |text: &str| text.trim().bytes().next().is_some_and(|b| b.is_ascii_digit());
    terms.contains('+') && terms.split('+').all(number) && number(stated)
}

/// The terms of a sum, and the total behind `=` or words that state it.
fn parted<'r>(line: &'r str, lexicon: &Lexicon<'_>) -> Option<(&'r str, u32)> {
    if let Some((terms, stated)) = line.split_once('=') {
        return Some((terms, term_of(stated, lexicon)?));
    }
    let (terms, stated) = line.rsplit_once([',', ';', ':'])?;
    let stated = stated.trim();
    let number = stated.find(|c: char| c.is_ascii_digit())?;
    let (says, number) = stated.split_at(number);
    let says = says.trim();
    let filler = |role: &Role| matches!(role, Role::Filler | Role::Heading(Opens::Nothing));
    let states = lexicon.words.is(InPlace::States, says) || lexicon.words.get(says).iter().any(filler);
    let number = term_of(number, lexicon)?;
    states.then_some((terms, number))
}

/// `14`, `14 space`, `sets: 6`: the number of a term, the rest of which is words of lists.
fn term_of(term: &str, lexicon: &Lexicon<'_>) -> Option<u32> {
    let mut figures = numbers(term);
    let number = figures.next()??;
    let words: String = term.chars().filter(|c| c.is_alphabetic() || c.is_whitespace()).collect();
    let plain = words.trim().is_empty() || lexicon.roles(&words).whole() && !lexicon.is_name(words.trim());
    (plain && figures.next().is_none()).then_some(number)
}

/// The numbers of a text; one too great is none.
fn numbers(text: &str) -> impl Iterator<Item = Option<u32>> {
    let figures = text.split(|c: char| !c.is_ascii_digit()).filter(|figure| !figure.is_empty());
    figures.map(|figure| figure.parse::<u32>().ok().filter(|n| *n <= MAX_TERM))
}

/// `Sum: 10 objective sets, so 10 objectives and 50 command cards.`: whether a line says in words of lists
/// how many sets the rows are, and how many cards.
fn is_sentence(row: &str, total: u32, lexicon: &Lexicon<'_>) -> bool {
    let found: Vec<Option<u32>> = numbers(row).collect();
    let of_sets = |n: u32| {
        lexicon.game == Game::Lcg && (n == total * CARDS_OF_A_SET || n == total * (CARDS_OF_A_SET - 1))
    };
    let fits = |n: &Option<u32>| n.is_some_and(|n| n == total || of_sets(n));
    let says = |role: &Role| {
        matches!(role, Role::Cards | Role::Heading(Opens::Objectives | Opens::Command | Opens::Nothing))
    };
    let roles = lexicon.roles(row);
    let plain = |role: &Role| says(role) || matches!(role, Role::Filler | Role::Joins | Role::SetNumber);
    let known = roles.known.iter().all(|(roles, phrase)| {
        roles.iter().any(plain) || lexicon.words.is(InPlace::States, phrase) || is_hence(phrase, lexicon)
    });
    let rest = roles.unknown.iter().all(|word| is_hence(word, lexicon));
    let sets = found.first().is_some_and(|n| *n == Some(total));
    found.len() > 1 && sets && found.iter().all(fits) && roles.any(says) && known && rest
}

fn is_hence(word: &str, lexicon: &Lexicon<'_>) -> bool {
    lexicon.words.is(InPlace::Hence, word)
}
