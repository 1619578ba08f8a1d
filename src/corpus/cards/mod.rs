//! Card facts: what is printed on the cards of both games, to the extent that deck checks, the engine and
//! `judge card` need it.
//!
//! Loaded separately from the rulings, so that a search does not have to read them.

mod facts;
pub mod find;
pub(crate) mod lcg;
mod load;
pub(crate) mod names;
pub mod normalize;
mod on_demand;
pub mod rows;
pub mod some;
pub(crate) mod tcg;

pub(crate) use facts::Figure;
pub use facts::Side;
pub use find::Card;
pub(crate) use find::Found;
pub(crate) use lcg::{AffiliationCard, LcgBook, ObjectiveSet};
pub use lcg::{LcgCard, LcgType, Printing};
pub use tcg::TcgCard;
pub(crate) use tcg::{TcgBook, TcgType};

use super::document::Game;

/// One name of a card, as the search index stores it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardName<'a> {
    pub game: Game,
    /// The name as printed, or an alias.
    pub name: &'a str,
    /// The card's number: four digits in the LCG, the number within the set in the TCG. Unknown for two
    /// affiliation cards.
    pub number: Option<&'a str>,
    /// LCG: the number of the first objective set with the card. TCG: the set code.
    pub set: Option<&'a str>,
}

/// The facts about all cards of both games.
#[derive(Debug, Clone, Default)]
pub struct CardBook {
    /// Star Wars: The Card Game.
    pub lcg: LcgBook,
    /// Star Wars Trading Card Game.
    pub tcg: TcgBook,
}

impl CardBook {
    /// Every name of every official card, each card's aliases directly after its printed name.
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
