//! Small situations for the unit cases of this game.

use super::Lcg;
use super::vocabulary::Cards;
use crate::engine::script::Options;
use crate::engine::script::situation::load;

/// Sets a table up in the light side's deployment phase and holds expectations against it. `cards`, `given`
/// and `expect` are written as in a scenario.
pub(super) fn check(cards: &str, given: &str, expect: &str) {
    let text = format!(
        "name: case\ngame: lcg\ntitle: A case\nactive: light\nat: deployment\ncards: [{cards}]\n\
         given: {{{given}}}\nscript: []\nexpect: [{expect}]\n"
    );
    let none = Cards::default();
    let loaded = load::<Lcg>("case.yaml", &text, &none).expect("a case can be read");
    for situation in loaded {
        let replay = situation.replay(&none, &Options::default());
        let replay = replay.expect("a case can be set up");
        for checked in replay.scenarios.iter().flat_map(|played| &played.expectations) {
            assert!(checked.passed, "{}\nfound: {}", checked.expect, checked.found);
        }
    }
}
