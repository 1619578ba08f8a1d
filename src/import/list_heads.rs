//! Errata of a book as a list whose items are their heads: `- **Page 19 – Towing**`, and below it what
//! changes there, `- Change the second sentence to read: …`.

use super::block::{self, Block, Shape};
use super::places;
use super::tags::UNFOLDS;

/// Fewer such heads than this may stress what they say.
const MIN_HEADS: usize = 2;

/// Turns the items that are heads into headings, if several of them have a change right below.
pub(super) fn find(blocks: &mut [Block]) {
    if (0..blocks.len()).filter(|n| heads_change(blocks, *n)).count() < MIN_HEADS {
        return;
    }
    for n in 0..blocks.len() {
        if !is_head(&blocks[n]) || blocks.get(n + 1).is_none_or(|next| is_head(next) || next.level > 0) {
            continue;
        }
        (blocks[n].shape, blocks[n].level) = (Shape::Heading, LEVEL);
        let below = &mut blocks[n + 1..];
        // What else stands in bold above the change is of its words.
        if below.first().is_some_and(|b| b.shape == Shape::Caption) {
            below[0].shape = Shape::Paragraph;
        }
        let is_change = |b: &&mut Block| matches!(&b.shape, Shape::Item(mark) if mark == "-") && changes(b);
        below.iter_mut().take(MAX_LINES_BETWEEN).take_while(|b| b.level == 0).filter(is_change).for_each(
            |b| {
                b.shape = Shape::Paragraph;
                b.tight = false;
            },
        );
    }
}

/// The change stands no more blocks below its head.
const MAX_LINES_BETWEEN: usize = 2;

/// The level of such a head: below all headings.
const LEVEL: usize = UNFOLDS + 1;

/// Whether a block is such a head.
pub(super) fn is_one(block: &Block) -> bool {
    block.shape == Shape::Heading && block.level == LEVEL
}

/// The number of such heads among some blocks.
pub(super) fn count(blocks: &[Block]) -> usize {
    blocks.iter().filter(|block| is_one(block)).count()
}

fn heads_change(blocks: &[Block], n: usize) -> bool {
    is_head(&blocks[n]) && blocks.get(n + 1).is_some_and(changes)
}

/// Whether a block says how a text is changed.
fn changes(block: &Block) -> bool {
    matches!(block.shape, Shape::Item(_) | Shape::Paragraph) && places::is_change(&block.text)
}

/// Whether a block is an item that may be a head: in bold from end to end, or the page of a book.
fn is_head(block: &Block) -> bool {
    let is_item = matches!(&block.shape, Shape::Item(mark) if mark == "-") && block.depth == 0;
    let inside = block.text.strip_prefix("**").and_then(|text| text.strip_suffix("**"));
    let is_bold = inside.is_some_and(|text| {
        !text.is_empty() && !text.contains("**") && (!block::ends_sentence(text) || places::is_of_page(text))
    });
    is_item && (is_bold || places::is_of_page(&block.text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(texts: &[&str]) -> Vec<String> {
        let item = |text: &&str| match text.strip_prefix("- ") {
            Some(text) => Block::paragraph(1, text).shaped(Shape::Item("-".to_owned())),
            None => Block::paragraph(1, *text),
        };
        let mut blocks: Vec<Block> = texts.iter().map(item).collect();
        find(&mut blocks);
        blocks.into_iter().filter(Block::is_heading).map(|block| block.text).collect()
    }

    #[test]
    fn items_in_bold_above_a_change_are_heads() {
        let heads = ["**Page 7 – Towing**", "**Old Ferry**"];
        let texts = ["- **Page 7 – Towing**", "- Change “one” to “two”.", "- **Old Ferry**", "- Add a rope."];
        assert_eq!(read(&texts), heads);
        assert!(read(&texts[..2]).is_empty(), "one may be by chance");
        assert!(read(&["- **Never.**", "- Add a rope.", "- **No!**", "- Add two."]).is_empty());
        assert!(read(&["- **Ropes**", "- Wet ones.", "- **Lamps**", "- Lit ones."]).is_empty());
    }
}
