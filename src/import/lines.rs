//! Reads Markdown, and plain text whose pages have been cleaned up, into blocks.

use std::collections::BTreeSet;

use super::block::{
    self, Block, Shape, begins_inside, ends_sentence, escaped, in_capitals, in_title_case, list_mark,
};
use super::footnotes::Note;
use super::hyphens::{hyphenated_words, join_line};
use super::input::is_hash_heading;
use super::leftover::WhyLeft;
use super::line::{Line, Opening};
use super::numbers;
use super::questions;
use super::sections;
use super::{
    addresses, alone, costs, dates, footnotes, inline_html, links, openings, page_places, pictures, stub,
};
use crate::corpus::markdown;

/// Reads Markdown, in which a blank line ends a block; returns the blocks and the names of pictures in the
/// text.
pub(super) fn read_markdown(text: &str) -> (Vec<Block>, BTreeSet<String>) {
    let mut icons = BTreeSet::new();
    let mut notes: Vec<Note> = Vec::new();
    let mut line = |(n, text): (usize, &str)| {
        let (text, note) = footnotes::of_markdown(text);
        notes.extend(note.map(|(number, text)| Note { mark: footnotes::raised(number), line: n + 1, text }));
        let plain = links::without_addresses(&text, &mut icons);
        let doubt = plain.left_out.then_some(pictures::LINKED);
        Line { doubt, ..Line::new(n + 1, &plain.text, false) }
    };
    let mut lines: Vec<Line> =
        inline_html::lines(text).iter().map(|(n, text)| line((*n, text.as_str()))).collect();
    let gone = openings::find(&mut lines);
    rows(&mut lines);
    let mut blocks = blocks(&lines, &Setting { escape: false, ragged: true, titles: true });
    nest(&mut blocks);
    footnotes::attach(&mut blocks, notes);
    let is_picture = |b: &Block| links::is_picture(&b.text) || icons.contains(&b.text);
    for block in blocks.iter_mut().filter(|b| is_picture(b)) {
        block.shape = Shape::Aside(WhyLeft::Pictured);
    }
    costs::find(&mut blocks, &icons);
    blocks.extend(gone);
    let icons = pictures::said(&icons, &blocks);
    (blocks, icons)
}

/// Keeps the rows of tables apart, `| Raft | none |`; the line below the first of them goes.
fn rows(lines: &mut [Line]) {
    for line in lines.iter_mut().filter(|line| line.text.len() > 2 && line.text.starts_with('|')) {
        let stroke = line.text.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '));
        line.opening = if stroke { Opening::None } else { Opening::Paragraph };
        if stroke {
            line.text.clear();
        }
    }
}

/// Sets the nesting depth of list items: an item indented further than the previous one starts a nested list.
fn nest(blocks: &mut [Block]) {
    let mut outer: Vec<usize> = Vec::new();
    for block in blocks {
        if !matches!(block.shape, Shape::Item(_)) {
            outer.clear();
            continue;
        }
        while outer.last().is_some_and(|indent| block.indent < *indent) {
            outer.pop();
        }
        if outer.last().is_none_or(|indent| block.indent >= indent + 2) {
            outer.push(block.indent);
        }
        block.depth = outer.len().saturating_sub(1);
    }
}

/// How to interpret the lines of a document.
#[derive(Debug, Clone, Copy)]
pub(super) struct Setting {
    /// Whether `*` and similar are literal characters, to be escaped for Markdown.
    pub(super) escape: bool,
    /// Whether lines have arbitrary lengths, so that a short one signifies nothing.
    pub(super) ragged: bool,
    /// Whether a line on its own in Title Case may be a heading.
    pub(super) titles: bool,
}

/// Reads the lines of plain text into blocks.
pub(super) fn plain(lines: &[Line]) -> Vec<Block> {
    blocks(lines, &Setting { escape: true, ragged: is_ragged(lines), titles: true })
}

/// Whether lines end at arbitrary places. In text wrapped at a fixed width, most lines except a paragraph's
/// last are nearly full.
fn is_ragged(lines: &[Line]) -> bool {
    let width = usual_width(lines);
    let (mut full, mut all) = (0, 0);
    for pair in lines.windows(2).filter(|p| !p[0].text.is_empty() && !p[1].text.is_empty()) {
        let text = &pair[0].text;
        let marked = numbers::version_tag(text).is_some() || list_mark(text).is_some() || in_title_case(text);
        if !ends_sentence(text) && !in_capitals(text) && !marked {
            all += 1;
            full += usize::from(pair[0].text.chars().count() * 10 >= width * 7);
        }
    }
    full * 10 < all * 7
}

