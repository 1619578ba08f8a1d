//! What a forum puts around what somebody wrote: buttons, who wrote it, and the quotation they sign with.

use std::borrow::Cow;

use super::lexicon::Lexicon;
use super::moves::names;
use super::phrases::{made_of, words};
use crate::deck::list::{Decklist, UnreadLine};
use crate::deck::words::InPlace;

/// The rows without such lines, and which they were.
pub(super) fn without<'t>(
    rows: Vec<Cow<'t, str>>,
    lexicon: &Lexicon<'_>,
) -> (Vec<Cow<'t, str>>, Vec<UnreadLine>) {
    let mut passed_over = Vec::new();
    let row = |(at, row): (usize, Cow<'t, str>)| {
        if row.len() >= MAX_ROW_LENGTH || !is_of_forum(row.trim(), lexicon) {
            return row;
        }
        passed_over.push(UnreadLine::new(at + 1, row.trim()));
        Cow::from("")
    };
    (rows.into_iter().enumerate().map(row).collect(), passed_over)
}

/// Notes the lines that were passed over.
pub(super) fn note(lines: &[UnreadLine], lists: &mut [Decklist]) {
    if let Some(list) = lists.first_mut() {
        list.passed_over.extend(lines.iter().cloned());
    }
}

/// No such line is longer, in bytes.
const MAX_ROW_LENGTH: usize = 200;

/// Whether a line is such a line.
fn is_of_forum(line: &str, lexicon: &Lexicon<'_>) -> bool {
    is_buttons(line, lexicon) || is_quotation(line, lexicon) || is_member(line, lexicon)
}

/// `Like this · Quote · Report`, `Reply  Like (3)`: whether a line is the buttons below what somebody wrote.
fn is_buttons(line: &str, lexicon: &Lexicon<'_>) -> bool {
    let all = words(line);
    let figure = |word: &&str| word.bytes().all(|b| b.is_ascii_digit());
    let (_, named): (Vec<&str>, Vec<&str>) = all.into_iter().partition(figure);
    named.len() > 1 && named.len() <= MAX_OF_BUTTONS && made_of(&named, &[InPlace::Button], lexicon)
}

/// No such line has more words.
const MAX_OF_BUTTONS: usize = 16;

/// `"Let the Wookiee win." - C-3PO`: whether a line is what somebody says, in quotation marks, and who. A
/// title in such marks is none.
fn is_quotation(line: &str, lexicon: &Lexicon<'_>) -> bool {
    let line = line.trim_start_matches(['-', '*', '~', ' ']);
    let marks = [('"', '"'), ('“', '”'), ('„', '“'), ('»', '«'), ('«', '»'), ('„', '”')];
    marks.into_iter().any(|(open, close)| {
        let Some((quoted, speaker)) = line.strip_prefix(open).and_then(|rest| rest.rsplit_once(close)) else {
            return false;
        };
        let said =
            words(quoted).len() >= MIN_SAID && !lexicon.is_name(quoted.trim_matches(['.', '!', '?', ' ']));
        let speaker = speaker.trim();
        let named = speaker.starts_with(['-', '–', '—', '~', '(']) && speaker.contains(char::is_alphabetic);
        let few = words(speaker).len() <= MAX_OF_SPEAKER && !speaker.contains([',', ';', '\t', '|']);
        said && named && few && quoted.ends_with(['.', '!', '?', '…']) && says_no_cards(line, lexicon)
    })
}

/// Whether a line has neither a card nor a number that may count one.
fn says_no_cards(line: &str, lexicon: &Lexicon<'_>) -> bool {
    let counts = |word: &str| {
        word.contains(|c: char| c.is_ascii_digit() && !word.starts_with(char::is_alphabetic))
            || lexicon.words.number(word).is_some()
    };
    names(line, lexicon).is_empty() && !words(line).into_iter().any(counts)
}

/// The minimum number of words between the marks that are a quotation.
const MIN_SAID: usize = 3;

/// No speaker's name has more words.
const MAX_OF_SPEAKER: usize = 5;

/// `Senior Member, 1,204 posts, Location: Cloud City`: whether a line says who wrote something, in cells that
/// are all a forum's.
fn is_member(line: &str, lexicon: &Lexicon<'_>) -> bool {
    let is = |text: &str| lexicon.words.is(InPlace::Footer, text.trim());
    let of_forum = |cell: &str| {
        let label = cell.split_once(':').is_some_and(|(label, _)| is(label));
        let figures = |n: &str| n.bytes().all(|b| b.is_ascii_digit() || b == b',');
        let number = cell.trim().split_once(' ').is_some_and(|(n, unit)| figures(n) && is(unit));
        label || number || words(cell).len() > 1 && is(cell)
    };
    // `1,204 posts`
    let cells: Vec<&str> = line.split(['|', '\t', '•', '·']).flat_map(|cell| cell.split(", ")).collect();
    cells.len() > 1 && cells.iter().all(|cell| of_forum(cell)) && names(line, lexicon).is_empty()
}
