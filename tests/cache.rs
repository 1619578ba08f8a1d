//! The index is a cache: nothing done to it, or to its location, changes an answer.
//!
//! The normal run takes samples; `JUDGE_TEST_FULL=1 cargo test --test all cache` does everything, on the
//! built-in rulings.

#![allow(clippy::print_stderr)] // says what it could not test

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

use serde_json::Value;

use crate::common::{DOCUMENTS, RULINGS, Ran, User, full, run, skipped};
use judge::corpus::Corpus;
use judge::search::pack::Pack;
use tantivy::directory::Directory as _;

/// A user with a small folder of rulings and an empty cache.
fn user() -> User {
    let user = User::fresh();
    user.write("event/documents.yaml", DOCUMENTS);
    user.write("event/r.yaml", RULINGS);
    user
}

/// A search in that folder, or in the full run in the built-in rulings.
fn search() -> Vec<&'static str> {
    let mut arguments = vec!["--format", "json"];
    arguments.extend(if full() { ["--game", "lcg"] } else { ["--rulings", "event"] });
    arguments.extend(if full() { &["moving damage"][..] } else { &["--no-builtin", "droid", "beeps"] });
    arguments
}

/// Checks the answer to that search.
#[track_caller]
fn check(ran: Ran) -> Ran {
    let ran = ran.status(0);
    let expected = if full() { "lcg:4.3" } else { "lcg:small.2" };
    assert_eq!(ran.json()["results"][0]["id"], expected, "{}", ran.err);
    ran
}

/// The indexes in a cache.
fn indexes(cache: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(cache)
        .map(|entries| entries.map(|e| e.expect("readable").path()).collect())
        .unwrap_or_default();
    found.retain(|p| p.extension().is_some_and(|e| e == "index"));
    found.sort();
    found
}

/// The number of files other than trees.
fn built(cache: &Path) -> usize {
    let entries = std::fs::read_dir(cache).into_iter().flatten().map(|e| e.expect("readable").path());
    entries.filter(|p| p.extension().is_none_or(|e| e != "trees")).count()
}

#[track_caller]
fn only_index(user: &User) -> PathBuf {
    let found = indexes(&user.cache());
    assert_eq!(found.len(), 1, "{found:?}");
    found.into_iter().next().expect("counted above")
}

#[test]
fn a_deleted_index_is_built_again_and_says_the_same() {
    let user = user();
    let first = check(user.judge(&search()));
    let index = only_index(&user);
    let warm = check(user.judge(&search()));
    assert_eq!((&warm.out, &warm.err), (&first.out, &first.err));
    std::fs::remove_file(&index).expect("the index");
    assert_eq!(check(user.judge(&search())).out, first.out);
    assert_eq!(only_index(&user), index);
    std::fs::remove_dir_all(user.cache()).expect("the cache");
    assert_eq!(check(user.judge(&search())).out, first.out);
}

/// Most of an index is what a search has learnt of how rulings are asked for: seconds that nobody waits for
/// who looks one up.
#[test]
fn a_lookup_builds_no_index_and_says_what_it_would_from_one() {
    let user = user();
    let lookups = [&["show", "lcg:small.2"][..], &["list"], &["errata"], &["define"], &["card", "Yoda"]];
    let says = |lookup: &[&str]| {
        let ran = user.judge(&[&["--no-builtin", "--rulings", "event"], lookup].concat());
        (ran.status, ran.out, ran.err)
    };
    let all = || lookups.iter().map(|lookup| says(lookup)).collect::<Vec<_>>();
    let first = says(lookups[0]);
    assert_eq!((indexes(&user.cache()), built(&user.cache())), (Vec::new(), 1), "{first:?}");
    let without = all();
    assert_eq!(without[0], first);

    check(user.judge(&search()));
    let index = only_index(&user);
    let mut bytes = std::fs::read(&index).expect("the index");
    assert_eq!(all(), without);
    // It is the index that they read now.
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    bytes.truncate(middle + 1);
    std::fs::write(&index, bytes).expect("the index");
    let (status, out, err) = says(lookups[0]);
    assert_eq!((status, out), (first.0, first.1));
    assert!(err.contains("building it anew"), "{err}");
    assert_eq!(all(), without);
}

/// The rulings as a lookup keeps them.
fn looked_up(user: &User) -> Vec<u8> {
    user.judge(&["--no-builtin", "--rulings", "event", "show", "lcg:small.2"]).status(0);
    let mut files = std::fs::read_dir(user.cache()).expect("a cache").map(|e| e.expect("readable").path());
    let kept = files.find(|path| path.extension().is_some_and(|e| e == "rulings"));
    std::fs::read(kept.expect("the rulings are kept")).expect("the rulings")
}

