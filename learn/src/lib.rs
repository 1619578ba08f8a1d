//! What an index learns from the asks: which of the player's words stand for which of the book's, and how
//! the profiles of rulings differ that a question could be taken for.
//!
//! It is numbers in, numbers out, and half of the time that an index takes. As a crate of its own it is
//! compiled for speed even where the rest is not: for the tests, which build many indexes, and in a program
//! whose other code is compiled to be small.

mod refine;
mod translate;

pub use refine::refined;
pub use translate::{Model, Pair, WeightedStems, floor, gain_over_floor};
