//! Lines that are struck out, and lines that change another line.

use super::lexicon::{Found, Lexicon};
use super::line::Item;
use super::phrases::words;
use super::trim::without_counts;
use crate::deck::words::{InPlace, Role};

/// A line that strikes or changes cards names fewer.
pub(super) const MANY_CARDS: usize = 5;

/// What a line does besides naming cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// It is struck out.
    Struck,
    /// It changes another line, or the list.
    Change,
}

/// Whether a line with these cards is struck out or changes others; one with many cards is a list, and
/// changes none.
pub(super) fn of_line(raw: &str, struck: bool, known: &[&Item], lexicon: &Lexicon<'_>) -> Option<Mark> {
    if struck {
        return Some(Mark::Struck);
    }
    let named: Vec<&str> = known.iter().map(|item| item.text.as_str()).collect();
    let mark = mark(raw, &named, lexicon);
    mark.filter(|mark| *mark != Mark::Change || known.len() < MANY_CARDS)
}

/// What the words and marks of a line make of it; words of the cards it names are none of them.
pub(super) fn mark(line: &str, cards: &[&str], lexicon: &Lexicon<'_>) -> Option<Mark> {
    if is_crossed(line) {
        return Some(Mark::Struck);
    }
    if !lexicon.words.may_mark(line) {
        return None;
    }
    if is_struck(line, lexicon) || is_absent(line, cards, lexicon) {
        return Some(Mark::Struck);
    }
    let rest = cards.iter().fold(line.to_owned(), |rest, card| rest.replace(card, " "));
    lexicon.roles(&rest).has(&Role::Change).then_some(Mark::Change)
}

/// `4 Title... wait 2 Title`: of one card counted twice in a line that corrects itself, the later count.
pub(super) fn corrected(items: &[Item]) -> Option<Item> {
    let [first, .., last] = items else { return None };
    let known = |item: &Item| matches!(item.found, Found::Exact(_) | Found::Slip(_));
    let same = items.iter().all(|item| item.found == first.found && !item.numbers.is_empty());
    (known(first) && same).then(|| last.clone())
}

/// `xxx 2 Title xxx`: typed over.
fn is_crossed(line: &str) -> bool {
    let line = line.trim();
    let (Some(first), Some(last)) = (line.split_whitespace().next(), line.split_whitespace().last()) else {
        return false;
    };
    let crossed =
        |word: &str| word.chars().count() >= 3 && word.chars().all(|c| matches!(c, 'x' | 'X' | '/'));
    let pair = |word: &str| matches!(word, "xx" | "XX" | "X" | "//");
    let more = line.split_whitespace().count() > 2;
    more && (crossed(first) && first != "///" || crossed(last) && pair(first) || pair(first) && first == last)
}

