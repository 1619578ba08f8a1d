//! Reads web pages, however badly nested, into blocks. Whatever is not part of the article becomes an aside.

mod article;

use std::collections::BTreeSet;

use super::block::{Block, Shape, escaped, list_mark};
use super::footnotes::Note;
use super::found::Found;
use super::leftover::WhyLeft;
use super::tags::{Tag, UNFOLDS, count, end_of, is_container, level, tag};
use super::{block, footnotes, heads, pictures, tables};
use crate::corpus::characters::without_references;

/// Elements nested deeper than this are treated as if they were at this depth.
const MAX_DEPTH: usize = 256;

/// Reads a page: its blocks, and the names of the icons in its text.
pub(super) fn read(text: &str) -> (Vec<Block>, BTreeSet<String>) {
    let mut page = Page::default();
    let mut rest = text;
    let mut line = 1;
    while let Some(open) = rest.find('<') {
        page.text(&rest[..open], line);
        line += rest[..open].matches('\n').count();
        let (tag, after) = tag(&rest[open..]);
        match tag {
            Some(tag) => page.tag(&tag, line),
            None => page.text("<", line),
        }
        let skipped = page.hidden.take().and_then(|name| end_of(after, &name)).unwrap_or(after);
        line += rest[open..rest.len() - skipped.len()].matches('\n').count();
        rest = skipped;
    }
    page.text(rest, line);
    page.close();
    let icons = std::mem::take(&mut page.icons);
    let notes = std::mem::take(&mut page.notes);
    let mut blocks = page.blocks();
    footnotes::attach(&mut blocks, notes);
    let icons = pictures::said(&icons, &blocks);
    (blocks, icons)
}

/// A node of the element tree that holds the page's blocks.
#[derive(Debug)]
struct Node {
    name: String,
    parent: usize,
    /// The number of letters of running text below it.
    letters: usize,
}

/// Elements for a page's furniture rather than its article.
const MENUS: [&str; 4] = ["nav", "header", "footer", "aside"];

/// Fewer words than this are unlikely to be a ruling.
const MIN_SENTENCE_WORDS: usize = 6;

/// Indentation of the paragraphs of an item per list level, in characters.
const INSET: usize = 3;

/// List items nested deeper than this are not indented further.
const MAX_LIST_DEPTH: usize = 4;

const ITALIC: &str = "*";
const BOLD: &str = "**";
/// Emphasis marks. Italics are opened first, so that they may contain bold words.
const MARKS: [&str; 2] = [ITALIC, BOLD];

#[derive(Default)]
struct Page {
    nodes: Vec<Node>,
    stack: Vec<usize>,
    found: Vec<Found>,
    open: String,
    line: usize,
    italic: usize,
    bold: usize,
    /// The open emphasis marks, in order of opening.
    shown: Vec<&'static str>,
    heading: usize,
    /// Whether the text belongs to a term of a list of definitions.
    term: bool,
    /// The level of the most recently opened heading.
    level: usize,
    title: bool,
    item: Option<String>,
    lists: Vec<Option<u64>>,
    contents: usize,
    all_links: bool,
    hidden: Option<String>,
    breaks: usize,
    /// Whether a line break ended the line inside its emphasis, `<b>Title<br></b>`.
    broken_in_bold: bool,
    /// Whether a `<details>` element has ended, so that what follows is not part of it.
    unfolded: bool,
    /// While a `<summary>` is open: the number of blocks before it.
    unfolds: Option<usize>,
    tight: bool,
    /// The icon that an element without text may stand for.
    icon: Option<String>,
    /// The names of icons inserted into the text.
    icons: BTreeSet<String>,
    /// The icons of an open link that has no text so far.
    linked: Option<Vec<String>>,
    /// Whether the open block contained an icon that was a link's only content.
    left_out: bool,
    above_line: bool,
    is_note: bool,
    notes: Vec<Note>,
}

impl Page {
    fn here(&self) -> usize {
        self.stack.last().copied().unwrap_or(0)
    }

