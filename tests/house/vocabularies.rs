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

/// The enum of an arm's pattern: `state::Point::Strike => …`, `Some(Says::Name) if …`.
fn enum_of(arm: &str) -> Option<&str> {
    let arm = arm.strip_prefix("| ").unwrap_or(arm);
    let arm = ["Some(", "Ok(", "Err("].iter().find_map(|of| arm.strip_prefix(of)).unwrap_or(arm);
    let arm = arm.trim_start_matches('&');
    let path = arm.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').next()?;
    path.rsplit("::").nth(1)
}

/// The matches of a source: the arms of each, with their lines, from 0.
fn matches(text: &str) -> Vec<Vec<(usize, &str)>> {
    let lines: Vec<&str> = text.lines().collect();
    let begins = |line: &str| {
        let bare = line.trim_start();
        !bare.starts_with("//") && bare.ends_with('{') && bare.split([' ', '(']).any(|word| word == "match")
    };
    let of = |(at, line): (usize, &&str)| {
        let inner = lines.iter().enumerate().skip(at + 1).filter(|(_, arm)| !arm.is_empty());
        let inner = inner.take_while(|(_, arm)| indent(arm) > indent(line));
        inner.filter(|(_, arm)| indent(arm) == indent(line) + 4).map(|(n, arm)| (n, arm.trim())).collect()
    };
    lines.iter().enumerate().filter(|(_, line)| begins(line)).map(of).collect()
}

/// The matches over a vocabulary that have an arm for all other words: the line of that arm, from 1, and the
/// vocabulary.
fn wildcards(text: &str) -> Vec<(usize, &'static str)> {
    let of = |arms: Vec<(usize, &str)>| {
        let other = arms.iter().find(|(_, arm)| arm.starts_with("_ =>") || arm.starts_with("_ if "));
        let vocabulary = arms.iter().find_map(|(_, arm)| vocabulary(arm));
        other.zip(vocabulary).map(|((n, _), vocabulary)| (n + 1, vocabulary))
    };
    matches(text).into_iter().filter_map(of).collect()
}

/// The matches over one of these enums that do something for all other words: the line of that arm, from 1,
/// and the enum. What merely picks words, `_ => None`, says no more than `if let`; where conditions decide,
/// `_ if …`, the last arm is their `else`.
fn catch_alls<'t>(text: &'t str, enums: &BTreeSet<String>) -> Vec<(usize, &'t str)> {
    let of = |arms: Vec<(usize, &'t str)>| {
        let picks = |arm: &str| ["_ => None,", "_ => false,"].contains(&arm);
        let by_conditions = arms.iter().any(|(_, arm)| arm.starts_with("_ if "));
        let other = arms.iter().find(|(_, arm)| arm.starts_with("_ =>") && !picks(arm) && !by_conditions);
        let name = arms.iter().find_map(|(_, arm)| enum_of(arm).filter(|name| enums.contains(*name)));
        other.zip(name).map(|((n, _), name)| (n + 1, name))
    };
    matches(text).into_iter().filter_map(of).collect()
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
    let text = "\
let card = match kinds::Kind::of(card) {
    Some(kinds::Kind::Unit(id)) => id,
    _ => CardId(0),
};
let id = match choice {
    Choice::Card(id) => Some(id),
    _ => None,
};
let count = match choice {
    Choice::Card(_) => 1,
    _ if none => 0,
    _ => 2,
};
";
    let enums = ["Kind", "Choice"].map(str::to_owned).into();
    assert_eq!(catch_alls(text, &enums), [(3, "Kind")]);
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

const BY_SHAPE: &str = "the kernel has checked that an answer has the shape of its question";
const OFFERED: &str = "what is chosen is one of those that were offered";
const LAST_STAGE: &str = "a box of the chart has some of the stages, and after its last one play goes on";

