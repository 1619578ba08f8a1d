//! Replays a situation step by step, naming the basis of every step.

pub mod kernel;
pub mod lcg;
pub mod library;
pub mod scenario;
pub mod tcg;
