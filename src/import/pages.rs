//! Cleans up the pages of plain text: running headers and footers, page numbers, columns.

use std::collections::{BTreeMap, BTreeSet};

use super::block::{self, Block, Shape, words};
use super::leftover::WhyLeft;
use super::line::Line;
use super::lines;
use super::page_numbers::{is_page_number, numbers_of_pages, rising_numbers};
use super::{
    capitals, coded_rows, columns, dates, detached_notes, digests, figures, footnotes, front, front_titles,
    grids, hanging, letters, margin_marks, numbers, openings, run_in_cards, run_in_heads, running_heads,
    sections, spacing, stub, tables, term_columns, three_columns, wiki_pages,
};
use crate::corpus::Game;
use crate::corpus::ruling::Correction;

/// The maximum number of lines of a running header or footer.
const MARGIN_LINES: usize = 3;

/// A page's lines with their line numbers.
type Page<'t> = Vec<(usize, &'t str)>;

/// Reads plain text from `pdftotext`, with or without layout, recording corrections.
pub(super) fn read(text: &str, is_wiki: bool, corrections: &mut Vec<Correction>) -> Vec<Block> {
    let hung = hanging::joined(&spacing::closed_up(&without_boxes(text)));
    let text = &hung.text;
    // What a wiki counts is a row of a table; its notes are marked otherwise.
    let text = &if is_wiki { text.clone() } else { detached_notes::joined(text) };
    let (mut pages, numbers) = pages(text);
    let marks = margin_marks::take(&mut pages);
    let (of_wiki, wiki) =
        if is_wiki { wiki_pages::clear(&mut pages) } else { (Vec::new(), wiki_pages::Found::default()) };
    let titles = TitleLines::of(text);
    let furniture = furniture(&pages, &numbers, &titles);
    let of_questions = digests::numbers(text);
    let mut asides: Vec<Block> = marks.into_iter().map(|(number, mark)| aside(number, mark)).collect();
    asides.extend(of_wiki);
    let mut cleared: Vec<Page<'_>> = Vec::new();
    for (page, furniture) in pages.iter().zip(&furniture) {
        let is_foot = |((number, _), is): &(&(usize, &str), &bool)| **is && !of_questions.contains(number);
        let (feet, kept): (Vec<_>, Vec<_>) = page.iter().zip(furniture).partition(is_foot);
        asides.extend(feet.into_iter().map(|((number, text), _)| aside(*number, text)));
        let kept: Vec<(usize, &str)> = kept.into_iter().map(|(line, _)| tables::unruled(*line)).collect();
        cleared.push(split_margin_notes(at_own_edge(trimmed(&kept))));
    }
    let (mut lines, mut notes, beside) = lines_of(&cleared, corrections);
    asides.extend(beside);
    wiki_pages::mark(&mut lines, &wiki, &mut notes);
    capitals::join(&mut lines);
    front_titles::join(&mut lines);
    asides.extend(openings::find(&mut lines));
    asides.extend(hung.mark(&mut lines));
    asides.extend(letters::find(&mut lines));
    coded_rows::find(&mut lines);
    run_in_cards::find(&mut lines);
    run_in_heads::find(&mut lines);
    let mut blocks = lines::plain(&lines);
    footnotes::attach(&mut blocks, notes);
    blocks.extend(asides);
    blocks
}

