//! The parts of official documents, recognized by their titles.

use super::block::{Block, Shape, words};
use super::leftover::WhyLeft;
use super::numbers::Speaker;
use super::{contents, dates, foreign, heads, list_heads, numbers, stub, terms};
use crate::corpus::{Game, Kind};

/// One part of a document: its title and everything below it.
#[derive(Debug, Clone)]
pub(super) struct Section {
    /// The title as printed.
    pub(super) title: String,
    /// The kind of its rulings.
    pub(super) kind: Kind,
    /// The heading of the chapter that contains it, `2. ABILITY CARDS`.
    pub(super) chapter: Option<String>,
    /// The level of its title; 0 if unmarked.
    pub(super) level: usize,
    /// The line of the document with its title; 0 if it has none.
    pub(super) titled: usize,
    /// Everything below the title.
    pub(super) blocks: Vec<Block>,
}

impl Section {
    /// A new part with this block as its title.
    fn titled(block: &Block, kind: Kind) -> Self {
        let (title, titled) = (bare_title(&block.text), block.line);
        Self { title, kind, chapter: None, level: block.level, titled, blocks: Vec::new() }
    }

    /// A new part that this block implies: as its title if it is a heading, else as its first ruling.
    fn implied(block: Block, kind: Kind) -> Self {
        if block.is_heading() && numbers::section_number(&block.text).is_none() {
            return Self::titled(&block, kind);
        }
        Self { titled: block.line, ..Self::untitled(kind, vec![block]) }
    }

    /// The part that a block of the open one shows to begin: a heading of a higher level right above is its
    /// title.
    fn behind(open: &mut Self, block: Block, kind: Kind) -> Self {
        let counts = counts(&block) || heads::chapter(&block.marked()).is_some();
        let heads = |last: &mut Block| {
            let above = last.is_heading() && (1..block.level).contains(&last.level);
            let titled = super::block::in_title_case(&last.text) && !super::block::ends_sentence(&last.text);
            above || counts && titled && matches!(last.shape, Shape::Caption | Shape::Paragraph)
        };
        match open.blocks.pop_if(heads) {
            Some(title) => Self { blocks: vec![block], ..Self::titled(&title, kind) },
            None if counts => Self { titled: block.line, ..Self::untitled(kind, vec![block]) },
            None => Self { level: open.level, ..Self::implied(block, kind) },
        }
    }

    /// Whether a block is a heading within this part, though it is called as parts are, and whether it is one
    /// beside this part, whatever it is called: by their levels.
    fn of_level(&self, block: &Block, kind: Option<Kind>) -> (bool, bool) {
        if self.level == 0 || block.level == 0 || block.shape != Shape::Heading {
            return (false, false);
        }
        // "Timing" is a heading within any part; another part may be one level below the document's own
        // title.
        let below = block.level > self.level && (self.level > 1 || kind == Some(Kind::Timing));
        let divided = self.blocks.iter().any(|b| b.level > self.level || b.shape == Shape::Caption);
        (below, block.level <= self.level && divided && !super::block::is_question(&block.text))
    }

    /// A part without a title.
    pub(super) fn untitled(kind: Kind, blocks: Vec<Block>) -> Self {
        Self { title: String::new(), kind, chapter: None, level: 0, titled: 0, blocks }
    }

    /// The line of the document where its text starts.
    pub(super) fn line(&self) -> usize {
        self.blocks.first().map_or(self.titled, |b| b.line)
    }
}