    fn text(&mut self, text: &str, line: usize) {
        let text = without_references(text);
        if text.contains(|c: char| !c.is_whitespace()) {
            self.icon = None;
            for name in self.linked.take().into_iter().flatten() {
                self.put(&name, line);
            }
        }
        if self.above_line
            && let Ok(number) = text.trim().trim_matches(['[', ']']).parse::<usize>()
            && (1..100).contains(&number)
            && !self.open.is_empty()
        {
            return self.word(&footnotes::raised(number), false, line);
        }
        for (n, word) in text.split_whitespace().enumerate() {
            let spaced = n > 0 || text.starts_with(char::is_whitespace);
            self.word(word, spaced, line);
        }
        if text.ends_with(char::is_whitespace) && !self.open.is_empty() && !self.open.ends_with(' ') {
            self.open.push(' ');
        }
    }

    fn word(&mut self, word: &str, spaced: bool, line: usize) {
        if std::mem::take(&mut self.broken_in_bold) && self.bold == 0 {
            self.close();
        }
        if self.breaks > 0 && matches!(word, "-" | "•") {
            self.close();
            (self.item, self.breaks) = (Some("-".to_owned()), 0);
            return;
        }
        if self.open.is_empty() {
            self.line = line;
            self.all_links = true;
        }
        self.all_links &= self.contents > 0;
        self.breaks = 0;
        if MARKS.into_iter().any(|mark| self.wants(mark) != self.shown.contains(&mark)) {
            self.emphasis(spaced);
        } else if spaced && !self.open.is_empty() && !self.open.ends_with(' ') {
            self.open.push(' ');
        }
        self.open.push_str(&escaped(word));
    }

    /// Whether the text that follows should have this emphasis.
    fn wants(&self, mark: &str) -> bool {
        if mark == ITALIC { self.italic > 0 } else { self.bold > 0 }
    }

    /// Closes emphasis that has ended and opens what has begun, leaving enclosing marks open. Marks are
    /// placed next to the words, not next to spaces.
    fn emphasis(&mut self, spaced: bool) {
        let space = self.open.ends_with(' ') || spaced;
        self.open.truncate(self.open.trim_end().len());
        let stays = self.shown.iter().take_while(|mark| self.wants(mark)).count();
        self.close_marks(stays);
        if space && !self.open.is_empty() {
            self.open.push(' ');
        }
        for mark in MARKS {
            if self.wants(mark) && !self.shown.contains(&mark) {
                self.open.push_str(mark);
                self.shown.push(mark);
            }
        }
    }

    /// Closes all but the first `stays` marks, innermost first.
    fn close_marks(&mut self, stays: usize) {
        for mark in self.shown.drain(stays..).rev() {
            self.open.push_str(mark);
        }
    }

    /// Inserts the name of an icon: an image's, or that of an element closed without text.
    fn iconize(&mut self, tag: &Tag<'_>, line: usize) {
        let icon = match (tag.closes, tag.name.as_str()) {
            (false, "img") => tag.icon().filter(|_| !self.open.is_empty()),
            (false, "span" | "i") => {
                self.icon = tag.icon();
                return;
            }
            (true, "span" | "i") => self.icon.take(),
            (_, _) => return,
        };
        match (icon, &mut self.linked) {
            (Some(icon), Some(linked)) => linked.push(icon),
            (Some(icon), None) => self.put(&icon, line),
            (None, _) => {}
        }
    }

    fn put(&mut self, icon: &str, line: usize) {
        self.word(icon, false, line);
        self.icons.insert(escaped(icon));
    }

    /// Drops the icons of a link that had no text; links within the page are furniture.
    fn end_link(&mut self) {
        let linked = self.linked.take().is_some_and(|icons| !icons.is_empty());
        self.left_out |= linked && self.contents == 0;
    }

