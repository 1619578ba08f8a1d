//! The trees of all files of a corpus in one file, and what was worked out of them: a cache. Whatever is
//! wrong with it, the YAML itself is read.
//!
//! The header is verified when the file is opened, and each tree when it is read; no command reads all of
//! them.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use tantivy::directory::OwnedBytes;

use super::mapped;

/// What is worked out of files with which nothing is wrong, and kept beside their trees, by its name.
pub(crate) type Pieces = BTreeMap<String, Vec<u8>>;

/// What stands in front; another form of file has another.
const MAGIC: &[u8; 8] = b"judgetr1";
/// Length of the magic bytes, the header's length and its checksum.
const PREFIX: usize = 8 + 4 + 4;
/// Header line for files that were found free of errors.
const SOUND: &str = "sound";

/// Why a tree cache cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TreesError {
    /// There is no such file.
    #[error("there are no trees yet")]
    Missing,
    /// It was made from other files.
    #[error("the trees are of another edition")]
    Stale,
    /// Its bytes are not what was written.
    #[error("the compiled rulings are damaged: {0}")]
    Damaged(&'static str),
    /// Any other I/O error.
    #[error("the compiled rulings cannot be read: {0}")]
    Io(#[from] std::io::Error),
}

/// A tree's byte range within the file, and its checksum.
#[derive(Debug, Clone, Copy)]
struct Section {
    from: usize,
    length: usize,
    sum: u32,
}

/// The trees of the files of a corpus.
#[derive(Debug)]
pub struct Trees {
    source: Source,
    sound: AtomicBool,
    /// What was just worked out of the files, of which nothing is wrong with any.
    pieces: OnceLock<BTreeMap<String, OwnedBytes>>,
}

#[derive(Debug)]
enum Source {
    File {
        path: PathBuf,
        bytes: OwnedBytes,
        sections: BTreeMap<String, Section>,
    },
    /// In memory, freshly compiled.
    Memory(BTreeMap<String, OwnedBytes>),
}

impl Trees {
    /// Compiles the trees of files given as path and text.
    pub fn of<'f>(files: impl Iterator<Item = (&'f str, &'f str)>) -> Self {
        let wanted = files.filter(|(path, _)| !path.contains('\n'));
        let trees = wanted.filter_map(|(path, text)| {
            Some((path.to_owned(), OwnedBytes::new(judge_tree::encode(text).ok()?)))
        });
        Self {
            source: Source::Memory(trees.collect()),
            sound: AtomicBool::new(false),
            pieces: OnceLock::new(),
        }
    }

    /// Opens the cache at `path` and verifies its header, which must match `key`.
    ///
    /// # Errors
    /// [`TreesError`]
    pub fn open(path: &Path, key: &str) -> Result<Self, TreesError> {
        let metadata = match std::fs::metadata(path) {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Err(TreesError::Missing),
            Err(error) => return Err(error.into()),
        };
        // Opening a named pipe would block until something writes to it.
        if !metadata.is_file() {
            return Err(TreesError::Damaged("this is no ordinary file"));
        }
        let bytes = mapped::map(path)?;
        let head = head(&bytes)?;
        let (own, sound, sections) = parse(head).ok_or(TreesError::Damaged("its head is broken"))?;
        let last = sections.values().map(|s| s.from.saturating_add(s.length)).max();
        if last.unwrap_or(PREFIX + head.len()) != bytes.len() {
            return Err(TreesError::Damaged("its length is another"));
        }
        if own != key {
            return Err(TreesError::Stale);
        }
        let source = Source::File { path: path.to_owned(), bytes: bytes.clone(), sections };
        Ok(Self { source, sound: AtomicBool::new(sound), pieces: OnceLock::new() })
    }

    /// Whether the files were free of errors when all of them were last read and linked.
    pub(crate) fn is_sound(&self) -> bool {
        self.sound.load(Ordering::Relaxed)
    }

    /// Records that the files are free of errors.
    pub fn mark_sound(&self) {
        self.sound.store(true, Ordering::Relaxed);
    }

    /// Keeps what was worked out of the files beside their trees.
    pub fn keep_pieces(&self, pieces: Pieces) {
        let pieces = pieces.into_iter().map(|(name, bytes)| (place_of_piece(&name), OwnedBytes::new(bytes)));
        // Whoever worked them out first had the same files.
        let _ = self.pieces.set(pieces.collect());
    }

    /// What was worked out of the files and is called so.
    pub fn piece(&self, name: &str) -> Option<OwnedBytes> {
        let place = place_of_piece(name);
        self.pieces.get().and_then(|pieces| pieces.get(&place).cloned()).or_else(|| self.read(&place))
    }

    /// Whether the tree of that file is kept.
    pub fn has(&self, path: &str) -> bool {
        match &self.source {
            Source::File { sections, .. } => sections.contains_key(path),
            Source::Memory(trees) => trees.contains_key(path),
        }
    }

    /// The tree of a file. If it is damaged, deletes the whole cache, so that it gets rebuilt.
    pub fn read(&self, path: &str) -> Option<OwnedBytes> {
        match &self.source {
            Source::Memory(trees) => trees.get(path).cloned(),
            Source::File { path: place, bytes, sections } => {
                let tree = section(bytes, sections.get(path)?);
                if tree.is_none() {
                    // If deleting fails, the YAML is read every time: slower, but equally correct.
                    let _ = std::fs::remove_file(place);
                }
                tree
            }
        }
    }

    /// Verifies every tree.
    ///
    /// # Errors
    /// [`TreesError::Damaged`]
    pub fn verify(&self) -> Result<(), TreesError> {
        let Source::File { bytes, sections, .. } = &self.source else { return Ok(()) };
        let whole = sections.values().all(|of_one| section(bytes, of_one).is_some());
        if whole { Ok(()) } else { Err(TreesError::Damaged("its checksum is another")) }
    }

    /// Writes the cache in the format that [`Self::open`] reads.
    ///
    /// # Errors
    /// Any I/O error, from reading existing trees or from writing.
    pub fn write(&self, key: &str, out: &mut dyn Write) -> std::io::Result<()> {
        let Source::Memory(trees) = &self.source else { return Ok(()) };
        let all: Vec<(&String, &OwnedBytes)> =
            trees.iter().chain(self.pieces.get().into_iter().flatten()).collect();
        // The places depend on the length of the head, which does not depend on them: each is equally wide.
        let head = |start: u64| {
            let mut from = start;
            let mut head = format!("{key} {}\n", if self.is_sound() { SOUND } else { "unsound" });
            for (path, tree) in &all {
                head += &format!("{from:012} {} {} {path}\n", tree.len(), crc32fast::hash(tree));
                from += tree.len() as u64;
            }
            head
        };
        let length = head(0).len();
        let head = head((PREFIX + length) as u64);
        out.write_all(MAGIC)?;
        out.write_all(&u32::try_from(length).map_err(std::io::Error::other)?.to_le_bytes())?;
        out.write_all(&crc32fast::hash(head.as_bytes()).to_le_bytes())?;
        out.write_all(head.as_bytes())?;
        all.iter().try_for_each(|(_, tree)| out.write_all(tree))
    }
}

