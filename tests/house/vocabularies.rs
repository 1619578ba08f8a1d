//! Looks for matches over closed vocabularies that have an arm for all other words, relying on the formatter:
//! the arms of a match are indented by one step more than the match. A new word must not compile until every
//! match says what it does. Where only one word matters, a method or `let … else` says so.

use std::collections::BTreeSet;

use super::sources;

/// The vocabularies: what cards are written down in, where cards are, and what is recorded.
const VOCABULARIES: [&str; 17] = [
    "AbilityKind",
    "Amount",
    "Arena",
    "CardType",
    "Chance",
    "Change",
    "Condition",
    "Cost",
    "Effect",
    "EventKind",
    "Gives",
    "GivesKind",
    "Keyword",
    "Select",
    "StandingName",
    "Stat",
    "StepKind",
];

/// Zones are a vocabulary of both games.
const ZONE: &str = "Zone";

/// Vocabularies of more than the engine: what a line of a list says, what a step rests on, what a game is
/// busy with, and which files there are.
const OF_ALL: [&str; 4] = ["Basis", "FileKind", "Frame", "LineItem"];

const FEW: &str = "asks of a few instructions; `possible` and `perform` make every new one say what it does";

/// Matches that may have such an arm: by file and vocabulary, with reasons.
const EXCEPTIONS: [(&str, &str, &str); 6] = [
    ("engine/lcg/legality/impossible.rs", "Effect", FEW),
    ("engine/lcg/legality/possible.rs", "Effect", FEW),
    ("engine/tcg/effects/fight.rs", "Effect", "only two instructions are handed to it"),
    (
        "engine/tcg/resolution/playing.rs",
        "Effect",
        "what is chosen before anything else is the first instruction",
    ),
    ("engine/tcg/turn/untimely.rs", "Effect", FEW),
    ("engine/tcg/vocabulary/ability.rs", "Effect", FEW),
];

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The vocabulary of an arm: `Gives::Keyword(_) => …`, `| Zone::Hand`, `Some(Stat::Cost) => …`.
fn vocabulary(arm: &str) -> Option<&'static str> {
    let arm = arm.strip_prefix("| ").unwrap_or(arm);
    let arm = arm.strip_prefix("Some(").unwrap_or(arm).trim_start_matches('&');
    let (name, _) = arm.split_once("::")?;
    VOCABULARIES.into_iter().chain([ZONE]).chain(OF_ALL).find(|known| *known == name)
}

/// The matches over a vocabulary that have an arm for all other words: the line of that arm, from 1, and the
/// vocabulary.
fn wildcards(text: &str) -> Vec<(usize, &'static str)> {
    let lines: Vec<&str> = text.lines().collect();
    let begins = |line: &str| {
        let bare = line.trim_start();
        !bare.starts_with("//") && bare.ends_with('{') && bare.split([' ', '(']).any(|word| word == "match")
    };
    let of = |(at, line): (usize, &&str)| {
        let arms = lines[at + 1..].iter().enumerate().filter(|(_, arm)| !arm.is_empty());
        let arms = arms.take_while(|(_, arm)| indent(arm) > indent(line));
        let arms: Vec<(usize, &str)> =
            arms.filter(|(_, arm)| indent(arm) == indent(line) + 4).map(|(n, arm)| (n, arm.trim())).collect();
        let other = arms.iter().find(|(_, arm)| arm.starts_with("_ =>") || arm.starts_with("_ if "));
        let vocabulary = arms.iter().find_map(|(_, arm)| vocabulary(arm));
        other.zip(vocabulary).map(|((n, _), vocabulary)| (at + n + 2, vocabulary))
    };
    lines.iter().enumerate().filter(|(_, line)| begins(line)).filter_map(of).collect()
}

#[test]
fn arms_for_all_others_are_found() {
    let text = "\
fn one(zone: Zone) -> bool {
    match zone {
        Zone::Hand
        | Zone::Deck => true,
        _ => false,
    }
}
let many = all.map(|gives| match gives {
    Some(Gives::Ability(_)) => match outcome {
        Outcome::Coming => 1,
        _ => 2,
    },
    Some(Gives::Blank) | None => 3,
});
";
    assert_eq!(wildcards(text), [(5, "Zone")]);
}

#[test]
fn a_match_over_a_vocabulary_names_every_word() {
    let (mut wrong, mut excused, mut matches) = (Vec::new(), BTreeSet::new(), 0);
    for (file, text) in sources() {
        matches += text.matches("match ").count();
        for (line, vocabulary) in wildcards(&text) {
            // Other modules have other types of these names.
            if !file.starts_with("engine/") && !OF_ALL.contains(&vocabulary) {
                continue;
            }
            if EXCEPTIONS.iter().any(|(of, excused, _)| *of == file && *excused == vocabulary) {
                excused.insert((file.clone(), vocabulary));
            } else {
                wrong.push(format!("src/{file}:{line}: `_` stands for words of {vocabulary}"));
            }
        }
    }
    assert!(matches > 1000, "{matches} matches");
    assert!(wrong.is_empty(), "{wrong:#?}");
    for (file, vocabulary, reason) in EXCEPTIONS {
        assert!(!reason.is_empty());
        assert!(
            excused.contains(&(file.to_owned(), vocabulary)),
            "src/{file}: {vocabulary} needs no exception"
        );
    }
}
