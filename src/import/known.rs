//! What an import is compared with: existing entries, their documents, and the cards they may name.

use std::collections::{BTreeMap, BTreeSet};

use super::block::words;
use super::icons;
use crate::corpus::beyond::Beyond;
use crate::corpus::cards::CardBook;
use crate::corpus::cards::normalize::without_article;
use crate::corpus::files::FileKind;
use crate::corpus::ruling::{CardRef, Entry};
use crate::corpus::{Document, Files, Game, markdown};

/// A corpus in the form of its files.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// Path, head comments and entries of every file of rulings.
    pub files: Vec<(String, String, Vec<Entry>)>,
    /// Path, head comments and documents of every file of documents.
    pub documents: Vec<(String, String, Vec<Document>)>,
    /// The cards of both games by the words of their names; several cards may share a name.
    pub(super) cards: BTreeMap<(Game, String), Vec<CardRef>>,
    /// The meanings of the characters of symbol fonts.
    pub(super) icons: Vec<(Game, icons::Icon)>,
    /// The words of affiliation names: they are card names too, and occur everywhere in texts.
    pub(super) affiliations: BTreeSet<String>,
    /// The objective of each objective set, by set number.
    pub(super) objectives: BTreeMap<String, CardRef>,
    /// The card numbers of each objective set, by set number.
    sets: BTreeMap<String, Vec<String>>,
    /// The words of the names of products, cycles and sets.
    products: BTreeSet<(Game, String)>,
    /// The words of the names of other games that begin as these do.
    pub(super) other_games: Vec<String>,
}

/// What the names of the games begin with.
const NAME: &str = "Star Wars: ";

/// A set's name of no more characters may have one slip, a longer one two.
const SHORT_SET: usize = 5;

impl Known {
    /// Reads the rulings and documents among `files`, skipping unreadable ones, which the loader reports.
    pub fn from_files(files: &Files) -> Self {
        let mut known = Self::default();
        for (path, file) in files.iter() {
            let head = crate::corpus::emit::head(file.text()).to_owned();
            let kind = FileKind::of(path);
            if kind == FileKind::Rulings {
                known.files.push((path.to_owned(), head, file.list().0));
            } else if kind == FileKind::Documents {
                known.documents.push((path.to_owned(), head, file.list().0));
            } else if kind == FileKind::Beyond {
                let subjects = file.list::<Beyond>().0.into_iter().map(|beyond| beyond.subject.value);
                known.other_games.extend(subjects.filter(|name| name.starts_with(NAME)).map(|n| words(&n)));
            }
        }
        known.icons = icons::read(files).0;
        known.add_cards(&CardBook::load(files).0);
        known
    }

    fn add_cards(&mut self, book: &CardBook) {
        for card in book.all_names() {
            let found = CardRef { name: card.name.to_owned(), number: card.number.map(str::to_owned) };
            let cards = self.cards.entry((card.game, words_of(card.name))).or_default();
            if !cards.contains(&found) {
                cards.push(found);
            }
        }
        self.affiliations = book.lcg.affiliations().iter().map(|card| words_of(&card.title)).collect();
        for set in book.lcg.sets() {
            let number = set.cards.first().map(|n| n.value.clone());
            self.objectives.insert(set.set.value.clone(), CardRef { name: set.title.clone(), number });
            self.sets.insert(set.set.value.clone(), set.cards.iter().map(|n| n.value.clone()).collect());
        }
        let products = book.lcg.products();
        let of_products =
            products.flat_map(|p| std::iter::once(p.product.as_str()).chain(p.cycle.as_deref()));
        let of_sets = book.lcg.sets().map(|set| set.title.as_str());
        let lcg = of_products.chain(of_sets).map(|name| (Game::Lcg, name));
        let tcg = book.tcg.sets().flat_map(|s| [s.code.as_str(), s.name.as_str()]).map(|n| (Game::Tcg, n));
        self.products.extend(lcg.chain(tcg).map(|(game, name)| (game, words_of_set(name))));
    }

