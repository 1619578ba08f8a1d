//! An event's own folder of rulings: created, extended, searched and checked, atomically.

use std::path::Path;

use crate::common::{DOCUMENTS, RULINGS, User, run};

const NEW: [&str; 8] =
    ["new-event", "open-2014", "--who", "A. Head Judge", "--where", "Open 2014", "--date", "2014-11-01"];
const TAKE_BACK: &str = "Once attackers are declared and the opponent has acted, they stay declared.";

/// A user with an event's folder.
fn organiser() -> User {
    let user = User::new();
    user.judge(&NEW).status(0);
    user
}

/// Every file below a folder, with its content.
fn files(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").path()) {
        if entry.is_dir() {
            found.extend(files(&entry))
        } else {
            found
                .push((entry.display().to_string(), std::fs::read_to_string(&entry).expect("a file of text")))
        }
    }
    found.sort();
    found
}

#[test]
fn a_ruling_of_the_day_is_found_at_once_and_labelled() {
    let user = organiser();
    let made =
        user.judge(&["rule", TAKE_BACK, "--title", "Take back of attackers", "--see", "lcg:2.3"]).status(0);
    assert!(made.out.contains("[House] Open 2014, no. 1"), "{}", made.out);
    let found = user.judge(&["--rulings", "open-2014", "take back declared attackers"]);
    let labelled = "[House]";
    assert!(found.out.contains("take-back-attackers") && found.out.contains(labelled), "{}", found.out);
    let referred = user.judge(&["--rulings", "open-2014", "show", "lcg:2.3"]).status(0);
    assert!(
        referred.out.contains("Referred to by: [House] lcg:open-2014.take-back-attackers"),
        "{}",
        referred.out
    );
    // The next ruling gets the next number and another id despite the same title, and leaves the first one
    // unchanged.
    user.judge(&[
        "rule",
        "Dice that fall off the table are rolled again.",
        "--title",
        "Take back of attackers",
        "--game",
        "lcg",
    ])
    .status(0);
    let listed = user.judge(&["--rulings", "open-2014", "list", "--document", "open-2014-lcg"]).status(0);
    assert!(listed.out.contains("lcg:open-2014.take-back-attackers-2"), "{}", listed.out);
    user.judge(&["lint", "open-2014"]).status(0);
}

/// Two events have a ruling in the same words, and both folders are in use.
#[test]
fn two_events_are_laid_over_together() {
    let user = organiser();
    user.judge(&[&NEW[..1], &["other-2014"], &NEW[2..]].concat()).status(0);
    for event in ["open-2014", "other-2014"] {
        user.judge(&["rule", TAKE_BACK, "--title", "Take back", "--see", "lcg:2.3", "--into", event])
            .status(0);
    }
    let shown =
        user.judge(&["--rulings", "open-2014", "--rulings", "other-2014", "show", "lcg:2.3"]).status(0);
    assert!(shown.out.contains("lcg:open-2014.take-back"), "{}", shown.out);
    assert!(shown.out.contains("lcg:other-2014.take-back"), "{}", shown.out);
}

/// A folder without rulings is probably the wrong one.
#[test]
fn an_empty_folder_is_refused() {
    let user = User::new();
    std::fs::create_dir(user.folder().join("empty")).expect("a folder");
    for arguments in [&["--rulings", "empty", "protect"][..], &["lint", "empty"]] {
        let refused = user.judge(arguments).status(2);
        assert!(refused.err.contains("lies there or below"), "{}", refused.err);
    }
}

