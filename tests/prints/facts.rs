//! Facts that a program can extract from a card's text, printed or our own.

use std::collections::BTreeSet;

use judge::corpus::Game;
use serde::{Deserialize, Serialize};

/// Words that say how often an ability can be used.
const TIMES: [&str; 5] = ["once", "twice", "times", "1", "copy"];
/// Signs in the TCG that an ability is activated: the arrow, and certain keywords.
const ACTIVATED: [&str; 4] = ["->", "Activated", "Lucky ", "Reserves:"];

/// Keywords that a text may give or remove.
const LCG_KEYWORDS: [&str; 4] = ["Elite", "Protect", "Shielding", "Targeted Strike"];
const TCG_KEYWORDS: [&str; 17] = [
    "Accuracy",
    "Armor",
    "Bombard",
    "Bounty",
    "Critical Hit",
    "Deflect",
    "Evade",
    "Hidden Cost",
    "Intercept",
    "Ion Cannon",
    "Lucky",
    "Overkill",
    "Parry",
    "Retaliate",
    "Shields",
    "Stun",
    "Upkeep",
];

/// Phrases in which a word is not a name, with their replacements.
const NO_NAMES: [(&str, &str); 21] = [
    ("objective deck", "deck"),
    ("Dark Side", "side"),
    ("unit damage", "damage"),
    ("as a participating unit", ""),
    ("nhanced unit", ""),
    ("unpiloted", "Pilot"),
    ("piloted", "Pilot"),
    ("pilot enhancement", "Pilot"),
    ("Pilot enhancement", "Pilot"),
    ("Pilot by", "by"),
    ("Space unit, Ground unit or Character", "unit"),
    ("Space, Ground, and Character arenas", "arena"),
    ("Space, Ground, or Character arena", "arena"),
    ("Space or Ground arena", "arena"),
    ("Ground or Character arena", "arena"),
    ("Space arena", "arena"),
    ("Ground arena", "arena"),
    ("Character arena", "arena"),
    ("Space battle step", "battle step"),
    ("Ground battle step", "battle step"),
    ("Character battle step", "battle step"),
];

/// The maximum distance, in words, between "first" and the period it refers to.
const FIRST: usize = 12;

/// A kind of ability.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    Action,
    Reaction,
    ForcedReaction,
    Interrupt,
    ForcedInterrupt,
    /// TCG: an ability with a cost and an effect.
    Activated,
}

/// The period for which an ability is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    Turn,
    Phase,
    Engagement,
    EdgeBattle,
    Strike,
    Round,
    Game,
}

/// The facts of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Facts {
    pub kinds: BTreeSet<Kind>,
    /// Numbers from two up; an icon given several times counts as that number.
    pub numbers: BTreeSet<u32>,
    pub limits: BTreeSet<Limit>,
    /// Traits, affiliations and types in the singular, and keywords.
    pub names: BTreeSet<String>,
}

impl Facts {
    pub fn of(text: &str, game: Game, known: &[String]) -> Self {
        let text = &text.replace("edge enabled", "edge-enabled");
        let tokens = tokens(text);
        Self {
            kinds: kinds(text, game),
            numbers: numbers(&tokens, game),
            limits: limits(&tokens),
            names: &names(text, known) | &keywords(&tokens, game),
        }
    }

    /// The facts that are not in `other`.
    pub fn without(&self, other: &Self) -> Self {
        Self {
            kinds: &self.kinds - &other.kinds,
            numbers: &self.numbers - &other.numbers,
            limits: &self.limits - &other.limits,
            names: &self.names - &other.names,
        }
    }

    /// Each fact as a word.
    pub fn words(&self) -> BTreeSet<String> {
        let word = |value: serde_json::Result<serde_json::Value>| match value {
            Ok(serde_json::Value::String(word)) => word,
            other => panic!("{other:?} is no word"),
        };
        let kinds = self.kinds.iter().map(|kind| word(serde_json::to_value(kind)));
        let limits = self.limits.iter().map(|limit| word(serde_json::to_value(limit)));
        let numbers = self.numbers.iter().map(ToString::to_string);
        kinds.chain(limits).chain(numbers).chain(self.names.iter().cloned()).collect()
    }
}

/// Words (including hyphenated ones), numbers, and icons with their brackets.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let icon = rest.starts_with('[').then(|| rest.find(']').map(|end| end + 1)).flatten();
        let ends = |(at, c): &(usize, char)| {
            let hyphen = *c == '-' && *at > 0 && rest[at + 1..].starts_with(char::is_alphanumeric);
            !c.is_alphanumeric() && !hyphen
        };
        let word = rest.char_indices().find(ends).map_or(rest.len(), |(at, _)| at);
        let end = icon.filter(|end| *end < 30).unwrap_or(word);
        if end > 0 {
            tokens.push(&rest[..end]);
        }
        rest = &rest[end.max(first.len_utf8())..];
    }
    tokens
}

