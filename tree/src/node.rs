//! Deserializes types from a node of a tree.

use serde::de::value::{BorrowedStrDeserializer, U64Deserializer};
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::error::{TreeError, truncated};
use super::format::{NodeKind, Position, SPANNED, head, is_null, put_number, put_scalar};

/// The message for bytes that are not a valid tree.
const DAMAGED: &str = "this is no tree";

#[cold]
fn damaged() -> TreeError {
    TreeError::new(DAMAGED)
}

/// A node of a tree: a scalar, a list or a mapping, with its position.
#[derive(Debug, Clone, Copy)]
pub struct Node<'t> {
    line: usize,
    column: usize,
    length: usize,
    value: NodeValue<'t>,
}

#[derive(Debug, Clone, Copy)]
enum NodeValue<'t> {
    Plain(&'t str),
    Quoted(&'t str),
    List(Nodes<'t>),
    /// Keys and values alternate; `left` counts the pairs.
    Mapping(Nodes<'t>),
}

/// A sequence of adjacent nodes.
#[derive(Debug, Clone, Copy)]
struct Nodes<'t> {
    left: usize,
    bytes: &'t [u8],
}

/// Reads a number and advances past it.
#[inline]
fn number(bytes: &mut &[u8]) -> Result<usize, TreeError> {
    // Nearly every number fits into one byte.
    if let [first, rest @ ..] = *bytes
        && first & 0x80 == 0
    {
        *bytes = rest;
        return Ok(usize::from(*first));
    }
    long_number(bytes)
}

fn long_number(bytes: &mut &[u8]) -> Result<usize, TreeError> {
    let mut n = 0;
    for shift in (0..usize::BITS - 7).step_by(7) {
        let (first, rest) = bytes.split_first().ok_or_else(damaged)?;
        *bytes = rest;
        n |= usize::from(first & 0x7f) << shift;
        if first & 0x80 == 0 {
            return Ok(n);
        }
    }
    Err(damaged())
}

fn take<'t>(bytes: &mut &'t [u8], length: usize) -> Result<&'t [u8], TreeError> {
    let (taken, rest) = bytes.split_at_checked(length).ok_or_else(damaged)?;
    *bytes = rest;
    Ok(taken)
}

/// Reads a node's kind and advances past it.
fn kind(bytes: &mut &[u8]) -> Result<NodeKind, TreeError> {
    take(bytes, 1)?.first().and_then(|byte| NodeKind::of(*byte)).ok_or_else(damaged)
}

fn read_node<'t>(bytes: &mut &'t [u8]) -> Result<Node<'t>, TreeError> {
    let kind = kind(bytes)?;
    let (line, column, length) = (number(bytes)?, number(bytes)?, number(bytes)?);
    let value = match kind {
        NodeKind::List => NodeValue::List(nodes(bytes)?),
        NodeKind::Mapping => NodeValue::Mapping(nodes(bytes)?),
        NodeKind::Plain => NodeValue::Plain(text(bytes)?),
        NodeKind::Quoted => NodeValue::Quoted(text(bytes)?),
    };
    Ok(Node { line, column, length, value })
}

/// Reads the child nodes of a list or mapping and advances past them.
fn nodes<'t>(bytes: &mut &'t [u8]) -> Result<Nodes<'t>, TreeError> {
    let left = number(bytes)?;
    let length = number(bytes)?;
    Ok(Nodes { left, bytes: take(bytes, length)? })
}

/// Reads the text of a scalar and advances past it.
fn text<'t>(bytes: &mut &'t [u8]) -> Result<&'t str, TreeError> {
    let length = number(bytes)?;
    std::str::from_utf8(take(bytes, length)?).map_err(|_| damaged())
}

impl<'t> Nodes<'t> {
    const NONE: Self = Self { left: 0, bytes: &[] };

    fn node(&mut self) -> Result<Node<'t>, TreeError> {
        read_node(&mut self.bytes)
    }

    /// Skips a node. For a scalar, returns the bytes of its text.
    fn skip(&mut self) -> Result<&'t [u8], TreeError> {
        let mut bytes = self.bytes;
        let holds_nodes = kind(&mut bytes)?.holds_nodes();
        // Skips the position and the number of children without decoding: each number ends with the first
        // byte below 0x80.
        let numbers = if holds_nodes { 4 } else { 3 };
        let mut ends = bytes.iter().enumerate().filter(|(_, byte)| **byte < 0x80).map(|(at, _)| at + 1);
        let end = ends.nth(numbers - 1).ok_or_else(damaged)?;
        let mut bytes = &bytes[end..];
        let length = number(&mut bytes)?;
        let within = take(&mut bytes, length)?;
        self.bytes = bytes;
        Ok(if holds_nodes { &[] } else { within })
    }

    fn next(&mut self) -> Result<Option<Node<'t>>, TreeError> {
        match self.left.checked_sub(1) {
            None => Ok(None),
            Some(left) => {
                self.left = left;
                self.node().map(Some)
            }
        }
    }
}

