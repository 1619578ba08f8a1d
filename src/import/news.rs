//! The note on new content on a document's front page.

use super::block::{self, Block, Shape};
use super::draft::Sink;
use super::leftover::WhyLeft;
use super::passages::MAX_HEAD_WORDS;
use super::{dates, front, stub};

/// Takes the note on new content from what stands in front of the first part, which it is about. The title
/// belongs to the document, and the rest is left over: with it a note above the title, which gives the pages
/// of several parts.
pub(super) fn taken(front: Vec<Block>, title: &str, sink: &mut Sink<'_>) -> Option<Block> {
    let is_title = |block: &Block| stub::in_title(title, &block.text);
    let titled = front.iter().position(is_title).unwrap_or(0);
    let mut news: Option<Block> = None;
    for (n, block) in front.into_iter().enumerate() {
        if n >= titled && is_note(&block) {
            news = Some(block.shaped(Shape::Paragraph));
        } else if let Some(news) = news.as_mut().filter(|_| block.tight && goes_on(&block)) {
            news.text = format!("{} {}", news.text, block.marked());
        } else if !is_title(&block) {
            sink.leave(&block, WhyLeft::BeforeFirstPart);
        }
    }
    news
}

/// Whether a block is the note. With version or date it is the whole front page, run together.
fn is_note(block: &Block) -> bool {
    block::words(&block.text).starts_with("new content") && !says_what_it_is(block)
}

/// Whether a block may be the rest of the note: no sentence to the reader.
fn goes_on(block: &Block) -> bool {
    let said = block::ends_sentence(&block.text) && block.text.split_whitespace().count() > MAX_HEAD_WORDS;
    !said && !says_what_it_is(block)
}

/// Whether a block says which document this is.
fn says_what_it_is(block: &Block) -> bool {
    front::version_at(&block.text).is_some() || dates::first(&block.text).is_some()
}
