//! `judge`: the official rulings of two Star Wars card games, found, quoted, and replayed.
//!
//! The rooms, and the one direction in which they may know each other:
//! corpus ← import, search, deck, engine ← render ← cli ← faces.

pub mod cli;
pub mod corpus;
pub mod deck;
pub mod engine;
pub mod faces;
pub mod import;
pub mod render;
pub mod search;
