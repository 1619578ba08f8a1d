//! Reads errata and the restricted list: lines that name a card or objective set, and what is said about it.

use super::block::{Block, Shape, join, without_emphasis, words};
use super::draft::{Draft, Id, Sink, close, intro};
use super::errata_tables::{self, Columns};
use super::leftover::WhyLeft;
use super::sections::Section;
use super::{bold_items, list_heads, listed, names, numbers, page_places, reassemble, terms};
use crate::corpus::ruling::{CardRef, TitleBy};
use crate::corpus::{Game, Kind};

/// Reads errata: lines with version tag and card number, places in the rulebook, and sections of plain text.
pub(super) fn errata(section: &Section, sink: &mut Sink<'_>) {
    let gathered = reassemble::gather(section, sink);
    let section = gathered.as_ref().unwrap_or(section);
    let mut open = intro(section, "errata", section.line());
    let mut body: Vec<Block> = Vec::new();
    let mut set: Option<String> = None;
    let several = listed::counts_in_numbers(section);
    let section = &Section { blocks: terms::apart_by_name(&section.blocks), ..section.clone() };
    let by_name = terms::names_stand_in_front(&section.blocks);
    let tags = Tags::of(section);
    let paged = section.blocks.iter().filter(|b| page_places::begins_with_page(&b.text)).count()
        >= page_places::MIN_PLACES;
    let mut table: Option<Columns> = None;
    let is_foreign = is_of_foreign_cards(section, sink);
    let mut group = Group::default();
    for block in &section.blocks {
        let cells = errata_tables::row(&block.text).filter(|_| !block.is_heading());
        if let Some(heads) = cells.as_ref().and_then(|cells| Columns::of(cells)) {
            table = Some(heads);
            sink.leave(block, WhyLeft::TableHeads);
            continue;
        }
        let row =
            table.as_ref().zip(cells).and_then(|(heads, cells)| of_row(heads, &cells, block.line, sink.game));
        let block = row.as_ref().map_or(block, |row| &row.block);
        let line = match &row {
            Some(row) => row.line.clone(),
            // `Page 114 – Towing` is no card.
            None if list_heads::is_one(block) => None,
            None => errata_head(block).or_else(|| listed_head(block, several, sink)),
        };
        let named = || terms::named(block).filter(|_| by_name && line.is_none() && row.is_none());
        let named = row.as_ref().filter(|row| row.line.is_none()).map(|row| row.named.clone()).or_else(named);
        if let Some((name, words)) = named {
            let mut next = under_heading(section, &name, block.line);
            next.section.extend(set.clone());
            close_erratum(sink, &mut open, &mut body, next);
            body.extend(said(block, &words));
            continue;
        }
        // Whatever directly follows a card's line is its text, however short.
        let text_due = block.shape == Shape::Caption && open.since.is_some() && body.len() <= 1;
        if block.is_heading() && !text_due && line.is_none() && !numbers::ends_with_page(&block.text) {
            group.below(&open, body.is_empty(), section, block);
            let nothing = Draft::new(Id::Fixed(String::new()), Kind::Errata, "", block.line);
            close_erratum(sink, &mut open, &mut body, nothing);
            if numbers::version_tag(&block.text).is_none() {
                set = Some(without_emphasis(&block.text));
            }
            open = under_heading(section, &without_emphasis(&block.text), block.line);
            open.section.extend(set.clone().filter(|_| open.since.is_some()).or_else(|| group.title.clone()));
        } else if let Some(line) = line.map(|line| with_emphasis(line, &block.text)) {
            let around = Around { section, set: set.as_deref(), tags, is_foreign };
            let next = erratum(&around, line.clone(), block, sink);
            close_erratum(sink, &mut open, &mut body, next);
            let (head, rest) = (block.text[..line.length].trim(), block.text[line.length..].trim());
            body.push(Block::paragraph(block.line, head));
            body.extend(said(&Block::paragraph(block.line, ""), rest));
        } else if paged && page_places::begins_with_page(&block.text) {
            close(sink, &mut open, &mut body, of_page(section, set.as_deref(), block));
            body.push(Block { shape: Shape::Paragraph, ..block.clone() });
        } else if numbers::ends_with_page(&block.text) {
            close(sink, &mut open, &mut body, rulebook_place(section, set.as_deref(), block));
        } else {
            body.push(block.clone());
        }
    }
    close_erratum(sink, &mut open, &mut body, Draft::new(Id::Fixed(String::new()), Kind::Errata, "", 0));
}

