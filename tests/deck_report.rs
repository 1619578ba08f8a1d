//! Complete printed reports on real decks.

use std::path::{Path, PathBuf};

use judge::deck::{AsOf, Report, files, pairs};
use judge::render::{Style, deck as look};

use crate::fuzzed::decks::checker;

fn folder(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/deck").join(below)
}

/// The report on files, with paths reduced to file names.
fn report(paths: &[&str]) -> Report {
    let checker = checker(AsOf::Newest);
    let sources = files::sources(&paths.iter().map(|p| folder(p)).collect::<Vec<_>>());
    let root = folder("");
    let shown = |path: String| path.trim_start_matches(&*root.to_string_lossy()).to_owned();
    let decks = sources.iter().map(|s| checker.check(&shown(s.shown()), &s.read().expect("a fixture")));
    checker.report(decks.collect())
}

#[test]
fn real_decks_in_text() {
    insta::assert_snapshot!(look::text(&report(&["real"]), None, look::Detail::Looks, &Style::plain(80)));
}

#[test]
fn real_decks_a_line_each() {
    insta::assert_snapshot!(look::text(&report(&["real"]), None, look::Detail::Brief, &Style::plain(80)));
}

#[test]
fn every_fault_at_once() {
    let report =
        report(&["lcg/everything-at-once.txt", "lcg/ids-of-other-cards.o8d", "unreadable/entities.xml"]);
    insta::assert_snapshot!(look::text(&report, None, look::Detail::Looks, &Style::plain(80)));
    insta::assert_snapshot!(look::markdown(&report, None, look::Detail::Full));
    insta::assert_json_snapshot!(look::json(&report, None));
}

#[test]
fn a_deck_laid_out_is_the_same_from_every_format() {
    let formats = [
        "octgn.o8d",
        "lackey.dek",
        "cardgamedb.txt",
        "offline-builder.txt",
        "swlcgdb.json",
        "sets.yaml",
        "cards.yaml",
        "typed.txt",
        "typed-bare.txt",
        "typed-every-card.txt",
    ];
    let laid_out = |format: &str| {
        let bytes = std::fs::read(folder(&format!("lcg/legal-{format}"))).expect("a fixture");
        let layout = checker(AsOf::Newest).lay_out(&bytes).expect("a deck");
        look::layout(&judge::deck::Layout { name: None, ..layout }, &Style::plain(80))
    };
    let first = laid_out(formats[0]);
    for format in formats {
        assert_eq!(laid_out(format), first, "{format}");
    }
    insta::assert_snapshot!(first);
}

#[test]
fn pairs_say_which_side_is_missing_or_doubled_and_what_is_shared() {
    let mut report = report(&[
        "lcg/legal-octgn.o8d",
        "real/testdeck.o8d",
        "lcg/legal-typed.txt",
        "real/DefensiveJedi.txt",
        "tcg/legal-lackey.txt",
        "tcg/legal-light.txt",
    ]);
    let names =
        ["Ann Light.o8d", "Ann Dark.o8d", "bob 1.txt", "bob 2.txt", "cy/tcg-a.txt", "cy/something.txt"];
    for (deck, name) in report.decks.iter_mut().zip(names) {
        deck.file = name.to_owned();
    }
    let players = pairs::players(&report.decks);
    insta::assert_snapshot!(look::pairs(&players, &report.decks, &Style::plain(80)));
}
