//! Small situations for the unit cases of a game.

use super::situation::load;
use super::{CardOf, Game, Options};
use crate::engine::cards::Cards;

/// Plays a scenario that has all its cards itself, and holds its expectations against what comes of it.
pub(in crate::engine) fn hold<G: Game>(scenario: &str) {
    let none = Cards::<CardOf<G>>::default();
    let loaded = load::<G>("case.yaml", scenario, &none);
    let loaded = loaded.map_err(|found| format!("{found:?}\n{scenario}")).expect("a case can be read");
    for situation in loaded {
        let replay = situation.replay(&none, &Options::default()).expect("a case can be set up");
        for checked in replay.scenarios.iter().flat_map(|played| &played.expectations) {
            assert!(checked.passed, "wanted {}\nfound {}\n{scenario}", checked.expect, checked.found);
        }
    }
}
