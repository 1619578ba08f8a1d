//! Determines what a block of a web page looks like.

use super::block::{Block, Shape, ends_sentence, in_capitals, in_title_case};
use super::leftover::WhyLeft;
use super::{heads, numbers};

/// A block and the element it was found in.
pub(super) struct Found {
    pub(super) block: Block,
    pub(super) node: usize,
    pub(super) heading: bool,
    pub(super) link: bool,
    /// Whether it is the page's `<title>`.
    pub(super) title: bool,
}

impl Found {
    /// The finished block; `left` is the reason if it is not part of the article.
    pub(super) fn shaped(mut self, left: Option<WhyLeft>, opens: bool) -> Block {
        self.block.opens |= opens;
        let bold = is_bold(&self.block.text);
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

/// Whether a text is bold, not counting a set in brackets at its end: `**Old Ferry** *(Harbour)*`.
fn is_bold(text: &str) -> bool {
    let Some((inner, behind)) = text.strip_prefix("**").and_then(|t| t.split_once("**")) else {
        return false;
    };
    let behind = behind.trim_matches(['*', '_', ' ']);
    let set = behind.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
    !inner.is_empty() && (behind.is_empty() || set.is_some_and(|set| !set.contains(['(', ')'])))
}
