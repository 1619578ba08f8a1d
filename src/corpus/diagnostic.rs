//! What is wrong with a file, and where: a value, printed by somebody else.

use serde::Serialize;

/// How grave a [`Diagnostic`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The file cannot be used as it is.
    Error,
    /// The file can be used; somebody should look at it.
    Warning,
}

/// Declares the codes, each with its word, so that none is missing from their list.
macro_rules! codes {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$doc:meta])* $code:ident = $word:literal,)+ }) => {
        $(#[$meta])*
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $word)] $code,)+
        }

        impl $name {
            /// Every code.
            pub const ALL: &[Self] = &[$(Self::$code),+];

            /// The code as it is written.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$code => $word,)+
                }
            }
        }
    };
}

codes! {
    /// What is wrong, as `judge explain` explains it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
    pub enum DiagnosticCode {
        /// A card, set or product that another file names and that is not there.
        CardLink = "card-link",
        /// A correction of a document that does not fit its words.
        Correction = "correction",
        /// A rule in our own words that is not whole.
        Digest = "digest",
        /// A change of the rulebook that no rule in our own words knows of.
        DigestLink = "digest-link",
        /// A document that is not as documents are.
        Document = "document",
        /// A card that is there twice.
        DuplicateCard = "duplicate-card",
        /// An id that is there twice.
        DuplicateId = "duplicate-id",
        /// Nothing where something is needed.
        Empty = "empty",
        /// A file that cannot be read.
        File = "file",
        /// An entry of another game than its file.
        Game = "game",
        /// A later official ruling that touches an event's own.
        HouseTouched = "house-touched",
        /// A document of an event without who ruled there.
        HouseWho = "house-who",
        /// An id that is not as ids are.
        Id = "id",
        /// A ruling that is referred to and is not there.
        Link = "link",
        /// A ruling as long as a document.
        LongRuling = "long-ruling",
        /// Two rulings that say nearly the same.
        NearDuplicate = "near-duplicate",
        /// Versions out of order.
        Order = "order",
        /// What a ruling means for play, said wrongly.
        Play = "play",
        /// A word as scanners misread it.
        ScanningError = "scanning-error",
        /// A scenario that cannot be played as it is written.
        Scenario = "scenario",
        /// A document's file that is missing or changed.
        Source = "source",
        /// An ask that finds another ruling.
        StrayedAsk = "strayed-ask",
        /// A link to a ruling no longer in force.
        SupersededLink = "superseded-link",
        /// A document that replaces a much larger one.
        Supersedes = "supersedes",
        /// A card that is not among the cards.
        UnknownCard = "unknown-card",
        /// What an import was unsure of.
        Unsure = "unsure",
        /// A `--why` that names no step.
        Why = "why",
        /// YAML that cannot be read.
        Yaml = "yaml",
    }
}

/// A place in a file: line and column count from 1; `length` is in characters (0 when only a point is known).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Location {
    /// The file's path as it was given.
    pub file: String,
    /// Line, from 1; 0 when the whole file is meant.
    pub line: usize,
    /// Column in characters, from 1; 0 when the whole line or file is meant.
    pub column: usize,
    /// How many characters from there are meant.
    pub length: usize,
}

impl Location {
    /// The file as a whole.
    pub fn file(file: &str) -> Self {
        Self { file: file.to_owned(), line: 0, column: 0, length: 0 }
    }
}

impl std::fmt::Display for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.line, self.column) {
            (0, _) => write!(f, "{}", self.file),
            (line, 0) => write!(f, "{}:{line}", self.file),
            (line, column) => write!(f, "{}:{line}:{column}", self.file),
        }
    }
}

/// One thing that is wrong, or looks wrong, in a file a person wrote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// A stable code, explained by `judge explain CODE`.
    pub code: DiagnosticCode,
    /// Error or warning.
    pub severity: Severity,
    /// A sentence that names the thing and says what was expected.
    pub message: String,
    /// Where it is.
    pub place: Location,
    /// The next step, where there is one to suggest.
    pub hint: Option<String>,
    /// The ids of the rulings that have it, where it is one's or several's.
    #[serde(skip)]
    pub about: Box<[String]>,
}

impl Diagnostic {
    pub fn error(code: DiagnosticCode, place: Location, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            place,
            hint: None,
            about: Box::default(),
        }
    }

    pub fn warning(code: DiagnosticCode, place: Location, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, place, message) }
    }

    /// The same, with a next step.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The same, said to be of a ruling too.
    #[must_use]
    pub fn about(mut self, ruling: &str) -> Self {
        let mut about = std::mem::take(&mut self.about).into_vec();
        about.push(ruling.to_owned());
        self.about = about.into();
        self
    }
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.place, self.message)?;
        match &self.hint {
            Some(hint) => write!(f, " {hint}"),
            None => Ok(()),
        }
    }
}
