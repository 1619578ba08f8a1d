//! The index on disk: a cache. Whatever is wrong with it, the answer is the same.

use std::fs::Metadata;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::build;
use super::names::CardNameKinds;
use super::pack::{Pack, PackError};
use super::schema::VERSION;
use crate::corpus::files::{BUILT_IN_KEY, FileKind, Files, Pieces, is_corpus_file, is_hidden};
use crate::corpus::history::Versions;
use crate::corpus::trees::{Trees, TreesError};
use crate::corpus::{CardBook, Corpus, Diagnostic, Severity};

/// Where rulings come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// Those that travel in the binary.
    BuiltIn,
    /// The `rulings` folder of judge's own checkout at this root, whose index lies in its `index` folder.
    Checkout(PathBuf),
    /// Folders laid over the built-in rulings, or over nothing.
    Layers {
        /// Whether the built-in rulings lie beneath.
        built_in: bool,
        /// The folders, in the order they are laid.
        folders: Vec<PathBuf>,
    },
}

/// How much of an index is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// All of it, to search.
    Whole,
    /// The rulings without what only a search needs, which most of the time of building goes into.
    Rulings,
}

impl Extent {
    /// The extents of which either will do, the one that is looked for first in front.
    fn sufficient(self) -> &'static [Self] {
        match self {
            Self::Whole => &[Self::Whole],
            Self::Rulings => &[Self::Whole, Self::Rulings],
        }
    }

    /// The name of the file for the rulings of that key.
    fn file_name(self, key: &str) -> String {
        let extension = match self {
            Self::Whole => "index",
            Self::Rulings => "rulings",
        };
        format!("{VERSION}-{key}.{extension}")
    }

    /// Loads what goes into it.
    fn load(self, files: &Files) -> (Corpus, Vec<Diagnostic>) {
        match self {
            Self::Whole => Corpus::load(files),
            Self::Rulings => {
                // Asks with errors are refused all the same.
                let (corpus, found) = Corpus::load_rulings(files);
                (corpus.without_asks_of(|_| true), found)
            }
        }
    }
}

/// An opened index, with remarks on how it was obtained.
#[derive(Debug)]
pub(crate) struct Opened {
    /// The index.
    pub pack: Pack,
    /// Sentences for stderr: damaged files, a place that cannot be written.
    pub notes: Vec<String>,
}

/// Why no index could be had.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The corpus has errors and must not be searched as if it were whole.
    #[error("the rulings have errors")]
    Corpus(Vec<Diagnostic>),
    /// Building failed.
    #[error("the index cannot be built: {0}")]
    Build(anyhow::Error),
}

/// Opens the index of `origin`, building it where it is missing, stale, damaged or unreadable.
///
/// `cache` is the user's cache folder, if there is one. The index is written there (for a checkout, in its
/// `index` folder) when that is possible, and answered from memory when it is not.
///
/// # Errors
/// [`StoreError`] when the rulings themselves cannot be used.
pub(crate) fn open(origin: &Origin, cache: Option<&Path>, extent: Extent) -> Result<Opened, StoreError> {
    match origin {
        Origin::BuiltIn => open_keyed(cache, BUILT_IN_KEY, extent, || Ok(Files::built_in())),
        Origin::Checkout(root) => open_checkout(root, extent),
        Origin::Layers { .. } => {
            let files = layered_files(origin)?;
            open_keyed(cache, &files.searched_key(), extent, || Ok(files))
        }
    }
}

/// Builds the index of `origin` afresh and returns where it was written and its size in bytes.
///
/// # Errors
/// [`StoreError`]; a place that cannot be written is an error here, since writing was what was asked for.
pub(crate) fn rebuild(origin: &Origin, cache: Option<&Path>) -> Result<(PathBuf, u64), StoreError> {
    // Taken before the files are read: one that changes meanwhile must not pass for read.
    let stamp = match origin {
        Origin::Checkout(root) => Some((root, Stamp::take(&root.join("rulings")))),
        Origin::BuiltIn | Origin::Layers { .. } => None,
    };
    let (files, key) = files_of(origin)?;
    let place = index_path_of(origin, &key, cache)
        .ok_or_else(|| StoreError::Build(anyhow::anyhow!("there is no cache folder to write it to")))?;
    let bytes = build_bytes(&files, &key, Extent::Whole)?;
    write(&place, &bytes).map_err(|error| {
        StoreError::Build(anyhow::anyhow!("{} cannot be written: {error}", place.display()))
    })?;
    if let Some((root, stamp)) = stamp {
        Stamp { key, trees: files.trees_key(), ..stamp }.save(root);
    }
    Ok((place, bytes.len() as u64))
}

