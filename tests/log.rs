//! The log of an event: acknowledged entries are neither lost nor duplicated, and all damage is reported.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use judge::faces::log::error::{FileError, MAX_LOG_SIZE};
use judge::faces::log::file::{self, AppendOptions, Logged};
use judge::faces::log::open::Wait;
use judge::faces::log::{Damage, Log, Said};

use crate::common::{User, full, run};

pub(crate) const AT: &str = "2014-11-01T10:32:07+01:00";

const WAIT: Wait<'static> = Wait { most: Duration::from_secs(60), notify: &|| () };

pub(crate) fn read(path: &Path) -> Result<Log, FileError> {
    file::read(path, &WAIT)
}

pub(crate) fn append(path: &Path, said: Said, at: &str) -> Result<Logged, FileError> {
    file::append(path, said, &AppendOptions { at, again: false, wait: WAIT })
}

pub(crate) fn said(words: &str, key: &str) -> Said {
    Said {
        words: words.to_owned(),
        table: Some("7".to_owned()),
        key: Some(key.to_owned()),
        ..Said::default()
    }
}

/// Kills the program at random moments while it logs. Acknowledged entries are in the log once, others at
/// most once, and exactly once after being sent again under the same key.
#[cfg(unix)]
#[test]
fn killed_at_any_moment_nothing_acknowledged_is_lost() {
    let user = User::new();
    let path = user.folder().join("log.jsonl");
    let file = path.to_string_lossy().into_owned();
    let add = |key: &str| {
        let mut command =
            user.command(&["log", "--file", &file, "add", "It may.", "--table", "7", "--key", key]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    let started = Instant::now();
    assert!(add("whole").output().expect("the program starts").status.success());
    let took = started.elapsed();
    let rounds: u32 = if full() { 2000 } else { 200 };
    let mut seed = 1u32;
    let mut acknowledged = vec!["whole".to_owned()];
    let mut killed = 0;
    for round in 0..rounds {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let key = format!("k{round}");
        let mut child = add(&key).spawn().expect("the program starts");
        let moment = Instant::now() + took.mul_f64(f64::from(seed >> 8) / f64::from(1 << 24) * 1.1);
        while Instant::now() < moment && child.try_wait().expect("a child").is_none() {
            std::thread::yield_now();
        }
        child.kill().expect("killed");
        let output = child.wait_with_output().expect("it ended");
        killed += u32::from(!output.status.success());
        if String::from_utf8_lossy(&output.stdout).contains("Logged as entry") {
            acknowledged.push(key);
        } else if round % 3 == 0 {
            assert!(add(&key).output().expect("the program starts").status.success(), "{key} sent again");
            acknowledged.push(key);
        }
    }
    let log = read(&path).expect("read");
    let keys: Vec<&str> = log.entries.iter().filter_map(|e| e.said.key.as_deref()).collect();
    let once: BTreeSet<&str> = keys.iter().copied().collect();
    assert_eq!(once.len(), keys.len(), "an entry is there twice");
    for key in &acknowledged {
        assert!(once.contains(key.as_str()), "{key} was acknowledged and is lost");
    }
    assert!(log.damage.iter().all(|d| matches!(d, Damage::PartialLine(_))), "{:?}", log.damage);
    assert!(killed > rounds / 10, "only {killed} of {rounds} were killed in time");
    assert!(took < Duration::from_secs(30));
}

#[test]
fn many_writers_at_once_get_a_number_each() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log.jsonl");
    std::thread::scope(|scope| {
        for writer in 0..8 {
            let path = &path;
            scope.spawn(move || {
                for n in 0..20 {
                    append(path, said("It may.", &format!("{writer}-{n}")), AT).expect("logged");
                }
            });
        }
    });
    let log = read(&path).expect("read");
    assert_eq!(log.entries.iter().map(|e| e.id).collect::<Vec<_>>(), (1..=160).collect::<Vec<_>>());
    assert_eq!(log.damage, []);
}

#[test]
fn the_same_key_is_logged_once_and_never_for_other_words() {
    let user = User::new();
    let log = ["log", "--file", "event.jsonl"];
    let add = |words: &str| user.judge(&[&log[..], &["add", words, "--key", "mine"]].concat());
    assert!(add("It may.").status(0).out.contains("Logged as entry 1"));
    assert!(add("It may.").status(0).out.contains("Logged before as entry 1"));
    assert!(add("It may not.").status(2).err.contains("other words"));
    assert_eq!(read(&user.folder().join("event.jsonl")).expect("read").entries.len(), 1);
}

/// A whole day: logged, listed, corrected, checked, and exported as rulings that pass their own check.
#[test]
fn a_log_becomes_house_rulings() {
    let user = User::new();
    let judge = |arguments: &[&str]| {
        run(user.command(&[&["log"][..], arguments].concat()).env("JUDGE_LOG", "event.jsonl"))
    };
    judge(&[
        "add",
        "The shield may still be used.",
        "--ruling",
        "lcg:timing.damage.3",
        "--table",
        "7",
        "--by",
        "Anna",
    ])
    .status(0);
    judge(&[
        "add",
        "=No shield: too late",
        "--ruling",
        "lcg:timing.damage.3",
        "--table",
        "12",
        "--question",
        "May I?",
    ])
    .status(0);
    judge(&["add", "A house rule \u{1b}[31m of no ruling"]).status(0);
    let checked = judge(&["check"]).status(1);
    assert!(checked.out.contains("in other words") && checked.out.contains("table 12"), "{}", checked.out);
    judge(&["add", "The shield may still be used", "--ruling", "lcg:timing.damage.3", "--corrects", "2"])
        .status(0);
    judge(&["check"]).status(0);
    assert!(judge(&["add", "What?", "--corrects", "99"]).status(2).err.contains("no entry 99"));
    assert!(
        judge(&["add", "What?", "--ruling", "lcg:9.99"])
            .status(2)
            .err
            .contains("There is no entry `lcg:9.99`")
    );
    let listed = judge(&["shield", "--table", "7"]).status(0).out;
    assert!(
        listed.contains("Anna") && listed.contains("lcg:timing.damage.3") && !listed.contains("too late"),
        "{listed}"
    );
    judge(&["nothing-like-that"]).status(1);
    let csv = judge(&["export", "--csv"]).status(0).out;
    assert!(csv.contains(",'=No shield: too late,") && !csv.contains('\u{1b}'), "{csv}");
    assert!(judge(&["export"]).status(0).out.contains("## Table 7"));
    let event = ["export", "--into", "my-event", "--event", "Nationals 2014", "--who", "A. Judge"];
    assert!(judge(&event).status(0).err.contains("left out"));
    judge(&event).status(2);
    user.judge(&["--rulings", "my-event", "lint", "--quick"]).status(0);
    let shown = user.judge(&["--rulings", "my-event", "show", "lcg:nationals-2014.4"]).status(0);
    assert!(shown.out.contains("[House] Nationals 2014") && shown.out.contains("A. Judge"), "{}", shown.out);
    user.judge(&["--rulings", "my-event", "show", "lcg:nationals-2014.2"]).status(1);
}

/// What a writer that was killed leaves beside the log goes with the next entry, and what is somebody else's
/// stays.
#[test]
fn nothing_stays_beside_a_log_but_its_own_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log.jsonl");
    for theirs in [".tmpAbCdEf", "log.jsonl.new"] {
        std::fs::write(folder.path().join(theirs), "theirs").expect("written");
    }
    for (n, left) in ["", "{\"id\":1,", &"x".repeat(10_000)].into_iter().enumerate() {
        std::fs::write(folder.path().join("log.jsonl.last.new"), left).expect("left over");
        let logged = append(&path, said("It may.", &n.to_string()), AT).expect("logged");
        assert_eq!(logged.damage, []);
        let there: BTreeSet<String> = std::fs::read_dir(folder.path())
            .expect("a folder")
            .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
            .collect();
        let known = [".tmpAbCdEf", "log.jsonl", "log.jsonl.last", "log.jsonl.new"].map(str::to_owned);
        assert_eq!(there, BTreeSet::from(known));
    }
}

