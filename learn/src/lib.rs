//! What an index learns from asks: which of the players' words stand for which of the book's, and how to keep
//! the profiles of similar rulings apart.
//!
//! Numbers in, numbers out, and half of the time it takes to build an index. A crate of its own so that it
//! can be compiled for speed where the rest is not: in tests, which build many indexes, and in a release
//! optimized for size. Stems are numbers from 0 on, assigned by the caller.

mod classifier;
mod profile;
mod refine;
mod translate;

pub use classifier::{Classifier, DIMENSIONS, Vector, add, dot};
pub use profile::{Component, Profiles, idf};
pub use translate::{Expander, Model, Pair, StemWeights, counted, floor, gain_over_floor};

/// The sum of vectors of one length, in their order: that of floating-point numbers must not depend on which
/// thread was ready first.
fn summed(parts: Vec<Vec<f32>>) -> Vec<f32> {
    let add = |mut all: Vec<f32>, part: Vec<f32>| {
        all.iter_mut().zip(part).for_each(|(all, by)| *all += by);
        all
    };
    parts.into_iter().reduce(add).unwrap_or_default()
}
