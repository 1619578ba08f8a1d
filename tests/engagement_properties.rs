//! Invariants of engagements, checked in random legal ones.

use std::collections::BTreeSet;

use crate::common::hash;
use crate::common::rulings::LIBRARY;
use judge::engine::games::AnyGame;
use judge::engine::kernel::{self, Answer, Switches};
use judge::engine::lcg::state::choice::{Choice, Topic};
use judge::engine::lcg::state::values::value;
use judge::engine::lcg::vocabulary::Zone;
use judge::engine::lcg::vocabulary::{CardType, Stat};
use judge::engine::lcg::{Lcg, State};
use judge::engine::scenario::Game;
use judge::engine::scenario::load;
use judge::engine::script::SetsUp as _;
use proptest::prelude::*;

/// An engagement of a few units that took more answers than this would never end.
const MAX_ANSWERS: usize = 600;

const UNITS: [&[&str]; 2] = [
    &[
        "Yoda 0166",
        "Red Two",
        "Guardian of Peace",
        "Luke Skywalker 0092",
        "Twi'lek Smuggler",
        "Chewbacca 0319",
    ],
    &[
        "Boba Fett 0019",
        "TIE Attack Squadron",
        "Nightsister",
        "TIE Advanced",
        "Emperor's Royal Guard",
        "Jabba the Hutt",
    ],
];
const OBJECTIVES: [&[&str]; 2] = [
    &["The Secret of Yavin 4", "A Journey to Dagobah", "Last Defense of Hoth", "A Hero's Journey"],
    &["Counsel of the Sith", "The Killing Cold", "The Ultimate Power"],
];
const HANDS: [&[&str]; 2] = [
    &[
        "Twist of Fate 0157",
        "Heat of Battle 0065",
        "Target of Opportunity",
        "Lightsaber Deflection",
        "Jedi Mind",
    ],
    &["Twist of Fate 0171", "Heat of Battle 0169", "It's Worse", "Force Choke", "Dark Plan"],
];
const OWN_CARDS: &str = "cards:
  - {title: Jedi Mind, invented: true, type: event, side: light, force: 3}
  - {title: Dark Plan, invented: true, type: event, side: dark, force: 3}
";

type Unit = (&'static str, u32, bool, bool);

fn units(names: &'static [&'static str]) -> impl Strategy<Value = Vec<Unit>> {
    proptest::sample::subsequence(names, 1..=4).prop_flat_map(|names| {
        let more = proptest::collection::vec((0u32..5, any::<bool>(), any::<bool>()), names.len());
        let one = |(name, (focus, shield, committed)): (&'static str, (u32, bool, bool))| {
            (name, u32::from(focus == 4), shield, committed)
        };
        // At most three Force cards, since no fourth unit can be committed.
        let three =
            |(n, (name, focus, shield, committed)): (usize, Unit)| (name, focus, shield, committed && n < 3);
        more.prop_map(move |more| names.iter().copied().zip(more).map(one).enumerate().map(three).collect())
    })
}

fn cards(side: usize, units: &[Unit], objectives: &[&str], hand: &[&str], deck: bool) -> String {
    let units = units.iter().map(|(name, focus, shield, committed)| {
        format!("{{card: \"{name}\", focus: {focus}, shield: {shield}, committed: {committed}}}")
    });
    let objectives = objectives.iter().map(|name| format!("{{card: \"{name}\", damage: 2}}"));
    let play: Vec<String> = units.chain(objectives).collect();
    // If both sides have a fate card of the same title, each gets a name of its own.
    let hand: Vec<String> =
        hand.iter().map(|name| format!("{{card: \"{name}\", as: \"{name} of {side}\"}}")).collect();
    let deck = if deck { "[{unknown: 2}]" } else { "[]" };
    let affiliation = ["Jedi", "Sith"][side];
    format!(
        "    affiliation: {affiliation}\n    play: [{}]\n    hand: [{}]\n    deck: {deck}\n    objective-deck: [{}]\n",
        play.join(", "),
        hand.join(", "),
        ["Hold the Line!", "Shadows on the Ice"][side]
    )
}

prop_compose! {
    /// A board on which something can be engaged.
    fn board()(
        light in units(UNITS[0]), dark in units(UNITS[1]),
        light_objectives in proptest::sample::subsequence(OBJECTIVES[0], 1..=3),
        dark_objectives in proptest::sample::subsequence(OBJECTIVES[1], 1..=3),
        light_hand in proptest::sample::subsequence(HANDS[0], 0..=4),
        dark_hand in proptest::sample::subsequence(HANDS[1], 0..=4),
        trench in any::<bool>(), dark_active in any::<bool>(), dial_damage in 0u32..9, deck in any::<bool>(),
    ) -> String {
        let active = if dark_active { "dark" } else { "light" };
        let trench = if trench { ", Trench Run" } else { "" };
        let light = cards(0, &light, &light_objectives, &light_hand, deck).replacen("}]\n", &format!("}}{trench}]\n"), 1);
        let dark = cards(1, &dark, &dark_objectives, &dark_hand, true);
        format!(
            "name: random\ngame: lcg\ntitle: random\nactive: {active}\nat: engagement.objective\n{OWN_CARDS}given:\n  light:\n{light}  \
             dark:\n{dark}  dial: 3\n  dial-damage: {dial_damage}\n"
        )
    }
}

