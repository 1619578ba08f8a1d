//! Tables as bytes.

use std::collections::HashMap;
use std::sync::OnceLock;

use serde::de::{DeserializeOwned, Error as _};
use tantivy::directory::OwnedBytes;

/// A table of which each list is read when somebody asks for it.
#[derive(Debug, Clone)]
pub(crate) struct Packed<V> {
    pub(super) texts: Texts,
    /// Which of the lists each text has.
    of_text: Numbers,
    /// The lists that differ, each as JSON.
    lists: Texts,
    read: Vec<OnceLock<Vec<V>>>,
}

/// Short texts, each once, and their order.
#[derive(Debug, Clone)]
pub(super) struct Texts {
    /// Where each ends among the letters.
    ends: Numbers,
    /// Their places in the order of the letters.
    order: Numbers,
    letters: OwnedBytes,
}

/// Numbers of four bytes each.
#[derive(Debug, Clone)]
struct Numbers(OwnedBytes);

impl Numbers {
    fn len(&self) -> usize {
        self.0.len() / 4
    }

    fn get(&self, at: usize) -> Option<usize> {
        let (four, _) = self.0.get(at * 4..)?.split_first_chunk::<4>()?;
        usize::try_from(u32::from_le_bytes(*four)).ok()
    }
}

impl Texts {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    fn bytes(&self, place: usize) -> &[u8] {
        let from = place.checked_sub(1).map_or(Some(0), |before| self.ends.get(before));
        let range = from.zip(self.ends.get(place)).map(|(from, to)| from..to);
        range.and_then(|range| self.letters.get(range)).unwrap_or_default()
    }

    pub(super) fn get(&self, place: usize) -> &str {
        std::str::from_utf8(self.bytes(place)).unwrap_or_default()
    }

    pub(super) fn find(&self, text: &str) -> Option<usize> {
        let (mut from, mut to) = (0, self.len());
        while from < to {
            let middle = from.midpoint(to);
            let place = self.order.get(middle)?;
            match self.bytes(place).cmp(text.as_bytes()) {
                std::cmp::Ordering::Less => from = middle + 1,
                std::cmp::Ordering::Greater => to = middle,
                std::cmp::Ordering::Equal => return Some(place),
            }
        }
        None
    }
}

impl<V: DeserializeOwned> Packed<V> {
    pub(super) fn open(bytes: &OwnedBytes) -> Option<Self> {
        let mut parts = Parts(bytes.clone());
        let texts = parts.texts()?;
        let (of_text, lists) = (Numbers(parts.next()?), parts.texts()?);
        let read = (0..lists.len()).map(|_| OnceLock::new()).collect();
        Some(Self { texts, of_text, lists, read })
    }

    pub(super) fn list(&self, place: usize) -> &[V] {
        let Some(which) = self.of_text.get(place) else { return &[] };
        let read = || serde_json::from_str(self.lists.get(which)).unwrap_or_default();
        self.read.get(which).map_or(&[], |list| list.get_or_init(read))
    }
}

/// Parts of a piece of bytes, each behind its length.
struct Parts(OwnedBytes);

impl Parts {
    fn next(&mut self) -> Option<OwnedBytes> {
        let length = Numbers(self.0.clone()).get(0)?;
        let end = length.checked_add(4).filter(|end| *end <= self.0.len())?;
        let part = self.0.slice(4..end);
        self.0 = self.0.slice(end..self.0.len());
        Some(part)
    }

    fn texts(&mut self) -> Option<Texts> {
        Some(Texts { ends: Numbers(self.next()?), order: Numbers(self.next()?), letters: self.next()? })
    }
}

/// Texts and their lists as bytes, each list that differs once.
pub(super) fn pack(texts: &[&str], lists: &[String]) -> Result<Vec<u8>, serde_json::Error> {
    let mut differing: Vec<&str> = Vec::new();
    let mut known: HashMap<&str, usize> = HashMap::new();
    let of_text = lists.iter().map(|list| {
        *known.entry(list).or_insert_with(|| {
            differing.push(list);
            differing.len() - 1
        })
    });
    let of_text: Vec<usize> = of_text.collect();
    let mut bytes = Vec::new();
    put_texts(texts, &mut bytes)?;
    put_numbers(of_text, &mut bytes)?;
    put_texts(&differing, &mut bytes)?;
    Ok(bytes)
}

fn put_texts(texts: &[&str], bytes: &mut Vec<u8>) -> Result<(), serde_json::Error> {
    let ends = texts.iter().scan(0, |end, text| {
        *end += text.len();
        Some(*end)
    });
    put_numbers(ends, bytes)?;
    let mut order: Vec<usize> = (0..texts.len()).collect();
    order.sort_by_key(|place| texts[*place].as_bytes());
    put_numbers(order, bytes)?;
    put(texts.concat().as_bytes(), bytes)
}

fn put_numbers(
    numbers: impl IntoIterator<Item = usize>,
    bytes: &mut Vec<u8>,
) -> Result<(), serde_json::Error> {
    let four = |number| u32::try_from(number).map(u32::to_le_bytes).map_err(serde_json::Error::custom);
    let numbers = numbers.into_iter().map(four).collect::<Result<Vec<_>, _>>()?;
    put(&numbers.concat(), bytes)
}

fn put(part: &[u8], bytes: &mut Vec<u8>) -> Result<(), serde_json::Error> {
    let length = u32::try_from(part.len()).map_err(serde_json::Error::custom)?;
    bytes.extend(length.to_le_bytes());
    bytes.extend(part);
    Ok(())
}
