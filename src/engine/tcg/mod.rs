//! The policy of the *Star Wars Trading Card Game*: the battle phase by speed, attacks, chances to play
//! or pass, the pool of triggered abilities, contested uniques.
//!
//! | file | holds |
//! |---|---|
//! | `ability`, `effect`, `select` | the vocabulary in which cards are written down |
//! | `shorthand` | abilities written as keywords: `Evade 2 for 3` |
//! | `facts` | what is printed on a card |
//! | `table` | the cards, and what must be remembered |
//! | `chart` | the turn, step by step |
//! | `setup` | what happens before the first turn |
//! | `build`, `build_start`, `stack` | the command phase: the roll, building, stacking, retreating |
//! | `attack` | a unit's turn to act, and its attack |
//! | `dice`, `damage` | rolling dice and the reroll chance; pending damage and the prevention chance |
//! | `pool` | triggered abilities: triggering, waiting, being held |
//! | `contest` | contested uniques and their bids |
//! | `playing` | playing a card or an ability: announce, pay, disrupt, effect |
//! | `perform` | the instructions of effects |
//! | `legal`, `targets` | what may be played, and why not |
//! | `filter`, `values` | which cards, and what they are now |
//! | `cite`, `section` | the rulings carried out; the sections of the rulebook |
//! | `steps` | the kinds of step that are recorded |

pub mod ability;
pub mod attack;
mod build;
mod build_start;
pub mod chart;
pub mod choice;
pub mod cite;
pub mod contest;
mod damage;
pub mod dice;
pub mod effect;
pub mod event;
pub mod facts;
pub mod filter;
mod leave;
pub mod legal;
pub mod library;
mod narrate;
mod perform;
pub mod playing;
mod policy;
mod pool;
pub mod readback;
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