    fn tag(&mut self, tag: &Tag<'_>, line: usize) {
        self.iconize(tag, line);
        self.end_summary(tag);
        match (tag.name.as_str(), tag.closes) {
            ("script" | "style" | "noscript", false) => {
                self.hidden = Some(tag.name.clone());
            }
            ("i" | "em" | "cite", closes) => count(&mut self.italic, closes),
            ("b" | "strong", closes) => count(&mut self.bold, closes),
            ("a", false) => {
                self.end_link();
                self.linked = tag.is_link().then(Vec::new);
                self.contents = usize::from(tag.attributes.contains("\"#") || tag.attributes.contains("=#"))
            }
            ("a", true) => {
                self.end_link();
                self.contents = 0;
            }
            ("sup", closes) => self.above_line = !closes,
            ("br", _) => self.line_break(),
            ("h1" | "h2" | "h3" | "h4" | "h5" | "h6", closes) => {
                self.close();
                self.level = level(&tag.name[1..]);
                count(&mut self.heading, closes);
            }
            ("details", closes) => {
                self.close();
                self.unfolded = closes;
            }
            ("summary", false) => {
                self.close();
                self.level = UNFOLDS;
                self.heading += 1;
                self.unfolds = Some(self.found.len());
            }
            // Custom elements reveal their role by name: `<anchored-heading>`.
            (name, closes) if name.contains('-') => {
                self.close();
                if name.ends_with("-heading") {
                    self.level = level(tag.attributes);
                    count(&mut self.heading, closes);
                }
            }
            ("title", closes) => {
                self.close();
                self.title = !closes;
            }
            ("ul" | "ol", closes) => self.list(tag, closes),
            ("li", false) => self.list_item(tag),
            ("li", true) if self.open.is_empty() => {}
            (name, closes) if is_container(name) => self.container(name, closes),
            ("p" | "li" | "blockquote" | "hr" | "pre" | "center" | "form" | "dl" | "dt" | "dd", closes) => {
                self.close();
                // A term may be a paragraph.
                self.term = tag.name == "dt" && !closes || tag.name == "p" && self.term;
            }
            _ => {}
        }
    }

    /// Ends a `<summary>`, which may be unclosed: the content it reveals starts with a block.
    fn end_summary(&mut self, tag: &Tag<'_>) {
        let Some(before) = self.unfolds else { return };
        let said = !self.open.is_empty() || self.found.len() > before;
        let name = tag.name.as_str();
        let begins = is_container(name) || matches!(name, "p" | "ul" | "ol" | "blockquote" | "pre" | "dl");
        if matches!(name, "summary" | "details") || said && begins && !tag.closes {
            self.close();
            self.heading = self.heading.saturating_sub(1);
            self.unfolds = None;
        }
    }

    /// A line break ends a bold heading; two of them end a paragraph.
    fn line_break(&mut self) {
        self.breaks += 1;
        let bold_line = self.shown.contains(&BOLD) && self.open.starts_with("**");
        self.broken_in_bold = bold_line && self.bold > 0;
        let bold_line = bold_line && self.bold == 0;
        if self.breaks >= 2 || bold_line || self.all_links || self.contents > 0 || self.heading > 0 {
            self.close();
            self.breaks = 1;
        } else if !self.open.is_empty() && !self.open.ends_with(' ') {
            self.open.push(' ');
        }
    }

    fn list(&mut self, tag: &Tag<'_>, closes: bool) {
        self.close();
        self.item = None;
        if closes {
            self.lists.pop();
        } else if self.lists.len() < MAX_DEPTH {
            self.lists.push((tag.name == "ol").then_some(0));
        }
        self.tight = false;
    }

    fn list_item(&mut self, tag: &Tag<'_>) {
        self.close();
        self.is_note = tag.is_note();
        self.item = Some(match self.lists.last_mut() {
            Some(Some(n)) => {
                *n += 1;
                format!("{n}.")
            }
            _ => "-".to_owned(),
        });
    }

    fn container(&mut self, name: &str, closes: bool) {
        self.close();
        self.item = None;
        if closes {
            let open = self.stack.iter().rposition(|n| self.nodes[*n].name == name);
            if let Some(at) = open.filter(|at| *at > 0) {
                self.stack.truncate(at);
            }
        } else if self.stack.len() < MAX_DEPTH {
            let parent = self.here();
            self.nodes.push(Node { name: name.to_owned(), parent, letters: 0 });
            self.stack.push(self.nodes.len() - 1);
        }
    }

