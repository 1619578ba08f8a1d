//! How the cases beside the rules are tried: a situation of a few invented cards, and what is so in it.

use super::Tcg;
use crate::engine::script::test_support::hold;

/// The cards of these cases.
const CARDS: &str = "
  - {name: Trooper, invented: true, type: character, side: dark, subtypes: Imperial Clone Trooper, cost: 3, speed: 40, power: 3, health: 3}
  - {name: Captain, invented: true, type: character, side: dark, cost: 4, speed: 30, power: 2, health: 3, abilities: [{kind: static, to: {whose: yours, subtype: Clone}, gives: [add: {stat: power, by: 1}]}]}
  - {name: Swarm, invented: true, type: character, side: dark, subtypes: Droid, cost: 2, speed: 10, power: 1, health: 1, abilities: [{kind: static, gives: [add: {stat: power, by: 1, per: {count: {subtype: Droid, other-than: self}}}]}]}
  - {name: Knight (A), invented: true, type: character, side: light, subtypes: Jedi Knight, cost: 5, speed: 50, power: 5, health: 4, keywords: [Shields 1, Evade 2 for 2]}
  - {name: Knight (B), invented: true, type: character, side: light, subtypes: Jedi Knight, cost: 6, speed: 50, power: 5, health: 4}
  - {name: Tank, invented: true, type: ground, side: light, subtypes: Republic Walker, cost: 5, speed: 20, power: 4, health: 6}
  - {name: Ambush, invented: true, type: battle, side: light, abilities: [{kind: battle, in: normal, cost: [force: 2], targets: [{card: {arena: character, whose: opponents, at-most: {power: 3}}}], effects: [tap: target]}]}
";

/// In a situation (`at:`, `given:` and, if it matters, `script:`), this is so.
pub(super) fn check(situation: &str, expectation: &str) {
    let text = format!(
        "name: a case\ngame: tcg\ntitle: A case\ncards:{CARDS}{situation}\nexpect: [{{{expectation}}}]\n"
    );
    hold::<Tcg>(&text);
}
