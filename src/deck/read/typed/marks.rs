//! Marks that each stand for a copy, brought together: `1[x] 2[x] Title` as `[x] [x] Title`, `X X Title` as
//! `XX Title`, and where most rows have them `Title - - -` as `Title |||`.

use std::borrow::Cow;

use super::lexicon::Lexicon;
use super::moves::names;

/// No row with marks is longer, in bytes.
const MAX_ROW_LENGTH: usize = 200;

/// No row has more marks.
const MAX_MARKS: usize = 4;

/// The rows with their marks together.
pub(super) fn joined<'t>(raw: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let strokes = strokes(&raw, lexicon);
    let row = |(row, strokes): (Cow<'t, str>, Option<String>)| {
        let short = row.len() <= MAX_ROW_LENGTH && !row.contains(['\t', '|']);
        let joined = || boxes_without_numbers(&row).or_else(|| crosses(&row)).or_else(|| in_full(&row));
        let joined = strokes.or_else(|| short.then(joined).flatten());
        joined.map_or(row, Cow::from)
    };
    raw.into_iter().zip(strokes).map(row).collect()
}

/// Signs of which a row has one for each copy.
const SIGNS: [&str; 8] = ["-", "–", "—", "*", "+", "|", "•", "/"];

/// The minimum number of rows with such signs that is no coincidence; of these, as many with several.
const MIN_ROWS: usize = 3;
const MIN_SEVERAL: usize = 2;

/// Of each row that ends with a sign for each copy the row with strokes in their place, where most titles
/// have such signs.
fn strokes(rows: &[Cow<'_, str>], lexicon: &Lexicon<'_>) -> Vec<Option<String>> {
    let none = || vec![None; rows.len()];
    let runs: Vec<Option<Run<'_>>> = rows.iter().map(|row| Run::of(row)).collect();
    let several = |sign: &str| runs.iter().flatten().filter(|run| run.sign == sign && run.count > 1).count();
    let Some(sign) = SIGNS.into_iter().max_by_key(|sign| several(sign)) else { return none() };
    if several(sign) < MIN_SEVERAL {
        return none();
    }
    let written = |run: &Option<Run<'_>>| {
        let Run { title, count, .. } = run.as_ref().filter(|run| run.sign == sign)?;
        lexicon.is_title(title).then(|| format!("{title} {}", "|".repeat(*count)))
    };
    let written: Vec<Option<String>> = runs.iter().map(written).collect();
    let marked = written.iter().flatten().count();
    let titled =
        rows.iter().filter(|row| row.len() <= MAX_ROW_LENGTH && !names(row, lexicon).is_empty()).count();
    if marked >= MIN_ROWS && marked * 2 >= titled { written } else { none() }
}

/// A title and how many of one sign stand behind it, each by itself.
struct Run<'r> {
    title: &'r str,
    sign: &'r str,
    count: usize,
}

impl<'r> Run<'r> {
    fn of(row: &'r str) -> Option<Self> {
        let row = Some(row.trim()).filter(|row| row.len() <= MAX_ROW_LENGTH)?;
        let sign = row.split_whitespace().next_back().filter(|word| SIGNS.contains(word))?;
        let (mut title, mut count) = (row, 0);
        while let Some(rest) = title.strip_suffix(sign).filter(|rest| rest.ends_with(char::is_whitespace)) {
            (title, count) = (rest.trim_end(), count + 1);
        }
        let title = title.trim_end_matches([':', '.', ' ']);
        let plain = title.starts_with(char::is_alphanumeric) && !title.contains(['\t', '|']);
        let counted =
            title.split(' ').next().is_some_and(|word| word.trim_matches(['x', 'X']).parse::<u32>().is_ok());
        (plain && !counted && count <= MAX_MARKS).then_some(Self { title, sign, count })
    }
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
