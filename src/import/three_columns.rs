//! Takes three columns of running text apart that were printed side by side.

use super::columns;
use super::line::Line;

/// Fewer rows than this with words in all three columns are no page of columns.
const ROWS: usize = 5;

/// The minimum width of a page, in characters.
const WIDTH: usize = 75;

/// How far from its column's edge a line may begin.
const SLACK: usize = 1;

/// How much further what goes on below a bullet may begin.
const INSET: usize = 4;

/// The minimum length of a column's lines, on average, in characters.
const FULL: usize = 16;

type Row = [String; 3];

/// Where the two gaps between the columns are.
type Gutters = (usize, usize);

/// Where the first page with three columns has the gaps between them.
pub(super) fn usual<'p>(mut pages: impl Iterator<Item = &'p [(usize, &'p str)]>) -> Option<Gutters> {
    pages.find_map(|page| own(&columns::rows(page)))
}

/// The gaps between the columns of a page that has three by the look of it.
fn own(rows: &[Vec<char>]) -> Option<Gutters> {
    let gutters = gutters(rows)?;
    let parted: Vec<Option<Row>> = rows.iter().map(|row| part(row, gutters)).collect();
    are_columns(rows, &parted).then_some(gutters)
}

/// Whether words stand in all columns of a row.
fn is_full(row: &Row) -> bool {
    row.iter().all(|text| text.trim().chars().count() > 3)
}

/// The lines of a page with three columns, one column behind the other; lines that run across all stand
/// between what is above and below them. None of a page that is set otherwise.
pub(super) fn unfold(page: &[(usize, &str)], usual: Option<Gutters>) -> Option<Vec<Line>> {
    let rows = columns::rows(page);
    let fits = |gutters: &Gutters| {
        let parted = || rows.iter().map(|row| part(row, *gutters));
        parted().all(|row| row.is_some()) && parted().flatten().any(|row| is_full(&row))
    };
    let gutters = own(&rows).or(usual.filter(fits))?;
    let parted: Vec<Option<Row>> = rows.iter().map(|row| part(row, gutters)).collect();
    let mut out: Vec<Line> = Vec::new();
    let mut open: [Vec<Line>; 3] = Default::default();
    for (n, row) in parted.into_iter().enumerate() {
        match row {
            Some(texts) => {
                // The columns' lines may stand at different heights: what is empty beside words is no gap
                // within a sentence.
                let beside = texts.iter().any(|text| !text.trim().is_empty());
                for (column, text) in open.iter_mut().zip(texts) {
                    let line = Line::new(page[n].0, &text, false);
                    column.push(Line { perhaps_blank: beside && line.text.is_empty(), ..line });
                }
            }
            None => {
                columns::flush(&mut out, &mut open);
                out.push(Line::new(page[n].0, page[n].1, false));
            }
        }
    }
    columns::flush(&mut out, &mut open);
    Some(out)
}

/// The two places where most rows have a gap, in the left and in the right half of the page.
fn gutters(rows: &[Vec<char>]) -> Option<Gutters> {
    let mut widths: Vec<usize> = rows.iter().map(Vec::len).filter(|n| *n > 0).collect();
    widths.sort_unstable();
    let width = *widths.get(widths.len() * 9 / 10)?;
    if width < WIDTH {
        return None;
    }
    let is_gap = |row: &Vec<char>, x: usize| [x, x + 1].iter().all(|x| row.get(*x).is_none_or(|c| *c == ' '));
    let open = |x: usize| rows.iter().filter(|row| is_gap(row, x)).count();
    let best = |from: usize, to: usize| (width * from / 100..width * to / 100).max_by_key(|x| (open(*x), *x));
    Some((best(22, 45)?, best(55, 80)?))
}

/// The words of a row in each column; none of a row that runs across.
fn part(row: &[char], (first, second): Gutters) -> Option<Row> {
    let (left, rest) = columns::split(row, first)?;
    let rest: Vec<char> = rest.chars().collect();
    let (middle, right) = columns::split(&rest, second)?;
    Some([left, middle, right])
}

/// Whether running text stands in all three: several rows are full, each column begins at one edge, and many
/// of their lines go on a sentence.
fn are_columns(rows: &[Vec<char>], parted: &[Option<Row>]) -> bool {
    let full: Vec<&Row> = parted.iter().flatten().filter(|row| is_full(row)).collect();
    let across = rows.iter().zip(parted).filter(|(row, part)| !row.is_empty() && part.is_none()).count();
    if full.len() < ROWS || full.len() < across {
        return false;
    }
    let lead = |text: &String| text.chars().take_while(|c| *c == ' ').count();
    // What goes on below a bullet begins at a second edge.
    let at_edge = |column: usize| {
        let leads = || full.iter().map(|row| lead(&row[column]));
        let edge = leads().min().unwrap_or(0) + SLACK;
        let set_in = |at: usize| leads().filter(|lead| *lead == at && *lead > edge).count();
        let second = (edge + 1..=edge + INSET).map(set_in).max().unwrap_or(0);
        (leads().filter(|lead| *lead <= edge).count() + second) * 3 >= full.len() * 2
    };
    let texts = || full.iter().flat_map(|row| row.iter().map(|text| text.trim()));
    let letters: usize = texts().map(|text| text.chars().count()).sum();
    let goes_on = texts().filter(|text| text.starts_with(char::is_lowercase)).count();
    (1..3).all(at_edge) && letters >= FULL * full.len() * 3 && goes_on * 4 >= full.len() * 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_columns_are_read_one_after_the_other() {
        let text = "\
The first column begins     the second goes on with     and a third one stands
with some words of its own  words that end in another   behind both of them on
and goes on to the line     line of its own, where it   the page, as the others
below, which is no end of   stops.                      do. It stops where it
it, and another goes on     A question begins there?    has no more words to
behind it.                  it does.                    say.
";
        let page: Vec<(usize, &str)> = text.lines().enumerate().map(|(n, l)| (n + 1, l)).collect();
        let read: Vec<String> = unfold(&page, None).expect("columns").into_iter().map(|l| l.text).collect();
        assert_eq!(read.len(), 18);
        assert_eq!(read[5..8], ["behind it.", "the second goes on with", "words that end in another"]);
        let table = "\
Watch                       Who looks out               What it costs
First                       Old Tollkeeper              Two lamps
Second                      Young Tollkeeper            One lamp
Third                       Nobody                      Nothing
Fourth                      Everybody                   One rope
Fifth                       Old Tollkeeper              Two ropes
";
        let page: Vec<(usize, &str)> = table.lines().enumerate().map(|(n, l)| (n + 1, l)).collect();
        assert!(unfold(&page, None).is_none());
    }
}
