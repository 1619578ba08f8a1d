//! Lists whose items begin with names in bold, `* **Old Ferry**: It tows …`, where each is an erratum or a
//! ruling of its own: the names are headings, and what is nested below an item belongs to it.

use super::block::{self, Block, Shape, without_emphasis};
use super::capital_labels;
use super::draft::{Draft, Sink};
use super::sections::Section;
use super::tags::UNFOLDS;
use super::terms;
use crate::corpus::{Kind, markdown};

/// Fewer items than this may be the points of one ruling.
const MIN_ITEMS: usize = 4;

/// No name has more words.
const MAX_NAME_WORDS: usize = 8;

/// The level of such a heading: below all others.
const LEVEL: usize = UNFOLDS + 2;

/// The words of a heading that has several rulings below it.
const COLLECTS: [&str; 17] = [
    "errata",
    "erratum",
    "rulings",
    "clarifications",
    "corrections",
    "changes",
    "updates",
    "bugs",
    "faq",
    "faqs",
    "glossary",
    "definitions",
    "keywords",
    "terms",
    "amendments",
    "interactions",
    "exceptions",
];

/// What stands in bold in front of a part of a ruling.
const PARTS: [&str; 12] = [
    "step", "phase", "round", "turn", "part", "option", "case", "example", "question", "answer", "note",
    "rule",
];

/// The note on words behind such a list, which no item has.
const BEHIND: &str =
    "it stands behind a list whose items are entries; is it a ruling by itself, and is all of it?";

/// Whether a heading is made of an item's name.
pub(super) fn is_one(block: &Block) -> bool {
    block.shape == Shape::Heading && block.level == LEVEL
}

/// Puts a rule that an item of a list was below the heading of the list.
pub(super) fn put_below_list(rule: &mut Draft, block: &Block, heading: &str, of_list: &mut Option<String>) {
    if is_one(block) {
        rule.section.splice(1..1, of_list.iter().filter(|of_list| *of_list != heading).cloned());
    } else {
        *of_list = Some(heading.to_owned());
    }
}

/// A part with such items as headings; `None` if it has none.
pub(super) fn apart(section: &Section, sink: &Sink<'_>) -> Option<Section> {
    if matches!(section.kind, Kind::Faq | Kind::Timing | Kind::Restricted) {
        return None;
    }
    let mut out = Vec::new();
    let mut above = Block::paragraph(section.titled, section.title.as_str()).shaped(Shape::Heading);
    let mut found = false;
    let mut rest = section.blocks.as_slice();
    while let Some(first) = rest.first() {
        if first.shape == Shape::Heading {
            above = first.clone();
            out.push(above.clone());
            rest = &rest[1..];
            continue;
        }
        let end = rest.iter().position(|b| b.shape == Shape::Heading).unwrap_or(rest.len());
        let pieces = pieces(&rest[..end]);
        let collects = collects(&above.text, section, sink);
        if pieces.iter().any(|piece| piece.is_of_entries(collects, sink)) {
            found = true;
            pieces.iter().enumerate().for_each(|(n, piece)| piece.put(n, &above, &mut out));
        } else {
            out.extend_from_slice(&rest[..end]);
        }
        rest = &rest[end..];
    }
    found.then(|| Section { blocks: out, ..section.clone() })
}

/// Whether several rulings stand below a heading, as far as its words say.
fn collects(heading: &str, section: &Section, sink: &Sink<'_>) -> bool {
    let words = block::words(heading);
    let all: Vec<&str> = words.split(' ').collect();
    let of_cards = all.len() > 1 && all.last() == Some(&"cards") && !all[0].ends_with("ing");
    let is_collective = of_cards || COLLECTS.iter().any(|word| all.contains(word));
    let of_kind = matches!(section.kind, Kind::Errata | Kind::Definition) && heading == section.title;
    (is_collective || of_kind) && !sink.known.has_card(sink.game, heading)
}

/// A list, or the words in front of, between or behind lists.
enum Piece<'b> {
    Words(&'b [Block]),
    List { items: Vec<&'b [Block]>, led: Option<&'b Block> },
}

/// Divides what stands below a heading into lists and other words.
fn pieces(blocks: &[Block]) -> Vec<Piece<'_>> {
    let indent = blocks.iter().filter(|b| is_item(b)).map(|b| b.indent).min().unwrap_or(0);
    let outer = |n: usize| is_item(&blocks[n]) && blocks[n].depth == 0 && blocks[n].indent <= indent + 1;
    let mut out: Vec<Piece<'_>> = Vec::new();
    let mut at = 0;
    while at < blocks.len() {
        let led = at.checked_sub(1).map(|before| &blocks[before]);
        let mut items = Vec::new();
        while at < blocks.len() && outer(at) {
            let end = (at + 1..blocks.len()).find(|n| outer(*n) || is_outside(blocks, at, *n, &outer));
            items.push(&blocks[at..end.unwrap_or(blocks.len())]);
            at = end.unwrap_or(blocks.len());
        }
        if !items.is_empty() {
            out.push(Piece::List { items, led });
        }
        let end = (at..blocks.len()).find(|n| outer(*n)).unwrap_or(blocks.len());
        if at < end {
            out.push(Piece::Words(&blocks[at..end]));
        }
        at = end;
    }
    out
}

