//! Tables on a page, as opposed to columns of running text: their rows are kept whole and flagged.

use std::collections::{BTreeMap, BTreeSet};

use super::block::{self, Block};
use super::line::{Line, Opening};

/// Fewer rows than this with three cells are not a table.
const MIN_ROWS: usize = 3;

/// The note on text from a table.
pub(super) const DOUBT: &str =
    "it stands in a table; are its rows rulings of their own, and which cell is whose?";

/// The rows of a page that form a table: at least three cells each, mostly aligned.
pub(super) fn rows(rows: &[Vec<char>]) -> Option<Vec<usize>> {
    let cells: Vec<Vec<usize>> = rows.iter().map(|row| cells(row)).collect();
    let with = |least: usize| (0..cells.len()).filter(|n| cells[*n].len() >= least).collect::<Vec<usize>>();
    let (apart, found) = (with(2), with(3));
    let aligned = |cell: usize| {
        let at = |n: &usize| cells[*n][cell];
        found.iter().map(|n| found.iter().filter(|m| at(m) == at(n)).count()).max().unwrap_or(0)
    };
    let is_table = found.len() >= MIN_ROWS
        && found.len() * 2 > apart.len()
        && (1..3).all(|cell| aligned(cell) * 3 >= found.len() * 2);
    is_table.then_some(found)
}

/// How far the further lines of a cell may deviate from its column, in characters.
const SLACK: usize = 1;

/// The lines of a page with a table. Each row starts a paragraph with bars between its cells; continuation
/// lines are merged into their cells.
pub(super) fn lines(page: &[(usize, &str)], rows: &[Vec<char>], table: &[usize]) -> Vec<Line> {
    let mut out: Vec<Line> = Vec::new();
    let mut open: Option<(Vec<usize>, Vec<String>)> = None;
    for (n, row) in rows.iter().enumerate() {
        let pieces = pieces(row);
        let column = |columns: &[usize], at: usize| columns.iter().position(|c| c.abs_diff(at) <= SLACK);
        if table.contains(&n) {
            let (columns, texts): (Vec<usize>, Vec<String>) = pieces.into_iter().unzip();
            let text = texts.join(" | ");
            out.push(Line {
                opening: Opening::Paragraph,
                doubt: Some(DOUBT),
                ..Line::new(page[n].0, &text, false)
            });
            open = Some((columns, texts));
            continue;
        }
        let goes_on = open.as_ref().is_some_and(|(columns, _)| {
            let first = pieces.first().and_then(|(at, _)| column(columns, *at));
            (first.is_some_and(|first| first > 0) || pieces.len() > 1)
                && pieces.iter().all(|(at, _)| column(columns, *at).is_some())
        });
        match (&mut open, out.last_mut()) {
            (Some((columns, texts)), Some(line)) if goes_on => {
                for (at, text) in pieces {
                    if let Some(cell) = column(columns, at).and_then(|cell| texts.get_mut(cell)) {
                        *cell = format!("{cell} {text}");
                    }
                }
                line.text = texts.join(" | ");
            }
            _ => {
                open = None;
                out.push(Line::new(page[n].0, page[n].1, false));
            }
        }
    }
    out
}

/// The numbers of the lines of a page that are a table of cards whose cells take several lines, or stand one
/// below the other: under its heads, `Card` and `Ruling`. Which line is of which row is not known.
pub(super) fn wrapped(page: &[(usize, &str)]) -> BTreeSet<usize> {
    let rows: Vec<Vec<char>> = page.iter().map(|(_, text)| text.trim_end().chars().collect()).collect();
    let full: Vec<usize> = (0..rows.len()).filter(|n| !rows[*n].is_empty()).collect();
    let mut found = BTreeSet::new();
    for (at, n) in full.iter().enumerate() {
        let heads = pieces(&rows[*n]).into_iter().map(|(_, text)| text).collect::<Vec<String>>();
        let below = &full[at + 1..];
        let next = below.first().map(|n| page[*n].1.trim());
        match (heads.as_slice(), next) {
            ([card, text], _) if is_head(card, &NAMES) && is_head(text, &TEXTS) => {
                found.extend(in_columns(&rows, below));
            }
            ([card], Some(text)) if is_head(card, &NAMES) && is_head(text, &TEXTS) => {
                // Whatever is repeated, a table is no longer than a page.
                let below = &below[..below.len().min(MOST)];
                let goes_on = |n: &&usize| !block::in_capitals(page[**n].1.trim());
                found.extend(below.iter().skip(1).take_while(goes_on));
            }
            _ => {}
        }
    }
    found.into_iter().map(|n| page[n].0).collect()
}

fn is_head(text: &str, heads: &[&str]) -> bool {
    heads.contains(&block::words(text).as_str())
}

/// Those of the rows, from the first on, that stand in two columns.
fn in_columns(rows: &[Vec<char>], below: &[usize]) -> Vec<usize> {
    let mut times: BTreeMap<usize, usize> = BTreeMap::new();
    for n in below.iter().take(MOST) {
        cells(&rows[*n])
            .into_iter()
            .filter(|at| *at > SLACK)
            .for_each(|at| *times.entry(at).or_default() += 1);
    }
    let Some((edge, _)) = times.into_iter().max_by_key(|(_, times)| *times).filter(|(_, times)| *times > 1)
    else {
        return Vec::new();
    };
    let ends = |row: &[char]| row[..edge.min(row.len())].iter().rposition(|c| *c != ' ').map_or(0, |n| n + 1);
    let is_row = |n: &&usize| {
        let row = &rows[**n];
        let (left, cells) = (ends(row), cells(row));
        left + 1 < edge && cells.iter().all(|at| *at < left.max(1) || at.abs_diff(edge) <= SLACK)
    };
    below.iter().take(MOST).take_while(is_row).copied().collect()
}