/// What an index takes seconds for are the asks.
#[test]
fn a_lookup_reads_no_asks() {
    let asked = user();
    let asks: String = (0..20).map(|n| format!("    - plain: 'does droid number {n} beep'\n")).collect();
    asked.write("event/asks/r.yaml", format!("- ruling: lcg:small.2\n  asks:\n{asks}"));
    assert_eq!(looked_up(&asked).len(), looked_up(&user()).len());
}

/// What is wrong with the asks is said by a lookup as well, which does not need them.
#[test]
fn a_lookup_refuses_rulings_with_an_error_in_their_asks() {
    let user = user();
    user.write("event/asks/r.yaml", "- ruling: lcg:small.9\n  asks:\n    - plain: 'does it beep'\n");
    let ran = user.judge(&["--no-builtin", "--rulings", "event", "show", "lcg:small.2"]).status(2);
    assert!(ran.err.contains("asks/r.yaml:1") && ran.err.contains("lcg:small.9"), "{}", ran.err);
}

#[test]
fn index_builds_and_verifies() {
    let user = user();
    let verify = ["--no-builtin", "--rulings", "event", "index", "--verify"];
    assert!(user.judge(&verify).status(1).out.contains("not built yet"));
    user.judge(&verify[..4]).status(0);
    assert!(user.judge(&verify).status(0).out.contains("whole"));
    let index = only_index(&user);
    let mut bytes = std::fs::read(&index).expect("the index");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&index, bytes).expect("the index");
    assert!(user.judge(&verify).status(1).out.contains("damaged"));
}

/// A checkout of judge with the small rulings.
fn checkout() -> User {
    let user = User::fresh();
    user.write("Cargo.toml", "[package]\nname = \"judge\"\n");
    user.write("rulings/synonyms.yaml", "[]\n");
    user.write("rulings/lcg/documents.yaml", DOCUMENTS);
    user.write("rulings/lcg/rulings/r.yaml", RULINGS);
    user
}

/// Ages the stamp of a checkout, so that it is trusted.
fn settle(user: &User) {
    let path = user.folder().join("index/stamp.json");
    let mut stamp: serde_json::Value =
        serde_json::from_slice(&std::fs::read(&path).expect("a stamp")).expect("JSON");
    let taken = stamp["taken"].to_string().parse::<i128>().expect("a time") + 10_000_000_000;
    stamp["taken"] = serde_json::from_str(&taken.to_string()).expect("a number");
    std::fs::write(&path, stamp.to_string()).expect("a stamp");
}

/// An edit takes effect immediately, even if it preserves the file's length and modification time.
#[test]
fn an_edited_ruling_answers_at_once() {
    let user = checkout();
    let path = user.folder().join("rulings/lcg/rulings/r.yaml");
    let text = |word: &str| {
        let ran = user.judge(&["--format", "json", "droid", word]).status(0);
        ran.json()["results"][0]["text"].as_str().expect("a text").to_owned()
    };
    assert!(text("beeps").contains("beeps"));
    let before = std::fs::metadata(&path).and_then(|m| m.modified()).expect("a time");
    for (round, word) in ["hoots", "sings", "beeps", "rolls"].into_iter().enumerate() {
        if round % 2 == 0 {
            settle(&user);
        }
        std::fs::write(&path, RULINGS.replace("beeps", word)).expect("the file");
        let file = std::fs::File::options().write(true).open(&path).expect("the file");
        file.set_modified(before).expect("a time");
        assert!(text(word).contains(word), "{word}");
    }
}

/// Added and removed files take effect immediately, too.
#[test]
fn a_new_file_counts_at_once() {
    let user = checkout();
    let listed = || user.judge(&["list"]).status(0).out.lines().count();
    assert_eq!(listed(), 2);
    settle(&user);
    let more = RULINGS.replace("lcg:small.", "lcg:more.");
    let path = user.write("rulings/lcg/rulings/more.yaml", more);
    assert_eq!(listed(), 4);
    settle(&user);
    std::fs::remove_file(path).expect("the file");
    assert_eq!(listed(), 2);
    // A malformed or wrong stamp is not trusted.
    user.write("index/stamp.json", "{");
    assert_eq!(listed(), 2);
}

