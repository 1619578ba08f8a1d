//! The trace: what happened, step by step, and on what basis.

use std::fmt;

use super::Switches;

/// Why a step happens as it does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Basis {
    /// An official ruling: an entry's id, with the clause where there is one (`lcg:3.6#2`).
    Ruling(String),
    /// A rule of the game's rulebook.
    Rulebook(BookRule),
    /// An ability of a card: the card's name.
    Card(String),
    /// No rule: how the question asked is answered at all: by how many, by one of which.
    Question,
    /// No rule: what this program, or the scenario, says of itself.
    Program(String),
    /// The documents do not say; what was chosen instead, and by whom.
    Unspecified(String),
}

impl Basis {
    /// What it is where some rulings are played without: one of them is no basis.
    pub(crate) fn under(self, switches: &Switches) -> Self {
        match self {
            Self::Ruling(citation) if !switches.on(&citation) => {
                Self::Program(format!("played without {citation}"))
            }
            other => other,
        }
    }
}

/// A rule of the game's rulebook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BookRule {
    /// Where it stands there.
    pub place: &'static str,
    /// The entries that say it in other words, the one to cite first.
    pub says: &'static [&'static str],
}

impl From<&'static str> for BookRule {
    /// A rule of which only the place is known.
    fn from(place: &'static str) -> Self {
        Self { place, says: &[] }
    }
}

impl fmt::Display for BookRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.place)?;
        self.says.first().map_or(Ok(()), |id| write!(f, "; {id}"))
    }
}

/// One step of a replay; `K` are the kinds there are in its game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step<K> {
    /// How deeply nested: how many responses are still in progress around it.
    pub depth: usize,
    pub kind: K,
    /// The player who acts, if one does.
    pub actor: Option<String>,
    /// The step in words.
    pub text: String,
    /// How much it is about, where a script may say that: what is paid, how many hits are assigned.
    pub amount: Option<u32>,
    /// Why.
    pub basis: Basis,
    /// The ids of the cards concerned, the first the one that matters most.
    pub about: Vec<String>,
    /// How many of them, from the first, it happens to, or who do it; the others are only named beside them.
    pub subjects: usize,
}

impl<K> Step<K> {
    /// A step at the top that happens to no card.
    pub(crate) fn at_the_top(kind: K, actor: Option<String>, text: String, basis: Basis) -> Self {
        Self { depth: 0, kind, actor, text, amount: None, basis, about: Vec::new(), subjects: 0 }
    }

    /// Whether it happens to the card of an id, or that card does it.
    pub(crate) fn is_about(&self, fits: impl Fn(&str) -> bool) -> bool {
        self.about.iter().take(self.subjects).any(|id| fits(id))
    }
}
