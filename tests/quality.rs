//! Measures how often the first ruling is the right one: Success@1, Success@3 and MRR@10 by style; and how
//! often an answer is rightly (told) or wrongly (alarms) declared undecided.
//!
//! `cargo test --test quality` scores the queries in `tests/queries/` and requires each file to reach its
//! line of `floors.yaml`. `cargo test --test quality -- FILE… [--game] [--misses] [--features]` scores other
//! files: YAML with the ids of the right rulings, or JSON Lines with phrases from their texts. `--game`
//! passes the query's game to the search, `--misses` lists failures, `--features` prints the parts of every
//! score as JSON Lines for fitting weights, `--rulings DIR` lays a folder over the built-in rulings or, with
//! `--no-builtin`, replaces them. `around/stories.yaml` contains stories into which questions are inserted,
//! `several/posts.yaml` posts whose questions are scored one by one.
//! With `--without-asks` the rulings lose their asks, a fifth of them at a time; the questions about those
//! are scored, and as many about the others or about nothing held, which those must not answer. Without files
//! one such fifth is tried, too.

#![allow(clippy::print_stdout)] // a measuring tool prints its figures

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::process::ExitCode;

use judge::corpus::{Corpus, Game, Ruling};
use judge::search::{Answer, AnswerKind, Library, Origin, Request, store};
use serde::Deserialize;

/// The number of parts into which rulings are divided for `--without-asks`.
const FOLDS: usize = 5;
/// What the kept questions must reach without asks of their own, and beside rulings without any.
const WITHOUT_ASKS: [f64; 2] = [0.75, 0.8];
/// The folder of kept queries.
const KEPT: &str = "tests/queries";
/// The folder of stories for kept questions, and of the files these are taken from.
const AROUND: &str = "tests/queries/around";
/// The folder of posts that ask several things.
const SEVERAL: &str = "tests/queries/several";
const SET_INTO_STORIES: [&str; 4] = ["players", "old-hand", "visitors", "organiser"];
/// Only one question in this many is inserted into a story, as searching for one takes long.
const EVERY: usize = 4;
/// Shorter questions are not something people would write into a story.
const WORDS_OF_QUESTION: usize = 5;

/// The scores that a file of queries must reach.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Floor {
    /// The minimum share of decidable questions whose first result is right.
    first: Option<f64>,
    /// The minimum share of undecidable questions that are declared undecided.
    told: Option<f64>,
    /// The maximum share of decidable questions that are declared undecided.
    alarms: Option<f64>,
}

impl Floor {
    /// Whether it is reached; prints what was not.
    fn holds(&self, what: &str, score: &Score) -> bool {
        let missed = self.missed(score);
        if !missed.is_empty() {
            println!("{what}: {}, which misses its floor", missed.join(", "));
        }
        missed.is_empty()
    }

    /// Describes what was not reached.
    fn missed(&self, score: &Score) -> Vec<String> {
        let mut missed = Vec::new();
        let mut hold = |name: &str, reached: f64, holds: bool| {
            if !holds {
                missed.push(format!("{name} is {reached:.3}"));
            }
        };
        let reached = (score.share(score.first), score.told(), score.share(score.alarms));
        self.first.inspect(|floor| hold("Success@1", reached.0, score.queries > 0 && reached.0 >= *floor));
        self.told.inspect(|floor| hold("told", reached.1, score.undecided > 0 && reached.1 >= *floor));
        self.alarms.inspect(|most| hold("alarms", reached.2, score.queries > 0 && reached.2 <= *most));
        missed
    }
}

#[derive(Deserialize)]
struct Case {
    q: String,
    game: Game,
    style: String,
    relevant: Vec<String>,
    #[serde(default)]
    #[allow(dead_code)]
    also: Vec<String>,
    /// The expected kind of answer, if not `found`: `rulebook`, or why nothing decides the question.
    #[serde(default)]
    form: Option<String>,
    #[serde(default)]
    #[allow(dead_code)]
    sentence: Option<String>,
}

impl Case {
    /// Whether a ruling is right: named by id, or containing the phrase.
    fn accepts(&self, ruling: &Ruling) -> bool {
        let text = flat(&ruling.text());
        self.relevant.iter().any(|r| *r == ruling.id || !r.contains(':') && text.contains(&flat(r)))
    }

    /// Whether nothing held decides the question.
    fn is_undecided(&self) -> bool {
        self.form.as_deref().map_or(self.relevant.is_empty(), |form| !matches!(form, "found" | "rulebook"))
    }

    /// Whether the question is answered by rulings, all of them in `rulings`.
    fn answered_by(&self, corpus: &Corpus, rulings: &BTreeSet<&str>) -> bool {
        let mut right = corpus.rulings().filter(|r| self.accepts(r)).peekable();
        right.peek().is_some() && right.all(|r| rulings.contains(r.id.as_str()))
    }

