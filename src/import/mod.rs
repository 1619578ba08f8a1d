//! Turns a new document into entries ready for review.
//!
//! A document (Markdown, a web page, or plain text from `pdftotext`) is split into blocks, the blocks are
//! divided into the parts that such documents have, and each part is read into entries. Whatever is uncertain
//! is flagged, and whatever fits nowhere goes into a remainder: no sentence is lost. Nothing here touches the
//! file system.

mod addresses;
mod alone;
mod alphabet;
mod attributions;
mod audit;
mod bare_headings;
mod beginnings;
mod block;
mod block_quotes;
mod bold_items;
mod bullets;
mod bylines;
mod capital_labels;
mod capitals;
mod card_numbers;
mod change_tags;
mod chapters;
mod charts;
mod coded_rows;
mod columns;
mod contents;
mod correct;
mod costs;
mod counted_steps;
mod dated_lines;
mod dates;
mod detached_notes;
mod digests;
mod doubt;
mod draft;
mod elsewhere;
mod errata_tables;
mod figures;
mod finish;
mod footnotes;
mod foreign;
mod found;
mod front;
mod front_titles;
mod grids;
mod hanging;
mod heads;
mod html;
mod hyphens;
pub(crate) mod icons;
mod identity;
mod implausible;
mod imported;
mod imprint;
mod inline_html;
mod input;
mod interleaved;
mod italics;
mod known;
mod languages;
mod leftover;
mod lettered;
mod letters;
mod line;
mod lines;
mod links;
mod list_heads;
mod listed;
mod lists;
mod lumped;
mod margin_marks;
mod marks;
mod matching;
mod merge;
mod misread;
mod missing;
mod named_cards;
mod named_lists;
mod names;
mod news;
mod numbered_questions;
mod numbering;
mod numbers;
mod openings;
mod options;
mod order;
mod other_game;
mod outer_headings;
mod outline;
mod page_numbers;
mod page_places;
mod pages;
mod parts;
mod passages;
mod pictured;
mod pictures;
mod places;
mod post_heads;
mod posts;
mod question_sections;
mod questions;
mod quotations;
mod reassemble;
mod run_in_cards;
mod run_in_heads;
mod running_heads;
mod sections;
mod signatures;
mod spacing;
mod spoken_blocks;
mod spoken_dashes;
mod stamped;
mod steps;
mod stub;
mod tables;
mod tagged;
mod tags;
mod term_columns;
mod terms;
mod threads;
mod three_columns;
mod torn;
mod unwrapped;
mod version_tags;
mod wiki;
mod wiki_pages;

use std::collections::BTreeSet;

pub use crate::corpus::document::Precision;
use crate::corpus::document::{Authority, Document};
use crate::corpus::emit::Note;
use crate::corpus::ruling::Correction;
use crate::corpus::{Game, Kind};
use beginnings::Beginnings;
use block::{Block, Shape};
use draft::Sink;
use sections::Section;

use imported::MAX_LINE_WORDS;
pub(crate) use imported::Overlap;
pub use imported::{Imported, ImportedEntry, Standing};
pub use known::Known;
pub(crate) use leftover::Leftover;
pub use leftover::WhyLeft;
pub use merge::{files, remainder, review};
pub(crate) use names::{first_words, slug};
pub use options::{Form, MAX_SIZE, Options, Refusal};

