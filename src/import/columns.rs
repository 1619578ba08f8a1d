//! Separates two columns of text that are printed side by side.

use std::collections::BTreeMap;

use super::line::Line;
use super::{alone, block, sections, tables};

/// How far a line's own gap may deviate from the usual gutter, in characters.
const SLACK: usize = 6;

/// The lines of a page in reading order. On two-column pages the left column comes before the right one;
/// lines that span both keep their place.
pub(super) fn unfold(page: &[(usize, &str)], usual: Option<usize>) -> Vec<Line> {
    let rows = rows(page);
    let whole = |from: usize, to: usize| (from..to).map(|n| Line::new(page[n].0, page[n].1, false));
    if let Some(table) = tables::rows(&rows) {
        return tables::lines(page, &rows, &table);
    }
    let usual = usual.filter(|usual| fits(&rows, *usual));
    let Some(gutter) = gutter(&rows).or(usual) else { return whole(0, page.len()).collect() };
    let mut sides: Vec<Option<(String, String)>> = rows.iter().map(|row| split(row, gutter)).collect();
    part_tight(&rows, &mut sides);
    for n in (1..rows.len()).filter(|n| stands_between(&rows, *n, gutter)) {
        sides[n] = None;
    }
    let gaps = offset_gaps(&sides);
    let mut out = Vec::new();
    let mut columns: [Vec<Line>; 2] = Default::default();
    for (n, side) in sides.iter().enumerate() {
        let number = page[n].0;
        let [left, right] = &mut columns;
        match side {
            Some((a, b)) => {
                left.extend(gaps[n].0.line(number, a));
                right.extend(gaps[n].1.line(number, b));
            }
            None => {
                let doubt = Some(ACROSS).filter(|_| breaks_off(left, right, sides.get(n + 1)));
                for last in [left.last_mut(), right.last_mut()].into_iter().flatten() {
                    last.doubt = last.doubt.or(doubt);
                }
                flush(&mut out, &mut columns);
                out.extend(whole(n, n + 1).map(|line| Line { doubt, ..line }));
            }
        }
    }
    flush(&mut out, &mut columns);
    out
}

pub(super) fn rows(page: &[(usize, &str)]) -> Vec<Vec<char>> {
    page.iter().map(|(_, t)| t.trim_end().chars().take(2000).collect()).collect()
}

/// The gutter position of most pages of a document.
pub(super) fn usual<'p>(pages: impl Iterator<Item = &'p [(usize, &'p str)]>) -> Option<usize> {
    let mut found: Vec<usize> = pages.filter_map(|page| gutter(&rows(page))).collect();
    found.sort_unstable();
    found.get(found.len() / 2).copied()
}

/// Whether a page with few lines has its columns where the document's other pages have them.
fn fits(rows: &[Vec<char>], gutter: usize) -> bool {
    let sides: Vec<(String, String)> = rows.iter().filter_map(|r| split(r, gutter)).collect();
    sides.iter().any(are_full) && sides.len() == rows.len()
}

/// How to interpret the empty side of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gap {
    /// No gap, or one that certainly separates paragraphs.
    Whole,
    /// An artifact: the columns' lines are vertically offset, so that rows alternate between the columns.
    None,
    /// Ambiguous: the columns start or stop being offset here.
    Perhaps,
}

impl Gap {
    /// The line for a side of a row.
    fn line(self, number: usize, text: &str) -> Option<Line> {
        let perhaps_blank = self == Self::Perhaps;
        (self != Self::None).then(|| Line { perhaps_blank, ..Line::new(number, text, false) })
    }
}

/// Classifies the empty left and right side of each row.
fn offset_gaps(rows: &[Option<(String, String)>]) -> Vec<(Gap, Gap)> {
    let alone = |n: Option<usize>| -> Option<bool> {
        let (left, right) = rows.get(n?)?.as_ref()?;
        let (left, right) = (!left.trim().is_empty(), !right.trim().is_empty());
        (left != right).then_some(left)
    };
    let gap = |n: usize, left: bool| {
        if alone(Some(n)) != Some(!left) {
            return Gap::Whole;
        }
        // The number of adjacent rows, alternating sides, that have text on one side only.
        let other = |at: usize, distance: usize| alone(Some(at)) == Some(left != distance.is_multiple_of(2));
        let before = (1..=3).take_while(|d| n.checked_sub(*d).is_some_and(|at| other(at, *d))).count();
        let after = (1..=3).take_while(|d| other(n + d, *d)).count();
        match (before, after) {
            (0, 0) => Gap::Whole,
            (0, _) | (_, 0) => Gap::Perhaps,
            // A heading between blank lines may happen to alternate with the other column.
            (before, after) if before + after >= 3 && !is_beside_title(rows, n, left) => Gap::None,
            _ => Gap::Perhaps,
        }
    };
    (0..rows.len()).map(|n| (gap(n, true), gap(n, false))).collect()
}

