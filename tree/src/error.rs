//! Errors of reading a tree: what is wrong, and where.

use serde::de::{Expected, Unexpected};

use super::format::Position;

/// The value is not what the type expects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeError(Box<Inner>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Inner {
    place: Option<Position>,
    said: String,
}

impl TreeError {
    /// By convention of error types, the message starts in lower case and has no full stop.
    #[cold]
    pub(super) fn new(said: impl Into<String>) -> Self {
        Self(Box::new(Inner { place: None, said: said.into() }))
    }

    /// Adds a position, unless a more precise one is known.
    #[cold]
    pub(super) fn at(mut self, place: Position) -> Self {
        self.0.place.get_or_insert(place);
        self
    }

    /// The position, if known.
    pub fn place(&self) -> Option<Position> {
        self.0.place
    }
}

impl std::fmt::Display for TreeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.said)
    }
}

impl std::error::Error for TreeError {}

impl serde::de::Error for TreeError {
    fn custom<T: std::fmt::Display>(said: T) -> Self {
        Self::new(said.to_string())
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(format!("expected {}, found {}", plainly(&expected.to_string()), shown(found)))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(found, expected)
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        Self::new(format!("expected {}, found {length} items", plainly(&expected.to_string())))
    }

    fn unknown_variant(word: &str, expected: &'static [&'static str]) -> Self {
        unknown("word", word, expected)
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        unknown("field", field, expected)
    }

    fn missing_field(field: &'static str) -> Self {
        Self::new(format!("missing field `{field}`"))
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::new(format!("the field `{field}` stands twice"))
    }
}

fn unknown(what: &str, said: &str, expected: &[&str]) -> TreeError {
    let known = if expected.is_empty() {
        String::new()
    } else {
        format!(", expected one of {}", expected.join(", "))
    };
    TreeError::new(format!("unknown {what} `{}`{known}", truncated(said)))
}

/// The first line of a text, truncated to fit into a message.
pub(super) fn truncated(text: &str) -> std::borrow::Cow<'_, str> {
    const MAX_SHOWN: usize = 40;
    let line = text.lines().next().unwrap_or_default();
    match line.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]).into(),
        None if line.len() < text.trim_end().len() => format!("{line}…").into(),
        None => line.into(),
    }
}

fn shown(found: Unexpected<'_>) -> String {
    match found {
        Unexpected::Bool(value) => format!("`{value}`"),
        Unexpected::Unsigned(number) => format!("`{number}`"),
        Unexpected::Signed(number) => format!("`{number}`"),
        Unexpected::Str(text) => format!("`{}`", truncated(text)),
        Unexpected::Seq => "a list".to_owned(),
        Unexpected::Map => "`field: value`".to_owned(),
        Unexpected::Unit | Unexpected::Option => "nothing".to_owned(),
        other => other.to_string(),
    }
}

/// Translates serde's description of a Rust type for people who write YAML.
fn plainly(expected: &str) -> &str {
    match expected {
        "a string" => "a text",
        "a boolean" => "`true` or `false`",
        "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "a sequence" => "a list",
        "a map" => "`field: value`",
        "unit" => "nothing",
        other if other.starts_with("struct ") => "`field: value`",
        other if other.starts_with("enum ") || other.ends_with(" identifier") => "a single word",
        other if other.starts_with("a tuple ") || other.starts_with("tuple ") => "a list",
        other => other,
    }
}
