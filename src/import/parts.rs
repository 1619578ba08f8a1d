//! Reads parts with numbered rulings and steps, and dispatches other parts to their readers.

use std::collections::BTreeMap;

use super::block::{Block, Shape, without_emphasis};
use super::draft::{Draft, Id, Sink, close, intro};
use super::implausible::MIN_SHARING;
use super::leftover::WhyLeft;
use super::numbering::{self, Order, order};
use super::sections::{self, Section};
use super::{
    bold_items, change_tags, chapters, contents, heads, lettered, names, numbers, outline, steps, tagged,
    terms, threads,
};
use crate::corpus::ruling::{Correction, TitleBy};
use crate::corpus::{Game, Kind};

/// Reads numbered sections, `(2.17) Unique Cards`: clarifications and definitions.
pub(super) fn numbered(section: &Section, sink: &mut Sink<'_>) {
    let section = &Section { blocks: with_whole_sentences(&section.blocks), ..section.clone() };
    let bare_numbers = numbering::counts_in_bare_numbers(&section.blocks);
    let section_start = |block: &'_ Block, before: Option<&str>| {
        section_start(block, before, bare_numbers).map(|(number, rest)| (number, rest.to_owned()))
    };
    if section.blocks.iter().all(|b| section_start(b, None).is_none()) {
        return titled(section, sink);
    }
    let mut open = in_front(section);
    let mut body: Vec<Block> = Vec::new();
    let mut above = Above::default();
    let mut kind = section.kind;
    let captions = captions(&section.blocks);
    let untitled = are_sentences(&section.blocks, bare_numbers);
    for (n, block) in section.blocks.iter().enumerate() {
        let below = open.number.as_deref().and_then(|open| numbers::lettered_rule(&block.text, open));
        let last = above.last.as_deref().filter(|_| bare_numbers);
        let whole = || numbering::whole_number(block, last?);
        let number = section_start(block, open.number.as_deref()).or(below).or_else(whole);
        let leads = section.blocks.get(n + 1).is_some_and(|next| section_start(next, None).is_some())
            || (n > 0 && goes_on_divisions(&section.blocks[n - 1], block, above.division.as_deref()));
        if let Some((number, rest)) = number {
            let behind = section.blocks.get(n + 1);
            let of_next = behind.and_then(|b| section_start(b, Some(&number))).map(|(number, _)| number);
            let lettered = behind.and_then(|b| numbers::lettered_rule(&b.text, &number)).is_some();
            let is_sentence = lettered && rest.ends_with(':')
                || super::block::begins_inside(&rest)
                || untitled && title_and_words(&rest, block).2;
            let headings = above.of(&number, block);
            let (mut next, words) = rule(number.clone(), &rest, kind, block, is_sentence);
            next.section = std::iter::once(section.title.clone()).chain(headings).collect();
            if words.is_none() && of_next.is_some_and(|next| numbers::below(&next, &number).is_some()) {
                above.group = Some((number, without_emphasis(&block.text)));
                next = Draft {
                    number: next.number,
                    ..Draft::new(Id::Fixed(String::new()), kind, "", block.line)
                };
            }
            close(sink, &mut open, &mut body, next);
            body.extend(words.map(|w| Block::paragraph(block.line, w)));
        } else if let Some((next, words)) =
            tagged_rule(section, above.division.as_deref(), block, body.last())
        {
            close(sink, &mut open, &mut body, next);
            body.extend(words.map(|w| Block::paragraph(block.line, w)));
        } else if block.opens && (outline::is_marked(&block.text) || change_tags::is_tagged(&block.text)) {
            close(sink, &mut open, &mut body, opened(section, above.division.as_deref(), block));
            body.push(block.clone());
        } else if block.shape == Shape::Heading
            || last.is_some_and(|last| numbering::is_chapter(block, last))
            || (leads && (is_division(block) || stands_apart(&section.blocks, n, &body)))
            || (heads_nothing(&section.blocks[n..])
                && !is_below_number(&open, &body, block)
                && !is_last_cell(&section.blocks[n..], above.division.as_deref(), &body))
        {
            let heading = without_emphasis(&block.marked());
            kind = sections::kind_of(&heading).filter(|k| *k == Kind::Definition).unwrap_or(section.kind);
            close(sink, &mut open, &mut body, under_division(&heading, kind, section, block.line));
            (above.division, above.level) = (Some(heading), block.level);
        } else {
            note_title(&mut open, &section.blocks[n..], &captions);
            body.push(Block { shape: as_text(&block.shape), ..block.clone() });
        }
    }
    close(sink, &mut open, &mut body, Draft::new(Id::Fixed(String::new()), kind, "", 0));
}

