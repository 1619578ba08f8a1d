//! Merges entries that several editions of a document share, and distinguishes those whose words changed.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use super::document::{Authority, Day, Document};
use super::ruling::Entry;
use super::similar::normalize_text;
use super::yaml::Spanned;

/// The version as ids write it (`lcg:3.6@2.2`): empty if there is none, the year if it is a date.
pub(crate) fn id_version(document: &Document) -> String {
    let fits = |v: &&String| v.chars().all(|c| c.is_ascii_digit() || c == '.');
    document.version.as_ref().filter(fits).cloned().unwrap_or_else(|| document.date.0.year().to_string())
}

/// Resolves entries that have the same id in different editions of one official document.
///
/// If their words are the same, the first one absorbs the documents of all the others. If not, the newest
/// keeps the plain id and each older one gets its version appended. Entries of one id in the same document
/// are left alone: that is a mistake, which the loader reports. Returns the indices of the absorbed entries.
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
            resolve_one(numbers, entries, documents, &mut dropped);
        }
    }
    dropped
}

/// Whether the entries come from different documents of one official series.
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

fn resolve_one(
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

/// What must match for two entries to be merged: text, number, title unless an editor's, and for an item of
/// the restricted list its headings, since they determine what it excludes.
fn words(entry: &Entry) -> String {
    let question = entry.question.as_deref().map(super::markdown::unwrap).unwrap_or_default();
    let text = format!("{question}\n\n{}", super::markdown::unwrap(&entry.text));
    let listed = entry.kind == super::Kind::Restricted && entry.part_of.is_some();
    let above = if listed { entry.section.join("\n") } else { String::new() };
    format!("{}\n{above}", normalize_text(&text))
}