/// The place of `origin`'s index on disk, and the key it must have.
///
/// # Errors
/// [`StoreError`] when the rulings cannot be read.
pub(crate) fn index_path(origin: &Origin, cache: Option<&Path>) -> Result<Option<PathBuf>, StoreError> {
    if *origin == Origin::BuiltIn {
        return Ok(cache.map(|c| c.join(Extent::Whole.file_name(BUILT_IN_KEY))));
    }
    let (_, key) = files_of(origin)?;
    Ok(index_path_of(origin, &key, cache))
}

fn index_path_of(origin: &Origin, key: &str, cache: Option<&Path>) -> Option<PathBuf> {
    let name = Extent::Whole.file_name(key);
    match origin {
        Origin::Checkout(root) => Some(root.join("index").join(name)),
        Origin::BuiltIn | Origin::Layers { .. } => cache.map(|c| c.join(name)),
    }
}

/// The files of `origin` and their key.
fn files_of(origin: &Origin) -> Result<(Files, String), StoreError> {
    let files = layered_files(origin)?;
    let key = if *origin == Origin::BuiltIn { BUILT_IN_KEY.to_owned() } else { files.searched_key() };
    Ok((files, key))
}

/// Loads the whole corpus of `origin`.
///
/// # Errors
/// [`StoreError::Corpus`] with everything that is wrong.
pub fn corpus(origin: &Origin) -> Result<(Corpus, Vec<Diagnostic>), StoreError> {
    let (corpus, found) = Corpus::load(&layered_files(origin)?);
    Ok((corpus, refuse_errors(found)?))
}

/// The warnings among what was found, where no errors are.
///
/// # Errors
/// [`StoreError::Corpus`] with the errors.
pub(crate) fn refuse_errors(found: Vec<Diagnostic>) -> Result<Vec<Diagnostic>, StoreError> {
    let (errors, warnings): (Vec<_>, Vec<_>) = found.into_iter().partition(|d| d.severity == Severity::Error);
    if errors.is_empty() { Ok(warnings) } else { Err(StoreError::Corpus(errors)) }
}

/// What the name of a layer begins with, before its number.
const LAYER: &str = "layer-";

/// A path of [`layered_files`] files as it is within its own folder.
pub(crate) fn within_layer(path: &str) -> &str {
    match path.split_once('/') {
        Some((layer, within)) if layer.starts_with(LAYER) => within,
        _ => path,
    }
}

/// The files of `origin`, layers laid.
///
/// # Errors
/// [`StoreError::Corpus`] for files that cannot be read.
pub(crate) fn layered_files(origin: &Origin) -> Result<Files, StoreError> {
    let (mut files, folders) = match origin {
        Origin::BuiltIn => (Files::built_in(), Vec::new()),
        Origin::Checkout(root) => (Files::default(), vec![root.join("rulings")]),
        Origin::Layers { built_in: true, folders } => (Files::built_in(), folders.clone()),
        Origin::Layers { built_in: false, folders } => (Files::default(), folders.clone()),
    };
    // A folder by itself is all of the rulings there are, its card facts among them.
    let several = folders.len() > 1 || matches!(origin, Origin::Layers { built_in: true, .. });
    let mut unreadable = Vec::new();
    for (n, folder) in folders.iter().enumerate() {
        let (layer, diagnostics) = Files::folder(folder);
        unreadable.extend(diagnostics);
        // A layer adds its files under a name of its own, so that it never hides a built-in file of the same
        // path. The folder's path would not do: its parts could be taken for the names that say what a file
        // holds.
        files.overlay(if several { layer.under(&format!("{LAYER}{}", n + 1)) } else { layer });
    }
    if unreadable.is_empty() { Ok(files) } else { Err(StoreError::Corpus(unreadable)) }
}

