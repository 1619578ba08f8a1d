//! The digest covers what the engine cites from the rulebooks, and defines every term of the rules.

use std::collections::{BTreeMap, BTreeSet};

use judge::corpus::{Authority, Certain, Corpus, Game, Ruling, define, digest};
use serde_json::Value;

use crate::common::User;

/// Kinds of replay steps, and the rulebook pages that such steps rest on.
type Cited = BTreeMap<(Game, String), BTreeSet<String>>;

fn reported(corpus: &Corpus) -> Vec<&Ruling> {
    corpus.rulings().filter(|r| r.authority == Authority::Digest).collect()
}

fn names(list: &Value) -> Vec<&str> {
    list["scenarios"].as_array().expect("scenarios").iter().filter_map(|s| s["name"].as_str()).collect()
}

/// The rulebook pages cited by steps of built-in scenarios.
fn cited() -> Cited {
    let user = User::new();
    let mut cited = Cited::new();
    for game in Game::ALL {
        let list = user.judge(&["--game", game.code(), "replay", "--list", "--format", "json"]).json();
        let mut arguments = vec!["replay", "--format", "json"];
        arguments.extend(names(&list));
        let replays = user.judge(&arguments).json();
        for step in
            replays["scenarios"].as_array().expect("replays").iter().filter_map(|s| s["steps"].as_array())
        {
            for step in step.iter().filter(|step| step["basis"] == "rulebook") {
                let kind = step["kind"].as_str().expect("a kind").to_owned();
                let place = step["clause"].as_str().expect("a place").to_owned();
                cited.entry((game, kind)).or_default().insert(place);
            }
        }
    }
    assert!(cited.len() > 20, "the scenarios rest on the rulebook: {cited:?}");
    cited
}

/// "rulebook p. 20" in a replay leads to the rules on that page.
#[test]
fn every_page_a_replay_cites_is_known() {
    let corpus = Corpus::built_in();
    let known: BTreeSet<u32> =
        reported(&corpus).iter().filter_map(|r| r.digest.as_ref()).flat_map(|d| d.pages()).collect();
    for ((game, kind), places) in cited().iter().filter(|((game, _), _)| *game == Game::Lcg) {
        for place in places {
            assert!(!digest::pages(place).is_empty(), "`{kind}` cites no page: {place}");
            for page in digest::pages(place) {
                assert!(
                    known.contains(&page),
                    "{} `{kind}` cites {place}: no rule stands on page {page}",
                    game.code()
                );
            }
        }
    }
    let user = User::new();
    user.judge(&["show", "p. 20"]).status(0);
    user.judge(&["show", "page", "18,", "step", "1"]).status(0);
    user.judge(&["show", "p. 4000"]).status(1);
}

/// If a rule names the kinds of steps that show it, such a step cites one of its pages.
#[test]
fn the_steps_a_rule_names_rest_on_its_page() {
    let corpus = Corpus::built_in();
    let cited = cited();
    let mut tied = 0;
    for rule in reported(&corpus) {
        let digest = rule.digest.as_ref().expect("a rule");
        for kind in &digest.shown_by {
            let places = cited.get(&(rule.game, kind.clone()));
            let places = places.unwrap_or_else(|| panic!("{}: no replay has a step `{kind}`", rule.id));
            let own = digest.pages();
            let on_page = |place: &String| digest::pages(place).iter().any(|page| own.contains(page));
            let agree = own.is_empty() || places.iter().any(on_page);
            assert!(agree, "{} stands on {:?}; the steps `{kind}` rest on {places:?}", rule.id, digest.page);
            tied += 1;
        }
    }
    assert!(tied > 30, "{tied} rules are tied to steps");
}

