//! A new document becomes entries ready for review, and no sentence is lost.

use std::collections::BTreeMap;

use crate::fuzzed::import::HELD as KNOWN;
use judge::corpus::Files;
use judge::corpus::ruling::Entry;
use judge::corpus::similar::normalize_text;
use judge::import::{self, Imported, Known, Options, Precision, Standing, WhyLeft};

/// The three documents held: file and id.
const HELD: [(&str, &str); 3] = [
    ("lcg/sources/faq-2.2.txt", "lcg-faq-2.2"),
    ("tcg/sources/rulings-2002.html", "tcg-rulings-2002"),
    ("tcg/sources/rulings-2005.html", "tcg-rulings-2005"),
];

fn source(path: &str) -> String {
    Files::built_in().get(path).expect("the document is held").text().to_owned()
}

/// What has to be said of a held document: one prints no date but the year of a copyright line.
fn options(document: &str) -> Options {
    let date = (document == "tcg-rulings-2005").then(|| "2005-01-01".parse().expect("a day"));
    Options { date: date.map(judge::corpus::Day), precision: Precision::Year, ..Options::default() }
}

fn imported((path, document): (&str, &str), known: &Known) -> Imported {
    import::import(source(path).as_bytes(), &options(document), known).expect("it is a document")
}

fn held_entries(document: &str) -> BTreeMap<String, Entry> {
    let of_document = |e: &&Entry| e.documents.iter().any(|d| d.as_str() == document);
    KNOWN.entries().filter(of_document).map(|e| (e.id.value.clone(), e.clone())).collect()
}

#[test]
fn importing_a_held_document_reproduces_its_entries() {
    for (path, document) in HELD {
        let options = Options { id: Some(document.to_owned()), ..options(document) };
        let imported = import::import(source(path).as_bytes(), &options, &KNOWN).expect("it is a document");
        let held = held_entries(document);
        let made: BTreeMap<String, &judge::import::ImportedEntry> =
            imported.entries.iter().map(|e| (e.entry.id.value.clone(), e)).collect();
        let ids = |keys: Vec<&String>| keys.into_iter().cloned().collect::<Vec<_>>();
        assert_eq!(ids(made.keys().collect()), ids(held.keys().collect()), "{document}");
        for (id, made) in &made {
            assert_eq!(made.standing, Standing::Same, "{id}: {:?}", made.entry);
        }
    }
}

#[test]
fn without_the_corpus_the_texts_are_the_same() {
    for (path, document) in HELD {
        let imported = imported((path, document), &Known::default());
        let words = |e: &Entry| {
            let question = e.question.as_deref().map(judge::corpus::markdown::unwrap);
            (e.kind, question, judge::corpus::markdown::unwrap(&e.text))
        };
        let held: Vec<_> = held_entries(document).values().map(words).collect();
        let made: Vec<_> = imported.entries.iter().map(|e| words(&e.entry)).collect();
        for entry in &made {
            assert!(held.contains(entry), "{document} has not: {entry:?}");
        }
        for entry in &held {
            assert!(made.contains(entry), "{document} lost: {entry:?}");
        }
        assert_eq!(made.len(), held.len(), "{document}");
    }
}

#[test]
fn laying_a_held_document_over_the_corpus_changes_nothing() {
    let files = Files::built_in();
    for (path, document) in HELD {
        let options = Options { id: Some(document.to_owned()), ..options(document) };
        let imported = import::import(source(path).as_bytes(), &options, &KNOWN).expect("it is a document");
        for (path, text) in import::files(&imported, &KNOWN) {
            let held = files.get(&path).expect("no new file").text();
            assert!(text == *held, "{document}: {path} differs:\n{text}");
        }
    }
}

#[test]
fn what_a_document_says_about_itself_is_read() {
    let shown = HELD.map(|held| {
        let d = imported(held, &Known::default()).document;
        format!(
            "{} | {} | {} | {} | {}",
            d.id.value,
            d.title,
            d.version.unwrap_or_default(),
            d.date.value,
            d.cite
        )
    });
    assert_eq!(
        shown,
        [
            "lcg-faq-2.2 | STAR WARS™ THE CARD GAME: OFFICIAL RULES CLARIFICATION, FREQUENTLY ASKED QUESTIONS, AND ERRATA | 2.2 | 2014-10-06 | SWLCG FAQ v2.2",
            "tcg-rulings-2002 | Star Wars Trading Card Game Errata and Rulings Update, July 1, 2002 | July 1, 2002 | 2002-07-01 | SWTCG Rulings 2002-07-01",
            "tcg-rulings-2005 | Star Wars TCG Errata and Rulings |  | 2005-01-01 | SWTCG Rulings c. 2005",
        ]
    );
}

#[test]
fn normalized_words_of_held_documents_are_all_kept() {
    for (path, document) in HELD {
        let imported = imported((path, document), &Known::default());
        assert!(
            imported.remainder.iter().all(|l| l.why != WhyLeft::InNoEntry),
            "{path}: {:#?}",
            imported.remainder
        );
        assert!(!normalize_text(&imported.entries[0].entry.text).is_empty());
    }
}
