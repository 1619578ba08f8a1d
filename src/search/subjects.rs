//! What an output is about, so that it can say which later changes concern it.

use std::collections::BTreeSet;

use super::answer::Answer;
use super::names;
use crate::corpus::cards::Card;
use crate::corpus::history::{self, RulingChange};
use crate::corpus::{Game, Ruling};

/// The games, rulings and cards of an output.
#[derive(Debug, Clone, Default)]
pub struct Subjects {
    pub(super) games: BTreeSet<Game>,
    /// The ids of rulings, and of the sections they are parts of, without their editions.
    rulings: BTreeSet<String>,
    /// The names of cards, normalized.
    cards: BTreeSet<String>,
    /// The names of cards that are meant by their numbers, normalized: no other card of the name is.
    numbered: BTreeSet<String>,
    /// Whether it is about every card.
    every_card: bool,
}

/// A ruling that names more cards than these is about none of them.
const MAX_CARDS: usize = 3;

impl Subjects {
    /// Nothing of these games in particular.
    pub fn games(games: impl IntoIterator<Item = Game>) -> Self {
        Self { games: games.into_iter().collect(), ..Self::default() }
    }

    /// These rulings, with the cards they are about.
    pub fn rulings<'r>(rulings: impl IntoIterator<Item = &'r Ruling>) -> Self {
        let mut subjects = Self::default();
        for ruling in rulings {
            subjects.games.insert(ruling.game);
            let sections = std::iter::once(&ruling.id).chain(&ruling.part_of);
            subjects.rulings.extend(sections.map(|id| history::base(id).to_owned()));
            // A name may be shared by several cards; the number says which erratum is meant.
            let cards = ruling.cards.iter().filter(|_| ruling.cards.len() <= MAX_CARDS);
            for (card, number) in cards.filter_map(|card| Some((card, card.number.as_ref()?))) {
                subjects.rulings.insert(erratum(ruling.game, number));
                subjects.numbered.insert(without_article(&card.name));
            }
        }
        subjects
    }

    /// The rulings of a game with these ids, whatever cards they are about.
    pub(crate) fn cited<'i>(game: Game, ids: impl IntoIterator<Item = &'i str>) -> Self {
        let rulings = ids.into_iter().map(|id| history::base(id).to_owned()).collect();
        Self { rulings, ..Self::games([game]) }
    }

    /// An answer: its first ruling, and the cards the question names; without results, of these games.
    pub fn answer(answer: &Answer, searched: impl IntoIterator<Item = Game>) -> Self {
        let first = Self::rulings(answer.results.first().map(|hit| &hit.ruling));
        let mut games: BTreeSet<Game> = answer.results.iter().map(|hit| hit.ruling.game).collect();
        if games.is_empty() {
            games.extend(searched);
        }
        Self { games, ..first }.and_named(&answer.cards)
    }

    /// These games too.
    pub(crate) fn and_games(mut self, games: impl IntoIterator<Item = Game>) -> Self {
        self.games.extend(games);
        self
    }

    /// These cards too.
    pub(crate) fn and_cards<'b>(mut self, cards: impl IntoIterator<Item = Card<'b>>) -> Self {
        self.rulings.extend(cards.into_iter().filter_map(|card| Some(erratum(card.game(), &card.number()?))));
        self
    }

    /// Every card too.
    pub(crate) fn and_every_card(self) -> Self {
        Self { every_card: true, ..self }
    }

    /// The cards of these names too.
    pub(crate) fn and_named<S: AsRef<str>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.cards.extend(names.into_iter().map(|name| without_article(name.as_ref())));
        self
    }

    /// Whether a change concerns one of them.
    pub(super) fn has(&self, change: &RulingChange) -> bool {
        let named = |name: String| self.cards.contains(&name) && !self.numbered.contains(&name);
        let is_named = |name: &str| self.every_card || named(without_article(name));
        let card = change.card.as_ref().map(|card| card.as_str());
        self.rulings.contains(change.ruling.as_str()) || card.is_some_and(is_named)
    }
}

/// The id that the erratum of a card has.
fn erratum(game: Game, number: &str) -> String {
    format!("{}:errata.{number}", game.code())
}

/// A card's name as it is compared: normalized, without a leading article.
fn without_article(name: &str) -> String {
    let name = names::normalized(name);
    name.strip_prefix("the ").map(str::to_owned).unwrap_or(name)
}
