//! What must hold of any input, by reader. The fuzzers under `fuzz/` and the replay of the inputs they kept
//! (`tests/kept_inputs.rs`) call these same functions.

#![allow(dead_code)] // each fuzzer calls one of them

mod deck;
pub mod decks;
mod import;
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

/// What tries one input.
type Reader = fn(&[u8]);

/// Every reader with its name, which is also that of the fuzzer and of the folder of its kept inputs.
pub const READERS: &[(&str, Reader)] = &[
    ("deck", deck),
    ("import", import),
    ("query", query),
    #[cfg(feature = "serve")]
    ("request", request),
    ("yaml", yaml),
];

/// A narrow terminal without colours, in which every escape comes from the input.
fn narrow() -> Style {
    Style::plain(40)
}

/// Holds what is to be printed to showing control characters, never obeying them.
#[track_caller]
fn shown(text: &str) {
    let found = text.chars().find(|c| is_unsafe(*c));
    assert_eq!(found, None, "this would reach the terminal in {text:?}");
}

/// The same of JSON, as the program prints it.
#[track_caller]
fn shown_json(value: &impl serde::Serialize) -> String {
    let json = serde_json::to_string(value).expect("it is JSON");
    shown(&escaped(&json));
    json
}

/// Whether to do again what has to come out alike: of every eighth input, which is enough to meet what hangs
/// on more than the input, and costs little.
fn again(bytes: &[u8]) -> bool {
    bytes.iter().fold(0_u8, |sum, b| sum.wrapping_add(*b)).is_multiple_of(8)
}
