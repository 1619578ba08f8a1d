//! How search grows: generated corpora of ten thousand, a hundred thousand and, on request, a million
//! rulings, beside SQLite FTS5 on the same data in the same run.
//!
//! `cargo bench --bench scale -- [N …]` (FTS5 where `sqlite3` is installed; a million needs about 8 GB of
//! memory).
//!
//! What is compared:
//! - Building begins with the rulings in memory and ends with the finished file, which nobody waits for to
//!   reach the disk. FTS5 reads them from a table in memory, in one transaction, with porter stems and
//!   without a journal; both index the title with its headings, the names of cards and the text, and both
//!   store the whole ruling. Only judge also indexes neighbouring words and words without stems, and turns
//!   the ruling into the bytes it stores.
//! - Searching is done by a process of its own that opens the file and asks every query once before it is
//!   timed. Judge ranks, corrects and widens as ever, and the fastest of three tries counts; FTS5 looks for
//!   any of the words, sorts by its `rank`, and of one try the time of the processor counts, since `sqlite3`
//!   tells the other by the millisecond only.
//! - Anonymous memory is what that process holds at its end, pages of the file apart.

#![allow(clippy::print_stdout, clippy::print_stderr)]

#[path = "scale/generate.rs"]
mod generate;
#[path = "scale/sqlite.rs"]
mod sqlite;

use std::io::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use generate::Words;
use judge::corpus::Corpus;
use judge::search::{Library, Request, build, pack::Pack};

const QUERIES: usize = 500;
/// A query is timed this many times and the fastest counts, since the others include interference from the
/// machine.
const TRIES: usize = 3;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [search, index, queries] = arguments.as_slice()
        && search == "search"
    {
        return search_all(Path::new(index), Path::new(queries));
    }
    let sizes: Vec<usize> = arguments.iter().filter_map(|a| a.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![10_000, 100_000] } else { sizes };
    let seed = Corpus::built_in();
    println!("program   rulings  rulings/s  of FTS5's   file MB    p50 ms    p99 ms   anon MB");
    let mut before: Option<(Row, Option<Row>)> = None;
    for size in sizes {
        let (judge, fts) = measure(&seed, size);
        let (judge_before, fts_before) = match &before {
            Some((judge, fts)) => (Some(judge), fts.as_ref()),
            None => (None, None),
        };
        print("judge", &judge, judge_before, fts.as_ref());
        if let Some(fts) = &fts {
            print("FTS5", fts, fts_before, None);
        }
        before = Some((judge, fts));
    }
}

/// The results of one program for one corpus.
pub struct Row {
    rulings: usize,
    built: Duration,
    bytes: u64,
    p50: f64,
    p99: f64,
    /// Anonymous memory of the search process, in kB.
    anonymous: u64,
}

impl Row {
    fn rate(&self) -> f64 {
        self.rulings as f64 / self.built.as_secs_f64()
    }
}

/// Prints a line of figures and, after a smaller size, a line with the growth.
fn print(program: &str, row: &Row, before: Option<&Row>, fts: Option<&Row>) {
    let share = fts.map_or("-".to_owned(), |fts| format!("{:.2}", row.rate() / fts.rate()));
    let figures = |row: &Row| {
        let anonymous = row.anonymous as f64 / 1e3;
        [row.rulings as f64, row.rate(), row.bytes as f64 / 1e6, row.p50, row.p99, anonymous]
    };
    let [rulings, rate, bytes, p50, p99, anonymous] = figures(row);
    println!(
        "{program:<7} {rulings:>9} {rate:>10.0} {share:>10} {bytes:>9.1} {p50:>9.2} {p99:>9.2} {anonymous:>9.1}"
    );
    let Some(before) = before.map(figures) else { return };
    let times: Vec<String> =
        figures(row).iter().zip(before).map(|(now, then)| format!("×{:.1}", now / then)).collect();
    println!(
        "  grew  {:>9} {:>10} {:>10} {:>9} {:>9} {:>9} {:>9}",
        times[0], times[1], "", times[2], times[3], times[4], times[5]
    );
}

fn measure(seed: &Corpus, size: usize) -> (Row, Option<Row>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut words = Words::of(seed, size);
    eprintln!("{size}: generating");
    let rulings = generate::rulings(seed, size, &mut words);
    let queries: Vec<String> = (0..QUERIES).map(|_| words.query()).collect();
    eprintln!("{size}: FTS5");
    let fts = sqlite::measure(folder.path(), &rulings, &queries);
    let corpus = Corpus::of_rulings(rulings);
    eprintln!("{size}: judge");
    let path = folder.path().join("large.index");
    let started = Instant::now();
    let mut file = std::io::BufWriter::new(std::fs::File::create(&path).expect("created"));
    build::pack(&corpus, &[], &mut file).expect("built");
    file.flush().expect("written");
    let built = started.elapsed();
    drop(corpus);
    let asked = folder.path().join("queries.txt");
    std::fs::write(&asked, queries.join("\n")).expect("written");
    let [p50, p99, anonymous] = searched(&path, &asked);
    let bytes = std::fs::metadata(&path).expect("there").len();
    (Row { rulings: size, built, bytes, p50, p99, anonymous: anonymous as u64 }, fts)
}

/// Searches in a separate process.
fn searched(index: &Path, queries: &Path) -> [f64; 3] {
    let this = std::env::current_exe().expect("this program");
    let output = Command::new(this).arg("search").arg(index).arg(queries).output().expect("started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8(output.stdout).expect("text");
    let mut figures = said.split_whitespace().map(|f| f.parse().expect("a number"));
    [(); 3].map(|()| figures.next().expect("three numbers"))
}

/// That process: prints p50 and p99 in ms, and its anonymous memory in kB.
fn search_all(index: &Path, queries: &Path) {
    let library = Library::over(Pack::open(index).expect("whole"), Vec::new()).expect("opens");
    let queries = std::fs::read_to_string(queries).expect("there");
    let search = |query: &str| {
        let started = Instant::now();
        library.search(&Request::new(query, 5)).expect("answered");
        started.elapsed()
    };
    let queries: Vec<&str> = queries.lines().collect();
    for query in &queries {
        search(query);
    }
    let fastest = |query: &&str| (0..TRIES).map(|_| search(query)).min().unwrap_or_default();
    let times = queries.iter().map(fastest).collect();
    let (p50, p99) = quantiles(times);
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    println!("{p50} {p99} {}", anonymous(&status));
}

/// Anonymous memory in kB from `/proc`, not counting file pages.
fn anonymous(status: &str) -> u64 {
    let line = status.lines().find(|l| l.starts_with("RssAnon:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|n| n.parse().ok()).unwrap_or_default()
}

/// The median and the 99th percentile, in ms.
fn quantiles(mut times: Vec<Duration>) -> (f64, f64) {
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    (at(0.5), at(0.99))
}
