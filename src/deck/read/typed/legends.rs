//! Legends: `* = twice`, `(+ means two copies)`, `bold ones twice`: the mark stands on the rows of which
//! there are several.

use std::borrow::Cow;

use super::lexicon::Lexicon;
use super::sizes::{MAX_COPIES, is_whole, most_copies};
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::code::Code;
use crate::deck::list::{Decklist, ListNote, brief};
use crate::deck::words::{InPlace, Role, Roles};

/// No legend is longer, in bytes.
const MAX_LEGEND_LENGTH: usize = 80;

/// Signs that are marks.
const SIGNS: [char; 10] = ['*', '+', '!', '†', '‡', '§', '°', '#', '^', '~'];

/// The marks that a legend may speak of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Sign(char),
    Letter(char),
    Capitals,
    /// Bold or underlined, which the text may not show.
    Type,
}

/// A legend: its line, what it says, and whether its rows were found.
pub(super) struct Legend {
    line: usize,
    text: String,
    applied: bool,
}

/// The rows with the counts of a legend; where they make no whole deck, it is asked.
pub(super) fn applied<'t>(raw: &[&'t str], lexicon: &Lexicon<'_>) -> (Vec<Cow<'t, str>>, Option<Legend>) {
    let plain = || raw.iter().map(|row| Cow::from(*row)).collect::<Vec<_>>();
    let found = raw.iter().enumerate().find_map(|(at, row)| Some((at, legend(row, lexicon)?)));
    let Some((at, (mark, count))) = found else { return (plain(), None) };
    let text = brief(raw[at].trim());
    let mut total = 0u32;
    let mut marked = 0;
    let mut others = 0;
    let mut bullets = false;
    let rows: Vec<Cow<'t, str>> = raw
        .iter()
        .enumerate()
        .map(|(n, row)| {
            if n == at || row.len() > MAX_LEGEND_LENGTH {
                return if n == at { "".into() } else { Cow::from(*row) };
            }
            if let Some(title) = unmarked(row, mark).filter(|title| lexicon.is_title(title)) {
                marked += 1;
                total = total.saturating_add(count);
                return format!("{count}x {title}").into();
            }
            let copies = super::superseded::copies(row, lexicon);
            others += usize::from(copies > 0);
            bullets |= copies > 0 && leads(row, mark);
            total = total.saturating_add(copies);
            Cow::from(*row)
        })
        .collect();
    // In front of every row, or of one with a count, the sign is a bullet.
    bullets |= others == 0 && raw.iter().enumerate().any(|(n, row)| n != at && leads(row, mark));
    if marked > 0 && is_whole(total, lexicon) && !bullets {
        return (rows, Some(Legend { line: at + 1, text, applied: true }));
    }
    // A sign that stands on no row is none of a legend.
    if (marked == 0 || bullets) && matches!(mark, Mark::Sign(_) | Mark::Letter(_)) {
        return (plain(), None);
    }
    (plain(), Some(Legend { line: at + 1, text, applied: false }))
}

/// Whether a row begins with a sign.
fn leads(row: &str, mark: Mark) -> bool {
    matches!(mark, Mark::Sign(c) if row.trim_start().starts_with(c))
}

/// Notes a legend that was applied, and asks about one that could not be.
pub(super) fn note(legend: Option<&Legend>, lists: &mut [Decklist]) {
    let Some(Legend { line, text, applied }) = legend else { return };
    for list in lists {
        if *applied {
            let text = format!("{text:?} was taken for the count of the rows with its mark (line {line}).");
            list.notes.push(ListNote { code: Code::NameSlip, text });
            continue;
        }
        list.add_question(
            vec![*line],
            format!("{text:?} says how many of some rows there are. Which rows are they?"),
        );
        list.doubts.which_list = true;
    }
}

/// The mark and the count of a line that is a legend.
fn legend(row: &str, lexicon: &Lexicon<'_>) -> Option<(Mark, u32)> {
    let line = row.trim().trim_matches(['(', ')', '[', ']']).trim_end_matches('.');
    if line.len() > MAX_LEGEND_LENGTH
        || line.len() < 4
        || lexicon.is_title(super::trim::without_counts(line))
        || !super::moves::names(line, lexicon).is_empty()
    {
        return None;
    }
    // `ones`, and `en` of another language, are numbers too.
    let fits = |n: &u32| (2..=MAX_COPIES.min(most_copies(lexicon.game))).contains(n);
    let of_word = |role: &Role| role.number().filter(fits);
    let roles = lexicon.roles(line);
    let count = roles.first(of_word).or_else(|| figure(line).filter(fits))?;
    let mark = mark_of(line, &roles, lexicon)?;
    says_nothing_else(&roles, lexicon).then_some((mark, count))
}

