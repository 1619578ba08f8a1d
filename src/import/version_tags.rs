//! Version tags of errata that are printed without their letter, `(2.0) Old Tollkeeper 0017`. They look like
//! rule numbers, and are recognized by the cards after them and by not being consecutive.

use super::block::{self, Block, Shape};
use super::numbers;
use crate::corpus::ruling::Correction;

/// The minimum number of tagged cards that is not a coincidence.
const MIN_TAGS: usize = 3;

/// Restores the letter of the tags in a document that has several, and records the corrections.
pub(super) fn with_letters(blocks: &mut [Block]) -> Vec<Correction> {
    let is_aside = |b: &Block| matches!(b.shape, Shape::Aside(_));
    let tag = |(n, b): (usize, &Block)| tag(&b.text).filter(|_| !is_aside(b)).map(|tag| (n, tag));
    let tagged: Vec<(usize, Vec<u32>)> = blocks.iter().enumerate().filter_map(tag).collect();
    let of_cards = tagged.iter().filter(|(n, _)| is_of_card(&blocks[*n].text)).count();
    let counts_up = tagged.windows(2).all(|pair| pair[0].1 < pair[1].1);
    if of_cards < MIN_TAGS || of_cards * 3 < tagged.len() * 2 || counts_up {
        return Vec::new();
    }
    let mut corrections = Vec::new();
    for (n, _) in tagged {
        let block = &mut blocks[n];
        let lettered = with_letter(&block.text);
        let start = |text: &str| text.split(' ').take(4).collect::<Vec<_>>().join(" ");
        corrections.push(Correction {
            printed: start(&block.text),
            corrected: start(&lettered),
            why: "a version tag without its letter".to_owned(),
        });
        if is_of_card(&block.text) {
            block.shape = Shape::Paragraph;
        }
        block.text = lettered;
    }
    corrections
}

/// The numbers of a tag at the start of a text, `(2.0) `.
fn tag(text: &str) -> Option<Vec<u32>> {
    let (inner, behind) = text.strip_prefix('(')?.split_once(')')?;
    let (major, minor) = inner.split_once('.')?;
    let digits = |s: &str| (1..=2).contains(&s.len()) && s.bytes().all(|b| b.is_ascii_digit());
    let sound = digits(major) && digits(minor) && behind.starts_with(' ');
    sound.then(|| [major, minor].iter().filter_map(|n| n.parse().ok()).collect())
}

fn with_letter(text: &str) -> String {
    text.replacen('(', "(v", 1)
}

/// Whether the text after the tag is a card with its number, without brackets.
fn is_of_card(text: &str) -> bool {
    let lettered = with_letter(text);
    numbers::errata_line(&lettered)
        .is_some_and(|line| block::in_title_case(&line.name) && !lettered[..line.length].ends_with(')'))
}

/// Whether the title of a numbered rule is a card with its number, so that the rule's own number may be an
/// erratum's version.
pub(super) fn is_of_erratum(title: &str) -> bool {
    !title.contains('(') && numbers::untagged_errata_line(title).is_some()
}
