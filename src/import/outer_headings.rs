//! Headings right above other headings, with no words of their own, `VII. LEAVING` above `Tolls`: they are
//! headings of whatever follows.

use std::collections::BTreeSet;

use super::block::{Block, Shape, in_capitals, without_emphasis, words};
use super::draft::Draft;
use super::leftover::{Leftover, WhyLeft};

/// What the count in front of a heading consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Count {
    None,
    Roman,
    Letter,
    Number,
    /// `Part 2`, `Chapter II`.
    Word,
}

/// What headings of one rank have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Rank {
    level: usize,
    count: Count,
    /// Whether one that is not counted is in capitals.
    capitals: bool,
}

impl Rank {
    fn of(block: &Block) -> Self {
        let text = without_emphasis(&block.marked());
        let count = count(&text);
        Self { level: block.level, count, capitals: count == Count::None && in_capitals(&text) }
    }

    /// Whether its level alone is above the other's; a heading that is not marked has the lowest.
    fn is_above(self, other: Self) -> bool {
        self.level > 0 && (self.level < other.level || other.level == 0)
    }

    /// Whether what has this rank, right above what has the other, heads it.
    fn heads(self, other: Self) -> bool {
        if self.level != other.level {
            return self.is_above(other);
        }
        let counts = self.count != Count::None && self.count != other.count;
        counts || self.count == other.count && self.capitals && !other.capitals
    }
}

fn count(text: &str) -> Count {
    let mark = text.split(' ').next().unwrap_or_default();
    if ["Part", "Chapter", "Section"].iter().any(|word| mark.eq_ignore_ascii_case(word)) {
        return Count::Word;
    }
    let Some(count) = mark.strip_suffix(['.', ')', ':']) else { return Count::None };
    let is_roman = |c: char| matches!(c, 'I' | 'V' | 'X' | 'L');
    match count {
        "" => Count::None,
        _ if count.bytes().all(|b| b.is_ascii_digit()) => Count::Number,
        _ if count.chars().all(is_roman) => Count::Roman,
        _ if count.len() == 1 && count.bytes().all(|b| b.is_ascii_uppercase()) => Count::Letter,
        _ => Count::None,
    }
}

/// Puts such headings of a part above the drafts that follow them, and takes them out of what is left over,
/// of which the part's begins at `from`.
pub(super) fn place(blocks: &[Block], drafts: &mut [Draft], left: &mut Vec<Leftover>, from: usize) {
    // What a reader has put above its entries is left over as well.
    let known: BTreeSet<String> =
        drafts.iter().flat_map(|d| d.section.iter().chain([&d.title])).map(|s| words(s)).collect();
    let is_bare = |l: &&Leftover| l.why == WhyLeft::NothingUnder && !known.contains(&words(&l.text));
    let bare: Vec<usize> = left[from..].iter().filter(is_bare).map(|l| l.line).collect();
    if bare.is_empty() {
        return;
    }
    let blocks: Vec<&Block> = blocks.iter().filter(|b| !matches!(b.shape, Shape::Aside(_))).collect();
    let mut open: Vec<(Rank, &Block)> = Vec::new();
    let mut placed: Vec<usize> = Vec::new();
    for (n, block) in blocks.iter().enumerate().filter(|(_, block)| block.is_heading()) {
        let rank = Rank::of(block);
        let ends = open.iter().position(|(outer, _)| *outer == rank || rank.is_above(*outer));
        open.truncate(ends.unwrap_or(open.len()));
        let next = blocks.get(n + 1).filter(|next| next.is_heading());
        if bare.contains(&block.line) && next.is_some_and(|next| rank.heads(Rank::of(next))) {
            open.push((rank, block));
            continue;
        }
        if open.is_empty() {
            continue;
        }
        let end = blocks[n + 1..].iter().find(|b| b.is_heading()).map_or(usize::MAX, |b| b.line);
        for draft in drafts.iter_mut().filter(|d| (block.line..end).contains(&d.line)) {
            let at = draft.section.len().min(1);
            let headings = open.iter().map(|(_, block)| without_emphasis(&block.marked()));
            draft.section.splice(at..at, headings);
            placed.extend(open.iter().map(|(_, block)| block.line));
        }
    }
    let is_placed = |l: &Leftover| l.why == WhyLeft::NothingUnder && placed.contains(&l.line);
    let mut n = 0;
    left.retain(|l| {
        n += 1;
        n <= from || !is_placed(l)
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_has_its_rank_from_its_count_and_capitals() {
        let rank = |text: &str| Rank::of(&Block::paragraph(1, text).shaped(Shape::Heading));
        for (outer, inner) in [
            ("VII. LEAVING", "Tolls"),
            ("VII. LEAVING", "1. Tolls"),
            ("Part 2 Leaving", "A. Tolls"),
            ("LEAVING", "Tolls"),
            ("B. Leaving", "1. Tolls"),
        ] {
            assert!(rank(outer).heads(rank(inner)) && outer != inner, "{outer}, {inner}");
        }
        for (one, other) in [("Leaving", "Tolls"), ("VII. LEAVING", "VIII. TOLLS"), ("LEAVING", "TOLLS")] {
            assert!(!rank(one).heads(rank(other)), "{one}, {other}");
        }
    }
}
