//! Compares the entries of a document with each other: whatever one of them has and its siblings have not is
//! flagged, so that no wrong cut goes unnoticed.

use std::collections::{BTreeMap, BTreeSet};

use super::block::{self, list_mark, without_emphasis};
use super::draft::{Draft, Id};
use super::{heads, names};
use crate::corpus::Kind;
use crate::corpus::ruling::TitleBy;

/// A line that heads a passage in this many entries belongs to the form in which they are written.
pub(super) const MIN_SHARING: usize = 3;

/// The maximum number of words in such a line.
const MAX_HEAD_WORDS: usize = 4;

/// Fewer siblings than this say nothing about how long an entry is.
const MIN_SIBLINGS: usize = 8;

/// Fewer terms than this may be in the order of the alphabet by chance.
const MIN_TERMS: usize = 12;

/// An entry with this many times the words of most of its siblings, and more words than
/// [`MIN_LONG_WORDS`], probably holds others.
const TIMES_AS_LONG: usize = 8;

/// No shorter entry is suspiciously long.
const MIN_LONG_WORDS: usize = 250;

/// The lines that head a passage in several entries, `Examples`, `Philosophy`: the form of the document.
pub(super) struct Form {
    heads: BTreeSet<String>,
}

impl Form {
    pub(super) fn of(drafts: &[Draft]) -> Self {
        let mut times: BTreeMap<String, usize> = BTreeMap::new();
        for draft in drafts {
            let paragraphs = paragraphs(&draft.text);
            let own: BTreeSet<&String> = paragraphs.iter().filter(|p| is_head(p)).collect();
            own.into_iter().for_each(|head| *times.entry(head.clone()).or_default() += 1);
        }
        Self { heads: times.into_iter().filter(|(_, n)| *n >= MIN_SHARING).map(|(head, _)| head).collect() }
    }

    /// Whether a line heads a passage in other entries, too.
    pub(super) fn has(&self, line: &str) -> bool {
        self.heads.contains(line)
    }
}

/// Flags what is unlikely in view of the other entries.
pub(super) fn mark(drafts: &mut [Draft], form: &Form) {
    let longest = usual_lengths(drafts);
    let marks = Marks::of(drafts);
    for n in 0..drafts.len() {
        let leads_to_item = drafts.get(n + 1).is_some_and(|next| matches!(next.id, Id::Item(..)));
        let paragraphs = paragraphs(&drafts[n].text);
        let found = [
            paragraphs.iter().find_map(|p| runs_in(p)),
            title_at_end(&drafts[n], &paragraphs, form),
            title_at_start(&drafts[n], &paragraphs, form),
            form_twice(&paragraphs, form),
            too_long(&drafts[n], &longest),
            marks.inside(&drafts[n]),
            answers_nothing(&drafts[n], &paragraphs),
            led_to_something_else(&paragraphs),
            leads_up(&drafts[n], &paragraphs).filter(|_| !leads_to_item),
            corrects_no_card(&drafts[n], &paragraphs),
            stray_mark(&paragraphs),
            begins_small(&drafts[n], &paragraphs),
        ];
        let title = unlikely_title(&drafts[n]);
        let draft = &mut drafts[n];
        if draft.kind != Kind::Restricted {
            found.into_iter().flatten().for_each(|why| draft.unsure("text", why));
        }
        title.into_iter().for_each(|why| draft.unsure("title", why));
    }
    out_of_alphabet(drafts);
}

fn paragraphs(text: &str) -> Vec<String> {
    text.split('\n').map(|p| without_emphasis(p.trim())).filter(|p| !p.is_empty()).collect()
}

/// Whether a line may head a passage: a few words without a stop.
fn is_head(line: &str) -> bool {
    line.split_whitespace().count() <= MAX_HEAD_WORDS
        && heads::is_title(line)
        && list_mark(line).is_none()
        && line.ends_with(char::is_alphanumeric)
}

