//! Resolves what somebody typed to cards: by number, by name, by part of a name, or by a misspelled name.

use super::normalize::{normalize_loosely, normalize_name, without_version};
use super::{AffiliationCard, CardBook, LcgCard, TcgCard};
use crate::corpus::document::Game;

/// A card of either game.
#[derive(Debug, Clone, Copy)]
pub enum Card<'b> {
    /// A card of Star Wars: The Card Game.
    Lcg(&'b LcgCard),
    /// An affiliation card of Star Wars: The Card Game.
    Affiliation(&'b AffiliationCard),
    /// A card of the Star Wars Trading Card Game.
    Tcg(&'b TcgCard),
}

impl<'b> Card<'b> {
    /// The name as printed; TCG names include the version letter.
    pub fn name(&self) -> &'b str {
        match self {
            Self::Lcg(card) => &card.title,
            Self::Affiliation(card) => &card.title,
            Self::Tcg(card) => &card.name,
        }
    }

    pub fn game(&self) -> Game {
        match self {
            Self::Lcg(_) | Self::Affiliation(_) => Game::Lcg,
            Self::Tcg(_) => Game::Tcg,
        }
    }

    /// The card's type, followed by the keywords known to be printed on it.
    pub(crate) fn is(&self) -> Vec<String> {
        match self {
            Self::Lcg(card) => {
                let keywords = card.keywords.iter().map(|k| k.to_lowercase());
                std::iter::once(card.r#type.word().to_owned()).chain(keywords).collect()
            }
            Self::Affiliation(_) => vec!["affiliation".to_owned()],
            Self::Tcg(card) => vec![card.r#type.word().to_owned()],
        }
    }

    /// The number as rulings cite it: `0166`, or set and number, `ESB 89`.
    pub fn number(&self) -> Option<String> {
        self.key().shown_number()
    }
}

/// The facts a card is looked up by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LookupKey<'b> {
    pub game: Game,
    /// The name as printed; TCG names include the version letter.
    pub name: &'b str,
    /// The set code; TCG only.
    pub set: Option<&'b str>,
    /// The number if known; in the TCG, the number within its set.
    pub number: Option<&'b str>,
}

impl LookupKey<'_> {
    /// The number as rulings cite it: `0166`, or set and number, `ESB 89`.
    pub(crate) fn shown_number(&self) -> Option<String> {
        let number = self.number?;
        Some(self.set.map_or_else(|| number.to_owned(), |set| format!("{set} {number}")))
    }

    fn has_number(&self, number: &str) -> bool {
        let within = match self.set {
            Some(set) => number.strip_prefix(set).and_then(|rest| rest.strip_prefix(' ')),
            None => Some(number),
        };
        self.number.is_some() && self.number == within
    }
}

/// Anything that can be looked up by a [`LookupKey`].
pub trait Keyed<'b>: Copy {
    fn key(self) -> LookupKey<'b>;
}

impl<'b> Keyed<'b> for LookupKey<'b> {
    fn key(self) -> Self {
        self
    }
}

impl<'b> Keyed<'b> for Card<'b> {
    fn key(self) -> LookupKey<'b> {
        let (set, number) = match self {
            Self::Lcg(card) => (None, Some(card.number.as_str())),
            Self::Affiliation(card) => (None, card.number.as_deref()),
            Self::Tcg(card) => (Some(card.set.as_str()), Some(card.number.as_str())),
        };
        LookupKey { game: self.game(), name: self.name(), set, number }
    }
}

/// The result of looking up a name or number.
#[derive(Debug, Clone)]
pub struct Found<'b, C = Card<'b>> {
    /// The matching cards, in list order.
    pub cards: Vec<C>,
    /// The name that matched, if the one asked for was misspelled.
    pub instead: Option<&'b str>,
}

/// The minimum similarity, from 0 to 1, at which a misspelled name matches a card's.
const MIN_SIMILARITY: f64 = 0.75;
/// A partial name that matches more distinct names than this is taken for none of them.
const MAX_PARTS: usize = 6;

