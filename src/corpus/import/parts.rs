//! Reads the parts of a document that number or name their rulings: errata, restricted list, numbered sections,
//! timing, and the trading card game's bullets.

use super::super::ruling::{CardRef, TitleBy};
use super::super::{Game, Kind};
use super::block::{Block, Shape, words};
use super::draft::{Draft, Id, Sink};
use super::sections::{self, Section};
use super::{names, numbers};

/// The entry that a part's opening words make: `lcg:errata`, `lcg:timing`.
fn intro(section: &Section, stem: &str, line: usize) -> Draft {
    let mut draft = Draft::new(Id::Fixed(stem.to_owned()), section.kind, section.title.clone(), line);
    draft.place = Some(names::title_case(&section.title));
    draft.section = vec![section.title.clone()];
    draft
}

fn line_of(section: &Section) -> usize {
    section.blocks.first().map_or(0, |b| b.line)
}

/// Errata: lines with a version tag and a card number, places in the rulebook, sections of plain words.
pub(super) fn errata(section: &Section, sink: &mut Sink) {
    let mut open = intro(section, "errata", line_of(section));
    let mut body: Vec<Block> = Vec::new();
    let mut set: Option<String> = None;
    for block in &section.blocks {
        let line = errata_head(block);
        // What directly follows a card's line is its text, however short.
        let text_due = block.shape == Shape::Caption && open.since.is_some() && body.len() <= 1;
        if block.is_heading() && !text_due && line.is_none() && !numbers::ends_with_page(&block.text) {
            close(
                sink,
                &mut open,
                &mut body,
                Draft::new(Id::Fixed(String::new()), Kind::Errata, "", block.line),
            );
            set = Some(bare(&block.text));
            open = under_heading(section, &bare(&block.text), block.line);
        } else if let Some(line) = line {
            let next = erratum(section, set.as_deref(), &line, block);
            close(sink, &mut open, &mut body, next);
            body.push(Block {
                shape: Shape::Paragraph,
                ..Block::paragraph(block.line, block.text[..line.length].trim())
            });
            let rest = block.text[line.length..].trim();
            if !rest.is_empty() {
                body.push(Block::paragraph(block.line, rest));
            }
        } else if numbers::ends_with_page(&block.text) {
            close(sink, &mut open, &mut body, rulebook_place(section, set.as_deref(), block));
        } else {
            body.push(block.clone());
        }
    }
    close(sink, &mut open, &mut body, Draft::new(Id::Fixed(String::new()), Kind::Errata, "", 0));
}

/// Hands the open entry over and opens the next.
fn close(sink: &mut Sink, open: &mut Draft, body: &mut Vec<Block>, next: Draft) {
    let done = std::mem::replace(open, next);
    sink.add(done, body);
    body.clear();
}

fn errata_head(block: &Block) -> Option<numbers::ErrataLine> {
    numbers::errata_line(&block.text).or_else(|| numbers::untagged_errata_line(&block.text))
}

/// The entry for words that stand under a heading of the errata, not under a card.
fn under_heading(section: &Section, heading: &str, line: usize) -> Draft {
    let mut draft = Draft::new(Id::Named("errata.", names::slug(heading, 3)), Kind::Errata, heading, line);
    draft.place = Some(names::title_case(heading));
    draft.section = vec![section.title.clone()];
    draft
}

fn erratum(section: &Section, set: Option<&str>, line: &numbers::ErrataLine, block: &Block) -> Draft {
    let number = &line.numbers[0];
    let mut draft =
        Draft::new(Id::Fixed(format!("errata.{number:0>4}")), Kind::Errata, line.name.clone(), block.line);
    draft.place = Some(format!("Card Errata, {} {number}", line.name));
    draft.section = std::iter::once(section.title.clone()).chain(set.map(str::to_owned)).collect();
    draft.since = line.since.clone();
    draft.cards =
        line.numbers.iter().map(|n| CardRef { name: line.name.clone(), number: Some(n.clone()) }).collect();
    if line.since.is_none() {
        draft.unsure("id", "an errata line without a version tag");
    }
    draft
}

/// A place in the rulebook, `(v1.0) Refresh Phase (p. 12)`.
fn rulebook_place(section: &Section, set: Option<&str>, block: &Block) -> Draft {
    let (since, at) = numbers::version_tag(&block.text).map_or((None, 0), |(v, at)| (Some(v), at));
    let title = bare(&block.text[at..]);
    let name = title.split('(').next().unwrap_or(&title).trim();
    let mut draft =
        Draft::new(Id::Named("errata.", names::slug(name, 3)), Kind::Errata, title.clone(), block.line);
    let book = set.map_or_else(|| "Rulebook".to_owned(), names::title_case);
    draft.place = Some(format!("{book} errata, \"{title}\""));
    draft.section = std::iter::once(section.title.clone()).chain(set.map(str::to_owned)).collect();
    draft.since = since;
    draft
}

