//! The games' names in a question: whoever says "in the lcg" means that game, and nothing else by these
//! words.

use super::analyze::{self, Token};
use crate::corpus::Game;

/// What people call the games, the longer names before those they begin or end with.
const NAMES: [(Game, &[&str]); 13] = [
    (Game::Lcg, &["star", "wars", "the", "card", "game"]),
    (Game::Lcg, &["star", "wars", "living", "card", "game"]),
    (Game::Tcg, &["star", "wars", "trading", "card", "game"]),
    (Game::Lcg, &["star", "wars", "lcg"]),
    (Game::Tcg, &["star", "wars", "tcg"]),
    (Game::Lcg, &["living", "card", "game"]),
    (Game::Tcg, &["trading", "card", "game"]),
    (Game::Lcg, &["sw", "lcg"]),
    (Game::Tcg, &["sw", "tcg"]),
    (Game::Lcg, &["swlcg"]),
    (Game::Tcg, &["swtcg"]),
    (Game::Lcg, &["lcg"]),
    (Game::Tcg, &["tcg"]),
];

/// A name of as many words is a game's whole name.
const WHOLE: usize = 5;
/// Words that lead to a game's name and say nothing without it: "in the lcg".
const LEADING: [&str; 8] = ["in", "of", "for", "at", "with", "the", "our", "this"];
/// Of these, the ones that say that the question is about that game, wherever they stand.
const PLACING: [&str; 4] = ["in", "of", "for", "at"];
/// Words before a game's name that only compare with that game: "coming from the tcg", "unlike the tcg".
const COMPARING: [&str; 13] = [
    "from",
    "unlike",
    "not",
    "no",
    "than",
    "like",
    "as",
    "vs",
    "versus",
    "to",
    "other",
    "another",
    "different",
];

/// Takes the name of a game, and what leads to it, out of a query's words: the one game the query is about. A
/// query that names both games, only compares with one, or says nothing else, keeps its words.
pub(super) fn extract(typed: &str, words: &mut Vec<Token>) -> Option<Game> {
    let named = occurrences(typed, words);
    let game = named.first()?.game;
    let covered: usize = named.iter().map(|name| name.to - name.from).sum();
    let is_about = |name: &Occurrence| name.game == game && name.is_about(words);
    if !named.iter().all(is_about) || covered == words.len() {
        return None;
    }
    let mut place = 0;
    let mut named = named.into_iter().peekable();
    words.retain(|_| {
        named.next_if(|name| name.to <= place);
        let kept = named.peek().is_none_or(|name| place < name.from);
        place += 1;
        kept
    });
    Some(game)
}

/// The game whose cards alone have versions, where the words name one by its letter: `Yoda (K)`. Letters that
/// count items stand behind other words than names: `either (A) or (B)`.
pub(super) fn of_version(typed: &str, words: &[Token]) -> Option<Game> {
    let capital = |text: &str| text.starts_with(|c: char| c.is_ascii_uppercase());
    let is_version = |pair: &[Token]| {
        let (name, letter) = (&pair[0], &pair[1]);
        let (Some(name), Some(between)) = (typed.get(name.from..name.to), typed.get(name.to..letter.from))
        else {
            return false;
        };
        let is_letter = letter.text.len() == 1 && typed.get(letter.from..letter.to).is_some_and(capital);
        let closed = typed.get(letter.to..).is_some_and(|behind| behind.starts_with(')'));
        let in_brackets = between.trim_start() == "(" && closed;
        is_letter && in_brackets && capital(name) && analyze::is_significant(&pair[0].text)
    };
    words.windows(2).any(is_version).then_some(Game::Tcg)
}

/// A game's name among the words, with what leads to it.
struct Occurrence {
    game: Game,
    from: usize,
    to: usize,
    /// Whether it is the game's whole name, which means nothing else wherever it stands.
    is_whole: bool,
}

impl Occurrence {
    /// Whether the words are about that game: its name begins or ends them, or a word places them there.
    fn is_about(&self, words: &[Token]) -> bool {
        let is = |place: usize, of: &[&str]| of.contains(&words[place].text.as_str());
        let compares = self.from > 0 && is(self.from - 1, &COMPARING);
        let at_the_edge = self.from == 0 || self.to == words.len();
        !compares && (self.is_whole || at_the_edge || is(self.from, &PLACING))
    }
}

fn occurrences(typed: &str, words: &[Token]) -> Vec<Occurrence> {
    let mut found: Vec<Occurrence> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let Some((game, name)) = NAMES.iter().find(|(_, name)| begins_with(&words[at..], name)) else {
            at += 1;
            continue;
        };
        at += name.len();
        let behind = typed[words[at - 1].to..].strip_prefix(':');
        if behind.is_some_and(|id| id.starts_with(char::is_alphanumeric)) {
            continue; // an id: `lcg:3.6`
        }
        let from = at - name.len();
        let free = found.last().map_or(0, |before| before.to);
        let leading = words[free..from].iter().rev().take_while(|word| LEADING.contains(&word.text.as_str()));
        let is_whole = name.len() >= WHOLE;
        found.push(Occurrence { game: *game, from: from - leading.count(), to: at, is_whole });
    }
    found
}

