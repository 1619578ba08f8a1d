//! Pages of a wiki as they are displayed, one behind the other: their headings have a link to change them,
//! `Rulings [edit]`; around the article stand the wiki's own lines, a table of contents and a box of facts.

use std::collections::BTreeSet;

use super::block::{self, Block, Shape, ends_sentence, without_emphasis, words};
use super::draft::{Draft, Id, Sink};
use super::footnotes::{Note, raised};
use super::leftover::WhyLeft;
use super::line::{Line, Opening};
use super::question_sections;
use super::sections::Section;
use super::{dated_lines, heads, marks, names, questions};
use crate::corpus::Kind;

/// Fewer such headings, or fewer of the wiki's own lines, are no pages of a wiki.
const MIN_LINES: usize = 2;

/// How the wiki's own lines begin.
const OWN: [&str; 12] = [
    "Jump to: ",
    "Jump to navigation",
    "Retrieved from ",
    "Categories: ",
    "Categories : ",
    "Category: ",
    "This page was last ",
    "This page has been accessed ",
    "Content is available under ",
    "Privacy policy",
    "Aller à : ",
    "Kategorien: ",
];

/// The labels of a box of facts.
const LABELS: [&str; 30] = [
    "type",
    "cost",
    "set",
    "faction",
    "side",
    "trait",
    "traits",
    "rarity",
    "power",
    "speed",
    "health",
    "number",
    "artist",
    "illustrator",
    "affiliation",
    "force",
    "icons",
    "resources",
    "capacity",
    "class",
    "cycle",
    "product",
    "strength",
    "damage",
    "unique",
    "block",
    "edition",
    "author",
    "subtype",
    "keywords",
];

/// The maximum number of words of a fact, with its label.
const MAX_FACT_WORDS: usize = 6;

/// How far a box stands from the text beside it, in characters.
const GAP: &str = "    ";

/// How far from the edge a box stands that has nothing beside it.
const BOX_INDENT: usize = 30;

/// How many full lines below the first heading a box may reach.
const BOX_LINES: usize = 4;

/// Parts of a card's page that rule nothing.
const BESIDE: [&str; 12] = [
    "card text",
    "text",
    "trivia",
    "see also",
    "references",
    "external links",
    "gallery",
    "flavor text",
    "flavour text",
    "printings",
    "history",
    "navigation",
];

/// What the parts with terms are called.
const TERMS: [&str; 8] =
    ["terms", "glossary", "definitions", "keywords", "key terms", "terminology", "words", "game terms"];

type Numbered<'t> = (usize, &'t str);

/// What is known of the pages' lines.
#[derive(Default)]
pub(super) struct Found {
    /// The lines with the titles of pages.
    titles: BTreeSet<usize>,
    is_wiki: bool,
}

fn is_own(text: &str) -> bool {
    OWN.iter().any(|own| text.trim_start().starts_with(own))
}

/// Whether a text is such pages.
pub(super) fn are_in(text: &str) -> bool {
    let lines = || text.lines().map(|line| line.trim_matches([' ', '\u{c}']));
    let linked = |line: &str| marks::link_to_change(line.split(GAP).next().unwrap_or_default()).is_some();
    lines().filter(|line| linked(line)).count() >= MIN_LINES
        && lines().filter(|line| is_own(line)).count() >= MIN_LINES
}

/// Takes off the pages what is no part of an article; returns it, and where the articles begin.
pub(super) fn clear<'t>(pages: &mut [Vec<Numbered<'t>>]) -> (Vec<Block>, Found) {
    let lines: Vec<Numbered<'t>> = pages.iter().flatten().copied().collect();
    let titles = titles(&lines);
    let around = around(&lines, &titles);
    let mut clearing = Clearing {
        titles: &titles,
        around,
        called: String::new(),
        in_box: true,
        below: 0,
        state: State::Article,
    };
    let mut beside = Vec::new();
    for page in pages {
        for (number, text) in page.iter_mut() {
            let (kept, gone) = clearing.line(*number, text);
            let gone = gone.into_iter().filter(|(text, _)| !text.trim().is_empty());
            beside.extend(
                gone.map(|(text, why)| Block::paragraph(*number, text.trim()).shaped(Shape::Aside(why))),
            );
            *text = kept;
        }
    }
    (beside, Found { titles, is_wiki: true })
}

