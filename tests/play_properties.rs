//! Invariants of every game, checked in random legal play on random small boards.

use std::collections::BTreeSet;

use crate::common::hash;
use crate::common::rulings::LIBRARY;
use judge::engine::games::AnyGame;
use judge::engine::kernel::{self, Answer, Frame, Step, Switches};
use judge::engine::lcg::state::choice::{Choice, Moment, Topic};
use judge::engine::lcg::state::table::CardId;
use judge::engine::lcg::state::values::value;
use judge::engine::lcg::vocabulary::EventKind;
use judge::engine::lcg::vocabulary::Zone;
use judge::engine::lcg::vocabulary::steps::StepKind;
use judge::engine::lcg::vocabulary::{CardType, Stat};
use judge::engine::lcg::{Lcg, State};
use judge::engine::scenario::Game;
use judge::engine::scenario::load;
use judge::engine::script::SetsUp as _;
use proptest::prelude::*;

/// The maximum number of answers in a game.
const MAX_GAME_ANSWERS: usize = 250;

const LIGHT_UNITS: &[&str] = &[
    "Yoda 0166",
    "Leia Organa 0088",
    "X-Wing Escort",
    "Red Two",
    "Guardian of Peace",
    "Chewbacca 0319",
    "C-3PO 0021",
    "Lobot",
];
const DARK_UNITS: &[&str] = &[
    "Nightsister",
    "Boba Fett 0019",
    "TIE Attack Squadron",
    "Jabba the Hutt",
    "Emperor's Royal Guard",
    "Devastator",
];
const LIGHT_HAND: &[&str] = &[
    "Lightsaber Deflection",
    "Counter-stroke",
    "Heroic Sacrifice",
    "Bamboozle",
    "Cloud City Operative",
    "Let the Wookiee Win",
    "Snowspeeder Counterattack",
    "Old Ben's Spirit",
];
const DARK_HAND: &[&str] = &[
    "It's Worse",
    "Force Choke",
    "Spice Visions",
    "Dark Precognition",
    "Force Shockwave",
    "Get Me Solo!",
    "Join Me",
    "Succumb to the Cold!",
];
const LIGHT_OBJECTIVES: &[&str] =
    &["Trust Me", "Tribal Support", "Fleeing the Empire", "May the Force Be With You"];
const DARK_OBJECTIVES: &[&str] = &["The Killing Cold", "Counsel of the Sith", "Imperial Blockade"];
const POINTS: &[&str] = &["deployment", "refresh.1", "force.commit", "engagement.strike", "balance"];

/// Up to `most` different cards of a list, each with at most one token of each kind.
fn some(
    names: &'static [&'static str],
    most: usize,
) -> impl Strategy<Value = Vec<(&'static str, u32, bool)>> {
    proptest::sample::subsequence(names, 0..=most.min(names.len())).prop_flat_map(|names| {
        let tokens = proptest::collection::vec((0u32..2, any::<bool>()), names.len());
        tokens.prop_map(move |tokens| {
            names.iter().zip(tokens).map(|(name, (focus, shield))| (*name, focus, shield)).collect()
        })
    })
}

fn listed(cards: &[(&str, u32, bool)]) -> String {
    let each = cards
        .iter()
        .map(|(name, focus, shield)| format!("{{card: \"{name}\", focus: {focus}, shield: {shield}}}"));
    each.collect::<Vec<_>>().join(", ")
}

fn names(cards: &[(&str, u32, bool)]) -> String {
    let each = cards.iter().map(|(name, ..)| format!("\"{}\"", name.trim_end_matches(" 0166")));
    each.collect::<Vec<_>>().join(", ")
}

