//! Legends: `* = twice`, `(+ means two copies)`, `bold ones twice`: the mark stands on the rows of which
//! there are several.

use std::borrow::Cow;

use super::lexicon::{Found, Lexicon};
use super::sizes::{MOST_COPIES, is_whole, most_copies};
use crate::deck::list::{Decklist, brief};
use crate::deck::words::{InPlace, Role};

/// No legend is longer, in bytes.
const LONGEST_LEGEND: usize = 80;

/// Signs that are marks.
const SIGNS: [char; 10] = ['*', '+', '!', '†', '‡', '§', '°', '#', '^', '~'];

/// The marks that a legend may speak of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Sign(char),
    Letter(char),
    /// In capitals.
    Capitals,
    /// Bold or underlined, which the text may not show.
    Type,
}

/// A legend whose rows were not found: the line, and what it says.
pub(super) struct Unsettled {
    line: usize,
    text: String,
}

/// The rows with the counts of a legend; where they make no whole deck, it is asked.
pub(super) fn applied<'t>(raw: &[&'t str], lexicon: &Lexicon<'_>) -> (Vec<Cow<'t, str>>, Option<Unsettled>) {
    let plain = || raw.iter().map(|row| Cow::from(*row)).collect::<Vec<_>>();
    let found = raw.iter().enumerate().find_map(|(at, row)| Some((at, legend(row, lexicon)?)));
    let Some((at, (mark, count))) = found else { return (plain(), None) };
    let mut total = 0u32;
    let mut marked = 0;
    let rows: Vec<Cow<'t, str>> = raw
        .iter()
        .enumerate()
        .map(|(n, row)| {
            if n == at || row.len() > LONGEST_LEGEND {
                return if n == at { "".into() } else { Cow::from(*row) };
            }
            if let Some(title) = unmarked(row, mark).filter(|title| is_title(title, lexicon)) {
                marked += 1;
                total = total.saturating_add(count);
                return format!("{count}x {title}").into();
            }
            total = total.saturating_add(super::superseded::copies(row, lexicon));
            Cow::from(*row)
        })
        .collect();
    if marked > 0 && is_whole(total, lexicon) {
        return (rows, None);
    }
    // A sign that stands on no row is none of a legend.
    if marked == 0 && matches!(mark, Mark::Sign(_) | Mark::Letter(_)) {
        return (plain(), None);
    }
    (plain(), Some(Unsettled { line: at + 1, text: brief(raw[at].trim()) }))
}

/// Asks about a legend that could not be applied.
pub(super) fn tell(unsettled: Option<&Unsettled>, lists: &mut [Decklist]) {
    let Some(Unsettled { line, text }) = unsettled else { return };
    for list in lists {
        list.ask(vec![*line], format!("{text:?} says how many of some rows there are. Which rows are they?"));
        list.doubts.which_list = true;
    }
}

fn is_title(text: &str, lexicon: &Lexicon<'_>) -> bool {
    matches!(lexicon.read(text), Found::Exact(_) | Found::Slip(_))
}

/// The mark and the count of a line that is a legend.
fn legend(row: &str, lexicon: &Lexicon<'_>) -> Option<(Mark, u32)> {
    let line = row.trim().trim_matches(['(', ')', '[', ']']).trim_end_matches('.');
    if line.len() > LONGEST_LEGEND
        || line.len() < 4
        || is_title(super::changes::without_counts(line), lexicon)
        || !super::moves::names(line, lexicon).is_empty()
    {
        return None;
    }
    // `ones`, and `en` of another language, are numbers too.
    let fits = |n: &u32| (2..=MOST_COPIES.min(most_copies(lexicon.game))).contains(n);
    let of_word = |role: &Role| match role {
        Role::Number(n) => Some(*n).filter(fits),
        _ => None,
    };
    let roles = lexicon.roles(line);
    let count = roles.first(of_word).or_else(|| figure(line).filter(fits))?;
    let words: Vec<&str> = line
        .split([' ', '=', ':'])
        .map(|word| word.trim_matches(['(', ')', '[', ']', '"', '\'', ',']))
        .filter(|word| !word.is_empty())
        .collect();
    let says = |place: InPlace| words.iter().any(|word| lexicon.words.is(place, word));
    let means = line.contains('=') || says(InPlace::Means);
    let sign = |word: &&str| match word.chars().collect::<Vec<_>>()[..] {
        [c] if SIGNS.contains(&c) => Some(Mark::Sign(c)),
        [c] if c.is_ascii_uppercase() => Some(Mark::Letter(c)),
        _ => None,
    };
    let of_type = || {
        let kinds = [
            (InPlace::Capitals, Mark::Capitals),
            (InPlace::Typeface, Mark::Type),
            (InPlace::Star, Mark::Sign('*')),
        ];
        kinds.into_iter().find(|(place, _)| says(*place)).map(|(_, mark)| mark)
    };
    // `*two copies` below the rows.
    let glued = || line.chars().next().filter(|c| matches!(c, '*' | '†' | '‡')).map(Mark::Sign);
    let few = lexicon.roles(line).unknown.len() <= 3;
    of_type()
        .or_else(|| words.iter().find_map(sign).filter(|_| means))
        .or_else(|| glued().filter(|_| few))
        .map(|mark| (mark, count))
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
