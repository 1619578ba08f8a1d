//! Loads the facts of a few cards alone: a command about one card need not read the thousands of others.

use indexmap::IndexMap;
use judge_tree::Node;
use serde::de::DeserializeOwned;

use super::find::{Keyed, LookupKey};
use super::rows::files_of;
use super::{AffiliationCard, CardBook, LcgBook, LcgCard, ObjectiveSet, TcgBook, TcgCard};
use crate::corpus::document::Game;
use crate::corpus::files::Files;

/// A row of a card file, not yet deserialized.
#[derive(Debug, Clone, Copy)]
pub struct CardRow<'f> {
    key: LookupKey<'f>,
    row: Node<'f>,
}

impl<'f> Keyed<'f> for CardRow<'f> {
    fn key(self) -> LookupKey<'f> {
        self.key
    }
}

/// Every card's row, in the order of [`CardBook::cards`], from files known to be sound. `None` if a cached
/// tree turns out to be damaged.
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

fn key(game: Game, row: Node<'_>) -> Option<LookupKey<'_>> {
    let text = |field| row.field(field).filter(|node| !node.is_null()).and_then(Node::text);
    Some(match game {
        Game::Lcg => LookupKey { game, name: text("title")?, set: None, number: text("number") },
        Game::Tcg => LookupKey { game, name: text("name")?, set: Some(text("set")?), number: text("number") },
    })
}

impl CardBook {
    /// Loads only these cards, with the objective sets that contain them and all affiliation cards, from
    /// files known to be sound. `None` if a cached tree turns out to be damaged.
    pub fn load_some(files: &Files, cards: &[CardRow<'_>]) -> Option<Self> {
        let affiliations: Vec<AffiliationCard> = rows(files, "affiliations", |_| true)?;
        let (mut lcg, mut tcg): (IndexMap<String, LcgCard>, IndexMap<String, TcgCard>) = Default::default();
        for CardRow { key, row } in cards {
            let is_affiliation =
                || affiliations.iter().any(|a| *a.title == key.name && a.number.as_deref() == key.number);
            match key.game {
                Game::Tcg => {
                    tcg.insert(tcg.len().to_string(), row.read().ok()?);
                }
                Game::Lcg if is_affiliation() => {}
                Game::Lcg => {
                    let card: LcgCard = row.read().ok()?;
                    lcg.insert(card.number.value.clone(), card);
                }
            }
        }
        let has_one = |set: Node<'_>| {
            let held = |number: Node<'_>| number.text().is_some_and(|n| lcg.contains_key(n));
            set.field("cards").is_some_and(|cards| cards.items().any(held))
        };
        let sets: Vec<ObjectiveSet> = rows(files, "objective-sets", has_one)?;
        let sets: IndexMap<String, ObjectiveSet> =
            sets.into_iter().map(|set| (set.set.value.clone(), set)).collect();
        Some(Self {
            lcg: LcgBook { cards: lcg.into(), sets: sets.into(), affiliations, ..LcgBook::default() },
            tcg: TcgBook { cards: tcg.into(), ..TcgBook::default() },
        })
    }
}

/// The wanted rows of the LCG's files of one stem.
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
