//! Turns a new document into entries ready for review.
//!
//! A document (Markdown, a web page, or plain text as `pdftotext` gives it) becomes blocks, the blocks are divided
//! into the parts such documents have, and every part is read into entries. What is not certain is marked, what fits
//! nowhere is kept in a remainder; no sentence is lost. Nothing here reads or writes files.

mod audit;
mod block;
mod bullets;
mod capitals;
mod columns;
mod correct;
mod doubt;
mod draft;
mod figures;
mod finish;
mod html;
pub mod icons;
mod identity;
mod imported;
mod input;
mod known;
mod lines;
mod lists;
mod matching;
mod merge;
mod names;
mod numbers;
mod options;
mod pages;
mod parts;
mod questions;
mod reassemble;
mod sections;
mod steps;
mod stub;
mod tags;

use crate::corpus::document::{Authority, Document};
use crate::corpus::emit::Note;
use crate::corpus::ruling::Correction;
use crate::corpus::{Game, Kind};
use block::{Block, Shape};
use draft::Sink;
use sections::Section;

pub use draft::Leftover;
pub use imported::{Imported, ImportedEntry, Overlap, Standing};
pub use known::Known;
pub use merge::{files, remainder, review};
pub use names::{first_words, slug};
pub use options::{Form, LARGEST, Options, Refusal};

/// Makes entries of a document.
///
/// # Errors
/// A [`Refusal`] for bytes that are no document at all; every text is imported, if only into the remainder.
pub fn import(bytes: &[u8], options: &Options, known: &Known) -> Result<Imported, Refusal> {
    let text = input::text(bytes)?;
    let form = options.form.unwrap_or_else(|| input::form(&text));
    let game = options.game.unwrap_or_else(|| stub::game(&text));
    let blocks = match form {
        Form::Html => html::read(&text),
        Form::Markdown => lines::read_markdown(&text),
        Form::Plain => pages::read(&text),
    };
    if blocks.len() > options::MAX_BLOCKS {
        return Err(Refusal::TooMany);
    }
    let all_words = audit::Words::of(&blocks);
    let (asides, blocks): (Vec<Block>, Vec<Block>) = blocks.into_iter().partition(|b| {
        matches!(
            b.shape,
            Shape::Aside("page header or footer" | "outside the article" | "a card that is pictured")
        )
    });
    let (blocks, joins) = correct::join_broken(blocks);
    // Where paragraphs are only guessed from lines, joining two of them corrects a guess and not the document.
    // So is it where there are more of them than a document has pages.
    let joins = if form == Form::Plain || joins.len() > 256 { Vec::new() } else { joins };
    let (front, sections, dropped) = sections::divide(blocks, game);
    let stub = |options: &Options| stub::read(&front, &asides, game, options, known);
    let first = stub(options)?;
    let mut sink = Sink::new(game, form == Form::Plain, known);
    let sections = place_front(front.clone(), sections, &first.document, &mut sink);
    for section in &sections {
        parts::read(section, &mut sink);
    }
    for block in asides.iter().chain(&dropped) {
        sink.leave(block, "not placed");
    }
    let made = Made { sink, joins, words: all_words };
    let imported = made.clone().finished(first, known);
    let asks = imported.document.authority == Authority::House && options.house.is_none() && !imported.held;
    let alike = identity::overlap(&imported.entries, game, known);
    if let Some(alike) = alike.filter(|alike| asks && alike.is_edition()) {
        let as_edition = stub(&Options { series: Some(alike.series.clone()), ..options.clone() })?;
        let mut imported = made.finished(as_edition, known);
        imported.document_notes.insert(0, Note { field: "series", text: alike.question() });
        imported.looks_like = Some(alike);
        return Ok(warned(imported, known));
    }
    Ok(warned(imported, known))
}

/// So many of a hundred words may be in no entry before that is told: a title page, a word of thanks.
const LEFT: usize = 8;

/// Fewer words than this are a title page in any case.
const TITLE_PAGE: usize = 60;

/// With notes where the document would put most rulings of its series out of force, and where many of its words are in
/// no entry.
fn warned(mut imported: Imported, known: &Known) -> Imported {
    let (left, all) = imported.words_left();
    if left > TITLE_PAGE && left * 100 > all * LEFT {
        let text = format!(
            "{} of 100 of its words are in no entry but in remainder.txt; are rulings among them?",
            left * 100 / all.max(1)
        );
        imported.document_notes.push(Note { field: "source", text });
    }
    let document = &imported.document;
    let replaces = |d: &Document| d.series == document.series && d.date.value >= document.date.value;
    let official = document.authority == Authority::Official && !imported.held;
    if official && !known.all_documents().any(replaces) {
        let overlap = identity::with(&document.series, &imported.entries, known);
        let note = overlap.and_then(|overlap| overlap.warning());
        imported.document_notes.splice(0..0, note);
    }
    imported
}

