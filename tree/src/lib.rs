//! Parsed YAML in a binary form that is read without scanning the text again.
//!
//! Scanning takes nearly all the time of reading YAML. A tree stores the result: every scalar, list and
//! mapping in file order, with its position. [`encode`] writes it and [`Node`] deserializes from it. All YAML
//! is read by way of a tree, cached or not, so that each type has a single deserializer. Trees cover the YAML
//! that people write: custom tags, merge keys and non-scalar keys are errors.
//!
//! A crate of its own so that the scanner, which is generic and thus compiled where it is used, is optimized
//! in tests, too: every command and most tests read YAML.

mod error;
mod format;
mod node;

use std::collections::{BTreeMap, BTreeSet};

use granit_parser::{ErrorKind, Event, Parser, ScalarStyle, ScanError, Span, Tag};

pub use error::TreeError;
use format::{NodeKind, head, put_number, put_scalar};
pub use format::{Position, SPANNED};
pub use node::Node;

/// Maximum nesting of lists and mappings, including those repeated by an alias.
const MAX_DEPTH: usize = 48;
/// Maximum total size, in bytes, of anchored nodes kept for aliases and of the copies aliases make.
const MAX_REPEATED: usize = 1 << 20;

/// The prefix of YAML's own tags.
const YAML_TAG: &str = "tag:yaml.org,2002:";

const TOO_DEEP: &str = "this is nested more deeply than any file of rulings";
const TOO_LARGE: &str = "this is larger, or refers to itself more often, than any file of rulings";

/// The state of encoding a file.
#[derive(Default)]
struct Encoder {
    open: Vec<Open>,
    whole: Option<Vec<u8>>,
    documents: usize,
    /// Completed anchored nodes, by anchor.
    anchored: BTreeMap<usize, Done>,
    /// Bytes spent on anchors and aliases so far.
    repeated: usize,
}

/// A completed node.
#[derive(Clone)]
struct Done {
    bytes: Vec<u8>,
    /// The nesting depth of lists and mappings in it, itself included.
    depth: usize,
}

/// A list or mapping whose end has not been reached.
struct Open {
    kind: NodeKind,
    place: Position,
    /// The number of child nodes; for a mapping, keys plus values.
    nodes: usize,
    /// The keys seen so far, if it is a mapping.
    keys: BTreeSet<String>,
    /// Its anchor; 0 for none.
    anchor: usize,
    bytes: Vec<u8>,
    /// The greatest depth among its children.
    depth: usize,
}

/// Encodes a YAML text as a tree.
///
/// # Errors
/// Invalid YAML and unsupported features, with their position.
pub fn encode(text: &str) -> Result<Vec<u8>, TreeError> {
    let mut encoder = Encoder::default();
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| unscannable(&error))?;
        let place = place(&span);
        encoder.event(event, place).map_err(|error| error.at(place))?;
    }
    // An empty file reads as a null at its beginning.
    Ok(encoder
        .whole
        .unwrap_or_else(|| scalar(NodeKind::Plain, "", Position { line: 1, column: 1, length: 0 })))
}