/// The warnings are those about the new ruling: not about others with a similar id, and including those that
/// do not mention its id.
#[test]
fn the_warnings_are_those_of_the_new_ruling() {
    let user = organiser();
    let rule = |title: &str, text: &str| {
        let ran =
            user.judge(&["--format", "json", "rule", text, "--title", title, "--game", "lcg"]).status(0);
        let value: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
        let warnings = value["warnings"].as_array().expect("a list").clone();
        let codes = warnings.iter().filter_map(|w| w["code"].as_str().map(str::to_owned));
        (value["entry"]["id"].as_str().expect("an id").to_owned(), codes.collect::<Vec<String>>())
    };
    let same = "Whoever reads a number aloud reads it off the card that lies on the table.";
    assert_eq!(rule("Numbers aloud first", same).1, [""; 0]);
    assert_eq!(rule("Numbers aloud second", same).1, ["near-duplicate"]);
    let (id, codes) = rule("Numbers aloud", "Sleeves of one colour are shuffled by the other player.");
    assert_eq!((id.as_str(), codes.len()), ("lcg:open-2014.numbers-aloud", 0), "{codes:?}");
    assert_eq!(rule("A slip", "The card OO19 may be shown when its player wants to.").1, ["scanning-error"]);
}

/// Whoever stands in an event's folder writes to it, also where another lies below.
#[test]
fn the_current_folder_is_written_to_if_it_is_an_events() {
    let user = organiser();
    let inside = user.folder().join("open-2014");
    let below = ["new-event", "side-2014", "--who", "A. Judge", "--where", "Side event"];
    run(user.command(&below).current_dir(&inside)).status(0);
    run(user.command(&["rule", TAKE_BACK, "--game", "lcg"]).current_dir(&inside)).status(0);
    let text = |path: &str| std::fs::read_to_string(inside.join(path)).expect("a file of rulings");
    assert!(text("rulings.yaml").contains("they stay declared"));
    assert!(!text("side-2014/rulings.yaml").contains("they stay declared"));
}

/// Of two answers to one question, one yes and one no, the second is warned of; answers to others are not.
#[test]
fn a_ruling_that_contradicts_an_earlier_one_is_warned_of() {
    let user = organiser();
    let rule = |arguments: &[&str]| {
        let ran =
            user.judge(&[&["--format", "json", "--game", "lcg", "rule"][..], arguments].concat()).status(0);
        let value: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
        let warnings = value["warnings"].as_array().expect("a list").clone();
        warnings.iter().filter_map(|w| w["code"].as_str().map(str::to_owned)).collect::<Vec<String>>()
    };
    let question = ["--question", "May a shield be taken back?"];
    assert_eq!(rule(&[&["Yes, until the strike."][..], &question].concat()), [""; 0]);
    assert_eq!(rule(&[&["No, it stays where it is."][..], &question].concat()), ["contradiction"]);
    assert_eq!(rule(&["No, it stays there.", "--question", "May a token be taken back?"]), [""; 0]);
    assert_eq!(rule(&["The top card of a deck may be shown to both players."]), [""; 0]);
    assert_eq!(rule(&["The top card of a deck may not be shown to both players."]), ["contradiction"]);
    assert_eq!(rule(&["The last card of a hand may not be shown to both players."]), [""; 0]);
    // Asked in other words it is not known to be one question, and they are nearly the same.
    let behind = "the keeper of the deck may show the card below it to all players at this table, as long as \
                  that pile is not shuffled, before his own next turn has begun.";
    let (yes, no) = (format!("Yes, {behind}"), format!("No, {behind}"));
    assert_eq!(rule(&[&yes, "--question", "May the keeper show it?"]), [""; 0]);
    assert_eq!(rule(&[&no, "--question", "May a keeper show it?"]), ["near-duplicate"]);
    // Too few words to be about one thing.
    assert_eq!(rule(&["Yes, it may.", "--question", "May a unit strike twice?"]), [""; 0]);
    assert_eq!(rule(&["No, it may not.", "--title", "Drawing for edge"]), [""; 0]);
    assert_eq!(rule(&["Sleeves must be opaque."]), [""; 0]);
    assert_eq!(
        rule(&["No, it may not.", "--title", "Drawing for an objective"]),
        [""; 0],
        "another question"
    );
    assert_eq!(rule(&["Sleeves need not be opaque."]), ["contradiction"], "however few its words are");
    assert_eq!(rule(&["Dice are rolled openly."]), [""; 0]);
    assert_eq!(rule(&["Dice are rolled openly."]), ["near-duplicate"], "ruled again, in however few words");
    let official = user.judge(&["--format", "json", "show", "lcg:faq.three-token"]).status(0);
    let official: serde_json::Value = serde_json::from_str(&official.out).expect("JSON");
    let words = official["entries"][0]["text"].as_str().expect("its words");
    let (_, answer) = words.rsplit_once("\n\n").expect("question and answer");
    assert!(answer.starts_with("No"), "{answer}");
    assert_eq!(rule(&[&answer.replacen("No", "Yes", 1)]), ["contradiction"]);
    let linted = user.judge(&["lint", "open-2014"]).status(0);
    assert!(linted.out.contains("says the opposite of"), "{}", linted.out);
}

