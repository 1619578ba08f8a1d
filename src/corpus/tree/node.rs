//! A node of a tree, read by the types that read YAML.

use serde::de::value::{BorrowedStrDeserializer, U64Deserializer};
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::format::{LIST, MAPPING, PLAIN, Place, QUOTED, head, is_null, put_number};
use crate::corpus::yaml::SPANNED;

/// A tree does not hold what a type expects; the YAML itself has to say why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TreeError;

impl std::fmt::Display for TreeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("what was read is not what was expected")
    }
}

impl std::error::Error for TreeError {}

impl serde::de::Error for TreeError {
    fn custom<T: std::fmt::Display>(_: T) -> Self {
        Self
    }
    // The words would be thrown away; so they are not made.
    fn invalid_type(_: serde::de::Unexpected<'_>, _: &dyn serde::de::Expected) -> Self {
        Self
    }
    fn invalid_value(_: serde::de::Unexpected<'_>, _: &dyn serde::de::Expected) -> Self {
        Self
    }
    fn invalid_length(_: usize, _: &dyn serde::de::Expected) -> Self {
        Self
    }
    fn unknown_variant(_: &str, _: &'static [&'static str]) -> Self {
        Self
    }
    fn unknown_field(_: &str, _: &'static [&'static str]) -> Self {
        Self
    }
    fn missing_field(_: &'static str) -> Self {
        Self
    }
    fn duplicate_field(_: &'static str) -> Self {
        Self
    }
}

/// One node of a tree.
#[derive(Debug, Clone, Copy)]
pub struct Node<'t> {
    line: usize,
    column: usize,
    length: usize,
    what: What<'t>,
}

#[derive(Debug, Clone, Copy)]
enum What<'t> {
    Plain(&'t str),
    Quoted(&'t str),
    /// Its nodes.
    List(Nodes<'t>),
    /// Its keys and values in turn; `left` counts the pairs.
    Mapping(Nodes<'t>),
}

/// Nodes one after another.
#[derive(Debug, Clone, Copy)]
struct Nodes<'t> {
    left: usize,
    bytes: &'t [u8],
}

/// Takes a number off the bytes.
#[inline]
fn number(bytes: &mut &[u8]) -> Result<usize, TreeError> {
    // Nearly all are this short.
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
        let (first, rest) = bytes.split_first().ok_or(TreeError)?;
        *bytes = rest;
        n |= usize::from(first & 0x7f) << shift;
        if first & 0x80 == 0 {
            return Ok(n);
        }
    }
    Err(TreeError)
}

fn take<'t>(bytes: &mut &'t [u8], length: usize) -> Result<&'t [u8], TreeError> {
    let (taken, rest) = bytes.split_at_checked(length).ok_or(TreeError)?;
    *bytes = rest;
    Ok(taken)
}

fn read_node<'t>(bytes: &mut &'t [u8]) -> Result<Node<'t>, TreeError> {
    let kind = *take(bytes, 1)?.first().ok_or(TreeError)?;
    let (line, column, length) = (number(bytes)?, number(bytes)?, number(bytes)?);
    let what = match kind {
        LIST | MAPPING => {
            let left = number(bytes)?;
            let long = number(bytes)?;
            let nodes = Nodes { left, bytes: take(bytes, long)? };
            if kind == LIST { What::List(nodes) } else { What::Mapping(nodes) }
        }
        _ => {
            let long = number(bytes)?;
            let text = std::str::from_utf8(take(bytes, long)?).map_err(|_| TreeError)?;
            if kind == PLAIN { What::Plain(text) } else { What::Quoted(text) }
        }
    };
    Ok(Node { line, column, length, what })
}

