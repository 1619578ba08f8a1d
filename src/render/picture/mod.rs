//! Pictures of a replay: time downward, each response a box within the sequence it interrupts, each step with
//! the player who acts (a letter, a line and a colour, so that any one of them is enough) and what it rests
//! on.

mod html;
mod mermaid;
mod svg;
mod tree;

pub use html::{Words, article, page};
pub use mermaid::mermaid;
pub use svg::{style_hash, svg};
