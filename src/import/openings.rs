//! Determines what starts with each line of a document, by every pattern that several lines share.

use super::block::Block;
use super::line::Line;
use super::{
    alone, block_quotes, bylines, capital_labels, change_tags, chapters, contents, counted_steps,
    dated_lines, digests, front_titles, heads, lettered, listed, marks, named_lists, numbered_questions,
    outline, page_places, places, post_heads, posts, quotations, spoken_dashes, unwrapped, wiki,
};

/// Marks the lines that start something; returns whatever was removed from them and is not part of the text.
pub(super) fn find(lines: &mut [Line]) -> Vec<Block> {
    spoken_dashes::close(lines.iter_mut().map(|line| &mut line.text));
    let mut gone = marks::find(lines);
    gone.extend(bylines::find(lines));
    gone.extend(posts::find(lines));
    gone.extend(quotations::find(lines));
    gone.extend(digests::find(lines));
    gone.extend(block_quotes::find(lines));
    post_heads::find(lines);
    gone.extend(numbered_questions::find(lines));
    front_titles::find(lines);
    gone.extend(wiki::find(lines));
    wiki::find_open(lines);
    heads::find(lines);
    chapters::find(lines);
    places::find(lines);
    listed::find(lines);
    lettered::find(lines);
    gone.extend(outline::find(lines));
    named_lists::find(lines);
    dated_lines::find(lines);
    change_tags::find(lines);
    page_places::find(lines);
    alone::find(lines);
    contents::mark_titles(lines);
    counted_steps::find(lines);
    capital_labels::find(lines);
    gone.extend(unwrapped::find(lines));
    gone
}