/// The lines of pages whose furniture is off, in reading order; their footnotes; what stands beside the text.
fn lines_of(
    cleared: &[Page<'_>],
    corrections: &mut Vec<Correction>,
) -> (Vec<Line>, Vec<footnotes::Note>, Vec<Block>) {
    let (mut lines, mut notes): (Vec<Line>, Vec<footnotes::Note>) = (Vec::new(), Vec::new());
    let (mut asides, mut page_before): (Vec<Block>, usize) = (Vec::new(), 0);
    let usual = columns::usual(cleared.iter().map(Vec::as_slice));
    let gutters = three_columns::usual(cleared.iter().map(Vec::as_slice));
    let mut table: Option<grids::Form> = None;
    for kept in cleared {
        let start = lines.len();
        let (of_page, beside) = grids::unfold(kept, &mut table, |part| unfolded(part, usual, gutters));
        asides.extend(beside);
        let (unfolded, beside) = figures::apart(of_page);
        asides.extend(beside);
        lines.extend(unfolded);
        if start > 0
            && let Some(first) = lines[start..].iter_mut().find(|l| !l.text.is_empty())
        {
            first.after_break = true;
        }
        footnotes::take(&mut lines[page_before..], start - page_before, &mut notes, corrections);
        page_before = start;
    }
    (lines, notes, asides)
}

/// The lines of a page in reading order: tables row by row, columns one behind the other. What may be a cell
/// of a row that cannot be determined is doubtful.
fn unfolded(page: &[(usize, &str)], usual: Option<usize>, gutters: Option<(usize, usize)>) -> Vec<Line> {
    let ruled = tables::ruled(page);
    let in_table = if ruled.is_some() { BTreeSet::new() } else { tables::wrapped(page) };
    let unfold = |part: &[(usize, &str)]| {
        three_columns::unfold(part, gutters).unwrap_or_else(|| columns::unfold(part, usual))
    };
    let mut lines: Vec<Line> = match ruled {
        Some(table) => {
            let (before, behind) = (unfold(&page[..table.from]), unfold(&page[table.to..]));
            before.into_iter().chain(table.lines).chain(behind).collect()
        }
        None => match term_columns::find(page) {
            Some((from, to, terms)) => {
                let (before, behind) = (unfold(&page[..from]), unfold(&page[to..]));
                before.into_iter().chain(terms).chain(behind).collect()
            }
            None => tables::side_by_side(page).unwrap_or_else(|| unfold(page)),
        },
    };
    for line in lines.iter_mut().filter(|line| in_table.contains(&line.line)) {
        line.doubt = line.doubt.or(Some(tables::DOUBT));
    }
    lines
}

/// A text without the lines of boxes and tables.
fn without_boxes(text: &str) -> String {
    text.chars().map(|c| if matches!(c, '\u{2500}'..='\u{257f}') { ' ' } else { c }).collect()
}

/// The lines of a page, relative to the left edge of its text rather than of the paper.
fn at_own_edge<'t>(page: &[(usize, &'t str)]) -> Page<'t> {
    let indent = |text: &str| text.len() - text.trim_start_matches(' ').len();
    let full = page.iter().filter(|(_, text)| !text.trim().is_empty());
    let edge = full.map(|(_, text)| indent(text)).min().unwrap_or(0);
    page.iter().map(|(number, text)| (*number, text.get(edge..).unwrap_or_default())).collect()
}

/// How far a note at the right edge stands from the title of its rule, in characters.
const MIN_NOTE_GAP: usize = 6;

/// The maximum number of words in such a note.
const MAX_NOTE_WORDS: usize = 3;

/// Puts what stands at the right edge beside the title of a numbered rule on a line of its own, `2.2 Lamps
/// Warning`: on a page where whatever stands beside such titles is as short and ends at one place.
fn split_margin_notes(page: Page<'_>) -> Page<'_> {
    let notes: Vec<Option<usize>> = page.iter().map(|(_, text)| note_at(text)).collect();
    let beside: Vec<(&str, usize)> =
        page.iter().zip(&notes).filter_map(|((_, text), at)| Some((*text, (*at)?))).collect();
    if beside.len() < 2 {
        return page;
    }
    let ends = || beside.iter().map(|(text, _)| text.trim_end().chars().count());
    let aligned = ends().max().zip(ends().min()).is_some_and(|(most, least)| most - least <= 1);
    // A page's number behind a title is no note.
    let short = |(text, at): &(&str, usize)| {
        let note = &text[*at..];
        note.split_whitespace().count() <= MAX_NOTE_WORDS && note.contains(char::is_alphabetic)
    };
    // Two columns have words beside other lines, too.
    let gap = " ".repeat(MIN_NOTE_GAP / 2);
    let parted = page.iter().filter(|(_, text)| text.trim().contains(&gap)).count();
    if parted > beside.len() || !aligned || !beside.iter().all(short) {
        return page;
    }
    let mut out = Vec::new();
    for ((number, text), at) in page.iter().zip(notes) {
        match at {
            Some(at) => out.extend([(*number, text[..at].trim_end()), (*number, &text[at..])]),
            None => out.push((*number, *text)),
        }
    }
    out
}

/// Where the words begin that stand well apart from the title of a numbered rule.
fn note_at(text: &str) -> Option<usize> {
    numbers::section_number(text.trim_start())?;
    let gap = " ".repeat(MIN_NOTE_GAP);
    let lead = text.len() - text.trim_start().len();
    let from = lead + text[lead..].find(&gap)?;
    let at = text.len() - text[from..].trim_start().len();
    (at < text.len()).then_some(at)
}

fn aside(number: usize, text: &str) -> Block {
    Block::paragraph(number, text.trim()).shaped(Shape::Aside(WhyLeft::PageFurniture))
}

/// A page without blank lines at its ends.
fn trimmed<'p, 't>(page: &'p [(usize, &'t str)]) -> &'p [(usize, &'t str)] {
    let full = |(_, text): &(usize, &str)| !text.trim().is_empty();
    let first = page.iter().position(full).unwrap_or(page.len());
    let last = page.iter().rposition(full).map_or(first, |n| n + 1);
    &page[first..last]
}

