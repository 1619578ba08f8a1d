//! Puts back the paragraphs that columns out of order have torn from their ruling: where what is held has a
//! ruling with a paragraph more, in the very place where the ruling has a gap here, and the document has that
//! paragraph in a ruling to which it is new.

use std::collections::{BTreeMap, BTreeSet};

use super::imported::{ImportedEntry, Standing};
use super::known::{Known, entry_words};
use super::names;
use crate::corpus::Game;
use crate::corpus::emit::Note;
use crate::corpus::markdown;
use crate::corpus::ruling::Entry;
use crate::corpus::similar::{BagOfWords, normalize_text};

/// Shorter paragraphs may occur anywhere.
const MIN_WORDS: usize = 8;

/// The number of words with which a paragraph begins as the one it is compared with.
const BEGINNING: usize = 4;

/// The minimum share of common words for a paragraph to be the one that is held, reworded at most.
const SAME: f64 = 0.9;

/// The same for the paragraphs around a gap.
const ALIKE: f64 = 0.7;

/// Of more paragraphs that begin alike none is tried.
const MAX_TRIED: usize = 16;

/// A paragraph, prepared for comparison.
struct Paragraph {
    beginning: String,
    words: BagOfWords,
}

impl Paragraph {
    /// `None` if it is too short to be distinguished from others.
    fn of(text: &str) -> Option<Self> {
        let text = normalize_text(text).to_lowercase();
        let words: Vec<&str> = text.split(' ').collect();
        let beginning = || words[..BEGINNING].join(" ");
        (words.len() >= MIN_WORDS).then(|| Self { beginning: beginning(), words: BagOfWords::of(&text) })
    }

    fn is_like(&self, other: &Self, least: f64) -> bool {
        self.beginning == other.beginning && self.words.similarity(&other.words) >= least
    }
}

/// The paragraphs of an entry's text; those too short to compare are `None`.
fn paragraphs(entry: &Entry) -> Vec<Option<Paragraph>> {
    markdown::unwrap(&entry.text).split("\n\n").map(Paragraph::of).collect()
}

/// Where a paragraph stands: the index of its entry, and its own in that entry.
type Place = (usize, usize);

/// A paragraph to be moved, and where to.
struct Torn {
    from: Place,
    to: Place,
}

/// Moves every such paragraph, and flags both entries.
pub(super) fn put_back(entries: &mut [ImportedEntry], game: Game, known: &Known) {
    let of_game = known.entries().filter(|e| Game::of_id(&e.id) == Some(game));
    let held: Held<'_> = of_game.map(|e| (e.id.as_str(), e)).collect();
    let by_beginning = by_beginning(entries);
    for at in changed(entries) {
        let Some(before) = entries[at].known_as.as_deref().and_then(|id| held.get(id)) else { continue };
        let before = paragraphs(before);
        for paragraph in before.iter().flatten() {
            let Some(place) = gap(&before, &paragraphs(&entries[at].entry), paragraph) else { continue };
            let all = by_beginning.get(&paragraph.beginning).into_iter().flatten().take(MAX_TRIED);
            let mut others = all.filter(|n| **n != at);
            let from = others.find_map(|n| Some((*n, torn_from(entries, *n, paragraph, &held)?)));
            if let Some(from) = from {
                put(&Torn { from, to: (at, place) }, entries, &held);
            }
        }
    }
}

/// What is held, by its ids.
type Held<'k> = BTreeMap<&'k str, &'k Entry>;

/// The entries that have a paragraph with each beginning. What a part has stands in its whole, too.
fn by_beginning(entries: &[ImportedEntry]) -> BTreeMap<String, Vec<usize>> {
    let mut all: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (n, one) in entries.iter().enumerate().filter(|(_, e)| e.entry.part_of.is_none()) {
        for paragraph in paragraphs(&one.entry).into_iter().flatten() {
            all.entry(paragraph.beginning).or_default().push(n);
        }
    }
    all
}

