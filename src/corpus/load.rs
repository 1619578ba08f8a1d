//! Loads a [`Corpus`]: reads, checks and links files, collecting every error instead of stopping at the
//! first.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;
use judge_tree::Node;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::diagnostic::{Diagnostic, DiagnosticCode, Location, Severity};
use super::digest::{self, DigestContext, DigestEntry};
use super::document::{Authority, Document, Game};
use super::files::{File, FileKind, Files};
use super::history::Versions;
use super::ruling::{Entry, InForce, Kind, Ruling, document_ref};
use super::shown::Scenarios;
use super::suggest::nearest_id;
use super::yaml::Spanned;
use super::{
    Ask, Beyond, Corpus, Voice,
    asks::{AskLine, Asks},
    beyond, editions,
    languages::{self, ForeignWord},
    markdown,
    synonyms::Synonym,
};

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
    /// Whether to skip everything that only searches need.
    rulings_alone: bool,
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
        let mut loader = Loader { rulings_alone: true, ..Loader::default() };
        for (path, file) in files.iter().filter(|(path, _)| kinds.contains(&FileKind::of(path))) {
            loader.read(path, file);
        }
        let corpus = loader.link(files);
        (corpus, loader.diagnostics)
    }

    /// The documents, and of the rulings those that are wanted, told by id and kind, without what links them
    /// to others; of files with which nothing is wrong.
    pub fn load_some(files: &Files, is_wanted: impl Fn(&str, &str) -> bool) -> Self {
        let mut loader = Loader::default();
        for (path, file) in files.iter() {
            match FileKind::of(path) {
                FileKind::Documents => loader.read(path, file),
                FileKind::Rulings => loader.read_some(file, &is_wanted),
                _ => {}
            }
        }
        let documents = loader.link_documents();
        loader.merge_editions(&documents);
        let rulings = loader.link_rulings(&documents);
        Self { documents, rulings, ..Self::default() }
    }

    /// The built-in corpus.
    ///
    /// # Panics
    /// Never in a release: a test ensures that the built-in corpus has no errors.
    pub fn built_in() -> Self {
        let (corpus, diagnostics) = Self::load(&Files::built_in());
        debug_assert!(!diagnostics.iter().any(|d| d.severity == Severity::Error), "{diagnostics:?}");
        corpus
    }
}

impl Loader {
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

    fn link(&mut self, files: &Files) -> Corpus {
        let documents = self.link_documents();
        self.merge_editions(&documents);
        let mut rulings = self.link_rulings(&documents);
        let (versions, _) = Versions::read(files);
        self.link_digest(&versions, &documents, &mut rulings);
        digest::link_later(&documents, &mut rulings);
        self.link_references(&mut rulings);
        rulings.values_mut().for_each(|ruling| ruling.scenarios = self.scenarios.of(&ruling.id));
        // The order within the documents: errata, restricted list, clarifications, definitions, timing,
        // questions.
        rulings.sort_by(|_, a, _, b| (a.game, a.kind).cmp(&(b.game, b.kind)));
        let asks = if self.rulings_alone { Vec::new() } else { self.link_asks(&rulings) };
        let languages = self.checked_languages();
        let synonyms = self.synonyms.iter().map(|s| s.value.clone()).collect();
        let beyond = self.checked_beyond();
        let key = if self.rulings_alone { String::new() } else { files.searched_key() };
        Corpus { documents, rulings, asks, synonyms, languages, beyond, versions, key }
    }

    fn link_documents(&mut self) -> IndexMap<String, Document> {
        let mut documents = IndexMap::new();
        let mut seen = BTreeMap::new();
        for Sourced { file, value } in &self.documents {
            if duplicate(&mut seen, &mut self.diagnostics, file, &value.id, "document") {
                continue;
            }
            if value.authority == Authority::House && value.who.is_none() {
                let message = format!("The house document {} does not say `who` decided.", *value.id);
                self.diagnostics.push(Diagnostic::error(
                    DiagnosticCode::HouseWho,
                    value.id.place(file),
                    message,
                ));
            }
            let rival = documents.values().find(|other: &&Document| {
                other.authority == Authority::Official
                    && value.authority == Authority::Official
                    && (&other.series, other.date.value) == (&value.series, value.date.value)
            });
            if let Some(rival) = rival {
                let message = format!(
                    "The documents {} and {} are of one series and one day, {}; one of them must come first.",
                    *value.id, *rival.id, *value.date
                );
                let hint = "Give each edition its own date, or take one of them out.";
                self.diagnostics.push(
                    Diagnostic::error(DiagnosticCode::Document, value.date.place(file), message).hint(hint),
                );
            }
            documents.insert(value.id.value.clone(), value.clone());
        }
        documents
    }

