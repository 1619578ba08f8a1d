//! The policy of the *Star Wars Trading Card Game*: the battle phase by speed, attacks, chances to play
//! or pass, the pool of triggered abilities, contested uniques.
//!
//! | module | holds |
//! |---|---|
//! | `vocabulary` | what cards are written down in, and what is written down of them |
//! | `state` | the game as it stands, and what the cards in it are |
//! | `legality` | what may be done, and why not |
//! | `resolution` | from the intent to what has happened |
//! | `turn` | the steps of a turn |
//! | `effects` | the instructions of effects, carried out |
//! | `order` | the turn as a table: what is done at each point, and which point follows |
//! | `policy` | what the kernel asks of a game |
//! | `script` | this game's part of the scenario format |

mod effects;
mod legality;
mod order;
mod policy;
pub(crate) mod resolution;
pub(crate) mod script;
pub mod state;
#[cfg(test)]
mod test_support;
pub(crate) mod turn;
pub mod vocabulary;

use crate::engine::kernel;

/// The rules of this game, for the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tcg;

kernel::types_of!(Tcg);

/// This game's own frames.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// The turn: a step of it, and all that follow.
    Chart(turn::chart::Chart),
    Attack(turn::attack::Attacking),
    /// Dice being rolled.
    Dice(resolution::dice::Dice),
    /// A card or an ability being played.
    Play(resolution::playing::Playing),
    /// A contest between two unique units.
    Contest(resolution::contest::Contest),
    /// A finished card comes into play where there is a choice how.
    Arrive(turn::stack::Arriving),
    /// A player orders the triggered abilities he has waiting.
    Order(kernel::Player),
    /// Damage that was gathered is prevented and taken together.
    Release,
}
