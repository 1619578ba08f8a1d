//! Tables on a page, as opposed to columns of running text: their rows are kept whole and flagged.

use std::collections::{BTreeMap, BTreeSet};

use super::block;
use super::errata_tables::{NAMES, OLD, REMARKS, SETS, TEXTS, is_head};
use super::line::{Line, Opening};
use super::{numbers, sections};

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

/// The fewest strokes of a line below the head of a column.
const MIN_STROKES: usize = 3;

/// Whether a line is the strokes below the heads of a table's columns, `----  ------`.
fn is_stroke(line: &str) -> bool {
    let mut parts = line.split_whitespace();
    let stroke =
        |part: &str| part.len() >= MIN_STROKES && part.bytes().all(|b| matches!(b, b'-' | b'=' | b'_'));
    line.split_whitespace().count() > 1 && parts.all(stroke)
}

/// A line of a page, blank if it is such strokes.
pub(super) fn unruled((number, text): (usize, &str)) -> (usize, &str) {
    (number, if is_stroke(text) { "" } else { text })
}

/// Fewer rows under named columns are no table.
const MIN_RULED_ROWS: usize = 2;

/// A table of a page with three columns or more, of which one names cards.
pub(super) struct Ruled {
    /// The indices of its first line and behind its last.
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) lines: Vec<Line>,
}

/// The table of a page under heads that stand side by side, its rows parted by blank lines. Each row becomes
/// a heading, the card, and a paragraph for each further cell. It ends in front of a row that crosses an
/// edge.
pub(super) fn ruled(page: &[(usize, &str)]) -> Option<Ruled> {
    let rows: Vec<Vec<char>> = page.iter().map(|(_, text)| without_bar(text).chars().collect()).collect();
    let (from, name) = rows.iter().enumerate().find_map(|(n, row)| Some((n, name_of(&pieces(row))?)))?;
    let edges = cells(&rows[from]);
    let mut lines = Vec::new();
    let (mut to, mut at) = (from + 1, from + 1);
    let mut count = 0;
    let mut group: Option<Line> = None;
    let doubt = Some(OLD_AND_NEW).filter(|_| pieces(&rows[from]).iter().any(|(_, head)| is_head(head, &OLD)));
    while at < rows.len() {
        let Some(begins) = (at..rows.len()).find(|n| !rows[*n].is_empty()) else { break };
        let ends = (begins..rows.len()).find(|n| rows[*n].is_empty()).unwrap_or(rows.len());
        let own = own_cells(&rows[begins..ends], &edges);
        let cut = |edges: Vec<usize>| rows[begins..ends].iter().map(|row| cut(row, &edges)).collect();
        let row: Option<Vec<Vec<String>>> = own.and_then(cut);
        let Some(row) = row else { break };
        let cell = |at: usize| {
            let parts: Vec<&str> =
                row.iter().map(|line| line[at].as_str()).filter(|t| !t.is_empty()).collect();
            parts.join(" ")
        };
        let texts: Vec<String> = (0..edges.len()).map(cell).collect();
        let is_bare = texts[name + 1..].iter().all(String::is_empty);
        if is_bare && row.len() == 1 && group.is_none() && block::in_title_case(&texts[name]) {
            // The head of a group of rows, if rows stand below it.
            let head = Line { opening: Opening::Head, ..Line::new(page[begins].0, &texts[name], false) };
            (group, at) = (Some(head), ends);
            continue;
        }
        if texts[name].is_empty() || is_bare {
            break;
        }
        lines.extend(group.take());
        lines.extend(row_lines(page[begins].0, texts, name, doubt));
        (to, at, count) = (ends, ends, count + 1);
    }
    (count >= MIN_RULED_ROWS).then_some(Ruled { from, to, lines })
}

/// A line without the bar in the margin that marks a change.
fn without_bar(text: &str) -> String {
    let text = text.trim_end();
    match text.strip_prefix(['|', '¦']) {
        Some(rest) if rest.is_empty() || rest.starts_with(' ') => format!(" {rest}").trim_end().to_owned(),
        _ => text.to_owned(),
    }
}

