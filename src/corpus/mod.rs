//! The rulings: entries, documents, card facts; loaded, validated, cited.

pub mod diagnostic;
pub mod yaml;
