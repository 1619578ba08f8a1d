//! How often the first ruling is the right one, measured: Success@1, Success@3 and MRR@10, by style.
//!
//! `cargo test --test quality` scores the queries kept in `tests/queries/` and holds them to a floor.
//! `cargo test --test quality -- FILE… [--game] [--misses] [--features]` scores other files: YAML with the ids of the right
//! rulings, or JSON lines with phrases of their text. `--game` tells the search the query's game, `--misses` lists what went
//! wrong, `--features` prints the parts of every score as JSON lines for weighing, `--rulings DIR` lays a folder
//! over the built-in rulings, with `--no-builtin` in their place.

#![allow(clippy::print_stdout)] // a measuring tool prints its figures

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;

use judge::corpus::{Corpus, Game, Ruling};
use judge::search::{Answer, Library, Origin, Request, store};
use serde::Deserialize;

/// How many times a part of the rulings is left without asks.
const FOLDS: usize = 5;
/// What the kept queries must reach at least, of Success@1.
const FLOOR: f64 = 0.92;

#[derive(Deserialize)]
struct Case {
    q: String,
    game: Game,
    style: String,
    relevant: Vec<String>,
    #[serde(default)]
    #[allow(dead_code)]
    also: Vec<String>,
    #[serde(default)]
    #[allow(dead_code)]
    form: Option<String>,
    #[serde(default)]
    #[allow(dead_code)]
    sentence: Option<String>,
}

impl Case {
    /// Right is a ruling named by id, or one whose text has the phrase.
    fn accepts(&self, ruling: &Ruling) -> bool {
        let text = flat(&ruling.text());
        self.relevant.iter().any(|r| *r == ruling.id || !r.contains(':') && text.contains(&flat(r)))
    }

    /// Whether rulings answer it, and only such as are in `rulings`.
    fn answered_by(&self, corpus: &Corpus, rulings: &BTreeSet<&str>) -> bool {
        let mut right = corpus.rulings().filter(|r| self.accepts(r)).peekable();
        right.peek().is_some() && right.all(|r| rulings.contains(r.id.as_str()))
    }
}

fn flat(text: &str) -> String {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
        .to_lowercase()
}

#[derive(Default)]
struct Score {
    queries: usize,
    first: usize,
    three: usize,
    reciprocal: f64,
}

impl Score {
    fn add(&mut self, rank: Option<usize>) {
        self.queries += 1;
        self.first += usize::from(rank == Some(0));
        self.three += usize::from(rank.is_some_and(|r| r < 3));
        self.reciprocal += rank.filter(|r| *r < 10).map_or(0.0, |r| 1.0 / (r as f64 + 1.0));
    }

    fn row(&self, name: &str) -> String {
        let share = |n: usize| n as f64 / self.queries.max(1) as f64;
        format!(
            "{name:<14} {:>4} {:>9.3} {:>9.3} {:>9.3}",
            self.queries,
            share(self.first),
            share(self.three),
            self.reciprocal / self.queries.max(1) as f64
        )
    }
}

#[derive(Default)]
struct Options {
    files: Vec<String>,
    game: bool,
    misses: bool,
    features: bool,
    folds: bool,
    rulings: Option<String>,
    no_builtin: bool,
}

impl Options {
    /// The rulings that are searched.
    fn origin(&self) -> Origin {
        match &self.rulings {
            None => Origin::BuiltIn,
            Some(folder) => Origin::Layers { built_in: !self.no_builtin, folders: vec![folder.into()] },
        }
    }
}

fn main() -> ExitCode {
    let mut options = Options::default();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--game" => options.game = true,
            "--misses" => options.misses = true,
            "--features" => options.features = true,
            "--without-asks" => options.folds = true,
            "--rulings" => options.rulings = arguments.next(),
            "--no-builtin" => options.no_builtin = true,
            "--list" => return ExitCode::SUCCESS,
            other if other.starts_with('-') => {}
            file => options.files.push(file.to_owned()),
        }
    }
    let kept = options.files.is_empty();
    if kept {
        let entries = std::fs::read_dir("tests/queries").expect("the kept queries are there");
        options.files = entries.map(|e| e.expect("readable").path().display().to_string()).collect();
        options.files.retain(|f| f.ends_with(".yaml"));
        options.files.sort();
    }
    let library = Library::open(&options.origin(), None).expect("the corpus is searchable");
    if options.folds {
        without_their_asks(&options);
        return ExitCode::SUCCESS;
    }
    let (mut passed, mut failed) = (0, 0);
    for file in &options.files {
        let share = score(&library, file, &options);
        if kept && share < FLOOR {
            println!("{file}: Success@1 is {share:.3}, below the floor of {FLOOR}");
            failed += 1;
        } else {
            passed += 1;
        }
    }
    println!("\n{passed} passed, {failed} failed");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// In five folds: the asks of every fifth ruling are taken out, and the questions these rulings answer are asked of all.
