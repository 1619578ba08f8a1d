//! Words of the project's former dialect that no name may contain: readers look for `fix`, `report` and
//! `narrate`. And one name for one thing: which types may share a name.

use std::collections::{BTreeMap, BTreeSet};

use super::{circles, files, root, sources};

/// The forbidden words with their replacements.
const WORDS: [(&str, &str); 12] = [
    ("asker", "the author of a question, an attribution"),
    ("askers", "the authors of questions, attributions"),
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
const NAMES: [(&str, &str); 33] = [
    ("Abreast", "MergedPostings"),
    ("Asked", "an open question, a query"),
    ("FOR_WANT_OF_TITLE", "TITLED_BY_FIRST_WORDS"),
    ("Halves", "Generations"),
    ("LEAVES", "SIGN_OFFS"),
    ("PATIENCE", "a timeout"),
    ("READ_OUT", "a maximum"),
    ("Wanted", "a Request, Options or a Filter"),
    ("came_to_nothing", "was_canceled"),
    ("feeds_first", "indent_after_form_feeds"),
    ("ends_in_nothing", "is_without_effect"),
    ("give_back", "restore"),
    ("go_on", "advance, resume"),
    ("gone_by", "missed"),
    ("gone_through", "has_passed"),
    ("is_unspeakable", "is_unpronounceable"),
    ("nothings", "control_characters"),
    ("open_to", "available"),
    ("point_word", "written"),
    ("said_by_anyone", "anyone_may_answer"),
    ("say_much", "most_have_sentences"),
    ("settle_quotations", "resolve_quotations"),
    ("speaks_for_asker", "in_first_person"),
    ("strayed", "misranked"),
    ("take_all", "clear"),
    ("take_matter", "take_front_matter"),
    ("takes_leave", "is_sign_off"),
    ("tidied", "trimmed"),
    ("undoubled", "collapse_doubled"),
    ("unheeded", "unaccounted"),
    ("unserved", "unsupported"),
    ("very_words", "exact"),
    ("went_through", "lies_between"),
];

/// Exceptions by file, with reasons.
const EXCEPTIONS: [(&str, &str, &str); 6] = [
    ("src/cli/commands/explain.rs", "mend", "the key of the JSON up to 0.1"),
    ("src/deck/report.rs", "mend", "the same key"),
    ("src/render/slip.rs", "told", "a class of the page's style"),
    ("tests/prints.rs", "told", "what judge says of a card, beside `untold`, a key of tests/prints/*.yaml"),
    ("tests/quality.rs", "told", "a key of tests/queries/floors.yaml"),
    ("tests/third_game.rs", "tells", "what this game calls its steps"),
];

/// Phrases that no comment outside `tests/` may contain, with replacements.
const PHRASES: [(&str, &str); 17] = [
    ("asker", "the author of a question"),
    ("came by", "passed, or came with"),
    ("how manieth", "its index"),
    ("in the running", "considered"),
    ("no chance", "no coincidence"),
    ("of ours", "of judge's"),
    ("of this room", "of this module"),
    ("so much", "the minimum, maximum or amount of"),
    ("so many", "the minimum, maximum or number of"),
    ("this room", "this module"),
    ("to be told", "to be reported"),
    ("are told", "are reported"),
    ("is told", "is reported"),
    ("stands so to", "is related to"),
    ("tells apart", "distinguishes"),
    ("told apart", "distinguished"),
    ("told from", "distinguished from"),
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

/// The sources that are searched, by their paths from the root.
fn searched() -> BTreeMap<String, String> {
    let folders =
        [("src", "rs"), ("src", "js"), ("learn/src", "rs"), ("tree/src", "rs"), ("offline/src", "rs")];
    let tested = [("tests", "rs"), ("examples", "rs"), ("fuzz/fuzz_targets", "rs")];
    let mut all = BTreeMap::new();
    for (folder, extension) in folders.into_iter().chain(tested) {
        let found = files(&root().join(folder), extension);
        assert!(!found.is_empty(), "{folder} has no file `*.{extension}`");
        all.extend(found.into_iter().map(|(file, text)| (format!("{folder}/{file}"), text)));
    }
    // This file has the words themselves.
    all.remove("tests/house/dialect.rs").expect("this file");
    all
}

#[test]
fn names_have_the_words_of_the_field() {
    let (mut wrong, mut excused) = (Vec::new(), BTreeSet::new());
    for (file, text) in searched() {
        // Without the attribute, the tests of a module are searched, too.
        for name in circles::tokens(&text.replace("#[cfg(test)]", "")) {
            if let Some((_, instead)) = NAMES.iter().find(|(old, _)| *old == name) {
                wrong.push(format!("{file}: `{name}`; say {instead}"));
            }
            for word in words(&name) {
                let Some((word, instead)) = WORDS.iter().find(|(old, _)| *old == word) else { continue };
                if EXCEPTIONS.iter().any(|(of, excused, _)| *of == file && excused == word) {
                    excused.insert((file.clone(), *word));
                } else {
                    wrong.push(format!("{file}: `{name}`; say {instead}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    for (file, word, reason) in EXCEPTIONS {
        let is_there = excused.contains(&(file.to_owned(), word));
        assert!(is_there && !reason.is_empty(), "{file}: `{word}` is gone and need not be excused");
    }
}

/// A bound is a `MIN` or a `MAX`: superlatives leave open of what.
#[test]
fn bounds_are_called_min_and_max() {
    const SUPERLATIVES: [&str; 9] =
        ["biggest", "deepest", "highest", "largest", "least", "longest", "most", "tallest", "widest"];
    let (mut wrong, mut bounds) = (Vec::new(), 0);
    for (file, text) in searched() {
        let tokens = circles::tokens(&text.replace("#[cfg(test)]", ""));
        for name in tokens.windows(2).filter(|pair| pair[0] == "const").map(|pair| &pair[1]) {
            let first = words(name).first().cloned().unwrap_or_default();
            bounds += usize::from(["min", "max"].contains(&first.as_str()));
            if SUPERLATIVES.contains(&first.as_str()) {
                wrong.push(format!("{file}: `{name}`; say MIN_… or MAX_…"));
            }
        }
    }
    assert!(bounds > 500, "{bounds} bounds");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A module is no room, and a layer no floor; the floors of `quality.rs` are those of figures.
#[test]
fn tests_speak_of_modules_and_layers() {
    const HOUSE: [&str; 4] = ["room", "rooms", "floor", "floors"];
    let mut wrong = Vec::new();
    for (file, text) in
        files(&root().join("tests"), "rs").into_iter().filter(|(file, _)| file != "quality.rs")
    {
        let names = text.lines().filter_map(|line| line.strip_prefix("fn ")?.split('(').next());
        let of_house = |name: &&str| words(name).iter().any(|word| HOUSE.contains(&word.as_str()));
        wrong.extend(names.filter(of_house).map(|name| format!("tests/{file}: `{name}`")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn comments_have_the_phrases_of_the_field() {
    let mut wrong = Vec::new();
    for (file, text) in searched() {
        if file.starts_with("tests/") {
            continue;
        }
        for (n, line) in text.lines().enumerate() {
            let Some((_, comment)) = line.split_once("//") else { continue };
            let comment = comment.to_lowercase();
            let found = PHRASES.iter().find(|(phrase, _)| comment.contains(phrase));
            wrong.extend(found.map(|(phrase, say)| format!("{file}:{}: `{phrase}`; say {say}", n + 1)));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Types of one name, each with the reason why more than one module has it. The layers and the games of the
/// engine are one module here: each game has its own kind of what the others have.
const SHARED_NAMES: [(&str, &str); 23] = [
    ("Answer", "what a search finds, and what a player decides"),
    ("Card", "a card of a list, and a card on the table"),
    ("Checked", "what became of a replay, of a log, and of a page's deck"),
    ("Finding", "what a check finds against a deck, and against a log"),
    ("Game", "which game, and what a game gives the engine"),
    ("Icon", "a combat icon, and one that a document prints"),
    ("Icons", "those of a list of cards, and those that count in play"),
    ("Kind", "of a ruling, of a step, and of a choice"),
    ("Known", "what is held, for an import and for a page"),
    ("Model", "of how players ask, and of what a screen shows"),
    ("Names", "of the cards of a list, and of those of a situation"),
    ("Options", "of an import, and of a replay"),
    ("Overlap", "of a house ruling, and of an imported document"),
    ("Question", "what a list leaves open, and what a player decides"),
    ("Refusal", "of a move, and of a document"),
    ("Request", "for the server, and for a search"),
    ("Role", "of a word in a list, and of a unit in a battle"),
    ("Shared", "among states of a game, and among connections"),
    ("Side", "of a deck, and of the table"),
    ("Standing", "of an imported entry, and of a unit"),
    ("Table", "of bytes, and of cards"),
    ("Timing", "of a search, and of a window"),
    ("Zone", "of a list, and of the table"),
];

/// The types that a source defines for other files.
fn defined(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let line = line.trim_start();
        let rest = line.strip_prefix("pub ").or_else(|| line.strip_prefix("pub(crate) "))?;
        let name = ["struct ", "enum ", "trait "].iter().find_map(|kind| rest.strip_prefix(kind))?;
        // A macro's `$name` is none.
        name.split(|c: char| !c.is_alphanumeric()).next().filter(|name| !name.is_empty())
    })
}

#[test]
fn a_type_has_a_name_of_its_own() {
    let mut by_name: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (file, text) in sources() {
        let module = if file.starts_with("engine/") { "engine".to_owned() } else { file };
        for name in defined(&text) {
            by_name.entry(name.to_owned()).or_default().insert(module.clone());
        }
    }
    assert!(by_name.len() > 400, "{} types", by_name.len());
    by_name.retain(|_, modules| modules.len() > 1);
    let listed: BTreeSet<&str> = SHARED_NAMES.iter().map(|(name, _)| *name).collect();
    let new: Vec<_> = by_name.iter().filter(|(name, _)| !listed.contains(name.as_str())).collect();
    assert!(new.is_empty(), "these names have several types; rename one, or say here why not: {new:#?}");
    let gone: Vec<_> = listed.iter().filter(|name| !by_name.contains_key(**name)).collect();
    assert!(gone.is_empty(), "these names have one type now, and need no reason: {gone:?}");
    assert!(SHARED_NAMES.iter().all(|(_, reason)| !reason.is_empty()));
}

/// Where `ask` names no phrasing of a question, with reasons.
const OTHER_ASKS: [(&str, &str, &str); 3] = [
    ("cli/commands/deck.rs", "ask", "the module of `deck check --ask`, a public option"),
    ("cli/commands/deck/ask.rs", "ask", "what `deck check --ask` does"),
    ("deck/read/typed/tests.rs", "what_no_list_is_long_enough_for_is_asked_about", "the sentence of a test"),
];
/// The files that work on asks.
const OF_ASKS: [&str; 5] =
    ["corpus/", "search/", "cli/commands/asks.rs", "cli/commands/lint.rs", "cli/commands/mod.rs"];

/// An `Ask` is a phrasing of the question that a ruling answers; what is open in a list is a question.
#[test]
fn an_ask_is_a_phrasing() {
    const ITEMS: [&str; 6] = ["fn ", "struct ", "enum ", "trait ", "type ", "mod "];
    const VERB: [&str; 6] = ["ask", "asked", "asker", "asking", "asks", "unasked"];
    let mut found = BTreeSet::new();
    for (file, text) in files(&root().join("src"), "rs") {
        let elsewhere = OF_ASKS.iter().any(|of| file.starts_with(of));
        for line in text.lines().filter(|_| !elsewhere) {
            let item = line.trim_start().trim_start_matches("pub ").trim_start_matches("pub(super) ");
            let item = item.trim_start_matches("pub(crate) ");
            let Some(name) = ITEMS.iter().find_map(|kind| item.strip_prefix(kind)) else { continue };
            let name = name.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
            if words(name).iter().any(|word| VERB.contains(&word.as_str())) {
                found.insert((file.clone(), name.to_owned()));
            }
        }
    }
    let listed: BTreeSet<(String, String)> =
        OTHER_ASKS.iter().map(|(file, name, _)| ((*file).to_owned(), (*name).to_owned())).collect();
    assert_eq!(found, listed, "left: names that say `ask`; right: those that may");
    assert!(OTHER_ASKS.iter().all(|(_, _, reason)| !reason.is_empty()));
}