fn is_sentence(line: &str) -> bool {
    block::ends_sentence(line) && line.split_whitespace().count() > MAX_HEAD_WORDS
}

/// Words that begin a sentence and are hardly ever within a name before a small letter.
const OPENERS: [&str; 13] =
    ["The", "An", "If", "When", "Each", "While", "After", "On", "This", "These", "There", "Any", "Whenever"];

/// A title that ran into the sentence below it: `Clues Clues come`, `Costs An extra`.
fn runs_in(paragraph: &str) -> Option<String> {
    let words: Vec<&str> = paragraph.split_whitespace().collect();
    let small = |n: usize| words.get(n).is_some_and(|w| w.starts_with(char::is_lowercase));
    let is_name = |w: &str| {
        w.starts_with(char::is_uppercase) && w.ends_with(char::is_alphanumeric) && w.chars().count() > 3
    };
    let at = (2..words.len()).find(|n| {
        let (before, here) = (words[n - 1], words[*n]);
        let again = here == before && is_name(here) && small(n + 1);
        is_name(before) && small(n + 1) && (OPENERS.contains(&here) || again)
    })?;
    let begun = words[at - 1..(at + 2).min(words.len())].join(" ").replace('`', "'");
    Some(format!("a sentence begins at `{begun}` behind no stop; is what stands in front of it a title?"))
}

/// A title behind the last sentence: the next entry's, or a part's.
fn title_at_end(draft: &Draft, paragraphs: &[String], form: &Form) -> Option<String> {
    let [.., before, last] = paragraphs else { return None };
    let refers = last.starts_with("See ");
    let alone = is_head(last) && is_sentence(before) && list_mark(before).is_none();
    (alone && !refers && !form.has(last) && !matches!(draft.id, Id::Item(..))).then(|| {
        format!("`{}` stands without a stop at its end; is it the head of another?", names::shortened(last))
    })
}

/// A few words without a stop in front of the first sentence: the rest of the title, or another.
fn title_at_start(draft: &Draft, paragraphs: &[String], form: &Form) -> Option<String> {
    let [first, second, ..] = paragraphs else { return None };
    let shared = form.has(first) || paragraphs.iter().any(|p| form.has(p));
    let titled =
        draft.title_by == TitleBy::Document && draft.kind != Kind::Errata && draft.question.is_none();
    (titled && is_head(first) && is_sentence(second) && list_mark(second).is_none() && !shared).then(|| {
        format!("`{}` stands without a stop below its title; is it a title, too?", names::shortened(first))
    })
}

/// What heads a passage once in every entry stands twice in this one.
fn form_twice(paragraphs: &[String], form: &Form) -> Option<String> {
    let twice = |n: &usize| form.has(&paragraphs[*n]) && paragraphs[..*n].contains(&paragraphs[*n]);
    let at = (0..paragraphs.len()).find(twice)?;
    Some(format!("`{}` stands in it twice; does it hold two entries?", names::shortened(&paragraphs[at])))
}

fn length(draft: &Draft) -> usize {
    draft.text.split_whitespace().count()
}

/// For each kind with enough entries, how many words most of them have.
fn usual_lengths(drafts: &[Draft]) -> Vec<(Kind, usize)> {
    let usual = |kind: Kind| {
        let own = drafts.iter().filter(|d| d.kind == kind && !d.is_part);
        let mut all: Vec<usize> = own.map(length).collect();
        all.sort_unstable();
        (all.len() >= MIN_SIBLINGS).then(|| (kind, all[all.len() / 2].max(1)))
    };
    Kind::ALL.into_iter().filter_map(usual).collect()
}

/// An entry far longer than its siblings.
fn too_long(draft: &Draft, usual: &[(Kind, usize)]) -> Option<String> {
    let (_, most) = usual.iter().find(|(kind, _)| *kind == draft.kind)?;
    let own = length(draft);
    (own > MIN_LONG_WORDS && own > most * TIMES_AS_LONG).then(|| {
        format!("it has {own} words, and most entries around it have {most}; do several stand in it?")
    })
}

