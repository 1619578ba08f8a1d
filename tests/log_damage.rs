//! Damage of a log: whatever happened to its file is reported, and stays so whatever is logged afterwards.

use std::collections::BTreeSet;
use std::path::Path;

use judge::faces::log::{Damage, LogEntry, Said};

use crate::common::User;
use crate::log::{AT, append, read, said};

/// A log with a few entries, one of them with unusual characters.
fn written(path: &Path) -> Vec<LogEntry> {
    let words = ["It may.", "It may not: “never”,\nsays the judge\u{1b}.", "Yes — 1 token", "No"];
    let logged = words
        .iter()
        .enumerate()
        .map(|(n, w)| append(path, said(w, &format!("k{n}")), AT).expect("logged").entry);
    logged.collect()
}

/// Copies a log and its record.
fn copied(from: &Path, to: &Path, bytes: &[u8]) {
    std::fs::write(to, bytes).expect("a copy");
    let note = |path: &Path| {
        path.with_file_name(format!("{}.last", path.file_name().expect("a name").to_string_lossy()))
    };
    std::fs::copy(note(from), note(to)).expect("a note");
}

#[test]
fn a_log_cut_anywhere_keeps_what_is_whole_and_reports_what_is_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log.jsonl");
    let entries = written(&path);
    let bytes = std::fs::read(&path).expect("a log");
    let copy = folder.path().join("copy.jsonl");
    for cut in 0..=bytes.len() {
        copied(&path, &copy, &bytes[..cut]);
        let whole = bytes[..cut].iter().filter(|b| **b == b'\n').count();
        let log = read(&copy).expect("read");
        assert_eq!(log.entries, entries[..whole], "cut at {cut}");
        assert_eq!(log.damage.is_empty(), cut == bytes.len(), "cut at {cut}: {:?}", log.damage);
        // If only the end of the last line is missing, that entry is present, and its sender learns it.
        let again = append(&copy, said("No", "k3"), AT).expect("logged");
        let more = append(&copy, said("After", "after"), AT).expect("logged");
        assert!(!more.again && more.entry.id > again.entry.id);
        let log = read(&copy).expect("read");
        assert_eq!(log.entries[..whole], entries[..whole], "cut at {cut}");
        let ids: BTreeSet<u64> = log.entries.iter().map(|e| e.id).collect();
        let keys: BTreeSet<_> = log.entries.iter().map(|e| &e.said.key).collect();
        assert_eq!((ids.len(), keys.len()), (log.entries.len(), log.entries.len()), "cut at {cut}");
        // The loss of an acknowledged entry is still reported after the log continues.
        let lost = entries.iter().any(|e| !log.entries.iter().any(|l| l.said.key == e.said.key));
        let reported = log.damage.iter().any(|d| matches!(d, Damage::Gap { .. }));
        assert!(reported || !lost, "cut at {cut}: {:?}", log.damage);
    }
}

#[test]
fn every_changed_byte_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log.jsonl");
    written(&path);
    let bytes = std::fs::read(&path).expect("a log");
    let copy = folder.path().join("copy.jsonl");
    for at in 0..bytes.len() {
        for flip in [1, 0x20, 0x80] {
            let mut changed = bytes.clone();
            changed[at] ^= flip;
            copied(&path, &copy, &changed);
            let log = read(&copy).expect("read");
            assert!(!log.damage.is_empty(), "byte {at} changed by {flip}, and nothing is told");
            for key in ["after", "and once more"] {
                append(&copy, said("After", key), AT).expect("logged");
                let log = read(&copy).expect("read");
                assert!(!log.damage.is_empty(), "byte {at} changed by {flip}, and forgotten with {key}");
            }
            let kept = std::fs::read(&copy).expect("a log");
            assert!(
                kept.starts_with(&changed[..changed.iter().rposition(|b| *b == b'\n').map_or(0, |n| n + 1)])
            );
        }
    }
}