    /// Whether the question is answered by rulings, none of them in `rulings`.
    fn answered_without(&self, corpus: &Corpus, rulings: &BTreeSet<&str>) -> bool {
        let mut right = corpus.rulings().filter(|r| self.accepts(r)).peekable();
        right.peek().is_some() && right.all(|r| !rulings.contains(r.id.as_str()))
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
    /// The number of questions with known answers.
    queries: usize,
    first: usize,
    three: usize,
    reciprocal: f64,
    /// The number of those that were declared undecided.
    alarms: usize,
    /// The number of questions that nothing held decides, and of those that were declared undecided.
    undecided: usize,
    told: usize,
}

impl Score {
    fn add(&mut self, case: &Case, kind: AnswerKind, rank: Option<usize>) {
        let told = matches!(kind, AnswerKind::Nearest | AnswerKind::None);
        // A digest entry that nobody listed.
        if case.relevant.is_empty() && !case.is_undecided() {
            return;
        }
        self.add_one(case.is_undecided(), told, rank);
    }

    /// Adds what was answered to a question that nothing decides, or the place of what does.
    fn add_one(&mut self, is_undecided: bool, told: bool, rank: Option<usize>) {
        if is_undecided {
            self.undecided += 1;
            self.told += usize::from(told);
            return;
        }
        self.alarms += usize::from(told);
        self.queries += 1;
        self.first += usize::from(rank == Some(0));
        self.three += usize::from(rank.is_some_and(|r| r < 3));
        self.reciprocal += rank.filter(|r| *r < 10).map_or(0.0, |r| 1.0 / (r as f64 + 1.0));
    }

    fn share(&self, count: usize) -> f64 {
        count as f64 / self.queries.max(1) as f64
    }

    fn told(&self) -> f64 {
        self.told as f64 / self.undecided.max(1) as f64
    }

    const HEAD: &str = "   n Success@1 Success@3    MRR@10    alarms undecided      told";

