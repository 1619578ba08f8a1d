//! Shared code for random play: cards, random numbers, conversion of boards to states, and checks of states
//! and steps.

use std::collections::BTreeSet;

use crate::common::rulings::LIBRARY;
use judge::engine::games::AnyGame;
use judge::engine::kernel::{Basis, State, Step, Switches};
use judge::engine::lcg::Lcg;
use judge::engine::lcg::state::table::CardId;
use judge::engine::lcg::state::values::in_force;
use judge::engine::lcg::vocabulary::CardType;
use judge::engine::scenario::Game;
use judge::engine::scenario::load;
use judge::engine::script::SetsUp as _;
use judge::engine::tcg::Tcg;
use judge::engine::tcg::vocabulary::gives::kinds_of;

/// Deterministic pseudo-random numbers.
pub struct Lots(u64);

impl Lots {
    pub fn of(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    pub fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below.max(1)
    }
}

/// A YAML list of cards.
pub fn listed(cards: &[&str]) -> String {
    let quoted = cards.iter().map(|name| format!("\"{}\"", name.replace('"', "\\\"")));
    quoted.collect::<Vec<_>>().join(", ")
}

/// Every step has a basis.
pub fn based<K: std::fmt::Debug>(steps: &[Step<K>], board: &str) {
    for step in steps {
        let said = match &step.basis {
            Basis::Rulebook(rule) => !rule.place.is_empty(),
            Basis::Ruling(text) | Basis::Card(text) | Basis::Unspecified(text) | Basis::Program(text) => {
                !text.is_empty()
            }
            Basis::Question => true,
        };
        assert!(said && !step.text.is_empty(), "a step without a basis: {step:?}\n{board}");
    }
}

/// No card is in two piles, or in a pile and elsewhere.
pub fn lcg_sound(state: &State<Lcg>) {
    let mut seen = BTreeSet::new();
    for ((_, zone), pile) in &state.table.piles {
        for card in pile {
            assert!(seen.insert(*card), "{} is in two piles", state.table.id(*card));
            assert_eq!(state.table.card(*card).zone, *zone, "{}", state.table.id(*card));
        }
    }
    for (at, card) in state.table.cards.iter().enumerate() {
        let id = CardId(at as u16);
        let piled = !matches!(
            card.zone,
            judge::engine::lcg::vocabulary::Zone::Play
                | judge::engine::lcg::vocabulary::Zone::Captured
                | judge::engine::lcg::vocabulary::Zone::Playing
        );
        assert_eq!(seen.contains(&id), piled, "{} lies in {:?}", card.id, card.zone);
        if let Some(text) = &card.text {
            lcg_foreseen(state, id, text);
        }
    }
}

/// Every ability that a card can use now was found when the table was set up.
fn lcg_foreseen(state: &State<Lcg>, id: CardId, text: &judge::engine::lcg::vocabulary::CardText) {
    let able = &state.table.able;
    for ability in text.abilities.iter().map(|ability| in_force(state, ability)) {
        assert!(able.of_kind(ability.kind).contains(&id), "{}: {ability:?}", text.title);
        assert!(able.forced() || !ability.forced, "{}: {ability:?}", text.title);
        for event in ability.when.iter().flat_map(|when| when.event.answered()) {
            assert!(able.answering(ability.kind, event).contains(&id), "{}: {ability:?}", text.title);
        }
        for kind in ability.gives.iter().flat_map(|gives| gives.kinds()) {
            assert!(able.giving(kind).contains(&id), "{}: {ability:?}", text.title);
        }
    }
    assert!(text.unit.is_none() || able.pilots().contains(&id), "{}", text.title);
    assert!(text.attaches_to.is_none() || able.attached().contains(&id), "{}", text.title);
    let falls = matches!(text.kind, CardType::Unit | CardType::Objective);
    assert!(!falls || able.destroyed().contains(&id), "{}", text.title);
}

/// No card is in a deck and elsewhere, and nothing is attached to a missing card.
pub fn tcg_sound(state: &State<Tcg>) {
    use judge::engine::tcg::vocabulary::Zone;
    let mut seen = BTreeSet::new();
    for card in state.table.decks.iter().flatten().flatten() {
        assert!(seen.insert(*card), "{} is in a deck twice", state.table.id(*card));
        assert_eq!(state.table.card(*card).zone, Zone::Deck, "{}", state.table.id(*card));
    }
    for (at, card) in state.table.cards.iter().enumerate() {
        assert_eq!(card.host.is_some(), card.zone == Zone::Under, "{} lies in {:?}", card.id, card.zone);
        for ability in card.text.iter().flat_map(|text| &text.abilities) {
            for kind in kinds_of(ability) {
                let found = state.table.able.giving(kind).contains(&CardId(at as u16));
                assert!(found, "{}: {ability:?}", card.id);
            }
        }
    }
}

/// The first state of a board.
pub fn lcg_first(text: &str) -> State<Lcg> {
    let AnyGame::Lcg(situation) = situation(text) else { panic!("not of this game") };
    <Lcg as Game>::Given::build("random.yaml", &situation.scenario, &LIBRARY.lcg, Switches::default())
        .unwrap_or_else(|problems| panic!("{problems:?}\n{text}"))
}

/// The first state of a board.
pub fn tcg_first(text: &str) -> State<Tcg> {
    let AnyGame::Tcg(situation) = situation(text) else { panic!("not of this game") };
    <Tcg as Game>::Given::build("random.yaml", &situation.scenario, &LIBRARY.tcg, Switches::default())
        .unwrap_or_else(|problems| panic!("{problems:?}\n{text}"))
}

fn situation(text: &str) -> AnyGame {
    let mut loaded =
        load::load("random.yaml", text, &LIBRARY).unwrap_or_else(|problems| panic!("{problems:?}\n{text}"));
    loaded.remove(0).situation
}
