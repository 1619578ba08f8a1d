//! The cards a replay may use: facts from the corpus, abilities from `rulings/<game>/abilities/`.

use schemars::JsonSchema;
use serde::Deserialize;

use super::lcg::ability::{Ability, Filter};
use super::lcg::facts::{CardText, CardType, Cards, Icons, Side};
use crate::corpus::cards::{self, CardBook, LcgCard, LcgType};
use crate::corpus::yaml::{self, At};
use crate::corpus::{Diagnostic, Files};

/// The folder of the LCG's abilities.
const LCG_ABILITIES: &str = "lcg/abilities/";

/// A card's abilities, as they are written down under `rulings/lcg/abilities/`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AbilityEntry {
    /// The card's number, as text.
    pub number: At<String>,
    /// The card's title.
    pub title: String,
    /// Where the abilities were taken from, and how sure that is.
    #[serde(default)]
    pub source: Option<String>,
    /// What a reader should know.
    #[serde(default)]
    pub note: Option<String>,
    /// What an enhancement may be attached to.
    #[serde(default)]
    pub attaches_to: Option<Filter>,
    /// The abilities; an empty list for a card that has none.
    pub abilities: Vec<Ability>,
}

/// All cards that scenarios may use.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// Those of *Star Wars: The Card Game*.
    pub lcg: Cards,
    /// Those of the *Star Wars Trading Card Game*.
    pub tcg: super::tcg::facts::Cards,
}

impl Library {
    /// The cards of a folder of rulings.
    ///
    /// What cannot be read, or names a card that is not among the card facts, is left out and reported.
    pub fn load(files: &Files) -> (Self, Vec<Diagnostic>) {
        let (book, mut diagnostics) = CardBook::load(files);
        let mut library = Self::default();
        for card in book.lcg.cards() {
            library.lcg.add(text_of(card));
        }
        for card in book.lcg.affiliations() {
            library.lcg.add(affiliation(&card.title, &card.affiliation, card.side));
        }
        for (_, file) in files.iter().filter(|(path, _)| path.starts_with(LCG_ABILITIES)) {
            let (entries, found) = yaml::list::<AbilityEntry>(&file.shown, &file.text);
            diagnostics.extend(found);
            for entry in entries {
                match book.lcg.card(&entry.number) {
                    Some(card) => library.lcg.add(with_abilities(card, entry)),
                    None => diagnostics.push(unknown(&file.shown, &entry)),
                }
            }
        }
        diagnostics.extend(super::tcg::library::load(&book, files, &mut library.tcg));
        (library, diagnostics)
    }

    /// The cards that travel in the binary.
    pub fn built_in() -> Self {
        Self::load(&Files::built_in()).0
    }
}

fn unknown(file: &str, entry: &AbilityEntry) -> Diagnostic {
    let text = format!("There is no card with the number {} among the card facts.", entry.number);
    Diagnostic::error("unknown-card", entry.number.place(file), text)
}

fn with_abilities(card: &LcgCard, entry: AbilityEntry) -> CardText {
    CardText { attaches_to: entry.attaches_to, abilities: entry.abilities, written: true, ..text_of(card) }
}

/// An affiliation card: in play from the start, one resource.
pub fn affiliation(title: &str, name: &str, side: cards::Side) -> CardText {
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