/// The note on the words of a row with two texts of a card.
const OLD_AND_NEW: &str =
    "the printed text of a card and the corrected one stand in it; which of them holds?";

/// How far the cells of a row may be moved from their heads, in characters.
const MAX_MOVED: usize = 8;

/// The edges of the columns in the lines of one row, which may be moved; `None` if words cross one of them.
fn own_cells(row: &[Vec<char>], edges: &[usize]) -> Option<Vec<usize>> {
    let blank =
        |line: &Vec<char>, at: usize| at.checked_sub(1).and_then(|n| line.get(n)).is_none_or(|c| *c == ' ');
    let begins = |line: &Vec<char>, at: usize| line.get(at).is_some_and(|c| *c != ' ') && blank(line, at);
    let is_free = |at: usize| row.iter().all(|line| blank(line, at));
    let moved = |edge: usize| {
        let left = edge.saturating_sub(MAX_MOVED)..edge;
        let around = std::iter::once(edge).chain(left.rev()).chain(edge + 1..=edge + SLACK);
        // Words of one cell have a single blank between them.
        let apart = |line: &Vec<char>, at: usize| {
            begins(line, at) && (blank(line, at.saturating_sub(1)) || beside_code(line, at))
        };
        let whole = |at: &usize| is_free(*at) && row.iter().any(|line| apart(line, *at));
        around.clone().find(whole).or_else(|| is_free(edge).then_some(edge))
    };
    let all: Vec<usize> = edges.iter().map(|edge| moved(*edge)).collect::<Option<_>>()?;
    all.windows(2).all(|pair| pair[0] < pair[1]).then_some(all)
}

/// Whether the code of a card begins here, or ends right in front: it is a cell, however close its
/// neighbours.
fn beside_code(line: &[char], at: usize) -> bool {
    let word = |from: usize| line[from..].iter().take_while(|c| **c != ' ').collect::<String>();
    let before = line[..at.saturating_sub(1)].iter().rposition(|c| *c == ' ').map_or(0, |n| n + 1);
    numbers::is_code(&word(at)) || numbers::is_code(&word(before))
}

/// The number of words above which what stands beside a rule's number is no title.
const MAX_TITLE_WORDS: usize = 6;

/// The lines of a page on which number, title and text of the rules stand side by side, `1.1   Towing   A
/// ship may …`: the first two become a heading. Nothing if a title goes on below itself.
pub(super) fn side_by_side(page: &[(usize, &str)]) -> Option<Vec<Line>> {
    let rows: Vec<Vec<(usize, String)>> =
        page.iter().map(|(_, text)| pieces(&text.trim_end().chars().collect::<Vec<char>>())).collect();
    let starts: Vec<(usize, usize)> =
        (0..rows.len()).filter_map(|n| Some((text_beside_title(&rows[n])?, rows[n][1].0))).collect();
    let (text, title) = *starts.first()?;
    let aligned =
        |(at, beside): &(usize, usize)| at.abs_diff(text) <= SLACK && beside.abs_diff(title) <= SLACK;
    // Words beside the text of a rule are a title that goes on, or another column.
    let has_words_beside = |row: &Vec<(usize, String)>| {
        row.len() > 1 && text_beside_title(row).is_none() && row[0].0 + SLACK < text
    };
    if starts.len() < MIN_ROWS || !starts.iter().all(aligned) || rows.iter().any(has_words_beside) {
        return None;
    }
    let mut out = Vec::new();
    for (row, (number, line)) in rows.iter().zip(page) {
        if text_beside_title(row).is_some() {
            let head = format!("{} {}", row[0].1, row[1].1);
            out.push(Line { opening: Opening::Head, ..Line::new(*number, &head, false) });
            out.push(Line { opening: Opening::Paragraph, ..Line::new(*number, &row[2].1, false) });
        } else {
            let own = row.first().is_some_and(|(at, _)| at.abs_diff(text) > SLACK);
            let opening = if own { Opening::Paragraph } else { Opening::None };
            out.push(Line { opening, indent: 0, ..Line::new(*number, line, false) });
        }
    }
    Some(out)
}

