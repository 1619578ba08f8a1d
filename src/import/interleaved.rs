//! Questions and answers that `pdftotext` printed in turn with another column: between a question and its
//! answer stands what belongs to neither. Elsewhere in such a text, too, a paragraph may be another column's.

use super::block::{self, Block, Shape};
use super::numbers::{self, Speaker};

/// The minimum number of questions parted from their answers that is no coincidence.
const MIN_PARTED: usize = 2;

/// The note on whatever stands between a question and its answer.
const BETWEEN: &str =
    "it stands between a question and its answer, as another column does; are all its words its own?";

/// The note on a question and an answer that do not stand together.
const PARTED: &str =
    "other words stand between this question and the answer taken for its own; do the two belong together?";

/// The note on a paragraph below another one.
const BELOW: &str = "the document prints its columns in turn; is this said of what stands above it?";

/// Flags questions and answers parted by other words, and those words.
pub(super) fn mark(blocks: &mut [Block]) {
    let parted = parted(blocks);
    if parted.len() < MIN_PARTED {
        return;
    }
    for (question, answer) in parted {
        let last = answer - question;
        for (n, block) in blocks[question..=answer].iter_mut().enumerate() {
            let note = if n == 0 || n == last { PARTED } else { BETWEEN };
            block.doubt = block.doubt.or(Some(note));
        }
    }
    let of_text = |block: &Block| matches!(block.shape, Shape::Paragraph | Shape::Item(_));
    for n in 1..blocks.len() {
        if blocks[n].shape == Shape::Paragraph && of_text(&blocks[n - 1]) {
            blocks[n].doubt = blocks[n].doubt.or(Some(BELOW));
        }
    }
}

/// Whole questions, each with its answer and other words in between.
fn parted(blocks: &[Block]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut open: Option<usize> = None;
    for (n, block) in blocks.iter().enumerate().filter(|(_, b)| !matches!(b.shape, Shape::Aside(_))) {
        match numbers::speaker(&block.text).map(|(who, _)| who) {
            Some(Speaker::Question) => open = Some(n).filter(|_| block::is_question(&block.text)),
            Some(Speaker::Answer) => {
                found.extend(
                    open.take().filter(|from| holds_other_words(&blocks[from + 1..n])).map(|from| (from, n)),
                );
            }
            None => {}
        }
    }
    found
}

fn holds_other_words(between: &[Block]) -> bool {
    between.iter().any(|b| !matches!(b.shape, Shape::Aside(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doubted(texts: &[&str]) -> Vec<usize> {
        let mut blocks: Vec<Block> =
            texts.iter().enumerate().map(|(n, text)| Block::paragraph(n, *text)).collect();
        mark(&mut blocks);
        blocks.iter().filter(|b| b.doubt.is_some()).map(|b| b.line).collect()
    }

    #[test]
    fn what_parts_questions_from_their_answers_is_flagged() {
        let parted = ["Q. Who ties?", "A rope is 2 long.", "A. You.", "Q. When?", "At 3.", "A. Now.", "End."];
        assert_eq!(doubted(&parted), [0, 1, 2, 3, 4, 5, 6]);
        assert!(doubted(&["Q. Who ties?", "A. You.", "A rope.", "Q. When?", "A. Now."]).is_empty());
    }
}