/// No table of that sort that stands on one page has more lines.
const MOST: usize = 60;

/// The cells of a row and where each begins.
fn pieces(row: &[char]) -> Vec<(usize, String)> {
    let starts = cells(row);
    let ends = starts.iter().skip(1).copied().chain([row.len()]);
    let text = |(at, end): (&usize, usize)| (*at, row[*at..end].iter().collect::<String>().trim().to_owned());
    starts.iter().zip(ends).map(text).collect()
}

/// Splits a row with bars between its cells.
pub(super) fn row(text: &str) -> Option<Vec<&str>> {
    let text = text.trim();
    let inner = text.strip_prefix('|').unwrap_or(text);
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    let cells: Vec<&str> = inner.split('|').map(str::trim).collect();
    (cells.len() > 1).then_some(cells)
}

/// The number of table rows in these blocks, if one of them is the header of a table of errata.
pub(super) fn rows_of_errata(blocks: &[Block]) -> usize {
    let rows: Vec<Vec<&str>> = blocks.iter().filter_map(|b| row(&b.text)).collect();
    if rows.iter().any(|cells| Columns::of(cells).is_some()) { rows.len() } else { 0 }
}

/// What the column with the names of cards is headed.
const NAMES: [&str; 9] =
    ["card", "card name", "name", "title", "cards", "karte", "kartenname", "carte", "carta"];

/// What the column with what is said of them is headed.
const TEXTS: [&str; 12] = [
    "ruling",
    "rulings",
    "erratum",
    "errata",
    "text",
    "new text",
    "effect",
    "clarification",
    "correction",
    "answer",
    "explanation",
    "should read",
];

/// Which columns of a table of errata hold the name of a card, its number, and what is said of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Columns {
    pub(super) name: usize,
    pub(super) number: Option<usize>,
    pub(super) text: usize,
    count: usize,
}

impl Columns {
    /// Recognizes the columns by a header row: one for the name, one for the correction, and no others except
    /// a number or a set.
    pub(super) fn of(cells: &[&str]) -> Option<Self> {
        const NUMBERS: [&str; 8] = ["no", "number", "nr", "nummer", "n", "num", "card number", "card no"];
        const SETS: [&str; 6] = ["set", "expansion", "product", "edition", "box", "cycle"];
        let heads: Vec<String> = cells.iter().map(|cell| block::words(cell)).collect();
        let at = |all: &[&str]| heads.iter().position(|head| all.contains(&head.as_str()));
        let (name, number, set) = (at(&NAMES)?, at(&NUMBERS), at(&SETS));
        let is_other = |n: &usize| *n != name && Some(*n) != number && Some(*n) != set;
        let others: Vec<usize> = (0..heads.len()).filter(is_other).collect();
        let few = cells.iter().all(|cell| cell.split_whitespace().count() <= 4 && !cell.is_empty());
        match others.as_slice() {
            [text] if few && *text > name => Some(Self { name, number, text: *text, count: cells.len() }),
            _ => None,
        }
    }

    /// Splits a row into what names the card and what is said about it.
    pub(super) fn parted(&self, cells: &[&str]) -> Option<(String, String)> {
        let whole = cells.len() == self.count && !cells[self.name].is_empty() && !cells[self.text].is_empty();
        let others = || cells.iter().enumerate().filter(|(n, _)| *n != self.text).map(|(_, cell)| *cell);
        whole.then(|| (others().collect::<Vec<_>>().join(" "), cells[self.text].to_owned()))
    }
}

/// The start columns of a row's cells, which are at least two spaces apart.
fn cells(row: &[char]) -> Vec<usize> {
    let begins = |n: usize| row[n] != ' ' && (n == 0 || row[n - 1] == ' ' && (n == 1 || row[n - 2] == ' '));
    (0..row.len()).filter(|n| begins(*n)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_on_in_a_cell_is_put_into_it() {
        let text = "No.   Card            Ruling\n1     Old             Pays at\n      Tollkeeper      once.\n2     Pilgrim         Pays late.\nThe end.\n";
        let page: Vec<(usize, &str)> = text.lines().enumerate().map(|(n, l)| (n + 1, l)).collect();
        let rows: Vec<Vec<char>> = text.lines().map(|l| l.chars().collect()).collect();
        let table = super::rows(&rows).expect("a table");
        let read: Vec<String> = lines(&page, &rows, &table).into_iter().map(|l| l.text).collect();
        assert_eq!(
            read,
            [
                "No. | Card | Ruling",
                "1 | Old Tollkeeper | Pays at once.",
                "2 | Pilgrim | Pays late.",
                "The end."
            ]
        );
        let heads = Columns::of(&row(&read[0]).expect("a row")).expect("the heads of errata");
        assert_eq!(
            heads.parted(&row(&read[1]).expect("a row")),
            Some(("1 Old Tollkeeper".to_owned(), "Pays at once.".to_owned()))
        );
        assert_eq!(Columns::of(&["Watch", "Who looks out"]), None);
    }

    #[test]
    fn rows_of_three_cells_are_a_table_and_two_columns_are_none() {
        let read = |text: &str| rows(&text.lines().map(|l| l.chars().collect()).collect::<Vec<_>>());
        let table = "No.   Card            Ruling\n1     Old Tollkeeper  Pays at once.\n2     Pilgrim         Pays late,\n                      or never.\n";
        assert_eq!(read(table), Some(vec![0, 1, 2]));
        let columns = "One column here    and another there\nthat goes on       with words of its own\nto its end.        and ends, too.\n";
        assert_eq!(read(columns), None);
    }
}