impl<'t> Node<'t> {
    /// The root of a tree.
    ///
    /// # Errors
    /// [`TreeError`] if the bytes are not a tree.
    pub fn root(tree: &'t [u8]) -> Result<Self, TreeError> {
        Nodes { left: 1, bytes: tree }.node()
    }

    /// Deserializes a value.
    ///
    /// # Errors
    /// [`TreeError`] if the node is not what the type expects.
    pub fn read<T: DeserializeOwned>(self) -> Result<T, TreeError> {
        T::deserialize(self).map_err(|error| error.at(self.place()))
    }

    fn place(self) -> Position {
        Position { line: self.line, column: self.column, length: self.length }
    }

    /// The nodes of a list. Null, as in a key with nothing after it, counts as an empty list.
    fn nodes(self) -> Option<Nodes<'t>> {
        match self.value {
            NodeValue::List(nodes) => Some(nodes),
            _ => self.is_null().then_some(Nodes::NONE),
        }
    }

    /// The items of a tree whose root is a list.
    ///
    /// # Errors
    /// [`TreeError`] if it is not.
    pub fn list(tree: &'t [u8]) -> Result<impl Iterator<Item = Self>, TreeError> {
        let root = Self::root(tree)?;
        let mut nodes = root.nodes().ok_or_else(|| root.mismatch(A_LIST))?;
        Ok(std::iter::from_fn(move || nodes.next().ok().flatten()))
    }

    /// The items of a list; a node that is not a list is its own single item.
    pub fn items(self) -> impl Iterator<Item = Self> {
        let (mut nodes, alone) = match self.value {
            NodeValue::List(nodes) => (nodes, None),
            _ => (Nodes::NONE, Some(self)),
        };
        alone.into_iter().chain(std::iter::from_fn(move || nodes.next().ok().flatten()))
    }

    /// The items of a list, or the root itself, each with its byte offset for [`Self::at`].
    pub fn parts(tree: &'t [u8]) -> Vec<(usize, Self)> {
        let Ok(root) = Self::root(tree) else { return Vec::new() };
        let NodeValue::List(mut nodes) = root.value else { return vec![(0, root)] };
        let mut parts = Vec::with_capacity(nodes.left);
        // The bytes left after the list header are the tail of the tree.
        let mut at = tree.len() - nodes.bytes.len();
        while let Ok(Some(node)) = nodes.next() {
            parts.push((at, node));
            at = tree.len() - nodes.bytes.len();
        }
        parts
    }

    /// The node at a byte offset in a tree.
    ///
    /// # Errors
    /// [`TreeError`] if none begins there.
    pub fn at(tree: &'t [u8], place: usize) -> Result<Self, TreeError> {
        Nodes { left: 1, bytes: tree.get(place..).ok_or_else(damaged)? }.node()
    }

    /// Whether it is a list.
    pub fn is_list(self) -> bool {
        matches!(self.value, NodeValue::List(_))
    }

    /// The value of a mapping's key.
    pub fn field(self, name: &str) -> Option<Self> {
        let NodeValue::Mapping(mut nodes) = self.value else { return None };
        while let Some(left) = nodes.left.checked_sub(1) {
            nodes.left = left;
            if nodes.skip().ok()? == name.as_bytes() {
                return nodes.node().ok();
            }
            nodes.skip().ok()?;
        }
        None
    }

    /// The text of a scalar.
    pub fn text(self) -> Option<&'t str> {
        match self.value {
            NodeValue::Plain(text) | NodeValue::Quoted(text) => Some(text),
            NodeValue::List(_) | NodeValue::Mapping(_) => None,
        }
    }

    /// Re-encodes the node and everything in it at another position.
    pub(super) fn relocate(self, place: Position, into: &mut Vec<u8>) -> Result<(), TreeError> {
        let (kind, mut nodes) = match self.value {
            NodeValue::Plain(text) | NodeValue::Quoted(text) => {
                let plain = matches!(self.value, NodeValue::Plain(_));
                put_scalar(if plain { NodeKind::Plain } else { NodeKind::Quoted }, text, place, into);
                return Ok(());
            }
            NodeValue::List(nodes) => (NodeKind::List, nodes),
            NodeValue::Mapping(nodes) => (NodeKind::Mapping, nodes),
        };
        head(kind, place, into);
        put_number(nodes.left, into);
        let mut inner = Vec::with_capacity(nodes.bytes.len());
        while !nodes.bytes.is_empty() {
            nodes.node()?.relocate(place, &mut inner)?;
        }
        put_number(inner.len(), into);
        into.extend(inner);
        Ok(())
    }

    /// The text of a non-null scalar.
    fn scalar(self, expected: &str) -> Result<&'t str, TreeError> {
        self.text().filter(|_| !self.is_null()).ok_or_else(|| self.mismatch(expected))
    }

    /// The error for a node that is not what was expected.
    #[cold]
    fn mismatch(self, expected: &str) -> TreeError {
        let found = match self.value {
            _ if self.is_null() => ", found nothing".to_owned(),
            NodeValue::Plain(text) | NodeValue::Quoted(text) => format!(", found `{}`", truncated(text)),
            NodeValue::List(_) | NodeValue::Mapping(_) => String::new(),
        };
        TreeError::new(format!("expected {expected}{found}")).at(self.place())
    }

    /// Whether it is a scalar that YAML reads as null.
    pub fn is_null(self) -> bool {
        matches!(self.value, NodeValue::Plain(text) if is_null(text))
    }

    fn number<N: std::str::FromStr>(self) -> Result<N, TreeError> {
        let text = self.scalar(A_NUMBER)?;
        if !is_whole(text) {
            return Err(self.mismatch(A_NUMBER));
        }
        let range = |_| TreeError::new(format!("the number {text} is too large or too small here"));
        text.parse().map_err(range)
    }
}