/// Fewer rules without titles may be exceptions.
const MIN_UNTITLED: usize = 5;

/// Whether the rules of a part begin with their sentences: then a word with a capital ends no title.
fn are_sentences(blocks: &[Block], bare_numbers: bool) -> bool {
    let read = |b: &Block| section_start(b, None, bare_numbers).map(|(_, rest)| title_and_words(rest, b));
    let all: Vec<(String, Option<String>, bool)> = blocks.iter().filter_map(read).collect();
    let untitled = all.iter().filter(|(title, ..)| title.is_empty()).count();
    let guessed = all.iter().filter(|(_, _, is_guess)| *is_guess).count();
    untitled >= MIN_UNTITLED && untitled >= guessed * 2
}

/// Whether a line by itself is the first below a rule's number and title: it is said of that rule.
fn is_below_number(rule: &Draft, body: &[Block], block: &Block) -> bool {
    rule.number.is_some() && body.is_empty() && block.shape == Shape::Caption
}

/// Whether the first block ends a row of a table whose rows are counted, `A.1`: nothing stands below it.
fn is_last_cell(blocks: &[Block], division: Option<&str>, body: &[Block]) -> bool {
    let is_row = division.is_some_and(outline::is_marked) && !body.is_empty();
    is_row && blocks.first().is_some_and(|cell| cell.shape == Shape::Caption)
}

/// How often each line by itself occurs in a part.
fn captions(blocks: &[Block]) -> BTreeMap<&str, usize> {
    let mut times = BTreeMap::new();
    for block in blocks.iter().filter(|b| b.shape == Shape::Caption) {
        *times.entry(block.text.as_str()).or_default() += 1;
    }
    times
}

/// Flags a rule in whose words a line by itself looks like a title.
fn note_title(rule: &mut Draft, blocks: &[Block], captions: &BTreeMap<&str, usize>) {
    let is_shared = |b: &Block| captions.get(b.text.as_str()).is_some_and(|times| *times >= MIN_SHARING);
    let Some(block) = blocks.first() else { return };
    // What stands above a line of the form is one of its fields.
    let shared = is_shared(block) || blocks.get(1).is_some_and(is_shared);
    if block.shape == Shape::Caption && rule.number.is_some() && !shared {
        let title = names::shortened(&block.text);
        rule.unsure("text", format!("`{title}` looks like a title; does something of its own begin there?"));
    }
}

/// The words of a part in front of its first numbered section.
fn in_front(section: &Section) -> Draft {
    let stem = if section.kind == Kind::Definition { "definitions" } else { "clarifications" };
    let mut open = intro(section, stem, section.line());
    open.unsure("id", "words in front of the first numbered section");
    open
}

/// The headings above a rule.
#[derive(Default)]
struct Above {
    /// The chapter's, `3 The Match`.
    division: Option<String>,
    /// The chapter heading's level.
    level: usize,
    /// A number that the rule's number extends, with its heading, `3.1 Before the Match`.
    group: Option<(String, String)>,
    /// The number of the rule before it.
    last: Option<String>,
}

impl Above {
    /// The headings above the rule with this number, outermost first.
    fn of(&mut self, number: &str, block: &Block) -> Vec<String> {
        // A rule whose heading has the division's level is beside the division, not below it.
        if self.level > 0 && block.level > 0 && block.level <= self.level {
            self.division = None;
        }
        self.last = Some(number.to_owned());
        if self.group.as_ref().is_some_and(|(of, _)| numbers::below(number, of).is_none()) {
            self.group = None;
        }
        let chapter = self.division.clone().filter(|heading| is_chapter_of(heading, number));
        chapter.into_iter().chain(self.group.iter().map(|(_, heading)| heading.clone())).collect()
    }
}