/// The restricted list: its rule with the whole list, and an entry for each objective set.
pub(super) fn restricted(section: &Section, sink: &mut Sink) {
    let mut whole = intro(section, "restricted", line_of(section));
    let mut items: Vec<Draft> = Vec::new();
    let (mut side, mut group, mut set): (Option<String>, Option<String>, Option<String>) = (None, None, None);
    let mut body = Vec::new();
    for block in &section.blocks {
        let text = bare(&block.text);
        body.push(block.clone());
        let (label, list) = labelled_list(&text);
        if let Some(label) = label {
            group = Some(label.to_owned());
        }
        let Some(sets) = numbers::listed_sets(list) else {
            let heading = words(&text);
            if heading.split(' ').count() > 6 || text.ends_with('.') {
                continue;
            }
            if heading.contains("light side") || heading.contains("dark side") {
                (side, group, set) = (Some(text), None, None);
            } else if heading.starts_with("group") || heading.starts_with("pod") {
                (group, set) = (Some(text.trim_end_matches(':').to_owned()), None);
            } else if block.is_heading() {
                set = Some(text);
            }
            continue;
        };
        let above: Vec<String> = [Some(section.title.clone()), side.clone(), group.clone(), set.clone()]
            .into_iter()
            .flatten()
            .collect();
        let single = sets.len() == 1 && label.is_none();
        for (name, number) in sets {
            if whole.cards.iter().all(|c| c.name != name) {
                whole.cards.push(CardRef { name: name.clone(), number: None });
            }
            list_item(&mut items, block, single, &name, &number, &above);
        }
    }
    sink.add(whole, &body);
    sink.drafts.extend(items);
}

/// A line `Group 1: A (1), B (2)` as its label and its list.
fn labelled_list(text: &str) -> (Option<&str>, &str) {
    match text.split_once(':') {
        Some((label, list)) if words(label).starts_with("group") && !list.trim().is_empty() => {
            (Some(label.trim()), list.trim())
        }
        _ => (None, text),
    }
}

fn list_item(
    items: &mut Vec<Draft>,
    block: &Block,
    single: bool,
    name: &str,
    number: &str,
    above: &[String],
) {
    let id = Id::Fixed(format!("restricted.{number}"));
    if let Some(first) = items.iter_mut().find(|d| d.id == id) {
        first.unsure("section", format!("it is listed again under {}", above.join(", ")));
        return;
    }
    let title = format!("{name} ({number})");
    let mut draft = Draft::new(id, Kind::Restricted, title.clone(), block.line);
    draft.place = Some(format!("Restricted List, {title}"));
    draft.section = above.to_vec();
    draft.is_part = true;
    draft.cards = vec![CardRef { name: name.to_owned(), number: None }];
    draft.text = if single { block.marked() } else { format!("- {title}") };
    items.push(draft);
}

/// Numbered sections, `(2.17) Unique Cards`: clarifications and definitions.
pub(super) fn numbered(section: &Section, sink: &mut Sink) {
    let stem = if section.kind == Kind::Definition { "definitions" } else { "clarifications" };
    let mut open = intro(section, stem, line_of(section));
    open.unsure("id", "words in front of the first numbered section");
    let mut body: Vec<Block> = Vec::new();
    let mut division: Option<String> = None;
    let mut kind = section.kind;
    for (n, block) in section.blocks.iter().enumerate() {
        let number = section_start(block, open.number.as_deref());
        let leads = section.blocks.get(n + 1).is_some_and(|next| section_start(next, None).is_some());
        if let Some((number, rest)) = number {
            let (title, words, unsure) = title_and_words(rest, block);
            let mut next = Draft::new(Id::Fixed(number.clone()), kind, title, block.line);
            next.number = Some(number);
            next.section = std::iter::once(section.title.clone()).chain(division.clone()).collect();
            if unsure {
                next.unsure("title", "title and text stand in one line; where the title ends is guessed");
            }
            close(sink, &mut open, &mut body, next);
            body.extend(words.map(|w| Block::paragraph(block.line, w)));
        } else if block.shape == Shape::Heading || (leads && is_division(block)) {
            let heading = bare(&block.marked());
            kind = sections::kind_of(&heading).filter(|k| *k == Kind::Definition).unwrap_or(section.kind);
            let mut next =
                Draft::new(Id::Named("rules.", names::slug(&heading, 3)), kind, heading.clone(), block.line);
            next.place = Some(names::title_case(&heading));
            next.section = vec![section.title.clone()];
            next.unsure("id", "words under a heading, in front of a numbered section");
            close(sink, &mut open, &mut body, next);
            division = Some(heading);
        } else {
            body.push(Block { shape: as_text(&block.shape), ..block.clone() });
        }
    }
    close(sink, &mut open, &mut body, Draft::new(Id::Fixed(String::new()), kind, "", 0));
}

