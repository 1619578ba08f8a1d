//! Checks one entry of a file of rulings by itself, and turns it into a ruling.

use indexmap::IndexMap;

use crate::corpus::diagnostic::{Diagnostic, DiagnosticCode, Location};
use crate::corpus::document::{Authority, Document, Game};
use crate::corpus::markdown;
use crate::corpus::ruling::{Entry, InForce, Kind, Ruling, document_ref};

/// All documents by their ids.
type Documents = IndexMap<String, Document>;

/// Turns one entry into a ruling; links between rulings are resolved later. `None` if anything is wrong with
/// it, which `diagnostics` then say.
pub(super) fn resolve(
    file: &str,
    entry: &Entry,
    documents: &Documents,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Ruling> {
    let before = diagnostics.len();
    let mut check = Check { file, entry, diagnostics };
    let game = check.id();
    let found = check.documents(documents);
    check.words();
    let (game, newest) = (game?, *found.last()?);
    check.newest(game, newest);
    (diagnostics.len() == before).then(|| ruling(entry, game, &found, newest, documents))
}

/// An entry under examination, and what is wrong with it.
struct Check<'c> {
    file: &'c str,
    entry: &'c Entry,
    diagnostics: &'c mut Vec<Diagnostic>,
}

impl Check<'_> {
    /// Reports an error at the entry's id.
    fn error(&mut self, code: DiagnosticCode, message: String) {
        self.diagnostics.push(Diagnostic::error(code, self.place(), message));
    }

    fn hinted_error(&mut self, code: DiagnosticCode, message: String, hint: &str) {
        self.diagnostics.push(Diagnostic::error(code, self.place(), message).hint(hint));
    }

    fn place(&self) -> Location {
        self.entry.id.place(self.file)
    }

    /// The game that its id names; `None` if the id has not the form of one.
    fn id(&mut self) -> Option<Game> {
        let id = self.entry.id.as_str();
        let (code, rest) = id.split_once(':').unwrap_or(("", ""));
        let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '-' | '@');
        let game = Game::from_code(code).filter(|_| !rest.is_empty() && rest.chars().all(allowed));
        if game.is_none() {
            let message = format!("The id {id:?} is not of the form `lcg:3.6` or `tcg:general.3`.");
            let hint = "After the game's code come lower-case letters, digits, dots and hyphens.";
            self.hinted_error(DiagnosticCode::Id, message, hint);
        }
        game
    }

    /// Its documents, the oldest first.
    fn documents<'d>(&mut self, documents: &'d Documents) -> Vec<&'d Document> {
        if self.entry.documents.is_empty() {
            let message = format!("The entry {} stands in no document.", *self.entry.id);
            self.hinted_error(DiagnosticCode::Document, message, "Name at least one under `documents`.");
        }
        let mut found = Vec::new();
        for id in &self.entry.documents {
            if let Some(document) = documents.get(id.as_str()) {
                found.push(document);
                continue;
            }
            let known: Vec<&str> = documents.keys().map(String::as_str).collect();
            let message = format!("There is no document {}; expected one of {}.", **id, known.join(", "));
            self.diagnostics.push(Diagnostic::error(DiagnosticCode::Document, id.place(self.file), message));
        }
        found.sort_by_key(|d| (d.date.value, d.id.value.clone()));
        found
    }

    /// Whether it belongs into its newest document.
    fn newest(&mut self, game: Game, newest: &Document) {
        let id = self.entry.id.as_str();
        if newest.game != game {
            let message = format!("The entry {id} is about another game than its document {}.", *newest.id);
            self.error(DiagnosticCode::Game, message);
        }
        if newest.authority == Authority::Digest || self.entry.kind == Kind::Rule {
            let message = format!("The entry {id} is a rule told in judge's own words, among official ones.");
            let hint = "Write it into a file of the folder `digest`.";
            self.hinted_error(DiagnosticCode::Digest, message, hint);
        }
    }

    /// Whether it has a title and a text, and these have what was corrected in them.
    fn words(&mut self) {
        let entry = self.entry;
        if entry.text.trim().is_empty() {
            let message = format!("The entry {} has no text.", *entry.id);
            let place = entry.text.place(self.file);
            self.diagnostics.push(Diagnostic::error(DiagnosticCode::Empty, place, message));
        }
        if entry.title.trim().is_empty() {
            self.error(DiagnosticCode::Empty, format!("The entry {} has no title.", *entry.id));
        }
        let words = format!(
            "({})\n{}\n{}",
            entry.number.as_deref().map_or("", String::as_str),
            markdown::unwrap(entry.question.as_deref().unwrap_or_default()),
            markdown::unwrap(&entry.text)
        );
        for correction in entry.corrections.iter().filter(|c| !words.contains(&c.corrected)) {
            let corrected = &correction.corrected;
            let message = format!("The entry {} does not contain its correction {corrected:?}.", *entry.id);
            self.error(DiagnosticCode::Correction, message);
        }
    }
}

/// The ruling of an entry with which nothing is wrong; `found` are its documents, the oldest first.
fn ruling(
    entry: &Entry,
    game: Game,
    found: &[&Document],
    newest: &Document,
    documents: &Documents,
) -> Ruling {
    let number = entry.number.as_ref().map(|n| n.value.clone());
    let place = match (&entry.place, &number) {
        (Some(place), _) => place.clone(),
        (None, Some(number)) => format!("({number})"),
        (None, None) => entry.title.clone(),
    };
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

/// Who decided a house document, where and when; of an official one nothing.
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
fn in_force(found: &[&Document], documents: &Documents) -> Vec<InForce> {
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