fn without_their_asks(options: &Options) -> f64 {
    let corpus = store::corpus(&options.origin()).expect("the corpus is whole").0;
    let ids: Vec<String> = corpus.rulings().map(|r| r.id.clone()).collect();
    let mut by_file: BTreeMap<String, Score> = BTreeMap::new();
    let mut whole = Score::default();
    for fold in 0..FOLDS {
        let out: BTreeSet<&str> = ids.iter().skip(fold).step_by(FOLDS).map(String::as_str).collect();
        let library = Library::in_memory(&corpus.without_asks_of(|id| out.contains(id))).expect("built");
        for file in &options.files {
            for case in cases(file).into_iter().filter(|case| case.answered_by(&corpus, &out)) {
                let answer = library.search(&Request::new(case.q.clone(), 10)).expect("answered");
                let rank = answer.results.iter().position(|hit| case.accepts(&hit.ruling));
                whole.add(rank);
                by_file.entry(file.clone()).or_default().add(rank);
                if options.misses && rank != Some(0) {
                    println!("{}", miss(&case, &answer, rank));
                }
                if options.features {
                    println!("{}", features(&case, &answer));
                }
            }
        }
    }
    println!(
        "without asks of their own\n{:<14} {:>4} {:>9} {:>9} {:>9}",
        "file", "n", "Success@1", "Success@3", "MRR@10"
    );
    for (file, score) in &by_file {
        println!("{}", score.row(file.rsplit('/').next().unwrap_or(file)));
    }
    println!("{}", whole.row("all"));
    whole.first as f64 / whole.queries.max(1) as f64
}

fn score(library: &Library, file: &str, options: &Options) -> f64 {
    let mut by_style: BTreeMap<String, Score> = BTreeMap::new();
    let mut whole = Score::default();
    for case in cases(file) {
        let game = options.game.then_some(case.game);
        let limit = if options.features { 40 } else { 10 };
        let request = Request { game, marked: 1, ..Request::new(case.q.clone(), limit) };
        let answer = library.search(&request).expect("every query is answered");
        let rank = answer.results.iter().position(|hit| case.accepts(&hit.ruling));
        whole.add(rank);
        by_style.entry(case.style.clone()).or_default().add(rank);
        if options.misses && rank != Some(0) {
            println!("{}", miss(&case, &answer, rank));
        }
        if options.features {
            println!("{}", features(&case, &answer));
        }
    }
    println!("{file}\n{:<14} {:>4} {:>9} {:>9} {:>9}", "style", "n", "Success@1", "Success@3", "MRR@10");
    for (style, score) in &by_style {
        println!("{}", score.row(style));
    }
    println!("{}", whole.row("all"));
    whole.first as f64 / whole.queries.max(1) as f64
}

fn miss(case: &Case, answer: &Answer, rank: Option<usize>) -> String {
    let place = rank.map_or("-".to_owned(), |r| (r + 1).to_string());
    let first = answer.results.first().map_or("nothing", |h| h.ruling.id.as_str());
    let mended = if answer.searched == case.q { String::new() } else { format!(" [{}]", answer.searched) };
    format!("  {place:>2}  {:<10} {}{mended}  -> {first}, wanted {:?}", case.style, case.q, case.relevant)
}

/// The words of the first result that are said to decide.
fn decided(answer: &Answer) -> Option<String> {
    let first = answer.results.first()?;
    let (from, to) = first.decides?;
    Some(first.ruling.text().chars().skip(from).take(to - from).collect())
}

fn features(case: &Case, answer: &Answer) -> String {
    let hit = |h: &judge::search::Hit| {
        let ok = case.accepts(&h.ruling);
        serde_json::json!({"id": h.ruling.id, "ok": ok, "parts": h.parts, "score": h.score, "explained": h.explained})
    };
    let hits: Vec<_> = answer.results.iter().map(hit).collect();
    serde_json::json!({"q": case.q, "game": case.game, "style": case.style, "form": case.form, "evidence": answer.evidence, "answer": answer.form, "decided": decided(answer), "hits": hits}).to_string()
}

fn cases(file: &str) -> Vec<Case> {
    let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{file}: {e}"));
    if file.ends_with(".jsonl") {
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{file}: {e}")))
            .collect()
    } else {
        serde_yaml::from_str(&text).unwrap_or_else(|e| panic!("{file}: {e}"))
    }
}
