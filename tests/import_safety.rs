//! Whatever is imported: nothing is lost, nothing panics, nothing takes long.

use std::collections::BTreeSet;

use crate::common::{User, full};
use judge::corpus::{Corpus, Files};
use judge::import::{self, Form, Imported, Known, Options, Refusal};
use proptest::prelude::*;

fn source(path: &str) -> String {
    Files::built_in().get(path).expect("the document is held").text().to_owned()
}

fn words(text: &str) -> Vec<String> {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            c if c.is_alphanumeric() => out.extend(c.to_lowercase()),
            '*' | '\'' | '’' | '‘' | '\\' => {}
            _ => out.push(' '),
        }
    }
    out.split_whitespace().map(str::to_owned).collect()
}

/// All runs of three words in the result of an import.
fn held(imported: &Imported) -> BTreeSet<Vec<String>> {
    let mut texts: Vec<String> = vec![imported.document.title.clone()];
    for e in &imported.entries {
        let entry = &e.entry;
        let number = entry.number.as_ref().map_or("", |n| n.value.as_str());
        texts.push(format!("{number} {}", entry.title));
        texts.push(format!("v{} {}", entry.since.as_deref().unwrap_or_default(), entry.title));
        texts.extend(entry.section.iter().cloned());
        texts.extend(entry.question.iter().cloned());
        let mut text = entry.text.value.clone();
        let mut question = entry.question.clone().unwrap_or_default();
        for c in entry.corrections.iter().filter(|c| c.why == "letter O for zero") {
            text = text.replace(&c.corrected, &c.printed);
            question = question.replace(&c.corrected, &c.printed);
            texts.push(format!("{} {} {}", c.printed, entry.title, entry.text.value));
        }
        texts.push(format!("{question}\n{text}"));
        texts.push(format!("{number} {} {}", entry.title, entry.text.value));
    }
    // A line may be split between two entries.
    for pair in imported.entries.windows(2) {
        let next = pair[1].entry.question.as_ref().unwrap_or(&pair[1].entry.text.value);
        texts.push(format!("{} {next}", pair[0].entry.text.value));
    }
    texts.extend(imported.remainder.iter().map(|l| l.text.clone()));
    let mut rows = BTreeSet::new();
    for text in texts {
        let words = words(&text);
        for length in 1..=3 {
            rows.extend(words.windows(length).map(<[String]>::to_vec));
        }
    }
    rows
}

/// Lines of a document with a run of three words that is nowhere in the result.
fn lost(text: &str, imported: &Imported) -> Vec<String> {
    let held = held(imported);
    let is_held = |part: &str| {
        let part = part.trim();
        let said = ["Q:", "A:", "Q.", "A.", "Question:", "Answer:"]
            .iter()
            .find_map(|m| part.strip_prefix(m))
            .unwrap_or(part);
        said.split(" A: ").all(|part| {
            let words = words(part);
            let length = words.len().min(3);
            length == 0 || words.windows(length).all(|row| held.contains(row))
        })
    };
    // Texts beside each other with a wide gap need not belong together.
    let parts = text.split(['\n', '\u{c}']).flat_map(|l| l.split("   ")).map(|p| p.trim_end_matches('-'));
    parts.filter(|part| !is_held(part)).map(str::to_owned).collect()
}

fn import_as(text: &str, form: Form) -> Option<Imported> {
    let date = Some(judge::corpus::Day(jiff::civil::date(2014, 1, 1)));
    let options = Options { form: Some(form), date, ..Options::default() };
    import::import(text.as_bytes(), &options, &Known::default()).ok()
}

/// A document with lines dropped, duplicated, moved, split and joined.
fn mutated(text: &str, changes: &[(u8, prop::sample::Index, prop::sample::Index)]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for (what, at, other) in changes {
        let (n, m) = (at.index(lines.len()), other.index(lines.len()));
        match what % 8 {
            0 => lines[n].clear(),
            1 => {
                let line = lines[n].clone();
                lines.insert(m, line);
            }
            2 => lines.swap(n, m),
            3 => {
                let spaces: Vec<usize> = lines[n].match_indices(' ').map(|(at, _)| at).collect();
                if !spaces.is_empty() {
                    let at = spaces[other.index(spaces.len())];
                    let rest = lines[n].split_off(at);
                    lines.insert(n + 1, rest.trim_start().to_owned());
                }
            }
            4 if n + 1 < lines.len() => {
                let next = lines.remove(n + 1);
                lines[n] = format!("{} {next}", lines[n]);
            }
            5 => lines.insert(n, "\u{c}".to_owned()),
            6 => lines[n] = lines[n].to_uppercase(),
            _ => lines.insert(n, format!("  {}  ", lines[m].trim())),
        }
    }
    lines.join("\n")
}

