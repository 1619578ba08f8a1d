//! Pictures of a replay. Time runs downward, a response is a box within the sequence it interrupts, and each
//! step shows what it rests on and who acts: by letter, line style and colour, any one of which is
//! sufficient.

mod html;
mod mermaid;
mod svg;
mod tree;

pub use html::{CitedText, article, page};
pub use mermaid::mermaid;
pub use svg::style_hash;
pub use svg::svg;

/// What is to be known of documents that are not held.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Notices {
    /// Those in force on the day: this affects how to read the replay, and comes first.
    pub not_held: Vec<String>,
    /// Those that are later than the ones cited; below the words cited.
    pub newer: Vec<String>,
}