/// Whether a row is a centred section title with nothing beside or above it, so that the columns below are
/// separate from those above.
fn stands_between(rows: &[Vec<char>], n: usize, gutter: usize) -> bool {
    let is_blank = |row: &Vec<char>| row.iter().all(|c| *c == ' ');
    let lead = rows[n].iter().take_while(|c| **c == ' ').count();
    let above = rows[..n].iter().any(|row| !is_blank(row));
    let middle = lead * 3 >= gutter && lead < gutter;
    let title = || rows[n].iter().collect::<String>();
    above && middle && is_blank(&rows[n - 1]) && sections::is_section_title(title().trim())
}

/// Whether a column's gap adjoins a title that is on its own after the end of a sentence.
fn is_beside_title(rows: &[Option<(String, String)>], n: usize, left: bool) -> bool {
    let own = |row: &Option<(String, String)>| {
        row.as_ref().map(|(a, b)| if left { a.trim() } else { b.trim() }.to_owned()).filter(|t| !t.is_empty())
    };
    let is_title = |text: &str| text.split(' ').count() <= 4 && block::in_title_case(text);
    let ended = |text: &str| block::ends_sentence(text) || alone::refers(text);
    let mut above = rows[..n].iter().rev().filter_map(own);
    let (last, before) = (above.next().unwrap_or_default(), above.next().unwrap_or_default());
    let below = rows[n + 1..].iter().find_map(own).unwrap_or_default();
    is_title(&below) && ended(&last) || is_title(&last) && ended(&before)
}

/// The note on a line that spans both columns in the middle of a sentence.
const ACROSS: &str =
    "a line runs across both columns of its page and breaks sentences off; what belongs together there?";

/// Whether the columns end mid-sentence and the sentence continues below the row that ends them.
fn breaks_off(left: &[Line], right: &[Line], next: Option<&Option<(String, String)>>) -> bool {
    let Some(Some((left_next, right_next))) = next else { return false };
    let open =
        |column: &[Line]| column.last().is_some_and(|l| !l.text.is_empty() && !block::ends_sentence(&l.text));
    let goes_on = |text: &str| block::begins_inside(text.trim());
    open(left) && goes_on(left_next) || open(right) && goes_on(right_next)
}

/// Splits rows whose left side fills its column up to a single space before the right one, provided that the
/// neighbouring rows have two columns that begin at the same place.
fn part_tight(rows: &[Vec<char>], sides: &mut [Option<(String, String)>]) {
    let lead = |text: &str| text.chars().take_while(|c| *c == ' ').count();
    let both = |side: &Option<(String, String)>| side.as_ref().is_some_and(are_full);
    let mut edges: BTreeMap<usize, usize> = BTreeMap::new();
    let mut left_edge = usize::MAX;
    for (left, right) in sides.iter().flatten().filter(|sides| are_full(sides)) {
        *edges.entry(lead(right)).or_default() += 1;
        left_edge = left_edge.min(lead(left));
    }
    let mut edges: Vec<(usize, usize)> = edges.into_iter().filter(|(_, times)| *times > 2).collect();
    edges.sort_by_key(|(_, times)| usize::MAX - times);
    for n in 0..rows.len() {
        let row = &rows[n];
        let around = [n.checked_sub(1), Some(n + 1)].into_iter().flatten().filter(|n| *n < rows.len());
        let among = around.clone().all(|n| rows[n].iter().any(|c| *c != ' '))
            && around.into_iter().any(|n| both(&sides[n]));
        let begins = row.iter().take_while(|c| **c == ' ').count();
        if sides[n].is_some() || !among || begins > left_edge.saturating_add(SLACK) {
            continue;
        }
        let starts =
            |x: usize| x > 1 && x < row.len() && row[x] != ' ' && row[x - 1] == ' ' && row[x - 2] != ' ';
        if let Some((at, _)) = edges.iter().find(|(at, _)| starts(*at)) {
            let left: String = row[..*at].iter().collect();
            let right: String = row[*at..].iter().collect();
            sides[n] = Some((left.trim_end().to_owned(), format!("{}{right}", " ".repeat(*at))));
        }
    }
}

/// Appends the columns to the output one behind the other, each measured from its own edge.
pub(super) fn flush(out: &mut Vec<Line>, columns: &mut [Vec<Line>]) {
    for column in columns {
        let edge = column.iter().filter(|l| !l.text.is_empty()).map(|l| l.indent).min().unwrap_or(0);
        let first = column.iter().position(|l| !l.text.is_empty()).unwrap_or(column.len());
        let last = column.iter().rposition(|l| !l.text.is_empty()).map_or(first, |n| n + 1);
        for (n, mut line) in column.drain(..).enumerate().filter(|(n, _)| (first..last).contains(n)) {
            line.indent = line.indent.saturating_sub(edge);
            line.after_break |= n == first && !out.is_empty();
            out.push(line);
        }
    }
}

