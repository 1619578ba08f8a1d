//! Cards that are found by their names without listing the others: a replay names a dozen of some thousands.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use super::lazy::{CardPlaces, CardReader, ListedCards, lazy_cards};
use super::library::{Entry, FoundByName, NamedCards};
use super::names::normalize_name;
use super::{Cards, LazyCard, Printed};
use crate::corpus::cards::CardBook;
use crate::corpus::table::{Table, TableBuilder};
use crate::corpus::{Diagnostic, Files};

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
    found: Vec<OnceLock<Vec<Entry<T>>>>,
    /// Cards that are few, of names that no other card has.
    few: HashMap<String, Vec<Entry<T>>>,
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

impl<T: Printed> ByName<T> {
    /// As [`pack`] has them in a piece of these files. `None` where it is not there, or a tree proves
    /// damaged.
    fn open(files: &Files, how: &CardReader<T>, few: Vec<T>) -> Option<Self> {
        let rows: Table<CardRow> = Table::unpack(&files.piece(how.piece)?)?;
        let read = super::lazy::reader(files, how)?;
        let found = (0..rows.len()).map(|_| OnceLock::new()).collect();
        let mut by_name: HashMap<String, Vec<Entry<T>>> = HashMap::new();
        for card in few {
            // The last that is listed comes first.
            by_name.entry(normalize_name(card.name())).or_default().insert(0, Entry::of(card));
        }
        Some(Self { rows, found, few: by_name, read })
    }
}

impl<T: Send + Sync + 'static> FoundByName<T> for ByName<T> {
    fn same(&self, normalized: &str) -> &[Entry<T>] {
        let Some(place) = self.rows.place(normalized) else {
            return self.few.get(normalized).map_or(&[], Vec::as_slice);
        };
        let entry = |row: &CardRow| {
            let (read, places) = (Arc::clone(&self.read), row.places);
            let lazy = LazyCard { reader: Arc::new(move |_| read(places)), at: 0 };
            Entry::unread(row.name.clone(), Some(row.number.clone()), lazy)
        };
        let entries = || self.rows.list(place).iter().map(entry).collect();
        self.found.get(place).map_or(&[], |found| found.get_or_init(entries))
    }
}

/// The cards by their names, as a piece that is kept of files with which nothing is wrong. `None` where they
/// cannot be found so.
pub(crate) fn pack<T: Printed>(files: &Files, how: &CardReader<T>, few: &[T]) -> Option<Vec<u8>> {
    packed(&ListedCards::of(files, how)?, few)
}

/// Cards that are found by their names, or listed, when one is asked for; where a tree proves damaged, by
/// reading everything.
pub(crate) fn listed<T: Printed + Send + Sync>(
    files: &Files,
    how: CardReader<T>,
    few: fn(&Files) -> Vec<T>,
    load: fn(&CardBook, &Files, &mut Cards<T>) -> Vec<Diagnostic>,
) -> Cards<T> {
    let (files, how) = (files.clone(), Arc::new(how));
    let find = {
        let (files, how) = (files.clone(), Arc::clone(&how));
        move || Some(Arc::new(ByName::open(&files, &how, few(&files))?) as NamedCards<T>)
    };
    let list = move || {
        lazy_cards(&files, &how, few(&files)).unwrap_or_else(|| {
            let mut cards = Cards::default();
            load(&CardBook::load(&files).0, &files, &mut cards);
            cards
        })
    };
    Cards::listed_by(Arc::new(list), Arc::new(find))
}
