//! Rows that say what stood there before: `1x A, ex B`, `A x1 instead of B`; and changes with an arrow:
//! `A -> B`.

use std::borrow::Cow;
use std::ops::Range;

use super::RowAt;
use super::decks::counts;
use super::lexicon::{Found, Lexicon};
use super::line::{self, At, Beside, Had, Item, LineItem, Move, Moves};
use super::moves::{ARROWS, names, read_between};
use super::pieces::Number;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::words::{InPlace, Role};

/// No words that lead to what stood in a row before are more.
const MAX_PHRASE_LENGTH: usize = 4;

/// A row says it once; whoever repeats such words means something else.
const MAX_PHRASES: usize = 3;

/// Nobody names what is no longer there in more words.
const MAX_FORMER_LENGTH: usize = 8;

/// A row without what stood there before.
#[derive(Debug)]
pub(super) struct Former {
    pub(super) row: String,
    /// What stood there.
    former: String,
    /// Whether the words say that one is instead of the other, and so may change a deck that stands above.
    instead: bool,
}

/// `~~A 2~~ -> B 2`: the rows without what is struck out in front of an arrow, and without the arrow.
pub(super) fn without_struck<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let written = |row: &str| {
        let (mark, rest) = STRUCK.iter().find_map(|(open, close)| {
            let rest = row.trim_start_matches(['-', '*', '•', ' ']).strip_prefix(open)?;
            rest.split_once(close)
        })?;
        let behind = ARROWS.iter().find_map(|arrow| rest.trim_start().strip_prefix(arrow))?.trim_start();
        let plain = row.len() <= 200 && !mark.contains('~') && !behind.contains(['~', '?']);
        let is_card = |text: &&str| sole(text, lexicon).is_some_and(|item| is_sure(&item));
        (plain && [mark, behind].iter().all(is_card)).then(|| behind.to_owned())
    };
    rows.into_iter().map(|row| written(&row).map_or(row, Cow::from)).collect()
}

/// What stands around what is struck out.
const STRUCK: [(&str, &str); 4] = [("~~", "~~"), ("[s]", "[/s]"), ("<s>", "</s>"), ("<del>", "</del>")];

/// What a row says that stood there before, behind its own card.
pub(super) fn of(line: &str, lexicon: &Lexicon<'_>) -> Option<Former> {
    if line.len() > 200 {
        return None;
    }
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    for word in line.split_inclusive([' ', '\t']) {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        if let Some(start) = word.find(bare).filter(|_| !bare.is_empty()) {
            words.push(at + start..at + start + bare.len());
        }
        at += word.len();
    }
    let phrases = (1..words.len()).flat_map(|first| {
        let longest = (words.len() - 1).min(first + MAX_PHRASE_LENGTH);
        let words = &words;
        (first..longest).rev().map(move |last| words[first].start..words[last].end)
    });
    let leads = |phrase: &Range<usize>| {
        let phrase = &line[phrase.clone()];
        [InPlace::Instead, InPlace::Formerly].iter().any(|place| lexicon.words.is(*place, phrase))
    };
    phrases.filter(leads).take(MAX_PHRASES).find_map(|phrase| parted(line, phrase, lexicon))
}

fn parted(line: &str, Range { start: from, end: to }: Range<usize>, lexicon: &Lexicon<'_>) -> Option<Former> {
    let phrase = &line[from..to];
    let instead = lexicon.words.is(InPlace::Instead, phrase);
    let ends: &[char] = &[',', ';', ')', ']', '\t', '|'];
    let behind = &line[to..];
    let length = behind.find(ends).unwrap_or(behind.len());
    let former = behind[..length].trim_matches(|c: char| !c.is_alphanumeric());
    let rest = without_own_title(&behind[length..], &line[..from], lexicon);
    let rest = rest.trim_start_matches([')', ']']);
    let words = former.split(' ').count();
    let named = || sole(former, lexicon).is_some_and(|item| is_sure(&item));
    let before = line[..from].trim_end_matches(|c: char| !c.is_alphanumeric());
    // `2 ex A, 2 ex B`: the word is the count's.
    let last = before.rsplit([' ', '\t']).next().unwrap_or_default();
    let count = last.contains(|c: char| c.is_ascii_digit()) && !before.ends_with(')')
        || lexicon.words.number(last).is_some();
    let beside =
        line[before.len()..from].trim().is_empty() && lexicon.words.get(phrase).contains(&Role::Copies);
    let counted =
        count && beside && !instead && sole(before.strip_suffix(last).unwrap_or(before), lexicon).is_some();
    let row = !counted && sole(before, lexicon).is_some_and(|item| is_sure(&item));
    // `instead of A and 2x B`: what stands behind is a row of its own.
    let more = || cards(former, lexicon).count() > 1;
    let says = !former.is_empty() && words <= MAX_FORMER_LENGTH && if instead { !more() } else { named() };
    (row && says && !lexicon.is_name(&line[..to])).then(|| Former {
        row: format!("{before}{rest}"),
        former: line[from..to + length].to_owned(),
        instead,
    })
}