/// The marks of a letter and a number with which entries begin, `Q2`.
struct Marks {
    found: BTreeSet<(String, u32)>,
}

impl Marks {
    fn of(drafts: &[Draft]) -> Self {
        let first = |text: &str| text.split_whitespace().next().and_then(mark_of);
        let own = |d: &Draft| [first(&d.title), d.question.as_deref().and_then(first), first(&d.text)];
        Self { found: drafts.iter().flat_map(own).flatten().collect() }
    }

    /// A mark within an entry that is missing among those of the others.
    fn inside(&self, draft: &Draft) -> Option<String> {
        let words: Vec<&str> = draft.text.split_whitespace().collect();
        let missing = |n: &usize| {
            let Some((letters, number)) = mark_of(words[*n]) else { return false };
            let beside = |by: u32| self.found.contains(&(letters.clone(), by));
            let next = words.get(n + 1).is_some_and(|w| w.starts_with(char::is_uppercase));
            let cited = words[n - 1].starts_with(char::is_lowercase) && words[n - 1].len() <= 3;
            let due = beside(number + 1) && beside(number + 2) || number > 1 && beside(number - 1);
            next && !cited && !beside(number) && due
        };
        let at = (1..words.len()).find(missing)?;
        Some(format!("`{}` stands in it, and others like it begin entries; does one begin there?", words[at]))
    }
}

/// A greater number behind capitals is a year's or a card's.
const MAX_MARK: u32 = 999;

/// A mark of one to three capitals and a number.
fn mark_of(word: &str) -> Option<(String, u32)> {
    let word = word.trim_end_matches(['.', ':', ')']);
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let sound = (1..=3).contains(&letters.len()) && letters.bytes().all(|b| b.is_ascii_uppercase());
    let number = word[letters.len()..].parse().ok().filter(|number| sound && *number <= MAX_MARK)?;
    Some((letters.to_owned(), number))
}

/// A yes or no in the midst of an entry that asks nothing.
fn answers_nothing(draft: &Draft, paragraphs: &[String]) -> Option<String> {
    let answers = |p: &&String| ["Yes.", "No.", "Yes,", "No,", "Yes:"].iter().any(|a| p.starts_with(a));
    let asks =
        draft.question.is_some() || paragraphs.iter().any(|p| p.contains('?')) || draft.title.contains('?');
    let found = paragraphs.iter().skip(1).find(answers).filter(|_| !asks)?;
    Some(format!("`{}` is an answer, but nothing is asked in it", names::shortened(found)))
}

/// A paragraph that leads up to a quotation which stands further below.
fn led_to_something_else(paragraphs: &[String]) -> Option<String> {
    let quotes = |p: &str| p.starts_with(['“', '"', '„', '«']);
    let apart = |three: &&[String]| {
        three[0].ends_with(':') && !quotes(&three[1]) && list_mark(&three[1]).is_none() && quotes(&three[2])
    };
    let found = paragraphs.windows(3).find(apart)?;
    Some(format!("`{}` stands between a colon and the quotation it leads up to", names::shortened(&found[1])))
}

/// A ruling whose last words lead up to something that is no item of its list.
fn leads_up(draft: &Draft, paragraphs: &[String]) -> Option<String> {
    let last = paragraphs.last().filter(|p| draft.kind == Kind::Ruling && p.ends_with(':'))?;
    (!matches!(draft.id, Id::Item(..)))
        .then(|| format!("`{}` leads up to what does not stand in it", names::shortened(last)))
}

/// The opening words of a part of errata that say what should be read.
fn corrects_no_card(draft: &Draft, paragraphs: &[String]) -> Option<String> {
    let opens = matches!(&draft.id, Id::Fixed(id) if id == "errata") && draft.cards.is_empty();
    let found = paragraphs.iter().find(|p| p.starts_with("Should read")).filter(|_| opens)?;
    Some(format!("`{}` is said of no card; whose text is it?", names::shortened(found)))
}

