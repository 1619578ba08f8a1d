//! Titles cut short to some of their letters, with the number of their set in brackets: `FotJ (19) 2`.

use std::borrow::Cow;

use super::super::lexicon::Lexicon;
use super::Habit;
use crate::corpus::Game;
use crate::corpus::cards::normalize::normalize_name;

/// No such row is longer, in bytes.
const MAX_ROW_LENGTH: usize = 400;

/// Fewer letters may stand for anything.
const MIN_LETTERS: usize = 3;

/// No title cut short has more words.
const MAX_WORDS: usize = 3;

/// What stands between two cards of a row.
const CUTS: [char; 4] = [',', ';', '|', '\t'];

/// The rows with the titles of the sets whose numbers stand beside their letters.
pub(super) fn written<'t>(
    rows: Vec<Cow<'t, str>>,
    lexicon: &Lexicon<'_>,
    habits: &mut Vec<Habit>,
) -> Vec<Cow<'t, str>> {
    if lexicon.game == Game::Tcg {
        return rows;
    }
    let first = habits.len();
    let mut lost: Vec<(usize, String)> = Vec::new();
    let mut written = |(at, row): (usize, Cow<'t, str>)| {
        if row.len() > MAX_ROW_LENGTH || !row.contains(['(', '[']) {
            return row;
        }
        let before = habits.len();
        let mut full = String::new();
        for item in row.split_inclusive(CUTS) {
            let Some((text, title)) = in_full(item, lexicon) else {
                lost.extend(without_title(item, lexicon).map(|text| (at + 1, text.to_owned())));
                full.push_str(item);
                continue;
            };
            full.push_str(&item.replacen(text, title, 1));
            habits.push(Habit::Letters { line: at + 1, text: text.to_owned(), title: title.to_owned() });
        }
        if habits.len() > before { full.into() } else { row }
    };
    let rows = rows.into_iter().enumerate().map(&mut written).collect();
    // Where others were read so, letters of another title leave it open which of the two is meant.
    if habits.len() > first {
        habits.extend(lost.into_iter().map(|(line, text)| Habit::Open { line, text }));
    }
    rows
}

/// A text in front of the number of a set in brackets, with few words and none of lists, and its set.
fn beside_number<'r, 'l>(item: &'r str, lexicon: &Lexicon<'l>) -> Option<(&'r str, &'l str)> {
    let open = item.find(['(', '['])?;
    let (before, bracket) = item.split_at(open);
    let close = bracket.find([')', ']'])?;
    let number = bracket[1..close].trim().trim_start_matches('#').parse().ok()?;
    let title = lexicon.objective_of(number)?;
    let text = before.trim_start_matches(|c: char| !c.is_alphabetic()).trim_end();
    let text = text.strip_prefix("x ").or_else(|| text.strip_prefix("X ")).unwrap_or(text);
    let short = text.split_whitespace().count() <= MAX_WORDS && !text.is_empty();
    (short && !lexicon.roles(text).whole() && !lexicon.is_title(text)).then_some((text, title))
}

/// Such a text whose letters are not those of the set.
fn without_title<'r>(item: &'r str, lexicon: &Lexicon<'_>) -> Option<&'r str> {
    let (text, title) = beside_number(item, lexicon)?;
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    (letters >= MIN_LETTERS && !runs_through(text, title)).then_some(text)
}

/// The letters of an item in front of the number of a set in brackets, and the title of that set, where they
/// run through it.
fn in_full<'r, 'l>(item: &'r str, lexicon: &Lexicon<'l>) -> Option<(&'r str, &'l str)> {
    let (text, title) = beside_number(item, lexicon)?;
    (text.len() < title.len() && runs_through(text, title)).then_some((text, title))
}

/// Whether the letters of a text, one after the other, run through a title: each word of the text begins with
/// the first letter of a word of the title, and so does each of its capitals.
fn runs_through(text: &str, title: &str) -> bool {
    let mut letters: Vec<(char, bool)> = Vec::new();
    let mut begins = true;
    for c in text.chars() {
        if !c.is_alphanumeric() {
            begins = !matches!(c, '\'' | '’');
            continue;
        }
        letters.extend(c.to_lowercase().map(|small| (small, begins || c.is_uppercase())));
        begins = false;
    }
    let title = normalize_name(title);
    let mut rest = title.split(' ').flat_map(|word| word.chars().enumerate().map(|(at, c)| (c, at == 0)));
    let of_title =
        |(letter, begins): &(char, bool)| rest.any(|(c, first)| c == *letter && (first || !begins));
    letters.len() >= MIN_LETTERS && letters.iter().all(of_title)
}
