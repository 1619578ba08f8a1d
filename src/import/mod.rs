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
mod input;
mod known;
mod lines;
mod lists;
mod merge;
mod names;
mod numbers;
mod pages;
mod parts;
mod questions;
mod reassemble;
mod sections;
mod steps;
mod stub;
mod tags;

use crate::corpus::document::{Authority, Day, Document, Source};
use crate::corpus::emit::Note;
use crate::corpus::ruling::{Correction, Entry};
use crate::corpus::{Game, Kind};
use block::{Block, Shape};
use draft::Sink;
use sections::Section;

pub use draft::Leftover;
pub use identity::Overlap;
pub use input::LARGEST;
pub use known::Known;
pub use merge::{files, remainder, review};
pub use names::{first_words, slug};

/// The form a document comes in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Markdown, its paragraphs kept apart by blank lines.
    Markdown,
    /// Plain text, such as `pdftotext` makes of a PDF file, with or without `-layout`.
    Plain,
    /// A web page.
    Html,
}

/// What is known about a document beforehand; everything may be left to be found out.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The game.
    pub game: Option<Game>,
    /// The form.
    pub form: Option<Form>,
    /// The document's id.
    pub id: Option<String>,
    /// Its version.
    pub version: Option<String>,
    /// The day from which it is in force.
    pub date: Option<Day>,
    /// The document's own file, to be named in its entry.
    pub source: Option<Source>,
    /// The series it replaces an older document of.
    pub series: Option<String>,
    /// Its title.
    pub title: Option<String>,
    /// What citations of it begin with.
    pub cite: Option<String>,
    /// For a house document: who decided, and where.
    pub house: Option<(String, String)>,
}

/// Why a document cannot be imported at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// More bytes than [`LARGEST`].
    #[error("it is larger than {} MB, the most that is read; is it a rules document?", LARGEST >> 20)]
    TooLarge,
    /// Bytes that are no UTF-8 text.
    #[error("line {line}, column {column} is not UTF-8 text; {}", if *pdf { "turn the PDF file into text first: pdftotext -layout FILE.pdf" } else { "save it as UTF-8" })]
    NotUtf8 {
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
        /// Whether the file is a PDF file.
        pdf: bool,
    },
    /// More paragraphs than a rules document has.
    #[error("it has more than {} paragraphs; is it a rules document?", input::MAX_BLOCKS)]
    TooMany,
    /// No day from which it is in force.
    #[error("{}say from which day it is in force: --date 2014-10-06", printed.as_ref().map_or_else(|| "no date was found in it; ".to_owned(), |p| format!("{p} is printed in it, which is no date; ")))]
    Undated {
        /// What is printed like a date and is none.
        printed: Option<String>,
    },
    /// Not one letter or digit.
    #[error("there is no text in it")]
    Empty,
}

/// How an imported entry stands to the corpus it was laid beside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// The corpus has nothing like it.
    New,
    /// The corpus has it in the same words.
    Same,
    /// The corpus has it in other words.
    Changed,
}

/// One entry made of the document.
#[derive(Debug, Clone)]
pub struct ImportedEntry {
    /// The entry; its documents are the imported one alone.
    pub entry: Entry,
    /// What is unsure about it, by field.
    pub notes: Vec<Note>,
    /// How it stands to the corpus.
    pub standing: Standing,
    /// The id of the corpus's entry it was matched with.
    pub known_as: Option<String>,
    /// The line of the document it begins on, from 1.
    pub line: usize,
}

/// A document made into entries.
#[derive(Debug, Clone)]
pub struct Imported {
    /// The document.
    pub document: Document,
    /// What is unsure about it, by field.
    pub document_notes: Vec<Note>,
    /// Whether the corpus has the document already.
    pub held: bool,
    /// Its entries, in its own order.
    pub entries: Vec<ImportedEntry>,
    /// The words that are in no entry.
    pub remainder: Vec<Leftover>,
    /// Where it has the entries of a series held and not the publisher's title: which, and how many. It is read as an
    /// edition of that series; whether it is one is to be said before it is kept.
    pub looks_like: Option<Overlap>,
}

impl Imported {
    /// How many entries there are of each kind that has any.
    pub fn counts(&self) -> Vec<(Kind, usize)> {
        let count = |kind: Kind| self.entries.iter().filter(|e| e.entry.kind == kind).count();
        Kind::ALL.into_iter().map(|k| (k, count(k))).filter(|(_, n)| *n > 0).collect()
    }

    /// How many things are marked as unsure.
    pub fn unsure(&self) -> usize {
        self.document_notes.len() + self.entries.iter().map(|e| e.notes.len()).sum::<usize>()
    }

    /// How many scanning errors and broken paragraphs were corrected.
    pub fn corrections(&self) -> usize {
        self.entries.iter().map(|e| e.entry.corrections.len()).sum()
    }

    /// How many of the document's words are in no entry, and how many it has, without pages' heads and feet, menus and
    /// contents.
    pub fn words_left(&self) -> (usize, usize) {
        let words =
            |text: &str| text.split_whitespace().filter(|w| w.contains(char::is_alphanumeric)).count();
        let left = self.remainder.iter().filter(|l| !l.is_of_the_page());
        let left: usize = left.map(|l| words(&l.text)).sum();
        // The parts of a whole stand in it.
        let whole = self.entries.iter().filter(|e| e.entry.part_of.is_none());
        let placed = |e: &ImportedEntry| {
            words(e.entry.question.as_deref().unwrap_or_default())
                + words(&e.entry.text)
                + words(&e.entry.title)
        };
        (left, left + whole.map(placed).sum::<usize>())
    }

    /// How many entries stand so to the corpus.
    pub fn standing(&self, standing: Standing) -> usize {
        self.entries.iter().filter(|e| e.standing == standing).count()
    }
}

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
    if blocks.len() > input::MAX_BLOCKS {
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
