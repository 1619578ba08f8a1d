//! Reassembles errata whose titles, numbers and texts were extracted separately, as `pdftotext` does without
//! layout: a title on the left, its number on the right, the text below, in any order.
//!
//! A number on its own precedes its text; the card facts determine which title it belongs to. What they
//! cannot determine is flagged.

use super::block::{Block, Shape};
use super::draft::{Draft, Id, Sink};
use super::numbers;
use super::sections::Section;
use crate::corpus::Kind;

/// A title with a version tag, and the text directly below it.
struct Title {
    block: Block,
    tag: String,
    name: String,
    below: Vec<Block>,
}

/// A number on its own, and the text directly below it.
struct Number {
    number: String,
    below: Vec<Block>,
}

/// What the next words belong to.
enum Owner {
    Nobody,
    Title,
    Number,
    /// A title that has its number beside it, as it should.
    Whole,
}

/// The section with titles, numbers and texts reunited; `None` if they never were separated.
pub(super) fn gather(section: &Section, sink: &mut Sink<'_>) -> Option<Section> {
    let first = section.blocks.iter().position(|b| title(b).is_some())?;
    let titles = section.blocks.iter().filter(|b| title(b).is_some()).count();
    let lone = section.blocks.iter().filter(|b| lone_number(b).is_some()).count();
    if lone == 0 || (titles < 2 && lone < 2) {
        return None;
    }
    let mut blocks: Vec<Block> = section.blocks[..first].to_vec();
    let mut whole = Vec::new();
    let (titles, mut numbers, mut nobodys) = sorted(&section.blocks[first..], &mut whole);
    for mut title in titles {
        let printed = |n: &&str| numbers.iter().any(|other| other.number == **n);
        let all = sink.known.numbers_of(sink.game, &title.name);
        let mut own: Vec<&str> = all.iter().copied().filter(printed).collect();
        own.dedup();
        let number = match (own.as_slice(), all.as_slice()) {
            ([only], _) | ([], [only]) => Some((*only).to_owned()),
            _ => None,
        };
        let below = number.as_ref().and_then(|n| numbers.iter_mut().find(|other| other.number == *n));
        let below = below.map(|n| std::mem::take(&mut n.below)).unwrap_or_default();
        if !below.is_empty() {
            nobodys.append(&mut title.below);
        }
        let text = if below.is_empty() { std::mem::take(&mut title.below) } else { below };
        match number {
            Some(number) if !text.is_empty() => {
                let text_of_title = text.first().is_some_and(|b| b.tight);
                let head = format!("({}) {} {number}", title.tag, title.name);
                blocks.push(Block { text: head, ..title.block });
                blocks.extend(text.into_iter().map(|b| Block { tight: text_of_title, ..b }));
            }
            number => doubtful(section, &title, number, text, sink),
        }
    }
    nobodys.extend(numbers.into_iter().flat_map(|n| n.below));
    nobodys.into_iter().for_each(|block| unplaced(section, block, sink));
    blocks.extend(whole);
    Some(Section { blocks, ..section.clone() })
}

/// Adds a text whose card was not found.
fn unplaced(section: &Section, block: Block, sink: &mut Sink<'_>) {
    let mut draft = Draft::new(Id::Named("errata.", "unplaced".to_owned()), Kind::Errata, "", block.line);
    draft.section = vec![section.title.clone()];
    draft.title = "An erratum without its card".to_owned();
    draft.unsure(
        "cards",
        "titles, numbers and texts stand apart in the document; which card's text this is, is not certain",
    );
    sink.add(draft, &[block]);
}

/// The draft for an erratum whose number or text was not found.
fn doubtful(section: &Section, title: &Title, number: Option<String>, text: Vec<Block>, sink: &mut Sink<'_>) {
    let id = number.as_ref().map_or_else(
        || Id::Named("errata.", super::names::slug(&title.name, 4)),
        |n| Id::Fixed(format!("errata.{n}")),
    );
    let head = format!("({}) {}", title.tag, title.name);
    let head = number.as_ref().map_or(head.clone(), |n| format!("{head} {n}"));
    let mut draft = Draft::new(id, Kind::Errata, title.name.clone(), title.block.line);
    draft.since = Some(title.tag.trim_start_matches(['v', 'V']).to_owned());
    draft.section = vec![section.title.clone()];
    draft.cards = vec![crate::corpus::ruling::CardRef { name: title.name.clone(), number: number.clone() }];
    if number.is_none() {
        draft.unsure("cards", "its number stands apart from it, and the card facts do not tell which it is");
    }
    if text.is_empty() {
        draft.unsure("text", "its text stands apart from it and was not found");
    }
    let mut body = vec![Block { text: head, shape: Shape::Paragraph, ..title.block.clone() }];
    body.extend(text);
    sink.add(draft, &body);
}

/// Sorts blocks into titles and numbers, with the text below each, and unassigned text; names of sets go to
/// `kept`.
fn sorted(from: &[Block], kept: &mut Vec<Block>) -> (Vec<Title>, Vec<Number>, Vec<Block>) {
    let (mut titles, mut numbers, mut nobodys) = (Vec::<Title>::new(), Vec::<Number>::new(), Vec::new());
    let mut owner = Owner::Nobody;
    for block in from {
        if numbers::errata_line(&block.text).is_some() {
            kept.push(block.clone());
            owner = Owner::Whole;
        } else if let Some((tag, name)) = title(block) {
            titles.push(Title { block: block.clone(), tag, name, below: Vec::new() });
            owner = Owner::Title;
        } else if let Some(number) = lone_number(block) {
            numbers.push(Number { number, below: Vec::new() });
            owner = Owner::Number;
        } else if block.is_heading() && numbers::ends_with_page(&block.text) {
            // It heads the erratum of a page of the rulebook, which has no number.
            kept.push(block.clone());
            owner = Owner::Whole;
        } else if block.is_heading() {
            kept.extend(matches!(owner, Owner::Whole).then(|| block.clone()));
            owner = Owner::Nobody;
        } else {
            if matches!(owner, Owner::Whole) {
                kept.push(block.clone());
                continue;
            }
            match (&owner, titles.last_mut(), numbers.last_mut()) {
                (Owner::Title, Some(title), _) => title.below.push(block.clone()),
                (Owner::Number, _, Some(number)) => number.below.push(block.clone()),
                _ => nobodys.push(block.clone()),
            }
        }
    }
    (titles, numbers, nobodys)
}

/// The version tag and name of a title without a number.
fn title(block: &Block) -> Option<(String, String)> {
    let (_, end) = numbers::version_tag(&block.text)?;
    let name = block.text[end..].trim();
    let bare = numbers::errata_line(&block.text).is_none()
        && !numbers::ends_with_page(&block.text)
        && name.split_whitespace().count() <= 8
        && !name.ends_with(['.', ':', '”', '"']);
    let tag = block.text[..end].trim().trim_matches(['(', ')', '[', ']']).to_owned();
    (bare && !name.is_empty()).then(|| (tag, name.to_owned()))
}

/// The number that a block consists of.
fn lone_number(block: &Block) -> Option<String> {
    numbers::card_number(block.text.trim()).filter(|n| n.len() == 4)
}
