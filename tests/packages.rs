//! Distribution: completions and the manual page are installed where they belong, and packages are complete.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::common::{User, run};

/// Completion of ids, cards and scenarios, in fish itself if it is installed.
#[test]
fn shells_know_ids_cards_and_scenarios() {
    let user = User::new();
    let known = ["fleet-command-center", "nested-sequences", "unopposed", "restricted", "lcg:3.6"];
    for shell in ["bash", "zsh", "fish"] {
        let script = user.judge(&["completions", shell]).status(0).out.replace("\\:", ":");
        let is_of_word = |c: char| c.is_alphanumeric() || "-:.".contains(c);
        let words: BTreeSet<&str> = script.split(|c| !is_of_word(c)).collect();
        for word in known {
            assert!(words.contains(word), "{shell}: {word}");
        }
    }
}

/// What is typed last on a line, and a word it may become.
const COMPLETED: [(&str, &str); 13] = [
    ("judge show lcg:3.", "lcg:3.6"),
    ("judge asks lcg:3.", "lcg:3.6"),
    ("judge replay unopposed --without lcg:3.", "lcg:3.6"),
    ("judge rule it-may --see lcg:3.", "lcg:3.6"),
    ("judge rule it-may --card fleet", "fleet-command-center"),
    ("judge log --ruling lcg:3.", "lcg:3.6"),
    ("judge log add it-may --ruling lcg:3.", "lcg:3.6"),
    ("judge card fleet", "fleet-command-center"),
    ("judge replay nested-s", "nested-sequences"),
    ("judge replay mi", "mine.yaml"),
    ("judge define unop", "unopposed"),
    ("judge explain too-few-s", "too-few-sets"),
    ("judge se", "search"),
];

#[test]
fn fish_completes() {
    if Command::new("fish").arg("--version").output().is_err() {
        crate::common::skipped("there is no fish here to complete anything");
        return;
    }
    let user = User::new();
    user.write("judge.fish", user.judge(&["completions", "fish"]).status(0).out);
    user.write("mine.yaml", "");
    for (typed, becomes) in COMPLETED {
        let asked = format!("source judge.fish; complete -C '{typed}'");
        let mut fish = Command::new("fish");
        fish.args(["-N", "-c", &asked]).current_dir(user.folder()).env("HOME", user.folder());
        let completed = run(&mut fish).status(0).out;
        let words: Vec<&str> = completed.lines().filter_map(|line| line.split('\t').next()).collect();
        assert!(words.contains(&becomes), "{typed}: {completed}");
    }
}

/// Bash splits what is typed at colons, too, and replaces only what stands behind the last one.
#[test]
fn bash_completes() {
    if Command::new("bash").arg("--version").output().is_err() {
        crate::common::skipped("there is no bash here to complete anything");
        return;
    }
    let user = User::new();
    user.write("judge.bash", user.judge(&["completions", "bash"]).status(0).out);
    for (typed, becomes) in COMPLETED.into_iter().filter(|(_, becomes)| *becomes != "mine.yaml") {
        let words = typed.replace(':', " : ");
        let asked = format!(
            r#"source judge.bash; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
            _judge_with_ids judge; printf '%s\n' "${{COMPREPLY[@]}}""#
        );
        let mut bash = Command::new("bash");
        bash.args(["--norc", "-c", &asked]).current_dir(user.folder()).env("HOME", user.folder());
        let completed = run(&mut bash).status(0).out;
        let becomes = becomes.rsplit(':').next().expect("a word");
        assert!(completed.lines().any(|line| line.trim_end() == becomes), "{typed}: {completed}");
    }
}

#[test]
fn completions_and_manual_are_put_where_they_are_looked_for() {
    let user = User::new();
    let data = user.folder().join(".local/share");
    let shells = [
        ("bash", data.join("bash-completion/completions/judge")),
        ("zsh", data.join("zsh/site-functions/_judge")),
        ("fish", user.folder().join(".config/fish/completions/judge.fish")),
    ];
    for (shell, place) in shells {
        // Installing again overwrites.
        for _ in 0..2 {
            let ran = user.judge(&["completions", shell, "--install"]).status(0);
            assert!(ran.out.starts_with("Written: "), "{}", ran.out);
        }
        let printed = user.judge(&["completions", shell]).status(0).out;
        assert_eq!(std::fs::read_to_string(&place).expect("written"), printed, "{shell}");
    }
    // The instruction for zsh names the folder that was actually used.
    for folder in ["elsewhere", "my 'own' data"] {
        let data = user.folder().join(folder);
        let ran =
            run(user.command(&["completions", "zsh", "--install"]).env("XDG_DATA_HOME", &data)).status(0);
        assert!(data.join("zsh/site-functions/_judge").is_file());
        let path = data.join("zsh/site-functions").to_string_lossy().into_owned();
        let path = if path.contains(' ') { format!("'{}'", path.replace('\'', "'\\''")) } else { path };
        assert!(ran.out.contains(&format!("fpath+=({path})")), "{}", ran.out);
    }
    std::fs::remove_file(data.join("bash-completion/completions/judge")).expect("removed");
    run(user.command(&["completions", "--install"]).env("SHELL", "/bin/bash")).status(0);
    assert!(data.join("bash-completion/completions/judge").is_file());
    user.judge(&["completions", "elvish", "--install"]).status(2);
    user.judge(&["completions", "--install"]).status(2);
    user.judge(&["completions"]).status(2);
    user.judge(&["man", "--install"]).status(0);
    let page = user.judge(&["man"]).status(0).out;
    assert_eq!(std::fs::read_to_string(data.join("man/man1/judge.1")).expect("written"), page);
    // A path that cannot be written is reported.
    user.write("taken", "");
    let refused =
        run(user.command(&["man", "--install"]).env("XDG_DATA_HOME", user.folder().join("taken"))).status(2);
    assert!(refused.err.contains("taken/man/man1/judge.1"), "{}", refused.err);
}

