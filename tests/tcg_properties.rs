//! Invariants of every TCG game, checked in random legal play on random small boards.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use crate::common::rulings::LIBRARY;
use judge::engine::games::AnyGame;
use judge::engine::kernel::{self, Answer, Frame, Switches};
use judge::engine::scenario::Game;
use judge::engine::scenario::load;
use judge::engine::script::SetsUp as _;
use judge::engine::tcg::state::choice::Choice;
use judge::engine::tcg::state::table::CardId;
use judge::engine::tcg::state::values::value;
use judge::engine::tcg::vocabulary::Zone;
use judge::engine::tcg::vocabulary::{CardSide, CardType, Stat};
use judge::engine::tcg::{State, Task, Tcg};
use proptest::prelude::*;

/// A turn on such a small board has fewer decisions than this.
const MAX_TURN_ANSWERS: usize = 3000;

const DARK: &[&str] = &[
    "Nexu",
    "Techno Union Warship",
    "Infantry Battle Droid",
    "Darth Vader (A)",
    "Droid Control Ship",
    "Battle Droid Division",
    "Han Solo (A)",
    "Asteroid Field",
    "Hoth Battle Plains",
    "Trade Federation Battleship",
    "Commerce Guild Droid Platoon",
    "Darth Tyranus (A)",
    "Darth Vader (G)",
    "Dark Cave",
    "Destroyer Droid, P Series",
    "Nute Gunray (A)",
    "Poggle the Lesser (A)",
];
const LIGHT: &[&str] = &[
    "X-wing Squadron",
    "Yoda (C)",
    "Anakin Skywalker (E)",
    "Princess Leia (A)",
    "Jar Jar Binks (A)",
    "Forward Command Center",
    "Han Solo (G)",
    "Luke Skywalker (J)",
    "Bright Hope (A)",
    "Obi-Wan Kenobi (A)",
    "Padme Amidala (C)",
    "Corde (A)",
    "Yoda (F)",
    "Millennium Falcon (B)",
    "Republic Assault Ship",
    "Lando Calrissian (C)",
];
const DARK_HAND: &[&str] = &[
    "Tyranus's Gift",
    "Rebel Surrender",
    "Self-Destruct",
    "Vader's Call",
    "Battle Fatigue",
    "War Will Follow",
    "Tyranus's Edict",
    "Plot the Secession",
    "Departure Time",
    "Darth Vader (E)",
];
const LIGHT_HAND: &[&str] = &[
    "Master and Apprentice",
    "Surge of Power",
    "Change in Destiny",
    "Run the Gauntlet",
    "Attract Enemy Fire",
    "Jedi Knight's Deflection",
    "Ward of the Jedi",
    "Go to the Temple",
    "Yoda (B)",
    "Hatch a Clone",
];
const POINTS: &[&str] =
    &["setup", "command.roll", "build.dark", "battle.start", "ground.start", "character.attacks"];

fn some(names: &'static [&'static str], most: usize) -> impl Strategy<Value = Vec<&'static str>> {
    proptest::sample::subsequence(names, 0..=most)
}

fn listed(cards: &[&str]) -> String {
    cards.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}

prop_compose! {
    /// A small board in the notation of scenarios.
    fn board()(
        dark in some(DARK, 4), light in some(LIGHT, 4), dark_hand in some(DARK_HAND, 3), light_hand in some(LIGHT_HAND, 3),
        force in (0u32..9, 0u32..9), point in proptest::sample::select(POINTS),
    ) -> String {
        format!(
            "name: random\ngame: tcg\ntitle: random\nat: {point}\ngiven:\n  dark: {{force: {}, build-points: 3, play: [{}], hand: [{}]}}\n  \
             light: {{force: {}, build-points: 3, play: [{}], hand: [{}]}}\n",
            force.0, listed(&dark), listed(&dark_hand), force.1, listed(&light), listed(&light_hand)
        )
    }
}

/// Implemented cards that a side may have, by name: those in an arena, or the others.
fn pool(side: CardSide, units: bool) -> Vec<String> {
    let cards = &LIBRARY.tcg;
    let names: BTreeSet<&str> = cards.names().collect();
    let fits = |name: &&str| match cards.find(name).as_slice() {
        [card] => {
            // Neutral cards are on one side only, so that no two cards share a name.
            let yours = card.side == side || (card.side == CardSide::Neutral && side == CardSide::Dark);
            card.written && yours && card.kind.arena().is_some() == units
        }
        _ => false,
    };
    names.into_iter().filter(fits).map(str::to_owned).collect()
}

/// A random selection without duplicates.
fn drawn(pool: &[String], randoms: &[u32]) -> String {
    let chosen: BTreeSet<usize> = randoms.iter().map(|random| *random as usize % pool.len()).collect();
    let names: Vec<String> =
        chosen.into_iter().map(|at| format!("\"{}\"", pool[at].replace('"', "\\\""))).collect();
    names.join(", ")
}

