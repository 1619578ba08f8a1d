//! Removes what belongs to no ruling: copyright lines, and the text of cards that are pictured.

use super::block::{Block, Shape};
use super::leftover::WhyLeft;
use super::line::Line;
use super::pictured;

/// The maximum number of lines in a picture of a card.
const MAX_PICTURE_LINES: usize = 30;

/// Separates copyright lines and the text of pictured cards from the lines of a page.
pub(super) fn apart(mut lines: Vec<Line>) -> (Vec<Line>, Vec<Block>) {
    let mut out = vec![None; lines.len()];
    let mut legal = false;
    let edge = edge(&lines);
    let mut artists = Vec::new();
    for (n, line) in lines.iter().enumerate() {
        legal = line.text.contains('©') || (legal && line.text.contains('®'));
        if legal {
            out[n] = Some(WhyLeft::PageFurniture);
        }
        if !is_set_in(line, edge) {
            artists.extend(Some(n).filter(|_| pictured::is_foot(&line.text)));
        } else if pictured::names_artist(&line.text) {
            picture(&lines[..=n], edge).for_each(|n| out[n] = Some(WhyLeft::Pictured));
        }
    }
    let pictured = pictured::around(&lines, &artists);
    pictured.lines.into_iter().for_each(|n| out[n] = Some(WhyLeft::Pictured));
    for line in pictured.doubtful {
        lines[line].doubt = lines[line].doubt.or(Some(pictured::BESIDE));
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

/// Whether a line is indented from the column's edge, as those of a picture are.
fn is_set_in(line: &Line, edge: usize) -> bool {
    let indent = line.indent.saturating_sub(edge);
    indent >= 4 || (indent >= 2 && line.text.chars().count() < 30)
}

/// The lines of a pictured card: those above its artist's name that are indented from the column's edge.
fn picture(lines: &[Line], edge: usize) -> impl Iterator<Item = usize> {
    let last = lines.len() - 1;
    let inside = |n: &usize| lines[*n].text.is_empty() || is_set_in(&lines[*n], edge);
    let first = (0..=last).rev().take(MAX_PICTURE_LINES).take_while(inside).last().unwrap_or(last);
    first..=last
}
