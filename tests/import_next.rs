//! The next FAQ in every form a document may have: Markdown, a web page, text with and without layout. New
//! and changed rulings are reported, all others are recognized, nothing is lost, and on each day the words of
//! that time are in force.

use std::fmt::Write;

use crate::fuzzed::import::HELD;
use crate::typeset::{PLAIN, Setting};
use indexmap::IndexMap;
use judge::corpus::ruling::Entry;
use judge::corpus::{Corpus, Day, Files, Severity, markdown};
use judge::import::{self, Imported, Options, Standing, WhyLeft};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    edits: Vec<Edit>,
    entries: IndexMap<String, Expected>,
}

/// Words to replace, to append after others, or to insert before them.
#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Edit {
    Replace { replace: String, with: String },
    After { after: String, add: String },
    Before { before: String, add: String },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    standing: String,
    #[serde(default)]
    since: Option<String>,
    #[serde(default)]
    cards: Vec<String>,
    #[serde(default)]
    question: Vec<String>,
    #[serde(default)]
    says: Vec<String>,
    #[serde(default)]
    corrections: Vec<String>,
    #[serde(default)]
    see: Vec<String>,
}

fn case() -> Case {
    serde_yaml::from_str(include_str!("import/next.yaml")).expect("a case")
}

/// The next FAQ in Markdown: the one held, with edits.
fn document(case: &Case) -> String {
    let mut text =
        Files::built_in().get("lcg/sources/faq-2.2.txt").expect("the FAQ is held").text().to_owned();
    for edit in &case.edits {
        let (found, instead) = match edit {
            Edit::Replace { replace, with } => (replace.trim(), with.trim().to_owned()),
            Edit::After { after, add } => (after.trim(), format!("{}\n\n{}", after.trim(), add.trim())),
            Edit::Before { before, add } => (before.trim(), format!("{}\n\n{}", add.trim(), before.trim())),
        };
        assert_eq!(text.matches(found).count(), 1, "not once in the FAQ: {found}");
        text = text.replace(found, &instead);
    }
    text
}

/// The document as a web page.
fn web_page(text: &str) -> String {
    let mut out = "<html><head><title>FAQ</title></head><body><div class=\"article\">\n".to_owned();
    let mut listing = false;
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty()) {
        let item = line.strip_prefix("- ");
        if item.is_some() != listing {
            out += if listing { "</ul>\n" } else { "<ul>\n" };
            listing = item.is_some();
        }
        let plain = item.unwrap_or(line).replace('&', "&amp;").replace('<', "&lt;");
        let words = marked(&marked(&plain, "**", "strong"), "*", "em");
        let heading = !line.chars().any(char::is_lowercase) && !line.starts_with(['(', '-']);
        let _ = match (item.is_some(), heading) {
            (true, _) => writeln!(out, "<li>{words}</li>"),
            (false, true) => writeln!(out, "<h2>{words}</h2>"),
            (false, false) => writeln!(out, "<p>{words}</p>"),
        };
    }
    out + "</div></body></html>\n"
}

/// Converts emphasis to a tag; unpaired marks stay.
fn marked(text: &str, mark: &str, tag: &str) -> String {
    let parts: Vec<&str> = text.split(mark).collect();
    if parts.len().is_multiple_of(2) {
        return text.to_owned();
    }
    let mut out = String::new();
    for (n, part) in parts.iter().enumerate() {
        let _ = if n % 2 == 1 { write!(out, "<{tag}>{part}</{tag}>") } else { write!(out, "{part}") };
    }
    out
}

/// Every form, by name.
fn forms(case: &Case) -> Vec<(&'static str, String)> {
    let text = document(case);
    let columns = Setting { width: 50, side_by_side: true, hyphens: true, ..PLAIN };
    let raw = Setting { width: 46, ..PLAIN };
    let dense = Setting { width: 88, blank_lines: false, ..PLAIN };
    vec![
        ("columns", crate::typeset::typeset(&text, &columns)),
        ("one column after the other", crate::typeset::typeset(&text, &raw)),
        ("lines without blank lines", crate::typeset::typeset(&text, &dense)),
        ("web page", web_page(&text)),
        ("markdown", text),
    ]
}

fn imported(text: &str) -> Imported {
    import::import(text.as_bytes(), &Options::default(), &HELD).expect("it is a document")
}

fn plain(entry: &Entry) -> (String, String) {
    let words =
        |text: &str| markdown::plain(&markdown::unwrap(text)).replace(['“', '”'], "\"").replace('’', "'");
    (entry.question.as_deref().map(words).unwrap_or_default(), words(&entry.text))
}