/// `(was A, swapped for B)` behind a row of B: what follows behind what stood there before, without the words
/// that say that the row's own card came for it.
fn without_own_title<'r>(rest: &'r str, before: &str, lexicon: &Lexicon<'_>) -> &'r str {
    let end = rest.find([')', ']']).unwrap_or(rest.len());
    let (clause, behind) = rest.split_at(end);
    let ([(from, to)], [(start, own)]) = (&names(clause, lexicon)[..], &names(before, lexicon)[..]) else {
        return rest;
    };
    let same = normalize_name(&clause[*from..*to]) == normalize_name(&before[*start..*own]);
    let came = lexicon.roles(&clause[..*from]);
    let says = |role: &Role| matches!(role, Role::Change | Role::TakesOut | Role::PutsIn | Role::Filler);
    let plain = came.whole() && came.known.iter().all(|(roles, _)| roles.iter().any(says));
    let ends = clause[*to..].trim().is_empty() && clause.starts_with([',', ';']);
    if same && plain && ends { behind } else { rest }
}

/// The one card of a text, which counts for the deck's size.
fn sole(text: &str, lexicon: &Lexicon<'_>) -> Option<Item> {
    let mut cards = cards(text, lexicon);
    let item = cards.next().filter(|item| counts(item, lexicon) || !is_sure(item))?;
    cards.next().is_none().then_some(item)
}

fn cards(text: &str, lexicon: &Lexicon<'_>) -> impl Iterator<Item = Item> + use<> {
    line::read(text, lexicon).into_iter().filter_map(LineItem::into_card)
}

fn is_sure(item: &Item) -> bool {
    matches!(item.found, Found::Exact(_) | Found::Slip(_))
}

/// Lays what stood there before beside the row's things; below a deck that is whole the row may change it.
pub(super) fn add_former(former: &Former, row: RowAt<'_>, things: &mut Vec<At>, lexicon: &Lexicon<'_>) {
    let RowAt { text: raw, line, before } = row;
    things.push((line, LineItem::Beside(former.former.clone())));
    if !former.instead {
        return;
    }
    let otherwise = things.split_off(before);
    let moves = read_between(raw, &otherwise, lexicon).map(|moves| moves.moves).unwrap_or_default();
    things.push((
        line,
        LineItem::Moves(Moves { text: raw.trim().to_owned(), moves, in_words: true, otherwise }),
    ));
}

/// What stands before the first arrow of a text, and behind it.
fn arrow(text: &str) -> Option<(&str, &str)> {
    ARROWS.iter().filter_map(|sign| text.split_once(sign)).min_by_key(|(before, _)| before.len())
}

/// `A -> B`, `2x A => 2x B; C → D`: cards that go out and others that come in, where each side of an arrow is
/// one card. A line of which that is not plain changes the list all the same.
pub(super) fn by_arrow(raw: &str, lexicon: &Lexicon<'_>) -> Option<LineItem> {
    if raw.len() > 200 || arrow(raw).is_none() {
        return None;
    }
    let parts: Vec<&str> = raw.split([',', ';']).collect();
    let parts = if parts.iter().all(|part| arrow(part).is_some()) { parts } else { vec![raw] };
    let text = raw.trim().to_owned();
    let mut moves = Vec::new();
    let mut plain = true;
    for part in parts {
        let (left, right) = arrow(part)?;
        if ![left, right].iter().all(|side| side.contains(char::is_alphabetic)) {
            return None;
        }
        let sides = [sole(left, lexicon)?, sole(right, lexicon)?];
        // A sign that leads from a heading to a card is no change.
        if !sides.iter().any(is_sure) {
            return None;
        }
        plain &= sides.iter().all(is_sure);
        moves.extend(counted_alike(sides));
    }
    let otherwise = vec![(0, LineItem::Change(text.clone()))];
    Some(if plain {
        LineItem::Moves(Moves { text, moves, in_words: true, otherwise })
    } else {
        LineItem::Change(text)
    })
}

/// `A -> B x2`: a count on one side is that of both.
fn counted_alike([mut out, mut into]: [Item; 2]) -> [Move; 2] {
    let counted = |item: &Item| item.numbers.first().map(|(number, _)| number.clone());
    let share = |number: Number, item: &mut Item| item.numbers.push((number, Beside::Before));
    match (counted(&out), counted(&into)) {
        (Some(number), None) => share(number, &mut into),
        (None, Some(number)) => share(number, &mut out),
        (Some(_), Some(_)) | (None, None) => {}
    }
    let plain = |into: bool, item: Item| Move { into, item, had: Had::Anything };
    [plain(false, out), plain(true, into)]
}
