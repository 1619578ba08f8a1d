//! Merges imported entries into the corpus files they belong to.

use std::collections::{BTreeMap, BTreeSet};

use super::imported::{Imported, ImportedEntry, Standing};
use super::known::{Known, base};
use crate::corpus::document::{Authority, Day, Document};
use crate::corpus::editions::id_version;
use crate::corpus::emit::{self, Note};
use crate::corpus::ruling::Entry;
use crate::corpus::yaml::Spanned;
use crate::corpus::{Game, Kind};

/// The head comment of a file of entries.
const ENTRIES_HEAD: &str = "# yaml-language-server: $schema=../../schemas/entries.json\n";

/// The head comment of a file of documents.
const DOCUMENTS_HEAD: &str = "# yaml-language-server: $schema=../schemas/documents.json\n";

/// The imported entries alone, by file, for review.
pub fn review(imported: &Imported) -> Vec<(String, String)> {
    let game = imported.document.game;
    let mut out = vec![(
        format!("{}/documents.yaml", game.code()),
        emit::documents(DOCUMENTS_HEAD, [(&imported.document, &imported.document_notes[..])].into_iter()),
    )];
    let mut kinds: Vec<&'static str> =
        imported.entries.iter().map(|e| file_name(game, e.entry.kind)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for name in kinds {
        let of_file = imported.entries.iter().filter(|e| file_name(game, e.entry.kind) == name);
        let cite = imported.document.cite.split_whitespace().collect::<Vec<_>>().join(" ");
        let head = format!("{ENTRIES_HEAD}# {cite}, as imported.\n");
        let text = emit::entries(&head, of_file.map(|e| (&e.entry, &e.notes[..])));
        out.push((format!("{}/rulings/{name}.yaml", game.code()), text));
    }
    out
}

/// The corpus files with the new document merged in: path below `rulings/`, and text.
///
/// An unchanged entry gets one more document. A changed entry is kept twice: the newest document's has the
/// plain id, the other one its version appended (`lcg:3.6@2.2`). An entry that the new document lacks stays
/// as it is.
pub fn files(imported: &Imported, known: &Known) -> Vec<(String, String)> {
    let game = imported.document.game;
    let dates = dates(imported, known);
    let mut files: BTreeMap<String, (String, Vec<Item>)> = BTreeMap::new();
    for (path, head, entries) in &known.files {
        if entries.iter().any(|e| Game::of_id(&e.id) == Some(game)) {
            let items = entries.iter().map(|e| Item { entry: e.clone(), notes: Vec::new() }).collect();
            files.insert(path.clone(), (head.clone(), items));
        }
    }
    // An event that quotes the publisher does not make its own document official.
    let official = imported.document.authority == Authority::Official;
    for new in &imported.entries {
        place(new, official, game, &dates, &mut files);
    }
    let mut out = vec![documents(imported, known)];
    for (path, (head, items)) in files {
        out.push((path, emit::entries(&head, items.iter().map(|i| (&i.entry, &i.notes[..])))));
    }
    out
}

struct Item {
    entry: Entry,
    notes: Vec<Note>,
}

/// Date and version of every document, for ordering.
struct Dates {
    days: BTreeMap<String, (Day, String)>,
    new: String,
}

impl Dates {
    fn newest(&self, entry: &Entry) -> Option<Day> {
        entry.documents.iter().filter_map(|d| self.days.get(d.as_str())).map(|(day, _)| *day).max()
    }

    /// The suffix for an older entry's id: the version of its newest document.
    fn version(&self, entry: &Entry) -> String {
        let newest =
            entry.documents.iter().filter_map(|d| self.days.get(d.as_str())).max_by_key(|(day, _)| *day);
        newest.map_or_else(|| "old".to_owned(), |(_, version)| version.clone())
    }
}

fn dates(imported: &Imported, known: &Known) -> Dates {
    let all = known.all_documents().chain([&imported.document]);
    let days = all.map(|d| (d.id.value.clone(), (d.date.value, id_version(d)))).collect();
    Dates { days, new: imported.document.id.value.clone() }
}

/// Puts one imported entry in its place.
fn place(
    new: &ImportedEntry,
    official: bool,
    game: Game,
    dates: &Dates,
    files: &mut BTreeMap<String, (String, Vec<Item>)>,
) {
    let same = new.known_as.as_deref().filter(|_| official && new.standing == Standing::Same);
    if let Some(id) = same {
        let item = files.values_mut().flat_map(|(_, items)| items).find(|i| i.entry.id.as_str() == id);
        if let Some(item) = item {
            add_document(&mut item.entry, dates);
            item.notes.extend(new.notes.iter().cloned());
            return;
        }
    }
    let mut item = Item { entry: new.entry.clone(), notes: new.notes.clone() };
    let id = item.entry.id.value.clone();
    let (mut path, mut at) = (None, usize::MAX);
    for (file, (_, items)) in files.iter_mut() {
        let Some(n) = items.iter().position(|i| base(&i.entry.id) == base(&id)) else { continue };
        resolve_ids(&mut items[n..], &mut item, dates);
        (path, at) = (Some(file.clone()), n);
        break;
    }
    let path = path.unwrap_or_else(|| usual_file(game, item.entry.kind, files));
    let head = || {
        (
            format!(
                "{ENTRIES_HEAD}# Official words, exactly as printed; what was corrected stands under `corrections`.\n"
            ),
            Vec::new(),
        )
    };
    let (_, items) = files.entry(path).or_insert_with(head);
    let at = if at == usize::MAX { place_of_number(items, &item.entry) } else { at };
    items.insert(at.min(items.len()), item);
}

/// Of two entries with the same plain id, appends its version to the older one.
fn resolve_ids(items: &mut [Item], new: &mut Item, dates: &Dates) {
    let id = new.entry.id.value.clone();
    let used: BTreeSet<String> = items.iter().map(|i| i.entry.id.value.clone()).collect();
    for old in items.iter_mut().filter(|i| i.entry.id.value == id) {
        let older =
            if dates.newest(&old.entry) < dates.newest(&new.entry) { &mut old.entry } else { &mut new.entry };
        let mut versioned = format!("{id}@{}", dates.version(older));
        while used.contains(&versioned) {
            versioned.push_str("-2");
        }
        older.id = Spanned::without_span(versioned);
    }
}

/// The index at which to insert a new entry by its number; the end if no entry is numbered.
fn place_of_number(items: &[Item], new: &Entry) -> usize {
    let order = |e: &Entry| {
        let number = e.number.as_ref()?;
        let (major, minor) = number.split_once('.')?;
        Some((major.parse::<u32>().ok()?, minor.parse::<u32>().ok()?))
    };
    let Some(wanted) = order(new) else { return items.len() };
    items.iter().rposition(|i| order(&i.entry).is_some_and(|o| o <= wanted)).map_or(items.len(), |n| n + 1)
}

/// Adds the imported document to an entry, ordered by date.
fn add_document(entry: &mut Entry, dates: &Dates) {
    if entry.documents.iter().all(|d| *d.value != dates.new) {
        entry.documents.push(Spanned::without_span(dates.new.clone()));
        entry.documents.sort_by_key(|d| dates.days.get(d.as_str()).map(|(day, _)| *day));
    }
}

/// The file that contains most entries of the kind, or the conventional one.
fn usual_file(game: Game, kind: Kind, files: &BTreeMap<String, (String, Vec<Item>)>) -> String {
    let count = |items: &[Item]| items.iter().filter(|i| i.entry.kind == kind).count();
    let most = files.iter().map(|(path, (_, items))| (count(items), path)).filter(|(n, _)| *n > 0).max();
    most.map_or_else(
        || format!("{}/rulings/{}.yaml", game.code(), file_name(game, kind)),
        |(_, path)| path.clone(),
    )
}

fn file_name(game: Game, kind: Kind) -> &'static str {
    match (game, kind) {
        (_, Kind::Errata) => "errata",
        (_, Kind::Restricted) => "restricted",
        (_, Kind::Clarification) => "clarifications",
        (_, Kind::Definition) => "definitions",
        (_, Kind::Timing) => "timing",
        (Game::Tcg, Kind::Faq) => "questions",
        (_, Kind::Faq) => "faq",
        (_, Kind::Ruling | Kind::Rule) => "rulings",
    }
}