/// Splits a text into pages, and returns the lines that are page numbers. Without form feeds, page numbers
/// mark the page ends.
fn pages(text: &str) -> (Vec<Page<'_>>, Vec<usize>) {
    let mut pages = vec![Vec::new()];
    for (n, line) in text.split('\n').enumerate().filter(|(_, line)| *line != spacing::GONE) {
        for (part, text) in line.split('\u{c}').enumerate() {
            if part > 0 {
                pages.push(Vec::new());
            }
            if let Some(page) = pages.last_mut() {
                page.push((n + 1, text));
            }
        }
    }
    if pages.len() > 1 {
        let numbers = numbers_of_pages(&pages);
        return (pages, numbers);
    }
    let lines = pages.pop().unwrap_or_default();
    let of_questions = digests::numbers(text);
    let others: Page<'_> = lines.iter().filter(|(n, _)| !of_questions.contains(n)).copied().collect();
    let numbers = rising_numbers(&others);
    (at_numbers(lines, &numbers), numbers)
}

/// Splits a text at its page numbers: after each, or before each if the text starts with one.
fn at_numbers<'t>(lines: Page<'t>, numbers: &[usize]) -> Vec<Page<'t>> {
    let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else { return vec![lines] };
    let page = (last - first) / (numbers.len() - 1).max(1);
    let at_head = first * 3 < page;
    let mut pages = vec![Vec::new()];
    for line in lines {
        let is_number = numbers.contains(&line.0);
        if is_number && at_head {
            pages.push(Vec::new());
        }
        if let Some(page) = pages.last_mut() {
            page.push(line);
        }
        if is_number && !at_head {
            pages.push(Vec::new());
        }
    }
    pages
}

/// On how many pages a line of each shape stands in the margins.
fn shapes_in_margins(pages: &[Page<'_>]) -> BTreeMap<String, usize> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for page in pages {
        let here: BTreeSet<String> = margin(page).map(|n| shape(page[n].1)).collect();
        here.into_iter().for_each(|shape| *seen.entry(shape).or_default() += 1);
    }
    seen
}

