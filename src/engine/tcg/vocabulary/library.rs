//! The cards a replay of this game may use: facts from the corpus, abilities from
//! `rulings/tcg/abilities/`.

use schemars::JsonSchema;
use serde::Deserialize;

use super::ability::Ability;
use super::facts::{BuildCost, CardText, CardType, Cards, Side, XWord};
use super::select::{Arena, Many};
use crate::corpus::cards::{self, CardBook, Figure, TcgCard, TcgType};
use crate::corpus::yaml::Spanned;
use crate::corpus::{Diagnostic, Files};
use crate::engine::cards::lazy::{CardKey, CardReader, each_entry, no_such_card, text_at};
use crate::engine::cards::named::{listed, pack};

/// The folder of the abilities.
const ABILITIES: &str = "tcg/abilities/";

/// A card's abilities, as they are written down under `rulings/tcg/abilities/`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct AbilityEntry {
    /// The card's name.
    pub name: Spanned<String>,
    /// Its set and number, `SR 30`.
    pub number: String,
    // The next three stand in the entries of both games: `serde(flatten)`, by which they could be shared,
    // accepts unknown fields and loses the positions of values.
    /// Where the abilities were taken from, and how sure that is.
    #[serde(default)]
    #[expect(dead_code, reason = "for whoever reads the file")]
    pub source: Option<String>,
    /// What a reader should know.
    #[serde(default)]
    #[expect(dead_code, reason = "for whoever reads the file")]
    pub note: Option<String>,
    /// What of the card is not written down here, in our own words; left out: nothing.
    #[serde(default)]
    pub part: Option<String>,
    /// Its keywords with their numbers; also `Evade 2 for 3` and the like.
    #[serde(default)]
    pub keywords: Vec<String>,
    /// Whether its text calls it by its name, though it has no version letter.
    #[serde(default)]
    pub names_itself: bool,
    /// The name by which it is the same unique unit as others, if it is printed otherwise.
    #[serde(default)]
    pub same_as: Option<String>,
    /// The abilities; an empty list for a card that has none.
    #[serde(default)]
    pub abilities: Vec<Ability>,
}

/// Adds all cards of the book, with their abilities where those are written down.
pub(crate) fn load(book: &CardBook, files: &Files, into: &mut Cards) -> Vec<Diagnostic> {
    for card in book.tcg.cards().iter() {
        into.add(text(card, None));
    }
    each_entry(files, ABILITIES, |entry: AbilityEntry, file| {
        let is_it = |card: &&TcgCard| number(card) == entry.number && *card.name == *entry.name;
        let unknown = || no_such_card(file, &entry.name, &format!("{} ({})", entry.name, entry.number));
        let card = book.tcg.cards().iter().find(is_it).ok_or_else(unknown)?;
        into.add(text(card, Some(entry)));
        Ok(())
    })
}

/// The same cards, each read when it is asked for; of files with which nothing is wrong.
pub(crate) fn lazy(files: &Files) -> Cards {
    listed(files, reading(), |_| Vec::new(), load)
}

/// The name of the piece by which they are found, and the piece.
pub(crate) fn piece(files: &Files) -> Option<(&'static str, Vec<u8>)> {
    Some((reading().piece, pack(files, &reading(), &[])?))
}

fn reading() -> CardReader<CardText> {
    CardReader {
        piece: "tcg/abilities/names",
        facts: "tcg/cards/cards",
        abilities: ABILITIES,
        key: |node| {
            let (name, set, number) =
                (text_at(node, "name")?, text_at(node, "set")?, text_at(node, "number")?);
            let number = format!("{set} {number}").into();
            Some(CardKey { id: format!("{name} {number}").into(), name, number })
        },
        id: |node| Some(format!("{} {}", text_at(node, "name")?, text_at(node, "number")?).into()),
        read: |facts, abilities| {
            let card: TcgCard = facts.read()?;
            match abilities {
                Some(written) => Some(text(&card, Some(written.read()?))),
                None => Some(text(&card, None)),
            }
        },
    }
}

fn number(card: &TcgCard) -> String {
    format!("{} {}", *card.set, card.number)
}

/// What is printed on a card, as far as it is written down.
fn text(card: &TcgCard, entry: Option<AbilityEntry>) -> CardText {
    let facts = text_of(card);
    let Some(entry) = entry else { return facts };
    let written = CardText {
        keywords: entry.keywords,
        names_itself: entry.names_itself,
        same_as: entry.same_as,
        abilities: entry.abilities,
        part: entry.part,
        written: true,
        ..facts
    };
    written.spelled_out()
}

fn text_of(card: &TcgCard) -> CardText {
    let figure = |figure: &Option<Figure>| figure.as_ref().and_then(Figure::number).map_or(0, u32::from);
    let cost = match card.cost.as_ref() {
        Some(cost) if cost.number().is_none() => BuildCost::X(XWord::X),
        cost => BuildCost::Number(cost.and_then(Figure::number).map_or(0, u32::from)),
    };
    CardText {
        name: card.name.value.clone(),
        number: Some(number(card)),
        invented: false,
        kind: kind_of(card.r#type),
        side: side_of(card.side),
        arena: Many::List(card.arenas.iter().filter_map(|word| arena(word)).collect()),
        subtypes: card.subtypes.clone().unwrap_or_default(),
        cost,
        speed: figure(&card.speed),
        power: figure(&card.power),
        health: figure(&card.health),
        keywords: Vec::new(),
        names_itself: false,
        same_as: None,
        abilities: Vec::new(),
        part: None,
        written: false,
    }
}

fn arena(word: &str) -> Option<Arena> {
    match word.to_ascii_lowercase().as_str() {
        "space" => Some(Arena::Space),
        "ground" => Some(Arena::Ground),
        "character" => Some(Arena::Character),
        _ => None,
    }
}

fn side_of(side: cards::Side) -> Side {
    match side {
        cards::Side::Dark => Side::Dark,
        cards::Side::Light => Side::Light,
        _ => Side::Neutral,
    }
}

fn kind_of(kind: TcgType) -> CardType {
    match kind {
        TcgType::Space => CardType::Space,
        TcgType::Ground => CardType::Ground,
        TcgType::Character => CardType::Character,
        TcgType::Battle => CardType::Battle,
        TcgType::Mission => CardType::Mission,
        TcgType::Location => CardType::Location,
        TcgType::Equipment => CardType::Equipment,
    }
}