/// A line whose remark, or whose end, says that it is out.
fn is_struck(line: &str, lexicon: &Lexicon<'_>) -> bool {
    let says = |remark: &str| {
        let roles = lexicon.roles(remark.trim_matches(|c: char| !c.is_alphabetic()));
        let first = roles.known.first().is_some_and(|(roles, _)| roles.contains(&Role::Struck));
        // `1x Title // Other out`: what is out is the other.
        // `(cut?)` asks.
        first && roles.unknown.len() <= 1 && !remark.contains('?') && !lexicon.names_a_card(remark)
    };
    let joints = ["<-", "<=", "←", "//", "--", " - ", " – ", "(", "[", "#", ":", "|", "\t", " * "];
    let remark = joints
        .iter()
        .filter_map(|joint| line.split_once(joint))
        .any(|(before, remark)| before.chars().filter(|c| c.is_alphabetic()).count() > 2 && says(remark));
    if remark || is_ordered_out(line, says, lexicon) {
        return true;
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    (1..=3.min(words.len().saturating_sub(1))).any(|n| {
        let (front, end) = words.split_at(words.len() - n);
        says(&end.join(" "))
            && !lexicon.is_name(without_counts(line))
            && lexicon.is_name(without_counts(&front.join(" ")))
    })
}

/// `2 Title <- no! scrap this one, left it at home`: whether the remark behind an arrow says that its row is
/// out as soon as it says more than no.
fn is_ordered_out(line: &str, says: impl Fn(&str) -> bool, lexicon: &Lexicon<'_>) -> bool {
    let Some((_, remark)) = ["<-", "<=", "←"].iter().find_map(|arrow| line.split_once(arrow)) else {
        return false;
    };
    let is_no = |clause: &&str| words(clause).iter().all(|word| lexicon.words.is(InPlace::Corrects, word));
    let first = remark.split(['!', ',', ';', '.']).find(|clause| !is_no(clause));
    let open = |role: &Role| matches!(role, Role::Either | Role::StandsHere | Role::PutsIn);
    let counts = remark.contains(|c: char| c == '?' || c.is_ascii_digit());
    let moves_others = first.is_some_and(|first| {
        let rest = remark.replacen(first, " ", 1);
        lexicon.roles(&rest).has(&Role::Either) || lexicon.names_a_card(&rest)
    });
    let settled = first.is_some_and(|first| says(first) && !lexicon.roles(first).any(open));
    settled && !counts && !moves_others && remark.len() <= MAX_REMARK_LENGTH
}

/// `not playing X`, `was: 1x X`: words in front of the first card say that the deck does not have it.
fn is_absent(line: &str, cards: &[&str], lexicon: &Lexicon<'_>) -> bool {
    let Some(at) = cards.first().and_then(|card| line.find(card)) else { return false };
    // `2 (was 1) Title`: what the count was.
    let counted = line.trim_start().starts_with(|c: char| c.is_ascii_digit());
    if counted && line[..at].trim_end().ends_with(')') {
        return false;
    }
    let roles = lexicon.roles(&line[..at]);
    // "I have" in front of a whole deck says that it is there.
    let says = |role: &Role| *role == Role::Struck || *role == Role::Absent && cards.len() < MANY_CARDS;
    // The same words may head what was laid aside.
    let known = roles.unknown.iter().all(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    let heads = line[..at].contains(':') && known && roles.any(|role| matches!(role, Role::Heading(_)));
    roles.known.iter().any(|(roles, _)| roles.iter().any(says)) && roles.unknown.len() <= 1 && !heads
}

/// Whether a sign strikes a line out: `❌ 2x Title`, `2x Title ✗`, `~2x Title~`.
pub(super) fn is_signed(line: &str) -> bool {
    const SIGNS: [char; 8] = ['❌', '✗', '✘', '🚫', '⛔', '✖', '❎', '☓'];
    let line = line.trim().trim_end_matches('\u{fe0f}');
    let wrapped = ["~", "-~", "---", "--", "/", "-"].iter().any(|mark| {
        let end: String = mark.chars().rev().collect();
        let inner = line.strip_prefix(mark).and_then(|rest| rest.strip_suffix(end.as_str()));
        inner.is_some_and(|inner| {
            inner.contains(char::is_alphabetic) && !inner.starts_with(['~', '-', '/', '>'])
        })
    });
    wrapped || line.starts_with(SIGNS) || line.ends_with(SIGNS)
}

/// `~~1 Title~~ sold it`: whether a row is struck through, and what stands behind says so, too.
pub(super) fn is_struck_through(line: &str, lexicon: &Lexicon<'_>) -> bool {
    let Some((_, remark)) = line.trim().strip_prefix(STRIKES).and_then(|rest| rest.split_once(STRIKES))
    else {
        return false;
    };
    let roles = lexicon.roles(remark);
    let out = |role: &Role| matches!(role, Role::Struck | Role::TakesOut | Role::Absent);
    let gone = || remark.split_whitespace().any(|word| lexicon.words.is(InPlace::Gone, word));
    let open = roles.any(|role| matches!(role, Role::Either | Role::StandsHere));
    let doubts = remark.contains(|c: char| matches!(c, '?' | '~') || c.is_ascii_digit());
    (roles.any(out) || gone()) && !open && !doubts && !lexicon.names_a_card(remark)
}

/// `~~2 Title~~ no, keep it`: whether words behind what is struck through say that it may not be out.
pub(super) fn is_kept(line: &str, lexicon: &Lexicon<'_>) -> bool {
    let Some((struck, remark)) = line.trim().strip_prefix(STRIKES).and_then(|rest| rest.split_once(STRIKES))
    else {
        return false;
    };
    let open = |role: &Role| matches!(role, Role::Either | Role::StandsHere | Role::PutsIn);
    // `(nah)` says that it is out.
    let words = words(remark);
    let corrects = || words.len() > 1 && words.iter().any(|word| lexicon.words.is(InPlace::Corrects, word));
    let says = remark.contains('?') || corrects() || lexicon.roles(remark).any(open);
    let talks = remark.len() <= MAX_REMARK_LENGTH && says && !lexicon.names_a_card(remark);
    talks && lexicon.names_a_card(struck) && !is_struck_through(line, lexicon)
}

/// No remark on what is struck through is longer, in bytes.
const MAX_REMARK_LENGTH: usize = 120;

/// What strikes through what stands between.
const STRIKES: &str = "~~";

/// `*2 Title`: in a chat the sign of a correction.
pub(super) fn is_starred(line: &str) -> bool {
    let starred = line.trim().strip_prefix('*').filter(|rest| !rest.ends_with('*'));
    starred.is_some_and(|rest| rest.starts_with(char::is_alphanumeric))
}
