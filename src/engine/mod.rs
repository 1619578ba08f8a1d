//! Replays a situation step by step, naming the basis of every step.
//!
//! The layers, each knowing only those above it in this table:
//!
//! | layer | holds |
//! |---|---|
//! | [`kernel`] | a game as a value: windows, sequences, programs, questions |
//! | [`cards`] | what every card game has: cards, their names, a library of them |
//! | [`script`] | situations: read, built, played, answered, expected |
//! | [`lcg`], [`tcg`] | a vocabulary, a board and a policy each |
//! | [`games`] | which games there are |
//! | [`scenario`] | scenarios of either game, by the file and by the ruling |
//!
//! What others call:
//!
//! * [`CardLibrary::load`]: the cards of a folder of rulings;
//! * [`scenario::load::load`]: the scenarios of a file, or every problem with its place;
//! * [`scenario::load::Loaded::about`]: a scenario's name, title, rulings and variations;
//! * [`scenario::load::Loaded::replay`]: the scenario and its variations, played, with or without rulings: a
//!   [`scenario::Replay`], whose steps and expectations are plain values (walking through them one at a time
//!   is a matter of printing);
//! * [`scenario::load::Loaded::why`]: why a move is, or is not, allowed where the script stops;
//! * [`scenario::coverage::coverage`]: every ruling with its scenarios, its switch, or the reason it has
//!   none;
//! * [`schemas`]: the JSON Schemas of the formats.
//!
//! Nothing here reads a file, a clock or a terminal.

pub mod cards;
pub mod games;
pub mod kernel;
pub mod lcg;
pub mod scenario;
pub mod script;
pub mod tcg;

use schemars::{Schema, schema_for};

pub use games::CardLibrary;

/// The JSON Schemas of the formats that the engine reads and of what it returns, by name.
pub fn schemas() -> Vec<(&'static str, Schema)> {
    let mut all = games::schemas();
    all.extend([
        ("play", schema_for!(Vec<scenario::coverage::PlayEntry>)),
        ("replay", schema_for!(scenario::Replay)),
        ("coverage", schema_for!(scenario::coverage::Coverage)),
    ]);
    all
}
