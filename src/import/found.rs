//! A block of a web page, and what it looks like.

use super::block::{Block, Shape, ends_sentence, in_capitals, in_title_case};
use super::leftover::WhyLeft;
use super::{heads, numbers};

/// A block and the element it stands in.
pub(super) struct Found {
    pub(super) block: Block,
    pub(super) node: usize,
    pub(super) heading: bool,
    pub(super) link: bool,
    /// Whether it is the `<title>` of the page.
    pub(super) title: bool,
}

impl Found {
    /// The block as what it looks like; `left` tells why it is nothing of the article.
    pub(super) fn shaped(mut self, left: Option<WhyLeft>, opens: bool) -> Block {
        self.block.opens |= opens;
        let bold = self.block.text.trim_matches('*').len() + 4 <= self.block.text.len()
            && self.block.text.starts_with("**")
            && self.block.text.ends_with("**")
            && !self.block.text[2..self.block.text.len() - 2].contains("**");
        let plain = super::block::without_emphasis(&self.block.text);
        let spoken = numbers::speaker(&plain).is_some();
        let item = matches!(self.block.shape, Shape::Item(_));
        if let Some(why) = left {
            self.block.shaped(Shape::Aside(why))
        } else if self.link {
            self.block.shaped(Shape::Aside(WhyLeft::Contents))
        } else if self.heading || (in_capitals(&plain) || opens && heads::is_title(&plain)) && !item {
            self.block.shaped(Shape::Heading)
        } else if bold
            && !spoken
            && !item
            && !ends_sentence(&plain)
            && (in_title_case(&plain) || plain.len() <= 80)
        {
            self.block.shaped(Shape::Caption)
        } else {
            self.block
        }
    }
}
