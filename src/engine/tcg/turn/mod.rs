//! The turn, step by step.
//!
//! | module | holds |
//! |---|---|
//! | `chart` | where it stands, and the steps of its own |
//! | `legal` | whether a card may be played, or an ability used, now |
//! | `setup` | what happens before the first turn |
//! | `build_start` | what is due as a build step starts |
//! | `build` | the roll, building, retreating |
//! | `stack` | stacking, attaching, arriving |
//! | `attack` | a unit's turn to act, and its attack |

pub mod attack;
pub(super) mod build;
pub(super) mod build_start;
pub mod chart;
pub mod legal;
pub(super) mod setup;
pub mod stack;
