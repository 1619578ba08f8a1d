//! How a tree is written: what its writer and its reader must both know.

/// What a node is: its first byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum NodeKind {
    /// A scalar without quotation marks: a text, a number, a truth value or nothing.
    Plain = 0,
    /// A scalar that is text.
    Quoted = 1,
    List = 2,
    Mapping = 3,
}

impl NodeKind {
    /// The kind that a byte stands for; `None` for bytes of no tree.
    pub(super) fn of(byte: u8) -> Option<Self> {
        match byte {
            0 => Some(Self::Plain),
            1 => Some(Self::Quoted),
            2 => Some(Self::List),
            3 => Some(Self::Mapping),
            _ => None,
        }
    }

    pub(super) fn holds_nodes(self) -> bool {
        matches!(self, Self::List | Self::Mapping)
    }
}

/// By this name a node knows that a value is read with its place.
pub(in crate::corpus) const SPANNED: &str = "judge::At";

/// Where something is written, as `Spanned` counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::corpus) struct Position {
    pub(in crate::corpus) line: usize,
    pub(in crate::corpus) column: usize,
    pub(in crate::corpus) length: usize,
}

/// What begins every node: its kind and its place.
pub(super) fn head(kind: NodeKind, at: Position, into: &mut Vec<u8>) {
    into.push(kind as u8);
    put_number(at.line, into);
    put_number(at.column, into);
    put_number(at.length, into);
}

/// A scalar as it is written.
pub(super) fn put_scalar(kind: NodeKind, value: &str, place: Position, into: &mut Vec<u8>) {
    head(kind, place, into);
    put_number(value.len(), into);
    into.extend_from_slice(value.as_bytes());
}

/// Seven bits a byte, the lowest first; the eighth says that more follow.
pub(super) fn put_number(mut n: usize, into: &mut Vec<u8>) {
    while n >= 0x80 {
        into.push((n & 0x7f) as u8 | 0x80);
        n >>= 7;
    }
    into.push(n as u8);
}

/// What YAML takes for nothing, written plainly.
pub(super) fn is_null(text: &str) -> bool {
    text.is_empty() || text == "~" || text.eq_ignore_ascii_case("null")
}
