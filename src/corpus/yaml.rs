//! Reads YAML so that every value knows its source position and every error names file, line and column.

use std::marker::PhantomData;
use std::ops::Deref;

use judge_tree::{Node, SPANNED, TreeError, encode};
use serde::de::{DeserializeOwned, Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::diagnostic::{Diagnostic, DiagnosticCode, Location};

/// No more errors than this are reported per file: the first ones should be fixed before reading on.
const MAX_ERRORS: usize = 200;
/// Each unscannable spot requires rescanning the rest of the file. This limit, in bytes, keeps a large file
/// with many such spots from taking minutes.
const MAX_RESCANNED_BYTES: usize = 16 << 20;

/// A value together with its position in the YAML file.
///
/// Compares, hashes and prints like the value alone. Use it for every field that a later check may have to
/// point at.
#[derive(Clone)]
pub struct Spanned<T> {
    pub value: T,
    /// Line, from 1; 0 for a value that does not come from a file.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Length in characters of the source text.
    pub length: usize,
}

impl<T> Spanned<T> {
    /// Wraps a value that does not come from a file.
    pub(crate) fn without_span(value: T) -> Self {
        Self { value, line: 0, column: 0, length: 0 }
    }

    pub fn place(&self, file: &str) -> Location {
        Location { file: file.to_owned(), line: self.line, column: self.column, length: self.length }
    }

    /// Transforms the value, keeping its position.
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

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Spanned<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(SPANNED, SpannedVisitor(PhantomData))
    }
}

/// Receives the position and the value from a [`Node`].
struct SpannedVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for SpannedVisitor<T> {
    type Value = Spanned<T>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a value")
    }

    /// Buffered values (untagged enums) have lost their position, and JSON has none.
    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Spanned<T>, D::Error> {
        T::deserialize(deserializer).map(Spanned::without_span)
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

/// Reads a file that consists of a single value.
///
/// # Errors
/// One diagnostic, at the first problem.
pub fn one<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, Diagnostic> {
    let read = |tree: Vec<u8>| Node::root(&tree)?.read();
    encode(text).and_then(read).map_err(|error| diagnostic(file, &error))
}

/// Reads a file that consists of a list, reporting every malformed item rather than only the first.
///
/// Malformed items are left out of the result.
pub fn list<T: DeserializeOwned>(file: &str, text: &str) -> (Vec<T>, Vec<Diagnostic>) {
    let (tree, mut diagnostics) = scan(file, text);
    let listed = match tree.as_deref().map(Node::list) {
        Some(Ok(items)) => Some(items),
        Some(Err(error)) => {
            diagnostics.push(diagnostic(file, &error));
            None
        }
        None => None,
    };
    let mut items = Vec::new();
    for item in listed.into_iter().flatten() {
        match item.read() {
            Ok(item) => items.push(item),
            Err(error) => diagnostics.push(diagnostic(file, &error)),
        }
        if diagnostics.len() >= MAX_ERRORS {
            items.clear();
            break;
        }
    }
    diagnostics.sort_by_key(|found| (found.place.line, found.place.column));
    (items, diagnostics)
}

/// Encodes a text without the items that cannot be scanned, and reports those.
fn scan(file: &str, text: &str) -> (Option<Vec<u8>>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let most = (MAX_RESCANNED_BYTES / text.len().max(1)).clamp(1, MAX_ERRORS);
    let mut text = std::borrow::Cow::Borrowed(text);
    loop {
        let error = match encode(&text) {
            Ok(tree) => return (Some(tree), diagnostics),
            Err(error) => error,
        };
        let found = diagnostic(file, &error);
        let line = found.place.line;
        diagnostics.push(found);
        match without_item(&text, line) {
            Some(rest) if diagnostics.len() < most => text = std::borrow::Cow::Owned(rest),
            _ => return (None, diagnostics),
        }
    }
}

/// The text with the outermost list item around `line` (from 1) blanked out, so that line numbers are
/// preserved. `None` if the line belongs to no item.
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

fn diagnostic(file: &str, error: &TreeError) -> Diagnostic {
    let place = error.place().map_or_else(
        || Location::file(file),
        |at| Location { file: file.to_owned(), line: at.line, column: at.column, length: at.length },
    );
    Diagnostic::error(DiagnosticCode::Yaml, place, sentence(&error.to_string()))
}

/// Turns an error fragment ("missing field `id`") into a sentence.
fn sentence(fragment: &str) -> String {
    let mut chars = fragment.trim().trim_end_matches('.').chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.{}", chars.as_str(), did_you_mean(fragment))
}

/// Suggests the expected name most similar to an unknown one.
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
    fn not_every_error_of_thousands_is_listed() {
        let broken = "- idd: x\n".repeat(2 * MAX_ERRORS);
        assert_eq!(list::<Item>("a.yaml", &broken).1.len(), MAX_ERRORS);
    }

    #[test]
    fn of_a_large_file_fewer_places_that_cannot_be_scanned_are_listed() {
        let broken = "- a: b: c\n".repeat(MAX_ERRORS);
        let listed = |text: &str| list::<Item>("a.yaml", text).1.len();
        assert_eq!(listed(&broken), MAX_ERRORS);
        assert_eq!(listed(&format!("{}{broken}", "# remarks\n".repeat(400_000))), 4);
    }

    #[test]
    fn what_is_wrong_with_the_yaml_is_reported_to_its_writer() {
        let reported = |text: &str| {
            let (_, found) = list::<Item>("a.yaml", text);
            found.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
        };
        let cases = [
            ("- &a\n  id: *a\n", "a.yaml:2:7: This refers to itself."),
            (
                "- id: a\n---\n- id: b\n",
                "a.yaml:2:1: This is a second document in one file; take the line `---` out.",
            ),
            ("- id: a\n  id: b\n", "a.yaml:2:3: The field `id` stands twice."),
            ("- id: !house a\n", "a.yaml:1:14: The tag `!house` means nothing here; take it out."),
            (
                "- &a {id: x}\n- <<: *a\n",
                "a.yaml:2:3: `<<` takes fields from elsewhere, which is not done here; write them out.",
            ),
            ("- [a: b\n", "a.yaml:1:3: The bracket `[` is never closed."),
            ("- id: *a\n", "a.yaml:1:7: There is no `&` of this name before it."),
            (
                "- id: a: b\n",
                "a.yaml:1:8: No `:` may stand here; put quotation marks around a text that has one.",
            ),
            ("- id:\n", "a.yaml:1:5: Expected a text here, found nothing."),
            ("- id: [a]\n", "a.yaml:1:7: Expected a text here."),
            (
                "- id: a\n  number: 99999999999\n",
                "a.yaml:2:11: The number 99999999999 is too large or too small here.",
            ),
            ("- number: 1\n", "a.yaml:1:3: Missing field `id`."),
            ("- a\n", "a.yaml:1:3: Expected `field: value` here, found `a`."),
            (
                "- !!str 5\n- ! 5\n- !!map {id: a}\n",
                "a.yaml:1:9: Expected `field: value` here, found `5`.\na.yaml:2:5: Expected `field: value` here, found `5`.",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(reported(text), expected, "{text}");
        }
    }

    #[test]
    fn a_file_that_is_no_list_is_one_error() {
        let (items, found) = list::<Item>("a.yaml", "a: b\n");
        assert!(items.is_empty());
        assert_eq!(found.len(), 1);
    }
}