/// No question is searched further for the names of other games, in words.
const MAX_WORDS: usize = 400;
/// Words of a question that compares with another game: "in Magic I may respond, may I do so here?".
const COMPARED: [&str; 6] = ["here", "unlike", "whereas", "coming", "used", "compared"];

/// The other game that the words are about, of those of these names, each as [`joined`]: not one that they
/// only compare with.
pub(super) fn other_game<'n>(words: &[Token], names: &'n [String]) -> Option<&'n String> {
    let words = &words[..words.len().min(MAX_WORDS)];
    let is = |word: &Token, of: &[&str]| of.contains(&word.text.as_str());
    if words.iter().any(|word| is(word, &COMPARED)) {
        return None;
    }
    let is_about = |from: &usize| {
        let before = words[..*from].iter().rev().find(|word| !is(word, &LEADING));
        before.is_none_or(|word| !is(word, &COMPARING))
    };
    let begins = |from: usize, name: &str| {
        let mut behind = words[from..].iter();
        name.split(' ').all(|part| behind.next().is_some_and(|word| word.text == part))
    };
    let named = |from: usize| names.iter().find(|name| begins(from, name));
    (0..words.len()).find_map(|from| named(from).filter(|_| is_about(&from)))
}

/// Words as the name of a game is kept.
pub(super) fn joined(words: &[Token]) -> String {
    words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
}

fn begins_with(words: &[Token], name: &[&str]) -> bool {
    words.len() >= name.len() && words.iter().zip(name).all(|(word, part)| word.text == *part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(question: &str) -> (Option<Game>, String) {
        let mut words = analyze::words(question);
        let game = extract(question, &mut words);
        (game, words.into_iter().map(|w| w.text).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn a_games_name_is_taken_with_what_leads_to_it() {
        assert_eq!(taken("who goes first in the LCG?"), (Some(Game::Lcg), "who goes first".to_owned()));
        assert_eq!(taken("evade tcg"), (Some(Game::Tcg), "evade".to_owned()));
        assert_eq!(taken("TCG: may I stack"), (Some(Game::Tcg), "may i stack".to_owned()));
        assert_eq!(taken("lcg:3.6 again"), (None, "lcg 3.6 again".to_owned()));
        assert_eq!(taken("In the tcg, may I stack"), (Some(Game::Tcg), "may i stack".to_owned()));
        assert_eq!(
            taken("in the lcg how many cards are drawn in the lcg by me"),
            (Some(Game::Lcg), "how many cards are drawn by me".to_owned())
        );
        assert_eq!(
            taken("how many cards in a Star Wars: The Card Game deck"),
            (Some(Game::Lcg), "how many cards in a deck".to_owned())
        );
    }

    #[test]
    fn another_games_name_is_looked_for_where_it_is_not_compared_with() {
        let has = |question: &str, name: &str| {
            let names = [name.to_owned()];
            other_game(&analyze::words(question), &names).is_some()
        };
        assert!(has("Playing Star Wars: Unlimited on Karabast. Who wins?", "star wars unlimited"));
        assert!(has("in MTG, may I respond", "mtg"));
        assert!(!has("coming from the MTG, may I respond", "mtg"));
        assert!(!has("unlike Magic the Gathering, is there a stack", "magic the gathering"));
        assert!(!has("in MTG I may respond. May I here?", "mtg"));
    }

    #[test]
    fn a_version_letter_behind_a_name_is_of_one_game() {
        let game = |question: &str| of_version(question, &analyze::words(question));
        assert_eq!(game("does Yoda (K) evade"), Some(Game::Tcg));
        assert_eq!(game("Luke Skywalker (I), may he"), Some(Game::Tcg));
        for other in [
            "Either (A) I may or (B) not",
            "Can (A) hold?",
            "either (A) he pays or (B) not",
            "Luke (the old one)",
            "Luke I",
            "Luke (",
            "(A) Luke",
        ] {
            assert_eq!(game(other), None, "{other}");
        }
    }

    #[test]
    fn nothing_is_taken_where_it_means_nothing() {
        let questions = [
            "lcg or tcg, which has shields",
            "the star wars tcg",
            "star wars unlimited",
            "who goes first",
            "coming from the tcg, how many cards do I draw",
            "do I draw one card, unlike the tcg",
            "my arkham horror lcg friend wants to draw",
        ];
        for question in questions {
            let (game, words) = taken(question);
            assert_eq!((game, words.split(' ').count()), (None, question.split(' ').count()), "{question}");
        }
    }
}
