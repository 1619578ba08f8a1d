//! What the count of a card rests on: its own row says it, or it was inferred from other rows.

use std::collections::BTreeSet;

use super::lexicon::Lexicon;
use super::moves::names;
use super::pieces::{Number, Piece, Shape, cut};
use crate::deck::list::{Count, Decklist, Zone};
use crate::deck::words::Role;

/// No row that says how many of a card there are is longer, in bytes.
const MAX_ROW_LENGTH: usize = 600;

/// Notes the lines whose count of several copies does not stand in the row of its card. Whatever put it there
/// (a column taken for counts, a count of each, a total), it is no ground for a certain offence.
pub(super) fn note(raw: &[&str], lists: &mut [Decklist], lexicon: &Lexicon<'_>) {
    for list in lists {
        let inferred = |line: usize, count: u32| {
            raw.get(line.wrapping_sub(1)).is_none_or(|row| !says(row, count, lexicon))
        };
        let several = list.entries.iter().filter(|e| e.zone != Zone::Affiliation);
        let lines: BTreeSet<usize> = several
            .filter(|e| matches!(e.count, Count::Of(count @ 2..) if inferred(e.line, count)))
            .map(|e| e.line)
            .collect();
        list.doubts.inferred_counts = lines;
    }
}

/// Whether a row says a count: as a number or a word, as strokes, or by the number of titles.
fn says(row: &str, count: u32, lexicon: &Lexicon<'_>) -> bool {
    if row.len() > MAX_ROW_LENGTH {
        return true;
    }
    let figures = row.split(|c: char| !c.is_ascii_digit()).any(|part| part.parse() == Ok(count));
    figures || is_sum(row, count) || has_strokes(row, count) || in_words(row, count, lexicon)
}

/// `3+1 Title`: whether a word of the row adds up to the count.
fn is_sum(row: &str, count: u32) -> bool {
    let sum = |word: &str| {
        let parts = word.split('+').map(|part| part.trim_matches(['(', ')', 'x']).parse::<u32>().ok());
        parts.collect::<Option<Vec<u32>>>()?.into_iter().try_fold(0, u32::checked_add)
    };
    row.split_whitespace().any(|word| word.contains('+') && sum(word) == Some(count))
}

fn in_words(row: &str, count: u32, lexicon: &Lexicon<'_>) -> bool {
    let is_count = |piece: &Piece| match piece {
        Piece::Number(Number { value, shape, .. }) => {
            *value == count || matches!(shape, Shape::Between(other) if *other == count)
        }
        _ => false,
    };
    let roles = lexicon.roles(row);
    roles.any(|role| *role == Role::Number(count) || *role == Role::Playset)
        || cut(row, lexicon).iter().any(is_count)
        || u32::try_from(names(row, lexicon).len()).is_ok_and(|titles| titles >= count)
}

/// Whether `count` equal strokes stand one behind the other, or with blanks between them.
fn has_strokes(row: &str, count: u32) -> bool {
    let mut run: Option<(char, u32)> = None;
    let mut runs = BTreeSet::new();
    // Of letters, only those that look like a stroke or a cross.
    let is_stroke = |sign: char| !sign.is_alphanumeric() || matches!(sign, 'I' | 'l' | 'x' | 'X');
    for sign in row.chars().filter(|c| !c.is_whitespace()) {
        run = match run {
            Some((last, length)) if last == sign && is_stroke(sign) => Some((last, length + 1)),
            other => {
                runs.extend(other.map(|(_, length)| length));
                Some((sign, 1))
            }
        };
    }
    runs.extend(run.map(|(_, length)| length));
    runs.contains(&count)
}