/// Turns a document into entries.
///
/// # Errors
/// A [`Refusal`] for bytes that are not a document. Any text is imported, if only into the remainder.
pub fn import(bytes: &[u8], options: &Options, known: &Known) -> Result<Imported, Refusal> {
    let text = input::text(bytes)?;
    let (text, matter) = input::without_front_matter(text, options.form);
    let (form, is_wiki) = form_of(&text, options.form);
    let game = options.game.unwrap_or_else(|| stub::game(&text));
    let mut marks = Vec::new();
    let (mut blocks, icons) = read(&text, form, is_wiki, &mut marks);
    blocks.extend(matter);
    set_apart(&mut blocks, form);
    if blocks.len() > options::MAX_BLOCKS {
        return Err(Refusal::TooMany);
    }
    let tags = version_tags::with_letters(&mut blocks);
    let (words, beginnings) = (audit::Words::of(&blocks), Beginnings::of(form, &text, &blocks));
    let (asides, blocks): (Vec<Block>, Vec<Block>) =
        blocks.into_iter().partition(|b| matches!(&b.shape, Shape::Aside(why) if why.is_beside()));
    let order = dates::order(blocks.iter().chain(&asides).map(|b| b.text.as_str()));
    let (blocks, mut joins) = joined(blocks, form);
    joins.extend(tags.into_iter().chain(marks));
    let (front, sections, dropped) = divided(blocks, is_wiki, game);
    let is_whole = sections.is_empty();
    let matter = stub::FrontMatter { blocks: &front, is_whole, is_wiki, asides: &asides, game, order };
    let stub = |options: &Options| stub::read(&matter, options, known);
    let first = stub(options)?;
    // A title that is given replaces the one printed, which is no ruling for that.
    let printed = stub(&Options { title: None, ..options.clone() })?.document.title;
    let mut sink = Sink::new(game, form == Form::Plain, known);
    read_parts(front.clone(), sections, is_wiki, &printed, &mut sink);
    asides.iter().chain(&dropped).for_each(|block| sink.leave(block, WhyLeft::NotPlaced));
    let oddities = Oddities::of(bytes, &text, form, icons);
    let made = Extracted { sink, joins, words, oddities, beginnings };
    let mut imported = made.clone().finished(first, known);
    let asks = imported.document.authority == Authority::House && options.house.is_none() && !imported.held;
    let alike = identity::overlap(&imported.entries, game, known).filter(|alike| asks && alike.is_edition());
    if let Some(alike) = alike {
        let as_edition = stub(&Options { series: Some(alike.series.clone()), ..options.clone() })?;
        imported = made.finished(as_edition, known).doubted(alike);
    }
    Ok(warned(imported, options, known))
}

/// The form of a text, and whether it is pages of a wiki, whose lists look like headings of Markdown.
fn form_of(text: &str, said: Option<Form>) -> (Form, bool) {
    let is_wiki = wiki_pages::are_in(text);
    let form = said.unwrap_or_else(|| match input::form(text) {
        Form::Markdown if is_wiki => Form::Plain,
        form => form,
    });
    (form, is_wiki && form == Form::Plain)
}

/// Divides the blocks of a document; the articles of a wiki are read by themselves.
fn divided(blocks: Vec<Block>, is_wiki: bool, game: Game) -> (Vec<Block>, Vec<Section>, Vec<Block>) {
    if is_wiki { (blocks, Vec::new(), Vec::new()) } else { sections::divide(blocks, game) }
}

/// Reads the parts of a document, or the articles of a wiki.
fn read_parts(front: Vec<Block>, sections: Vec<Section>, is_wiki: bool, title: &str, sink: &mut Sink<'_>) {
    if is_wiki {
        return wiki_pages::read(&front, sink);
    }
    let sections = place_front(front, sections, title, sink);
    sections.iter().for_each(|section| read_section(section, sink));
}

/// Reads a text into blocks; returns them and the names of the icons in it.
fn read(
    text: &str,
    form: Form,
    is_wiki: bool,
    marks: &mut Vec<Correction>,
) -> (Vec<Block>, BTreeSet<String>) {
    match form {
        Form::Html => html::read(text),
        Form::Markdown => lines::read_markdown(text),
        Form::Plain => (pages::read(text, is_wiki, marks), BTreeSet::new()),
    }
}

/// Sets the imprint aside, reads the marks of a page's questions, and marks the questions of a plain text
/// that stand apart from their answers.
fn set_apart(blocks: &mut Vec<Block>, form: Form) {
    imprint::set_aside(blocks);
    if form == Form::Html {
        spoken_dashes::close(blocks.iter_mut().map(|block| &mut block.text));
    }
    if form == Form::Plain {
        interleaved::mark(blocks);
    } else {
        spoken_blocks::part(blocks);
    }
    list_heads::find(blocks);
}