/// Whether everything in an index can be read.
fn can_be_read(index: &Path) -> bool {
    let Ok(pack) = Pack::open(index) else { return false };
    let mut files = pack.files().map(|file| pack.open_read(Path::new(file)).expect("a file of it"));
    let read = files.all(|file| file.read_bytes().is_ok());
    assert_eq!(read, pack.check().is_ok());
    assert_eq!(read, Pack::verify(index).is_ok());
    read
}

/// Damage to any single byte is detected before it is used.
#[test]
fn no_damaged_byte_goes_unnoticed() {
    let user = user();
    check(user.judge(&search()));
    let index = only_index(&user);
    let whole = std::fs::read(&index).expect("the index");
    assert!(can_be_read(&index));
    let step = (whole.len() / 2000).max(1);
    for at in (0..whole.len()).step_by(step) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        std::fs::write(&index, bytes).expect("the index");
        assert!(!can_be_read(&index), "byte {at} of {}", whole.len());
    }
    for length in (0..whole.len()).step_by(step * 7) {
        std::fs::write(&index, &whole[..length]).expect("the index");
        assert!(Pack::open(&index).is_err(), "{length} bytes of {}", whole.len());
    }
}

#[test]
fn a_damaged_index_is_noticed_answered_without_and_built_anew() {
    let user = user();
    let expected = check(user.judge(&search())).out;
    let index = only_index(&user);
    let whole = std::fs::read(&index).expect("the index");
    let samples = if full() { 200 } else { 12 };
    let mut read = 0;
    for sample in 0..samples {
        let at = (whole.len() - 1) * sample / (samples - 1);
        let damaged = match sample % 3 {
            0 => whole[..at].to_vec(),
            1 => [&whole[..at], &[!whole[at]], &whole[at + 1..]].concat(),
            _ => [&whole[..at], &vec![0; whole.len() - at]].concat(),
        };
        if damaged == whole {
            continue;
        }
        std::fs::write(&index, damaged).expect("the index");
        let ran = check(user.judge(&search()));
        assert_eq!(ran.out, expected, "at {at}");
        // This search does not read every byte.
        let is_read = !ran.err.is_empty();
        read += usize::from(is_read);
        assert!(!is_read || ran.err.contains("damaged") && ran.err.contains("anew"), "at {at}: {}", ran.err);
        assert_eq!(check(user.judge(&search())).err, "", "at {at}: not built anew");
    }
    assert!(read > samples / 2, "only {read} of {samples} were noticed");
}

/// An index of other rulings is not used, even if renamed.
#[test]
fn an_index_of_other_rulings_is_not_used() {
    let user = user();
    check(user.judge(&search()));
    let index = only_index(&user);
    user.write("other/documents.yaml", DOCUMENTS);
    user.write("other/r.yaml", RULINGS.replace("beeps", "sings"));
    user.judge(&["--no-builtin", "--rulings", "other", "droid"]).status(0);
    let other = indexes(&user.cache()).into_iter().find(|p| *p != index).expect("another index");
    std::fs::copy(other, &index).expect("the index");
    check(user.judge(&search()));
}

/// If the index cannot be stored, the answer is the same, with a note.
#[test]
fn places_that_cannot_be_written_are_reported_and_answered_from_memory() {
    let user = user();
    let expected = check(user.judge(&search())).out;
    let file = user.write("file", "no folder");
    let nowhere = Path::new("/dev/null/nowhere");
    for cache in [file.as_path(), nowhere] {
        let ran = check(run(user.command(&search()).env("XDG_CACHE_HOME", cache)));
        assert_eq!(ran.out, expected);
        assert!(ran.err.contains("cannot be") && ran.err.contains("memory"), "{}", ran.err);
    }
    // Neither a home nor a temporary folder.
    let mut command = user.command(&search());
    command.env_remove("XDG_CACHE_HOME").env("HOME", nowhere).env("TMPDIR", nowhere);
    assert_eq!(check(run(&mut command)).out, expected);
    // A relative home folder would depend on the current folder.
    let mut command = user.command(&search());
    command.env_remove("XDG_CACHE_HOME").env("HOME", "home");
    let ran = check(run(&mut command));
    assert_eq!(ran.out, expected);
    assert!(
        ran.err.contains("no folder for the index") && !user.folder().join("home").exists(),
        "{}",
        ran.err
    );
    // The index's path is taken by a named pipe without a writer, or by a folder.
    let index = only_index(&user);
    std::fs::remove_file(&index).expect("the index");
    #[cfg(unix)]
    {
        let made = std::process::Command::new("mkfifo").arg(&index).status();
        assert!(made.is_ok_and(|s| s.success()), "a pipe");
        let ran = check(user.judge(&search()));
        assert_eq!(ran.out, expected);
        assert!(ran.err.contains("no ordinary file"), "{}", ran.err);
        std::fs::remove_file(&index).expect("the index");
    }
    std::fs::create_dir(&index).expect("a folder");
    let ran = check(user.judge(&search()));
    assert_eq!(ran.out, expected);
    assert!(!ran.err.is_empty());
}

