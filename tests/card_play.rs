//! Random legal play with random fully implemented cards: no panic, no card in two places, no negative
//! counter, a basis for every step, an answer to every question.
//!
//! A few games of each kind in the suite. `JUDGE_GAMES=1000` plays a thousand of each, and `JUDGE_SEED=17`
//! starts with that seed, to reproduce a failure.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::LazyLock;

use judge::engine::cards::Printed as _;
use judge::engine::kernel::{self, Question, Rules, State};
use judge::engine::lcg::Lcg;
use judge::engine::lcg::vocabulary::facts as lcg;
use judge::engine::scenario::Game;
use judge::engine::tcg::Tcg;
use judge::engine::tcg::vocabulary::facts as tcg;

use crate::common::rulings::LIBRARY;
use crate::play::{Lots, based, lcg_first, lcg_sound, listed, tcg_first, tcg_sound};

/// The maximum number of answers in a game.
const MAX_ANSWERS: usize = 120;

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise)
}

/// A random selection from a pool.
fn some<'a>(lots: &mut Lots, pool: &'a [String], most: usize) -> Vec<&'a str> {
    let count = lots.next(most + 1);
    let chosen: BTreeSet<usize> = (0..count).map(|_| lots.next(pool.len())).collect();
    chosen.into_iter().map(|at| pool[at].as_str()).collect()
}

/// The fully implemented cards of a side and of these types, by name and number.
fn lcg_pool(side: lcg::Side, kinds: &[lcg::CardType]) -> Vec<String> {
    let cards = &LIBRARY.lcg;
    let names: BTreeSet<&str> = cards.names().collect();
    let all = names.into_iter().flat_map(|name| cards.find(name));
    let whole = all.filter(|card| {
        card.known() == lcg::TextCoverage::Whole && card.side == side && kinds.contains(&card.kind)
    });
    whole.filter_map(|card| card.number.as_ref().map(|n| format!("{} {n}", card.title))).collect()
}

fn lcg_board(lots: &mut Lots) -> String {
    use lcg::CardType::{Enhancement, Event, Fate, Objective, Unit};
    use lcg::Side::{Dark, Light};
    static POOLS: LazyLock<[[Vec<String>; 3]; 2]> = LazyLock::new(|| {
        [Light, Dark].map(|side| {
            [&[Unit][..], &[Objective], &[Enhancement, Event, Fate, Unit]].map(|kinds| lcg_pool(side, kinds))
        })
    });
    assert!(POOLS.iter().flatten().all(|pool| pool.len() > 20), "the cards are there");
    const POINTS: [&str; 7] =
        ["balance", "refresh.1", "draw", "deployment", "conflict.actions", "force.commit", "deployment"];
    let (point, active) = (POINTS[lots.next(POINTS.len())], ["light", "dark"][lots.next(2)]);
    let mut text = format!("name: random\ngame: lcg\ntitle: random\nactive: {active}\nat: {point}\ngiven:\n");
    for (side, affiliation, pools) in [("light", "Jedi", &POOLS[0]), ("dark", "Sith", &POOLS[1])] {
        let (units, objectives, hand) =
            (some(lots, &pools[0], 4), some(lots, &pools[1], 3), some(lots, &pools[2], 6));
        let deck = some(lots, &pools[2], 4);
        let play: Vec<&str> = units.iter().chain(&objectives).copied().collect();
        let hand: Vec<&str> = hand.into_iter().filter(|card| !play.contains(card)).collect();
        let deck: Vec<&str> =
            deck.into_iter().filter(|card| !play.contains(card) && !hand.contains(card)).collect();
        let as_named = |cards: &[&str]| {
            let each = cards.iter().map(|card| {
                let quoted = listed(&[card]);
                format!("{{card: {quoted}, as: {quoted}, focus: {}}}", card.len() % 2)
            });
            each.collect::<Vec<_>>().join(", ")
        };
        let plain = |cards: &[&str]| {
            let each = cards.iter().map(|card| format!("{{card: {0}, as: {0}}}", listed(&[card])));
            each.collect::<Vec<_>>().join(", ")
        };
        let _ = write!(
            text,
            "  {side}:\n    affiliation: {affiliation}\n    play: [{}]\n    hand: [{}]\n    deck: [{}{}{{unknown: 4}}]\n",
            as_named(&play),
            plain(&hand),
            plain(&deck),
            if deck.is_empty() { "" } else { ", " }
        );
    }
    text
}

