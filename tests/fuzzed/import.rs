//! Documents to import: accepted in any form, without losing a word.

use std::sync::LazyLock;

use judge::corpus::ruling::Entry;
use judge::corpus::{Files, yaml};
use judge::import::{self, Form, Imported, Known, Options};
use judge::render::import::report;

use super::shown;

/// Any text is accepted in any form; its entries are YAML that reads back, and no word is lost. The last byte
/// selects the form, so that kept inputs are readable.
pub fn import(bytes: &[u8]) {
    let Some((last, bytes)) = bytes.split_last() else { return };
    let form = match last {
        b'm' => Some(Form::Markdown),
        b'p' => Some(Form::Plain),
        b'h' => Some(Form::Html),
        b'w' => return set_as_a_page(bytes),
        _ => None,
    };
    taken(bytes, form);
}

/// The rulings held, with which documents are also compared; read once for all tests.
pub static HELD: LazyLock<Known> = LazyLock::new(|| Known::from_files(&Files::built_in()));

fn taken(bytes: &[u8], form: Option<Form>) -> Option<Imported> {
    beside(bytes, form, &HELD);
    beside(bytes, form, &Known::default())
}

/// Imports a document, comparing it with what is known, and checks that every flag is in the files.
fn beside(bytes: &[u8], form: Option<Form>, known: &Known) -> Option<Imported> {
    // A document without a date is refused; here only its words matter.
    let date = Some("2014-01-01".parse().map(judge::corpus::Day).expect("a day"));
    let options = Options { form, date, ..Options::default() };
    let imported = import::import(bytes, &options, known).ok()?;
    let flags = |text: &str| text.lines().filter(|l| l.trim_start().starts_with("# unsure: ")).count();
    let all: usize = import::review(&imported).iter().map(|(_, text)| flags(text)).sum();
    // The document's own words must not be mistaken for a flag.
    let says_so = String::from_utf8_lossy(bytes).contains("unsure: ");
    assert!(says_so || all >= imported.unsure(), "{all} of {} flags", imported.unsure());
    for (path, text) in import::review(&imported).into_iter().filter(|(path, _)| path.contains("/rulings/")) {
        let (read, found) = yaml::list::<Entry>(&path, &text);
        assert!(found.is_empty() && !read.is_empty(), "{found:?}\n{text}");
    }
    shown(&report(&imported));
    shown(&import::remainder(&imported));
    if matches!(form, Some(Form::Markdown | Form::Plain)) {
        nothing_lost(&String::from_utf8_lossy(bytes), &imported);
    }
    Some(imported)
}

/// Imports the lines of a text as the paragraphs of a web page, without losing a word either.
fn set_as_a_page(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let page: String = escaped.lines().map(|line| format!("<p>{line}</p>\n")).collect();
    if let Some(imported) = taken(page.as_bytes(), Some(Form::Html)) {
        nothing_lost(text, &imported);
    }
}

/// The elements of HTML that are read in Markdown, as [`words`] has them.
const TAGS: [&str; 10] = ["b", "bl0ckqu0te", "br", "em", "i", "li", "0l", "p", "str0ng", "ul"];

fn nothing_lost(text: &str, imported: &Imported) {
    let held = held(imported);
    // The speaker is represented by the entry's fields, not by words.
    let speaks = |word: &str| ["q", "a", "questi0n", "answer"].contains(&word);
    // An element of HTML in Markdown is what it stands for there.
    let is_tag = |word: &str| TAGS.contains(&word) && text.contains(&format!("<{}", word.replace('0', "o")));
    let is_lost = |word: &String| !speaks(word) && !is_tag(word) && !held.contains(word.as_str());
    let lost: Vec<String> = words(text).filter(is_lost).collect();
    assert!(lost.is_empty(), "{lost:?} of {text:?}\nheld: {held:?}");
}

/// The letters and digits of everything in the result, so that line breaks inside words do not matter.
fn held(imported: &Imported) -> String {
    let mut texts = vec![imported.document.title.clone(), imported.document.date.to_string()];
    texts.extend(imported.document.version.clone());
    for e in &imported.entries {
        let entry = &e.entry;
        texts.extend(entry.number.as_ref().map(|n| n.value.clone()));
        texts.push(entry.title.clone());
        texts.extend(entry.since.clone());
        texts.extend(entry.section.iter().cloned());
        texts.extend(entry.question.clone());
        texts.push(entry.text.value.clone());
        texts.extend(entry.corrections.iter().map(|c| c.printed.clone()));
    }
    texts.extend(imported.remainder.iter().map(|l| l.text.clone()));
    texts.iter().map(|text| words(text).collect::<String>() + " ").collect()
}

/// The words of a text, normalized so that scanning errors equal their corrections, and ligatures their
/// letters.
fn words(text: &str) -> impl Iterator<Item = String> {
    let spelt = [
        ("\u{fb00}", "ff"),
        ("\u{fb01}", "fi"),
        ("\u{fb02}", "fl"),
        ("\u{fb03}", "ffi"),
        ("\u{fb04}", "ffl"),
    ];
    let text =
        spelt.iter().fold(text.to_owned(), |text, (ligature, letters)| text.replace(ligature, letters));
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
    words.map(|w| w.to_lowercase().replace('o', "0")).collect::<Vec<_>>().into_iter()
}