/// Whether a rule may be below a division's heading: if that is numbered, `3 The Match`, only one with its
/// number, or one that is numbered independently.
fn is_chapter_of(heading: &str, number: &str) -> bool {
    let major = number.split(numbers::PARTED).next().and_then(|n| n.parse::<u32>().ok());
    heads::chapter(heading)
        .is_none_or(|chapter| major.is_none_or(|major| chapters::is_of(chapter, major) || chapter > major))
}

/// The draft of a numbered rule, and the text on the line of its number.
fn rule(number: String, rest: &str, kind: Kind, block: &Block, leads: bool) -> (Draft, Option<String>) {
    let (title, words, unsure) =
        if leads { (String::new(), Some(rest.to_owned()), false) } else { title_and_words(rest, block) };
    let mut rule = Draft::new(Id::Fixed(number.clone()), kind, title, block.line);
    if let Some(words) = words.as_ref().filter(|_| rule.title.is_empty()) {
        (rule.title, rule.title_by) = (names::first_words(words, 7), TitleBy::Editor);
    }
    rule.corrections.extend(corrected_number(block, &number));
    rule.number = Some(number);
    if unsure {
        rule.unsure("title", RUN_IN);
    }
    if let Some(why) = block.doubt.filter(|_| words.is_some()) {
        rule.unsure("text", why);
    }
    (rule, words)
}

/// The draft for the words between a division's heading and its first rule.
fn under_division(heading: &str, kind: Kind, section: &Section, line: usize) -> Draft {
    let mut words = Draft::new(Id::Named("rules.", names::slug(heading, 3)), kind, heading, line);
    words.place = Some(names::title_case(heading));
    words.section = vec![section.title.clone()];
    words.unsure("id", "words under a heading, in front of a numbered section");
    words
}

/// Whether the first block is a title with another heading, or nothing, below it: it is for more than the
/// rule above.
fn heads_nothing(blocks: &[Block]) -> bool {
    let below =
        blocks.get(1).is_none_or(|next| next.is_heading() && numbers::section_number(&next.text).is_none());
    blocks.first().is_some_and(|b| b.shape == Shape::Caption) && below
}

/// Joins a numbered line that is the first line of a sentence with its continuation: it is not a title.
fn with_whole_sentences(blocks: &[Block]) -> Vec<Block> {
    let mut out: Vec<Block> = Vec::new();
    let mut highest: Option<Order> = None;
    for block in blocks {
        let number = numbers::section_number(&block.text).map(|(number, _)| order(&number));
        if let Some(text) =
            out.last_mut().filter(|before| is_cited(before, number.as_ref(), highest.as_ref()))
        {
            text.text.push(' ');
            text.text.push_str(&block.text);
            continue;
        }
        highest = highest.max(number);
        let goes_on = block.shape == Shape::Paragraph && super::block::begins_inside(&block.text);
        match out.last_mut() {
            Some(line) if goes_on && is_first_line(line) => {
                line.text = format!("{} {}", line.text, block.text);
                line.shape = Shape::Paragraph;
            }
            _ => out.push(block.clone()),
        }
    }
    out
}

/// Whether a number at the start of a line has occurred before and ends the sentence above, which cites it.
fn is_cited(before: &Block, number: Option<&Order>, highest: Option<&Order>) -> bool {
    const CITES: [&str; 6] = ["see", "in", "of", "section", "rule", "under"];
    let again = number.is_some_and(|number| highest.is_some_and(|highest| number <= highest));
    let last = before.text.split_whitespace().next_back().unwrap_or_default();
    before.shape == Shape::Paragraph && again && CITES.contains(&last)
}

/// Whether a block is a numbered line that ends mid-sentence.
fn is_first_line(block: &Block) -> bool {
    let words = numbers::section_number(&block.text).map(|(_, rest)| without_emphasis(rest));
    words.is_some_and(|w| !super::block::ends_sentence(&w) && !super::block::in_title_case(&w))
}