#[cfg(unix)]
#[test]
fn a_cache_of_another_user_is_left_alone() {
    use std::os::unix::fs::PermissionsExt;
    if crate::common::is_root() {
        crate::common::skipped("a cache of another user: nothing is forbidden to root");
        return;
    }
    let user = user();
    let expected = check(user.judge(&search())).out;
    for mode in [0o000, 0o500] {
        std::fs::set_permissions(user.cache(), std::fs::Permissions::from_mode(mode)).expect("permission");
        user.write("event/r.yaml", RULINGS.replace("hums", if mode == 0 { "buzz" } else { "hiss" }));
        let ran = user.judge(&search());
        std::fs::set_permissions(user.cache(), std::fs::Permissions::from_mode(0o755)).expect("permission");
        let ran = check(ran);
        assert_eq!(ran.out, expected);
        // The full run searches the built-in rulings, whose index may still be readable.
        assert!(ran.err.contains("memory") || full() && mode == 0o500, "{}", ran.err);
    }
}

/// If the disk fills up while the index is written, no partial index remains.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_half_index() {
    let user = user();
    let expected = check(user.judge(&search())).out;
    std::fs::remove_dir_all(user.cache()).expect("the cache");
    let mut arguments = vec![env!("CARGO_BIN_EXE_judge")];
    arguments.extend(search());
    let mut limited = user.command(&[]);
    let mut shell = Command::new("/bin/sh");
    // No file may exceed eight blocks, less than any index needs; the resulting signal is ignored.
    shell.args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$@\"", "sh"]).args(&arguments);
    shell.env_clear().current_dir(user.folder()).stdin(Stdio::null());
    for (name, value) in limited.get_envs() {
        if let Some(value) = value {
            shell.env(name, value);
        }
    }
    limited = shell;
    let ran = check(run(&mut limited));
    assert_eq!(ran.out, expected);
    assert!(ran.err.contains("cannot be written") && ran.err.contains("memory"), "{}", ran.err);
    assert_eq!(built(&user.cache()), 0, "something half written stayed");
    assert_eq!(check(user.judge(&search())).err, "");
}

/// A disk that really is full, if the tests are able to mount one.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_answers_from_memory() {
    let user = user();
    let disk = user.folder().join("disk");
    std::fs::create_dir(&disk).expect("a folder");
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=4k", "judge-test"])
        .arg(&disk)
        .stderr(Stdio::null())
        .status();
    if !mounted.is_ok_and(|status| status.success()) {
        skipped("a full disk: none can be mounted here");
        return;
    }
    let ran = run(user.command(&search()).env("XDG_CACHE_HOME", &disk));
    let left = indexes(&disk.join("judge"));
    let _ = Command::new("umount").arg(&disk).status();
    let ran = check(ran);
    assert!(ran.err.contains("memory"), "{}", ran.err);
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn twenty_processes_at_once_make_one_index() {
    let user = user();
    let started: Vec<_> = (0..20)
        .map(|_| {
            let mut command = user.command(&search());
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts")
        })
        .collect();
    let ran: Vec<Ran> =
        started.into_iter().map(|c| check(Ran::of(c.wait_with_output().expect("it ends")))).collect();
    assert!(ran.iter().all(|r| r.out == ran[0].out && r.err.is_empty()));
    assert!(Pack::verify(&only_index(&user)).is_ok());
    assert_eq!(built(&user.cache()), 1, "builders leave nothing behind");
}

