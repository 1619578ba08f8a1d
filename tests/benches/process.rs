//! Times `judge` processes against `rg` on the documents and `sqlite3` with an FTS5 table of the same texts:
//! run alternately in one sitting, with medians and medians of the ratios.
//!
//! `cargo bench --bench process` (with ripgrep and sqlite3 if they are installed; both are in Debian).
//! Arguments after `--` select rows by name: `cargo bench --bench process -- search`.
//!
//! On Linux, page faults are printed beside the times. To measure what the other user interfaces cost a
//! search, run `cargo build --release --no-default-features --target-dir target/plain` and set
//! `JUDGE_OTHER=target/plain/release/judge`. Both programs are copied first, because the number of page
//! faults depends on how the page cache holds a file, which differs between a file just linked and one just
//! read.

#![allow(clippy::print_stdout)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use judge::corpus::Corpus;

/// Measured rounds, and warm-up rounds before them.
const ROUNDS: usize = 40;
const WARM_UP: usize = 3;
/// The number of decks in a large folder, and how often they are checked.
const DECKS: usize = 1_000;
const FEW_ROUNDS: usize = 4;

const ONE: &str = "protect";
const TEN: &str = "he countered my event do I get the resources back";
const THIRTY: &str = "my opponent attacked with two units and I defended with a character that has protect so the damage \
                      was moved to it and now he says my shield cannot stop any of that";

/// A command to measure.
struct Row {
    name: &'static str,
    arguments: Vec<String>,
    /// The words, if it is a search.
    words: Option<&'static str>,
    rounds: usize,
}

fn rows(decks: &Path) -> Vec<Row> {
    let row = |name, arguments: &[&str], words| {
        let arguments = arguments.iter().map(|a| (*a).to_owned()).collect();
        Row { name, arguments, words, rounds: ROUNDS }
    };
    let one = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/deck/real");
    let one = sorted(&one).into_iter().next().expect("a deck");
    let (one, many) = (one.to_string_lossy(), decks.to_string_lossy());
    let thousand = Row { rounds: FEW_ROUNDS, ..row("deck check of 1,000", &["deck", "check", &many], None) };
    vec![
        row("--version", &["--version"], None),
        row("search, 1 word", &["search", ONE], Some(ONE)),
        row("search, 10 words", &["search", TEN], Some(TEN)),
        row("search, 30 words", &["search", THIRTY], Some(THIRTY)),
        row("show", &["show", "lcg:timing.damage"], None),
        row("card", &["card", "fleet command center"], None),
        row("errata", &["errata", "gamor run"], None),
        row("define", &["define", "unopposed"], None),
        row("deck check of 1", &["deck", "check", &one], None),
        row("replay", &["replay", "nested-sequences"], None),
        row("replay --list", &["replay", "--list"], None),
        thousand,
    ]
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let decks = many_decks(folder.path());
    let table = has("sqlite3").then(|| table(folder.path()));
    let rg = has("rg");
    for (there, name) in [(rg, "rg"), (table.is_some(), "sqlite3")] {
        if !there {
            println!("{name} is not installed here: no ratios to it");
        }
    }
    println!(
        "{:<22} {:>10} {:>8} {:>8} {:>8} {:>8}",
        "judge …", "median", "× rg", "× FTS5", "faults", "other's"
    );
    for row in rows(&decks) {
        if wanted.is_empty() || wanted.iter().any(|w| row.name.contains(w.as_str())) {
            measure(&row, folder.path(), rg, table.as_deref());
        }
    }
}

/// The number of minor page faults of child processes that have been waited for, if the system reports it.
fn faults() -> Option<u64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The ninth field after the name, which may contain anything.
    stat.rsplit_once(')')?.1.split_whitespace().nth(8)?.parse().ok()
}

/// The page faults of one run.
fn faults_of(command: &mut Command) -> Option<u64> {
    let before = faults()?;
    time(command);
    Some(faults()? - before)
}