#[test]
fn what_is_new_or_changed_is_reported_and_the_rest_recognised_in_every_form() {
    let case = case();
    let mut wrong = String::new();
    for (form, text) in forms(&case) {
        let imported = imported(&text);
        assert_eq!(imported.document.id.as_str(), "lcg-faq-3.0", "{form}");
        assert_eq!(imported.document.date.to_string(), "2015-03-02", "{form}");
        for made in &imported.entries {
            let id = made.entry.id.as_str();
            let standing = format!("{:?}", made.standing).to_lowercase();
            let (question, answer) = plain(&made.entry);
            let Some(expected) = case.entries.get(id) else {
                if made.standing != Standing::Same {
                    let _ = writeln!(wrong, "{form}: {id} is {standing}: {question} / {answer}");
                }
                continue;
            };
            let numbers: Vec<&str> = made.entry.cards.iter().filter_map(|c| c.number.as_deref()).collect();
            let corrected =
                made.entry.corrections.iter().map(|c| format!("{} to {}", c.printed, c.corrected));
            let corrected: Vec<String> = corrected.collect();
            let found = [
                (standing == expected.standing, "standing"),
                (expected.since.is_none() || expected.since == made.entry.since, "since"),
                (expected.cards.iter().all(|c| numbers.contains(&c.as_str())), "cards"),
                // Without blank lines, the extent of an introduction may be uncertain, but then it is
                // flagged.
                (
                    expected.question.iter().all(|w| question.contains(w))
                        || made.notes.iter().any(|n| n.field == "question"),
                    "question",
                ),
                (expected.says.iter().all(|w| answer.contains(w)), "says"),
                (expected.corrections.iter().all(|w| corrected.contains(w)), "corrections"),
            ];
            let see: Vec<&str> = made.entry.see.iter().map(|to| to.as_str()).collect();
            if !expected.see.iter().all(|to| see.contains(&to.as_str())) {
                let _ = writeln!(wrong, "{form}: {id} refers to {see:?}");
            }
            for (_, what) in found.iter().filter(|(fits, _)| !fits) {
                let _ = writeln!(
                    wrong,
                    "{form}: {id}: {what}: {standing} {numbers:?} {corrected:?} {question} / {answer}"
                );
            }
        }
        for id in case.entries.keys() {
            if !imported.entries.iter().any(|e| e.entry.id.as_str() == id) {
                let _ = writeln!(wrong, "{form}: {id} is missing");
            }
        }
        for held in HELD.entries().filter(|e| e.id.starts_with("lcg:")) {
            if !imported.entries.iter().any(|e| e.entry.id.value == held.id.value) {
                let _ = writeln!(wrong, "{form}: {} is lost", held.id.value);
            }
        }
        for left in imported.remainder.iter().filter(|l| l.why == WhyLeft::InNoEntry) {
            let _ = writeln!(wrong, "{form}: left over: {}", left.text);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn laid_over_the_corpus_each_day_has_its_own_words_in_every_form() {
    let case = case();
    let day = |text: &str| Some(Day(text.parse().expect("a date")));
    for (form, text) in forms(&case) {
        let mut files = Files::built_in();
        for (path, text) in import::review(&imported(&text)) {
            files.add(&format!("layer-1/{path}"), text);
        }
        let (corpus, diagnostics) = Corpus::load(&files);
        let errors: Vec<_> = diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
        assert!(errors.is_empty(), "{form}: {errors:#?}");
        for (id, expected) in &case.entries {
            let new = corpus.ruling(id).unwrap_or_else(|| panic!("{form}: {id} is gone"));
            assert!(
                new.is_in_force(day("2015-03-02")) && !new.is_in_force(day("2015-03-01")),
                "{form}: {id}"
            );
            let old = corpus.ruling(&format!("{id}@2.2"));
            assert_eq!(old.is_some(), expected.standing == "changed", "{form}: {id}");
            if let Some(old) = old {
                assert!(
                    old.is_in_force(day("2015-03-01")) && !old.is_in_force(day("2015-03-02")),
                    "{form}: {id}"
                );
            }
        }
        // All other rulings have only one wording, in force on both days.
        for ruling in corpus.rulings().filter(|r| r.id.starts_with("lcg:") && r.digest.is_none()) {
            let stem = ruling.id.split('@').next().expect("an id");
            if !case.entries.contains_key(stem) {
                assert!(!ruling.id.contains('@'), "{form}: {}", ruling.id);
                let both = ruling.is_in_force(day("2015-03-01")) && ruling.is_in_force(day("2015-03-02"));
                assert!(both, "{form}: {} is in force on one day only", ruling.id);
            }
        }
    }
}
