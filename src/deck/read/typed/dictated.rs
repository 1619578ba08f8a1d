//! Lists that were dictated to a machine: `too` for two, and `comma` in so many letters.

use std::borrow::Cow;

use super::lexicon::{Found, Lexicon};
use crate::deck::words::{InPlace, Role};

/// So many commas said aloud are no chance.
const LEAST_COMMAS: usize = 2;

/// The lines with commas and full stops that were said aloud as signs, and with the numbers that were
/// misheard.
pub(super) fn written<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let comma = |word: &&str| lexicon.words.is(InPlace::SaidComma, word);
    let said: usize = rows.iter().map(|row| row.split(' ').filter(comma).count()).sum();
    if said < LEAST_COMMAS {
        return rows;
    }
    let written = |row: Cow<'t, str>| {
        let signs = in_signs(&row, lexicon);
        let parts: Vec<String> = signs.split(", ").map(|part| in_numbers(part, lexicon)).collect();
        let out = parts.join(", ");
        if out == *row { row } else { out.into() }
    };
    rows.into_iter().map(written).collect()
}

fn in_signs(row: &str, lexicon: &Lexicon<'_>) -> String {
    let mut out = String::new();
    for word in row.split(' ').filter(|word| !word.is_empty()) {
        let sign = match () {
            () if lexicon.words.is(InPlace::SaidComma, word) => Some(','),
            () if lexicon.words.is(InPlace::SaidStop, word) => Some('.'),
            () => None,
        };
        match sign {
            Some(sign) if !out.is_empty() => out.push(sign),
            Some(_) => {}
            None if out.is_empty() => out.push_str(word),
            None => {
                out.push(' ');
                out.push_str(word);
            }
        }
    }
    out
}

/// `and to Title`: the number that was meant in front of a title.
fn in_numbers(part: &str, lexicon: &Lexicon<'_>) -> String {
    let words: Vec<&str> = part.split(' ').collect();
    let joins = words.len() > 1 && lexicon.words.get(words[0]).contains(&Role::Joins);
    let at = usize::from(joins);
    let title = words.get(at + 1..).unwrap_or_default().join(" ");
    let title = title.trim_end_matches(['.', '!']);
    let known = || matches!(lexicon.read(title), Found::Exact(_) | Found::Slip(_));
    // What is a title with the word is no number: `To Arms`.
    let whole = words[at..].join(" ");
    let number = words.get(at).and_then(|word| lexicon.words.misheard(word));
    match number.filter(|_| !title.is_empty() && !lexicon.is_name(&whole) && known()) {
        Some(n) => format!("{n} {}", words[at + 1..].join(" ")),
        None => part.to_owned(),
    }
}
