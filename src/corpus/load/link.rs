//! Links what was read: documents to their editions, rulings to each other and to what is written of them.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use super::{Loader, Sourced, entry};
use crate::corpus::asks::AskLine;
use crate::corpus::diagnostic::{Diagnostic, DiagnosticCode, Location};
use crate::corpus::digest::{self, DigestContext};
use crate::corpus::document::{Authority, Document};
use crate::corpus::files::Files;
use crate::corpus::history::Versions;
use crate::corpus::languages::{self, ForeignWord};
use crate::corpus::ruling::{Entry, Ruling};
use crate::corpus::suggest::nearest_id;
use crate::corpus::yaml::Spanned;
use crate::corpus::{Ask, Beyond, Corpus, Voice, beyond, editions};

impl Loader {
    /// Makes a corpus of all that was read.
    pub(super) fn link(&mut self, files: &Files) -> Corpus {
        let documents = self.link_documents();
        self.merge_editions(&documents);
        let mut rulings = self.link_rulings(&documents);
        let (versions, _) = Versions::read(files);
        if !self.digest.is_empty() {
            self.add_digest(&versions, &documents, &mut rulings);
            self.link_digest(&mut rulings);
        }
        digest::link_later(&documents, &mut rulings);
        self.link_references(&mut rulings);
        rulings.values_mut().for_each(|ruling| ruling.scenarios = self.scenarios.of(&ruling.id));
        // The order within the documents: errata, restricted list, clarifications, definitions, timing,
        // questions.
        rulings.sort_by(|_, a, _, b| (a.game, a.kind).cmp(&(b.game, b.kind)));
        let asks = if self.without_search_data { Vec::new() } else { self.link_asks(&rulings) };
        let languages = self.checked_languages();
        let synonyms = self.synonyms.iter().map(|s| s.value.clone()).collect();
        let beyond = self.checked_beyond();
        let key = if self.without_search_data { String::new() } else { files.searched_key() };
        Corpus { documents, rulings, asks, synonyms, languages, beyond, versions, key }
    }

    /// The documents by their ids, each checked against the others.
    pub(super) fn link_documents(&mut self) -> IndexMap<String, Document> {
        let mut documents = IndexMap::new();
        let mut seen = BTreeMap::new();
        for Sourced { file, value } in &self.documents {
            if duplicate(&mut seen, &mut self.diagnostics, file, &value.id, "document") {
                continue;
            }
            self.diagnostics.extend(unnamed_house(file, value));
            self.diagnostics.extend(rival(file, value, &documents));
            documents.insert(value.id.value.clone(), value.clone());
        }
        documents
    }

    /// Merges entries that several editions share; a corpus laid over another may repeat its rulings.
    pub(super) fn merge_editions(&mut self, documents: &IndexMap<String, Document>) {
        let mut entries: Vec<&mut Entry> = self.entries.iter_mut().map(|e| &mut e.value).collect();
        let dropped = editions::merge_editions(&mut entries, documents);
        let mut places = 0..;
        self.entries.retain(|_| places.next().is_none_or(|place| !dropped.contains(&place)));
    }

    /// The rulings by their ids, without those refused for errors of their own; not yet linked to each other.
    pub(super) fn link_rulings(
        &mut self,
        documents: &IndexMap<String, Document>,
    ) -> IndexMap<String, Ruling> {
        let mut rulings = IndexMap::new();
        let mut seen = BTreeMap::new();
        for Sourced { file, value } in &self.entries {
            if duplicate(&mut seen, &mut self.diagnostics, file, &value.id, "ruling") {
                continue;
            }
            if let Some(ruling) = entry::resolve(file, value, documents, &mut self.diagnostics) {
                rulings.insert(ruling.id.clone(), ruling);
            }
        }
        rulings
    }

