//! What an index learns from asks: which of the players' words stand for which of the book's, and how to keep
//! the profiles of similar rulings apart.
//!
//! Numbers in, numbers out, and half of the time it takes to build an index. A crate of its own so that it
//! can be compiled for speed where the rest is not: in tests, which build many indexes, and in a release
//! optimized for size. Stems are numbers from 0 on, assigned by the caller.

mod profile;
mod refine;
mod translate;

pub use profile::{Component, Profiles, idf};
pub use translate::{Expander, Model, Pair, StemWeights, counted, floor, gain_over_floor};