/// The lines above what shows that a page begins.
fn titles(lines: &[Numbered<'_>]) -> BTreeSet<usize> {
    let full: Vec<&Numbered<'_>> = lines.iter().filter(|(_, text)| !text.trim().is_empty()).collect();
    let above = |n: usize| match full.get(n.wrapping_sub(1)) {
        Some((_, text)) if is_from(text) => n.checked_sub(2),
        _ => n.checked_sub(1),
    };
    let all = (0..full.len()).filter(|n| jumps(full[*n].1)).filter_map(above);
    all.map(|n| full[n].0).collect()
}

/// Whether what stands behind a colon is a sentence, and no list of links.
fn is_sentence(text: &str) -> bool {
    text.split_once(": ").is_some_and(|(_, said)| ends_sentence(said) && said.contains(' '))
}

fn jumps(text: &str) -> bool {
    text.trim_start().starts_with("Jump to")
}

/// Whether a line may say which wiki a page is from.
fn is_from(text: &str) -> bool {
    text.trim_start().starts_with("From ")
}

/// The wiki's own lines: at the foot of a page only beside each other, since words of a rule begin like
/// them, too.
fn around(lines: &[Numbered<'_>], titles: &BTreeSet<usize>) -> BTreeSet<usize> {
    let full: Vec<&Numbered<'_>> = lines.iter().filter(|(_, text)| !text.trim().is_empty()).collect();
    let mut found = BTreeSet::new();
    for (n, (number, text)) in full.iter().enumerate() {
        let above = n.checked_sub(1).map(|n| full[n]);
        let below = full.get(n + 1);
        let ends = below.is_none_or(|(number, _)| titles.contains(number));
        let beside = || [above, below.copied()].into_iter().flatten().any(|(_, text)| is_own(text));
        let of_page = jumps(text)
            || is_from(text) && below.is_some_and(|(_, text)| jumps(text))
            || is_own(text) && (ends || beside()) && !is_sentence(text);
        if of_page {
            found.insert(*number);
        }
    }
    found
}

/// What the lines being read are of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Article,
    Contents,
    Facts,
    /// A label has been read whose fact is on the next line.
    Label,
}

/// Reads the pages line by line.
struct Clearing<'f> {
    titles: &'f BTreeSet<usize>,
    /// The wiki's own lines.
    around: BTreeSet<usize>,
    /// What the page is called.
    called: String,
    /// Whether a box may stand beside the text.
    in_box: bool,
    /// The full lines below the first heading of the page.
    below: usize,
    state: State,
}

impl Clearing<'_> {
    /// What is kept of a line, and what is not.
    fn line<'t>(&mut self, number: usize, text: &'t str) -> (&'t str, Vec<(&'t str, WhyLeft)>) {
        let plain = text.trim();
        if plain.is_empty() {
            return (text, Vec::new());
        }
        if self.titles.contains(&number) {
            (self.in_box, self.below, self.state) = (true, 0, State::Article);
            self.called = words(plain);
            return (text, Vec::new());
        }
        if self.around.contains(&number) {
            return ("", vec![(text, WhyLeft::OutsideArticle)]);
        }
        let (left, right) = if self.in_box { beside_box(text) } else { (text, "") };
        let mut gone = vec![(right, WhyLeft::OutsideArticle)];
        let plain = left.trim();
        if marks::link_to_change(plain).is_some() || self.below > 0 {
            self.below += 1;
            self.in_box = self.below <= BOX_LINES;
        }
        if plain == "Contents" || plain.starts_with("Contents [") {
            self.state = State::Contents;
            gone.push((left, WhyLeft::Contents));
            return ("", gone);
        }
        self.state = self.next(plain);
        let why = match self.state {
            State::Article => return (left, gone),
            State::Contents => WhyLeft::Contents,
            State::Facts | State::Label => WhyLeft::OutsideArticle,
        };
        gone.push((left, why));
        ("", gone)
    }

    /// What a line is of, by what the one above it is of.
    fn next(&self, plain: &str) -> State {
        let counted = plain.starts_with(|c: char| c.is_ascii_digit()) && plain.contains(' ');
        let all = words(plain);
        let mut each = all.split(' ');
        let labelled = each.next().is_some_and(|first| LABELS.contains(&first))
            && all.split(' ').count() <= MAX_FACT_WORDS
            && !ends_sentence(plain);
        match self.state {
            _ if plain.is_empty() => self.state,
            State::Contents if counted && marks::link_to_change(plain).is_none() => State::Contents,
            State::Facts if labelled && !all.contains(' ') => State::Label,
            State::Facts if labelled => State::Facts,
            State::Label if all.split(' ').count() < MAX_FACT_WORDS => State::Facts,
            // A box is headed as its page is, and stands in front of the first heading.
            _ if self.below == 0 && self.called == all => State::Facts,
            _ => State::Article,
        }
    }
}

