//! Paragraphs that start with what they are about: a term and its meaning, `Ready: a ship without …`, or a
//! card and its change, `Old Ferry – should cost 2`.

use super::block::{self, Block, Shape};
use super::capital_labels;
use crate::corpus::markdown;

/// Whether a title is that of an appendix of terms.
pub(super) fn is_appendix(all: &[&str]) -> bool {
    let ["appendix" | "annex", _, rest @ ..] = all else { return false };
    OF_TERMS.contains(&rest.join(" ").as_str())
}

/// What an appendix of terms is called.
const OF_TERMS: [&str; 9] = [
    "terms",
    "glossary",
    "definitions",
    "glossary of terms",
    "terms and definitions",
    "words used",
    "terms used",
    "vocabulary",
    "words",
];

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
    let bare = capital_labels::without_sign(&term);
    let few = bare.split_whitespace().count() <= MAX_TERM_WORDS || capital_labels::in_capitals(bare);
    let is_note = NOTES.contains(&block::words(bare).as_str());
    let is_term = few && !is_note && bare.starts_with(char::is_uppercase);
    (is_term && block::ends_sentence(capital_labels::without_references(&words))).then_some((term, words))
}

/// Whether a document is called a glossary.
pub(super) fn are_called(title: &str) -> bool {
    const CALLED: [&str; 7] =
        ["glossary", "definitions", "terms", "terminology", "glossar", "glossaire", "glosario"];
    block::words(title).split(' ').any(|word| CALLED.contains(&word))
}

/// Whether most paragraphs of a part start with a term.
pub(super) fn stand_in_front(blocks: &[Block]) -> bool {
    most(blocks, |block| term(block).is_some())
}

/// Splits paragraphs where a sentence starts with a term, if several do.
pub(super) fn apart(blocks: &[Block]) -> Vec<Block> {
    cut_before(blocks, |block| term(block).is_some())
}

/// The minimum number of terms in the order of the alphabet that is not a coincidence.
const MIN_IN_ORDER: usize = 4;

/// The note on a term and its meaning that nothing parts.
pub(super) const RUN_IN: &str =
    "term and meaning stand in one line with nothing between them; where the term ends is guessed";

/// Cuts a glossary whose terms have lost their marks, `Anchor A mark on …`, where a sentence begins with
/// a term that comes next in the alphabet. Terms become headings.
pub(super) fn apart_by_alphabet(blocks: Vec<Block>) -> Vec<Block> {
    let plain = blocks.iter().all(|b| b.shape == Shape::Paragraph);
    let mut out: Vec<Block> = Vec::new();
    let (mut last, mut count) = (String::new(), 0);
    for block in blocks.iter().filter(|_| plain) {
        for (n, sentence) in markdown::sentences(&block.text).into_iter().enumerate() {
            let found = run_in(sentence).filter(|(term, _)| term.to_lowercase() > last);
            let Some((term, words)) = found else {
                match out.last_mut().filter(|_| n > 0) {
                    Some(before) => {
                        before.text.push(' ');
                        before.text.push_str(sentence);
                    }
                    None => out.push(Block { text: sentence.to_owned(), ..block.clone() }),
                }
                continue;
            };
            (last, count) = (term.to_lowercase(), count + 1);
            out.push(Block { text: term.to_owned(), ..block.clone() }.shaped(Shape::Heading));
            out.push(Block { text: words.to_owned(), doubt: block.doubt.or(Some(RUN_IN)), ..block.clone() });
        }
    }
    let begins = out.first().is_some_and(Block::is_heading);
    if begins && count >= MIN_IN_ORDER { out } else { blocks }
}

/// Splits a sentence into a term and its meaning, which begins with the last capital before its first
/// small word.
pub(super) fn run_in(sentence: &str) -> Option<(&str, &str)> {
    const SMALL: [&str; 6] = ["the", "of", "and", "a", "an", "to"];
    const NO_TERMS: [&str; 8] = ["A", "An", "The", "If", "When", "It", "See", "In"];
    let (mut at, mut cut) = (0, 0);
    for word in sentence.split_inclusive(' ') {
        let plain = word.trim_end();
        let capital = word.starts_with(char::is_uppercase);
        if !capital && !SMALL.contains(&plain)
            || at > 0 && sentence[..at].trim_end().ends_with([',', ':', '.'])
        {
            break;
        }
        cut = if capital { at } else { cut };
        at += word.len();
        if cut > 0 && plain == "See" {
            break;
        }
    }
    let (term, words) = sentence.split_at(cut);
    let first = term.split(' ').next().unwrap_or_default();
    let few = term.split_whitespace().count() <= MAX_TERM_WORDS;
    (cut > 0 && few && !NO_TERMS.contains(&first) && words.contains(' ')).then_some((term.trim_end(), words))
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
    (is_name && is_said && !is_no_name(&name)).then_some((name, words))
}

/// Heads of which an entry may have several, and which are no terms.
pub(super) const NOTES: [&str; 5] = ["example", "examples", "note", "notes", "exception"];

/// Words before a colon that are not a card's name.
const NO_NAMES: [&str; 14] = [
    "notes",
    "examples",
    "exception",
    "answer",
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

/// Whether words before a colon say what follows, and are no name.
pub(super) fn is_no_name(words: &str) -> bool {
    NO_NAMES.contains(&block::words(words).as_str())
}

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
    fn terms_and_names_are_distinguished_from_sentences() {
        let own = |text: &str| Some(text.to_owned());
        assert_eq!(read("Ready: a ship without a token."), (own("Ready"), own("Ready")));
        assert_eq!(read("**Old Ferry:** should cost 2."), (own("Old Ferry"), own("Old Ferry")));
        assert_eq!(read("Old Ferry – should cost 2"), (None, own("Old Ferry")));
        assert_eq!(read("A ship is ready in two cases, that is: at dawn and at dusk."), (None, None));
        assert_eq!(read("Should read: “Two ropes are tied.”"), (own("Should read"), None));
    }

    #[test]
    fn a_glossary_without_marks_is_cut_by_the_alphabet() {
        let text = "Bell A sound. It ends a watch. Line See Mooring Line. Mooring Line A rope to the quay. \
                    Quay The place of moorings. Slip the Rope To leave at once.";
        let cut = apart_by_alphabet(vec![Block::paragraph(1, text)]);
        let terms: Vec<&str> = cut.iter().filter(|b| b.is_heading()).map(|b| b.text.as_str()).collect();
        assert_eq!(terms, ["Bell", "Line", "Mooring Line", "Quay", "Slip the Rope"]);
        assert_eq!(cut[1].text, "A sound. It ends a watch.");
        let running = vec![Block::paragraph(1, "Anna Bell says so. The Old Quay Is there. Ben Was here.")];
        assert_eq!(apart_by_alphabet(running.clone()), running);
    }
}
