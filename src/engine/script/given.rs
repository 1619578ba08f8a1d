//! Cards that are given: which printed card a name means, and which given card a change means.

use std::sync::Arc;

use super::words::{CardGiven, OnCard};
use crate::corpus::yaml::Spanned;
use crate::corpus::{Diagnostic, DiagnosticCode};
use crate::engine::cards::{Cards, Printed, nearest, normalize_name};

/// The cards a scenario may name: its own come before all others.
#[derive(Debug)]
pub struct Names<'c, T> {
    own: Cards<T>,
    library: &'c Cards<T>,
}

impl<'c, T: Printed + Clone> Names<'c, T> {
    /// A scenario's own cards, and those of the library.
    pub fn new(own: &[Spanned<T>], library: &'c Cards<T>) -> Self {
        let mut cards = Cards::default();
        for card in own {
            cards.add(card.value.clone());
        }
        Self { own: cards, library }
    }

    /// The cards of a name.
    pub(crate) fn find(&self, name: &str) -> Vec<Arc<T>> {
        match self.own.find(name) {
            own if own.is_empty() => self.library.find(name),
            own => own,
        }
    }

    /// The one card of a name; of several, the only one whose text is written down.
    ///
    /// # Errors
    /// There is none, or there are several of which that can be said: then the number belongs to the name.
    pub fn printed<A>(&self, file: &str, name: &str, at: &Spanned<A>) -> Result<Arc<T>, Diagnostic> {
        self.printed_for(file, name, at, |_| true)
    }

    /// The same; of several, those that are `mine` come first, if there are any.
    ///
    /// # Errors
    /// As [`Self::printed`].
    pub(crate) fn printed_for<A>(
        &self,
        file: &str,
        name: &str,
        at: &Spanned<A>,
        mine: impl Fn(&T) -> bool,
    ) -> Result<Arc<T>, Diagnostic> {
        let mut found = self.find(name);
        if found.iter().any(|card| mine(card)) {
            found.retain(|card| mine(card));
        }
        match found.as_slice() {
            [one] => Ok(Arc::clone(one)),
            [] => {
                let text = format!("There is no card called {name}.");
                let problem = Diagnostic::error(DiagnosticCode::UnknownCard, at.place(file), text);
                Err(problem.hint(self.near(name)))
            }
            several => {
                let written: Vec<&Arc<T>> = several.iter().filter(|card| card.is_written()).collect();
                if let [one] = written.as_slice() {
                    return Ok(Arc::clone(one));
                }
                let mut whole: Vec<String> = several.iter().map(|card| full_name(card.as_ref())).collect();
                whole.sort();
                let text = format!(
                    "Several cards are called {name}: write the number too, one of {}.",
                    whole.join(", ")
                );
                Err(Diagnostic::error(DiagnosticCode::Scenario, at.place(file), text))
            }
        }
    }

    /// The question whether cards of names like that are meant.
    fn near(&self, name: &str) -> String {
        let names: Vec<_> = self.own.names().chain(self.library.names()).collect();
        let near = nearest(name, names.into_iter());
        if near.is_empty() {
            "A card of the scenario's own is written down under `cards:`.".to_owned()
        } else if near.iter().any(|name| name.contains(',')) {
            let near = near.join("\", \"");
            format!("Is it \"{near}\"? A name with a comma stands in quotation marks.")
        } else {
            format!("Is it {}?", near.join(", "))
        }
    }

    /// A card's printed name, if it is known which card is meant.
    pub(crate) fn name_of(&self, name: &str) -> String {
        match self.find(name).first() {
            Some(card) => card.name().to_owned(),
            None => name.to_owned(),
        }
    }
}

/// A card's name, with its number where it has one.
pub(super) fn full_name<T: Printed>(card: &T) -> String {
    card.number().map_or_else(|| card.name().to_owned(), |number| format!("{} {number}", card.name()))
}