/// The kind of ruling a title announces; `None` if it is not a part's title.
///
/// A title that announces two kinds is that of the whole document ("Errata and Rulings").
pub(super) fn kind_of(title: &str) -> Option<Kind> {
    if let Some(kind) = foreign::kind_of(title) {
        return Some(kind);
    }
    let title = without_game(title);
    let words = words(&title.replace("(continued)", "").replace("(cont.)", ""));
    let all = without_day(&words);
    // "Definition" alone introduces one paragraph of a rule.
    if all.is_empty() || all.len() > 5 || all == ["definition"] {
        return None;
    }
    if terms::is_appendix(&all) {
        return Some(Kind::Definition);
    }
    let has = |word: &str| all.contains(&word);
    let banned = BANNED.iter().any(|w| has(w)) && !has("restricted");
    let found = [
        (has("errata") || has("erratum"), Kind::Errata),
        (has("restricted"), Kind::Restricted),
        (has("clarification") || has("clarifications"), Kind::Clarification),
        (has("rules") && ADDED.iter().any(|w| has(w)), Kind::Clarification),
        // There is no kind for banned cards; the entry is flagged.
        (banned && LISTS.iter().any(|w| has(w)), Kind::Clarification),
        (has("definition") || has("definitions") || all == ["glossary"], Kind::Definition),
        (is_timing(&all), Kind::Timing),
        (has("questions") || has("faq") || has("faqs") || has("frequently"), Kind::Faq),
        (has("rulings") && !has("general"), Kind::Ruling),
    ];
    let mut kinds = found.iter().filter(|(is, _)| *is).map(|(_, kind)| *kind);
    match (kinds.next(), kinds.next()) {
        // "Card errata and clarifications" means errata, and "Rulings and clarifications" a single part. Any
        // other pair is the document's own title.
        (Some(Kind::Errata), Some(Kind::Clarification)) if has("card") => Some(Kind::Errata),
        (Some(Kind::Clarification), Some(Kind::Ruling)) if small_words(&all, Kind::Clarification) => {
            Some(Kind::Clarification)
        }
        (Some(kind), None) => small_words(&all, kind).then_some(kind),
        _ => None,
    }
}

/// The words of a title but for its numbers and the month of a year, `ERRATA MAY 2018`.
fn without_day(words: &str) -> Vec<&str> {
    let is_number = |w: &&str| w.bytes().all(|b| b.is_ascii_digit());
    let of_month = words.split(' ').any(|w| w.len() == 4 && is_number(&w));
    words.split(' ').filter(|w| !(is_number(w) || of_month && dates::is_month(w))).collect()
}

/// A title without the initials of a game's name in front of it, `SWLCG Errata`; a document's own title may
/// be those and what it is, but hardly errata alone.
fn without_game(title: &str) -> &str {
    let Some((first, rest)) = title.split_once(' ') else { return title };
    let initials = (2..=6).contains(&first.len()) && first.bytes().all(|b| b.is_ascii_uppercase());
    let of_part = ["Errata", "Clarifications", "Rules Clarifications", "Card Errata", "Card Clarifications"];
    if initials && of_part.contains(&rest) { rest } else { title }
}

/// Words that make "rules" the title of a part: "Additional Rules".
const ADDED: [&str; 4] = ["additional", "supplementary", "supplemental", "added"];

/// Words for what may not be played at all.
const BANNED: [&str; 3] = ["banned", "forbidden", "suspended"];

/// Words that turn those into the title of a list.
const LISTS: [&str; 3] = ["list", "card", "cards"];

/// "Advanced timing rules" is a part of the document, "Interrupt ability timing" a section of that part.
fn is_timing(all: &[&str]) -> bool {
    let others = ["timing", "advanced", "rules", "structure", "chart", "and"];
    all.contains(&"timing") && all.iter().all(|w| others.contains(w))
}

/// Whether a title contains only words typical of such titles.
fn small_words(all: &[&str], kind: Kind) -> bool {
    let core_errata = kind == Kind::Errata && (all.contains(&"rulebook") || all.contains(&"core"));
    !core_errata && all.iter().all(|w| USUAL.contains(w))
}

/// Such words.
const USUAL: [&str; 53] = [
    "additional",
    "supplementary",
    "supplemental",
    "added",
    "errata",
    "erratum",
    "card",
    "cards",
    "official",
    "rules",
    "rule",
    "rulebook",
    "clarification",
    "clarifications",
    "and",
    "the",
    "of",
    "restricted",
    "list",
    "tournament",
    "frequently",
    "asked",
    "questions",
    "answers",
    "faq",
    "faqs",
    "definition",
    "definitions",
    "terms",
    "term",
    "timing",
    "advanced",
    "structure",
    "chart",
    "rulings",
    "glossary",
    "general",
    "new",
    "updated",
    "update",
    "game",
    "objective",
    "sets",
    "set",
    "a",
    "section",
    "part",
    "core",
    "banned",
    "forbidden",
    "suspended",
    "current",
    "notes",
];

