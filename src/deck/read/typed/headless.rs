//! Tables without a head: which column holds the titles, which the counts, and what an empty cell says.

use std::borrow::Cow;

use super::lexicon::{Found, Lexicon};
use super::sizes::{is_whole, most_copies, whole};
use crate::corpus::Game;

/// The minimum number of rows with equally many cells that make a table.
const MIN_ROWS: usize = 5;

/// A column of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Title,
    Count,
    Version,
    Set,
    /// Nothing a check needs.
    Other,
}

/// Rows of one table: where each stands, and its cells.
type Rows<'l> = Vec<(usize, Vec<&'l str>)>;

/// The lines with every row of a table without a head written as a line of a list, where its cells could be
/// misread.
pub(super) fn written<'t>(lines: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let found = ['\t', '|', ';', ','].into_iter().find_map(|cut| table(&lines, cut, lexicon));
    let mut lines = lines;
    for (row, text) in found.unwrap_or_default() {
        lines[row] = text.into();
    }
    lines
}

fn table(lines: &[Cow<'_, str>], cut: char, lexicon: &Lexicon<'_>) -> Option<Vec<(usize, String)>> {
    let all: Rows<'_> = lines
        .iter()
        .enumerate()
        .filter(|(_, l)| l.contains(cut) && l.len() < 400)
        .map(|(n, l)| (n, cells(l, cut)))
        .collect();
    let width = (2..=12).max_by_key(|k| all.iter().filter(|(_, cells)| cells.len() == *k).count())?;
    let rows: Rows<'_> = all.into_iter().filter(|(_, cells)| cells.len() == width).collect();
    let names = |column: usize| rows.iter().filter(|(_, cells)| lexicon.is_name(cells[column])).count();
    let titles: Vec<usize> =
        (0..width).filter(|c| names(*c) >= MIN_ROWS && names(*c) * 10 >= rows.len() * 6).collect();
    let [title] = titles[..] else { return None };
    let numeric: Vec<usize> = (0..width).filter(|c| *c != title && is_numeric(*c, &rows)).collect();
    let sets: Vec<usize> =
        numeric.iter().copied().filter(|c| holds_sets(*c, title, &rows, lexicon)).collect();
    let maybe: Vec<usize> =
        numeric.iter().copied().filter(|c| !sets.contains(c) && may_count(*c, &rows, lexicon)).collect();
    let letters = (0..width).any(|c| c != title && is_of_letters(c, &rows));
    let gaps = maybe.iter().any(|c| rows.iter().any(|(_, cells)| cells[*c].is_empty()));
    // What the lines say by themselves needs no table.
    if maybe.is_empty() || numeric.len() - sets.len() < 2 && !gaps && !letters {
        return None;
    }
    let counts = column_of_counts(&maybe, &rows, lexicon);
    let columns: Vec<Column> = (0..width)
        .map(|c| match counts {
            _ if c == title => Column::Title,
            Some(count) if c == count => Column::Count,
            _ if sets.contains(&c) || is_of_codes(c, &rows, lexicon) => Column::Set,
            _ if is_of_versions(c, title, &rows, lexicon) => Column::Version,
            _ => Column::Other,
        })
        .collect();
    let empty = of_empty_cells(counts, &rows, lexicon);
    let row = |(at, cells): &(usize, Vec<&str>)| Some((*at, line(cells, &columns, empty, lexicon)?));
    Some(rows.iter().filter_map(row).collect())
}

/// Whether a column holds a letter in most rows.
fn is_of_letters(column: usize, rows: &Rows<'_>) -> bool {
    rows.iter().filter(|(_, cells)| is_letter(cells[column])).count() * 2 > rows.len()
}

fn is_letter(cell: &str) -> bool {
    cell.len() == 1 && cell.bytes().all(|b| b.is_ascii_alphabetic())
}

/// A row's cells; what stands in quotation marks is one.
fn cells(line: &str, cut: char) -> Vec<&str> {
    let line = line.trim_start_matches(['>', ' ']);
    let line = if cut == '|' { line.trim().trim_start_matches('|').trim_end_matches('|') } else { line };
    let mut quoted = false;
    let parts = line.split(|c: char| {
        quoted ^= c == '"';
        c == cut && !quoted
    });
    parts.map(|cell| cell.trim().trim_matches(['"', '*', '_', ' '])).collect()
}

/// The number in a cell: `2`, `2x`, `x2`.
fn number(cell: &str) -> Option<u32> {
    let figures = cell.trim_matches(['x', 'X', '×', ' ', '(', ')', '[', ']']);
    if figures.is_empty() || figures.len() > 4 || !figures.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    figures.parse().ok()
}

fn is_numeric(column: usize, rows: &Rows<'_>) -> bool {
    let numbers = rows.iter().filter(|(_, cells)| number(cells[column]).is_some()).count();
    let other = rows.iter().filter(|(_, c)| !c[column].is_empty() && number(c[column]).is_none()).count();
    numbers >= 2 && other * 5 <= numbers
}

/// Whether the numbers of a column are those of the titles' sets.
fn holds_sets(column: usize, title: usize, rows: &Rows<'_>, lexicon: &Lexicon<'_>) -> bool {
    let own =
        |cells: &[&str]| number(cells[column]).is_some_and(|n| lexicon.sets_of(cells[title]).contains(&n));
    rows.iter().filter(|(_, cells)| own(cells)).count() * 2 > rows.len()
}

/// Whether the numbers of a column are as small as counts.
fn may_count(column: usize, rows: &Rows<'_>, lexicon: &Lexicon<'_>) -> bool {
    let numbers: Vec<u32> = rows.iter().filter_map(|(_, cells)| number(cells[column])).collect();
    let few = numbers.iter().filter(|n| **n <= most_copies(lexicon.game)).count();
    few * 10 >= numbers.len() * 9 && numbers.iter().all(|n| *n <= 9)
}

fn sum(column: usize, rows: &Rows<'_>) -> u32 {
    rows.iter().filter_map(|(_, cells)| number(cells[column])).sum()
}

/// Of the columns that may count, the one whose sum is that of a deck; nothing where several may be meant.
fn column_of_counts(maybe: &[usize], rows: &Rows<'_>, lexicon: &Lexicon<'_>) -> Option<usize> {
    let fits = |column: &&usize| {
        let sum = sum(**column, rows);
        is_whole(sum, lexicon) && !is_whole(sum * 3 / 4, lexicon)
    };
    let whole: Vec<&usize> = maybe.iter().filter(fits).collect();
    match (maybe, &whole[..]) {
        ([one], _) => Some(*one),
        (_, [one]) => Some(**one),
        _ => None,
    }
}

/// What a row says whose cell for the count is empty.
fn of_empty_cells(counts: Option<usize>, rows: &Rows<'_>, lexicon: &Lexicon<'_>) -> &'static str {
    let open = match lexicon.game {
        Game::Lcg => "0/2x ",
        Game::Tcg => "0/4x ",
    };
    let Some(column) = counts else { return open };
    let empty = rows.iter().filter(|(_, cells)| cells[column].is_empty()).count();
    let total = sum(column, rows);
    if is_whole(total, lexicon) {
        // The deck is whole without them: they are the rows of a form that were not filled in.
        "0x "
    } else if total + u32::try_from(empty).unwrap_or(u32::MAX) == whole(lexicon.game) {
        "1x "
    } else {
        open
    }
}