#[test]
fn either_game_has_its_document_unless_one_is_named() {
    let user = organiser();
    user.judge(&["rule", "Ties in the bid are shown openly.", "--see", "tcg:contested.3"]).status(0);
    let undecided = user.judge(&["rule", "Sleeves must be opaque today."]).status(2);
    assert!(undecided.err.contains("Which game is it about?"), "{}", undecided.err);
    user.judge(&[&["--game", "tcg"][..], &NEW, &["--into", "other"]].concat()).status(0);
    let refused = user
        .judge(&["rule", "Sleeves must be opaque today.", "--into", "other", "--see", "lcg:3.6"])
        .status(2);
    assert!(refused.err.contains("has no document for"), "{}", refused.err);
    user.judge(&["rule", "Sleeves must be opaque today.", "--into", "other"]).status(0);
}

/// Invalid input changes no file, and the message says what to do.
#[test]
fn nothing_is_written_where_anything_is_wrong() {
    let user = organiser();
    let before = files(&user.folder().join("open-2014"));
    let long = "word ".repeat(2_000);
    let cases: [(&[&str], &str); 9] = [
        (&["rule", TAKE_BACK, "--see", "lcg:2.33"], "There is no ruling `lcg:2.33`"),
        (&["rule", TAKE_BACK, "--see", "3.6", "--game", "tcg"], "There is no ruling `3.6`"),
        (&["rule", "protect", "--see", "lcg:2.3"], "in quotation marks"),
        (&["rule", &long, "--see", "lcg:2.3"], "too long"),
        (&["rule", TAKE_BACK, "--see", "lcg:2.3", "--title", "two\nlines"], "on one line"),
        (&["rule", TAKE_BACK, "--see", "lcg:2.3", "--card", "Nobody Of That Name"], "No card is known"),
        (&["rule", TAKE_BACK, "--see", "lcg:2.3", "--into", "nowhere"], "no event's folder"),
        (&["new-event", "Open 2014", "--who", "A", "--where", "B"], "small letters"),
        (&["new-event", "open-2014", "--who", "A", "--where", "B"], "is there already"),
    ];
    for (arguments, said) in cases {
        let ran = user.judge(arguments).status(2);
        assert!(ran.err.contains(said), "{arguments:?}: {}", ran.err);
    }
    assert_eq!(files(&user.folder().join("open-2014")), before);
}

/// Text that YAML might interpret is read back as it was typed.
#[test]
fn what_is_typed_carries_nothing_into_the_file() {
    let user = organiser();
    let text = "- id: 'lcg:evil'\n  text: # no comment: {a: b}\n\n1. It's \"so\".";
    let title = "': &x *y !!str | >- #";
    user.judge(&["rule", text, "--title", title, "--see", "lcg:2.3", "--question", "'what': - now?"])
        .status(0);
    let listed =
        user.judge(&["--rulings", "open-2014", "list", "--document", "open-2014-lcg", "--format", "json"]);
    let entries = listed.status(0).json();
    let entries = entries["entries"].as_array().expect("entries");
    assert_eq!(entries.len(), 1, "{entries:#?}");
    assert_eq!(entries[0]["title"], title);
    let words = entries[0]["text"].as_str().unwrap_or_default();
    assert!(
        words.contains("lcg:evil") && words.contains("no comment") && words.contains("It's \"so\"."),
        "{words}"
    );
}