/// Builders are killed at random moments while others search: no search is ever wrong, and no partial index
/// is used.
#[test]
fn a_killed_builder_leaves_nothing_that_is_believed() {
    let user = user();
    let started = Instant::now();
    let expected = check(user.judge(&search())).out;
    let cold = started.elapsed();
    let moments = if full() { 200 } else { 20 };
    let mut killed = 0;
    for moment in 0..moments {
        for index in indexes(&user.cache()) {
            std::fs::remove_file(index).expect("the index");
        }
        let mut builder = user.command(&search());
        let mut builder = builder.stdout(Stdio::null()).spawn().expect("the program starts");
        let started = Instant::now();
        let other = user.command(&search()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        // Spread over slightly more than a whole cold run.
        let until = cold * moment / moments * 5 / 4;
        while started.elapsed() < until {
            std::thread::yield_now();
        }
        builder.kill().expect("it was started by us");
        killed += u32::from(builder.wait().expect("it ends").code().is_none());
        let other = other.and_then(std::process::Child::wait_with_output).expect("it ends");
        assert_eq!(check(Ran::of(other)).out, expected, "beside a builder killed after {until:?}");
        for index in indexes(&user.cache()) {
            assert!(Pack::verify(&index).is_ok(), "a half index after {until:?}");
        }
        let after = check(user.judge(&search()));
        assert_eq!((after.out.as_str(), after.err.as_str()), (expected.as_str(), ""), "after {until:?}");
    }
    assert!(killed * 4 >= moments, "only {killed} of {moments} builders were killed in time");
}

/// Leftovers of killed builders are deleted once they are old, and only the newest indexes are kept.
#[test]
fn the_cache_does_not_grow_without_end() {
    let user = user();
    check(user.judge(&search()));
    let abandoned = user.cache().join(".building-abandoned");
    let young = user.cache().join(".building-young");
    for path in [&abandoned, &young] {
        std::fs::write(path, "half an index").expect("a file");
    }
    let old = SystemTime::now() - Duration::from_secs(3600);
    let file = std::fs::File::options().write(true).open(&abandoned).expect("the file");
    file.set_modified(old).expect("a time");
    // The oldest of all: where that of the built-in rulings is, which most commands read.
    let said = user.judge(&["index", "--verify", "--format", "json"]).json();
    let built_in = PathBuf::from(said["index"].as_str().expect("a path"));
    std::fs::write(&built_in, "an index").expect("a file");
    std::fs::File::options().write(true).open(&built_in).and_then(|f| f.set_modified(old)).expect("a time");
    for edition in 0..12 {
        user.write("event/r.yaml", RULINGS.replace("hums", &format!("hums{edition}")));
        user.judge(&["--no-builtin", "--rulings", "event", "droid"]).status(0);
    }
    assert!(!abandoned.exists() && young.exists());
    let kept = indexes(&user.cache());
    assert!(kept.contains(&built_in) && kept.len() <= 7, "{kept:?}");
}

/// The paths of all fields within a value.
fn fields(value: &Value, within: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(named) => {
            for (name, value) in named {
                let name = format!("{within}/{name}");
                fields(value, &name, found);
                found.insert(name);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| fields(item, within, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// An index stores rulings completely. If rulings get another field, the index version has to be raised.
#[test]
fn the_version_is_raised_with_what_is_stored_of_a_ruling() {
    let user = user();
    check(user.judge(&search()));
    let version = Pack::open(&only_index(&user)).expect("an index").head().schema;
    let mut found = BTreeSet::new();
    for ruling in Corpus::built_in().rulings() {
        fields(&serde_json::to_value(ruling).expect("a ruling"), "", &mut found);
    }
    let found: Vec<String> = found.into_iter().collect();
    insta::assert_snapshot!(format!("version {version}\n{}", found.join("\n")));
}

/// Damage in a large index that is found while reading it also leads to an answer without the index.
#[test]
fn a_large_index_that_proves_damaged_is_answered_without() {
    let user = User::fresh();
    user.write("event/documents.yaml", DOCUMENTS);
    user.write("event/r.yaml", RULINGS);
    for n in 0..2 {
        let text =
            format!("- {{id: 'lcg:large.{n}', kind: ruling, title: Large, documents: [small-1], text: '");
        user.write(&format!("event/large{n}.yaml"), text + &".".repeat(9_500_000) + " wampa'}\n");
    }
    let arguments = ["--no-builtin", "--rulings", "event", "droid", "beeps"];
    let expected = user.judge(&arguments).status(0);
    let index = only_index(&user);
    let whole = std::fs::read(&index).expect("the index");
    assert!(whole.len() > 16 << 20);
    // The terms of the index come after the texts of the rulings.
    let text_ends = whole.windows(5).rposition(|w| w == b"wampa").expect("the text or the word");
    for at in [text_ends, text_ends.saturating_sub(40)] {
        let mut bytes = whole.clone();
        bytes[at..at + 64].iter_mut().for_each(|b| *b ^= 0xa5);
        std::fs::write(&index, bytes).expect("the index");
        let ran = user.judge(&arguments).status(0);
        assert_eq!(ran.out, expected.out, "at {at}");
        assert!(ran.err.is_empty() || ran.err.contains("damaged"), "at {at}: {}", ran.err);
        assert!(!ran.err.contains("panicked"), "at {at}: {}", ran.err);
    }
}
