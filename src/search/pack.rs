//! An index as one file: written aside, renamed into place, checked as it is read.
//!
//! One file can be replaced in one step, and nothing is read of it that was not checked: its head and its
//! length when it is opened, every block of the rest when something in it is first read. A search reads a
//! small part of it.

use std::collections::BTreeMap;
use std::io::{Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use super::index_info::IndexInfo;
use crate::corpus::mapped;
use tantivy::HasLen;
use tantivy::directory::error::{DeleteError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    Directory, DirectoryLock, FileHandle, FileSlice, Lock, OwnedBytes, WatchCallback, WatchHandle, WritePtr,
};

const MAGIC: &[u8; 8] = b"judgeix2";
const FOOT: &[u8; 8] = b"judgeend";
/// Magic, length of the head, length of all files together, checksum of the head and of the sums behind it.
const PREFIX: usize = 8 + 8 + 8 + 4;
/// The number of bytes with a checksum of their own.
const BLOCK: usize = 8 * 1024;
/// The length of a checksum, in bytes.
const SUM: usize = 4;

/// What a pack says about itself.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Head {
    /// The version of the schema it was built with.
    pub schema: u32,
    /// The key of the corpus it was built from.
    pub key: String,
    /// What else the search needs at hand.
    #[serde(rename = "lexicon")]
    pub info: IndexInfo,
    /// Name, offset and length of every file in it; offsets count from where the first begins.
    files: BTreeMap<String, (u64, u64)>,
}

