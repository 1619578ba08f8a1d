//! Reads YAML so that every value can say where it stands, and every error says file, line and column.

use std::marker::PhantomData;
use std::ops::Deref;

use serde::de::{DeserializeOwned, Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::diagnostic::{Diagnostic, Place};

/// More errors than this in one file are not listed: somebody should correct the first ones before reading on.
const MAX_ERRORS: usize = 200;
/// For every error that is listed the file is read once more. No more bytes than this are, or a large file with many
/// errors would take minutes.
const MAX_REREAD_BYTES: usize = 16 << 20;

/// A value together with its place in the YAML file it was read from.
///
/// It compares, hashes and prints like the value alone. Use it for every field a later check may have to point at.
#[derive(Clone)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Line, from 1; 0 for a value that was not read from a file.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Length in characters of the text it was read from.
    pub length: usize,
}

impl<T> Spanned<T> {
    /// A value that comes from no file.
    pub fn without_span(value: T) -> Self {
        Self { value, line: 0, column: 0, length: 0 }
    }

    /// Its place in `file`.
    pub fn place(&self, file: &str) -> Place {
        Place { file: file.to_owned(), line: self.line, column: self.column, length: self.length }
    }

    /// The same place with another value.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned { value: f(self.value), line: self.line, column: self.column, length: self.length }
    }
}

impl<T> Deref for Spanned<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: std::fmt::Debug> std::fmt::Debug for Spanned<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.value.fmt(f)
    }
}

impl<T: std::fmt::Display> std::fmt::Display for Spanned<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.value.fmt(f)
    }
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Spanned<T> {}

impl<T: std::hash::Hash> std::hash::Hash for Spanned<T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

impl<T: PartialOrd> PartialOrd for Spanned<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl<T: Ord> Ord for Spanned<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.value.cmp(&other.value)
    }
}

/// By this name a [`super::tree`] knows that a value is read with its place.
pub(super) const SPANNED: &str = "judge::At";

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Spanned<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(SPANNED, SpannedVisitor(PhantomData))
    }
}

/// A value with its place, as the reader of YAML hands it over, or as a tree does: line, column, length, value.
struct SpannedVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for SpannedVisitor<T> {
    type Value = Spanned<T>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a value")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Spanned<T>, D::Error> {
        let spanned = serde_yaml::Spanned::<T>::deserialize(deserializer)?;
        let at = spanned.referenced;
        Ok(Spanned {
            value: spanned.value,
            line: usize::try_from(at.line()).unwrap_or(0),
            column: usize::try_from(at.column()).unwrap_or(0),
            length: at.span().len() as usize,
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Spanned<T>, A::Error> {
        let mut place = || seq.next_element()?.ok_or_else(|| A::Error::missing_field("place"));
        let (line, column, length) = (place()?, place()?, place()?);
        let value = seq.next_element()?.ok_or_else(|| A::Error::missing_field("value"))?;
        Ok(Spanned { value, line, column, length })
    }
}

impl<T: serde::Serialize> serde::Serialize for Spanned<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

impl<T: schemars::JsonSchema> schemars::JsonSchema for Spanned<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        T::schema_name()
    }
    fn schema_id() -> std::borrow::Cow<'static, str> {
        T::schema_id()
    }
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        T::json_schema(generator)
    }
}

/// Reads one value that fills a whole file.
///
/// # Errors
/// One diagnostic, with the place of the first thing that is not as expected.
pub fn one<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, Diagnostic> {
    serde_yaml::from_str_with_options(text, options()).map_err(|e| diagnostic(file, &e))
}

/// Reads a file that is one YAML list and reports every item that is not as expected, not only the first.
///
/// An item that cannot be read is left out of the result and stands among the diagnostics.
pub fn list<T: DeserializeOwned>(file: &str, text: &str) -> (Vec<T>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let most = (MAX_REREAD_BYTES / text.len().max(1)).clamp(1, MAX_ERRORS);
    let mut text = std::borrow::Cow::Borrowed(text);
    loop {
        let error = match serde_yaml::from_str_with_options::<Vec<T>>(&text, options()) {
            Ok(items) => return (items, diagnostics),
            Err(error) => error,
        };
        let found = diagnostic(file, &error);
        let line = found.place.line;
        diagnostics.push(found);
        match without_item(&text, line) {
            Some(rest) if diagnostics.len() < most => text = std::borrow::Cow::Owned(rest),
            _ => return (Vec::new(), diagnostics),
        }
    }
}

/// The text with the list item around `line` (from 1) blanked, so that the other lines keep their numbers;
/// `None` when the line belongs to no item of the outermost list.
fn without_item(text: &str, line: usize) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let starts = |l: &&str| l.starts_with("- ") || *l == "-";
    let upto = lines.get(..line.min(lines.len()))?;
    let first = upto.iter().rposition(starts)?;
    let end = lines[first + 1..].iter().position(starts).map_or(lines.len(), |n| first + 1 + n);
    let kept = |(n, l): (usize, &&str)| {
        if (first..end).contains(&n) { String::new() } else { (*l).to_owned() }
    };
    Some(lines.iter().enumerate().map(kept).collect::<Vec<_>>().join("\n"))
}