/// The heading of several cards' headings: nothing but those stands below it.
#[derive(Default)]
struct Group {
    title: Option<String>,
    level: usize,
    /// The level of the last heading.
    last: usize,
    /// The last heading with a level, and that.
    marked: Option<(String, usize)>,
}

impl Group {
    /// What a heading is below, if the open entry has been headed and has no words.
    fn below(&mut self, open: &Draft, is_bare: bool, section: &Section, block: &Block) {
        // A head in a list is below the heading above the list, whatever stands between.
        if list_heads::is_one(block) || bold_items::is_one(block) {
            if let Some((title, level)) = self.marked.clone() {
                (self.title, self.level) = (Some(title), level);
            }
            return;
        }
        if block.level > 0 {
            self.marked = Some((without_emphasis(&block.text), block.level));
        }
        let is_outer = block.level > 0 && block.level <= self.level;
        let headed = !open.title.is_empty() && open.title != section.title && open.since.is_none();
        if is_bare && headed && (block.level == 0 || self.last < block.level) {
            (self.title, self.level) = (Some(open.title.clone()), self.last);
        } else if is_outer {
            self.title = None;
        }
        self.last = block.level;
    }
}

/// A row of a table of errata.
struct Row {
    /// Its text on one line, as printed.
    block: Block,
    /// The head for its card, if it has a number.
    line: Option<numbers::ErrataLine>,
    /// The part that names the card, and what is said about it.
    named: (String, String),
}

/// The paragraphs of what is said of a card, one for each line.
fn said<'w>(block: &Block, words: &'w str) -> impl Iterator<Item = Block> + use<'w> {
    let of = Block { shape: Shape::Paragraph, text: String::new(), ..block.clone() };
    words
        .lines()
        .filter(|line| !line.is_empty())
        .map(move |line| Block { text: line.to_owned(), ..of.clone() })
}

/// Fewer rows with a number may each be of a card that was misspelt.
const MIN_FOREIGN_ROWS: usize = 3;

/// Whether none of the cards that a part's table of errata numbers is known by its name.
fn is_of_foreign_cards(section: &Section, sink: &Sink<'_>) -> bool {
    let rows = || section.blocks.iter().filter_map(|b| errata_tables::row(&b.text));
    let numbered = rows().any(|cells| Columns::of(&cells).is_some_and(|heads| heads.number.is_some()));
    let is_known =
        |cells: Vec<&str>| cells.iter().any(|cell| sink.known.has_card(sink.game, &without_emphasis(cell)));
    numbered && rows().count() > MIN_FOREIGN_ROWS && !rows().any(is_known)
}

/// Parses a row of a table of errata with known columns.
fn of_row(heads: &Columns, cells: &[&str], line: usize, game: Game) -> Option<Row> {
    let (head, words) = heads.parted(cells)?;
    let name = heads.named(cells);
    let digits = heads.number.map(|n| cells[n].trim_start_matches('#'));
    let number = digits.filter(|d| (1..=4).contains(&d.len()) && d.bytes().all(|b| b.is_ascii_digit()));
    let of_game = number.filter(|_| game == Game::Lcg);
    let errata_line = of_game.map(|number| numbers::ErrataLine {
        since: None,
        name: name.clone(),
        numbers: vec![format!("{number:0>4}")],
        length: head.len(),
    });
    let named = (if errata_line.is_some() { head.clone() } else { name }, words.clone());
    Some(Row { block: Block::paragraph(line, format!("{head} {words}")), line: errata_line, named })
}

