//! The rulings of this checkout, each part read once for all tests, and without a problem.

use std::path::Path;
use std::sync::LazyLock;

use judge::corpus::{CardBook, Corpus, Files};
use judge::engine::CardLibrary;
use judge::engine::scenario::load::{self, Loaded};

pub static FILES: LazyLock<Files> = LazyLock::new(|| {
    let (files, unread) = Files::folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("rulings"));
    assert!(unread.is_empty(), "{}", lines(&unread));
    files
});

pub static CORPUS: LazyLock<Corpus> = LazyLock::new(|| whole(Corpus::load(&FILES)));

pub static BOOK: LazyLock<CardBook> = LazyLock::new(|| whole(CardBook::load(&FILES)));

pub static LIBRARY: LazyLock<CardLibrary> = LazyLock::new(|| whole(CardLibrary::load(&FILES)));

/// Every scenario under `rulings/`.
pub static SCENARIOS: LazyLock<Vec<Loaded>> = LazyLock::new(|| {
    let files = FILES.iter().filter(|(path, _)| path.contains("/scenarios/"));
    let loaded = files.flat_map(|(path, file)| match load::load(path, file.text(), &LIBRARY) {
        Ok(loaded) => loaded,
        Err(problems) => panic!("{}", lines(&problems)),
    });
    loaded.collect()
});

fn whole<T, P: ToString>((read, problems): (T, Vec<P>)) -> T {
    assert!(problems.is_empty(), "{}", lines(&problems));
    read
}

/// Each on a line of its own, for what a failure says.
pub fn lines<T: ToString>(all: &[T]) -> String {
    all.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
