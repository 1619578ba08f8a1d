//! Loads a [`CardBook`]: reads, checks and links files, collecting every error instead of stopping at the
//! first.

use std::hash::Hash;

use indexmap::IndexMap;
use serde::de::DeserializeOwned;

use super::lcg::{FanSet, LcgBook, ObjectiveSet, Printing};
use super::tcg::TcgBook;
use super::{CardBook, Names};
use crate::corpus::diagnostic::{Diagnostic, DiagnosticCode, Location};
use crate::corpus::files::{File, Files};
use crate::corpus::yaml::Spanned;

/// Cards per objective set: one objective and five command cards.
const CARDS_IN_A_SET: usize = 6;

type Found = Vec<Diagnostic>;

impl CardBook {
    /// Loads the card facts among `files` and ignores all other files.
    ///
    /// Whatever the diagnostics report is left out of the book.
    pub fn load(files: &Files) -> (Self, Vec<Diagnostic>) {
        let mut found = Vec::new();
        let lcg = lcg(files, &mut found);
        let tcg = tcg(files, &mut found);
        (Self { lcg, tcg }, found)
    }

    /// The card facts built into the binary.
    pub fn built_in() -> Self {
        let (book, found) = Self::load(&Files::built_in());
        debug_assert!(found.is_empty(), "{found:?}");
        book
    }
}

/// A game's card files whose names begin with `stem`. A prefix, so that another folder can add files of its
/// own.
pub(super) fn files_of<'f>(files: &'f Files, game: &str, stem: &str) -> impl Iterator<Item = &'f File> {
    let start = format!("{game}/cards/{stem}");
    files.iter().filter(move |(path, _)| path.starts_with(&start)).map(|(_, file)| file)
}

/// Reads the rows of every file of one stem into a map; a duplicate key is an error.
fn rows<K, T>(
    files: &Files,
    game: &str,
    stem: &str,
    key: impl Fn(&T) -> (K, &Spanned<String>),
    found: &mut Found,
) -> IndexMap<K, T>
where
    K: Eq + Hash + Clone,
    T: DeserializeOwned,
{
    let mut rows: IndexMap<K, T> = IndexMap::new();
    // The file each row came from, by row index.
    let mut sources: Vec<&str> = Vec::new();
    for file in files_of(files, game, stem) {
        let (items, diagnostics) = file.list::<T>();
        found.extend(diagnostics);
        for item in items {
            let (name, at) = key(&item);
            if let Some((n, _, first)) = rows.get_full(&name) {
                let source = sources.get(n).copied().unwrap_or_default();
                let message = format!("{} stands twice; first at {}.", **at, key(first).1.place(source));
                found.push(Diagnostic::error(DiagnosticCode::DuplicateCard, at.place(&file.shown), message));
                continue;
            }
            sources.push(&file.shown);
            rows.insert(name, item);
        }
    }
    rows
}

fn lcg(files: &Files, found: &mut Found) -> LcgBook {
    let mut book = LcgBook {
        cards: rows(files, "lcg", "cards", |c: &super::LcgCard| (c.number.value.clone(), &c.number), found),
        sets: rows(files, "lcg", "objective-sets", |s: &ObjectiveSet| (s.set.value.clone(), &s.set), found),
        fan_sets: rows(files, "lcg", "fan-sets", |s: &FanSet| (s.set.value.clone(), &s.set), found),
        products: rows(
            files,
            "lcg",
            "products",
            |p: &super::lcg::Product| (p.product.value.clone(), &p.product),
            found,
        ),
        ..LcgBook::default()
    };
    for file in files_of(files, "lcg", "challenge-cards") {
        let (items, diagnostics) = file.list();
        found.extend(diagnostics);
        book.challenge.extend(items);
    }
    for file in files_of(files, "lcg", "affiliations") {
        let (items, diagnostics) = file.list();
        found.extend(diagnostics);
        book.affiliations.extend(items);
    }
    if let Some(file) = files.get("lcg/cards/octgn.yaml") {
        match file.one() {
            Ok(octgn) => book.octgn = octgn,
            Err(diagnostic) => found.push(diagnostic),
        }
    }
    check_sets(files, &mut book, found);
    check_products(files, &book, found);
    link_lcg(&mut book);
    book
}

