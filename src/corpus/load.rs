//! Loads a [`Corpus`]: reads, checks and links files, collecting every error instead of stopping at the
//! first.

mod entry;
mod link;

use std::collections::BTreeSet;

use judge_tree::Node;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::asks::Asks;
use super::diagnostic::{Diagnostic, Severity};
use super::digest::DigestEntry;
use super::document::Document;
use super::files::{File, FileKind, Files};
use super::languages::ForeignWord;
use super::ruling::Entry;
use super::shown::Scenarios;
use super::synonyms::Synonym;
use super::{Beyond, Corpus};
pub(crate) use link::no_ruling;

/// A value and the file it was read from.
struct Sourced<T> {
    file: String,
    value: T,
}

#[derive(Default)]
struct Loader {
    diagnostics: Vec<Diagnostic>,
    documents: Vec<Sourced<Document>>,
    entries: Vec<Sourced<Entry>>,
    asks: Vec<Sourced<Asks>>,
    synonyms: Vec<Sourced<Synonym>>,
    languages: Vec<Sourced<ForeignWord>>,
    digest: Vec<Sourced<DigestEntry>>,
    beyond: Vec<Sourced<Beyond>>,
    scenarios: Scenarios,
    /// The ids in files of which not every entry could be read.
    unreadable: BTreeSet<String>,
    /// Whether what only searches need was skipped.
    without_search_data: bool,
}

impl Corpus {
    /// Loads a corpus from its files.
    ///
    /// The diagnostics list every problem. If one of them is an error, the corpus lacks whatever was wrong
    /// and must not be searched as if it were complete.
    pub fn load(files: &Files) -> (Self, Vec<Diagnostic>) {
        let mut loader = Loader::default();
        for (path, file) in files.iter() {
            loader.read(path, file);
        }
        let corpus = loader.link(files);
        (corpus, loader.diagnostics)
    }

    /// Like [`Self::load`], for callers that do not search. If the files are known to be sound, skips what
    /// only a search needs (asks, synonyms, other languages, uncovered subjects): the larger part of them.
    /// The result has no key.
    pub(crate) fn load_rulings(files: &Files) -> (Self, Vec<Diagnostic>) {
        Self::load_kinds(files, &[FileKind::Documents, FileKind::Rulings, FileKind::Digest])
    }

    /// Like [`Self::load_rulings`], for callers that only cite documents: skips the digest too, if the files
    /// are known to be sound.
    pub fn load_documents(files: &Files) -> (Self, Vec<Diagnostic>) {
        let (corpus, mut diagnostics) = Self::load_kinds(files, &[FileKind::Documents, FileKind::Rulings]);
        if files.are_sound() {
            // The digest was not read, so links to its entries look broken; in sound files they are not.
            diagnostics.clear();
        }
        (corpus, diagnostics)
    }

    fn load_kinds(files: &Files, kinds: &[FileKind]) -> (Self, Vec<Diagnostic>) {
        if !files.are_sound() {
            return Self::load(files);
        }
        let mut loader = Loader { without_search_data: true, ..Loader::default() };
        for (path, file) in files.iter().filter(|(path, _)| kinds.contains(&FileKind::of(path))) {
            loader.read(path, file);
        }
        let corpus = loader.link(files);
        (corpus, loader.diagnostics)
    }

    /// The documents, and the rulings whose id and kind are wanted, without what links them to others; of
    /// files with which nothing is wrong.
    pub fn load_some(files: &Files, is_wanted: impl Fn(&str, &str) -> bool) -> Self {
        let mut loader = Loader::default();
        let of = |kind| files.iter().filter(move |(path, _)| FileKind::of(path) == kind);
        of(FileKind::Documents).for_each(|(path, file)| loader.read(path, file));
        of(FileKind::Rulings).for_each(|(_, file)| loader.read_some(file, &is_wanted));
        let documents = loader.link_documents();
        loader.merge_editions(&documents);
        let rulings = loader.link_rulings(&documents);
        Self { documents, rulings, ..Self::default() }
    }

    /// The built-in corpus.
    ///
    /// # Panics
    /// Never: a test ensures that the built-in corpus has no errors.
    pub fn built_in() -> Self {
        let (corpus, diagnostics) = Self::load(&Files::built_in());
        assert!(!diagnostics.iter().any(|d| d.severity == Severity::Error), "{diagnostics:?}");
        corpus
    }
}

impl Loader {
    /// Reads a file of a kind that belongs to the corpus; others are read elsewhere.
    fn read(&mut self, path: &str, file: &File) {
        let (kind, before) = (FileKind::of(path), self.diagnostics.len());
        match kind {
            FileKind::Documents => read_into(&mut self.documents, &mut self.diagnostics, file),
            FileKind::Rulings => read_into(&mut self.entries, &mut self.diagnostics, file),
            FileKind::Asks => read_into(&mut self.asks, &mut self.diagnostics, file),
            FileKind::Languages => read_into(&mut self.languages, &mut self.diagnostics, file),
            FileKind::Synonyms => read_into(&mut self.synonyms, &mut self.diagnostics, file),
            FileKind::Digest => read_into(&mut self.digest, &mut self.diagnostics, file),
            FileKind::Beyond => read_into(&mut self.beyond, &mut self.diagnostics, file),
            FileKind::Scenarios => self.scenarios.read(file),
            FileKind::Cards
            | FileKind::Abilities
            | FileKind::Play
            | FileKind::Deck
            | FileKind::History
            | FileKind::Explain
            | FileKind::Other => {}
        }
        if matches!(kind, FileKind::Rulings | FileKind::Digest) && self.diagnostics.len() > before {
            self.unreadable.extend(ids(file));
        }
    }

    /// Reads the rulings of a file that are wanted; where its tree proves damaged, all of them.
    fn read_some(&mut self, file: &File, is_wanted: &impl Fn(&str, &str) -> bool) {
        fn text<'n>(node: Node<'n>, field: &str) -> &'n str {
            node.field(field).and_then(Node::text).unwrap_or_default()
        }
        let is_wanted = |node: Node<'_>| is_wanted(text(node, "id"), text(node, "kind"));
        let wanted: Vec<usize> =
            file.parts().into_iter().filter(|(_, node)| is_wanted(*node)).map(|(at, _)| at).collect();
        let entries: Option<Vec<Entry>> = wanted.into_iter().map(|at| file.part(at)).collect();
        match entries.filter(|_| file.tree().is_some()) {
            None => read_into(&mut self.entries, &mut self.diagnostics, file),
            Some(entries) => {
                let sourced = |value| Sourced { file: file.shown.clone(), value };
                self.entries.extend(entries.into_iter().map(sourced));
            }
        }
    }
}

/// The ids of a file's entries, also of those that cannot be read otherwise.
fn ids(file: &File) -> impl Iterator<Item = String> {
    #[derive(Deserialize)]
    struct Identified {
        id: String,
    }
    file.list::<Identified>().0.into_iter().map(|entry| entry.id)
}

/// Appends the entries of a file, and what is wrong with it.
fn read_into<T: DeserializeOwned>(
    into: &mut Vec<Sourced<T>>,
    diagnostics: &mut Vec<Diagnostic>,
    file: &File,
) {
    let (items, found) = file.list();
    diagnostics.extend(found);
    into.extend(items.into_iter().map(|value| Sourced { file: file.shown.clone(), value }));
}