/// Joins the paragraphs that pages and columns have broken, and returns the corrections. Joining guessed
/// paragraphs corrects the guess and not the document, and so do more joins than a document has pages.
fn joined(blocks: Vec<Block>, form: Form) -> (Vec<Block>, Vec<Correction>) {
    let (blocks, joins) = correct::join_broken(blocks);
    (blocks, if form == Form::Plain || joins.len() > MAX_JOINS { Vec::new() } else { joins })
}

/// No document has more pages that break a paragraph.
const MAX_JOINS: usize = 256;

/// Reads a part, whose entries stand in its chapter.
fn read_section(section: &Section, sink: &mut Sink<'_>) {
    let (from, left) = (sink.drafts.len(), sink.left.len());
    parts::read(section, sink);
    outer_headings::place(&section.blocks, &mut sink.drafts[from..], &mut sink.left, left);
    for draft in sink.drafts[from..].iter_mut() {
        draft.section.splice(0..0, section.chapter.clone());
    }
}

/// The percentage of words in no entry above which a note is added.
const MAX_LEFT_PERCENT: usize = 8;

/// No more words than this in no entry are a title page.
const MAX_TITLE_PAGE_WORDS: usize = 60;

/// Adds warnings if the document would supersede most rulings of its series, or if many of its words are in
/// no entry.
fn warned(mut imported: Imported, options: &Options, known: &Known) -> Imported {
    let (left, all) = imported.words_left();
    if left > MAX_TITLE_PAGE_WORDS && left * 100 > all * MAX_LEFT_PERCENT
        || left > MAX_LINE_WORDS && left * 2 > all
    {
        let text = format!(
            "{} of 100 of its words are in no entry but in remainder.txt; are rulings among them?",
            left * 100 / all.max(1)
        );
        imported.document_notes.push(Note { field: "source", text });
    }
    let bare: Vec<&str> = imported.remainder.iter().filter_map(numbered_heading).collect();
    if let [first, ..] = bare.as_slice() {
        let text = match bare.len() {
            1 => format!("{first} has nothing under it but stands in remainder.txt; is it a ruling?"),
            n => format!(
                "{first} and {} more have nothing under them but stand in remainder.txt; are they rulings?",
                n - 1
            ),
        };
        imported.document_notes.push(Note { field: "source", text });
    }
    note_what_is_in_front(&mut imported);
    imported::note_what_is_beside(&mut imported);
    lumped::note_largest(&mut imported);
    let document = &imported.document;
    let replaces = |d: &Document| d.series == document.series && d.date.value >= document.date.value;
    let official = document.authority == Authority::Official && !imported.held;
    if official && !known.all_documents().any(replaces) {
        let overlap = identity::with(&document.series, &imported.entries, known);
        if let Some(overlap) = overlap.filter(Overlap::replaces_most) {
            imported.document_notes.insert(0, overlap.warning());
            imported.by_title_alone = Some(overlap).filter(|_| options.series.is_none());
        }
    }
    imported
}

/// More words than this before the first part exceed what a document says about itself.
const MAX_PREFACE_WORDS: usize = 30;

/// Notes a paragraph before the first part that is long enough to be a rule.
fn note_what_is_in_front(imported: &mut Imported) {
    let words = |l: &Leftover| l.text.split_whitespace().count();
    let is_said = |l: &&Leftover| {
        l.why == WhyLeft::BeforeFirstPart && words(l) >= MAX_PREFACE_WORDS && block::ends_sentence(&l.text)
    };
    if let Some(said) = imported.remainder.iter().find(is_said) {
        let text = format!(
            "{} words on line {} stand in front of its first part: they are in remainder.txt; is it a ruling?",
            words(said),
            said.line
        );
        imported.document_notes.push(Note { field: "source", text });
        return;
    }
    let front: Vec<&Leftover> =
        imported.remainder.iter().filter(|l| l.why == WhyLeft::BeforeFirstPart).collect();
    let is_headed = |pair: &&[&Leftover]| heads_rule(&pair[0].text, &pair[1].text);
    let mut headed = front.windows(2).filter(is_headed);
    if let (Some(first), Some(_)) = (headed.next(), headed.next()) {
        let text = format!(
            "`{}` and more with words under them stand in front of its first part: they are in remainder.txt; are they \
             rulings?",
            names::shortened(&first[0].text)
        );
        imported.document_notes.push(Note { field: "source", text });
    }
}