/// A corrected entry is always labelled before its words, even if its correction is not displayed.
#[test]
fn a_corrected_entry_never_looks_as_if_it_stood() {
    let user = User::new();
    let judge = |arguments: &[&str]| user.judge(&[&["log", "--file", "l"][..], arguments].concat()).status(0);
    judge(&["add", "The first answer.", "--table", "7", "--ruling", "lcg:3.6"]);
    judge(&["add", "The second answer.", "--corrects", "1"]);
    for arguments in [
        &["--format", "markdown"][..],
        &["--table", "7", "--format", "markdown"],
        &["export"],
        &["--table", "7"],
        &["first", "answer"],
    ] {
        let shown = judge(arguments).out;
        let corrected = shown.to_lowercase().find("corrected by entry 2");
        let words = shown.find("The first answer.");
        assert!(corrected.is_some() && corrected < words, "{arguments:?}:\n{shown}");
    }
    let markdown = judge(&["export"]).out;
    assert!(markdown.contains("~~The first answer.~~") && !markdown.contains("~~The second"), "{markdown}");
    for arguments in [&["--table", "7", "--format", "json"][..], &["export", "--format", "json"]] {
        assert_eq!(judge(arguments).json()["entries"][0]["corrected_by"], 2, "{arguments:?}");
    }
}

