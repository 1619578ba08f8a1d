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
    pub code: &'static str,
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
    pub about: Vec<String>,
}

impl Diagnostic {
    /// An error at `place`.
    pub fn error(code: &'static str, place: Location, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            place,
            hint: None,
            about: Vec::new(),
        }
    }

    /// A warning at `place`.
    pub fn warning(code: &'static str, place: Location, message: impl Into<String>) -> Self {
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
        self.about.push(ruling.to_owned());
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
