//! Forms that are filled in with words: `Title: yes`, `Title - no`, `Title; TRUE`. A row that says no is none
//! of the deck.

use std::borrow::Cow;

use super::lexicon::{Found, Lexicon};
use super::trim::without_counts;
use crate::deck::words::InPlace;

/// The minimum number of rows with an answer that make a form.
const MIN_ROWS: usize = 3;

/// What stands between a row's title and the answer; where nothing but a blank does, last.
const MARKS: [&str; 10] = ["\t", ": ", ":", " = ", " - ", " – ", "; ", ";", ", ", ","];

/// What stands behind the title of a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FormAnswer {
    Yes,
    No,
    /// Nothing, in a column of its own.
    Blank,
    Count,
}

/// The lines with each row that says yes written with a ticked box, and each that says no with an empty one.
pub(super) fn written<'t>(lines: &[&'t str], lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let found: Vec<Option<(&str, FormAnswer)>> = lines.iter().map(|line| answer(line, lexicon)).collect();
    let of = |wanted: FormAnswer| found.iter().flatten().filter(|(_, answer)| *answer == wanted).count();
    let (yes, no, blank, counted) =
        (of(FormAnswer::Yes), of(FormAnswer::No), of(FormAnswer::Blank), of(FormAnswer::Count));
    let answered = yes >= MIN_ROWS && (no > 0 || blank > 0) && counted <= yes;
    let in_figures = counted >= MIN_ROWS && no > 0 && yes == 0;
    let written = |(line, found): (&&'t str, &Option<(&str, FormAnswer)>)| -> Cow<'t, str> {
        match found {
            Some((title, FormAnswer::Yes)) if answered => format!("[x] {title}").into(),
            Some((title, FormAnswer::No | FormAnswer::Blank)) if answered => format!("[ ] {title}").into(),
            Some((title, FormAnswer::No)) if in_figures => format!("0x {title}").into(),
            Some(_) | None => (*line).into(),
        }
    };
    lines.iter().zip(&found).map(written).collect()
}

fn answer<'l>(line: &'l str, lexicon: &Lexicon<'_>) -> Option<(&'l str, FormAnswer)> {
    if line.len() > 120 || !line.contains(char::is_alphabetic) {
        return None;
    }
    let known = |title: &str| {
        let bare = without_counts(title);
        lexicon.is_name(bare) || lexicon.is_name(title) || matches!(lexicon.read(bare), Found::Slip(_))
    };
    let marked = MARKS.iter().find_map(|mark| {
        let (title, word) = line.rsplit_once(mark)?;
        let title = title.trim().trim_start_matches(['-', '*', '•', '>', '|', ' ']);
        let answer = says(word.trim().trim_matches('|').trim(), *mark == "\t", lexicon)?;
        known(title).then_some((title, answer))
    });
    marked.or_else(|| {
        let (title, word) = line.trim().rsplit_once(' ')?;
        let answer = says(word, false, lexicon).filter(|answer| *answer != FormAnswer::Count)?;
        let word = word.contains(char::is_alphabetic);
        (lexicon.is_name(title) && !(word && lexicon.is_name(line.trim()))).then_some((title, answer))
    })
}

fn says(word: &str, cell: bool, lexicon: &Lexicon<'_>) -> Option<FormAnswer> {
    let word = word.trim_matches(['(', ')', '[', ']', '"', '.', '!', ' ']);
    let sign = |signs: &[&str]| signs.contains(&word);
    let figure = word.trim_matches(['x', 'X', '×']);
    if word.is_empty() {
        return cell.then_some(FormAnswer::Blank);
    }
    let is = |place: InPlace| word.contains(char::is_alphabetic) && lexicon.words.is(place, word);
    if figure.len() == 1 && figure.bytes().all(|b| b.is_ascii_digit()) {
        Some(FormAnswer::Count)
    } else if sign(&["+"]) || is(InPlace::Ticked) {
        Some(FormAnswer::Yes)
    } else if sign(&["-", "–", "—", "/"]) || is(InPlace::Unticked) {
        Some(FormAnswer::No)
    } else {
        None
    }
}
