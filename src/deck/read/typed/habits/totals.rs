//! Totals in brackets that close a row and agree with it, `26 26 29 (= 3)`: they add nothing. Sums with
//! what else their row says, `check: 4 + 4 + 2 = 10 ok. Cheers`: written as the total that they come to.

use std::borrow::Cow;

use super::super::lexicon::Lexicon;
use super::super::moves::names;
use super::super::phrases::{made_of, words};
use super::super::sizes::whole;
use super::super::subtotals;
use crate::deck::words::{InPlace, Opens, Role};

/// No such row is longer, in bytes.
const MAX_ROW_LENGTH: usize = 1_000;

/// The minimum number of numbers in a row that are those of sets.
const MIN_SETS: usize = 3;

/// The minimum number of them behind which their number may stand without a sign.
const MIN_WITHOUT_SIGN: usize = 5;

/// No such total is greater.
const MAX_TOTAL: u32 = 200;

/// The rows without such totals; of numbers alone, one that does not agree in a row of its own.
pub(super) fn without<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    // Where headings say how much stands below them, the terms may be of those.
    let headed = rows.iter().any(|row| is_headed(row, lexicon));
    let sum = |row: &str| if headed { None } else { of_terms(row, lexicon) };
    let written =
        |row: &str| without_total(row, lexicon).or_else(|| sum(row)).or_else(|| corrected(row, lexicon));
    rows.into_iter().map(|row| written(&row).map_or(row, Cow::from)).collect()
}

/// `Rebels (6)`: a row without a card, with a number in brackets at its end.
fn is_headed(row: &str, lexicon: &Lexicon<'_>) -> bool {
    let row = row.trim_end();
    let number = row.strip_suffix([')', ']']).and_then(|row| row.rsplit_once(['(', '[']));
    let is_number = |(_, number): (&str, &str)| number.parse::<u32>().is_ok();
    row.len() <= MAX_SUM_LENGTH && number.is_some_and(is_number) && names(row, lexicon).is_empty()
}

/// `60 lines, I mean cards`: a deck's size with words for what it counts, the one in the place of the other.
fn corrected(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let said = if row.len() <= MAX_SUM_LENGTH { words(row) } else { Vec::new() };
    let [number, unit, replaces @ .., other] = &said[..] else { return None };
    let total: u32 = number.parse().ok().filter(|n| *n >= whole(lexicon.game) && *n <= MAX_TOTAL)?;
    let rows = lexicon.words.is(InPlace::Row, unit) && lexicon.words.get(other).contains(&Role::Cards);
    (rows && made_of(replaces, &[InPlace::Replaces], lexicon)).then(|| format!("total: {total}"))
}

/// `check: 4 + 4 + 2 = 10 ok. Cheers`: the total that terms come to, and what stands behind it.
fn of_terms(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    if row.len() > MAX_SUM_LENGTH || row.contains('\n') || row.matches('=').count() != 1 {
        return None;
    }
    let (before, stated) = row.split_once('=')?;
    let first = before.find(|c: char| c.is_ascii_digit())?;
    let (label, terms) = before.split_at(first);
    let terms: Vec<u32> = terms.split('+').map(term).collect::<Option<_>>()?;
    let stated = stated.trim_start();
    let end = stated.find(|c: char| !c.is_ascii_digit()).unwrap_or(stated.len());
    let total: u32 = stated[..end].parse().ok()?;
    let adds_up = terms.len() > 1 && terms.iter().sum::<u32>() == total;
    let behind = behind_sum(&stated[end..], lexicon)?;
    // `Space: 4 + 4 = 8` is a part of the deck.
    let labels = !lexicon.roles(label).any(is_of_part) && names(label, lexicon).is_empty();
    let plain = words(label).len() <= MAX_OF_LABEL && !label.contains(['?', '\t', '|']);
    // A sum by itself is read where it stands.
    let by_itself = label.trim().is_empty() && behind.is_empty();
    let total = || format!("total: {total}\n{behind}").trim_end().to_owned();
    (adds_up && labels && plain && !by_itself).then(total)
}

/// `4`, `2*4`: a term of a sum.
fn term(text: &str) -> Option<u32> {
    let number = |text: &str| text.trim().parse().ok().filter(|n| *n <= MAX_TOTAL);
    match text.split_once(['x', 'X', '×', '*']) {
        Some((first, second)) => Some(number(first)? * number(second)?),
        None => number(text),
    }
}

