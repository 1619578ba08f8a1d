//! Detects entries that probably contain several rulings: a second card with its number, a second correction,
//! several similar headings, consecutively numbered rules, table rows, a title that is the start of a
//! sentence. Whatever cannot be cut with certainty is flagged here.

use super::block::Block;
use std::collections::BTreeSet;

use super::draft::Draft;
use super::implausible::Form;
use super::imported::{Imported, ImportedEntry};
use super::listed::{self, Mark};
use super::matching::Matcher;
use super::{block, dates, lettered, names, numbers, outline, terms};
use crate::corpus::Kind;
use crate::corpus::emit::Note;
use crate::corpus::ruling::TitleBy;

/// The minimum number of cell separators that is not a coincidence.
const MIN_SEPARATORS: usize = 4;

/// The reasons to believe that an entry contains several rulings.
pub(super) fn reasons(draft: &Draft, paragraphs: &[String], form: &Form) -> Vec<String> {
    if draft.kind == Kind::Restricted {
        return Vec::new();
    }
    let found = [
        other_card(draft, paragraphs),
        letters(draft, paragraphs),
        without_letter(draft, paragraphs),
        outlined(paragraphs),
        by_letters(paragraphs).filter(|_| !paragraphs.iter().any(|p| form.has(p))),
        numbered_names(draft, paragraphs),
        corrected_twice(draft, paragraphs),
        numbered(draft, paragraphs),
        own_rules(draft, paragraphs),
        rows(&draft.text),
        dated(paragraphs),
        labelled(draft, paragraphs),
        defined(draft, paragraphs, form),
        swollen(paragraphs),
        counted_up(draft, paragraphs),
        question_items(draft),
        named_in_bold(draft),
        bold_paragraphs(draft, paragraphs),
    ];
    found.into_iter().flatten().collect()
}

/// An entry with fewer words than this is not suspiciously large.
const MIN_LUMP_WORDS: usize = 60;

/// Flags an entry of several paragraphs that contains most of the document.
pub(super) fn note_largest(imported: &mut Imported) {
    let words = |e: &ImportedEntry| e.entry.text.split_whitespace().count();
    let whole = |e: &&ImportedEntry| e.entry.part_of.is_none();
    let all: usize = imported.entries.iter().filter(whole).map(words).sum();
    let parts = imported.entries.iter().any(|e| e.entry.part_of.is_some());
    let largest = imported.entries.iter_mut().filter(|e| e.entry.part_of.is_none()).max_by_key(|e| words(e));
    if let Some(entry) = largest.filter(|e| !parts && words(e) > MIN_LUMP_WORDS && words(e) * 2 > all) {
        let lines = entry.entry.text.lines().filter(|l| !l.is_empty()).count();
        if lines > 2 && entry.notes.iter().all(|n| n.field != "text") {
            let text = "it has most words of the document; do several rulings stand in it?".to_owned();
            entry.notes.push(Note { field: "text", text });
        }
    }
}

/// Whether a title is the start of the sentence that the text continues.
pub(super) fn title_runs_on(draft: &Draft) -> bool {
    let own = draft.title_by == TitleBy::Document && !draft.is_part && draft.question.is_none();
    // `Old Ferry – should cost 2`: what is said about a card may begin like this.
    let of_term = draft.kind == Kind::Definition && draft.number.is_none();
    own && draft.kind != Kind::Errata
        && !of_term
        && !draft.title.is_empty()
        && block::begins_inside(&draft.text)
}

/// The starts of a paragraph's sentences.
fn starts(paragraph: &str) -> impl Iterator<Item = &str> {
    let behind = move |(n, c): (usize, char)| {
        let after = &paragraph[n + c.len_utf8()..];
        let ends = matches!(c, '.' | '?' | '!' | ':' | '"' | '”' | ')') && after.starts_with(' ');
        ends.then(|| after.trim_start())
    };
    std::iter::once(paragraph).chain(paragraph.char_indices().filter_map(behind))
}

