//! Help texts: `-h` fits on one screen, and `--help` lists no option that the command refuses.

use std::collections::BTreeSet;

use crate::common::{DOCUMENTS, RULINGS, User};

/// Lines and columns of a default terminal.
const SCREEN: (usize, usize) = (24, 80);

/// Valid arguments for each command.
const COMMANDS: &[&str] = &[
    "search shield",
    "asks lcg:small.1",
    "show lcg:small.1",
    "card yoda",
    "define focus",
    "errata",
    "restricted",
    "deck check deck.txt",
    "deck show deck.txt",
    "explain restricted",
    "replay nested-sequences",
    "log",
    "log add said",
    "log export",
    "log check",
    "export html page.html --without-search",
    "prompt",
    // An address that no computer has.
    "serve --bind 203.0.113.1",
    "list",
    "diff small-1 small-1",
    "import small.txt",
    "new-event nationals --who Anna --where Nationals",
    "rule A_lightsaber_hums",
    "lint folder --quick",
    "schema",
    "schema entries",
    "index --verify",
    "completions bash",
    "man",
    "notices",
];

fn user() -> User {
    let user = User::new();
    user.write("deck.txt", include_str!("deck/lcg/legal-typed.txt"));
    user.write("folder/documents.yaml", DOCUMENTS);
    user.write("folder/rulings.yaml", RULINGS);
    user.write("small.txt", "A small document\n\nNothing is in it.\n");
    user
}

/// The subcommands listed in a command's help.
fn below(user: &User, path: &[&str]) -> Vec<String> {
    let help = user.judge(&[path, &["--help"]].concat()).status(0).out;
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| line.starts_with("  "));
    // Continuation lines are indented further.
    listed
        .filter(|line| !line.starts_with("   "))
        .filter_map(|l| Some(l.split_whitespace().next()?.to_owned()))
        .collect()
}

/// The names of all commands.
pub(crate) fn names(user: &User) -> Vec<Vec<String>> {
    let mut names = Vec::new();
    for command in below(user, &[]) {
        let parts = below(user, &[&command]);
        names.extend(parts.into_iter().map(|part| vec![command.clone(), part]));
        names.push(vec![command]);
    }
    names
}

#[test]
fn a_command_is_explained_on_one_screen() {
    let user = user();
    let mut wrong = Vec::new();
    let mut names = names(&user);
    names.push(Vec::new());
    assert!(names.len() > 28, "{names:?}");
    for name in &names {
        let words: Vec<&str> = name.iter().map(String::as_str).collect();
        let help = user.judge(&[&words[..], &["-h"]].concat()).status(0).out;
        let (lines, widest) = (help.lines().count(), help.lines().map(|line| line.chars().count()).max());
        if lines > SCREEN.0 || widest > Some(SCREEN.1) {
            wrong.push(format!("judge {} -h: {lines} lines, {widest:?} columns", words.join(" ")));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_command_shows_an_example() {
    let user = user();
    let names = names(&user);
    let bare = names.iter().filter(|name| {
        let words: Vec<&str> = name.iter().map(String::as_str).collect();
        let help = user.judge(&[&words[..], &["--help"]].concat()).status(0).out;
        !help.contains("Example")
    });
    let bare: Vec<_> = bare.collect();
    assert!(bare.is_empty(), "without an example (`after_help`): {bare:?}");
}

/// The common options: as typed, and as named when refused.
const OPTIONS: [(&str, &[&str], &str); 5] = [
    ("--format", &["--format", "json"], "`--format`"),
    ("--game", &["--game", "lcg"], "`--game`"),
    ("--as-of", &["--as-of", "2014-10-06"], "`--as-of`"),
    ("--rulings", &["--rulings", "folder"], "`--rulings`"),
    ("--no-builtin", &["--rulings", "folder", "--no-builtin"], "`--no-builtin`"),
];

#[test]
fn a_command_shows_the_options_that_it_serves_and_no_other() {
    let user = user();
    let mut tried = BTreeSet::new();
    for line in COMMANDS {
        let words: Vec<&str> = line.split(' ').collect();
        let help = user.judge(&[&words[..], &["--help"]].concat()).status(0).out;
        let shown = |option: &str| {
            help.lines()
                .any(|line| line.trim_start().starts_with(&format!("{option} ")) || line.trim() == option)
        };
        let mut all = words.clone();
        for (option, typed, refused) in OPTIONS {
            if shown(option) {
                all.extend(typed.iter().filter(|word| !all.contains(word)).collect::<Vec<_>>());
                continue;
            }
            let ran = user.judge(&[&words[..], typed].concat()).status(2);
            assert!(
                ran.err.contains("does not take") && ran.err.contains(refused),
                "judge {line} {option}: {}",
                ran.err
            );
        }
        let ran = user.judge(&all);
        assert!(!ran.err.contains("does not take"), "{all:?}: {}", ran.err);
        if shown("--format") && (ran.status == Some(0) || !ran.out.is_empty()) {
            serde_json::from_str::<serde_json::Value>(&ran.out)
                .unwrap_or_else(|why| panic!("{all:?}: {why}\n{}", ran.out));
        }
        assert!(help.contains("--color"), "{line}");
        tried.insert(line);
    }
    let begins = |name: &[String]| {
        tried.iter().any(|line| line.split(' ').zip(name).filter(|(a, b)| a == b).count() == name.len())
    };
    let missing: Vec<Vec<String>> = names(&user).into_iter().filter(|name| !begins(name)).collect();
    assert!(missing.is_empty(), "COMMANDS of this file has no arguments to run these with: {missing:?}");
}

/// The help of `--format` lists the formats that a command has.
#[test]
fn a_form_is_shown_where_it_is_drawn() {
    let user = user();
    for (command, form, drawn) in [
        ("replay", "svg", true),
        ("replay", "html", true),
        ("show", "html", true),
        ("show", "svg", false),
        ("list", "html", false),
    ] {
        let help = user.judge(&[command, "--help"]).status(0).out;
        assert_eq!(help.contains(&format!("- {form}:")), drawn, "{command} {form}");
        let what = match command {
            "replay" => &["replay", "nested-sequences"][..],
            "show" => &["show", "lcg:4.6"],
            other => &[other],
        };
        let ran = user.judge(&[what, &["--format", form]].concat());
        assert_eq!(ran.status == Some(0), drawn, "{command} {form}: {}", ran.err);
        assert!(drawn || ran.err.contains("draw"), "{command} {form}: {}", ran.err);
    }
    for mode in ["--print", "--new"] {
        let ran = user.judge(&["replay", mode, "nested-sequences", "--format", "json"]).status(2);
        assert!(ran.err.contains(&format!("`judge replay {mode}` does not take `--format`")), "{}", ran.err);
    }
}
