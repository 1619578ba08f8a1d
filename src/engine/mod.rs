//! Replays a situation step by step, naming the basis of every step.
//!
//! One kernel, two rule sets, cards as data: [`kernel`] knows windows, sequences and programs; [`lcg`]
//! says what they mean in *Star Wars: The Card Game*; [`scenario`] reads situations from YAML, plays them and
//! checks what they expect; [`library`] holds the cards.
//!
//! What others call:
//!
//! * [`library::Library::load`]: the cards of a folder of rulings;
//! * [`scenario::load::load`]: the scenarios of a file, or every problem with its place;
//! * [`scenario::load::Loaded::about`]: a scenario's name, title, rulings and variations;
//! * [`scenario::load::Loaded::replay`]: the scenario and its variations, played, with or without rulings: a
//!   [`scenario::Replay`], whose steps and expectations are plain values (walking through them one at a time
//!   is a matter of printing);
//! * [`scenario::load::Loaded::why`]: why a move is, or is not, allowed where the script stops;
//! * [`scenario::coverage::coverage`]: every ruling with its scenarios, its switch, or the reason it has none;
//! * [`schemas`]: the JSON Schemas of the formats.
//!
//! Nothing here reads a file, a clock or a terminal.

pub mod kernel;
pub mod lcg;
pub mod library;
pub mod scenario;
pub mod tcg;

use schemars::{Schema, schema_for};

/// The JSON Schemas of the formats this room reads and of what it returns, by name.
pub fn schemas() -> Vec<(&'static str, Schema)> {
    vec![
        ("lcg-scenarios", schema_for!(Vec<scenario::Scenario<lcg::Lcg>>)),
        ("lcg-abilities", schema_for!(Vec<library::AbilityEntry>)),
        ("tcg-scenarios", schema_for!(Vec<scenario::Scenario<tcg::Tcg>>)),
        ("tcg-abilities", schema_for!(Vec<tcg::library::AbilityEntry>)),
        ("play", schema_for!(Vec<scenario::coverage::PlayEntry>)),
        ("replay", schema_for!(scenario::Replay)),
        ("coverage", schema_for!(scenario::coverage::Coverage)),
    ]
}