fn changes() -> impl Strategy<Value = Vec<(u8, prop::sample::Index, prop::sample::Index)>> {
    prop::collection::vec((any::<u8>(), any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..60)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_words_of_a_mutated_faq_are_lost(changes in changes(), plain in any::<bool>()) {
        let text = mutated(&source("lcg/sources/faq-2.2.txt"), &changes);
        let form = if plain { Form::Plain } else { Form::Markdown };
        let imported = import_as(&text, form).expect("it has words");
        let lost = lost(&text, &imported);
        prop_assert!(lost.is_empty(), "{form:?}: {lost:#?}");
    }

    #[test]
    fn no_words_of_mutated_printed_pages_are_lost(changes in changes()) {
        let text = mutated(include_str!("import/later-raw.txt"), &changes);
        let imported = import_as(&text, Form::Plain).expect("it has words");
        let lost = lost(&text, &imported);
        prop_assert!(lost.is_empty(), "{lost:#?}");
    }

    #[test]
    fn any_text_is_taken_in_any_form(text in "\\PC{0,200}", marks in prop::collection::vec("[<>/&;#a-z0-9().:?\"*\n\u{c} -]{0,40}", 0..12)) {
        let text = format!("{text}{}", marks.concat());
        for form in [Form::Plain, Form::Markdown, Form::Html] {
            if let Some(imported) = import_as(&text, form) {
                for (path, yaml) in import::review(&imported) {
                    let mut files = Files::default();
                    files.add(&path, yaml.clone());
                    if path.contains("rulings/") {
                        let (read, found) = judge::corpus::yaml::list::<judge::corpus::ruling::Entry>(&path, &yaml);
                        prop_assert!(found.is_empty() && !read.is_empty(), "{found:?}\n{yaml}");
                    }
                }
            }
        }
    }
}

#[test]
fn what_is_no_document_is_refused_in_a_sentence() {
    let refused = |bytes: &[u8]| {
        import::import(bytes, &Options::default(), &Known::default()).map(|_| ()).expect_err("refused")
    };
    assert_eq!(refused(b""), Refusal::Empty);
    assert_eq!(refused(b" \n\x0c\n"), Refusal::Empty);
    assert_eq!(refused(b"%PDF-1.4\n\xe2\xe3"), Refusal::NotUtf8 { line: 2, column: 1, pdf: true });
    let large = vec![b'a'; usize::try_from(import::MAX_SIZE).expect("it fits") + 1];
    assert_eq!(refused(&large), Refusal::TooLarge);
    for refusal in [Refusal::Empty, Refusal::TooLarge, Refusal::NotUtf8 { line: 1, column: 2, pdf: false }] {
        assert!(!refusal.to_string().is_empty());
    }
}

#[test]
fn the_largest_documents_take_a_bounded_time() {
    let started = std::time::Instant::now();
    let size = usize::try_from(import::MAX_SIZE).expect("it fits");
    let part = if full() { 16 } else { 32 };
    let hard = [
        "(1.1) Title\nwords ",
        "(1.1) Title: 1) One. 2) Two. 3) ",
        "1. I ask. ",
        "<div><b>",
        "? ",
        "a\n\n",
        "(v1.0) A 0001\n",
        "* ",
        "- A (1)\n",
        "((((",
        "&#",
        "Q: a\nA: b\n",
        "---\n",
        "7\n> a?\n",
    ];
    // A single paragraph in which anything may be the head of a card.
    let of_a_card = ["1 a. ", "(v1 a. ", "Old Tollkeeper (a. ", "Old Tollkeeper 17 (v1 a. "].map(|unit| {
        format!("CARD ERRATA\n\nOld Tollkeeper (Core 17): {}", unit.repeat(size / part / unit.len()))
    });
    for text in of_a_card {
        let _ = import_as(&text, Form::Plain);
    }
    // Blank lines between two others, and a table row that fills a page.
    let (blank, cells) = ("\n".repeat(size / 16), "<td>a</td>".repeat(size / 160));
    for form in [Form::Plain, Form::Markdown] {
        let _ = import_as(&format!("(1.1) Title\n{blank}words"), form);
    }
    let _ = import_as(&format!("<table><tr><th>Watch</th>{cells}"), Form::Html);
    for unit in hard {
        // A part of the maximum size: debug builds are slow, and quadratic behaviour would still show.
        // After the most repetitions that are accepted, tries the fewest that are rejected.
        let most = if unit.contains('\n') { 9_000 } else { usize::MAX };
        let text = unit.repeat((size / part / unit.len()).min(most));
        for form in [Form::Plain, Form::Markdown, Form::Html] {
            let _ = import_as(&text, form);
        }
    }
    // In full 24 s on a quick machine, 67 s on a slow one, three times that beside other work; what grows
    // with the square takes many minutes.
    assert!(started.elapsed().as_secs() < 240, "{:?}", started.elapsed());
}

/// Pages of many tables, of one long one, and of lines that look like the heads of tables and are none.
#[test]
fn many_rows_of_tables_take_a_bounded_time() {
    let started = std::time::Instant::now();
    let table = "Ship        Rope      Lamp\nFerry       two       one\nRaft        one       none\n\
                 Tug         three     two\n\nA rope is tied.\n\n";
    let long = format!("Ship        Rope      Lamp\n{}", "Ferry       two       one\n".repeat(8_000));
    let apart = "Ship        Rope      Lamp\n\n";
    let mixed = "Ship        Rope      Lamp\n            is tied and goes on with it\nFerry\n";
    for text in [table.repeat(1_000), long, apart.repeat(4_000), mixed.repeat(2_500)] {
        let _ = import_as(&text, Form::Plain);
    }
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}

/// Many pictures with different names, and many unclosed brackets.
#[test]
fn many_pictures_and_brackets_take_a_bounded_time() {
    use std::fmt::Write;
    let started = std::time::Instant::now();
    let mut page = "<p>A ship pays".to_owned();
    for n in 0..20_000 {
        let _ = write!(page, " <img alt=\"lamp {n}\">");
    }
    let made = import_as(&page, Form::Html).expect("it has words");
    assert!(made.entries.iter().any(|e| e.entry.text.contains("[lamp 19999]")));
    let articles = "<article>A ship may tow.</article>".repeat(9_000);
    let _ = import_as(&articles, Form::Html);
    for brackets in ["[".repeat(200_000), "[a](b".repeat(50_000), "](".repeat(100_000), "![".repeat(100_000)]
    {
        let _ = import_as(&format!("{brackets} and [a rope](b)"), Form::Markdown);
    }
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}

/// Lint reports a ruling as long as a book.
#[test]
fn a_ruling_as_long_as_a_book_is_reported() {
    let text = "A harbour ship that tows another one may not strike in fog. ".repeat(2_000);
    let mut files = Files::default();
    let document = "- {id: cup, game: lcg, series: cup, title: Cup, date: '2014-11-01', cite: Cup, authority: house, who: A}\n";
    files.add("documents.yaml", document);
    let entry = |id: &str, text: &str| {
        format!(
            "- id: lcg:house.{id}\n  kind: ruling\n  title: '{id}'\n  documents: [cup]\n  text: '{text}'\n"
        )
    };
    files.add("rulings.yaml", entry("long", text.trim()) + &entry("short", &text[..600]));
    let (corpus, found) = Corpus::load(&files);
    assert!(found.is_empty(), "{found:?}");
    let reported = corpus.lint(&files);
    let long: Vec<&str> = reported
        .iter()
        .filter(|d| d.code == judge::corpus::DiagnosticCode::LongRuling)
        .map(|d| d.message.as_str())
        .collect();
    assert!(long.len() == 1 && long[0].starts_with("lcg:house.long has "), "{reported:?}");
}

/// An id as long as a book is similar to no other, and is not printed in full.
#[test]
fn an_id_of_many_letters_is_reported_in_a_line() {
    let user = User::new();
    let shown = user.judge(&["show", &"n".repeat(120_000)]).status(1);
    let said = format!("{}{}", shown.out, shown.err);
    assert!(said.contains("120000 characters long") && said.len() < 1_000, "{}", said.len());
}
