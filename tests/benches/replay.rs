//! How long a replay takes: the worked example of nested sequences from YAML text to verdict, and single
//! answers on a mid-size board.

use std::io::Write as _;
use std::time::Instant;

use judge::corpus::Files;
use judge::engine::CardLibrary;
use judge::engine::games::AnyGame;
use judge::engine::kernel::{self, Switches};
use judge::engine::lcg::Lcg;
use judge::engine::scenario::load;
use judge::engine::scenario::{Game as _, Options};

const EXAMPLE: &str = "lcg/scenarios/nested-sequences.yaml";
const BOARD: &str = include_str!("board.yaml");
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

    let loaded = load::load("board.yaml", BOARD, &library).expect("the board is sound");
    let AnyGame::Lcg(situation) = &loaded[0].situation else { panic!("it is of the LCG") };
    let first = Lcg::build("board.yaml", &situation.scenario, &library.lcg, Switches::default())
        .expect("the board can be set up");
    let (first, _) = kernel::start(first).expect("the game can be started");
    let (mut state, mut answers) = (first.clone(), 0u32);
    let start = Instant::now();
    while answers < 200 * ROUNDS {
        let answer = state.question.as_ref().and_then(|question| Lcg::left_out(&state, question));
        state = match answer.map(|answer| kernel::apply(&state, &answer)) {
            Some(Ok((next, _))) => next,
            _ => first.clone(),
        };
        answers += 1;
    }
    let seconds = start.elapsed().as_secs_f64();
    let _ = writeln!(
        out,
        "apply, {} cards: {:.0} answers a second",
        first.table.cards.len(),
        f64::from(answers) / seconds
    );
}