    /// The numbers of the cards with that name.
    pub(super) fn numbers_of(&self, game: Game, name: &str) -> Vec<&str> {
        let cards = self.cards.get(&(game, words_of(name)));
        cards.into_iter().flatten().filter_map(|c| c.number.as_deref()).collect()
    }

    /// Whether a card has that name.
    pub(super) fn has_card(&self, game: Game, name: &str) -> bool {
        self.cards.contains_key(&(game, words_of(name)))
    }

    /// Whether `set` is the number of an objective set that contains the card.
    pub(super) fn is_set_of(&self, set: &str, card: &str) -> bool {
        self.sets.get(set.trim_start_matches('0')).is_some_and(|cards| cards.iter().any(|n| n == card))
    }

    /// Whether words beside a number identify it as a card's or set's: the name of a set or product, or just
    /// a word for "number".
    pub(super) fn is_of_sets(&self, game: Game, text: &str) -> bool {
        let name = words_of_set(text);
        name.is_empty() || self.products.contains(&(game, name))
    }

    /// The same, with a slip in the set's name.
    pub(super) fn is_nearly_of_sets(&self, game: Game, text: &str) -> bool {
        let name = words_of_set(text);
        let slips = if name.chars().count() > SHORT_SET { 2 } else { 1 };
        let is_near = |set: &str| strsim::osa_distance(set, &name) <= slips;
        self.is_of_sets(game, text) || self.products.iter().any(|(of, set)| *of == game && is_near(set))
    }

    /// The name of the card with that number.
    pub(super) fn name_of(&self, game: Game, number: &str) -> Option<&str> {
        let all = self.cards.iter().filter(|((g, _), _)| *g == game).flat_map(|(_, cards)| cards);
        all.into_iter().find(|c| c.number.as_deref() == Some(number)).map(|c| c.name.as_str())
    }

    /// Whether the card with that number has that name; `None` if the number is unknown.
    pub(super) fn is_named(&self, game: Game, number: &str, name: &str) -> Option<bool> {
        self.name_of(game, number).map(|known| words_of(known) == words_of(name))
    }

    /// The paths of the source files of the documents held, needed to write a complete corpus.
    pub(crate) fn sources<'f>(&self, files: &'f Files, game: Game) -> Vec<(&'f str, &'f str)> {
        let of_game = |path: &str| path.contains(&format!("{}/sources/", game.code()));
        files.iter().filter(|(path, _)| of_game(path)).map(|(path, file)| (path, file.text())).collect()
    }

    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.files.iter().flat_map(|(_, _, entries)| entries)
    }

    pub(crate) fn document(&self, id: &str) -> Option<&Document> {
        self.documents.iter().flat_map(|(_, _, d)| d).find(|d| d.id.as_str() == id)
    }

    pub(crate) fn all_documents(&self) -> impl Iterator<Item = &Document> {
        self.documents.iter().flat_map(|(_, _, d)| d)
    }
}

/// The part of an id that all editions share: `lcg:3.6` of `lcg:3.6@2.2`.
pub(super) fn base(id: &str) -> &str {
    id.split('@').next().unwrap_or(id)
}

/// Question and text of an entry, in unwrapped Markdown.
pub(super) fn entry_words(entry: &Entry) -> String {
    let text = markdown::unwrap(&entry.text);
    match &entry.question {
        Some(question) => format!("{}\n\n{text}", markdown::unwrap(question)),
        None => text,
    }
}

/// The words of a card's name, without a leading "The".
pub(super) fn words_of(name: &str) -> String {
    without_article(&words(name)).to_owned()
}

/// Words beside a set's name or number that carry no information of their own.
const OF_SETS: [&str; 8] = ["set", "objective", "or", "and", "no", "nr", "number", "the"];

/// The distinctive words of a set's or product's name: `core` for "the Core Set".
fn words_of_set(name: &str) -> String {
    let all = words(name);
    let all: Vec<&str> = all.split(' ').filter(|w| !w.is_empty()).collect();
    let is_own = |w: &&str| !OF_SETS.contains(w);
    let from = all.iter().position(is_own).unwrap_or(all.len());
    let to = all.iter().rposition(is_own).map_or(from, |n| n + 1);
    all[from..to].join(" ")
}
