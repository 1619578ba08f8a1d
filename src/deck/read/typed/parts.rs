//! Lines that say several things, written as several: parts between double slashes, a range of sets with
//! titles behind it, and rows of
//! titles between slashes below a count.

use std::borrow::Cow;

use super::lexicon::{Found, Lexicon};
use super::moves::names;
use crate::corpus::Game;
use crate::deck::words::{InPlace, Opens, Role};

/// So many cards, or sets by number, behind the first part of a line are no comment.
const LEAST_CARDS: usize = 4;

/// No such line is longer.
const LONGEST_LINE: usize = 600;

/// No range has more sets.
const WIDEST: u32 = 60;

/// The lines with each part of one as a line of its own.
pub(super) fn apart<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let mut above = false;
    let written = |row: Cow<'t, str>| {
        let of = by_marks(&row, lexicon)
            .or_else(|| behind_range(&row, lexicon))
            .or_else(|| between_slashes(&row, above, lexicon));
        above = row.trim().strip_suffix(':').is_some_and(|head| counts_each(head, lexicon));
        of.map_or(row, Cow::from)
    };
    rows.into_iter().map(written).collect()
}

/// `Sith // 19 19 20 20 … // seat 4`: behind what names no card stands no comment, but the list.
fn by_marks(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    if row.len() > LONGEST_LINE || !row.contains("//") || row.contains("://") {
        return None;
    }
    let parts: Vec<&str> = row.split("//").map(str::trim).filter(|part| !part.is_empty()).collect();
    let (first, rest) = parts.split_first()?;
    let number = |word: &str| word.trim_matches(|c: char| !c.is_ascii_digit()).parse::<u32>().ok();
    let is_set = |word: &&str| number(word).is_some_and(|n| lexicon.objective_of(n).is_some());
    let cards = |part: &&str| {
        let sets = part.split([' ', ',']).filter(is_set).count();
        names(part, lexicon).len() + if sets >= LEAST_CARDS { sets } else { 0 }
    };
    let all: usize = rest.iter().map(cards).sum();
    let heads = !row.trim_start().starts_with("//") && cards(first) == 0 && lexicon.roles(first).whole();
    (heads && all >= LEAST_CARDS).then(|| parts.join("\n"))
}

/// `sets 1 to 7 plus Title, Title`: the range, and what stands behind it.
fn behind_range(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    if row.len() > LONGEST_LINE || lexicon.game == Game::Tcg {
        return None;
    }
    let mut words: Vec<(usize, &str)> = Vec::new();
    let mut at = 0;
    for word in row.split_inclusive(' ') {
        words.extend((!word.trim().is_empty()).then(|| (at, word.trim_end())));
        at += word.len();
    }
    let number = |word: &str| word.trim_end_matches([',', ';', '+', '.']).parse::<u32>().ok();
    let range = |at: usize| {
        let (_, word) = words.get(at)?;
        let (_, next) = words.get(at + 1).copied().unwrap_or_default();
        let (_, last) = words.get(at + 2).copied().unwrap_or_default();
        if let Some((from, to)) = word.split_once(['-', '–']) {
            return Some((number(from)?, number(to)?, at));
        }
        let through = matches!(next, "-" | "–") || lexicon.words.get(next).contains(&Role::Through);
        through.then_some((word.parse().ok()?, number(last)?, at + 2))
    };
    let of_sets = |(from, to, _): &(u32, u32, usize)| {
        from < to
            && to - from < WIDEST
            && lexicon.objective_of(*from).and(lexicon.objective_of(*to)).is_some()
    };
    let (first, last) = (0..words.len()).find_map(|at| Some((at, range(at).filter(of_sets)?.2)))?;
    let label = |word: &str| {
        let of_sets = |role: &Role| matches!(role, Role::SetNumber | Role::Heading(Opens::Objectives));
        lexicon.words.get(word).iter().any(of_sets)
    };
    // The word for sets in front, or nothing but a label.
    let labelled = first.checked_sub(1).is_some_and(|before| label(words[before].1));
    let begins = first == 0 || words[first - 1].1.ends_with(':');
    if !(labelled || begins) {
        return None;
    }
    let (at, word) = words[last];
    let mark = word.ends_with([',', ';', '+']);
    let end = at + word.len();
    let joins = |word: &str| {
        word == "+"
            || word == "&"
            || lexicon.words.is(InPlace::Besides, word)
            || lexicon.words.get(word).contains(&Role::Joins)
    };
    let more = words[last + 1..].iter().take_while(|(_, word)| joins(word)).count();
    let (next, _) = words.get(last + 1 + more)?;
    let rest = &row[*next..];
    if !(mark || more > 0) || names(rest, lexicon).is_empty() {
        return None;
    }
    let start = words[first - usize::from(labelled)].0;
    let (head, sets) = (&row[..start], row[start..end].trim_end_matches([',', ';', '+']));
    // What is asked behind it is not asked of its titles.
    let rest = if rest.contains('?') { rest.replace(". ", "\n") } else { rest.to_owned() };
    // Talk in front is none of it; a label is.
    let talks = lexicon.roles(head).unknown.len() > 1;
    Some(if talks { format!("{head}\n{sets}\n{rest}") } else { format!("{head}{sets}\n{rest}") })
}

/// `Doubles: A / B / C`: below a count of each, titles between slashes are no choice.
fn between_slashes(row: &str, above: bool, lexicon: &Lexicon<'_>) -> Option<String> {
    if row.len() > LONGEST_LINE || !row.contains('/') || row.contains("//") {
        return None;
    }
    let (head, body) = match row.split_once(':') {
        Some((head, body)) if counts_each(head, lexicon) => (Some(head), body),
        _ if above => (None, row),
        _ => return None,
    };
    let joint = if body.contains(" / ") { " / " } else { "/" };
    let parts: Vec<&str> = body.split(joint).map(str::trim).filter(|part| !part.is_empty()).collect();
    let title = |part: &&str| matches!(lexicon.read(part), Found::Exact(_) | Found::Slip(_));
    let titles = parts.join(", ");
    let whole = parts.len() > 1 && parts.iter().all(title);
    whole.then(|| head.map_or(titles.clone(), |head| format!("{head}: {titles}")))
}

/// Whether words are a count of each of what follows: `doubles`.
fn counts_each(text: &str, lexicon: &Lexicon<'_>) -> bool {
    let roles = lexicon.roles(text);
    let number = |role: &Role| matches!(role, Role::Number(_));
    roles.whole()
        && roles.has(&Role::Each)
        && (roles.any(number) || text.contains(|c: char| c.is_ascii_digit()))
}
