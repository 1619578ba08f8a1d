//! Compares the implemented abilities with what is printed on the cards.
//!
//! The printed texts themselves are not held. For each card, `tests/prints/` stores a checksum of the wording
//! from which its abilities were written, and the facts that a program can extract from it: kinds of ability,
//! numbers, limits, and the traits, types, affiliations and keywords that are mentioned. The same facts are
//! extracted from the description that `judge card` gives in its own words. Differences are listed with
//! reasons.
//!
//! `CARD_TEXTS=FOLDER cargo test --test all prints -- --ignored` reads the printed texts
//! (`lcg-card-texts.json`, `tcg-card-texts.json`) again and reports changed wordings; with
//! `JUDGE_WRITE_PRINTS=1` it rewrites the files.

mod facts;
mod texts;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::common::rulings::{BOOK, FILES, LIBRARY};
use judge::corpus::Game;
use judge::corpus::cards::CardBook;
use judge::corpus::cards::normalize::without_version;
use judge::engine::cards::TextCoverage;
use judge::engine::games::describe_card;
use serde::Deserialize;

use facts::{Facts, Kind, Limit};

const GAMES: [Game; 2] = [Game::Lcg, Game::Tcg];
/// LCG card types that a text may mention.
const TYPES: [&str; 6] = ["event", "enhancement", "fate", "mission", "objective", "unit"];
/// TCG types that a text may mention, excluding those that Battle and Mission cards use for themselves.
const TCG_TYPES: [&str; 4] = ["Space", "Ground", "Character", "Location"];
/// How our descriptions of pilots start, and the keyword for it.
const PILOTS: (&str, &str) = ("May be played as an enhancement on friendly Vehicle unit", "Pilot");

/// The head comment of the files.
const HEAD: &str =
    "# Facts of the printed cards, and a checksum of the wording they were read off; none of its words.\n\n";

/// The stored facts of a card: one line of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Print {
    /// The card's number, preceded by its set in the TCG.
    card: String,
    name: String,
    /// The first characters of the BLAKE3 hash of its wording.
    wording: String,
    #[serde(default)]
    kinds: BTreeSet<Kind>,
    #[serde(default)]
    numbers: BTreeSet<u32>,
    #[serde(default)]
    limits: BTreeSet<Limit>,
    #[serde(default)]
    names: BTreeSet<String>,
    /// Printed facts that the description lacks; empty for a partly implemented card.
    #[serde(default)]
    untold: BTreeSet<String>,
    /// Facts in the description that are not printed.
    #[serde(default)]
    unprinted: BTreeSet<String>,
    /// The reason for these differences.
    #[serde(default)]
    differs: Option<String>,
}

impl Print {
    fn facts(&self) -> Facts {
        Facts {
            kinds: self.kinds.clone(),
            numbers: self.numbers.clone(),
            limits: self.limits.clone(),
            names: self.names.clone(),
        }
    }

    /// The line, without empty lists.
    fn line(&self) -> String {
        let words = |all: &BTreeSet<String>| all.iter().map(|word| quoted(word)).collect::<Vec<_>>();
        let Facts { kinds, limits, .. } = self.facts();
        let kinds = Facts { kinds, ..Facts::default() }.words();
        let limits = Facts { limits, ..Facts::default() }.words();
        let numbers = self.numbers.iter().map(ToString::to_string).collect();
        let lists = [
            ("kinds", words(&kinds)),
            ("numbers", numbers),
            ("limits", words(&limits)),
            ("names", words(&self.names)),
            ("untold", words(&self.untold)),
            ("unprinted", words(&self.unprinted)),
        ];
        let (name, wording) = (quoted(&self.name), quoted(&self.wording));
        let mut line = format!("- {{card: '{}', name: {name}, wording: {wording}", self.card);
        for (what, list) in lists.iter().filter(|(_, list)| !list.is_empty()) {
            let _ = write!(line, ", {what}: [{}]", list.join(", "));
        }
        if let Some(reason) = &self.differs {
            let _ = write!(line, ", differs: {}", quoted(reason));
        }
        line + "}\n"
    }

    /// Adds the differences to a card's description.
    fn beside(mut self, card: &Written) -> Self {
        let printed = self.facts();
        self.untold = match card.known {
            TextCoverage::Whole => printed.without(&card.told).words(),
            TextCoverage::Part(_) | TextCoverage::Nothing { .. } => BTreeSet::new(),
        };
        self.unprinted = card.told.without(&printed).words();
        self
    }
}

/// A YAML scalar, unquoted if it consists of plain words.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphabetic() || c == ' ' || c == '-';
    let words = text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(plain);
    let checksum =
        text.starts_with(|c| ('a'..='f').contains(&c)) && text.chars().all(|c| c.is_ascii_hexdigit());
    if (words && text.len() > 3) || checksum {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "''"))
    }
}

/// A card with implemented abilities.
struct Written {
    name: String,
    /// The facts in its description.
    told: Facts,
    known: TextCoverage<'static>,
}

/// Every such card of each game, by number.
static WRITTEN: LazyLock<[BTreeMap<String, Written>; 2]> = LazyLock::new(|| GAMES.map(written));

