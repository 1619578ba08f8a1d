//! Small situations for the unit cases of this game.

use super::Lcg;
use crate::engine::script::test_support::hold;

/// Sets a table up in the light side's deployment phase and holds expectations against it. `cards`, `given`
/// and `expect` are written as in a scenario.
pub(super) fn check(cards: &str, given: &str, expect: &str) {
    let text = format!(
        "name: case\ngame: lcg\ntitle: A case\nactive: light\nat: deployment\ncards: [{cards}]\n\
         given: {{{given}}}\nscript: []\nexpect: [{expect}]\n"
    );
    hold::<Lcg>(&text);
}
