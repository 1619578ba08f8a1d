//! Answers as of a day: every command supports or refuses the option, and no replay silently rests on a later
//! ruling.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::common::{User, run};
use judge::corpus::history::Versions;
use judge::corpus::{Corpus, Day, Files, Game, Severity};
use judge::engine::CardLibrary;
use judge::engine::scenario::coverage::{PlayEntry, play_entries};
use judge::engine::scenario::load::{Loaded, item, load};
use judge::engine::scenario::{AsOfReplay, Options, Played};
use serde::Deserialize;

#[derive(Deserialize)]
struct Table {
    served: Vec<Served>,
    refused: Vec<String>,
    /// Commands by name, with the tests that show how they serve a day.
    elsewhere: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Served {
    command: String,
    status: BTreeMap<String, i32>,
}

fn table() -> Table {
    serde_yaml::from_str(include_str!("as_of.yaml")).expect("a table")
}

/// A user with the files that the commands in the table refer to.
fn user() -> User {
    let user = User::new();
    user.write("deck.txt", include_str!("deck/lcg/legal-typed.txt"));
    user.write("faq.txt", include_str!("import/later-raw.txt"));
    user.write("folder/documents.yaml", crate::common::DOCUMENTS);
    // None of the commands is the first.
    user.judge(&["1.2"]).status(0);
    user
}

fn arguments(command: &str) -> Vec<&str> {
    let named = |word| match word {
        "DECK" => "deck.txt",
        "DOCUMENT" => "faq.txt",
        "FOLDER" => "folder",
        other => other,
    };
    command.split(' ').map(named).collect()
}

#[test]
fn every_command_serves_the_day() {
    let user = user();
    for Served { command, status } in table().served {
        for (day, expected) in &status {
            let typed = user.judge(&[&arguments(&command)[..], &["--as-of", day]].concat());
            assert_eq!(typed.status, Some(*expected), "{command} {day}\n{}\n{}", typed.out, typed.err);
            if !["2003-01-01", "2014-13-01"].contains(&day.as_str()) {
                continue; // a variable is read as an option is; two days show that it is
            }
            let set = run(user.command(&arguments(&command)).env("JUDGE_AS_OF", day));
            assert_eq!((set.status, set.out), (typed.status, typed.out), "{command} with JUDGE_AS_OF={day}");
        }
    }
}

#[test]
fn a_command_to_which_a_day_means_nothing_refuses_it_typed_and_passes_over_it_set() {
    let user = user();
    for command in table().refused {
        for day in ["2003-01-01", "latest", "2014-13-01"] {
            let typed = user.judge(&[&arguments(&command)[..], &["--as-of", day]].concat()).status(2);
            assert!(typed.err.contains("does not take `--as-of`."), "{command} {day}: {}", typed.err);
            assert_eq!(typed.out, "", "{command} {day}");
            run(user.command(&arguments(&command)).env("JUDGE_AS_OF", day)).status(0);
        }
    }
}

/// A new command must say what a day means to it.
#[test]
fn every_command_is_in_the_table() {
    let Table { served, refused, elsewhere } = table();
    let lines: Vec<&str> =
        served.iter().map(|s| s.command.as_str()).chain(refused.iter().map(String::as_str)).collect();
    let is_tried = |name: &[String]| {
        lines.iter().any(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            words.windows(name.len()).any(|words| words == name)
        })
    };
    for name in crate::help::names(&User::new()) {
        let tests = elsewhere.get(&name[0]);
        assert!(is_tried(&name) != tests.is_some(), "{name:?} is once in as_of.yaml: {tests:?}");
    }
    for tests in elsewhere.values() {
        crate::house::assert_names_tests(tests);
    }
}

/// Everything needed for replays as of a day.
struct Stage {
    corpus: Corpus,
    versions: Versions,
    entries: Vec<PlayEntry>,
    library: CardLibrary,
    scenarios: Vec<Loaded>,
}

