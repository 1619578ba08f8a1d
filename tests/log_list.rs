//! Lists and exports of a log: complete corrections, unambiguous times, and messages about empty results.

use crate::common::User;
use crate::log::{AT, append, read, said};

/// A correction inherits table, rulings, question and game unless it gives others: in the list, the check and
/// every export. Its line in the file contains only what was said.
#[test]
fn a_correction_takes_over_what_it_does_not_say() {
    let user = User::new();
    let judge = |arguments: &[&str]| user.judge(&[&["log", "--file", "l"][..], arguments].concat());
    let damage = ["--ruling", "lcg:timing.damage.3"];
    judge(
        &[&["add", "The shield may still be used.", "--table", "7", "--question", "May I?"], &damage[..]]
            .concat(),
    )
    .status(0);
    let correct = ["add", "It may not.", "--corrects", "1"];
    judge(&correct).status(0);
    assert!(
        judge(&correct).status(0).out.contains("Logged before as entry 2"),
        "the same again is a repetition"
    );
    judge(&[&["add", "It may be used.", "--table", "9"], &damage[..]].concat()).status(0);
    for arguments in [&["--table", "7"][..], &damage, &["may", "i?"]] {
        let listed = judge(arguments).status(0).out;
        assert!(
            listed.contains("It may not.") && listed.contains("[corrected by entry 2]"),
            "{arguments:?}: {listed}"
        );
    }
    let checked = judge(&["check"]).status(1).out;
    assert!(
        checked.contains("one table was told yes and another no") && checked.contains("entry 2, table 7"),
        "{checked}"
    );
    judge(&["add", "It may not be used.", "--corrects", "3"]).status(0);
    let csv = judge(&["export", "--csv"]).status(0).out;
    let row = csv.lines().nth(2).expect("a row").to_owned();
    assert!(row.contains(",7,,,May I?,It may not.,lcg:timing.damage.3,1,"), "{row}");
    let markdown = judge(&["export"]).status(0).out;
    assert!(!markdown.contains("Without a"), "{markdown}");
    let event = ["export", "--into", "my-event", "--event", "Nationals 2014", "--who", "A. Judge"];
    assert!(!judge(&event).status(0).err.contains("left out"));
    let house = std::fs::read_to_string(user.folder().join("my-event/rulings.yaml")).expect("rulings");
    assert!(house.contains("It may not.") && !house.contains("still be used"), "{house}");
    let line = std::fs::read_to_string(user.folder().join("l")).expect("a log");
    assert!(!line.lines().nth(1).expect("a line").contains("table"), "{line}");
    // A correction of a correction inherits through it; what it gives itself is not inherited.
    judge(&["add", "It may.", "--corrects", "2", "--table", "8"]).status(0);
    judge(&["add", "It may, at table 8.", "--corrects", "5"]).status(0);
    judge(&["add", "Of another.", "--corrects", "6", "--ruling", "lcg:3.6"]).status(0);
    let all = judge(&["--format", "json"]).status(0).json();
    let said = |n: usize| (all["entries"][n]["table"].clone(), all["entries"][n]["rulings"][0]["id"].clone());
    assert_eq!(said(5), ("8".into(), "lcg:timing.damage.3".into()));
    assert_eq!(said(6), ("8".into(), "lcg:3.6".into()));
    assert_eq!(all["entries"][6]["rulings"].as_array().map(Vec::len), Some(1));
    // An explicit game is inherited, too, but not the author.
    user.judge(&["--game", "tcg", "log", "--file", "g", "add", "Yes.", "--table", "1", "--by", "Anna"])
        .status(0);
    user.judge(&["log", "--file", "g", "add", "No.", "--corrects", "1"]).status(0);
    let csv = user.judge(&["log", "--file", "g", "export", "--csv"]).status(0).out;
    assert!(csv.lines().nth(2).expect("a row").contains(",1,,tcg,,No.,"), "{csv}");
    for (ruling, game) in [("tcg:general.1", "tcg"), ("lcg:3.6", "")] {
        user.judge(&["log", "--file", "g", "add", ruling, "--corrects", "1", "--ruling", ruling]).status(0);
        let csv = user.judge(&["log", "--file", "g", "export", "--csv"]).status(0).out;
        let row = csv.lines().last().expect("a row");
        assert!(row.contains(&format!(",1,,{game},")), "{row}");
    }
}

/// Times are displayed with the offset from UTC of the place where they were logged.
#[test]
fn a_time_says_where_it_is_that_time() {
    for (at, shown) in [
        (AT, "2014-11-01 10:32 +01:00"),
        ("2014-11-01T10:32:07.123-05:00", "2014-11-01 10:32 -05:00"),
        ("2014-11-01T10:32:07+00:00", "2014-11-01 10:32 UTC"),
        ("2014-11-01T10:32:07Z", "2014-11-01 10:32 UTC"),
    ] {
        let user = User::new();
        let path = user.folder().join("l");
        append(&path, said("It may.", "k"), at).expect("logged");
        let entry = read(&path).expect("read").entries[0].clone();
        assert_eq!((entry.shown_time().as_str(), entry.at.as_str()), (shown, at));
        for arguments in [&["log", "--file", "l"][..], &["log", "--file", "l", "export"]] {
            assert!(user.judge(arguments).status(0).out.contains(shown), "{arguments:?}");
        }
    }
}

/// An empty list names the filters; mistyped commands and unknown rulings are reported.
#[test]
fn what_was_looked_for_is_named() {
    let user = User::new();
    let judge = |arguments: &[&str]| user.judge(&[&["log", "--file", "l"][..], arguments].concat());
    judge(&["add", "It may.", "--table", "7", "--ruling", "lcg:timing.damage.3"]).status(0);
    for (arguments, reported, hint) in [
        (&["list"][..], "No entry has “list” in l.", "`judge log` alone lists all"),
        (&["chek"], "No entry has “chek” in l.", "it is `judge log check`"),
        (&["exprt"], "No entry has “exprt” in l.", "it is `judge log export`"),
        (
            &["ad", "It was.", "--table", "7"],
            "No entry of table 7 has “ad” and “It” and “was.” in l.",
            "`judge log add`",
        ),
        (&["--table", "99"], "No entry of table 99 is in l.", ""),
        (&["--by", "Anna", "--format", "markdown"], "No entry by Anna is in l.", ""),
        (&["--ruling", "lcg:timing.damage.2"], "No entry on lcg:timing.damage.2 is in l.", ""),
        (
            &["--ruling", "lcg:timing.damag.3"],
            "",
            "There is no entry `lcg:timing.damag.3`. The nearest is lcg:timing.damage.3.",
        ),
    ] {
        let ran = judge(arguments).status(1);
        let err = ran.err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(ran.out.contains(reported) && err.contains(hint), "{arguments:?}: {} {err}", ran.out);
        assert!(!hint.is_empty() || !err.contains("meant"), "{arguments:?}: {err}");
    }
    assert!(!judge(&["may"]).status(0).err.contains("meant"));
}
