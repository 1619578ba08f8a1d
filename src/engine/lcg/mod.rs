//! The policy of *Star Wars: The Card Game*: interrupts and reactions, the six steps of effect
//! resolution, the four steps of damage, the timing chart.
//!
//! | file | holds |
//! |---|---|
//! | `ability`, `effect`, `gives`, `event`, `select` | the vocabulary in which cards are written down |
//! | `facts`, `library` | what is printed on a card; the cards written down |
//! | `table` | the cards, and what must be remembered |
//! | `point`, `stage` | the points of a turn; how far one of them, or an event, has come |
//! | `choice`, `scope` | what is decided; what an effect knows |
//! | `filter`, `values` | which cards, and what they are now |
//! | `refuse`, `limits`, `hosts` | refusals; how often; on what |
//! | `targets`, `triggers`, `strikers` | what may be targeted, what is answered, who may strike |
//! | `possible`, `payable` | whether an effect could do something, whether a cost could be paid |
//! | `legal`, `options` | what may be done in a window; everything that may |
//! | `initiate` | the six steps |
//! | `happen`, `damage`, `leave`, `battle`, `settle`, `ends` | events, and what follows of itself |
//! | `chart`, `order` | the boxes of the timing chart, and their order |
//! | `engage`, `edge`, `fate`, `strike`, `reward` | an engagement, from the objective to its end |
//! | `force` | commitment and the Force struggle |
//! | `perform`, `program`, `choosing` | the instructions of effects, and what they share |
//! | `moving`, `damaging`, `tokens`, `combat`, `stopping` | instructions, by their subject |
//! | `policy`, `refusals` | what the kernel asks of a game; why an answer is refused |
//! | `narrate`, `readback` | steps, and abilities, in words |
//! | `cite`, `steps` | the rulings carried out; the kinds of step that are recorded |

pub mod ability;
mod battle;
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
mod hosts;
mod initiate;
mod leave;
pub mod legal;
pub mod library;
mod limits;
mod moving;
mod narrate;
mod options;
mod order;
mod payable;
mod perform;
pub mod point;
mod policy;
mod possible;
mod program;
pub mod readback;
mod refusals;
mod refuse;
mod reward;
pub mod scene;
pub mod scope;
pub mod select;
mod settle;
mod stage;
pub mod steps;
mod stopping;
mod strike;
mod strikers;
pub mod table;
mod targets;
#[cfg(test)]
mod test_support;
mod tokens;
mod triggers;
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
/// What somebody decided, or the question that must be answered first.
type Decision<T> = Result<T, Box<kernel::Question<Lcg>>>;

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
