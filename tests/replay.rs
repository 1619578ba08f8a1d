//! Situations come out as the rulings say, and would not without them.

#![allow(clippy::print_stdout)] // says what it could not test, or shows a trace on request

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use judge::corpus::Files;
use judge::engine::CardLibrary;
use judge::engine::cards::Vocabulary as _;
use judge::engine::lcg::Lcg;
use judge::engine::scenario::coverage::{PlayEntry, RulingCoverage, coverage, play_entries};
use judge::engine::scenario::load::{self, Loaded};
use judge::engine::scenario::{Options, Played};
use judge::engine::script::skeleton::points;
use judge::engine::script::{Checked, Game, StepKind};
use judge::engine::tcg::Tcg;

use crate::common::rulings::{CORPUS, FILES, LIBRARY, SCENARIOS, lines};

/// Every scenario under `rulings/`; `ONLY=name` selects those whose names contain it.
fn scenarios() -> impl Iterator<Item = &'static Loaded> {
    let only = std::env::var("ONLY").unwrap_or_default();
    SCENARIOS.iter().filter(move |scenario| scenario.about().name.contains(&only))
}

fn entries() -> Vec<PlayEntry> {
    let (entries, problems) = play_entries(&FILES);
    assert!(problems.is_empty(), "{}", lines(&problems));
    entries
}

/// A replay in a readable form, for failure messages.
fn reported(played: &Played) -> String {
    let mut text = format!("=== {} (of {:?})\n", played.name, played.variation_of);
    for step in &played.steps {
        let ruling = step.ruling.clone().unwrap_or_default();
        let _ =
            writeln!(text, "{:3} {}{} [{} {ruling}]", step.n, "  ".repeat(step.depth), step.text, step.kind);
    }
    for checked in played.expectations.iter().filter(|checked| !checked.passed) {
        let _ = writeln!(text, "  WANTED {}\n  FOUND  {}", checked.expect, checked.found);
    }
    text
}

#[test]
fn every_scenario_passes() {
    let mut failed = String::new();
    for scenario in scenarios() {
        let replay = scenario.replay(&LIBRARY, &Options::default()).expect("a loaded scenario can be set up");
        for played in &replay.scenarios {
            if std::env::var("ONLY").is_ok() {
                println!("{}", reported(played));
            }
            if !played.passed {
                failed.push_str(&reported(played));
            }
        }
    }
    assert!(failed.is_empty(), "{failed}");
}

#[test]
fn every_scenario_has_a_variation_and_a_name_of_its_own() {
    let mut names = BTreeSet::new();
    let mut variations = BTreeSet::new();
    for scenario in scenarios() {
        let about = scenario.about();
        variations.extend(about.variations.clone());
        assert!(!about.variations.is_empty(), "{} has no variation", about.name);
        assert!(!about.rulings.is_empty(), "{} demonstrates nothing", about.name);
        assert!(names.insert(about.name.clone()), "two scenarios are called {}", about.name);
    }
    let twice: Vec<&String> = names.intersection(&variations).collect();
    assert!(twice.is_empty(), "a scenario and a variation are called so: {twice:?}");
}

/// The scenarios listed with a search result are exactly those that demonstrate the ruling.
#[test]
fn every_ruling_names_the_scenarios_that_show_it() {
    for row in coverage(&CORPUS, &entries(), &SCENARIOS).rulings {
        let ruling = CORPUS.ruling(&row.ruling).expect("the corpus has it");
        assert_eq!(ruling.scenarios, row.scenarios, "{}", row.ruling);
    }
}

