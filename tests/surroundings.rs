//! Surroundings that are not as usual: limits of memory, files, stack and processes, no current folder, any
//! locale, a pipe in the place of the index. The answer is the same, or a sentence says why there is none.

use std::process::Command;

use crate::common::{DOCUMENTS, RULINGS, Ran, User, run, skipped};

/// A search in a document of two rulings, whose index is built at once.
const SEARCH: [&str; 5] = ["--no-builtin", "--rulings", "event", "search", "droid"];

/// A user who has never run the program, with a document of two rulings.
fn user() -> User {
    let user = User::fresh();
    user.write("event/documents.yaml", DOCUMENTS);
    user.write("event/rulings.yaml", RULINGS);
    user
}

/// The program, started by a shell that sets something up first.
fn behind(user: &User, first: &str, arguments: &[&str]) -> Ran {
    let program = user.command(arguments);
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", &format!("{first} \"$@\""), "sh"]).arg(program.get_program()).args(arguments);
    shell.env_clear().current_dir(user.folder()).stdin(std::process::Stdio::null());
    let variables = program.get_envs().filter_map(|(name, value)| Some((name, value?)));
    variables.for_each(|(name, value)| {
        shell.env(name, value);
    });
    // The system's own programs, such as `setpriv`.
    run(shell.env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin"))
}

/// Answered, or refused in a sentence: never by a panic.
#[track_caller]
fn check(ran: &Ran, what: &str) {
    let said = format!("{}{}", ran.out, ran.err);
    assert!(!said.contains("panicked") && !said.contains("mistake of the program"), "{what}: {said}");
    match ran.status {
        Some(0) => assert!(ran.out.contains("A droid beeps once"), "{what}: {said}"),
        Some(2) => {
            assert!(ran.err.lines().count() < 6 && ran.err.trim_end().ends_with('.'), "{what}: {said}")
        }
        status => panic!("{what}: {status:?} {said}"),
    }
}

#[test]
fn few_files_and_little_memory_are_enough_or_said() {
    for limit in ["ulimit -n 16", "ulimit -n 32", "ulimit -v 600000", "ulimit -v 2000000", "ulimit -s 1024"] {
        let user = user();
        // On a cold cache, and on the one that is left.
        for round in ["first", "second"] {
            check(&behind(&user, &format!("{limit}; exec"), &SEARCH), &format!("{limit}, {round}"));
        }
        check(&user.judge(&SEARCH).status(0), limit);
    }
}

/// Where the system starts no thread, the index is built on the one there is.
#[test]
fn no_further_process_is_needed() {
    let user = user();
    let first = if crate::common::is_root() {
        // No limit of processes holds for root.
        if !Command::new("setpriv").arg("--version").output().is_ok_and(|o| o.status.success()) {
            skipped("one process: there is no setpriv here to be somebody else");
            return;
        }
        use std::os::unix::fs::PermissionsExt;
        let open = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(user.folder(), open).expect("set");
        "exec setpriv --reuid=65533 --clear-groups sh -c 'ulimit -u 1; exec \"$@\"' sh"
    } else {
        "ulimit -u 1; exec"
    };
    check(&behind(&user, first, &SEARCH).status(0), first);
}

#[test]
fn a_current_folder_that_is_gone_is_no_matter() {
    let user = user();
    let rulings = user.folder().join("event").to_string_lossy().into_owned();
    let arguments = ["--no-builtin", "--rulings", &rulings, "search", "droid"];
    check(&behind(&user, "mkdir gone && cd gone && rmdir ../gone; exec", &arguments).status(0), "gone");
}

#[test]
fn any_locale_and_any_time_zone_answer_alike() {
    let user = user();
    let usual = user.judge(&SEARCH).status(0).out;
    for locale in ["C", "tr_TR.UTF-8", "junk", ""] {
        let mut command = user.command(&SEARCH);
        command.env("LC_ALL", locale).env("LANG", locale).env("TZ", locale);
        assert_eq!(run(&mut command).status(0).out, usual, "{locale}");
    }
}

/// Something that cannot be read to its end lies where the index does.
#[test]
fn a_pipe_in_the_place_of_the_index_keeps_nobody_waiting() {
    let user = user();
    user.judge(&SEARCH).status(0);
    let is_index = |path: &std::path::PathBuf| path.extension().is_some_and(|e| e == "index");
    let files = std::fs::read_dir(user.cache()).expect("the cache").map(|e| e.expect("an entry").path());
    let indexes: Vec<_> = files.filter(is_index).collect();
    assert_eq!(indexes.len(), 1);
    std::fs::remove_file(&indexes[0]).expect("removed");
    assert!(Command::new("mkfifo").arg(&indexes[0]).status().expect("mkfifo").success());
    let mut bounded = Command::new("timeout");
    let program = user.command(&SEARCH);
    bounded.arg("60").arg(program.get_program()).args(SEARCH).current_dir(user.folder());
    bounded.envs(program.get_envs().filter_map(|(name, value)| Some((name, value?))));
    check(&run(&mut bounded).status(0), "a pipe");
}

/// What the reader of YAML refuses, it refuses in the program's own words, with a place.
#[test]
fn what_the_reader_of_yaml_refuses_is_said_in_our_own_words() {
    let deep = "[".repeat(100_000);
    let bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n".to_owned()
        + &(b'b'..=b'k')
            .map(|c| {
                let (name, before) = (char::from(c), char::from(c - 1));
                format!("{name}: &{name} [{}]\n", vec![format!("*{before}"); 9].join(", "))
            })
            .collect::<String>();
    let several = "- id: lcg:a.1\n---\n- id: lcg:a.2\n";
    let own = "a: &a\n  b: *a\n";
    for (name, text) in [("deep", deep.as_str()), ("bomb", &bomb), ("several", several), ("own", own)] {
        let user = user();
        user.write("event/odd.yaml", text);
        let ran = user.judge(&["lint", "event", "--quick"]).status(2);
        let said = format!("{}{}", ran.out, ran.err);
        for foreign in ["from_str", "Budget", "ScalarBytes", "recursion type", "panicked", "?."] {
            assert!(!said.contains(foreign), "{name}: {foreign} in {said}");
        }
        assert!(said.contains("odd.yaml"), "{name}: {said}");
    }
}