/// A file with an error is left alone, and the error is reported with its position.
#[test]
fn a_folder_with_an_error_is_not_written_to() {
    let user = organiser();
    let broken = "- id: lcg:house.one\n  kind: ruling\n  titel: 'One'\n";
    user.write("open-2014/rulings.yaml", broken);
    let ran = user.judge(&["rule", TAKE_BACK, "--see", "lcg:2.3"]).status(2);
    assert!(ran.err.contains("rulings.yaml:3:3"), "{}", ran.err);
    assert_eq!(std::fs::read_to_string(user.folder().join("open-2014/rulings.yaml")).expect("there"), broken);
}

/// If two judges write at once, one is asked to retry, and no ruling is lost.
#[test]
fn who_writes_at_the_same_time_waits_for_nobody() {
    let user = organiser();
    let held = std::fs::File::open(user.folder().join("open-2014/documents.yaml")).expect("there");
    held.lock().expect("locked");
    let ran = user.judge(&["rule", TAKE_BACK, "--see", "lcg:2.3"]).status(2);
    assert!(ran.err.contains("Try again"), "{}", ran.err);
    drop(held);
    user.judge(&["rule", TAKE_BACK, "--see", "lcg:2.3"]).status(0);
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link() {
    let user = organiser();
    let place = user.folder().join("open-2014/rulings.yaml");
    let elsewhere = user.write("elsewhere.yaml", "");
    std::fs::remove_file(&place).expect("removed");
    std::os::unix::fs::symlink(&elsewhere, &place).expect("linked");
    let ran = user.judge(&["rule", TAKE_BACK, "--see", "lcg:2.3"]).status(2);
    assert!(ran.err.contains("is a link"), "{}", ran.err);
    assert_eq!(std::fs::read_to_string(elsewhere).expect("there"), "");
}

/// A later edition of the small document: a reworded ruling, a new one on the same subject, one similar in
/// meaning, and an unrelated one.
const LATER: [(&str, &str); 2] = [
    (
        "later/documents.yaml",
        "- {id: small-9, game: lcg, series: small, title: A later one, version: '9', date: '2019-03-01', cite: Small 9}\n",
    ),
    (
        "later/rulings.yaml",
        "- {id: 'lcg:small.1', kind: ruling, title: Lightsabers, documents: [small-9], text: 'In other words.'}\n\
         - {id: 'lcg:small.2', kind: ruling, title: Droids, documents: [small-9], text: 'They beep.'}\n\
         - {id: 'lcg:small.3', kind: ruling, title: Sabers, documents: [small-9], see: ['lcg:small.1'], text: 'Again.'}\n\
         - {id: 'lcg:small.4', kind: ruling, title: Taking Back, documents: [small-9], \
         text: 'Attackers that were declared cannot be taken back after the opponent has acted.'}\n\
         - {id: 'lcg:small.5', kind: ruling, title: Shuffling, documents: [small-9], \
         text: 'A deck is shuffled whenever it was searched.'}\n",
    ),
];

#[test]
fn lint_reports_official_rulings_that_came_later_and_touch_a_house_ruling() {
    let user = organiser();
    user.write("small/documents.yaml", DOCUMENTS);
    user.write("small/rulings.yaml", RULINGS);
    let small = ["--no-builtin", "--rulings", "small"];
    let with = |more: &[&str]| user.judge(&[&small[..], more].concat());
    with(&["rule", TAKE_BACK, "--title", "Take back of attackers", "--see", "lcg:small.1"]).status(0);
    with(&["rule", "A phone on the table is put away at once.", "--game", "lcg"]).status(0);
    let before = with(&["lint", "open-2014"]).status(0);
    assert!(before.out.contains("2 rulings, 0 asks: 0 errors, 0 warnings"), "{}", before.out);
    LATER.iter().for_each(|(path, text)| drop(user.write(path, text)));
    let later = ["--no-builtin", "--rulings", "small:later:open-2014", "--format", "json", "lint"];
    for folder in [&["open-2014"][..], &[]] {
        let found = user.judge(&[&later[..], folder].concat()).status(0).json();
        let all = found["diagnostics"].as_array().expect("a list").clone();
        let own = all.iter().filter(|d| d["code"] == "house-touched");
        let reported: Vec<&str> = own.filter_map(|d| d["message"].as_str()).collect();
        assert!(reported.iter().all(|m| m.contains("take-back-attackers")), "{reported:#?}");
        let of = |n: u8| reported.iter().filter(|m| m.starts_with(&format!("lcg:small.{n},"))).count();
        assert_eq!([of(1), of(2), of(3), of(4), of(5)], [1, 0, 1, 1, 0], "{reported:#?}");
    }
}

#[test]
fn asks_are_written_beside_their_rulings() {
    let user = organiser();
    user.judge(&["rule", TAKE_BACK, "--title", "Take back", "--see", "lcg:2.3"]).status(0);
    let add = |voice: &str, words: &str| {
        user.judge(&["--rulings", "open-2014", "asks", "lcg:open-2014.take-back", "--add", voice, words])
    };
    add("plain", "may he undo his attack").status(0);
    let written = user.folder().join("open-2014/asks/rulings.yaml");
    let mode = |path: &Path| std::fs::metadata(path).expect("a file").permissions();
    assert_eq!(
        mode(&written),
        mode(&user.folder().join("open-2014/rulings.yaml")),
        "others may read it, too"
    );
    // Asks are sorted by voice, regardless of the order in which they are added.
    add("board", "i attacked and he wants to take it back").status(0);
    let text = std::fs::read_to_string(&written).expect("the asks");
    assert!(text.find("board:") < text.find("plain:"), "{text}");
    // The asks of official rulings can go into the event's folder, too.
    user.judge(&[
        "--rulings",
        "open-2014",
        "asks",
        "lcg:3.6",
        "--add",
        "plain",
        "he plays it for nothing at all",
    ])
    .status(0);
    let official = std::fs::read_to_string(user.folder().join("open-2014/lcg/asks/clarifications.yaml"));
    assert!(official.expect("the asks").contains("he plays it for nothing at all"));
    // Duplicates are not written again, and neither is anything without words.
    add("board", "I attacked and he wants to  take it back").status(0);
    add("plain", "\u{1b}[2J").status(2);
    add("plain", &"very ".repeat(300)).status(2);
    assert_eq!(std::fs::read_to_string(&written).expect("the asks"), text);
    // A maintainer's comment must not be lost.
    let kept = format!("{text}    # heard at table 7\n");
    std::fs::write(&written, &kept).expect("writable");
    let refused = add("short", "undo?").status(2);
    assert!(
        refused.err.contains("comments") && refused.err.contains("- short: \"undo?\""),
        "{}",
        refused.err
    );
    assert_eq!(std::fs::read_to_string(&written).expect("the asks"), kept);
}

/// A day set in the environment for the whole event is the event's day, so that its rulings are found with
/// the same setting.
#[test]
fn the_day_of_the_environment_is_the_events() {
    let user = User::new();
    let under = |arguments: &[&str]| run(user.command(arguments).env("JUDGE_AS_OF", "2014-11-01"));
    under(&["new-event", "open-2014", "--who", "A. Head Judge", "--where", "Open 2014"]).status(0);
    let made = std::fs::read_to_string(user.folder().join("open-2014/documents.yaml")).expect("written");
    assert!(made.contains("2014-11-01"), "{made}");
    under(&["rule", TAKE_BACK, "--title", "Take back of attackers", "--see", "lcg:2.3"]).status(0);
    let found = under(&["--rulings", "open-2014", "take back of attackers"]);
    assert!(found.out.contains("take-back-attackers"), "{}", found.out);
    // For an event at a later date there is a warning that the setting hides it.
    let before = |arguments: &[&str]| run(user.command(arguments).env("JUDGE_AS_OF", "2014-10-20"));
    let reported =
        before(&["rule", "Dice that fall off the table are rolled again.", "--game", "lcg"]).status(0);
    let said = reported.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("JUDGE_AS_OF is set to 2014-10-20") && said.contains("is of 2014-11-01"), "{said}");
    assert!(!said.contains("finds it"), "{said}");
}
