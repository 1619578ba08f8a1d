//! Tables in which several lists stand side by side, each with a column of titles and one of counts beside
//! it.

use std::borrow::Cow;
use std::ops::Range;

use super::lexicon::Lexicon;
use super::sizes::MAX_PLAUSIBLE;
use crate::corpus::cards::Side;
use crate::deck::words::Role;

/// The minimum number of titles in a column that is no coincidence.
const MIN_TITLES: usize = 3;

/// No such table has fewer columns, or more.
const COLUMNS: Range<usize> = 4..25;

/// No row of one is longer, in bytes.
const MAX_ROW_LENGTH: usize = 600;

/// A column of titles, and the one of their counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pair {
    title: usize,
    count: usize,
}

/// The lines with each row of such a table written as the lines of its cards.
pub(super) fn written<'t>(lines: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let Some((table, cut, pairs)) = ['|', '\t', ';'].into_iter().find_map(|cut| find(&lines, cut, lexicon))
    else {
        return lines;
    };
    let mut lines = lines;
    let head = cells(&lines[table.start], cut).into_iter().find(|head| names_deck(head, lexicon));
    let head =
        head.filter(|_| !pairs.iter().any(|pair| is_title_row(&lines[table.start], cut, *pair, lexicon)));
    let head = head.map(str::to_owned);
    let start = table.start;
    for line in &mut lines[table] {
        let cells = cells(line, cut);
        let cell = |at: usize| cells.get(at).copied().unwrap_or_default();
        let titled = pairs.iter().filter(|pair| cell(pair.title).contains(char::is_alphabetic));
        let card = |pair: &Pair| match count(cell(pair.count)) {
            Some(count) => format!("{count}x {}", cell(pair.title)),
            None => cell(pair.title).to_owned(),
        };
        *line = titled.map(card).collect::<Vec<_>>().join("\n").into();
    }
    if let Some(head) = head {
        lines[start] = head.into();
    }
    lines
}

/// Whether a card stands in a row's column of titles.
fn is_title_row(line: &str, cut: char, pair: Pair, lexicon: &Lexicon<'_>) -> bool {
    cells(line, cut).get(pair.title).is_some_and(|cell| lexicon.is_name(cell))
}

/// The rows of such a table, how they are cut, and its columns; none of a table that is headed by the sides
/// or affiliations of several decks.
fn find(lines: &[Cow<'_, str>], cut: char, lexicon: &Lexicon<'_>) -> Option<(Range<usize>, char, Vec<Pair>)> {
    let width = |line: &Cow<'_, str>| {
        if line.len() <= MAX_ROW_LENGTH && line.contains(cut) { cells(line, cut).len() } else { 0 }
    };
    let widths: Vec<usize> = lines.iter().map(width).collect();
    let mut from = 0;
    while from < lines.len() {
        let rows = widths[from..].iter().take_while(|width| **width == widths[from]).count();
        let table = from..from + rows;
        if COLUMNS.contains(&widths[from]) {
            let all: Vec<Vec<&str>> = lines[table.clone()].iter().map(|line| cells(line, cut)).collect();
            let pairs = pairs(&all, widths[from], lexicon);
            let above = from.checked_sub(1).map(|at| cells(&lines[at], cut)).unwrap_or_default();
            let decks_of = |row: &[&str]| row.iter().filter(|head| names_deck(head, lexicon)).count();
            let decks = decks_of(&all[0]).max(decks_of(&above));
            if pairs.len() > 1 && decks < 2 {
                return Some((table, cut, pairs));
            }
        }
        from += rows;
    }
    None
}

/// The columns of titles that have one of counts beside them, all on the same side.
fn pairs(rows: &[Vec<&str>], width: usize, lexicon: &Lexicon<'_>) -> Vec<Pair> {
    let titles: Vec<usize> = (0..width).filter(|at| is_of_titles(*at, rows, lexicon)).collect();
    let beside = |count: &dyn Fn(usize) -> Option<usize>| -> Option<Vec<Pair>> {
        let counted = |title: &usize| {
            let count = count(*title).filter(|at| counts_titles(*at, *title, rows))?;
            Some(Pair { title: *title, count })
        };
        titles.iter().map(counted).collect()
    };
    let behind = beside(&|at| Some(at + 1).filter(|at| *at < width));
    behind.or_else(|| beside(&|at| at.checked_sub(1))).unwrap_or_default()
}

fn is_of_titles(at: usize, rows: &[Vec<&str>], lexicon: &Lexicon<'_>) -> bool {
    let worded = rows.iter().map(|row| row[at]).filter(|cell| cell.contains(char::is_alphabetic));
    let (mut all, mut titles) = (0_usize, 0_usize);
    for cell in worded {
        all += 1;
        titles += usize::from(lexicon.is_name(cell) || lexicon.is_title(cell));
    }
    // The head is no title.
    titles >= MIN_TITLES && titles * 3 >= all.saturating_sub(1) * 2
}

/// Whether a count stands beside each title of a column, but for a few.
fn counts_titles(at: usize, title: usize, rows: &[Vec<&str>]) -> bool {
    let titled = || rows.iter().skip(1).filter(|row| row[title].contains(char::is_alphabetic));
    let counted = titled().filter(|row| count(row[at]).is_some()).count();
    counted >= MIN_TITLES && counted + 1 >= titled().count()
}

/// The count that a cell holds, and nothing else.
fn count(cell: &str) -> Option<u32> {
    let figure = cell.trim_matches(['x', 'X', '×', '(', ')', ' ', '*']);
    figure.parse().ok().filter(|n| (1..=MAX_PLAUSIBLE).contains(n))
}

/// Whether a head says whose deck stands below it; neutral cards are in any.
fn names_deck(head: &str, lexicon: &Lexicon<'_>) -> bool {
    let roles = lexicon.roles(head);
    roles.whole() && roles.any(Role::names_deck) && !roles.has(&Role::Side(Side::Neutral))
}

fn cells(line: &str, cut: char) -> Vec<&str> {
    let line = if cut == '|' { line.trim() } else { line.trim_end_matches(['\r', '\n']) };
    let line = match line.strip_prefix('|') {
        Some(rest) if cut == '|' => rest.strip_suffix('|').unwrap_or(rest),
        _ => line,
    };
    line.split(cut).map(|cell| cell.trim().trim_matches(['*', '_', '"'])).collect()
}
