//! The cards a replay of this game may use: facts from the corpus, abilities from
//! `rulings/lcg/abilities/`.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Deserialize;

use super::ability::Ability;
use super::facts::{AsEnhancement, CardText, CardType, Cards, Icons, Side};
use super::select::Filter;
use crate::corpus::cards::{self, AffiliationCard, CardBook, LcgCard, LcgType};
use crate::corpus::yaml::Spanned;
use crate::corpus::{Diagnostic, Files};
use crate::engine::cards::lazy::{CardKey, CardReader, each_entry, no_such_card, text_at};
use crate::engine::cards::named::{listed, pack};

/// The folder of the abilities.
const ABILITIES: &str = "lcg/abilities/";

/// A card's abilities, as they are written down under `rulings/lcg/abilities/`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct AbilityEntry {
    /// The card's number, as text.
    pub number: Spanned<String>,
    /// The card's title.
    #[expect(dead_code, reason = "for whoever reads the file")]
    pub title: String,
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
    /// What an enhancement may be attached to.
    #[serde(default)]
    pub attaches_to: Option<Filter>,
    /// How a unit may be played as an enhancement.
    #[serde(default)]
    pub as_enhancement: Option<AsEnhancement>,
    /// The abilities; an empty list for a card that has none.
    pub abilities: Vec<Ability>,
}

/// Adds all cards of the book, with their abilities where those are written down.
pub(crate) fn load(book: &CardBook, files: &Files, into: &mut Cards) -> Vec<Diagnostic> {
    for card in book.lcg.cards() {
        into.add(text(card, None));
    }
    for card in book.lcg.affiliations() {
        into.add(affiliation(&card.title, &card.affiliation, card.side));
    }
    each_entry(files, ABILITIES, |entry: AbilityEntry, file| {
        let unknown = || no_such_card(file, &entry.number, &format!("with the number {}", entry.number));
        into.add(text(book.lcg.card(&entry.number).ok_or_else(unknown)?, Some(entry)));
        Ok(())
    })
}

/// The same cards, each read when it is asked for; of files with which nothing is wrong.
pub(crate) fn lazy(files: &Files) -> Cards {
    listed(files, reading(), affiliations, load)
}

/// The name of the piece by which they are found, and the piece.
pub(crate) fn piece(files: &Files) -> Option<(&'static str, Vec<u8>)> {
    Some((reading().piece, pack(files, &reading(), &affiliations(files))?))
}

fn reading() -> CardReader<CardText> {
    CardReader {
        piece: "lcg/abilities/names",
        facts: "lcg/cards/cards",
        abilities: ABILITIES,
        key: |node| {
            let number = Cow::Borrowed(text_at(node, "number")?);
            Some(CardKey { id: number.clone(), name: text_at(node, "title")?, number })
        },
        id: |node| text_at(node, "number").map(Cow::Borrowed),
        read: |facts, abilities| {
            let card: LcgCard = facts.read()?;
            match abilities {
                Some(written) => Some(text(&card, Some(written.read()?))),
                None => Some(text(&card, None)),
            }
        },
    }
}

fn affiliations(files: &Files) -> Vec<CardText> {
    let of_affiliations = files.iter().filter(|(path, _)| path.starts_with("lcg/cards/affiliations"));
    let cards = of_affiliations.flat_map(|(_, file)| file.list::<AffiliationCard>().0);
    cards.map(|card| affiliation(&card.title, &card.affiliation, card.side)).collect()
}

/// What is printed on a card, as far as it is written down.
fn text(card: &LcgCard, entry: Option<AbilityEntry>) -> CardText {
    let facts = text_of(card);
    let Some(entry) = entry else { return facts };
    CardText {
        attaches_to: entry.attaches_to,
        abilities: entry.abilities,
        as_enhancement: entry.as_enhancement,
        written: true,
        part: entry.part,
        ..facts
    }
}

/// An affiliation card: in play from the start, one resource.
pub(crate) fn affiliation(title: &str, name: &str, side: cards::Side) -> CardText {
    CardText {
        title: title.into(),
        kind: CardType::Affiliation,
        side: side_of(side),
        affiliation: name.into(),
        resources: 1,
        written: true,
        ..CardText::blank()
    }
}

fn side_of(side: cards::Side) -> Side {
    match side {
        cards::Side::Dark => Side::Dark,
        _ => Side::Light,
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
        affiliation: card.affiliation.clone(),
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
