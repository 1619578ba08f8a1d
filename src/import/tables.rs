//! Tables among the lines of a page, which are no columns of running text: their rows are kept whole and
//! flagged.

use super::line::{Line, Opening};

/// Fewer rows than this with three cells are no table.
const ROWS: usize = 3;

/// What is told of the words of a table.
pub(super) const DOUBT: &str =
    "it stands in a table; are its rows rulings of their own, and which cell is whose?";

/// The rows of a page that are a table's: three cells or more each, most of them below each other.
pub(super) fn rows(rows: &[Vec<char>]) -> Option<Vec<usize>> {
    let cells: Vec<Vec<usize>> = rows.iter().map(|row| cells(row)).collect();
    let with = |least: usize| (0..cells.len()).filter(|n| cells[*n].len() >= least).collect::<Vec<usize>>();
    let (apart, found) = (with(2), with(3));
    let aligned = |cell: usize| {
        let at = |n: &usize| cells[*n][cell];
        found.iter().map(|n| found.iter().filter(|m| at(m) == at(n)).count()).max().unwrap_or(0)
    };
    let is_table = found.len() >= ROWS
        && found.len() * 2 > apart.len()
        && (1..3).all(|cell| aligned(cell) * 3 >= found.len() * 2);
    is_table.then_some(found)
}

/// A line of a page with a table: each of its rows opens a paragraph.
pub(super) fn marked(line: Line, is_row: bool) -> Line {
    if is_row { Line { opening: Opening::Paragraph, doubt: Some(DOUBT), ..line } } else { line }
}

/// Where the cells of a row begin, two blanks or more between them.
fn cells(row: &[char]) -> Vec<usize> {
    let begins = |n: usize| row[n] != ' ' && (n == 0 || row[n - 1] == ' ' && (n == 1 || row[n - 2] == ' '));
    (0..row.len()).filter(|n| begins(*n)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_three_cells_are_a_table_and_two_columns_are_none() {
        let read = |text: &str| rows(&text.lines().map(|l| l.chars().collect()).collect::<Vec<_>>());
        let table = "No.   Card            Ruling\n1     Old Tollkeeper  Pays at once.\n2     Pilgrim         Pays late,\n                      or never.\n";
        assert_eq!(read(table), Some(vec![0, 1, 2]));
        let columns = "One column here    and another there\nthat goes on       with words of its own\nto its end.        and ends, too.\n";
        assert_eq!(read(columns), None);
    }
}