/// In errata, the head of a card other than the entry's own; elsewhere, two of them.
fn other_card(draft: &Draft, paragraphs: &[String]) -> Option<String> {
    let errata = draft.kind == Kind::Errata;
    let least = if errata && !draft.cards.is_empty() { 1 } else { 2 };
    let is_own = |name: &str| draft.cards.iter().any(|c| c.name == name) || draft.title == name;
    let mut others: Vec<String> = Vec::new();
    let starts = paragraphs.iter().flat_map(|p| starts(p).take(if errata { usize::MAX } else { 1 }));
    for head in starts.filter_map(listed::head).filter(|h| h.mark != Mark::Letter && h.is_plain) {
        if !is_own(&head.name) && !others.contains(&head.name) {
            others.push(head.name);
        }
        if others.len() == least {
            break;
        }
    }
    let first = others.first().filter(|_| others.len() == least)?;
    Some(format!(
        "`{}` stands in it with its number, as the head of an entry does; is its ruling here, too?",
        names::shortened(first)
    ))
}

/// Paragraphs that start with a card and its version letter.
fn letters(draft: &Draft, paragraphs: &[String]) -> Option<String> {
    let heads: Vec<&str> = paragraphs.iter().map(|p| words_of(p)).filter(|p| is_lettered(p)).collect();
    let least = if is_lettered(&draft.title) { 1 } else { 2 };
    let first = heads.first().filter(|_| heads.len() >= least)?;
    Some(format!("`{}` looks like the head of a card's own entry", names::shortened(first)))
}

fn is_lettered(text: &str) -> bool {
    listed::head(text).is_some_and(|h| h.mark == Mark::Letter)
}

/// A paragraph without its list mark.
fn words_of(paragraph: &str) -> &str {
    block::list_mark(paragraph).map_or(paragraph, |(_, words)| words)
}

/// In a list by version letters, a card without one, before a colon or at the end of another's text.
fn without_letter(draft: &Draft, paragraphs: &[String]) -> Option<String> {
    let of_list = is_lettered(&draft.title) || draft.section.last().is_some_and(|title| is_lettered(title));
    let is_name = |text: &str| {
        (2..=6).contains(&text.split(' ').count())
            && !text.contains(|c: char| c.is_ascii_digit())
            && block::in_title_case(text)
    };
    let found = paragraphs.iter().filter(|_| of_list).find_map(|paragraph| {
        let words = words_of(paragraph);
        let in_front = words.split_once(": ").map(|(name, _)| name).filter(|name| is_name(name));
        let behind = || starts(words).skip(1).last().filter(|last| is_name(last));
        in_front.or_else(behind)
    })?;
    Some(format!(
        "`{}` looks like the head of another card's entry, without a letter",
        names::shortened(found)
    ))
}

/// Several paragraphs with outline numbers of their own, `B.2.a`.
fn outlined(paragraphs: &[String]) -> Option<String> {
    let marked = paragraphs.iter().filter(|p| outline::is_marked(p)).count();
    (marked >= 2)
        .then(|| format!("{marked} paragraphs with numbers of their own stand in it; are they entries?"))
}

/// Several consecutively lettered paragraphs, `(a) …`.
fn by_letters(paragraphs: &[String]) -> Option<String> {
    let counted = lettered::count_up(paragraphs);
    (counted >= 2)
        .then(|| format!("{counted} paragraphs are counted by letters in it; are they rulings of their own?"))
}

/// In errata, several numbers followed by a name where a sentence starts, `… rope. 027 Old Ferry Once`: rows
/// of a table.
fn numbered_names(draft: &Draft, paragraphs: &[String]) -> Option<String> {
    let is_row = |start: &&str| {
        let behind = start.trim_start_matches(|c: char| c.is_ascii_digit());
        let figures = start.len() - behind.len();
        (2..=4).contains(&figures)
            && behind.strip_prefix(' ').is_some_and(|name| name.starts_with(char::is_uppercase))
    };
    let rows: Vec<&str> = paragraphs.iter().flat_map(|p| starts(p)).filter(is_row).collect();
    let first = rows.first().filter(|_| draft.kind == Kind::Errata && rows.len() > 1)?;
    Some(format!(
        "`{}` and {} more numbers with a name stand in it, as the rows of a table do; are they entries?",
        names::shortened(first),
        rows.len() - 1
    ))
}