/// Where the text of a rule begins that stands beside its number and title.
fn text_beside_title(row: &[(usize, String)]) -> Option<usize> {
    let [(_, number), (_, title), (at, _)] = row else { return None };
    let counted = numbers::section_number(&format!("{number} {title}")).is_some() && !number.contains(' ');
    let titled = title.split_whitespace().count() <= MAX_TITLE_WORDS && !block::ends_sentence(title);
    (counted && titled).then_some(*at)
}

/// The lines of a row: what stands in front of the card and the card as headings, other cells as paragraphs.
fn row_lines(
    number: usize,
    mut texts: Vec<String>,
    name: usize,
    old_and_new: Option<&'static str>,
) -> Vec<Line> {
    if texts.get(name + 1).is_some_and(|code| numbers::is_code(code)) {
        let code = std::mem::take(&mut texts[name + 1]);
        texts[name] = format!("{} ({code})", texts[name]);
    }
    let several = texts[name + 1..].iter().filter(|text| !text.is_empty()).count() > 1;
    // Such a cell may be taken for a heading.
    let is_bare = texts[name + 1..].iter().any(|t| block::in_title_case(t) && !block::ends_sentence(t));
    let opened = |(at, text): (usize, String)| {
        let opening = if at <= name { Opening::Head } else { Opening::Paragraph };
        let doubt = old_and_new.filter(|_| several && is_bare && at > name);
        Line { opening, doubt, ..Line::new(number, &text, false) }
    };
    texts.into_iter().enumerate().filter(|(_, text)| !text.is_empty()).map(opened).collect()
}

/// Which of the heads of a table names the cards, where the others are of sets, texts and remarks.
fn name_of(pieces: &[(usize, String)]) -> Option<usize> {
    let words: Vec<&str> = pieces.iter().map(|(_, text)| text.as_str()).collect();
    let name = words.iter().position(|head| is_head(head, &NAMES))?;
    let is_text = |head: &&str| is_head(head, &TEXTS) || is_head(head, &REMARKS);
    let behind = &words[name + 1..];
    let numbered = behind.first().is_some_and(|head| is_head(head, &SETS));
    let said = behind.len() > usize::from(numbered) && behind.iter().skip(usize::from(numbered)).all(is_text);
    let before = words[..name].iter().all(|head| is_head(head, &SETS));
    (words.len() >= 3 && said && before && words.len() > name + 1).then_some(name)
}

/// A line cut at the edges of the columns; `None` if a word crosses one.
fn cut(row: &[char], edges: &[usize]) -> Option<Vec<String>> {
    if row[..edges[0].min(row.len())].iter().any(|c| *c != ' ') {
        return None;
    }
    let crosses = |edge: &&usize| row.get(**edge - 1).is_some_and(|c| *c != ' ') && row.len() > **edge;
    if edges.iter().filter(|edge| **edge > 0).any(|edge| crosses(&edge)) {
        return None;
    }
    let ends = edges.iter().skip(1).copied().chain([usize::MAX]);
    let text = |(at, end): (&usize, usize)| {
        row.get(*at..end.min(row.len())).unwrap_or_default().iter().collect::<String>().trim().to_owned()
    };
    Some(edges.iter().zip(ends).map(text).collect())
}

/// Whether a line is nothing but the heads of such a table, one space apart.
pub(super) fn is_line_of_heads(text: &str) -> bool {
    let words = block::words(text);
    let (mut rest, mut count, mut named, mut said) = (words.as_str(), 0, false, false);
    while !rest.is_empty() {
        let own = |heads: &[&str]| heads.iter().filter(|h| begins_with_word(rest, h)).map(|h| h.len()).max();
        let (name, text) = (own(&NAMES), own(&TEXTS).max(own(&REMARKS)));
        let Some(length) = name.max(text).max(own(&SETS)) else { return false };
        (named, said, count) = (named | name.is_some(), said | text.is_some(), count + 1);
        rest = rest[length..].trim_start();
    }
    count >= 3 && named && said
}

