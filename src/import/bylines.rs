//! Lines of a page around its article: who wrote it, and the links to its parts beside each other.

use super::block::{Block, Shape, ends_sentence, in_title_case};
use super::leftover::WhyLeft;
use super::line::Line;
use super::sections;

/// Takes such lines out; what went is returned.
pub(super) fn find(lines: &mut [Line]) -> Vec<Block> {
    let mut gone: Vec<Block> = by_line(lines).into_iter().collect();
    for line in lines.iter_mut().filter(|line| is_menu(&line.text)) {
        let text = std::mem::take(&mut line.text);
        gone.push(Block::paragraph(line.line, text).shaped(Shape::Aside(WhyLeft::Contents)));
    }
    gone
}

/// Whether a line is the links to the parts of its page, beside each other.
fn is_menu(line: &str) -> bool {
    [" - ", " – ", " | ", " · ", " • "].iter().any(|mark| {
        let parts: Vec<&str> = line.split(mark).map(str::trim).collect();
        let of_parts = parts.iter().filter(|part| sections::is_section_title(part)).count();
        parts.len() > 2
            && of_parts > 1
            && parts.iter().all(|part| (1..=5).contains(&part.split(' ').count()) && !part.ends_with('.'))
    })
}

/// The front of an article has no more lines than this.
const ARTICLE: usize = 60;

/// Takes off the line that says who wrote an article, `By Anna Bell, Master of the Harbour`: in front of all
/// it says, by itself, below the day it was posted or with what its author is.
fn by_line(lines: &mut [Line]) -> Option<Block> {
    let said = |line: &Line| ends_sentence(&line.text) && line.text.split(' ').count() > 5;
    let front = lines.iter().take(ARTICLE).position(said).unwrap_or(lines.len().min(ARTICLE));
    let posted = lines[..front].iter().any(|line| line.text.starts_with("Posted "));
    let is_by = |n: &usize| {
        let Some(author) = lines[*n].text.strip_prefix("By ") else { return false };
        let alone = lines.get(n + 1).is_none_or(|next| next.text.is_empty());
        alone && (posted || author.contains(", ")) && in_title_case(author) && author.contains(' ')
    };
    let at = (0..front).find(is_by)?;
    let text = std::mem::take(&mut lines[at].text);
    Some(Block::paragraph(lines[at].line, text).shaped(Shape::Aside(WhyLeft::PageFurniture)))
}
