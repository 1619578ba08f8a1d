//! Rules of this code base: top-level modules depend on each other in one direction only, whatever judges may
//! correct is data, and a single module writes to the terminal.

mod circles;
mod dialect;
mod docs;
mod documents;
mod functions;
mod interface;
mod vocabularies;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::common::User;
use judge::corpus::{CardBook, Corpus, DiagnosticCode, Files};

/// Each top-level module with those it may depend on; see ARCHITECTURE.md.
const MODULES: [(&str, &[&str]); 9] = [
    ("corpus", &[]),
    ("import", &["corpus"]),
    ("search", &["corpus"]),
    ("deck", &["corpus"]),
    ("engine", &["corpus"]),
    ("render", &["corpus", "import", "search", "deck", "engine"]),
    ("cli", &["corpus", "import", "search", "deck", "engine", "render"]),
    ("faces", &["corpus", "import", "search", "deck", "engine", "render", "cli"]),
    ("api.rs", &["corpus", "import", "search", "deck", "engine"]),
];

/// The layers of the engine with those that each may depend on; see `src/engine/mod.rs`. Only `games` knows
/// more than one game.
const LAYERS: [(&str, &[&str]); 7] = [
    ("kernel", &[]),
    ("cards", &[]),
    ("script", &["kernel", "cards"]),
    ("lcg", &["kernel", "cards", "script"]),
    ("tcg", &["kernel", "cards", "script"]),
    ("games", &["kernel", "cards", "script", "lcg", "tcg"]),
    ("scenario", &["kernel", "cards", "script", "games"]),
];

/// A longer file, in lines, should be split.
const MAX_LINES: usize = 600;
/// The maximum line width in characters, as in `rustfmt.toml`.
const MAX_COMMENT_WIDTH: usize = 110;

/// Card names that are also terms of the rules.
const RULES_TERMS: [&str; 6] = ["Bounty", "Captured", "Death Star", "Ion Cannon", "Rescue", "Sacrifice"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file with that extension below a folder: relative path and content.
fn files(folder: &Path, extension: &str) -> BTreeMap<String, String> {
    fn collect(folder: &Path, extension: &str, into: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                collect(&path, extension, into);
            } else if path.extension().is_some_and(|e| e == extension) {
                into.push(path);
            }
        }
    }
    let mut paths = Vec::new();
    collect(folder, extension, &mut paths);
    let read = |path: PathBuf| {
        let name = path.strip_prefix(folder).expect("below the folder").to_string_lossy().replace('\\', "/");
        (name, std::fs::read_to_string(&path).expect("UTF-8"))
    };
    paths.into_iter().map(read).collect()
}

/// The lines of code, without comments and tests.
fn program(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let code = text.lines().enumerate().take_while(|(_, l)| l.trim() != "#[cfg(test)]");
    code.filter(|(_, l)| !l.trim_start().starts_with("//")).map(|(n, l)| (n + 1, l))
}

/// The modules that a path starts with: one, or several in braces.
fn modules(path: &str) -> Vec<&str> {
    let group = path.strip_prefix('{');
    let paths: Vec<&str> = group.map_or_else(|| vec![path], |group| group.split(',').collect());
    let ends = |c: char| !c.is_alphanumeric() && c != '_';
    paths.into_iter().filter_map(|path| path.trim().split(ends).next()).collect()
}

/// The files of all crates that the program is made of, by their paths from `src/`.
fn sources() -> BTreeMap<String, String> {
    let all = ["", "../learn/src/", "../tree/src/"].into_iter().flat_map(|crate_| {
        let of_crate = files(&root().join("src").join(crate_), "rs");
        of_crate.into_iter().map(move |(file, text)| (format!("{crate_}{file}"), text))
    });
    all.collect()
}