/// Whether a list item or caption names a division, `2. Game Play`.
fn is_division(block: &Block) -> bool {
    let marked =
        matches!(&block.shape, Shape::Item(mark) if mark.ends_with('.')) || block.shape == Shape::Caption;
    marked && super::block::in_title_case(&bare(&block.text))
}

fn as_text(shape: &Shape) -> Shape {
    if *shape == Shape::Caption { Shape::Paragraph } else { shape.clone() }
}

/// The number that begins a block and a section, not one that running text cites at the start of a line.
fn section_start<'b>(block: &'b Block, before: Option<&str>) -> Option<(String, &'b str)> {
    let (number, rest) = numbers::section_number(&block.text)?;
    let titled = rest
        .starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || matches!(c, '“' | '"' | '‘' | '\''));
    let bare_number = !block.text.trim_start_matches(['*', '_']).starts_with(['(', '[']);
    // A bare `2.17` may be any number: it must go on from the section before.
    let follows = !bare_number
        || before.is_some_and(|b| order(b) < order(&number) && order(&number).0 - order(b).0 <= 1);
    (titled && follows).then_some((number, rest))
}

fn order(number: &str) -> (u32, u32) {
    let (major, minor) = number.split_once('.').unwrap_or((number, "0"));
    (major.parse().unwrap_or(0), minor.parse().unwrap_or(0))
}

/// Divides what stands behind a section number into its title and the text that follows on the same line.
fn title_and_words(rest: &str, block: &Block) -> (String, Option<String>, bool) {
    let rest = rest.trim();
    let title = |t: &str| bare(t).trim_end_matches([':', '.']).to_owned();
    if block.is_heading()
        || super::block::in_title_case(&bare(rest))
        || !super::block::ends_sentence(rest) && rest.len() <= 60
    {
        return (title(rest), None, false);
    }
    if let Some((head, words)) = rest.split_once("**").filter(|(h, _)| !h.is_empty() && h.len() <= 80) {
        return (title(head), Some(words.trim().to_owned()), false);
    }
    for mark in [": ", ". ", " – ", " — ", " - "] {
        if let Some((head, words)) =
            rest.split_once(mark).filter(|(h, _)| super::block::in_title_case(&bare(h)))
        {
            return (title(head), Some(words.trim().to_owned()), true);
        }
    }
    let (head, words) = first_title_words(rest);
    (title(head), Some(words.trim().to_owned()).filter(|w| !w.is_empty()), true)
}

/// The leading words in Title Case, without the last one, which begins the text's first sentence.
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

