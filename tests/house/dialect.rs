//! Words of the project's former dialect that no name may contain: readers look for `fix`, `report` and
//! `narrate`.

use std::collections::BTreeSet;

use super::{circles, files, root, sources};

/// The forbidden words with their replacements.
const WORDS: [(&str, &str); 10] = [
    ("manieth", "index"),
    ("mend", "fix"),
    ("mended", "fixed"),
    ("mending", "correction"),
    ("mends", "fixes"),
    ("tell", "report, note, narrate"),
    ("telling", "significant"),
    ("tells", "reports, notes, narrates"),
    ("told", "reported, noted, narrated"),
    ("unmended", "as printed"),
];

/// Names that must not come back as a whole, though their words are fine within others, with replacements.
const NAMES: [(&str, &str); 24] = [
    ("Abreast", "MergedPostings"),
    ("Halves", "Generations"),
    ("PATIENCE", "a timeout"),
    ("READ_OUT", "a maximum"),
    ("Wanted", "a Request, Options or a Filter"),
    ("came_to_nothing", "was_canceled"),
    ("ends_in_nothing", "is_without_effect"),
    ("give_back", "restore"),
    ("go_on", "advance, resume"),
    ("gone_by", "missed"),
    ("gone_through", "has_passed"),
    ("is_unspeakable", "is_unpronounceable"),
    ("open_to", "available"),
    ("point_word", "written"),
    ("said_by_anyone", "anyone_may_answer"),
    ("settle_quotations", "resolve_quotations"),
    ("strayed", "misranked"),
    ("take_all", "clear"),
    ("tidied", "trimmed"),
    ("undoubled", "collapse_doubled"),
    ("unheeded", "unaccounted"),
    ("unserved", "unsupported"),
    ("very_words", "exact"),
    ("went_through", "lies_between"),
];

/// Exceptions by file, with reasons.
const EXCEPTIONS: [(&str, &str, &str); 3] = [
    ("cli/commands/explain.rs", "mend", "the key of the JSON up to 0.1"),
    ("deck/report.rs", "mend", "the same key"),
    ("render/slip.rs", "told", "a class of the page's style"),
];

/// Splits a name into words: `MAX_CARDS`, `StepKind`, `step_kind`.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = '_';
    for c in name.chars() {
        let begins = c.is_uppercase() && !before.is_uppercase() || before == '_';
        match words.last_mut().filter(|_| !begins) {
            Some(word) if c != '_' => word.extend(c.to_lowercase()),
            None if c != '_' => words.push(c.to_lowercase().collect()),
            _ => {}
        }
        before = c;
    }
    words
}

#[test]
fn names_are_cut_into_words() {
    assert_eq!(words("MAX_CARDS_TOLD"), ["max", "cards", "told"]);
    assert_eq!(words("TellStep"), ["tell", "step"]);
    assert_eq!(words("_take_told"), ["take", "told"]);
}

#[test]
fn names_have_the_words_of_the_field() {
    let (mut wrong, mut excused) = (Vec::new(), BTreeSet::new());
    let scripts = files(&root().join("src"), "js");
    let compiled = files(&root().join("offline/src"), "rs");
    assert!(scripts.len() > 3 && !compiled.is_empty(), "{:?} {:?}", scripts.keys(), compiled.keys());
    let compiled = compiled.into_iter().map(|(file, text)| (format!("../offline/src/{file}"), text));
    for (file, text) in sources().into_iter().chain(scripts).chain(compiled) {
        for name in circles::tokens(&text) {
            if let Some((_, instead)) = NAMES.iter().find(|(old, _)| *old == name) {
                wrong.push(format!("src/{file}: `{name}`; say {instead}"));
            }
            for word in words(&name) {
                let Some((word, instead)) = WORDS.iter().find(|(old, _)| *old == word) else { continue };
                if EXCEPTIONS.iter().any(|(of, excused, _)| *of == file && excused == word) {
                    excused.insert((file.clone(), *word));
                } else {
                    wrong.push(format!("src/{file}: `{name}`; say {instead}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    for (file, word, reason) in EXCEPTIONS {
        let is_there = excused.contains(&(file.to_owned(), word));
        assert!(is_there && !reason.is_empty(), "src/{file}: `{word}` is gone and need not be excused");
    }
}
