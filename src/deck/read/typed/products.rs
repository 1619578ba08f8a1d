//! The products and sets of a game, as a list names them.

use super::lexicon::{Lexicon, MAX_NAME_LENGTH};
use crate::corpus::Game;
use crate::corpus::cards::TcgCard;
use crate::corpus::cards::normalize::{normalize_name, without_version};

impl Lexicon<'_> {
    /// Whether the words name a product or a set, and no card.
    pub(super) fn is_product(&self, words: &str) -> bool {
        let words = normalize_name(words);
        let words = words.trim_start_matches("the ");
        let begins = |name: &String| {
            words == name
                || self.game == Game::Lcg
                    && (words == name.trim_end_matches(" set")
                        || words.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with(' ')))
        };
        self.products().iter().any(begins)
    }

    /// Whether the words are the whole name of a product, of a cycle of them or of a set.
    pub(super) fn is_whole_product(&self, words: &str) -> bool {
        let words = normalize_name(words);
        self.products().iter().any(|name| name == words.trim_start_matches("the "))
    }

    /// Whether a word, normalized, is one of a product's name, or of a set's.
    pub(super) fn is_word_of_product(&self, word: &str) -> bool {
        word.len() > 2 && self.products().iter().any(|name| name.split(' ').any(|of| of == word))
    }

    /// The names of products and cycles, or of the sets and their codes, normalized.
    fn products(&self) -> &[String] {
        let plain = |name: &str| normalize_name(name).trim_start_matches("the ").to_owned();
        self.products.get_or_init(|| match self.game {
            Game::Lcg => {
                let names = self.lcg.products().flat_map(|p| [Some(p.product.as_str()), p.cycle.as_deref()]);
                names.flatten().map(plain).collect()
            }
            Game::Tcg => self.tcg.sets().flat_map(|s| [plain(&s.code), plain(&s.name)]).collect(),
        })
    }

    /// Whether a text speaks of a product, or of a cycle of them: `Echoes cycle`.
    pub(super) fn speaks_of_product(&self, text: &str) -> bool {
        let normalized = normalize_name(text);
        let of = |name: &str| {
            let name = normalize_name(name);
            normalized.split(' ').any(|word| word.len() >= 4 && name.split(' ').any(|of| of == word))
        };
        let mut products = self.lcg.products();
        self.game == Game::Lcg && products.any(|p| of(&p.product) || p.cycle.as_deref().is_some_and(of))
    }

    /// Whether the words are the whole name of a product.
    pub(super) fn is_product_name(&self, words: &str) -> bool {
        let words = normalize_name(words);
        self.game == Game::Lcg && self.lcg.products().any(|p| normalize_name(&p.product) == words)
    }

    /// The name of the card with that number in a set of the trading card game.
    pub(super) fn by_number(&self, code: &str, number: u32) -> Option<String> {
        let is = |card: &&TcgCard| card.set.eq_ignore_ascii_case(code) && card.number.parse() == Ok(number);
        self.tcg.cards().iter().find(is).map(|card| card.name.value.clone())
    }

    /// The one version, with its letter, that a set of the trading card game has of a card.
    pub(super) fn only_version(&self, name: &str, code: &str) -> Option<&str> {
        let name = normalize_name(name);
        let is = |card: &&TcgCard| {
            card.set.eq_ignore_ascii_case(code) && normalize_name(without_version(&card.name)) == name
        };
        let mut versions = self.tcg.cards().iter().filter(is);
        let version = versions.next().map(|card| card.name.as_str())?;
        let lettered = without_version(version).len() < version.len();
        (lettered && versions.next().is_none()).then_some(version)
    }

    /// `Name [CODE]`: the card of a set whose name other cards of other sets bear.
    pub(super) fn of_set_too(&self, name: &str, code: &str) -> Option<String> {
        let cards = || self.tcg.names().get(name).iter().map(|at| &self.tcg.cards()[*at]);
        let own = cards().find(|card| card.set.eq_ignore_ascii_case(code))?;
        (cards().count() > 1).then(|| format!("{} [{}]", *own.name, *own.set))
    }

    /// Whether a set of the trading card game is not the publisher's.
    pub(super) fn is_other_makers(&self, code: &str) -> bool {
        self.tcg.set(code).is_some_and(|set| set.official != Some(true))
    }

    /// The set of the trading card game that is called so: by its name, a word of it with "set" behind, or
    /// its letters with "&".
    fn set_by_name(&self, text: &str) -> Option<String> {
        if self.exact(text) {
            return None;
        }
        let wanted = normalize_name(text);
        let stem = wanted.strip_suffix(" set").filter(|stem| stem.len() > 3);
        let letters = |name: &str| {
            let words = name.split(' ').filter(|word| *word != "and");
            words.filter_map(|word| word.chars().next()).collect::<String>()
        };
        let mut sets = self.tcg.sets().filter(|set| {
            let name = normalize_name(&set.name);
            let of_word =
                || stem.is_some_and(|stem| name == stem || name.split(' ').any(|word| word == stem));
            let in_letters = || {
                wanted.len() <= 7
                    && wanted.contains(" and ")
                    && name.contains(" and ")
                    && letters(&name) == letters(&wanted)
            };
            name == wanted || of_word() || in_letters()
        });
        let code = sets.next().map(|set| set.code.value.clone());
        code.filter(|_| sets.next().is_none())
    }

    /// The code of a set of the trading card game.
    pub(super) fn set_code(&self, text: &str) -> Option<String> {
        match self.game {
            Game::Lcg => None,
            Game::Tcg if text.len() > MAX_NAME_LENGTH => None,
            Game::Tcg => {
                let by_code = self.tcg.set(text.trim()).map(|s| s.code.value.clone());
                by_code.or_else(|| self.set_by_name(text))
            }
        }
    }
}