fn is_item(block: &Block) -> bool {
    matches!(&block.shape, Shape::Item(mark) if mark == "-")
}

/// Whether a block behind an item is not of it: it stands at the edge, and what follows begins a list anew.
fn is_outside(blocks: &[Block], item: usize, n: usize, outer: &dyn Fn(usize) -> bool) -> bool {
    let (item, block) = (&blocks[item], &blocks[n]);
    if matches!(block.shape, Shape::Item(_)) || block.indent > item.indent + 1 {
        return false;
    }
    let next = (n + 1..blocks.len()).find(|n| outer(*n));
    next.is_none_or(|next| !blocks[next].tight) || block.text.ends_with(':')
}

impl Piece<'_> {
    /// Whether it is a list each of whose items is an entry.
    fn is_of_entries(&self, collects: bool, sink: &Sink<'_>) -> bool {
        let Self::List { items, led } = self else { return false };
        let names: Vec<String> = items.iter().filter_map(|item| named(item)).map(|(name, _)| name).collect();
        if items.len() < MIN_ITEMS || names.len() < items.len() {
            return false;
        }
        let known = names.iter().filter(|name| sink.known.has_card(sink.game, name)).count();
        let is_short = |item: &&&[Block]| item.len() == 1 && markdown::sentences(&item[0].text).len() < 2;
        let goes_on = led.is_some_and(|led| led.text.ends_with(':')) && items.iter().all(|i| is_short(&i));
        let asks = items.iter().filter(|item| item.iter().any(|b| b.text.contains('?'))).count();
        (collects && !goes_on || known * 2 >= items.len()) && asks * 3 < items.len()
    }

    /// Adds its blocks, with a heading for each item, and one for words that are behind a list.
    fn put(&self, n: usize, above: &Block, out: &mut Vec<Block>) {
        match self {
            Self::Words(blocks) if n == 0 => out.extend_from_slice(blocks),
            Self::Words(blocks) => {
                let line = blocks[0].line;
                out.push(Block { level: LEVEL, line, ..above.clone() });
                out.extend(blocks.iter().cloned().map(|b| Block { doubt: b.doubt.or(Some(BEHIND)), ..b }));
            }
            Self::List { items, .. } if items.iter().all(|item| named(item).is_none()) => {
                items.iter().for_each(|item| out.extend_from_slice(item));
            }
            Self::List { items, .. } => items.iter().for_each(|item| put_item(item, out)),
        }
    }
}

/// Adds an item as a heading with what is said of it; one without a name is doubtful.
fn put_item(item: &[Block], out: &mut Vec<Block>) {
    let Some((name, said)) = named(item) else {
        return out.extend(item.iter().cloned().map(|b| Block { doubt: b.doubt.or(Some(BEHIND)), ..b }));
    };
    let first = &item[0];
    let heading = Block { level: LEVEL, text: name, ..first.clone() };
    out.push(heading.shaped(Shape::Heading));
    if !said.is_empty() {
        let said = Block { text: said, tight: false, ..first.clone() };
        out.push(said.shaped(Shape::Paragraph));
    }
    for block in &item[1..] {
        let shape = if block.shape == Shape::Caption { Shape::Paragraph } else { block.shape.clone() };
        out.push(Block { depth: block.depth.saturating_sub(1), shape, ..block.clone() });
    }
}

/// The name in bold with which an item begins, and what is said behind it.
fn named(item: &[Block]) -> Option<(String, String)> {
    let (bold, said) = item[0].text.strip_prefix("**")?.split_once("**")?;
    let is_mark = |c: char| matches!(c, ':' | '.' | '–' | '—' | '-' | ' ');
    let parted = bold.ends_with([':', '.']) || said.trim_start().starts_with([':', '.', '–', '—', '-', '(']);
    let alone = said.trim().is_empty() && item.len() > 1;
    let name = without_emphasis(bold.trim_end_matches(is_mark));
    let first = block::words(&name);
    let first = first.split(' ').next().unwrap_or_default();
    let is_part = PARTS.contains(&first) || terms::is_no_name(&name);
    let few = name.split_whitespace().count() <= MAX_NAME_WORDS;
    let titled = block::in_title_case(&name) || capital_labels::in_capitals(&name);
    let is_name = few && titled && !is_part && name.contains(char::is_alphabetic);
    let said = said.trim_start_matches(is_mark).trim();
    (is_name && (alone || parted && !(said.is_empty() && item.len() == 1))).then(|| (name, said.to_owned()))
}
