//! An invented later FAQ in both layouts of `pdftotext`: its entries, notes and remainder, the result of
//! laying it over the corpus, and the comparison with the previous edition.

use std::fmt::Write;

use crate::fuzzed::import::HELD;
use judge::corpus::history::{self, Versions};
use judge::corpus::{Corpus, Day, Files, Severity, diff, markdown};
use judge::import::{self, Imported, Options, Standing};

const LAYOUT: &str = include_str!("import/later-layout.txt");
const RAW: &str = include_str!("import/later-raw.txt");

fn imported(text: &str) -> Imported {
    import::import(text.as_bytes(), &Options::default(), &HELD).expect("it is a document")
}

fn overview(imported: &Imported) -> String {
    let d = &imported.document;
    let mut out = format!("{} {} {}\n", d.id.value, d.date.value, d.title);
    for e in &imported.entries {
        let entry = &e.entry;
        let since = entry.since.as_ref().map_or(String::new(), |s| format!(" v{s}"));
        let _ = writeln!(out, "\n{} [{}] {:?}{since}", entry.id.value, entry.kind.word(), e.standing);
        let _ = writeln!(out, "  {} | {}", entry.title, entry.section.join(" > "));
        for card in &entry.cards {
            let _ = writeln!(out, "  card {} {}", card.name, card.number.as_deref().unwrap_or("-"));
        }
        for note in &e.notes {
            let _ = writeln!(out, "  unsure {}: {}", note.field, note.text);
        }
        for part in entry.question.iter().chain([&entry.text.value]) {
            let _ = writeln!(out, "  > {}", markdown::plain(part).replace('\n', " / "));
        }
    }
    let _ = writeln!(out);
    for left in &imported.remainder {
        let _ = writeln!(out, "left ({}): {}", left.why, left.text);
    }
    out
}

#[test]
fn a_later_faq_in_two_columns_becomes_entries() {
    insta::assert_snapshot!(overview(&imported(LAYOUT)));
}

#[test]
fn both_layouts_make_the_same_entries() {
    let entries = |text: &str| {
        let overview = overview(&imported(text));
        overview.split("\nleft").next().unwrap_or_default().to_owned()
    };
    assert_eq!(entries(LAYOUT), entries(RAW));
}

/// The corpus with the later FAQ laid over it, as by `--rulings`.
fn overlaid() -> Corpus {
    let mut files = Files::built_in();
    for (path, text) in import::review(&imported(LAYOUT)) {
        files.add(&format!("new/{path}"), text);
    }
    loaded(&files)
}

fn loaded(files: &Files) -> Corpus {
    let (corpus, diagnostics) = Corpus::load(files);
    let errors: Vec<_> = diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    corpus
}

fn day(text: &str) -> Option<Day> {
    Some(Day(text.parse().expect("a date")))
}

#[test]
fn laid_over_the_corpus_each_day_has_its_own_words() {
    let corpus = overlaid();
    let (new, old) = (corpus.ruling("lcg:1.2").expect("new"), corpus.ruling("lcg:1.2@2.2").expect("old"));
    assert!(new.answer.contains("entire deck") && old.answer.contains("any deck"));
    assert!(new.is_in_force(day("2019-03-14")) && !new.is_in_force(day("2019-03-13")));
    assert!(old.is_in_force(day("2019-03-13")) && !old.is_in_force(day("2019-03-14")));
    let same = corpus.ruling("lcg:timing.effect-resolution.1").expect("in both");
    assert_eq!(
        same.documents.iter().map(|d| d.id.as_str()).collect::<Vec<_>>(),
        ["lcg-faq-2.2", "lcg-faq-9.1"]
    );
    assert!(corpus.ruling("lcg:timing.effect-resolution.1@2.2").is_none());
}

#[test]
fn merged_files_load_as_the_overlaid_ones_do() {
    let mut files = Files::built_in();
    for (path, text) in import::files(&imported(LAYOUT), &HELD) {
        files.add(&path, text);
    }
    let shown = |corpus: &Corpus| {
        let mut all: Vec<String> = corpus
            .rulings()
            .map(|r| {
                format!("{} {:?} {}", r.id, r.documents.iter().map(|d| &d.id).collect::<Vec<_>>(), r.answer)
            })
            .collect();
        all.sort();
        all
    };
    assert_eq!(shown(&loaded(&files)), shown(&overlaid()));
}

#[test]
fn the_two_editions_are_compared() {
    let corpus = overlaid();
    let document = |id: &str| corpus.document(id).expect("a document");
    let found = diff::documents(&corpus, document("lcg-faq-2.2"), document("lcg-faq-9.1"));
    let added: Vec<&str> = found.added.iter().map(|i| i.id.as_str()).collect();
    for id in ["lcg:2.17", "lcg:3.8", "lcg:errata.9554", "lcg:restricted.937", "lcg:faq.old-tollkeeper"] {
        assert!(added.contains(&id), "{id} is not among {added:?}");
    }
    let changed = found.changed.iter().find(|c| c.new == "lcg:1.2").expect("changed");
    assert_eq!((changed.old.as_str(), changed.place.as_str()), ("lcg:1.2@2.2", "(1.2)"));
    let removed: Vec<&str> = found.removed.iter().map(|i| i.id.as_str()).collect();
    assert!(
        removed.contains(&"lcg:2.1") && removed.contains(&"lcg:errata.0056") && !removed.contains(&"lcg:1.1"),
        "{removed:?}"
    );
}

#[test]
fn a_rulings_history_has_the_documents_and_the_facts() {
    let corpus = overlaid();
    let (versions, diagnostics) = Versions::read(&Files::built_in());
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    let lines = |id: &str| -> Vec<String> {
        let events = history::history(&corpus, &versions, corpus.ruling(id).expect("a ruling"));
        events.iter().map(|e| format!("{} ({}) {:?} {}", e.version, e.date, e.certainty, e.what)).collect()
    };
    insta::assert_snapshot!(
        [
            "lcg:errata.0552",
            "lcg:1.2",
            "lcg:2.14",
            "lcg:restricted",
            "lcg:4.14",
            "lcg:2.8",
            "lcg:errata.9554",
            "tcg:contested",
            "tcg:general.1"
        ]
        .map(|id| format!("{id}\n  {}\n", lines(id).join("\n  ")))
        .concat()
    );
}

#[test]
fn a_day_between_versions_says_when_it_is_not_sure() {
    let (versions, _) = Versions::read(&Files::built_in());
    let on = |text: &str| {
        let day = day(text).expect("a day");
        versions.in_force(judge::corpus::Game::Lcg, day).map(|(v, unsure)| (v.version.value.clone(), unsure))
    };
    assert_eq!(on("2012-01-01"), None);
    assert_eq!(on("2013-10-07"), Some(("1.3".to_owned(), false)));
    assert_eq!(on("2014-08-01"), Some(("2.01".to_owned(), true)));
    assert_eq!(on("2014-10-06"), Some(("2.2".to_owned(), false)));
}

#[test]
fn every_standing_is_reported() {
    let imported = imported(LAYOUT);
    let of = |id: &str| imported.entries.iter().find(|e| e.entry.id.as_str() == id).map(|e| e.standing);
    assert_eq!(of("lcg:3.8"), Some(Standing::New));
    assert_eq!(of("lcg:1.2"), Some(Standing::Changed));
    assert_eq!(of("lcg:timing.effect-resolution.1"), Some(Standing::Same));
}

#[test]
fn a_little_faq_in_another_manner_becomes_entries() {
    insta::assert_snapshot!(overview(&imported(include_str!("import/little.txt"))));
}
