//! Loads a [`CardBook`]: reads, checks and links files, collecting every error instead of stopping at the
//! first.

use std::collections::HashSet;

use indexmap::IndexMap;
use serde::de::DeserializeOwned;

use super::CardBook;
use super::lcg::{ChallengeCard, FanSet, LcgBook, LcgCard, ObjectiveSet, Octgn, Printing, Product};
use super::names::NamesBuilder;
use super::rows::files_of;
use super::tcg::{TcgBook, TcgCard, TcgSet};
use crate::corpus::diagnostic::{Diagnostic, DiagnosticCode, Location};
use crate::corpus::files::{File, Files};
use crate::corpus::table::TableBuilder;
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
    ///
    /// # Panics
    /// Never: a test ensures that they have no errors.
    pub fn built_in() -> Self {
        let (book, found) = Self::load(&Files::built_in());
        assert!(found.is_empty(), "{found:?}");
        book
    }
}

/// Every row of the files of one stem, by its key; a key that stands twice is an error.
fn rows<T: DeserializeOwned>(
    files: &Files,
    game: &str,
    stem: &str,
    key: impl Fn(&T) -> (String, &Spanned<String>),
    found: &mut Found,
) -> IndexMap<String, T> {
    let mut rows: IndexMap<String, T> = IndexMap::new();
    // The file of each row.
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

/// Every row of the files of one stem.
pub(super) fn items<T: DeserializeOwned>(files: &Files, game: &str, stem: &str, found: &mut Found) -> Vec<T> {
    let mut all = Vec::new();
    for file in files_of(files, game, stem) {
        let (items, diagnostics) = file.list();
        found.extend(diagnostics);
        all.extend(items);
    }
    all
}

/// How OCTGN names the game and its cards.
pub(super) fn octgn(files: &Files, found: &mut Found) -> Octgn {
    match files.get("lcg/cards/octgn.yaml").map(File::one) {
        None => Octgn::default(),
        Some(Ok(octgn)) => octgn,
        Some(Err(diagnostic)) => {
            found.push(diagnostic);
            Octgn::default()
        }
    }
}

fn lcg(files: &Files, found: &mut Found) -> LcgBook {
    let cards = rows(files, "lcg", "cards", |c: &LcgCard| (c.number.value.clone(), &c.number), found);
    let sets = rows(files, "lcg", "objective-sets", |s: &ObjectiveSet| (s.set.value.clone(), &s.set), found);
    let fan_sets = rows(files, "lcg", "fan-sets", |s: &FanSet| (s.set.value.clone(), &s.set), found);
    let products = rows(files, "lcg", "products", |p: &Product| (p.product.value.clone(), &p.product), found);
    let challenge: Vec<ChallengeCard> = items(files, "lcg", "challenge-cards", found);
    let affiliations = items(files, "lcg", "affiliations", found);
    let octgn = octgn(files, found);
    warn_of_cards_without_set(files, &cards, &sets, found);
    let sets = whole_sets(files, sets, &cards, found);
    let fan_sets = whole_fan_sets(files, fan_sets, found);
    let mut book = LcgBook {
        cards: cards.into(),
        sets: sets.into(),
        fan_sets: fan_sets.into(),
        challenge: challenge
            .into_iter()
            .enumerate()
            .map(|(n, card)| (n.to_string(), card))
            .collect::<IndexMap<_, _>>()
            .into(),
        affiliations,
        products: products.into(),
        octgn,
        ..LcgBook::default()
    };
    check_products(files, &book, found);
    link_lcg(&mut book);
    book
}

/// Warns of cards that are in no set: lists of decks name cards by way of their sets.
fn warn_of_cards_without_set(
    files: &Files,
    cards: &IndexMap<String, LcgCard>,
    sets: &IndexMap<String, ObjectiveSet>,
    found: &mut Found,
) {
    // A folder may have cards alone, laid over others or for a test.
    if sets.is_empty() {
        return;
    }
    let in_sets: HashSet<&str> = sets.values().flat_map(|set| &set.cards).map(|n| n.as_str()).collect();
    let shown = files_of(files, "lcg", "cards").next().map_or("", |f| f.shown.as_str());
    for (number, card) in cards.iter().filter(|(number, _)| !in_sets.contains(number.as_str())) {
        let message = format!("Card {number} is in no objective set: no list of a deck can name it.");
        let warning = Diagnostic::warning(DiagnosticCode::CardLink, card.number.place(shown), message);
        found.push(warning.hint("Add its set to objective-sets.yaml."));
    }
}

/// The sets that have six known cards and ids; of the others it is said that they have not.
fn whole_sets(
    files: &Files,
    mut sets: IndexMap<String, ObjectiveSet>,
    cards: &IndexMap<String, LcgCard>,
    found: &mut Found,
) -> IndexMap<String, ObjectiveSet> {
    let shown = files_of(files, "lcg", "objective-sets").next().map_or("", |f| f.shown.as_str());
    sets.retain(|number, set| {
        let place = set.set.place(shown);
        let mut right = has_six(number, set.cards.len(), set.octgn.len(), &place, found);
        for at in &set.cards {
            if !cards.contains_key(at.as_str()) {
                let message = format!("Set {number} has a card {} that is not among the cards.", **at);
                found.push(Diagnostic::error(DiagnosticCode::CardLink, at.place(shown), message));
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
    sets
}

/// The same of the sets that players made.
fn whole_fan_sets(
    files: &Files,
    mut sets: IndexMap<String, FanSet>,
    found: &mut Found,
) -> IndexMap<String, FanSet> {
    let shown = files_of(files, "lcg", "fan-sets").next().map_or("", |f| f.shown.as_str());
    sets.retain(|id, set| has_six(id, set.cards.len(), set.octgn.len(), &set.set.place(shown), found));
    sets
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
    let sets = book.sets.iter().map(|s| ("objective-sets", &s.product));
    let affiliations = book.affiliations.iter().map(|a| ("affiliations", &a.product));
    for (stem, product) in sets.chain(affiliations) {
        if book.products.place(product).is_none() {
            let file = files_of(files, "lcg", stem).next().map_or("", |f| f.shown.as_str());
            let message = format!("There is no product {:?} among the products.", **product);
            found.push(Diagnostic::error(DiagnosticCode::CardLink, product.place(file), message));
        }
    }
}

fn link_lcg(book: &mut LcgBook) {
    let mut names = NamesBuilder::default();
    let mut by_octgn = TableBuilder::default();
    for (at, card) in book.affiliations.iter().enumerate() {
        names.add(&card.title, Printing::Affiliation(at));
        by_octgn.add(card.octgn.value.clone(), Printing::Affiliation(at));
    }
    for (at, set) in book.sets.iter().enumerate() {
        for (i, (number, octgn)) in set.cards.iter().zip(&set.octgn).enumerate() {
            let printing = Printing::Set(at, i + 1);
            by_octgn.add(octgn.value.clone(), printing);
            let card = book.cards.get(number);
            let spelled = card.into_iter().flat_map(|card| std::iter::once(&card.title).chain(&card.aliases));
            spelled.for_each(|name| names.add(name, printing));
        }
    }
    for (at, card) in book.challenge.iter().enumerate() {
        names.add(&card.title, Printing::Challenge(at));
        by_octgn.add(card.octgn.value.clone(), Printing::Challenge(at));
    }
    for (at, set) in book.fan_sets.iter().enumerate() {
        for (i, (title, octgn)) in set.cards.iter().zip(&set.octgn).enumerate() {
            names.add(title, Printing::Fan(at, i + 1));
            by_octgn.add(octgn.value.clone(), Printing::Fan(at, i + 1));
        }
    }
    book.names = names.names();
    book.by_octgn = by_octgn.table();
}

fn tcg(files: &Files, found: &mut Found) -> TcgBook {
    let cards =
        rows(files, "tcg", "cards", |c: &TcgCard| (format!("{}\t{}", *c.name, *c.set), &c.name), found);
    let sets = rows(files, "tcg", "sets", |s: &TcgSet| (s.code.value.clone(), &s.code), found);
    let (mut names, mut bases) = (NamesBuilder::default(), NamesBuilder::default());
    let file = files_of(files, "tcg", "cards").next().map_or("", |f| f.shown.as_str());
    for (at, card) in cards.values().enumerate() {
        if !sets.contains_key(card.set.as_str()) {
            let message = format!("There is no set {:?} among the sets.", *card.set);
            found.push(Diagnostic::error(DiagnosticCode::CardLink, card.set.place(file), message));
        }
        names.add(&card.name, at);
        let base = card.version.as_ref().and_then(|v| card.name.strip_suffix(&format!(" ({v})")));
        bases.add(base.unwrap_or(&card.name), at);
        if let Some(lackey) = &card.lackey {
            names.add(lackey, at);
        }
    }
    TcgBook { cards: cards.into(), sets: sets.into(), names: names.names(), bases: bases.names() }
}
