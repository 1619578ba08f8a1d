//! A file mapped into memory: of a large one that is read here and there, the system need not copy the rest.
//! Whoever maps a file checks what he reads of it; it is replaced by renaming another, and never cut.

use std::path::Path;

use tantivy::directory::OwnedBytes;

/// The bytes of the ordinary file at `path`.
///
/// # Errors
/// Whatever the system meets.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn map(path: &Path) -> std::io::Result<OwnedBytes> {
    use tantivy::directory::{Directory, MmapDirectory};
    let folder = path.parent().unwrap_or(Path::new("."));
    let name = path.file_name().ok_or(std::io::ErrorKind::NotFound)?;
    let directory = MmapDirectory::open(folder).map_err(std::io::Error::other)?;
    directory.open_read(Path::new(name)).map_err(std::io::Error::other)?.read_bytes()
}

/// In a page there is no file.
#[cfg(target_family = "wasm")]
pub(crate) fn map(_: &Path) -> std::io::Result<OwnedBytes> {
    Err(std::io::ErrorKind::NotFound.into())
}