/// Whether the errata of a part are consecutive paragraphs that each start with a card.
pub(super) fn stand_by_card(section: &Section) -> bool {
    let numbered = section.blocks.iter().filter(|b| listed::number_of_set(&b.text).is_some()).count();
    let heads = |b: &Block| errata_tables::row(&b.text).is_some_and(|cells| Columns::of(&cells).is_some());
    numbered > 1 || terms::names_stand_in_front(&section.blocks) || section.blocks.iter().any(heads)
}

/// Adds the entry, unless it is an erratum that the document prints twice in the same words, under two sets.
fn close_erratum(sink: &mut Sink<'_>, open: &mut Draft, body: &mut Vec<Block>, next: Draft) {
    let is_again =
        |d: &Draft| d.id == open.id && d.title == open.title && words(&d.text) == words(&join(body));
    if open.since.is_some() && sink.drafts.iter().any(is_again) {
        *open = next;
        body.clear();
    } else {
        close(sink, open, body, next);
    }
}

/// A second card that the erratum is for: `and Old Ferry 0018` after the first.
fn beside(rest: &str) -> Option<numbers::ErrataLine> {
    let rest = rest.trim_start();
    let second = rest.strip_prefix("and ").or(rest.strip_prefix("& "))?;
    // Any version tag will do: only the name and number are of interest.
    let line = numbers::errata_line(&format!("(v1.0) {second}"))?;
    crate::import::block::in_title_case(&line.name).then_some(line)
}

/// Extends the head by the closing emphasis mark directly after it.
fn with_emphasis(line: numbers::ErrataLine, text: &str) -> numbers::ErrataLine {
    let is_open = text[..line.length].matches("**").count() % 2 == 1;
    let closes = text[line.length..].trim_start().starts_with("**");
    let length =
        if is_open && closes { text.len() - text[line.length..].trim_start().len() + 2 } else { line.length };
    numbers::ErrataLine { length, ..line }
}

fn errata_head(block: &Block) -> Option<numbers::ErrataLine> {
    let head = if block.is_heading() { listed::number_alone(&block.text) } else { None };
    head.or_else(|| numbers::errata_line(&block.text))
        .or_else(|| numbers::untagged_errata_line(&block.text))
        .or_else(|| listed::number_of_set(&block.text))
}

/// The head of a card in an untagged list: before its text if several items look like this, or of a known
/// card.
fn listed_head(block: &Block, several: bool, sink: &Sink<'_>) -> Option<numbers::ErrataLine> {
    let head = listed::head(&block.text)?;
    let listed::Mark::Number(number) = head.mark else { return None };
    let known = sink.known.is_named(sink.game, &number, &head.name) == Some(true)
        || !sink.known.numbers_of(sink.game, &head.name).is_empty();
    let tagged = head.since.is_some() && head.of_set;
    (known || tagged || several && head.is_plain && !head.text.is_empty()).then(|| numbers::ErrataLine {
        since: head.since,
        name: head.name,
        numbers: vec![number],
        length: block.text.len() - head.text.len(),
    })
}

/// The entry for text below a heading rather than a card.
fn under_heading(section: &Section, heading: &str, line: usize) -> Draft {
    let (since, at) = numbers::version_tag(heading).map_or((None, 0), |(since, at)| (Some(since), at));
    let heading = heading[at..].trim();
    let mut draft = Draft::new(Id::Named("errata.", names::slug(heading, 3)), Kind::Errata, heading, line);
    draft.place = Some(names::title_case(heading));
    draft.section = vec![section.title.clone()];
    draft.since = since;
    draft
}

/// The place in front of a correction has no more words.
const MAX_PLACE_WORDS: usize = 10;

