//! The policy of *Star Wars: The Card Game*: interrupts and reactions, the six steps of effect
//! resolution, the four steps of damage, the timing chart.
//!
//! | file | holds |
//! |---|---|
//! | `ability`, `effect`, `gives`, `event`, `select` | the vocabulary in which cards are written down |
//! | `facts`, `library` | what is printed on a card; the cards written down |
//! | `table` | the cards, and what must be remembered |
//! | `chart`, `stage` | the timing chart, box by box; how far a box, or an event, has come |
//! | `policy`, `choice`, `scope`, `settle`, `ends` | what the kernel asks of a game |
//! | `legal`, `refusals`, `options`, `targets` | what may be done, and why not |
//! | `initiate`, `paying` | the six steps |
//! | `perform`, `choosing`, `moving`, `damaging`, `tokens`, `combat`, `stopping` | instructions of effects |
//! | `happen`, `damage`, `leave` | events |
//! | `engage`, `edge`, `fate`, `strike`, `reward` | an engagement, from the objective to its end |
//! | `force` | commitment and the Force struggle |
//! | `filter`, `values` | which cards, and what they are now |
//! | `narrate`, `readback` | steps, and abilities, in words |
//! | `cite` | the rulings carried out |
//! | `steps` | the kinds of step that are recorded |

pub mod ability;
pub mod chart;
pub mod choice;
mod choosing;
pub mod cite;
mod combat;
pub(crate) mod damage;
mod damaging;
mod edge;
pub mod effect;
mod ends;
pub(crate) mod engage;
pub mod event;
pub mod facts;
mod fate;
pub mod filter;
pub mod force;
pub mod gives;
mod happen;
mod initiate;
mod leave;
pub mod legal;
pub mod library;
mod moving;
mod narrate;
mod options;
mod paying;
mod perform;
mod policy;
pub mod readback;
mod refusals;
mod reward;
pub mod scene;
pub mod scope;
pub mod select;
mod settle;
mod stage;
pub mod steps;
mod stopping;
mod strike;
pub mod table;
mod targets;
#[cfg(test)]
mod test_support;
mod tokens;
pub mod values;

use crate::engine::kernel;

pub use initiate::Initiate;
pub use strike::Strike;

/// The rules of this game, for the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lcg;

/// A state of this game.
pub type State = kernel::State<Lcg>;
/// A run of this game.
pub type Play<'a> = kernel::Play<'a, Lcg>;
/// An effect in progress.
pub type Program = kernel::Program<Lcg>;
/// Events that happen together.
pub type Sequence = kernel::Sequence<Lcg>;
/// A frame of the stack.
pub type Frame = kernel::Frame<Lcg>;
/// How a frame goes on.
pub type Turn = kernel::Turn<Lcg>;

/// This game's own frames.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// A box of the timing chart, and all that follow it.
    Chart(chart::Chart),
    /// Playing a card or using an ability.
    Initiate(Initiate),
    /// A strike.
    Strike(Strike),
    /// Effects that were set up for one moment, whose order is to be decided (2.9).
    Simultaneous,
}