/// The text of a line, and the line of a box beside it.
fn beside_box(text: &str) -> (&str, &str) {
    let lead = text.len() - text.trim_start().len();
    if lead >= BOX_INDENT {
        return ("", text);
    }
    match text[lead..].find(GAP) {
        Some(at) if text[lead + at..].trim_start().len() > 1 => text.split_at(lead + at),
        _ => (text, ""),
    }
}

/// Marks the titles of pages and parts, terms and dated rulings; takes the notes off.
pub(super) fn mark(lines: &mut [Line], found: &Found, notes: &mut Vec<Note>) {
    if !found.is_wiki {
        return;
    }
    let (mut part, mut count) = (String::new(), 0);
    for n in 0..lines.len() {
        let text = lines[n].text.clone();
        if found.titles.contains(&lines[n].line) {
            (lines[n].opening, lines[n].level) = (Opening::Head, 1);
            part.clear();
        } else if let Some(title) = marks::link_to_change(&text) {
            (lines[n].opening, lines[n].level) = (Opening::Head, 2);
            (part, count) = (words(title), 0);
        } else if let Some(note) = note(&text) {
            notes.push(Note { line: lines[n].line, ..note });
            lines[n].text.clear();
        } else if !text.is_empty() {
            lines[n].text = with_raised_marks(&text);
            let above = lines[..n].iter().rev().find(|line| !line.text.is_empty()).cloned();
            let apart = above.as_ref().is_none_or(ends);
            let row = part.contains("ruling") && is_row(&text, count + 1, apart);
            count += usize::from(row);
            if row && text.bytes().all(|b| b.is_ascii_digit()) {
                join_row(lines, n, found);
            }
            let opening = opening(&part, &text, row, above.as_ref(), lines[n].opening);
            lines[n].opening = opening;
            lines[n].level = if opening == Opening::Head { 3 } else { 0 };
        }
    }
}

/// What starts with a line of a part.
fn opening(part: &str, text: &str, row: bool, above: Option<&Line>, own: Opening) -> Opening {
    let ended = above.is_none_or(ends);
    let dated = dated_lines::said(text).is_some();
    let begins = text.starts_with(|c: char| c.is_uppercase() || c == '“');
    match own {
        Opening::None if dated || row => Opening::Ruling,
        Opening::None if TERMS.contains(&part) && ended && heads::is_title(text) => Opening::Head,
        Opening::None if ended && begins => Opening::Paragraph,
        own => own,
    }
}

/// Whether a line is or begins the row of a table with this number. Below the midst of a sentence, `2 ropes`
/// may go on with it.
fn is_row(text: &str, number: usize, apart: bool) -> bool {
    let Some(rest) = text.strip_prefix(&number.to_string()) else { return false };
    let words = rest.trim_start();
    rest.is_empty() || rest.starts_with(' ') && !words.is_empty() && (apart || !block::begins_inside(words))
}

/// Whether what stands below a line begins anew.
fn ends(line: &Line) -> bool {
    line.opening == Opening::Head || ends_sentence(&line.text)
}

/// Joins the number of a row to its words, unless it has none.
fn join_row(lines: &mut [Line], n: usize, found: &Found) {
    let below = lines[n + 1..].iter().position(|line| !line.text.is_empty()).map(|at| n + 1 + at);
    let is_said = |at: &usize| {
        let Line { line, text, .. } = &lines[*at];
        marks::link_to_change(text).is_none() && !found.titles.contains(line) && note(text).is_none()
    };
    if let Some(below) = below.filter(is_said) {
        let words = std::mem::take(&mut lines[below].text);
        lines[n].text = format!("{} {words}", lines[n].text);
        lines[n + 1..=below].iter_mut().for_each(|line| line.perhaps_blank = true);
    }
}

/// A note below an article, `1. ↑ Rulebook, p. 4.`
fn note(text: &str) -> Option<Note> {
    let (number, words) = text.split_once('↑')?;
    let number: usize = number.trim().trim_end_matches('.').parse().ok()?;
    Some(Note { mark: raised(number), line: 0, text: block::escaped(words.trim()) })
}

/// A text with its marks of notes, `[1]`, set above the line.
fn with_raised_marks(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('[') {
        let mark =
            behind.split_once(']').and_then(|(inner, rest)| Some((inner.parse::<usize>().ok()?, rest)));
        out.push_str(before);
        match mark.filter(|(number, _)| *number < 100 && !before.is_empty()) {
            Some((number, behind)) => {
                out.push_str(&raised(number));
                rest = behind;
            }
            None => {
                out.push('[');
                rest = behind;
            }
        }
    }
    out + rest
}

