//! Sentences that name the one card which a list lacked, `the tenth set is Title`, `Title. Sorry for my
//! writing!`: written as its row, where the list is whole with it.

use std::borrow::Cow;

use super::lexicon::{Found, Lexicon};
use super::moves::names;
use super::phrases::{has_phrase, made_of, words};
use super::sizes::{MAX_COPIES, most_copies, whole};
use super::trim::without_counts;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::words::InPlace;

/// No such sentence is longer, in bytes.
const MAX_ROW_LENGTH: usize = 160;

/// The minimum number of quoted rows that are a list to which somebody answers.
const MIN_QUOTED: usize = 4;

/// The rows with such a sentence as a row.
pub(super) fn written<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let quoted = |row: &&Cow<'t, str>| row.trim_start().starts_with('>');
    let answers = rows.iter().filter(quoted).count() >= MIN_QUOTED;
    let found: Vec<Said<'_>> = rows.iter().filter_map(|row| Said::of(row, answers, lexicon)).collect();
    let [said] = &found[..] else { return rows };
    let listed: u32 = rows.iter().filter(|row| ***row != *said.row).map(|row| copies(row, lexicon)).sum();
    if listed + said.count != whole(lexicon.game) || rows.iter().any(|row| is_listed(said, row, lexicon)) {
        return rows;
    }
    let at = rows.iter().position(|row| **row == *said.row);
    let row = format!("{}x {}", said.count, said.title);
    // What could not be read is what the sentence names.
    let lost = |row: &str| {
        let row = row.trim_start_matches(['>', ' ']);
        row.contains("??") && row.chars().all(|c| c.is_ascii_digit() || " xX?.()[]".contains(c))
    };
    let other = |row: &str| figure(row).is_some_and(|count| count != said.count);
    if rows.iter().any(|row| lost(row) && other(row)) {
        return rows;
    }
    let unread: Vec<usize> = rows.iter().enumerate().filter(|(_, row)| lost(row)).map(|(at, _)| at).collect();
    let mut written = rows.clone();
    if let (Some(at), true) = (at, unread.len() <= 1) {
        written[at] = row.into();
        unread.iter().for_each(|at| written[*at] = "".into());
    }
    written
}

/// A sentence that names such a card.
struct Said<'r> {
    row: &'r str,
    title: &'r str,
    count: u32,
}

impl<'r> Said<'r> {
    fn of(row: &'r str, answers: bool, lexicon: &Lexicon<'_>) -> Option<Self> {
        let plain = row.len() <= MAX_ROW_LENGTH && !row.contains(['>', '\t', '|', '?']);
        let [(from, to)] = (if plain { names(row, lexicon) } else { Vec::new() })[..] else { return None };
        let around = [&row[..from], &row[to..]].join(" , ");
        let figure = |word: &&str| word.trim_matches(['x', 'X', '×']).bytes().all(|b| b.is_ascii_digit());
        let (figures, said): (Vec<&str>, Vec<&str>) = words(&around).into_iter().partition(figure);
        let spoken = said.iter().filter_map(|word| lexicon.words.number(word));
        let in_figures = figures.iter().filter_map(|word| word.trim_matches(['x', 'X', '×']).parse().ok());
        let likely = |count: &u32| (1..=most_copies(lexicon.game)).contains(count);
        let lacks = |words: &[&str]| has_phrase(words, InPlace::Lacking, lexicon);
        let counts: Vec<u32> = if figures.is_empty() { spoken.collect() } else { in_figures.collect() };
        let others: Vec<&str> =
            said.iter().filter(|word| lexicon.words.number(word).is_none()).copied().collect();
        let made = made_of(&others, &[InPlace::Lacking, InPlace::Completing], lexicon)
            || made_of(&said, &[InPlace::Lacking, InPlace::Completing], lexicon);
        let says = made && (lacks(&said) || answers) && !said.is_empty();
        let ones = || counts.iter().all(|count| *count == 1);
        let count = match counts[..] {
            [] => 1,
            [count] if likely(&count) => count,
            _ if figures.is_empty() && ones() => 1,
            _ => return None,
        };
        says.then_some(Self { row, title: &row[from..to], count })
    }
}

/// Whether a row counts the card that a sentence names: then it was not that one which was lacking.
fn is_listed(said: &Said<'_>, row: &str, lexicon: &Lexicon<'_>) -> bool {
    let same = |(from, to): &(usize, usize)| normalize_name(&row[*from..*to]) == normalize_name(said.title);
    row != said.row && row.len() <= MAX_ROW_LENGTH && names(row, lexicon).iter().any(same)
}

/// The first figure of a row.
fn figure(row: &str) -> Option<u32> {
    row.split(|c: char| !c.is_ascii_digit()).find_map(|figure| figure.parse().ok())
}

/// How many copies a row counts, if it is one of a card.
fn copies(row: &str, lexicon: &Lexicon<'_>) -> u32 {
    let row = row.trim_start_matches(|c: char| ">-*• ".contains(c)).trim_end();
    let title = without_counts(row);
    let known =
        row.len() <= MAX_ROW_LENGTH && matches!(lexicon.read(title), Found::Exact(_) | Found::Slip(_));
    if !known || names(title, lexicon).len() > 1 {
        return 0;
    }
    let around = row.replacen(title, " ", 1);
    let counts = lexicon.affiliation_card(title).is_none();
    figure(&around).filter(|count| *count <= MAX_COPIES).unwrap_or(1) * u32::from(counts)
}