/// Which lines of which page are headers or footers: page numbers, and lines that recur in the margins of
/// several pages.
fn furniture(pages: &[Page<'_>], numbers: &[usize], titles: &TitleLines) -> Vec<Vec<bool>> {
    let seen = shapes_in_margins(pages);
    let heads = running_heads::find(pages);
    let several = if pages.len() > 3 { 3 } else { 2 };
    // One or two words may start several pages by chance; a running header is on most pages.
    let least =
        |shape: &str| if shape.split(' ').count() < 3 { several.max(pages.len() / 2) } else { several };
    let repeated = |text: &str| {
        let shape = shape(text);
        pages.len() > 1 && seen.get(&shape).is_some_and(|n| *n >= least(&shape))
    };
    pages
        .iter()
        .enumerate()
        .map(|(at, page)| {
            let margin: Vec<usize> = margin(page).collect();
            let in_margin = |n: usize| margin.contains(&n);
            let is = |n: usize, number: usize, text: &str| {
                is_edition(text) && titles.is_behind_front(number)
                    || (in_margin(n) && (repeated(text) || is_page_number(text) && pages.len() > 1))
                    || numbers.contains(&number)
                    || heads.contains(&number)
                    || is_number_between_strokes(text)
                    || in_margin(n) && titles.is_head_with_letter(number, text)
                    || titles.is_foot(number, text)
                        && (in_margin(n) || has_one_number(text) && breaks_a_sentence(page, n))
                    || at > 0
                        && in_margin(n)
                        && titles.is_head(number, text)
                        && (!names_a_part(text)
                            || titles.is_whole(text)
                            || breaks_a_sentence_of_pages(pages, at, n))
            };
            page.iter()
                .enumerate()
                .map(|(n, (number, text))| !text.trim().is_empty() && is(n, *number, text))
                .collect()
        })
        .collect()
}

/// A longer line, in bytes, says more than version and day.
const MAX_EDITION_LENGTH: usize = 80;

/// Whether a line is the version of the document with its day and nothing else, in whatever order: `Version
/// 3.0 5/1/2019`, `1 May 2019 – v3.0`.
fn is_edition(text: &str) -> bool {
    let text = text.trim();
    if text.len() > MAX_EDITION_LENGTH {
        return false;
    }
    let Some((at, version)) = front::version_at(text) else { return false };
    let word = text[at..].split(|c: char| c.is_ascii_digit()).next().unwrap_or_default();
    let behind = &text[at + word.len()..];
    let rest = format!("{} {}", &text[..at], behind.strip_prefix(version.as_str()).unwrap_or(behind));
    // What is left is the day. With another word, `Errata v2.0 – May 1, 2019`, it is a heading.
    let leads = |word: &str| {
        DAY_LEADS.iter().any(|lead| word.trim_end_matches([':', ',']).eq_ignore_ascii_case(lead))
    };
    dates::first(&rest).is_some_and(|(at, _)| rest[..at].split_whitespace().all(leads))
        && !block::ends_sentence(text)
        && rest.split_whitespace().count() <= MAX_DAY_WORDS
}

/// What stands in front of a document's day.
const DAY_LEADS: [&str; 8] = ["effective", "as", "of", "from", "dated", "–", "—", "-"];

/// The maximum number of words that say a document's day.
const MAX_DAY_WORDS: usize = 5;

/// Whether a line is a page's number between strokes, `– 15 –`.
fn is_number_between_strokes(text: &str) -> bool {
    let is_stroke = |c: char| matches!(c, '-' | '–' | '—');
    let inner = text.trim().strip_prefix(is_stroke).and_then(|t| t.strip_suffix(is_stroke)).map(str::trim);
    inner.is_some_and(is_page_number)
}

/// Whether a line has one number; with two, `3   FAQ 2`, it may be the row of a table.
fn has_one_number(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty()).count() == 1
}

/// Whether a line interrupts a sentence of the lines around it.
fn breaks_a_sentence(page: &[(usize, &str)], n: usize) -> bool {
    let is_full = |line: &&(usize, &str)| !line.1.trim().is_empty();
    let (above, below) = (page[..n].iter().rev().find(is_full), page[n + 1..].iter().find(is_full));
    let goes_on = |text: &str| text.trim_start().starts_with(char::is_lowercase);
    above.is_some_and(|(_, text)| !block::ends_sentence(text.trim_end()))
        && below.is_some_and(|(_, text)| goes_on(text))
}