/// Why a pack cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// There is no such file.
    #[error("there is no index yet")]
    Missing,
    /// It was built from another corpus or by another version.
    #[error("the index is of another edition")]
    Stale,
    /// Its bytes are not what was written.
    #[error("the index is damaged: {0}")]
    Damaged(&'static str),
    /// Any other I/O error.
    #[error("the index cannot be read: {0}")]
    Io(#[from] std::io::Error),
}

/// A read-only directory over one pack.
#[derive(Clone, Debug)]
pub struct Pack {
    head: Arc<Head>,
    body: Arc<Body>,
}

/// The files of a pack, one behind the other.
#[derive(Debug)]
struct Body {
    bytes: FileSlice,
    /// The checksum of each block, one behind the other.
    sums: OwnedBytes,
    /// Which blocks are known to be whole.
    checked: Vec<AtomicBool>,
}

impl Pack {
    /// Opens the pack at `path` and checks its head; the rest is checked as it is read.
    ///
    /// # Errors
    /// [`PackError`].
    pub fn open(path: &Path) -> Result<Self, PackError> {
        ordinary(path)?;
        let bytes = match mapped::map(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Err(PackError::Missing),
            bytes => bytes?,
        };
        Self::read(FileSlice::new(Arc::new(bytes)))
    }

    /// A pack that is held in memory, checked whole.
    ///
    /// # Errors
    /// [`PackError::Damaged`] when the bytes are not a whole pack.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, PackError> {
        let pack = Self::read(FileSlice::new(Arc::new(OwnedBytes::new(bytes))))?;
        pack.check()?;
        Ok(pack)
    }

    /// Checks all of it that was not checked yet.
    ///
    /// # Errors
    /// [`PackError::Damaged`].
    pub fn check(&self) -> Result<(), PackError> {
        self.body.read_bytes(0..self.body.len()).map(|_| ()).map_err(|_| ANOTHER_SUM)
    }

    fn read(whole: FileSlice) -> Result<Self, PackError> {
        let damaged = PackError::Damaged("its head is broken");
        if whole.len() < PREFIX + FOOT.len() {
            return Err(PackError::Damaged("it is too short"));
        }
        let (whole, foot) = whole.split_from_end(FOOT.len());
        if foot.read_bytes()?.as_slice() != FOOT {
            return Err(PackError::Damaged("its end is missing"));
        }
        let (prefix, rest) = whole.split(PREFIX);
        let prefix = prefix.read_bytes()?;
        let number =
            |at: usize| usize::try_from(u64::from_le_bytes(eight(&prefix[at..]))).unwrap_or(usize::MAX);
        let (head_length, length) = (number(8), number(16));
        let blocks = length.div_ceil(BLOCK);
        if &prefix[..MAGIC.len()] != MAGIC || head_length > rest.len() {
            return Err(damaged);
        }
        if blocks.saturating_mul(SUM).saturating_add(length) != rest.len() - head_length {
            return Err(PackError::Damaged("its length is another"));
        }
        let (head, rest) = rest.split(head_length);
        let (sums, bytes) = rest.split(blocks * SUM);
        let (head, sums) = (head.read_bytes()?, sums.read_bytes()?);
        if sum_of(&[&head, &sums]) != u32::from_le_bytes(four(&prefix[24..])) {
            return Err(damaged);
        }
        let head: Head = serde_json::from_slice(&head).map_err(|_| damaged)?;
        let checked = (0..blocks).map(|_| AtomicBool::new(false)).collect();
        Ok(Self { head: Arc::new(head), body: Arc::new(Body { bytes, sums, checked }) })
    }

    /// The decoded header.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// The names of the files in it.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.head.files.keys().map(String::as_str)
    }

    /// Verifies every byte of the pack at `path`, however large.
    ///
    /// # Errors
    /// [`PackError`] saying what is wrong.
    pub fn verify(path: &Path) -> Result<u64, PackError> {
        let pack = Self::open(path)?;
        let mut file = std::fs::File::open(path)?;
        let length = file.seek(SeekFrom::End(0))?;
        // Read rather than mapped: a file that is cut meanwhile is an error, and nothing worse.
        let mut left = pack.body.len();
        file.seek(SeekFrom::Start(length.saturating_sub((left + FOOT.len()) as u64)))?;
        let mut block = vec![0; BLOCK];
        for n in 0..pack.body.checked.len() {
            let block = &mut block[..left.min(BLOCK)];
            file.read_exact(block)?;
            if crc32fast::hash(block) != pack.body.sum(n) {
                return Err(ANOTHER_SUM);
            }
            left -= block.len();
        }
        Ok(length)
    }

    /// The file of that name, if it is there.
    pub(super) fn file(&self, name: &str) -> Option<FileSlice> {
        self.slice(Path::new(name)).ok()
    }

    fn slice(&self, path: &Path) -> Result<FileSlice, OpenReadError> {
        let missing = || OpenReadError::FileDoesNotExist(path.to_owned());
        let (from, length) = path.to_str().and_then(|p| self.head.files.get(p)).ok_or_else(missing)?;
        let from = usize::try_from(*from).map_err(|_| missing())?;
        let to = from + usize::try_from(*length).map_err(|_| missing())?;
        if to > self.body.len() {
            return Err(missing());
        }
        Ok(FileSlice::new(self.body.clone()).slice(from..to))
    }
}

/// What is said of bytes that are not those that were written.
const ANOTHER_SUM: PackError = PackError::Damaged("its checksum is another");

impl Body {
    /// The checksum that a block must have.
    fn sum(&self, block: usize) -> u32 {
        u32::from_le_bytes(four(&self.sums[block * SUM..]))
    }

    /// Whether a block is what was written.
    fn is_whole(&self, block: usize) -> std::io::Result<bool> {
        let from = block * BLOCK;
        let bytes = self.bytes.read_bytes_slice(from..self.len().min(from + BLOCK))?;
        Ok(crc32fast::hash(&bytes) == self.sum(block))
    }
}

impl HasLen for Body {
    fn len(&self) -> usize {
        self.bytes.len()
    }
}

impl FileHandle for Body {
    fn read_bytes(&self, range: Range<usize>) -> std::io::Result<OwnedBytes> {
        let blocks = range.start / BLOCK..range.end.div_ceil(BLOCK);
        let unchecked = |block: &usize| !self.checked[*block].load(Ordering::Relaxed);
        for block in blocks.filter(unchecked) {
            if !self.is_whole(block)? {
                return Err(std::io::Error::new(std::io::ErrorKind::InvalidData, ANOTHER_SUM));
            }
            self.checked[block].store(true, Ordering::Relaxed);
        }
        self.bytes.read_bytes_slice(range)
    }
}

