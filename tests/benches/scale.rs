//! How search grows: corpora of ten thousand, a hundred thousand and a million generated rulings, beside SQLite FTS5 on the
//! same texts in the same run.
//!
//! `cargo bench --bench scale -- [N …]` (FTS5 where `sqlite3` is installed).

#![allow(clippy::print_stdout)]

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use judge::corpus::{Corpus, Ruling};
use judge::search::{Library, Request, build, pack::Pack};

const QUERIES: usize = 400;

fn main() {
    let sizes: Vec<usize> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![10_000, 100_000, 1_000_000] } else { sizes };
    let seed = Corpus::built_in();
    println!(
        "rulings    words   index/s  FTS5/s ratio    index MB  FTS5 MB   p50 ms   p99 ms  FTS5 p50  p99   anon MB"
    );
    for size in sizes {
        measure(&seed, size);
    }
}

fn measure(seed: &Corpus, size: usize) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut words = Words::of(seed, size);
    let rulings = generate(seed, size, &mut words);
    let count: usize = rulings.iter().map(|r| r.answer.split(' ').count()).sum();
    let queries: Vec<String> = (0..QUERIES).map(|_| words.text(3, 9)).collect();
    let fts = sqlite(folder.path(), &rulings, &queries);
    let corpus = Corpus::of_rulings(rulings);
    let path = folder.path().join("large.index");
    let started = Instant::now();
    let mut file = std::io::BufWriter::new(std::fs::File::create(&path).expect("created"));
    build::pack(&corpus, &[], &mut file).expect("built");
    file.flush().expect("written");
    let built = started.elapsed();
    drop(corpus);
    let bytes = std::fs::metadata(&path).expect("there").len();
    let before = anonymous();
    let library = Library::over(Pack::open(&path).expect("whole"), Vec::new()).expect("opens");
    let mut times: Vec<Duration> = Vec::new();
    for round in 0..2 {
        for query in &queries {
            let started = Instant::now();
            library.search(&Request::new(query.clone(), 5)).expect("answered");
            if round == 1 {
                times.push(started.elapsed());
            }
        }
    }
    let anonymous = anonymous().saturating_sub(before) as f64 / 1e3;
    let rate = size as f64 / built.as_secs_f64();
    let (p50, p99) = quantiles(times);
    let row = format!("{size:>8} {:>8}k {rate:>8.0}", count / 1000);
    match fts {
        Some(f) => println!(
            "{row} {:>8.0} {:>5.2} {:>10.1} {:>8.1} {p50:>8.2} {p99:>8.2} {:>8.2} {:>6.2} {anonymous:>8.1}",
            f.rate,
            rate / f.rate,
            bytes as f64 / 1e6,
            f.bytes as f64 / 1e6,
            f.p50,
            f.p99
        ),
        None => println!(
            "{row}        -     - {:>10.1}        - {p50:>8.2} {p99:>8.2}        -      - {anonymous:>8.1}",
            bytes as f64 / 1e6
        ),
    }
}

/// Anonymous memory of this process, in kB; file pages apart.
fn anonymous() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|l| l.starts_with("RssAnon:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|n| n.parse().ok()).unwrap_or_default()
}

fn quantiles(mut times: Vec<Duration>) -> (f64, f64) {
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    (at(0.5), at(0.99))
}

/// Words as often as people use them: the corpus's own by their frequency, then ever rarer made-up ones (Zipf).
struct Words {
    vocabulary: Vec<String>,
    cumulative: Vec<f64>,
    state: u64,
}

impl Words {
    fn of(seed: &Corpus, size: usize) -> Self {
        let mut counts = std::collections::BTreeMap::new();
        for ruling in seed.rulings() {
            for word in judge::search::analyze::words(&ruling.text()) {
                *counts.entry(word.text).or_insert(0usize) += 1;
            }
        }
        let mut ranked: Vec<(usize, String)> = counts.into_iter().map(|(w, n)| (n, w)).collect();
        ranked.sort_by(|a, b| b.cmp(a));
        let mut vocabulary: Vec<String> = ranked.into_iter().map(|(_, w)| w).collect();
        // Vocabularies grow with the square root of a text (Heaps).
        let wanted = vocabulary.len() + 60 * (size as f64).sqrt() as usize;
        for n in vocabulary.len()..wanted {
            vocabulary.push(made_up(n));
        }
        let mut sum = 0.0;
        let cumulative = (1..=vocabulary.len())
            .map(|rank| {
                sum += 1.0 / (rank as f64).powf(1.05);
                sum
            })
            .collect();
        Self { vocabulary, cumulative, state: 0x9E37_79B9_7F4A_7C15 }
    }

