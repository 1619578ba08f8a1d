//! Joining words into lists.

/// "A, B and C".
pub(crate) fn and(words: impl Iterator<Item = String>) -> String {
    joined(words, "and")
}

/// "A, B or C".
pub(crate) fn or(words: impl Iterator<Item = String>) -> String {
    joined(words, "or")
}

/// "a unit", "an enemy unit".
pub(crate) fn a(thing: &str) -> String {
    let vowel = thing.starts_with(|c: char| "aeiouAEIOU".contains(c)) && !thing.starts_with("uni");
    if vowel { format!("an {thing}") } else { format!("a {thing}") }
}

/// "you have", "the opponent has".
pub(crate) fn has(who: &str) -> String {
    if who == "you" { "you have".into() } else { format!("{who} has") }
}

/// "you draw", "the opponent draws".
pub(crate) fn does(who: &str, verb: &str) -> String {
    if who == "you" {
        return format!("{who} {verb}");
    }
    let hisses = ["sh", "s", "o"].iter().any(|end| verb.ends_with(end));
    format!("{who} {verb}{}", if hisses { "es" } else { "s" })
}

/// "your", "the opponent's".
pub(crate) fn whose(who: &str) -> String {
    if who == "you" { "your".into() } else { format!("{who}'s") }
}

/// "1 card", "2 cards", "2 damage".
pub(crate) fn pluralize(n: u32, thing: &str) -> String {
    if n == 1 || thing.ends_with("damage") { format!("{n} {thing}") } else { format!("{n} {thing}s") }
}

fn joined(words: impl Iterator<Item = String>, last: &str) -> String {
    let words: Vec<String> = words.collect();
    match words.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., end] => format!("{} {last} {end}", rest.join(", ")),
    }
}
