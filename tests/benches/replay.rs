//! Times replays: the example of nested sequences from YAML to verdict, and single answers on a mid-size
//! board of either game.

use std::io::Write as _;
use std::time::Instant;

use judge::corpus::Files;
use judge::engine::CardLibrary;
use judge::engine::games::AnyGame;
use judge::engine::kernel::{self, State, Switches};
use judge::engine::lcg::Lcg;
use judge::engine::scenario::load;
use judge::engine::scenario::{Game, Options};
use judge::engine::script::{CardTable as _, SetsUp as _};
use judge::engine::tcg::Tcg;

const EXAMPLE: &str = "lcg/scenarios/nested-sequences.yaml";
const BOARD: &str = include_str!("board.yaml");
const BOARD_TCG: &str = include_str!("board-tcg.yaml");
const ROUNDS: u32 = 200;

fn main() {
    let files = Files::built_in();
    let (library, _) = CardLibrary::load(&files);
    let text = files.get(EXAMPLE).expect("the worked example is built in").text();
    let mut out = std::io::stdout();

    let start = Instant::now();
    for _ in 0..ROUNDS {
        let loaded = load::load(EXAMPLE, text, &library).expect("the worked example is sound");
        let replay =
            loaded[0].replay(&library, &Options::default()).expect("the worked example can be set up");
        assert!(replay.passed());
    }
    let each = start.elapsed() / ROUNDS;
    let _ = writeln!(out, "nested-sequences, YAML text to verdict, with its variations: {each:?}");

    for (file, text) in [("board.yaml", BOARD), ("board-tcg.yaml", BOARD_TCG)] {
        let loaded = load::load(file, text, &library).expect("the board is sound");
        let (cards, speed) = match &loaded[0].situation {
            AnyGame::Lcg(situation) => play(<Lcg as Game>::Given::build(
                file,
                &situation.scenario,
                &library.lcg,
                Switches::default(),
            )),
            AnyGame::Tcg(situation) => play(<Tcg as Game>::Given::build(
                file,
                &situation.scenario,
                &library.tcg,
                Switches::default(),
            )),
        };
        let _ = writeln!(out, "apply, {file}, {cards} cards: {speed:.0} answers a second");
    }
}

/// The number of cards, and the number of answers per second if everybody passes whenever possible; starts
/// over where that is impossible.
fn play<G: Game, E: std::fmt::Debug>(built: Result<State<G>, E>) -> (u16, f64) {
    let (first, _) = kernel::start(built.expect("the board can be set up")).expect("the game can be started");
    let (mut state, mut answers) = (first.clone(), 0u32);
    let start = Instant::now();
    while answers < 200 * ROUNDS {
        let answer = state.question.as_ref().and_then(|question| G::left_out(&state, question));
        state = match answer.map(|answer| kernel::apply(&state, &answer)) {
            Some(Ok((next, _))) => next,
            _ => first.clone(),
        };
        answers += 1;
    }
    (first.table.count(), f64::from(answers) / start.elapsed().as_secs_f64())
}