impl Stage {
    /// The one that whoever changes nothing of it shares: it takes long to read.
    fn shared() -> &'static Self {
        static STAGE: LazyLock<Stage> = LazyLock::new(Stage::set);
        &STAGE
    }

    fn set() -> Self {
        let files = Files::built_in();
        let library = CardLibrary::load(&files).0;
        let of_file = |(path, file): (&str, &judge::corpus::files::File)| {
            let is_one = path.contains("scenarios/") && path.ends_with(".yaml");
            is_one.then(|| load(&file.shown, file.text(), &library).expect("scenarios"))
        };
        let scenarios = files.iter().filter_map(of_file).flatten().collect();
        let corpus = Corpus::load(&files).0;
        Self {
            corpus,
            versions: Versions::read(&files).0,
            entries: play_entries(&files).0,
            library,
            scenarios,
        }
    }

    /// The scenarios of a game; for the LCG, which has many, every seventh.
    fn of(&self, game: Game) -> impl Iterator<Item = &Loaded> {
        let step = if game == Game::Lcg { 7 } else { 1 };
        self.scenarios.iter().filter(move |l| l.about().game == game).step_by(step)
    }

    /// The scenarios that demonstrate a ruling.
    fn demonstrating(&self, ruling: &str) -> impl Iterator<Item = &Loaded> {
        self.scenarios.iter().filter(move |l| l.about().rulings.iter().any(|r| r == ruling))
    }

    fn replay(&self, loaded: &Loaded, day: &str) -> Vec<Played> {
        let day = Some(Day(day.parse().expect("a date")));
        let dated = AsOfReplay { corpus: &self.corpus, versions: &self.versions, day };
        dated.replay(loaded, &self.library, &self.entries, &[]).expect("it can be set up").scenarios
    }
}

#[test]
fn no_scenario_passes_on_a_day_before_a_ruling_it_demonstrates() {
    let stage = Stage::shared();
    for (game, day) in [(Game::Tcg, "2003-01-01"), (Game::Tcg, "2002-06-30"), (Game::Lcg, "2014-10-05")] {
        let day_of = Some(Day(day.parse().expect("a date")));
        let mut early = 0;
        let is_later = |id: &String| !stage.corpus.ruling(id).is_some_and(|r| r.is_in_force(day_of));
        // An erratum may be in force by its version tag.
        let rests_on_later = |id: &String| is_later(id) && !id.contains("errata");
        // What its variations demonstrate counts among its rulings, too.
        for loaded in stage.of(game).filter(|l| l.about().rulings.iter().any(rests_on_later)) {
            let played = stage.replay(loaded, day).remove(0);
            let later: Vec<&String> = played.rulings.iter().filter(|id| rests_on_later(id)).collect();
            if !later.is_empty() {
                assert!(!played.passed, "{} passes on {day} by {later:?}", played.name);
                early += 1;
            }
        }
        assert!(early > 10, "{day}: only {early} scenarios rest on later rulings");
    }
}

#[test]
fn a_replay_that_does_not_pass_for_want_of_rulings_names_them_and_their_steps() {
    let stage = Stage::shared();
    let (mut silent, mut cited) = (0, 0);
    for played in stage.of(Game::Tcg).flat_map(|l| stage.replay(l, "2003-01-01")) {
        assert_eq!(played.passed, played.not_in_force.is_empty(), "{}", played.name);
        for missing in &played.not_in_force {
            assert_eq!(missing.why, "first in SWTCG Rulings c. 2005", "{}", missing.ruling);
            let citing = played.steps.iter().filter(|s| s.ruling.as_ref() == Some(&missing.ruling));
            let marked = citing.clone().filter(|s| s.standing.is_some()).map(|s| s.n);
            assert!(marked.eq(missing.steps.iter().copied()), "{}: {missing:?}", played.name);
            assert_eq!(citing.count(), missing.steps.len(), "{}: {missing:?}", played.name);
            *(if missing.steps.is_empty() { &mut silent } else { &mut cited }) += 1;
        }
    }
    assert!(silent > 0 && cited > 0, "{silent} silent, {cited} cited");
}

