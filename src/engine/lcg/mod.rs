//! The policy of *Star Wars: The Card Game*: interrupts and reactions, the six steps of effect
//! resolution, the four steps of damage, the timing chart.
//!
//! | module | holds |
//! |---|---|
//! | `vocabulary` | what cards are written down in, and what is written down of them |
//! | `state` | the game as it stands, and what the cards in it are |
//! | `legality` | what may be done, and why not |
//! | `resolution` | from the intent to what has happened |
//! | `turn` | the steps of a turn |
//! | `engagement` | an engagement, from the objective to its end |
//! | `effects` | the instructions of effects, carried out |
//! | `order` | the turn as a table: what is done at each point, and which point follows |
//! | `refusals` | why an answer is refused |
//! | `policy` | what the kernel asks of a game |
//! | `script` | this game's part of the scenario format |

mod effects;
pub(crate) mod engagement;
pub(crate) mod legality;
mod order;
mod policy;
mod refusals;
pub(crate) mod resolution;
pub(crate) mod script;
pub mod state;
#[cfg(test)]
mod test_support;
pub(crate) mod turn;
pub mod vocabulary;

use crate::engine::kernel;

pub(crate) use engagement::strike::Strike;
pub(crate) use resolution::initiate::Initiate;

/// The rules of this game, for the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lcg;

kernel::types_of!(Lcg);

/// This game's own frames.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// A box of the timing chart, and all that follow it.
    Chart(turn::chart::Chart),
    /// Playing a card or using an ability.
    Initiate(Initiate),
    Strike(Strike),
    /// Effects that were set up for one moment, whose order is to be decided (2.9).
    Simultaneous,
}
