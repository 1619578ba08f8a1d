//! Tables whose rows are not the cards': titles in one row and their counts in the next, and a column for
//! each copy.

use std::borrow::Cow;

use super::lexicon::Lexicon;
use super::sizes::MAX_COPIES;
use crate::deck::words::Holds;

/// The minimum number of titles side by side that are a row of a table.
const MIN_CELLS: usize = 2;

/// No table is wider.
const MAX_CELLS: usize = 100;

/// No table with a column for each copy is wider.
const MAX_COLUMNS: usize = 30;

/// Nobody plays more of a card.
const MAX_COUNT: u32 = 99;

/// The lines with tables written as lines of a list.
pub(super) fn written<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let mut rows = rows;
    for cut in ['\t', '|', ';'] {
        across(&mut rows, cut, lexicon);
    }
    for cut in ['|', '\t', ';', ','] {
        copies(&mut rows, cut, lexicon);
    }
    rows
}

fn cells(line: &str, cut: char) -> Vec<&str> {
    let line = line.trim_start_matches(['>', ' ']).trim_end_matches(['\r', ' ']);
    let line = if cut == '|' { line.trim().trim_start_matches('|').trim_end_matches('|') } else { line };
    line.trim_end_matches('\t').split(cut).map(str::trim).collect()
}

/// Titles in a row, and in the row below as many counts.
fn across(rows: &mut [Cow<'_, str>], cut: char, lexicon: &Lexicon<'_>) {
    for at in 0..rows.len().saturating_sub(1) {
        if rows[at].matches(cut).count() > MAX_CELLS {
            continue;
        }
        let (titles, counts) = (cells(&rows[at], cut), cells(&rows[at + 1], cut));
        let label = |cell: &&str| lexicon.words.column(cell).is_some() && !lexicon.is_name(cell);
        let labelled = counts.first().is_some_and(|cell| lexicon.words.column(cell) == Some(Holds::Count))
            && titles.first().is_some_and(label);
        let from = usize::from(labelled);
        let (Some(titles), Some(counts)) = (titles.get(from..), counts.get(from..)) else { continue };
        let named = titles.iter().filter(|title| lexicon.is_name(title)).count();
        let words = titles.iter().all(|title| number(title).is_none() && !title.is_empty());
        let numbers: Option<Vec<u32>> = counts.iter().map(|cell| number(cell)).collect();
        let Some(numbers) = numbers.filter(|n| n.len() == titles.len()) else { continue };
        let several = titles.len() > MIN_CELLS && numbers.iter().all(|n| (1..=MAX_COPIES).contains(n));
        if titles.len() < MIN_CELLS || !words || named * 3 < titles.len() * 2 && !several {
            continue;
        }
        // Counts of what is no card of this game are no numbers of sets either.
        if named == 0 {
            rows[at + 1] = "".into();
            continue;
        }
        let lines: Vec<String> =
            titles.iter().zip(&numbers).map(|(title, n)| format!("{n}x {title}")).collect();
        rows[at] = lines.join("\n").into();
        rows[at + 1] = "".into();
    }
}

/// The number in a cell: `2`, `2x`.
fn number(cell: &str) -> Option<u32> {
    cell.trim_matches(['x', 'X', '×', '(', ')']).parse().ok().filter(|n| *n <= MAX_COUNT)
}

/// A column for each copy, ticked: `Objective | 1st copy | 2nd copy`.
fn copies(rows: &mut [Cow<'_, str>], cut: char, lexicon: &Lexicon<'_>) {
    let heading = |line: &str| {
        let cells = cells(line, cut);
        if cells.len() >= MAX_COLUMNS {
            return None;
        }
        let of: Vec<usize> =
            (0..cells.len()).filter(|at| lexicon.words.copy_column(cells[*at]).is_some()).collect();
        let in_order = of.iter().enumerate().all(|(n, at)| {
            lexicon.words.copy_column(cells[*at]).is_some_and(|copy| usize::try_from(copy) == Ok(n + 1))
        });
        (of.len() >= 2 && in_order).then_some((of, cells.len()))
    };
    let found = rows.iter().enumerate().find_map(|(at, line)| Some((at, heading(line)?)));
    let Some((head, (of, width))) = found else { return };
    let row = |line: &str| {
        let cells = cells(line, cut);
        let title = cells
            .iter()
            .enumerate()
            .find(|(at, cell)| !of.contains(at) && cell.contains(char::is_alphabetic))?
            .1;
        let ticks: Option<Vec<bool>> =
            of.iter().map(|at| ticked(cells.get(*at).copied().unwrap_or_default())).collect();
        let ticks = ticks.filter(|_| cells.len() <= width && cells.len() > 1)?;
        Some(format!("{}x {title}", ticks.into_iter().filter(|tick| *tick).count()))
    };
    let written: Vec<(usize, String)> = rows
        .iter()
        .enumerate()
        .skip(head + 1)
        .take_while(|(_, line)| line.contains(cut) || line.trim().is_empty())
        .filter_map(|(at, line)| Some((at, row(line)?)))
        .collect();
    let named = written.iter().filter(|(_, line)| lexicon.names_a_card(line)).count();
    if named < MIN_CELLS || named * 2 < written.len() {
        return;
    }
    // The corner may name the affiliation.
    let corner = cells(&rows[head], cut);
    let corner: Vec<&str> = (0..corner.len()).filter(|at| !of.contains(at)).map(|at| corner[at]).collect();
    rows[head] = corner.join(" ").into();
    for (at, line) in written {
        rows[at] = line.into();
    }
}

/// Whether a cell is ticked; nothing where something else stands in it.
fn ticked(cell: &str) -> Option<bool> {
    match cell.trim_matches(['(', ')', '[', ']', ' ']).to_lowercase().as_str() {
        "x" | "xx" | "✓" | "✔" | "☑" | "☒" | "✅" | "1" | "+" | "yes" | "y" | "ja" | "j" | "oui" | "si"
        | "sí" | "tak" => Some(true),
        "" | "-" | "–" | "—" | "/" | "n/a" | "na" | "0" | "no" | "nein" | "non" | "nie" | "☐" | "□" | "." => {
            Some(false)
        }
        _ => None,
    }
}