/// Finds the cards among `cards` meant by a name or number. A name both games use matches in both.
pub(crate) fn find<'b, C: Keyed<'b>>(
    cards: impl Iterator<Item = C>,
    wanted: &str,
    game: Option<Game>,
) -> Found<'b, C> {
    let cards: Vec<C> = cards.filter(|c| game.is_none_or(|g| c.key().game == g)).collect();
    let of = |test: &dyn Fn(LookupKey<'b>) -> bool| -> Vec<C> {
        cards.iter().copied().filter(|c| test(c.key())).collect()
    };
    let number = wanted.trim().to_uppercase().replace('O', "0");
    let plain = wanted.trim().to_uppercase();
    // LCG numbers have four digits, and people omit the leading zeros.
    let padded = format!("{plain:0>4}");
    let is_number = !plain.is_empty() && plain.bytes().all(|b| b.is_ascii_digit());
    let numbered =
        of(&|c| c.has_number(&number) || c.has_number(&plain) || is_number && c.has_number(&padded));
    if !numbered.is_empty() {
        return Found { cards: numbered, instead: None };
    }
    let normalized = normalize_name(wanted);
    if normalized.is_empty() {
        return Found { cards: Vec::new(), instead: None };
    }
    let named = by_name_and_number(&cards, wanted);
    if !named.is_empty() {
        return Found { cards: named, instead: None };
    }
    let loose = normalize_loosely(&normalized);
    let exact = of(&|c| {
        may_be(c.name, &normalized)
            && (normalize_name(c.name) == normalized || normalize_name(without_version(c.name)) == normalized)
    });
    let loosely = || of(&|c| normalize_loosely(&normalize_name(without_version(c.name))) == loose);
    let cards_found = if exact.is_empty() { loosely() } else { exact };
    if !cards_found.is_empty() {
        return Found { cards: cards_found, instead: None };
    }
    part(&cards, &normalized).unwrap_or_else(|| nearest(&cards, &normalized))
}

/// Finds cards by a name followed by its number, as scenarios write them: `NAME 0166`, `NAME ESB 89`.
fn by_name_and_number<'b, C: Keyed<'b>>(cards: &[C], wanted: &str) -> Vec<C> {
    let wanted = wanted.trim();
    // The number is the last word, or the last two (set and number).
    let cuts = wanted.rmatch_indices(' ').take(2).map(|(at, _)| wanted.split_at(at));
    let found = cuts.flat_map(|(title, number)| {
        let title = normalize_name(title);
        let number = number.trim_matches([' ', '#', '(', ')']).to_uppercase();
        let is_it = move |c: &C| {
            let key = c.key();
            key.has_number(&number)
                && (normalize_name(key.name) == title || normalize_name(without_version(key.name)) == title)
        };
        cards.iter().copied().filter(is_it)
    });
    found.collect()
}

impl CardBook {
    /// Finds the cards meant by a name or number. Without a game, a name both games use matches in both.
    pub fn find(&self, wanted: &str, game: Option<Game>) -> Found<'_> {
        find(self.cards(), wanted, game)
    }

    /// Every official card of both games; affiliation cards included.
    pub fn cards(&self) -> impl Iterator<Item = Card<'_>> {
        let lcg = self.lcg.cards().map(Card::Lcg);
        let affiliations = self.lcg.affiliations().iter().map(Card::Affiliation);
        lcg.chain(affiliations).chain(self.tcg.cards().iter().map(Card::Tcg))
    }
}

/// A cheap test on the first letter alone: whether `name` could normalize to `normalized`. Normalizing drops
/// nothing from the front but an article.
fn may_be(name: &str, normalized: &str) -> bool {
    match (name.as_bytes().first(), normalized.as_bytes().first()) {
        (Some(own), Some(first)) if name.is_ascii() && own.is_ascii_alphanumeric() => {
            own.to_ascii_lowercase() == *first || own.eq_ignore_ascii_case(&b't')
        }
        _ => true,
    }
}

/// Cards whose names contain all the words, unless there are too many of them.
fn part<'b, C: Keyed<'b>>(cards: &[C], normalized: &str) -> Option<Found<'b, C>> {
    let wanted: Vec<&str> = normalized.split(' ').collect();
    let has = |c: &&C| {
        let name = normalize_name(c.key().name);
        let words: Vec<&str> = name.split(' ').collect();
        wanted.iter().all(|w| words.contains(w))
    };
    let found: Vec<C> = cards.iter().filter(has).copied().collect();
    let mut names: Vec<&str> = found.iter().map(|c| without_version(c.key().name)).collect();
    names.sort_unstable();
    names.dedup();
    let is_enough = normalized.chars().count() >= 4 && (1..=MAX_PARTS).contains(&names.len());
    is_enough.then_some(Found { cards: found, instead: None })
}

fn nearest<'b, C: Keyed<'b>>(cards: &[C], normalized: &str) -> Found<'b, C> {
    let mut best: Option<(f64, &'b str)> = None;
    for card in cards {
        let shown = without_version(card.key().name);
        let name = normalize_name(shown);
        // Names whose lengths differ this much are never similar enough.
        if name.len().abs_diff(normalized.len()) > 4 {
            continue;
        }
        let alike = strsim::normalized_damerau_levenshtein(&name, normalized);
        if alike >= MIN_SIMILARITY && best.is_none_or(|(most, _)| alike > most) {
            best = Some((alike, shown));
        }
    }
    let Some((_, name)) = best else { return Found { cards: Vec::new(), instead: None } };
    let same = |c: &&C| without_version(c.key().name) == name;
    Found { cards: cards.iter().filter(same).copied().collect(), instead: Some(name) }
}