impl Encoder {
    fn event(&mut self, event: Event<'_>, place: Position) -> Result<(), TreeError> {
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
                self.done(Done { bytes: scalar(kind, &value, place), depth: 0 }, anchor)
            }
            Event::SequenceStart(_, anchor, tag) => self.begin(NodeKind::List, anchor, tag.as_deref(), place),
            Event::MappingStart(_, anchor, tag) => {
                self.begin(NodeKind::Mapping, anchor, tag.as_deref(), place)
            }
            Event::SequenceEnd | Event::MappingEnd => match self.open.pop() {
                Some(open) => {
                    let anchor = open.anchor;
                    self.done(open.close(), anchor)
                }
                None => Ok(()),
            },
            Event::Alias(anchor) => self.repeat(anchor, place),
            Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => Ok(()),
            // Comments are not requested from the scanner. Events that a later version of it may add must not
            // be ignored.
            _ => Err(TreeError::new("this is not read here")),
        }
    }

    /// Rejects duplicate keys and merge keys.
    fn check_key(&mut self, kind: NodeKind, value: &str) -> Result<(), TreeError> {
        let Some(parent) = self.open.last_mut().filter(|open| open.is_at_key()) else { return Ok(()) };
        if kind == NodeKind::Plain && value == "<<" {
            return Err(TreeError::new(
                "`<<` takes fields from elsewhere, which is not done here; write them out",
            ));
        }
        if parent.keys.insert(value.to_owned()) {
            Ok(())
        } else {
            Err(TreeError::new(format!("the field `{value}` stands twice")))
        }
    }

    fn begin(
        &mut self,
        kind: NodeKind,
        anchor: usize,
        tag: Option<&Tag>,
        place: Position,
    ) -> Result<(), TreeError> {
        let own = if kind == NodeKind::List { "seq" } else { "map" };
        if let Some(tag) = tag.map(Tag::to_string).filter(|tag| tag.strip_prefix(YAML_TAG) != Some(own)) {
            return Err(unknown_tag(&tag));
        }
        if self.open.last().is_some_and(Open::is_at_key) {
            return Err(TreeError::new("the name of a field is a word; a list or mapping cannot be one"));
        }
        self.check_depth(1)?;
        self.open.push(Open {
            kind,
            place,
            nodes: 0,
            keys: BTreeSet::new(),
            anchor,
            bytes: Vec::new(),
            depth: 0,
        });
        Ok(())
    }

    /// Checks that a node of this depth may be nested in the open ones.
    fn check_depth(&self, depth: usize) -> Result<(), TreeError> {
        if self.open.len() + depth > MAX_DEPTH { Err(TreeError::new(TOO_DEEP)) } else { Ok(()) }
    }

    /// Appends a completed node to the innermost open list or mapping, or makes it the root.
    fn done(&mut self, node: Done, anchor: usize) -> Result<(), TreeError> {
        if anchor != 0 {
            self.count(node.bytes.len())?;
            self.anchored.insert(anchor, node.clone());
        }
        match self.open.last_mut() {
            Some(parent) => {
                parent.nodes += 1;
                parent.bytes.extend(node.bytes);
                parent.depth = parent.depth.max(node.depth);
            }
            None => self.whole = Some(node.bytes),
        }
        Ok(())
    }

    /// Copies an anchored node to where an alias repeats it, with the position of the alias.
    fn repeat(&mut self, anchor: usize, place: Position) -> Result<(), TreeError> {
        if self.open.last().is_some_and(Open::is_at_key) {
            return Err(TreeError::new("the name of a field cannot be said by reference; write it out"));
        }
        let said = self.anchored.get(&anchor).ok_or_else(|| TreeError::new("this refers to itself"))?;
        self.check_depth(said.depth)?;
        let mut again = Done { bytes: Vec::with_capacity(said.bytes.len()), depth: said.depth };
        Node::root(&said.bytes)?.relocate(place, &mut again.bytes)?;
        self.count(again.bytes.len())?;
        self.done(again, 0)
    }

    fn count(&mut self, bytes: usize) -> Result<(), TreeError> {
        self.repeated += bytes;
        if self.repeated > MAX_REPEATED { Err(TreeError::new(TOO_LARGE)) } else { Ok(()) }
    }
}

/// Whether a scalar is always text or subject to interpretation.
fn scalar_kind(style: ScalarStyle, tag: Option<&Tag>) -> Result<NodeKind, TreeError> {
    let Some(tag) = tag.map(Tag::to_string) else {
        return Ok(if style == ScalarStyle::Plain { NodeKind::Plain } else { NodeKind::Quoted });
    };
    match tag.strip_prefix(YAML_TAG) {
        Some("str") => Ok(NodeKind::Quoted),
        Some("int" | "float" | "bool" | "null") => Ok(NodeKind::Plain),
        None if tag == "!" => Ok(NodeKind::Quoted),
        Some(_) | None => Err(unknown_tag(&tag)),
    }
}

fn unknown_tag(tag: &str) -> TreeError {
    TreeError::new(format!("the tag `{tag}` means nothing here; take it out"))
}

fn scalar(kind: NodeKind, value: &str, place: Position) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(value.len() + 8);
    put_scalar(kind, value, place, &mut bytes);
    bytes
}

impl Open {
    fn is_at_key(&self) -> bool {
        self.kind == NodeKind::Mapping && self.nodes.is_multiple_of(2)
    }

    fn close(self) -> Done {
        let mut bytes = Vec::with_capacity(self.bytes.len() + 12);
        head(self.kind, self.place, &mut bytes);
        put_number(if self.kind == NodeKind::Mapping { self.nodes / 2 } else { self.nodes }, &mut bytes);
        put_number(self.bytes.len(), &mut bytes);
        bytes.extend(self.bytes);
        Done { bytes, depth: self.depth + 1 }
    }
}

fn place(span: &Span) -> Position {
    Position { line: span.start.line(), column: span.start.col() + 1, length: span.len() }
}

/// Rephrases a scanner error for people who write YAML.
fn unscannable(error: &ScanError) -> TreeError {
    let at = error.marker();
    let said = match error.kind() {
        ErrorKind::UnclosedFlowCollection { open } => format!("the bracket `{open}` is never closed"),
        ErrorKind::UnclosedQuotedScalar => "a quotation mark is never closed".to_owned(),
        ErrorKind::UnknownAnchor => "there is no `&` of this name before it".to_owned(),
        ErrorKind::RecursionLimitExceeded => TOO_DEEP.to_owned(),
        ErrorKind::MappingValueNotAllowed => {
            "no `:` may stand here; put quotation marks around a text that has one".to_owned()
        }
        other => other.to_string(),
    };
    TreeError::new(said).at(Position { line: at.line(), column: at.col() + 1, length: 0 })
}