/// That what was acknowledged is something else now is reported for ever, also when it is changed so that
/// every line follows the one before it, and whoever reads the log next writes to it.
#[test]
fn a_changed_last_entry_is_reported_for_ever() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log.jsonl");
    written(&path);
    let text = std::fs::read_to_string(&path).expect("a log");
    let (first, last) = text.trim_end().rsplit_once('\n').expect("lines");
    let other = last.replace("\"No\"", "\"Yes\"");
    let behind = |line: &str| {
        let before = &blake3::hash(line.as_bytes()).to_hex()[..32];
        format!("{{\"id\":5,\"at\":\"{AT}\",\"words\":\"Behind\",\"before\":\"{before}\"}}\n")
    };
    let copy = folder.path().join("copy.jsonl");
    for (what, changed) in [
        ("other words", format!("{first}\n{other}\n")),
        ("one more key", format!("{first}\n{}\n", last.replace("\"at\"", "\"x\":1,\"at\""))),
        ("other words, broken off before the line's end", format!("{first}\n{other}")),
        ("other words, and a line behind them", format!("{first}\n{other}\n{}", behind(&other))),
        ("another number", format!("{first}\n{}\n", last.replace("\"id\":4", "\"id\":9"))),
    ] {
        copied(&path, &copy, changed.as_bytes());
        let more = [("a correction", Some(2)), ("another", None), ("one more", None)];
        for (words, corrects) in more {
            assert!(!read(&copy).expect("read").damage.is_empty(), "{what}: forgotten before {words}");
            let said = Said { corrects, ..said(words, words) };
            assert!(!append(&copy, said, AT).expect("logged").damage.is_empty(), "{what}: {words}");
        }
        assert!(!read(&copy).expect("read").damage.is_empty(), "{what}");
    }
}

#[test]
fn a_line_taken_out_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log.jsonl");
    written(&path);
    let text = std::fs::read_to_string(&path).expect("a log");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let copy = folder.path().join("copy.jsonl");
    for out in 0..lines.len() {
        let rest: String = lines.iter().enumerate().filter(|(n, _)| *n != out).map(|(_, l)| *l).collect();
        copied(&path, &copy, rest.as_bytes());
        assert!(!read(&copy).expect("read").damage.is_empty(), "line {out}");
    }
    std::fs::remove_file(&path).expect("removed");
    assert_eq!(read(&path).expect("read").damage, [Damage::Missing { last: 0, acknowledged: 4 }]);
}

/// A line may have been written but not recorded. When it is sent again it is acknowledged, and from then on
/// its loss is detected.
#[test]
fn what_is_acknowledged_when_sent_again_is_missed_when_it_is_gone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log.jsonl");
    let note = folder.path().join("log.jsonl.last");
    append(&path, said("It may.", "a"), AT).expect("logged");
    let before = std::fs::read(&note).expect("a note");
    append(&path, said("It may not.", "b"), AT).expect("logged");
    let whole = std::fs::read(&path).expect("a log");
    for gone in [Some(&before), None] {
        match gone {
            Some(older) => std::fs::write(&note, older).expect("an older note"),
            None => std::fs::remove_file(&note).expect("no note"),
        }
        std::fs::write(&path, &whole).expect("a log");
        let again = append(&path, said("It may not.", "b"), AT).expect("logged");
        assert!(again.again && again.damage.is_empty(), "{:?}", again.damage);
        // Sending an older entry again does not affect the record.
        assert!(append(&path, said("It may.", "a"), AT).expect("logged").again);
        let first = whole.iter().position(|b| *b == b'\n').expect("a line") + 1;
        std::fs::write(&path, &whole[..first]).expect("cut");
        assert_eq!(read(&path).expect("read").damage, [Damage::Missing { last: 1, acknowledged: 2 }]);
        // Nor does it when the record is lost: what came after that entry was acknowledged as well.
        std::fs::remove_file(&note).expect("no note");
        std::fs::write(&path, &whole).expect("a log");
        assert!(append(&path, said("It may.", "a"), AT).expect("logged").again);
        std::fs::write(&path, &whole[..first]).expect("cut");
        assert_eq!(read(&path).expect("read").damage, [Damage::Missing { last: 1, acknowledged: 2 }]);
    }
}