/// Makes a file private, as in the checkout of a user with a strict umask.
fn private(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = if path.extension().is_none() { 0o700 } else { 0o600 };
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("made private");
    }
    let _ = path;
}

#[test]
fn a_package_has_everything_in_it() {
    let has = |program: &str| Command::new(program).arg("--version").output().is_ok();
    if !["bash", "tar", "git", "dpkg-deb", "sha256sum"].into_iter().all(has) {
        crate::common::skipped("packages are made with bash, tar, git, dpkg-deb and sha256sum");
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let copy = tempfile::tempdir().expect("a folder");
    for file in [
        "Cargo.toml",
        "README.md",
        "CHANGELOG.md",
        "LICENSE",
        "NOTICE",
        "THIRD-PARTY",
        "release/pack",
        "release/sums",
    ] {
        let to = copy.path().join(file);
        std::fs::create_dir_all(to.parent().expect("a folder")).expect("made");
        std::fs::copy(root.join(file), &to).expect("copied");
        private(&to);
    }
    let judge = env!("CARGO_BIN_EXE_judge");
    let release = |script: &str, arguments: &[&str]| {
        let mut command = Command::new("bash");
        command.args(["-c", "umask 077; exec bash \"$@\"", "bash"]);
        command.arg(copy.path().join("release").join(script)).args(arguments);
        let output = command.env("SOURCE_DATE_EPOCH", "1400000000").output().expect("it runs");
        assert!(output.status.success(), "{script}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    // The program in a package is not run here, and a debug build would be very large.
    let program = copy.path().join("program");
    std::fs::write(&program, "#!/bin/sh\n").expect("a program");
    let made = release("pack", &["x86_64-unknown-linux-musl", &program.to_string_lossy(), judge]);
    let packages: Vec<&str> = made.lines().collect();
    let listed = |program: &str, arguments: &[&str], package: &str| {
        let output = Command::new(program).args(arguments).arg(package).output().expect("it runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let archive = listed("tar", &["-tzf"], packages[0]);
    for file in [
        "judge",
        "README.md",
        "CHANGELOG.md",
        "LICENSE",
        "NOTICE",
        "THIRD-PARTY",
        "doc/judge.1",
        "complete/judge.bash",
        "complete/_judge",
        "complete/judge.fish",
    ] {
        assert!(
            archive.lines().any(|l| l.ends_with(&format!("x86_64-unknown-linux-musl/{file}"))),
            "{file}:\n{archive}"
        );
    }
    let deb = listed("dpkg-deb", &["--contents"], packages[1]);
    for file in [
        "bin/judge",
        "share/man/man1/judge.1.gz",
        "share/bash-completion/completions/judge",
        "share/doc/judge/copyright",
        "share/doc/judge/NOTICE",
        "share/doc/judge/THIRD-PARTY",
        "share/doc/judge/changelog.gz",
    ] {
        assert!(deb.lines().any(|l| l.ends_with(&format!("./usr/{file}"))), "{file}:\n{deb}");
    }
    // Files in packages are readable by everybody, whoever built them.
    for line in listed("tar", &["-tvzf"], packages[0]).lines().chain(deb.lines()) {
        let is_program =
            line.ends_with("/judge") && !line.contains("/completions/") && !line.contains("/doc/judge");
        let mode = match line.chars().next() {
            Some('d') => "drwxr-xr-x",
            _ if is_program => "-rwxr-xr-x",
            _ => "-rw-r--r--",
        };
        assert!(line.starts_with(mode), "{line}");
    }
    assert!(listed("dpkg-deb", &["--field"], packages[1]).contains("Architecture: amd64"));
    assert_eq!(release("sums", &[]).lines().count(), 2);
}