fn tcg_pool(side: tcg::CardSide, units: bool) -> Vec<String> {
    let cards = &LIBRARY.tcg;
    let names: BTreeSet<&str> = cards.names().collect();
    let all = names.into_iter().flat_map(|name| cards.find(name));
    let whole = all.filter(|card| {
        // Neutral cards are on one side only, so that no two cards share a name.
        let yours = card.side == side || (card.side == tcg::CardSide::Neutral && side == tcg::CardSide::Dark);
        card.written && card.part.is_none() && yours && card.kind.arena().is_some() == units
    });
    whole.filter_map(|card| card.number.as_ref().map(|n| format!("{} {n}", card.name))).collect()
}

fn tcg_board(lots: &mut Lots) -> String {
    static POOLS: LazyLock<[[Vec<String>; 2]; 2]> = LazyLock::new(|| {
        [tcg::CardSide::Dark, tcg::CardSide::Light]
            .map(|side| [true, false].map(|units| tcg_pool(side, units)))
    });
    const POINTS: [&str; 5] =
        ["command.roll", "build.dark", "battle.start", "ground.start", "character.attacks"];
    let point = POINTS[lots.next(POINTS.len())];
    let mut text = format!("name: random\ngame: tcg\ntitle: random\nat: {point}\ngiven:\n");
    for (side, pools) in [("dark", &POOLS[0]), ("light", &POOLS[1])] {
        let plain = |cards: &[&str]| {
            let each = cards.iter().map(|card| format!("{{card: {0}, as: {0}}}", listed(&[card])));
            each.collect::<Vec<_>>().join(", ")
        };
        let play = some(lots, &pools[0], 6);
        let mut hand = some(lots, &pools[1], 5);
        let more = some(lots, &pools[0], 2);
        hand.extend(more.into_iter().filter(|card| !play.contains(card)));
        let _ = writeln!(
            text,
            "  {side}: {{force: 7, build-points: 4, play: [{}], hand: [{}]}}",
            plain(&play),
            plain(&hand)
        );
    }
    text
}

/// Plays a random game and checks every state.
fn one_game<R: Rules>(first: State<R>, lots: &mut Lots, board: &str, sound: &dyn Fn(&State<R>)) -> usize {
    let (mut state, steps) = kernel::start(first).unwrap_or_else(|refusal| panic!("{refusal:?}\n{board}"));
    based(&steps, board);
    let mut given = 0;
    while let Some(question) = state.question.clone().filter(|_| given < MAX_ANSWERS) {
        sound(&state);
        let answer = answer(&state, &question, lots, board);
        let next = kernel::apply(&state, &answer);
        let (next, steps) = next.unwrap_or_else(|refusal| panic!("{answer:?}: {refusal:?}\n{board}"));
        based(&steps, board);
        (state, given) = (next, given + 1);
    }
    given
}

fn answer<R: Rules>(
    state: &State<R>,
    question: &Question<R>,
    lots: &mut Lots,
    board: &str,
) -> kernel::Answer<R::Choice> {
    let all = question.shape.answers().take(60);
    let allowed: Vec<_> = all.filter(|answer| kernel::forbidden(state, question, answer).is_none()).collect();
    assert!(!allowed.is_empty(), "nothing is allowed: {question:?}\n{board}");
    allowed[lots.next(allowed.len())].clone()
}

fn play<G: Game>(
    board: fn(&mut Lots) -> String,
    first: fn(&str) -> State<G>,
    sound: &dyn Fn(&State<G>),
) -> usize {
    let (games, seed) = (number("JUDGE_GAMES", 12), number("JUDGE_SEED", 1));
    let mut answers = 0;
    for seed in seed..seed + games {
        let mut lots = Lots::of(seed);
        let text = format!("# JUDGE_SEED={seed}\n{}", board(&mut lots));
        answers += one_game(first(&text), &mut lots, &text, sound);
    }
    answers
}

#[test]
fn any_whole_cards_of_the_lcg_play_soundly() {
    assert!(play::<Lcg>(lcg_board, lcg_first, &lcg_sound) > 100, "something was played");
}

#[test]
fn any_whole_cards_of_the_tcg_play_soundly() {
    assert!(play::<Tcg>(tcg_board, tcg_first, &tcg_sound) > 100, "something was played");
}
