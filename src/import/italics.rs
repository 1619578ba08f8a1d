//! Questions in italics in front of their answers, `*May I tow?* You may.`

use super::block::Block;

/// Whether a whole text is in italics.
pub(super) fn is_italic(text: &str) -> bool {
    text.starts_with('*') && text.ends_with('*') && !text.starts_with("**")
}

/// Splits an italic question from the answer in the same paragraph.
pub(super) fn italic_start(block: &Block) -> Option<(Block, Block)> {
    let end =
        ["?* ", "?\"* ", "?”* "].iter().filter_map(|m| block.text.find(m).map(|n| n + m.len())).min()?;
    let (question, answer) = (block.text[..end].trim(), block.text[end..].trim());
    let sound = question.starts_with('*') && !question.starts_with("**") && !answer.is_empty();
    sound.then(|| (Block::paragraph(block.line, question), Block::paragraph(block.line, answer)))
}
