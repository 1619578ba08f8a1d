//! Cards that are read when a replay asks for them: of some thousands it uses a few.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use judge_tree::Node;
use serde::de::DeserializeOwned;

use super::{Cards, LazyCard, Printed};
use crate::corpus::files::File;
use crate::corpus::yaml::Spanned;
use crate::corpus::{Diagnostic, DiagnosticCode, Files};

/// What identifies a card before it is read.
pub(crate) struct CardKey<'n> {
    /// What its abilities name it by.
    pub id: Cow<'n, str>,
    /// Its name or title.
    pub name: &'n str,
    pub number: Cow<'n, str>,
}

/// How the cards of a game are read.
pub(crate) struct CardReader<T> {
    /// What their names are called where they are kept in a piece.
    pub piece: &'static str,
    /// What the paths of the files of card facts begin with.
    pub facts: &'static str,
    /// The folder of the abilities.
    pub abilities: &'static str,
    /// Which card a row of the facts is of.
    pub key: fn(Node<'_>) -> Option<CardKey<'_>>,
    /// The id of the card that a row of the abilities is of.
    pub id: fn(Node<'_>) -> Option<Cow<'_, str>>,
    /// Reads a card of its facts, and its abilities where these are written down.
    pub read: fn(SourceItem<'_>, Option<SourceItem<'_>>) -> Option<T>,
}

/// A place at which something is written.
#[derive(Clone, Copy)]
pub(crate) struct SourceItem<'f> {
    file: &'f File,
    at: usize,
}

impl SourceItem<'_> {
    /// What is written there.
    pub(crate) fn read<R: DeserializeOwned>(self) -> Option<R> {
        self.file.part(self.at)
    }
}

pub(crate) fn text_at<'n>(node: Node<'n>, field: &str) -> Option<&'n str> {
    node.field(field)?.text()
}

/// A file among several, and a place in it.
type Place = (usize, usize);

/// Where a card is written in the facts, and perhaps in the abilities.
pub(super) type CardPlaces = (Place, Option<Place>);

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
    pub(super) fn of<T>(files: &Files, how: &CardReader<T>) -> Option<Self> {
        let (facts, abilities) = sources(files, how)?;
        let mut rows: Vec<(&str, Cow<'_, str>, Place)> = Vec::new();
        let mut known: HashMap<Cow<'_, str>, usize> = HashMap::new();
        for (n, file) in facts.iter().enumerate() {
            for (at, node) in file.parts() {
                let Some(row) = (how.key)(node) else { continue };
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
                let Some(card) = (how.id)(node).and_then(|id| known.get(&id).copied()) else { continue };
                is_written[card] = true;
                written.push(row(card, Some((n, at))));
            }
        }
        let silent = (0..rows.len()).filter(|card| !is_written[*card]).map(|card| row(card, None)).collect();
        Some(Self { silent, written })
    }
}

/// The files of the facts and of the abilities; `None` where a tree proves damaged.
fn sources<T>(files: &Files, how: &CardReader<T>) -> Option<(Vec<File>, Vec<File>)> {
    let below = |start: &str| -> Vec<File> {
        files.iter().filter(|(path, _)| path.starts_with(start)).map(|(_, file)| file.clone()).collect()
    };
    let (facts, abilities) = (below(how.facts), below(how.abilities));
    let is_whole = facts.iter().chain(&abilities).all(|file| file.tree().is_some());
    is_whole.then_some((facts, abilities))
}

/// Who reads the card at its places.
pub(super) fn reader<T: 'static>(
    files: &Files,
    how: &CardReader<T>,
) -> Option<Arc<dyn Fn(CardPlaces) -> Option<T> + Send + Sync>> {
    let (facts, abilities) = sources(files, how)?;
    let read = how.read;
    Some(Arc::new(move |((file, at), ability): CardPlaces| {
        let ability = match ability {
            Some((file, at)) => Some(SourceItem { file: abilities.get(file)?, at }),
            None => None,
        };
        read(SourceItem { file: facts.get(file)?, at }, ability)
    }))
}

/// All cards of files with which nothing is wrong. `few` are those that are read at once; they stand behind
/// the cards of which no abilities are written, as reading everything puts them. `None` where a tree proves
/// damaged.
pub(super) fn lazy_cards<T: Printed>(files: &Files, how: &CardReader<T>, few: Vec<T>) -> Option<Cards<T>> {
    let listed = ListedCards::of(files, how)?;
    let read = reader(files, how)?;
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
    few.into_iter().for_each(|card| cards.add(card));
    listed.written.into_iter().for_each(|row| put(&mut cards, row));
    Some(cards)
}

/// Reads every entry of a folder of abilities. `with` adds the card of an entry, or says that there is none.
pub(crate) fn each_entry<E: DeserializeOwned>(
    files: &Files,
    folder: &str,
    mut with: impl FnMut(E, &str) -> Result<(), Diagnostic>,
) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    for (_, file) in files.iter().filter(|(path, _)| path.starts_with(folder)) {
        let (entries, found) = file.list::<E>();
        problems.extend(found);
        problems.extend(entries.into_iter().filter_map(|entry| with(entry, &file.shown).err()));
    }
    problems
}

/// That an entry is of no card among the card facts.
pub(crate) fn no_such_card<A>(file: &str, at: &Spanned<A>, card: &str) -> Diagnostic {
    let text = format!("There is no card {card} among the card facts.");
    Diagnostic::error(DiagnosticCode::UnknownCard, at.place(file), text)
}