impl<'t> Nodes<'t> {
    fn node(&mut self) -> Result<Node<'t>, TreeError> {
        read_node(&mut self.bytes)
    }

    /// Passes over a node; of a scalar, gives the bytes of its text.
    fn pass(&mut self) -> Result<&'t [u8], TreeError> {
        let bytes = &mut self.bytes;
        let kind = *take(bytes, 1)?.first().ok_or(TreeError)?;
        let holds_nodes = matches!(kind, LIST | MAPPING);
        for _ in 0..if holds_nodes { 4 } else { 3 } {
            number(bytes)?;
        }
        let long = number(bytes)?;
        let within = take(bytes, long)?;
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
    /// The node a tree begins with.
    ///
    /// # Errors
    /// [`TreeError`] when the bytes are no tree.
    pub fn root(tree: &'t [u8]) -> Result<Self, TreeError> {
        Nodes { left: 1, bytes: tree }.node()
    }

    /// The value that is written here.
    ///
    /// # Errors
    /// [`TreeError`] when it is another than the type expects.
    pub fn read<T: DeserializeOwned>(self) -> Result<T, TreeError> {
        T::deserialize(self)
    }

    /// The items of a list; of anything else, that alone.
    pub fn items(self) -> impl Iterator<Item = Self> {
        let (mut nodes, alone) = match self.what {
            What::List(nodes) => (nodes, None),
            _ => (Nodes { left: 0, bytes: &[] }, Some(self)),
        };
        alone.into_iter().chain(std::iter::from_fn(move || nodes.next().ok().flatten()))
    }

    /// The items of a tree that is a list, or the tree itself, each with its place in the bytes: see [`Self::at`].
    pub fn parts(tree: &'t [u8]) -> Vec<(usize, Self)> {
        let Ok(root) = Self::root(tree) else { return Vec::new() };
        let What::List(mut nodes) = root.what else { return vec![(0, root)] };
        let mut parts = Vec::with_capacity(nodes.left);
        // What is left of a list's bytes is the end of the tree.
        let mut at = tree.len() - nodes.bytes.len();
        while let Ok(Some(node)) = nodes.next() {
            parts.push((at, node));
            at = tree.len() - nodes.bytes.len();
        }
        parts
    }

    /// The node at a place in the bytes of a tree.
    pub fn at(tree: &'t [u8], place: usize) -> Result<Self, TreeError> {
        Nodes { left: 1, bytes: tree.get(place..).ok_or(TreeError)? }.node()
    }

    /// Whether it is a list.
    pub fn is_list(self) -> bool {
        matches!(self.what, What::List(_))
    }

    /// The value of a mapping's field.
    pub fn field(self, name: &str) -> Option<Self> {
        let What::Mapping(mut nodes) = self.what else { return None };
        while let Some(left) = nodes.left.checked_sub(1) {
            nodes.left = left;
            if nodes.pass().ok()? == name.as_bytes() {
                return nodes.node().ok();
            }
            nodes.pass().ok()?;
        }
        None
    }

    /// The text of a scalar.
    pub fn text(self) -> Option<&'t str> {
        match self.what {
            What::Plain(text) | What::Quoted(text) => Some(text),
            What::List(_) | What::Mapping(_) => None,
        }
    }

    /// Writes it as if it stood, with all that is in it, at another place.
    pub(super) fn moved(self, place: Place, into: &mut Vec<u8>) -> Result<(), TreeError> {
        let (kind, mut nodes) = match self.what {
            What::Plain(text) | What::Quoted(text) => {
                head(if matches!(self.what, What::Plain(_)) { PLAIN } else { QUOTED }, place, into);
                put_number(text.len(), into);
                into.extend_from_slice(text.as_bytes());
                return Ok(());
            }
            What::List(nodes) => (LIST, nodes),
            What::Mapping(nodes) => (MAPPING, nodes),
        };
        head(kind, place, into);
        put_number(nodes.left, into);
        let mut inner = Vec::with_capacity(nodes.bytes.len());
        while !nodes.bytes.is_empty() {
            nodes.node()?.moved(place, &mut inner)?;
        }
        put_number(inner.len(), into);
        into.extend(inner);
        Ok(())
    }

    fn scalar(self) -> Result<&'t str, TreeError> {
        self.text().ok_or(TreeError)
    }

    /// Whether it says nothing.
    pub fn is_null(self) -> bool {
        matches!(self.what, What::Plain(text) if is_null(text))
    }

    /// A whole number, written as everybody writes one.
    fn number<N: std::str::FromStr>(self) -> Result<N, TreeError> {
        let text = self.scalar()?;
        let digits = text.strip_prefix('-').unwrap_or(text);
        let usual = digits == text || digits != "0";
        let leading = digits.len() > 1 && digits.starts_with('0');
        if !usual || leading || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(TreeError);
        }
        text.parse().map_err(|_| TreeError)
    }
}

