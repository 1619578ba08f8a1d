//! Cards that are read when a replay asks for them: of some thousands it uses a few.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::source::CardSource;
use super::{Cards, LazyCard};
use crate::corpus::Files;
use crate::corpus::files::File;

/// A place at which something is written.
#[derive(Clone, Copy)]
struct SourceItem<'f> {
    file: &'f File,
    at: usize,
}

impl SourceItem<'_> {
    /// What is written there.
    fn read<R: DeserializeOwned>(self) -> Option<R> {
        self.file.part(self.at)
    }
}

/// A file among several, and a place in it.
type PlaceInFiles = (usize, usize);

/// Where a card is written in the facts, and perhaps in the abilities.
pub(super) type CardPlaces = (PlaceInFiles, Option<PlaceInFiles>);

/// The cards of files with which nothing is wrong, none of them read: those of which no abilities are
/// written, then the others, as reading everything puts them.
pub(super) struct ListedCards {
    /// The name, the number and the places of each.
    silent: Vec<(String, String, CardPlaces)>,
    written: Vec<(String, String, CardPlaces)>,
}

impl ListedCards {
    pub(super) fn rows(&self) -> impl DoubleEndedIterator<Item = (&str, &str, CardPlaces)> {
        let all = self.silent.iter().chain(&self.written);
        all.map(|(name, number, places)| (name.as_str(), number.as_str(), *places))
    }

    /// `None` where a tree proves damaged.
    pub(super) fn of<T: CardSource>(files: &Files) -> Option<Self> {
        let (facts, abilities) = sources::<T>(files)?;
        let mut rows: Vec<(&str, Cow<'_, str>, PlaceInFiles)> = Vec::new();
        let mut known: HashMap<Cow<'_, str>, usize> = HashMap::new();
        for (n, file) in facts.iter().enumerate() {
            for (at, node) in file.parts() {
                let Some(row) = T::key(node) else { continue };
                known.insert(row.id, rows.len());
                rows.push((row.name, row.number, (n, at)));
            }
        }
        let row = |card: usize, ability| {
            let (name, number, place) = &rows[card];
            ((*name).to_owned(), number.clone().into_owned(), (*place, ability))
        };
        let (mut is_written, mut written) = (vec![false; rows.len()], Vec::new());
        for (n, file) in abilities.iter().enumerate() {
            for (at, node) in file.parts() {
                let Some(card) = T::id_of_entry(node).and_then(|id| known.get(&id).copied()) else {
                    continue;
                };
                is_written[card] = true;
                written.push(row(card, Some((n, at))));
            }
        }
        let silent = (0..rows.len()).filter(|card| !is_written[*card]).map(|card| row(card, None)).collect();
        Some(Self { silent, written })
    }
}

/// The files of the facts and of the abilities; `None` where a tree proves damaged.
fn sources<T: CardSource>(files: &Files) -> Option<(Vec<File>, Vec<File>)> {
    let below = |start: &str| -> Vec<File> {
        files.iter().filter(|(path, _)| path.starts_with(start)).map(|(_, file)| file.clone()).collect()
    };
    let (facts, abilities) = (below(T::FACTS), below(T::ABILITIES));
    let is_whole = facts.iter().chain(&abilities).all(|file| file.tree().is_some());
    is_whole.then_some((facts, abilities))
}

/// Who reads the card at its places.
pub(super) fn reader<T: CardSource>(
    files: &Files,
) -> Option<Arc<dyn Fn(CardPlaces) -> Option<T> + Send + Sync>> {
    let (facts, abilities) = sources::<T>(files)?;
    Some(Arc::new(move |((file, at), ability): CardPlaces| {
        let entry = match ability {
            Some((file, at)) => Some(SourceItem { file: abilities.get(file)?, at }.read()?),
            None => None,
        };
        let card = SourceItem { file: facts.get(file)?, at }.read()?;
        Some(T::put_together(&card, entry))
    }))
}

/// All cards of files with which nothing is wrong. Those that are read at once stand behind the cards of
/// which no abilities are written, as reading everything puts them. `None` where a tree proves damaged.
pub(super) fn lazy_cards<T: CardSource>(files: &Files) -> Option<Cards<T>> {
    let listed = ListedCards::of::<T>(files)?;
    let read = reader::<T>(files)?;
    let places: Vec<CardPlaces> = listed.rows().map(|(_, _, places)| places).collect();
    let by_number: Arc<dyn Fn(usize) -> Option<T> + Send + Sync> =
        Arc::new(move |at: usize| places.get(at).copied().and_then(&*read));
    let mut cards = Cards::default();
    let mut at = 0;
    let mut put = |cards: &mut Cards<T>, (name, number, _): (String, String, CardPlaces)| {
        cards.add_lazy(name, number, LazyCard { reader: Arc::clone(&by_number), at });
        at += 1;
    };
    listed.silent.into_iter().for_each(|row| put(&mut cards, row));
    T::read_at_once(files).into_iter().for_each(|card| cards.add(card));
    listed.written.into_iter().for_each(|row| put(&mut cards, row));
    Some(cards)
}
