//! What is said of a document beforehand, and why one cannot be imported at all.

use crate::corpus::Game;
use crate::corpus::document::{Day, Source};

/// No document may be larger, in bytes. The longest FAQ of either game has a twentieth of it.
pub const LARGEST: u64 = 2 * 1024 * 1024;

/// No document may have more paragraphs, headings and list items than this. The longest FAQ has a tenth of
/// them.
pub(super) const MAX_BLOCKS: usize = 10_000;

/// The form a document comes in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Markdown, its paragraphs kept apart by blank lines.
    Markdown,
    /// Plain text, such as `pdftotext` makes of a PDF file, with or without `-layout`.
    Plain,
    /// A web page.
    Html,
}

/// What is known about a document beforehand; everything may be left to be found out.
#[derive(Debug, Clone, Default)]
pub struct Options {
    pub game: Option<Game>,
    pub form: Option<Form>,
    /// The document's id.
    pub id: Option<String>,
    pub version: Option<String>,
    /// The day from which it is in force.
    pub date: Option<Day>,
    /// The document's own file, to be named in its entry.
    pub source: Option<Source>,
    /// The series it replaces an older document of.
    pub series: Option<String>,
    pub title: Option<String>,
    /// What citations of it begin with.
    pub cite: Option<String>,
    /// For a house document: who decided, and where.
    pub house: Option<(String, String)>,
}

/// Why a document cannot be imported at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// More bytes than [`LARGEST`].
    #[error("it is larger than {} MB, the most that is read; is it a rules document?", LARGEST >> 20)]
    TooLarge,
    /// Bytes that are no UTF-8 text.
    #[error("line {line}, column {column} is not UTF-8 text; {}", if *pdf { "turn the PDF file into text first: pdftotext -layout FILE.pdf" } else { "save it as UTF-8" })]
    NotUtf8 {
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
        /// Whether the file is a PDF file.
        pdf: bool,
    },
    /// A file of a word processor, or an archive.
    #[error("it is {what} and no text; {step}")]
    NoText {
        /// What it is.
        what: &'static str,
        /// What to do with it.
        step: &'static str,
    },
    /// More paragraphs than a rules document has.
    #[error("it has more than {} paragraphs; is it a rules document?", MAX_BLOCKS)]
    TooMany,
    /// No day from which it is in force.
    #[error("{}say from which day it is in force: --date 2014-10-06", printed.as_ref().map_or_else(|| "no date was found in it; ".to_owned(), |p| format!("{p} is printed in it, which is no date; ")))]
    Undated {
        /// What is printed like a date and is none.
        printed: Option<String>,
    },
    /// A month, and no day of it.
    #[error(
        "{printed} is printed in it, which names no day; say from which day it is in force: --date 2014-10-06"
    )]
    NoDay { printed: String },
    /// A day among its rulings, and none in front of them.
    #[error(
        "{day} stands among its rulings, and no date in front of them; say from which day it is in force: --date {day}"
    )]
    Inside {
        /// The first such day.
        day: Day,
    },
    /// Not one letter or digit.
    #[error(
        "there is no text in it; was the PDF file a picture of its pages, or the page saved before it was shown?"
    )]
    Empty,
}