fn is_of_codes(column: usize, rows: &Rows<'_>, lexicon: &Lexicon<'_>) -> bool {
    let codes = rows.iter().filter(|(_, cells)| lexicon.set_code(cells[column]).is_some()).count();
    lexicon.game == Game::Tcg && codes * 10 >= rows.len() * 7
}

/// Whether the letters of a column are versions: with each of them its row's title is a name as the game has
/// it.
fn is_of_versions(column: usize, title: usize, rows: &Rows<'_>, lexicon: &Lexicon<'_>) -> bool {
    let letters: Vec<&(usize, Vec<&str>)> =
        rows.iter().filter(|(_, cells)| !cells[column].is_empty()).collect();
    let exact = |cells: &[&str]| {
        let name = format!("{} ({})", cells[title], cells[column]);
        is_letter(cells[column]) && matches!(lexicon.read(&name), Found::Exact(_))
    };
    !letters.is_empty() && letters.iter().all(|(_, cells)| exact(cells))
}

/// A row as a line of a list; nothing where its title is no card's and no count stands beside it.
fn line(cells: &[&str], columns: &[Column], empty: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let cell = |of: Column| columns.iter().position(|c| *c == of).map(|at| cells[at]);
    let title = cell(Column::Title).filter(|title| title.contains(char::is_alphabetic))?;
    if !lexicon.is_name(title) && lexicon.roles(title).whole() {
        return None;
    }
    let count = match cell(Column::Count).filter(|written| !written.is_empty()) {
        Some(written) => match number(written) {
            Some(n) => format!("{n}x "),
            None => format!("{written} "),
        },
        None => empty.to_owned(),
    };
    let version =
        cell(Column::Version).filter(|v| !v.is_empty()).map(|v| format!(" ({v})")).unwrap_or_default();
    let set = match (lexicon.game, cell(Column::Set).filter(|set| !set.is_empty())) {
        (Game::Lcg, Some(set)) => format!(" #{set}"),
        (Game::Tcg, Some(set)) if lexicon.set_code(set).is_some() => format!(" [{set}]"),
        _ => String::new(),
    };
    Some(format!("{count}{title}{version}{set}"))
}
