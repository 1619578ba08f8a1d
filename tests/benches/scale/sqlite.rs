//! The same in SQLite, as a process controlled by its standard input.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use judge::corpus::Ruling;

use crate::{Row, anonymous, quantiles};

/// Rulings times queries: the time of a query in FTS5 grows with the corpus.
const ASKED: usize = 10_000_000;
/// The minimum number of queries.
const MIN_ASKED: usize = 25;

/// Builds an FTS5 table of the rulings and runs as many queries as take a minute or two; `None` if `sqlite3`
/// is not installed.
pub fn measure(folder: &Path, rulings: &[Ruling], queries: &[String]) -> Option<Row> {
    let (data, database) = (folder.join("rulings.tsv"), folder.join("rulings.sqlite"));
    write(&data, rulings).expect("a temporary file");
    let built = run(
        &database,
        format!(
            "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; PRAGMA temp_store = MEMORY;
CREATE TEMP TABLE staged(id, ruling, title, cards, text);
CREATE VIRTUAL TABLE r USING fts5(id UNINDEXED, ruling UNINDEXED, title, cards, text, tokenize = 'porter');
.mode tabs
.import {} staged
.timer on
INSERT INTO r SELECT * FROM staged;
",
            data.display()
        ),
    )?;
    let asked = queries.len().min((ASKED / rulings.len().max(1)).max(MIN_ASKED));
    let asked: String = queries.iter().take(asked).map(|query| select(query)).collect();
    let memory = ".system grep RssAnon /proc/$PPID/status\n";
    let searched = run(&database, format!("{asked}.timer on\n{asked}{memory}"))?;
    let (p50, p99) = quantiles(times(&searched, Clock::Processor));
    let bytes = std::fs::metadata(&database).ok()?.len();
    Some(Row {
        rulings: rulings.len(),
        built: times(&built, Clock::Wall).into_iter().sum(),
        bytes,
        p50,
        p99,
        anonymous: anonymous(&searched),
    })
}

/// Writes rulings as lines of columns, with the searched words separate from the rest so that nothing is
/// stored twice.
fn write(path: &Path, rulings: &[Ruling]) -> anyhow::Result<()> {
    let mut file = std::io::BufWriter::new(std::fs::File::create(path)?);
    for ruling in rulings {
        let above = ruling.section.last().map_or("", String::as_str);
        let cards: Vec<&str> = ruling.cards.iter().map(|c| c.name.as_str()).collect();
        let (id, title, text) = (&ruling.id, &ruling.title, ruling.text().replace('\n', " "));
        let rest = Ruling { title: String::new(), question: None, answer: String::new(), ..ruling.clone() };
        let rest = serde_json::to_string(&rest)?;
        writeln!(file, "{id}\t{rest}\t{title} {above} {}\t{}\t{text}", ruling.place, cards.join(" "))?;
    }
    Ok(file.flush()?)
}

fn select(query: &str) -> String {
    let any = query.split(' ').map(|w| format!("\"{w}\"")).collect::<Vec<_>>().join(" OR ");
    let found = format!("SELECT id, ruling, text FROM r WHERE r MATCH '{any}' ORDER BY rank LIMIT 5");
    format!("SELECT sum(length(id) + length(ruling) + length(text)) FROM ({found});\n")
}

/// Which of a statement's times to use.
#[derive(Clone, Copy)]
enum Clock {
    Wall,
    Processor,
}

/// Runs a script and returns its output.
fn run(database: &Path, script: String) -> Option<String> {
    let mut command = Command::new("sqlite3");
    let mut child = command.arg(database).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let mut input = child.stdin.take()?;
    let writing = std::thread::spawn(move || input.write_all(script.as_bytes()));
    let output = child.wait_with_output().ok()?;
    writing.join().ok()?.ok()?;
    String::from_utf8(output.stdout).ok()
}

/// The time of each timed statement.
fn times(said: &str, clock: Clock) -> Vec<Duration> {
    let seconds = |line: &str| {
        let words: Vec<&str> = line.strip_prefix("Run Time: real ")?.split_whitespace().collect();
        let number = |n: usize| words.get(n)?.parse::<f64>().ok();
        match clock {
            Clock::Wall => number(0),
            Clock::Processor => Some(number(2)? + number(4)?),
        }
    };
    let times: Vec<Duration> = said.lines().filter_map(seconds).map(Duration::from_secs_f64).collect();
    assert!(!times.is_empty(), "sqlite3 tells no times: {said}");
    times
}
