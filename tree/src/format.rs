//! The binary format of a tree, shared by its writer and its reader.

/// The kind of a node, stored in its first byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum NodeKind {
    /// An unquoted scalar: text, number, boolean or null.
    Plain = 0,
    /// A scalar that is certainly text.
    Quoted = 1,
    List = 2,
    Mapping = 3,
}

impl NodeKind {
    /// Decodes a kind; `None` if the byte is invalid.
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

/// The newtype name by which `Spanned` asks the deserializer for a position.
pub const SPANNED: &str = "judge::At";

/// A source position, with the conventions of `Spanned`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The length in characters.
    pub length: usize,
}

/// Writes the kind and position that every node starts with.
pub(super) fn head(kind: NodeKind, at: Position, into: &mut Vec<u8>) {
    into.push(kind as u8);
    put_number(at.line, into);
    put_number(at.column, into);
    put_number(at.length, into);
}

pub(super) fn put_scalar(kind: NodeKind, value: &str, place: Position, into: &mut Vec<u8>) {
    head(kind, place, into);
    put_number(value.len(), into);
    into.extend_from_slice(value.as_bytes());
}

/// Writes a variable-length integer: seven bits per byte, least significant first, the high bit marking
/// continuation.
pub(super) fn put_number(mut n: usize, into: &mut Vec<u8>) {
    while n >= 0x80 {
        into.push((n & 0x7f) as u8 | 0x80);
        n >>= 7;
    }
    into.push(n as u8);
}

/// Whether YAML reads this plain scalar as null.
pub(super) fn is_null(text: &str) -> bool {
    text.is_empty() || text == "~" || text.eq_ignore_ascii_case("null")
}
