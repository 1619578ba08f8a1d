//! Paragraphs that start with what they are about: a term and its meaning, `Ready: a ship without …`, or a
//! card and its change, `Old Ferry – should cost 2`.

use super::block::{self, Block, Shape};
use crate::corpus::markdown;

/// The minimum number of such paragraphs that is not a coincidence.
const MIN_PARAGRAPHS: usize = 2;

/// The maximum number of words in a term.
const MAX_TERM_WORDS: usize = 5;

/// The maximum number of words in a card's name.
const MAX_NAME_WORDS: usize = 8;

/// Separators between a term or name and the text.
const MARKS: [&str; 5] = [": ", " – ", " — ", " - ", "—"];

/// Splits a paragraph into a term and its meaning.
pub(super) fn term(block: &Block) -> Option<(String, String)> {
    let (term, words) = parted(block)?;
    let is_term = term.split_whitespace().count() <= MAX_TERM_WORDS && term.starts_with(char::is_uppercase);
    (is_term && block::ends_sentence(&words)).then_some((term, words))
}

/// Whether most paragraphs of a part start with a term.
pub(super) fn stand_in_front(blocks: &[Block]) -> bool {
    most(blocks, |block| term(block).is_some())
}

/// Splits paragraphs where a sentence starts with a term, if several do.
pub(super) fn apart(blocks: &[Block]) -> Vec<Block> {
    cut_before(blocks, |block| term(block).is_some())
}

/// Splits paragraphs where a sentence starts with a card's name, if several do.
pub(super) fn apart_by_name(blocks: &[Block]) -> Vec<Block> {
    cut_before(blocks, |block| named(block).is_some())
}

fn cut_before(blocks: &[Block], begins: impl Fn(&Block) -> bool) -> Vec<Block> {
    let cut = |block: &Block| -> Vec<Block> {
        if block.shape != Shape::Paragraph {
            return vec![block.clone()];
        }
        let mut out: Vec<Block> = Vec::new();
        for sentence in markdown::sentences(&block.text) {
            let own = Block { text: sentence.to_owned(), ..block.clone() };
            match out.last_mut().filter(|_| !begins(&own)) {
                Some(last) => last.text = format!("{} {sentence}", last.text),
                None => out.push(own),
            }
        }
        out
    };
    let all: Vec<Block> = blocks.iter().flat_map(cut).collect();
    if all.len() > blocks.len() && most(&all, &begins) { all } else { blocks.to_vec() }
}

/// Splits a paragraph into a card's name and its change.
pub(super) fn named(block: &Block) -> Option<(String, String)> {
    let (name, words) = parted(block)?;
    let plain = name.trim_end_matches(['!', '?', '.']);
    let is_name = block::in_title_case(plain) && name.split_whitespace().count() <= MAX_NAME_WORDS;
    let is_said = words.split_whitespace().count() > 2 || words.contains(|c: char| c.is_ascii_digit());
    (is_name && is_said && !NO_NAMES.contains(&block::words(&name).as_str())).then_some((name, words))
}

/// Words before a colon that are not a card's name.
const NO_NAMES: [&str; 10] = [
    "should read",
    "example",
    "note",
    "action",
    "reaction",
    "interrupt",
    "forced reaction",
    "forced interrupt",
    "new text",
    "printed",
];

/// Whether most paragraphs of a part start with a name.
pub(super) fn names_stand_in_front(blocks: &[Block]) -> bool {
    most(blocks, |block| named(block).is_some())
}

fn most(blocks: &[Block], is_one: impl Fn(&Block) -> bool) -> bool {
    let said = || blocks.iter().filter(|b| matches!(b.shape, Shape::Paragraph | Shape::Item(_)));
    let count = said().filter(|b| is_one(b)).count();
    count >= MIN_PARAGRAPHS && count * 3 >= said().count() * 2
}

/// Splits a paragraph at the first separator, keeping emphasis intact.
fn parted(block: &Block) -> Option<(String, String)> {
    if !matches!(&block.shape, Shape::Paragraph | Shape::Item(_)) {
        return None;
    }
    let text = block.text.as_str();
    let bold = text.strip_prefix("**").and_then(|t| t.split_once("**"));
    if let Some((name, words)) = bold {
        let is_mark = |c: char| matches!(c, ':' | '–' | '—' | '-' | ' ');
        let marked = name.ends_with(':') || words.trim_start().starts_with([':', '–', '—', '-']);
        let (name, words) = (name.trim_end_matches(is_mark), words.trim_start_matches(is_mark));
        return (marked && !words.is_empty()).then(|| (block::without_emphasis(name), words.to_owned()));
    }
    let first = MARKS.iter().filter_map(|mark| text.find(mark).map(|at| (at, mark.len()))).min()?;
    let (name, words) = (&text[..first.0], text[first.0 + first.1..].trim_start());
    let few = name.chars().count() <= 70 && !name.contains(['“', '"', '?']);
    (few && !words.is_empty()).then(|| (block::without_emphasis(name), words.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Option<String>, Option<String>) {
        let block = Block::paragraph(1, text);
        (term(&block).map(|(term, _)| term), named(&block).map(|(name, _)| name))
    }

    #[test]
    fn terms_and_names_are_told_from_sentences() {
        let own = |text: &str| Some(text.to_owned());
        assert_eq!(read("Ready: a ship without a token."), (own("Ready"), own("Ready")));
        assert_eq!(read("**Old Ferry:** should cost 2."), (own("Old Ferry"), own("Old Ferry")));
        assert_eq!(read("Old Ferry – should cost 2"), (None, own("Old Ferry")));
        assert_eq!(read("A ship is ready in two cases, that is: at dawn and at dusk."), (None, None));
        assert_eq!(read("Should read: “Two ropes are tied.”"), (own("Should read"), None));
    }
}
