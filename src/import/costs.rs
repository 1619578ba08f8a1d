//! Cards as pages of other games print them: the name with the icons of its cost behind it, and its type in a
//! line of its own below.

use std::collections::BTreeSet;

use super::block::{self, Block, Shape};

/// Parts the names of cards from the icons behind them: the name is a heading, and what stands right below it
/// by itself is its type, and none.
pub(super) fn find(blocks: &mut Vec<Block>, icons: &BTreeSet<String>) {
    let mut out: Vec<Block> = Vec::with_capacity(blocks.len());
    let mut below = false;
    for block in blocks.drain(..) {
        if let Some((name, cost)) = name_and_cost(&block, icons) {
            out.push(Block { text: name, shape: Shape::Caption, ..block.clone() });
            out.push(Block { text: cost, tight: true, ..block });
            below = true;
            continue;
        }
        let is_type = below && block.shape == Shape::Caption;
        below = false;
        out.push(if is_type { block.shaped(Shape::Paragraph) } else { block });
    }
    *blocks = out;
}

/// The name of a card and the icons behind it, where the block is nothing else.
fn name_and_cost(block: &Block, icons: &BTreeSet<String>) -> Option<(String, String)> {
    let plain = block::without_emphasis(&block.text);
    let at = plain.find('[').filter(|at| *at > 0)?;
    let (name, cost) = (plain[..at].trim(), plain[at..].trim());
    let is_icon = |icon: &str| icons.contains(&format!("{icon}]"));
    let all = cost.ends_with(']') && cost.split_terminator(']').all(|icon| is_icon(icon.trim()));
    let is_text = matches!(block.shape, Shape::Paragraph | Shape::Caption);
    (is_text && all && block::in_title_case(name)).then(|| (name.to_owned(), cost.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_its_cost_is_a_heading() {
        let icons = BTreeSet::from(["[3]".to_owned(), "[r]".to_owned()]);
        let read = |text: &str| name_and_cost(&Block::paragraph(1, text), &icons);
        assert_eq!(read("Bend or Tow [3][r]"), Some(("Bend or Tow".to_owned(), "[3][r]".to_owned())));
        for text in ["It costs [3]", "[3][r]", "Night Ferry", "Night Ferry [note]", "Night Ferry [3] costs."]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
