//! Running heads of two parts, of which one is the same on all pages and the other names what stands there:
//! `Harbour Errata … Ships of the North`, with sides that may change from page to page.

use std::collections::{BTreeMap, BTreeSet};

use super::block::{self, words};

/// The minimum number of pages that a running head is on.
const MIN_PAGES: usize = 3;

/// Fewer words than this may begin or end the first lines of pages by chance.
const MIN_WORDS: usize = 2;

/// The part of a head that changes has no more words.
const MAX_WORDS: usize = 8;

/// A line of more words is no head.
const MAX_HEAD: usize = 16;

type Page<'t> = Vec<(usize, &'t str)>;

/// The numbers of the lines that are such heads.
pub(super) fn find(pages: &[Page<'_>]) -> BTreeSet<usize> {
    let top = |page: &Page<'_>| {
        let full = page.iter().filter(|(_, text)| text.contains(char::is_alphabetic));
        let spaced = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        full.take(2).map(|(number, text)| (*number, spaced(text))).collect::<Vec<_>>()
    };
    let tops: Vec<Vec<(usize, String)>> = pages.iter().map(top).collect();
    let Some(same) = shared(&tops) else { return BTreeSet::new() };
    let mut said: BTreeMap<String, usize> = BTreeMap::new();
    pages.iter().flatten().for_each(|(_, text)| *said.entry(words(text)).or_default() += 1);
    let others = tops.iter().flatten().filter_map(|(_, text)| without(&words(text), &same));
    let others: Vec<String> = others.filter(|other| !other.is_empty()).collect();
    others.iter().for_each(|other| *said.entry(other.clone()).or_default() += 1);
    let recurs = |other: &str| said.get(other).is_some_and(|times| *times > 1) || is_figure(other);
    // Where the parts that change stand nowhere else, they may be headings that begin alike.
    let change = others.iter().filter(|other| recurs(other)).count() * 2 >= others.len().max(MIN_PAGES);
    let mut found = BTreeSet::new();
    for top in &tops {
        for (n, (number, text)) in top.iter().enumerate() {
            let Some(other) = without(&words(text), &same) else { continue };
            let is_head = other.is_empty() || n == 0 && (change || recurs(&other));
            if !is_head || !block::in_title_case(text) {
                continue;
            }
            found.insert(*number);
            // Its other part may stand on a line of its own, above or below, and is a heading elsewhere.
            if let Some((beside, text)) = top.get(1 - n).filter(|_| other.is_empty()) {
                let own = words(text);
                if recurs(&own) && block::in_title_case(text) {
                    found.insert(*beside);
                }
            }
        }
    }
    found
}

/// Whether a text is the number of a page, or a letter.
fn is_figure(text: &str) -> bool {
    text.split(' ').all(|word| word == "page" || word.len() == 1 || word.bytes().all(|b| b.is_ascii_digit()))
}

/// The words that begin or end a line at the top of most pages.
fn shared(tops: &[Vec<(usize, String)>]) -> Option<String> {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for top in tops {
        let mut here = BTreeSet::new();
        for (_, text) in top {
            let plain = words(text);
            let all: Vec<&str> = plain.split(' ').take(MAX_HEAD + 1).collect();
            if all.len() > MAX_HEAD {
                continue;
            }
            for n in MIN_WORDS..=all.len() {
                here.insert(all[..n].join(" "));
                here.insert(all[all.len() - n..].join(" "));
            }
        }
        here.into_iter().for_each(|part| *times.entry(part).or_default() += 1);
    }
    let most = times.into_iter().filter(|(_, n)| *n >= MIN_PAGES && *n * 10 >= tops.len() * 6);
    most.max_by_key(|(part, n)| (*n, part.len())).map(|(part, _)| part)
}

/// What a head says besides the words that all have.
fn without(head: &str, same: &str) -> Option<String> {
    let rest = head.strip_prefix(same).filter(|rest| rest.is_empty() || rest.starts_with(' '));
    let rest = rest.or_else(|| head.strip_suffix(same).filter(|rest| rest.ends_with(' ')))?;
    (rest.split_whitespace().count() <= MAX_WORDS).then(|| rest.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_of_which_a_part_recurs_are_found() {
        let page = |n: usize, lines: &[&'static str]| {
            lines.iter().enumerate().map(|(at, text)| (n * 10 + at, *text)).collect::<Page<'_>>()
        };
        let pages = [
            page(1, &["Ships of the North    Harbour Errata", "Ships of the North", "A rope."]),
            page(2, &["Harbour Errata    Rafts", "it is tied."]),
            page(3, &["Rafts", "Harbour Errata", "Rafts", "No rope."]),
        ];
        assert_eq!(find(&pages), BTreeSet::from([10, 20, 30, 31]));
        let heading = ["Harbour Errata of the North", "No rope."];
        let pages = [
            page(1, &["Harbour Errata", "A."]),
            page(2, &["Harbour Errata 2", "B."]),
            page(3, &["Harbour Errata", "C."]),
            page(4, &heading),
        ];
        assert_eq!(find(&pages), BTreeSet::from([10, 20, 30]));
        let pages = [page(1, &["Harbour rules", "A."]), page(2, &["Ropes", "B."]), page(3, &["Rafts", "C."])];
        assert!(find(&pages).is_empty());
    }
}
