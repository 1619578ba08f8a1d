//! A document results in the same entries in every layout of `pdftotext`.

use crate::fuzzed::import::HELD;
use crate::typeset::{PLAIN, Setting, typeset};
use judge::corpus::ruling::Entry;
use judge::corpus::similar::normalize_text;
use judge::corpus::{Files, Kind, markdown};
use judge::import::{self, Imported, Known, Options, Standing, WhyLeft};

fn held() -> String {
    Files::built_in().get("lcg/sources/faq-2.2.txt").expect("the FAQ is held").text().to_owned()
}

fn imported(setting: &Setting) -> Imported {
    import::import(typeset(&held(), setting).as_bytes(), &Options::default(), &Known::default())
        .expect("it is a document")
}

fn words(entry: &Entry) -> String {
    let question = entry.question.as_deref().map(markdown::unwrap).unwrap_or_default();
    normalize_text(&format!("{question}\n\n{}", markdown::unwrap(&entry.text)))
}

/// Differences between an import and the corpus, in both directions.
fn differences(imported: &Imported) -> Vec<String> {
    let held: Vec<(String, String)> =
        HELD.entries().filter(|e| e.id.starts_with("lcg:")).map(|e| (e.id.value.clone(), words(e))).collect();
    let made: Vec<(String, String)> =
        imported.entries.iter().map(|e| (e.entry.id.value.clone(), words(&e.entry))).collect();
    let lost = held
        .iter()
        .filter(|(_, w)| !made.iter().any(|(_, m)| m == w))
        .map(|(id, w)| format!("lost {id}: {w}"));
    let odd = made
        .iter()
        .filter(|(_, w)| !held.iter().any(|(_, h)| h == w))
        .map(|(id, w)| format!("odd {id}: {w}"));
    lost.chain(odd).collect()
}

fn check(name: &str, setting: &Setting, tolerated: usize) {
    let imported = imported(setting);
    let found = differences(&imported);
    assert!(
        found.len() <= tolerated,
        "{name}: {} differ\n{}",
        found.len(),
        found
            .iter()
            .map(|f| format!("{} … {}\n", &f[..f.len().min(140)], &f[f.len().saturating_sub(60)..]))
            .collect::<String>()
    );
    let lost: Vec<_> = imported.remainder.iter().filter(|l| l.why == WhyLeft::InNoEntry).collect();
    assert!(lost.is_empty(), "{name}: {lost:#?}");
}

#[test]
fn printed_columns_are_recognised_as_the_rulings_held() {
    let text = typeset(&held(), &Setting { width: 50, side_by_side: true, hyphens: true, ..PLAIN });
    let imported = import::import(text.as_bytes(), &Options::default(), &HELD).expect("it is a document");
    let other: Vec<_> = imported.entries.iter().filter(|e| e.standing != Standing::Same).collect();
    assert!(other.is_empty(), "{other:#?}");
    let held = HELD.entries().filter(|e| e.id.starts_with("lcg:")).count();
    assert_eq!(imported.entries.len(), held);
    assert!(imported.entries.iter().all(|e| e.known_as.as_deref() == Some(e.entry.id.as_str())));
}

#[test]
fn one_column_with_pages() {
    check("one column", &PLAIN, 0);
}

#[test]
fn two_columns_side_by_side() {
    check("two columns", &Setting { width: 50, side_by_side: true, ..PLAIN }, 0);
}

#[test]
fn two_columns_one_after_the_other() {
    check("columns in turn", &Setting { width: 46, ..PLAIN }, 0);
}

#[test]
fn words_divided_at_line_ends() {
    check("hyphens", &Setting { width: 46, hyphens: true, side_by_side: true, ..PLAIN }, 0);
}

#[test]
fn page_numbers_without_page_ends() {
    check("numbers", &Setting { foot: Some(""), form_feeds: false, ..PLAIN }, 0);
}

#[test]
fn steps_that_run_on_in_one_paragraph() {
    let is_step = |line: &str| {
        let line = line.trim_start_matches("- ");
        let numbered = line.starts_with(|c: char| c.is_ascii_digit()) && line[1..].starts_with([')', '.']);
        numbered && line.contains(char::is_lowercase)
    };
    let mut run_on: Vec<String> = Vec::new();
    for line in held().lines().map(str::trim).filter(|l| !l.is_empty()) {
        match run_on.last_mut().filter(|before| is_step(line) && before.ends_with([':', '.', '?'])) {
            Some(before) => *before = format!("{before} {}", line.trim_start_matches("- ")),
            None => run_on.push(line.to_owned()),
        }
    }
    let text = run_on.join("\n\n");
    assert!(text.contains("in order: 1) Check play restrictions: can"), "the steps run on");
    let typeset = typeset(&text, &PLAIN);
    let imported =
        import::import(typeset.as_bytes(), &Options::default(), &Known::default()).expect("it is a document");
    assert_eq!(differences(&imported), Vec::<String>::new());
}

#[test]
fn paragraphs_without_blank_lines_between_them() {
    // If the only line of a step is nearly full, nothing indicates whether the next line belongs to it.
    check("dense", &Setting { width: 60, blank_lines: false, ..PLAIN }, 2);
}

/// The held FAQ with the second paragraph of a ruling in front of that ruling's heading, as the last words of
/// the ruling before; `None` if the paragraphs do not stand there in a row.
fn torn(entry: &Entry) -> Option<String> {
    let text = held();
    let mut blocks: Vec<&str> = text.split("\n\n").collect();
    let own: Vec<String> = markdown::unwrap(&entry.text).split("\n\n").map(normalize_text).collect();
    let [first, second, ..] = own.as_slice() else { return None };
    let at = blocks
        .windows(2)
        .position(|pair| [pair[0], pair[1]].map(normalize_text) == [first, second].map(String::from))?;
    let is_heading = |text: &str| text.chars().all(|c| !c.is_lowercase());
    (own.len() > 2 && is_heading(blocks[at - 1])).then(|| {
        let paragraph = blocks.remove(at + 1);
        blocks.insert(at - 1, paragraph);
        blocks.join("\n\n")
    })
}

/// What is held tells where a paragraph belongs that came out in front of its ruling.
#[test]
fn a_torn_paragraph_is_put_back_and_flagged() {
    let mut tried = 0;
    let has_parts =
        |id: &str| HELD.entries().any(|e| e.part_of.as_ref().is_some_and(|whole| whole.as_str() == id));
    for entry in HELD.entries().filter(|e| e.kind == Kind::Timing && !has_parts(&e.id)) {
        let Some(text) = torn(entry) else { continue };
        tried += 1;
        let made = import::import(text.as_bytes(), &Options::default(), &HELD).expect("it is a document");
        let notes = |id: &str| -> Vec<String> {
            let of_id = made.entries.iter().filter(|e| e.entry.id.as_str() == id);
            of_id.flat_map(|e| &e.notes).map(|n| n.text.clone()).collect()
        };
        let whole = made.entries.iter().find(|e| e.entry.id == entry.id).expect("the ruling");
        assert_eq!(words(&whole.entry), words(entry), "{:?}", notes(&entry.id));
        assert_eq!(whole.standing, Standing::Same, "{}", *entry.id);
        assert!(notes(&entry.id).iter().any(|n| n.contains("was put here")), "{:?}", notes(&entry.id));
        let from = |n: &String| n.contains(&format!("was put into {}", *entry.id));
        assert!(made.entries.iter().any(|e| notes(&e.entry.id).iter().any(from)), "{}", *entry.id);
    }
    assert!(tried > 2, "{tried} tried");
}
