//! Tables on a page, as opposed to columns of running text: their rows are kept whole and flagged.

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

/// The cells of a row, with their start columns.
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

/// The columns of a table of errata: card name, number, and correction.
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
        const NAMES: [&str; 9] =
            ["card", "card name", "name", "title", "cards", "karte", "kartenname", "carte", "carta"];
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