/// The column that nine out of ten lines do not exceed.
fn usual_reach(lines: &[Line]) -> usize {
    let mut all: Vec<usize> = lines.iter().map(Line::reach).filter(|n| *n > 0).collect();
    all.sort_unstable();
    all.get(all.len() * 9 / 10).copied().unwrap_or(0)
}

/// The width that nine out of ten lines do not exceed.
fn usual_width(lines: &[Line]) -> usize {
    let mut widths: Vec<usize> = lines.iter().map(|l| l.text.chars().count()).filter(|n| *n > 0).collect();
    widths.sort_unstable();
    widths.get(widths.len() * 9 / 10).copied().unwrap_or(0)
}

fn blocks(lines: &[Line], setting: &Setting) -> Vec<Block> {
    let known = hyphenated_words(lines);
    let width = usual_width(lines);
    let reach = usual_reach(lines);
    let mut out: Vec<Block> = Vec::new();
    let mut open: Option<Open> = None;
    let mut blank = true;
    for (n, here) in lines.iter().enumerate() {
        if here.text.is_empty() {
            let ended = open
                .as_ref()
                .is_none_or(|open: &Open| ends_sentence(&open.last.text) || alone::refers(&open.last.text));
            blank |= !here.perhaps_blank || ended;
            continue;
        }
        let next = lines[n + 1..].iter().find(|l| !l.text.is_empty());
        let next_is_close = lines.get(n + 1).is_some_and(|l| !l.text.is_empty());
        // By itself below a heading: a blank line is behind it.
        blank |= n > 0 && lines[n - 1].opening == Opening::Head && !next_is_close;
        let around = &lines[n.saturating_sub(4)..lines.len().min(n + 5)];
        let reach = around.iter().map(Line::reach).max().unwrap_or(0).min(reach);
        let step = Step { here, rest: &lines[n + 1..], next, next_is_close, blank, width, reach, setting };
        let goes_on = open.as_ref().is_some_and(|open| step.continues(open));
        match (&mut open, goes_on) {
            (Some(open), true) => open.add(here, &known),
            _ => {
                let hangs = open.as_ref().is_some_and(|o| o.hangs);
                out.extend(open.take().map(|o| o.close(setting)));
                let opened = step.open();
                let hangs = hangs && matches!(opened.block.shape, Shape::Item(_));
                open = Some(Open { hangs, ..opened });
            }
        }
        // In Markdown a heading is one line, and what stands below it is apart from it.
        blank = !setting.escape && is_hash_heading(&here.text);
    }
    out.extend(open.take().map(|o| o.close(setting)));
    out.retain(|b| !b.text.is_empty());
    out
}

/// A block whose lines are still being collected.
struct Open {
    block: Block,
    last: Line,
    /// Whether the lines of the list's items, but their first, are further from the edge than their marks.
    hangs: bool,
}

impl Open {
    fn add(&mut self, line: &Line, known: &BTreeSet<String>) {
        join_line(&mut self.block.text, &line.text, known);
        self.block.doubt = self.block.doubt.or(line.doubt);
        self.hangs |= matches!(self.block.shape, Shape::Item(_)) && line.indent > self.block.indent;
        self.last = line.clone();
    }

    fn close(self, setting: &Setting) -> Block {
        let mut block = self.block;
        block.text = block.text.trim().to_owned();
        if setting.escape {
            block.text = escaped(&block.text);
        }
        block
    }
}

/// What the text of an erratum begins with.
const CORRECTS: [&str; 4] = ["Should read", "Should now read", "Should say", "No longer has"];

/// What an example begins with, in a line of its own.
const EXAMPLES: [&str; 2] = ["Example: ", "Examples: "];

/// A numbered rule's title on one full line has no more words, unless it has their capitals.
const MAX_TITLE_WORDS: usize = 9;

/// A title that stands out by its length alone has no more words.
const FEW_WORDS: usize = 5;

/// One line and what stands around it.
struct Step<'l> {
    here: &'l Line,
    rest: &'l [Line],
    next: Option<&'l Line>,
    next_is_close: bool,
    blank: bool,
    width: usize,
    /// How far the surrounding lines reach from the edge of their column; less beside a picture.
    reach: usize,
    setting: &'l Setting,
}

