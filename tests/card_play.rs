//! Random legal play with random cards whose text is written down whole: nothing panics, no card is in two
//! places, no counter runs below zero, every step says what it rests on, every question has an answer.
//!
//! A few games of each game in the suite; `JUDGE_GAMES=1000` plays a thousand of each, `JUDGE_SEED=17` begins
//! with that one, to look at a failure again.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::LazyLock;

use judge::corpus::Files;
use judge::engine::CardLibrary;
use judge::engine::cards::Printed as _;
use judge::engine::games::AnyGame;
use judge::engine::kernel::{self, Basis, Question, Rules, State, Step, Switches};
use judge::engine::lcg::Lcg;
use judge::engine::lcg::vocabulary::facts as lcg;
use judge::engine::scenario::Game;
use judge::engine::scenario::load;
use judge::engine::tcg::Tcg;
use judge::engine::tcg::vocabulary::facts as tcg;

/// Answers given in one game, at most.
const LONGEST: usize = 120;

static LIBRARY: LazyLock<CardLibrary> = LazyLock::new(|| {
    let (files, _) = Files::folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("rulings"));
    CardLibrary::load(&files).0
});

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise)
}

/// Numbers that look random and are the same for the same seed.
struct Lots(u64);

impl Lots {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below.max(1)
    }

    fn some<'a>(&mut self, pool: &'a [String], most: usize) -> Vec<&'a str> {
        let count = self.next(most + 1);
        let chosen: BTreeSet<usize> = (0..count).map(|_| self.next(pool.len())).collect();
        chosen.into_iter().map(|at| pool[at].as_str()).collect()
    }
}

fn listed(cards: &[&str]) -> String {
    let quoted = cards.iter().map(|name| format!("\"{}\"", name.replace('"', "\\\"")));
    quoted.collect::<Vec<_>>().join(", ")
}

/// The cards of a side and of these types that are written down whole, by name and number.
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
            (lots.some(&pools[0], 4), lots.some(&pools[1], 3), lots.some(&pools[2], 6));
        let deck = lots.some(&pools[2], 4);
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

fn tcg_pool(side: tcg::Side, units: bool) -> Vec<String> {
    let cards = &LIBRARY.tcg;
    let names: BTreeSet<&str> = cards.names().collect();
    let all = names.into_iter().flat_map(|name| cards.find(name));
    let whole = all.filter(|card| {
        // Neutral cards lie on one side, so that no two cards have one name.
        let yours = card.side == side || (card.side == tcg::Side::Neutral && side == tcg::Side::Dark);
        card.written && card.part.is_none() && yours && card.kind.arena().is_some() == units
    });
    whole.filter_map(|card| card.number.as_ref().map(|n| format!("{} {n}", card.name))).collect()
}

