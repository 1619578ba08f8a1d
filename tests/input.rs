//! Folders of rulings with errors: everything is reported at once, each with file, line and column; nothing
//! is searched, and nothing is written.

#![allow(clippy::print_stderr)] // says what it could not test

use std::path::Path;

use crate::common::{DOCUMENTS, RULINGS, User};
use indexmap::IndexMap;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    files: IndexMap<String, String>,
    /// The expected messages with positions; a hint may follow.
    says: Vec<String>,
    /// How many of these are errors, unless all are.
    #[serde(default)]
    errors: Option<usize>,
}

#[test]
fn everything_wrong_is_reported_at_once_with_its_place() {
    let cases: Vec<Case> = serde_yaml::from_str(include_str!("input.yaml")).expect("the cases");
    for case in cases {
        let user = User::fresh();
        user.write("event/documents.yaml", DOCUMENTS);
        for (path, text) in &case.files {
            user.write(&format!("event/{path}"), text);
        }
        let ran = user.judge(&["--no-builtin", "--rulings", "event", "droid"]).status(2);
        assert_eq!(ran.out, "", "{}", case.name);
        for said in &case.says {
            assert!(ran.err.contains(&format!("event/{said}")), "{}: no {said:?} in\n{}", case.name, ran.err);
        }
        let errors = ran.err.lines().filter(|l| l.contains(": error: ")).count();
        assert_eq!(errors, case.says.len(), "{}:\n{}", case.name, ran.err);
        assert!(ran.err.contains("Nothing was searched"), "{}:\n{}", case.name, ran.err);
        assert!(!ran.err.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{}:\n{:?}", case.name, ran.err);
        let kept = std::fs::read_dir(user.cache()).into_iter().flatten().map(|e| e.expect("readable").path());
        let index = kept.filter(|path| path.extension().is_some_and(|e| e == "index")).count();
        assert_eq!(index, 0, "{}: an index of broken rulings was kept", case.name);

        let linted = user.judge(&["lint", "event"]).status(2);
        assert!(!linted.out.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{}:\n{:?}", case.name, linted.out);
        let counted = user.judge(&["lint", "event", "--format", "json"]).status(2).json();
        assert_eq!(counted["errors"], errors, "{}", case.name);
        for diagnostic in counted["diagnostics"].as_array().expect("diagnostics") {
            let reported = diagnostic["message"].as_str().expect("a message");
            assert!(
                reported.ends_with('.') && reported.starts_with(|c: char| c.is_uppercase() || c == '`'),
                "{}: {reported}",
                case.name
            );
        }
    }
}

/// Files that a search does not read are checked as well.
#[test]
fn lint_checks_files_of_every_sort() {
    let cases: Vec<Case> = serde_yaml::from_str(include_str!("lint.yaml")).expect("the cases");
    for case in cases {
        let user = User::fresh();
        for (path, text) in &case.files {
            user.write(&format!("event/{path}"), text);
        }
        let status = if case.errors == Some(0) { 0 } else { 2 };
        let linted = user.judge(&["lint", "event", "--format", "json"]).status(status).json();
        assert!(case.errors.is_none_or(|errors| linted["errors"] == errors), "{}: {linted}", case.name);
        let reported = |d: &serde_json::Value| {
            let place = &d["place"];
            let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
            let hint = d["hint"].as_str().unwrap_or_default();
            let (line, column) = (&place["line"], &place["column"]);
            format!("{}:{line}:{column}: {} {hint}", text(&place["file"]), text(&d["message"]))
        };
        let reported: Vec<String> =
            linted["diagnostics"].as_array().expect("a list").iter().map(reported).collect();
        for said in &case.says {
            let there = reported.iter().any(|t| t.starts_with(&format!("event/{said}")));
            assert!(there, "{}: no {said:?} in\n{}", case.name, reported.join("\n"));
        }
        assert_eq!(reported.len(), case.says.len(), "{}:\n{}", case.name, reported.join("\n"));
    }
}

/// The offending text is shown and underlined.
#[test]
fn lint_marks_what_is_wrong() {
    let user = User::fresh();
    user.write("event/documents.yaml", DOCUMENTS);
    user.write("event/r.yaml", RULINGS.replace("lcg:small.2']", "lcg:smal.2']"));
    let ran = user.judge(&["lint", "event"]).status(2);
    snapbox::assert_data_eq!(
        ran.out,
        snapbox::str![[r#"
error[link]: There is no ruling lcg:smal.2 to link to.
 --> event/r.yaml:6:9
  |
6 |   see: ['lcg:smal.2']
  |         ^^^^^^^^^^^^
  |
  = help: Is lcg:small.2 meant?

2 rulings, 0 asks: 1 error, 0 warnings.

"#]]
    );
}

#[test]
fn bytes_that_are_no_text_are_reported_with_their_place() {
    let user = User::fresh();
    user.write("event/documents.yaml", DOCUMENTS);
    user.write("event/r.yaml", b"- id: lcg:a\n  title: caf\xe9\n");
    let ran = user.judge(&["--rulings", "event", "droid"]).status(2);
    assert!(ran.err.contains("event/r.yaml:2:13: error: Byte 0xE9 is not UTF-8 text."), "{}", ran.err);
    let linted = user.judge(&["lint", "event"]).status(2);
    assert!(linted.out.contains("event/r.yaml:2:13"), "{}", linted.out);
}

#[test]
fn a_file_of_a_hundred_megabytes_is_refused_without_reading_it_all() {
    let user = User::fresh();
    user.write("event/documents.yaml", DOCUMENTS);
    let path = user.write("event/r.yaml", "");
    std::fs::File::options().write(true).open(path).expect("the file").set_len(100 << 20).expect("room");
    let ran = user.judge(&["--rulings", "event", "droid"]).status(2);
    assert!(ran.err.contains("event/r.yaml: error: This file is larger than 16 MB"), "{}", ran.err);
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    let user = User::fresh();
    for arguments in [&["--rulings", "nowhere", "droid"][..], &["lint", "nowhere"]] {
        let ran = user.judge(arguments).status(2);
        assert!(format!("{}{}", ran.out, ran.err).contains("nowhere"), "{arguments:?}");
    }
    user.write("file", "no folder");
    user.judge(&["--rulings", "file", "droid"]).status(2);
    user.judge(&["lint", "file"]).status(2);
}

#[cfg(unix)]
#[test]
fn what_may_not_be_read_is_named() {
    use std::os::unix::fs::PermissionsExt;
    if crate::common::is_root() {
        crate::common::skipped("what may not be read: nothing is forbidden to root");
        return;
    }
    let user = User::fresh();
    user.write("event/documents.yaml", DOCUMENTS);
    let folder = user.write("event/closed/r.yaml", RULINGS).parent().expect("a folder").to_owned();
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o000)).expect("permission");
    let ran = user.judge(&["--rulings", "event", "droid"]);
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).expect("permission");
    let ran = ran.status(2);
    assert!(ran.err.contains("event/closed: error: You are not permitted to read it."), "{}", ran.err);
}

/// Reading a named pipe would block, and following a cyclic link would never end.
#[cfg(unix)]
#[test]
fn pipes_and_links_that_lead_back_are_refused() {
    let user = User::fresh();
    user.write("event/documents.yaml", DOCUMENTS);
    std::os::unix::fs::symlink("..", user.folder().join("event/back")).expect("a link");
    std::os::unix::fs::symlink("/dev/zero", user.folder().join("event/zero.yaml")).expect("a link");
    let ran = user.judge(&["--no-builtin", "--rulings", "event", "droid"]).status(2);
    assert!(ran.err.contains("event/back: error: This is a link to another folder"), "{}", ran.err);
    assert!(ran.err.contains("event/zero.yaml: error: This is no ordinary file."), "{}", ran.err);
}

/// The name and location of a folder are irrelevant.
#[test]
fn a_folder_may_have_any_name() {
    for name in ["deck", "examples/my event", "asks", "sources", "cards/ümlaut"] {
        let user = User::fresh();
        user.write(&format!("{name}/documents.yaml"), DOCUMENTS);
        user.write(&format!("{name}/r.yaml"), RULINGS);
        let folder = user.folder().join(name);
        for folder in [name, folder.to_str().expect("UTF-8")] {
            let found =
                user.judge(&["--no-builtin", "--rulings", folder, "--format", "json", "droid"]).status(0);
            assert_eq!(found.json()["results"][0]["id"], "lcg:small.2", "{name}");
        }
    }
}

/// Two folders may contain files with the same names.
#[test]
fn folders_lie_beside_each_other() {
    let user = User::fresh();
    user.write("one/documents.yaml", DOCUMENTS);
    user.write("one/r.yaml", RULINGS);
    user.write(
        "two/documents.yaml",
        DOCUMENTS.replace("small-1", "small-2").replace("series: small", "series: other"),
    );
    user.write("two/r.yaml", RULINGS.replace("small-1", "small-2").replace("lcg:small.", "lcg:other."));
    let arguments = ["--no-builtin", "--rulings", "one", "--rulings", "two", "list", "--format", "json"];
    let listed = user.judge(&arguments).status(0).json();
    assert_eq!(listed["entries"].as_array().expect("entries").len(), 4);
    let set = crate::common::run(
        user.command(&["--no-builtin", "list", "--format", "json"]).env("JUDGE_RULINGS", "one:two"),
    );
    assert_eq!(set.status(0).json(), listed);
}

/// A folder that is used without the built-in rulings has its own card facts.
#[test]
fn a_folder_by_itself_has_its_own_cards() {
    const CARDS: &str =
        "- {name: Harbor Crane, set: AOTC, number: '1', side: light, type: ground, cost: 2, rarity: C}\n";
    const SETS: &str = "- {code: AOTC, name: Small, official: true, order: 1, cards: 1}\n";
    let user = User::fresh();
    user.write("all/documents.yaml", DOCUMENTS);
    user.write("all/r.yaml", RULINGS);
    user.write("all/tcg/cards/cards.yaml", CARDS);
    user.write("all/tcg/cards/sets.yaml", SETS);
    let found = user.judge(&["--no-builtin", "--rulings", "all", "card", "Harbor Crane"]).status(0);
    assert!(found.out.contains("AOTC 1"), "{}", found.out);
}

/// Control characters in names, titles and explanations are made visible by every command, with colours and
/// without.
#[test]
fn no_command_lets_a_file_command_the_terminal() {
    let user = User::fresh();
    let kept = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus/yaml").join(name);
        std::fs::read_to_string(path).expect("it is kept").split_once('\n').expect("a heading").1.to_owned()
    };
    user.write("event/documents.yaml", DOCUMENTS);
    user.write("event/r.yaml", RULINGS);
    user.write("event/explain.yaml", kept("escapes-in-an-explanation"));
    user.write("event/lcg/scenarios/s.yaml", kept("scenario-whose-names-hold-escapes"));
    let scenario = "event/lcg/scenarios/s.yaml";
    let commands: [&[&str]; 8] = [
        &["replay", scenario],
        &["replay", scenario, "--format", "markdown"],
        &["replay", scenario, "--format", "json"],
        &["replay", scenario, "--why", "\"Le\\ena\": pass"],
        &["replay", "--list", "--rulings", "event"],
        &["replay", "--all", "--rulings", "event"],
        &["explain", "--rulings", "event"],
        &["explain", "a\u{1b}[31m", "--rulings", "event"],
    ];
    for command in commands {
        for colour in ["never", "always"] {
            let ran = user.judge(&[command, &["--color", colour]].concat());
            let said = format!("{}{}", ran.out, ran.err);
            assert!(!said.is_empty(), "{command:?}");
            assert!(!said.contains(['\u{7}', '\u{202e}', '\u{9b}', '\t']), "{command:?}:\n{said:?}");
            assert!(!said.contains("\u{1b}[31m-"), "{command:?}:\n{said:?}");
            assert!(colour == "always" || !said.contains('\u{1b}'), "{command:?}:\n{said:?}");
        }
    }
}

/// A question that names another game is about that game, whatever else of it a ruling has; one that only
/// compares with it is not.
#[test]
fn a_question_that_names_another_game_is_about_that_game() {
    let user = User::new();
    let question = "Playing Star Wars: Unlimited last night. My Boba Fett unit had a shield and was struck \
                    twice in one engagement. Does the shield prevent damage from both strikes?";
    let answer = user.judge(&["--format", "json", question]).status(1).json();
    assert_eq!(answer["beyond"]["subject"], "Star Wars: Unlimited");
    let compared = "coming from swu: can I use the shield when my unit is dealt damage by an objective";
    let answer = user.judge(&["--format", "json", compared]).status(0).json();
    assert_ne!(answer["answer"], "nearest");
}
