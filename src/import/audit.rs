//! Proves that no words were lost between a document and its entries, and finds those that were.

use std::collections::BTreeSet;

use super::block::{Block, without_emphasis};
use super::draft::Draft;
use super::leftover::{Leftover, WhyLeft};
use super::numbers;

/// Words are compared in shingles, runs of this many words: each must occur whole in an entry or in the
/// remainder.
const SHINGLE_LENGTH: usize = 4;

/// The words of every block of a document as it was read.
#[derive(Clone)]
pub(super) struct Words {
    blocks: Vec<BlockWords>,
}

/// The words of a block, with the mark of a list and without it.
#[derive(Clone)]
struct BlockWords {
    line: usize,
    marked: String,
    bare: String,
}

impl Words {
    pub(super) fn of(blocks: &[Block]) -> Self {
        let own = |b: &Block| BlockWords {
            line: b.line,
            marked: without_emphasis(&b.marked()),
            bare: without_emphasis(&b.text),
        };
        Self { blocks: blocks.iter().map(own).collect() }
    }

    /// Whether these words, as [`super::block::words`] has them, stand in a block.
    pub(super) fn contain(&self, words: &str) -> bool {
        self.blocks.iter().any(|own| super::block::words(&own.bare).contains(words))
    }

    /// Blocks with a shingle that is neither in an entry nor in the remainder yet.
    pub(super) fn missing(&self, drafts: &[Draft], left: &[Leftover], title: &str) -> Vec<Leftover> {
        let mut held = Shingles::default();
        held.add(title);
        for draft in drafts {
            let number = draft.number.as_deref().unwrap_or_default();
            held.add(&format!("{number} {} {}", draft.title, draft.words().replace("\\*", "*")));
            for tag in draft.since.iter().flat_map(|since| [format!("v{since}"), format!("v.{since}")]) {
                held.add(&format!("{tag} {} {}", draft.title, draft.words()));
            }
            held.add(&draft.words().replace("\\*", "*"));
            // The document still has what was printed, not what it was corrected to.
            for correction in &draft.corrections {
                held.add(&format!("{} {} {}", correction.printed, draft.title, draft.words()));
            }
            draft.section.iter().for_each(|s| held.add(s));
        }
        // Text of one paragraph may be split between the end of one entry and the start of the next.
        for pair in drafts.windows(2) {
            held.add(&format!("{} {}", ending(&pair[0].text), pair[1].words()));
        }
        left.iter().for_each(|l| held.add(&l.text));
        // A bullet with a number may be an entry by itself, which is not counted by it.
        let lost = |own: &BlockWords| {
            let is_held = held.has(&own.marked) || held.has(&own.bare) || held.has_in_parts(&own.bare);
            (!is_held).then(|| Leftover { line: own.line, why: WhyLeft::InNoEntry, text: own.marked.clone() })
        };
        self.blocks.iter().filter_map(lost).collect()
    }
}

/// The last words of a text, one shingle long.
fn ending(text: &str) -> String {
    let mut words: Vec<&str> = text.split_whitespace().rev().take(SHINGLE_LENGTH).collect();
    words.reverse();
    words.join(" ")
}

/// A set of shingles, as hashes.
#[derive(Default)]
struct Shingles {
    hashes: BTreeSet<u64>,
}

impl Shingles {
    fn add(&mut self, text: &str) {
        let words = words(text);
        for length in 1..=SHINGLE_LENGTH {
            self.hashes.extend(words.windows(length).map(shingle));
        }
    }

    /// Whether every shingle of a text is in the set; a text shorter than a shingle must be in it as a whole.
    /// The marks `Q:` and `A:` are not counted as words.
    fn has(&self, text: &str) -> bool {
        let said = numbers::speaker(text).map_or(text, |(_, said)| said);
        said.split(" A: ")
            .flat_map(|part| part.split("? A. "))
            .flat_map(|part| part.split(" Answer: "))
            .flat_map(|part| part.split(" Answer. "))
            .all(|part| {
                let words = words(part);
                let length = words.len().min(SHINGLE_LENGTH);
                length == 0 || words.windows(length).all(|w| self.hashes.contains(&shingle(w)))
            })
    }
}

/// The name of whoever speaks is not looked for further into a text, in bytes.
const MAX_NAME_LENGTH: usize = 60;

impl Shingles {
    /// Whether what a text parts is in the set part by part: the cells of a row, or a name and what is said.
    fn has_in_parts(&self, text: &str) -> bool {
        let cells: Vec<&str> = text.split('|').collect();
        let said = text.find(": ").filter(|at| *at <= MAX_NAME_LENGTH);
        match said {
            _ if cells.len() > 2 => cells.iter().all(|cell| self.has(cell)),
            Some(at) => self.has(&text[..at]) && self.has(&text[at + 2..]),
            None => false,
        }
    }
}

fn words(text: &str) -> Vec<u64> {
    let plain = super::block::words(text);
    plain.split(' ').filter(|w| !w.is_empty()).map(|w| hash(w.as_bytes(), 0xcbf2_9ce4_8422_2325)).collect()
}

fn shingle(words: &[u64]) -> u64 {
    words.iter().fold(words.len() as u64, |h, w| hash(&w.to_le_bytes(), h ^ 0x9e37_79b9_7f4a_7c15))
}

/// FNV-1a, continued from `start`.
fn hash(bytes: &[u8], start: u64) -> u64 {
    bytes.iter().fold(start, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x0100_0000_01b3))
}
