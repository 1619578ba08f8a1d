//! The digest uses words of its own: no eight consecutive words also occur in a document.
//!
//! `cargo test --test own_words` compares it with the documents held, and `cargo test --test own_words --
//! FILE…` with any other text, such as a rulebook's, which is not held.

#![allow(clippy::print_stdout)] // a tool prints what it found

use std::collections::HashSet;
use std::process::ExitCode;

use judge::corpus::{Authority, Corpus, Files};

/// This many consecutive words are a quotation.
const RUN: usize = 8;
/// A text with fewer words than this was not read properly.
const FEWEST: usize = 500;

/// The words of a text, ignoring everything between them; words divided at a line's end are rejoined.
fn words(text: &str) -> Vec<String> {
    let whole = text.replace("-\n", "").replace(['\'', '’', '‘'], "").to_lowercase();
    whole.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_owned).collect()
}

/// Every run of [`RUN`] words.
fn runs(words: &[String]) -> HashSet<&[String]> {
    words.windows(RUN).collect()
}

/// The texts of every rule, with its id: title, rule, and phrases people use to ask about it.
fn reported(corpus: &Corpus) -> Vec<(String, String)> {
    let rules = corpus.rulings().filter(|r| r.authority == Authority::Digest);
    let own = rules.flat_map(|r| [(r.id.clone(), r.title.clone()), (r.id.clone(), r.text())]);
    let is_rule = |id: &str| corpus.ruling(id).is_some_and(|r| r.authority == Authority::Digest);
    let asks = corpus.asks().iter().filter(|a| is_rule(&a.ruling));
    own.chain(asks.map(|a| (a.ruling.clone(), a.text.clone()))).collect()
}

/// The documents to compare with: those given, or those held.
fn documents(named: &[String]) -> Vec<(String, String)> {
    let read = |file: &String| {
        let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{file}: {e}"));
        (file.clone(), text)
    };
    if !named.is_empty() {
        return named.iter().map(read).collect();
    }
    let files = Files::built_in();
    let sources = files.iter().filter(|(path, _)| path.contains("/sources/"));
    sources.map(|(path, file)| (path.to_owned(), file.text().to_owned())).collect()
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|a| a == "--list") {
        return ExitCode::SUCCESS;
    }
    let named: Vec<String> = arguments.into_iter().filter(|a| !a.starts_with('-')).collect();
    let reported = reported(&Corpus::built_in());
    let documents = documents(&named);
    let mut shared = 0;
    for (name, text) in &documents {
        let words = words(text);
        assert!(words.len() >= FEWEST, "{name}: only {} words were read", words.len());
        shared += compare(name, &runs(&words), &reported);
    }
    assert!(!documents.is_empty() && reported.len() > 100, "there is something to compare");
    println!(
        "{} texts of rules, {} documents: {shared} with {RUN} words in a row of one",
        reported.len(),
        documents.len()
    );
    if shared == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints and counts the texts that share a run with a document.
fn compare(name: &str, runs: &HashSet<&[String]>, reported: &[(String, String)]) -> usize {
    let mut shared = 0;
    for (id, text) in reported {
        let words = words(text);
        if let Some(run) = words.windows(RUN).find(|run| runs.contains(run)) {
            println!("{id}: {name} has “{}”", run.join(" "));
            shared += 1;
        }
    }
    shared
}
