//! Abilities that cards print as keywords, written as one line: `Evade 2 for 3`, `Intercept for 1`,
//! `Retaliate 2`, `Lucky 2 for 1`, `Deflect 1 for 2`.

use super::ability::{Ability, Cost};
use super::effect::Effect;
use super::facts::normalize_name;
use super::select::Amount;
use crate::engine::cards::is_same;

/// The words such lines begin with.
pub(crate) const WORDS: &[&str] = &["Deflect", "Evade", "Intercept", "Lucky", "Retaliate"];

/// Whether this is such a word, alone.
pub(crate) fn is_word(line: &str) -> bool {
    WORDS.iter().any(|word| is_same(word, line))
}

/// The ability a line means, if it is one of these.
pub(crate) fn ability(line: &str) -> Option<Ability> {
    let (what, cost) = match line.split_once(" for ") {
        Some((what, cost)) => (what, Some(cost.trim().parse::<u32>().ok()?)),
        None => (line, None),
    };
    let (word, n) = match what.trim().rsplit_once(' ') {
        Some((word, n)) => (word, Some(n.parse::<u32>().ok()?)),
        None => (what.trim(), None),
    };
    let effect = match (normalize_name(word).as_str(), n) {
        ("evade", Some(n)) => Effect::Evade(n),
        ("deflect", Some(n)) => Effect::Deflect(n),
        ("lucky", Some(n)) => Effect::Lucky(n),
        ("retaliate", Some(n)) => Effect::Retaliate(Amount::Number(n)),
        ("intercept", None) => Effect::Intercept,
        _ => return None,
    };
    let mut ability = Ability::activated(effect);
    ability.cost = cost.map(|n| Cost::Force(Amount::Number(n))).into_iter().collect();
    Some(ability)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a line becomes, in the engine's own words.
    fn check(line: &str, wanted: &str) {
        let found = ability(line).map(|ability| format!("{:?} {:?}", ability.effects, ability.cost));
        assert_eq!(found.as_deref().unwrap_or("none"), wanted, "{line}");
    }

    #[test]
    fn keywords_that_are_abilities() {
        check("Evade 2 for 3", "[Evade(2)] [Force(Number(3))]");
        check("Retaliate 2", "[Retaliate(Number(2))] []");
        check("Intercept for 1", "[Intercept] [Force(Number(1))]");
        check("Shields 2", "none");
        check("Evade for 3", "none");
        check("Evade two for 3", "none");
    }
}
