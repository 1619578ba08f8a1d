//! The documents of the repository name only files, folders and tests that are there, and at its top lies
//! nothing by accident.

use std::collections::BTreeSet;
use std::path::Path;

use super::root;

/// The documents whose names are looked up.
const DOCUMENTS: [&str; 9] = [
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "README.md",
    "fuzz/README.md",
    "index/README.md",
    "release/README.md",
    "rulings/README.md",
    "rulings/scenarios.md",
    "tests/README.md",
];

/// Names of what a reader of a document makes, or a program.
const MADE: [&str; 11] = [
    "decks/",
    "faq.txt",
    "found/",
    "index/",
    "mine.yaml",
    "questions.txt",
    "registration/",
    "remainder.txt",
    "rulings.html",
    "target/packages/",
    "target/tmp/",
];

/// The endings of names that are taken for those of files.
const ENDINGS: [&str; 10] = ["css", "html", "json", "md", "py", "rs", "svg", "toml", "txt", "yaml"];

/// The files at the top of the repository.
const TOP: [&str; 12] = [
    ".gitignore",
    ".rustfmt.toml",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE",
    "NOTICE",
    "README.md",
    "THIRD-PARTY",
    "build.rs",
];

/// The paths of all files and folders, these with a slash at the end, as `/src/lib.rs`.
fn paths() -> BTreeSet<String> {
    fn collect(folder: &Path, shown: &str, into: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable")) {
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = format!("{shown}/{name}");
            if !entry.path().is_dir() {
                into.insert(path);
            } else if ![".git", "target"].contains(&name.as_str()) {
                collect(&entry.path(), &path, into);
                into.insert(path + "/");
            }
        }
    }
    let mut paths = BTreeSet::new();
    collect(root(), "", &mut paths);
    paths
}

/// The names of files and folders in a piece of code in a document.
fn names(code: &str) -> impl Iterator<Item = &str> {
    let is_name = |word: &&str| {
        let file =
            word.rsplit_once('.').is_some_and(|(stem, ending)| !stem.is_empty() && ENDINGS.contains(&ending));
        let plain = word.chars().all(|c| c.is_alphanumeric() || "/._-".contains(c));
        plain && (file || word.ends_with('/'))
    };
    code.split_whitespace().filter(is_name)
}

/// The file and the name of a test, where the code names one.
fn named_test(code: &str) -> Option<(String, &str)> {
    let (file, test) = code.rsplit_once("::")?;
    let is_name = |text: &str| {
        !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    let is_path = file != "judge" && file.split("::").all(is_name);
    (is_path && is_name(test)).then(|| (file.replace("::", "/"), test))
}

#[test]
fn names_of_files_and_tests_are_known() {
    let of = |code| names(code).collect::<Vec<_>>();
    assert_eq!(of("judge import faq.txt --into new-faq"), ["faq.txt"]);
    assert_eq!(of("tests/cli/ and src/cli/ui.rs"), ["tests/cli/", "src/cli/ui.rs"]);
    assert_eq!(
        named_test("replay::every_scenario_passes"),
        Some(("replay".to_owned(), "every_scenario_passes"))
    );
    assert_eq!(named_test("house::docs::a_test"), Some(("house/docs".to_owned(), "a_test")));
    assert_eq!(named_test("cargo test deck::"), None);
    assert_eq!(named_test("judge::parts"), None);
    assert_eq!(of("rulings/<game>/play.yaml core.strike-order .html v2.2"), [""; 0]);
}

/// A name may leave out the folders before it that the sentence around it says.
#[test]
fn documents_name_what_is_there() {
    let (paths, mut wrong) = (paths(), Vec::new());
    for document in DOCUMENTS {
        let text = std::fs::read_to_string(root().join(document)).expect("a document");
        for name in text.split('`').skip(1).step_by(2).flat_map(names) {
            let end = format!("/{}", name.trim_start_matches("../"));
            if !MADE.contains(&name) && !paths.iter().any(|path| path.ends_with(&end)) {
                wrong.push(format!("{document}: `{name}` is not there"));
            }
        }
        for link in text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
            let beside = root().join(document).parent().expect("a folder").join(link);
            if !link.contains("://") && !beside.exists() {
                wrong.push(format!("{document}: the link to {link} leads nowhere"));
            }
        }
        for (file, test) in text.split('`').skip(1).step_by(2).filter_map(named_test) {
            let tests = std::fs::read_to_string(root().join(format!("tests/{file}.rs"))).unwrap_or_default();
            if !tests.contains(&format!("fn {test}()")) {
                wrong.push(format!("{document}: there is no test {file}::{test}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Whether a line of `.gitignore` is about a file at the top.
fn ignores(line: &str, file: &str) -> bool {
    match line.strip_prefix('*') {
        Some(end) => file.ends_with(end),
        None => line.trim_start_matches('/') == file,
    }
}

/// A slip in a shell, `>` for `|`, leaves a file that is easily committed.
#[test]
fn nothing_lies_at_the_top_by_accident() {
    let ignored = std::fs::read_to_string(root().join(".gitignore")).expect("there is one");
    let entries = std::fs::read_dir(root()).expect("a folder").map(|entry| entry.expect("readable"));
    let files = entries.filter(|entry| entry.path().is_file());
    let names = files.map(|entry| entry.file_name().to_string_lossy().into_owned());
    // In a worktree, `.git` is a file.
    let found: BTreeSet<String> =
        names.filter(|name| name != ".git" && !ignored.lines().any(|line| ignores(line, name))).collect();
    assert_eq!(found, TOP.map(str::to_owned).into(), "tests/house/documents.rs lists what belongs there");
}

/// The tests that need more than Rust, and say that `.ci/run` runs them, are run there.
#[test]
fn what_is_left_to_the_last_check_is_run_there() {
    let script = std::fs::read_to_string(root().join(".ci/run")).expect("a script");
    let calls = script.split("ignored ").skip(1).filter_map(|rest| rest.split(['\n', ';']).next());
    let filters: Vec<&str> =
        calls.flat_map(str::split_whitespace).filter(|name| name.contains("::")).collect();
    let mut left = Vec::new();
    for (file, text) in super::files(&root().join("tests"), "rs") {
        let ignored = text.split("#[ignore = \"").skip(1).filter_map(|rest| rest.split_once("fn "));
        for (reason, rest) in ignored.filter(|(reason, _)| reason.contains(".ci/run runs it")) {
            let module = file.trim_end_matches(".rs").replace('/', "::");
            let name = format!("{module}::{}", rest.split('(').next().unwrap_or_default());
            left.push((filters.iter().any(|filter| name.contains(filter)), name, reason.len()));
        }
    }
    assert!(left.len() > 4, "{left:?}");
    let never: Vec<_> = left.iter().filter(|(run, ..)| !run).map(|(_, name, _)| name).collect();
    assert!(never.is_empty(), ".ci/run runs none of {never:?}, though they say so");
}