    fn row(&self, name: &str) -> String {
        let figures = [self.first, self.three].map(|n| format!("{:>9.3}", self.share(n))).join(" ");
        format!(
            "{name:<18} {:>4} {figures} {:>9.3} {:>9.3} {:>9} {:>9.3}",
            self.queries,
            self.reciprocal / self.queries.max(1) as f64,
            self.share(self.alarms),
            self.undecided,
            self.told()
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
    /// The number of results to request; all of them when fitting weights.
    fn limit(&self) -> usize {
        if self.features { 1000 } else { 10 }
    }

    /// The rulings to search.
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
    let floors = if options.files.is_empty() { floors() } else { BTreeMap::new() };
    // Questions used for fitting, and undecidable ones, are of no use for rulings without asks.
    let in_folds = |file: &String| !options.folds || !file.contains('/');
    options.files.extend(floors.keys().filter(|f| in_folds(f)).map(|file| format!("{KEPT}/{file}")));
    let library = Library::open(&options.origin(), None).expect("the corpus is searchable");
    if options.folds {
        without_asks(&options, 0..FOLDS);
        return ExitCode::SUCCESS;
    }
    let (mut passed, mut failed) = (0, 0);
    for file in &options.files {
        let score = score(&library, file, &options);
        let floor = file.strip_prefix(KEPT).and_then(|file| floors.get(file.trim_start_matches('/')));
        let holds = floor.is_none_or(|floor| floor.holds(file, &score));
        *if holds { &mut passed } else { &mut failed } += 1;
    }
    if !floors.is_empty() {
        let in_no_folder = |file: &str| !file[KEPT.len() + 1..].contains('/');
        options.files.retain(|file| in_no_folder(file));
        for ((what, score), first) in without_asks(&options, 0..1).into_iter().zip(WITHOUT_ASKS) {
            let floor = Floor { first: Some(first), told: None, alarms: None };
            *if floor.holds(what, &score) { &mut passed } else { &mut failed } += 1;
        }
    }
    println!("\n{passed} passed, {failed} failed");
    if failed == 0 && passed > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The floors of all kept files. A file without a floor, or a floor without its file, is an error.
fn floors() -> BTreeMap<String, Floor> {
    let text = std::fs::read_to_string(format!("{KEPT}/floors.yaml")).expect("the floors are there");
    let floors: BTreeMap<String, Floor> = serde_yaml::from_str(&text).expect("the floors are well formed");
    let mut files = BTreeSet::new();
    for folder in ["", "score/", "around/", "several/"] {
        for entry in std::fs::read_dir(format!("{KEPT}/{folder}")).expect("the kept queries are there") {
            let name = entry.expect("readable").file_name().to_string_lossy().into_owned();
            if name.ends_with(".yaml") && name != "floors.yaml" {
                files.insert(format!("{folder}{name}"));
            }
        }
    }
    assert!(files.iter().eq(floors.keys()), "each file of {KEPT} has a line in floors.yaml: {files:?}");
    for (file, floor) in &floors {
        let set = floor.first.or(floor.told).is_some_and(|share| share > 0.0);
        assert!(set, "floors.yaml sets no floor for {file}: `first` or `told`, above 0");
    }
    floors
}

/// Cross-validation in five folds: removes the asks of every fifth ruling and scores the questions these
/// answer; and, of all the others, every fifth, which these must not answer.
fn without_asks(options: &Options, folds: Range<usize>) -> [(&'static str, Score); 2] {
    let corpus = store::corpus(&options.origin()).expect("the corpus is whole").0;
    let ids: Vec<String> = corpus.rulings().map(|r| r.id.clone()).collect();
    let (mut own, mut beside) = (Scores::default(), Scores::default());
    for fold in folds {
        let out: BTreeSet<&str> = ids.iter().skip(fold).step_by(FOLDS).map(String::as_str).collect();
        let library = Library::in_memory(&corpus.without_asks_of(|id| out.contains(id))).expect("built");
        for file in &options.files {
            let name = file.rsplit('/').next().unwrap_or(file);
            let (by_them, others): (Vec<_>, Vec<_>) =
                cases(file).into_iter().enumerate().partition(|(_, case)| case.answered_by(&corpus, &out));
            let some = others.into_iter().filter(|(n, case)| {
                n % FOLDS == fold && (case.is_undecided() || case.answered_without(&corpus, &out))
            });
            let some: Vec<Case> = some.map(|(_, case)| case).collect();
            let by_them: Vec<Case> = by_them.into_iter().map(|(_, case)| case).collect();
            own.ask(&library, &by_them, |_| name, options);
            beside.ask(&library, &some, |_| name, options);
        }
    }
    [("without asks of their own", own), ("beside rulings without asks", beside)].map(|(what, scores)| {
        println!("{what}\n{:<18} {}", "file", Score::HEAD);
        scores.print();
        (what, scores.whole)
    })
}

/// What questions reach, by file or style and together.
#[derive(Default)]
struct Scores {
    parts: BTreeMap<String, Score>,
    whole: Score,
}

impl Scores {
    /// Asks the questions and adds what is answered, each to the part it belongs to.
    fn ask<'c>(
        &mut self,
        library: &Library,
        cases: &'c [Case],
        part: impl Fn(&'c Case) -> &'c str,
        options: &Options,
    ) {
        for (case, answer) in cases.iter().zip(answers(library, cases, options)) {
            let rank = answer.results.iter().position(|hit| case.accepts(&hit.ruling));
            self.whole.add(case, answer.kind, rank);
            self.parts.entry(part(case).to_owned()).or_default().add(case, answer.kind, rank);
            if options.misses && is_miss(case, &answer, rank) {
                println!("{}", miss(case, &answer, rank));
            }
            if options.features {
                println!("{}", features(case, &answer));
            }
        }
    }

    fn print(&self) {
        for (part, score) in &self.parts {
            println!("{}", score.row(part));
        }
        println!("{}", self.whole.row("all"));
    }
}

/// The answers to the questions, in their order; searched by as many threads as there are cores.
fn answers(library: &Library, cases: &[Case], options: &Options) -> Vec<Answer> {
    let search = &|case: &Case| {
        let game = options.game.then_some(case.game);
        let request = Request { game, marked: 1, ..Request::new(case.q.clone(), options.limit()) };
        library.search(&request).expect("every query is answered")
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let each = cases.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let parts = cases.chunks(each);
        let parts = parts.map(|part| scope.spawn(move || part.iter().map(search).collect::<Vec<_>>()));
        let running: Vec<_> = parts.collect();
        running.into_iter().flat_map(|part| part.join().expect("a thread that searches")).collect()
    })
}

/// A post that asks several things.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Post {
    game: Game,
    post: String,
    questions: Vec<PartOfPost>,
}

/// One of its questions: how it begins, and the ids of the right rulings; none if nothing held decides it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PartOfPost {
    starts: String,
    right: Vec<String>,
}

/// Scores the answers to the single questions of posts. One that is not separated from the others is not
/// answered.
fn score_posts(library: &Library, file: &str, options: &Options) -> Score {
    let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{file}: {e}"));
    let posts: Vec<Post> = serde_yaml::from_str(&text).unwrap_or_else(|e| panic!("{file}: {e}"));
    let mut score = Score::default();
    for Post { game, post, questions } in posts {
        let game = options.game.then_some(game);
        let request = Request { game, ..Request::new(post, 1) };
        let answer = library.search(&request).expect("every query is answered");
        for PartOfPost { starts, right } in questions {
            let part = answer.questions.iter().find(|part| flat(&part.question).contains(&flat(&starts)));
            let first = part.and_then(|part| part.first.as_ref()).map_or("nothing", |first| &first.id);
            let is_right = right.iter().any(|id| id == first);
            let told = part.is_some_and(|part| matches!(part.kind, AnswerKind::Nearest | AnswerKind::None));
            score.add_one(right.is_empty(), told, is_right.then_some(0));
            if options.misses && (told != right.is_empty() || !right.is_empty() && !is_right) {
                println!("  {starts} -> {first}, wanted {right:?}");
            }
        }
    }
    println!("{file}\n{:<18} {}\n{}", "style", Score::HEAD, score.row("all"));
    score
}

fn score(library: &Library, file: &str, options: &Options) -> Score {
    if file.starts_with(SEVERAL) {
        return score_posts(library, file, options);
    }
    let mut scores = Scores::default();
    scores.ask(library, &cases(file), |case| &case.style, options);
    println!("{file}\n{:<18} {}", "style", Score::HEAD);
    scores.print();
    scores.whole
}

/// Whether another ruling precedes the right ones, or the kind of answer is wrong.
fn is_miss(case: &Case, answer: &Answer, rank: Option<usize>) -> bool {
    let told = matches!(answer.kind, AnswerKind::Nearest | AnswerKind::None);
    told != case.is_undecided() || !case.is_undecided() && !case.relevant.is_empty() && rank != Some(0)
}

fn miss(case: &Case, answer: &Answer, rank: Option<usize>) -> String {
    let place = rank.map_or("-".to_owned(), |r| (r + 1).to_string());
    let first = answer.results.first().map_or("nothing", |h| h.ruling.id.as_str());
    let searched = if answer.searched == case.q { String::new() } else { format!(" [{}]", answer.searched) };
    let form = format!("{:?}", answer.kind).to_lowercase();
    format!(
        "  {place:>2}  {:<10} {}{searched}  -> {form} {first}, wanted {:?}",
        case.style, case.q, case.relevant
    )
}

/// The sentence of the first result that answers best: the deciding one, where something decides.
fn decided(answer: &Answer) -> Option<String> {
    let first = answer.results.first()?;
    let (from, to) = first.best_sentence?;
    Some(first.ruling.text().chars().skip(from).take(to - from).collect())
}

fn features(case: &Case, answer: &Answer) -> String {
    let hit = |h: &judge::search::Hit| {
        let ok = case.accepts(&h.ruling);
        serde_json::json!({"id": h.ruling.id, "ok": ok, "parts": h.parts, "score": h.score, "explained": h.explained})
    };
    let hits: Vec<_> = answer.results.iter().map(hit).collect();
    serde_json::json!({"q": case.q, "game": case.game, "style": case.style, "form": case.form, "evidence": answer.evidence, "answer": answer.kind, "decided": decided(answer), "hits": hits}).to_string()
}

/// A story around a question.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Story {
    /// Its game, or `any` if it fits both.
    game: String,
    before: String,
    after: String,
}

/// Kept questions, each inserted into a story of its game.
fn in_stories(text: &str, file: &str) -> Vec<Case> {
    let stories: Vec<Story> = serde_yaml::from_str(text).unwrap_or_else(|e| panic!("{file}: {e}"));
    let kept = SET_INTO_STORIES.iter().flat_map(|name| cases(&format!("{KEPT}/{name}.yaml")));
    let asked = kept.filter(|case| case.q.split_whitespace().count() >= WORDS_OF_QUESTION);
    let in_story = |(n, mut case): (usize, Case)| {
        let fits = |story: &&Story| story.game == "any" || story.game == case.game.code();
        let fitting: Vec<&Story> = stories.iter().filter(fits).collect();
        let Story { before, after, .. } = fitting[n % fitting.len()];
        case.q = format!("{before} {}? {after}", case.q.trim_end_matches(['?', '.', '!'])).trim().to_owned();
        case.style = if after.is_empty() { "at the end" } else { "before the end" }.to_owned();
        case
    };
    asked.step_by(EVERY).enumerate().map(in_story).collect()
}

fn cases(file: &str) -> Vec<Case> {
    if file.starts_with(AROUND) {
        let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{file}: {e}"));
        return in_stories(&text, file);
    }
    let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{file}: {e}"));
    if file.ends_with(".jsonl") {
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{file}: {e}")))
            .collect()
    } else {
        serde_yaml::from_str(&text).unwrap_or_else(|e| panic!("{file}: {e}"))
    }
}
