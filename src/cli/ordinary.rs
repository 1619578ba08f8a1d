//! Files that are read and written by name: only ordinary ones. Opening a pipe would wait for whoever is at
//! its other end, perhaps for ever, and a device has no end.

use std::path::Path;

/// What is wrong with a place where an ordinary file is expected, as a sentence without its end: `None` where
/// there is one, or nothing yet.
pub(crate) fn wrong(path: &Path) -> Option<String> {
    let metadata = std::fs::metadata(path).ok()?;
    match (metadata.is_file(), metadata.is_dir()) {
        (true, _) => None,
        (false, true) => Some(format!("{} is a folder, not a file", path.display())),
        (false, false) => Some(format!("{} is no ordinary file but a pipe or a device", path.display())),
    }
}
