//! Changes of what is given: those of every game, and how a game declares them with its own.

use super::given::{self, Given, name_of, take};
use super::words::OnCard;
use super::{CardOf, Game, Names};
use crate::corpus::yaml::Spanned;
use crate::engine::cards::{Printed, Side};
use crate::engine::script::words::CardGiven;

/// A change of what is given.
pub trait Alters<G: Game> {
    /// Makes it.
    ///
    /// # Errors
    /// A sentence, when there is nothing to be changed by that name.
    fn alter(&self, given: &mut G::Given, names: &Names<'_, CardOf<G>>) -> Result<(), String>;
}

/// What is given, as lists of cards.
pub(crate) trait Lists {
    /// What can be on a card.
    type State: OnCard;
    /// Where a card of a side can be.
    type Place: Copy;

    /// Every one of them.
    fn lists(&mut self) -> Vec<&mut Given<Self::State>>;

    /// The cards of a side in a place.
    ///
    /// # Errors
    /// A sentence, where none can be given.
    fn list(&mut self, side: Side, place: Self::Place) -> Result<&mut Given<Self::State>, String>;

    /// A card of that name that stands in no list.
    fn alone(&mut self, _name: &str) -> Option<&mut Self::State> {
        None
    }
}

/// Takes a card out.
pub(crate) fn remove<G: Lists, T: Printed + Clone>(
    given: &mut G,
    name: &str,
    names: &Names<'_, T>,
) -> Result<(), String> {
    take(given.lists(), name, names).map(|_| ())
}

/// Puts a card into a place of a side.
pub(crate) fn add<G: Lists>(
    given: &mut G,
    card: &Spanned<CardGiven<G::State>>,
    (side, place): (Side, G::Place),
) -> Result<(), String>
where
    G::State: Clone,
{
    given.list(side, place)?.push(card.clone());
    Ok(())
}

/// Moves a card into a place of a side.
pub(crate) fn shift<G: Lists, T: Printed + Clone>(
    given: &mut G,
    card: &CardGiven<G::State>,
    (side, place): (Side, G::Place),
    names: &Names<'_, T>,
) -> Result<(), String> {
    let taken = take(given.lists(), name_of(card), names)?;
    given.list(side, place)?.push(taken);
    Ok(())
}

/// Alters what is on a card, and has it become another one.
pub(crate) fn alter<G: Lists, T: Printed + Clone>(
    given: &mut G,
    name: &str,
    becomes: Option<&String>,
    names: &Names<'_, T>,
    with: impl Fn(&mut G::State),
) -> Result<(), String> {
    let whole = |state: &mut G::State| {
        if let Some(card) = becomes {
            // Under the same name: the one that was printed, if it had no other.
            let name = state.known_as().map_or_else(|| names.name_of(state.card()), str::to_owned);
            state.become_another(card, name);
        }
        with(state);
    };
    match given.alone(name) {
        Some(state) => {
            whole(state);
            Ok(())
        }
        None => given::alter(given.lists(), name, names, whole),
    }
}

/// What is on a card, where a change says something else of it.
pub(crate) trait Replace<T> {
    /// Says that instead.
    fn replace(&mut self, with: &T);
}

impl<T: Clone> Replace<T> for T {
    fn replace(&mut self, with: &T) {
        self.clone_from(with);
    }
}

impl<T: Clone> Replace<T> for Option<T> {
    fn replace(&mut self, with: &T) {
        *self = Some(with.clone());
    }
}

/// Declares the changes of what is given in a game: those of every game, and its own, each with what it does;
/// and what may be altered on a card.
macro_rules! changes {
    (of $game:ty, $given:ty, on $state:ty, in $place:ty, else $usual:expr;
        own { $($(#[$own:meta])* $variant:ident($kind:ty) => $does:expr,)* }
        card { $($(#[$on:meta])* $field:ident: $changed:ty,)* }
    ) => {
        /// A change of what is given.
        #[derive(Clone, Debug, serde::Deserialize, schemars::JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum Change {
            /// Takes a card out of the situation.
            Remove(String),
            /// Puts a card into the situation.
            Add(Add),
            /// Alters what is on a card.
            Card(CardChange),
            /// Moves a card elsewhere.
            Move(Add),
            $($(#[$own])* $variant($kind),)*
        }

        /// A card for a place of a side.
        #[derive(Clone, Debug, serde::Deserialize, schemars::JsonSchema)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        pub struct Add {
            pub card: crate::corpus::yaml::Spanned<crate::engine::script::words::CardGiven<$state>>,
            pub to: crate::engine::cards::Side,
            /// Where; in play if not said.
            #[serde(rename = "in", default = "usual")]
            pub place: $place,
        }

        fn usual() -> $place {
            $usual
        }

        /// What is altered on a card; what is not named stays.
        #[derive(Clone, Debug, Default, serde::Deserialize, schemars::JsonSchema)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
        pub struct CardChange {
            /// The card's name in the scenario.
            pub name: String,
            $($(#[$on])* pub $field: Option<$changed>,)*
            /// Another card in its place, under the same name.
            pub becomes: Option<String>,
        }

        impl crate::engine::script::Alters<$game> for Change {
            fn alter(
                &self,
                given: &mut $given,
                names: &crate::engine::script::Names<'_, crate::engine::script::CardOf<$game>>,
            ) -> Result<(), String> {
                use crate::engine::script::change;
                match self {
                    Self::Remove(name) => change::remove(given, name, names),
                    Self::Add(Add { card, to, place }) => change::add(given, card, (*to, *place)),
                    Self::Move(Add { card, to, place }) => change::shift(given, card, (*to, *place), names),
                    Self::Card(changed) => {
                        change::alter(given, &changed.name, changed.becomes.as_ref(), names, |state| {
                            $(if let Some(new) = &changed.$field {
                                change::Replace::replace(&mut state.$field, new);
                            })*
                        })
                    }
                    $(Self::$variant(value) => {
                        let does: fn(&mut $given, &$kind) = $does;
                        does(given, value);
                        Ok(())
                    })*
                }
            }
        }
    };
}
pub(in crate::engine) use changes;