    /// Ends the open block.
    fn close(&mut self) {
        if self.nodes.is_empty() {
            self.nodes.push(Node { name: String::new(), parent: 0, letters: 0 });
            self.stack.push(0);
        }
        self.end_link();
        let left_out = std::mem::take(&mut self.left_out);
        self.open.truncate(self.open.trim_end().len());
        if self.open.is_empty() {
            return;
        }
        self.close_marks(0);
        let mut text = std::mem::take(&mut self.open);
        if self.marks_next(&text) {
            return;
        }
        // Headings on wikis contain an edit link.
        if self.heading > 0 && text.ends_with("[edit]") && text.len() > "[edit]".len() {
            text.truncate(text.len() - "[edit]".len());
        }
        let is_note = std::mem::take(&mut self.is_note);
        let number =
            self.item.as_ref().filter(|_| is_note).and_then(|mark| mark.trim_end_matches('.').parse().ok());
        if let Some(number) = number {
            let text = text.trim_matches(['↑', '^', '↩', '\u{fe0e}', ' ']).to_owned();
            self.notes.push(Note { mark: footnotes::raised(number), line: self.line, text });
            self.item = None;
            return;
        }
        let mut block = self.as_item(Block::paragraph(self.line, text));
        let term = self.term && is_term(&mut block);
        let heading = self.heading > 0 || term;
        block.level = if self.heading > 0 { self.level } else { usize::from(term) * UNFOLDS };
        block.opens = std::mem::take(&mut self.unfolded) && !heading;
        block.doubt = left_out.then_some(pictures::LINKED);
        let found = Found { block, node: self.here(), heading, link: self.all_links, title: self.title };
        self.found.push(found);
        self.item = None;
        self.breaks = 0;
    }

    /// Whether a text is a bullet by itself, `<pre> * </pre>`, in front of what it marks.
    fn marks_next(&mut self, text: &str) -> bool {
        let is_bullet = matches!(text, "\\*" | "•") && self.heading == 0;
        if is_bullet {
            self.item = Some("-".to_owned());
        }
        is_bullet
    }

    /// A block as the item of the open list, if it begins one.
    fn as_item(&mut self, mut block: Block) -> Block {
        let Some(mark) = &self.item else {
            block.indent = INSET * self.lists.len();
            return block;
        };
        // A step may be numbered by hand in an unordered list: `<li>1) Check …`.
        let by_hand = list_mark(&block.text).filter(|(own, _)| mark == "-" && own != "-");
        let whole = (mark.clone(), block.text.clone());
        let (mark, text) = by_hand.map_or(whole, |(own, rest)| (own, rest.to_owned()));
        (block.shape, block.text) = (Shape::Item(mark), text);
        block.depth = self.lists.len().saturating_sub(1).min(MAX_LIST_DEPTH);
        block.tight = std::mem::replace(&mut self.tight, true);
        block
    }

    /// The finished blocks, with headings identified and everything outside the article set aside.
    fn blocks(mut self) -> Vec<Block> {
        self.join_rows();
        for found in &self.found {
            let letters = found.block.text.len();
            let mut at = found.node;
            for _ in 0..=MAX_DEPTH {
                self.nodes[at].letters += letters;
                if at == 0 {
                    break;
                }
                at = self.nodes[at].parent;
            }
        }
        let mut article = self.article();
        let several = self.articles();
        several.iter().for_each(|own| article = self.common(article, *own));
        let own = |f: &Found| self.inside_one(f.node, &several);
        let title = self.found.iter().position(|f| f.heading && self.inside(f.node, article)).unwrap_or(0);
        let mut before = None;
        let mut read: Vec<(Option<WhyLeft>, bool)> = Vec::new();
        for (n, found) in self.found.iter().enumerate() {
            let menu = !several.is_empty() && own(found).is_none() && self.is_menu(found.node, article);
            let outside = n < title || menu || !self.inside(found.node, article);
            let hidden = self.above(found.node, &["template"]).is_some_and(|at| !self.inside(article, at));
            let left = match (hidden, outside) {
                (true, _) => Some(WhyLeft::NotShown),
                (false, true) => Some(self.why_outside(found)),
                (false, false) => None,
            };
            let opens = left.is_none() && n > title && !several.is_empty() && own(found) != before;
            before = if left.is_none() { own(found) } else { before };
            read.push((left, opens));
        }
        self.found.into_iter().zip(read).map(|(found, (left, opens))| found.shaped(left, opens)).collect()
    }

