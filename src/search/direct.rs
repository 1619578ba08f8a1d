//! What a query asks for directly, by an official number, a card's number or an id.

use super::query::normalized_words;
use crate::corpus::Game;

/// Words around a number that only say that it is one.
const NUMBER_TALK: [&str; 30] = [
    "sec",
    "sect",
    "clar",
    "def",
    "rule",
    "rules",
    "ruling",
    "section",
    "clarification",
    "definition",
    "number",
    "no",
    "nr",
    "card",
    "core",
    "set",
    "objective",
    "faq",
    "entry",
    "see",
    "point",
    "the",
    "paragraph",
    "errata",
    "restricted",
    "lcg",
    "swlcg",
    "item",
    "and",
    "or",
];

/// A number asked for by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Direct {
    /// An official number, `3.6`.
    Rule(String),
    /// A card's number, `0057`.
    Card(String),
    /// An objective set's number, `103`.
    Set(String),
    /// An id, `lcg:3.6`.
    Id(String),
}

/// More numbers and ids of one query are not looked up: each is shown in full.
const MAX_DIRECT: usize = 12;

/// The numbers or ids a query asks for, each once: `3.6`, `(4.12)`, `core 0057`, `set 103`, `ESB 77`,
/// `lcg:3.6`. An id or a rule's number is asked for wherever it stands, a card's or a set's only where
/// nothing else is asked.
pub(crate) fn direct(typed: &str) -> Vec<Direct> {
    let (ids, others): (Vec<&str>, Vec<&str>) =
        typed.split_whitespace().partition(|part| is_id(trimmed(part)));
    let ids = ids.into_iter().map(|id| Direct::Id(trimmed(id).to_lowercase()));
    let mut all: Vec<Direct> = Vec::new();
    for direct in ids.chain(numbers(&normalized_words(&others.join(" ")))) {
        if all.len() < MAX_DIRECT && !all.contains(&direct) {
            all.push(direct);
        }
    }
    all
}

/// Whether a query consists of numbers and ids, and of words that only say that they are.
pub(super) fn is_only_direct(typed: &str) -> bool {
    let says_so = |word: &String| {
        NUMBER_TALK.contains(&word.as_str()) || word.starts_with(|c: char| c.is_ascii_digit())
    };
    typed.split_whitespace().all(|part| is_id(trimmed(part)) || normalized_words(part).iter().all(says_so))
}

/// An id or a number without the marks of a list around it.
fn trimmed(part: &str) -> &str {
    part.trim_matches([',', ';', '(', ')', '`', '"']).trim_end_matches(['?', '.'])
}

/// Whether a word is written like an id, `lcg:3.6`.
fn is_id(word: &str) -> bool {
    word.split_once(':').is_some_and(|(game, rest)| {
        Game::from_code(&game.to_lowercase()).is_some() && rest.starts_with(char::is_alphanumeric)
    })
}

/// The numbers that words ask for.
fn numbers(words: &[String]) -> Vec<Direct> {
    let rules = rule_numbers(words);
    if !rules.is_empty() {
        return rules;
    }
    let (numbers, talk): (Vec<&String>, Vec<&String>) =
        words.iter().partition(|w| w.starts_with(|c: char| c.is_ascii_digit()));
    match (numbers.as_slice(), talk.as_slice()) {
        (numbers, talk) if talk.iter().all(|w| NUMBER_TALK.contains(&w.as_str())) => {
            let each: Vec<Vec<Direct>> = numbers.iter().map(|number| alone(number, talk)).collect();
            if each.iter().any(Vec::is_empty) { Vec::new() } else { each.concat() }
        }
        ([number], [set]) if set.len() <= 4 && number.len() <= 3 => {
            vec![Direct::Card(format!("{} {}", set.to_uppercase(), number.trim_start_matches('0')))]
        }
        _ => Vec::new(),
    }
}

/// A number in the LCG that is all a query asks for.
#[derive(Debug)]
pub(crate) enum NumberAlone {
    /// A card's, with four digits.
    Card(String),
    /// An objective set's.
    Set(String),
}

