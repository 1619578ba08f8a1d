//! What a YAML file says, as bytes that are read without being scanned again.
//!
//! Scanning is nearly all the time that reading YAML takes. A tree is what scanning finds: every scalar, list and mapping
//! in the order of the file, each with its place. [`encode`] makes it, [`Node`] hands it to the types. Whatever is read
//! of YAML is read of its tree, kept or made that moment, so that each type has one reader. Of YAML a tree takes what
//! people write: tags that are not YAML's own, merged keys and keys that are lists are errors.

mod error;
mod format;
mod node;

use std::collections::{BTreeMap, BTreeSet};

use granit_parser::{ErrorKind, Event, Parser, ScalarStyle, ScanError, Span, Tag};

pub use error::TreeError;
pub(super) use format::SPANNED;
use format::{LIST, MAPPING, PLAIN, Place, QUOTED, head, put_number};
pub use node::Node;

/// Lists and mappings within one another are followed so deep.
const DEEPEST: usize = 48;
/// Anchored nodes are repeated up to so many bytes, and so many bytes of them are kept for that.
const MAX_REPEATED: usize = 1 << 20;

/// What begins the tags that are YAML's own.
const YAML_TAG: &str = "tag:yaml.org,2002:";

const TOO_LARGE: &str = "this is larger, or refers to itself more often, than any file of rulings";

/// What was read so far of a file.
#[derive(Default)]
struct Encoder {
    open: Vec<Open>,
    whole: Option<Vec<u8>>,
    documents: usize,
    /// What is anchored, by its anchor.
    anchored: BTreeMap<usize, Vec<u8>>,
    /// How many bytes were anchored and repeated.
    repeated: usize,
}

/// A list or mapping that has begun and not yet ended.
struct Open {
    /// [`LIST`] or [`MAPPING`].
    kind: u8,
    place: Place,
    /// How many nodes it has; of a mapping, keys and values.
    nodes: usize,
    /// The keys of a mapping.
    keys: BTreeSet<String>,
    /// Its anchor; 0 for none.
    anchor: usize,
    bytes: Vec<u8>,
}

/// The tree of a YAML text.
///
/// # Errors
/// What the scanner cannot read, and what no file of ours has; with its place.
pub fn encode(text: &str) -> Result<Vec<u8>, TreeError> {
    let mut encoder = Encoder::default();
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| unscannable(&error))?;
        let place = place(&span);
        encoder.event(event, place).map_err(|error| error.at(place))?;
    }
    Ok(encoder.whole.unwrap_or_else(|| {
        // Of an empty file it is as if nothing stood at its beginning.
        let mut nothing = Vec::new();
        put_scalar(PLAIN, "", (1, 1, 0), &mut nothing);
        nothing
    }))
}

impl Encoder {
    fn event(&mut self, event: Event<'_>, place: Place) -> Result<(), TreeError> {
        match event {
            Event::DocumentStart(..) => {
                self.documents += 1;
                match self.documents {
                    1 => Ok(()),
                    _ => {
                        Err(TreeError::new("this is a second document in one file; take the line `---` out"))
                    }
                }
            }
            Event::Scalar(value, style, anchor, tag) => {
                let kind = scalar_kind(style, tag.as_deref())?;
                self.check_key(kind, &value)?;
                let mut bytes = Vec::with_capacity(value.len() + 8);
                put_scalar(kind, &value, place, &mut bytes);
                self.done(bytes, anchor)
            }
            Event::SequenceStart(_, anchor, tag) => self.begin(LIST, anchor, tag.as_deref(), place),
            Event::MappingStart(_, anchor, tag) => self.begin(MAPPING, anchor, tag.as_deref(), place),
            Event::SequenceEnd | Event::MappingEnd => match self.open.pop() {
                Some(open) => {
                    let anchor = open.anchor;
                    self.done(open.close(), anchor)
                }
                None => Ok(()),
            },
            Event::Alias(anchor) => self.repeat(anchor, place),
            // Where the file and its document begin and end, and remarks.
            _ => Ok(()),
        }
    }

    /// The name of a field stands once, is a word, and is what it says.
    fn check_key(&mut self, kind: u8, value: &str) -> Result<(), TreeError> {
        let Some(parent) = self.open.last_mut().filter(|open| open.is_at_key()) else { return Ok(()) };
        if kind == PLAIN && value == "<<" {
            return Err(TreeError::new(
                "`<<` takes fields from elsewhere, which is not done here; write them out",
            ));
        }
        match parent.keys.insert(value.to_owned()) {
            true => Ok(()),
            false => Err(TreeError::new(format!("the field `{value}` stands twice"))),
        }
    }

