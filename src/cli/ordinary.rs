//! Files that are opened by name have to be regular files: opening a named pipe may block for ever, and a
//! device has no end.

use std::path::Path;

/// Why a path cannot be used as a regular file, as a sentence without its full stop. `None` if it is one, or
/// does not exist yet.
pub(crate) fn why_unusable(path: &Path) -> Option<String> {
    let metadata = std::fs::metadata(path).ok()?;
    match (metadata.is_file(), metadata.is_dir()) {
        (true, _) => None,
        (false, true) => Some(format!("{} is a folder, not a file", path.display())),
        (false, false) => Some(format!("{} is no ordinary file but a pipe or a device", path.display())),
    }
}