prop_compose! {
    /// A small board in the notation of scenarios.
    fn board()(
        light in some(LIGHT_UNITS, 3), dark in some(DARK_UNITS, 3),
        light_hand in some(LIGHT_HAND, 3), dark_hand in some(DARK_HAND, 3),
        light_objectives in some(LIGHT_OBJECTIVES, 2), dark_objectives in some(DARK_OBJECTIVES, 2),
        point in proptest::sample::select(POINTS), dark_active in any::<bool>(), dial in 8u32..11,
    ) -> String {
        let light_play: Vec<_> = light.iter().chain(&light_objectives).copied().collect();
        let dark_play: Vec<_> = dark.iter().chain(&dark_objectives).copied().collect();
        let (attackers, defenders) = if dark_active { (&dark, &light) } else { (&light, &dark) };
        let objective = if dark_active { light_objectives.first() } else { dark_objectives.first() };
        let engagement = match (point, objective) {
            ("engagement.strike", Some((name, ..))) => format!(
                "  engagement: {{objective: \"{name}\", attackers: [{}], defenders: [{}], edge: light}}\n",
                names(attackers), names(defenders)),
            _ => String::new(),
        };
        let point = if point == "engagement.strike" && engagement.is_empty() { "deployment" } else { point };
        let active = if dark_active { "dark" } else { "light" };
        format!(
            "name: random\ngame: lcg\ntitle: random\nactive: {active}\nat: {point}\ngiven:\n  light:\n    affiliation: Jedi\n    \
             play: [{}]\n    hand: [{}]\n    deck: [{{unknown: 3}}]\n  dark:\n    affiliation: Sith\n    play: [{}]\n    hand: [{}]\n    \
             deck: [{{unknown: 3}}]\n  dial: {dial}\n{engagement}",
            listed(&light_play), names(&light_hand), listed(&dark_play), names(&dark_hand)
        )
    }
}

fn first_state(text: &str) -> State {
    let loaded = load::load("random.yaml", text, &LIBRARY);
    let loaded = loaded.unwrap_or_else(|problems| panic!("{problems:?}\n{text}"));
    let AnyGame::Lcg(situation) = &loaded[0].situation else { panic!("not a scenario of this game") };
    <Lcg as Game>::Given::build("random.yaml", &situation.scenario, &LIBRARY.lcg, Switches::default())
        .expect("a loaded scenario can be set up")
}

/// One of the first answers to a question, at random; passes more often than not.
fn pick(state: &State, random: u32) -> Option<Answer<Choice>> {
    let question = state.question.as_ref()?;
    let answers: Vec<Answer<Choice>> = question.shape.answers().take(40).collect();
    let allowed: Vec<Answer<Choice>> =
        answers.into_iter().filter(|answer| kernel::forbidden(state, question, answer).is_none()).collect();
    let at = random as usize % (allowed.len() + 1).max(1);
    allowed.get(at).or(allowed.last()).cloned()
}

/// Plays a game, checking every step; returns the answers and the last state.
fn random_game(text: &str, randoms: &[u32]) -> (Vec<Answer<Choice>>, State) {
    let (mut state, steps) = kernel::start(first_state(text)).expect("a game can be started");
    let mut unresolved = Vec::new();
    nested(&steps, &mut unresolved);
    let mut given = Vec::new();
    for random in randoms {
        let Some(answer) = pick(&state, *random) else { break };
        let (next, steps) =
            kernel::apply(&state, &answer).unwrap_or_else(|refusal| panic!("{refusal:?}\n{text}"));
        check_places(&next);
        check_capacity(&next);
        check_tokens(&state, &next, &steps);
        check_windows(&state, &next, &steps);
        nested(&steps, &mut unresolved);
        given.push(answer);
        state = next;
    }
    (given, state)
}

/// No card is in two places, and every card in a pile agrees that it is there.
fn check_places(state: &State) {
    let mut seen = BTreeSet::new();
    for ((_, zone), pile) in &state.table.piles {
        for card in pile {
            assert!(seen.insert(*card), "{} is in two piles", state.table.id(*card));
            assert_eq!(state.table.card(*card).zone, *zone, "{}", state.table.id(*card));
        }
    }
    for card in state.table.in_zone(Zone::Play) {
        assert!(!seen.contains(&card), "{} is in play and in a pile", state.table.id(card));
    }
}

/// Nothing in play has damage equal to its capacity, unless it is about to leave.
fn check_capacity(state: &State) {
    for card in state.table.in_zone(Zone::Play) {
        let there = state.table.card(card);
        let kind = there.text.as_ref().map(|text| text.kind);
        if !matches!(kind, Some(CardType::Unit | CardType::Objective)) || state.table.winner.is_some() {
            continue;
        }
        let capacity = value(state, card, Stat::Capacity);
        assert!(there.damage <= capacity, "{} has more damage than capacity", there.id);
        assert!(there.damage < capacity || leaving(state, card), "{} stands at its capacity", there.id);
    }
}

