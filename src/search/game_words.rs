//! The games' names in a question: whoever says "in the lcg" means that game, and nothing else by these
//! words.

use super::analyze::Word;
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

/// Words that lead to a game's name and say nothing without it: "in the lcg".
const LEADING: [&str; 8] = ["in", "of", "for", "at", "with", "the", "our", "this"];

/// Takes the name of a game, and what leads to it, out of a query's words: the one game that is named. A
/// query that names both games, or says nothing else, keeps its words.
pub(super) fn take(words: &mut Vec<Word>) -> Option<Game> {
    let named = occurrences(words);
    let game = named.first()?.game;
    let covered: usize = named.iter().map(|name| name.to - name.from).sum();
    if named.iter().any(|name| name.game != game) || covered == words.len() {
        return None;
    }
    for name in named.iter().rev() {
        words.drain(name.from..name.to);
    }
    Some(game)
}

/// A game's name among the words, with what leads to it.
struct Occurrence {
    game: Game,
    from: usize,
    to: usize,
}

fn occurrences(words: &[Word]) -> Vec<Occurrence> {
    let mut found: Vec<Occurrence> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let Some((game, name)) = NAMES.iter().find(|(_, name)| begins_with(&words[at..], name)) else {
            at += 1;
            continue;
        };
        let free = found.last().map_or(0, |before| before.to);
        let leading = words[free..at].iter().rev().take_while(|word| LEADING.contains(&word.text.as_str()));
        found.push(Occurrence { game: *game, from: at - leading.count(), to: at + name.len() });
        at += name.len();
    }
    found
}

fn begins_with(words: &[Word], name: &[&str]) -> bool {
    words.len() >= name.len() && words.iter().zip(name).all(|(word, part)| word.text == *part)
}

#[cfg(test)]
mod tests {
    use super::super::analyze;
    use super::*;

    fn taken(question: &str) -> (Option<Game>, String) {
        let mut words = analyze::words(question);
        let game = take(&mut words);
        (game, words.into_iter().map(|w| w.text).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn a_games_name_is_taken_with_what_leads_to_it() {
        assert_eq!(taken("who goes first in the LCG?"), (Some(Game::Lcg), "who goes first".to_owned()));
        assert_eq!(taken("evade tcg"), (Some(Game::Tcg), "evade".to_owned()));
        assert_eq!(
            taken("how many cards in a Star Wars: The Card Game deck"),
            (Some(Game::Lcg), "how many cards in a deck".to_owned())
        );
    }

    #[test]
    fn nothing_is_taken_where_it_tells_nothing() {
        for question in
            ["lcg or tcg, which has shields", "the star wars tcg", "star wars unlimited", "who goes first"]
        {
            let (game, words) = taken(question);
            assert_eq!((game, words.split(' ').count()), (None, question.split(' ').count()), "{question}");
        }
    }
}
