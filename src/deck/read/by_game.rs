//! Splits a text with lists of both games, each below a line that names its game.

use crate::corpus::Game;
use crate::corpus::cards::normalize::normalize_name;

/// The maximum length of such a line, in characters.
const MAX_HEAD_LENGTH: usize = 80;

/// The text of each game, in the order they are named, with the other game's lines blanked out so that line
/// numbers are preserved. `None` unless both games are named.
pub(in crate::deck) fn parts(text: &str) -> Option<[(Game, String); 2]> {
    // Only the first line that names a game is the heading of its list; later ones merely mention it.
    let mut seen: Vec<Game> = Vec::new();
    let mut head = |line: &str| {
        let game = named(line).filter(|game| !seen.contains(game))?;
        seen.push(game);
        Some(game)
    };
    let heads: Vec<Option<Game>> = text.lines().map(&mut head).collect();
    let first = heads.iter().find_map(|head| *head)?;
    let other = heads.iter().find_map(|head| head.filter(|game| *game != first))?;
    Some([first, other].map(|game| {
        let mut now = first;
        let line = |(line, head): (&str, &Option<Game>)| {
            now = head.unwrap_or(now);
            if now == game { format!("{line}\n") } else { "\n".to_owned() }
        };
        (game, text.lines().zip(&heads).map(line).collect())
    }))
}

/// The game that a short line names, if it names only one.
fn named(line: &str) -> Option<Game> {
    if line.chars().count() > MAX_HEAD_LENGTH {
        return None;
    }
    let line = normalize_name(line);
    let names = |game: &Game| {
        line.split(' ').any(|word| word == game.code()) || line.contains(&normalize_name(game.name()))
    };
    let mut games = Game::ALL.into_iter().filter(names);
    games.next().filter(|_| games.next().is_none())
}