fn kinds(text: &str, game: Game) -> BTreeSet<Kind> {
    if game == Game::Tcg {
        let activated = ACTIVATED.iter().any(|sign| text.contains(sign));
        return activated.then_some(Kind::Activated).into_iter().collect();
    }
    let mut found = BTreeSet::new();
    for (word, free, forced) in [
        ("action", Kind::Action, Kind::Action),
        ("reaction", Kind::Reaction, Kind::ForcedReaction),
        ("interrupt", Kind::Interrupt, Kind::ForcedInterrupt),
    ] {
        for (at, _) in text.to_ascii_lowercase().match_indices(word) {
            let before = &text[..at];
            let is_forced = before.ends_with("Forced ");
            let begins = text[at..].starts_with(|c: char| c.is_ascii_uppercase());
            let whole = !before.ends_with(char::is_alphanumeric);
            let names = text[at + word.len()..].trim_start().starts_with([':', ',']);
            if whole && names && (begins || is_forced) {
                found.insert(if is_forced { forced } else { free });
            }
        }
    }
    found
}

fn numbers(tokens: &[&str], game: Game) -> BTreeSet<u32> {
    let mut numbers: BTreeSet<u32> = tokens.iter().filter_map(|token| token.parse().ok()).collect();
    if game == Game::Lcg {
        let icons = |run: &[&str]| run[0].starts_with('[').then_some(run.len() as u32);
        numbers.extend(tokens.chunk_by(|one, next| one == next).filter_map(icons));
    }
    let in_words = |word: &&str| match word.to_lowercase().as_str() {
        "two" | "twice" | "double" | "doubled" => Some(2),
        "three" => Some(3),
        _ => None,
    };
    numbers.extend(tokens.iter().filter_map(in_words));
    numbers.retain(|number| *number > 1);
    numbers
}

/// Limits such as "once per turn" and "the first … each turn"; edge stacks have first cards, too.
fn limits(tokens: &[&str]) -> BTreeSet<Limit> {
    let counted = |at: usize| {
        let before = &tokens[at.saturating_sub(FIRST)..at];
        let last = before.last().map(|word| word.to_lowercase()).unwrap_or_default();
        let first = before.contains(&"first") || before.windows(2).any(|two| two == ["played", "no"]);
        let limited = match tokens[at] {
            "per" => TIMES.contains(&last.as_str()),
            "each" => last == "once" || first,
            "this" | "during" | "his" => first,
            _ => false,
        };
        let of = tokens.get(at + 1).filter(|word| **word != "edge" || tokens[at] == "per");
        of.filter(|_| limited)
    };
    let limit = |word: &&str| match *word {
        "turn" => Some(Limit::Turn),
        "phase" => Some(Limit::Phase),
        "engagement" => Some(Limit::Engagement),
        "edge" => Some(Limit::EdgeBattle),
        "strike" => Some(Limit::Strike),
        "round" => Some(Limit::Round),
        "game" => Some(Limit::Game),
        _ => None,
    };
    (0..tokens.len()).filter_map(counted).filter_map(limit).collect()
}

/// The keywords mentioned. "Edge" has many meanings: the keyword has a number.
fn keywords(tokens: &[&str], game: Game) -> BTreeSet<String> {
    let all: &[&str] = match game {
        Game::Lcg => &LCG_KEYWORDS,
        Game::Tcg => &TCG_KEYWORDS,
    };
    let stands = |keyword: &&&str| {
        let words = keyword.split(' ').count();
        tokens.windows(words).any(|some| some.join(" ").eq_ignore_ascii_case(keyword))
    };
    let mut found: BTreeSet<String> =
        all.iter().filter(stands).map(|keyword| (*keyword).to_owned()).collect();
    let is_edge = |two: &[&str]| {
        let figure = two[1] == "X" || two[1].parse::<u32>().is_ok();
        two[0].eq_ignore_ascii_case("edge") && figure || two == ["more", "edge"]
    };
    found.extend((game == Game::Lcg && tokens.windows(2).any(is_edge)).then(|| "Edge".to_owned()));
    found
}

/// Removes words that are names only in other contexts: the card itself, a deck, an icon, an arena.
fn without_no_names(text: &str) -> String {
    let mut text = text.to_owned();
    for (words, instead) in NO_NAMES {
        text = text.replace(words, instead);
    }
    for kind in ["objective", "enhancement", "event", "mission", "unit", "Location"] {
        text = text.replace(&format!("this {kind}"), "this").replace(&format!("This {kind}"), "This");
    }
    text
}

/// The known names in a text; where several match, the longest, which comes first in the list.
fn names(text: &str, known: &[String]) -> BTreeSet<String> {
    let mut text = without_no_names(text);
    let in_word = |c: char| c.is_alphanumeric() || c == '-';
    // A lower-case trait precedes its type.
    let small = |(at, _): (usize, &str)| {
        let word = text[..at].rsplit(|c: char| !in_word(c)).next().unwrap_or_default();
        let is_small = word.starts_with(char::is_lowercase);
        known.iter().find(|name| is_small && name.eq_ignore_ascii_case(word)).cloned()
    };
    let mut found: BTreeSet<String> = text.match_indices(" unit").filter_map(small).collect();
    for name in known {
        let mut from = 0;
        while let Some(at) = text[from..].find(name.as_str()).map(|at| at + from) {
            let end = at + name.len();
            let end = if text[end..].starts_with('s') { end + 1 } else { end };
            let before = text[..at].strip_suffix("on-").and_then(|before| before.strip_suffix(['N', 'n']));
            let before = before.unwrap_or(&text[..at]);
            let whole = !before.ends_with(in_word) && !text[end..].starts_with(in_word);
            from = end;
            if whole {
                found.insert(name.clone());
                text.replace_range(at..end, &" ".repeat(end - at));
            }
        }
    }
    found
}