/// The program with a row's arguments.
fn judge(program: impl AsRef<std::ffi::OsStr>, row: &Row, cache: &Path) -> Command {
    let mut judge = Command::new(program);
    judge.args(&row.arguments).current_dir(cache).env("XDG_CACHE_HOME", cache).env("HOME", cache);
    judge
}

/// Measures a row and its competitors alternately, and prints the results.
fn measure(row: &Row, cache: &Path, rg: bool, table: Option<&Path>) {
    let copied = |program: std::ffi::OsString, name: &str| {
        let copy = cache.join(name);
        std::fs::copy(program, &copy).expect("the program is copied");
        copy
    };
    let mut judge = self::judge(copied(env!("CARGO_BIN_EXE_judge").into(), "own"), row, cache);
    let other = std::env::var_os("JUDGE_OTHER").map(|program| copied(program, "other"));
    let mut other = other.map(|program| self::judge(program, row, cache));
    let mut others = [rg.then(ripgrep), table.zip(row.words).map(|(table, words)| fts5(table, words))];
    let mut ours = Vec::new();
    let mut ratios = [Vec::new(), Vec::new()];
    for round in 0..row.rounds + WARM_UP {
        let own = time(&mut judge);
        let theirs = others.each_mut().map(|other| other.as_mut().map(time));
        if round < WARM_UP {
            continue;
        }
        ours.push(own);
        for (ratios, their) in ratios.iter_mut().zip(theirs) {
            ratios.extend(their.map(|their| own.as_secs_f64() / their.as_secs_f64()));
        }
    }
    let shown =
        |ratios: Vec<f64>| middle(ratios, f64::total_cmp).map_or("-".to_owned(), |r| format!("{r:.2}"));
    let [to_rg, to_fts5] = ratios.map(shown);
    let median = middle(ours, Ord::cmp).unwrap_or_default();
    // The first run of the other build creates its own index.
    let mut faults = |command: &mut Command| {
        let runs: Vec<u64> = (0..WARM_UP + row.rounds).filter_map(|_| faults_of(command)).collect();
        middle(runs, Ord::cmp).map_or("-".to_owned(), |faults| faults.to_string())
    };
    let (own, others) = (faults(&mut judge), other.as_mut().map_or("-".to_owned(), &mut faults));
    println!("{:<22} {:>10} {to_rg:>8} {to_fts5:>8} {own:>8} {others:>8}", row.name, format!("{median:.2?}"));
}

fn ripgrep() -> Command {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("rulings");
    let mut rg = Command::new("rg");
    rg.args(["-i", "protect"]).arg(sources.join("lcg/sources")).arg(sources.join("tcg/sources"));
    rg
}

fn fts5(table: &Path, words: &str) -> Command {
    let any: Vec<String> = words.split(' ').map(|word| format!("\"{word}\"")).collect();
    let any = any.join(" OR ");
    let query = format!("SELECT id, text FROM rulings WHERE rulings MATCH '{any}' ORDER BY rank LIMIT 5;");
    let mut sqlite = Command::new("sqlite3");
    sqlite.arg(table).arg(query);
    sqlite
}

fn has(program: &str) -> bool {
    Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

/// An FTS5 table with every ruling's text.
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

/// A large folder of decks: copies of the test decks.
fn many_decks(folder: &Path) -> PathBuf {
    let decks = folder.join("decks");
    std::fs::create_dir(&decks).expect("a folder");
    let real = sorted(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/deck/real"));
    for (n, deck) in real.iter().cycle().take(DECKS).enumerate() {
        let name = deck.file_name().expect("a name").to_string_lossy();
        std::fs::copy(deck, decks.join(format!("{n:04}-{name}"))).expect("copied");
    }
    decks
}

/// The files of a folder, sorted.
fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|e| e.expect("readable").path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.is_file()).collect();
    files.sort();
    files
}

fn time(command: &mut Command) -> Duration {
    let started = Instant::now();
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().expect("it runs");
    started.elapsed()
}

fn middle<T: Copy>(mut values: Vec<T>, order: fn(&T, &T) -> std::cmp::Ordering) -> Option<T> {
    values.sort_by(order);
    values.get(values.len() / 2).copied()
}
