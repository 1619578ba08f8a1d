//! Rules of both games as the engine implements them, in the cases of `tests/lcg/` and `tests/tcg/`:
//! vocabulary for which there is no ruling, and regressions.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::LazyLock;

use crate::common::rulings::{BOOK, FILES, LIBRARY, SCENARIOS};
use judge::engine::scenario::load::{self, Loaded};
use judge::engine::scenario::{BasisKind, Options};

/// Every case with its file's text.
static CASES: LazyLock<Vec<Loaded>> = LazyLock::new(|| {
    let mut all = Vec::new();
    for (name, text) in texts() {
        match load::load(&name, &text, &LIBRARY) {
            Ok(loaded) => all.extend(loaded),
            Err(problems) => {
                panic!("{}", problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
            }
        }
    }
    assert!(!all.is_empty(), "there are no cases");
    all
});

const GAMES: [&str; 2] = ["lcg", "tcg"];

fn texts() -> Vec<(String, String)> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let folders = GAMES.map(|game| std::fs::read_dir(tests.join(game)).expect("the cases"));
    let mut paths: Vec<_> =
        folders.into_iter().flatten().map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    let text = |path: std::path::PathBuf| {
        (path.display().to_string(), std::fs::read_to_string(&path).expect("a case can be read"))
    };
    paths.into_iter().map(text).collect()
}

#[test]
fn every_case_comes_out_as_the_rules_say() {
    let mut failed = String::new();
    for case in CASES.iter() {
        let replay = case.replay(&LIBRARY, &Options::default()).expect("a loaded case can be set up");
        for played in replay.scenarios.iter().filter(|played| !played.passed) {
            let _ = writeln!(failed, "=== {} (of {:?})", played.name, played.variation_of);
            for step in &played.steps {
                let _ = writeln!(failed, "{:3} {} [{}]", step.n, step.text, step.kind);
            }
            for checked in played.expectations.iter().filter(|checked| !checked.passed) {
                let _ = writeln!(failed, "  WANTED {}\n  FOUND  {}", checked.expect, checked.found);
            }
        }
    }
    assert!(failed.is_empty(), "{failed}");
}

/// What a card's effect does rests on that card, and not on what is said of effects in general.
#[test]
fn what_a_card_does_rests_on_the_card() {
    let mut vague = BTreeSet::new();
    for case in CASES.iter().chain(SCENARIOS.iter()) {
        let replay = case.replay(&LIBRARY, &Options::default()).expect("a loaded case can be set up");
        for played in &replay.scenarios {
            let of_effects = played.steps.iter().filter(|step| {
                step.basis == BasisKind::Rulebook && step.clause.as_deref() == Some("effects")
            });
            vague.extend(of_effects.map(|step| format!("{}: {}", played.name, step.text)));
        }
    }
    assert!(vague.is_empty(), "{vague:#?}");
}

/// Every case has a variation in which the word must not have its effect.
#[test]
fn every_case_has_a_variation_and_a_name_of_its_own() {
    let mut names = BTreeSet::new();
    for case in CASES.iter() {
        let about = case.about();
        assert!(!about.variations.is_empty(), "{} has no variation", about.name);
        assert!(names.insert(about.name.clone()), "two cases are called {}", about.name);
    }
}

/// Every instruction, every gift and every condition of the vocabulary is used by a case or a card.
#[test]
fn every_word_of_the_vocabulary_is_tried() {
    let rulings = Path::new(env!("CARGO_MANIFEST_DIR")).join("rulings");
    let mut untried = Vec::new();
    for game in GAMES {
        let schema = std::fs::read_to_string(rulings.join(format!("schemas/{game}-abilities.json")));
        let schema: serde_json::Value =
            serde_json::from_str(&schema.expect("the schema")).expect("a schema is JSON");
        let cases = texts().into_iter().filter(|(path, _)| path.contains(&format!("tests/{game}/")));
        let used: String = FILES
            .iter()
            .filter(|(path, _)| path.starts_with(&format!("{game}/")))
            .map(|(_, file)| file.text().to_owned())
            .chain(cases.map(|(_, text)| text))
            .collect();
        for kind in ["Effect", "Gives", "Condition", "Cost", "EventKind"] {
            let variants = schema["$defs"][kind]["oneOf"].as_array().into_iter().flatten();
            untried.extend(variants.flat_map(words).filter(|word| !used.contains(word)));
        }
    }
    assert!(untried.is_empty(), "{untried:?}");
}

/// The variants of an enum, as spelled in files.
fn words(variant: &serde_json::Value) -> Vec<String> {
    let keyed = variant["properties"].as_object().and_then(|map| map.keys().next());
    let plain = variant["const"].as_str().map(str::to_owned);
    let listed = variant["enum"].as_array().into_iter().flatten();
    let listed = listed.filter_map(|word| word.as_str().map(str::to_owned));
    keyed.map(|word| format!("{word}: ")).into_iter().chain(plain).chain(listed).collect()
}

