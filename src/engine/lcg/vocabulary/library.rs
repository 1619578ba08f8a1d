//! The cards a replay of this game may use: facts from the corpus, abilities from
//! `rulings/lcg/abilities/`.

use std::borrow::Cow;

use judge_tree::Node;

use super::ability::Ability;
use super::facts::{Affiliation, AsEnhancement, CardText, CardType, Icons, Side};
use super::select::Filter;
use crate::corpus::Files;
use crate::corpus::cards::{self, AffiliationCard, CardBook, LcgCard, LcgType};
use crate::corpus::yaml::Spanned;
use crate::engine::cards::source::{CardKey, CardSource, NoCard, ability_entry, text_at};

ability_entry! {
    /// A card's abilities, as they are written down under `rulings/lcg/abilities/`.
    pub(crate) struct AbilityEntry {
        /// The card's number, as text.
        pub number: Spanned<String>,
        /// The card's title.
        #[expect(dead_code, reason = "for whoever reads the file")]
        pub title: String,
        /// What an enhancement may be attached to.
        #[serde(default)]
        pub attaches_to: Option<Filter>,
        /// How a unit may be played as an enhancement.
        #[serde(default)]
        pub as_enhancement: Option<AsEnhancement>,
        /// The abilities; an empty list for a card that has none.
        pub abilities: Vec<Ability>,
    }
}

impl CardSource for CardText {
    type Facts = LcgCard;
    type Entry = AbilityEntry;
    const PIECE: &'static str = "lcg/abilities/names";
    const FACTS: &'static str = "lcg/cards/cards";
    const ABILITIES: &'static str = "lcg/abilities/";

    fn key(row: Node<'_>) -> Option<CardKey<'_>> {
        let number = Cow::Borrowed(text_at(row, "number")?);
        Some(CardKey { id: number.clone(), name: text_at(row, "title")?, number })
    }

    fn id_of_entry(row: Node<'_>) -> Option<Cow<'_, str>> {
        text_at(row, "number").map(Cow::Borrowed)
    }

    fn facts_in(book: &CardBook) -> impl Iterator<Item = &LcgCard> {
        book.lcg.cards()
    }

    fn facts_of<'b, 'e>(book: &'b CardBook, entry: &'e AbilityEntry) -> Result<&'b LcgCard, NoCard<'e>> {
        let unknown = || NoCard { at: &entry.number, card: format!("with the number {}", entry.number) };
        book.lcg.card(&entry.number).ok_or_else(unknown)
    }

    fn put_together(card: &LcgCard, entry: Option<AbilityEntry>) -> Self {
        let facts = text_of(card);
        let Some(entry) = entry else { return facts };
        Self {
            attaches_to: entry.attaches_to,
            abilities: entry.abilities,
            as_enhancement: entry.as_enhancement,
            written: true,
            part: entry.part,
            ..facts
        }
    }

    fn read_at_once(files: &Files) -> Vec<Self> {
        let of_affiliations = files.iter().filter(|(path, _)| path.starts_with("lcg/cards/affiliations"));
        let cards = of_affiliations.flat_map(|(_, file)| file.list::<AffiliationCard>().0);
        cards.map(|card| affiliation(&card.title, &card.affiliation, card.side)).collect()
    }
}

/// An affiliation card: in play from the start, one resource.
pub(crate) fn affiliation(title: &str, name: &str, side: cards::Side) -> CardText {
    CardText {
        title: title.into(),
        kind: CardType::Affiliation,
        side: side_of(side),
        affiliation: Affiliation::of(name),
        resources: 1,
        written: true,
        ..CardText::blank()
    }
}

fn side_of(side: cards::Side) -> Side {
    match side {
        cards::Side::Dark => Side::Dark,
        cards::Side::Light | cards::Side::Neutral => Side::Light,
    }
}

fn text_of(card: &LcgCard) -> CardText {
    let figure =
        |figure: &Option<cards::Figure>| figure.as_ref().and_then(cards::Figure::number).map_or(0, u32::from);
    let icons = &card.icons;
    CardText {
        title: card.title.clone(),
        number: Some(card.number.value.clone()),
        kind: kind_of(card.r#type),
        side: side_of(card.side),
        affiliation: Affiliation::of(&card.affiliation),
        unique: card.unique.unwrap_or(false),
        cost: figure(&card.cost),
        force: card.force.map_or(0, u32::from),
        capacity: figure(&card.capacity),
        resources: figure(&card.resources),
        traits: card.traits.clone(),
        keywords: card.keywords.clone(),
        icons: Icons {
            unit: icons.unit.into(),
            blast: icons.blast.into(),
            tactics: icons.tactics.into(),
            edge_unit: icons.edge_unit.into(),
            edge_blast: icons.edge_blast.into(),
            edge_tactics: icons.edge_tactics.into(),
        },
        edge_priority: card.edge_priority.map_or(0, u32::from),
        ..CardText::blank()
    }
}

fn kind_of(kind: LcgType) -> CardType {
    match kind {
        LcgType::Objective => CardType::Objective,
        LcgType::Unit => CardType::Unit,
        LcgType::Event => CardType::Event,
        LcgType::Fate => CardType::Fate,
        LcgType::Enhancement | LcgType::Mission => CardType::Enhancement,
    }
}
