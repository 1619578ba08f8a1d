//! The cards a replay of this game may use: facts from the corpus, abilities from
//! `rulings/tcg/abilities/`.

use std::borrow::Cow;

use judge_tree::Node;

use super::ability::Ability;
use super::facts::{BuildCost, CardSide, CardText, CardType, XWord};
use super::select::{Arena, Many};
use crate::corpus::cards::{self, CardBook, Figure, TcgCard, TcgType};
use crate::corpus::yaml::Spanned;
use crate::engine::cards::source::{CardKey, CardSource, NoCard, ability_entry, text_at};

ability_entry! {
    /// A card's abilities, as they are written down under `rulings/tcg/abilities/`.
    pub(crate) struct AbilityEntry {
        /// The card's name.
        pub name: Spanned<String>,
        /// Its set and number, `SR 30`.
        pub number: String,
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
}

impl CardSource for CardText {
    type Facts = TcgCard;
    type Entry = AbilityEntry;
    const PIECE: &'static str = "tcg/abilities/names";
    const FACTS: &'static str = "tcg/cards/cards";
    const ABILITIES: &'static str = "tcg/abilities/";

    fn key(row: Node<'_>) -> Option<CardKey<'_>> {
        let (name, set, number) = (text_at(row, "name")?, text_at(row, "set")?, text_at(row, "number")?);
        let number = format!("{set} {number}").into();
        Some(CardKey { id: format!("{name} {number}").into(), name, number })
    }

    fn id_of_entry(row: Node<'_>) -> Option<Cow<'_, str>> {
        Some(format!("{} {}", text_at(row, "name")?, text_at(row, "number")?).into())
    }

    fn facts_in(book: &CardBook) -> impl Iterator<Item = &TcgCard> {
        book.tcg.cards().iter()
    }

    fn facts_of<'b, 'e>(book: &'b CardBook, entry: &'e AbilityEntry) -> Result<&'b TcgCard, NoCard<'e>> {
        let is_it = |card: &&TcgCard| number(card) == entry.number && *card.name == *entry.name;
        let unknown = || NoCard { at: &entry.name, card: format!("{} ({})", entry.name, entry.number) };
        book.tcg.cards().iter().find(is_it).ok_or_else(unknown)
    }

    fn put_together(card: &TcgCard, entry: Option<AbilityEntry>) -> Self {
        let facts = text_of(card);
        let Some(entry) = entry else { return facts };
        let written = Self {
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
}

fn number(card: &TcgCard) -> String {
    format!("{} {}", *card.set, card.number)
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

fn side_of(side: cards::Side) -> CardSide {
    match side {
        cards::Side::Dark => CardSide::Dark,
        cards::Side::Light => CardSide::Light,
        cards::Side::Neutral => CardSide::Neutral,
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