/// Removes, with an error, every set that lacks six known cards and six ids.
fn check_sets(files: &Files, book: &mut LcgBook, found: &mut Found) {
    let shown = |stem| files_of(files, "lcg", stem).next().map_or("", |f| f.shown.as_str());
    let LcgBook { sets, cards, fan_sets, .. } = book;
    sets.retain(|number, set| {
        let place = set.set.place(shown("objective-sets"));
        let mut right = has_six(number, set.cards.len(), set.octgn.len(), &place, found);
        for at in &set.cards {
            if !cards.contains_key(at.as_str()) {
                let message = format!("Set {number} has a card {} that is not among the cards.", **at);
                found.push(Diagnostic::error(
                    DiagnosticCode::CardLink,
                    at.place(shown("objective-sets")),
                    message,
                ));
                right = false;
            }
        }
        if let Some(first) = set.cards.first().and_then(|n| cards.get(n.as_str()))
            && first.title != set.title
        {
            let message = format!(
                "Set {number} is called {:?}, but its first card, the objective, {:?}.",
                set.title, first.title
            );
            found.push(Diagnostic::error(DiagnosticCode::CardLink, place, message));
        }
        right
    });
    fan_sets.retain(|id, set| {
        has_six(id, set.cards.len(), set.octgn.len(), &set.set.place(shown("fan-sets")), found)
    });
}

/// Whether a set has six cards and six OCTGN ids; reports it otherwise.
fn has_six(id: &str, cards: usize, octgn: usize, place: &Location, found: &mut Found) -> bool {
    let right = cards == CARDS_IN_A_SET && octgn == CARDS_IN_A_SET;
    if !right {
        let message = format!("Set {id} has {cards} cards and {octgn} OCTGN ids; a set has six of each.");
        found.push(Diagnostic::error(DiagnosticCode::CardLink, place.clone(), message));
    }
    right
}

fn check_products(files: &Files, book: &LcgBook, found: &mut Found) {
    let sets = book.sets.values().map(|s| ("objective-sets", &s.product));
    let affiliations = book.affiliations.iter().map(|a| ("affiliations", &a.product));
    for (stem, product) in sets.chain(affiliations) {
        if !book.products.contains_key(product.as_str()) {
            let file = files_of(files, "lcg", stem).next().map_or("", |f| f.shown.as_str());
            let message = format!("There is no product {:?} among the products.", **product);
            found.push(Diagnostic::error(DiagnosticCode::CardLink, product.place(file), message));
        }
    }
}

fn link_lcg(book: &mut LcgBook) {
    let mut names = Names::default();
    for (at, card) in book.affiliations.iter().enumerate() {
        names.add(&card.title, Printing::Affiliation(at));
        book.by_octgn.insert(card.octgn.value.clone(), Printing::Affiliation(at));
    }
    for (at, set) in book.sets.values().enumerate() {
        for (i, (number, octgn)) in set.cards.iter().zip(&set.octgn).enumerate() {
            let printing = Printing::Set(at, i + 1);
            book.by_octgn.insert(octgn.value.clone(), printing);
            let card = &book.cards[number.as_str()];
            for name in std::iter::once(&card.title).chain(&card.aliases) {
                names.add(name, printing);
            }
        }
    }
    for (at, card) in book.challenge.iter().enumerate() {
        names.add(&card.title, Printing::Challenge(at));
        book.by_octgn.insert(card.octgn.value.clone(), Printing::Challenge(at));
    }
    for (at, set) in book.fan_sets.values().enumerate() {
        for (i, (title, octgn)) in set.cards.iter().zip(&set.octgn).enumerate() {
            names.add(title, Printing::Fan(at, i + 1));
            book.by_octgn.insert(octgn.value.clone(), Printing::Fan(at, i + 1));
        }
    }
    book.names = names;
}

fn tcg(files: &Files, found: &mut Found) -> TcgBook {
    let cards = rows(
        files,
        "tcg",
        "cards",
        |c: &super::TcgCard| ((c.name.value.clone(), c.set.value.clone()), &c.name),
        found,
    );
    let mut book = TcgBook {
        cards: cards.into_values().collect(),
        sets: rows(files, "tcg", "sets", |s: &super::tcg::TcgSet| (s.code.value.clone(), &s.code), found),
        names: Names::default(),
        bases: Names::default(),
    };
    let file = files_of(files, "tcg", "cards").next().map_or("", |f| f.shown.as_str());
    for (at, card) in book.cards.iter().enumerate() {
        if !book.sets.contains_key(card.set.as_str()) {
            let message = format!("There is no set {:?} among the sets.", *card.set);
            found.push(Diagnostic::error(DiagnosticCode::CardLink, card.set.place(file), message));
        }
        book.names.add(&card.name, at);
        let base = card.version.as_ref().and_then(|v| card.name.strip_suffix(&format!(" ({v})")));
        book.bases.add(base.unwrap_or(&card.name), at);
        if let Some(lackey) = &card.lackey {
            book.names.add(lackey, at);
        }
    }
    book
}