fn begins_with_word(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// No table has more columns.
const MAX_HEADS: usize = 12;

/// How many of these lines, from the first on, are the heads of a table of three columns or more, side by
/// side or one below the other.
fn run_of_heads(page: &[(usize, &str)], full: &[usize]) -> Option<usize> {
    let is_any =
        |n: &&usize| [&NAMES[..], &TEXTS, &REMARKS, &SETS].iter().any(|all| is_head(page[**n].1.trim(), all));
    let run: Vec<&str> = full.iter().take(MAX_HEADS).take_while(is_any).map(|n| page[*n].1.trim()).collect();
    if run.len() >= 3 && is_line_of_heads(&run.join(" ")) {
        return Some(run.len());
    }
    full.first().filter(|n| is_line_of_heads(page[**n].1)).map(|_| 1)
}

/// Whether a line begins a question or a numbered rule, or is a heading in capitals: none is a row of a
/// table.
fn begins_other(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default().trim_end_matches(['.', ':']);
    let counted = first.strip_prefix('Q').is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()));
    // A single word in capitals may be a cell.
    let heads = sections::is_section_title(text) || text.contains(' ') && block::in_capitals(text);
    counted || heads || numbers::section_number(text).is_some()
}

/// The numbers of the lines of a page that are a table of cards whose cells take several lines, or stand one
/// below the other: under its heads, `Card` and `Ruling`. Which line is of which row is not known.
pub(super) fn wrapped(page: &[(usize, &str)]) -> BTreeSet<usize> {
    let rows: Vec<Vec<char>> = page.iter().map(|(_, text)| text.trim_end().chars().collect()).collect();
    let full: Vec<usize> = (0..rows.len()).filter(|n| !rows[*n].is_empty()).collect();
    let mut found = BTreeSet::new();
    for (at, n) in full.iter().enumerate() {
        if let Some(heads) = run_of_heads(page, &full[at..]) {
            found.extend(
                full[at + heads..].iter().take(MAX_LINES).take_while(|n| !begins_other(page[**n].1.trim())),
            );
            continue;
        }
        let heads = pieces(&rows[*n]).into_iter().map(|(_, text)| text).collect::<Vec<String>>();
        let below = &full[at + 1..];
        let next = below.first().map(|n| page[*n].1.trim());
        match (heads.as_slice(), next) {
            ([card, text], _) if is_head(card, &NAMES) && is_head(text, &TEXTS) => {
                found.extend(in_columns(&rows, below));
            }
            ([card], Some(text)) if is_head(card, &NAMES) && is_head(text, &TEXTS) => {
                // Whatever is repeated, a table is no longer than a page.
                let below = &below[..below.len().min(MAX_TABLE_LINES)];
                let goes_on = |n: &&usize| !block::in_capitals(page[**n].1.trim());
                found.extend(below.iter().skip(1).take_while(goes_on));
            }
            _ => {}
        }
    }
    found.into_iter().map(|n| page[n].0).collect()
}

/// Those of the rows, from the first on, that stand in two columns.
fn in_columns(rows: &[Vec<char>], below: &[usize]) -> Vec<usize> {
    let mut times: BTreeMap<usize, usize> = BTreeMap::new();
    for n in below.iter().take(MAX_TABLE_LINES) {
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
    below.iter().take(MAX_TABLE_LINES).take_while(is_row).copied().collect()
}

/// No page has more lines of a table whose cells stand one below the other.
const MAX_LINES: usize = 300;

/// No table of that sort that stands on one page has more lines.
const MAX_TABLE_LINES: usize = 60;

/// The cells of a row and where each begins.
pub(super) fn pieces(row: &[char]) -> Vec<(usize, String)> {
    let starts = cells(row);
    let ends = starts.iter().skip(1).copied().chain([row.len()]);
    let text = |(at, end): (&usize, usize)| (*at, row[*at..end].iter().collect::<String>().trim().to_owned());
    starts.iter().zip(ends).map(text).collect()
}

/// The start columns of a row's cells, which are at least two spaces apart.
fn cells(row: &[char]) -> Vec<usize> {
    let begins = |n: usize| row[n] != ' ' && (n == 0 || row[n - 1] == ' ' && (n == 1 || row[n - 2] == ' '));
    (0..row.len()).filter(|n| begins(*n)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::errata_tables::{Columns, row};
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
