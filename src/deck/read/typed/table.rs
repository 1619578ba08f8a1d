//! Tables whose header names the columns: the header rules what a number in a column is.

use std::borrow::Cow;

use super::codes;
use super::lexicon::Lexicon;
use crate::corpus::Game;
use crate::deck::words::{Holds, InPlace};

/// A header: how its line is cut, and what stands in each column.
struct Header {
    cut: char,
    columns: Vec<Option<Holds>>,
    /// The line of the header.
    at: usize,
}

impl Header {
    /// The header where a column of the numbers 1, 2, 3 … down the rows is none of sets.
    fn without_row_numbers(mut self, rows: &[&str]) -> Self {
        let Some(at) = self.columns.iter().position(|holds| *holds == Some(Holds::Set)) else { return self };
        let numbers: Vec<usize> = rows
            .iter()
            .take(MAX_ROWS)
            .map_while(|row| row.contains(self.cut).then(|| cells(row, self.cut)))
            .filter_map(|cells| cells.get(at)?.trim_end_matches('.').parse().ok())
            .collect();
        if numbers.len() >= MIN_NUMBERED && numbers.iter().copied().eq(1..=numbers.len()) {
            self.columns[at] = Some(Holds::Nothing);
        }
        self
    }
}

/// No table of sets has more rows.
const MAX_ROWS: usize = 60;

/// The minimum number of rows numbered one after the other that is no coincidence.
const MIN_NUMBERED: usize = 5;

/// The lines with every row under a header written as a line of a list: count, title, version letter, set.
pub(super) fn by_header<'t>(lines: &[&'t str], lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let mut header: Option<Header> = None;
    let mut out: Vec<Cow<'t, str>> = Vec::with_capacity(lines.len());
    // The affiliations the rows of a table name, and where its header stands.
    let mut affiliations: Vec<(usize, String)> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if let Some(found) = read_header(line, at, lexicon) {
            header = Some(found.without_row_numbers(&lines[at + 1..]));
            out.push("".into());
            continue;
        }
        let Some(of) = &header else {
            out.push((*line).into());
            continue;
        };
        match row(line, of, lexicon) {
            Some((written, affiliation)) => {
                affiliations.extend(affiliation.map(|name| (of.at, name)));
                out.push(written.into());
            }
            None => {
                if !line.contains(of.cut) && !line.trim().is_empty() {
                    header = None;
                }
                out.push((*line).into());
            }
        }
    }
    for (at, name) in &affiliations {
        if affiliations.iter().all(|(other, n)| other != at || n == name) {
            out[*at] = name.clone().into();
        }
    }
    out
}

/// The same of tables whose header names the sets' numbers, or the versions, titles and counts: nothing in
/// them needs to be guessed at by other rows.
pub(super) fn of_sets<'t>(lines: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let known_by = if lexicon.game == Game::Lcg { Holds::Set } else { Holds::Version };
    let names_all = |line: &Cow<'t, str>| {
        let columns = read_header(line, 0, lexicon).map(|header| header.columns).unwrap_or_default();
        [known_by, Holds::Title, Holds::Count].iter().all(|holds| columns.contains(&Some(*holds)))
    };
    let lines = if lexicon.game == Game::Lcg { parted_by_blanks(lines, names_all) } else { lines };
    if !lines.iter().any(names_all) {
        return lines;
    }
    let rows: Vec<&str> = lines.iter().map(AsRef::as_ref).collect();
    by_header(&rows, lexicon).into_iter().map(|row| Cow::from(row.into_owned())).collect()
}

/// The lines with tabs where two blanks and more part the cells, from a header on that then names all
/// columns.
fn parted_by_blanks<'t>(
    lines: Vec<Cow<'t, str>>,
    is_header: impl Fn(&Cow<'t, str>) -> bool,
) -> Vec<Cow<'t, str>> {
    let mut below = false;
    let of = |line: Cow<'t, str>| {
        let parted = line.trim().split("  ").map(str::trim).filter(|cell| !cell.is_empty());
        let cells: Vec<&str> = if line.contains('\t') { Vec::new() } else { parted.collect() };
        if cells.len() < 2 {
            return line;
        }
        let tabbed: Cow<'t, str> = cells.join("\t").into();
        below |= is_header(&tabbed);
        if below { tabbed } else { line }
    };
    lines.into_iter().map(of).collect()
}