    /// Merges entries that several editions share; a corpus laid over another may repeat its rulings.
    fn merge_editions(&mut self, documents: &IndexMap<String, Document>) {
        let mut entries: Vec<&mut Entry> = self.entries.iter_mut().map(|e| &mut e.value).collect();
        let dropped = editions::merge_editions(&mut entries, documents);
        let mut n = 0;
        self.entries.retain(|_| {
            n += 1;
            !dropped.contains(&(n - 1))
        });
    }

    fn link_rulings(&mut self, documents: &IndexMap<String, Document>) -> IndexMap<String, Ruling> {
        let mut rulings = IndexMap::new();
        let mut seen = BTreeMap::new();
        for Sourced { file, value } in &self.entries {
            if duplicate(&mut seen, &mut self.diagnostics, file, &value.id, "ruling") {
                continue;
            }
            if let Some(ruling) = resolve(file, value, documents, &mut self.diagnostics) {
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
                if let Some(target) = rulings.get_mut(to.as_str())
                    && !target.seen_from.iter().any(|from| from == id)
                {
                    target.seen_from.push(id.to_owned());
                }
            }
            if let Some(whole) = value.part_of.as_ref().and_then(|to| rulings.get_mut(to.as_str())) {
                whole.parts.push(id.to_owned());
            }
        }
    }