/// Impossible numbers and oversized files result in an error message, and never damage the log.
#[test]
fn a_log_has_its_bounds() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log.jsonl");
    let note = folder.path().join("log.jsonl.last");
    for number in ["18446744073709551615", "18446744073709551614", "9007199254740993", "0"] {
        let line = format!("{{\"id\":{number},\"at\":\"{AT}\",\"words\":\"It may.\",\"before\":\"\"}}");
        for end in ["\n", ""] {
            std::fs::write(&path, format!("{line}{end}")).expect("a log");
            let _ = std::fs::remove_file(&note);
            let damage = read(&path).expect("read").damage;
            assert!(matches!(damage[..], [Damage::Unreadable { .. } | Damage::PartialLine(_)]), "{damage:?}");
            assert!(append(&path, said("It hums.", "k"), AT).expect("logged").entry.id <= 2);
        }
        std::fs::write(&note, format!("{{\"id\":{number},\"hash\":\"x\"}}")).expect("a note");
        assert!(append(&path, said("It beeps.", "l"), AT).expect("logged").entry.id <= 3, "{number}");
    }
    // If the log is full, the entry is refused, but the log can still be read.
    std::fs::remove_file(&note).expect("no note");
    let line = "x".repeat((MAX_LOG_SIZE / 64) as usize - 1);
    let lines = format!("{line}\n").repeat(63) + &"y".repeat((MAX_LOG_SIZE / 64) as usize - 21) + "\n";
    std::fs::write(&path, &lines).expect("a log");
    let refused = append(&path, said("It may.", "m"), AT).expect_err("full");
    assert!(refused.to_string().contains("the log is full"), "{refused}");
    assert_eq!(std::fs::metadata(&path).expect("there").len(), lines.len() as u64);
    assert_eq!(read(&path).expect("read").damage.len(), 64);
    std::fs::write(&path, lines + &"z".repeat(21)).expect("a log");
    assert!(read(&path).expect_err("too long").to_string().contains("Begin another"));
}

/// The last number is given, and then it is said that there is none, and not that the log is too long.
#[test]
fn a_log_without_numbers_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log.jsonl");
    let line = format!("{{\"id\":999999999,\"at\":\"{AT}\",\"words\":\"It may.\",\"before\":\"\"}}\n");
    std::fs::write(&path, line).expect("a log");
    assert_eq!(append(&path, said("The last.", "a"), AT).expect("logged").entry.id, 1_000_000_000);
    let held = std::fs::read(&path).expect("a log");
    let refused = append(&path, said("One more.", "b"), AT).expect_err("no number").to_string();
    assert!(refused.contains("1000000000") && !refused.contains("bytes"), "{refused}");
    assert_eq!(std::fs::read(&path).expect("a log"), held, "nothing was logged");
}

/// Reading takes linear time.
#[test]
fn a_long_log_is_read_in_bounded_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log.jsonl");
    let lines: String = (1..=60_000)
        .map(|id| {
            format!("{{\"id\":{id},\"at\":\"{AT}\",\"words\":\"It may.\",\"key\":\"k{id}\",\"corrects\":{},\"before\":\"\"}}\n", id - 1)
        })
        .collect();
    std::fs::write(&path, lines).expect("a log");
    let started = Instant::now();
    let log = read(&path).expect("read");
    assert_eq!((log.entries.len(), log.standing().count()), (60_000, 1));
    assert!(append(&path, said("It may.", "new"), AT).expect("logged").entry.id == 60_001);
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}

#[test]
fn an_empty_variable_names_no_log() {
    let user = User::new();
    let listed = run(user.command(&["log"]).env("JUDGE_LOG", "").env("JUDGE_BY", ""));
    assert!(listed.status(1).out.contains("judge/log.jsonl"));
    let added = run(user.command(&["log", "add", "It may."]).env("JUDGE_LOG", "").env("JUDGE_BY", ""));
    assert!(added.status(0).out.contains("Logged as entry 1"));
}