/// The entries whose words are not those held, and that are neither parts nor have parts.
fn changed(entries: &[ImportedEntry]) -> Vec<usize> {
    let wholes: BTreeSet<&str> =
        entries.iter().filter_map(|e| Some(e.entry.part_of.as_ref()?.as_str())).collect();
    let is_alone = |e: &ImportedEntry| e.entry.part_of.is_none() && !wholes.contains(e.entry.id.as_str());
    let is_changed = |e: &ImportedEntry| e.standing == Standing::Changed && is_alone(e);
    (0..entries.len()).filter(|n| is_changed(&entries[*n])).collect()
}

/// The index of a paragraph in an entry that has others beside it, and had it not in what is held; none of
/// the entry's parts may have it.
fn torn_from(entries: &[ImportedEntry], n: usize, wanted: &Paragraph, held: &Held<'_>) -> Option<usize> {
    let entry = &entries[n].entry;
    let all = paragraphs(entry);
    let at = all.iter().position(|p| p.as_ref().is_some_and(|p| p.is_like(wanted, SAME)))?;
    let home = entries[n].known_as.as_deref().and_then(|id| held.get(id));
    let is_home = home.is_some_and(|home| has(&paragraphs(home), wanted));
    let is_part = |e: &ImportedEntry| e.entry.part_of.as_ref().is_some_and(|whole| *whole == entry.id);
    let of_part = || entries.iter().any(|e| is_part(e) && has(&paragraphs(&e.entry), wanted));
    (all.len() > 1 && !is_home && !of_part()).then_some(at)
}

fn has(all: &[Option<Paragraph>], wanted: &Paragraph) -> bool {
    all.iter().flatten().any(|p| p.is_like(wanted, SAME))
}

/// Where, among the paragraphs here, one is missing: between those that stand around it in what is held, or
/// at the end if it is the last there.
fn gap(held: &[Option<Paragraph>], here: &[Option<Paragraph>], wanted: &Paragraph) -> Option<usize> {
    if has(here, wanted) {
        return None;
    }
    let place = |p: &Option<Paragraph>| {
        let p = p.as_ref()?;
        here.iter().position(|other| other.as_ref().is_some_and(|other| other.is_like(p, ALIKE)))
    };
    let at = held.iter().position(|p| p.as_ref().is_some_and(|p| p.is_like(wanted, 1.0)))?;
    let before = held[..at].iter().rev().find_map(place)?;
    let behind = held[at + 1..].iter().find_map(place).unwrap_or(here.len());
    (behind == before + 1).then_some(behind)
}

/// Moves a paragraph with its corrections.
fn put(Torn { from: (from, n), to: (to, place) }: &Torn, entries: &mut [ImportedEntry], held: &Held<'_>) {
    let split = |entry: &Entry| -> Vec<String> { entry.text.split("\n\n").map(str::to_owned).collect() };
    let mut left = split(&entries[*from].entry);
    let mut whole = split(&entries[*to].entry);
    let paragraph = left.remove(*n);
    let shown = names::shortened(&paragraph);
    let corrections = &mut entries[*from].entry.corrections;
    let moved: Vec<_> = corrections.extract_if(.., |c| paragraph.contains(&c.corrected)).collect();
    corrections.extend(moved.iter().filter(|c| left.iter().any(|p| p.contains(&c.corrected))).cloned());
    entries[*to].entry.corrections.extend(moved);
    whole.insert(*place, paragraph);
    entries[*from].entry.text.value = left.join("\n\n");
    entries[*to].entry.text.value = whole.join("\n\n");
    let ids = [*from, *to].map(|n| entries[n].entry.id.value.clone());
    let [torn, home] = [
        format!("`{shown}` stands in it in this document, and was put into {}, as in what is held", ids[1]),
        format!("`{shown}` stands in {} in this document, and was put here, as in what is held", ids[0]),
    ];
    for (at, text) in [(*from, torn), (*to, home)] {
        let entry = &mut entries[at];
        entry.notes.push(Note { field: "text", text });
        let before = entry.known_as.as_deref().and_then(|id| held.get(id));
        if before
            .is_some_and(|b| normalize_text(&entry_words(b)) == normalize_text(&entry_words(&entry.entry)))
        {
            entry.standing = Standing::Same;
        }
    }
}
