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
pub use corpus::{Authority, Certainty, Day, Diagnostic, Game, Kind, Ruling};
pub use deck::{Code, DeckReport, Finding, Verdict};
pub use engine::scenario::{BasisKind, Checked, Played, Replay, StepOut};
pub use search::{Answer, AnswerKind, Confidence, Hit};

/// What the fields of the other types consist of.
pub mod parts {
    pub use crate::corpus::cards::Side;
    pub use crate::corpus::diagnostic::{DiagnosticCode, Location, Severity};
    pub use crate::corpus::digest_info::{Certain, DigestInfo};
    pub use crate::corpus::languages::Language;
    pub use crate::corpus::ruling::{CardRef, Correction, DocumentRef, InForce, TitleBy};
    pub use crate::corpus::weight::Weight;
    pub use crate::deck::list::DeckFormat;
    pub use crate::deck::report::{CardAt, IfNamed, LikelyOutcome};
    pub use crate::engine::script::report::{Changed, NewErratum, NotInForce};
    pub use crate::search::answer::{SubAnswer, Timing};
    pub use crate::search::answerability::Evidence;
    pub use crate::search::build::Subject;
    pub use crate::search::languages::Translated;
    pub use crate::search::rank::TermExplanation;
    pub use crate::search::scoring::ScoreParts;
    pub use crate::search::terms::SpellingCorrection;
}