/// The maximum length of a part's title, in characters.
const MAX_TITLE_LENGTH: usize = 60;

/// Whether a line is the title of a part of a document.
pub(super) fn is_section_title(line: &str) -> bool {
    line.chars().count() <= MAX_TITLE_LENGTH
        && !line.ends_with(['.', '?', ',', ':', ';'])
        && (starts_like_title(line) || foreign::kind_of(line).is_some())
        // The end of a remark in brackets: `Rulings, 4/21/97)`.
        && line.matches(')').count() <= line.matches('(').count()
        && kind_of(line).is_some()
}

/// Titles begin every longer word with a capital; "these rules clarifications" in running text does not.
pub(super) fn starts_like_title(line: &str) -> bool {
    line.split_whitespace().filter(|w| w.chars().count() > 3).all(|w| {
        let first = w.chars().find(|c| c.is_alphanumeric());
        first.is_none_or(|c| !c.is_lowercase())
    })
}

/// Splits the blocks of a document into the front and its parts.
///
/// A repeated title with nothing new below it is a running header or an entry of a table of contents. It
/// becomes an aside, so that it is not lost.
pub(super) fn divide(blocks: Vec<Block>, game: Game) -> (Vec<Block>, Vec<Section>, Vec<Block>) {
    let signs = Signs::of(&blocks, game);
    let mut divided = Divided::default();
    for (n, block) in blocks.into_iter().enumerate() {
        if signs.contents[n] {
            let line = Block { text: block.marked(), ..block };
            divided.asides.push(line.shaped(Shape::Aside(WhyLeft::Contents)));
        } else {
            divided.add(n, block, &signs);
        }
    }
    let Divided { front, mut sections, asides, unnamed, .. } = divided;
    unnamed.iter().for_each(|n| sections[*n].kind = kind_of_unnamed(&sections[*n].blocks, game));
    (front, sections, asides)
}

/// What the blocks of a document reveal about its division.
struct Signs {
    /// Which of them belong to a table of contents.
    contents: Vec<bool>,
    /// The number of blocks on the title page.
    page: usize,
    /// The kind of the part that each is the title of.
    kinds: Vec<Option<Kind>>,
    implied: Vec<Option<Implied>>,
    /// Which of them are headings with another of a lower level right below.
    divides: Vec<bool>,
    /// See [`level_of_parts`].
    level: usize,
    /// The level of the first recognized title.
    first: usize,
}

impl Signs {
    fn of(blocks: &[Block], game: Game) -> Self {
        let contents = contents::table(blocks, |title| kind_of(title).is_some());
        let page = title_page(blocks);
        let kinds: Vec<Option<Kind>> = (0..blocks.len())
            .map(|n| if n < page || contents[n] { None } else { titles(&blocks[n], game) })
            .collect();
        let implied = (0..blocks.len()).map(|n| implied(blocks, n)).collect();
        let level = level_of_parts(blocks, &kinds);
        let first = kinds.iter().position(Option::is_some).map_or(0, |n| blocks[n].level);
        let heads = |n: usize| blocks[n].shape == Shape::Heading && blocks[n].level > 0;
        let below = |n: usize| n + 1 < blocks.len() && heads(n + 1) && blocks[n + 1].level > blocks[n].level;
        let divides = (0..blocks.len()).map(|n| heads(n) && below(n)).collect();
        Self { contents, page, kinds, implied, divides, level, first }
    }
}

/// The part of a document that has been divided so far.
#[derive(Default)]
struct Divided {
    front: Vec<Block>,
    sections: Vec<Section>,
    asides: Vec<Block>,
    /// The sections whose title does not reveal their kind, by index.
    unnamed: Vec<usize>,
    chapter: Chapter,
}

