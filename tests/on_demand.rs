//! What reads of the card facts and the words of lists only what it asks for answers as if it had read all.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use judge::corpus::{CardBook, Corpus, Day, Files};
use judge::deck::{AsOf, Checker, Figures};
use judge::engine::CardLibrary;
use serde::Deserialize;

use crate::common::{User, full};

/// The built-in rulings with their trees, and what is kept beside them.
static KEPT: LazyLock<Files> = LazyLock::new(|| {
    let files = Files::built_in();
    let trees = files.compile();
    let files = files.with_trees(trees);
    let book = CardBook::load(&files).0;
    let figures = Figures::load(&files, &Corpus::default(), &book).0;
    let pieces = [book.pieces(&files), figures.pieces()];
    let pieces = pieces.into_iter().flat_map(|pieces| pieces.expect("they are small"));
    let trees = files.trees().expect("they were just made");
    trees.mark_sound();
    let of_replays = CardLibrary::pieces(&files);
    assert_eq!(of_replays.len(), 2, "one of each game");
    trees.keep_pieces(pieces.chain(of_replays).collect());
    files
});

/// As much of a case of lists typed by hand as is its list.
#[derive(Deserialize)]
struct Typed {
    list: String,
}

/// Every file in a folder.
fn files_in(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/deck").join(folder);
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable").path());
    let mut files: Vec<PathBuf> = entries.collect();
    files.sort();
    files
}

/// Of the lists typed by hand, which take long to read, one in this many: how they name cards is what the
/// names themselves are tried for below. `JUDGE_TEST_FULL` takes four times as many.
const ONE_OF_TYPED: usize = 32;

/// Every deck that is kept for tests, and some of the lists typed by hand.
fn decks() -> Vec<Vec<u8>> {
    let decks = ["real", "lcg", "tcg", "unreadable"].into_iter().flat_map(files_in);
    let mut decks: Vec<Vec<u8>> = decks.map(|path| std::fs::read(path).expect("readable")).collect();
    let step = if full() { ONE_OF_TYPED / 4 } else { ONE_OF_TYPED };
    for path in files_in("typed") {
        let cases = std::fs::read_to_string(&path).expect("readable");
        let cases: Vec<Typed> = serde_yaml::from_str(&cases).expect("cases");
        decks.extend(cases.into_iter().step_by(step).map(|case| case.list.into_bytes()));
    }
    decks
}

/// What is said of a deck for a day, whole.
fn said(deck: &[u8], (corpus, book, figures): &(Corpus, CardBook, Figures), as_of: AsOf) -> String {
    let checker = Checker::new(corpus, book, figures, as_of, None);
    let report = checker.report(checker.check_all("deck", deck));
    format!("{report:?}\n{:?}", checker.lay_out_all(deck))
}

/// The facts as a check of many decks reads them, and as one of a single deck does, for a day.
fn facts(files: &Files, day: Option<Day>) -> [(Corpus, CardBook, Figures); 2] {
    let (corpus, book) = (Corpus::load_documents(files).0, CardBook::load(files).0);
    let figures = Figures::load(files, &corpus, &book).0;
    let (some, few_figures) = Figures::on_demand(files).expect("the pieces are kept");
    let few = (some, CardBook::on_demand(files).expect("the pieces are kept"), few_figures);
    let mut facts = [(corpus, book, figures), few];
    if let Some(day) = day {
        facts.iter_mut().for_each(|(corpus, _, figures)| figures.cite_as_of(corpus, day));
    }
    facts
}

#[test]
fn a_deck_checked_alone_is_judged_the_same() {
    let files = &*KEPT;
    let decks = decks();
    assert!(decks.len() > 200, "only {} decks", decks.len());
    let day = Day("2014-01-01".parse().expect("a date"));
    let sample = if full() { 1 } else { 4 };
    for (as_of, day, step) in [
        (AsOf::Newest, None, sample),
        (AsOf::On(day), Some(day), 9 * sample),
        (AsOf::Latest, None, 9 * sample),
    ] {
        let [all, few] = facts(files, day);
        for deck in decks.iter().step_by(step) {
            assert_eq!(said(deck, &all, as_of), said(deck, &few, as_of), "{}", String::from_utf8_lossy(deck));
        }
    }
}

