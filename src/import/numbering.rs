//! The order of numbered rules.

use super::block::{self, Block};
use super::{heads, numbers};

/// A sort key for section numbers: `101.2` before `101.2a`, `1.5` before `1.5.1`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Order {
    counts: Vec<u32>,
    letter: Option<char>,
}

impl Order {
    pub(super) fn major(&self) -> u32 {
        self.counts.first().copied().unwrap_or(0)
    }
}

/// The sort key of a number.
pub(super) fn order(number: &str) -> Order {
    let digits = number.trim_end_matches(|c: char| c.is_ascii_lowercase());
    // A letter between stops counts as its place in the alphabet: `7.2.b` is `7.2.2`.
    let count = |part: &str| match part.as_bytes() {
        [letter @ b'a'..=b'z'] => u32::from(letter - b'a' + 1),
        _ => part.parse().unwrap_or(0),
    };
    let stuck = if digits.ends_with('.') { number } else { digits };
    Order {
        counts: stuck.split(numbers::PARTED).map(count).collect(),
        letter: number[stuck.len()..].chars().next(),
    }
}

/// Rules that count on without a point, `153. A ship …`, have numbers no lower; lower ones count steps.
const WHOLE_NUMBER_DIGITS: usize = 3;

/// Between two such rules no more numbers are missing.
const MAX_MISSING: u32 = 10;

/// The number of a rule that has no point in it, in a part of numbered rules, and its words.
pub(super) fn whole_number(block: &Block, before: &str) -> Option<(String, String)> {
    let (digits, words) = counts_on(block, before)?;
    let said = block::ends_sentence(words) || words.ends_with(':');
    said.then(|| (digits.to_owned(), words.to_owned()))
}

/// Whether a block is the title of a chapter of numbered rules that counts on, `140. Ships`.
pub(super) fn is_chapter(block: &Block, before: &str) -> bool {
    counts_on(block, before).is_some_and(|(_, words)| heads::is_title(words) && block::in_title_case(words))
}

/// A number without a point that counts on after a rule's, and the words behind it.
fn counts_on<'b>(block: &'b Block, before: &str) -> Option<(&'b str, &'b str)> {
    let (digits, words) = block.text.split_once(". ")?;
    let number: u32 = digits.parse().ok().filter(|_| digits.len() == WHOLE_NUMBER_DIGITS)?;
    let missing = number.checked_sub(order(before).major() + 1)?;
    (missing <= MAX_MISSING).then_some((digits, words))
}

/// Whether the number of a rule stands in no parentheses.
pub(super) fn is_bare(block: &Block) -> bool {
    !block.text.trim_start_matches(['*', '_']).starts_with(['(', '['])
}

/// Whether a part numbers its sections without parentheses, `101.2.`: at least three, nearly all in ascending
/// order, or fewer below the heading of their chapter, `101. Mooring`.
pub(super) fn counts_in_bare_numbers(blocks: &[Block]) -> bool {
    let numbers: Vec<Order> = blocks
        .iter()
        .filter(|b| is_bare(b))
        .filter_map(|b| numbers::section_number(&b.text).map(|(number, _)| number))
        .map(|number| order(&number))
        .collect();
    let chapters: Vec<u32> =
        blocks.iter().filter(|b| b.level > 0).filter_map(|b| heads::chapter(&b.marked())).collect();
    let headed = !numbers.is_empty() && numbers.iter().all(|n| chapters.contains(&n.major()));
    let rising = numbers.windows(2).filter(|pair| pair[0] < pair[1]).count();
    (numbers.len() >= 3 || headed) && (rising + 1) * 10 >= numbers.len() * 9
}
