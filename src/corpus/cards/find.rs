//! Which cards somebody means: by number, by name, by part of a name, by a misspelt name.

use super::normalize::{normalize_loosely, normalize_name, without_version};
use super::{AffiliationCard, CardBook, LcgCard, TcgCard};
use crate::corpus::document::Game;

/// A card of either game.
#[derive(Debug, Clone, Copy)]
pub enum Card<'b> {
    /// Of Star Wars: The Card Game.
    Lcg(&'b LcgCard),
    /// An affiliation card of that game.
    Affiliation(&'b AffiliationCard),
    /// Of the Star Wars Trading Card Game.
    Tcg(&'b TcgCard),
}

impl<'b> Card<'b> {
    /// Its name as printed, in the trading card game with its version letter.
    pub fn name(&self) -> &'b str {
        match self {
            Self::Lcg(card) => &card.title,
            Self::Affiliation(card) => &card.title,
            Self::Tcg(card) => &card.name,
        }
    }

    /// Its game.
    pub fn game(&self) -> Game {
        match self {
            Self::Lcg(_) | Self::Affiliation(_) => Game::Lcg,
            Self::Tcg(_) => Game::Tcg,
        }
    }

    /// What it is in the game's words: its type, and the keywords printed on it where they are held.
    pub fn is(&self) -> Vec<String> {
        match self {
            Self::Lcg(card) => {
                let keywords = card.keywords.iter().map(|k| k.to_lowercase());
                std::iter::once(card.r#type.word().to_owned()).chain(keywords).collect()
            }
            Self::Affiliation(_) => vec!["affiliation".to_owned()],
            Self::Tcg(card) => vec![card.r#type.word().to_owned()],
        }
    }

    /// Its number as rulings give it: `0166`, or set and number, `ESB 89`.
    pub fn number(&self) -> Option<String> {
        match self {
            Self::Lcg(card) => Some(card.number.value.clone()),
            Self::Affiliation(card) => card.number.clone(),
            Self::Tcg(card) => Some(format!("{} {}", *card.set, card.number)),
        }
    }
}

/// What was found for a name.
#[derive(Debug, Clone, Default)]
pub struct Found<'b> {
    /// The cards, in the order of the lists.
    pub cards: Vec<Card<'b>>,
    /// The name that was taken instead of a misspelt one.
    pub instead: Option<&'b str>,
}

/// A misspelt name must be at least so like a card's, from 0 to 1.
const ALIKE: f64 = 0.75;
/// A part of a name that fits more different names than this means none of them.
const MAX_PARTS: usize = 6;

impl CardBook {
    /// The cards meant by a name or number; of a name both games have, those of both.
    pub fn find(&self, wanted: &str, game: Option<Game>) -> Found<'_> {
        let cards: Vec<Card<'_>> = self.cards().filter(|c| game.is_none_or(|g| c.game() == g)).collect();
        let of = |test: &dyn Fn(&Card<'_>) -> bool| -> Vec<Card<'_>> {
            cards.iter().copied().filter(|c| test(c)).collect()
        };
        let number = wanted.trim().to_uppercase().replace('O', "0");
        let plain = wanted.trim().to_uppercase();
        let numbered = of(&|c| c.number().is_some_and(|n| n == number || n == plain));
        if !numbered.is_empty() {
            return Found { cards: numbered, instead: None };
        }
        let normalized = normalize_name(wanted);
        if normalized.is_empty() {
            return Found::default();
        }
        let loose = normalize_loosely(&normalized);
        let exact = of(&|c| {
            normalize_name(c.name()) == normalized || normalize_name(without_version(c.name())) == normalized
        });
        let loosely = || of(&|c| normalize_loosely(&normalize_name(without_version(c.name()))) == loose);
        let cards_found = if exact.is_empty() { loosely() } else { exact };
        if !cards_found.is_empty() {
            return Found { cards: cards_found, instead: None };
        }
        part(&cards, &normalized).unwrap_or_else(|| nearest(&cards, &normalized))
    }

    /// Every official card of both games.
    pub fn cards(&self) -> impl Iterator<Item = Card<'_>> {
        let lcg = self.lcg.cards().map(Card::Lcg);
        let affiliations = self.lcg.affiliations().iter().map(Card::Affiliation);
        lcg.chain(affiliations).chain(self.tcg.cards().iter().map(Card::Tcg))
    }
}

/// Cards whose name has all the words, when they are few enough to be meant.
fn part<'b>(cards: &[Card<'b>], normalized: &str) -> Option<Found<'b>> {
    let wanted: Vec<&str> = normalized.split(' ').collect();
    let has = |c: &&Card<'b>| {
        let name = normalize_name(c.name());
        let words: Vec<&str> = name.split(' ').collect();
        wanted.iter().all(|w| words.contains(w))
    };
    let found: Vec<Card<'b>> = cards.iter().filter(has).copied().collect();
    let mut names: Vec<&str> = found.iter().map(|c| without_version(c.name())).collect();
    names.sort_unstable();
    names.dedup();
    let telling = normalized.chars().count() >= 4 && (1..=MAX_PARTS).contains(&names.len());
    telling.then_some(Found { cards: found, instead: None })
}

fn nearest<'b>(cards: &[Card<'b>], normalized: &str) -> Found<'b> {
    let mut best: Option<(f64, &'b str)> = None;
    for card in cards {
        let name = normalize_name(without_version(card.name()));
        // Names of very different lengths are nothing alike.
        if name.len().abs_diff(normalized.len()) > 4 {
            continue;
        }
        let alike = strsim::normalized_damerau_levenshtein(&name, normalized);
        if alike >= ALIKE && best.is_none_or(|(most, _)| alike > most) {
            best = Some((alike, without_version(card.name())));
        }
    }
    let Some((_, name)) = best else { return Found::default() };
    let same = |c: &&Card<'b>| without_version(c.name()) == name;
    Found { cards: cards.iter().filter(same).copied().collect(), instead: Some(name) }
}
