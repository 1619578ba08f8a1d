//! What holds in every game of the TCG, whatever is played: random legal play of random small boards.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::OnceLock;

use judge::corpus::Files;
use judge::engine::Library;
use judge::engine::games::AnyGame;
use judge::engine::kernel::{self, Answer, Frame, Rules, Switches};
use judge::engine::scenario::Game;
use judge::engine::scenario::load;
use judge::engine::tcg::ability::Zone;
use judge::engine::tcg::choice::Choice;
use judge::engine::tcg::facts::{CardType, Stat};
use judge::engine::tcg::table::CardId;
use judge::engine::tcg::values::value;
use judge::engine::tcg::{State, Task, Tcg};
use proptest::prelude::*;

/// A turn of so small a board has fewer decisions than this.
const LONGEST_TURN: usize = 3000;

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
];
const DARK_HAND: &[&str] = &["Tyranus's Gift", "Rebel Surrender", "Self-Destruct", "Vader's Call"];
const LIGHT_HAND: &[&str] =
    &["Master and Apprentice", "Surge of Power", "Change in Destiny", "Run the Gauntlet"];
const POINTS: &[&str] = &["command.roll", "battle.start", "ground.start", "character.attacks"];

fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let (files, _) = Files::folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("rulings"));
        Library::load(&files).0
    })
}

fn some(names: &'static [&'static str], most: usize) -> impl Strategy<Value = Vec<&'static str>> {
    proptest::sample::subsequence(names, 0..=most)
}

fn listed(cards: &[&str]) -> String {
    cards.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}

prop_compose! {
    /// A small board as a judge would write it down.
    fn board()(
        dark in some(DARK, 4), light in some(LIGHT, 4), dark_hand in some(DARK_HAND, 2), light_hand in some(LIGHT_HAND, 2),
        force in (0u32..9, 0u32..9), point in proptest::sample::select(POINTS),
    ) -> String {
        format!(
            "name: random\ngame: tcg\ntitle: random\nat: {point}\ngiven:\n  dark: {{force: {}, play: [{}], hand: [{}]}}\n  \
             light: {{force: {}, play: [{}], hand: [{}]}}\n",
            force.0, listed(&dark), listed(&dark_hand), force.1, listed(&light), listed(&light_hand)
        )
    }
}

fn first_state(text: &str) -> State {
    let loaded = load::load("random.yaml", text, library());
    let loaded = loaded.unwrap_or_else(|problems| panic!("{problems:?}\n{text}"));
    let AnyGame::Tcg(situation) = &loaded[0].situation else { panic!("not a scenario of this game") };
    Tcg::build("random.yaml", &situation.scenario, &library().tcg, Switches::default())
        .expect("a loaded scenario can be set up")
}

/// One of the first allowed answers, by a random number.
fn pick(state: &State, random: u32) -> Option<Answer<Choice>> {
    let question = state.question.as_ref()?;
    let answers = question.shape.answers().take(40);
    let allowed: Vec<_> = answers.filter(|answer| Tcg::forbids(state, question, answer).is_none()).collect();
    assert!(!allowed.is_empty(), "nothing is allowed: {question:?}");
    allowed.get(random as usize % allowed.len()).cloned()
}

/// What must be so whenever a decision is open.
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
        assert!(given.len() < LONGEST_TURN, "the turn does not end\n{text}");
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
    fn the_same_answers_give_the_same_game(text in board(), randoms in proptest::collection::vec(any::<u32>(), 64)) {
        let (first, end) = one_turn(&text, &randoms);
        let (second, again) = one_turn(&text, &randoms);
        prop_assert_eq!(first, second);
        prop_assert_eq!(end, again);
    }
}