/// Opens the index of that key in a folder, or builds it there.
fn open_keyed(
    folder: Option<&Path>,
    key: &str,
    extent: Extent,
    files: impl FnOnce() -> Result<Files, StoreError>,
) -> Result<Opened, StoreError> {
    let mut notes = Vec::new();
    let Some(folder) = folder else {
        let bytes = build_bytes(&files()?, key, extent)?;
        notes.push("There is no folder for the index; answering from memory.".to_owned());
        return from_bytes(bytes, notes);
    };
    let mut places = extent.sufficient().iter().map(|extent| folder.join(extent.file_name(key)));
    while notes.is_empty()
        && let Some(place) = places.next()
    {
        match try_open(&place, key) {
            Ok(pack) => return Ok(Opened { pack, notes }),
            Err(PackError::Missing | PackError::Stale) => {}
            Err(error) => {
                let shown = place.display();
                notes.push(format!("{shown}: {error}. Answering from the rulings and building it anew."));
            }
        }
    }
    // What is damaged is built anew even for a lookup, or each would complain of it.
    let extent = if notes.is_empty() { extent } else { Extent::Whole };
    let place = folder.join(extent.file_name(key));
    let bytes = build_bytes(&files()?, key, extent)?;
    if let Err(error) = write(&place, &bytes) {
        let shown = place.display();
        notes.push(format!("{shown} cannot be written ({error}); answering from memory."));
    }
    from_bytes(bytes, notes)
}

/// The index of `origin`, built in memory.
///
/// # Errors
/// [`StoreError`] when the rulings themselves cannot be used.
pub(crate) fn in_memory(origin: &Origin, extent: Extent) -> Result<Pack, StoreError> {
    let (files, key) = files_of(origin)?;
    Ok(from_bytes(build_bytes(&files, &key, extent)?, Vec::new())?.pack)
}

/// The bytes of the index of `origin`, built in memory.
///
/// # Errors
/// [`StoreError`] when the rulings themselves cannot be used.
pub fn bytes(origin: &Origin) -> Result<Vec<u8>, StoreError> {
    let (files, key) = files_of(origin)?;
    build_bytes(&files, &key, Extent::Whole)
}

fn from_bytes(bytes: Vec<u8>, notes: Vec<String>) -> Result<Opened, StoreError> {
    let pack = Pack::from_bytes(bytes).map_err(|e| StoreError::Build(e.into()))?;
    Ok(Opened { pack, notes })
}

fn try_open(place: &Path, key: &str) -> Result<Pack, PackError> {
    let pack = Pack::open(place)?;
    if pack.head().schema != VERSION || pack.head().key != key {
        return Err(PackError::Stale);
    }
    Ok(pack)
}

fn build_bytes(files: &Files, key: &str, extent: Extent) -> Result<Vec<u8>, StoreError> {
    let (corpus, mut diagnostics) = extent.load(files);
    diagnostics.extend(Versions::read(files).1);
    refuse_errors(diagnostics)?;
    let (book, _) = CardBook::load(files);
    let names = CardNameKinds::of(book.cards());
    let mut bytes = Vec::new();
    build::pack(&corpus.with_key(key), &names, &mut bytes).map_err(StoreError::Build)?;
    Ok(bytes)
}

/// How the modules that know all that is written in files read them; this one does not know them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Readers {
    /// Whether nothing at all is wrong with them.
    pub is_sound: fn(&Files) -> bool,
    /// What is kept of files with which nothing is wrong, so that it need not be worked out again.
    pub pieces: fn(&Files) -> Pieces,
}

/// The files of `origin` with their trees, which are made where they are missing, stale or damaged.
/// Beside them stands what `readers` work out of files with which nothing is wrong.
///
/// Nothing is said of it: whatever becomes of the trees, what is read is the same, and takes no time to speak
/// of.
///
/// # Errors
/// [`StoreError::Corpus`] for files that cannot be read.
pub(crate) fn files(origin: &Origin, cache: Option<&Path>, readers: Readers) -> Result<Files, StoreError> {
    let in_cache = |key: &str| cache.map(|c| c.join(trees_name(key)));
    match origin {
        // A test holds that nothing is wrong with these.
        Origin::BuiltIn => {
            let readers = Readers { is_sound: |_| true, ..readers };
            Ok(with_trees(Files::built_in(), BUILT_IN_KEY, in_cache(BUILT_IN_KEY).as_deref(), readers))
        }
        Origin::Checkout(root) => {
            let folder = root.join("rulings");
            let place = |key: &str| root.join("index").join(trees_name(key));
            let now = Stamp::take(&folder);
            if let Some(stamp) = Stamp::load(root).filter(|s| s.holds(&now))
                && let Ok(trees) = Trees::open(&place(&stamp.trees), &trees_key(&stamp.trees))
            {
                let paths = stamp.files.into_iter().map(|file| file.path);
                return Ok(Files::lazy(&folder, paths).with_trees(trees));
            }
            let files = layered_files(origin)?;
            let (key, trees) = (files.searched_key(), files.trees_key());
            let made = with_trees(files, &trees, Some(&place(&trees)), readers);
            Stamp { key, trees, ..now }.save(root);
            Ok(made)
        }
        Origin::Layers { .. } => {
            let files = layered_files(origin)?;
            let key = files.trees_key();
            Ok(with_trees(files, &key, in_cache(&key).as_deref(), readers))
        }
    }
}