fn started(text: &str) -> State {
    let loaded = load::load("random.yaml", text, &LIBRARY);
    let loaded = loaded.unwrap_or_else(|problems| panic!("{problems:?}\n{text}"));
    #[allow(irrefutable_let_patterns)] // whichever games there are
    let AnyGame::Lcg(situation) = &loaded[0].situation else { panic!("this is the LCG") };
    let first =
        <Lcg as Game>::Given::build("random.yaml", &situation.scenario, &LIBRARY.lcg, Switches::default());
    kernel::start(first.expect("a loaded scenario can be set up")).expect("a game can be started").0
}

/// A random answer among those a question allows; engages an objective if possible.
fn pick(state: &State, random: u32) -> Option<Answer<Choice>> {
    let question = state.question.as_ref()?;
    let answers = question.shape.answers().take(60);
    let mut allowed: Vec<Answer<Choice>> =
        answers.filter(|answer| kernel::forbidden(state, question, answer).is_none()).collect();
    if matches!(question.topic, Topic::Objective) && allowed.len() > 1 {
        allowed.retain(|answer| *answer != Answer::Pass);
    }
    let at = random as usize % allowed.len().max(1);
    allowed.get(at).cloned()
}

/// Plays an engagement to its end, checking every step.
fn engagement(text: &str, first: &State, randoms: &[u32]) -> (Vec<Answer<Choice>>, State) {
    let mut state = first.clone();
    let (mut given, mut begun) = (Vec::new(), false);
    for random in randoms {
        let Some(answer) = pick(&state, *random) else { break };
        let (next, _) =
            kernel::apply(&state, &answer).unwrap_or_else(|refusal| panic!("{refusal:?}\n{text}"));
        check(&state, &next);
        given.push(answer);
        begun |= next.table.engagement.is_some();
        state = next;
        if begun && state.table.engagement.is_none() {
            break;
        }
    }
    assert!(
        !begun || state.table.engagement.is_none() || state.table.winner.is_some(),
        "the engagement did not end within {MAX_ANSWERS} answers\n{text}"
    );
    (given, state)
}

fn check(before: &State, after: &State) {
    check_places(after);
    check_participants(after);
    for (old, new) in before.table.cards.iter().zip(&after.table.cards) {
        assert_eq!(old.owner, new.owner, "{} has another owner", new.id);
        assert!(new.shields <= 1, "{} has two shields", new.id);
    }
    for card in after.table.in_zone(Zone::Play) {
        let there = after.table.card(card);
        let breakable =
            there.text.as_ref().is_some_and(|t| matches!(t.kind, CardType::Unit | CardType::Objective));
        let capacity = value(after, card, Stat::Capacity);
        assert!(!breakable || there.damage <= capacity, "{} has more damage than capacity", there.id);
    }
    assert!(after.table.dial >= before.table.dial && after.table.dial_damage >= before.table.dial_damage);
    let ended = before.table.engagement.is_some() && after.table.engagement.is_none();
    let stacks = after.table.in_zone(Zone::Edge).count();
    assert!(!ended || stacks == 0, "cards are left in the edge stacks");
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
    for card in state.table.in_zone(Zone::Play).chain(state.table.in_zone(Zone::Captured)) {
        assert!(!seen.contains(&card), "{} is in two places", state.table.id(card));
    }
}

/// Participating units are in play, on their controller's side only.
fn check_participants(state: &State) {
    let Some(engagement) = &state.table.engagement else { return };
    let mut seen = BTreeSet::new();
    for (attacking, unit) in engagement
        .attackers
        .iter()
        .map(|unit| (true, *unit))
        .chain(engagement.defenders.iter().map(|unit| (false, *unit)))
    {
        let card = state.table.card(unit);
        assert!(seen.insert(unit), "{} participates twice", card.id);
        assert_eq!(card.zone, Zone::Play, "{} participates from elsewhere", card.id);
        assert_eq!(card.controller == engagement.attacker, attacking, "{} is on the wrong side", card.id);
    }
    if let Some(objective) = engagement.objective {
        assert_eq!(state.table.card(objective).zone, Zone::Play, "an objective that has left is engaged");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), max_shrink_iters: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_engagement_ends(text in board(), randoms in proptest::collection::vec(any::<u32>(), MAX_ANSWERS)) {
        engagement(&text, &started(&text), &randoms);
    }

    #[test]
    fn the_same_answers_give_the_same_engagement(text in board(), randoms in proptest::collection::vec(any::<u32>(), MAX_ANSWERS)) {
        let mut again = started(&text);
        let (answers, first) = engagement(&text, &again, &randoms);
        for answer in &answers {
            again = kernel::apply(&again, answer).expect("what was allowed once is allowed again").0;
        }
        prop_assert_eq!(hash(&first), hash(&again));
        prop_assert!(first == again);
    }
}

/// The number of boards; `CASES=200` sets it.
fn cases() -> u32 {
    std::env::var("CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(12)
}
