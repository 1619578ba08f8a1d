//! Numbers beside the counts of rows that add nothing: running totals, how many cards a set's copies are,
//! prices; and lines that only add them up.

use std::borrow::Cow;

use super::lexicon::{Found, Lexicon};
use super::moves::names;
use super::sizes::{CARDS_OF_A_SET, MAX_COPIES, is_whole, whole};
use super::superseded::copies;
use super::trim::without_counts;
use crate::deck::list::UnreadLine;
use crate::deck::words::Role;

/// The minimum number of rows with such numbers that is no coincidence.
const MIN_ROWS: usize = 4;

/// A row with a count and a number that may add nothing.
struct SumRow {
    at: usize,
    count: u32,
    number: Beside,
    title: String,
}

/// The number beside a row's count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beside {
    Whole(u32),
    /// With two figures behind a point.
    Price,
}

/// The lines without such numbers, where every row has one and they are all of a kind.
pub(super) fn without<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let found: Vec<SumRow> =
        rows.iter().enumerate().filter_map(|(at, line)| row(at, line, lexicon)).collect();
    let titled = rows.iter().filter(|line| line.len() < 200 && names(line, lexicon).len() == 1).count();
    if found.len() < MIN_ROWS || found.len() < titled {
        return rows;
    }
    let all = |says: &dyn Fn(u32, u32) -> bool| {
        found.iter().all(|row| matches!(row.number, Beside::Whole(n) if says(row.count, n)))
    };
    let prices = found.iter().all(|row| row.number == Beside::Price);
    let cards = all(&|count, n| n == count * CARDS_OF_A_SET)
        || all(&|count, n| n == count * (CARDS_OF_A_SET - 1))
        || all(&|_, n| n == CARDS_OF_A_SET);
    let mut sum = 0;
    let running = found.iter().all(|row| {
        sum += row.count;
        row.number == Beside::Whole(sum)
    });
    if !prices && !running && !cards {
        return rows;
    }
    let mut rows = rows;
    for SumRow { at, count, title, .. } in found {
        rows[at] = format!("{count}x {title}").into();
    }
    rows
}

/// `2 A = 8`: the lines without the running totals behind the counts of some.
pub(super) fn without_running<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let stated = |row: &str| -> Option<(usize, u32)> {
        let (before, behind) = row.rsplit_once('=').filter(|_| row.len() <= MAX_ROW_LENGTH)?;
        let total = behind.trim().parse().ok()?;
        let counted = before.contains(|c: char| c.is_ascii_digit()) && !before.contains(['\n', '=']);
        counted.then_some((before.trim_end().len(), total))
    };
    if !rows.iter().any(|row| stated(row).is_some()) {
        return rows;
    }
    // An affiliation is a card's name, too.
    let counts = |row: &str| {
        let counted = |name: &str| lexicon.counts_for_size(name);
        let read = || lexicon.read(without_counts(row));
        row.len() <= MAX_ROW_LENGTH
            && (!names(row, lexicon).is_empty()
                || matches!(read(), Found::Exact(name) | Found::Slip(name) if counted(&name)))
    };
    let count = |row: &str| if counts(row) { copies(row, lexicon) } else { 0 };
    let mut sum = 0_u32;
    let written = |row: Cow<'t, str>| {
        let (end, total) = stated(&row).map_or((row.len(), None), |(end, total)| (end, Some(total)));
        let own = count(&row[..end]);
        sum = sum.saturating_add(own);
        if own > 0 && Some(sum) == total { row[..end].to_owned().into() } else { row }
    };
    rows.into_iter().map(written).collect()
}

/// No row with a running total is longer, in bytes.
const MAX_ROW_LENGTH: usize = 120;

