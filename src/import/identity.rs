//! Determines whose document it is from its entries: how many of them match those of a series held.
//!
//! The title alone is unreliable: the next edition may print it differently, and an unrelated document may
//! use the same words. Entries are better evidence.

use std::collections::BTreeSet;

use super::imported::{ImportedEntry, Overlap, Standing};
use super::known::{Known, entry_words};
use crate::corpus::Game;
use crate::corpus::document::{Authority, Document};
use crate::corpus::ruling::Entry;
use crate::corpus::similar::BagOfWords;

/// The minimum similarity of a ruling's words in two editions.
const MIN_SIMILARITY: f64 = 0.5;

/// The official series of a game whose newest document has the most entries in common with this one.
pub(super) fn overlap(entries: &[ImportedEntry], game: Game, known: &Known) -> Option<Overlap> {
    let official = |d: &&Document| d.game == game && d.authority == Authority::Official;
    let series: BTreeSet<&str> = known.all_documents().filter(official).map(|d| d.series.as_str()).collect();
    series.into_iter().filter_map(|series| with(series, entries, known)).max_by_key(|o| o.shared)
}

/// How much of a document is in the newest document of that series; `None` if no such document is held.
pub(super) fn with(series: &str, entries: &[ImportedEntry], known: &Known) -> Option<Overlap> {
    let newest = known.all_documents().filter(|d| d.series == series).max_by_key(|d| d.date.value)?;
    let of_newest = |e: &&Entry| e.documents.iter().any(|d| *d.value == *newest.id.value);
    let held: Vec<&Entry> = known.entries().filter(of_newest).collect();
    let shared = entries.iter().filter(|e| held.iter().any(|h| is_of(e, h))).count();
    Some(Overlap {
        series: series.to_owned(),
        cite: newest.cite.clone(),
        shared,
        entries: entries.len(),
        held: held.len(),
    })
}

/// Whether an entry is the held one, rather than merely having its number.
fn is_of(made: &ImportedEntry, held: &Entry) -> bool {
    if made.known_as.as_deref() != Some(held.id.as_str()) {
        return false;
    }
    let titled = super::block::words(&made.entry.title) == super::block::words(&held.title);
    made.standing == Standing::Same
        || titled
        || BagOfWords::of(&entry_words(&made.entry)).similarity(&BagOfWords::of(&entry_words(held)))
            >= MIN_SIMILARITY
}