/// Whether a line is a title, and no day or version, and what stands below it a sentence.
fn heads_rule(title: &str, below: &str) -> bool {
    let said = block::ends_sentence(below) && below.split_whitespace().count() >= A_SENTENCE;
    said && heads::is_title(title) && !stub::is_dated_line(title)
}

/// Fewer words than this are hardly a ruling.
const A_SENTENCE: usize = 5;

/// The number of a heading that was left over because it has no text.
fn numbered_heading(left: &Leftover) -> Option<&str> {
    let number = left.text.split(' ').next().filter(|n| n.starts_with('(') && n.ends_with(')'));
    number.filter(|_| left.why == WhyLeft::NothingUnder)
}

/// Distributes the words before the first part: a note on new content goes to the part it is about, the title
/// belongs to the document, and the rest is left over. Without any parts, everything is read as one, of a
/// guessed kind.
fn place_front(
    front: Vec<Block>,
    mut sections: Vec<Section>,
    title: &str,
    sink: &mut Sink<'_>,
) -> Vec<Section> {
    if sections.is_empty() {
        let blocks = without_title_page(front, title, sink);
        let is_glossary = terms::are_called(title) && terms::stand_in_front(&blocks);
        let kind = if is_glossary { Kind::Definition } else { guessed_kind(&blocks, sink.game) };
        return vec![Section::untitled(kind, blocks)];
    }
    let (front, before_parts) = without_rulings(front);
    let news = news::taken(front, title, sink);
    sections[0].blocks.splice(0..0, news);
    if !before_parts.is_empty() {
        let is_headed = before_parts.iter().any(|b| b.doubt == Some(IN_FRONT));
        let kind = match sink.game {
            Game::Tcg if is_headed => Kind::Ruling,
            Game::Lcg if is_headed => Kind::Clarification,
            game => guessed_kind(&before_parts, game),
        };
        sections.insert(0, Section::untitled(kind, before_parts));
    }
    sections
}

/// The blocks of a document without parts, starting with its first ruling or heading. Whatever precedes that
/// and is just title and date is set aside.
fn without_title_page(blocks: Vec<Block>, title: &str, sink: &mut Sink<'_>) -> Vec<Block> {
    let in_title = |b: &Block| stub::in_title(title, &b.text);
    let are_posts = threads::is_of_posts(&blocks);
    let is_dated = |b: &Block| {
        !(are_posts && post_heads::read(b).is_some())
            && (front::is_line_of_days(&b.text) || stub::is_dated_line(&b.text))
            && !dated_lines::is_ruling(&b.text)
    };
    let is_page = |b: &Block| {
        in_title(b) || is_dated(b) && !block::is_question(&b.text) || front::is_of_editor(&b.text)
    };
    let opens = |b: &Block| numbers::is_ruling(&b.text) || b.is_heading() && !is_page(b);
    let page = || blocks.iter().position(|b| !is_page(b)).unwrap_or(blocks.len());
    let first = blocks.iter().position(opens).unwrap_or_else(page);
    let (front, rest) = (blocks[..first].to_vec(), blocks[first..].to_vec());
    let (page, said): (Vec<Block>, Vec<Block>) = front.into_iter().partition(is_page);
    page.iter().filter(|b| !in_title(b)).for_each(|b| sink.leave(b, WhyLeft::BeforeFirstPart));
    said.into_iter().chain(rest).collect()
}