/// Reads sections with titles but without numbers, as in supplementary rules.
fn titled(section: &Section, sink: &mut Sink<'_>) {
    let stem = if section.kind == Kind::Definition { "definitions" } else { "rules" };
    let mut open = intro(section, stem, section.line());
    let mut body: Vec<Block> = Vec::new();
    let mut above: Option<String> = None;
    let mut of_list: Option<String> = None;
    let is_glossary = section.kind == Kind::Definition;
    let blocks = if is_glossary { terms::apart(&section.blocks) } else { section.blocks.clone() };
    let by_colon = is_glossary && terms::stand_in_front(&blocks);
    let blocks = if is_glossary && !by_colon { terms::apart_by_alphabet(blocks) } else { blocks };
    let counted = heads::Counted::of(&blocks);
    for (n, block) in blocks.iter().enumerate() {
        if let Some((next, words)) = tagged_rule(section, above.as_deref(), block, body.last()) {
            close(sink, &mut open, &mut body, next);
            body.extend(words.map(|w| Block::paragraph(block.line, w)));
            continue;
        }
        if let Some((term, words)) = terms::term(block).filter(|_| by_colon) {
            close(sink, &mut open, &mut body, defined(section, above.as_ref(), term, block.line));
            body.push(Block { text: words, shape: Shape::Paragraph, ..block.clone() });
            continue;
        }
        if !block.is_heading() {
            if block.opens {
                close(sink, &mut open, &mut body, opened(section, above.as_deref(), block));
            }
            let shape = if block.opens { Shape::Paragraph } else { block.shape.clone() };
            body.push(Block { shape, ..block.clone() });
            continue;
        }
        let heading = without_emphasis(&block.marked());
        let title = outline::without_mark(counted.without_mark(&heading));
        let listed = blocks.get(n + 1).is_some_and(Block::is_outer_item);
        let mut next = under_title(section, if listed { "" } else { title }, &heading, block.line);
        bold_items::put_below_list(&mut next, block, &heading, &mut of_list);
        above = Some(heading);
        close(sink, &mut open, &mut body, next);
    }
    close(sink, &mut open, &mut body, Draft::new(Id::Fixed(String::new()), section.kind, "", 0));
}

/// The draft of a term in front of its meaning.
fn defined(section: &Section, above: Option<&String>, term: String, line: usize) -> Draft {
    let mut draft = Draft::new(Id::Named("rules.", names::slug(&term, 3)), section.kind, term, line);
    draft.section = std::iter::once(section.title.clone()).chain(above.cloned()).collect();
    draft
}

/// The draft of a rule with a title and no number.
fn under_title(section: &Section, title: &str, heading: &str, line: usize) -> Draft {
    let id = Id::Named("rules.", names::slug(title, 3));
    let mut draft = Draft::new(id, section.kind, title, line);
    let quoted = format!("\"{}\"", names::title_case(heading));
    draft.place = Some(match section.title.as_str() {
        "" => quoted,
        part => format!("{}, {quoted}", names::title_case(part)),
    });
    draft.section = vec![section.title.clone(), heading.to_owned()];
    draft
}

/// The draft of a rule with a version in front of its title, and its words that stand in the same line.
fn tagged_rule(
    section: &Section,
    above: Option<&str>,
    block: &Block,
    before: Option<&Block>,
) -> Option<(Draft, Option<String>)> {
    let (since, rest) = tagged::head(block, before)?;
    let (title, words, unsure) = title_and_words(&rest, block);
    let headings = std::iter::once(section.title.clone()).chain(above.map(str::to_owned));
    let mut draft = tagged::draft((since, &title), section.kind, headings, block.line);
    if unsure {
        draft.unsure("title", RUN_IN);
    }
    Some((draft, words))
}

/// The note on a rule whose title is cut off the line of its words.
const RUN_IN: &str = "title and text stand in one line; where the title ends is guessed";

