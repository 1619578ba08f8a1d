//! Lists of things by a text: built text by text, or packed into bytes of which a look-up reads what it
//! asks for and no more.

mod packed;

use std::collections::HashMap;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tantivy::directory::OwnedBytes;

use packed::Packed;

/// Lists of things by a text, in the order in which the texts were added.
#[derive(Debug, Clone)]
pub(crate) enum Table<V> {
    Built(TableBuilder<V>),
    Packed(Packed<V>),
}

/// A table to which more can be added.
#[derive(Debug, Clone)]
pub(crate) struct TableBuilder<V> {
    places: HashMap<String, usize>,
    texts: Vec<String>,
    lists: Vec<Vec<V>>,
}

impl<V> Default for TableBuilder<V> {
    fn default() -> Self {
        Self { places: HashMap::new(), texts: Vec::new(), lists: Vec::new() }
    }
}

impl<V: PartialEq> TableBuilder<V> {
    /// Adds a thing to those of a text, where it is not among them. Whether the text is new.
    pub(crate) fn add(&mut self, text: String, thing: V) -> bool {
        let known = self.places.get(&text).copied();
        let place = known.unwrap_or_else(|| {
            self.places.insert(text.clone(), self.texts.len());
            self.texts.push(text);
            self.lists.push(Vec::new());
            self.texts.len() - 1
        });
        if !self.lists[place].contains(&thing) {
            self.lists[place].push(thing);
        }
        known.is_none()
    }

    pub(crate) fn table(self) -> Table<V> {
        Table::Built(self)
    }
}

impl<V: PartialEq> FromIterator<(String, V)> for Table<V> {
    fn from_iter<I: IntoIterator<Item = (String, V)>>(all: I) -> Self {
        let mut builder = TableBuilder::default();
        for (text, thing) in all {
            builder.add(text, thing);
        }
        builder.table()
    }
}

impl<V> Default for Table<V> {
    fn default() -> Self {
        Self::Built(TableBuilder::default())
    }
}

impl<V> Table<V> {
    /// Where a text stands among the others.
    pub(crate) fn place(&self, text: &str) -> Option<usize> {
        match self {
            Self::Built(built) => built.places.get(text).copied(),
            Self::Packed(packed) => packed.texts.find(text),
        }
    }

    pub(crate) fn has(&self, text: &str) -> bool {
        self.place(text).is_some()
    }

    /// The number of distinct texts.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Built(built) => built.texts.len(),
            Self::Packed(packed) => packed.texts.len(),
        }
    }

    /// Iterates over the texts.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|place| match self {
            Self::Built(built) => built.texts[place].as_str(),
            Self::Packed(packed) => packed.texts.get(place),
        })
    }
}

impl<V: DeserializeOwned> Table<V> {
    /// The values stored for a text; empty if there are none.
    pub(crate) fn get(&self, text: &str) -> &[V] {
        self.place(text).map_or(&[], |place| self.list(place))
    }

    /// What stands by the text at a place.
    pub(crate) fn list(&self, place: usize) -> &[V] {
        match self {
            Self::Built(built) => built.lists.get(place).map_or(&[], Vec::as_slice),
            Self::Packed(packed) => packed.list(place),
        }
    }

    /// Decodes what [`Table::pack`] wrote.
    pub(crate) fn unpack(bytes: &OwnedBytes) -> Option<Self> {
        Packed::open(bytes).map(Self::Packed)
    }
}

impl<V: Serialize + DeserializeOwned> Table<V> {
    /// The table as bytes.
    ///
    /// # Errors
    /// Of a thing that cannot be written as JSON, and of a table too large for any rulings.
    pub(crate) fn pack(&self) -> Result<Vec<u8>, serde_json::Error> {
        let lists = (0..self.len()).map(|place| serde_json::to_string(self.list(place)));
        let lists = lists.collect::<Result<Vec<String>, _>>()?;
        packed::pack(&self.texts().collect::<Vec<_>>(), &lists)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Whatever a table says, it says packed.
        #[test]
        fn a_packed_table_says_the_same(rows in prop::collection::vec(("[aäb ]{0,3}", 0_u8..4), 0..30), other in "[aäb ]{0,3}") {
            let built: Table<u8> = rows.into_iter().collect();
            let bytes = OwnedBytes::new(built.pack().expect("it is small"));
            let packed = Table::<u8>::unpack(&bytes).expect("it was packed");
            prop_assert!(built.texts().eq(packed.texts()));
            for text in built.texts().chain([other.as_str()]) {
                prop_assert_eq!(built.get(text), packed.get(text));
                prop_assert_eq!(built.place(text), packed.place(text));
            }
        }

        /// What was cut anywhere is no table.
        #[test]
        fn half_a_table_is_none(rows in prop::collection::vec(("[ab]{0,3}", 0_u8..4), 1..9), cut in 0.0..1.0) {
            let built: Table<u8> = rows.into_iter().collect();
            let mut bytes = built.pack().expect("it is small");
            bytes.truncate((bytes.len() as f64 * cut) as usize);
            prop_assert!(Table::<u8>::unpack(&OwnedBytes::new(bytes)).is_none());
        }
    }
}