/// Cards in bold before text of their own, `**Old Tollkeeper.** Yes.`, that are not the entry's own.
pub(super) fn bold_cards(draft: &Draft, matcher: &Matcher<'_>) -> Option<String> {
    let is_own = |name: &str| draft.title.contains(name) || draft.cards.iter().any(|c| c.name == name);
    let lines: Vec<&str> = draft.text.lines().filter(|l| !l.trim().is_empty()).collect();
    let found: Vec<(usize, String)> = lines
        .iter()
        .enumerate()
        .filter_map(|(n, line)| bold_lead(line).map(|name| (n, name)))
        .filter(|(_, name)| !is_own(name) && is_named(name, matcher))
        .collect();
    let (at, first) = found.first()?;
    let alone = found.len() == 1 && *at == 0 && draft.cards.is_empty();
    (draft.kind != Kind::Restricted && !alone).then(|| {
        let more = if found.len() > 1 {
            format!(" and {} more stand", found.len() - 1)
        } else {
            " stands".to_owned()
        };
        format!(
            "`{first}`{more} in it in bold in front of words of its own; does it hold several cards' rulings?"
        )
    })
}

/// Leading bold words that punctuation separates from the rest.
fn bold_lead(line: &str) -> Option<String> {
    let inner = words_of(line.trim()).strip_prefix("**")?;
    let (bold, behind) = inner.split_once("**").filter(|(bold, _)| bold.len() <= 80)?;
    let is_mark = |c: char| matches!(c, '.' | ':' | ',' | '–' | '—' | '-' | '(');
    let parted = bold.ends_with(is_mark) || behind.trim_start().starts_with(is_mark);
    let name = bold.split(" (").next().unwrap_or(bold).trim_end_matches(|c| is_mark(c) || c == ' ');
    (parted && !behind.trim().is_empty()).then(|| name.to_owned())
}

/// Whether the words are the name of a card, or of two.
fn is_named(words: &str, matcher: &Matcher<'_>) -> bool {
    let mut parts = words.split(" / ").flat_map(|part| part.split(" and "));
    matcher.card(words).is_some() || parts.any(|part| matcher.card(part.trim()).is_some())
}

/// An erratum with two corrections, one of which is probably another card's.
fn corrected_twice(draft: &Draft, paragraphs: &[String]) -> Option<String> {
    let text = paragraphs.join(" ").to_lowercase();
    let quoted = ["reads “", "reads \"", "reads: “", "reads: \""];
    let reads = quoted.iter().map(|reads| text.matches(reads).count()).sum::<usize>();
    let times = text.matches("should read").count().max(reads);
    (draft.kind == Kind::Errata && times > 1)
        .then(|| "it says twice what should be read; is one of them another's?".to_owned())
}

/// Numbered rules in running text: the successor of the entry's own number, or two of them.
fn numbered(draft: &Draft, paragraphs: &[String]) -> Option<String> {
    let mut found: Vec<(u32, u32)> = Vec::new();
    for (n, paragraph) in paragraphs.iter().enumerate() {
        // The first number is the entry's own.
        for start in starts(paragraph).skip(usize::from(n == 0 && draft.number.is_some())) {
            let number =
                numbers::section_number(start).filter(|(_, rest)| rest.starts_with(char::is_uppercase));
            found.extend(number.and_then(|(number, _)| counted(&number)));
        }
    }
    let own = draft.number.as_deref().and_then(counted);
    let next = match own {
        Some(own) => found.iter().find(|n| n.0 == own.0 && n.1 == own.1 + 1),
        None => found.windows(2).find(|pair| pair[0] < pair[1]).map(|pair| &pair[1]),
    };
    next.map(|(major, minor)| {
        format!("{major}.{minor} stands in it with words behind it; is it an entry of its own?")
    })
}