/// What begins without a title; what is counted by letters under a heading is called by them.
fn opened(section: &Section, above: Option<&str>, block: &Block) -> Draft {
    let printed = lettered::printed(&block.text)
        .or_else(|| heads::lettered(&block.text))
        .or_else(|| block.text.split(' ').next().filter(|_| outline::is_marked(&block.text)));
    let counts_on = above.is_some() || heads::lettered(&block.text).is_some();
    if let Some(letter) = printed.filter(|_| counts_on) {
        let plain: String = letter.chars().filter(char::is_ascii_alphanumeric).collect();
        let below = above.map_or_else(String::new, |heading| format!("{}.", names::slug(heading, 3)));
        let id = format!("rules.{below}{}", plain.to_lowercase());
        let first = names::first_words(&without_emphasis(&block.text), 7);
        let mut draft = Draft::new(Id::Fixed(id), section.kind, first, block.line);
        draft.title_by = TitleBy::Editor;
        if let Some(title) = heads::run_in(&without_emphasis(&block.text)) {
            (draft.title, draft.title_by) = (title.to_owned(), TitleBy::Document);
        }
        let letter = letter.trim_end_matches(['.', ':']);
        draft.place = Some(above.map_or_else(
            || letter.to_owned(),
            |heading| format!("\"{}\", {letter}", names::title_case(heading)),
        ));
        draft.section = std::iter::once(section.title.clone()).chain(above.map(str::to_owned)).collect();
        return draft;
    }
    let mut draft = match above.filter(|_| block.is_outer_item()) {
        Some(heading) => Draft::below(heading, block, section.kind),
        None => {
            let first = names::first_words(&without_emphasis(&block.text), 7);
            Draft::new(Id::Named("rules.", names::slug(&first, 3)), section.kind, "", block.line)
        }
    };
    draft.section = std::iter::once(section.title.clone()).chain(above.map(str::to_owned)).collect();
    draft
}

/// The correction of a section number that was scanned with the letter O, `(2.1O)`.
fn corrected_number(block: &Block, number: &str) -> Option<Correction> {
    let start = without_emphasis(&block.text);
    let printed: String = start
        .trim_start_matches(['(', '['])
        .chars()
        .take_while(|c| c.is_ascii_digit() || matches!(c, '.' | 'O'))
        .collect();
    let printed = printed.trim_end_matches('.');
    // The letter of `100.1a` is not an error.
    let letter = number.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    printed.contains('O').then(|| Correction {
        printed: format!("({printed}{letter})"),
        corrected: format!("({number})"),
        why: "letter O for zero".to_owned(),
    })
}

/// Whether a list item continues the numbering of divisions rather than of preceding steps.
fn goes_on_divisions(before: &Block, block: &Block, division: Option<&str>) -> bool {
    let number = |text: &str| text.split('.').next().and_then(|n| n.trim().parse::<u32>().ok());
    let (Shape::Item(mark), Some(last)) = (&block.shape, division.and_then(number)) else { return false };
    !matches!(before.shape, Shape::Item(_)) && number(mark).is_some_and(|n| n > last)
}

/// Whether a block is a heading by its position: a few words between blank lines, without a full stop,
/// capitalized like a title, after the end of a sentence.
fn stands_apart(blocks: &[Block], n: usize, body: &[Block]) -> bool {
    let block = &blocks[n];
    let few = block.text.split_whitespace().count() <= 6 && !super::block::ends_sentence(&block.text);
    let stops = block.text.ends_with([',', ')', '”', '"']);
    let apart = !block.tight && blocks.get(n + 1).is_some_and(|next| !next.tight);
    let ended = body.last().is_some_and(|b| super::block::ends_sentence(&b.text));
    let words = block.text.starts_with(char::is_alphabetic);
    let plain = without_emphasis(&block.text);
    // Small capitals may be extracted as `r epairs`.
    let odd = plain.split_once(' ').is_some_and(|(w, _)| w.len() == 1 && w != "a" && w != "A");
    let titled = odd || super::block::in_title_case(&plain) || super::block::in_capitals(&plain);
    block.shape == Shape::Paragraph && words && titled && few && !stops && apart && ended
}

/// Whether a list item or caption is the title of a division, `2. Game Play`.
fn is_division(block: &Block) -> bool {
    let marked =
        matches!(&block.shape, Shape::Item(mark) if mark.ends_with('.')) || block.shape == Shape::Caption;
    marked && super::block::in_title_case(&without_emphasis(&block.text))
}