/// The entry for a paragraph that begins with the page it corrects.
fn of_page(section: &Section, set: Option<&str>, block: &Block) -> Draft {
    let text = without_emphasis(&block.text);
    let place = text.split_once(": ").map(|(place, _)| place);
    let place = place.filter(|place| place.split(' ').count() <= MAX_PLACE_WORDS);
    let first = place.map_or_else(|| names::first_words(&text, 7), str::to_owned);
    let mut draft = Draft::new(Id::Named("errata.", names::slug(&first, 5)), Kind::Errata, first, block.line);
    draft.title_by = if place.is_some() { TitleBy::Document } else { TitleBy::Editor };
    draft.section = std::iter::once(section.title.clone()).chain(set.map(str::to_owned)).collect();
    draft
}

/// What an erratum is read with besides its own line.
struct Around<'a> {
    section: &'a Section,
    /// The heading of the set it is under.
    set: Option<&'a str>,
    tags: Tags,
    /// Whether the numbers are those of another game's cards.
    is_foreign: bool,
}

/// The entry for a card; its head is at the start of `block`.
fn erratum(around: &Around<'_>, mut line: numbers::ErrataLine, block: &Block, sink: &Sink<'_>) -> Draft {
    let doubt = resolve_number(&mut line, sink);
    let number = &line.numbers[0];
    // An id must not use a zero-padded number that belongs to another card. TCG cards are numbered per set.
    let of_game = sink.game == Game::Lcg && !around.is_foreign;
    let printed = doubt.as_ref().is_none_or(|d| d.numbers_it) || block.text.contains(number.as_str());
    let own = printed && !around.is_foreign;
    let id = if own && of_game {
        Id::Fixed(format!("errata.{number:0>4}"))
    } else {
        Id::Named("errata.", names::slug(&line.name, 4))
    };
    let mut draft = Draft::new(id, Kind::Errata, line.name.clone(), block.line);
    let numbered = if own { format!(" {number}") } else { String::new() };
    draft.place = Some(format!("Card Errata, {}{numbered}", line.name));
    let set = around.set.map(str::to_owned);
    draft.section = std::iter::once(around.section.title.clone()).chain(set).collect();
    draft.since = line.since.clone();
    let has_number = of_game && doubt.as_ref().is_none_or(|d| d.numbers_it);
    let card = |n: &String| CardRef { name: line.name.clone(), number: has_number.then(|| n.clone()) };
    draft.cards = line.numbers.iter().take(if has_number { usize::MAX } else { 1 }).map(card).collect();
    if let Some(beside) = beside(&block.text[line.length..]) {
        add_beside(&mut draft, beside, sink);
    }
    let is_known = sink.known.is_named(sink.game, number, &line.name) == Some(true);
    let tags = around.tags;
    if line.since.is_none() && !(is_known && tags != Tags::Some || tags == Tags::None) {
        draft.unsure("id", "an errata line without a version tag");
    }
    if around.set.is_some_and(|set| words(set).contains("rulebook")) {
        draft.unsure("section", "a card does not stand in a rulebook; which set is it of?");
    }
    let of_set = doubt.as_ref().is_some_and(|d| d.is_named) || !is_of_foreign_set(&block.text, sink);
    let is_ours = of_set && !around.is_foreign;
    doubt.filter(|_| is_ours).into_iter().for_each(|doubt| draft.unsure("cards", doubt.why));
    note_other_numbers(&mut draft, &line, sink);
    draft
}

/// Flags those of the further numbers behind a card that are another's.
fn note_other_numbers(draft: &mut Draft, line: &numbers::ErrataLine, sink: &Sink<'_>) {
    for number in line.numbers.iter().skip(1) {
        if sink.known.is_named(sink.game, number, &line.name) == Some(false) {
            let other = sink.known.name_of(sink.game, number).unwrap_or_default();
            draft.unsure("cards", format!("the number {number}, printed beside it too, is that of {other}"));
        }
    }
}