/// Where a piece is kept: no file has such a path.
fn place_of_piece(name: &str) -> String {
    format!("/{name}")
}

/// A tree, if it is what was written.
fn section(bytes: &OwnedBytes, section: &Section) -> Option<OwnedBytes> {
    let place = section.from..section.from.checked_add(section.length)?;
    let is_whole = crc32fast::hash(bytes.get(place.clone())?) == section.sum;
    is_whole.then(|| bytes.slice(place))
}

/// The header, if its checksum matches.
fn head(bytes: &[u8]) -> Result<&[u8], TreesError> {
    let broken = TreesError::Damaged("its head is broken");
    let (prefix, rest) = bytes.split_at_checked(PREFIX).ok_or(TreesError::Damaged("it is too short"))?;
    let word = |at: usize| u32::from_le_bytes([prefix[at], prefix[at + 1], prefix[at + 2], prefix[at + 3]]);
    let head = usize::try_from(word(8)).ok().and_then(|length| rest.get(..length));
    match head.filter(|head| &prefix[..8] == MAGIC && crc32fast::hash(head) == word(12)) {
        Some(head) => Ok(head),
        None => Err(broken),
    }
}

/// Parses the header: the key, whether the files are sound, and one section per line.
fn parse(head: &[u8]) -> Option<(&str, bool, BTreeMap<String, Section>)> {
    let mut lines = std::str::from_utf8(head).ok()?.lines();
    let (key, sound) = lines.next()?.split_once(' ')?;
    let section = |line: &str| {
        let mut parts = line.splitn(4, ' ');
        let from = parts.next()?.parse().ok()?;
        let length = parts.next()?.parse().ok()?;
        let sum = parts.next()?.parse().ok()?;
        Some((parts.next()?.to_owned(), Section { from, length, sum }))
    };
    Some((key, sound == SOUND, lines.map(section).collect::<Option<_>>()?))
}