/// A paragraph that is nothing but a mark.
fn stray_mark(paragraphs: &[String]) -> Option<String> {
    let is_mark = |p: &&String| p.starts_with("| ") || matches!(p.as_str(), "|" | "¦");
    let found = paragraphs.iter().find(is_mark)?;
    Some(format!("`{}` is a line of a table or of the page; which cell is whose?", names::shortened(found)))
}

/// A paragraph that goes on with a sentence which the one above it has ended.
fn begins_small(draft: &Draft, paragraphs: &[String]) -> Option<String> {
    let goes_on = |pair: &&[String]| {
        let small = pair[1].starts_with(char::is_lowercase) && pair[1].split_whitespace().count() > 3;
        small && is_sentence(&pair[0]) && list_mark(&pair[1]).is_none() && list_mark(&pair[0]).is_none()
    };
    // Small capitals are extracted as small letters: a term that the title has, too.
    let title = block::words(&draft.title);
    let is_term = |p: &str| p.split(' ').next().is_some_and(|word| title.contains(&block::words(word)));
    let found = paragraphs.windows(2).find(|pair| goes_on(pair) && !is_term(&pair[1]))?;
    Some(format!("`{}` begins in the midst of a sentence; whose is it?", names::shortened(&found[1])))
}

/// A title that begins or ends within a sentence, or is a single letter.
fn unlikely_title(draft: &Draft) -> Option<String> {
    const HANGING: [&str; 14] =
        ["and", "of", "the", "a", "an", "or", "for", "to", "with", "from", "by", "at", "as", "if"];
    if draft.title_by != TitleBy::Document || draft.is_part || draft.question.is_some() {
        return None;
    }
    let title = draft.title.trim();
    let last = title.rsplit(' ').next().unwrap_or_default();
    let (few, letter) = (title.contains(' '), title.chars().count() == 1);
    let why = if letter {
        "is a single letter; is it the head of a group?"
    } else if few && HANGING.contains(&last) {
        "ends in the midst of a phrase; does it go on?"
    } else {
        return None;
    };
    Some(format!("`{}` {why}", names::shortened(title)))
}

/// In a list by the alphabet, flags the terms on both sides of a place where it goes back.
fn out_of_alphabet(drafts: &mut [Draft]) {
    let is_term = |d: &Draft| {
        d.title_by == TitleBy::Document
            && matches!(d.kind, Kind::Clarification | Kind::Definition | Kind::Ruling)
            && d.number.is_none()
            && d.question.is_none()
            && d.cards.is_empty()
    };
    let initial = |d: &Draft| d.title.chars().find(|c| c.is_alphabetic()).map(|c| c.to_ascii_uppercase());
    let terms: Vec<(usize, char)> = (0..drafts.len())
        .filter(|n| is_term(&drafts[*n]))
        .filter_map(|n| Some((n, initial(&drafts[n])?)))
        .collect();
    let rising = terms.windows(2).filter(|pair| pair[0].1 <= pair[1].1).count();
    let initials: BTreeSet<char> = terms.iter().map(|(_, c)| *c).collect();
    if terms.len() < MIN_TERMS || initials.len() < 5 || rising * 3 < (terms.len() - 1) * 2 {
        return;
    }
    // What stands in front of a list is no term of it.
    for pair in terms.windows(2).skip(1).filter(|pair| pair[0].1 > pair[1].1) {
        let (before, here) = (drafts[pair[0].0].title.clone(), drafts[pair[1].0].title.clone());
        let text = format!(
            "`{}` stands behind `{}`, out of the order of the alphabet; are all words their own?",
            names::shortened(&here),
            names::shortened(&before)
        );
        for (n, _) in pair {
            drafts[*n].unsure("text", text.clone());
        }
    }
}
