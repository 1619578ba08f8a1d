//! Inputs that once took all memory or minutes, lost their lines, or wrote where they should not: each
//! bounded, and answered in a sentence.

use std::fmt::Write;

use crate::common::{Ran, User};

/// Runs the program in a shell that first does something, such as setting limits.
#[cfg(unix)]
fn run_behind(user: &User, first: &str, arguments: &[&str]) -> Ran {
    let mut shell = std::process::Command::new("/bin/sh");
    shell.args(["-c", &format!("{first} \"$@\""), "sh", env!("CARGO_BIN_EXE_judge")]).args(arguments);
    shell.env_clear().current_dir(user.folder()).stdin(std::process::Stdio::null());
    for (name, value) in user.command(&[]).get_envs() {
        value.into_iter().for_each(|value| {
            shell.env(name, value);
        });
    }
    crate::common::run(&mut shell)
}

/// A word of so many letters, in no order, so that it is like none that is known.
fn letters(count: usize) -> String {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(b'a' + u8::try_from((state >> 24) % 26).expect("a letter"))
    };
    (0..count).map(|_| next()).collect()
}

/// What was looked for in 3.4 GB of memory and half a minute takes hardly more than any other word.
#[cfg(unix)]
#[test]
fn a_word_as_long_as_a_book_takes_little_memory() {
    let user = User::new();
    user.judge(&["search", "shield"]).status(0);
    for word in [letters(120_000), "b".repeat(120_000)] {
        let started = std::time::Instant::now();
        for command in ["search", "errata", "show"] {
            let ran = run_behind(&user, "ulimit -v 1500000; exec", &[command, &word]).status(1);
            assert!(!format!("{}{}", ran.out, ran.err).contains("mistake of the program"), "{}", ran.err);
        }
        assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
    }
}

/// A ruling of a megabyte is searched without reading it through for every word of the query.
#[test]
fn a_ruling_as_long_as_a_library_is_searched() {
    let user = User::new();
    user.write("event/documents.yaml", crate::common::DOCUMENTS);
    let said = "A zebra has a shield against damage until the end of the phase. ".repeat(1 << 14);
    let entry = |id: &str, text: &str| {
        format!(
            "- id: lcg:small.{id}\n  kind: ruling\n  title: 'Zebras {id}'\n  place: '{id}'\n  documents: [small-1]\n  \
             text: '{}'\n",
            text.trim()
        )
    };
    user.write(
        "event/rulings.yaml",
        entry("1", &said) + &entry("2", "A zebra shielded twice is shielded once."),
    );
    // The first one builds the index, too.
    let first = std::time::Instant::now();
    let ran = user.judge(&["--rulings", "event", "search", "zebra", "shielded"]).status(0);
    assert!(ran.out.contains("Zebras"), "{}", ran.out.chars().take(400).collect::<String>());
    assert!(first.elapsed().as_secs() < 240, "{:?}", first.elapsed());
    let again = std::time::Instant::now();
    user.judge(&["--rulings", "event", "search", "zebra", "shielded"]).status(0);
    assert!(again.elapsed().as_secs() < 30, "{:?}", again.elapsed());
}

/// The lines of a file of an old Macintosh end with a carriage return alone; its digest is that of its bytes.
#[test]
fn lines_that_end_with_carriage_returns_are_lines() {
    let user = User::new();
    let document = "Harbour rulings\r2019-05-05\r\r(1.1) Ropes\r\rNo ropes.\r\r(1.2) Lamps\r\rTwo lamps.\r";
    for (name, text) in [("mac.txt", document.to_owned()), ("dos.txt", document.replace('\r', "\r\n"))] {
        user.write(name, text);
        user.judge(&["import", name, "--into", "new"]).status(0);
        let lint = user.judge(&["lint", "new", "--quick", "--format", "json"]).json();
        assert_eq!(lint["errors"], 0, "{name}: {lint}");
        let rulings = user.folder().join("new/lcg/rulings/clarifications.yaml");
        let written = std::fs::read_to_string(rulings).expect("written");
        assert!(written.contains("title: 'Lamps'") && written.contains("No ropes."), "{name}: {written}");
        std::fs::remove_dir_all(user.folder().join("new")).expect("removed");
    }
}

/// A file's name can add no line to what is printed or written.
#[cfg(unix)]
#[test]
fn a_name_of_two_lines_is_kept_as_one() {
    let user = User::new();
    let name = "harbour\n- id: lcg:zz.evil\u{1b}[31m.txt";
    user.write(name, "Harbour rulings\n2019-05-05\n\n(1.1) Ropes\n\nNo ropes.\n");
    let ran = user.judge(&["import", name, "--into", "new"]).status(0);
    assert!(
        ran.out.lines().all(|line| !line.starts_with("- id")) && !ran.out.contains('\u{1b}'),
        "{}",
        ran.out
    );
    let kept = "harbour-- id: lcg:zz.evil-[31m.txt";
    assert!(user.folder().join("new/lcg/sources").join(kept).is_file(), "{}", ran.out);
    let mut written = String::new();
    for file in ["documents.yaml", "rulings/clarifications.yaml"] {
        let text = std::fs::read_to_string(user.folder().join("new/lcg").join(file)).expect("written");
        let _ = write!(written, "{text}");
    }
    assert!(written.lines().all(|line| !line.starts_with("- id: lcg:zz")), "{written}");
    user.judge(&["lint", "new", "--quick"]).status(0);
}

/// If the output is closed, the system gives the program the null device instead, before it can know: it
/// neither fails nor panics, whatever it is asked for.
#[cfg(unix)]
#[test]
fn a_closed_output_is_no_failure_of_the_program() {
    let user = User::new();
    for arguments in [&["--help"][..], &["import", "--help"], &["show", "3.6"]] {
        let ran = run_behind(&user, "exec >&-; exec", arguments).status(0);
        assert!(ran.out.is_empty() && ran.err.is_empty(), "{arguments:?}: {}", ran.err);
    }
}