impl Step<'_> {
    /// Whether the line continues the open block.
    fn continues(&self, open: &Open) -> bool {
        let text = &self.here.text;
        let is_apart = self.here.is_quoted != open.last.is_quoted;
        if is_apart || self.here.opening != Opening::None || open.last.opening == Opening::Head {
            return false;
        }
        if self.setting.escape && self.is_below_address(open) {
            return false;
        }
        // `see also` above `(v1.3) Harbors`, `the rules,` above `4.2. A ship`: the words are cited.
        let marked = || numbers::version_tag(text).is_some() || numbers::section_number(text).is_some();
        let cited = !self.blank && hangs(&open.last.text) && !open.block.is_heading() && marked();
        if self.opens_itself() && !cited {
            return self.goes_on_heading(open);
        }
        match open.block.shape {
            Shape::Heading | Shape::Caption => self.goes_on_heading(open),
            Shape::Item(_) if self.follows_title(open) || self.follows_set(open) => false,
            Shape::Item(_) if self.leaves_list(open) => false,
            _ if self.follows_tag(open) || self.follows_day(open) => false,
            _ if self.blank || self.here.after_break => {
                // A paragraph continues across a page end; elsewhere a blank line ends it.
                self.here.after_break && !ends_sentence(&open.block.text) && !self.looks_like_heading()
            }
            _ => {
                !(self.looks_like_heading_after(open)
                    || self.names_a_set(open)
                    || self.starts_paragraph(open)
                    || text.is_empty())
            }
        }
    }

    /// Whether an address has the line above for itself, and this one goes on neither with it nor with the
    /// sentence that gives it: as the title below the publisher's address on a front page.
    fn is_below_address(&self, open: &Open) -> bool {
        let text = &self.here.text;
        addresses::is_line(&open.last.text) && !begins_inside(text) && !addresses::goes_on(text)
    }

    /// Whether the line has a mark that starts a block regardless of context.
    fn opens_itself(&self) -> bool {
        let text = &self.here.text;
        is_hash_heading(text)
            || list_mark(text).is_some()
            || numbers::version_tag(text).is_some()
            || (numbers::section_number(text).is_some() && !begins_inside(after_number(text)))
            || numbers::speaker(text).is_some()
            || numbers::is_group(text)
            || (self.setting.escape && numbers::is_coded(text))
            || is_rule(text)
    }

    fn open(&self) -> Open {
        let text = self.here.text.as_str();
        let mut block = Block::paragraph(self.here.line, text);
        block.tight = !self.blank;
        block.indent = self.here.indent;
        block.doubt = self.here.doubt;
        block.is_quoted = self.here.is_quoted;
        if self.here.opening == Opening::Ruling {
            block.opens = true;
            if let Some((mark, rest)) = list_mark(text).filter(|(mark, _)| mark == "-") {
                (block.shape, block.text) = (Shape::Item(mark), rest.to_owned());
            }
        } else if self.here.is_quoted || self.here.opening == Opening::Words {
            if let Some((mark, rest)) = list_mark(text).filter(|_| self.here.is_quoted) {
                (block.shape, block.text) = (Shape::Item(mark), rest.to_owned());
            }
            return Open { block, last: self.here.clone(), hangs: false };
        } else if self.here.opening == Opening::Head {
            block.shape = Shape::Heading;
            block.level = self.here.level;
        } else if is_hash_heading(text) {
            block.text = text.trim_start_matches('#').trim().to_owned();
            block.shape = Shape::Heading;
            block.level = text.bytes().take_while(|b| *b == b'#').count();
        } else if is_rule(text) {
            block.text.clear();
        } else if let Some((mark, rest)) = list_mark(text) {
            if !(in_capitals(text) && mark.ends_with('.')) {
                (block.shape, block.text) = (Shape::Item(mark), rest.to_owned());
            } else {
                block.shape = Shape::Heading;
            }
        } else if self.looks_like_heading() {
            block.shape = Shape::Heading;
        } else if self.looks_like_caption() || self.heads_by_code() {
            block.shape = Shape::Caption;
        }
        Open { block, last: self.here.clone(), hangs: false }
    }

    /// Whether this is the second line of a heading: the first one ends, or this one starts, with a word that
    /// no heading ends or starts with.
    fn goes_on_heading(&self, open: &Open) -> bool {
        if self.blank || self.here.after_break || !open.block.is_heading() {
            return false;
        }
        let (before, text) = (&open.last.text, &self.here.text);
        let numbered = numbers::section_number(before).is_some();
        if is_hash_heading(text) || list_mark(text).is_some() || numbers::section_number(text).is_some() {
            return false;
        }
        // The previous line was full: the next word would not have fitted.
        let word = text.split(' ').next().unwrap_or_default().chars().count();
        let forced = before.chars().count() + 1 + word > self.width;
        if open.block.shape == Shape::Heading
            && in_capitals(text)
            && in_capitals(before.trim_end_matches(','))
        {
            let own = sections::is_section_title(before) || sections::is_section_title(text);
            // In Markdown a blank line ends a heading; in plain text one title may follow another.
            let one = sections::is_section_title(&format!("{} {text}", open.block.text));
            return !self.setting.escape || one || hangs(before) || leads(text) || (forced && !own);
        }
        // The title of a numbered section that was too long for its column.
        let rest = self.next_is_close && text.chars().count() * 3 < self.width * 2;
        let goes_on = hangs(before)
            || (forced && in_title_case(text) && self.next.is_some_and(|n| !begins_inside(&n.text)));
        numbered && rest && goes_on
    }

    /// Whether the open list item is just a title, `5. Game Play`, and this line starts the text below it.
    fn follows_title(&self, open: &Open) -> bool {
        let title = without_marks(&open.block.text);
        let whole = open.last.line == open.block.line && in_title_case(&title) && !hangs(&title);
        whole && title.split_whitespace().count() <= 6 && self.here.text.starts_with(char::is_uppercase)
    }

    /// Whether the line is back at the edge below a list: in front of its marks, or below one of a list
    /// whose items hang.
    fn leaves_list(&self, open: &Open) -> bool {
        let (here, mark) = (self.here.indent, open.block.indent);
        let ended = ends_sentence(&open.last.text);
        let out = here + 2 <= mark && ended || here <= mark && open.hangs && ended;
        self.setting.escape && out && !self.here.after_break && !begins_inside(&self.here.text)
    }

    /// Whether the open list item is an objective set, `The Quiet Harbour (99)`, and this line starts
    /// something else.
    fn follows_set(&self, open: &Open) -> bool {
        !begins_inside(&self.here.text) && numbers::listed_sets(&open.block.text).is_some()
    }

    /// Whether the open block is the card line of an erratum, and this line starts the text below it.
    fn follows_tag(&self, open: &Open) -> bool {
        let word = self.here.text.split(' ').next().unwrap_or_default().chars().count();
        self.setting.escape
            && open.last.line == open.block.line
            && numbers::version_tag(&open.last.text).is_some()
            && (open.last.reach() + 1 + word) * 10 <= self.reach * 9
            && !begins_inside(&self.here.text)
            && !hangs(&open.last.text)
    }

    /// Whether the open block is the line of a front page that says how old the document is, and this line
    /// starts the text below it.
    fn follows_day(&self, open: &Open) -> bool {
        let days = &open.last.text;
        self.setting.escape
            && open.last.line == open.block.line
            && !begins_inside(&self.here.text)
            && stub::is_dated_line(days)
            && dates::first(days).is_some_and(|(at, _)| at > 0)
    }

    fn looks_like_heading(&self) -> bool {
        let text = without_marks(&self.here.text);
        if block::opens_quotation(&text) {
            return false;
        }
        let known = sections::is_section_title(&text);
        let goes_on_small = self.next_is_close && self.next.is_some_and(|n| begins_inside(&n.text));
        let comma =
            self.next_is_close && self.next.is_some_and(|n| in_capitals(n.text.trim_end_matches(',')));
        if self.here.small_capitals {
            return true;
        }
        let capitals = in_capitals(&text) || (comma && in_capitals(text.trim_end_matches(',')));
        (capitals && !goes_on_small && numbers::errata_line(&text).is_none())
            || (known && !goes_on_small)
            || (numbers::section_number(&text).is_some()
                && self.setting.escape
                && is_number_line(&text, self.width)
                && !self.is_wrapped())
    }

    /// Whether a numbered line is full, and no title: its sentence goes on below it, whatever with.
    fn is_wrapped(&self) -> bool {
        let Some(next) = self.next.filter(|_| self.next_is_close) else { return false };
        let word = next.text.split(' ').next().unwrap_or_default().chars().count();
        let title = without_marks(after_number(&self.here.text));
        let full = (self.here.text.chars().count() + 1 + word) * 5 > self.width * 4;
        // No text below a title begins with a remark within its sentence.
        let remarks = next.text.strip_prefix('(').is_some_and(|rest| rest.starts_with(char::is_lowercase));
        full && (ends_sentence(&next.text) || remarks)
            && !in_title_case(&title)
            && title.split(' ').count() > MAX_TITLE_WORDS
    }

    fn looks_like_heading_after(&self, open: &Open) -> bool {
        let ended = ends_sentence(&open.block.text) || !sentence_runs(&open.block.text);
        let heads = self.heads_text() || self.stands_over_correction();
        (self.looks_like_heading() && ended) || (heads && ends_sentence(&open.last.text))
    }

    /// Whether a line of plain text without blank lines around it is a title: in Title Case, ending although
    /// the next word would have fitted, with a sentence below it.
    fn heads_text(&self) -> bool {
        let text = &self.here.text;
        let is_close = |next: &&Line| self.next_is_close || next.after_break;
        let Some(next) = self.next.filter(|_| self.setting.escape).filter(is_close) else {
            return false;
        };
        let word = next.text.split(' ').next().unwrap_or_default().chars().count();
        let length = text.chars().count();
        let begins = |c: char| c.is_uppercase() || matches!(c, '“' | '"' | '‘' | '(');
        // Where lines end anywhere, only one far shorter than that below it stands out.
        let apart = !self.setting.ragged
            || length * 3 <= next.text.chars().count() && text.split(' ').count() <= FEW_WORDS;
        apart
            && in_title_case(text)
            && block::is_titled_throughout(text)
            && length + 1 + word <= self.width
            && length * 10 <= self.width * 7
            && next.text.starts_with(begins)
            && next.text.chars().count() > length
            && numbers::version_tag(&next.text).is_none()
    }

    /// A card with its code, `Ferry (F19)`, and the first line of what is said of it right below.
    fn heads_by_code(&self) -> bool {
        let begins = |n: &Line| n.text.starts_with(char::is_uppercase) && !numbers::is_coded(&n.text);
        self.setting.escape
            && numbers::is_coded(&self.here.text)
            && self.next_is_close
            && self.next.is_some_and(begins)
    }

    /// A line by itself in Title Case or, in Markdown, in bold.
    fn looks_like_caption(&self) -> bool {
        let text = &self.here.text;
        if block::opens_quotation(text) {
            return false;
        }
        let alone = !self.next_is_close
            || self.next.is_some_and(|n| {
                n.text.starts_with(|c: char| c.is_uppercase() || c == '(') || n.text.starts_with("1. ")
            });
        let inside = text.strip_prefix("**").and_then(|t| t.strip_suffix("**"));
        let is_title = |t: &str| !t.is_empty() && !t.contains("**") && !t.ends_with('?');
        let bold = inside.is_some_and(|t| is_title(t) && !block::is_said(t));
        let page = numbers::ends_with_page(text);
        let apart = self.blank || self.here.after_break;
        // A full line is the first of a paragraph, whatever its capitals.
        let word = self.next.map_or("", |n| n.text.split(' ').next().unwrap_or_default()).chars().count();
        let full = self.setting.escape && !self.setting.ragged && self.next_is_close;
        let alone = alone && !(full && (self.here.reach() + 1 + word) * 20 > self.reach * 19);
        self.setting.titles
            && apart
            && alone
            && !hangs(text)
            && (in_title_case(&without_marks(text)) || bold || page)
            || (page && in_title_case(text))
            || (self.stands_over_tag() && block::is_titled_throughout(text))
            || self.stands_over_correction()
            || self.heads_text()
    }

    /// A few words right above what should be read in their place: whatever they are, they are its head.
    fn stands_over_correction(&self) -> bool {
        let text = &self.here.text;
        let corrects = |n: &Line| CORRECTS.iter().any(|words| n.text.starts_with(words));
        self.setting.escape
            && self.next_is_close
            && self.next.is_some_and(corrects)
            && text.split(' ').count() <= FEW_WORDS
            && text.chars().next_back().is_some_and(|c| c.is_alphanumeric() || matches!(c, ')' | '!'))
    }

    /// A set's name between errata, recognized by the version tag that follows.
    fn names_a_set(&self, open: &Open) -> bool {
        // A card's text may be quoted with ellipses and end with an opening mark.
        self.stands_over_tag() && ends_sentence(open.block.text.trim_end_matches([' ', '“', '"']))
    }

    fn stands_over_tag(&self) -> bool {
        let tag = self.next.is_some_and(|n| numbers::version_tag(&n.text).is_some());
        self.setting.escape && tag && in_title_case(&self.here.text)
    }

    /// Whether a new paragraph starts without a blank line: the previous line is short, as a paragraph's last
    /// line is, or this one has a first-line indent.
    fn starts_paragraph(&self, open: &Open) -> bool {
        let last = &open.last;
        if !ends_sentence(&last.text) || begins_inside(&self.here.text) || is_signature(&self.here.text) {
            return false;
        }
        if numbers::is_under_rule(&self.here.text)
            || page_places::begins_with_page(&self.here.text)
            || EXAMPLES.iter().any(|word| self.here.text.starts_with(word))
        {
            return true;
        }
        if self.setting.ragged {
            return false;
        }
        // The previous line ended although the next word would have fitted.
        let word = self.here.text.split(' ').next().unwrap_or_default().chars().count();
        let ended_early = (last.reach() + 1 + word) * 10 <= self.reach * 9;
        let short = ended_early
            || (last.text.chars().count() * 4 < self.width * 3 && self.reach * 4 >= self.width * 3);
        let (here, before) = (self.here.indent, last.indent);
        let indented = here >= before + 2 && here <= before + 8;
        // Back at the column's edge after indented text.
        let set_out = here <= 1 && (3..=8).contains(&before) && !last.after_break;
        let indented = indented || set_out;
        short || indented || (self.setting.escape && self.is_question())
    }

    /// Whether the sentence that starts with this line is a question.
    fn is_question(&self) -> bool {
        let lines =
            std::iter::once(self.here).chain(self.rest.iter().take(7).take_while(|l| !l.text.is_empty()));
        let text = lines.map(|l| l.text.as_str()).collect::<Vec<_>>().join(" ");
        markdown::sentences(&text).first().is_some_and(|s| s.ends_with('?') && !questions::is_short(s))
    }
}