fn options() -> serde_yaml::Options {
    let mut options = serde_yaml::Options::default();
    // Only `true` and `false` are truth values: `on`, `yes` and `no` are words a judge writes.
    options.strict_booleans = true;
    if let Some(budget) = options.budget.as_mut() {
        // The card facts of both games are some hundred thousand nodes; anything ten times that is no file of ours.
        budget.max_events = 6_000_000;
        budget.max_nodes = 3_000_000;
    }
    options
}

fn diagnostic(file: &str, error: &serde_yaml::Error) -> Diagnostic {
    let place = error.location().map_or_else(
        || Place::file(file),
        |at| Place {
            file: file.to_owned(),
            line: usize::try_from(at.line()).unwrap_or(0),
            column: usize::try_from(at.column()).unwrap_or(0),
            length: at.span().len() as usize,
        },
    );
    let said = error.without_snippet().to_string();
    // The place stands in front of every diagnostic; the reader's own "at line …" would say it twice.
    let said = said.rsplit_once(" at line ").map_or(said.as_str(), |(before, _)| before);
    Diagnostic::error("yaml", place, sentence(said))
}

/// What the YAML reader says in its own terms, and what it means to somebody who writes a file.
const PLAIN: [(&str, &str); 5] = [
    ("expected mapping start", "expected `field: value` here"),
    ("expected sequence start", "expected a list here, each item behind `- `"),
    ("expected string scalar", "expected a text here"),
    ("externally tagged enum expected scalar or mapping", "expected a single word here"),
    ("unknown variant", "unknown word"),
];

/// What the YAML reader says to whoever calls it, and what that means to somebody who writes a file.
const READER_ERRORS: [(&str, &str); 3] = [
    ("from_str_multiple", "this is a second document in one file; take the line `---` out"),
    ("weak recursion", "this refers to itself"),
    ("udget", "this is larger, or refers to itself more often, than any file of rulings"),
];

/// Turns a reader's fragment ("missing field `id`") into a sentence.
fn sentence(fragment: &str) -> String {
    let meant_by = READER_ERRORS.iter().find(|(own, _)| fragment.contains(own)).map(|(_, plain)| *plain);
    let fragment = meant_by.unwrap_or(fragment);
    let plain = PLAIN.iter().find_map(|(own, plain)| {
        let rest = fragment.trim().get(own.len()..)?;
        fragment.trim()[..own.len()].eq_ignore_ascii_case(own).then(|| format!("{plain}{rest}"))
    });
    let fragment = plain.as_deref().unwrap_or(fragment);
    let mut chars = fragment.trim().trim_end_matches('.').chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.{}", chars.as_str(), did_you_mean(fragment))
}

/// The word that was meant, where one of those expected is like the one that is unknown.
fn did_you_mean(fragment: &str) -> String {
    let Some((said, expected)) = fragment.split_once("expected one of ") else { return String::new() };
    let Some(said) = said.split('`').nth(1) else { return String::new() };
    let words =
        expected.split([',', ' ']).map(|word| word.trim_matches(['`', '.'])).filter(|word| !word.is_empty());
    let scored = words.map(|word| (strsim::jaro_winkler(word, said), word));
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(score, _)| *score > 0.8);
    best.map_or_else(String::new, |(_, word)| format!(" Perhaps `{word}` is meant."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Item {
        id: Spanned<String>,
        #[serde(default)]
        number: Option<u32>,
    }

    #[test]
    fn every_broken_item_is_reported_and_the_others_are_read() {
        let text = "# head\n- id: 0056\n- idd: x\n- id: b\n  number: twelve\n- id: c\n  number: 3\n";
        let (items, found) = list::<Item>("a.yaml", text);
        assert_eq!(items.iter().map(|i| i.id.as_str()).collect::<Vec<_>>(), ["0056", "c"]);
        assert_eq!((items[1].id.line, items[1].id.column, items[1].number), (6, 7, Some(3)));
        let places: Vec<String> = found.iter().map(|d| d.place.to_string()).collect();
        assert_eq!(places, ["a.yaml:3:3", "a.yaml:5:11"]);
    }

    #[test]
    fn of_a_large_file_fewer_errors_are_listed() {
        let broken = "- idd: x\n".repeat(MAX_ERRORS);
        let listed = |text: &str| list::<Item>("a.yaml", text).1.len();
        assert_eq!(listed(&broken), MAX_ERRORS);
        assert_eq!(listed(&format!("{}{broken}", "# remarks\n".repeat(400_000))), 4);
    }

    #[test]
    fn what_the_reader_says_of_itself_is_told_to_the_writer() {
        assert_eq!(sentence("Recursive references require weak recursion types"), "This refers to itself.");
        let several = sentence("multiple YAML documents detected; use from_str_multiple or another");
        assert_eq!(several, "This is a second document in one file; take the line `---` out.");
        let (_, found) = list::<Item>("a.yaml", "- &a\n  id: *a\n");
        assert_eq!(found.iter().map(|d| d.message.as_str()).collect::<Vec<_>>(), ["This refers to itself."]);
    }

    #[test]
    fn a_file_that_is_no_list_is_one_error() {
        let (items, found) = list::<Item>("a.yaml", "a: b\n");
        assert!(items.is_empty());
        assert_eq!(found.len(), 1);
    }
}
