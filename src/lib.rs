//! `judge`: the official rulings of two Star Wars card games, found, quoted, and replayed.
//!
//! Another program opens a [`Judge`] and asks it: [`Judge::answer`], [`Judge::ruling`],
//! [`Judge::check_decks`], [`Judge::replay`]. The programs in `examples/` are each some twenty lines.
//! Everything else is what the `judge` program is made of: left out of this documentation, open to its tests
//! where they need it, and free to change from one version to the next.
//!
//! ```
//! use judge::{Authority, Day, Game, Judge, Kind, Ruling};
//!
//! let judge = Judge::built_in()?;
//! let ruling: Ruling = judge.ruling("lcg:3.1")?.expect("it is held");
//! assert_eq!((ruling.game, ruling.kind), (Game::Lcg, Kind::Clarification));
//! assert_eq!(ruling.authority, Authority::Official);
//! let before = Day("2012-01-01".parse().expect("a day"));
//! assert!(ruling.is_in_force(None) && !ruling.is_in_force(Some(before)));
//! # Ok::<(), judge::Error>(())
//! ```
//!
//! The modules, and the one direction in which they may know each other:
//! corpus ← import, search, deck, engine ← render ← cli ← faces.

mod api;
#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod corpus;
#[doc(hidden)]
pub mod deck;
#[doc(hidden)]
pub mod engine;
#[doc(hidden)]
pub mod faces;
#[doc(hidden)]
pub mod import;
#[doc(hidden)]
pub mod render;
#[doc(hidden)]
pub mod search;

pub use api::{Error, Judge};
pub use corpus::{Authority, Day, Diagnostic, Game, Kind, Ruling};
pub use deck::{Certainty, Code, DeckReport, Finding, Verdict};
pub use engine::scenario::{BasisKind, Checked, Played, Replay, StepOut};
pub use search::{Answer, AnswerKind, Confidence, Hit};
