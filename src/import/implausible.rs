//! Compares the entries of a document with each other: what heads a passage in one of them and in no other,
//! what is there twice, longer or marked otherwise than in its siblings is flagged, so that no wrong cut goes
//! unnoticed.

use std::collections::{BTreeMap, BTreeSet};

use super::block::{self, list_mark};
use super::draft::{Draft, Id};
use super::passages::{self, is_head, is_sentence};
use super::terms::NOTES;
use super::{alone, alphabet, misread, missing, names, run_in_cards};
use crate::corpus::Kind;
use crate::corpus::ruling::TitleBy;

/// A line that heads a passage in this many entries belongs to the form in which they are written.
pub(super) const MIN_SHARING: usize = 3;

/// Fewer siblings than this say nothing about how long an entry is.
const MIN_SIBLINGS: usize = 8;

/// An entry with this many times the words of most of its siblings, and more words than
/// [`MIN_LONG_WORDS`], probably holds others.
const TIMES_AS_LONG: usize = 8;

/// No shorter entry is suspiciously long.
const MIN_LONG_WORDS: usize = 250;

/// The lines that head a passage in several entries, `Examples`, `Philosophy`: the form of the document.
pub(super) struct Form {
    heads: BTreeSet<String>,
    /// What stands in front of a colon at the start of paragraphs of several entries: `Printed text`.
    labels: BTreeSet<String>,
    /// Those of them that several entries have more than once: each of its examples may have a head.
    repeated: BTreeSet<String>,
}

impl Form {
    pub(super) fn of(drafts: &[Draft]) -> Self {
        let mut times: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        for draft in drafts {
            let paragraphs = passages::of(&draft.text);
            let heads = || paragraphs.iter().filter(|p| is_head(p));
            for head in heads().collect::<BTreeSet<&String>>() {
                let (entries, repeating) = times.entry(head.clone()).or_default();
                *entries += 1;
                *repeating += usize::from(heads().filter(|p| *p == head).count() > 1);
            }
        }
        let shared = times.into_iter().filter(|(_, (entries, _))| *entries >= MIN_SHARING);
        let (repeated, once): (Vec<_>, Vec<_>) = shared.partition(|(_, (_, repeating))| *repeating > 1);
        let repeated: BTreeSet<String> = repeated.into_iter().map(|(head, _)| head).collect();
        let heads = once.into_iter().map(|(head, _)| head).chain(repeated.iter().cloned()).collect();
        Self { heads, labels: labels(drafts), repeated }
    }

    /// Whether a line heads a passage in other entries, too.
    pub(super) fn has(&self, line: &str) -> bool {
        self.heads.contains(line)
    }

    /// Whether other entries, too, have a paragraph with these words in front of a colon.
    pub(super) fn has_label(&self, label: &str) -> bool {
        self.labels.contains(label)
    }

    /// Whether a line heads no more than one passage of any entry but this.
    fn has_once(&self, line: &str) -> bool {
        self.has(line) && !self.repeated.contains(line) && !NOTES.contains(&block::words(line).as_str())
    }
}

fn labels(drafts: &[Draft]) -> BTreeSet<String> {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for draft in drafts {
        let paragraphs = passages::of(&draft.text);
        let labels = paragraphs.iter().filter_map(|p| p.split_once(": ")).map(|(label, _)| label);
        for label in labels.collect::<BTreeSet<&str>>() {
            *times.entry(label.to_owned()).or_default() += 1;
        }
    }
    times.into_iter().filter(|(_, times)| *times >= MIN_SHARING).map(|(label, _)| label).collect()
}

/// Flags what is unlikely in view of the other entries, and signs that an entry was read wrongly. `goes_on`
/// says of each whether its sentence is known to continue in the next.
pub(super) fn mark(drafts: &mut [Draft], form: &Form, goes_on: &[bool]) {
    let longest = usual_lengths(drafts);
    let marks = Marks::of(drafts);
    for n in 0..drafts.len() {
        let next_is_item = drafts.get(n + 1).is_some_and(|next| matches!(next.id, Id::Item(..)));
        let leads_to_item = drafts[n].kind == Kind::Ruling && next_is_item;
        let draft = &mut drafts[n];
        let paragraphs = passages::of(&draft.text);
        let found = [
            title_at_end(draft, &paragraphs, form),
            title_at_start(draft, &paragraphs, form),
            form_twice(&paragraphs, form),
            too_long(draft, &longest),
            marks.inside(draft),
        ];
        let misread = misread::reasons(draft, &paragraphs, leads_to_item || goes_on[n]);
        let title = misread::unlikely_title(draft);
        if draft.kind != Kind::Restricted {
            found.into_iter().flatten().chain(misread).for_each(|why| draft.unsure("text", why));
        }
        title.into_iter().for_each(|why| draft.unsure("title", why));
    }
    mark_lone_titles(drafts);
    alphabet::mark(drafts);
    run_in_cards::mark(drafts);
    missing::mark(drafts);
}

/// Flags the long title of a numbered rule where most such rules have none: it may be the first line of the
/// rule's own sentence.
fn mark_lone_titles(drafts: &mut [Draft]) {
    let is_titled = |d: &&Draft| d.title_by == TitleBy::Document;
    let numbered = || drafts.iter().filter(|d| d.number.is_some());
    let (titled, all) = (numbered().filter(is_titled).count(), numbered().count());
    if all < MIN_SIBLINGS || titled * 2 > all {
        return;
    }
    for draft in drafts.iter_mut().filter(|d| d.number.is_some() && is_titled(&&**d)) {
        let is_long = draft.title.split(' ').count() > MAX_PLAIN_TITLE_WORDS;
        if is_long && !block::in_title_case(&draft.title) {
            let shown = names::shortened(&draft.title);
            draft.unsure("title", format!("`{shown}` is taken for its title, and most others have none"));
        }
    }
}

/// A title with more words than this has the capitals of a title, or may be a sentence.
const MAX_PLAIN_TITLE_WORDS: usize = 6;

/// A title behind the last sentence: the next entry's, or a part's.
fn title_at_end(draft: &Draft, paragraphs: &[String], form: &Form) -> Option<String> {
    let [.., before, last] = paragraphs else { return None };
    let refers = last.starts_with("See ") || alone::refers(last);
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
    let twice = |n: &usize| form.has_once(&paragraphs[*n]) && paragraphs[..*n].contains(&paragraphs[*n]);
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