/// The number of a card of the LCG, or of an objective set, where a query has no other words.
pub(crate) fn number_alone(typed: &str) -> Option<NumberAlone> {
    match direct(typed).into_iter().next()? {
        Direct::Card(number) if number.bytes().all(|b| b.is_ascii_digit()) => Some(NumberAlone::Card(number)),
        Direct::Set(number) => Some(NumberAlone::Set(number)),
        Direct::Card(_) | Direct::Rule(_) | Direct::Id(_) => None,
    }
}

/// `3.6`; and `4-14` or `4 14` after a word that announces a number.
fn rule_numbers(words: &[String]) -> Vec<Direct> {
    let digits = |w: &str| !w.is_empty() && w.len() <= 2 && w.bytes().all(|b| b.is_ascii_digit());
    let pointed = |w: &&String| matches!(w.split_once('.'), Some((a, b)) if digits(a) && digits(b));
    let mut found: Vec<Direct> = words.iter().filter(pointed).map(|w| Direct::Rule(w.clone())).collect();
    for three in words.windows(3) {
        let announced =
            matches!(three[0].as_str(), "rule" | "section" | "sec" | "clarification" | "definition");
        if announced && digits(&three[1]) && digits(&three[2]) {
            found.push(Direct::Rule(format!("{}.{}", three[1], three[2])));
        }
    }
    found
}

/// A number among words that only say that it is one.
fn alone(number: &str, talk: &[&String]) -> Vec<Direct> {
    let says = |word: &str| talk.iter().any(|w| w.as_str() == word);
    if !number.bytes().all(|b| b.is_ascii_digit()) {
        return Vec::new();
    }
    if (says("set") || says("objective") || says("restricted")) && number.len() <= 3 {
        vec![Direct::Set(number.trim_start_matches('0').to_owned())]
    } else if number.len() == 4 || (says("core") || says("card")) && number.len() <= 4 {
        vec![Direct::Card(format!("{number:0>4}"))]
    } else {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_alone_is_asked_for_directly() {
        let asked = |typed: &str| direct(typed).into_iter().next();
        assert_eq!(asked("(4.12)"), Some(Direct::Rule("4.12".into())));
        assert_eq!(asked("rule 3.6?"), Some(Direct::Rule("3.6".into())));
        assert_eq!(asked("sec 4-10 your"), Some(Direct::Rule("4.10".into())));
        assert_eq!(asked("4.3 moved damage"), Some(Direct::Rule("4.3".into())));
        assert_eq!(asked("core 57"), Some(Direct::Card("0057".into())));
        assert_eq!(asked("O157"), Some(Direct::Card("0157".into())));
        assert_eq!(asked("esb 77"), Some(Direct::Card("ESB 77".into())));
        assert_eq!(asked("set 103"), Some(Direct::Set("103".into())));
        assert_eq!(asked("lcg:3.6"), Some(Direct::Id("lcg:3.6".into())));
        assert_eq!(asked("deal 2 damage to 3 units"), None);
        assert_eq!(asked("tcg: may I stack"), None);
    }

    #[test]
    fn several_are_asked_for_each() {
        let rule = |number: &str| Direct::Rule(number.into());
        let id = |id: &str| Direct::Id(id.into());
        assert_eq!(direct("4.1 2.1, 4.1"), [rule("4.1"), rule("2.1")]);
        assert_eq!(direct("lcg:core.edge-tie and LCG:4.6?"), [id("lcg:core.edge-tie"), id("lcg:4.6")]);
        assert_eq!(direct("lcg:core.edge-tie or 4.6"), [id("lcg:core.edge-tie"), rule("4.6")]);
        assert_eq!(direct("0057 0166"), [Direct::Card("0057".into()), Direct::Card("0166".into())]);
        assert_eq!(direct("0057 3"), []);
        assert!(is_only_direct("4.1 and 9.9") && !is_only_direct("version 5.0 of the faq"));
    }
}
