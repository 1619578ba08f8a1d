//! Whose a document is, as far as its entries tell: how many of them are those of a series of documents held.
//!
//! A title alone says little: the next edition may print it otherwise, and a document of something else may
//! bear the same words. Its entries say more.

use std::collections::BTreeSet;

use super::imported::{ImportedEntry, Overlap, Standing};
use super::known::{Known, entry_words};
use crate::corpus::Game;
use crate::corpus::document::{Authority, Document};
use crate::corpus::ruling::Entry;
use crate::corpus::similar::BagOfWords;

/// So alike are the words of a ruling in two editions, at least.
const ALIKE: f64 = 0.5;

/// The series whose newest document shares most entries with this one; of those of one game that are the
/// publisher's.
pub(super) fn overlap(entries: &[ImportedEntry], game: Game, known: &Known) -> Option<Overlap> {
    let official = |d: &&Document| d.game == game && d.authority == Authority::Official;
    let series: BTreeSet<&str> = known.all_documents().filter(official).map(|d| d.series.as_str()).collect();
    series.into_iter().filter_map(|series| with(series, entries, known)).max_by_key(|o| o.shared)
}

/// How much of a document stands in the newest document held of that series; `None` where none is held.
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

/// Whether an entry is the one held, and not only of its number.
fn is_of(made: &ImportedEntry, held: &Entry) -> bool {
    if made.known_as.as_deref() != Some(held.id.as_str()) {
        return false;
    }
    let titled = super::block::words(&made.entry.title) == super::block::words(&held.title);
    made.standing == Standing::Same
        || titled
        || BagOfWords::of(&entry_words(&made.entry)).similarity(&BagOfWords::of(&entry_words(held))) >= ALIKE
}
