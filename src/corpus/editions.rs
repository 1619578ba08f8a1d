//! Two editions of one document may bring the same ruling: here they become one entry, or two that can be
//! told apart.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use super::document::{Authority, Day, Document};
use super::ruling::Entry;
use super::similar::normalize_text;
use super::yaml::Spanned;

/// A document's version as ids write it (`lcg:3.6@2.2`): without one, or with one that is a date, its year.
pub(crate) fn id_version(document: &Document) -> String {
    let fits = |v: &&String| v.chars().all(|c| c.is_ascii_digit() || c == '.');
    document.version.as_ref().filter(fits).cloned().unwrap_or_else(|| document.date.0.year().to_string())
}

/// Settles entries of one id that stand in different editions of one official document.
///
/// In the same words they become the first of them, with the documents of all. In other words the newest
/// keeps the plain id and each older one adds its version. Entries of one id that share a document are left
/// alone: those are a mistake, and the loader says so. Returns which entries are to be left out.
pub(super) fn merge_editions(
    entries: &mut [&mut Entry],
    documents: &IndexMap<String, Document>,
) -> BTreeSet<usize> {
    let mut by_id: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (n, entry) in entries.iter().enumerate() {
        by_id.entry(entry.id.value.clone()).or_default().push(n);
    }
    let mut dropped = BTreeSet::new();
    for numbers in by_id.into_values().filter(|n| n.len() > 1) {
        if are_editions(&numbers, entries, documents) {
            settle_one(numbers, entries, documents, &mut dropped);
        }
    }
    dropped
}

/// Whether the entries stand in different documents of one official series.
fn are_editions(numbers: &[usize], entries: &[&mut Entry], documents: &IndexMap<String, Document>) -> bool {
    let mut seen = BTreeSet::new();
    let mut series = BTreeSet::new();
    for id in numbers.iter().flat_map(|n| &entries[*n].documents) {
        let Some(document) = documents.get(id.as_str()) else { return false };
        if document.authority != Authority::Official || !seen.insert(id.as_str()) {
            return false;
        }
        series.insert(document.series.as_str());
    }
    series.len() == 1
}

fn settle_one(
    mut numbers: Vec<usize>,
    entries: &mut [&mut Entry],
    documents: &IndexMap<String, Document>,
    dropped: &mut BTreeSet<usize>,
) {
    let day = |id: &Spanned<String>| documents.get(id.as_str()).map(|d| d.date.value);
    let mut first_with: BTreeMap<String, usize> = BTreeMap::new();
    numbers.retain(|n| {
        let words = words(entries[*n]);
        let Some(first) = first_with.get(&words).copied() else {
            first_with.insert(words, *n);
            return true;
        };
        let more = std::mem::take(&mut entries[*n].documents);
        entries[first].documents.extend(more);
        entries[first].documents.sort_by_key(day);
        dropped.insert(*n);
        false
    });
    let newest = |entry: &Entry| -> Option<Day> { entry.documents.iter().filter_map(day).max() };
    numbers.sort_by_key(|n| newest(entries[*n]));
    numbers.pop();
    for n in numbers {
        let last = entries[n].documents.iter().max_by_key(|d| day(d)).and_then(|d| documents.get(d.as_str()));
        let version = last.map_or_else(|| "old".to_owned(), id_version);
        entries[n].id.value = format!("{}@{version}", entries[n].id.value);
    }
}

/// What two entries of one id must share to be one: their words, their number and, where it is no editor's,
/// their title; for an item of the restricted list also the headings above it, which say what it excludes.
fn words(entry: &Entry) -> String {
    let question = entry.question.as_deref().map(super::markdown::unwrap).unwrap_or_default();
    let text = format!("{question}\n\n{}", super::markdown::unwrap(&entry.text));
    let listed = entry.kind == super::Kind::Restricted && entry.part_of.is_some();
    let above = if listed { entry.section.join("\n") } else { String::new() };
    format!("{}\n{above}", normalize_text(&text))
}