#[test]
fn on_the_day_of_its_document_a_replay_is_what_it_is_without_a_day() {
    let stage = Stage::shared();
    for (game, day) in [(Game::Tcg, "2005-01-01"), (Game::Lcg, "2014-10-06"), (Game::Lcg, "2017-06-01")] {
        for loaded in stage.of(game) {
            let undated = loaded.replay(&stage.library, &Options::default()).expect("played").scenarios;
            for (dated, undated) in stage.replay(loaded, day).into_iter().zip(undated) {
                assert_eq!(dated.as_of.map(|on| on.to_string()).as_deref(), Some(day));
                assert_eq!(Played { as_of: None, ..dated }, undated);
            }
        }
    }
}

#[test]
fn an_erratum_is_in_force_from_its_version_tag_on_and_before_it_the_card_is_as_printed() {
    let stage = Stage::shared();
    let of = |ruling: &str, day: &str| -> Vec<Played> {
        stage.demonstrating(ruling).map(|l| stage.replay(l, day).remove(0)).collect()
    };
    let before = of("lcg:errata.0567", "2014-10-05");
    assert!(!before.is_empty());
    for played in before {
        assert_eq!(played.as_printed, ["lcg:errata.0567"], "{}", played.name);
        assert!(!played.lacks_only_rulings(), "{} comes out as if there were the erratum", played.name);
    }
    let tagged = of("lcg:errata.0057", "2013-06-01");
    assert!(!tagged.is_empty());
    for played in tagged {
        assert_eq!(played.as_printed, ["lcg:errata.0567"], "{}", played.name);
        assert!(played.not_in_force.iter().all(|m| m.ruling != "lcg:errata.0057"), "{played:?}");
    }
}

/// Several cards may have a name: a later erratum says by its number which it is of, and stands beside no
/// ruling on another of them.
#[test]
fn a_later_erratum_is_not_said_of_another_card_of_the_name() {
    let user = user();
    let errata = user.judge(&["errata", "boba fett"]);
    assert!(errata.out.contains("added an erratum of Boba Fett (0789)"), "{}", errata.out);
    let asked = user.judge(&["-n", "1", "does boba fett capture what he kills"]).status(0);
    assert!(asked.out.contains("lcg:faq.boba-fett"), "{}", asked.out);
    assert!(asked.out.contains("A later FAQ is known"), "{}", asked.out);
    assert!(!asked.out.contains("an erratum of Boba Fett"), "{}", asked.out);
}

/// If two cards share a title, an erratum is mentioned only where its own card is played.
#[test]
fn a_new_erratum_is_reported_of_its_own_card_by_the_number() {
    let mut files = Files::built_in();
    files.add(
        "layer-1/lcg/documents.yaml",
        "- {id: lcg-faq-9.0, game: lcg, series: lcg-faq, title: 'FAQ', version: '9.0', date: '2019-01-01', cite: 'FAQ v9.0'}\n",
    );
    let erratum = |number: &str| {
        format!(
            "- id: lcg:errata.{number}\n  kind: errata\n  title: 'Luke Skywalker'\n  documents: [lcg-faq-9.0]\n  \
             cards: [{{name: 'Luke Skywalker', number: '{number}'}}]\n  text: |-\n    He reads otherwise.\n"
        )
    };
    files.add("layer-1/lcg/rulings/errata.yaml", ["0092", "0301"].map(erratum).concat());
    let (corpus, problems) = Corpus::load(&files);
    assert!(problems.iter().all(|p| p.severity != Severity::Error), "{problems:#?}");
    let stage = Stage { corpus, ..Stage::set() };
    let named = |loaded: &&Loaded| {
        let about = loaded.about();
        let name = format!("name: {}\n", about.name);
        let scenarios = files.iter().filter(|(path, _)| path.contains("lcg/scenarios/"));
        let written = scenarios.map(|(_, file)| file.text()).find(|text| text.contains(&name));
        written.is_some_and(|text| item(text, &about.name).contains("Luke Skywalker"))
    };
    let mut reported: BTreeMap<String, usize> = BTreeMap::new();
    for loaded in stage.scenarios.iter().filter(named) {
        for played in stage.replay(loaded, "2019-06-01") {
            for erratum in &played.new_errata {
                let number = erratum.ruling.rsplit('.').next().expect("a number");
                let has_it = |c: &judge::corpus::ruling::CardRef| c.number.as_deref() == Some(number);
                assert!(played.cards.iter().any(has_it), "{}: {erratum:?}", played.name);
                *reported.entry(erratum.ruling.clone()).or_default() += 1;
            }
        }
    }
    assert!(reported.get("lcg:errata.0092").is_some_and(|n| *n > 5), "{reported:?}");
    assert_eq!(reported.get("lcg:errata.0301"), None);
}

