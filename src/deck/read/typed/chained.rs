//! Many numbers behind a word with strokes between them, `pods 3 - 91 - 112 - 112`: they part as commas do,
//! and the first number counts nothing.

use std::borrow::Cow;

/// Fewer numbers than this may be a range, a score or a date.
const MIN_NUMBERS: usize = 5;

/// The lines with commas for such strokes.
pub(super) fn written(rows: Vec<Cow<'_, str>>) -> Vec<Cow<'_, str>> {
    rows.into_iter().map(|row| with_commas(&row).map_or(row, Cow::Owned)).collect()
}

/// A line with commas in such a run, which its words stand in front of and behind.
fn with_commas(row: &str) -> Option<String> {
    let words: Vec<&str> = row.split_whitespace().collect();
    let is_number = |word: &str| (1..=3).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_digit());
    let from = words.iter().position(|word| is_number(word)).filter(|from| *from > 0)?;
    let stroke = words.get(from + 1).filter(|word| matches!(**word, "-" | "–" | "—"))?;
    let links = words[from + 1..].chunks(2).take_while(|link| link[0] == *stroke);
    let numbers: Vec<&str> =
        links.map_while(|link| link.get(1).copied().filter(|word| is_number(word))).collect();
    let to = from + 1 + 2 * numbers.len();
    let goes_on = words.get(to).is_some_and(|word| word == stroke);
    (numbers.len() + 1 >= MIN_NUMBERS && !goes_on).then(|| {
        let (front, behind) = (words[..from].join(" "), words[to..].join(" "));
        format!("{front} {}, {} {behind}", words[from], numbers.join(", ")).trim_end().to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strokes_part_many_numbers_behind_a_word() {
        let written = |row: &str| with_commas(row).unwrap_or_default();
        assert_eq!(written("pods  3 - 91 - 112 - 112 - 117, ten"), "");
        assert_eq!(written("pods  3 - 91 - 112 - 112 - 117 all"), "pods 3, 91, 112, 112, 117 all");
        for row in [
            "3 - 91 - 112 - 112 - 117",
            "won 3 - 1 - 0",
            "sets 1 - 2 - 3 - 4 - Yoda",
            "pods 3 - 5 – 7 - 9 - 11",
        ] {
            assert_eq!(written(row), "", "{row}");
        }
    }
}