/// Checks the trees of `origin`, where there are any.
///
/// # Errors
/// What is wrong with them.
pub(crate) fn verify_trees(origin: &Origin, cache: Option<&Path>) -> Result<(), TreesError> {
    let key = match origin {
        Origin::BuiltIn => BUILT_IN_KEY.to_owned(),
        Origin::Checkout(_) | Origin::Layers { .. } => {
            layered_files(origin).map_err(|_| TreesError::Stale)?.trees_key()
        }
    };
    let folder = match origin {
        Origin::Checkout(root) => Some(root.join("index")),
        Origin::BuiltIn | Origin::Layers { .. } => cache.map(Path::to_path_buf),
    };
    let Some(folder) = folder else { return Err(TreesError::Missing) };
    Trees::open(&folder.join(trees_name(&key)), &trees_key(&key))?.verify()
}

/// Of more text than this, in bytes, no trees are made.
const MAX_COMPILED_BYTES: usize = 32 << 20;

/// What the checks of this program found holds for this program alone.
fn trees_key(key: &str) -> String {
    format!("{}-{key}", env!("JUDGE_PROGRAM_KEY"))
}

fn trees_name(key: &str) -> String {
    format!("{}.trees", trees_key(key))
}

fn with_trees(files: Files, key: &str, place: Option<&Path>, readers: Readers) -> Files {
    // Without a place to keep them, or of very many rulings, making them would take longer than reading what
    // is asked for.
    let Some(place) = place else { return files };
    let key = trees_key(key);
    if let Ok(trees) = Trees::open(place, &key) {
        return files.with_trees(trees);
    }
    let compiled = files.iter().filter(|(path, _)| FileKind::of(path).has_tree());
    if compiled.map(|(_, file)| file.text().len()).sum::<usize>() > MAX_COMPILED_BYTES {
        return files;
    }
    let trees = files.compile();
    let files = files.with_trees(trees);
    let Some(trees) = files.trees() else { return files };
    if (readers.is_sound)(&files) {
        trees.mark_sound();
        trees.keep_pieces((readers.pieces)(&files));
    }
    let mut bytes = Vec::new();
    // Where they cannot be kept they are made again next time, as the index is; who opens that says so.
    if trees.write(&key, &mut bytes).is_ok() {
        let _ = write(place, &bytes);
    }
    files
}

/// Writes a pack beside its place and renames it, so that nobody ever sees half of it; then clears away old
/// ones.
fn write(place: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = place.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut file = tempfile::Builder::new().prefix(".building-").tempfile_in(folder)?;
    std::io::Write::write_all(&mut file, bytes)?;
    file.as_file().sync_data()?;
    readable_by_all(file.as_file())?;
    file.persist(place).map_err(|e| e.error)?;
    remove_surplus(folder, place);
    Ok(())
}

/// An index that root built serves the others too.
#[cfg(unix)]
fn readable_by_all(file: &std::fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable_by_all(_: &std::fs::File) -> std::io::Result<()> {
    Ok(())
}

/// How many indexes a folder keeps: several editions or layers may take turns.
const MAX_KEPT: usize = 6;
/// A half-written file of a builder that was killed is cleared away after this long, in seconds.
const ABANDONED_AFTER: u64 = 600;

/// Clears away all but the newest of its sort, indexes or trees, and what killed builders left. What is made
/// of the built-in rulings stays however old it is: most commands read it. Whatever fails here fails
/// silently: it is only tidying, and the next build tidies again.
fn remove_surplus(folder: &Path, keep: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let indexes_of_built_in = [Extent::Whole, Extent::Rulings].map(|extent| extent.file_name(BUILT_IN_KEY));
    let of_built_in =
        |name: &str| name == trees_name(BUILT_IN_KEY) || indexes_of_built_in.iter().any(|n| n == name);
    let mut indexes = Vec::new();
    for entry in entries.filter_map(Result::ok) {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        let Ok(modified) = entry.metadata().and_then(|m| m.modified()) else { continue };
        let age = modified.elapsed().map_or(0, |a| a.as_secs());
        if name.starts_with(".building-") && age > ABANDONED_AFTER {
            let _ = std::fs::remove_file(path);
        } else if path.extension() == keep.extension() && path != keep && !of_built_in(&name) {
            indexes.push((modified, path));
        }
    }
    indexes.sort();
    let surplus = (indexes.len() + 1).saturating_sub(MAX_KEPT);
    for (_, path) in indexes.into_iter().take(surplus) {
        let _ = std::fs::remove_file(path);
    }
}

/// How the files of a checkout looked when its index was built, so that a search need not read them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Stamp {
    /// The key of the corpus then.
    key: String,
    /// The key of the trees then.
    trees: String,
    /// When the stamp was taken, in nanoseconds since 1970.
    taken: i128,
    files: Vec<FileStamp>,
}