impl Divided {
    fn add(&mut self, n: usize, block: Block, signs: &Signs) {
        let is_part =
            n >= signs.page && (1..=signs.level).contains(&block.level) && block.shape == Shape::Heading;
        let open = self.sections.last();
        let (below, beside) = open.map_or((false, false), |open| open.of_level(&block, signs.kinds[n]));
        // A chapter beside what stands in front of the first.
        let unnamed = self.unnamed.last().filter(|last| **last + 1 == self.sections.len());
        let is_next = unnamed.is_some_and(|last| self.sections[*last].level == block.level);
        let beside = beside || is_next && signs.divides[n];
        let kind = signs.kinds[n].filter(|_| !below);
        let above = self.sections.last_mut().map_or(&mut self.front, |open| &mut open.blocks);
        let begins = self.chapter.at(&block, kind.is_some(), above);
        let chapter = self.chapter.heading();
        let implied = signs.implied[n];
        match (kind, self.sections.last_mut()) {
            (_, _) if matches!(block.shape, Shape::Aside(_)) => self.asides.push(block),
            (Some(kind), Some(open))
                if !begins && open.kind == kind && same_title(&open.title, &block.text) =>
            {
                self.asides.push(block.shaped(Shape::Aside(WhyLeft::TitleAgain)));
            }
            (Some(kind), _) => self.sections.push(Section { chapter, ..Section::titled(&block, kind) }),
            (None, Some(_)) if is_part || beside => self.add_unnamed(&block),
            (None, Some(open))
                if open.level > 0
                    && block.level > 0
                    && implied == Some(Implied::Questions)
                    && open.blocks.is_empty() =>
            {
                open.kind = Kind::Faq;
                open.blocks.push(block);
            }
            (None, Some(open)) if implied.is_some_and(|part| part.follows(open)) => {
                let kind = implied.map_or(open.kind, Implied::kind);
                let section = Section::behind(open, block, kind);
                self.sections.push(Section { chapter, ..section });
            }
            (None, Some(open)) => open.blocks.push(block),
            // Before the first part with a recognized title, but below the document's own title.
            (None, None)
                if is_beside(&block, signs.first)
                    && n >= signs.page
                    && has_title(&self.front, signs.first) =>
            {
                self.add_unnamed(&block);
            }
            (None, None) => self.front.push(block),
        }
    }

    fn add_unnamed(&mut self, title: &Block) {
        self.unnamed.push(self.sections.len());
        self.sections.push(Section::titled(title, Kind::Clarification));
    }
}

/// The kind of the part whose title a block is.
fn titles(block: &Block, game: Game) -> Option<Kind> {
    if block.is_heading() { section_kind(block, game) } else { None }
}

/// Whether a block is a heading explicitly marked with this level.
fn is_beside(block: &Block, level: usize) -> bool {
    level > 0 && block.level == level && block.shape == Shape::Heading
}

/// Whether the front already has a heading above this level, or the page's title.
fn has_title(front: &[Block], level: usize) -> bool {
    front.iter().any(|b| b.shape == Shape::Heading && (1..level).contains(&b.level))
}

/// The open chapter, if it has several parts: its heading and level.
#[derive(Default)]
struct Chapter(Option<(String, usize)>);

impl Chapter {
    /// Ends the chapter at a sibling heading. Where a part starts, the heading directly above opens a
    /// chapter. Returns whether it did.
    fn at(&mut self, block: &Block, is_part: bool, above: &mut Vec<Block>) -> bool {
        self.0.take_if(|(_, level)| *level > 0 && (1..=*level).contains(&block.level));
        let next = if is_part { above.pop_if(|last| is_chapter(last)) } else { None };
        let begins = next.is_some();
        self.0 = next.map(|heading| (heading.marked(), heading.level)).or(self.0.take());
        begins
    }

    fn heading(&self) -> Option<String> {
        self.0.as_ref().map(|(heading, _)| heading.clone())
    }
}

/// Whether the heading before a part is that of a chapter with several parts, `2. ABILITY CARDS`.
fn is_chapter(block: &Block) -> bool {
    block.is_heading() && heads::chapter(&block.marked()).is_some() && kind_of(&block.text).is_none()
}