/// No row with a sum is longer, in bytes.
const MAX_SUM_LENGTH: usize = 160;

/// Nor has more words in front of it.
const MAX_OF_LABEL: usize = 3;

fn is_of_part(role: &Role) -> bool {
    matches!(role, Role::Heading(Opens::Arena | Opens::Command | Opens::Aside))
}

/// What stands behind a sum, without the unit that it counts, and without a number that a heading has in
/// front, `reserve 7`; nothing where it may be of a part of the deck, or count cards.
fn behind_sum<'r>(text: &'r str, lexicon: &Lexicon<'_>) -> Option<&'r str> {
    let (unit, rest) = text.find(['.', ',', ';', '!']).map_or((text, ""), |at| text.split_at(at));
    let in_words = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    if in_words(unit) || lexicon.roles(unit).any(is_of_part) {
        return None;
    }
    let counted = |role: &Role| matches!(role, Role::Cards | Role::Heading(_) | Role::Filler);
    let unit = unit.trim();
    let unit = if lexicon.roles(unit).any(counted) && lexicon.roles(unit).whole() { "" } else { unit };
    let rest = rest.trim_start_matches(['.', ',', ';', '!', ' ']);
    let bare = without_reserve(rest, lexicon);
    let open = |role: &Role| {
        use Role::{Absent, Change, Either, GoesOn, More, Number, Struck, TakesOut};
        matches!(role, Absent | Change | Either | GoesOn | More | Number(_) | Struck | TakesOut)
    };
    if text.contains('?') || lexicon.roles(text).any(open) {
        return None;
    }
    let clean = !in_words(bare) && names(bare, lexicon).is_empty() && names(unit, lexicon).is_empty();
    clean
        .then_some(if unit.is_empty() { bare } else { text.trim() })
        .filter(|_| unit.is_empty() || bare == rest)
}

/// `reserve 7, …`: a text behind a heading with a number that it begins with.
fn without_reserve<'r>(text: &'r str, lexicon: &Lexicon<'_>) -> &'r str {
    let Some((word, rest)) = text.split_once(' ') else { return text };
    let heads = lexicon.words.get(word).iter().any(|role| matches!(role, Role::Heading(_)));
    let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    if heads && behind.len() < rest.len() { behind.trim_start_matches([',', '.', ';', ' ']) } else { text }
}

fn without_total(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    if row.len() > MAX_ROW_LENGTH || row.contains('\n') {
        return None;
    }
    let brackets = [("(=", ')'), ("[=", ']'), ("(", ')')];
    let (open, close) = brackets.into_iter().find(|(open, _)| row.contains(open))?;
    let (before, bracket) = row.rsplit_once(open)?;
    let (total, behind) = bracket.split_once(close)?;
    let total: u32 = total.trim().parse().ok().filter(|n| *n <= MAX_TOTAL)?;
    // Behind it stands nothing that may count.
    if behind.contains(|c: char| c.is_ascii_digit()) || !names(behind, lexicon).is_empty() {
        return None;
    }
    let (before, behind) = (before.trim_end(), behind.trim_start_matches(['.', ',', ';', ' ']).trim_end());
    let closed = |row: &str| if behind.is_empty() { row.to_owned() } else { format!("{row}\n{behind}") };
    if open == "(" && !names(before, lexicon).is_empty() {
        return None;
    }
    if !names(before, lexicon).is_empty() {
        return (subtotals::counted(before, lexicon) == total).then(|| closed(before));
    }
    let sets = sets(before, lexicon)?;
    let agrees = u32::try_from(sets) == Ok(total);
    // `19 20 25 (26)`: without a sign for it, a number that is no total may be a set, too.
    if open == "(" && !(agrees && sets >= MIN_WITHOUT_SIGN) {
        return None;
    }
    Some(if agrees { closed(before) } else { closed(&format!("{before}\ntotal: {total}")) })
}

/// How many numbers of sets a row ends with, where nothing else stands among them.
fn sets(row: &str, lexicon: &Lexicon<'_>) -> Option<usize> {
    let listed = row.rsplit(|c: char| !(c.is_ascii_digit() || matches!(c, ' ' | ',' | ';' | '/'))).next()?;
    let mut numbers = listed.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty());
    let sets = numbers.clone().count();
    let known = |number: &str| number.parse().is_ok_and(|n| lexicon.objective_of(n).is_some());
    (sets >= MIN_SETS && numbers.all(known)).then_some(sets)
}
