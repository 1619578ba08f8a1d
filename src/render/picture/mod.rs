//! Pictures of a replay. Time runs downward, a response is a box within the sequence it interrupts, and each
//! step shows what it rests on and who acts: by letter, line style and colour, any one of which is
//! sufficient.

mod html;
mod mermaid;
mod svg;
mod tree;

pub use html::{CitedText, article, page};
pub use mermaid::mermaid;
pub use svg::{style_hash, svg};
