//! Finds paragraphs that the corpus has, word for word, in another entry than the one they were assigned to.
//! If the lines of a document came out in the wrong order, the existing entries know better.

use std::collections::{BTreeMap, BTreeSet};

use super::imported::ImportedEntry;
use super::known::{Known, base, entry_words};
use super::names;
use crate::corpus::Game;
use crate::corpus::emit::Note;
use crate::corpus::similar::normalize_text;

/// Shorter paragraphs may occur anywhere.
const MIN_WORDS: usize = 8;

/// The paragraphs of a text, each normalized for comparison and as printed.
fn paragraphs(text: &str) -> impl Iterator<Item = (String, &str)> {
    text.split("\n\n").map(|p| (normalize_text(p), p)).filter(|(p, _)| p.split(' ').count() >= MIN_WORDS)
}

/// A paragraph that the corpus has in another entry.
struct Misplaced {
    /// The index of the entry that has it here.
    at: usize,
    /// The id of the entry that has it there, and lacks it here.
    of: String,
    text: String,
}

/// Flags, in each entry, the first paragraph that the corpus has in another entry of this document while that
/// entry lacks it; and that entry, too.
pub(super) fn mark(entries: &mut [ImportedEntry], game: Game, known: &Known) {
    for Misplaced { at, of, text } in misplaced(entries, game, known) {
        let note = |text: String| Note { field: "text", text };
        let id = entries[at].entry.id.value.clone();
        entries[at]
            .notes
            .push(note(format!("`{text}` stands in {of} of what is held; is it a part of that here, too?")));
        if let Some(lacks) = entries.iter_mut().find(|e| base(&e.entry.id) == of) {
            lacks.notes.push(note(format!(
                "`{text}` stands in it in what is held, and here in {id}; was it torn off?"
            )));
        }
    }
}

fn misplaced(entries: &[ImportedEntry], game: Game, known: &Known) -> Vec<Misplaced> {
    let mut held: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for entry in known.entries().filter(|e| Game::of_id(&e.id) == Some(game)) {
        for (paragraph, _) in paragraphs(&entry_words(entry)) {
            held.entry(paragraph).or_default().insert(base(&entry.id));
        }
    }
    let own: BTreeMap<String, BTreeSet<String>> = entries
        .iter()
        .map(|e| {
            let words = entry_words(&e.entry);
            (base(&e.entry.id).to_owned(), paragraphs(&words).map(|(p, _)| p).collect())
        })
        .collect();
    let first = |(at, imported): (usize, &ImportedEntry)| {
        let words = entry_words(&imported.entry);
        let ids = [Some(base(&imported.entry.id)), imported.known_as.as_deref().map(base)];
        paragraphs(&words).find_map(|(paragraph, text)| {
            let places = held.get(&paragraph)?;
            let at_home = places.iter().any(|id| ids.contains(&Some(*id)));
            let lacks = |id: &&&str| own.get(**id).is_some_and(|has| !has.contains(&paragraph));
            let of = places.iter().find(lacks).filter(|_| !at_home)?;
            Some(Misplaced { at, of: (*of).to_owned(), text: names::shortened(text) })
        })
    };
    entries.iter().enumerate().filter_map(first).collect()
}
