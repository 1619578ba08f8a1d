//! Letters that a scan took for the figures of a number, `3O`, `5l`, `ll5`: written in figures where the
//! other rows, or the other words of the row, have numbers in that place.

use std::borrow::Cow;

use super::lexicon::Lexicon;
use super::trim::without_counts;

/// No longer row, in bytes, is looked at.
const MAX_ROW_LENGTH: usize = 200;

/// The minimum number of other rows with numbers in a place, or of other words of the row that are numbers.
const MIN_NUMBERS: usize = 2;

/// No number of a list has more figures.
const MAX_FIGURES: usize = 3;

/// The lines with figures for such letters.
pub(super) fn in_figures<'t>(lines: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let short = || lines.iter().filter(|line| line.len() <= MAX_ROW_LENGTH).map(|line| cells(line));
    let is_count = |cell: &&str| is_number(cell.trim_end_matches(['x', 'X', '×']));
    let leading = short().filter(|cells| cells.first().is_some_and(is_count)).count();
    let trailing = short().filter(|cells| cells.last().is_some_and(|cell| is_number(cell))).count();
    let places = Places { leads: leading >= MIN_NUMBERS, ends: trailing >= MIN_NUMBERS };
    lines.into_iter().map(|line| written(&line, &places, lexicon).map_or(line, Cow::from)).collect()
}

/// Where the rows of a list have numbers.
struct Places {
    leads: bool,
    ends: bool,
}

/// A line in which each such word is a number, where one is.
fn written(line: &str, places: &Places, lexicon: &Lexicon<'_>) -> Option<String> {
    if line.len() > MAX_ROW_LENGTH
        || lexicon.is_name(line.trim())
        || lexicon.is_name(without_counts(line.trim()))
    {
        return None;
    }
    let cells = cells(line);
    let numbers = cells.iter().filter(|cell| is_number(cell)).count();
    let misread = cells.iter().filter(|cell| figures(cell).is_some()).count();
    // `26, 27, 3O`
    let among = numbers >= MIN_NUMBERS && (numbers + misread) * 2 >= cells.len();
    let last = cells.len().checked_sub(1)?;
    // `l. Title`, `3O | l`, `Title .... l`
    let numbered = ["l.", "l)", "I)"].iter().any(|mark| line.trim_start().starts_with(mark)) && places.leads;
    let others = || cells[..last].iter().all(|cell| is_number(cell) || figures(cell).is_some());
    let ends =
        last > 0 && places.ends && matches!(cells[last], "l" | "I") && (others() || stands_apart(line));
    let is_one = |at: usize| at == 0 && numbered || at == last && ends;
    let mut read = String::with_capacity(line.len());
    let mut from = 0;
    for (at, cell) in cells.iter().enumerate() {
        let start = from + line[from..].find(cell)?;
        let in_place = among || at == 0 && places.leads || at == last && places.ends;
        read += &line[from..start];
        match figures(cell).filter(|_| in_place) {
            Some(figures) => read += &figures,
            None if is_one(at) => read.push('1'),
            None => read += cell,
        }
        from = start + cell.len();
    }
    read += &line[from..];
    (read != line).then_some(read)
}

/// Whether the last letter of a line stands behind what leads to a number: points, the edge of a cell, a gap.
fn stands_apart(line: &str) -> bool {
    let Some(before) = line.trim_end().strip_suffix(['l', 'I']) else { return false };
    let led = before.trim_end_matches(' ');
    before.ends_with("  ") || led.ends_with("..") || led.ends_with(['\t', '|', '…'])
}

/// The words of a line, and what stands in the cells of a table.
fn cells(line: &str) -> Vec<&str> {
    let parts = |c: char| c.is_whitespace() || ",;:()[]/#=.|".contains(c);
    line.split(parts).filter(|cell| !cell.is_empty()).collect()
}

fn is_number(cell: &str) -> bool {
    cell.len() <= MAX_FIGURES && cell.bytes().all(|b| b.is_ascii_digit())
}

/// Whether a word is a number with letters for some of its figures.
pub(super) fn is_misread(word: &str) -> bool {
    figures(word).is_some()
}

/// The number that a word is with figures for the letters that look like them: `ll5`, `lO`, but not the Roman
/// `II`.
fn figures(cell: &str) -> Option<String> {
    let figure = |c: char| match c {
        'O' | 'o' => Some('0'),
        'l' | 'I' => Some('1'),
        c => Some(c).filter(char::is_ascii_digit),
    };
    let sure = cell.contains(|c: char| c.is_ascii_digit()) || cell.len() > 1 && cell.ends_with('O');
    if !sure || cell.len() > MAX_FIGURES || is_number(cell) {
        return None;
    }
    cell.chars().map(figure).collect::<Option<String>>().filter(|figures| !figures.starts_with('0'))
}

#[cfg(test)]
mod tests {
    use super::figures;

    #[test]
    fn letters_that_look_like_figures_are_read_as_such_beside_figures() {
        for (cell, number) in [("3O", "30"), ("5l", "51"), ("ll5", "115"), ("lO", "10"), ("1I", "11")] {
            assert_eq!(figures(cell).as_deref(), Some(number), "{cell}");
        }
        for cell in ["II", "l", "30", "O5", "B1", "to", "LOL", "lo"] {
            assert_eq!(figures(cell), None, "{cell}");
        }
    }
}
