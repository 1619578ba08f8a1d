//! What a YAML file says, as bytes that are read without being scanned again.
//!
//! Scanning is nearly all the time that reading YAML takes. A tree is what scanning finds: every scalar, list and mapping
//! in the order of the file, each with its place. [`encode`] makes it, [`Node`] hands it to the same types that
//! read the YAML. A tree says less than YAML can: of a file with tags, merged keys or anything else out of the ordinary none
//! is made, and where a type does not find in a tree what it expects, the YAML itself is read. So a tree never
//! decides what is wrong with a file, nor in which words that is said.

mod format;
mod node;

use std::collections::{BTreeMap, BTreeSet};

use serde_yaml::granit_parser::{Event, Parser, ScalarStyle, Span};

use format::{LIST, MAPPING, PLAIN, Place, QUOTED, head, is_null, put_number};
pub use node::{Node, TreeError};

/// Lists and mappings within one another are followed so deep; the readers of YAML stop near it too.
const DEEPEST: usize = 48;
/// A longer key is no field of ours.
const LONGEST_KEY: usize = 400;

/// Anchored nodes are repeated up to so many bytes.
const MAX_REPEATED: usize = 1 << 20;

/// A list or mapping that has begun and not yet ended.
struct Open {
    /// [`LIST`] or [`MAPPING`].
    kind: u8,
    span: Span,
    /// How many nodes it has; of a mapping, keys and values.
    nodes: usize,
    /// The keys of a mapping.
    keys: BTreeSet<String>,
    /// Its anchor; 0 for none.
    anchor: usize,
    bytes: Vec<u8>,
}

/// The tree of a YAML text; `None` where it is no ordinary one, or none at all.
pub fn encode(text: &str) -> Option<Vec<u8>> {
    if text.starts_with('\u{feff}') {
        return None;
    }
    let mut open: Vec<Open> = Vec::new();
    let mut whole = None;
    let mut documents = 0;
    let mut anchored: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
    let mut repeated = 0;
    for event in Parser::new_from_str(text) {
        let (event, span) = event.ok()?;
        match event {
            Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
            Event::DocumentStart(_, version) => {
                documents += 1;
                if documents > 1 || version.is_some() {
                    return None;
                }
            }
            Event::Scalar(value, style, anchor, None) => {
                let mut bytes = Vec::with_capacity(value.len() + 8);
                scalar(&value, style, &span, open.last_mut(), &mut bytes)?;
                if anchor != 0 {
                    anchored.insert(anchor, bytes.clone());
                }
                put(bytes, &mut open, &mut whole)?;
            }
            Event::SequenceStart(_, anchor, None) => begin((LIST, anchor), span, &mut open)?,
            Event::MappingStart(_, anchor, None) => begin((MAPPING, anchor), span, &mut open)?,
            Event::SequenceEnd | Event::MappingEnd => {
                let done = open.pop()?;
                let anchor = done.anchor;
                let done = done.close();
                if anchor != 0 {
                    anchored.insert(anchor, done.clone());
                }
                put(done, &mut open, &mut whole)?;
            }
            Event::Alias(anchor) => {
                let at_key = open.last().is_some_and(Open::is_at_key);
                if at_key || open.iter().any(|open| open.anchor != 0) {
                    return None;
                }
                let said = anchored.get(&anchor)?;
                repeated += said.len();
                if repeated > MAX_REPEATED {
                    return None;
                }
                // Whatever is said again stands where it is said again.
                let mut again = Vec::with_capacity(said.len());
                Node::root(said).ok()?.moved(place(&span), &mut again).ok()?;
                put(again, &mut open, &mut whole)?;
            }
            _ => return None,
        }
    }
    whole
}

/// Writes a scalar; of a mapping's key, notes that it is there.
fn scalar(
    value: &str,
    style: ScalarStyle,
    span: &Span,
    parent: Option<&mut Open>,
    into: &mut Vec<u8>,
) -> Option<()> {
    let plain = style == ScalarStyle::Plain;
    if let Some(parent) = parent
        && parent.is_at_key()
    {
        let odd = value == "<<" || (plain && is_null(value)) || value.len() > LONGEST_KEY;
        if odd || !parent.keys.insert(value.to_owned()) {
            return None;
        }
    }
    head(if plain { PLAIN } else { QUOTED }, place(span), into);
    put_number(value.len(), into);
    into.extend_from_slice(value.as_bytes());
    Some(())
}

fn begin((kind, anchor): (u8, usize), span: Span, open: &mut Vec<Open>) -> Option<()> {
    // A key that is a list or a mapping is nothing of ours.
    if open.len() >= DEEPEST || open.last().is_some_and(Open::is_at_key) {
        return None;
    }
    open.push(Open { kind, span, nodes: 0, keys: BTreeSet::new(), anchor, bytes: Vec::new() });
    Some(())
}

/// Puts a node where it belongs: into the list or mapping that is open, or it is the whole.
fn put(bytes: Vec<u8>, open: &mut [Open], whole: &mut Option<Vec<u8>>) -> Option<()> {
    match open.last_mut() {
        Some(parent) => {
            parent.nodes += 1;
            parent.bytes.extend(bytes);
            Some(())
        }
        None => whole.replace(bytes).is_none().then_some(()),
    }
}

impl Open {
    fn is_at_key(&self) -> bool {
        self.kind == MAPPING && self.nodes.is_multiple_of(2)
    }

    fn close(self) -> Vec<u8> {
        let mut done = Vec::with_capacity(self.bytes.len() + 12);
        head(self.kind, place(&self.span), &mut done);
        put_number(if self.kind == MAPPING { self.nodes / 2 } else { self.nodes }, &mut done);
        put_number(self.bytes.len(), &mut done);
        done.extend(self.bytes);
        done
    }
}

fn place(span: &Span) -> Place {
    (span.start.line(), span.start.col() + 1, span.len())
}
