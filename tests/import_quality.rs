//! Measures how well a document is imported that is not in this repository: `cargo test --test import_quality
//! -- FILE [REFERENCE]`.
//!
//! Prints the number of entries and flags, lint errors, gaps in the numbering, errata with a wrong card
//! number, and the share of paragraphs that are entirely in one entry. Paragraphs are taken from REFERENCE,
//! another form of the same document, or from the document itself, ideally from `pdftotext -raw`, which
//! prints lines in reading order. Does nothing without a file.

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
        report(&imported, &reference, &built_in);
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

fn report(imported: &Imported, reference: &str, built_in: &Files) {
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
    // Challenge deck cards cannot be in decks, and are not found by number.
    let (mut right, mut wrong, mut unknown) = (0, Vec::new(), Vec::new());
    let is_unknown = |c: &judge::corpus::ruling::CardRef| {
        c.number.as_deref().is_some_and(|number| book.find(number, None).cards.is_empty())
    };
    for entry in errata {
        let named = |c: &judge::corpus::ruling::CardRef| {
            let number = c.number.as_deref().unwrap_or_default();
            book.find(number, None).cards.iter().any(|k| plain(k.name()) == plain(&c.name))
        };
        if entry.entry.cards.iter().all(named) {
            right += 1
        } else if entry.entry.cards.iter().all(is_unknown) {
            unknown.push(entry.entry.id.value.clone())
        } else {
            wrong.push(entry.entry.id.value.clone())
        }
    }
    println!(
        "tagged errata with their cards: {right}, by numbers no deck has: {unknown:?}, not so: {wrong:?}"
    );
    let timing = imported.entries.iter().filter(|e| e.entry.id.contains(":timing")).count();
    println!("entries of the timing chapter: {timing}");
    let texts: Vec<String> = imported
        .entries
        .iter()
        .map(|e| {
            let number = e.entry.number.as_ref().map_or("", |n| n.as_str());
            let question = e.entry.question.as_deref().unwrap_or_default();
            let text = without_icons(format!("{question} {}", *e.entry.text), &e.entry.corrections);
            plain(&format!("{number} {} {text}", e.entry.title))
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

/// The missing numbers between the first and last of each division.
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

/// The paragraphs of a text that are sentences of at least six words.
fn paragraphs(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.split(['\n', '\u{c}']).map(str::trim).filter(|l| !is_foot(l)).collect();
    let blank = lines.iter().filter(|l| l.is_empty()).count();
    // Paragraphs are separated by blank lines if there are any, otherwise recognized by line length.
    let mut out = if blank * 10 > lines.len() { between_blanks(&lines) } else { by_length(&lines) };
    out.retain(|p| p.split_whitespace().count() >= 6 && ends(p));
    out
}

/// Whether a line is a page number or copyright line.
fn is_foot(line: &str) -> bool {
    line.contains(['©', '®']) || (1..3).contains(&line.len()) && line.bytes().all(|b| b.is_ascii_digit())
}

fn ends(text: &str) -> bool {
    text.trim_end().ends_with(['.', '?', '!', '”', ')', '"'])
}

fn between_blanks(lines: &[&str]) -> Vec<String> {
    let mut out = vec![String::new()];
    for line in lines {
        match (line.is_empty(), out.last_mut()) {
            (false, Some(open)) => append(open, line),
            _ => out.push(String::new()),
        }
    }
    out
}

/// A paragraph ends if a sentence ends and the next line's first word would still have fitted, after a
/// question, and before a heading, number or list mark.
fn by_length(lines: &[&str]) -> Vec<String> {
    const NEAR: usize = 5;
    let lines: Vec<&str> = lines.iter().copied().filter(|l| !l.is_empty()).collect();
    let width = |n: usize| {
        let near = &lines[n.saturating_sub(NEAR)..(n + NEAR + 1).min(lines.len())];
        near.iter().map(|l| l.chars().count()).max().unwrap_or(0)
    };
    let mut out = vec![String::new()];
    for (n, line) in lines.iter().enumerate() {
        let before = n.checked_sub(1).map_or("", |n| lines[n]);
        if opens(line) || is_heading(line) && ends(before) {
            out.push(String::new());
        }
        let Some(open) = out.last_mut() else { continue };
        append(open, line);
        let alone = is_heading(line) && open == line;
        let next = lines.get(n + 1).and_then(|l| l.split(' ').next()).unwrap_or_default().chars().count();
        let fitted = line.chars().count() + 1 + next + 4 <= width(n);
        if alone || line.ends_with('?') || ends(line) && fitted {
            out.push(String::new());
        }
    }
    out
}

fn append(open: &mut String, line: &str) {
    if open.ends_with('-') {
        open.pop();
    } else if !open.is_empty() {
        open.push(' ');
    }
    open.push_str(line);
}

/// Whether a line starts with a number in brackets, a step, a list mark, or the text of an erratum.
fn opens(line: &str) -> bool {
    let first = line.split(' ').next().unwrap_or_default();
    let digits = first.trim_matches(['(', ')', '.', 'v']);
    let numbered =
        first != digits && !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit() || c == '.');
    let erratum = ["Should ", "The second par", "Add:"].iter().any(|begin| line.starts_with(begin));
    numbered || matches!(first, "•" | "-" | "–" | "Q:" | "A:") || erratum
}

/// Whether a line is a short title rather than a sentence.
fn is_heading(line: &str) -> bool {
    const SMALL: [&str; 12] = ["and", "of", "the", "to", "in", "on", "or", "for", "a", "an", "with", "from"];
    let capital =
        |w: &str| w.starts_with(|c: char| c.is_uppercase() || "“(\"".contains(c)) || SMALL.contains(&w);
    line.chars().count() < 45
        && !line.ends_with(['.', '?', '!', ',', ';', ':', '”', '"', ')', '…'])
        && line.split(' ').all(capital)
}

/// Removes icons, as in text extracted with their font.
fn without_icons(mut text: String, corrections: &[judge::corpus::ruling::Correction]) -> String {
    let icons = corrections.iter().filter(|c| !c.printed.contains(|c: char| c.is_ascii_alphanumeric()));
    for icon in icons {
        text = text.replace(&icon.corrected, " ");
    }
    text
}

/// Letters and digits only, ignoring hyphenation, spacing and symbol fonts.
fn plain(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}
