//! Removes what belongs to no ruling: copyright lines, and the text of cards that are pictured.

use super::block::{Block, Shape};
use super::leftover::WhyLeft;
use super::line::Line;

/// The maximum number of lines in a picture of a card.
const MAX_PICTURE_LINES: usize = 30;

/// Separates copyright lines and the text of pictured cards from the lines of a page.
pub(super) fn apart(lines: Vec<Line>) -> (Vec<Line>, Vec<Block>) {
    let mut out = vec![None; lines.len()];
    let mut legal = false;
    let edge = edge(&lines);
    for (n, line) in lines.iter().enumerate() {
        legal = line.text.contains('©') || (legal && line.text.contains('®'));
        if legal {
            out[n] = Some(WhyLeft::PageFurniture);
        }
        if line.text.contains("Illus.") {
            picture(&lines[..=n], edge).for_each(|n| out[n] = Some(WhyLeft::Pictured));
        }
    }
    let mut kept = Vec::new();
    let mut asides = Vec::new();
    for (line, why) in lines.into_iter().zip(out) {
        match why {
            Some(why) if !line.text.is_empty() => {
                asides.push(Block::paragraph(line.line, line.text).shaped(Shape::Aside(why)));
            }
            Some(_) => {}
            None => kept.push(line),
        }
    }
    (kept, asides)
}

/// The left edge of the page's text: hardly any line starts further left.
fn edge(lines: &[Line]) -> usize {
    let mut indents: Vec<usize> = lines.iter().filter(|l| !l.text.is_empty()).map(|l| l.indent).collect();
    indents.sort_unstable();
    indents.get(indents.len() / 10).copied().unwrap_or(0)
}

/// The lines of a pictured card: those above its artist's name that are indented from the column's edge.
/// Without layout, only the artist's line can be recognized.
fn picture(lines: &[Line], edge: usize) -> impl Iterator<Item = usize> {
    let last = lines.len() - 1;
    let set_in = |line: &Line| {
        let indent = line.indent.saturating_sub(edge);
        indent >= 4 || (indent >= 2 && line.text.chars().count() < 30)
    };
    let inside = |n: &usize| lines[*n].text.is_empty() || set_in(&lines[*n]);
    let first = (0..=last).rev().take(MAX_PICTURE_LINES).take_while(inside).last().unwrap_or(last);
    first..=last
}