fn tcg_board(lots: &mut Lots) -> String {
    static POOLS: LazyLock<[[Vec<String>; 2]; 2]> = LazyLock::new(|| {
        [tcg::Side::Dark, tcg::Side::Light].map(|side| [true, false].map(|units| tcg_pool(side, units)))
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
        let play = lots.some(&pools[0], 6);
        let mut hand = lots.some(&pools[1], 5);
        let more = lots.some(&pools[0], 2);
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

/// Every step says what it rests on.
fn based<K: std::fmt::Debug>(steps: &[Step<K>], board: &str) {
    for step in steps {
        let said = match &step.basis {
            Basis::Ruling(text) | Basis::Rulebook(text) | Basis::Card(text) | Basis::Unspecified(text) => {
                !text.is_empty()
            }
            Basis::Program(text) => !text.is_empty(),
            Basis::Question => true,
        };
        assert!(said && !step.text.is_empty(), "a step without a basis: {step:?}\n{board}");
    }
}

/// Plays a game by lot; says of every state whether it is sound.
fn one_game<R: Rules>(first: State<R>, lots: &mut Lots, board: &str, sound: &dyn Fn(&State<R>)) -> usize {
    let (mut state, steps) = kernel::start(first).unwrap_or_else(|refusal| panic!("{refusal:?}\n{board}"));
    based(&steps, board);
    let mut given = 0;
    while let Some(question) = state.question.clone().filter(|_| given < LONGEST) {
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
    let allowed: Vec<_> = all.filter(|answer| R::forbids(state, question, answer).is_none()).collect();
    assert!(!allowed.is_empty(), "nothing is allowed: {question:?}\n{board}");
    allowed[lots.next(allowed.len())].clone()
}

/// No card lies in two piles, or in a pile and elsewhere.
fn lcg_sound(state: &State<Lcg>) {
    let mut seen = BTreeSet::new();
    for ((_, zone), pile) in &state.table.piles {
        for card in pile {
            assert!(seen.insert(*card), "{} is in two piles", state.table.id(*card));
            assert_eq!(state.table.card(*card).zone, *zone, "{}", state.table.id(*card));
        }
    }
    for (at, card) in state.table.cards.iter().enumerate() {
        let id = judge::engine::lcg::state::table::CardId(at as u16);
        let piled = !matches!(
            card.zone,
            judge::engine::lcg::vocabulary::Zone::Play
                | judge::engine::lcg::vocabulary::Zone::Captured
                | judge::engine::lcg::vocabulary::Zone::Playing
        );
        assert_eq!(seen.contains(&id), piled, "{} lies in {:?}", card.id, card.zone);
    }
}

/// No card lies in a deck and elsewhere, nothing is attached to what is not there.
fn tcg_sound(state: &State<Tcg>) {
    use judge::engine::tcg::vocabulary::Zone;
    let mut seen = BTreeSet::new();
    for card in state.table.decks.iter().flatten().flatten() {
        assert!(seen.insert(*card), "{} is in a deck twice", state.table.id(*card));
        assert_eq!(state.table.card(*card).zone, Zone::Deck, "{}", state.table.id(*card));
    }
    for card in &state.table.cards {
        assert_eq!(card.host.is_some(), card.zone == Zone::Under, "{} lies in {:?}", card.id, card.zone);
    }
}

fn play<G: Game>(
    board: fn(&mut Lots) -> String,
    first: fn(&str) -> State<G>,
    sound: &dyn Fn(&State<G>),
) -> usize {
    let (games, seed) = (number("JUDGE_GAMES", 12), number("JUDGE_SEED", 1));
    let mut answers = 0;
    for seed in seed..seed + games {
        let mut lots = Lots(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let text = format!("# JUDGE_SEED={seed}\n{}", board(&mut lots));
        answers += one_game(first(&text), &mut lots, &text, sound);
    }
    answers
}

#[test]
fn any_whole_cards_of_the_lcg_play_soundly() {
    let first = |text: &str| {
        let loaded = load::load("random.yaml", text, &LIBRARY);
        let loaded = loaded.unwrap_or_else(|problems| panic!("{problems:?}\n{text}"));
        let AnyGame::Lcg(situation) = &loaded[0].situation else { panic!("not of this game") };
        Lcg::build("random.yaml", &situation.scenario, &LIBRARY.lcg, Switches::default())
            .unwrap_or_else(|problems| panic!("{problems:?}\n{text}"))
    };
    assert!(play::<Lcg>(lcg_board, first, &lcg_sound) > 100, "something was played");
}

#[test]
fn any_whole_cards_of_the_tcg_play_soundly() {
    let first = |text: &str| {
        let loaded = load::load("random.yaml", text, &LIBRARY);
        let loaded = loaded.unwrap_or_else(|problems| panic!("{problems:?}\n{text}"));
        let AnyGame::Tcg(situation) = &loaded[0].situation else { panic!("not of this game") };
        Tcg::build("random.yaml", &situation.scenario, &LIBRARY.tcg, Switches::default())
            .unwrap_or_else(|problems| panic!("{problems:?}\n{text}"))
    };
    assert!(play::<Tcg>(tcg_board, first, &tcg_sound) > 100, "something was played");
}