/// Matches that may do something for all other words of an enum, by file and enum, with reasons.
const CATCH_ALLS: [(&str, &str, &str); 30] = [
    ("../tree/src/node.rs", "NodeValue", "a node of any other kind is taken as it is"),
    ("engine/kernel/run.rs", "Answer", BY_SHAPE),
    ("engine/lcg/effects/choosing.rs", "Answer", BY_SHAPE),
    ("engine/lcg/engagement/edge.rs", "Progress", LAST_STAGE),
    ("engine/lcg/engagement/engage.rs", "Choice", OFFERED),
    ("engine/lcg/engagement/engage.rs", "Progress", LAST_STAGE),
    ("engine/lcg/engagement/reward.rs", "Progress", LAST_STAGE),
    ("engine/lcg/refusals.rs", "Choice", OFFERED),
    ("engine/lcg/resolution/damage.rs", "Answer", BY_SHAPE),
    ("engine/lcg/script/answer.rs", "Answer", BY_SHAPE),
    ("engine/lcg/script/build.rs", "Point", "only around a strike may another than the attacker be next"),
    ("engine/lcg/script/mod.rs", "Topic", "at any other question play stands where the chart does"),
    ("engine/lcg/script/silent.rs", "Choice", "only the use of an ability has a rule of its own"),
    ("engine/lcg/script/silent.rs", "Topic", "only these two questions are answered in turn"),
    ("engine/lcg/script/skeleton.rs", "Point", "both sides take part in an engagement from its defenders on"),
    ("engine/tcg/resolution/contest.rs", "Answer", BY_SHAPE),
    ("engine/tcg/resolution/playing.rs", "Answer", BY_SHAPE),
    ("engine/tcg/script/answer.rs", "Choice", OFFERED),
    (
        "engine/tcg/script/answer.rs",
        "Topic",
        "any other word for what is chosen will do; no chance is open but in a window",
    ),
    ("engine/tcg/script/silent.rs", "Topic", "few questions keep a line from being refused for its step"),
    ("engine/tcg/turn/build.rs", "Answer", BY_SHAPE),
    ("engine/tcg/turn/build.rs", "Choice", "what a build step has no place for is refused"),
    ("engine/tcg/turn/build.rs", "Progress", LAST_STAGE),
    ("engine/tcg/turn/build_start.rs", "Answer", BY_SHAPE),
    ("engine/tcg/turn/chart.rs", "Progress", LAST_STAGE),
    ("engine/tcg/turn/legal.rs", "Choice", OFFERED),
    ("engine/tcg/turn/setup.rs", "Answer", BY_SHAPE),
    ("engine/tcg/turn/setup.rs", "Progress", LAST_STAGE),
    ("engine/tcg/turn/stack.rs", "Answer", BY_SHAPE),
    ("faces/prompt/model.rs", "Key", "only the four keys that scroll are handed to it"),
];

/// Beyond the vocabularies above, of every enum of the crate.
#[test]
fn a_match_that_acts_on_an_enum_names_every_word() {
    let enums: BTreeSet<String> = sources()
        .values()
        .flat_map(|text| text.lines())
        .filter_map(|line| line.trim_start().trim_start_matches("pub ").split_once("enum "))
        .filter(|(before, _)| before.is_empty() || before.starts_with("pub("))
        .filter_map(|(_, name)| name.split(|c: char| !c.is_alphanumeric()).next().map(str::to_owned))
        // Within an enum's own methods.
        .chain(["Self".to_owned()])
        .collect();
    assert!(enums.len() > 150, "{} enums", enums.len());
    let (mut wrong, mut excused) = (Vec::new(), BTreeSet::new());
    for (file, text) in sources() {
        for (line, name) in catch_alls(&text, &enums) {
            let is_vocabulary = VOCABULARIES.contains(&name) && file.starts_with("engine/");
            if is_vocabulary || OF_ALL.contains(&name) {
                continue;
            }
            if CATCH_ALLS.iter().any(|(of, excused, _)| *of == file && *excused == name) {
                excused.insert((file.clone(), name.to_owned()));
            } else {
                wrong.push(format!("src/{file}:{line}: `_` stands for words of {name}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    for (file, name, reason) in CATCH_ALLS {
        assert!(!reason.is_empty());
        let is_there = excused.contains(&(file.to_owned(), name.to_owned()));
        assert!(is_there, "src/{file}: {name} needs no exception");
    }
}