fn cells(line: &str, cut: char) -> Vec<&str> {
    let line = line.trim_start_matches(['>', ' ']);
    let line = if cut == '|' { line.trim().trim_start_matches('|').trim_end_matches('|') } else { line };
    let mut quoted = false;
    let parts = line.split(|c: char| {
        quoted ^= c == '"';
        c == cut && !quoted
    });
    let cells: Vec<&str> = parts.collect();
    // A quotation that does not end is none.
    let cells = if quoted { line.split(cut).collect() } else { cells };
    cells.into_iter().map(|cell| cell.trim().trim_matches(['*', '_', '"'])).collect()
}

/// Whether a line names columns, a count's and a title's among them.
fn read_header(line: &str, at: usize, lexicon: &Lexicon<'_>) -> Option<Header> {
    let cut = ['\t', '|', ';', ','].into_iter().find(|cut| line.contains(*cut))?;
    let cells = cells(line, cut);
    let mut columns: Vec<Option<Holds>> = cells.iter().map(|cell| lexicon.words.column(cell)).collect();
    // `Set | Objective | Sets`: beside the set's number, its copies.
    let sets = |cell: &&str| lexicon.words.is(InPlace::CountOfSets, cell);
    if let Some(at) = cells.iter().position(sets)
        && columns.contains(&Some(Holds::Set))
        && !columns.contains(&Some(Holds::Count))
        && columns[at] != Some(Holds::Title)
    {
        columns[at] = Some(Holds::Count);
    }
    // `Set | Copies`: the set's title.
    let lacks = |holds: Holds| !columns.contains(&Some(holds));
    if lacks(Holds::Title)
        && let Some(at) = columns.iter().position(|holds| *holds == Some(Holds::Set))
    {
        columns[at] = Some(Holds::Title);
    }
    let of = |holds: Holds| columns.iter().filter(|c| **c == Some(holds)).count();
    let unknown = columns.iter().zip(&cells).filter(|(c, cell)| c.is_none() && !cell.is_empty()).count();
    let rules = of(Holds::Count) == 1 && of(Holds::Title) == 1 && unknown * 2 <= cells.len();
    (rules && cells.len() < 30).then_some(Header { cut, columns, at })
}

/// A row as a line of a list, and the affiliation it names; nothing when it has not the header's columns.
fn row(line: &str, header: &Header, lexicon: &Lexicon<'_>) -> Option<(String, Option<String>)> {
    if !line.contains(header.cut) {
        return None;
    }
    if let Some(written) = codes::of_table(line, lexicon) {
        return Some((written, None));
    }
    let cells = cells(line, header.cut);
    if cells.len() > header.columns.len() || !line.contains(char::is_alphanumeric) {
        return None;
    }
    let cell = |holds: Holds| {
        let at = header.columns.iter().position(|c| *c == Some(holds))?;
        cells.get(at).copied().filter(|cell| !cell.is_empty())
    };
    let figures = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let count = cell(Holds::Count).map(|n| {
        let strokes = n.bytes().all(|b| matches!(b, b'I' | b'|')).then_some(n.len());
        match lexicon.words.number(n) {
            Some(count) => format!("{count}x "),
            None if figures(n) => format!("{n}x "),
            None => strokes.map_or_else(|| format!("{n} "), |strokes| format!("{strokes}x ")),
        }
    });
    let Some(title) = cell(Holds::Title) else {
        // The row of the total: its word stands in any column.
        let word = cells.iter().find(|cell| cell.contains(char::is_alphabetic));
        return Some((format!("{}: {}", word.unwrap_or(&TOTAL), cell(Holds::Count)?), None));
    };
    let version =
        cell(Holds::Version).filter(|v| v.len() == 1).map(|v| format!(" ({v})")).unwrap_or_default();
    let set = cell(Holds::Set).filter(|_| !is_total(title, lexicon));
    let set = match (lexicon.game, set) {
        (Game::Lcg, Some(set)) if figures(set) => format!(" #{set}"),
        (Game::Tcg, Some(set)) if lexicon.set_code(set).is_some() => format!(" [{set}]"),
        _ => String::new(),
    };
    let written = format!("{}{title}{version}{set}", count.unwrap_or_default());
    Some((written, cell(Holds::Affiliation).map(str::to_owned)))
}

/// What is written in front of a total that stands in its column without a word.
const TOTAL: &str = "total";

/// Whether the words in the title's column announce a total.
fn is_total(title: &str, lexicon: &Lexicon<'_>) -> bool {
    lexicon.roles(title).whole() && !lexicon.is_name(title)
}
