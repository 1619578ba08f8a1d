//! How a tree is written: what its writer and its reader must both know.

/// What a node is: the two lowest bits of its first byte.
pub(super) const PLAIN: u8 = 0;

pub(super) const QUOTED: u8 = 1;

pub(super) const LIST: u8 = 2;

pub(super) const MAPPING: u8 = 3;

/// By this name a node knows that a value is read with its place.
pub(in crate::corpus) const SPANNED: &str = "judge::At";

/// A line, a column and a length, as `Spanned` counts them.
pub(super) type Place = (usize, usize, usize);

/// What begins every node: its kind and its place.
pub(super) fn head(kind: u8, (line, column, length): Place, into: &mut Vec<u8>) {
    into.push(kind);
    put_number(line, into);
    put_number(column, into);
    put_number(length, into);
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
