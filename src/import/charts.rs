//! Flags what was read from a chart or a table: entries that one label heads again and again, and entries of
//! scraps, which stood in its boxes.

use std::collections::BTreeMap;

use super::block::{self, list_mark};
use super::draft::{Draft, Id};
use super::implausible::Form;
use super::passages::{self, MAX_HEAD_WORDS};
use super::{alone, names};
use crate::corpus::Kind;
use crate::corpus::ruling::TitleBy;

/// A title above fewer entries of a part may be of several rulings.
const MIN_SHARED: usize = 4;

/// Fewer scraps may be names, or headings.
const MIN_SCRAPS: usize = 3;

/// Flags such entries.
pub(super) fn mark(drafts: &mut [Draft], form: &Form) {
    let labels = labels(drafts);
    for draft in drafts.iter_mut() {
        let found = [labelled(draft, &labels), scraps(draft, form)];
        found.into_iter().flatten().for_each(|why| draft.unsure("text", why));
    }
}

/// A part, and the title of entries in it.
type Label = (Option<String>, String);

/// The titles that many entries of a part share.
fn labels(drafts: &[Draft]) -> BTreeMap<Label, usize> {
    let mut all: BTreeMap<Label, usize> = BTreeMap::new();
    for draft in drafts.iter().filter(|d| is_titled(d)) {
        *all.entry(label(draft, &draft.title)).or_default() += 1;
    }
    all.retain(|_, entries| *entries >= MIN_SHARED);
    all
}

fn label(draft: &Draft, title: &str) -> Label {
    (draft.section.first().cloned(), block::words(title))
}

/// Whether an entry has a title of its own, which the document prints. Cards may have several rulings.
fn is_titled(draft: &Draft) -> bool {
    let of_rules = matches!(draft.kind, Kind::Clarification | Kind::Definition | Kind::Timing | Kind::Rule);
    of_rules
        && draft.title_by == TitleBy::Document
        && draft.number.is_none()
        && draft.question.is_none()
        && !matches!(draft.id, Id::Item(..))
}

/// An entry, or an item below one, whose title heads many.
fn labelled(draft: &Draft, labels: &BTreeMap<Label, usize>) -> Option<String> {
    let title = if is_titled(draft) { Some(&draft.title) } else { draft.section.last() }?;
    let entries = labels.get(&label(draft, title))?;
    Some(format!(
        "`{}` heads {entries} entries: is it the label of a chart or a table, and does all of this belong together?",
        names::shortened(title)
    ))
}

/// An entry that consists mostly of words without a stop.
fn scraps(draft: &Draft, form: &Form) -> Option<String> {
    let is_scrap = |p: &&String| {
        p.split_whitespace().count() <= MAX_HEAD_WORDS
            && p.ends_with(char::is_alphabetic)
            && list_mark(p).is_none()
            && !alone::refers(p)
            && !form.has(p)
    };
    let of_rules = !matches!(draft.kind, Kind::Restricted | Kind::Errata | Kind::Faq);
    let paragraphs = passages::of(&draft.text);
    let scraps: Vec<&String> = paragraphs.iter().filter(is_scrap).filter(|_| of_rules).collect();
    let first =
        scraps.first().filter(|_| scraps.len() >= MIN_SCRAPS && scraps.len() * 2 >= paragraphs.len())?;
    Some(format!(
        "`{}` and {} more of its {} paragraphs are a few words without a stop; were they boxes of a chart, or cells?",
        names::shortened(first),
        scraps.len() - 1,
        paragraphs.len()
    ))
}