/// A paragraph numbered one level below the entry, `4.3.1`.
fn own_rules(draft: &Draft, paragraphs: &[String]) -> Option<String> {
    let own = draft.number.as_ref()?;
    let below = |p: &&String| {
        let rest = numbers::below(p.trim_start_matches(['(', '[']), own);
        rest.is_some_and(|r| r[1..].starts_with(|c: char| c.is_ascii_digit()))
    };
    let first = paragraphs.iter().find(below)?;
    Some(format!("`{}` has a number of its own; is it an entry?", names::shortened(first)))
}

fn counted(number: &str) -> Option<(u32, u32)> {
    let (major, minor) = number.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// Rows of a table, with bars between cells.
fn rows(text: &str) -> Option<String> {
    (text.matches("| ").count() >= MIN_SEPARATORS).then(|| {
        "rows of a table stand in it; are they rulings of their own, and which cell is whose?".to_owned()
    })
}

/// Several paragraphs that start with a date, as in a log of rulings.
fn dated(paragraphs: &[String]) -> Option<String> {
    let begins = |p: &&String| dates::first(words_of(p)).is_some_and(|(at, _)| at == 0);
    let days = paragraphs.iter().filter(begins).count();
    (days >= 2).then(|| format!("{days} of its paragraphs begin with a day; are they rulings of their own?"))
}

/// The minimum number of labels in one paragraph that is no coincidence.
const LABELS: usize = 3;

/// A paragraph in which several sentences begin with a label, `Red: …`: a list that lost its lines.
fn labelled(draft: &Draft, paragraphs: &[String]) -> Option<String> {
    let is_label = |start: &&str| {
        let label = &start[..start.find(|c: char| !c.is_alphabetic() && c != ' ').unwrap_or(start.len())];
        label.split(' ').count() <= 2
            && label.starts_with(char::is_uppercase)
            && start[label.len()..]
                .strip_prefix(": ")
                .is_some_and(|rest| rest.starts_with(char::is_uppercase))
    };
    let most = paragraphs.iter().map(|p| starts(p).filter(is_label).count()).max().unwrap_or(0);
    (most >= LABELS && !matches!(draft.kind, Kind::Errata | Kind::Faq)).then(|| {
        format!(
            "{most} sentences of one paragraph begin with a word and a colon; is it a list without its lines?"
        )
    })
}

/// Several paragraphs, all of which begin with a term and a colon: definitions.
fn defined(draft: &Draft, paragraphs: &[String], form: &Form) -> Option<String> {
    let is_one = |p: &String| {
        let label = p.split(':').next().unwrap_or_default();
        !terms::is_no_name(label)
            && p[label.len()..].starts_with(": ")
            && terms::term(&Block::paragraph(0, p.as_str())).is_some()
    };
    let labels: BTreeSet<&str> = paragraphs.iter().filter_map(|p| p.split(':').next()).collect();
    // `Printed text: …`, `Corrected text: …` of every erratum belong to its form.
    let own = labels.iter().all(|label| !form.has_label(label));
    let all =
        paragraphs.len() >= 2 && own && labels.len() == paragraphs.len() && paragraphs.iter().all(is_one);
    (all && !matches!(draft.kind, Kind::Errata | Kind::Faq) && !draft.is_part).then(|| {
        format!("each of its {} paragraphs begins with a term; are they definitions?", paragraphs.len())
    })
}

/// Items of a list that begin with a name in bold, each with what is said of it.
fn named_in_bold(draft: &Draft) -> Option<String> {
    let is_named = |line: &&str| {
        let item = line.strip_prefix("- **").and_then(|words| words.split_once("**"));
        item.is_some_and(|(name, _)| block::in_title_case(name.trim_end_matches([':', '.'])))
    };
    let outer = draft.text.lines().filter(|line| line.starts_with("- ")).count();
    let named = draft.text.lines().filter(is_named).count();
    (named >= MIN_NAMED && named == outer && !draft.is_part && draft.kind != Kind::Restricted)
        .then(|| format!("{named} items of its list begin with a name; are they entries of their own?"))
}

/// Paragraphs that begin with a name in bold and a stop or colon, `**Old Ferry.** It tows …`.
fn bold_paragraphs(draft: &Draft, paragraphs: &[String]) -> Option<String> {
    let lines: Vec<&str> = draft.text.lines().filter(|line| line.starts_with("**")).collect();
    let is_named = |line: &&str| {
        line.strip_prefix("**").and_then(|words| words.split_once("**")).is_some_and(|(bold, said)| {
            let name = bold.trim_end_matches([':', '.']);
            (name != bold || said.starts_with([':', '.'])) && said.len() > 1 && block::in_title_case(name)
        })
    };
    let named = lines.iter().filter(|line| is_named(line)).count();
    let most = named >= MIN_BOLD && named * 3 >= paragraphs.len() * 2;
    let labels: BTreeSet<&str> = lines.iter().filter_map(|line| line.split("**").nth(1)).collect();
    (most && labels.len() >= named && !draft.is_part && draft.kind != Kind::Restricted).then(|| {
        format!("{named} of its paragraphs begin with a name in bold; are they entries of their own?")
    })
}

/// Fewer paragraphs with a name in bold may be the points of one ruling.
const MIN_BOLD: usize = 4;

/// Fewer items with a name in front than this may stress a word.
const MIN_NAMED: usize = 2;

/// The minimum number of numbers counting up in a paragraph that is no coincidence.
const MIN_COUNTED: usize = 3;

/// A paragraph in which numbers in front of capitals count up from 1: rows of a table that lost their lines.
fn counted_up(draft: &Draft, paragraphs: &[String]) -> Option<String> {
    let counted = |p: &String| {
        let words: Vec<&str> = p.split(' ').collect();
        let begins = |pair: &[&str], next: usize| {
            pair[0].parse() == Ok(next) && pair[1].starts_with(char::is_uppercase)
        };
        words.windows(2).fold(0, |count, pair| count + usize::from(begins(pair, count + 1)))
    };
    let most = paragraphs.iter().map(counted).max().unwrap_or(0);
    (most >= MIN_COUNTED && draft.kind != Kind::Errata).then(|| {
        format!("numbers count up to {most} within a paragraph; are they rows of a table, or steps, without their lines?")
    })
}

/// More words than this in the last item of a list ...
const MIN_SWOLLEN: usize = 40;

/// ... and this many times those of the longest other item are not all its own.
const TIMES_SWOLLEN: usize = 5;

/// A list whose last item is far longer than the others: it has taken in what stands below the list.
fn swollen(paragraphs: &[String]) -> Option<String> {
    let items: Vec<usize> = paragraphs
        .iter()
        .filter_map(|p| block::list_mark(p))
        .map(|(_, words)| words.split_whitespace().count())
        .collect();
    let (last, others) = items.split_last().filter(|(_, others)| others.len() >= 2)?;
    let longest = others.iter().max()?;
    (*last > MIN_SWOLLEN && *last > longest * TIMES_SWOLLEN).then(|| {
        format!(
            "the last item of its list has {last} words, no other more than {longest}; is all of it one item?"
        )
    })
}

/// Several items of a list, each a question with its answer behind it.
fn question_items(draft: &Draft) -> Option<String> {
    let words = draft.words().lines().map(block::without_emphasis).collect::<Vec<_>>().join("\n");
    let asks = |p: &&str| {
        block::list_mark(p).is_some_and(|(_, words)| words.contains("? ") && !block::is_question(words))
    };
    let items = words.lines().filter(asks).count();
    (items >= 2).then(|| {
        format!("{items} items of its list are questions with answers; are they entries of their own?")
    })
}
