//! Rulings each of which ends with its day in brackets, `… is spent. [4/11/2005]`.

use super::block::{self, Block, Shape};
use super::dates;

/// The minimum number of such rulings that is not a coincidence.
const MIN_RULINGS: usize = 2;

/// Whether a text ends with a day in square brackets.
pub(super) fn is_stamped(text: &str) -> bool {
    let inner = text.trim_end().strip_suffix(']').and_then(|text| text.rsplit_once('['));
    inner.is_some_and(|(_, day)| {
        let few = day.split_whitespace().count() <= 3;
        few && dates::first(day).is_some_and(|(at, _)| at == 0)
    })
}

/// The rulings of a heading that has no list, if several end with their day; otherwise none.
pub(super) fn rulings(body: &[Block]) -> Vec<Block> {
    let marked = |b: &Block| matches!(&b.shape, Shape::Item(mark) if mark == "-");
    if body.iter().any(marked) || body.iter().filter(|b| is_stamped(&b.text)).count() < MIN_RULINGS {
        return Vec::new();
    }
    let parts = body.split_inclusive(|b| is_stamped(&b.text));
    parts.map(|part| Block { text: block::join(part), ..part[0].clone().shaped(Shape::Paragraph) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_in_brackets_ends_a_ruling() {
        assert!(is_stamped("It is spent. [4/11/2005]") && !is_stamped("It is spent. [Core]"));
        let body = ["It is.", "So: [4/11/2005]", "Not so. [5/11/2005]"].map(|text| Block::paragraph(1, text));
        let texts: Vec<String> = rulings(&body).into_iter().map(|b| b.text).collect();
        assert_eq!(texts, ["It is.\n\nSo: [4/11/2005]", "Not so. [5/11/2005]"]);
        assert!(rulings(&body[..2]).is_empty());
    }
}
