//! An index as one file: written aside, renamed into place, checked when opened.
//!
//! One file can be replaced in one step, read in one call, and holds nothing that was not checked. Of a small
//! pack the whole checksum is verified at every open; of a large one the head, the length and the foot.

use std::collections::BTreeMap;
use std::io::{Read, Seek, Write};
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::index_info::IndexInfo;
use tantivy::HasLen;
use tantivy::directory::error::{DeleteError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    Directory, DirectoryLock, FileHandle, FileSlice, Lock, OwnedBytes, WatchCallback, WatchHandle, WritePtr,
};

/// Packs up to this size, in bytes, are checksummed whole at every open.
pub const CHECKED_WHOLE: u64 = 16 * 1024 * 1024;

const MAGIC: &[u8; 8] = b"judgeix1";
const FOOT: &[u8; 8] = b"judgeend";
/// Magic, length of the head, checksum of the head.
const PREFIX: usize = 8 + 8 + 4;
/// Checksum of everything before it, and the closing mark.
const SUFFIX: usize = 4 + 8;

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
    /// Name, offset and length of every file in it; offsets count from the end of the head.
    files: BTreeMap<String, (u64, u64)>,
    /// The length of all files together.
    length: u64,
}

/// Why a pack cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// It is not there.
    #[error("there is no index yet")]
    Missing,
    /// It was built from another corpus or by another version.
    #[error("the index is of another edition")]
    Stale,
    /// Its bytes are not what was written.
    #[error("the index is damaged: {0}")]
    Damaged(&'static str),
    /// It cannot be read.
    #[error("the index cannot be read: {0}")]
    Io(#[from] std::io::Error),
}

/// A read-only directory over one pack.
#[derive(Clone, Debug)]
pub struct Pack {
    head: Arc<Head>,
    body: FileSlice,
}

impl Pack {
    /// Opens the pack at `path` and checks it.
    ///
    /// # Errors
    /// [`PackError`]; a pack that is not whole is never opened.
    pub fn open(path: &Path) -> Result<Self, PackError> {
        ordinary(path)?;
        let length = match std::fs::metadata(path) {
            Ok(metadata) => metadata.len(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Err(PackError::Missing),
            Err(error) => return Err(error.into()),
        };
        Self::mapped(path, length <= CHECKED_WHOLE)
    }

    /// A pack that is held in memory.
    ///
    /// # Errors
    /// [`PackError::Damaged`] when the bytes are not a whole pack.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, PackError> {
        check(&bytes)?;
        let bytes = OwnedBytes::new(bytes);
        Self::read(FileSlice::new(Arc::new(bytes)))
    }

    /// Maps the file rather than reading it: a search touches a small part of it, and what was checked is
    /// what is used.
    #[cfg(not(target_family = "wasm"))]
    fn mapped(path: &Path, whole: bool) -> Result<Self, PackError> {
        let folder = path.parent().unwrap_or(Path::new("."));
        let name = path.file_name().ok_or(PackError::Missing)?;
        let directory = tantivy::directory::MmapDirectory::open(folder).map_err(std::io::Error::other)?;
        let file = directory.open_read(Path::new(name)).map_err(std::io::Error::other)?;
        if whole {
            check(&file.read_bytes()?)?;
        } else if file.slice_from(file.len() - FOOT.len()).read_bytes()?.as_slice() != FOOT {
            return Err(PackError::Damaged("its end is missing"));
        }
        Self::read(file)
    }

    /// In a page there is no file.
    #[cfg(target_family = "wasm")]
    fn mapped(_: &Path, _: bool) -> Result<Self, PackError> {
        Err(PackError::Missing)
    }

    fn read(whole: FileSlice) -> Result<Self, PackError> {
        let damaged = PackError::Damaged("its head is broken");
        if whole.len() < PREFIX + SUFFIX {
            return Err(damaged);
        }
        let prefix = whole.slice_to(PREFIX).read_bytes()?;
        let head_length = usize::try_from(u64::from_le_bytes(eight(&prefix[8..]))).unwrap_or(usize::MAX);
        let Some(end) = head_length.checked_add(PREFIX).filter(|end| *end <= whole.len() - SUFFIX) else {
            return Err(damaged);
        };
        let head = whole.slice(PREFIX..end).read_bytes()?;
        if &prefix[..8] != MAGIC || crc32fast::hash(&head) != u32::from_le_bytes(four(&prefix[16..])) {
            return Err(damaged);
        }
        let head: Head = serde_json::from_slice(&head).map_err(|_| damaged)?;
        if head.length != (whole.len() - SUFFIX - end) as u64 {
            return Err(PackError::Damaged("its length is another"));
        }
        let body = whole.slice(end..whole.len() - SUFFIX);
        Ok(Self { head: Arc::new(head), body })
    }

    /// What it says about itself.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// Verifies every byte of the pack at `path`, however large.
    ///
    /// # Errors
    /// [`PackError`] saying what is wrong.
    pub fn verify(path: &Path) -> Result<u64, PackError> {
        ordinary(path)?;
        let mut file = std::fs::File::open(path)?;
        let length = file.seek(std::io::SeekFrom::End(0))?;
        let mut left = length.checked_sub(SUFFIX as u64).ok_or(PackError::Damaged("it is too short"))?;
        file.rewind()?;
        let mut hasher = crc32fast::Hasher::new();
        let mut buffer = vec![0; 1 << 20];
        while left > 0 {
            let part = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            file.read_exact(&mut buffer[..part])?;
            hasher.update(&buffer[..part]);
            left -= part as u64;
        }
        let mut suffix = [0; SUFFIX];
        file.read_exact(&mut suffix)?;
        if u32::from_le_bytes(four(&suffix)) != hasher.finalize() || &suffix[4..] != FOOT {
            return Err(PackError::Damaged("its checksum is another"));
        }
        Self::open(path).map(|_| length)
    }

    fn slice(&self, path: &Path) -> Result<FileSlice, OpenReadError> {
        let missing = || OpenReadError::FileDoesNotExist(path.to_owned());
        let (from, length) = path.to_str().and_then(|p| self.head.files.get(p)).ok_or_else(missing)?;
        let from = usize::try_from(*from).map_err(|_| missing())?;
        let to = from + usize::try_from(*length).map_err(|_| missing())?;
        if to > self.body.len() {
            return Err(missing());
        }
        Ok(self.body.slice(from..to))
    }
}

/// Checks a pack's closing mark and the checksum over everything before it.
fn check(bytes: &[u8]) -> Result<(), PackError> {
    let body = bytes.len().checked_sub(SUFFIX).ok_or(PackError::Damaged("it is too short"))?;
    let sum = u32::from_le_bytes(four(&bytes[body..]));
    if &bytes[body + 4..] == FOOT && crc32fast::hash(&bytes[..body]) == sum {
        Ok(())
    } else {
        Err(PackError::Damaged("its checksum is another"))
    }
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
/// Whatever writing the pack meets.
pub(crate) fn write(
    contents: &[(String, OwnedBytes)],
    schema: u32,
    key: &str,
    info: IndexInfo,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let mut files = BTreeMap::new();
    let mut length = 0;
    for (name, bytes) in contents {
        files.insert(name.clone(), (length, bytes.len() as u64));
        length += bytes.len() as u64;
    }
    let head = Head { schema, key: key.to_owned(), info, files, length };
    let head = serde_json::to_vec(&head)?;
    let mut out = Summed { out, hasher: crc32fast::Hasher::new() };
    out.write_all(MAGIC)?;
    out.write_all(&(head.len() as u64).to_le_bytes())?;
    out.write_all(&crc32fast::hash(&head).to_le_bytes())?;
    out.write_all(&head)?;
    for (_, bytes) in contents {
        out.write_all(bytes)?;
    }
    let sum = out.hasher.finalize();
    out.out.write_all(&sum.to_le_bytes())?;
    out.out.write_all(FOOT)
}

/// Sums what passes through it.
struct Summed<'a> {
    out: &'a mut dyn Write,
    hasher: crc32fast::Hasher,
}

impl Write for Summed<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        Ok(written)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
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
