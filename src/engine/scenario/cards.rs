//! How much of each card is written down: for one card, and by set.

use schemars::JsonSchema;
use serde::Serialize;

use crate::corpus::cards::{Card, LcgCard};
use crate::corpus::{CardBook, Game};
use crate::engine::cards::TextCoverage;
use crate::engine::games::{self, CardLibrary};

/// What is written down of a card, and what it does in this program's words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CardText {
    pub written: Written,
    /// What is missing, where somebody has said it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    /// What it does, put into this program's words from the data: not the card's text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub own_words: Vec<String>,
}

/// How much of a card is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Written {
    /// All of it.
    Whole,
    /// Some of it.
    Part,
    /// Nothing but figures, traits and keywords.
    None,
}

/// The cards of a set by how much of them is written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SetRow {
    pub game: Game,
    /// The set: the product, or the set's letters.
    pub set: String,
    pub cards: usize,
    /// All of them.
    pub whole: usize,
    /// How many of them are written down in part, with the rest named in `part:`.
    pub part: usize,
    /// Nothing but figures, traits and keywords.
    pub none: usize,
}

impl Written {
    fn of(known: &TextCoverage<'_>) -> Self {
        match known {
            TextCoverage::Whole => Self::Whole,
            TextCoverage::Part(_) => Self::Part,
            TextCoverage::Nothing { .. } => Self::None,
        }
    }
}

/// What is written down of a card; nothing for one that replays do not know.
pub fn text_of(card: Card<'_>, library: &CardLibrary) -> Option<CardText> {
    let description = games::describe_card(card.game(), card.name(), card.number().as_deref(), library)?;
    let (written, own_words) = (Written::of(&description.known), description.own_words);
    let missing = description.known.missing().map(str::to_owned);
    Some(CardText { written, missing, own_words })
}

/// Every set of a game, or of both, in the order of the card facts; a card counts where it was first printed.
pub fn by_set(book: &CardBook, library: &CardLibrary, game: Option<Game>) -> Vec<SetRow> {
    let mut rows: Vec<SetRow> = Vec::new();
    for card in book.cards().filter(|card| game.is_none_or(|game| card.game() == game)) {
        let set = match card {
            Card::Lcg(card) => first_product(card, book),
            Card::Tcg(card) => Some(card.set.value.clone()),
            // Affiliation cards have no text of their own.
            Card::Affiliation(_) => None,
        };
        let (Some(set), Some(text)) = (set, text_of(card, library)) else { continue };
        let game = card.game();
        let at = rows.iter().position(|row| row.game == game && row.set == set).unwrap_or_else(|| {
            rows.push(SetRow { game, set, cards: 0, whole: 0, part: 0, none: 0 });
            rows.len() - 1
        });
        let row = &mut rows[at];
        row.cards += 1;
        match text.written {
            Written::Whole => row.whole += 1,
            Written::Part => row.part += 1,
            Written::None => row.none += 1,
        }
    }
    rows
}

fn first_product(card: &LcgCard, book: &CardBook) -> Option<String> {
    book.lcg.printings(&card.number).next().map(|(set, _)| set.product.value.clone())
}
