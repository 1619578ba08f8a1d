//! The policy of the *Star Wars Trading Card Game*: the battle phase by speed, attacks, chances to play
//! or pass, the pool of triggered abilities, contested uniques.
//!
//! | file | holds |
//! |---|---|
//! | `ability`, `effect`, `select` | the vocabulary in which cards are written down |
//! | `shorthand` | abilities written as keywords: `Evade 2 for 3` |
//! | `facts`, `library` | what is printed on a card; the cards written down |
//! | `table`, `event` | the cards, and what must be remembered; what happens |
//! | `point`, `choice`, `scope` | the points of a turn; what is decided; what an effect knows |
//! | `filter`, `values`, `pending` | which cards, and what they are now; the damage that is pending |
//! | `refuse`, `targets`, `attackers` | what forbids something, each by its subject |
//! | `possible`, `payable` | whether an instruction could be carried out, whether a cost could be paid |
//! | `legal` | what may be played, and why not |
//! | `chances`, `pool` | chances to play or pass; triggered abilities: triggering, waiting, being held |
//! | `playing` | playing a card or an ability: announce, pay, disrupt, effect |
//! | `dice`, `damage` | rolling dice and the reroll chance; pending damage and the prevention chance |
//! | `leave`, `drawing`, `contest` | where cards go; drawing them; contested uniques and their bids |
//! | `chart`, `order` | the turn, step by step, and in its order |
//! | `setup` | what happens before the first turn |
//! | `build`, `build_start`, `stack` | the command phase: the roll, building, stacking, retreating |
//! | `attack` | a unit's turn to act, and its attack |
//! | `perform`, `program`, `choosing` | the instructions of effects |
//! | `policy` | what the kernel asks of a game |
//! | `narrate`, `readback` | steps, and abilities, in words |
//! | `cite`, `section` | the rulings carried out; the sections of the rulebook |
//! | `steps` | the kinds of step that are recorded |

pub mod ability;
pub mod attack;
mod attackers;
mod build;
mod build_start;
mod chances;
pub mod chart;
pub mod choice;
mod choosing;
pub mod cite;
pub mod contest;
mod damage;
pub mod dice;
mod drawing;
pub mod effect;
pub mod event;
pub mod facts;
pub mod filter;
mod leave;
pub mod legal;
pub mod library;
mod narrate;
mod order;
mod payable;
mod pending;
mod perform;
pub mod playing;
pub mod point;
mod policy;
mod pool;
mod possible;
mod program;
pub mod readback;
mod refuse;
pub mod scene;
pub mod scope;
pub mod section;
pub mod select;
mod setup;
mod shorthand;
pub mod stack;
pub mod steps;
pub mod table;
mod targets;
#[cfg(test)]
mod test_support;
pub mod values;

use crate::engine::kernel;

/// The rules of this game, for the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tcg;

/// A state of this game.
pub type State = kernel::State<Tcg>;
/// A run of this game.
pub type Play<'a> = kernel::Play<'a, Tcg>;
/// An effect in progress.
pub type Program = kernel::Program<Tcg>;
/// Damage pending together.
pub type Sequence = kernel::Sequence<Tcg>;
/// A frame of the stack.
pub type Frame = kernel::Frame<Tcg>;
/// How a frame goes on.
pub type Turn = kernel::Turn<Tcg>;

/// Something that may have to be asked first.
pub type Decision<T> = Result<T, Box<kernel::Question<Tcg>>>;

/// This game's own frames.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// The turn: a step of it, and all that follow.
    Chart(chart::Chart),
    /// An attack.
    Attack(attack::Attacking),
    /// Dice being rolled.
    Dice(dice::Dice),
    /// A card or an ability being played.
    Play(playing::Playing),
    /// A contest between two unique units.
    Contest(contest::Contest),
    /// A finished card comes into play where there is a choice how.
    Arrive(stack::Arriving),
    /// A player orders the triggered abilities he has waiting.
    Order(kernel::Player),
    /// Damage that was gathered is prevented and taken together.
    Release,
}