/// Adds a second card that an erratum is for, unless its number is another card's.
fn add_beside(draft: &mut Draft, beside: numbers::ErrataLine, sink: &Sink<'_>) {
    let number = beside.numbers[0].clone();
    if sink.known.is_named(sink.game, &number, &beside.name) == Some(false) {
        draft.unsure("cards", format!("{number}, printed beside {}, is another card's", beside.name));
    } else {
        draft.cards.push(CardRef { name: beside.name, number: Some(number) });
    }
}

/// How many of a part's card lines have version tags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tags {
    Some,
    /// None, out of several lines.
    None,
    /// Too few lines to decide.
    Unknown,
}

impl Tags {
    fn of(section: &Section) -> Self {
        if section.blocks.iter().any(|b| numbers::version_tag(&b.text).is_some()) {
            return Self::Some;
        }
        let heads = section.blocks.iter().filter(|b| errata_head(b).is_some()).count();
        let heads = heads + errata_tables::rows_of_errata(&section.blocks);
        if heads > 1 { Self::None } else { Self::Unknown }
    }
}

/// What is doubtful about the number beside a card's name.
struct Doubt {
    why: String,
    /// Whether the card facts supply the card's actual number.
    numbers_it: bool,
    /// Whether the card facts have any card of its name.
    is_named: bool,
}

/// Whether the number behind the card of an erratum counts the cards of a set that is no set of this game,
/// nor one of its sets misspelt, `Old Ferry (Harbour 63)`: as cards of other games are numbered.
fn is_of_foreign_set(text: &str, sink: &Sink<'_>) -> bool {
    let inside = text.split_once('(').map_or(text, |(before, behind)| {
        // The version stands in brackets, too.
        if before.trim().is_empty() {
            behind.split_once(" (").map_or("", |(_, inside)| inside)
        } else {
            behind
        }
    });
    let set = inside.split_once(')').and_then(|(inside, _)| inside.rsplit_once(' '));
    let is_short = |number: &str| number.len() < 4 && number.bytes().all(|b| b.is_ascii_digit());
    set.is_some_and(|(set, number)| is_short(number) && !sink.known.is_nearly_of_sets(sink.game, set))
}

/// Resolves a conflict between a printed number and a name: the card facts decide by name, and if that is
/// ambiguous, the card gets no number.
fn resolve_number(line: &mut numbers::ErrataLine, sink: &Sink<'_>) -> Option<Doubt> {
    let number = format!("{:0>4}", line.numbers[0]);
    if sink.known.is_named(sink.game, &number, &line.name) != Some(false) {
        return None;
    }
    let other = sink.known.name_of(sink.game, &number).unwrap_or_default().to_owned();
    let own: Vec<String> =
        sink.known.numbers_of(sink.game, &line.name).into_iter().map(str::to_owned).collect();
    let why = format!("the number printed beside it, {number}, is that of {other}");
    let (why, numbers_it) = match own.as_slice() {
        [] => (format!("{why}; no card is known by the name {}", line.name), false),
        [only] => {
            line.numbers = vec![only.clone()];
            (format!("{why}; by the card facts it is {only}. Is the text its own?"), true)
        }
        several => (format!("{why}; cards of its name are {}", several.join(", ")), false),
    };
    Some(Doubt { why, numbers_it, is_named: !own.is_empty() })
}

/// The entry for a place in the rulebook, `(v1.0) Refresh Phase (p. 12)`.
fn rulebook_place(section: &Section, set: Option<&str>, block: &Block) -> Draft {
    let (since, at) = numbers::version_tag(&block.text).map_or((None, 0), |(v, at)| (Some(v), at));
    let title = without_emphasis(&block.text[at..]);
    let name = title.split('(').next().unwrap_or(&title).trim();
    let mut draft =
        Draft::new(Id::Named("errata.", names::slug(name, 3)), Kind::Errata, title.clone(), block.line);
    let book = set.map_or_else(|| "Rulebook".to_owned(), names::title_case);
    draft.place = Some(format!("{book} errata, \"{title}\""));
    draft.section = std::iter::once(section.title.clone()).chain(set.map(str::to_owned)).collect();
    draft.since = since;
    draft
}

