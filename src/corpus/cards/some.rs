//! The facts of some cards alone: of the thousands that are held, whoever asks about one needs one.

use serde::de::DeserializeOwned;

use super::find::{CardKey, Keyed};
use super::load::files_of;
use super::{CardBook, LcgBook, LcgCard, ObjectiveSet};
use crate::corpus::document::Game;
use crate::corpus::files::Files;
use crate::corpus::tree::Node;

/// A row of the card facts, unread.
#[derive(Debug, Clone, Copy)]
pub struct CardRow<'f> {
    key: CardKey<'f>,
    row: Node<'f>,
}

impl<'f> Keyed<'f> for CardRow<'f> {
    fn key(self) -> CardKey<'f> {
        self.key
    }
}

/// Every card, unread, in the order of [`CardBook::cards`]; of files with which nothing is wrong. `None`
/// where a tree proves damaged.
pub fn card_rows(files: &Files) -> Option<Vec<CardRow<'_>>> {
    let mut rows = Vec::new();
    for (game, stem) in [(Game::Lcg, "cards"), (Game::Lcg, "affiliations"), (Game::Tcg, "cards")] {
        for file in files_of(files, game.code(), stem) {
            for row in file.tree()?.items() {
                rows.push(CardRow { key: key(game, row)?, row });
            }
        }
    }
    Some(rows)
}

fn key(game: Game, row: Node<'_>) -> Option<CardKey<'_>> {
    let text = |field| row.field(field).filter(|node| !node.is_null()).and_then(Node::text);
    Some(match game {
        Game::Lcg => CardKey { game, name: text("title")?, set: None, number: text("number") },
        Game::Tcg => CardKey { game, name: text("name")?, set: Some(text("set")?), number: text("number") },
    })
}

impl CardBook {
    /// The facts of these cards alone, with the objective sets they stand in and all affiliation cards; of
    /// files with which nothing is wrong. `None` where a tree proves damaged.
    pub fn load_some(files: &Files, cards: &[CardRow<'_>]) -> Option<Self> {
        let mut book = Self {
            lcg: LcgBook { affiliations: rows(files, "affiliations", |_| true)?, ..LcgBook::default() },
            ..Self::default()
        };
        for CardRow { key, row } in cards {
            let is_affiliation = || {
                book.lcg
                    .affiliations
                    .iter()
                    .any(|a| *a.title == key.name && a.number.as_deref() == key.number)
            };
            match key.game {
                Game::Tcg => book.tcg.cards.push(row.read().ok()?),
                Game::Lcg if is_affiliation() => {}
                Game::Lcg => {
                    let card: LcgCard = row.read().ok()?;
                    book.lcg.cards.insert(card.number.value.clone(), card);
                }
            }
        }
        let has_one = |set: Node<'_>| {
            let held = |number: Node<'_>| number.text().is_some_and(|n| book.lcg.cards.contains_key(n));
            set.field("cards").is_some_and(|cards| cards.items().any(held))
        };
        let sets: Vec<ObjectiveSet> = rows(files, "objective-sets", has_one)?;
        book.lcg.sets = sets.into_iter().map(|set| (set.set.value.clone(), set)).collect();
        Some(book)
    }
}

/// The rows of the LCG's files of one stem that are wanted.
fn rows<T: DeserializeOwned>(
    files: &Files,
    stem: &str,
    is_wanted: impl Fn(Node<'_>) -> bool,
) -> Option<Vec<T>> {
    let mut rows = Vec::new();
    for file in files_of(files, "lcg", stem) {
        for row in file.tree()?.items().filter(|row| is_wanted(*row)) {
            rows.push(row.read().ok()?);
        }
    }
    Some(rows)
}