/// If one of the files cannot be moved into place, none is left behind.
#[test]
fn an_export_is_whole_or_not_there() {
    let user = User::new();
    let judge = |arguments: &[&str]| user.judge(&[&["log", "--file", "l"][..], arguments].concat());
    judge(&["add", "It may.", "--ruling", "lcg:3.6"]).status(0);
    let event = ["export", "--into", "my-event", "--event", "Nationals 2014", "--who", "A. Judge"];
    user.write("my-event/rulings.yaml", "mine");
    assert!(judge(&event).status(2).err.contains("rulings.yaml is there already"));
    let there: Vec<_> = std::fs::read_dir(user.folder().join("my-event")).expect("a folder").collect();
    assert_eq!(there.len(), 1, "{there:?}");
}

/// Whoever reads an event's rulings must not meet a yes and a no to the same, nor the same twice.
#[test]
fn what_contradicts_itself_becomes_no_ruling() {
    let user = User::new();
    let judge = |arguments: &[&str]| user.judge(&[&["log", "--file", "l"][..], arguments].concat());
    let add = |words: &str, more: &[&str]| judge(&[&["add", words][..], more].concat()).status(0);
    add("No, he may not use the shield.", &["--ruling", "lcg:timing.damage.3", "--table", "8"]);
    add("Yes, the shield may be used.", &["--ruling", "lcg:timing.damage.3", "--table", "7"]);
    add("The attack stays declared.", &["--ruling", "lcg:2.8", "--table", "1"]);
    add("The attack stays declared!", &["--ruling", "lcg:2.8", "--table", "2"]);
    add("Yes.", &["--ruling", "lcg:2.8", "--question", "May he pass?", "--table", "3"]);
    let export = |folder| {
        let said = judge(&["export", "--into", folder, "--event", "Open", "--who", "A. Judge"]).status(0).err;
        said.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let exported = |folder: &str| {
        std::fs::read_to_string(user.folder().join(folder).join("rulings.yaml")).expect("exported")
    };
    let said = export("first");
    assert!(said.contains("they say yes and no to the same") && said.contains("1, 2"), "{said}");
    assert!(said.contains("another entry says the same: 4"), "{said}");
    let rulings = exported("first");
    assert!(
        !rulings.contains("shield") && rulings.matches("  The attack stays declared").count() == 1,
        "{rulings}"
    );
    assert!(rulings.contains("May he pass?"), "{rulings}");
    add("Yes, it may still be used.", &["--corrects", "1"]);
    let said = export("second");
    assert!(!said.contains("yes and no"), "{said}");
    assert!(exported("second").contains("the shield may be used"));
}

/// A yes of one game contradicts no no of the other; a ruling that only one of two answers cites is no reason
/// not to compare them; and a sign may be all that differs.
#[test]
fn only_the_same_is_left_out() {
    let user = User::new();
    let judge = |arguments: &[&str]| user.judge(&[&["log", "--file", "l"][..], arguments].concat());
    for (game, words) in [("lcg", "Yes."), ("tcg", "No.")] {
        let add = ["log", "--file", "l", "add", words, "--question", "May he pass?"];
        user.judge(&[&["--game", game][..], &add].concat()).status(0);
    }
    judge(&["add", "It gets +1 attack.", "--ruling", "lcg:3.6"]).status(0);
    judge(&["add", "It gets -1 attack.", "--ruling", "lcg:3.6"]).status(0);
    let event = |folder| ["export", "--into", folder, "--event", "Open", "--who", "A. Judge"];
    assert!(!judge(&event("first")).status(0).err.contains("left out"));
    judge(&["add", "No.", "--question", "May he pass?", "--ruling", "lcg:2.8"]).status(0);
    let said = judge(&event("second")).status(0).err;
    assert!(said.contains("yes and no to the same") && said.contains("1, 5"), "{said}");
}

/// Every command rejects named pipes and devices, without blocking.
#[cfg(unix)]
#[test]
fn what_is_no_ordinary_file_is_refused_by_every_command() {
    let user = User::new();
    let pipe = user.folder().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let event = ["export", "--into", "my-event", "--event", "Nationals 2014", "--who", "A. Judge"];
    let commands: [&[&str]; 6] =
        [&[], &["shield"], &["add", "It may."], &["check"], &["export", "--csv"], &event];
    for (place, what) in
        [("pipe", "a pipe or a device"), ("/dev/zero", "a pipe or a device"), (".", "a folder")]
    {
        for arguments in commands {
            let refused = user.judge(&[&["log", "--file", place], arguments].concat()).status(2);
            let err = refused.err.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(err.contains(what) && err.contains("a log is an ordinary file"), "{arguments:?}: {err}");
            assert!(!err.contains("os error"), "{err}");
        }
        let served = user.judge(&["serve", "--port", "0", "--log", place]).status(2);
        assert!(served.err.contains(what), "{}", served.err);
    }
    // The same goes for the files beside the log.
    user.judge(&["log", "--file", "l", "add", "It may."]).status(0);
    let note = user.folder().join("l.last");
    std::fs::remove_file(&note).expect("removed");
    std::fs::rename(&pipe, &note).expect("renamed");
    let listed = user.judge(&["log", "--file", "l"]).status(0);
    assert!(listed.out.contains("It may.") && listed.err.contains("cannot be read"), "{}", listed.err);
}

/// A log in a folder that is not there is more likely mistyped than new: nothing is made.
#[test]
fn a_mistyped_folder_is_refused_by_every_command() {
    let user = User::new();
    let log = "naitonals/log.jsonl";
    let of_log: [&[&str]; 5] = [&[], &["shield"], &["add", "It may."], &["check"], &["export", "--csv"]];
    let mut commands: Vec<Vec<&str>> =
        of_log.iter().map(|c| [&["log", "--file", log], *c].concat()).collect();
    commands.push(vec!["serve", "--port", "0", "--log", log]);
    for arguments in commands {
        let refused = user.judge(&arguments).status(2);
        let err = refused.err.split_whitespace().collect::<Vec<_>>().join(" ");
        let reported = err.contains("there is no folder naitonals") && err.contains("`mkdir -p naitonals`");
        assert!(reported && refused.out.is_empty(), "{arguments:?}: {err}");
        assert!(!user.folder().join("naitonals").exists(), "{arguments:?}");
    }
    user.judge(&["log", "--file", "nationals.jsonl", "add", "It may."]).status(0);
}

/// The lock is awaited for a limited time, with a message.
#[test]
fn a_log_in_use_is_waited_for_so_long() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log.jsonl");
    append(&path, said("It may.", "a"), AT).expect("logged");
    let holder = std::fs::File::open(&path).expect("opened");
    holder.lock().expect("locked");
    let times = std::sync::atomic::AtomicUsize::new(0);
    let report = || {
        times.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
    };
    let wait = Wait { most: Duration::from_secs(1), notify: &report };
    let started = Instant::now();
    let refused = file::read(&path, &wait).expect_err("held");
    assert!(refused.to_string().contains("in use by another program for 1 seconds"), "{refused}");
    let options = AppendOptions { at: AT, again: false, wait };
    let refused = file::append(&path, said("It may not.", "b"), &options).expect_err("held");
    assert!(matches!(refused, FileError::Locked { .. }), "{refused}");
    assert_eq!(times.load(std::sync::atomic::Ordering::SeqCst), 2, "told once each");
    assert!(started.elapsed() < Duration::from_secs(30));
    holder.unlock().expect("free");
    assert_eq!(read(&path).expect("read").entries.len(), 1, "nothing was logged");
    append(&path, said("It may not.", "b"), AT).expect("logged");
}