const A_NUMBER: &str = "a whole number here";
const A_TEXT: &str = "a text here";
const A_WORD: &str = "a single word here";
const A_LIST: &str = "a list here, each item behind `- `";
const A_MAPPING: &str = "`field: value` here";

/// Whether the text is a whole number in canonical form. `007` is not: it is a card number, and stays text.
fn is_whole(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let leading = digits.len() > 1 && digits.starts_with('0');
    !digits.is_empty() && !leading && digits.bytes().all(|b| b.is_ascii_digit())
}

fn truth(text: &str) -> Option<bool> {
    if text.eq_ignore_ascii_case("true") {
        Some(true)
    } else if text.eq_ignore_ascii_case("false") {
        Some(false)
    } else {
        None
    }
}

/// Hands a plain scalar to a visitor that accepts anything: as a boolean, a whole number, or text.
fn plain<'t, V: Visitor<'t>>(text: &'t str, visitor: V) -> Result<V::Value, TreeError> {
    if is_null(text) {
        return visitor.visit_unit();
    }
    if let Some(value) = truth(text) {
        return visitor.visit_bool(value);
    }
    if is_whole(text) {
        if let Ok(number) = text.parse() {
            return visitor.visit_u64(number);
        }
        if let Ok(number) = text.parse() {
            return visitor.visit_i64(number);
        }
    }
    visitor.visit_borrowed_str(text)
}

macro_rules! whole {
    ($($read:ident $visit:ident),*) => {
        $(fn $read<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TreeError> {
            visitor.$visit(self.number()?)
        })*
    };
}

