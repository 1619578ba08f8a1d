//! Tables of contents: lines at the start of a document that recur later as its headings.

use std::collections::{BTreeMap, BTreeSet};

use super::block::{self, Block, Shape, list_mark, words};
use super::line::{Line, Opening};
use super::{heads, numbers};

/// Marks the blocks that form a table of contents: lines at the start of the document, all of which recur as
/// headings.
pub(super) fn table(blocks: &[Block], names_part: impl Fn(&str) -> bool) -> Vec<bool> {
    let mut marked = vec![false; blocks.len()];
    let lead = blocks.iter().take(80).position(|b| is_contents_title(&b.text));
    // Below the word "contents", any recurring line is an entry of the table, even if it recurs as plain
    // text.
    let again = |later: &Block, title: &str| lead.is_some() && words(&later.marked()) == *title;
    let entry = |n: usize| -> bool {
        let block = &blocks[n];
        if matches!(block.shape, Shape::Aside(_)) {
            return true;
        }
        let short = block.text.chars().count() <= 80 && !ends_as_sentence(&block.text);
        let (title, whole) = (words(strip_page(&block.text)), words(&block.marked()));
        short
            && !title.is_empty()
            && blocks[n + 1..].iter().any(|later| {
                later.is_heading() && words(strip_page(&later.text)).ends_with(&title) || again(later, &whole)
            })
    };
    for n in 0..blocks.len() {
        marked[n] = has_leader(&blocks[n].text) || lead == Some(n);
    }
    mark_headings(blocks, &mut marked, lead);
    if let Some(end) = lead.and_then(|lead| end_of_contents(blocks, lead)) {
        marked[lead.unwrap_or(end)..end].fill(true);
    }
    // Without that word: from the first recurring title on, as long as recurring titles follow.
    let first = blocks.iter().take(120).position(|b| names_part(strip_page(&b.text)));
    let Some(first) = lead.map(|n| n + 1).or(first).filter(|n| *n < blocks.len()) else { return marked };
    let run = (first..blocks.len().min(first + 80)).take_while(|n| entry(*n) || marked[*n]).count();
    if run >= 2 {
        marked[first..first + run].fill(true);
    }
    mark_run_together(blocks, &mut marked, lead);
    marked
}

/// The minimum number of lines with leaders that is a table of contents.
const MIN_LED: usize = 4;

/// Sets the lines of a table of contents with leaders apart, and the titles without a number that they
/// name where these stand again.
pub(super) fn mark_titles(lines: &mut [Line]) {
    for n in 1..lines.len() {
        // The number may have slipped to the next line.
        let number = lines[n].text.len() < 4 && lines[n].text.bytes().all(|b| b.is_ascii_digit());
        if number && lines[n - 1].text.ends_with("....") && !lines[n].text.is_empty() {
            let number = std::mem::take(&mut lines[n].text);
            lines[n - 1].text.push_str(&number);
        }
    }
    let led: Vec<usize> = (0..lines.len()).filter(|n| has_leader(&lines[*n].text)).collect();
    let Some(last) = led.last().filter(|_| led.len() >= MIN_LED) else { return };
    let is_bare = |title: &&str| {
        let counted = numbers::section_number(title).is_some() || heads::chapter(title).is_some();
        !counted && list_mark(title).is_none() && title.contains(' ')
    };
    let titles: BTreeSet<String> =
        led.iter().map(|n| strip_page(&lines[*n].text)).filter(is_bare).map(str::to_owned).collect();
    let is_lead = |n: usize| is_contents_title(&lines[n].text) && n < led[0];
    let apart: Vec<usize> = (0..lines.len())
        .filter(|n| {
            has_leader(&lines[*n].text) || is_lead(*n) || n > last && titles.contains(&lines[*n].text)
        })
        .collect();
    for n in apart {
        lines[n].opening = Opening::Head;
    }
}

/// Below the word "contents" and before the first ruling, headings that recur are entries of the table.
fn mark_headings(blocks: &[Block], marked: &mut [bool], lead: Option<usize>) {
    let is_ruling =
        |b: &Block| numbers::section_number(&b.text).is_some() || numbers::speaker(&b.text).is_some();
    let below = lead.map_or(0..0, |n| n + 1..blocks.len().min(n + 80));
    for n in below.take_while(|n| !is_ruling(&blocks[*n])) {
        let comes_again = |later: &Block| later.is_heading() && words(&later.text) == words(&blocks[n].text);
        marked[n] |= blocks[n].is_heading() && blocks[n + 1..].iter().any(comes_again);
    }
}