/// The figures of `judge replay --coverage cards` agree with the entries, counted here from the files. An
/// entry that only says what is missing counts as none.
#[test]
fn the_cards_written_down_are_counted_by_set() {
    use judge::corpus::Game;
    use judge::engine::scenario::cards::by_set;
    use serde_json::Value;
    for game in [Game::Lcg, Game::Tcg] {
        let folder = format!("{}/abilities/", game.code());
        let entries = FILES.iter().filter(|(path, _)| path.starts_with(&folder));
        let mut whole = BTreeSet::new();
        let mut part = BTreeSet::new();
        let mut none = BTreeSet::new();
        for entry in entries.flat_map(|(_, file)| file.list::<Value>().0) {
            let number = entry["number"].as_str().expect("an entry has a number, as text").to_owned();
            let full = |field: &str| match &entry[field] {
                Value::Array(list) => !list.is_empty(),
                other => !other.is_null(),
            };
            let does_anything =
                ["abilities", "keywords", "attaches-to", "as-enhancement"].into_iter().any(full);
            let of = match (full("part"), does_anything) {
                (false, _) => &mut whole,
                (true, true) => &mut part,
                (true, false) => &mut none,
            };
            assert!(of.insert(number));
        }
        assert!(!none.is_empty(), "no entry of {} says only what is missing", game.code());
        let rows = by_set(&BOOK, &LIBRARY, Some(game));
        let cards: usize = rows.iter().map(|row| row.cards).sum();
        let counted = (rows.iter().map(|row| row.whole).sum(), rows.iter().map(|row| row.part).sum());
        assert_eq!(counted, (whole.len(), part.len()), "{}", game.code());
        assert!(rows.iter().all(|row| row.whole + row.part + row.none == row.cards) && cards > 1200);
    }
}

/// A card without any implemented ability is reported as such, with what is missing if stated; and effects it
/// cannot have are not described as certain.
#[test]
fn a_card_of_which_nothing_is_carried_out_is_none() {
    use judge::engine::scenario::cards::{Written, text_of};
    let texts: Vec<_> = BOOK.cards().filter_map(|card| text_of(card, &LIBRARY)).collect();
    let of = |written: Written| texts.iter().filter(|text| text.written == written).collect::<Vec<_>>();
    assert!(of(Written::Part).iter().all(|text| text.missing.is_some()));
    assert!(of(Written::None).iter().all(|text| text.own_words.is_empty()));
    assert!(of(Written::None).iter().any(|text| text.missing.is_some()));
    assert!(of(Written::Whole).iter().all(|text| text.missing.is_none()));
}

/// Fragments that no proper sentence contains.
const NOT_ENGLISH: [&str; 26] = [
    "you plays",
    "you wins",
    "you draws",
    "you places",
    "you refreshes",
    "you refreshed",
    "you is ",
    "you has ",
    "of you ",
    "you's",
    "opponent draw ",
    "opponent draw:",
    "opponent gain ",
    "opponent lose ",
    "opponent discard ",
    "opponent choose ",
    " a enemy",
    " a exhausted",
    " a undamaged",
    " a own ",
    " 1 dice",
    " 1 cards",
    "up to 99",
    " by the phase",
    " of of ",
    " was of that ",
];

/// The description of a card is complete, with its keywords and with whose action it responds to.
#[test]
fn the_words_of_a_card_leave_nothing_out() {
    use judge::engine::cards::Printed as _;
    use judge::engine::scenario::cards::text_of;
    let mut keywords = 0;
    for card in BOOK.cards() {
        let Some(text) = text_of(card, &LIBRARY) else { continue };
        let number = card.number();
        let known = LIBRARY.tcg.find(card.name()).into_iter().find(|c| c.number() == number.as_deref());
        for keyword in known.iter().flat_map(|card| &card.keywords) {
            let word = keyword.split(" for ").next().unwrap_or(keyword);
            let reported = text.own_words.iter().any(|own| own.contains(word));
            assert!(reported, "{keyword} of {}: {:?}", card.name(), text.own_words);
            keywords += 1;
        }
    }
    assert!(keywords > 300, "{keywords} keywords were told");
    let said = |name: &str| {
        let found = BOOK.find(name, None).cards;
        text_of(found[0], &LIBRARY).map_or(String::new(), |text| text.own_words.join(" "))
    };
    for (name, words) in [
        ("Massiff", "Stun 2"),
        ("Boba Fett (H)", "Hidden Cost 1, Armor, Critical Hit 3"),
        ("Ewok Village", "by the opponent"),
        ("K-3PO (A)", "is deployed by you"),
        ("Orray", "is finished by you"),
        ("Luke Skywalker (J)", "is prevented by you"),
    ] {
        assert!(said(name).contains(words), "{name}: {}", said(name));
    }
}

/// Every ability has a description, and different cards have different ones.
#[test]
fn every_ability_reads_back() {
    use judge::engine::scenario::cards::text_of;
    let (mut reported, mut wrong) = (0, Vec::new());
    for card in BOOK.cards() {
        let Some(text) = text_of(card, &LIBRARY) else { continue };
        for own in &text.own_words {
            let unreported =
                own.contains("cannot put into words") || own.contains("  ") || own.contains("()");
            assert!(!unreported, "{}: {own}", card.name());
            let said = NOT_ENGLISH.iter().find(|words| format!(" {own}").contains(**words));
            wrong.extend(said.map(|said| format!("“{said}” of {}: {own}", card.name())));
            reported += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(reported > 600, "{reported} abilities were told");
}
