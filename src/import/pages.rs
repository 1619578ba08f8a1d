//! Clears the pages of plain text: running heads and feet, page numbers, columns.

use std::collections::BTreeMap;

use super::block::{Block, Shape, words};
use super::lines;
use super::{capitals, columns, figures};

/// How many lines at the top and at the bottom of a page may be its running head and foot.
const MARGIN: usize = 3;

/// Reads plain text as `pdftotext` gives it, with or without its layout.
pub(super) fn read(text: &str) -> Vec<Block> {
    let pages = pages(text);
    let furniture = furniture(&pages);
    let mut asides = Vec::new();
    let mut lines = Vec::new();
    let mut cleared: Vec<Vec<(usize, &str)>> = Vec::new();
    for (page, furniture) in pages.iter().zip(&furniture) {
        let (feet, kept): (Vec<_>, Vec<_>) = page.iter().zip(furniture).partition(|(_, is)| **is);
        asides.extend(feet.into_iter().map(|((number, text), _)| aside(*number, text)));
        cleared.push(kept.into_iter().map(|(line, _)| *line).collect());
    }
    let usual = columns::usual(cleared.iter().map(|page| trimmed(page)));
    for kept in &cleared {
        let start = lines.len();
        let (unfolded, beside) = figures::apart(columns::unfold(trimmed(kept), usual));
        asides.extend(beside);
        lines.extend(unfolded);
        if start > 0
            && let Some(first) = lines[start..].iter_mut().find(|l| !l.text.is_empty())
        {
            first.after_break = true;
        }
    }
    capitals::join(&mut lines);
    let mut blocks = lines::plain(&lines);
    blocks.extend(asides);
    blocks
}

fn aside(number: usize, text: &str) -> Block {
    Block::paragraph(number, text.trim()).shaped(Shape::Aside("page header or footer"))
}

/// Without the blank lines at both ends.
fn trimmed<'p, 't>(page: &'p [(usize, &'t str)]) -> &'p [(usize, &'t str)] {
    let full = |(_, text): &(usize, &str)| !text.trim().is_empty();
    let first = page.iter().position(full).unwrap_or(page.len());
    let last = page.iter().rposition(full).map_or(first, |n| n + 1);
    &page[first..last]
}

/// The lines of each page with their numbers.
fn pages(text: &str) -> Vec<Vec<(usize, &str)>> {
    let mut pages = vec![Vec::new()];
    for (n, line) in text.split('\n').enumerate() {
        for (part, text) in line.split('\u{c}').enumerate() {
            if part > 0 {
                pages.push(Vec::new());
            }
            if let Some(page) = pages.last_mut() {
                page.push((n + 1, text));
            }
        }
    }
    pages
}

/// Which lines of which page are its head or foot: page numbers, and lines that stand in the margin of several pages.
fn furniture(pages: &[Vec<(usize, &str)>]) -> Vec<Vec<bool>> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for page in pages {
        let mut here: Vec<String> = margin(page).map(|n| shape(page[n].1)).collect();
        here.sort();
        here.dedup();
        for shape in here {
            *seen.entry(shape).or_default() += 1;
        }
    }
    let several = if pages.len() > 3 { 3 } else { 2 };
    // A word or two may begin several pages by chance; a running head does so on most of them.
    let least =
        |shape: &str| if shape.split(' ').count() < 3 { several.max(pages.len() / 2) } else { several };
    let repeated = |text: &str| {
        let shape = shape(text);
        pages.len() > 1 && seen.get(&shape).is_some_and(|n| *n >= least(&shape))
    };
    let numbers = lone_numbers(pages);
    pages
        .iter()
        .map(|page| {
            let margin: Vec<usize> = margin(page).collect();
            let in_margin = |n: usize| margin.contains(&n);
            let is = |n: usize, number: usize, text: &str| {
                (in_margin(n) && (repeated(text) || is_page_number(text) && pages.len() > 1))
                    || numbers.contains(&number)
            };
            page.iter()
                .enumerate()
                .map(|(n, (number, text))| !text.trim().is_empty() && is(n, *number, text))
                .collect()
        })
        .collect()
}

/// The lines of a page's margins, blank ones not counted.
fn margin(page: &[(usize, &str)]) -> impl Iterator<Item = usize> {
    let full: Vec<usize> = (0..page.len()).filter(|n| !page[*n].1.trim().is_empty()).collect();
    let bottom = full.len().saturating_sub(MARGIN).max(MARGIN.min(full.len()));
    let top: Vec<usize> = full.iter().take(MARGIN).copied().collect();
    top.into_iter().chain(full.into_iter().skip(bottom))
}

/// A line with its numbers made alike: page 3 and page 4 have the same foot.
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

/// A page number by itself: `3`, `Page 3`, `- 3 -`, `3 of 12`.
fn is_page_number(text: &str) -> bool {
    let words = words(text);
    let parts: Vec<&str> = words.split(' ').filter(|w| !matches!(*w, "page" | "of" | "p" | "pg")).collect();
    (1..=2).contains(&parts.len())
        && parts.iter().all(|w| w.len() <= 3 && w.bytes().all(|b| b.is_ascii_digit()))
}

/// Lines of nothing but a number, where the document has no page ends: they are its page numbers when they rise from
/// page to page.
fn lone_numbers(pages: &[Vec<(usize, &str)>]) -> Vec<usize> {
    if pages.len() > 1 {
        return Vec::new();
    }
    let mut found: Vec<(usize, u32)> = Vec::new();
    for (number, text) in pages.iter().flatten() {
        if let Ok(value) = text.trim().parse::<u32>()
            && value < 200
            && found.last().is_none_or(|(_, before)| value == before + 1)
        {
            found.push((*number, value));
        }
    }
    if found.len() >= 2 { found.into_iter().map(|(number, _)| number).collect() } else { Vec::new() }
}