#[test]
fn programs_learn_what_is_known_of_a_day_whose_document_is_not_held() {
    let user = User::new();
    let json = |command: &str, status: i32| {
        let ran = user.judge(&[&arguments(command)[..], &["--format", "json"]].concat());
        ran.status(status).json()
    };
    let errata = json("errata 0057 --as-of 2013-06-01", 0);
    let entry = &errata["entries"][0];
    assert_eq!(entry["in_force"], false);
    assert_eq!(
        entry["by_tag"],
        serde_json::json!({ "version": "1.0", "date": "2013-02-12", "wording": "SWLCG FAQ v2.2" })
    );
    assert_eq!(errata["not_held"].as_array().map(Vec::len), Some(1));
    assert_eq!(json("restricted --as-of 2014-06-01", 1)["known_list"]["document"], "FAQ v2.01");
    let replay = json("replay vader-disrupts --as-of 2003-01-01", 1);
    let played = &replay["scenarios"][0];
    assert_eq!((&played["passed"], &played["as_of"]), (&false.into(), &"2003-01-01".into()));
    assert_eq!(played["not_in_force"][0]["ruling"], "tcg:qa.darth-vader-g");
    // On the day of its document there is no such notice.
    for command in ["errata 0057", "errata 0057 --as-of 2014-10-06", "restricted --as-of 2014-10-06"] {
        let value = json(command, 0);
        assert!(value.get("not_held").is_none() && value.get("known_list").is_none(), "{command}");
        assert!(value["entries"][0].get("by_tag").is_none(), "{command}");
    }
}

/// On a day that no document held covers, every command includes exactly what was in force by its version
/// tag.
#[test]
fn every_command_has_what_was_in_force_by_its_tag() {
    let user = User::new();
    let entries = |command: &str, day: &str| -> Vec<serde_json::Value> {
        let more = ["--as-of", day, "--format", "json"];
        user.judge(&[&arguments(command)[..], &more].concat()).json()["entries"]
            .as_array()
            .expect("entries")
            .clone()
    };
    let ids = |entries: &[serde_json::Value]| -> Vec<String> {
        entries.iter().map(|e| e["id"].as_str().expect("an id").to_owned()).collect()
    };
    let mut tagged = 0;
    for day in ["2013-01-01", "2013-06-01", "2014-06-01", "2014-10-06"] {
        let errata = entries("--game lcg errata", day);
        tagged += errata.iter().filter(|e| !e["by_tag"].is_null()).count();
        assert_eq!(ids(&entries("--game lcg list --kind errata", day)), ids(&errata), "{day}");
    }
    assert!(tagged > 4, "{tagged} by a tag");
    let listed =
        user.judge(&["list", "--kind", "errata", "--game", "lcg", "--as-of", "2013-06-01"]).status(0);
    assert!(listed.out.contains("lcg:errata.0057") && !listed.out.contains("not in force"), "{}", listed.out);
    assert!(!listed.out.contains("lcg:errata.0552"), "it came with v2.2\n{}", listed.out);
}

#[test]
fn a_deck_is_judged_by_rulings_of_the_day_alone() {
    let user = User::new();
    let deck = user.write("deck.o8d", include_str!("deck/lcg/sith-library-of-another-set.o8d"));
    let basis = |day: &str| {
        let ran = user.judge(&["deck", "check", &deck.to_string_lossy(), "--as-of", day, "--format", "json"]);
        let violation = ran.status(1).json()["decks"][0]["violations"][0].clone();
        (violation["ruling"].as_str().map(str::to_owned), violation["citation"].as_str().map(str::to_owned))
    };
    let (ruling, citation) = basis("2014-10-06");
    assert_eq!(ruling.as_deref(), Some("lcg:faq.sith-library"));
    assert!(citation.is_some_and(|c| c.starts_with("SWLCG FAQ v2.2")));
    assert_eq!(basis("2014-10-05"), (None, Some("SWLCG core rulebook p. 7".to_owned())));
}

