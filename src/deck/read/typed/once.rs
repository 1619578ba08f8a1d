//! How many titles there are and how many copies of each, said once for all: `5 sets x2`, `5x2`,
//! `five pairs`, `15 cards, 4 each`.

use std::borrow::Cow;

use super::lexicon::{Found, Lexicon};
use super::phrases::words;
use super::sizes::{most_copies, whole};
use super::talk::leads_with_count;
use crate::deck::words::{Opens, Role};

/// No row that says so is longer, in bytes.
const MAX_ROW_LENGTH: usize = 80;

/// The minimum number of titles without a count.
const MIN_TITLES: usize = 5;

/// The rows with such a statement as the count of each, where as many titles have no count as it says.
pub(super) fn written<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let short = |row: &str| row.len() <= MAX_ROW_LENGTH && !row.contains('\n');
    let title = |row: &&Cow<'t, str>| short(row) && !is_counted(row) && is_of_deck(row.trim(), lexicon);
    let says = |row: &str| short(row) && !row.trim().is_empty() && product(row, lexicon).is_some();
    if !rows.iter().any(|row| says(row)) {
        return rows;
    }
    let bare = rows.iter().filter(title).count();
    let each = |row: &str| {
        let (titles, copies, front) = product(row, lexicon).filter(|_| short(row))?;
        let [titles, each] = [titles, copies].map(|n| usize::try_from(n).unwrap_or(usize::MAX));
        // `10 sets, 2 of each`: of all of them together.
        let agrees = (titles == bare || titles == bare.saturating_mul(each)) && bare >= MIN_TITLES;
        agrees.then(|| format!("{front} {copies}x each").trim().to_owned())
    };
    rows.into_iter().map(|row| each(&row).map_or(row, Cow::from)).collect()
}

/// Whether a row is a title that counts for a deck's size.
fn is_of_deck(row: &str, lexicon: &Lexicon<'_>) -> bool {
    match lexicon.read(row) {
        Found::Exact(name) | Found::Slip(name) => lexicon.counts_for_size(&name),
        Found::Open(_) | Found::Lost => false,
    }
}

/// Whether a row has a number in front, or a count behind.
fn is_counted(row: &str) -> bool {
    let last = row.rsplit(' ').next().unwrap_or_default().trim_matches(['x', 'X', '×', '(', ')']);
    leads_with_count(row) || !last.is_empty() && last.bytes().all(|b| b.is_ascii_digit())
}

/// The number of titles, that of copies of each, and what stands in front of them, of a row that says nothing
/// else; together they are a whole deck.
fn product<'r>(row: &'r str, lexicon: &Lexicon<'_>) -> Option<(u32, u32, &'r str)> {
    let normalized = words(row).into_iter().map(str::to_lowercase).collect::<Vec<_>>().join(" ");
    let mut numbers: Vec<u32> = Vec::new();
    let mut others: Vec<&str> = Vec::new();
    for word in normalized.split(' ').flat_map(parts) {
        let number = lexicon.words.number_or_figures(word);
        match number.or_else(|| lexicon.words.total(word)) {
            Some(number) => numbers.push(number),
            None => others.push(word),
        }
    }
    let roles = lexicon.roles(&others.join(" "));
    let most = most_copies(lexicon.game);
    let (titles, copies) = match numbers[..] {
        [titles, copies] => (titles, copies),
        // `10 sets (5 different, 2 each)`
        [all, titles, copies] if titles.checked_mul(copies) == Some(all) => (titles, copies),
        // `15 playsets`
        [titles] if roles.has(&Role::Playset) => (titles, most),
        _ => return None,
    };
    let fitting = (2..=most).contains(&copies) && titles > most;
    let plain = |role: &Role| {
        use Role::{Affiliation, Cards, Copies, Each, Filler, Heading, Joins, Playset, SetNumber, Side};
        let heading = matches!(role, Heading(Opens::Nothing | Opens::Objectives));
        heading
            || matches!(
                role,
                Affiliation(_) | Cards | Copies | Each | Filler | Joins | Playset | SetNumber | Side(_)
            )
    };
    let says =
        (others.is_empty() || roles.whole()) && roles.known.iter().all(|(roles, _)| roles.iter().any(plain));
    let is_deck = titles.saturating_mul(copies) >= whole(lexicon.game);
    let at = row.find(|c: char| c.is_ascii_digit()).or_else(|| first_number(row, lexicon))?;
    (fitting && says && is_deck).then(|| (titles, copies, row[..at].trim_end_matches(['(', ' '])))
}

/// Where the first word stands that is a number.
fn first_number(row: &str, lexicon: &Lexicon<'_>) -> Option<usize> {
    let mut at = 0;
    row.split_inclusive(|c: char| !c.is_alphanumeric()).find_map(|word| {
        let from = at;
        at += word.len();
        let bare = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        let number = lexicon.words.number(bare).or_else(|| lexicon.words.total(bare));
        number.filter(|_| !bare.is_empty()).map(|_| from)
    })
}

/// `5x2` as `5` and `2`, `x2` as `2`; any other word as it is.
fn parts(word: &str) -> Vec<&str> {
    let parts: Vec<&str> = word.split(['x', '×']).filter(|part| !part.is_empty()).collect();
    let figures = |part: &&str| part.bytes().all(|b| b.is_ascii_digit());
    if !parts.is_empty() && parts.iter().all(figures) { parts } else { vec![word] }
}
