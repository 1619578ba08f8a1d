//! What every game looks after while it sets a situation up: the problems, and which cards are meant.

use std::sync::Arc;

use super::format::Scenario;
use super::names::card_of;
use super::{CardOf, Game, Names};
use crate::corpus::yaml::Spanned;
use crate::corpus::{Diagnostic, DiagnosticCode};
use crate::engine::cards::{CardId, Cards, Printed, normalize_name};
use crate::engine::kernel::{State, Switches};

/// What is given, as it is set up.
pub trait SetsUp<G: Game> {
    /// Sets up the state in which a scenario begins.
    ///
    /// # Errors
    /// Everything that is wrong with what is given: an unknown card, two cards with one name, a card
    /// attached to nothing, an impossible number, each with its place in the file.
    fn build(
        file: &str,
        scenario: &Scenario<G>,
        cards: &Cards<CardOf<G>>,
        switches: Switches,
    ) -> Result<State<G>, Vec<Diagnostic>>;
}

/// The keywords that a card of a scenario's own may have.
pub(crate) struct KnownKeywords<'k> {
    /// Whether a keyword, as it is printed with its number or cost, is one of them.
    pub is_known: &'k dyn Fn(&str) -> bool,
    pub words: &'k [&'k str],
    /// How they are written, where that may be what is wrong.
    pub hint: Option<&'k str>,
}

/// A situation being set up.
pub(crate) struct Setting<'a, T> {
    file: &'a str,
    cards: Names<'a, T>,
    problems: Vec<Diagnostic>,
}

impl<'a, T: Printed + Clone> Setting<'a, T> {
    pub(crate) fn new(file: &'a str, cards: Names<'a, T>) -> Self {
        Self { file, cards, problems: Vec::new() }
    }

    /// Notes that something is wrong.
    pub(crate) fn problem<A>(&mut self, at: &Spanned<A>, text: impl Into<String>) {
        self.problems.push(Diagnostic::error(DiagnosticCode::Scenario, at.place(self.file), text));
    }

    /// The same, with what to do about it.
    pub(crate) fn problem_with<A>(
        &mut self,
        at: &Spanned<A>,
        text: impl Into<String>,
        hint: impl Into<String>,
    ) {
        let problem = Diagnostic::error(DiagnosticCode::Scenario, at.place(self.file), text);
        self.problems.push(problem.hint(hint));
    }

    /// A card of the scenario's own must be marked as such, and have only keywords that are known.
    pub(crate) fn check_own(&mut self, card: &Spanned<T>, keywords: &KnownKeywords<'_>) {
        let name = card.name();
        if !card.facts().invented && card.number().is_none() {
            let text = format!("{name} is a card of this scenario's own: mark it `invented: true`.");
            self.problem_with(card, text, "A real card has its `number`.");
        }
        for line in card.facts().keywords.iter().filter(|line| !(keywords.is_known)(line)) {
            let known = keywords.words.join(", ");
            let text = format!("{name} has the keyword {line}, which is not known here; known are {known}.");
            match keywords.hint {
                Some(hint) => self.problem_with(card, text, hint),
                None => self.problem(card, text),
            }
        }
    }

    /// What is printed on the card of a name; of several those that are `mine` come first.
    pub(crate) fn printed<A>(
        &mut self,
        name: &str,
        at: &Spanned<A>,
        mine: impl Fn(&T) -> bool,
    ) -> Option<Arc<T>> {
        let found = self.cards.printed_for(self.file, name, at, mine);
        found.map_err(|problem| self.problems.push(problem)).ok()
    }

    /// Notes it where a card is called as one that is there already.
    pub(crate) fn check_name<'n, A>(
        &mut self,
        name: &str,
        mut others: impl Iterator<Item = &'n str>,
        at: &Spanned<A>,
    ) {
        let wanted = normalize_name(name);
        if others.any(|other| normalize_name(other) == wanted) {
            self.problem(
                at,
                format!("Two cards are called {name}: give one of them another name with `as:`."),
            );
        }
    }

    /// The card of a name on the table.
    pub(crate) fn card<G: Game, A>(
        &mut self,
        table: &G::Table,
        name: &str,
        at: &Spanned<A>,
    ) -> Option<CardId> {
        card_of::<G>(table, name).map_err(|text| self.problem(at, text)).ok()
    }

    /// What was set up, where nothing is wrong.
    ///
    /// # Errors
    /// Everything that is.
    pub(crate) fn finish<S>(self, state: S) -> Result<S, Vec<Diagnostic>> {
        if self.problems.is_empty() { Ok(state) } else { Err(self.problems) }
    }
}