/// Declares what can be on a card that is given, besides its name and the name by which it is known.
macro_rules! card_state {
    ($(#[$meta:meta])* pub struct $name:ident { $($(#[$on:meta])* $field:ident: $kind:ty,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, serde::Deserialize, schemars::JsonSchema)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        pub struct $name {
            /// Its name; with its number, if several cards have that name.
            pub card: String,
            /// The name by which the scenario knows it, if that is not its own.
            #[serde(rename = "as")]
            pub name: Option<String>,
            $($(#[$on])* #[serde(default)] pub $field: $kind,)*
        }

        impl crate::engine::script::words::OnCard for $name {
            fn named(card: &str) -> Self {
                Self { card: card.to_owned(), ..Self::default() }
            }

            fn card(&self) -> &str {
                &self.card
            }

            fn known_as(&self) -> Option<&str> {
                self.name.as_deref()
            }

            fn become_another(&mut self, card: &str, name: String) {
                (self.card, self.name) = (card.to_owned(), Some(name));
            }
        }
    };
}
pub(in crate::engine) use card_state;

/// Cards of one place.
pub(crate) type Given<S> = Vec<Spanned<CardGiven<S>>>;

/// The given card that a change names: by its name in the scenario, else by what is printed on it.
///
/// # Errors
/// A sentence, when there is none, or more than one.
pub(crate) fn given_card<'g, S: OnCard, T: Printed + Clone>(
    lists: Vec<&'g mut Given<S>>,
    name: &str,
    names: &Names<'_, T>,
) -> Result<(&'g mut Given<S>, usize), String> {
    let wanted = normalize_name(name);
    let known = |card: &S| card.known_as().map_or_else(|| names.name_of(card.card()), str::to_owned);
    let by_name = |card: &S| {
        normalize_name(&known(card)) == wanted
            || (card.known_as().is_none() && normalize_name(card.card()) == wanted)
    };
    let printed = names.find(name);
    let by_print = |card: &S| {
        let own = names.find(card.card());
        own.iter().any(|own| printed.iter().any(|other| Arc::ptr_eq(own, other)))
    };
    // Without what distinguishes versions, as lines and expectations may name it.
    let by_own_name = |card: &S| {
        let own = names.find(card.card());
        card.known_as().is_none() && own.iter().any(|own| normalize_name(own.own_name()) == wanted)
    };
    let ways: [&dyn Fn(&S) -> bool; 3] = [&by_name, &by_print, &by_own_name];
    for way in ways {
        let is = |given: &Spanned<CardGiven<S>>| matches!(&given.value, CardGiven::Card(card) if way(card));
        let mut found = lists.iter().enumerate().flat_map(|(list, cards)| {
            cards.iter().enumerate().filter(|(_, c)| is(c)).map(move |(at, _)| (list, at))
        });
        let (first, another) = (found.next(), found.next().is_some());
        drop(found);
        let Some((list, at)) = first else { continue };
        if another {
            return Err(format!("Several cards are called {name}; use the names they were given with `as`."));
        }
        let list = lists.into_iter().nth(list);
        return list.map(|list| (list, at)).ok_or_else(|| format!("There is no card called {name}."));
    }
    Err(format!("There is no card called {name} in the scenario."))
}

/// Takes the given card out that a change names.
///
/// # Errors
/// As [`given_card`].
pub(crate) fn take<S: OnCard, T: Printed + Clone>(
    lists: Vec<&mut Given<S>>,
    name: &str,
    names: &Names<'_, T>,
) -> Result<Spanned<CardGiven<S>>, String> {
    let (list, at) = given_card(lists, name, names)?;
    Ok(list.remove(at))
}

/// Alters the given card that a change names.
///
/// # Errors
/// As [`given_card`].
pub(crate) fn alter<S: OnCard, T: Printed + Clone>(
    lists: Vec<&mut Given<S>>,
    name: &str,
    names: &Names<'_, T>,
    with: impl FnOnce(&mut S),
) -> Result<(), String> {
    let (list, at) = given_card(lists, name, names)?;
    if let CardGiven::Card(state) = &mut list[at].value {
        with(state);
    }
    Ok(())
}

/// The name a given card goes by.
pub(crate) fn name_of<S: OnCard>(card: &CardGiven<S>) -> &str {
    match card {
        CardGiven::Card(card) => card.known_as().unwrap_or(card.card()),
        CardGiven::Unknown(_) => "",
    }
}
