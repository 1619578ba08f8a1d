//! What the lines of a document open, by whatever several of them have in common.

use super::block::Block;
use super::line::Line;
use super::{chapters, heads, lettered, listed, marks, outline, places, posts, wiki};

/// Marks what opens something among the lines; what was taken off them, or is no word of the document, is
/// returned.
pub(super) fn find(lines: &mut [Line]) -> Vec<Block> {
    let mut gone = marks::find(lines);
    gone.extend(posts::find(lines));
    wiki::find(lines);
    wiki::find_open(lines);
    heads::find(lines);
    chapters::find(lines);
    places::find(lines);
    listed::find(lines);
    lettered::find(lines);
    gone.extend(outline::find(lines));
    gone
}