fn written(game: Game) -> BTreeMap<String, Written> {
    let book = &*BOOK;
    let folder = format!("{}/abilities/", game.code());
    let entries = FILES.iter().filter(|(path, _)| path.starts_with(&folder));
    let entries = entries.flat_map(|(_, file)| file.list::<serde_json::Value>().0);
    let wanted: BTreeSet<String> =
        entries.filter_map(|entry| Some(entry["number"].as_str()?.to_owned())).collect();
    let known_names = known_names(game, book);
    let mut cards = BTreeMap::new();
    for card in book.cards().filter(|card| card.game() == game) {
        let Some(number) = card.number().filter(|number| wanted.contains(number)) else { continue };
        let told = describe_card(game, card.name(), Some(&number), &LIBRARY).expect("a card of the list");
        let printed = book.lcg.card(&number).map_or(&[][..], |card| &card.keywords);
        let facts = Facts::of(&own_words(told.own_words, printed), game, &known_names);
        cards.insert(number, Written { name: card.name().to_owned(), told: facts, known: told.known });
    }
    assert_eq!(cards.len(), wanted.len(), "cards with abilities that no list has");
    cards
}

/// The description of a card, without what its keywords mean and without card names.
fn own_words(told: Vec<String>, keywords: &[String]) -> String {
    let (sentence, keyword) = PILOTS;
    let is_pilot = keywords.iter().any(|printed| printed.starts_with(keyword));
    let of_keyword = |words: &&String| is_pilot && words.starts_with(sentence);
    let words: Vec<&str> = told.iter().filter(|words| !of_keyword(words)).map(String::as_str).collect();
    let words = words.join(" ").replace("As an enhancement: ", "").replace(" enhanced ", " enhancement ");
    // Remove the names of other cards, and the labels of abilities.
    let words = without(&words, "called “", "”");
    without(&words, "(`", "`)")
}

/// Removes passages with this beginning and end.
fn without(text: &str, begins: &str, ends: &str) -> String {
    let mut parts = text.split(begins);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once(ends).map_or("", |(_, rest)| rest))
}

/// Traits, subtypes, affiliations and types, longest first.
fn known_names(game: Game, book: &CardBook) -> Vec<String> {
    let (mut names, of_rules): (BTreeSet<&str>, &[&str]) = match game {
        Game::Lcg => {
            let traits = book.lcg.cards().flat_map(|card| card.traits.iter().map(String::as_str));
            let affiliations = book.lcg.affiliations().iter().map(|card| card.affiliation.as_str());
            (traits.chain(affiliations).chain(TYPES).collect(), &["Force", "Tactic"])
        }
        Game::Tcg => {
            let subtypes = book.tcg.cards().iter().filter_map(|card| card.subtypes.as_deref());
            let words = subtypes.flat_map(str::split_whitespace).filter(|word| word.len() > 2);
            (words.chain(TCG_TYPES).collect(), &["Battle", "Pilot"])
        }
    };
    // Words that are not only traits.
    names.retain(|name| !of_rules.contains(name));
    let mut names: Vec<String> = names.into_iter().map(str::to_owned).collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    names
}

/// Titles of several words, or with a digit, that are not traits; longest first.
fn titles(game: Game, book: &CardBook, known_names: &[String]) -> Vec<String> {
    let titles =
        book.cards().filter(|card| card.game() == game).map(|card| without_version(card.name()).to_owned());
    let several = |title: &String| title.contains(' ') || title.contains(|c: char| c.is_ascii_digit());
    let titles: BTreeSet<String> =
        titles.filter(|title| several(title) && !known_names.contains(title)).collect();
    let mut titles: Vec<String> = titles.into_iter().collect();
    titles.sort_by_key(|title| std::cmp::Reverse(title.len()));
    titles
}

fn path(game: Game) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/prints/{}.yaml", game.code()))
}

/// The stored lines.
fn prints(game: Game) -> Vec<Print> {
    let text = std::fs::read_to_string(path(game)).expect("the prints");
    serde_yaml::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path(game).display()))
}

#[test]
fn every_card_with_abilities_has_its_line_and_no_other_card() {
    for (game, written) in GAMES.into_iter().zip(&*WRITTEN) {
        let prints = prints(game);
        let lines: Vec<_> = prints.iter().map(|print| (&print.card, &print.name)).collect();
        let cards: Vec<_> = written.iter().map(|(number, card)| (number, &card.name)).collect();
        let lacking: Vec<_> = cards.iter().filter(|card| !lines.contains(card)).collect();
        let beyond: Vec<_> = lines.iter().filter(|line| !cards.contains(line)).collect();
        assert!(
            lacking.is_empty() && beyond.is_empty(),
            "without a line: {lacking:?}; lines of no such card: {beyond:?}"
        );
        assert_eq!(lines, cards, "one line a card, by number");
        let checksum = |print: &&Print| {
            print.wording.len() == 12 && print.wording.chars().all(|c| matches!(c, '0'..='9' | 'a'..='f'))
        };
        let bad: Vec<_> = prints.iter().filter(|print| !checksum(print)).collect();
        assert!(bad.is_empty(), "no checksum: {bad:?}");
    }
}