/// Repeating a command because its outcome is unknown does not log anything twice, unless the user insists.
#[test]
fn the_same_just_after_is_a_repetition() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log.jsonl");
    let add = |words: &str, at: &str, again| {
        let said = Said { key: None, ..said(words, "") };
        let logged = file::append(&path, said, &AppendOptions { at, again, wait: WAIT }).expect("logged");
        (logged.entry.id, logged.again)
    };
    assert_eq!(add("It may.", "2014-11-01T10:32:07+01:00", false), (1, false));
    assert_eq!(add("It may.", "2014-11-01T09:34:07+00:00", false), (1, true), "two minutes later, elsewhere");
    assert_eq!(add("It may!", "2014-11-01T10:33:00+01:00", false), (2, false), "other words");
    assert_eq!(add("It may.", "2014-11-01T10:34:08+01:00", false), (3, false), "later");
    assert_eq!(add("It may.", "2014-11-01T10:34:09+01:00", true), (4, false), "meant");
    let corrected = Said { corrects: Some(4), key: None, ..said("It may not.", "") };
    append(&path, corrected, "2014-11-01T10:34:10+01:00").expect("logged");
    assert_eq!(add("It may.", "2014-11-01T10:34:11+01:00", false), (3, true), "the third stands");
    let user = User::new();
    let judge = |more: &[&str]| {
        user.judge(&[&["log", "--file", "l", "add", "It may.", "--table", "7"], more].concat()).status(0).out
    };
    assert!(judge(&[]).contains("Logged as entry 1"));
    let repeated = judge(&[]);
    assert!(repeated.contains("Logged before as entry 1") && repeated.contains("--again"), "{repeated}");
    assert!(judge(&["--by", "Anna"]).contains("Logged as entry 2"));
    assert!(judge(&["--again"]).contains("Logged as entry 3"));
}