/// The column near the middle of a page where most lines have a gap and both sides are full of text.
fn gutter(rows: &[Vec<char>]) -> Option<usize> {
    let mut widths: Vec<usize> = rows.iter().map(Vec::len).filter(|n| *n > 0).collect();
    widths.sort_unstable();
    let width = *widths.get(widths.len() * 9 / 10)?;
    if width < 50 || widths.len() < 4 {
        return None;
    }
    let reach: Vec<&Vec<char>> = rows.iter().filter(|r| r.len() > width / 2).collect();
    let open = |x: usize| {
        let gap =
            |r: &&&Vec<char>| r.get(x).is_none_or(|c| *c == ' ') && r.get(x + 1).is_none_or(|c| *c == ' ');
        reach.iter().filter(gap).count()
    };
    let best =
        (width * 3 / 10..width * 7 / 10).max_by_key(|x| (open(*x), usize::MAX - x.abs_diff(width / 2)))?;
    let sides = rows.iter().filter_map(|r| split(r, best)).filter(are_full).count();
    let across = rows.iter().filter(|r| !r.is_empty() && split(r, best).is_none()).count();
    (sides >= 3 && sides > across || changes(rows, best) > MIN_CHANGES.max(across * 2)).then_some(best)
}

/// The minimum number of changes from side to side that is no accident.
const MIN_CHANGES: usize = 8;

/// How often a row with words on one side alone follows one with words on the other: the columns' lines stand
/// at different heights, so that none is beside another.
fn changes(rows: &[Vec<char>], gutter: usize) -> usize {
    let side = |row: &Vec<char>| {
        let (left, right) = split(row, gutter)?;
        let (left, right) = (!left.trim().is_empty(), !right.trim().is_empty());
        (left != right).then_some(left)
    };
    let full: Vec<Option<bool>> = rows.iter().filter(|row| !row.is_empty()).map(side).collect();
    full.windows(2).filter(|pair| matches!(pair, [Some(above), Some(below)] if above != below)).count()
}

/// Whether both sides of a row have text.
fn are_full((left, right): &(String, String)) -> bool {
    [left, right].iter().all(|text| text.trim().chars().count() >= 4)
}

/// A row's two sides, `None` where it runs across.
pub(super) fn split(row: &[char], gutter: usize) -> Option<(String, String)> {
    let text = |part: &[char]| part.iter().collect::<String>();
    if row.len() <= gutter {
        return Some((text(row), String::new()));
    }
    let from = gutter.saturating_sub(SLACK);
    let lead = row.iter().take_while(|c| **c == ' ').count();
    if lead >= from {
        return Some((String::new(), text(row)));
    }
    let gap = |x: &usize| row.get(*x) == Some(&' ') && row.get(x + 1) == Some(&' ');
    let at = (from..(gutter + SLACK).min(row.len().saturating_sub(1)))
        .filter(gap)
        .min_by_key(|x| x.abs_diff(gutter))?;
    let end = (at..row.len()).find(|x| row[*x] != ' ').unwrap_or(row.len());
    let mut right = " ".repeat(end);
    right.extend(&row[end..]);
    Some((text(&row[..at]), right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_columns_are_read_one_after_the_other() {
        let page = [
            "                 FREQUENTLY ASKED QUESTIONS ACROSS BOTH",
            "",
            "The first column starts with    and the second column goes",
            "words of its own that run on    on with others, which end",
            "to the next line, and            here.",
            "",
            "last of all it stops.            (2.2) A title",
            "                                 Its text at the end.",
        ];
        let page: Vec<(usize, &str)> = page.iter().enumerate().map(|(n, l)| (n + 1, *l)).collect();
        let read: Vec<String> =
            unfold(&page, None).into_iter().map(|l| l.text).filter(|t| !t.is_empty()).collect();
        assert_eq!(
            read,
            [
                "FREQUENTLY ASKED QUESTIONS ACROSS BOTH",
                "The first column starts with",
                "words of its own that run on",
                "to the next line, and",
                "last of all it stops.",
                "and the second column goes",
                "on with others, which end",
                "here.",
                "(2.2) A title",
                "Its text at the end.",
            ]
        );
    }

    #[test]
    fn a_line_that_fills_its_column_is_parted_where_the_other_begins() {
        let page = [
            "The first column starts with    and the second column goes",
            "words of its own that run on    on with others, which end",
            "and fills its width all through here and there, and then",
            "to the next line, and           they stop.",
        ];
        let page: Vec<(usize, &str)> = page.iter().enumerate().map(|(n, l)| (n + 1, *l)).collect();
        let read: Vec<String> = unfold(&page, None).into_iter().map(|l| l.text).collect();
        assert_eq!(read[2], "and fills its width all through");
        assert_eq!(read[6], "here and there, and then");
    }

    #[test]
    fn one_column_stays_as_it_is() {
        let page: Vec<(usize, &str)> =
            ["One column of text that is as wide as the whole page is, and more.", "Short."]
                .iter()
                .map(|l| (1, *l))
                .collect();
        assert_eq!(unfold(&page, None).len(), 2);
    }
}
