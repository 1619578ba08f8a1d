//! How things look, not what they mean: terminal output, Markdown, HTML and JSON are renderings of the same
//! values.

pub mod answer;
#[cfg(any(feature = "pictures", feature = "prompt"))]
pub mod base64;
pub mod card;
pub mod deck;
#[cfg(feature = "serve")]
pub(crate) mod deck_page;
pub(crate) mod deck_sheet;
pub mod diagnostic;
pub mod diff;
pub mod explain;
pub mod import;
pub mod json;
pub(crate) mod on_page;
#[cfg(feature = "pictures")]
pub(crate) mod page;
#[cfg(feature = "pictures")]
pub mod picture;
pub mod replay;
pub mod ruling;
#[cfg(feature = "pictures")]
pub mod slip;
pub mod style;
pub mod undecided;

pub use style::Style;

/// An output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// For people, on a terminal.
    #[default]
    Text,
    /// Markdown, for pasting.
    Markdown,
    /// JSON, for programs.
    Json,
}
