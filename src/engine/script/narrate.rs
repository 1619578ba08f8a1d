//! Steps in words: how a card game records what happens.

use super::{CardTable as _, Game};
use crate::engine::cards::{CardId, Printed as _};
use crate::engine::kernel::{Basis, BookRule, Play, Player, State, Step, Table as _};

/// A step in the making. It is recorded when it says what it rests on, so none can rest on nothing.
#[must_use = "a step is recorded once it says what it rests on"]
pub struct Recording<'p, 'a, G: Game> {
    pub(in crate::engine) play: &'p mut Play<'a, G>,
    kind: G::StepKind,
    text: String,
    actor: Option<Player>,
    about: Vec<CardId>,
    also: Vec<CardId>,
    amount: Option<u32>,
}

impl<'a, G: Game> Play<'a, G> {
    /// Begins a step: its kind, and what happens in words.
    pub fn record<'p>(&'p mut self, kind: G::StepKind, text: impl Into<String>) -> Recording<'p, 'a, G> {
        Recording {
            play: self,
            kind,
            text: text.into(),
            actor: None,
            about: Vec::new(),
            also: Vec::new(),
            amount: None,
        }
    }
}

impl<G: Game> Recording<'_, '_, G> {
    /// The player who acts, if one does.
    pub fn actor(mut self, player: impl Into<Option<Player>>) -> Self {
        self.actor = player.into();
        self
    }

    /// The cards it happens to, or that do it, the first the one that matters most.
    pub fn about(mut self, cards: &[CardId]) -> Self {
        self.about = cards.to_vec();
        self
    }

    /// The cards that it concerns besides: where damage comes from, what a card is attached to.
    pub(crate) fn also(mut self, cards: &[CardId]) -> Self {
        self.also = cards.to_vec();
        self
    }

    /// How much it is about, where a script may say that.
    pub(crate) fn amount(mut self, n: u32) -> Self {
        self.amount = Some(n);
        self
    }

    /// Records it as resting on a ruling.
    pub(crate) fn ruling(self, ruling: &str) {
        self.basis(Basis::Ruling(ruling.into()));
    }

    /// Records it as resting on the rulebook.
    pub fn rulebook(self, rule: impl Into<BookRule>) {
        self.basis(Basis::Rulebook(rule.into()));
    }

    /// Records it as resting on that. A ruling that has been switched off is not cited: the step then rests
    /// on nothing but that it is.
    pub(crate) fn basis(self, basis: Basis) {
        let basis = basis.under(&self.play.state.switches);
        let table = &self.play.state.table;
        let step = Step {
            depth: self.play.depth(),
            kind: self.kind,
            actor: self.actor.map(|player| table.name(player).to_owned()),
            text: self.text,
            amount: self.amount,
            basis,
            subjects: self.about.len(),
            about: self.about.iter().chain(&self.also).map(|id| table.id(*id).to_owned()).collect(),
        };
        self.play.step(step);
    }
}

/// A card's printed name; for an unknown card, the name the scenario gave it.
pub(crate) fn printed_name<G: Game>(state: &State<G>, card: CardId) -> String {
    let table = &state.table;
    table.text(card).map_or_else(|| table.id(card).to_owned(), |text| text.name().to_owned())
}
