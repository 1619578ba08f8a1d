//! What the user says about a document in advance, and why one may be refused.

use crate::corpus::Game;
use crate::corpus::document::{Day, Precision, Source};

/// The maximum size of a document, in bytes. The longest FAQ of either game has a twentieth of that.
pub const MAX_SIZE: u64 = 2 * 1024 * 1024;

/// The maximum number of blocks in a document. The longest FAQ has a tenth of that.
pub(super) const MAX_BLOCKS: usize = 10_000;

/// The form of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Markdown, with blank lines between paragraphs.
    Markdown,
    /// Plain text, such as `pdftotext` makes of a PDF file, with or without `-layout`.
    Plain,
    /// A web page.
    Html,
}

/// What the user says about a document; everything is optional.
#[derive(Debug, Clone, Default)]
pub struct Options {
    pub game: Option<Game>,
    pub form: Option<Form>,
    pub id: Option<String>,
    pub version: Option<String>,
    /// When it takes effect.
    pub date: Option<Day>,
    /// Whether that day is known, or only its year.
    pub precision: Precision,
    /// The document's own file, to be recorded in its entry.
    pub source: Option<Source>,
    /// The series it belongs to.
    pub series: Option<String>,
    pub title: Option<String>,
    /// The prefix of its citations.
    pub cite: Option<String>,
    /// For a house document: who decided, and where.
    pub house: Option<(String, String)>,
}

/// Why a document cannot be imported at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It is larger than [`MAX_SIZE`].
    #[error("it is larger than {} MB, the most that is read; is it a rules document?", MAX_SIZE >> 20)]
    TooLarge,
    /// It is not UTF-8.
    #[error("line {line}, column {column} is not UTF-8 text; {}", if *pdf { "turn the PDF file into text first: pdftotext -layout FILE.pdf" } else { "save it as UTF-8" })]
    NotUtf8 {
        /// The line of the first invalid byte, from 1.
        line: usize,
        /// Its column in characters, from 1.
        column: usize,
        /// Whether it is a PDF file.
        pdf: bool,
    },
    /// It is a word processor's file, or an archive.
    #[error("it is {what} and no text; {step}")]
    NoText {
        what: &'static str,
        /// How to get a text from it.
        step: &'static str,
    },
    /// It has more paragraphs than any rules document.
    #[error("it has more than {} paragraphs; is it a rules document?", MAX_BLOCKS)]
    TooMany,
    /// It has no date.
    #[error("{}say from which day it is in force: --date 2014-10-06", printed.as_ref().map_or_else(|| "no date was found in it; ".to_owned(), |p| format!("{p} is printed in it, which is no date; ")))]
    Undated {
        /// Something printed like a date that is not one.
        printed: Option<String>,
    },
    /// It gives a month, but no day.
    #[error(
        "{printed} is printed in it, which names no day; say from which day it is in force: --date 2014-10-06"
    )]
    NoDay { printed: String },
    /// It gives only the year of a copyright line.
    #[error(
        "no date was found in it but the year {year} of a copyright line; say from which day it is in force: --date \
         2014-10-06, or --date {year} if only the year is known"
    )]
    CopyrightYear { year: i16 },
    /// It gives a date only among its rulings.
    #[error(
        "{day} stands among its rulings, and no date in front of them; say from which day it is in force: --date {day}"
    )]
    Inside {
        /// The first such date.
        day: Day,
    },
    /// It has not a single letter or digit.
    #[error(
        "there is no text in it; was the PDF file a picture of its pages, or the page saved before it was shown?"
    )]
    Empty,
}
