//! A whole `judge search` process beside `rg` over the same documents and beside `sqlite3` with an FTS5 table of the same
//! texts: alternately, in one sitting, medians and their ratios.
//!
//! `cargo bench --bench process` (ripgrep and sqlite3 where they are installed; both are in Debian's packages).

#![allow(clippy::print_stdout)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use judge::corpus::Corpus;

const RUNS: usize = 40;
const WARM_UP: usize = 5;

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let judge = |cache: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_judge"));
        command
            .args(["search", "protect"])
            .current_dir(cache)
            .env("XDG_CACHE_HOME", cache)
            .env("HOME", cache);
        command
    };
    let cache = folder.path().to_owned();
    let mut empty = Command::new("true");
    compare("an empty process", &mut empty, &mut judge(&cache));
    if has("rg") {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("rulings");
        let mut rg = Command::new("rg");
        rg.args(["-i", "protect"]).arg(sources.join("lcg/sources")).arg(sources.join("tcg/sources"));
        compare("rg -i protect over the three documents", &mut rg, &mut judge(&cache));
    }
    if has("sqlite3") {
        let table = table(folder.path());
        let mut sqlite = Command::new("sqlite3");
        let query = "SELECT id, text FROM rulings WHERE rulings MATCH 'protect' ORDER BY rank LIMIT 5;";
        sqlite.arg(table).arg(query);
        compare("sqlite3 with an FTS5 table of the same texts", &mut sqlite, &mut judge(&cache));
    }
}

fn has(program: &str) -> bool {
    Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

/// An FTS5 table of every ruling's text.
fn table(folder: &Path) -> PathBuf {
    let path = folder.join("rulings.sqlite");
    let quoted = |text: &str| format!("'{}'", text.replace('\'', "''"));
    let mut script =
        String::from("CREATE VIRTUAL TABLE rulings USING fts5(id, title, text, tokenize='porter');\n");
    for ruling in Corpus::built_in().rulings() {
        let row = [&ruling.id, &ruling.title, &ruling.text()].map(|t| quoted(t)).join(", ");
        script += &format!("INSERT INTO rulings VALUES ({row});\n");
    }
    let file = folder.join("rulings.sql");
    std::fs::write(&file, script).expect("written");
    let read = std::fs::File::open(&file).expect("readable");
    let status = Command::new("sqlite3").arg(&path).stdin(read).status().expect("sqlite3 runs");
    assert!(status.success());
    path
}

fn compare(name: &str, other: &mut Command, judge: &mut Command) {
    let (mut theirs, mut ours) = (Vec::new(), Vec::new());
    for run in 0..RUNS + WARM_UP {
        let (a, b) = (time(other), time(judge));
        if run >= WARM_UP {
            theirs.push(a);
            ours.push(b);
        }
    }
    let (theirs, ours) = (median(theirs), median(ours));
    let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
    println!(
        "{name}: {theirs:.2?}; judge search: {ours:.2?}; judge takes {ratio:.2} times as long (median of {RUNS})"
    );
}

fn time(command: &mut Command) -> Duration {
    let started = Instant::now();
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().expect("it runs");
    started.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
