//! Card facts: what is printed on the cards of both games, as far as decks, the engine and `judge card` need
//! it.
//!
//! Loaded apart from the rulings, so that a search need not read them.

mod facts;
pub mod find;
pub(crate) mod lcg;
mod load;
pub(crate) mod names;
pub mod normalize;
pub mod some;
pub(crate) mod tcg;

pub(crate) use facts::Figure;
pub use facts::Side;
pub use find::Card;
pub(crate) use find::Found;
pub(crate) use lcg::{AffiliationCard, LcgBook, ObjectiveSet};
pub use lcg::{LcgCard, LcgType, Printing};
pub(crate) use names::Names;
pub use tcg::TcgCard;
pub(crate) use tcg::{TcgBook, TcgType};

use super::document::Game;

/// A name a card has, as a search engine wants it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardName<'a> {
    pub game: Game,
    /// The name as printed (or another spelling that was met).
    pub name: &'a str,
    /// Its number: four digits in the `lcg`, the number in the set in the `tcg`; not known for two
    /// affiliation cards.
    pub number: Option<&'a str>,
    /// The objective set's number in the `lcg` (the first that has the card), the set's code in the `tcg`.
    pub set: Option<&'a str>,
}

/// The facts of all cards of both games.
#[derive(Debug, Clone, Default)]
pub struct CardBook {
    /// Star Wars: The Card Game.
    pub lcg: LcgBook,
    /// Star Wars Trading Card Game.
    pub tcg: TcgBook,
}

impl CardBook {
    /// Every official card's name, once for each card; other spellings follow the name they stand for.
    pub fn all_names(&self) -> Vec<CardName<'_>> {
        let mut first_set = std::collections::HashMap::new();
        for set in self.lcg.sets() {
            for number in &set.cards {
                first_set.entry(number.as_str()).or_insert(set.set.as_str());
            }
        }
        let mut names = Vec::new();
        for card in self.lcg.cards() {
            let number = Some(card.number.as_str());
            let set = first_set.get(card.number.as_str()).copied();
            let spellings = std::iter::once(&card.title).chain(&card.aliases);
            names.extend(spellings.map(|name| CardName { game: Game::Lcg, name, number, set }));
        }
        names.extend(self.lcg.affiliations().iter().map(|card| CardName {
            game: Game::Lcg,
            name: &card.title,
            number: card.number.as_deref(),
            set: None,
        }));
        names.extend(self.tcg.cards().iter().map(|card| CardName {
            game: Game::Tcg,
            name: &card.name,
            number: Some(&card.number),
            set: Some(&card.set),
        }));
        names
    }
}
