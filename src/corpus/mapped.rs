//! Memory-mapped files: only the parts of a large file that are actually read have to be loaded. Readers must
//! validate what they read. Writers replace a mapped file by renaming another over it, and never truncate it.

use std::path::Path;

use tantivy::directory::OwnedBytes;

/// Maps the regular file at `path`.
///
/// # Errors
/// Any I/O error.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn map(path: &Path) -> std::io::Result<OwnedBytes> {
    use tantivy::directory::{Directory, MmapDirectory};
    let folder = path.parent().unwrap_or(Path::new("."));
    let name = path.file_name().ok_or(std::io::ErrorKind::NotFound)?;
    let directory = MmapDirectory::open(folder).map_err(std::io::Error::other)?;
    directory.open_read(Path::new(name)).map_err(std::io::Error::other)?.read_bytes()
}

/// A web page has no files.
#[cfg(target_family = "wasm")]
pub(crate) fn map(_: &Path) -> std::io::Result<OwnedBytes> {
    Err(std::io::ErrorKind::NotFound.into())
}
