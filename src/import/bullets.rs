//! Reads rulings of the trading card game: headings with bullets or paragraphs below them.

use super::block::{Block, Shape, without_emphasis, words};
use super::draft::{Draft, Id, Sink};
use super::known::words_of;
use super::sections::Section;
use super::{block, listed, names, stamped};
use crate::corpus::Kind;
use crate::corpus::ruling::TitleBy;

/// Reads the trading card game's rulings (sections of bullets or paragraphs) and errata.
pub(super) fn read(section: &Section, sink: &mut Sink<'_>) {
    let mut path = vec![section.title.clone()];
    let mut title: Option<Block> = None;
    let mut body: Vec<Block> = Vec::new();
    let by_letter = listed::counts_in_letters(section);
    for block in &section.blocks {
        let head = listed::head(&block.text).filter(|h| by_letter && h.mark == listed::Mark::Letter);
        if let Some(head) = head.filter(|_| !matches!(block.shape, Shape::Item(_))) {
            finish(section, sink, &path, title.take(), &mut body);
            path.truncate(1);
            let length = block.text.len() - head.text.len();
            let name = block.text[..length].trim_end_matches([' ', ':', '-', '–', '—', '.']);
            path.push(without_emphasis(name));
            title = Some(Block::paragraph(block.line, name).shaped(Shape::Heading));
            body.extend((!head.text.is_empty()).then(|| Block::paragraph(block.line, head.text)));
        } else if block.is_heading() {
            finish(section, sink, &path, title.take(), &mut body);
            let heading = without_emphasis(&block.text).trim_end_matches(':').to_owned();
            let nested = path
                .get(1)
                .is_some_and(|p| words(&heading) != words(p) && words(&heading).contains(&words(p)));
            path.truncate(if nested { 2 } else { 1 });
            path.push(heading);
            title = Some(block.clone());
        } else {
            body.push(block.clone());
        }
    }
    finish(section, sink, &path, title, &mut body);
}

fn finish(
    section: &Section,
    sink: &mut Sink<'_>,
    path: &[String],
    title: Option<Block>,
    body: &mut Vec<Block>,
) {
    let body = std::mem::take(body);
    let heading = title
        .as_ref()
        .map_or(section.title.clone(), |t| without_emphasis(&t.text).trim_end_matches(':').to_owned());
    let line = title.as_ref().map_or_else(|| section.line(), |t| t.line);
    let (intro, items, word) = intro_and_items(&body);
    if body.is_empty() {
        return sink.add(Draft::new(Id::Fixed(String::new()), section.kind, heading, line), &[]);
    }
    if !intro.is_empty() {
        let id = id_of(section.kind, title.is_some(), &heading);
        let mut draft = Draft::new(id, section.kind, heading.clone(), line);
        draft.place = Some(heading.clone());
        draft.section = path.to_vec();
        if listed::head(&heading).is_some() {
            let known = sink.known.cards.get(&(sink.game, words_of(&heading)));
            draft.cards = known.into_iter().flatten().take(1).cloned().collect();
        }
        sink.add(draft, intro);
    }
    let group = sink.group("", &heading, section.kind);
    for (n, item) in items.iter().enumerate() {
        let mut draft = Draft::new(Id::Item(group, n + 1), section.kind, "", item.line);
        draft.place = Some(format!("{heading}, {word} {}", n + 1));
        draft.section = path.to_vec();
        draft.title_by = TitleBy::Editor;
        draft.text = item.text.clone();
        sink.add(draft, &[]);
    }
}

/// The id of what stands above the items of a part, or of one of its headings.
fn id_of(kind: Kind, is_titled: bool, heading: &str) -> Id {
    match (is_titled, kind) {
        (false, Kind::Errata) => Id::Fixed("errata".to_owned()),
        (false, _) => Id::Fixed("rulings".to_owned()),
        (true, Kind::Errata) => Id::Named("errata.", names::slug(heading, 3)),
        (true, _) => Id::Named("", names::slug(&short_heading(heading), 2)),
    }
}

/// Splits a section's body into introduction and items, and returns what citations call an item.
fn intro_and_items(body: &[Block]) -> (&[Block], Vec<Block>, &'static str) {
    let stamped = stamped::rulings(body);
    if !stamped.is_empty() {
        return (&body[..0], stamped, "paragraph");
    }
    // What is counted with letters and numbers, `A1`.
    if let Some(first) = body.iter().position(|b| b.opens) {
        let counted = body[first..].chunk_by(|_, next| !next.opens);
        let joined = |item: &[Block]| {
            let first = item[0].clone().shaped(Shape::Paragraph);
            let text = block::join(&[std::slice::from_ref(&first), &item[1..]].concat());
            Block { text, ..first }
        };
        return (&body[..first], counted.map(joined).collect(), "paragraph");
    }
    let first = body.iter().position(|b| matches!(b.shape, Shape::Item(_)));
    if let Some(first) = first {
        let mut items: Vec<Vec<Block>> = Vec::new();
        for block in &body[first..] {
            match items.last_mut() {
                Some(item)
                    if !matches!(block.shape, Shape::Item(_))
                        || block.depth > item[0].depth
                        || is_step_of(block, item) =>
                {
                    item.push(block.clone());
                }
                _ => items.push(vec![block.clone().shaped(Shape::Paragraph)]),
            }
        }
        let joined = |item: Vec<Block>| Block { text: block::join(&item), ..item[0].clone() };
        return (&body[..first], items.into_iter().map(joined).collect(), "bullet");
    }
    if body.len() >= 3 && body[0].text.ends_with(':') {
        return (&body[..1], body[1..].to_vec(), "paragraph");
    }
    (body, Vec::new(), "paragraph")
}

/// Whether a numbered item is a step of the item above it, which leads up to it.
fn is_step_of(block: &Block, item: &[Block]) -> bool {
    let counts =
        |b: &Block| matches!(&b.shape, Shape::Item(mark) if mark.starts_with(|c: char| c.is_ascii_digit()));
    let leads = item.first().is_some_and(|first| first.text.ends_with(':'));
    let goes_on = item.len() == 1 || item.last().is_some_and(counts);
    counts(block) && leads && goes_on
}

/// A heading without the words that all headings of its page share.
fn short_heading(heading: &str) -> String {
    let usual =
        ["abilities", "ability", "rulings", "rules", "clarified", "units", "unit", "unique", "battle"];
    let significant: Vec<String> =
        words(heading).split(' ').filter(|w| !usual.contains(w)).map(str::to_owned).collect();
    if significant.is_empty() { heading.to_owned() } else { significant.join(" ") }
}