/// Splits the front of a document from rulings that come before any part's title: from the first block marked
/// as a ruling (if there are several), with the heading above it.
fn without_rulings(mut front: Vec<Block>) -> (Vec<Block>, Vec<Block>) {
    let is_ruling = |b: &Block| numbers::is_ruling(&b.text) || !b.is_heading() && block::is_question(&b.text);
    let marked =
        front.iter().position(is_ruling).filter(|_| front.iter().filter(|b| is_ruling(b)).count() >= 2);
    let rows = || front.iter().position(|b| errata_tables::row(&b.text).is_some());
    let rows = (marked.is_none() && errata_tables::rows_of_errata(&front) > 0).then(rows).flatten();
    let headed = headed(&front).filter(|_| marked.is_none() && rows.is_none());
    let Some(first) = marked.or(rows).or(headed) else {
        return (front, Vec::new());
    };
    let headings =
        front[..first].iter().rev().take_while(|b| b.is_heading() || matches!(b.shape, Shape::Item(_)));
    let from = (first - headings.count()).max(1).min(first);
    let mut rulings = front.split_off(from);
    for block in rulings.iter_mut().filter(|_| headed.is_some()) {
        block.doubt = block.doubt.or(Some(IN_FRONT));
    }
    (front, rulings)
}

/// The note on what stands below a heading in front of the first part.
const IN_FRONT: &str = "it stands in front of the first part with a name; is it a ruling, and does all of it belong to its heading?";

/// Fewer headings with words below them than this may be those of a preface.
const MIN_HEADED: usize = 3;

/// The first of several headings by their capitals, each with a sentence below it.
fn headed(front: &[Block]) -> Option<usize> {
    let is_one = |n: &usize| {
        let (head, below) = (&front[*n], front.get(n + 1));
        let bare = head.shape == Shape::Heading && head.level == 0 && !stub::is_dated_line(&head.text);
        bare && below.is_some_and(|b| b.shape == Shape::Paragraph && heads_rule(&head.text, &b.text))
    };
    let all: Vec<usize> = (1..front.len()).filter(is_one).collect();
    all.first().copied().filter(|_| all.len() >= MIN_HEADED)
}

/// The most likely kind of a document without headings.
fn guessed_kind(blocks: &[Block], game: Game) -> Kind {
    let count = |test: &dyn Fn(&str) -> bool| blocks.iter().filter(|b| test(&b.text)).count();
    let heads =
        |test: &dyn Fn(&str) -> bool| blocks.iter().filter(|b| b.is_heading() && test(&b.text)).count();
    let of_cards = heads(&|t| listed::number_alone(t).is_some());
    let has_questions = blocks.iter().any(|b| numbers::is_marked_question(&b.text));
    // `A.` and `A1.` are list letters in a document without questions.
    let is_letter = |t: &str| {
        t.strip_prefix('A').is_some_and(|t| t.starts_with(|c: char| c == '.' || c.is_ascii_digit()))
    };
    let is_spoken = |t: &str| numbers::speaker(t).is_some() && (has_questions || !is_letter(t));
    let lettered = blocks.iter().filter(|b| b.opens && lettered::printed(&b.text).is_some()).count();
    let of_versions = count(&|t| listed::head(t).is_some_and(|h| h.mark == listed::Mark::Letter));
    let questions = count(&|t| is_spoken(t) || block::is_question(t));
    // A single question among several headings is a ruling's heading.
    let one = questions == 1 && heads(&|_| true) > 3;
    let kinds = [
        (of_cards, Kind::Errata),
        (lettered, if game == Game::Tcg { Kind::Ruling } else { Kind::Clarification }),
        (heads(&heads::is_marked).saturating_sub(of_cards), Kind::Clarification),
        (count(&|t| numbers::section_number(t).is_some()), Kind::Clarification),
        (count(&|t| numbers::errata_line(t).is_some()), Kind::Errata),
        (listed_errata(blocks), Kind::Errata),
        (list_heads::count(blocks), Kind::Errata),
        (page_places::errata(blocks), Kind::Errata),
        (errata_tables::rows_of_errata(blocks), Kind::Errata),
        // `Tow (X)` is a keyword's name.
        (if of_versions > 1 { of_versions } else { 0 }, Kind::Ruling),
        // Names with numbers may be a table of anything, unless the document mentions restrictions.
        (if restricts(blocks) { count(&|t| numbers::listed_sets(t).is_some()) } else { 0 }, Kind::Restricted),
        (if one { 0 } else { questions }, Kind::Faq),
    ];
    let most = kinds.into_iter().max_by_key(|(n, _)| *n).filter(|(n, _)| *n > 0);
    most.map_or(if game == Game::Tcg { Kind::Ruling } else { Kind::Clarification }, |(_, kind)| kind)
}