/// Reads the restricted list: its rule, with the whole list, and one entry per objective set.
pub(super) fn restricted(section: &Section, sink: &mut Sink<'_>) {
    let mut whole = intro(section, "restricted", section.line());
    let mut items: Vec<Draft> = Vec::new();
    let mut above = Above::default();
    let mut body = Vec::new();
    let mut coded: Vec<String> = Vec::new();
    for block in &section.blocks {
        let text = without_emphasis(&block.text);
        body.push(block.clone());
        if numbers::is_coded(&text) {
            coded.push(text);
            continue;
        }
        let (label, list) = labelled_list(&text);
        if let Some(label) = label {
            above.group = Some(label.to_owned());
        }
        let Some(sets) = numbers::listed_sets(list) else {
            above.read(block, text);
            continue;
        };
        let single = sets.len() == 1 && label.is_none();
        for (name, number) in sets {
            if whole.cards.iter().all(|c| c.name != name) {
                whole.cards.push(CardRef { name: name.clone(), number: None });
            }
            let mut item = list_item(&name, &number, block.line, above.headings(&section.title));
            if single {
                item.text = block.marked();
            }
            items.push(item);
        }
    }
    no_sets(&coded).into_iter().for_each(|why| whole.unsure("cards", why));
    sink.add(whole, &body);
    sink.drafts.extend(items);
}

/// What is said of the cards of a restricted list that are no objective sets.
fn no_sets(cards: &[String]) -> Option<String> {
    let (first, more) = (cards.first()?, cards.len() - 1);
    Some(format!(
        "`{}` is no objective set{}; whoever asks for the card does not find it here",
        names::shortened(first),
        if more > 0 { format!(", nor {more} more of the list") } else { String::new() }
    ))
}

/// The headings above an objective set of the restricted list.
#[derive(Default)]
struct Above {
    side: Option<String>,
    group: Option<String>,
    set: Option<String>,
}

impl Above {
    /// Takes note of a block that lists nothing, if it is a heading.
    fn read(&mut self, block: &Block, text: String) {
        let heading = words(&text);
        if heading.split(' ').count() > 6 || text.ends_with('.') {
            return;
        }
        if heading.contains("light side") || heading.contains("dark side") {
            *self = Self { side: Some(text), ..Self::default() };
        } else if heading.starts_with("pod") || heading.split(' ').any(|w| w == "group") {
            (self.group, self.set) = (Some(text.trim_end_matches(':').to_owned()), None);
        } else if block.is_heading() {
            self.set = Some(text);
        }
    }

    fn headings(&self, title: &str) -> Vec<String> {
        let below = [&self.side, &self.group, &self.set].into_iter().flatten().cloned();
        std::iter::once(title.to_owned()).chain(below).collect()
    }
}

/// Splits `Group 1: A (1), B (2)` into label and list.
fn labelled_list(text: &str) -> (Option<&str>, &str) {
    match text.split_once(':') {
        Some((label, list)) if words(label).starts_with("group") && !list.trim().is_empty() => {
            (Some(label.trim()), list.trim())
        }
        _ => (None, text),
    }
}

/// The entry for an objective set of the restricted list.
fn list_item(name: &str, number: &str, line: usize, above: Vec<String>) -> Draft {
    // The list prints 097 for objective set 97.
    let id = Id::Fixed(format!("restricted.{}", number.trim_start_matches('0')));
    let title = format!("{name} ({number})");
    let mut draft = Draft::new(id, Kind::Restricted, title.clone(), line);
    draft.place = Some(format!("Restricted List, {title}"));
    draft.section = above;
    draft.is_part = true;
    draft.cards = vec![CardRef { name: name.to_owned(), number: None }];
    draft.text = format!("- {title}");
    draft
}