/// Facts as words: kinds, numbers, limits, names.
fn facts(text: &str, game: Game) -> [String; 4] {
    let Facts { kinds, numbers, limits, names } = Facts::of(text, game, &known_names(game, &BOOK));
    let names = names.into_iter().collect::<Vec<_>>().join(", ");
    [format!("{kinds:?}"), format!("{numbers:?}"), format!("{limits:?}"), names]
}

#[test]
fn facts_are_read_off_printed_words_and_off_our_own() {
    let printed = "Forced Reaction: After a non-[Sith] character unit is hurt, it gains [Blast Damage][Blast Damage] and \
                   edge 3 this phase. (Limit twice per turn.)";
    let own = "Forced reaction, after a card (non-Sith Character unit) is hurt: 2 more blast icons, Edge (3), for this \
               phase. Limit: 2 times per turn.";
    let wanted = ["{ForcedReaction}", "{2, 3}", "{Turn}", "Character, Edge, Sith, unit"];
    assert_eq!(facts(printed, Game::Lcg), wanted);
    assert_eq!(facts(own, Game::Lcg), wanted);
    let first = "While this unit is piloted, the first enhancement you play each phase costs 1 less.";
    assert_eq!(facts(first, Game::Lcg), ["{}", "{}", "{Phase}", "Pilot, enhancement"]);
    let other = facts("An interaction is no Action, and 10 of X-17 are 1.", Game::Lcg);
    assert_eq!(other, ["{Action}", "{10}", "{}", ""]);
    let activated = facts("[tap] -> A Droid gets Ion Cannon 4 once each turn.", Game::Tcg);
    assert_eq!(activated, ["{Activated}", "{4}", "{Turn}", "Droid, Ion Cannon"]);
}

#[test]
fn what_is_known_of_a_card_has_the_facts_of_its_print() {
    let mut faults = String::new();
    for (game, written) in GAMES.into_iter().zip(&*WRITTEN) {
        for print in prints(game) {
            let Some(card) = written.get(&print.card) else { continue };
            if let Some(fault) = fault(&print, card) {
                let _ = writeln!(faults, "{} {}, {}: {fault}", game.code(), print.card, print.name);
            }
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

/// What is wrong with a line, compared with the card's description.
fn fault(print: &Print, card: &Written) -> Option<String> {
    let now = print.clone().beside(card);
    if now != *print {
        return Some(format!("untold: {:?}, unprinted: {:?}", now.untold, now.unprinted));
    }
    let same = print.untold.is_empty() && print.unprinted.is_empty();
    match &print.differs {
        None if !same => Some("what differs has no reason".into()),
        Some(reason) if same => Some(format!("nothing differs, and a reason says: {reason}")),
        Some(reason) if reason.split_whitespace().count() < 3 => Some("a reason is a few words".into()),
        None | Some(_) => None,
    }
}

#[test]
#[ignore = "needs the printed texts"]
fn the_kept_facts_are_those_of_the_printed_texts() {
    let folder = std::env::var_os("CARD_TEXTS").expect("CARD_TEXTS=FOLDER says where the printed texts are");
    let writes = std::env::var_os("JUDGE_WRITE_PRINTS").is_some();
    let mut changes = String::new();
    for (game, written) in GAMES.into_iter().zip(&*WRITTEN) {
        let mut kept: BTreeMap<String, Print> = if path(game).exists() {
            prints(game).into_iter().map(|print| (print.card.clone(), print)).collect()
        } else {
            BTreeMap::new()
        };
        let mut file = HEAD.to_owned();
        for now in read_anew(game, written, Path::new(&folder)) {
            let before = kept.remove(&now.card);
            let now = Print { differs: before.as_ref().and_then(|print| print.differs.clone()), ..now };
            let change = match &before {
                None => Some("new"),
                Some(before) if before.wording != now.wording => Some("the wording changed"),
                Some(before) if *before != now => Some("other facts of the same wording"),
                Some(_) => None,
            };
            if let Some(change) = change {
                let _ = writeln!(changes, "{} {}, {}: {change}", game.code(), now.card, now.name);
            }
            file.push_str(&now.line());
        }
        if writes {
            std::fs::write(path(game), file).expect("the prints can be written");
        }
    }
    assert!(writes || changes.is_empty(), "{changes}");
}

/// The lines of all cards according to the current printed texts.
fn read_anew(game: Game, written: &BTreeMap<String, Written>, folder: &Path) -> Vec<Print> {
    let texts = texts::read(folder, game);
    let known_names = known_names(game, &BOOK);
    let titles = titles(game, &BOOK, &known_names);
    let print = |(number, of): (&String, &Written)| {
        let text = texts.get(number).unwrap_or_else(|| panic!("no printed text of {} {number}", game.code()));
        let Facts { kinds, numbers, limits, names } =
            Facts::of(&text.body(game, &titles), game, &known_names);
        let (card, name, wording) = (number.clone(), of.name.clone(), text.checksum());
        let print = Print { card, name, wording, kinds, numbers, limits, names, ..Print::default() };
        print.beside(of)
    };
    written.iter().map(print).collect()
}