    /// Joins each row of a table with header cells into one block, with vertical bars between cells. Tables
    /// without headers are page layout.
    fn join_rows(&mut self) {
        let tables: BTreeSet<usize> = self
            .found
            .iter()
            .filter(|f| self.above(f.node, &["th"]).is_some())
            .filter_map(|f| self.above(f.node, &["table"]))
            .collect();
        let mut rows: Vec<(Option<usize>, Found)> = Vec::new();
        for found in std::mem::take(&mut self.found) {
            let table = self.above(found.node, &["table"]).filter(|table| tables.contains(table));
            let row = table.and_then(|_| self.above(found.node, &["tr"]));
            match rows.last_mut() {
                Some((before, cells)) if row.is_some() && *before == row => {
                    cells.block.text.push_str(" | ");
                    cells.block.text.push_str(&found.block.text);
                    cells.block.doubt = Some(tables::DOUBT);
                    cells.link &= found.link;
                }
                _ => rows.push((row, found)),
            }
        }
        self.found = rows.into_iter().map(|(_, found)| found).collect();
    }
}

/// Whether a block is a term and no sentence; the colon behind it goes.
fn is_term(block: &mut Block) -> bool {
    let named = block.text.trim_end_matches(':');
    let is_it = heads::is_title(named) && !block::is_question(&block.text);
    if is_it {
        block.text.truncate(named.len());
    }
    is_it
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_article_is_distinguished_from_the_page_around_it() {
        let page = "<html><body><table><tr><td><a href='/x'>Menu</a></td><td>Home &gt; TCGs<h2><i>Star</i> Title</h2>\
            <p><a href=\"#q1\">General</a></p><h3>Rulings</h3><p><b>General</b><ul><li></li>One &#8220;two&#8221; <i>three</i>. \
            <li></li>Four a long sentence to be the most of this page, by far.</ul></p></td></tr></table>\
            <script>var a = '<p>';</script><p>Legal</p></body></html>";
        let blocks = read(page).0;
        let shown: Vec<(String, &str)> = blocks
            .iter()
            .map(|b| {
                let shape = match &b.shape {
                    Shape::Heading => "heading",
                    Shape::Caption => "caption",
                    Shape::Item(_) => "item",
                    Shape::Aside(_) => "aside",
                    Shape::Paragraph => "paragraph",
                };
                (b.text.clone(), shape)
            })
            .collect();
        let expected = [
            ("Menu", "aside"),
            ("Home > TCGs", "aside"),
            ("*Star* Title", "heading"),
            ("General", "aside"),
            ("Rulings", "heading"),
            ("**General**", "caption"),
            ("One “two” *three*.", "item"),
            ("Four a long sentence to be the most of this page, by far.", "item"),
            ("Legal", "aside"),
        ];
        let shown: Vec<(&str, &str)> = shown.iter().map(|(t, s)| (t.as_str(), *s)).collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn bold_words_stand_inside_italics() {
        let read = |page: &str| read(page).0.first().map(|b| b.text.clone()).unwrap_or_default();
        assert_eq!(
            read("<p><em>Does <strong>The Ferry</strong> count for <b>Gate Two</b>?</em> Yes.</p>"),
            "*Does **The Ferry** count for **Gate Two**?* Yes."
        );
        assert_eq!(read("<p><b>Note: <i>this</i></b> <i>and that</i></p>"), "**Note: *this*** *and that*");
    }

    #[test]
    fn broken_tags_stay_text() {
        assert_eq!(
            read("1 < 2 and <b>so on").0.first().map(|b| b.text.clone()),
            Some("1 \\< 2 and **so on**".to_owned())
        );
        assert!(read("<!-- never closed").0.is_empty());
    }
}
