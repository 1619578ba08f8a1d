//! A [`Diagnostic`] describes what is wrong with a file and where. It is a value; rendering it is another
//! module's job.

use serde::Serialize;

/// How serious a [`Diagnostic`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The file cannot be used as it is.
    Error,
    /// The file is usable, but someone should look at it.
    Warning,
}

/// Declares the codes together with their names, so that [`DiagnosticCode::ALL`] cannot miss one.
macro_rules! codes {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$doc:meta])* $code:ident = $word:literal,)+ }) => {
        $(#[$meta])*
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $word)] $code,)+
        }

        impl $name {
            /// Every code, in alphabetical order.
            pub const ALL: &[Self] = &[$(Self::$code),+];

            /// The code as displayed.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$code => $word,)+
                }
            }
        }
    };
}

codes! {
    /// The kind of problem, as explained by `judge explain`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
    pub enum DiagnosticCode {
        /// A reference to a card, set or product that does not exist.
        CardLink = "card-link",
        /// A house ruling that says no where another ruling says yes, or the other way round.
        Contradiction = "contradiction",
        /// A recorded correction that does not match the document's words.
        Correction = "correction",
        /// An incomplete entry of the digest.
        Digest = "digest",
        /// A change to the rulebook that no entry of the digest mentions.
        DigestLink = "digest-link",
        /// A malformed entry of `documents.yaml`.
        Document = "document",
        /// Two lines describe the card of one number, or of one name and set.
        DuplicateCard = "duplicate-card",
        /// An id that an earlier entry has already.
        DuplicateId = "duplicate-id",
        /// A value that must not be empty.
        Empty = "empty",
        /// A file that cannot be read.
        File = "file",
        /// An entry for another game than the rest of its file.
        Game = "game",
        /// A later official ruling that affects a house ruling.
        HouseTouched = "house-touched",
        /// A house document that does not say who ruled.
        HouseWho = "house-who",
        /// A malformed id.
        Id = "id",
        /// A reference to a ruling that does not exist.
        Link = "link",
        /// A ruling as long as a whole document.
        LongRuling = "long-ruling",
        /// Two rulings with nearly the same text.
        NearDuplicate = "near-duplicate",
        /// Versions that are not in chronological order.
        Order = "order",
        /// An invalid statement of what a ruling means for play.
        Play = "play",
        /// A word that looks like a scanning error.
        ScanningError = "scanning-error",
        /// A scenario that cannot be played as written.
        Scenario = "scenario",
        /// A source document that is missing or was modified.
        Source = "source",
        /// An ask that finds another ruling than its own.
        StrayedAsk = "strayed-ask",
        /// A link to a ruling that is no longer in force.
        SupersededLink = "superseded-link",
        /// A document that supersedes a much larger one.
        Supersedes = "supersedes",
        /// A card name that is not in the card lists.
        UnknownCard = "unknown-card",
        /// A spot that an import flagged as uncertain.
        Unsure = "unsure",
        /// A `--why` that matches no step.
        Why = "why",
        /// A YAML error.
        Yaml = "yaml",
    }
}

/// A place in a file. Lines and columns count from 1.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Location {
    /// The path as the user gave it.
    pub file: String,
    /// Line number; 0 for the file as a whole.
    pub line: usize,
    /// Column in characters; 0 for the whole line or file.
    pub column: usize,
    /// Length in characters; 0 for a point.
    pub length: usize,
}

impl Location {
    /// The file as a whole, without a line.
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

/// One problem in a file that a person wrote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// Its kind, which `judge explain` explains.
    pub code: DiagnosticCode,
    /// Whether it stops a search.
    pub severity: Severity,
    /// A sentence that names the thing and says what was expected.
    pub message: String,
    /// The file, with line and column where known.
    pub place: Location,
    /// The next step, if there is one to suggest.
    pub hint: Option<String>,
    /// The ids of the rulings affected, if any.
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

    /// Adds a suggested next step.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds a ruling that is affected.
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