/// Every answer mentions a known later document that is not held, except as of an earlier day.
#[test]
fn every_answer_says_that_a_later_document_is_known() {
    let user = user();
    let commands: [&[&str]; 6] = [
        &["search", "shield", "protect"],
        &["errata", "gamor run"],
        &["errata", "no such card"],
        &["restricted"],
        &["card", "fleet command center"],
        &["show", "lcg:3.6"],
    ];
    let sentence = "A later FAQ is known: v5.0, 2017-04-12; not held. `judge import` takes it in.";
    for command in commands {
        let reported = user.judge(&[command, &["--game", "lcg"]].concat());
        assert_eq!(
            reported.out.replace("\n  ", " ").matches(sentence).count(),
            1,
            "{command:?}\n{}",
            reported.out
        );
        let value = user.judge(&[command, &["--game", "lcg", "--format", "json"]].concat()).json();
        let known = &value["newer_known"][0];
        assert_eq!(
            (&known["version"], &known["held"]),
            (&"5.0".into(), &"SWLCG FAQ v2.2".into()),
            "{command:?}"
        );
        for format in ["text", "json"] {
            let before = user.judge(&[command, &["--as-of", "2014-10-06", "--format", format]].concat());
            assert!(
                !before.out.contains("later FAQ") && !before.out.contains("newer_known"),
                "{}",
                before.out
            );
        }
        if command[0] == "show" {
            continue; // it is asked for by its id
        }
        let other = user.judge(&[command, &["--game", "tcg"]].concat());
        assert!(!other.out.contains("later FAQ"), "{command:?}\n{}", other.out);
    }
    // With that document laid over the rulings, the notice is gone.
    let held = crate::common::DOCUMENTS.replace("series: small", "series: lcg-faq");
    user.write("held/documents.yaml", held.replace("2014-01-01", "2017-04-12"));
    let reported = user.judge(&["--rulings", "held", "show", "lcg:3.6"]).status(0);
    assert!(!reported.out.contains("later FAQ"), "{}", reported.out);
}

/// What quotes or lists rulings without being asked a question says so once, too, and so does a picture.
#[test]
fn what_quotes_or_lists_rulings_says_that_a_later_document_is_known() {
    let user = user();
    let sentence = "A later FAQ is known: v5.0, 2017-04-12; not held.";
    let commands = [
        "define focus",
        "define",
        "list --game lcg",
        "asks lcg:3.6",
        "replay nested-sequences",
        "replay nested-sequences --quiet",
    ];
    for command in commands {
        let words: Vec<&str> = command.split(' ').collect();
        let shown = user.judge(&words);
        assert_eq!(shown.out.replace("\n  ", " ").matches(sentence).count(), 1, "{command}\n{}", shown.out);
        let value = user.judge(&[&words[..], &["--format", "json"]].concat()).json();
        assert_eq!(value["newer_known"][0]["version"], "5.0", "{command}");
        // Asks are of no day.
        for format in ["text", "json"].into_iter().filter(|_| words[0] != "asks") {
            let before = user.judge(&[&words[..], &["--as-of", "2014-10-06", "--format", format]].concat());
            assert!(!before.out.contains("later FAQ") && !before.out.contains("newer_known"), "{command}");
        }
    }
    for format in ["html", "svg", "mermaid"] {
        let drawn = user.judge(&["replay", "nested-sequences", "--format", format]).status(0);
        assert!(drawn.out.contains("A later FAQ is known"), "{format}");
    }
    let other = user.judge(&["list", "--game", "tcg"]).status(0);
    assert!(!other.out.contains("later FAQ"), "{}", other.out);
}