#[test]
fn every_name_stands_for_the_same() {
    let files = &*KEPT;
    let (all, few) = (CardBook::load(files).0, CardBook::on_demand(files).expect("the pieces are kept"));
    let mut named = 0;
    for name in all.all_names() {
        for typed in [name.name.to_owned(), name.name.to_uppercase(), name.name.replace([' ', '-'], "")] {
            assert_eq!(all.lcg.names().get(&typed), few.lcg.names().get(&typed), "{typed}");
            assert_eq!(
                format!("{:?}", all.tcg.named(&typed)),
                format!("{:?}", few.tcg.named(&typed)),
                "{typed}"
            );
        }
        named += 1;
    }
    assert!(named > 2_500, "only {named} names");
    assert_eq!(format!("{:?}", all.all_names()), format!("{:?}", few.all_names()));
    for typed in ["rescue misson", "Fleet Comand Center", "darht vader", ""] {
        assert_eq!(all.lcg.names().nearest(typed, 3), few.lcg.names().nearest(typed, 3), "{typed}");
    }
}

#[test]
fn a_card_of_a_replay_is_found_the_same() {
    let files = &*KEPT;
    let all = CardLibrary::load(&Files::built_in()).0;
    let few = CardLibrary::load(files).0;
    let book = CardBook::load(files).0;
    let names = || book.all_names().into_iter().step_by(3);
    let of_names =
        names().flat_map(|card| [card.name.to_owned(), card.name.to_uppercase(), format!("{}x", card.name)]);
    let numbered = names().filter_map(|card| Some(format!("{} {}", card.name, card.number?)));
    // What has a figure in it may be a number alone: for that all cards are listed, and found so from
    // then on.
    let (numbered, plain): (Vec<String>, Vec<String>) =
        of_names.chain(numbered).partition(|typed| typed.contains(|c: char| c.is_ascii_digit()));
    assert!(plain.len() > 2_000, "only {} names without a figure", plain.len());
    for typed in plain.into_iter().chain(numbered) {
        let (all_lcg, few_lcg) = (all.lcg.find(&typed), few.lcg.find(&typed));
        assert_eq!(format!("{all_lcg:?}"), format!("{few_lcg:?}"), "{typed}");
        assert_eq!(all.tcg.find(&typed), few.tcg.find(&typed), "{typed}");
    }
}

/// Wherever a byte of what is kept is another, the answer is the one that was given without it.
#[test]
fn damage_to_what_is_kept_changes_no_answer() {
    let user = User::fresh();
    let deck = files_in("real").swap_remove(0);
    let deck = deck.to_string_lossy();
    let asked: [&[&str]; 2] = [&["deck", "check", "--full", &deck], &["replay", "nested-sequences"]];
    let answers = || asked.map(|asked| user.judge(asked).out);
    let expected = answers();
    assert_eq!(answers(), expected, "of what was kept");
    let place = trees_of(&user);
    let whole = std::fs::read(&place).expect("the trees");
    for sample in 0..16 {
        let at = (whole.len() - 1) * sample / 15;
        std::fs::write(&place, [&whole[..at], &[!whole[at]], &whole[at + 1..]].concat()).expect("the trees");
        assert_eq!(answers(), expected, "at {at}");
    }
}

fn trees_of(user: &User) -> PathBuf {
    let entries =
        std::fs::read_dir(user.cache()).expect("a cache").map(|entry| entry.expect("readable").path());
    entries.into_iter().find(|path| path.extension().is_some_and(|e| e == "trees")).expect("trees")
}