/// The file of documents, with the new one added.
fn documents(imported: &Imported, known: &Known) -> (String, String) {
    let new = &imported.document;
    let file = known.documents.iter().find(|(_, _, d)| d.iter().any(|d| d.game == new.game));
    let empty: &[Note] = &[];
    let Some((path, head, documents)) = file else {
        let text = emit::documents(DOCUMENTS_HEAD, [(new, &imported.document_notes[..])].into_iter());
        return (format!("{}/documents.yaml", new.game.code()), text);
    };
    let notes = |d: &Document| if d.id == new.id { imported.document_notes.as_slice() } else { empty };
    let mut all: Vec<(&Document, &[Note])> = documents.iter().map(|d| (d, notes(d))).collect();
    if known.document(&new.id).is_none() {
        all.push((new, &imported.document_notes));
    }
    (path.clone(), emit::documents(head, all.into_iter()))
}

/// The contents of `remainder.txt`: the words in no entry, one passage per line, with position and reason.
pub fn remainder(imported: &Imported) -> String {
    let mut out = format!(
        "{}: what stands in no entry, by line. Whatever belongs to a ruling is to be moved into its entry.\n",
        imported.document.cite
    );
    for left in &imported.remainder {
        out += &format!("line {}, {}: {}\n", left.line, left.why, left.text);
    }
    out
}
