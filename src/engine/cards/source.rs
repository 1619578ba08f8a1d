//! Where the cards of a game are written down, and what a card is put together of.

use std::borrow::Cow;

use judge_tree::Node;
use serde::de::DeserializeOwned;

use super::{Cards, Printed};
use crate::corpus::cards::CardBook;
use crate::corpus::yaml::Spanned;
use crate::corpus::{Diagnostic, DiagnosticCode, Files};

/// A game's cards, each put together of its facts in the corpus and of its abilities where those are written
/// down.
pub(crate) trait CardSource: Printed + Sized + Send + Sync {
    type Facts: DeserializeOwned + 'static;
    /// What is written down of a card's abilities.
    type Entry: DeserializeOwned;
    /// What the names of the cards are called where they are kept in a piece.
    const PIECE: &'static str;
    /// What the paths of the files of card facts begin with.
    const FACTS: &'static str;
    /// The folder of the abilities.
    const ABILITIES: &'static str;

    /// Which card a row of the facts is of.
    fn key(row: Node<'_>) -> Option<CardKey<'_>>;
    /// The id of the card that a row of the abilities is of.
    fn id_of_entry(row: Node<'_>) -> Option<Cow<'_, str>>;
    /// The facts of all cards.
    fn facts_in(book: &CardBook) -> impl Iterator<Item = &Self::Facts>;
    /// The facts of the card that an entry is of; where there is no such card, what the entry names it by.
    fn facts_of<'b, 'e>(book: &'b CardBook, entry: &'e Self::Entry) -> Result<&'b Self::Facts, NoCard<'e>>;
    /// What is printed on a card, as far as it is written down.
    fn put_together(facts: &Self::Facts, entry: Option<Self::Entry>) -> Self;
    /// Cards that are few, and have facts of another kind and no abilities.
    fn read_at_once(_files: &Files) -> Vec<Self> {
        Vec::new()
    }
}

/// What identifies a card before it is read.
pub(crate) struct CardKey<'n> {
    /// What its abilities name it by.
    pub id: Cow<'n, str>,
    /// Its name or title.
    pub name: &'n str,
    pub number: Cow<'n, str>,
}

/// That there is no card among the facts of which an entry speaks.
pub(crate) struct NoCard<'e> {
    /// Where the entry says which card it is of.
    pub at: &'e Spanned<String>,
    /// The card, in words.
    pub card: String,
}

pub(crate) fn text_at<'n>(node: Node<'n>, field: &str) -> Option<&'n str> {
    node.field(field)?.text()
}

/// Adds all cards of the book, with their abilities where those are written down.
pub(crate) fn load<T: CardSource>(book: &CardBook, files: &Files, into: &mut Cards<T>) -> Vec<Diagnostic> {
    T::facts_in(book).for_each(|card| into.add(T::put_together(card, None)));
    T::read_at_once(files).into_iter().for_each(|card| into.add(card));
    let mut problems = Vec::new();
    for (_, file) in files.iter().filter(|(path, _)| path.starts_with(T::ABILITIES)) {
        let (entries, found) = file.list::<T::Entry>();
        problems.extend(found);
        for entry in entries {
            match T::facts_of(book, &entry) {
                Ok(card) => into.add(T::put_together(card, Some(entry))),
                Err(NoCard { at, card }) => {
                    let text = format!("There is no card {card} among the card facts.");
                    problems.push(Diagnostic::error(
                        DiagnosticCode::UnknownCard,
                        at.place(&file.shown),
                        text,
                    ));
                }
            }
        }
    }
    problems
}

/// Declares what is written down of a card's abilities: the fields of every game, and the game's own.
/// (`serde(flatten)`, by which they could be shared, accepts unknown fields and loses the positions of
/// values.)
macro_rules! ability_entry {
    ($(#[$meta:meta])* pub(crate) struct $name:ident { $($(#[$of:meta])* pub $field:ident: $kind:ty,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, serde::Deserialize, schemars::JsonSchema)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        pub(crate) struct $name {
            $($(#[$of])* pub $field: $kind,)*
            /// Where the abilities were taken from, and how sure that is.
            #[serde(default)]
            #[expect(dead_code, reason = "for whoever reads the file")]
            pub source: Option<String>,
            /// What a reader should know.
            #[serde(default)]
            #[expect(dead_code, reason = "for whoever reads the file")]
            pub note: Option<String>,
            /// What of the card is not written down here, in our own words; left out: nothing.
            #[serde(default)]
            pub part: Option<String>,
        }
    };
}
pub(in crate::engine) use ability_entry;