/// How one file looked, without having been read.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct FileStamp {
    /// Its path within the folder.
    path: String,
    /// Its length in bytes.
    length: u64,
    inode: u64,
    /// When its content last changed, in nanoseconds since 1970.
    modified: i128,
    /// When anything of it last changed, its name or its rights too, in nanoseconds since 1970.
    changed: i128,
}

/// A file changed this shortly before its stamp was taken may change again without its times showing it, in
/// nanoseconds.
const RACY: i128 = 2_000_000_000;

impl Stamp {
    fn take(folder: &Path) -> Self {
        let mut files = Vec::new();
        stat_all(folder, folder, &mut files);
        files.sort();
        let taken = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0, |d| d.as_nanos() as i128);
        Self { key: String::new(), trees: String::new(), taken, files }
    }

    fn path(root: &Path) -> PathBuf {
        root.join("index").join("stamp.json")
    }

    fn load(root: &Path) -> Option<Self> {
        serde_json::from_slice(&std::fs::read(Self::path(root)).ok()?).ok()
    }

    /// Keeps the stamp for the next search. Failing is harmless: the next search reads the files.
    fn save(&self, root: &Path) {
        let Ok(bytes) = serde_json::to_vec(self) else { return };
        let folder = root.join("index");
        let Ok(mut file) = tempfile::Builder::new().prefix(".building-").tempfile_in(&folder) else { return };
        if std::io::Write::write_all(&mut file, &bytes).is_ok() && readable_by_all(file.as_file()).is_ok() {
            let _ = file.persist(Self::path(root));
        }
    }

    /// Whether files that look like this still are what they were when the stamp was taken.
    fn holds(&self, now: &Self) -> bool {
        self.files == now.files && self.files.iter().all(|f| f.modified.max(f.changed) + RACY < self.taken)
    }
}

/// Adds how every corpus file below `folder` looks, with its path from `root`.
fn stat_all(root: &Path, folder: &Path, into: &mut Vec<FileStamp>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.filter_map(Result::ok) {
        let path = entry.path();
        let Ok(metadata) = std::fs::metadata(&path) else { continue };
        if is_hidden(&path) {
            continue;
        }
        if metadata.is_dir() && !path.is_symlink() {
            stat_all(root, &path, into);
        } else if is_corpus_file(&path) {
            let relative = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
            into.push(FileStamp::of(relative, &metadata));
        }
    }
}

impl FileStamp {
    #[cfg(unix)]
    fn of(path: String, metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        let nanos = |s: i64, n: i64| i128::from(s) * 1_000_000_000 + i128::from(n);
        Self {
            path,
            length: metadata.len(),
            inode: metadata.ino(),
            modified: nanos(metadata.mtime(), metadata.mtime_nsec()),
            changed: nanos(metadata.ctime(), metadata.ctime_nsec()),
        }
    }

    #[cfg(not(unix))]
    fn of(path: String, metadata: &Metadata) -> Self {
        let modified = metadata.modified().ok().and_then(|m| m.duration_since(std::time::UNIX_EPOCH).ok());
        let modified = modified.map_or(0, |d| d.as_nanos() as i128);
        Self { path, length: metadata.len(), inode: 0, modified, changed: modified }
    }
}

fn open_checkout(root: &Path, extent: Extent) -> Result<Opened, StoreError> {
    let (folder, indexes) = (root.join("rulings"), root.join("index"));
    let now = Stamp::take(&folder);
    if let Some(stamp) = Stamp::load(root).filter(|s| s.holds(&now)) {
        let places = extent.sufficient().iter().map(|extent| indexes.join(extent.file_name(&stamp.key)));
        let opened = places.filter_map(|place| try_open(&place, &stamp.key).ok()).next();
        if let Some(pack) = opened {
            return Ok(Opened { pack, notes: Vec::new() });
        }
    }
    let files = layered_files(&Origin::Checkout(root.to_owned()))?;
    let (key, trees) = (files.searched_key(), files.trees_key());
    let opened = open_keyed(Some(&indexes), &key, extent, || Ok(files))?;
    Stamp { key, trees, ..now }.save(root);
    Ok(opened)
}