/// Where the lines below the word "contents" end: where the first of them recurs, if none in between is a
/// sentence.
fn end_of_contents(blocks: &[Block], lead: usize) -> Option<usize> {
    let is_aside = |n: &usize| matches!(blocks[*n].shape, Shape::Aside(_));
    let first = (lead + 1..blocks.len()).find(|n| !is_aside(n))?;
    let line = words(strip_page(&blocks[first].marked()));
    let is_again = |n: &usize| {
        let again = words(&blocks[*n].marked());
        let whole = line.strip_prefix(&again).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
        !is_aside(n) && !again.is_empty() && whole
    };
    let end = (first + 1..blocks.len()).take(MAX_BLOCKS).find(is_again)?;
    let is_said = |n: usize| ends_as_sentence(&blocks[n].text) || numbers::speaker(&blocks[n].text).is_some();
    (!(first..end).any(is_said)).then_some(end)
}

/// A table of contents has at most this many blocks.
const MAX_BLOCKS: usize = 80;

/// Marks lines of a table of contents that contain several titles run together, `Card Errata 2 Rules
/// Clarifications 3`, by comparing them with later headings. Such lines come directly after the word
/// "contents", possibly on its line.
fn mark_run_together(blocks: &[Block], marked: &mut [bool], lead: Option<usize>) {
    let in_line = || blocks.iter().take(MAX_BLOCKS).position(|b| words(&b.text).starts_with("contents "));
    let Some(first) = lead.or_else(in_line) else { return };
    let mut titles: BTreeMap<String, Vec<(usize, Vec<String>)>> = BTreeMap::new();
    for (n, block) in blocks.iter().enumerate().filter(|(_, b)| b.is_heading()) {
        let title = title_words(&block.text);
        if let Some(first) = title.first() {
            titles.entry(first.clone()).or_default().push((n, title));
        }
    }
    let mut n = first;
    while n < blocks.len().min(first + MAX_BLOCKS) {
        if marked[n] || matches!(blocks[n].shape, Shape::Aside(_)) {
            n += 1;
            continue;
        }
        let mut all = Vec::new();
        let mut run = 0;
        for (count, block) in blocks[n..].iter().take(MAX_LINES).enumerate() {
            all.extend(title_words(&block.text));
            if all.len() > MAX_RUN_LENGTH {
                break;
            }
            if are_titles(&all, n + count, &titles) {
                run = count + 1;
            }
        }
        if run == 0 {
            return;
        }
        marked[n..n + run].fill(true);
        n += run;
    }
}

/// Limits of the search: lines taken together, and words in them.
const MAX_LINES: usize = 12;
const MAX_RUN_LENGTH: usize = 80;

/// The words of a title, without numbers and the word "contents".
fn title_words(text: &str) -> Vec<String> {
    let all = words(text);
    let named = all.split(' ').filter(|w| !w.is_empty() && !w.starts_with(|c: char| c.is_ascii_digit()));
    let named = named.filter(|w| *w != "contents").map(str::to_owned);
    named.collect()
}

/// Whether the words consist of nothing but titles (at least two) that occur after a block.
fn are_titles(all: &[String], block: usize, titles: &BTreeMap<String, Vec<(usize, Vec<String>)>>) -> bool {
    let (mut at, mut count) = (0, 0);
    while at < all.len() {
        let begins = |title: &&(usize, Vec<String>)| title.0 > block && all[at..].starts_with(&title.1);
        let found = titles.get(&all[at]).into_iter().flatten().filter(begins).map(|(_, t)| t.len()).max();
        let Some(length) = found else { return false };
        at += length;
        count += 1;
    }
    count >= 2
}

fn ends_as_sentence(text: &str) -> bool {
    text.ends_with(['.', '?', '!']) && !has_leader(text)
}

fn is_contents_title(text: &str) -> bool {
    matches!(words(text).as_str(), "contents" | "table of contents" | "index")
}

/// Whether a line has dot leaders before a page number.
fn has_leader(text: &str) -> bool {
    let number = text.trim_end().trim_end_matches(|c: char| c.is_ascii_digit());
    let dots = number.trim_end();
    // The number may have been lost.
    text.ends_with("......")
        || number.len() < text.trim_end().len()
            && (dots.ends_with("....") || dots.ends_with(". . .") || dots.ends_with('…'))
}

/// An entry of a table of contents without its page number.
fn strip_page(text: &str) -> &str {
    let text = text.trim_end().trim_end_matches(|c: char| c.is_ascii_digit());
    text.trim_end_matches(['.', ' ', '…'])
}

/// Whether a part only leads the reader to other pages, `See also`.
pub(super) fn is_of_links(title: &str, blocks: &[Block]) -> bool {
    const LINKS: [&str; 4] = ["see also", "external links", "references", "navigation"];
    let is_link = |b: &Block| matches!(b.shape, Shape::Item(_)) && !block::ends_sentence(&b.text);
    LINKS.contains(&block::words(title).as_str()) && blocks.iter().all(is_link)
}
