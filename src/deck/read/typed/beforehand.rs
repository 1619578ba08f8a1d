//! A change that stands above the list it changes: `Same as last week (below), but minus 1 A, plus 1 B`.

use std::borrow::Cow;

use super::as_before;
use super::lexicon::Lexicon;
use super::moves::names;
use super::phrases::{has_phrase, words};
use super::sizes::whole;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::words::{InPlace, Role};

/// No such line is longer, in bytes.
const MAX_LINE_LENGTH: usize = 300;

/// Nor does it name more cards.
const MAX_CARDS: usize = 6;

/// The lines with such a change at their end, where it is one below a list.
pub(super) fn written<'t>(lines: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let first = lines.iter().position(|line| lexicon.names_a_card(line));
    let last = lines.iter().rposition(|line| lexicon.names_a_card(line));
    let (Some(first), Some(last)) = (first, last) else { return lines };
    let below = lines[first + 1..].iter().map(|line| copies(line, lexicon)).fold(0, u32::saturating_add);
    let change = change(&lines[first], lexicon).filter(|_| below >= whole(lexicon.game));
    let Some((lead, change)) = change else { return lines };
    let made = is_made(&change, &lines[first + 1..], lexicon);
    let mut lines = lines;
    if made {
        lines[first] = lexicon.affiliation(&lexicon.roles(&lead), &lead).unwrap_or_default().into();
        return lines;
    }
    // The line itself is the change; only whose the deck is stays where it is.
    lines[first] = lexicon.affiliation(&lexicon.roles(&lead), &lead).unwrap_or_default().into();
    lines[last] = format!("{}\n{change}", lines[last]).into();
    lines
}

/// Whether the list below a change is the one that came of it: it lacks each card that goes out, and has each
/// that comes in.
fn is_made(change: &str, below: &[Cow<'_, str>], lexicon: &Lexicon<'_>) -> bool {
    let below: Vec<String> =
        below.iter().filter(|line| line.len() <= MAX_LINE_LENGTH).map(|line| normalize_name(line)).collect();
    let cards = names(change, lexicon);
    // Where the words stand behind the cards, those in front of one are of another.
    if cards.last().is_none_or(|(_, end)| is_direction(&change[*end..], lexicon)) {
        return false;
    }
    let mut from = 0;
    let mut any_out = false;
    let fits = |(start, end): &(usize, usize)| {
        let before = &change[from..*start];
        from = *end;
        let out = |word: &str| word.starts_with('-') || lexicon.words.get(word).contains(&Role::TakesOut);
        let goes_out = before.split_whitespace().any(out);
        any_out |= goes_out;
        let title = normalize_name(&change[*start..*end]);
        below.iter().any(|line| line.contains(&title)) != goes_out
    };
    let all = cards.iter().all(fits);
    all && any_out && cards.len() > 1
}

/// The words of a line that say that it is the list below, or an earlier one, and those that say which cards
/// go out and which come in.
fn change(line: &str, lexicon: &Lexicon<'_>) -> Option<(String, String)> {
    if line.len() > MAX_LINE_LENGTH || line.contains(['?', '\n']) {
        return None;
    }
    let found = names(line, lexicon);
    let (start, end) = (found.first()?.0, found.last()?.1);
    let tail = &line[end..];
    let ends = [". ", "! ", "; ", ": "].iter().filter_map(|mark| tail.find(mark)).min();
    let ends = ends.unwrap_or(tail.trim_end_matches(['.', '!', ';', ':', ' ']).len());
    // `A raus, B rein, sonst die alte Liste:`
    let clause = tail.find(',').filter(|at| says_as_before(&tail[*at..], lexicon));
    let ends = clause.unwrap_or(ends);
    let behind = is_direction(&tail[..ends], lexicon);
    let quiet = tail[..ends].trim().is_empty();
    let from = if behind {
        let letter = line[..start].char_indices().rfind(|(_, c)| c.is_alphabetic());
        letter.map_or(0, |(at, c)| at + c.len_utf8())
    } else {
        last_direction(&line[..start], lexicon)?
    };
    let lead = &line[..from];
    let says = clause.is_some() || says_as_before(lead, lexicon);
    let change = line[from..end + ends].trim_start_matches([',', ' ', ':']);
    (says && (quiet || behind) && found.len() <= MAX_CARDS).then(|| (lead.to_owned(), change.to_owned()))
}

fn says_as_before(text: &str, lexicon: &Lexicon<'_>) -> bool {
    let older = || has_phrase(&words(text), InPlace::Older, lexicon);
    as_before::is_as_before(text, lexicon) || is_of_list_below(text, lexicon) || older()
}

/// Where the last word or sign stands that says whether a card comes or goes.
fn last_direction(text: &str, lexicon: &Lexicon<'_>) -> Option<usize> {
    let role = |role: &Role| matches!(role, Role::TakesOut | Role::PutsIn);
    let mut at = 0;
    let found = text.split_inclusive(char::is_whitespace).filter_map(|word| {
        let counts = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
        let signed = word.strip_prefix(['+', '-']).is_some_and(counts);
        let says = || words(word).iter().any(|word| lexicon.words.get(word).iter().any(role));
        let from = at;
        at += word.len();
        (signed || says()).then_some(from)
    });
    found.last()
}

/// `out`: whether the words behind a card say whether it comes or goes, and nothing else.
fn is_direction(text: &str, lexicon: &Lexicon<'_>) -> bool {
    let role = |role: &Role| matches!(role, Role::TakesOut | Role::PutsIn);
    let says = |word: &str| lexicon.words.get(word).iter().any(role);
    let moves = |word: &str| says(word) || lexicon.words.is(InPlace::Motion, word);
    let words = words(text);
    words.iter().any(|word| says(word)) && words.iter().all(|word| moves(word))
}

/// `the list below but`
fn is_of_list_below(text: &str, lexicon: &Lexicon<'_>) -> bool {
    let roles = lexicon.roles(text);
    let list = words(text).iter().any(|word| {
        [InPlace::List, InPlace::Same, InPlace::Alike].iter().any(|place| lexicon.words.is(*place, word))
    });
    list && roles.has(&Role::StandsHere)
}

/// How many copies a line of the list counts: its first number or its last, else one.
fn copies(line: &str, lexicon: &Lexicon<'_>) -> u32 {
    if line.len() > MAX_LINE_LENGTH || names(line, lexicon).is_empty() {
        return 0;
    }
    let figure = |word: &str| word.trim_matches(|c: char| !c.is_ascii_digit()).parse::<u32>().ok();
    let line = line.trim_start_matches(['>', ' ', '-', '*', '•']);
    let mut ends =
        [line.split_whitespace().next(), line.split_whitespace().next_back()].into_iter().flatten();
    ends.find_map(figure).filter(|n| (1..=4).contains(n)).unwrap_or(1)
}
