//! Scenarios of either game: read, replayed, dated, and laid beside the rulings they show.
//!
//! How a scenario is written and played is the script's ([`super::script`]); which games there are,
//! [`super::games`] knows.

pub mod as_of;
pub mod cards;
pub mod coverage;
pub mod find;
pub mod load;

pub use super::script::{
    About, BasisKind, Changed, Checked, Game, NewErratum, NotInForce, Options, Played, Replay, Scenario,
    StepOut, Why,
};
pub use as_of::AsOfReplay;
pub use find::Chosen;