/// The checksum of several runs of bytes as of one.
fn sum_of(runs: &[&[u8]]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    runs.iter().for_each(|run| hasher.update(run));
    hasher.finalize()
}

fn four(bytes: &[u8]) -> [u8; 4] {
    let mut out = [0; 4];
    out.copy_from_slice(&bytes[..4]);
    out
}

fn eight(bytes: &[u8]) -> [u8; 8] {
    let mut out = [0; 8];
    out.copy_from_slice(&bytes[..8]);
    out
}

/// Writes the files of an index, by their names, as one pack to `out`.
///
/// # Errors
/// Any error writing the pack.
pub(crate) fn write(
    contents: &[(String, OwnedBytes)],
    schema: u32,
    key: &str,
    info: IndexInfo,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let mut files = BTreeMap::new();
    let mut length = 0u64;
    for (name, bytes) in contents {
        files.insert(name.clone(), (length, bytes.len() as u64));
        length += bytes.len() as u64;
    }
    let head = Head { schema, key: key.to_owned(), info, files };
    let head = serde_json::to_vec(&head)?;
    let sums = sums(contents);
    out.write_all(MAGIC)?;
    out.write_all(&(head.len() as u64).to_le_bytes())?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(&sum_of(&[&head, &sums]).to_le_bytes())?;
    out.write_all(&head)?;
    out.write_all(&sums)?;
    for (_, bytes) in contents {
        out.write_all(bytes)?;
    }
    out.write_all(FOOT)
}

/// The checksums of the blocks that these files make, one behind the other.
fn sums(contents: &[(String, OwnedBytes)]) -> Vec<u8> {
    let mut sums = Vec::new();
    let (mut hasher, mut left) = (crc32fast::Hasher::new(), BLOCK);
    for (_, bytes) in contents {
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            let (now, later) = rest.split_at(rest.len().min(left));
            hasher.update(now);
            (rest, left) = (later, left - now.len());
            if left == 0 {
                sums.extend(std::mem::take(&mut hasher).finalize().to_le_bytes());
                left = BLOCK;
            }
        }
    }
    if left < BLOCK {
        sums.extend(hasher.finalize().to_le_bytes());
    }
    sums
}

/// A pack is never written to.
fn read_only() -> std::io::Error {
    std::io::Error::new(std::io::ErrorKind::ReadOnlyFilesystem, "an index pack is read-only")
}

impl Directory for Pack {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        Ok(Arc::new(self.slice(path)?))
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        let bytes = self.slice(path)?.read_bytes();
        bytes.map(|b| b.to_vec()).map_err(|error| OpenReadError::wrap_io_error(error, path.to_owned()))
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        Ok(path.to_str().is_some_and(|p| self.head.files.contains_key(p)))
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        Err(DeleteError::IoError { io_error: Arc::new(read_only()), filepath: path.to_owned() })
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        Err(OpenWriteError::wrap_io_error(read_only(), path.to_owned()))
    }

    fn atomic_write(&self, _: &Path, _: &[u8]) -> std::io::Result<()> {
        Err(read_only())
    }

    fn sync_directory(&self) -> std::io::Result<()> {
        Ok(())
    }

    /// Nobody writes, so nobody needs to wait.
    fn acquire_lock(&self, _: &Lock) -> Result<DirectoryLock, tantivy::directory::error::LockError> {
        Ok(DirectoryLock::from(Box::new(())))
    }

    fn watch(&self, _: WatchCallback) -> tantivy::Result<WatchHandle> {
        Ok(WatchHandle::empty())
    }
}

/// Opening a pipe in the place of the index would wait for its writer, perhaps for ever.
fn ordinary(path: &Path) -> Result<(), PackError> {
    match std::fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => Err(PackError::Damaged("it is no ordinary file")),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(PackError::Missing),
        _ => Ok(()),
    }
}
