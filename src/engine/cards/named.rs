//! Cards that are found by their names without listing the others: a replay names a dozen of some thousands.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use super::lazy::{CardPlaces, ListedCards, lazy_cards, reader};
use super::library::{CardEntry, FoundByName, NamedCards};
use super::names::normalize_name;
use super::source::{CardSource, load};
use super::{Cards, LazyCard, Printed};
use crate::corpus::Files;
use crate::corpus::cards::CardBook;
use crate::corpus::table::{Table, TableBuilder};

/// A card, and where it is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct CardRow {
    name: String,
    number: String,
    places: CardPlaces,
}

/// Cards by their normalized names; of one name the last that is listed comes first.
struct ByName<T> {
    rows: Table<CardRow>,
    /// The entries of each name that was asked for.
    found: Vec<OnceLock<Vec<CardEntry<T>>>>,
    /// Cards that are few, of names that no other card has.
    few: HashMap<String, Vec<CardEntry<T>>>,
    read: Arc<dyn Fn(CardPlaces) -> Option<T> + Send + Sync>,
}

/// Cards by their normalized names, where none of those that are read at once has the name of another.
fn packed<T: Printed>(listed: &ListedCards, few: &[T]) -> Option<Vec<u8>> {
    let mut known: HashMap<String, Vec<&str>> = HashMap::new();
    let mut rows = TableBuilder::default();
    for (name, number, places) in listed.rows().rev() {
        let normalized = normalize_name(name);
        let numbers = known.entry(normalized.clone()).or_default();
        if !numbers.contains(&number) {
            numbers.push(number);
            rows.add(normalized, CardRow { name: name.to_owned(), number: number.to_owned(), places });
        }
    }
    let rows = rows.table();
    let is_apart = few.iter().all(|card| !rows.has(&normalize_name(card.name())));
    is_apart.then(|| rows.pack().ok())?
}

impl<T: CardSource> ByName<T> {
    /// As [`piece`] has them, of these files. `None` where it is not there, or a tree proves damaged.
    fn open(files: &Files) -> Option<Self> {
        let rows: Table<CardRow> = Table::unpack(&files.piece(T::PIECE)?)?;
        let read = reader::<T>(files)?;
        let found = (0..rows.len()).map(|_| OnceLock::new()).collect();
        let mut by_name: HashMap<String, Vec<CardEntry<T>>> = HashMap::new();
        for card in T::read_at_once(files) {
            // The last that is listed comes first.
            by_name.entry(normalize_name(card.name())).or_default().insert(0, CardEntry::of(card));
        }
        Some(Self { rows, found, few: by_name, read })
    }
}

impl<T: Send + Sync + 'static> FoundByName<T> for ByName<T> {
    fn same(&self, normalized: &str) -> &[CardEntry<T>] {
        let Some(place) = self.rows.place(normalized) else {
            return self.few.get(normalized).map_or(&[], Vec::as_slice);
        };
        let entry = |row: &CardRow| {
            let (read, places) = (Arc::clone(&self.read), row.places);
            let lazy = LazyCard { reader: Arc::new(move |_| read(places)), at: 0 };
            CardEntry::unread(row.name.clone(), Some(row.number.clone()), lazy)
        };
        let entries = || self.rows.list(place).iter().map(entry).collect();
        self.found.get(place).map_or(&[], |found| found.get_or_init(entries))
    }
}

/// The cards by their names, as a piece that is kept of files with which nothing is wrong, and its name.
/// `None` where they cannot be found so.
pub(crate) fn piece<T: CardSource>(files: &Files) -> Option<(&'static str, Vec<u8>)> {
    let packed = packed(&ListedCards::of::<T>(files)?, &T::read_at_once(files))?;
    Some((T::PIECE, packed))
}

/// The cards of files with which nothing is wrong: found by their names, or listed, when one is asked for;
/// where a tree proves damaged, by reading everything.
pub(crate) fn lazy<T: CardSource>(files: &Files) -> Cards<T> {
    let find = {
        let files = files.clone();
        move || Some(Arc::new(ByName::open(&files)?) as NamedCards<T>)
    };
    let files = files.clone();
    let list = move || {
        lazy_cards(&files).unwrap_or_else(|| {
            let mut cards = Cards::default();
            load(&CardBook::load(&files).0, &files, &mut cards);
            cards
        })
    };
    Cards::listed_by(Arc::new(list), Arc::new(find))
}