/// The kind of a part whose title does not say it: questions if it has several, else rulings.
fn kind_of_unnamed(blocks: &[Block], game: Game) -> Kind {
    let asks = |b: &&Block| super::block::is_question(&b.text) || numbers::speaker(&b.text).is_some();
    let questions = blocks.iter().filter(asks).count();
    match game {
        _ if list_heads::count(blocks) > questions => Kind::Errata,
        _ if questions >= 2 => Kind::Faq,
        Game::Lcg => Kind::Clarification,
        Game::Tcg => Kind::Ruling,
    }
}

/// The level that at least two recognized parts share and hardly anything else has. Any heading on or above
/// that level is a part, however it is worded. 0 if there is none.
fn level_of_parts(blocks: &[Block], kinds: &[Option<Kind>]) -> usize {
    let first = kinds.iter().position(Option::is_some).unwrap_or(blocks.len());
    let heads =
        || (first..blocks.len()).filter(|n| blocks[*n].level > 0 && blocks[*n].shape == Shape::Heading);
    let named = |level: usize| heads().filter(|n| blocks[*n].level == level && kinds[*n].is_some()).count();
    let others = |level: usize| heads().filter(|n| blocks[*n].level <= level && kinds[*n].is_none()).count();
    (1..=6).find(|level| named(*level) >= 2 && others(*level) * 2 <= named(*level)).unwrap_or(0)
}

/// What marked rulings imply about the part they are in, however it is titled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Implied {
    /// It has numbered rules.
    Rules,
    /// Rules with bare numbers, `2.1 Dawn`.
    Counted,
    /// Questions and answers.
    Questions,
}

impl Implied {
    fn kind(self) -> Kind {
        match self {
            Self::Rules | Self::Counted => Kind::Clarification,
            Self::Questions => Kind::Faq,
        }
    }

    /// Whether such rulings can only be of another part than the open one.
    fn follows(self, open: &Section) -> bool {
        let is_number = |b: &Block| numbers::section_number(&b.text).is_some();
        match self {
            Self::Rules => matches!(open.kind, Kind::Errata | Kind::Restricted),
            // The terms of a glossary have no numbers; where they have, these are theirs.
            Self::Counted => {
                open.kind == Kind::Definition
                    && open.blocks.iter().any(Block::is_heading)
                    && !open.blocks.iter().any(is_number)
            }
            Self::Questions => {
                matches!(open.kind, Kind::Errata | Kind::Restricted | Kind::Clarification | Kind::Definition)
            }
        }
    }
}

/// What a block implies about its part: it is a numbered rule, or a heading before one or before a question.
fn implied(blocks: &[Block], n: usize) -> Option<Implied> {
    let is_rule = |b: &Block| b.text.starts_with('(') && numbers::section_number(&b.text).is_some();
    if is_rule(&blocks[n]) {
        return Some(Implied::Rules);
    }
    if counts(&blocks[n]) || opens_chapter(&blocks[n..]) {
        return Some(Implied::Counted);
    }
    if !blocks[n].is_heading() {
        return None;
    }
    let next = blocks[n + 1..].iter().find(|b| !matches!(b.shape, Shape::Aside(_)))?;
    let asks = numbers::speaker(&next.text).is_some_and(|(who, _)| who == Speaker::Question);
    match (is_rule(next), asks && blocks[n].shape == Shape::Heading) {
        (true, _) => Some(Implied::Rules),
        (false, true) => Some(Implied::Questions),
        (false, false) => None,
    }
}

/// Whether a block is a rule with a bare number.
fn counts(block: &Block) -> bool {
    numbers::section_number(&block.text).is_some()
        && block.text.starts_with(|c: char| c.is_ascii_digit() || c == '*')
}

/// Whether the first of these blocks heads the chapters of such rules, or one of them.
fn opens_chapter(blocks: &[Block]) -> bool {
    let is_chapter = |b: &Block| {
        heads::chapter(&b.marked()).is_some() && (b.is_heading() || matches!(b.shape, Shape::Item(_)))
    };
    match blocks {
        [chapter, rule, ..] if is_chapter(chapter) => counts(rule),
        [heading, chapter, rule, ..] if heading.is_heading() => is_chapter(chapter) && counts(rule),
        [heading, rule, ..] if heading.is_heading() => counts(rule),
        _ => false,
    }
}