/// Each rule of a rulebook on which steps or refusals rest is said by an entry of the digest, on its page.
#[test]
fn every_rule_the_engine_rests_on_is_in_the_digest() {
    let corpus = Corpus::built_in();
    let (mut wrong, mut silent) = (Vec::new(), Vec::new());
    for rule in judge::engine::games::book_rules() {
        let pages = digest::pages(rule.place);
        let entries: Vec<Option<&Ruling>> = rule.says.iter().map(|id| corpus.ruling(id)).collect();
        let own = |ruling: &Ruling| ruling.digest.as_ref().map(|digest| digest.pages());
        let fits = |ruling: &Ruling| {
            own(ruling).is_some_and(|own| pages.is_empty() || pages.iter().any(|page| own.contains(page)))
        };
        silent.extend(entries.is_empty().then_some(rule.place));
        if !entries.iter().all(|entry| entry.is_some_and(fits)) {
            wrong.push(format!("{rule}: {:?}", rule.says));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(silent, ["p. 27", "effects"], "of these the digest says nothing");
}

/// Every bold word in the rulebook's index and in the other game's rules.
#[test]
fn every_word_of_the_rules_is_defined() {
    let corpus = Corpus::built_in();
    let words: BTreeMap<Game, Vec<String>> =
        serde_yaml::from_str(include_str!("words.yaml")).expect("words by game");
    for game in Game::ALL {
        let rulings: Vec<Ruling> = corpus.rulings().filter(|r| r.game == game).cloned().collect();
        assert!(words[&game].len() > 60, "{} words", words[&game].len());
        for word in &words[&game] {
            let found = define::find(&rulings, word);
            assert!(found.is_some_and(|f| f.exact), "{}: nothing defines {word}", game.code());
        }
    }
}

#[test]
fn no_word_is_defined_twice_and_every_rule_is_asked_for() {
    let corpus = Corpus::built_in();
    let mut seen: BTreeMap<(Game, String), &str> = BTreeMap::new();
    let rules = reported(&corpus);
    assert!(rules.len() >= 400, "{} rules", rules.len());
    for rule in rules {
        let digest = rule.digest.as_ref().expect("a rule");
        for word in &digest.defines {
            let first = seen.insert((rule.game, word.to_lowercase()), &rule.id);
            assert!(first.is_none(), "{word} is defined by {first:?} and {}", rule.id);
        }
        let asks = corpus.asks().iter().filter(|a| a.ruling == rule.id).count();
        assert!(asks >= 2, "{} has {asks} words", rule.id);
    }
}

/// Uncertain rules are labelled as such everywhere.
#[test]
fn what_is_only_likely_says_so() {
    let corpus = Corpus::built_in();
    let user = User::new();
    let mut likely = 0;
    for rule in reported(&corpus) {
        if rule.digest.as_ref().is_some_and(|d| d.certain == Certain::Likely) {
            likely += 1;
            if likely % 20 == 1 {
                for format in ["text", "markdown"] {
                    let shown = user.judge(&["show", &rule.id, "--format", format]).status(0).out;
                    assert!(
                        shown.split_whitespace().collect::<Vec<_>>().join(" ").contains("ikely, not certain"),
                        "{shown}"
                    );
                }
                let json = user.judge(&["show", &rule.id, "--format", "json"]).json();
                assert_eq!(json["entries"][0]["digest"]["certain"], "likely");
            }
        }
    }
    assert!(likely > 20, "{likely} rules are only likely");
}

/// An event may permanently exclude the digest.
#[test]
fn an_event_can_leave_them_out() {
    let user = User::new();
    user.write(
        "event/documents.yaml",
        "- {id: e, game: lcg, series: e, title: t, date: '2014-11-01', cite: E, authority: house, who: A. Judge, official_only: true}\n",
    );
    let with = user.judge(&["show", "lcg:core.strike-order"]);
    assert_eq!(with.status, Some(0));
    let without = user.judge(&["--rulings", "event", "show", "lcg:core.strike-order"]);
    assert_eq!(without.status, Some(1), "{}", without.out);
    let official = user.judge(&["--rulings", "event", "show", "lcg:errata.refresh-phase"]).status(0).out;
    assert!(!official.contains("core."), "{official}");
    user.judge(&["--rulings", "event", "show", "tcg:core.armor"]).status(0);
}