#[test]
fn a_module_knows_only_the_modules_left_of_it() {
    let known_modules: BTreeMap<&str, &[&str]> = MODULES.into_iter().collect();
    let mut wrong = Vec::new();
    for (file, text) in files(&root().join("src"), "rs") {
        let module = file.split('/').next().expect("a first part");
        let Some(known) = known_modules.get(module) else {
            assert!(["lib.rs", "main.rs"].contains(&module), "{file} lies in no module");
            continue;
        };
        for (n, line) in text.lines().enumerate() {
            for name in line.split("crate::").skip(1).flat_map(modules) {
                if known_modules.contains_key(name) && name != module && !known.contains(&name) {
                    wrong.push(format!("src/{file}:{}: `{module}` uses `{name}`", n + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_layer_of_the_engine_knows_only_those_below_it() {
    let layers: BTreeMap<&str, &[&str]> = LAYERS.into_iter().collect();
    let mut wrong = Vec::new();
    for (file, text) in files(&root().join("src/engine"), "rs") {
        let layer = file.split('/').next().unwrap_or_default().trim_end_matches(".rs");
        let Some(known) = layers.get(layer) else {
            assert_eq!(file, "mod.rs", "src/engine/{file} lies in no layer");
            continue;
        };
        // Modules directly in `engine` refer to their siblings by `super`.
        let face = !file.contains('/') || file.ends_with("/mod.rs") && file.matches('/').count() == 1;
        for (n, line) in program(&text) {
            let mut used: Vec<&str> = line.split("crate::engine::").skip(1).collect();
            if face {
                used.extend(line.split("super::").skip(1));
            }
            for name in used.into_iter().flat_map(modules) {
                if layers.contains_key(name) && name != layer && !known.contains(&name) {
                    wrong.push(format!("src/engine/{file}:{n}: `{layer}` uses `{name}`"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The `mod.rs` of each game starts with a table that describes its modules, and each of those depends only
/// on the ones above it in the table.
#[test]
fn a_game_says_what_its_modules_are_for_and_each_knows_only_those_above_it() {
    let mut wrong = Vec::new();
    for game in ["lcg", "tcg"] {
        let folder = root().join("src/engine").join(game);
        let own_path = format!("crate::engine::{game}::");
        let head = std::fs::read_to_string(folder.join("mod.rs")).expect("the face of a game");
        let order = reported(&head);
        let place = |name: &str| order.iter().position(|of| of == name);
        for (file, text) in files(&folder, "rs") {
            if file.ends_with("mod.rs") && file != "script/mod.rs" {
                let (reported, declared) = (reported(&text), declared(&text));
                let unreported = declared.iter().filter(|module| !reported.contains(module));
                wrong.extend(
                    unreported.map(|module| format!("{game}/{file} does not say what `{module}` is for")),
                );
            }
            let gone = order.iter().filter(|module| {
                !folder.join(module).is_dir() && !folder.join(format!("{module}.rs")).is_file()
            });
            wrong.extend(gone.map(|module| format!("{game}/mod.rs tells of `{module}`, which is not there")));
            let Some(own) = place(file.split(['/', '.']).next().unwrap_or_default()) else { continue };
            // Modules directly in the folder refer to their siblings by `super`.
            let neighbours = if file.contains('/') { own_path.as_str() } else { "super::" };
            for (n, line) in program(&text) {
                let paths = line.split(own_path.as_str()).skip(1).chain(line.split(neighbours).skip(1));
                for name in paths.flat_map(modules).filter(|name| place(name).is_some_and(|of| of > own)) {
                    wrong.push(format!("src/engine/{game}/{file}:{n}: `{}` uses `{name}`", order[own]));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The modules in the table at the start of a file.
fn reported(text: &str) -> Vec<String> {
    let rows = text.lines().filter_map(|line| line.strip_prefix("//! | `")?.split_once('`'));
    rows.map(|(module, _)| module.to_owned()).collect()
}

/// The modules declared in a file, except test modules.
fn declared(text: &str) -> Vec<String> {
    let of = |line: &str| Some(line.strip_suffix(';')?.rsplit_once("mod ")?.1.to_owned());
    let modules = text.lines().filter(|line| !line.starts_with(' ')).filter_map(of);
    modules.filter(|module| module != "test_support").collect()
}

#[test]
fn no_file_is_longer_than_can_be_read() {
    for (file, text) in sources() {
        let lines = text.lines().count();
        assert!(lines <= MAX_LINES, "src/{file}: {lines} lines");
    }
}

/// Cards and rulings are data. The only exceptions are examples in help texts.
#[test]
fn no_card_is_named_in_the_program() {
    let built_in = Files::built_in();
    let (corpus, _) = Corpus::load(&built_in);
    let (book, _) = CardBook::load(&built_in);
    let named = corpus.rulings().flat_map(|r| r.cards.iter().map(|c| c.name.clone()));
    let names: BTreeSet<String> = named
        .chain(book.cards().map(|c| c.name().to_owned()))
        .map(|name| name.split(" (").next().unwrap_or(&name).to_owned())
        .filter(|name| name.chars().count() > 3 && !RULES_TERMS.contains(&name.as_str()))
        .collect();
    assert!(names.len() > 500, "{} names", names.len());
    let mut wrong = Vec::new();
    for (file, text) in sources() {
        if file.starts_with("cli/") {
            continue;
        }
        for (n, line) in program(&text).filter(|(_, l)| l.contains('"')) {
            let whole = |at: usize, name: &str| {
                let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
                !letter(line[..at].chars().next_back()) && !letter(line[at + name.len()..].chars().next())
            };
            for name in &names {
                if line.match_indices(name.as_str()).any(|(at, _)| whole(at, name)) {
                    wrong.push(format!("src/{file}:{n}: {name}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn one_file_writes_to_the_terminal_and_one_knows_colours() {
    for (file, text) in files(&root().join("src"), "rs") {
        for (n, line) in program(&text) {
            let writes = ["print!(", "println!(", "eprint!(", "eprintln!(", "stdout()", "stderr()"];
            let clap = line.contains("error.use_stderr()");
            if writes.iter().any(|w| line.contains(w)) && !clap {
                assert_eq!(file, "cli/ui.rs", "src/{file}:{n}: {line}");
            }
            if line.contains("colored::") || line.contains("\\x1b") || line.contains("\\u{1b}") {
                assert!(["cli/ui.rs", "render/style.rs"].contains(&file.as_str()), "src/{file}:{n}: {line}");
            }
        }
    }
}

/// Who else reads rulings than the context of all commands, with reasons.
const OTHER_READERS: [(&str, &str); 10] = [
    ("cli/as_of.rs", "of the files of replays, which threads of the server share"),
    ("cli/commands/asks.rs", "the files on disk, to which it adds"),
    ("cli/commands/completions.rs", "the built-in rulings, whatever is in use"),
    ("cli/commands/diff.rs", "the files on disk, with those that are compared"),
    ("cli/commands/lint.rs", "the files that it checks, with errors"),
    ("cli/commands/new_event.rs", "the files that it is about to write"),
    ("cli/commands/replay.rs", "once, for all threads of the server"),
    ("cli/commands/rule.rs", "the files that it is about to write"),
    ("cli/context.rs", "all others take it from here"),
    ("cli/problems.rs", "runs every loader for what it finds wrong"),
];

/// Where the rulings come from is decided once, and what a command reads from them is read once.
#[test]
fn commands_take_what_is_read_from_the_context() {
    const READS: [&str; 8] = [
        "CardBook::load(",
        "CardLibrary::load(",
        "Corpus::load(",
        "Corpus::load_rulings(",
        "HeldRulings::open(",
        "Library::open(",
        "Versions::read(",
        "layered_files(",
    ];
    let mut readers = BTreeSet::new();
    for (file, text) in files(&root().join("src"), "rs") {
        let is_face = ["cli/", "faces/", "render/"].iter().any(|of| file.starts_with(of));
        if is_face && program(&text).any(|(_, line)| READS.iter().any(|read| line.contains(read))) {
            readers.insert(file);
        }
    }
    let listed: BTreeSet<String> = OTHER_READERS.iter().map(|(file, _)| (*file).to_owned()).collect();
    assert_eq!(readers, listed, "left: who reads rulings; right: who may");
    assert!(OTHER_READERS.iter().all(|(_, reason)| !reason.is_empty()));
}

/// The formatter limits the width of code, but not of comments.
#[test]
fn comments_are_no_wider_than_code() {
    let mut wrong = Vec::new();
    for folder in ["src", "learn/src", "tree/src", "tests", "examples", "offline/src", "fuzz/fuzz_targets"] {
        for (file, text) in files(&root().join(folder), "rs") {
            let file = format!("{folder}/{file}");
            for (n, line) in text.lines().enumerate() {
                let width = line.chars().count();
                if line.trim_start().starts_with("//") && width > MAX_COMMENT_WIDTH {
                    wrong.push(format!("{file}:{}: {width} characters", n + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_file_of_tests_says_what_it_promises() {
    let reported = std::fs::read_to_string(root().join("tests/README.md")).expect("there is one");
    let rows: Vec<&str> = reported.lines().filter(|line| line.starts_with("| `")).collect();
    let mut files = 0;
    for folder in ["tests", "tests/benches"] {
        for entry in std::fs::read_dir(root().join(folder)).expect("a folder") {
            let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
            if name.ends_with(".rs") {
                let bench = format!("`benches/{name}`");
                let is_reported = |row: &&str| {
                    if folder == "tests" { row.contains(&format!("`{name}`")) } else { row.contains(&bench) }
                };
                assert!(rows.iter().any(is_reported), "{folder}/{name} has no row in tests/README.md");
                files += 1;
            }
        }
    }
    assert!(files > 50, "{files} files of tests");
}

/// Every invariant in ARCHITECTURE.md names an existing test.
#[test]
fn every_invariant_names_a_test_that_is_there() {
    let plan = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("there is one");
    let (_, invariants) = plan.split_once("## Invariants").expect("it has invariants");
    let invariants = invariants.split("\n## ").next().unwrap_or_default();
    let mut held = 0;
    for invariant in invariants.split(". **").skip(1) {
        assert_names_tests(invariant);
        held += 1;
    }
    assert_eq!(held, 9, "invariants");
}

/// The text names tests, and each is in the file it is said to be in.
pub(crate) fn assert_names_tests(promise: &str) {
    let quoted = promise.split('`').skip(1).step_by(2);
    let named: Vec<(&str, &str)> = quoted.filter_map(|name| name.split_once("::")).collect();
    assert!(!named.is_empty(), "no test holds: {promise}");
    for (file, test) in named {
        let text = std::fs::read_to_string(root().join(format!("tests/{file}.rs")));
        let text = text.unwrap_or_else(|why| panic!("tests/{file}.rs: {why}"));
        let begin = format!("fn {test}()");
        let is_it = |rest: &str| {
            rest.lines()
                .find(|line| !line.starts_with("#[ignore"))
                .is_some_and(|line| line.starts_with(&begin))
        };
        assert!(text.split("#[test]\n").skip(1).any(is_it), "{file}::{test} is not there");
    }
}

#[test]
fn every_promise_of_the_readme_names_a_test_that_is_there() {
    let page = std::fs::read_to_string(root().join("tests/README.md")).expect("there is one");
    let (_, promises) = page.split_once("## What the README promises").expect("they stand there");
    // The first one is the header of the table.
    let rows: Vec<&str> = promises.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
    rows.iter().for_each(|row| assert_names_tests(row));
    assert!(rows.len() >= 20, "{} promises", rows.len());
}

#[test]
fn the_program_has_no_holes_in_it() {
    for (file, text) in sources() {
        for (n, line) in program(&text) {
            let holes = ["todo!(", "unimplemented!(", "FIXME", ".unwrap()", "dbg!(", "panic!("];
            assert!(!holes.iter().any(|h| line.contains(h)), "src/{file}:{n}: {line}");
        }
    }
}

/// Editors use the schemas in `rulings/schemas/`, and the program uses the types. To rewrite the files:
/// `JUDGE_WRITE_SCHEMAS=1 cargo test --test all house`.
#[test]
fn the_schemas_are_those_of_the_types() {
    let folder = root().join("rulings/schemas");
    let mut expected = BTreeMap::new();
    for (name, schema) in judge::cli::schemas() {
        let text = serde_json::to_string_pretty(&schema).expect("a schema is a value");
        expected.insert(format!("{name}.json"), text + "\n");
    }
    if std::env::var_os("JUDGE_WRITE_SCHEMAS").is_some() {
        for (name, schema) in &expected {
            std::fs::write(folder.join(name), schema).expect("a schema");
        }
    }
    let kept = files(&folder, "json");
    let kept_names: Vec<&String> = kept.keys().collect();
    assert_eq!(kept_names, expected.keys().collect::<Vec<_>>());
    for (name, schema) in expected {
        assert!(kept[&name] == schema, "rulings/schemas/{name} is not the schema of its types");
    }
    let printed = User::new().judge(&["schema", "entries"]).status(0).out;
    assert!(printed == kept["entries.json"] || std::env::var_os("JUDGE_WRITE_SCHEMAS").is_some());
}

/// The first line of every YAML file names an existing schema.
#[test]
fn files_name_schemas_that_exist() {
    let mut named = 0;
    for (file, text) in files(&root().join("rulings"), "yaml") {
        let first = text.lines().next().unwrap_or_default();
        let Some((_, schema)) = first.split_once("$schema=") else { continue };
        let folder = root().join("rulings").join(&file);
        let schema = folder.parent().expect("a folder").join(schema.trim());
        assert!(schema.is_file(), "rulings/{file} names {}", schema.display());
        named += 1;
    }
    assert!(named > 10, "only {named} files name their schema");
}

#[test]
fn every_code_of_a_finding_is_explained() {
    let rulings = judge::corpus::Files::built_in();
    let (explained, problems) = judge::corpus::explain::load(&rulings);
    assert!(problems.is_empty(), "{problems:?}");
    for code in DiagnosticCode::ALL {
        assert!(
            explained.iter().any(|e| *e.code == code.as_str()),
            "judge explain {} says nothing",
            code.as_str()
        );
    }
}