/// The words in front of the first part: the note of what is new goes to that part, the title is the document's, the
/// rest is left over. Without any part, everything is read as one, by the look of it.
fn place_front(
    front: Vec<Block>,
    mut sections: Vec<Section>,
    document: &Document,
    sink: &mut Sink<'_>,
) -> Vec<Section> {
    if sections.is_empty() {
        return vec![Section { title: String::new(), kind: guessed_kind(&front, sink.game), blocks: front }];
    }
    let mut news: Option<Block> = None;
    let (front, before_parts) = without_rulings(front);
    for block in front {
        if block::words(&block.text).starts_with("new content") {
            news = Some(block.shaped(Shape::Paragraph));
        } else if let Some(news) = news.as_mut().filter(|_| block.tight) {
            news.text = format!("{} {}", news.text, block.marked());
        } else if !stub::in_title(&document.title, &block.text) {
            sink.leave(&block, "before the first part");
        }
    }
    sections[0].blocks.splice(0..0, news);
    if !before_parts.is_empty() {
        let kind = guessed_kind(&before_parts, sink.game);
        sections.insert(0, Section { title: String::new(), kind, blocks: before_parts });
    }
    sections
}

/// The front of a document, and the rulings that stand in it before any part has a title: from the first block on that
/// is marked as a ruling, if there are several, with the heading above it.
fn without_rulings(mut front: Vec<Block>) -> (Vec<Block>, Vec<Block>) {
    let is_ruling = |b: &Block| {
        numbers::section_number(&b.text).is_some()
            || numbers::errata_line(&b.text).is_some()
            || numbers::speaker(&b.text).is_some()
    };
    let Some(first) =
        front.iter().position(is_ruling).filter(|_| front.iter().filter(|b| is_ruling(b)).count() >= 2)
    else {
        return (front, Vec::new());
    };
    let headings =
        front[..first].iter().rev().take_while(|b| b.is_heading() || matches!(b.shape, Shape::Item(_)));
    let from = (first - headings.count()).max(1).min(first);
    let rulings = front.split_off(from);
    (front, rulings)
}

/// What a document without headings is, most likely.
fn guessed_kind(blocks: &[Block], game: Game) -> Kind {
    let count = |test: &dyn Fn(&str) -> bool| blocks.iter().filter(|b| test(&b.text)).count();
    let kinds = [
        (count(&|t| numbers::section_number(t).is_some()), Kind::Clarification),
        (count(&|t| numbers::errata_line(t).is_some()), Kind::Errata),
        (count(&|t| numbers::listed_sets(t).is_some()), Kind::Restricted),
        (count(&|t| numbers::speaker(t).is_some() || t.ends_with('?')), Kind::Faq),
    ];
    let most = kinds.into_iter().max_by_key(|(n, _)| *n).filter(|(n, _)| *n > 0);
    most.map_or(if game == Game::Tcg { Kind::Ruling } else { Kind::Clarification }, |(_, kind)| kind)
}

/// What was read of a document, whosoever it is.
#[derive(Clone)]
struct Made<'k> {
    sink: Sink<'k>,
    joins: Vec<Correction>,
    words: audit::Words,
}

impl Made<'_> {
    /// With ids, cards and links, as the document's entry has it.
    fn finished(self, stub: stub::Stub, known: &Known) -> Imported {
        let Sink { game, drafts, groups, mut left, .. } = self.sink;
        let titles: Vec<String> =
            drafts.iter().flat_map(|d| d.section.iter().chain([&d.title])).map(|s| block::words(s)).collect();
        left.retain(|l| {
            l.why != "a heading with nothing under it" || !titles.contains(&block::words(&l.text))
        });
        left.extend(self.words.missing(&drafts, &left, &stub.document.title));
        left.sort_by_key(|l| l.line);
        let entries = finish::entries(game, drafts, &groups, &self.joins, known, &stub.document);
        Imported {
            document: stub.document,
            document_notes: stub.notes,
            held: stub.held,
            entries,
            remainder: left,
            looks_like: None,
        }
    }
}