    /// Adds the digest and resolves its references. Official rulings list references to digest entries
    /// separately from those to each other.
    fn link_digest(
        &mut self,
        versions: &Versions,
        documents: &IndexMap<String, Document>,
        rulings: &mut IndexMap<String, Ruling>,
    ) {
        if self.digest.is_empty() {
            return;
        }
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
        let written: BTreeSet<&str> = self.digest.iter().map(|d| d.value.id.as_str()).collect();
        let ids: BTreeSet<String> =
            rulings.keys().cloned().chain(written.iter().map(|id| (*id).to_owned())).collect();
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
        let left_out: Vec<&str> = written.into_iter().filter(|id| !rulings.contains_key(*id)).collect();
        rulings.values_mut().for_each(|r| r.rules.retain(|id| !left_out.contains(&id.as_str())));
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
}

/// The ids of a file's entries, also of those that cannot be read otherwise.
fn ids(file: &File) -> impl Iterator<Item = String> {
    #[derive(Deserialize)]
    struct Identified {
        id: String,
    }
    file.list::<Identified>().0.into_iter().map(|entry| entry.id)
}

fn read_into<T: DeserializeOwned>(
    into: &mut Vec<Sourced<T>>,
    diagnostics: &mut Vec<Diagnostic>,
    file: &File,
) {
    let (items, found) = file.list();
    diagnostics.extend(found);
    into.extend(items.into_iter().map(|value| Sourced { file: file.shown.clone(), value }));
}

/// Reports a duplicate id and where it first occurred.
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

/// Checks one entry in isolation and turns it into a ruling; links between rulings are resolved later.
fn resolve(
    file: &str,
    entry: &Entry,
    documents: &IndexMap<String, Document>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Ruling> {
    let before = diagnostics.len();
    let game = check_id(file, entry, diagnostics);
    let found = check_documents(file, entry, documents, diagnostics);
    check_words(file, entry, diagnostics);
    let (Some(game), Some(newest)) = (game, found.last()) else { return None };
    if newest.game != game {
        let message =
            format!("The entry {} is about another game than its document {}.", *entry.id, *newest.id);
        diagnostics.push(Diagnostic::error(DiagnosticCode::Game, entry.id.place(file), message));
    }
    if newest.authority == Authority::Digest || entry.kind == Kind::Rule {
        let message =
            format!("The entry {} is a rule told in judge's own words, among official ones.", *entry.id);
        let hint = "Write it into a file of the folder `digest`.";
        diagnostics.push(Diagnostic::error(DiagnosticCode::Digest, entry.id.place(file), message).hint(hint));
    }
    if diagnostics.len() > before {
        return None;
    }
    Some(ruling(entry, game, &found, documents))
}

fn check_id(file: &str, entry: &Entry, diagnostics: &mut Vec<Diagnostic>) -> Option<Game> {
    let (code, rest) = entry.id.split_once(':').unwrap_or(("", ""));
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '-' | '@');
    let game = Game::from_code(code);
    if game.is_none() || rest.is_empty() || !rest.chars().all(allowed) {
        let message = format!("The id {:?} is not of the form `lcg:3.6` or `tcg:general.3`.", *entry.id);
        diagnostics.push(
            Diagnostic::error(DiagnosticCode::Id, entry.id.place(file), message)
                .hint("After the game's code come lower-case letters, digits, dots and hyphens."),
        );
        return None;
    }
    game
}

fn check_documents<'d>(
    file: &str,
    entry: &Entry,
    documents: &'d IndexMap<String, Document>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<&'d Document> {
    if entry.documents.is_empty() {
        let message = format!("The entry {} stands in no document.", *entry.id);
        let hint = "Name at least one under `documents`.";
        diagnostics
            .push(Diagnostic::error(DiagnosticCode::Document, entry.id.place(file), message).hint(hint));
    }
    let mut found = Vec::new();
    for id in &entry.documents {
        match documents.get(id.as_str()) {
            Some(document) => found.push(document),
            None => {
                let known: Vec<&str> = documents.keys().map(String::as_str).collect();
                let message = format!("There is no document {}; expected one of {}.", **id, known.join(", "));
                diagnostics.push(Diagnostic::error(DiagnosticCode::Document, id.place(file), message));
            }
        }
    }
    found.sort_by_key(|d| (d.date.value, d.id.value.clone()));
    found
}

fn check_words(file: &str, entry: &Entry, diagnostics: &mut Vec<Diagnostic>) {
    if entry.text.trim().is_empty() {
        let message = format!("The entry {} has no text.", *entry.id);
        diagnostics.push(Diagnostic::error(DiagnosticCode::Empty, entry.text.place(file), message));
    }
    if entry.title.trim().is_empty() {
        let message = format!("The entry {} has no title.", *entry.id);
        diagnostics.push(Diagnostic::error(DiagnosticCode::Empty, entry.id.place(file), message));
    }
    let words = format!(
        "({})\n{}\n{}",
        entry.number.as_deref().map_or("", String::as_str),
        markdown::unwrap(entry.question.as_deref().unwrap_or_default()),
        markdown::unwrap(&entry.text)
    );
    for correction in &entry.corrections {
        if !words.contains(&correction.corrected) {
            let message = format!(
                "The entry {} does not contain its correction {:?}.",
                *entry.id, correction.corrected
            );
            diagnostics.push(Diagnostic::error(DiagnosticCode::Correction, entry.id.place(file), message));
        }
    }
}

fn ruling(entry: &Entry, game: Game, found: &[&Document], documents: &IndexMap<String, Document>) -> Ruling {
    let number = entry.number.as_ref().map(|n| n.value.clone());
    let place = match (&entry.place, &number) {
        (Some(place), _) => place.clone(),
        (None, Some(number)) => format!("({number})"),
        (None, None) => entry.title.clone(),
    };
    let newest = found.last().expect("checked by the caller");
    Ruling {
        id: entry.id.value.clone(),
        game,
        kind: entry.kind,
        number,
        title: entry.title.clone(),
        title_by: entry.title_by,
        place,
        section: entry.section.clone(),
        documents: found.iter().map(|d| document_ref(d)).collect(),
        since: entry.since.clone(),
        part_of: entry.part_of.as_ref().map(|p| p.value.clone()),
        parts: Vec::new(),
        cards: entry.cards.clone(),
        see: entry.see.iter().map(|s| s.value.clone()).collect(),
        seen_from: Vec::new(),
        scenarios: Vec::new(),
        rules: Vec::new(),
        question: entry.question.as_deref().map(markdown::unwrap),
        answer: markdown::unwrap(&entry.text),
        corrections: entry.corrections.clone(),
        authority: newest.authority,
        digest: None,
        house: house(newest),
        in_force: in_force(found, documents),
    }
}

/// Adds a digest entry to the list of those that refer to a ruling, once.
fn link_from_digest(target: &mut Ruling, id: &str) {
    let links = match target.authority {
        Authority::Digest => &mut target.seen_from,
        Authority::Official | Authority::House => &mut target.rules,
    };
    if !links.iter().any(|from| from == id) {
        links.push(id.to_owned());
    }
}

fn house(document: &Document) -> Option<String> {
    (document.authority == Authority::House).then(|| {
        let who = document.who.clone().unwrap_or_default();
        match &document.r#where {
            Some(place) => format!("{who}, {place}, {}", document.shown_date()),
            None => format!("{who}, {}", document.shown_date()),
        }
    })
}

/// The periods in which one of the entry's documents is the newest of its series.
fn in_force(found: &[&Document], documents: &IndexMap<String, Document>) -> Vec<InForce> {
    let mut spans: Vec<InForce> = Vec::new();
    for document in found {
        let from = document.date.value;
        let next = documents
            .values()
            .filter(|d| d.series == document.series && d.date.value > from)
            .map(|d| d.date.value)
            .min();
        match spans.last_mut() {
            Some(last) if last.until == Some(from) => last.until = next,
            _ => spans.push(InForce { from, until: next }),
        }
    }
    spans
}
