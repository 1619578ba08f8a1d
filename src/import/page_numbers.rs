//! The numbers of pages among their lines.

use std::collections::BTreeMap;

use super::block::words;

/// With fewer lines than this between two numbers, they number a list and not pages.
const MIN_PAGE_LINES: usize = 6;

/// Whether a text is a page number on its own: `3`, `Page 3`, `- 3 -`, `3 of 12`.
pub(super) fn is_page_number(text: &str) -> bool {
    let words = words(text);
    let parts: Vec<&str> = words.split(' ').filter(|w| !matches!(*w, "page" | "of" | "p" | "pg")).collect();
    // `+1`, `$2` are what a card gives or costs.
    !text.contains(['+', '$', '%'])
        && (1..=2).contains(&parts.len())
        && parts.iter().all(|w| (1..=3).contains(&w.len()) && w.bytes().all(|b| b.is_ascii_digit()))
}

/// The page number that a line consists of, `3`, `Page 3 of 12`, or that follows a dash at the end of a short
/// line, `Errata 9.0 - 3`.
fn printed_number(text: &str) -> Option<u32> {
    let text = text.trim();
    if is_page_number(text) {
        let first = words(text).split(' ').find_map(|w| w.parse().ok());
        return first.filter(|n| *n > 0);
    }
    let number = text.rsplit(|c: char| !c.is_ascii_digit()).next().filter(|n| (1..=3).contains(&n.len()))?;
    let before = text[..text.len() - number.len()].trim_end();
    let stroke =
        before.ends_with(['-', '–', '—', '|', '•']) || words(before).split(' ').next_back() == Some("page");
    (stroke && text.chars().count() <= 60 && before.contains(char::is_alphabetic))
        .then(|| number.parse().ok().filter(|n| *n > 0))?
}

/// For a text without form feeds: the longest run of page numbers that increase by one, with a page's worth
/// of lines between them.
pub(super) fn rising_numbers(lines: &[(usize, &str)]) -> Vec<usize> {
    let mut rows: Vec<(usize, u32, Option<usize>, usize)> = Vec::new();
    let mut last_with: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (line, text) in lines {
        let Some(value) = printed_number(text) else { continue };
        let before = last_with.get(&(value - 1)).into_iter().flatten().rev().take(8).copied();
        let before = before.filter(|n| line - rows[*n].0 >= MIN_PAGE_LINES).max_by_key(|n| rows[*n].3);
        let length = before.map_or(1, |n| rows[n].3 + 1);
        last_with.entry(value).or_default().push(rows.len());
        rows.push((*line, value, before, length));
    }
    let mut at = (0..rows.len()).rev().max_by_key(|n| rows[*n].3).filter(|n| rows[*n].3 >= 2);
    let mut found = Vec::new();
    while let Some(n) = at {
        found.push(rows[n].0);
        at = rows[n].2;
    }
    found.reverse();
    found
}

/// For a text with form feeds: the lines, anywhere on their pages, whose numbers increase with the pages, on
/// most of them.
pub(super) fn numbers_of_pages(pages: &[Vec<(usize, &str)>]) -> Vec<usize> {
    let mut found: BTreeMap<i64, Vec<(usize, usize)>> = BTreeMap::new();
    for (n, page) in pages.iter().enumerate() {
        for (line, text) in page.iter().filter(|(_, text)| is_page_number(text)) {
            let Some(value) = printed_number(text) else { continue };
            let place = i64::from(value) - i64::try_from(n).unwrap_or_default();
            found.entry(place).or_default().push((n, *line));
        }
    }
    let count = |all: &[(usize, usize)]| {
        let mut on: Vec<usize> = all.iter().map(|(page, _)| *page).collect();
        on.dedup();
        on.len()
    };
    let best = found.into_values().max_by_key(|all| count(all));
    let mut best = best.filter(|all| count(all) >= 3 && count(all) * 2 > pages.len()).unwrap_or_default();
    // A page has one number; of several candidates take the last.
    best.reverse();
    best.dedup_by_key(|(page, _)| *page);
    best.into_iter().map(|(_, line)| line).collect()
}
