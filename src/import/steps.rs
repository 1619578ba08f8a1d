//! Finds numbered steps: as list items, as paragraphs with a number, or within one paragraph.

use super::block::{Block, Shape, ends_sentence, list_mark, without_emphasis};
use super::names;

/// The maximum number of steps: their marks have at most two digits.
const MAX_STEPS: u32 = 99;

/// The steps among the blocks of a section, as list items.
pub(super) fn steps(blocks: &[Block]) -> Vec<Block> {
    let of_block = |block: &Block| match &block.shape {
        Shape::Item(mark) if mark != "-" => vec![block.clone()],
        Shape::Paragraph => match list_mark(&block.text).filter(|(mark, _)| mark != "-") {
            Some(_) => {
                parted(block).unwrap_or_else(|| vec![block.clone()]).into_iter().map(as_item).collect()
            }
            None => parted(block).unwrap_or_default().into_iter().skip(1).collect(),
        },
        Shape::Heading | Shape::Caption | Shape::Item(_) | Shape::Aside(_) => Vec::new(),
    };
    blocks.iter().flat_map(of_block).collect()
}

/// Splits each paragraph that contains several steps into its introduction and the steps.
pub(super) fn apart(blocks: &[Block]) -> Vec<Block> {
    let of_block = |block: &Block| match block.shape {
        Shape::Paragraph => parted(block).unwrap_or_else(|| vec![block.clone()]),
        Shape::Heading | Shape::Caption | Shape::Item(_) | Shape::Aside(_) => vec![block.clone()],
    };
    blocks.iter().flat_map(of_block).collect()
}

/// Turns a paragraph with a leading number into a list item.
fn as_item(block: Block) -> Block {
    match list_mark(&block.text).filter(|_| block.shape == Shape::Paragraph) {
        Some((mark, rest)) => Block { text: rest.to_owned(), shape: Shape::Item(mark), ..block },
        None => block,
    }
}

/// Splits a paragraph with at least steps 1 and 2 into the words before them, if any, and the steps.
fn parted(block: &Block) -> Option<Vec<Block>> {
    let starts: Vec<usize> = (1..=MAX_STEPS)
        .map_while({
            let mut from = 0;
            move |n| {
                let at = step_start(&block.text, from, n)?;
                from = at + 1;
                Some(at)
            }
        })
        .collect();
    if starts.len() < 2 {
        return None;
    }
    let mut parts = Vec::new();
    let lead = block.text[..starts[0]].trim();
    if !lead.is_empty() {
        parts.push(Block { text: lead.to_owned(), ..block.clone() });
    }
    for (n, start) in starts.iter().enumerate() {
        let end = starts.get(n + 1).copied().unwrap_or(block.text.len());
        let step = Block { tight: n > 0, ..Block::paragraph(block.line, block.text[*start..end].trim()) };
        parts.push(as_item(step));
    }
    Some(parts)
}

/// The offset of the mark of step `n`: `2)` or `2.` at the start or after a sentence, followed by words.
fn step_start(text: &str, from: usize, n: u32) -> Option<usize> {
    [format!("{n}) "), format!("{n}. ")]
        .iter()
        .filter_map(|mark| {
            let fits = |at: &usize| {
                let (before, after) = (text[..*at].trim_end(), &text[at + mark.len()..]);
                let apart = *at == 0 || (text[..*at].ends_with(' ') && ends_sentence(before));
                apart && after.starts_with(|c: char| c.is_uppercase() || c == '*')
            };
            text[from..].match_indices(mark.as_str()).map(|(at, _)| from + at).find(fits)
        })
        .min()
}

/// The printed number of a step.
pub(super) fn number(step: &Block) -> Option<usize> {
    let Shape::Item(mark) = &step.shape else { return None };
    mark.trim_end_matches(['.', ')']).parse().ok()
}

/// A step's title: its words up to a colon, parenthesis or condition.
pub(super) fn title(text: &str) -> String {
    let plain = without_emphasis(text);
    let cut = [": ", " (", ", if ", ". "].iter().filter_map(|m| plain.find(m)).min().unwrap_or(plain.len());
    let title = plain[..cut].trim_end_matches('.');
    if title.split_whitespace().count() <= 12 { title.to_owned() } else { names::first_words(title, 7) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        apart(&[Block::paragraph(1, text)]).iter().map(Block::marked).collect()
    }

    #[test]
    fn steps_in_one_paragraph_are_separated() {
        assert_eq!(
            shown("Count in this order: 1) Your own. 2) Those of page 3. 3) Add both."),
            ["Count in this order:", "1) Your own.", "2) Those of page 3.", "3) Add both."]
        );
        assert_eq!(shown("1. Show the loop. 2. Say how often."), ["1. Show the loop.", "2. Say how often."]);
    }

    #[test]
    fn numbers_in_running_text_are_no_steps() {
        for text in ["It costs 1. Pay it.", "See step 1) Your own and 3) Others.", "Deal 1 or 2. Then stop."]
        {
            assert_eq!(shown(text), [text]);
        }
    }

    #[test]
    fn paragraphs_with_a_number_in_front_are_steps() {
        let blocks = [
            Block::paragraph(1, "Do this:"),
            Block::paragraph(2, "1. One: a."),
            Block::paragraph(3, "2. Two."),
        ];
        let shown: Vec<String> = steps(&blocks).iter().map(Block::marked).collect();
        assert_eq!(shown, ["1. One: a.", "2. Two."]);
    }
}
