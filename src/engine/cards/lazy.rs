//! Cards that are read when a replay asks for them: of some thousands it uses a few.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Cards, LazyCard, Printed};
use crate::corpus::Files;
use crate::corpus::files::File;
use crate::corpus::tree::Node;

/// What tells a card from all others, before it is read.
pub struct CardKey {
    /// What its abilities name it by.
    pub id: String,
    /// Its name or title.
    pub name: String,
    /// Its number.
    pub number: String,
}

/// How the cards of a game are read.
pub struct CardReader<T> {
    /// What the paths of the files of card facts begin with.
    pub facts: &'static str,
    /// The folder of the abilities.
    pub abilities: &'static str,
    /// Which card a row of the facts is of.
    pub key: fn(Node<'_>) -> Option<CardKey>,
    /// The id of the card that a row of the abilities is of.
    pub id: fn(Node<'_>) -> Option<String>,
    /// Reads a card of its facts, and its abilities where these are written down.
    pub read: fn(SourceItem<'_>, Option<SourceItem<'_>>) -> Option<T>,
}

/// A place at which something is written.
#[derive(Clone, Copy)]
pub struct SourceItem<'f> {
    file: &'f File,
    at: usize,
}

impl SourceItem<'_> {
    /// What is written there.
    pub fn read<R: serde::de::DeserializeOwned>(self) -> Option<R> {
        self.file.part(self.at)
    }
}

/// The text of a field.
pub fn text_at(node: Node<'_>, field: &str) -> Option<String> {
    node.field(field)?.text().map(str::to_owned)
}

/// A file among several, and a place in it.
type Place = (usize, usize);

/// All cards of files with which nothing is wrong. `between` adds those that are read at once, behind the facts and before
/// the abilities, so that they stand in the order in which reading everything puts them. `None` where a tree proves damaged.
pub fn lazy_cards<T: Printed + 'static>(
    files: &Files,
    how: CardReader<T>,
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
    let mut known: HashMap<String, (usize, String, String)> = HashMap::new();
    let mut order: Vec<(usize, String, String)> = Vec::new();
    for (n, file) in facts.iter().enumerate() {
        for (at, node) in file.parts() {
            let Some(row) = (how.key)(node) else { continue };
            order.push((places.len(), row.name.clone(), row.number.clone()));
            known.insert(row.id, (places.len(), row.name, row.number));
            places.push(((n, at), None));
        }
    }
    let of_facts = order.len();
    for (n, file) in abilities.iter().enumerate() {
        for (at, node) in file.parts() {
            let Some((card, name, number)) = (how.id)(node).and_then(|id| known.get(&id)) else { continue };
            order.push((places.len(), name.clone(), number.clone()));
            places.push((places[*card].0, Some((n, at))));
        }
    }
    let read = move |at: usize| {
        let ((file, facts_at), ability) = places.get(at)?;
        let ability = ability.map(|(file, at)| SourceItem { file: &abilities[file], at });
        (how.read)(SourceItem { file: &facts[*file], at: *facts_at }, ability)
    };
    let reader: Arc<dyn Fn(usize) -> Option<T> + Send + Sync> = Arc::new(read);
    let mut cards = Cards::default();
    let written = order.split_off(of_facts);
    let put = |cards: &mut Cards<T>, order: Vec<(usize, String, String)>| {
        for (at, name, number) in order {
            cards.add_lazy(name, number, LazyCard { reader: Arc::clone(&reader), at });
        }
    };
    put(&mut cards, order);
    between(&mut cards);
    put(&mut cards, written);
    Some(cards)
}