    /// A number from 0 to 1 (xorshift: the same on every machine).
    fn random(&mut self) -> f64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 11) as f64 / (1u64 << 53) as f64
    }

    fn text(&mut self, least: usize, most: usize) -> String {
        let length = least + (self.random() * (most - least + 1) as f64) as usize;
        let mut out = String::new();
        for n in 0..length {
            let point = self.random() * self.cumulative.last().copied().unwrap_or(1.0);
            let at = self.cumulative.partition_point(|c| *c < point).min(self.vocabulary.len() - 1);
            if n > 0 {
                out.push(' ');
            }
            out.push_str(&self.vocabulary[at]);
        }
        out
    }
}

/// A pronounceable word for a number.
fn made_up(mut n: usize) -> String {
    const SYLLABLES: [&str; 16] = [
        "ka", "ro", "min", "tel", "su", "vor", "dra", "nex", "pol", "qui", "zen", "ba", "lor", "fi", "gam",
        "thu",
    ];
    let mut word = String::new();
    while n > 0 {
        word.push_str(SYLLABLES[n % 16]);
        n /= 16;
    }
    word
}

fn generate(seed: &Corpus, size: usize, words: &mut Words) -> Vec<Ruling> {
    let like: Vec<&Ruling> = seed.rulings().collect();
    (0..size)
        .map(|n| {
            let mut ruling = like[n % like.len()].clone();
            ruling.id = format!("{}:generated.{n}", ruling.game.code());
            ruling.title = words.text(2, 6);
            ruling.question = (n % 4 == 0).then(|| words.text(8, 30));
            ruling.answer = words.text(15, 110);
            ruling.number = None;
            ruling.part_of = None;
            ruling
        })
        .collect()
}

struct Fts {
    rate: f64,
    bytes: u64,
    p50: f64,
    p99: f64,
}

/// The same texts in an FTS5 table, with the same stemming, and the same queries as any-of.
fn sqlite(folder: &Path, rulings: &[Ruling], queries: &[String]) -> Option<Fts> {
    Command::new("sqlite3").arg("--version").stdout(Stdio::null()).status().ok()?;
    let (data, database) = (folder.join("rulings.tsv"), folder.join("rulings.sqlite"));
    let mut file = std::io::BufWriter::new(std::fs::File::create(&data).ok()?);
    for r in rulings {
        let question = r.question.as_deref().unwrap_or_default();
        writeln!(file, "{}\t{}\t{question} {}", r.id, r.title, r.answer).ok()?;
    }
    file.flush().ok()?;
    let create = "CREATE VIRTUAL TABLE r USING fts5(id UNINDEXED, title, text, tokenize='porter');";
    let import = format!("{create}\n.mode tabs\n.import {} r\n", data.display());
    let started = Instant::now();
    run(&database, &import)?;
    let took = started.elapsed();
    let mut script = String::new();
    for round in 0..2 {
        for query in queries {
            if round == 1 {
                script.push_str(".timer on\n");
            }
            let any = query.split(' ').map(|w| format!("\"{w}\"")).collect::<Vec<_>>().join(" OR ");
            let _ = writeln!(
                script,
                "SELECT count(*) FROM (SELECT id FROM r WHERE r MATCH '{any}' ORDER BY rank LIMIT 5);"
            );
        }
    }
    let out = run(&database, &script)?;
    let times: Vec<Duration> = out
        .lines()
        .filter_map(|l| l.strip_prefix("Run Time: real "))
        .filter_map(|l| l.split(' ').next()?.parse::<f64>().ok())
        .map(Duration::from_secs_f64)
        .collect();
    if times.is_empty() {
        return None;
    }
    let (p50, p99) = quantiles(times);
    let bytes = std::fs::metadata(&database).ok()?.len();
    Some(Fts { rate: rulings.len() as f64 / took.as_secs_f64(), bytes, p50, p99 })
}

fn run(database: &Path, script: &str) -> Option<String> {
    let mut child = Command::new("sqlite3")
        .arg(database)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut input = child.stdin.take()?;
    let text = script.to_owned();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().ok()?;
    writer.join().ok()?.ok()?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}
