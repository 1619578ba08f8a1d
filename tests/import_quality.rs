//! How well a document that is not in this repository comes in: `cargo test --test import_quality -- FILE [REFERENCE]`.
//!
//! Prints what was made of it: entries, what is flagged, errors of lint, gaps in the numbers, errata whose number is not
//! their card's, and which share of the paragraphs is whole in one entry. The paragraphs are those of REFERENCE, another
//! form of the same document with blank lines between them, or of the document itself. Without a file it does nothing.

#![allow(clippy::print_stdout, clippy::print_stderr)] // it is a program of its own

use std::collections::BTreeSet;
use std::process::ExitCode;

use judge::corpus::{CardBook, Corpus, Files};
use judge::import::{self, Imported, Known, Options};

fn main() -> ExitCode {
    let files: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let Some(file) = files.first() else { return ExitCode::SUCCESS };
    let read = |path: &String| std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"));
    let done = read(file).and_then(|text| {
        let reference = files.get(1).map_or(Ok(text.clone()), read)?;
        let built_in = Files::built_in();
        let known = Known::from_files(&built_in);
        let imported = import::import(text.as_bytes(), &Options::default(), &known)
            .map_err(|e| format!("{file}: {e}"))?;
        tell(&imported, &reference, &built_in);
        Ok(())
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn tell(imported: &Imported, reference: &str, built_in: &Files) {
    println!("{}: {} entries, {} unsure", imported.document.cite, imported.entries.len(), imported.unsure());
    for entry in &imported.entries {
        entry.notes.iter().for_each(|n| println!("  unsure: {} {}: {}", *entry.entry.id, n.field, n.text));
    }
    let mut files = Files::default();
    import::review(imported).into_iter().for_each(|(path, text)| files.add(&path, text));
    let (_, found) = Corpus::load(&files);
    found.iter().for_each(|d| println!("  lint: {}: {}", d.place, d.message));
    println!("lint: {} errors", found.len());
    println!("gaps in the numbers: {:?}", gaps(imported));
    let (book, _) = CardBook::load(built_in);
    let errata =
        imported.entries.iter().filter(|e| e.entry.id.contains(":errata.") && e.entry.since.is_some());
    let (mut right, mut wrong) = (0, Vec::new());
    for entry in errata {
        let named = |c: &judge::corpus::ruling::CardRef| {
            let number = c.number.as_deref().unwrap_or_default();
            book.find(number, None).cards.iter().any(|k| plain(k.name()) == plain(&c.name))
        };
        if entry.entry.cards.iter().all(named) {
            right += 1
        } else {
            wrong.push(entry.entry.id.value.clone())
        }
    }
    println!("tagged errata with their cards: {right}, not so: {wrong:?}");
    let timing = imported.entries.iter().filter(|e| e.entry.id.contains(":timing")).count();
    println!("entries of the timing chapter: {timing}");
    let texts: Vec<String> = imported
        .entries
        .iter()
        .map(|e| {
            let number = e.entry.number.as_ref().map_or("", |n| n.as_str());
            let question = e.entry.question.as_deref().unwrap_or_default();
            plain(&format!("{number} {} {question} {}", e.entry.title, *e.entry.text))
        })
        .collect();
    let paragraphs: Vec<String> = paragraphs(reference);
    let broken: Vec<&String> =
        paragraphs.iter().filter(|p| !texts.iter().any(|t| t.contains(plain(p).as_str()))).collect();
    broken.iter().for_each(|p| println!("  not whole: {}", p.chars().take(100).collect::<String>()));
    let whole = paragraphs.len() - broken.len();
    println!(
        "paragraphs whole in one entry: {whole} of {} = {:.3}",
        paragraphs.len(),
        whole as f64 / paragraphs.len().max(1) as f64
    );
}

/// The numbers that are missing between the first and the last of each division.
fn gaps(imported: &Imported) -> Vec<String> {
    let numbers: BTreeSet<(u32, u32)> = imported
        .entries
        .iter()
        .filter_map(|e| e.entry.number.as_ref())
        .filter_map(|n| n.split_once('.'))
        .filter_map(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)))
        .collect();
    let divisions: BTreeSet<u32> = numbers.iter().map(|(a, _)| *a).collect();
    let last = |a: u32| numbers.iter().filter(|(b, _)| *b == a).map(|(_, n)| *n).max().unwrap_or(0);
    let all = divisions.into_iter().flat_map(|a| (1..=last(a)).map(move |n| (a, n)));
    all.filter(|n| !numbers.contains(n)).map(|(a, b)| format!("{a}.{b}")).collect()
}

/// Blocks between blank lines that are sentences, of six words or more.
fn paragraphs(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut open = String::new();
    for line in text.split(['\n', '\u{c}']).chain([""]) {
        if line.trim().is_empty() {
            out.push(std::mem::take(&mut open));
        } else {
            let divided = open.ends_with('-');
            if divided {
                open.pop();
            } else if !open.is_empty() {
                open.push(' ');
            }
            open.push_str(line.trim());
        }
    }
    out.retain(|p| {
        p.split_whitespace().count() >= 6 && p.trim_end().ends_with(['.', '?', '!', '”', ')', '"'])
    });
    out
}

/// Letters and digits alone: hyphens and spaces are the printer's.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
