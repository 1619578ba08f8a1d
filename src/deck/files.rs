//! Finds and reads the files to check, within limits, so that any folder can safely be given.

use std::io::Read;
use std::path::{Path, PathBuf};

use super::read::MAX_DECK_SIZE;

/// The maximum depth of nested folders.
const MAX_DEPTH: usize = 12;

/// A file to check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeckSource {
    Stdin,
    File(PathBuf),
    /// An unusable path, and the reason.
    Bad(String, String),
}

impl DeckSource {
    /// The name for messages.
    pub fn shown(&self) -> String {
        match self {
            Self::Stdin => "-".to_owned(),
            Self::File(path) => path.display().to_string(),
            Self::Bad(shown, _) => shown.clone(),
        }
    }

    /// Reads the file, up to one byte more than a deck may have.
    ///
    /// # Errors
    /// A sentence that says why it cannot be read.
    pub fn read(&self) -> Result<Vec<u8>, String> {
        match self {
            Self::Stdin => bounded(std::io::stdin().lock()),
            Self::File(path) => {
                // A named pipe may block, and a device may have no end.
                let kind = std::fs::metadata(path).map_err(|e| why(&e))?;
                if !kind.is_file() {
                    return Err(format!(
                        "This is no file but a pipe or a device. Give it as standard input: `judge deck check - < {}`.",
                        path.display()
                    ));
                }
                bounded(std::fs::File::open(path).map_err(|e| why(&e))?)
            }
            Self::Bad(_, why) => Err(why.clone()),
        }
    }
}

fn bounded(reader: impl Read) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    reader.take(MAX_DECK_SIZE + 1).read_to_end(&mut bytes).map_err(|e| why(&e))?;
    Ok(bytes)
}

fn why(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "There is no such file or folder.".to_owned(),
        std::io::ErrorKind::PermissionDenied => "You are not permitted to read it.".to_owned(),
        _ => format!("It cannot be read: {error}."),
    }
}

/// Expands paths: files as they are, `-` for standard input, folders into all their files that are not
/// hidden, sorted by name.
pub fn sources(paths: &[PathBuf]) -> Vec<DeckSource> {
    let mut found = Vec::new();
    for path in paths {
        if path.as_os_str() == "-" {
            found.push(DeckSource::Stdin);
        } else if path.is_dir() {
            let before = found.len();
            folder(path, 0, &mut found);
            if found.len() == before {
                let empty = "There is no file in this folder.".to_owned();
                found.push(DeckSource::Bad(path.display().to_string(), empty));
            }
        } else {
            found.push(DeckSource::File(path.clone()));
        }
    }
    found
}

fn folder(path: &Path, depth: usize, found: &mut Vec<DeckSource>) {
    let shown = path.display().to_string();
    if depth > MAX_DEPTH {
        return found.push(DeckSource::Bad(
            shown,
            format!("Folders are searched {MAX_DEPTH} deep; this lies deeper."),
        ));
    }
    let entries = match std::fs::read_dir(path) {
        Ok(entries) => entries,
        Err(error) => return found.push(DeckSource::Bad(shown, why(&error))),
    };
    let mut paths: Vec<PathBuf> = entries.filter_map(Result::ok).map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        let hidden = path.file_name().is_some_and(|n| n.to_string_lossy().starts_with('.'));
        if hidden {
            continue;
        }
        if path.is_dir() {
            folder(&path, depth + 1, found);
        } else if path.is_file() {
            found.push(DeckSource::File(path));
        } else {
            let shown = path.display().to_string();
            found.push(DeckSource::Bad(shown, "This is neither a file nor a folder.".to_owned()));
        }
    }
}