    /// Resolves every reference and records it at both ends.
    fn link_references(&mut self, rulings: &mut IndexMap<String, Ruling>) {
        let ids: BTreeSet<String> = rulings.keys().cloned().collect();
        for Sourced { file, value } in &self.entries {
            for to in value.see.iter().chain(&value.part_of) {
                if !ids.contains(to.as_str()) {
                    self.diagnostics.push(self.dangling(to.place(file), to, &ids));
                }
            }
            let id = value.id.as_str();
            for to in &value.see {
                if let Some(target) = rulings.get_mut(to.as_str()) {
                    push_once(&mut target.seen_from, id);
                }
            }
            if let Some(whole) = value.part_of.as_ref().and_then(|to| rulings.get_mut(to.as_str())) {
                whole.parts.push(id.to_owned());
            }
        }
    }

    /// Adds the entries of the digest to the rulings.
    fn add_digest(
        &mut self,
        versions: &Versions,
        documents: &IndexMap<String, Document>,
        rulings: &mut IndexMap<String, Ruling>,
    ) {
        let known = DigestContext { documents, versions };
        let places = self.entries.iter().map(|e| (e.value.id.value.clone(), e.value.id.place(&e.file)));
        let mut seen: BTreeMap<String, Location> = places.collect();
        for Sourced { file, value } in &self.digest {
            if !duplicate(&mut seen, &mut self.diagnostics, file, &value.id, "ruling")
                && let Some(ruling) = digest::resolve(file, value, &known, &mut self.diagnostics)
            {
                rulings.insert(ruling.id.clone(), ruling);
            }
        }
    }

    /// Resolves the references of the digest. Official rulings list those of digest entries separately from
    /// those to each other.
    fn link_digest(&mut self, rulings: &mut IndexMap<String, Ruling>) {
        let written: BTreeSet<String> = self.digest.iter().map(|d| d.value.id.value.clone()).collect();
        let ids: BTreeSet<String> = rulings.keys().chain(&written).cloned().collect();
        for Sourced { file, value } in &self.digest {
            let id = value.id.as_str();
            for to in value.see.iter().chain(&value.changed_by) {
                if !ids.contains(to.as_str()) {
                    self.diagnostics.push(self.dangling(to.place(file), to, &ids));
                }
                if let Some(target) = rulings.get_mut(to.as_str()) {
                    link_from_digest(target, id);
                }
            }
        }
        let refused: BTreeSet<&String> = written.iter().filter(|id| !rulings.contains_key(*id)).collect();
        rulings.values_mut().for_each(|ruling| ruling.rules.retain(|id| !refused.contains(id)));
    }

    fn checked_languages(&mut self) -> Vec<ForeignWord> {
        for Sourced { file, value } in &self.languages {
            languages::check(file, value, &mut self.diagnostics);
        }
        self.languages.iter().map(|l| l.value.clone()).collect()
    }

    fn checked_beyond(&mut self) -> Vec<Beyond> {
        let mut seen = BTreeMap::new();
        for Sourced { file, value } in &self.beyond {
            beyond::check(file, value, &mut seen, &mut self.diagnostics);
        }
        self.beyond.iter().map(|b| b.value.clone()).collect()
    }

    fn link_asks(&mut self, rulings: &IndexMap<String, Ruling>) -> Vec<Ask> {
        let ids: BTreeSet<String> = rulings.keys().cloned().collect();
        let mut asks = Vec::new();
        for Sourced { file, value } in &self.asks {
            if !ids.contains(value.ruling.as_str()) {
                self.diagnostics.push(self.dangling(value.ruling.place(file), &value.ruling, &ids));
                continue;
            }
            for AskLine { voice, text } in &value.asks {
                if text.trim().is_empty() {
                    let message = "This ask is empty.";
                    self.diagnostics.push(Diagnostic::error(
                        DiagnosticCode::Empty,
                        text.place(file),
                        message,
                    ));
                    continue;
                }
                let ruling = value.ruling.value.clone();
                let place = text.place(file);
                asks.push(Ask { ruling, voice: *voice, text: text.value.clone(), place });
            }
        }
        for Sourced { file, value } in self.digest.iter().filter(|d| ids.contains(d.value.id.as_str())) {
            asks.extend(value.words.iter().map(|line| Ask {
                ruling: value.id.value.clone(),
                voice: Voice::Plain,
                text: line.value.clone(),
                place: line.place(file),
            }));
        }
        asks
    }

