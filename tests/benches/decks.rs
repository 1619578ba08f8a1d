//! The time to check a thousand decks: `cargo bench --bench decks`. Fails if it exceeds one second of CPU
//! time.

#![allow(clippy::print_stdout)] // a measuring tool prints its figures

use std::process::ExitCode;
use std::time::{Duration, Instant};

use judge::corpus::{CardBook, Corpus, Files};
use judge::deck::{AsOf, Checker, Figures, files};

/// The number of decks.
const DECKS: usize = 1_000;
/// The maximum time.
const MAX_TIME: Duration = Duration::from_secs(1);

/// This thread's CPU time, if the system reports it; unlike wall clock time it does not depend on the load.
fn cpu() -> Option<Duration> {
    let reported = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    reported.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

fn main() -> ExitCode {
    let start = Instant::now();
    let before = cpu();
    let built_in = Files::built_in();
    let (book, _) = CardBook::load(&built_in);
    let cards = start.elapsed();
    let (corpus, _) = Corpus::load(&built_in);
    let (figures, _) = Figures::load(&built_in, &corpus, &book);
    let used = before.zip(cpu()).map_or_else(|| start.elapsed(), |(before, after)| after - before);
    println!("cards, rulings and figures read in {used:.0?} (cards in {cards:.0?} by the clock)");

    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/deck");
    let paths = ["real", "lcg", "tcg"].map(|f| folder.join(f));
    let decks: Vec<(String, Vec<u8>)> =
        files::sources(&paths).iter().filter_map(|s| Some((s.shown(), s.read().ok()?))).collect();
    let checker = Checker::new(&corpus, &book, &figures, AsOf::Newest, None);

    let (start, before) = (Instant::now(), cpu());
    let checked = decks.iter().cycle().take(DECKS).map(|(file, bytes)| checker.check(file, bytes));
    let report = checker.report(checked.collect());
    let took = before.zip(cpu()).map_or_else(|| start.elapsed(), |(before, after)| after - before);
    println!("{} decks of {} files in {took:.0?}", report.decks.len(), decks.len());
    if took <= MAX_TIME { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
