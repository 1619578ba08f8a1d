//! Scenarios of either game: read, replayed, dated, and laid beside the rulings they show.
//!
//! How a scenario is written and played is the script's ([`super::script`]); which games there are,
//! [`super::games`] knows.

pub(crate) mod as_of;
pub mod cards;
pub mod coverage;
pub(crate) mod find;
pub mod load;

pub(crate) use super::games::About;
pub use super::script::{BasisKind, Checked, Game, Options, Played, Replay, StepOut};
pub(crate) use super::script::{Changed, NewErratum, NotInForce, Why};
pub use as_of::AsOfReplay;
pub(crate) use find::Chosen;