/// Whether a line interrupts a sentence that may continue on the previous or next page, ignoring page
/// numbers.
fn breaks_a_sentence_of_pages(pages: &[Page<'_>], at: usize, n: usize) -> bool {
    let page = &pages[at];
    let is_said = |line: &&(usize, &str)| !line.1.trim().is_empty() && !is_page_number(line.1);
    let before = pages[..at].last().into_iter().flat_map(|page| page.iter().rev());
    let behind = pages.get(at + 1).into_iter().flatten();
    let above = page[..n].iter().rev().chain(before).find(is_said);
    let below = page[n + 1..].iter().chain(behind).find(is_said);
    above.is_some_and(|(_, text)| !block::ends_sentence(text.trim_end()))
        && below.is_some_and(|(_, text)| text.trim_start().starts_with(char::is_lowercase))
}

/// Whether a line may be a part's title, naming the kind of rulings below it.
fn names_a_part(text: &str) -> bool {
    const PARTS: [&str; 7] =
        ["faq", "questions", "errata", "clarification", "clarifications", "rulings", "restricted"];
    sections::is_section_title(text.trim()) || words(text).split(' ').any(|w| PARTS.contains(&w))
}

/// The maximum number of lines in a title that is followed by version and date; otherwise the title is the
/// first line.
const MAX_TITLE_LINES: usize = 3;

/// The front of a document has no more lines than this behind its title.
const FRONT: usize = 12;

/// Fewer words of a title than this may be a coincidence.
const MIN_TITLE_WORDS: usize = 4;

/// The document's title, to recognize headers and footers that occur on a single page.
struct TitleLines {
    words: BTreeSet<String>,
    /// The words of the title proper.
    own: BTreeSet<String>,
    /// The whole title, and each of its lines.
    whole: BTreeSet<String>,
    /// The number of its last line.
    last: usize,
}

impl TitleLines {
    fn of(text: &str) -> Self {
        let full =
            text.split(['\n', '\u{c}']).enumerate().filter(|(_, l)| !matches!(l.trim(), "" | spacing::GONE));
        let mut lines: Vec<(usize, &str)> = full.take(MAX_TITLE_LINES + 1).collect();
        let dated = lines.iter().position(|(_, line)| stub::is_dated_line(line.trim()));
        lines.truncate(dated.unwrap_or(1).max(1));
        let usual = ["faq", "errata", "version", "v", "page", "of", "rules", "rulings"].map(str::to_owned);
        let own: BTreeSet<String> = lines
            .iter()
            .flat_map(|(_, l)| words(l).split(' ').map(str::to_owned).collect::<Vec<_>>())
            .collect();
        let each = lines.iter().map(|(_, l)| words(l));
        let all = each.clone().collect::<Vec<_>>().join(" ");
        Self {
            words: own.iter().cloned().chain(usual).collect(),
            own,
            whole: each.chain([all]).collect(),
            last: lines.last().map_or(0, |(n, _)| n + 1),
        }
    }

    /// Whether a line stands behind the front of the document, where version and day belong to a page.
    fn is_behind_front(&self, number: usize) -> bool {
        number > self.last + FRONT
    }

    /// Whether a line says the title again, or a part of it that is no single name, or what the game is
    /// called: at the edge of a page it is a running head.
    fn is_head(&self, number: usize, text: &str) -> bool {
        let all = words(text);
        let own = |w: &str| self.own.contains(w);
        let several = all.split(' ').count() >= MIN_TITLE_WORDS;
        let game = [Game::Lcg, Game::Tcg].iter().any(|game| words(game.name()) == all);
        number > self.last && (game || several && all.split(' ').all(own))
    }

    /// Whether a line is the title with the letter at which its page stands, `Harbour Terms B`.
    fn is_head_with_letter(&self, number: usize, text: &str) -> bool {
        let letter = |last: &str| last.len() == 1 && last.bytes().all(|b| b.is_ascii_uppercase());
        let parts = text.trim().rsplit_once(' ').filter(|(_, last)| letter(last));
        number > self.last && parts.is_some_and(|(title, _)| title.contains(' ') && self.is_whole(title))
    }

    /// Whether a line is the whole title, or a whole line of it.
    fn is_whole(&self, text: &str) -> bool {
        self.whole.contains(&words(text))
    }

    /// Whether a line is a page number well apart from words of the title: `12 | Harbour FAQ`, `FAQ      17`.
    /// Table rows and card names with numbers may look similar.
    fn is_foot(&self, number: usize, text: &str) -> bool {
        let text = text.trim();
        let parts = text.split('|').flat_map(|part| part.split("   ")).map(str::trim);
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        let is_number = |part: &&&str| is_page_number(part);
        let said = |part: &&&str| {
            let all = words(part);
            let own = |w: &str| self.words.contains(w) || w.bytes().all(|b| b.is_ascii_digit());
            let titled = all
                .split(' ')
                .any(|w| self.words.contains(w) && w.len() > 2 && !w.contains(char::is_numeric));
            part.starts_with('©') || titled && all.split(' ').count() <= 8 && all.split(' ').all(own)
        };
        number > self.last
            && (2..=3).contains(&parts.len())
            && parts.iter().filter(is_number).count() == 1
            && parts.iter().filter(|part| !is_number(part)).all(|part| said(&part))
    }
}

/// The indices of the margin lines of a page, not counting blank lines and footnotes.
fn margin(page: &[(usize, &str)]) -> impl Iterator<Item = usize> {
    let is_note = |text: &str| text.starts_with(block::is_raised);
    let is_counted = |n: &usize| !matches!(page[*n].1.trim(), text if text.is_empty() || is_note(text));
    let full: Vec<usize> = (0..page.len()).filter(is_counted).collect();
    let bottom = full.len().saturating_sub(MARGIN_LINES).max(MARGIN_LINES.min(full.len()));
    let top: Vec<usize> = full.iter().take(MARGIN_LINES).copied().collect();
    top.into_iter().chain(full.into_iter().skip(bottom))
}

/// A line with its numbers masked: the footers of pages 3 and 4 are the same.
fn shape(text: &str) -> String {
    let mut out = String::new();
    for c in words(text).chars() {
        match c {
            c if c.is_ascii_digit() => {
                if !out.ends_with('#') {
                    out.push('#');
                }
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left_over(text: &str) -> Vec<String> {
        let blocks = read(text, false, &mut Vec::new()).into_iter();
        blocks.filter(|b| matches!(b.shape, Shape::Aside(_))).map(|b| b.text).collect()
    }

    /// Lines of running text, all different.
    fn lines(page: u8, from: u8) -> String {
        let letter = |n: u8| char::from(b'a' + n);
        (from..from + 9).map(|l| format!("{}{} goes on behind it and\n", letter(page), letter(l))).collect()
    }

    #[test]
    fn numbers_that_rise_from_page_to_page_end_the_pages() {
        let text = format!(
            "{}14\n{}Page 1 of 3\n{}Page 2 of 3\n{}Page 3 of 3\n",
            lines(0, 0),
            lines(1, 0),
            lines(2, 0),
            lines(3, 0)
        );
        assert_eq!(left_over(&text), ["Page 1 of 3", "Page 2 of 3", "Page 3 of 3"]);
        let text = format!("{}Harbour rules 9.0 - 3\n{}Harbour rules 9.0 - 4\n", lines(1, 0), lines(2, 0));
        assert_eq!(left_over(&text), ["Harbour rules 9.0 - 3", "Harbour rules 9.0 - 4"]);
        assert_eq!(left_over("Group 1\na\nGroup 2\nb\n1\n2\n3\n"), Vec::<String>::new());
        assert_eq!(left_over("Errors - 0\na\n"), Vec::<String>::new());
    }

    /// A number beside text is a footer only in a footer's place, or if it can be nothing else.
    #[test]
    fn rows_and_names_with_a_number_are_no_feet() {
        let front = "Harbour Guild\nMay 5, 2019\nOld Tollkeeper      17\n";
        let row = |row: &str| format!("{front}{}{row}\n{}", lines(1, 0), lines(2, 0));
        for text in ["Old Tollkeeper      17", "Guild rules     3", "Harbour      3"] {
            let text = row(&format!("It ends here.\n{text}\nIt begins there."));
            assert_eq!(left_over(&text), Vec::<String>::new(), "{text}");
        }
        for foot in ["Harbour Guild      17", "17 | Harbour Guild", "– 17 –"] {
            assert_eq!(left_over(&row(foot)), [foot]);
        }
        assert_eq!(left_over(&row("Old Tollkeeper      17")), Vec::<String>::new());
    }

    #[test]
    fn a_page_number_in_the_midst_of_its_page_is_one() {
        let page = |n: u8| format!("{}{n}\n{}\u{c}", lines(n, 0), lines(n, 9));
        assert_eq!(left_over(&(1..5).map(page).collect::<String>()), ["1", "2", "3", "4"]);
    }
}