fn leaving(state: &State, card: CardId) -> bool {
    state.sequences().any(|(_, sequence)| {
        sequence.events.iter().any(|pending| {
            let out =
                [EventKind::Destroyed, EventKind::Sacrificed, EventKind::LeavesPlay, EventKind::Captured];
            pending.event.card == Some(card) && out.contains(&pending.event.kind)
        })
    })
}

/// Every change to a card's tokens has a step about that card, and a cost is not returned after it is paid.
fn check_tokens(before: &State, after: &State, steps: &[Step<StepKind>]) {
    for (old, new) in before.table.cards.iter().zip(&after.table.cards) {
        let changed = (old.damage, old.focus, old.shields) != (new.damage, new.focus, new.shields);
        let reported = steps.iter().any(|step| step.about.iter().any(|id| **id == *old.id));
        assert!(!changed || reported, "the tokens on {} changed without a step: {steps:#?}", old.id);
        let removed = steps.iter().any(|step| {
            matches!(
                step.kind,
                StepKind::Unfocus | StepKind::LeavesPlay | StepKind::Captured | StepKind::Switches
            ) && step.about.iter().any(|id| **id == *old.id)
        });
        assert!(new.focus >= old.focus || removed, "a focus token on {} was returned", old.id);
    }
}

/// An action window ends with consecutive passes, or with the game.
fn check_windows(before: &State, after: &State, steps: &[Step<StepKind>]) {
    let place = |state: &State| {
        state
            .stack
            .iter()
            .position(|f| matches!(f, Frame::Window(w) if matches!(w.moment, Moment::Action(_))))
    };
    let Some(at) = place(before) else { return };
    let same = place(after) == Some(at) && !steps.iter().any(|step| step.kind == StepKind::ActionWindow);
    let last = before.window().is_some_and(|window| window.passes == 1);
    let asked = matches!(before.question.as_ref().map(|q| &q.topic), Some(Topic::Window(Moment::Action(_))));
    let passed = asked && last && steps.first().is_some_and(|step| step.kind == StepKind::Passes);
    assert!(same || passed || after.table.winner.is_some(), "an action window closed otherwise: {steps:#?}");
}

/// Nested sequences are resolved in last-in, first-out order.
fn nested(steps: &[Step<StepKind>], unresolved: &mut Vec<String>) {
    for step in steps {
        let Some(card) = step.about.first() else { continue };
        match step.kind {
            StepKind::Plays | StepKind::Uses => unresolved.push(card.clone()),
            StepKind::Resolves | StepKind::WithoutEffect | StepKind::NotPaid => {
                assert_eq!(unresolved.pop().as_ref(), Some(card), "{card} was not the last to be begun");
            }
            StepKind::EntersPlay if unresolved.last() == Some(card) => {
                unresolved.pop();
            }
            _ => {}
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), max_shrink_iters: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_play_keeps_the_rules(text in board(), randoms in proptest::collection::vec(any::<u32>(), MAX_GAME_ANSWERS)) {
        random_game(&text, &randoms);
    }

    #[test]
    fn the_same_answers_give_the_same_state(text in board(), randoms in proptest::collection::vec(any::<u32>(), 40)) {
        let (answers, first) = random_game(&text, &randoms);
        let (mut again, _) = kernel::start(first_state(&text)).expect("a game can be started");
        for answer in &answers {
            again = kernel::apply(&again, answer).expect("what was allowed once is allowed again").0;
        }
        prop_assert_eq!(hash(&first), hash(&again));
        prop_assert_eq!(first.table.cards.len(), again.table.cards.len());
    }

    /// If everybody passes, the dial runs out.
    #[test]
    fn a_game_in_which_everybody_passes_ends(text in board()) {
        let (mut state, _) = kernel::start(first_state(&text)).expect("a game can be started");
        for _ in 0..3000 {
            let Some(question) = state.question.clone() else { break };
            let answer = Lcg::left_out(&state, &question).or_else(|| pick(&state, 0)).expect("every question has an answer");
            state = kernel::apply(&state, &answer).expect("what may be left out is allowed").0;
        }
        prop_assert!(state.table.winner.is_some());
    }
}

/// The number of boards; `CASES=200` sets it.
fn cases() -> u32 {
    std::env::var("CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(8)
}