    /// The error for a reference to a ruling that does not exist, or that was refused.
    fn dangling(&self, place: Location, to: &str, ids: &BTreeSet<String>) -> Diagnostic {
        let is_written = self.unreadable.contains(to)
            || self.entries.iter().any(|entry| entry.value.id.value == to)
            || self.digest.iter().any(|entry| entry.value.id.value == to);
        if !is_written {
            return no_ruling(place, to, ids.iter().map(String::as_str));
        }
        let message = format!("The ruling {to} was refused, for errors of its own.");
        Diagnostic::error(DiagnosticCode::Link, place, message).hint("Correct those first.")
    }
}

/// The error for a house document that does not say who decides.
fn unnamed_house(file: &str, document: &Document) -> Option<Diagnostic> {
    let unnamed = document.authority == Authority::House && document.who.is_none();
    let message = format!("The house document {} does not say `who` decided.", *document.id);
    unnamed.then(|| Diagnostic::error(DiagnosticCode::HouseWho, document.id.place(file), message))
}

/// The error for an official document of the same series and day as another, so that neither is the newer.
fn rival(file: &str, document: &Document, others: &IndexMap<String, Document>) -> Option<Diagnostic> {
    let rival = others.values().find(|other| {
        other.authority == Authority::Official
            && document.authority == Authority::Official
            && (&other.series, other.date.value) == (&document.series, document.date.value)
    })?;
    let message = format!(
        "The documents {} and {} are of one series and one day, {}; one of them must come first.",
        *document.id, *rival.id, *document.date
    );
    let hint = "Give each edition its own date, or take one of them out.";
    Some(Diagnostic::error(DiagnosticCode::Document, document.date.place(file), message).hint(hint))
}

/// Whether an id occurred before, which is reported with the place; if not, it has `seen` it now.
fn duplicate(
    seen: &mut BTreeMap<String, Location>,
    diagnostics: &mut Vec<Diagnostic>,
    file: &str,
    id: &Spanned<String>,
    what: &str,
) -> bool {
    let place = id.place(file);
    if let Some(first) = seen.get(id.as_str()) {
        let message = format!("The {what} id {} stands twice; first at {first}.", **id);
        diagnostics
            .push(Diagnostic::error(DiagnosticCode::DuplicateId, place, message).hint("Ids are unique."));
        return true;
    }
    seen.insert(id.value.clone(), place);
    false
}

/// The error for a reference to a ruling that does not exist; suggests the most similar of the `ids`.
pub(crate) fn no_ruling<'i>(place: Location, to: &str, ids: impl Iterator<Item = &'i str>) -> Diagnostic {
    let message = format!("There is no ruling {to} to link to.");
    let diagnostic = Diagnostic::error(DiagnosticCode::Link, place, message);
    match nearest_id(to, ids) {
        Some(id) => diagnostic.hint(format!("Is {id} meant?")),
        None => diagnostic,
    }
}

/// Adds a digest entry to the list of those that refer to a ruling, once.
fn link_from_digest(target: &mut Ruling, id: &str) {
    let links = match target.authority {
        Authority::Digest => &mut target.seen_from,
        Authority::Official | Authority::House => &mut target.rules,
    };
    push_once(links, id);
}

/// Adds the id of the entry that is being linked, which may name one ruling twice. Entries are linked one
/// after the other, so that only the last link can be its own.
fn push_once(links: &mut Vec<String>, id: &str) {
    if links.last().is_none_or(|last| last != id) {
        links.push(id.to_owned());
    }
}
