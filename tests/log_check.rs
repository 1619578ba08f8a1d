//! Checks a log against the current rulings, and the answers given to different tables against each other.

use std::time::{Duration, Instant};

use judge::faces::log::check::{Difference, Finding, check};
use judge::faces::log::{Cited, LogEntry, Said};

use crate::common::User;
use crate::log::{AT, append, read, said};

fn cited() -> Cited {
    Cited { id: "lcg:3.6".to_owned(), citation: String::new(), words: String::new() }
}

#[test]
fn a_ruling_that_changed_or_went_is_reported() {
    let user = User::new();
    user.write("small/documents.yaml", crate::common::DOCUMENTS);
    user.write("small/r.yaml", crate::common::RULINGS);
    let judge = |arguments: &[&str]| {
        user.judge(&[&["--no-builtin", "--rulings", "small", "log", "--file", "l"][..], arguments].concat())
    };
    judge(&["add", "It hums.", "--ruling", "lcg:small.1"]).status(0);
    assert!(judge(&["check"]).status(0).out.starts_with("1 entry; nothing to look at again."));
    judge(&["add", "It beeps.", "--ruling", "lcg:small.2"]).status(0);
    assert!(judge(&["check"]).status(0).out.starts_with("2 entries; nothing"));
    let other = crate::common::RULINGS.replace("hums", "is silent").replace("lcg:small.2", "lcg:small.3");
    user.write("small/r.yaml", other);
    let reported = judge(&["check"]).status(1).out;
    assert!(reported.contains("Entry 1 rests on lcg:small.1, which has other words now"), "{reported}");
    assert!(
        reported.contains("Entry 2 rests on lcg:small.2, which the rulings in use do not have"),
        "{reported}"
    );
}

/// Only answers given to different tables are compared; a contradiction is distinguished from different
/// words.
#[test]
fn tables_are_compared_with_each_other() {
    let folder = tempfile::tempdir().expect("a folder");
    /// A table, the answer it was given, and its question.
    type Entry = (&'static str, &'static str, Option<&'static str>);
    let cases: [(&[Entry], Option<Difference>); 16] = [
        (&[("7", "Yes.", None), ("8", "No.", None)], Some(Difference::YesAgainstNo)),
        (
            &[("7", "It may be used.", None), ("8", "It may not be used.", None)],
            Some(Difference::YesAgainstNo),
        ),
        (
            &[("7", "Yes, it may.", None), ("8", "Yes, the shield may be used.", None)],
            Some(Difference::OtherWords),
        ),
        (&[("7", "Two damage.", None), ("8", "One damage.", None)], Some(Difference::OtherWords)),
        (&[("7", "Yes, it may.", None), ("8", "yes it may", None)], None),
        (&[("7", "Yes.", None), ("7", "No.", None)], None),
        (&[("7", "Yes.", None), ("7", "No.", None), ("8", "No.", None)], Some(Difference::YesAgainstNo)),
        (&[("", "Yes.", None), ("8", "No.", None)], None),
        (&[("7", "Yes.", Some("May I?")), ("8", "No.", Some("Must I?"))], Some(Difference::OtherWords)),
        (&[("7", "Yes.", Some("May I?")), ("8", "No.", Some("may i"))], Some(Difference::YesAgainstNo)),
        // One question is unknown, and may be the same.
        (&[("7", "Yes.", Some("May I?")), ("8", "No.", None)], Some(Difference::YesAgainstNo)),
        (&[("7", "Yes.", None), ("8", "No.", Some("May I?"))], Some(Difference::YesAgainstNo)),
        // Table names are case-insensitive.
        (&[("a7", "Yes.", None), ("A7", "No.", None)], None),
        (&[("a7", "Yes.", None), ("A7", "No.", None), ("b8", "Yes.", None)], Some(Difference::YesAgainstNo)),
        // A prohibition that starts with "No …" is not a yes.
        (&[("7", "No unit may strike.", None), ("8", "No.", None)], Some(Difference::OtherWords)),
        (&[("7", "Nobody can.", None), ("8", "No, they cannot.", None)], Some(Difference::OtherWords)),
    ];
    for (n, (entries, expected)) in cases.into_iter().enumerate() {
        let path = folder.path().join(format!("{n}.jsonl"));
        for (table, words, question) in entries {
            let said = Said {
                table: Some((*table).to_owned()),
                question: question.map(str::to_owned),
                rulings: vec![cited()],
                ..said(words, "")
            };
            append(&path, said, AT).expect("logged");
        }
        let checked = check(&read(&path).expect("read"), &|_| Ok(None)).expect("checked");
        let how = checked.findings.iter().find_map(|finding| match finding {
            Finding::Differs { how, .. } => Some(*how),
            Finding::Changed { .. } | Finding::NotInForce { .. } | Finding::Gone { .. } => None,
        });
        assert_eq!(how, expected, "{entries:?}");
        let untabled = entries.iter().filter(|(table, ..)| table.is_empty()).count();
        assert_eq!(checked.not_compared.len(), untabled, "{entries:?}");
    }
}

/// Comparing many tables takes reasonable time.
#[test]
fn many_tables_are_compared_in_good_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log.jsonl");
    let mut lines = String::new();
    for n in 1..=50_000 {
        let said = Said {
            words: format!("It may, {n} times."),
            table: Some(n.to_string()),
            question: Some(format!("How often at table {n}?")),
            rulings: vec![cited()],
            ..Said::default()
        };
        let entry =
            LogEntry { id: n, at: AT.to_owned(), said, follows_unverified: false, before: String::new() };
        lines += &(serde_json::to_string(&entry).expect("a line") + "\n");
    }
    std::fs::write(&path, lines).expect("a log");
    let log = read(&path).expect("read");
    let started = Instant::now();
    let checked = check(&log, &|_| Ok(None)).expect("checked");
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
    let other = |f: &Finding| matches!(f, Finding::Differs { how: Difference::OtherWords, .. });
    assert!(checked.findings.iter().any(other));
}
