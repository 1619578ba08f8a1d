//! Properties of each reader for arbitrary input, shared by the fuzzers under `fuzz/` and the replay of their
//! kept inputs (`tests/kept_inputs.rs`).

#![allow(dead_code)] // each fuzzer calls one of them

mod deck;
pub mod decks;
pub mod import;
mod query;
#[cfg(feature = "serve")]
mod request;
mod yaml;

pub use deck::deck;
pub use import::import;
pub use query::query;
#[cfg(feature = "serve")]
pub use request::request;
pub use yaml::yaml;

use judge::render::Style;
use judge::render::style::{escaped, is_unsafe};

/// Checks one input.
type Reader = fn(&[u8]);

/// Every reader by name, which is also the name of its fuzzer and of the folder of its kept inputs.
pub const READERS: &[(&str, Reader)] = &[
    ("deck", deck),
    ("import", import),
    ("query", query),
    #[cfg(feature = "serve")]
    ("request", request),
    ("yaml", yaml),
];

/// A narrow terminal without colours, so that every escape sequence comes from the input.
fn narrow() -> Style {
    Style::plain(40)
}

/// Asserts that a printed text contains no control characters.
#[track_caller]
fn shown(text: &str) {
    let found = text.chars().find(|c| is_unsafe(*c));
    assert_eq!(found, None, "this would reach the terminal in {text:?}");
}

/// The same for JSON as the program prints it.
#[track_caller]
fn shown_json(value: &impl serde::Serialize) -> String {
    let json = serde_json::to_string(value).expect("it is JSON");
    shown(&escaped(&json));
    json
}

/// Whether to check determinism, for every eighth input: enough to notice dependence on anything but the
/// input, at little cost.
fn again(bytes: &[u8]) -> bool {
    bytes.iter().fold(0_u8, |sum, b| sum.wrapping_add(*b)).is_multiple_of(8)
}