/// The ruling decides, and not a coincidence: without it an expectation fails.
#[test]
fn without_its_ruling_a_scenario_fails() {
    let entries = entries();
    let mut wrong = String::new();
    for scenario in scenarios() {
        let about = scenario.about();
        for entry in entries.iter().filter(|e| e.without.is_some() && about.rulings.contains(&e.ruling)) {
            let options = Options { without: vec![entry.ruling.value.clone()] };
            let replay = scenario.replay(&LIBRARY, &options).expect("a loaded scenario can be set up");
            if replay.passed() {
                let _ = writeln!(
                    wrong,
                    "{} passes without {}, and so does not show it",
                    about.name, entry.ruling
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The ruling that a scenario is played without is nowhere named as what a step or a refusal rests on.
#[test]
fn what_is_left_out_is_not_cited() {
    let entries = entries();
    let switches: BTreeSet<&str> =
        entries.iter().filter(|e| e.without.is_some()).map(|e| e.ruling.value.as_str()).collect();
    let mut cited = String::new();
    for scenario in scenarios() {
        let whole = scenario.replay(&LIBRARY, &Options::default()).expect("a loaded scenario can be set up");
        let steps = whole.scenarios.iter().flat_map(|played| &played.steps);
        let mut rest_on: BTreeSet<String> = steps.filter_map(|step| step.ruling.clone()).collect();
        rest_on.extend(scenario.about().rulings);
        for left_out in rest_on.iter().filter(|ruling| switches.contains(ruling.as_str())) {
            let options = Options { without: vec![left_out.clone()] };
            let replay = scenario.replay(&LIBRARY, &options).expect("a loaded scenario can be set up");
            for played in &replay.scenarios {
                let steps = played.steps.iter().filter(|step| step.ruling.as_ref() == Some(left_out));
                for step in steps {
                    let _ = writeln!(cited, "{} without {left_out}: {}", played.name, step.text);
                }
                let found = played.expectations.iter().filter(|checked| {
                    checked.found.contains(&format!("({left_out})"))
                        || checked.found.contains(&format!("({left_out}#"))
                });
                for checked in found {
                    let _ = writeln!(cited, "{} without {left_out}: {}", played.name, checked.found);
                }
            }
        }
    }
    assert!(cited.is_empty(), "{cited}");
}

#[test]
fn every_citation_resolves() {
    let mut unknown = BTreeSet::new();
    for scenario in scenarios() {
        unknown.extend(scenario.about().rulings.into_iter().filter(|id| CORPUS.ruling(id).is_none()));
        let replay = scenario.replay(&LIBRARY, &Options::default()).expect("a loaded scenario can be set up");
        for step in replay.scenarios.iter().flat_map(|played| &played.steps) {
            let ruling = step.basis == judge::engine::scenario::BasisKind::Ruling;
            let citation = step.clause.as_ref().or(step.ruling.as_ref()).filter(|_| ruling);
            unknown.extend(citation.filter(|id| CORPUS.clause(id).is_none()).cloned());
        }
    }
    unknown.extend(
        judge::engine::games::carried_out()
            .iter()
            .filter(|id| CORPUS.ruling(id).is_none())
            .map(|id| (*id).into()),
    );
    unknown.extend(
        entries().iter().filter(|e| CORPUS.ruling(&e.ruling).is_none()).map(|e| e.ruling.value.clone()),
    );
    assert!(unknown.is_empty(), "{unknown:?}");
}

/// Every LCG ruling has a statement on what it means for play and, if applicable, a scenario.
#[test]
fn every_ruling_is_covered() {
    let coverage = coverage(&CORPUS, &entries(), &SCENARIOS);
    let gap = |row: &RulingCoverage| match row.kind {
        None => format!("{} has no line in play.yaml", row.ruling),
        Some(kind) => {
            format!("{} is shown by no scenario, and its line in play.yaml says `{kind}:`", row.ruling)
        }
    };
    let gaps: Vec<String> = coverage.gaps().map(gap).collect();
    assert!(gaps.is_empty(), "{}", gaps.join("\n"));
}

/// The example in the guide passes.
#[test]
fn the_example_of_the_guide_replays() {
    let guide = include_str!("../rulings/scenarios.md");
    let example =
        guide.split("```yaml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let loaded = load::load("scenarios.md", example, &LIBRARY)
        .unwrap_or_else(|problems| panic!("{}", lines(&problems)));
    let replay = loaded[0].replay(&LIBRARY, &Options::default()).expect("the example can be set up");
    assert!(replay.passed(), "{}", replay.scenarios.iter().map(reported).collect::<String>());
}

/// A judge may ask why something is or is not allowed where a script stops.
#[test]
fn why_names_the_ruling() {
    let scenario =
        SCENARIOS.iter().find(|scenario| scenario.about().name == "killing-cold").expect("it is there");
    let ask = |variation| {
        let line = "Dario: {use: The Killing Cold}";
        scenario.why(&LIBRARY, &Options::default(), variation, line).expect("the line can be read")
    };
    let why = ask(None);
    assert_eq!((why.allowed, why.basis.as_deref()), (false, Some("lcg:3.6")));
    assert!(scenario.why(&LIBRARY, &Options::default(), None, "Dario: {usee: x}").is_err());
}

/// What is allowed, or refused, without the text of a card says so.
#[test]
fn why_says_whose_text_is_left_out() {
    let ask = |cards: &str| {
        let text = format!(
            "- name: x\n  game: tcg\n  title: x\n  at: battle.start\n  cards: [{{name: Tale, invented: true, type: battle, side: light, \
             abilities: [{{kind: battle, in: normal, effects: [gain-force: {{amount: 1}}]}}]}}]\n  \
             given: {{light: {{hand: [Tale], play: [{cards}]}}}}\n  script: []\n"
        );
        let loaded = load::load("x.yaml", &text, &LIBRARY).unwrap_or_else(|problems| panic!("{problems:?}"));
        loaded[0]
            .why(&LIBRARY, &Options::default(), None, "Light: {play: Tale}")
            .expect("the line can be read")
    };
    let (part, whole) = (ask("Eeth Koth (A)"), ask("Yoda (C)"));
    assert_eq!((part.allowed, part.left_out.as_slice()), (true, &["Eeth Koth (A)".to_owned()][..]));
    assert!(whole.allowed && whole.left_out.is_empty(), "{whole:?}");
}

/// A shield that is left when nothing of the damage is, was not in vain; nor was that damage reassigned.
#[test]
fn a_second_shield_is_not_called_useless() {
    let text = "- name: x\n  game: lcg\n  title: x\n  active: light\n  at: deployment\n  cards:\n    \
         - {title: Blast, invented: true, type: event, side: dark, abilities: [{kind: action, \
         targets: [{card: {type: unit}}], effects: [deal-damage: {amount: 1, to: target}]}]}\n    \
         - {title: Wall, invented: true, type: event, side: light, abilities: [{kind: action, \
         targets: [{card: {type: unit}}], effects: [place-another-shield: target]}]}\n    \
         - {title: Chief, invented: true, type: unit, side: light, capacity: 3}\n  \
         given: {dark: {hand: [Blast]}, light: {hand: [Wall], play: [{card: Chief, shield: true}]}}\n  \
         script: [{light: {play: Wall, target: Chief}}, {dark: {play: Blast, target: Chief}}, \
         {light: {shield: Chief}}]\n  \
         expect: [{card: Chief, damage: 0, shield: true}, {never: {useless-shield: any}}]\n";
    let loaded = load::load("x.yaml", text, &LIBRARY).unwrap_or_else(|problems| panic!("{problems:?}"));
    for without in [vec![], vec!["lcg:faq.shield-on-protected-damage".to_owned()]] {
        let options = Options { without };
        let replay = loaded[0].replay(&LIBRARY, &options).expect("a loaded scenario can be set up");
        let expectations = replay.scenarios.iter().map(|played| &played.expectations).collect::<Vec<_>>();
        assert!(replay.passed(), "{options:?}: {expectations:?}");
    }
}

/// No other test plays these between two benchmark runs.
#[test]
fn the_boards_of_the_benchmark_can_be_played_on() {
    let (library, _) = CardLibrary::load(&Files::built_in());
    for text in [include_str!("benches/board.yaml"), include_str!("benches/board-tcg.yaml")] {
        let loaded = load::load("board.yaml", text, &library).unwrap_or_else(|errors| panic!("{errors:?}"));
        let [board] = &loaded[..] else { panic!("one board, not {}", loaded.len()) };
        let replay = board.replay(&library, &Options::default()).expect("the board can be set up");
        assert!(replay.passed());
    }
}

/// The scenarios of a file under `tests/replay/`.
fn cases(name: &str) -> Vec<Loaded> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replay").join(name);
    let text = std::fs::read_to_string(&path).expect("the file can be read");
    let loaded = load::load(name, &text, &LIBRARY).unwrap_or_else(|problems| panic!("{}", lines(&problems)));
    assert!(!loaded.is_empty(), "{name} is empty");
    loaded
}

/// `allowed:`, `refused:` and `until:` on script lines, each with a true claim.
#[test]
fn every_claim_that_holds_passes() {
    let mut failed = String::new();
    for scenario in ["holds-lcg.yaml", "holds-tcg.yaml"].iter().flat_map(|name| cases(name)) {
        let replay = scenario.replay(&LIBRARY, &Options::default()).expect("a loaded scenario can be set up");
        failed.extend(replay.scenarios.iter().filter(|played| !played.passed).map(reported));
    }
    assert!(failed.is_empty(), "{failed}");
}

/// A false claim fails, with the reason given in its title.
#[test]
fn every_false_claim_fails_and_says_why() {
    let mut wrong = String::new();
    for scenario in ["false-lcg.yaml", "false-tcg.yaml"].iter().flat_map(|name| cases(name)) {
        let replay = scenario.replay(&LIBRARY, &Options::default()).expect("a loaded scenario can be set up");
        for played in &replay.scenarios {
            let failed = played.expectations.iter().filter(|checked| !checked.passed);
            if !failed.into_iter().any(|checked| checked.found.contains(&played.title)) {
                wrong += &reported(played);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// A refusal is claimed by a rule that does not forbid the line: it is refused, but not by that.
#[test]
fn no_rule_is_named_that_does_not_forbid_it() {
    let (mut wrong, mut claims) = (String::new(), 0);
    for scenario in ["false-reasons-lcg.yaml", "false-reasons-tcg.yaml"].iter().flat_map(|name| cases(name)) {
        let replay = scenario.replay(&LIBRARY, &Options::default()).expect("a loaded scenario can be set up");
        for played in &replay.scenarios {
            // What is allowed, or never came to be asked, shows nothing either.
            let is_refusal = |checked: &Checked| {
                checked.expect.contains("refused by") && !checked.found.ends_with(": allowed")
            };
            claims += played.expectations.len();
            for checked in played.expectations.iter().filter(|it| it.passed || !is_refusal(it)) {
                let _ = writeln!(wrong, "{}: {} ({})", played.name, checked.expect, checked.found);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(claims > 100, "{claims} claims");
}

/// What `--new` prints passes, at every point of a turn, and also with its commented line enabled.
#[test]
fn a_skeleton_can_be_run_at_every_point() {
    let lcg: [&[&str]; 6] = [
        &[],
        &["Yoda 0166"],
        &["Yoda 0166", "Boba Fett 0019"],
        &["A-Wing", "A-Wing", "Counsel of the Sith", "It's Worse"],
        &["Kyle Katarn 0497", "Mara Jade 0529", "Embers of Hope", "Mara Jade's Lightsaber"],
        &["Mara Jade 0529", "Kyle Katarn 0497", "Twist of Fate"],
    ];
    let tcg: [&[&str]; 5] = [
        &[],
        &["Nexu"],
        &["Rebel Pilot"],
        &["Han Solo (D)", "Nexu", "Nexu"],
        &["Kit Fisto (A)", "Carrack Cruiser", "X-Wing Red Three", "Clone Platoon", "Target the Senator"],
    ];
    let mut failed = String::new();
    for (game, points, sets) in [
        (judge::corpus::Game::Lcg, points::<Lcg>(), lcg.as_slice()),
        (judge::corpus::Game::Tcg, points::<Tcg>(), tcg.as_slice()),
    ] {
        for (point, cards) in points.iter().flat_map(|point| sets.iter().map(move |cards| (point, cards))) {
            let cards: Vec<String> = cards.iter().map(|card| (*card).to_owned()).collect();
            let new = match load::skeleton(point, &cards, Some(game), &LIBRARY) {
                Ok(new) => new,
                // Points that cannot be played from are refused.
                Err(why) if why.contains("middle of an attack") => continue,
                Err(why) => panic!("{point} {cards:?}: {why}"),
            };
            for text in [new.text.clone(), new.text.replace("\n  # - ", "\n  - ")] {
                let loaded = load::load("new.yaml", &text, &LIBRARY)
                    .unwrap_or_else(|problems| panic!("{}\n{text}", lines(&problems)));
                let replay = loaded[0].replay(&LIBRARY, &Options::default()).expect("it can be set up");
                if !replay.passed() {
                    let _ = writeln!(failed, "{text}");
                    failed.extend(replay.scenarios.iter().map(reported));
                }
            }
        }
    }
    assert!(failed.is_empty(), "{failed}");
}

/// The ruling behind a refusal must exist.
#[test]
fn an_unknown_ruling_is_reported() {
    let text = "# once refused: lcg:9.98\nrulings: [lcg:3.6, 'lcg:3.67']\nscript: # because: lcg:9.99\n  - Tom: {play: A, refused: lcg:3.66}\n  - Tom: {play: A, refused: 'lcg:3.6'}\n  - Tom: \
                {play: A, refused: rulebook}\nexpect:\n  - {refused: {Tom: pass}, because: tcg:qa.nobody}\n  - {cites: \
                lcg:timing.actions#1}\n";
    let unknown = load::unknown_rulings(text, &|id| CORPUS.clause(id).is_some());
    let wanted = [(2, "lcg:3.67"), (4, "lcg:3.66"), (8, "tcg:qa.nobody")];
    let wanted = wanted.map(|(line, id)| (line, id.to_owned()));
    assert_eq!(unknown, wanted);
}

/// Which game a new scenario is for if both have the point, and which card an ambiguous name means.
#[test]
fn a_skeleton_is_of_the_game_that_is_meant() {
    let new = |point: &str, cards: &[&str], game| {
        let cards: Vec<String> = cards.iter().map(|card| (*card).to_owned()).collect();
        load::skeleton(point, &cards, game, &LIBRARY)
    };
    let tcg = Some(judge::corpus::Game::Tcg);
    for (cards, game, wanted) in [
        (&[][..], None, "game: lcg"),
        (&[], tcg, "game: tcg"),
        (&["Nexu"], None, "game: tcg"),
        (&["A-Wing"], None, "game: lcg"),
    ] {
        let text = new("turn.end", cards, game).expect("both games have it").text;
        assert!(text.contains(wanted), "{cards:?} {game:?}: {text}");
    }
    let several = new("engagement.strike", &["Yoda", "A-Wing"], None).expect("one of them is taken");
    assert!(several.text.contains("Yoda 0166"), "{}", several.text);
    assert!(several.notes.len() == 1 && several.notes[0].contains("Yoda 0166"), "{:?}", several.notes);
    let unknown = new("engagement.strik", &[], None).expect_err("no such point");
    assert!(unknown.contains("engagement.strike"), "{unknown}");
    assert!(!unknown.contains("prevention"), "no scenario begins there: {unknown}");
    let other = new("engagement.strike", &[], tcg).expect_err("that game has no such point");
    assert!(!other.contains("engagement.end") && other.contains("space.attacks"), "{other}");
    for point in ["attack", "reroll", "prevention", "disrupt"] {
        assert!(new(point, &[], None).is_err(), "{point}");
    }
}

/// Expecting a kind of step that is never recorded would be pointless.
#[test]
fn every_kind_of_step_is_recorded() {
    recorded::<Lcg>(Lcg::CODE);
    recorded::<Tcg>(Tcg::CODE);
}

fn recorded<G: Game>(game: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/engine").join(game);
    let mut source = String::new();
    // Scripts and comparisons merely refer to them.
    let plays = |path: &&PathBuf| !path.ends_with("steps.rs") && !path.starts_with(folder.join("script"));
    for path in rust_files(&folder).iter().filter(plays) {
        let text = std::fs::read_to_string(path).expect("it can be read");
        source.push_str(&text);
    }
    let script = [G::StepKind::NOTE, G::StepKind::MAY, G::StepKind::REFUSED, G::StepKind::LOOP];
    let own = G::StepKind::ALL.iter().filter(|kind| !script.contains(kind));
    for kind in own {
        let named = format!("StepKind::{kind:?}");
        let mut parts = source.split(&named).peekable();
        let mut recorded = false;
        while let (Some(before), Some(after)) = (parts.next(), parts.peek()) {
            let asked = before.trim_end().ends_with("==") || after.trim_start().starts_with("=>");
            recorded |= !asked && !after.starts_with(char::is_alphanumeric);
        }
        assert!(recorded, "no step of `{}` is recorded in src/engine/{game}", kind.word());
    }
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut found = Vec::new();
    for path in entries.map(|entry| entry.expect("it can be read").path()) {
        if path.is_dir() {
            found.extend(rust_files(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
    found
}