fn as_text(shape: &Shape) -> Shape {
    if *shape == Shape::Caption { Shape::Paragraph } else { shape.clone() }
}

/// The number with which a block starts a section, as opposed to one cited at the start of a line.
///
/// A bare `2.17` may be any number: it must continue the previous section's, or all sections must have bare
/// numbers.
fn section_start<'b>(
    block: &'b Block,
    before: Option<&str>,
    bare_numbers: bool,
) -> Option<(String, &'b str)> {
    let (number, rest) = numbers::section_number(&block.text)?;
    let term = |c: char| c == '[' && number.contains('-');
    let titled = rest.starts_with(|c: char| {
        c.is_uppercase() || c.is_ascii_digit() || matches!(c, '“' | '"' | '‘' | '\'') || term(c)
    });
    let follows = !numbering::is_bare(block)
        || match before {
            Some(b) if bare_numbers => order(b) < order(&number),
            Some(b) => order(b) < order(&number) && order(&number).major() - order(b).major() <= 1,
            None => bare_numbers,
        };
    (titled && follows).then_some((number, rest))
}

/// Splits the rest of a section's first line into its title (empty if there is none) and the text after it,
/// and whether that split is a guess.
fn title_and_words(rest: &str, block: &Block) -> (String, Option<String>, bool) {
    let rest = rest.trim();
    let title = |t: &str| without_emphasis(t).trim_end_matches([':', '.']).to_owned();
    // A heading that ends with a full stop is a misclassified sentence.
    let words = rest.split_whitespace().count();
    let titled = super::block::in_title_case(rest.trim_end_matches(['.', ':']));
    let end = rest.trim_end_matches(super::block::is_raised);
    let said = end.ends_with('.') && words > MAX_TITLE_WORDS
        || end.ends_with('.') && words > 4 && !titled
        || end.ends_with(':') && words > 1 && !titled;
    if block.is_heading() && block.level == 0 && said {
        return (String::new(), Some(rest.to_owned()), false);
    }
    if block.is_heading()
        || super::block::in_title_case(&without_emphasis(rest))
        || !super::block::ends_sentence(rest) && rest.len() <= 60
    {
        return (title(rest), None, false);
    }
    if let Some((head, words)) = rest.split_once("**").filter(|(h, _)| !h.is_empty() && h.len() <= 80) {
        return (title(head), Some(words.trim().to_owned()), false);
    }
    for mark in [": ", ". ", " – ", " — ", " - "] {
        if let Some((head, words)) =
            rest.split_once(mark).filter(|(h, _)| super::block::in_title_case(&without_emphasis(h)))
        {
            return (title(head), Some(words.trim().to_owned()), true);
        }
    }
    let (head, words) = first_title_words(rest);
    let small = ["a", "an", "the", "if", "when", "each", "no"].contains(&head.trim().to_lowercase().as_str());
    if (words.is_empty() || small) && super::block::ends_sentence(rest) {
        return (String::new(), Some(rest.to_owned()), false);
    }
    (title(head), Some(words.trim().to_owned()).filter(|w| !w.is_empty()), true)
}

/// The maximum number of words in a rule's title that ends with a full stop.
const MAX_TITLE_WORDS: usize = 9;

/// The leading Title Case words, except the last, which starts the text's first sentence.
fn first_title_words(text: &str) -> (&str, &str) {
    let small = ["a", "an", "the", "of", "and", "or", "to", "in", "on", "for", "with", "from", "by", "at"];
    let mut end = 0;
    let mut last_capital = 0;
    for word in text.split_inclusive(' ').take(12) {
        let capital = word.starts_with(|c: char| !c.is_lowercase());
        if !capital && !small.contains(&word.trim()) {
            break;
        }
        if capital {
            last_capital = end;
        }
        end += word.len();
    }
    if last_capital == 0 { (text, "") } else { text.split_at(last_capital) }
}

