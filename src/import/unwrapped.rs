//! Text copied from a web page: each paragraph is one line however long, and titles and list items have
//! no marks.

use super::block::{self, Block, Shape, ends_sentence};
use super::leftover::WhyLeft;
use super::line::{Line, Opening};
use super::{heads, stamped};

/// No column of text is wider than this, in characters.
const MIN_LONG_LINE: usize = 110;

/// Fewer such lines may have come about by chance.
const MIN_LONG_LINES: usize = 5;

/// The maximum number of words in a title.
const MAX_TITLE_WORDS: usize = 7;

/// Marks each line of such a text as a paragraph, or as the title of those below it; returns the links
/// of the page.
pub(super) fn find(lines: &mut [Line]) -> Vec<Block> {
    if !is_unwrapped(lines) {
        return Vec::new();
    }
    let mut gone = Vec::new();
    for line in lines.iter_mut().filter(|line| is_link(&line.text)) {
        let text = std::mem::take(&mut line.text);
        line.perhaps_blank = true;
        gone.push(Block::paragraph(line.line, text).shaped(Shape::Aside(WhyLeft::OutsideArticle)));
    }
    for n in 0..lines.len() {
        let head = is_title(&lines[n].text) && is_followed(&lines[n + 1..]);
        if lines[n].opening == Opening::None && !lines[n].text.is_empty() {
            lines[n].opening = if head { Opening::Head } else { Opening::Paragraph };
        }
    }
    gone
}

/// Whether the lines are whole paragraphs: many are longer than any column, and nearly all of those end as
/// sentences do.
fn is_unwrapped(lines: &[Line]) -> bool {
    let long = || lines.iter().map(|l| l.text.as_str()).filter(|t| t.chars().count() >= MIN_LONG_LINE);
    let whole = long().filter(|text| ends_sentence(text) || stamped::is_stamped(text)).count();
    let goes_on = |pair: &[Line]| {
        pair[0].text.chars().count() * 2 > MIN_LONG_LINE && pair[1].text.starts_with(char::is_lowercase)
    };
    long().count() >= MIN_LONG_LINES && whole * 10 >= long().count() * 9 && !lines.windows(2).any(goes_on)
}

/// A link to the top of the page.
fn is_link(text: &str) -> bool {
    matches!(block::words(text).as_str(), "back to top" | "top of page" | "return to top")
}

fn is_title(text: &str) -> bool {
    let few = text.split(' ').count() <= MAX_TITLE_WORDS && !stamped::is_stamped(text);
    few && heads::is_title(text) && block::in_title_case(text) && block::list_mark(text).is_none()
}

/// Whether a paragraph, or a title of a lower level and then a paragraph, stands below.
fn is_followed(below: &[Line]) -> bool {
    let mut full = below.iter().map(|line| line.text.as_str()).filter(|text| !text.is_empty());
    let is_said = |text: &str| ends_sentence(text) || stamped::is_stamped(text) || text.ends_with(':');
    full.next().is_some_and(|next| is_said(next) || is_title(next) && full.next().is_some_and(is_said))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_longer_than_a_column_are_paragraphs() {
        let long = "A ship that has been towed is not towed again before the next bell. ".repeat(2);
        let text =
            format!("Towing\nBack to Top\n{}Ropes\nThey are tied.\n", format!("{}\n", long.trim()).repeat(5));
        let mut lines = Line::all(&text);
        assert_eq!(find(&mut lines).len(), 1);
        let heads: Vec<&str> =
            lines.iter().filter(|l| l.opening == Opening::Head).map(|l| l.text.as_str()).collect();
        assert_eq!(heads, ["Towing", "Ropes"]);
        let mut wrapped = Line::all("Towing\nA ship that has been\ntowed is not.\n");
        assert!(find(&mut wrapped).is_empty() && wrapped.iter().all(|l| l.opening == Opening::None));
    }
}