/// No more words than these in brackets say who ruled.
const MAX_SIGNATURE_WORDS: usize = 4;

/// Whether a line is the end of a sentence's own remark in brackets, or who ruled: `(F. K.)`.
fn is_signature(text: &str) -> bool {
    text.split(' ').count() <= MAX_SIGNATURE_WORDS && block::closes_brackets(text)
}

/// The text after a section number.
fn after_number(text: &str) -> &str {
    numbers::section_number(text).map_or(text, |(_, rest)| rest)
}

/// Whether a line that starts with a section number contains only the section's title.
fn is_number_line(text: &str, width: usize) -> bool {
    let rest = after_number(text);
    let stops = block::without_closing(rest).ends_with(['.', ',', ';']);
    !rest.is_empty() && text.chars().count() <= width.max(40) && !stops
}

/// Whether a text ends mid-sentence, with a function word or a comma.
fn sentence_runs(text: &str) -> bool {
    let last = text.split_whitespace().next_back().unwrap_or_default();
    let small = last.starts_with(char::is_lowercase) || last.ends_with(',');
    small && text.split_whitespace().nth(3).is_some() && !ends_sentence(text)
}

fn is_rule(text: &str) -> bool {
    text.len() >= 3 && text.chars().all(|c| matches!(c, '-' | '_' | '=' | '*' | '—' | '─'))
}

fn without_marks(text: &str) -> String {
    block::without_emphasis(text)
}

/// Words that no heading ends with.
fn hangs(text: &str) -> bool {
    const OPEN: [&str; 17] = [
        "and", "of", "the", "a", "an", "or", "in", "on", "for", "to", "with", "from", "by", "at", "as",
        "after", "during",
    ];
    let last = text.split_whitespace().next_back().unwrap_or_default().to_lowercase();
    OPEN.contains(&last.as_str()) || last.ends_with([',', '&', '/', '-'])
}

/// Words that no heading starts with.
fn leads(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default().to_lowercase();
    ["and", "of", "or", "&", "with", "for", "in", "on", "to"].contains(&first.as_str())
}