/// The maximum number of lines on a title page before version and date.
const MAX_TITLE_LINES: usize = 8;

/// The number of blocks on the title page: those before version and date, if they are just titles. One of
/// them may be worded like a part's ("Official Errata").
fn title_page(blocks: &[Block]) -> usize {
    let is_line = |b: &Block| {
        let stops = b.text.ends_with(['.', '?', ',', ';']);
        let marked = numbers::section_number(&b.text).is_some() || numbers::errata_line(&b.text).is_some();
        matches!(b.shape, Shape::Aside(_))
            || !stops
                && !marked
                && !matches!(b.shape, Shape::Item(_))
                && b.text.split_whitespace().count() <= 14
    };
    let dated = blocks.iter().take(MAX_TITLE_LINES).position(|b| stub::is_dated_line(&b.text));
    dated.filter(|n| blocks[..*n].iter().all(is_line)).unwrap_or(0)
}

/// A part's title without a leading letter, `A. Card Errata`.
pub(super) fn part_title(line: &str) -> Option<&str> {
    let rest = line.strip_prefix(|c: char| c.is_ascii_uppercase())?.strip_prefix(". ")?;
    is_section_title(rest).then_some(rest)
}

/// The kind announced by a numbered title ("4. DEFINITION OF TERMS"), which is a division of its part.
fn section_kind(title: &Block, game: Game) -> Option<Kind> {
    let bare = super::block::without_emphasis(&title.text);
    let bare = part_title(&bare).unwrap_or(&bare);
    let plain = bare.trim_end_matches(':');
    // Explicitly marked headings need not be in capitals.
    let marked = title.level > 0 && plain.chars().count() <= MAX_TITLE_LENGTH && !plain.ends_with(['.', '?']);
    if bare.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '(' | '§'))
        || !marked && !is_section_title(plain)
    {
        return None;
    }
    let rulings = words(bare).split(' ').any(|w| w == "rulings");
    match kind_of(bare)? {
        Kind::Ruling if game == Game::Lcg && of_rulings(&words(bare), title.level) => {
            Some(Kind::Clarification)
        }
        Kind::Ruling if game == Game::Lcg => None,
        Kind::Clarification if game == Game::Tcg && rulings => Some(Kind::Ruling),
        kind => Some(kind),
    }
}

/// Whether a title is that of a part with rulings; `Official rulings` may be the document's own on its first
/// level.
fn of_rulings(title: &str, level: usize) -> bool {
    ["rulings", "card rulings"].contains(&title) || level > 1 && title == "official rulings"
}

fn same_title(a: &str, b: &str) -> bool {
    let bare =
        |t: &str| words(&t.replace("(continued)", "").replace("(cont.)", "").replace("(CONTINUED)", ""));
    bare(a) == bare(b)
}

fn bare_title(title: &str) -> String {
    super::block::without_emphasis(title).trim_end_matches(':').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_of_parts_are_known_in_any_dress() {
        assert_eq!(part_title("B. Rules Clarifications"), Some("Rules Clarifications"));
        assert_eq!(part_title("A. Captain"), None);
        assert!(is_section_title("Rulings (May 2019)") && !is_section_title("Rulings, 4/21/97)"));
        assert_eq!(kind_of("CARD ERRATA"), Some(Kind::Errata));
        assert_eq!(kind_of("Frequently Asked Questions (continued)"), Some(Kind::Faq));
        assert_eq!(kind_of("4. DEFINITION OF TERMS"), Some(Kind::Definition));
        assert_eq!(kind_of("Questions"), Some(Kind::Faq));
        assert_eq!(kind_of("ADVANCED TIMING RULES"), Some(Kind::Timing));
        for title in [
            "INTERRUPT ABILITY TIMING",
            "DAMAGE TIMING AND RESOLUTION",
            "Star Wars TCG Errata and Rulings",
            "OFFICIAL RULES CLARIFICATION, FREQUENTLY ASKED QUESTIONS, AND ERRATA",
            "CORE RULEBOOK",
            "General Rulings",
        ] {
            assert_eq!(kind_of(title), None, "{title}");
        }
    }
}
