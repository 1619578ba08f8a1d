//! `judge`: the official rulings of two Star Wars card games, found, quoted, and replayed.
//!
//! Another program opens a [`Judge`] and asks it: [`Judge::answer`], [`Judge::ruling`], [`Judge::check_decks`],
//! [`Judge::replay`]. The programs in `examples/` are each some twenty lines. Everything else is what the `judge` program is
//! made of: left out of this documentation, open to its tests where they need it, and free to change from one version to the next.
//!
//! The modules, and the one direction in which they may know each other:
//! corpus ← import, search, deck, engine ← render ← cli ← faces.

#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod corpus;
#[doc(hidden)]
pub mod deck;
#[doc(hidden)]
pub mod engine;
mod face;
#[doc(hidden)]
pub mod faces;
#[doc(hidden)]
pub mod import;
#[doc(hidden)]
pub mod render;
#[doc(hidden)]
pub mod search;

pub use corpus::{Authority, Day, Diagnostic, Game, Kind, Ruling};
pub use deck::{Certainty, Code, DeckReport, Finding, Verdict};
pub use engine::scenario::{Checked, Played, Replay, StepOut};
pub use face::{Error, Judge};
pub use search::{Answer, AnswerKind, Confidence, Hit};
