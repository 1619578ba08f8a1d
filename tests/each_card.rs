//! Plays every card that has an entry at least once, in a walk over all cards: deals it where it can be
//! played, together with what it needs, to a player who plays it as soon as possible. Every state is valid,
//! every step has a basis, and every allowed answer is accepted.
//!
//! `each_card/unplayed.yaml` lists the cards that cannot be played, with reasons, and the minimum number of
//! cards whose abilities are used. `JUDGE_PLAYED=1 cargo test --test all each_card:: -- --nocapture` prints
//! the figures, the cards whose abilities were not used, and actions without effect.

#![allow(clippy::print_stdout)] // says its figures when asked

mod lcg;
mod tcg;
mod walk;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use judge::engine::lcg::Lcg;
use judge::engine::tcg::Tcg;
use serde::Deserialize;

use walk::{Entry, Seen, Walk, walk};

/// The expected results for one game.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Kept {
    game: String,
    /// The minimum number of cards whose ability is used.
    carried_out: usize,
    /// Cards that are not played, with the reasons.
    unplayed: BTreeMap<String, String>,
}

fn kept(game: &str) -> Kept {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/each_card/unplayed.yaml");
    let text = std::fs::read_to_string(file).expect("the list can be read");
    let all: Vec<Kept> = serde_yaml::from_str(&text).expect("the list is YAML");
    all.into_iter().find(|kept| kept.game == game).expect("the game is listed")
}

fn every_card_is_played<W: Walk>() {
    let (seen, kept, pool) = (walk::<W>(), kept(W::CODE), W::pool());
    assert!(seen.faults.is_empty(), "{} faults:\n{}", seen.faults.len(), seen.faults.join("\n=====\n"));
    let with_text = pool.iter().filter(|entry| entry.acts);
    let carried_out = with_text.filter(|entry| seen.acted.contains(entry.name.as_str())).count();
    if std::env::var_os("JUDGE_PLAYED").is_some() {
        println!("{}", figures::<W>(pool, &seen, carried_out));
    }
    let mut wrong = String::new();
    for entry in pool {
        match (seen.to_play(entry), kept.unplayed.get(&entry.name)) {
            (true, None) => _ = writeln!(wrong, "{} was never played.", entry.name),
            (false, Some(_)) => _ = writeln!(wrong, "{} was played: it need not be listed.", entry.name),
            (true, Some(_)) | (false, None) => {}
        }
    }
    for name in kept.unplayed.keys().filter(|name| pool.iter().all(|entry| entry.name != **name)) {
        let _ = writeln!(wrong, "{name} is listed, and no card with an entry.");
    }
    assert!(wrong.is_empty(), "{wrong}");
    let least = kept.carried_out;
    assert!(carried_out >= least, "{carried_out} cards have an ability carried out, {least} had");
}

fn figures<W: Walk>(pool: &[Entry], seen: &Seen, carried_out: usize) -> String {
    let played = pool.iter().filter(|entry| !seen.to_play(entry)).count();
    let with_text = pool.iter().filter(|entry| entry.acts).count();
    let used = pool.iter().filter(|entry| entry.used).count();
    let mut text = format!(
        "{}: {played} of {} cards played; {carried_out} of {with_text} with abilities had one carried out",
        W::CODE,
        pool.len(),
    );
    let idle: Vec<&Entry> = pool.iter().filter(|entry| seen.to_act(entry)).collect();
    let _ = writeln!(text, ", {} of {used} that are used or answer something.", used - idle.len());
    for entry in idle {
        let _ = writeln!(text, "not carried out: {}", entry.name);
    }
    for nothing in &seen.idle {
        let _ = writeln!(text, "came to nothing: {nothing}");
    }
    text
}

#[test]
fn every_card_of_the_lcg_is_played() {
    every_card_is_played::<Lcg>();
}

#[test]
fn every_card_of_the_tcg_is_played() {
    every_card_is_played::<Tcg>();
}