/// The number of heads with card numbers that are followed by text; 0 if most are not, as in a table.
fn listed_errata(blocks: &[Block]) -> usize {
    let head = |n: usize| {
        let head = blocks.get(n).and_then(|b| listed::head(&b.text));
        head.filter(|h| h.is_plain && h.mark != listed::Mark::Letter)
    };
    let all: Vec<usize> = (0..blocks.len()).filter(|n| head(*n).is_some()).collect();
    let below = |n: usize| blocks.get(n + 1).is_some_and(|b| !b.is_heading()) && head(n + 1).is_none();
    let said = all.iter().filter(|n| head(**n).is_some_and(|h| !h.text.is_empty()) || below(**n)).count();
    // Among many other headings, one with a number is about the card rather than an erratum.
    let headings = blocks.iter().filter(|b| b.is_heading()).count();
    if said * 2 >= all.len() && said * 4 >= headings { said } else { 0 }
}

/// Whether a document says that cards are restricted.
fn restricts(blocks: &[Block]) -> bool {
    const SAYS: [&str; 4] = ["restricted", "banned", "forbidden", "restriction"];
    blocks.iter().any(|b| block::words(&b.text).split(' ').any(|word| SAYS.contains(&word)))
}

/// What was read from a document, before its identity is known.
#[derive(Clone)]
struct Extracted<'k> {
    sink: Sink<'k>,
    joins: Vec<Correction>,
    words: audit::Words,
    oddities: Oddities,
    beginnings: Beginnings,
}

/// Things in the text that are not words.
#[derive(Clone)]
struct Oddities {
    forum_mark: Option<&'static str>,
    /// The names a page gives to its icons.
    icons: BTreeSet<String>,
    /// The number of non-characters that were dropped.
    control_characters: usize,
}

impl Oddities {
    fn of(bytes: &[u8], text: &str, form: Form, icons: BTreeSet<String>) -> Self {
        let control_characters = input::control_characters(bytes);
        Self { forum_mark: input::forum_mark(text, form), icons, control_characters }
    }

    fn notes(&self) -> Vec<Note> {
        let mut found = Vec::new();
        if let Some(mark) = self.forum_mark {
            found.push(format!(
                "`{mark}` is a mark of a forum, and stays among the words; are they cut where they should be?"
            ));
        }
        found.extend(pictures::note(&self.icons));
        if self.control_characters > 0 {
            found.push(format!(
                "characters of no meaning (NUL) were left out, {} in all; is the file whole?",
                self.control_characters
            ));
        }
        found.into_iter().map(|text| Note { field: "source", text }).collect()
    }
}

impl Extracted<'_> {
    /// The finished import, with ids, cards and links according to the document's entry.
    fn finished(self, stub: stub::Stub, known: &Known) -> Imported {
        let Sink { game, mut drafts, groups, mut left, .. } = self.sink;
        let titles: Vec<String> =
            drafts.iter().flat_map(|d| d.section.iter().chain([&d.title])).map(|s| block::words(s)).collect();
        left.retain(|l| l.why != WhyLeft::NothingUnder || !titles.contains(&block::words(&l.text)));
        left.extend(self.words.missing(&drafts, &left, &stub.document.title));
        left.sort_by_key(|l| l.line);
        bare_headings::mark(&mut drafts, &left);
        self.beginnings.mark(&mut drafts);
        let names_game = other_game::names_game(&self.words, &stub.document.title, known);
        let (joins, document) = (&self.joins, &stub.document);
        let around = finish::Around { groups: &groups, joins, known, document, names_game };
        let (mut entries, foreign) = finish::entries(game, drafts, &around);
        pictures::mark(&mut entries, &self.oddities.icons);
        let mut document_notes = stub.notes;
        document_notes.extend(self.oddities.notes());
        document_notes.extend(foreign);
        Imported {
            document: stub.document,
            document_notes,
            held: stub.held,
            entries,
            remainder: left,
            looks_like: None,
            by_title_alone: None,
        }
    }
}
