//! Entries under construction.

use super::block::{self, Block, Shape};
use super::known::Known;
use super::leftover::{Leftover, WhyLeft};
use super::names;
use super::sections::Section;
use crate::corpus::emit::Note;
use crate::corpus::ruling::{CardRef, Correction, TitleBy};
use crate::corpus::{Game, Kind};

/// How an entry gets its id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Id {
    /// Given by the document: a section number or card number.
    Fixed(String),
    /// Derived from its title or first words, after a prefix such as `timing.`.
    Named(&'static str, String),
    /// A step or bullet: index of its group, and number within it from 1.
    Item(usize, usize),
}

/// An entry under construction.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    pub(super) id: Id,
    pub(super) kind: Kind,
    pub(super) number: Option<String>,
    pub(super) title: String,
    pub(super) title_by: TitleBy,
    pub(super) place: Option<String>,
    pub(super) section: Vec<String>,
    pub(super) since: Option<String>,
    /// Whether it duplicates part of its group's own entry.
    pub(super) is_part: bool,
    pub(super) cards: Vec<CardRef>,
    pub(super) question: Option<String>,
    pub(super) text: String,
    pub(super) corrections: Vec<Correction>,
    pub(super) notes: Vec<Note>,
    pub(super) line: usize,
}

impl Draft {
    /// A draft of which only the kind, title and position are known.
    pub(super) fn new(id: Id, kind: Kind, title: impl Into<String>, line: usize) -> Self {
        Self {
            id,
            kind,
            number: None,
            title: title.into(),
            title_by: TitleBy::Document,
            place: None,
            section: Vec::new(),
            since: None,
            is_part: false,
            cards: Vec::new(),
            question: None,
            text: String::new(),
            corrections: Vec::new(),
            notes: Vec::new(),
            line,
        }
    }

    /// The draft of what begins with these words below a heading, as one of several there: it is called by
    /// both.
    pub(super) fn below(heading: &str, first: &Block, kind: Kind) -> Self {
        let words = names::first_words(&block::without_emphasis(&first.text), 7);
        let id = Id::Named("rules.", names::slug(&format!("{heading} {words}"), 5));
        let mut draft = Self::new(id, kind, words, first.line);
        draft.title_by = TitleBy::Editor;
        draft.place = Some(format!("\"{}\"", names::title_case(&block::without_emphasis(heading))));
        draft
    }

    /// Flags a field as uncertain.
    pub(super) fn unsure(&mut self, field: &'static str, why: impl Into<String>) {
        self.notes.push(Note { field, text: why.into() });
    }

    /// Question and answer.
    pub(super) fn words(&self) -> String {
        match &self.question {
            Some(question) => format!("{question}\n\n{}", self.text),
            None => self.text.clone(),
        }
    }
}

/// A heading with numbered steps or bullets below it, from which their ids are derived.
#[derive(Debug, Clone)]
pub(super) struct Group {
    /// `timing.`, or empty.
    pub(super) prefix: &'static str,
    /// The heading as printed.
    pub(super) title: String,
    /// The kind of its items.
    pub(super) kind: Kind,
}

/// Collects what the readers of a document's parts produce.
#[derive(Debug, Clone)]
pub(super) struct Sink<'k> {
    /// The existing rulings and card facts.
    pub(super) known: &'k Known,
    pub(super) game: Game,
    /// Whether the document's paragraphs had to be guessed from its lines.
    pub(super) is_plain: bool,
    pub(super) drafts: Vec<Draft>,
    pub(super) groups: Vec<Group>,
    pub(super) left: Vec<Leftover>,
}

impl<'k> Sink<'k> {
    pub(super) fn new(game: Game, is_plain: bool, known: &'k Known) -> Self {
        Self { known, game, is_plain, drafts: Vec::new(), groups: Vec::new(), left: Vec::new() }
    }

    /// Records a block that belongs to no entry.
    pub(super) fn leave(&mut self, block: &Block, why: WhyLeft) {
        let why = match block.shape {
            Shape::Aside(why) => why,
            Shape::Heading | Shape::Caption | Shape::Paragraph | Shape::Item(_) => why,
        };
        self.left.push(Leftover { line: block.line, why, text: one_line(&block.marked()) });
    }

    /// Adds an entry, or records its title as left over if it has no text.
    pub(super) fn add(&mut self, mut draft: Draft, body: &[Block]) {
        if draft.text.is_empty() {
            draft.text = block::join(body);
        }
        let is_ruling = matches!(draft.kind, Kind::Ruling | Kind::Clarification);
        if is_ruling && ERRATUM_TAGS.iter().any(|tag| draft.text.starts_with(tag)) {
            draft.kind = Kind::Errata;
        }
        let mut doubts: Vec<&str> = body.iter().filter_map(|block| block.doubt).collect();
        doubts.dedup();
        doubts.into_iter().for_each(|why| draft.unsure("text", why));
        if draft.text.trim().is_empty() && draft.question.is_none() {
            if !draft.title.is_empty() {
                let text = match &draft.number {
                    Some(number) => format!("({number}) {}", draft.title),
                    None => draft.title.clone(),
                };
                self.left.push(Leftover { line: draft.line, why: WhyLeft::NothingUnder, text });
            }
            return;
        }
        if draft.text.trim().is_empty() {
            draft.text = "…".to_owned();
            draft.unsure("text", "no answer was found");
        }
        if draft.title.trim().is_empty() {
            draft.title = names::first_words(&draft.words(), 7);
            draft.title_by = TitleBy::Editor;
            draft.unsure("title", TITLED_BY_FIRST_WORDS);
        }
        self.drafts.push(draft);
    }

    /// Opens a group and returns its index.
    pub(super) fn group(&mut self, prefix: &'static str, title: &str, kind: Kind) -> usize {
        self.groups.push(Group { prefix, title: title.to_owned(), kind });
        self.groups.len() - 1
    }
}

/// The note on a title that is not the document's.
pub(super) const TITLED_BY_FIRST_WORDS: &str = "made of the first words, for want of a title";

/// What an erratum begins with among rulings.
const ERRATUM_TAGS: [&str; 5] = ["ERRATUM: ", "ERRATUM ", "Erratum: ", "[ERRATUM] ", "(ERRATUM) "];

/// Plain text on one line, single-spaced.
fn one_line(text: &str) -> String {
    block::without_emphasis(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The draft for a part's opening words: `lcg:errata`, `lcg:timing`.
pub(super) fn intro(section: &Section, stem: &str, line: usize) -> Draft {
    let mut draft = Draft::new(Id::Fixed(stem.to_owned()), section.kind, section.title.clone(), line);
    draft.place = Some(names::title_case(&section.title)).filter(|place| !place.is_empty());
    draft.section = vec![section.title.clone()];
    draft
}

/// Adds the open entry and opens the next one.
pub(super) fn close(sink: &mut Sink<'_>, open: &mut Draft, body: &mut Vec<Block>, next: Draft) {
    let done = std::mem::replace(open, next);
    sink.add(done, body);
    body.clear();
}
