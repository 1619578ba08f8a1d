//! Folders of rulings: every kind of file read, checked and linked, with positions of errors.

use std::sync::LazyLock;

use judge::corpus::cards::CardBook;
use judge::corpus::history::Versions;
use judge::corpus::ruling::Entry;
use judge::corpus::{Corpus, Diagnostic, Files, emit, explain, yaml as reader};
use judge::deck::Figures;
use judge::engine::CardLibrary;
use judge::engine::scenario::Options;
use judge::engine::scenario::coverage::{coverage, play_entries};
use judge::engine::scenario::load;
use judge::render::card::ShownCard;
use judge::render::ruling::View;
use judge::render::{self, diagnostic, replay, ruling};

use super::{narrow, shown, shown_json};

/// A document for the entries of folders without one.
const DOCUMENTS: &str = "- {id: d, game: lcg, series: s, title: t, date: '2014-01-01', cite: c}\n";

/// The cards for scenarios.
static CARDS: LazyLock<CardLibrary> = LazyLock::new(|| CardLibrary::load(&Files::built_in()).0);

/// Any text is a folder: a line `=== PATH` starts a file, and whatever precedes the first one is a file of
/// rulings. Errors are reported with a position that is in the file; everything else is written so that it
/// reads back the same.
pub fn yaml(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let files = folder(text);
    let (corpus, mut found) = Corpus::load(&files);
    let (book, of_cards) = CardBook::load(&files);
    found.extend(of_cards);
    found.extend(Figures::load(&files, &corpus, &book).1);
    found.extend(Versions::read(&files).1);
    found.extend(CardLibrary::load(&files).1);
    found.extend(corpus.lint(&files));
    found.extend(looked_up(&files, &book));
    found.extend(replayed(&files, &corpus));
    found.iter().for_each(|d| reported(d, &files));
    for one in corpus.rulings() {
        shown(&ruling::text(one, View::default(), &narrow()));
        shown(&ruling::markdown(one, View::default()));
    }
    files.iter().for_each(|(path, file)| written_back(path, file.text()));
}

fn folder(text: &str) -> Files {
    let mut files = Files::default();
    files.add("documents.yaml", DOCUMENTS);
    let (first, rest) = match text.strip_prefix("=== ") {
        Some(rest) => ("", Some(rest)),
        None => text.split_once("\n=== ").map_or((text, None), |(first, rest)| (first, Some(rest))),
    };
    files.add("r.yaml", first.to_owned());
    for part in rest.iter().flat_map(|rest| rest.split("\n=== ")) {
        let (path, text) = part.split_once('\n').unwrap_or((part, ""));
        files.add(path, text.to_owned());
    }
    files
}

/// Renders cards and explanations; returns their diagnostics.
fn looked_up(files: &Files, book: &CardBook) -> Vec<Diagnostic> {
    for card in book.cards() {
        let facts = ShownCard::of(card, book, None);
        shown(&facts.text(&narrow()));
        shown(&facts.markdown());
    }
    let (explanations, found) = explain::load(files);
    for one in &explanations {
        shown(&render::explain::text(one, &narrow()));
        shown(&render::explain::markdown(one));
    }
    found
}

/// Plays every scenario; returns the diagnostics of these and of the statements about play.
fn replayed(files: &Files, corpus: &Corpus) -> Vec<Diagnostic> {
    let (entries, mut found) = play_entries(files);
    let mut scenarios = Vec::new();
    for (path, file) in files.iter().filter(|(path, _)| path.contains("scenarios/")) {
        match load::load(path, file.text(), &CARDS) {
            Ok(loaded) => scenarios.extend(loaded),
            Err(problems) => found.extend(problems),
        }
    }
    let quotes = replay::Quotes::default();
    for scenario in &scenarios {
        match scenario.replay(&CARDS, &Options::default()) {
            Ok(replay) => replay.scenarios.iter().for_each(|played| {
                shown(&replay::text(played, &quotes, &narrow()));
                shown(&replay::markdown(played, &quotes));
            }),
            Err(problems) => found.extend(problems),
        }
    }
    shown(&replay::coverage(&coverage(corpus, &entries, &scenarios), &narrow()));
    found
}

/// A diagnostic is a sentence whose position is in its file, and it is rendered with the text underlined.
fn reported(d: &Diagnostic, files: &Files) {
    let text = files.shown(&d.place.file).unwrap_or_else(|| panic!("{d}: there is no such file"));
    let place = &d.place;
    // It may be at the end of a file, the line after the last one.
    assert!(place.line <= text.split('\n').count(), "{d}: {} lines", text.split('\n').count());
    if let Some(line) = place.line.checked_sub(1).and_then(|n| text.split('\n').nth(n)) {
        assert!(place.column <= line.chars().count() + 1, "{d}: {line:?}");
    }
    assert!(d.message.ends_with(['.', '?']), "{d}");
    shown(&diagnostic::text(d, Some(text), &narrow()));
    shown_json(d);
}

/// Entries are written so that they read back the same.
fn written_back(path: &str, text: &str) {
    let (mut entries, _) = reader::list::<Entry>(path, text);
    // An entry without a document is an error, and stays one.
    entries.retain(|e| !e.documents.is_empty());
    let none: &[emit::Note] = &[];
    let written = emit::entries("", entries.iter().map(|e| (e, none)));
    let (again, found) = reader::list::<Entry>(path, &written);
    assert!(found.is_empty(), "{found:?}\n{written}");
    let rewritten = emit::entries("", again.iter().map(|e| (e, none)));
    assert_eq!(written, rewritten);
}
