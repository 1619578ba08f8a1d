//! Marks that each stand for a copy, brought together: `1[x] 2[x] Title` as `[x] [x] Title`, `X X Title` as
//! `XX Title`.

use std::borrow::Cow;

/// No row with marks is longer, in bytes.
const MAX_ROW_LENGTH: usize = 200;

/// No row has more marks.
const MAX_MARKS: usize = 4;

/// The rows with their marks together.
pub(super) fn joined<'t>(raw: &[&'t str]) -> Vec<Cow<'t, str>> {
    let row = |row: &&'t str| {
        let short = row.len() <= MAX_ROW_LENGTH && !row.contains(['\t', '|']);
        let joined = || boxes_without_numbers(row).or_else(|| crosses(row)).or_else(|| in_full(row));
        short.then(joined).flatten().map_or(Cow::from(*row), Cow::from)
    };
    raw.iter().map(row).collect()
}

/// `May It Be w/ You`: the row with the word that a stroke cuts short, which else parts two things.
fn in_full(row: &str) -> Option<String> {
    row.contains(" w/ ").then(|| row.replace(" w/ ", " with "))
}

/// `Title 1[x] 2[ ]`: the row without the numbers of its boxes, which count from one.
fn boxes_without_numbers(row: &str) -> Option<String> {
    let spaced = row.replace("[ ]", "[_]");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let boxed = |word: &str| {
        let (number, mark) = word.split_at_checked(1)?;
        let number: usize = number.parse().ok()?;
        matches!(mark, "[x]" | "[X]" | "[_]" | "☐" | "☑" | "☒" | "□" | "■")
            .then_some((number, mark.to_owned()))
    };
    let numbers: Vec<usize> = words.iter().filter_map(|word| boxed(word)).map(|(number, _)| number).collect();
    let counted = numbers.iter().copied().eq(1..=numbers.len());
    let bare = |word: &&str| boxed(word).map_or_else(|| (*word).to_owned(), |(_, mark)| mark);
    ((2..=MAX_MARKS).contains(&numbers.len()) && counted)
        .then(|| words.iter().map(bare).collect::<Vec<_>>().join(" ").replace("[_]", "[ ]"))
}

/// `X X Title`, `Title x x`: the row with its crosses in one word.
fn crosses(row: &str) -> Option<String> {
    let words: Vec<&str> = row.split_whitespace().collect();
    let cross = |word: &&&str| matches!(**word, "x" | "X");
    let (front, end) = (words.iter().take_while(cross).count(), words.iter().rev().take_while(cross).count());
    let rest = words.get(front..words.len().checked_sub(end)?).filter(|rest| !rest.is_empty())?.join(" ");
    match (front, end) {
        (2..=MAX_MARKS, 0) => Some(format!("{} {rest}", "X".repeat(front))),
        (0, 2..=MAX_MARKS) => Some(format!("{rest} {}", "X".repeat(end))),
        _ => None,
    }
}