impl<'de> Deserializer<'de> for Node<'de> {
    type Error = TreeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TreeError> {
        match self.value {
            NodeValue::Plain(text) => plain(text, visitor),
            NodeValue::Quoted(text) => visitor.visit_borrowed_str(text),
            NodeValue::List(_) => self.deserialize_seq(visitor),
            NodeValue::Mapping(_) => self.deserialize_map(visitor),
        }
    }

    whole!(
        deserialize_u8 visit_u8, deserialize_u16 visit_u16, deserialize_u32 visit_u32, deserialize_u64 visit_u64,
        deserialize_i8 visit_i8, deserialize_i16 visit_i16, deserialize_i32 visit_i32, deserialize_i64 visit_i64
    );

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TreeError> {
        let value = self.text().and_then(truth).ok_or_else(|| self.mismatch("`true` or `false` here"))?;
        visitor.visit_bool(value)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TreeError> {
        visitor.visit_borrowed_str(self.scalar(A_TEXT)?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TreeError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TreeError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TreeError> {
        if self.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TreeError> {
        if self.is_null() { visitor.visit_unit() } else { Err(self.mismatch("nothing here")) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, TreeError> {
        if name == SPANNED {
            return visitor.visit_seq(SpannedAccess { node: self, given: 0 });
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TreeError> {
        let mut nodes = self.nodes().ok_or_else(|| self.mismatch(A_LIST))?;
        let value = visitor.visit_seq(&mut nodes)?;
        match nodes.left {
            0 => Ok(value),
            more => Err(TreeError::new(format!("this list has {more} items too many"))),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, TreeError> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, TreeError> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TreeError> {
        let mut pairs = match self.value {
            NodeValue::Mapping(nodes) => MapPairs(nodes),
            _ if self.is_null() => MapPairs(Nodes::NONE),
            _ => return Err(self.mismatch(A_MAPPING)),
        };
        let value = visitor.visit_map(&mut pairs)?;
        match pairs.0.left {
            0 => Ok(value),
            more => Err(TreeError::new(format!("{more} fields too many stand here"))),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, TreeError> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, TreeError> {
        match self.value {
            NodeValue::Mapping(mut nodes) => {
                let (Some(variant), 0) = (nodes.next()?, nodes.left) else {
                    return Err(self.mismatch("one `word: value` here"));
                };
                visitor.visit_enum(Variant { variant, value: Some(nodes.node()?) })
            }
            NodeValue::Plain(_) | NodeValue::Quoted(_) => {
                visitor.visit_enum(Variant { variant: self, value: None })
            }
            NodeValue::List(_) => Err(self.mismatch(A_WORD)),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TreeError> {
        visitor.visit_unit()
    }

    // No type read from YAML has a field of these types.
    forward_to_deserialize_any! { i128 u128 f32 f64 char bytes byte_buf unit_struct }
}

/// Deserializes a value, attributing errors without a position to the start of the node.
fn read_by<'t, S: DeserializeSeed<'t>>(seed: S, node: Node<'t>) -> Result<S::Value, TreeError> {
    seed.deserialize(node).map_err(|error| error.at(node.place()))
}

impl<'t> SeqAccess<'t> for Nodes<'t> {
    type Error = TreeError;

    fn next_element_seed<T: DeserializeSeed<'t>>(&mut self, seed: T) -> Result<Option<T::Value>, TreeError> {
        self.next()?.map(|node| read_by(seed, node)).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

/// The key-value pairs of a mapping.
struct MapPairs<'t>(Nodes<'t>);

impl<'t> MapAccess<'t> for MapPairs<'t> {
    type Error = TreeError;

    fn next_key_seed<K: DeserializeSeed<'t>>(&mut self, seed: K) -> Result<Option<K::Value>, TreeError> {
        self.0.next()?.map(|node| read_by(seed, node)).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'t>>(&mut self, seed: V) -> Result<V::Value, TreeError> {
        read_by(seed, self.0.node()?)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.left)
    }
}

/// Presents a value as the sequence line, column, length, value.
struct SpannedAccess<'t> {
    node: Node<'t>,
    given: u8,
}

impl<'t> SeqAccess<'t> for SpannedAccess<'t> {
    type Error = TreeError;

    fn next_element_seed<T: DeserializeSeed<'t>>(&mut self, seed: T) -> Result<Option<T::Value>, TreeError> {
        self.given += 1;
        let n = match self.given {
            1 => self.node.line,
            2 => self.node.column,
            3 => self.node.length,
            _ => return seed.deserialize(self.node).map(Some),
        };
        seed.deserialize(U64Deserializer::new(n as u64)).map(Some)
    }
}

/// An enum variant: a plain word, or a mapping from the word to its content.
#[derive(Clone, Copy)]
struct Variant<'t> {
    variant: Node<'t>,
    value: Option<Node<'t>>,
}

impl<'t> EnumAccess<'t> for Variant<'t> {
    type Error = TreeError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'t>>(self, seed: V) -> Result<(V::Value, Self), TreeError> {
        let word = BorrowedStrDeserializer::new(self.variant.scalar(A_WORD)?);
        Ok((seed.deserialize(word).map_err(|error: TreeError| error.at(self.variant.place()))?, self))
    }
}

impl<'t> Variant<'t> {
    /// The variant's content.
    fn value(self) -> Result<Node<'t>, TreeError> {
        self.value.ok_or_else(|| {
            let word = self.variant.text().unwrap_or_default();
            TreeError::new(format!("expected something behind `{word}:`")).at(self.variant.place())
        })
    }
}

impl<'t> VariantAccess<'t> for Variant<'t> {
    type Error = TreeError;

    fn unit_variant(self) -> Result<(), TreeError> {
        match self.value {
            Some(value) if !value.is_null() => Err(value.mismatch("nothing here")),
            Some(_) | None => Ok(()),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'t>>(self, seed: T) -> Result<T::Value, TreeError> {
        read_by(seed, self.value()?)
    }

    fn tuple_variant<V: Visitor<'t>>(self, _: usize, visitor: V) -> Result<V::Value, TreeError> {
        let value = self.value()?;
        value.deserialize_seq(visitor).map_err(|error| error.at(value.place()))
    }

    fn struct_variant<V: Visitor<'t>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, TreeError> {
        let value = self.value()?;
        value.deserialize_map(visitor).map_err(|error| error.at(value.place()))
    }
}
