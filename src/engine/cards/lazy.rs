//! Cards that are read when a replay asks for them: of some thousands it uses a few.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use super::{Cards, LazyCard, Printed};
use serde::de::DeserializeOwned;

use crate::corpus::cards::CardBook;
use crate::corpus::files::File;
use crate::corpus::tree::Node;
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
pub(crate) struct CardReader<F, E, T> {
    /// What the paths of the files of card facts begin with.
    pub facts: &'static str,
    /// The folder of the abilities.
    pub abilities: &'static str,
    /// Which card a row of the facts is of.
    pub key: fn(Node<'_>) -> Option<CardKey<'_>>,
    /// The id of the card that a row of the abilities is of.
    pub id: fn(Node<'_>) -> Option<Cow<'_, str>>,
    /// What is printed on a card, by its facts, and by its abilities where these are written down.
    pub text: fn(&F, Option<E>) -> T,
}

pub(crate) fn text_at<'n>(node: Node<'n>, field: &str) -> Option<&'n str> {
    node.field(field)?.text()
}

/// A file among several, and a place in it.
type Place = (usize, usize);

/// All cards of files with which nothing is wrong. `between` adds those that are read at once, behind the
/// facts and before the abilities, so that they stand in the order in which reading everything puts them.
/// `None` where a tree proves damaged.
pub(crate) fn lazy_cards<
    F: DeserializeOwned + 'static,
    E: DeserializeOwned + 'static,
    T: Printed + 'static,
>(
    files: &Files,
    how: CardReader<F, E, T>,
    between: impl FnOnce(&mut Cards<T>),
) -> Option<Cards<T>> {
    let below = |start: &str| -> Vec<File> {
        files.iter().filter(|(path, _)| path.starts_with(start)).map(|(_, file)| file.clone()).collect()
    };
    let (facts, abilities) = (below(how.facts), below(how.abilities));
    if facts.iter().chain(&abilities).any(|file| file.tree().is_none()) {
        return None;
    }
    let mut places: Vec<(Place, Option<Place>)> = Vec::new();
    let mut known: HashMap<Cow<'_, str>, usize> = HashMap::new();
    let mut rows: Vec<(&str, Cow<'_, str>)> = Vec::new();
    for (n, file) in facts.iter().enumerate() {
        for (at, node) in file.parts() {
            let Some(row) = (how.key)(node) else { continue };
            known.insert(row.id, places.len());
            rows.push((row.name, row.number));
            places.push(((n, at), None));
        }
    }
    let mut written = Vec::new();
    for (n, file) in abilities.iter().enumerate() {
        for (at, node) in file.parts() {
            let Some(card) = (how.id)(node).and_then(|id| known.get(&id).copied()) else { continue };
            places[card].1 = Some((n, at));
            written.push(card);
        }
    }
    let is_written: Vec<bool> = places.iter().map(|(_, ability)| ability.is_some()).collect();
    let reader = reader(how.text, (facts.clone(), abilities.clone()), places);
    let mut cards = Cards::default();
    let put = |cards: &mut Cards<T>, card: usize| {
        let (name, number) = &rows[card];
        let lazy = LazyCard { reader: Arc::clone(&reader), at: card };
        cards.add_lazy((*name).to_owned(), number.clone().into_owned(), lazy);
    };
    (0..rows.len()).filter(|card| !is_written[*card]).for_each(|card| put(&mut cards, card));
    between(&mut cards);
    written.into_iter().for_each(|card| put(&mut cards, card));
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

/// Cards that are listed when one is asked for, by `list`; where a tree proves damaged, by reading
/// everything.
pub(crate) fn listed<T: 'static>(
    files: &Files,
    list: fn(&Files) -> Option<Cards<T>>,
    load: fn(&CardBook, &Files, &mut Cards<T>) -> Vec<Diagnostic>,
) -> Cards<T> {
    let files = files.clone();
    let all = move |files: &Files| {
        let mut cards = Cards::default();
        load(&CardBook::load(files).0, files, &mut cards);
        cards
    };
    Cards::listed_by(Arc::new(move || list(&files).unwrap_or_else(|| all(&files))))
}

/// Who reads the card at one of these places, of which each is in the facts and perhaps in the abilities.
fn reader<F: DeserializeOwned + 'static, E: DeserializeOwned + 'static, T: 'static>(
    text: fn(&F, Option<E>) -> T,
    (facts, abilities): (Vec<File>, Vec<File>),
    places: Vec<(Place, Option<Place>)>,
) -> Arc<dyn Fn(usize) -> Option<T> + Send + Sync> {
    Arc::new(move |at: usize| {
        let ((file, facts_at), ability) = places.get(at)?;
        let card = facts[*file].part(*facts_at)?;
        match ability {
            Some((file, at)) => Some(text(&card, Some(abilities[*file].part(*at)?))),
            None => Some(text(&card, None)),
        }
    })
}