/// A board of arbitrary implemented cards.
fn any_board(randoms: &[Vec<u32>], point: &str) -> String {
    static POOLS: OnceLock<[Vec<String>; 4]> = OnceLock::new();
    let pools = POOLS.get_or_init(|| {
        [
            pool(CardSide::Dark, true),
            pool(CardSide::Dark, false),
            pool(CardSide::Light, true),
            pool(CardSide::Light, false),
        ]
    });
    assert!(pools.iter().all(|pool| pool.len() > 20), "the cards are there");
    let lists: Vec<String> = pools.iter().zip(randoms).map(|(pool, randoms)| drawn(pool, randoms)).collect();
    format!(
        "name: random\ngame: tcg\ntitle: random\nat: {point}\ngiven:\n  \
         dark: {{force: 7, build-points: 4, play: [{}], hand: [{}]}}\n  \
         light: {{force: 7, build-points: 4, play: [{}], hand: [{}]}}\n",
        lists[0], lists[1], lists[2], lists[3]
    )
}

fn first_state(text: &str) -> State {
    let loaded = load::load("random.yaml", text, &LIBRARY);
    let loaded = loaded.unwrap_or_else(|problems| panic!("{problems:?}\n{text}"));
    let AnyGame::Tcg(situation) = &loaded[0].situation else { panic!("not a scenario of this game") };
    <Tcg as Game>::Given::build("random.yaml", &situation.scenario, &LIBRARY.tcg, Switches::default())
        .expect("a loaded scenario can be set up")
}

/// One of the first allowed answers, at random.
fn pick(state: &State, random: u32) -> Option<Answer<Choice>> {
    let question = state.question.as_ref()?;
    let answers = question.shape.answers().take(40);
    let allowed: Vec<_> =
        answers.filter(|answer| kernel::forbidden(state, question, answer).is_none()).collect();
    assert!(!allowed.is_empty(), "nothing is allowed: {question:?}");
    allowed.get(random as usize % allowed.len()).cloned()
}

/// What must hold whenever a decision is open.
fn sound(state: &State) {
    let table = &state.table;
    for at in 0..table.cards.len() {
        let id = CardId(at as u16);
        let card = table.card(id);
        let unit = card.text.as_ref().is_some_and(|text| text.kind.arena().is_some());
        let in_arena = matches!(card.zone, Zone::Space | Zone::Ground | Zone::Character);
        if unit && in_arena && card.damage > 0 {
            assert!(card.damage < value(state, id, Stat::Health), "{} should have been discarded", card.id);
        }
        if !in_arena && card.zone != Zone::Build {
            assert_eq!(card.damage, 0, "{} keeps damage where it is", card.id);
        }
    }
    let kinds = table.cards.iter().map(|card| card.text.as_ref().map(|text| text.kind));
    let locations = kinds.zip(&table.cards).filter(|(kind, _)| *kind == Some(CardType::Location));
    let mut arenas = BTreeSet::new();
    for (_, card) in
        locations.filter(|(_, card)| matches!(card.zone, Zone::Space | Zone::Ground | Zone::Character))
    {
        assert!(arenas.insert(card.zone), "two Locations in one arena");
    }
    let attacks = state.stack.iter().filter(|frame| matches!(frame, Frame::Task(Task::Attack(_)))).count();
    assert!(attacks <= 1, "an attack within an attack");
}

/// Plays until the turn ends; returns the answers and the last state.
fn one_turn(text: &str, randoms: &[u32]) -> (Vec<Answer<Choice>>, State) {
    let (mut state, _) = kernel::start(first_state(text)).expect("a game can be started");
    let mut given = Vec::new();
    while state.question.is_some() && state.table.turns == 0 {
        sound(&state);
        let random = randoms[given.len() % randoms.len()];
        let answer = pick(&state, random).expect("a question has an answer");
        state = kernel::apply(&state, &answer).expect("an allowed answer is taken").0;
        given.push(answer);
        assert!(given.len() < MAX_TURN_ANSWERS, "the turn does not end\n{text}");
    }
    (given, state)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, max_shrink_iters: 64, ..ProptestConfig::default() })]

    #[test]
    fn a_turn_of_random_legal_play_ends_and_is_sound(text in board(), randoms in proptest::collection::vec(any::<u32>(), 64)) {
        one_turn(&text, &randoms);
    }

    #[test]
    fn a_turn_of_any_cards_written_down_ends_and_is_sound(
        cards in proptest::collection::vec(proptest::collection::vec(any::<u32>(), 1..5), 4),
        point in proptest::sample::select(POINTS),
        randoms in proptest::collection::vec(any::<u32>(), 64),
    ) {
        one_turn(&any_board(&cards, point), &randoms);
    }

    #[test]
    fn the_same_answers_give_the_same_game(text in board(), randoms in proptest::collection::vec(any::<u32>(), 64)) {
        let (first, end) = one_turn(&text, &randoms);
        let (second, again) = one_turn(&text, &randoms);
        prop_assert_eq!(first, second);
        prop_assert_eq!(end, again);
    }
}