/// An incomplete line is kept beside the log before another takes its place, and whether it had been
/// acknowledged is reported if known.
#[test]
fn what_was_broken_off_is_kept_and_reported_truly() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log.jsonl");
    let torn = folder.path().join("log.jsonl.torn");
    let reported = |damage: &[Damage]| damage.iter().map(Damage::to_string).collect::<Vec<_>>().join("\n");
    append(&path, said("The first.", "a"), AT).expect("logged");
    append(&path, said("The second.", "b"), AT).expect("logged");
    let whole = std::fs::read(&path).expect("a log");
    let begun = &whole[..whole.len() - 10];
    let rest = begun.rsplit(|b| *b == b'\n').next().expect("a line").to_vec();
    std::fs::write(&path, begun).expect("cut");
    let before = reported(&read(&path).expect("read").damage);
    assert!(before.contains("although it had been acknowledged"), "{before}");
    assert!(before.contains("The second.") && before.contains("then kept in") && !torn.exists(), "{before}");
    let logged = append(&path, said("The third.", "c"), AT).expect("logged");
    let replaced = reported(&logged.damage);
    assert!(
        logged.entry.id == 3 && replaced.contains("is kept in") && !replaced.contains("then kept"),
        "{replaced}"
    );
    assert_eq!(std::fs::read(&torn).expect("kept"), [&rest[..], b"\n"].concat());
    // Lines after the recorded one were not acknowledged; without a record nobody knows.
    let more = |bytes: &[u8]| {
        let all = [&std::fs::read(&path).expect("a log")[..], bytes].concat();
        std::fs::write(&path, all).expect("broken off");
    };
    more(b"{\"id\":4,");
    assert!(reported(&read(&path).expect("read").damage).contains("before it was acknowledged"));
    std::fs::remove_file(folder.path().join("log.jsonl.last")).expect("no note");
    assert!(reported(&read(&path).expect("read").damage).contains("is not known"));
    append(&path, said("The fourth.", "d"), AT).expect("logged");
    assert_eq!(std::fs::read(&torn).expect("kept"), [&rest[..], b"\n{\"id\":4,\n"].concat());
    // If interrupted between keeping and removing, it is kept only once. Long ones are truncated in messages.
    more(b"{\"id\":4,");
    append(&path, said("The fifth.", "e"), AT).expect("logged");
    assert_eq!(std::fs::read(&torn).expect("kept"), [&rest[..], b"\n{\"id\":4,\n"].concat());
    more(&[0; 100_000]);
    let long = reported(&read(&path).expect("read").damage);
    assert!(long.contains("100000 bytes") && long.len() < 2000, "{}", long.len());
    // If it cannot be kept, nothing is removed and nothing logged.
    std::fs::remove_file(&torn).expect("removed");
    std::fs::create_dir(&torn).expect("a folder in its place");
    let held = std::fs::read(&path).expect("a log");
    append(&path, said("The sixth.", "f"), AT).expect_err("it cannot be kept");
    assert_eq!(std::fs::read(&path).expect("a log"), held);
}

/// Next to an unreadable line, an incomplete one is identified by its own number rather than by its position.
#[test]
fn what_was_broken_off_beside_another_damage_is_reported_truly() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log.jsonl");
    append(&path, said("The first.", "a"), AT).expect("logged");
    append(&path, said("The second.", "b"), AT).expect("logged");
    let whole = std::fs::read(&path).expect("a log");
    let first = whole.iter().position(|b| *b == b'\n').expect("a line") + 1;
    for (kept, says) in [
        (whole.len() - 10, "although it had been acknowledged"),
        (first + 3, "whether it had been acknowledged is not known"),
    ] {
        let bytes = [&whole[..first], b"what came in between\n", &whole[first..kept]].concat();
        std::fs::write(&path, bytes).expect("cut");
        let damage = read(&path).expect("read").damage;
        let torn =
            damage.iter().find(|d| matches!(d, Damage::PartialLine(_))).expect("it is told").to_string();
        assert!(torn.contains(says), "{kept}: {torn}");
    }
    // The log contains the last acknowledged line unchanged, so whatever follows was never recorded.
    let more = [&whole[..first], b"what came in between\n", &whole[first..], b"{\"id\":4,"].concat();
    std::fs::write(&path, more).expect("broken off");
    let damage = read(&path).expect("read").damage;
    assert!(damage.iter().any(|d| d.to_string().contains("before it was acknowledged")), "{damage:?}");
}

/// An unreadable record hides whether anything was lost or changed before the next entry, which replaces it:
/// that stays reported, too.
#[test]
fn an_unreadable_record_is_reported_for_ever() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log.jsonl");
    written(&path);
    std::fs::write(folder.path().join("log.jsonl.last"), "{\"id\":4,\"ha").expect("a damaged note");
    assert_eq!(read(&path).expect("read").damage, [Damage::NoteUnreadable]);
    assert!(append(&path, said("Yes — 1 token", "k2"), AT).expect("logged").again);
    for words in ["The next", "One more"] {
        let entry = append(&path, said(words, words), AT).expect("logged").entry;
        assert_eq!(entry.follows_unverified, words == "The next");
        let damage = read(&path).expect("read").damage;
        assert_eq!(damage, [Damage::Unverified { id: 5 }], "after {words}");
        assert!(damage[0].to_string().contains("entry 5"));
    }
}

/// A check that finds nothing else does not say that all is well.
#[test]
fn a_check_of_a_damaged_log_sends_to_the_damage() {
    let user = User::new();
    let judge = |arguments: &[&str]| user.judge(&[&["log", "--file", "l"][..], arguments].concat());
    judge(&["add", "It may.", "--table", "7"]).status(0);
    let text = std::fs::read_to_string(user.folder().join("l")).expect("a log");
    user.write("l", text.replace("It may.", "It may not."));
    for _ in 0..2 {
        let checked = judge(&["check"]).status(1);
        assert!(checked.out.contains("only the damage to look at"), "{}", checked.out);
        assert!(checked.err.contains("judge: l: line "), "{}", checked.err);
        judge(&["add", "It hums.", "--table", "8"]).status(0);
    }
}
