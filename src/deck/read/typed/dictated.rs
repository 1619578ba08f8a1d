//! Lists that were dictated to a machine: `too` for two, and `comma` spelled out.

use std::borrow::Cow;

use super::lexicon::Lexicon;
use crate::deck::words::{InPlace, Role};

/// The minimum number of spoken commas, or of misheard numbers before titles, that is no coincidence.
const MIN_SAID: usize = 2;

/// No title that was dictated stands in a longer part, in bytes.
const MAX_PART_LENGTH: usize = 200;

/// The lines with commas and full stops that were said aloud as signs, and with the numbers that were
/// misheard.
pub(super) fn written<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let comma = |word: &&str| lexicon.words.is(InPlace::SaidComma, word);
    let said: usize = rows.iter().map(|row| row.split(' ').filter(comma).count()).sum();
    let begins = |row: &&Cow<'_, str>| misheard(row.trim(), lexicon).is_some();
    let rows_misheard = rows.iter().filter(begins).count();
    let sure = said >= MIN_SAID || rows_misheard >= MIN_SAID;
    // `change A`, `to B`
    let change = |role: &Role| matches!(role, Role::Change | Role::TakesOut);
    let changes = || rows.iter().any(|row| lexicon.roles(row).any(change));
    if !sure && (rows_misheard == 0 || changes()) {
        return rows;
    }
    let written = |row: Cow<'t, str>| {
        // One alone may be a word all the same: its count is open.
        if !sure {
            let open = misheard(row.trim(), lexicon).filter(|of| of.count > 1);
            return open.map_or(row, |of| format!("1/{} {}", of.count, of.title).into());
        }
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
        let signs = [(InPlace::SaidComma, ','), (InPlace::SaidStop, '.')];
        let sign = signs.into_iter().find_map(|(of, sign)| lexicon.words.is(of, word).then_some(sign));
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

/// A number that was misheard, and the title behind it.
struct Misheard {
    count: u32,
    title: String,
}

/// `and to Title`: the number that was meant in front of a title.
fn misheard(part: &str, lexicon: &Lexicon<'_>) -> Option<Misheard> {
    if part.len() > MAX_PART_LENGTH {
        return None;
    }
    let words: Vec<&str> = part.split(' ').collect();
    let joins = words.len() > 1 && lexicon.words.get(words[0]).contains(&Role::Joins);
    let at = usize::from(joins);
    let count = words.get(at).and_then(|word| lexicon.words.misheard(word))?;
    let title = words.get(at + 1..).unwrap_or_default().join(" ");
    let bare = title.trim_end_matches(['.', '!']);
    // What is a title with the word is no number: `To Arms`.
    let whole = words[at..].join(" ");
    let known = |title: &str| lexicon.is_title(title);
    if bare.is_empty() || lexicon.is_name(&whole) {
        return None;
    }
    if known(bare) {
        return Some(Misheard { count, title });
    }
    // `Yavin for`: a number of the title was misheard, too.
    let figure = |word: &str| lexicon.words.misheard(word).map_or_else(|| word.to_owned(), |n| n.to_string());
    let title = bare.split(' ').map(figure).collect::<Vec<_>>().join(" ");
    lexicon.is_name(&title).then_some(Misheard { count, title })
}

fn in_numbers(part: &str, lexicon: &Lexicon<'_>) -> String {
    misheard(part, lexicon).map_or_else(|| part.to_owned(), |of| format!("{} {}", of.count, of.title))
}