/// The lines without those that only add up what stands in the others: `3x2 + 4x1 = 10`, `3 doubles, 4
/// singles`. Only where the others have titles; else the numbers may be sets.
///
/// Beside the lines, those left out that might be sets by their numbers.
pub(super) fn without_arithmetic<'t>(
    rows: Vec<Cow<'t, str>>,
    lexicon: &Lexicon<'_>,
) -> (Vec<Cow<'t, str>>, Vec<UnreadLine>) {
    if !rows.iter().any(|row| sum_of(row, lexicon).is_some() || rows_counted(row, lexicon).is_some()) {
        return (rows, Vec::new());
    }
    let titles = |row: &Cow<'_, str>| if row.len() < 400 { names(row, lexicon).len() } else { 0 };
    let titled = rows.iter().map(titles).sum::<usize>();
    if titled <= MIN_ROWS {
        return (rows, Vec::new());
    }
    let copies = |row: &Cow<'_, str>| if titles(row) > 0 { copies(row, lexicon) } else { 0 };
    let each: Vec<u32> = rows.iter().map(copies).filter(|count| *count > 0).collect();
    let counted = each.iter().copied().fold(0, u32::saturating_add);
    let mut left_out = Vec::new();
    let are_there = |of: Vec<(u32, u32)>| {
        of.iter()
            .all(|(rows, times)| usize::try_from(*rows) == Ok(each.iter().filter(|n| *n == times).count()))
    };
    let mut adds_up = |at: usize, row: &str| match sum_of(row, lexicon) {
        _ if rows_counted(row, lexicon).is_some_and(are_there) => true,
        Some(Sum::Said) => true,
        Some(Sum::OfFigures { total, rows }) if total == counted || usize::try_from(rows) == Ok(titled) => {
            left_out.push(UnreadLine::new(at + 1, row));
            true
        }
        Some(Sum::OfFigures { .. }) | None => false,
    };
    let kept = |(at, row): (usize, Cow<'t, str>)| if adds_up(at, &row) { "".into() } else { row };
    let rows = rows.into_iter().enumerate().map(kept).collect();
    (rows, left_out)
}

/// What a line of products and numbers alone is.
enum Sum {
    /// With the total, or in words.
    Said,
    /// Of figures without a total: `3x4, 1x3` may be sets by their numbers, too.
    OfFigures { total: u32, rows: u32 },
}

/// The line as a sum, where it is products and numbers alone, and makes what it says, or a deck's size.
fn sum_of(row: &str, lexicon: &Lexicon<'_>) -> Option<Sum> {
    if row.len() > 80 || !row.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let (sum, stated) = row.split_once('=').map_or((row, None), |(sum, stated)| (sum, Some(stated)));
    let is_cards = |word: &str| lexicon.roles(word).whole();
    let stated: Option<u32> = stated.and_then(|text| {
        let (number, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        number.trim_end_matches('.').parse().ok().filter(|_| rest.is_empty() || is_cards(rest))
    });
    if row.contains('=') && stated.is_none() {
        return None;
    }
    let mut products = false;
    let mut figures = false;
    let mut total = 0u32;
    let mut rows = 0u32;
    for term in sum.split(['+', ',', ';']) {
        let Term { first, times, in_words } = product(term.trim(), lexicon)?;
        products |= times.is_some();
        figures |= !in_words;
        total = total.saturating_add(first * times.unwrap_or(1));
        rows = rows.saturating_add(first);
    }
    if products && stated == Some(total) {
        return Some(Sum::Said);
    }
    let size = is_whole(total, lexicon) && total <= whole(lexicon.game) * 2;
    // `5 doubles` says what it is without another term.
    let sums = products && stated.is_none() && size && (!figures || sum.contains(['+', ',', ';']));
    sums.then_some(if figures { Sum::OfFigures { total, rows } } else { Sum::Said })
}

/// `3 doubles and 4 singles`, or a part of it: of how many rows a line says how often they count.
fn rows_counted(row: &str, lexicon: &Lexicon<'_>) -> Option<Vec<(u32, u32)>> {
    if row.len() > 80 || !row.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let joins = |word: &str| lexicon.words.get(word).contains(&Role::Joins);
    let words = row.split_whitespace().map(|word| if joins(word) { "," } else { word });
    let terms = words.collect::<Vec<_>>().join(" ");
    let of = |term: &str| {
        let term =
            product(term.trim_matches([' ', '.', '!', '(', ')']), lexicon).filter(|term| term.in_words)?;
        Some((term.first, term.times?))
    };
    terms.split([',', ';', '+']).filter(|term| !term.trim().is_empty()).map(of).collect()
}

/// A term of a sum: a number or the product of two.
struct Term {
    first: u32,
    times: Option<u32>,
    in_words: bool,
}

/// `3x2`, `3 * 2`, `3 doubles`, `4`.
fn product(term: &str, lexicon: &Lexicon<'_>) -> Option<Term> {
    let small = |text: &str| text.trim().parse::<u32>().ok().filter(|n| *n <= 100);
    if let Some(number) = small(term) {
        return Some(Term { first: number, times: None, in_words: false });
    }
    if let Some((first, second)) = term.split_once(['x', 'X', '×', '*']) {
        return Some(Term { first: small(first)?, times: Some(small(second)?), in_words: false });
    }
    let (first, word) = term.split_once(' ')?;
    let number = lexicon.words.number(word.trim()).filter(|n| (1..=4).contains(n))?;
    Some(Term { first: small(first)?, times: Some(number), in_words: true })
}

fn row(at: usize, line: &str, lexicon: &Lexicon<'_>) -> Option<SumRow> {
    if line.len() > 120 || line.contains(['\n', '#']) {
        return None;
    }
    let [(from, to)] = names(line, lexicon)[..] else { return None };
    let (before, behind) = (&line[..from], &line[to..]);
    if before.contains(|c: char| c.is_alphabetic() && !matches!(c, 'x' | 'X')) {
        return None;
    }
    let count = |n: &Beside| match n {
        Beside::Whole(n) if (1..=MAX_COPIES).contains(n) => Some(*n),
        Beside::Whole(_) | Beside::Price => None,
    };
    let (before, numbers) = (numbers(before), numbers(behind));
    let (count, number) = match (&before[..], &numbers[..]) {
        ([first], [number]) | ([], [first, number]) => (count(first)?, *number),
        _ => return None,
    };
    let words = behind.replace(|c: char| !c.is_alphabetic(), " ").replace(" x ", " ");
    let quiet = lexicon.roles(&words).unknown.is_empty();
    quiet.then(|| SumRow { at, count, number, title: line[from..to].to_owned() })
}

/// The numbers of a text; one with a point or a comma and two figures behind it is a price.
fn numbers(text: &str) -> Vec<Beside> {
    let figures = text.split(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',')));
    let number = |figure: &str| {
        let figure = figure.trim_matches(['.', ',']);
        let price = figure.split_once(['.', ',']);
        match price {
            Some((_, part)) if part.len() == 2 => Some(Beside::Price),
            Some(_) => None,
            None => figure.parse().ok().map(Beside::Whole),
        }
    };
    figures.filter_map(number).collect()
}