/// The mark that a line speaks of.
fn mark_of(line: &str, roles: &Roles<'_>, lexicon: &Lexicon<'_>) -> Option<Mark> {
    let words: Vec<&str> = line
        .split([' ', '=', ':'])
        .map(|word| word.trim_matches(['(', ')', '[', ']', '"', '\'', ',']))
        .filter(|word| !word.is_empty())
        .collect();
    let sign = |word: &str| match word.chars().collect::<Vec<_>>()[..] {
        [c] if SIGNS.contains(&c) => Some(Mark::Sign(c)),
        [c] if c.is_ascii_uppercase() => Some(Mark::Letter(c)),
        _ => None,
    };
    let of_type = |word: &str| {
        let kinds = [
            (InPlace::Capitals, Mark::Capitals),
            (InPlace::Typeface, Mark::Type),
            (InPlace::Star, Mark::Sign('*')),
        ];
        // `Star Wars` speaks of no star.
        let of_name = roles.known.iter().any(|(_, phrase)| {
            phrase.contains(' ') && phrase.split(' ').any(|of| of == normalize_name(word))
        });
        let kind = kinds.into_iter().find(|(place, _)| lexicon.words.is(*place, word));
        kind.filter(|_| !of_name).map(|(_, mark)| mark)
    };
    // `*two copies` below the rows.
    let glued = line.chars().next().filter(|c| matches!(c, '*' | '†' | '‡')).map(Mark::Sign);
    let means = line.contains('=') || words.iter().any(|word| lexicon.words.is(InPlace::Means, word));
    words
        .iter()
        .find_map(|word| of_type(word))
        .or_else(|| words.iter().find_map(|word| sign(word)).filter(|_| means))
        .or(glued)
}

/// Whether a line says nothing but what its mark means.
fn says_nothing_else(roles: &Roles<'_>, lexicon: &Lexicon<'_>) -> bool {
    let known = |word: &String| {
        let places = [InPlace::Means, InPlace::Capitals, InPlace::Typeface, InPlace::Star];
        places.into_iter().any(|place| lexicon.words.is(place, word)) || word.chars().count() == 1
    };
    let plain = |role: &Role| {
        use Role::{Cards, Copies, Each, Filler, Heading, Joins, Number};
        matches!(role, Cards | Copies | Each | Filler | Heading(_) | Joins | Number(_))
    };
    let marks = |phrase: &String| phrase.split(' ').all(|word| known(&word.to_owned()));
    roles.unknown.iter().all(|word| known(word) || is_count(word))
        && roles.known.iter().all(|(roles, phrase)| roles.iter().any(plain) || marks(phrase))
}

/// `2x`.
fn is_count(word: &str) -> bool {
    word.trim_matches(['x', '×']).parse::<u32>().is_ok()
}

/// `2x`: a figure of a legend.
fn figure(line: &str) -> Option<u32> {
    line.split_whitespace().find_map(|word| word.trim_matches(['x', 'X', '×']).parse().ok())
}

/// A row without the mark that it has.
fn unmarked(row: &str, mark: Mark) -> Option<String> {
    let row = row.trim();
    let title = match mark {
        Mark::Sign(c) => {
            let bare = row.trim_end_matches([')', ' ']);
            let behind = bare.strip_suffix(c).map(|rest| rest.trim_end_matches(['(', ' ']));
            behind.or_else(|| row.strip_prefix(c))?
        }
        Mark::Letter(c) => {
            let behind = row.strip_suffix(c).filter(|rest| rest.ends_with([' ', '(']));
            behind.or_else(|| row.strip_prefix(c).filter(|rest| rest.starts_with(' ')))?
        }
        Mark::Capitals => {
            let capitals = !row.contains(char::is_lowercase) && row.contains(char::is_uppercase);
            Some(row).filter(|_| capitals)?
        }
        Mark::Type => ["**", "__", "_", "*"]
            .into_iter()
            .find_map(|sign| row.strip_prefix(sign).and_then(|rest| rest.strip_suffix(sign)))?,
    };
    let title = title.trim().trim_end_matches(['-', '–', ' ']);
    let counted = title.starts_with(|c: char| c.is_ascii_digit());
    (!title.is_empty() && !counted).then(|| title.to_owned())
}
