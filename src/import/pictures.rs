//! Pictures and icons in a page's text, represented by their names.

use std::collections::{BTreeMap, BTreeSet};

use super::block::{Block, Shape};
use super::imported::{ImportedEntry, Standing};
use crate::corpus::characters::without_references;
use crate::corpus::emit::Note;

/// The note on an entry from which a linked picture was dropped.
pub(super) const LINKED: &str =
    "a picture that is a link is left out of its words; does it stand for some of them?";

/// Names of pictures that are part of the page rather than of its text.
const OWN: [&str; 6] = ["link", "links", "hyperlink", "permalink", "external", "download"];

/// Words in the names of such pictures.
const BESIDE: [&str; 22] = [
    "alt", "ext", "square", "sign", "circle", "out", "new", "window", "tab", "opens", "in", "a", "to",
    "this", "section", "page", "heading", "file", "cloud", "icon", "symbol", "image",
];

/// A picture's name in brackets; `None` for a name without information, or that of page furniture.
pub(super) fn named(name: &str) -> Option<String> {
    let plain = without_references(name).replace(['[', ']'], " ");
    let all: Vec<&str> = plain.split_whitespace().collect();
    let shown = all.join(" ");
    let few = all.len() <= 3 && shown.chars().count() <= 24 && shown.contains(char::is_alphanumeric);
    (few && !is_own(&shown)).then(|| format!("[{shown}]"))
}

/// What a picture without words is called: by the name of its file, `http://…/white.gif`.
pub(super) fn of_file(address: &str) -> Option<String> {
    let file = address.split(['?', '#']).next()?.rsplit('/').next()?;
    let (stem, _) = file.rsplit_once('.')?;
    let name = stem.replace(['_', '-'], " ");
    let is_sound = name.chars().count() <= 24 && name.contains(char::is_alphanumeric);
    (is_sound && !is_own(&name) && !is_space(&name)).then_some(name)
}

/// Whether a picture only keeps others apart, or shows somebody.
fn is_space(name: &str) -> bool {
    const SHOWS: [&str; 6] = ["avatar", "authorpic", "logo", "banner", "photo", "thumb"];
    if SHOWS.iter().any(|shown| name.to_lowercase().contains(shown)) {
        return true;
    }
    const SPACES: [&str; 8] =
        ["spacer", "space", "pixel", "blank", "clear", "transparent", "line", "divider"];
    SPACES.contains(&name.to_lowercase().as_str())
}

/// Whether a picture of that name is the page's own: `external-link`, "download".
pub(super) fn is_own(name: &str) -> bool {
    let lower = name.to_lowercase();
    let words = || lower.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
    words().any(|w| OWN.contains(&w)) && words().all(|w| OWN.contains(&w) || BESIDE.contains(&w))
}

/// The bracketed names in a text.
fn names_in(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('[').filter_map(|(open, _)| {
        let close = text[open..].char_indices().take(60).find(|(_, c)| *c == ']')?.0;
        Some(&text[open..=open + close])
    })
}

/// Those names that occur in the text of blocks.
pub(super) fn said(names: &BTreeSet<String>, blocks: &[Block]) -> BTreeSet<String> {
    let said = blocks.iter().filter(|b| !matches!(b.shape, Shape::Aside(_)));
    said.flat_map(|b| names_in(&b.text)).filter(|n| names.contains(*n)).map(str::to_owned).collect()
}

/// A name in more entries than this concerns the document as a whole, and is noted there.
const MAX_ENTRIES: usize = 3;

/// Flags entries that contain such names, if the names are rare.
pub(super) fn mark(entries: &mut [ImportedEntry], names: &BTreeSet<String>) {
    let found = |text: &str| -> BTreeSet<String> {
        names_in(text).filter(|n| names.contains(*n)).map(str::to_owned).collect()
    };
    let fields = |e: &ImportedEntry| {
        let question = e.entry.question.as_deref().unwrap_or_default();
        [("question", found(question)), ("text", found(&e.entry.text))]
    };
    let all: Vec<_> = entries.iter().map(fields).collect();
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    for [(_, question), (_, text)] in &all {
        question.union(text).for_each(|name| *times.entry(name.as_str()).or_default() += 1);
    }
    for (entry, fields) in entries.iter_mut().zip(&all).filter(|(e, _)| e.standing != Standing::Same) {
        for (field, found) in fields {
            let few: Vec<&str> =
                found.iter().map(String::as_str).filter(|n| times[n] <= MAX_ENTRIES).collect();
            entry.notes.extend(stands(&few).map(|text| Note { field, text }));
        }
    }
}

/// The note on an entry that contains such names.
fn stands(names: &[&str]) -> Option<String> {
    let (first, rest) = names.split_first()?;
    let more = if rest.is_empty() { String::new() } else { format!(" (and {} more)", rest.len()) };
    let name = first.replace('`', "'");
    Some(format!(
        "`{name}`{more} stands in it by the name the page gives an icon; does it say what the icon means?"
    ))
}

/// The maximum number of names listed in a note.
const MAX_NAMES: usize = 36;

/// The note on a document whose text contains icons by name.
pub(super) fn note(names: &BTreeSet<String>) -> Option<String> {
    let first: Vec<&str> = names.iter().take(MAX_NAMES).map(String::as_str).collect();
    let more = match names.len().saturating_sub(MAX_NAMES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!first.is_empty()).then(|| {
        format!("icons stand among its words by the names the page gives them: {}{more}", first.join(", "))
    })
}
