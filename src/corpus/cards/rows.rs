//! Rows of card facts: all of them read, or each when somebody asks for it.

use std::ops::Index;
use std::sync::OnceLock;

use indexmap::IndexMap;
use serde::de::DeserializeOwned;

use crate::corpus::files::{File, Files, Pieces};
use crate::corpus::table::Table;

/// Rows in the order of their files, each with a key of its own.
#[derive(Debug, Clone)]
pub enum Rows<T> {
    Read(IndexMap<String, T>),
    OnDemand(Box<RowsOnDemand<T>>),
}

/// Rows that are read one by one.
#[derive(Debug, Clone)]
pub struct RowsOnDemand<T> {
    files: Vec<File>,
    places: Table<RowPlace>,
    read: Vec<OnceLock<Option<Box<T>>>>,
}

/// A file among those of the same rows, and a place in its tree.
type RowPlace = (usize, usize);

/// The card files of a game whose names begin with `stem`, so that another folder can lay its own beside
/// them.
pub(super) fn files_of<'f>(files: &'f Files, game: &str, stem: &str) -> impl Iterator<Item = &'f File> {
    let start = format!("{game}/cards/{stem}");
    files.iter().filter(move |(path, _)| path.starts_with(&start)).map(|(_, file)| file)
}

/// The name of the piece that says where the rows of a stem stand.
fn piece(game: &str, stem: &str) -> String {
    format!("{game}/cards/{stem}/rows")
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Self::Read(IndexMap::new())
    }
}

impl<T> From<IndexMap<String, T>> for Rows<T> {
    fn from(rows: IndexMap<String, T>) -> Self {
        Self::Read(rows)
    }
}

impl<T: DeserializeOwned> Rows<T> {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Read(rows) => rows.len(),
            Self::OnDemand(rows) => rows.read.len(),
        }
    }

    pub(super) fn get(&self, key: &str) -> Option<&T> {
        match self {
            Self::Read(rows) => rows.get(key),
            Self::OnDemand(rows) => rows.at(rows.places.place(key)?),
        }
    }

    /// Where the row of that key stands among the others.
    pub(super) fn place(&self, key: &str) -> Option<usize> {
        match self {
            Self::Read(rows) => rows.get_index_of(key),
            Self::OnDemand(rows) => rows.places.place(key),
        }
    }

    /// The row at that place among the others.
    pub(super) fn at(&self, place: usize) -> Option<&T> {
        match self {
            Self::Read(rows) => rows.get_index(place).map(|(_, row)| row),
            Self::OnDemand(rows) => rows.at(place),
        }
    }

    /// Iterates over all rows.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        (0..self.len()).filter_map(|place| self.at(place))
    }

    /// Where these rows, which are those of all files of a stem, stand in the trees of the files.
    pub(super) fn pack(
        &self,
        files: &Files,
        (game, stem): (&str, &str),
        into: &mut Pieces,
    ) -> Result<(), serde_json::Error> {
        let Self::Read(rows) = self else { return Ok(()) };
        let of_file =
            |(n, file): (usize, &File)| file.parts().into_iter().map(|(at, _)| (n, at)).collect::<Vec<_>>();
        let places: Vec<RowPlace> = files_of(files, game, stem).enumerate().flat_map(of_file).collect();
        // A row that was left out would put all behind it in another's place.
        if places.len() == rows.len() {
            let table: Table<RowPlace> = rows.keys().cloned().zip(places).collect();
            into.insert(piece(game, stem), table.pack()?);
        }
        Ok(())
    }

    /// The rows of a stem, of which none is read yet; of files with which nothing is wrong. `None` where a
    /// tree proves damaged: without it every row would be looked for in the whole of its file.
    pub(super) fn on_demand(files: &Files, game: &str, stem: &str) -> Option<Self> {
        if files_of(files, game, stem).any(|file| file.tree().is_none()) {
            return None;
        }
        let places: Table<RowPlace> = Table::unpack(&files.piece(&piece(game, stem))?)?;
        let read = (0..places.len()).map(|_| OnceLock::new()).collect();
        Some(Self::OnDemand(Box::new(RowsOnDemand {
            files: files_of(files, game, stem).cloned().collect(),
            places,
            read,
        })))
    }
}

impl<T: DeserializeOwned> RowsOnDemand<T> {
    fn at(&self, place: usize) -> Option<&T> {
        self.read.get(place)?.get_or_init(|| self.read(place).map(Box::new)).as_deref()
    }

    fn read(&self, place: usize) -> Option<T> {
        let (n, at) = *self.places.list(place).first()?;
        self.files.get(n)?.part(at)
    }
}

impl<T: DeserializeOwned> Index<usize> for Rows<T> {
    type Output = T;

    /// # Panics
    /// With a place of other rows.
    fn index(&self, place: usize) -> &T {
        self.at(place).expect("a row of these files")
    }
}
