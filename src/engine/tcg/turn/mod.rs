//! The turn, step by step.
//!
//! | module | holds |
//! |---|---|
//! | `chart` | where it stands, and the steps of its own |
//! | `untimely` | why an ability belongs to another kind of chance |
//! | `legal` | whether a card may be played, or an ability used, now |
//! | `setup` | what happens before the first turn |
//! | `build_start` | what is due as a build step starts |
//! | `build` | the roll, building, retreating |
//! | `stack` | stacking, attaching, arriving |
//! | `attack` | a unit's turn to act, and its attack |

pub(crate) mod attack;
pub(super) mod build;
pub(super) mod build_start;
pub(crate) mod chart;
pub(crate) mod legal;
pub(super) mod setup;
pub(crate) mod stack;
mod untimely;