/// The timing rules: a section for each heading, an entry for each numbered step of it.
pub(super) fn timing(section: &Section, sink: &mut Sink) {
    let mut open = intro(section, "timing", line_of(section));
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
        let title = bare(&block.text);
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

/// Hands over a timing section and its steps.
fn finish_timing(
    sink: &mut Sink,
    open: &mut Draft,
    body: &mut Vec<Block>,
    heading: Option<&str>,
    next: Draft,
) {
    let steps: Vec<Block> =
        body.iter().filter(|b| matches!(&b.shape, Shape::Item(m) if m != "-")).cloned().collect();
    let (place, section) = (open.place.clone(), open.section.clone());
    close(sink, open, body, next);
    if let Some(heading) = heading.filter(|_| steps.len() >= 2) {
        let group = sink.group("timing.", heading, Kind::Timing);
        for (n, step) in steps.iter().enumerate() {
            let mut draft =
                Draft::new(Id::Item(group, n + 1), Kind::Timing, step_title(&step.text), step.line);
            draft.place = place.as_ref().map(|p| format!("{p}, step {}", n + 1));
            draft.section = section.clone();
            draft.is_part = true;
            draft.text = step.marked();
            sink.add(draft, &[]);
        }
    }
}

/// What a step is called: its words up to a colon, a parenthesis, or a condition.
fn step_title(text: &str) -> String {
    let plain = bare(text);
    let cut = [": ", " (", ", if ", ". "].iter().filter_map(|m| plain.find(m)).min().unwrap_or(plain.len());
    let title = plain[..cut].trim_end_matches('.');
    if title.split_whitespace().count() <= 12 { title.to_owned() } else { names::first_words(title, 7) }
}

/// The trading card game's rulings: sections of bullets or of paragraphs, and its errata.
pub(super) fn bulleted(section: &Section, sink: &mut Sink) {
    let mut path = vec![section.title.clone()];
    let mut title: Option<Block> = None;
    let mut body: Vec<Block> = Vec::new();
    for block in &section.blocks {
        if block.is_heading() {
            finish_bulleted(section, sink, &path, title.take(), &mut body);
            let heading = bare(&block.text);
            let nested = path
                .get(1)
                .is_some_and(|p| words(&heading) != words(p) && words(&heading).contains(&words(p)));
            path.truncate(if nested { 2 } else { 1 });
            path.push(heading);
            title = Some(block.clone());
        } else {
            body.push(block.clone());
        }
    }
    finish_bulleted(section, sink, &path, title, &mut body);
}

fn finish_bulleted(
    section: &Section,
    sink: &mut Sink,
    path: &[String],
    title: Option<Block>,
    body: &mut Vec<Block>,
) {
    let body = std::mem::take(body);
    let heading = title.as_ref().map_or(section.title.clone(), |t| bare(&t.text));
    let line = title.as_ref().map_or_else(|| line_of(section), |t| t.line);
    let (intro, items, word) = intro_and_items(&body);
    if body.is_empty() {
        return sink.add(Draft::new(Id::Fixed(String::new()), section.kind, heading, line), &[]);
    }
    let id = match (&title, section.kind) {
        (None, kind) => Id::Fixed(if kind == Kind::Errata { "errata" } else { "rulings" }.to_owned()),
        (Some(_), Kind::Errata) => Id::Named("errata.", names::slug(&heading, 3)),
        (Some(_), _) => Id::Named("", names::slug(&short_heading(&heading), 2)),
    };
    if !intro.is_empty() {
        let mut draft = Draft::new(id, section.kind, heading.clone(), line);
        draft.place = Some(heading.clone());
        draft.section = path.to_vec();
        sink.add(draft, intro);
    }
    let group = sink.group("", &heading, section.kind);
    for (n, item) in items.iter().enumerate() {
        let mut draft = Draft::new(Id::Item(group, n + 1), section.kind, "", item.line);
        draft.place = Some(format!("{heading}, {word} {}", n + 1));
        draft.section = path.to_vec();
        draft.title_by = TitleBy::Editor;
        draft.text = item.text.clone();
        sink.add(draft, &[]);
    }
}

/// The words in front of a section's items, its items, and what citations call one.
fn intro_and_items(body: &[Block]) -> (&[Block], Vec<Block>, &'static str) {
    let first = body.iter().position(|b| matches!(b.shape, Shape::Item(_)));
    if let Some(first) = first {
        let mut items: Vec<Block> = Vec::new();
        for block in &body[first..] {
            match (&block.shape, items.last_mut()) {
                (Shape::Item(_), _) | (_, None) => items.push(block.clone()),
                (_, Some(item)) => item.text = format!("{}\n\n{}", item.text, block.text),
            }
        }
        return (&body[..first], items, "bullet");
    }
    if body.len() >= 3 && body[0].text.ends_with(':') {
        return (&body[..1], body[1..].to_vec(), "paragraph");
    }
    (body, Vec::new(), "paragraph")
}

/// A heading without the words every heading of its page has.
fn short_heading(heading: &str) -> String {
    let usual =
        ["abilities", "ability", "rulings", "rules", "clarified", "units", "unit", "unique", "battle"];
    let telling: Vec<String> =
        words(heading).split(' ').filter(|w| !usual.contains(w)).map(str::to_owned).collect();
    if telling.is_empty() { heading.to_owned() } else { telling.join(" ") }
}

fn bare(text: &str) -> String {
    super::block::without_emphasis(text)
}

/// Reads one part of a document.
pub(super) fn read(section: &Section, sink: &mut Sink) {
    match (sink.game, section.kind) {
        (_, Kind::Faq) => super::questions::read(section, sink),
        (_, Kind::Ruling) | (Game::Tcg, Kind::Errata) => bulleted(section, sink),
        (_, Kind::Errata) => errata(section, sink),
        (_, Kind::Restricted) => restricted(section, sink),
        (_, Kind::Timing) => timing(section, sink),
        (_, Kind::Clarification | Kind::Definition) => numbered(section, sink),
    }
}