/// Reads the articles: what stands in a part that rules is an entry each.
pub(super) fn read(blocks: &[Block], sink: &mut Sink<'_>) {
    let mut page: Option<Block> = None;
    let (beside, blocks): (Vec<Block>, Vec<Block>) =
        blocks.iter().cloned().partition(|block| matches!(block.shape, Shape::Aside(_)));
    leave(&beside, sink);
    for part in blocks.chunk_by(|_, next| !(next.is_heading() && (1..=2).contains(&next.level))) {
        match &part[0] {
            head if head.is_heading() && head.level == 1 => {
                page = Some(head.clone());
                leave(&part[1..], sink);
            }
            head if head.is_heading() && head.level == 2 => {
                let title = page.as_ref().map_or(String::new(), |page| without_emphasis(&page.text));
                read_part(&title, head, &part[1..], sink);
            }
            _ => leave(part, sink),
        }
    }
}

fn leave(blocks: &[Block], sink: &mut Sink<'_>) {
    blocks.iter().for_each(|block| sink.leave(block, WhyLeft::NotPlaced));
}

/// Reads one part of an article.
fn read_part(page: &str, head: &Block, body: &[Block], sink: &mut Sink<'_>) {
    let called = words(&head.text);
    let has = |word: &str| called.split(' ').any(|own| own == word);
    if BESIDE.contains(&called.as_str()) {
        leave(std::slice::from_ref(head), sink);
        return leave(body, sink);
    }
    let article = Article { page, head: without_emphasis(&head.text) };
    if has("faq") || has("questions") || has("asked") {
        let title = article.head;
        let from = sink.drafts.len();
        questions::read(&Section { title, ..Section::untitled(Kind::Faq, body.to_vec()) }, sink);
        sink.drafts[from..].iter_mut().for_each(|draft| draft.section.insert(0, page.to_owned()));
    } else if TERMS.contains(&called.as_str()) {
        let terms = body.chunk_by(|_, next| !next.is_heading());
        terms.for_each(|term| article.add(Kind::Definition, Some(&term[0]), &term[1..], sink));
    } else if has("errata") || has("erratum") {
        let each = body.chunk_by(|_, next| matches!(next.shape, Shape::Item(_)));
        each.for_each(|own| article.add(Kind::Errata, None, own, sink));
    } else {
        let opens = body.iter().any(|block| block.opens);
        let begins = |block: &Block| if opens { block.opens } else { !matches!(block.shape, Shape::Item(_)) };
        let each = body.chunk_by(|_, next| !begins(next));
        each.for_each(|own| article.add(question_sections::general_kind(sink.game), None, own, sink));
    }
}

/// The part of an article that is being read.
struct Article<'p> {
    page: &'p str,
    head: String,
}

impl Article<'_> {
    /// Adds an entry; what a wiki says when it has none is left over.
    fn add(&self, kind: Kind, term: Option<&Block>, body: &[Block], sink: &mut Sink<'_>) {
        const NONE: [&str; 3] = ["There are no rulings", "No rulings", "There are no errata"];
        let Some(first) = body.first() else { return };
        if NONE.iter().any(|none| first.text.starts_with(none)) {
            return leave(body, sink);
        }
        let mut draft = match (term, kind) {
            (Some(term), _) => {
                let title = without_emphasis(&term.text);
                let prefix = if kind == Kind::Errata { "errata." } else { "rules." };
                Draft::new(Id::Named(prefix, names::slug(&title, 3)), kind, title, first.line)
            }
            (None, Kind::Errata) => {
                let id = Id::Named("errata.", names::slug(self.page, 5));
                Draft::new(id, kind, self.page, first.line)
            }
            (None, _) => Draft::below(self.page, first, kind),
        };
        draft.place = Some(format!("\"{}\", {}", self.page, self.head));
        draft.section = vec![self.page.to_owned(), self.head.clone()];
        let first = first.clone().shaped(Shape::Paragraph);
        sink.add(draft, &[&[first], &body[1..]].concat());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_notes_are_set_above_the_line() {
        assert_eq!(with_raised_marks("It is tied[1]. [2] And [a]."), "It is tied¹. ² And [a].");
        assert_eq!(note("1. ↑ Rulebook, p. 4.").map(|note| note.text), Some("Rulebook, p. 4.".to_owned()));
        assert!(is_row("3 Ropes", 3, false) && is_row("3", 3, true) && !is_row("31 Ropes", 3, true));
        assert!(!is_row("3 ropes are tied.", 3, false));
    }
}
