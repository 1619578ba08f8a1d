//! Writes files on the user's behalf: validated first, and all of them or none.

use std::path::{Path, PathBuf};

use anyhow::Context;

use super::status::UsageError;

/// Rejects an invalid id.
///
/// # Errors
/// A sentence that names the option.
pub(crate) fn check_id(option: &str, value: &str) -> Result<(), UsageError> {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '-');
    if !value.is_empty() && value.len() <= 60 && value.chars().all(fits) {
        return Ok(());
    }
    let text = format!("`{option} {value}`: small letters, digits, dots and hyphens only, like lcg-faq-3.0.");
    Err(UsageError(text))
}

/// Rejects a value that is not a short text on one line.
///
/// # Errors
/// A sentence that names the option.
pub(crate) fn check_line(option: &str, value: &str) -> Result<(), UsageError> {
    if !value.trim().is_empty() && value.len() <= 200 && !value.contains(char::is_control) {
        return Ok(());
    }
    Err(UsageError(format!("`{option} {value}`: a few words on one line are expected.")))
}

/// Writes all files or none: first into a temporary folder beside the destination, then moves each into
/// place.
///
/// # Errors
/// A file that exists already, a symbolic link in its path, and I/O errors. Nothing has been written then.
pub(crate) fn write_all_or_none(folder: &Path, files: &[(String, String)]) -> anyhow::Result<()> {
    refuse_occupied(folder, files)?;
    let trouble = || format!("{} cannot be written; nothing was. Name another folder", folder.display());
    std::fs::create_dir_all(folder).with_context(trouble)?;
    let temporary = tempfile::Builder::new().prefix(".judge-").tempdir_in(folder).with_context(trouble)?;
    for (path, text) in files {
        let target = temporary.path().join(path);
        if let Some(parent) = target.parent() {
            std::fs::create_dir_all(parent).with_context(trouble)?;
        }
        std::fs::write(&target, text).with_context(trouble)?;
    }
    let mut placed = Placed::default();
    let moved = files.iter().try_for_each(|(path, _)| placed.put(temporary.path(), folder, path));
    if moved.is_err() {
        placed.undo();
    }
    moved.with_context(trouble)
}

/// Refuses a path that is, or runs through, something other than a folder; files that exist; and symbolic
/// links in their paths.
fn refuse_occupied(folder: &Path, files: &[(String, String)]) -> Result<(), UsageError> {
    let blocked =
        folder.ancestors().find(|at| at.is_symlink() && !at.exists() || at.exists() && !at.is_dir());
    if let Some(blocked) = blocked {
        let what = if blocked.is_symlink() && !blocked.exists() { "a link to nothing" } else { "a file" };
        let text = format!("Nothing was written: {} is {what}. Name another folder.", blocked.display());
        return Err(UsageError(text));
    }
    let there: Vec<String> = files
        .iter()
        .map(|(p, _)| folder.join(p))
        .filter(|p| p.exists())
        .map(|p| p.display().to_string())
        .collect();
    if !there.is_empty() {
        let text =
            format!("Nothing was written: {} is there already. Name another folder.", there.join(", "));
        return Err(UsageError(text));
    }
    if let Some(link) = files.iter().find_map(|(path, _)| linked(folder, path)) {
        let text = format!(
            "Nothing was written: {} is a link to another folder, which is not followed.",
            link.display()
        );
        return Err(UsageError(text));
    }
    Ok(())
}

/// The first component of a file's path below the folder that is a symbolic link.
fn linked(folder: &Path, path: &str) -> Option<PathBuf> {
    let mut at = folder.to_path_buf();
    let parts: Vec<_> = Path::new(path).components().collect();
    parts[..parts.len().saturating_sub(1)].iter().find_map(|part| {
        at.push(part);
        at.is_symlink().then(|| at.clone())
    })
}

/// Locks an existing file while something that depends on it is written: two judges may write at once, and
/// the second one has to try again.
///
/// # Errors
/// If the file cannot be read, or somebody else holds the lock.
pub(crate) fn lock(path: &Path) -> anyhow::Result<std::fs::File> {
    let lock = std::fs::File::open(path).with_context(|| format!("{} cannot be read", path.display()))?;
    if lock.try_lock().is_err() {
        let folder = path.parent().unwrap_or(Path::new("."));
        let text = format!("Somebody else is writing in {} right now. Try again.", folder.display());
        return Err(UsageError(text).into());
    }
    Ok(lock)
}

/// What has been put into place so far.
#[derive(Default)]
struct Placed {
    files: Vec<PathBuf>,
    folders: Vec<PathBuf>,
}

impl Placed {
    fn put(&mut self, from: &Path, folder: &Path, path: &str) -> std::io::Result<()> {
        let target = folder.join(path);
        let mut missing: Vec<PathBuf> =
            target.ancestors().skip(1).take_while(|a| !a.exists()).map(Path::to_path_buf).collect();
        while let Some(parent) = missing.pop() {
            std::fs::create_dir(&parent)?;
            self.folders.push(parent);
        }
        std::fs::rename(from.join(path), &target)?;
        self.files.push(target);
        Ok(())
    }

    /// Removes everything again: half an import is worse than none.
    fn undo(self) {
        for file in self.files.iter().rev() {
            let _ = std::fs::remove_file(file);
        }
        for folder in self.folders.iter().rev() {
            let _ = std::fs::remove_dir(folder);
        }
    }
}

/// Atomically replaces a file, or creates it together with its parent folders. Readers see either the
/// complete old or the complete new content.
///
/// # Errors
/// Any I/O error, with the path; the old file is then unchanged.
pub(crate) fn replace_file(path: &Path, bytes: impl AsRef<[u8]>) -> anyhow::Result<()> {
    if path.is_symlink() {
        let text = format!("{} is a link, which is not written through.", path.display());
        return Err(UsageError(text).into());
    }
    let trouble = || format!("{} cannot be written; it is as it was", path.display());
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).with_context(trouble)?;
    let mut file = tempfile::Builder::new().prefix(".judge-").tempfile_in(folder).with_context(trouble)?;
    if let Ok(old) = std::fs::metadata(path) {
        file.as_file().set_permissions(old.permissions()).with_context(trouble)?;
    } else {
        make_readable(file.as_file()).with_context(trouble)?;
    }
    std::io::Write::write_all(&mut file, bytes.as_ref()).with_context(trouble)?;
    file.as_file().sync_all().with_context(trouble)?;
    file.persist(path).map_err(|e| e.error).with_context(trouble)?;
    Ok(())
}

/// Temporary files are private by default, but other judges, or `man`, have to read this one.
#[cfg(unix)]
fn make_readable(file: &std::fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_: &std::fs::File) -> std::io::Result<()> {
    Ok(())
}
