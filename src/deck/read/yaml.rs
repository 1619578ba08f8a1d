//! Decks in judge's own YAML format.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::corpus::Game;
use crate::corpus::yaml::{self, Spanned};
use crate::deck::list::{Count, DeckEntry, DeckFormat, Decklist, Id, Zone};

/// A deck in YAML: `game`, and then `affiliation` and `sets` in the lcg, `cards` in the tcg.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct YamlDeck {
    /// The game, `lcg` or `tcg`.
    pub game: Game,
    /// The deck's name.
    #[serde(default)]
    pub name: Option<String>,
    /// The title of the affiliation card.
    #[serde(default)]
    pub affiliation: Option<Spanned<String>>,
    /// The objective sets.
    #[serde(default)]
    pub sets: Vec<YamlSet>,
    /// The cards: of an lcg deck the command deck, which may be left out; of a tcg deck all.
    #[serde(default)]
    pub cards: Vec<YamlCard>,
}

/// Copies of an objective set, by number, by title, or both.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct YamlSet {
    /// The set's number.
    #[serde(default)]
    pub set: Option<Spanned<String>>,
    /// The title of its objective.
    #[serde(default)]
    pub title: Option<Spanned<String>>,
    /// The number of copies; 1 if omitted.
    #[serde(default)]
    pub copies: Option<Spanned<i64>>,
}

/// Copies of a card.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct YamlCard {
    /// Its name; of a unique tcg card with the version letter.
    pub name: Spanned<String>,
    /// Its set: the number in the lcg, the code in the tcg.
    #[serde(default)]
    pub set: Option<String>,
    /// Its position in the set, from 1; lcg only.
    #[serde(default)]
    pub position: Option<usize>,
    /// The number of copies; 1 if omitted.
    #[serde(default)]
    pub copies: Option<Spanned<i64>>,
}

/// Whether a text is in judge's own format: a line of its own names the game.
pub(super) fn looks_like_it(text: &str) -> bool {
    let named =
        |line: &str| line.strip_prefix("game:").is_some_and(|rest| matches!(rest.trim(), "lcg" | "tcg"));
    text.lines().any(named) && text.lines().any(|l| l.starts_with("sets:") || l.starts_with("cards:"))
}

/// Reads a deck in YAML.
///
/// # Errors
/// A sentence with line and column.
pub(super) fn read(text: &str) -> Result<Decklist, String> {
    let deck: YamlDeck = yaml::one("deck", text)
        .map_err(|d| format!("Line {}, column {}: {}", d.place.line, d.place.column, d.message))?;
    let mut list = Decklist::new(DeckFormat::Yaml, Some(deck.game));
    list.name = deck.name;
    list.entries.extend(deck.affiliation.map(|a| entry(a.line, a.value, None, None, Zone::Affiliation)));
    for set in deck.sets {
        let line = set.set.as_ref().or(set.title.as_ref()).map_or(0, |at| at.line);
        let id = set.set.map(|s| Id::Place(s.value, Some(1)));
        let title = set.title.map(|t| t.value).unwrap_or_default();
        list.entries.push(entry(line, title, id, set.copies, Zone::Objectives));
    }
    let zone = if deck.game == Game::Lcg { Zone::Command } else { Zone::Any };
    for card in deck.cards {
        let id = card.set.map(|set| match deck.game {
            Game::Lcg => Id::Place(set, card.position),
            Game::Tcg => Id::SetCode(set),
        });
        list.entries.push(entry(card.name.line, card.name.value, id, card.copies, zone));
    }
    Ok(list)
}

fn entry(line: usize, title: String, id: Option<Id>, copies: Option<Spanned<i64>>, zone: Zone) -> DeckEntry {
    let count = copies.map_or(Count::Of(1), |n| Count::read(&n.value.to_string()));
    DeckEntry { line, count, count_leads: true, title, id, zone, ..DeckEntry::default() }
}