/// Reads the timing rules: a section for each heading, an entry for each of its numbered steps.
pub(super) fn timing(section: &Section, sink: &mut Sink<'_>) {
    let mut open = intro(section, "timing", section.line());
    let mut body: Vec<Block> = Vec::new();
    let chapter = names::title_case(&section.title);
    let captions = section.blocks.iter().all(|b| b.shape != Shape::Heading);
    let mut heading: Option<String> = None;
    for block in &section.blocks {
        let opens = block.shape == Shape::Heading || (captions && block.shape == Shape::Caption);
        if !opens {
            body.push(Block { shape: as_text(&block.shape), ..block.clone() });
            continue;
        }
        let title = without_emphasis(&block.text);
        let mut next =
            Draft::new(Id::Named("timing.", names::slug(&title, 3)), Kind::Timing, title.clone(), block.line);
        next.place = Some(format!("{chapter}, \"{}\"", names::title_case(&title)));
        next.section = vec![section.title.clone(), title.clone()];
        finish_timing(sink, &mut open, &mut body, heading.as_deref(), next);
        heading = Some(title);
    }
    let last = Draft::new(Id::Fixed(String::new()), Kind::Timing, "", 0);
    finish_timing(sink, &mut open, &mut body, heading.as_deref(), last);
}

/// Adds a timing section and its steps.
fn finish_timing(
    sink: &mut Sink<'_>,
    open: &mut Draft,
    body: &mut Vec<Block>,
    heading: Option<&str>,
    next: Draft,
) {
    let steps = steps::steps(body);
    let (place, section) = (open.place.clone(), open.section.clone());
    close(sink, open, body, next);
    if let Some(heading) = heading.filter(|_| steps.len() >= 2) {
        let group = sink.group("timing.", heading, Kind::Timing);
        let printed: Vec<usize> = steps.iter().map_while(steps::number).collect();
        // Steps may be numbered from zero.
        let first = printed.first().copied().unwrap_or(1);
        let counted =
            printed.len() == steps.len() && printed.iter().enumerate().all(|(n, p)| *p == first + n);
        let mut given = first;
        for (n, step) in steps.iter().enumerate() {
            // A step keeps its printed number, even if a previous one is missing.
            let own = steps::number(step).filter(|p| counted || *p > given || n == 0);
            given = own.unwrap_or(given + usize::from(n > 0));
            let n = given;
            let mut draft = Draft::new(Id::Item(group, n), Kind::Timing, steps::title(&step.text), step.line);
            draft.place = place.as_ref().map(|p| format!("{p}, step {n}"));
            draft.section = section.clone();
            draft.is_part = true;
            draft.text = step.marked();
            if !counted {
                draft.unsure("id", "the marks of its section's steps do not count up");
            }
            sink.add(draft, &[]);
        }
    }
}

/// Reads one part of a document.
pub(super) fn read(section: &Section, sink: &mut Sink<'_>) {
    // If paragraphs were guessed, steps may have been merged into one; split them again.
    let has_steps = matches!(section.kind, Kind::Clarification | Kind::Definition | Kind::Timing);
    let divided = (sink.is_plain && has_steps)
        .then(|| Section { blocks: steps::apart(&section.blocks), ..section.clone() });
    let section = divided.as_ref().unwrap_or(section);
    let named = if sink.is_plain { None } else { bold_items::apart(section, sink) };
    let section = named.as_ref().unwrap_or(section);
    if threads::are_in(section) {
        return threads::read(section, sink);
    }
    if contents::is_of_links(&section.title, &section.blocks) {
        return section.blocks.iter().for_each(|block| sink.leave(block, WhyLeft::Contents));
    }
    match (sink.game, section.kind) {
        (_, Kind::Faq) => super::questions::read(section, sink),
        (Game::Tcg, Kind::Errata) if super::lists::stand_by_card(section) => {
            super::lists::errata(section, sink)
        }
        (_, Kind::Ruling | Kind::Rule) | (Game::Tcg, Kind::Errata) => super::bullets::read(section, sink),
        (_, Kind::Errata) => super::lists::errata(section, sink),
        (_, Kind::Restricted) => super::lists::restricted(section, sink),
        (_, Kind::Timing) => timing(section, sink),
        (_, Kind::Clarification | Kind::Definition) => numbered(section, sink),
    }
}