    fn begin(&mut self, kind: u8, anchor: usize, tag: Option<&Tag>, place: Place) -> Result<(), TreeError> {
        let own = if kind == LIST { "seq" } else { "map" };
        if let Some(tag) = tag.map(Tag::to_string).filter(|tag| tag.strip_prefix(YAML_TAG) != Some(own)) {
            return Err(unknown_tag(&tag));
        }
        if self.open.last().is_some_and(Open::is_at_key) {
            return Err(TreeError::new("the name of a field is a word; a list or mapping cannot be one"));
        }
        if self.open.len() >= DEEPEST {
            return Err(TreeError::new("this is nested more deeply than any file of rulings"));
        }
        self.open.push(Open { kind, place, nodes: 0, keys: BTreeSet::new(), anchor, bytes: Vec::new() });
        Ok(())
    }

    /// Puts a node where it belongs: into the list or mapping that is open, or it is the whole.
    fn done(&mut self, bytes: Vec<u8>, anchor: usize) -> Result<(), TreeError> {
        if anchor != 0 {
            self.count(bytes.len())?;
            self.anchored.insert(anchor, bytes.clone());
        }
        match self.open.last_mut() {
            Some(parent) => {
                parent.nodes += 1;
                parent.bytes.extend(bytes);
            }
            None => self.whole = Some(bytes),
        }
        Ok(())
    }

    /// Whatever is said again stands where it is said again.
    fn repeat(&mut self, anchor: usize, place: Place) -> Result<(), TreeError> {
        if self.open.last().is_some_and(Open::is_at_key) {
            return Err(TreeError::new("the name of a field cannot be said by reference; write it out"));
        }
        let said = self.anchored.get(&anchor).ok_or_else(|| TreeError::new("this refers to itself"))?;
        let mut again = Vec::with_capacity(said.len());
        Node::root(said)?.moved(place, &mut again)?;
        self.count(again.len())?;
        self.done(again, 0)
    }

    fn count(&mut self, bytes: usize) -> Result<(), TreeError> {
        self.repeated += bytes;
        if self.repeated > MAX_REPEATED { Err(TreeError::new(TOO_LARGE)) } else { Ok(()) }
    }
}

/// Whether a scalar may be something else than text.
fn scalar_kind(style: ScalarStyle, tag: Option<&Tag>) -> Result<u8, TreeError> {
    let Some(tag) = tag.map(Tag::to_string) else {
        return Ok(if style == ScalarStyle::Plain { PLAIN } else { QUOTED });
    };
    match tag.strip_prefix(YAML_TAG) {
        Some("str") => Ok(QUOTED),
        Some("int" | "float" | "bool" | "null") => Ok(PLAIN),
        None if tag == "!" => Ok(QUOTED),
        Some(_) | None => Err(unknown_tag(&tag)),
    }
}

fn unknown_tag(tag: &str) -> TreeError {
    TreeError::new(format!("the tag `{tag}` means nothing here; take it out"))
}

fn put_scalar(kind: u8, value: &str, place: Place, into: &mut Vec<u8>) {
    head(kind, place, into);
    put_number(value.len(), into);
    into.extend_from_slice(value.as_bytes());
}

impl Open {
    fn is_at_key(&self) -> bool {
        self.kind == MAPPING && self.nodes.is_multiple_of(2)
    }

    fn close(self) -> Vec<u8> {
        let mut done = Vec::with_capacity(self.bytes.len() + 12);
        head(self.kind, self.place, &mut done);
        put_number(if self.kind == MAPPING { self.nodes / 2 } else { self.nodes }, &mut done);
        put_number(self.bytes.len(), &mut done);
        done.extend(self.bytes);
        done
    }
}

fn place(span: &Span) -> Place {
    (span.start.line(), span.start.col() + 1, span.len())
}

/// What the scanner says, for somebody who writes a file.
fn unscannable(error: &ScanError) -> TreeError {
    let at = error.marker();
    let said = match error.kind() {
        ErrorKind::UnclosedFlowCollection { open } => format!("the bracket `{open}` is never closed"),
        ErrorKind::UnclosedQuotedScalar => "a quotation mark is never closed".to_owned(),
        ErrorKind::UnknownAnchor => "there is no `&` of this name before it".to_owned(),
        ErrorKind::RecursionLimitExceeded => "this is nested more deeply than any file of rulings".to_owned(),
        ErrorKind::MappingValueNotAllowed => {
            "no `:` may stand here; put quotation marks around a text that has one".to_owned()
        }
        other => other.to_string(),
    };
    TreeError::new(said).at((at.line(), at.col() + 1, 0))
}