/// A plain scalar for whom it may concern: a truth value, a number, or text, where there is no doubt which.
fn plain<'t, V: Visitor<'t>>(node: Node<'t>, text: &'t str, visitor: V) -> Result<V::Value, TreeError> {
    if is_null(text) {
        return visitor.visit_unit();
    }
    for value in [true, false] {
        if text.eq_ignore_ascii_case(if value { "true" } else { "false" }) {
            return visitor.visit_bool(value);
        }
    }
    let begins = text.chars().next().ok_or(TreeError)?;
    let odd = ["inf", "nan"].iter().any(|odd| text.get(..3).is_some_and(|t| t.eq_ignore_ascii_case(odd)));
    if text.contains(' ') || (begins.is_alphabetic() && !odd) {
        return visitor.visit_borrowed_str(text);
    }
    if begins == '-' {
        return visitor.visit_i64(node.number()?);
    }
    visitor.visit_u64(node.number()?)
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
        match self.what {
            What::Plain(text) => plain(self, text, visitor),
            What::Quoted(text) => visitor.visit_borrowed_str(text),
            What::List(_) => self.deserialize_seq(visitor),
            What::Mapping(_) => self.deserialize_map(visitor),
        }
    }

    whole!(
        deserialize_u8 visit_u8, deserialize_u16 visit_u16, deserialize_u32 visit_u32, deserialize_u64 visit_u64,
        deserialize_i8 visit_i8, deserialize_i16 visit_i16, deserialize_i32 visit_i32, deserialize_i64 visit_i64
    );

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TreeError> {
        match self.scalar()? {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            _ => Err(TreeError),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TreeError> {
        if self.is_null() {
            return Err(TreeError);
        }
        visitor.visit_borrowed_str(self.scalar()?)
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
        if self.is_null() { visitor.visit_unit() } else { Err(TreeError) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, TreeError> {
        if name == SPANNED {
            return visitor.visit_seq(Placed { node: self, given: 0 });
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TreeError> {
        let What::List(mut nodes) = self.what else { return Err(TreeError) };
        let value = visitor.visit_seq(&mut nodes)?;
        if nodes.left == 0 { Ok(value) } else { Err(TreeError) }
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
        let What::Mapping(nodes) = self.what else { return Err(TreeError) };
        let mut pairs = Pairs(nodes);
        let value = visitor.visit_map(&mut pairs)?;
        if pairs.0.left == 0 { Ok(value) } else { Err(TreeError) }
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
        match self.what {
            What::Mapping(mut nodes) => {
                let (Some(variant), 0) = (nodes.next()?, nodes.left) else { return Err(TreeError) };
                visitor.visit_enum(Variant { variant, value: Some(nodes.node()?) })
            }
            What::Plain(_) | What::Quoted(_) => visitor.visit_enum(Variant { variant: self, value: None }),
            What::List(_) => Err(TreeError),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TreeError> {
        visitor.visit_unit()
    }

    // Nothing of ours is any of these; the YAML itself would be asked.
    forward_to_deserialize_any! { i128 u128 f32 f64 char bytes byte_buf unit_struct }
}

impl<'t> SeqAccess<'t> for Nodes<'t> {
    type Error = TreeError;

    fn next_element_seed<T: DeserializeSeed<'t>>(&mut self, seed: T) -> Result<Option<T::Value>, TreeError> {
        self.next()?.map(|node| seed.deserialize(node)).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

/// The pairs of a mapping.
struct Pairs<'t>(Nodes<'t>);

impl<'t> MapAccess<'t> for Pairs<'t> {
    type Error = TreeError;

    fn next_key_seed<K: DeserializeSeed<'t>>(&mut self, seed: K) -> Result<Option<K::Value>, TreeError> {
        self.0.next()?.map(|node| seed.deserialize(node)).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'t>>(&mut self, seed: V) -> Result<V::Value, TreeError> {
        seed.deserialize(self.0.node()?)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.left)
    }
}

/// A value with its place: line, column, length, and the value.
struct Placed<'t> {
    node: Node<'t>,
    given: u8,
}

impl<'t> SeqAccess<'t> for Placed<'t> {
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

/// A word alone, or a word with what belongs to it.
struct Variant<'t> {
    variant: Node<'t>,
    value: Option<Node<'t>>,
}

impl<'t> EnumAccess<'t> for Variant<'t> {
    type Error = TreeError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'t>>(self, seed: V) -> Result<(V::Value, Self), TreeError> {
        let word = BorrowedStrDeserializer::new(self.variant.scalar()?);
        Ok((seed.deserialize(word)?, self))
    }
}

impl<'t> VariantAccess<'t> for Variant<'t> {
    type Error = TreeError;

    fn unit_variant(self) -> Result<(), TreeError> {
        if self.value.is_none() { Ok(()) } else { Err(TreeError) }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'t>>(self, seed: T) -> Result<T::Value, TreeError> {
        seed.deserialize(self.value.ok_or(TreeError)?)
    }

    fn tuple_variant<V: Visitor<'t>>(self, _: usize, visitor: V) -> Result<V::Value, TreeError> {
        self.value.ok_or(TreeError)?.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'t>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, TreeError> {
        self.value.ok_or(TreeError)?.deserialize_map(visitor)
    }
}
