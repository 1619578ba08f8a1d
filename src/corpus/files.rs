//! The files a corpus consists of: paths and texts, from the binary, the disk or memory.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use judge_tree::Node;
use serde::de::DeserializeOwned;
use tantivy::directory::OwnedBytes;

use super::built_in::{BUILT_IN, BuiltIn};
use super::diagnostic::{Diagnostic, DiagnosticCode, Location};
pub(crate) use super::trees::Pieces;
use super::trees::Trees;
use super::yaml;

/// The hash of the built-in rulings, computed at build time so that their index can be named without reading
/// them.
pub(crate) const BUILT_IN_KEY: &str = env!("JUDGE_RULINGS_KEY");

/// Maximum size of a corpus file, in bytes. Anything larger was passed by mistake.
pub(crate) const MAX_FILE_SIZE: u64 = 16 * 1024 * 1024;

/// Files by path, relative to the `rulings` folder and separated by `/`.
#[derive(Debug, Clone, Default)]
pub struct Files {
    texts: BTreeMap<String, File>,
    /// The cached trees of those files, if available.
    trees: Option<Arc<Trees>>,
}

/// One file of a corpus.
#[derive(Debug, Clone)]
pub struct File {
    /// The name to display: the path as given, or the path within the built-in rulings.
    pub shown: String,
    text: Text,
    /// Where its tree is cached, if it is.
    tree: Option<Arc<CachedTree>>,
}

/// A file's text, or where to get it.
#[derive(Debug, Clone)]
enum Text {
    /// Embedded in the binary.
    BuiltIn(&'static BuiltIn),
    /// In memory.
    Loaded(Cow<'static, str>),
    /// On disk, read on first use.
    OnDisk(PathBuf, OnceLock<Result<String, Diagnostic>>),
}

/// A file's entry among the cached trees.
#[derive(Debug)]
struct CachedTree {
    trees: Arc<Trees>,
    /// The path it is cached under.
    path: String,
    tree: OnceLock<Option<OwnedBytes>>,
}

impl File {
    /// A file whose text is at hand.
    pub fn new(shown: &str, text: impl Into<Cow<'static, str>>) -> Self {
        Self { shown: shown.to_owned(), text: Text::Loaded(text.into()), tree: None }
    }

    /// The text; empty if the file cannot be read, which [`Self::list`] and [`Self::one`] report.
    pub fn text(&self) -> &str {
        match &self.text {
            Text::BuiltIn(file) => file.text(),
            Text::Loaded(text) => text,
            Text::OnDisk(path, read) => read_once(path, read).as_deref().unwrap_or_default(),
        }
    }

    /// Whether the file contains `words`. Answered from the cached tree, if there is one.
    pub fn contains(&self, words: &str) -> bool {
        match self.bytes() {
            Some(tree) => memchr::memmem::find(tree, words.as_bytes()).is_some(),
            None => self.text().contains(words),
        }
    }

    /// Reads the file as a list; see [`yaml::list`].
    pub fn list<T: DeserializeOwned>(&self) -> (Vec<T>, Vec<Diagnostic>) {
        if let Some(items) = self.read() {
            return (items, Vec::new());
        }
        match self.unreadable() {
            Some(why) => (Vec::new(), vec![why]),
            None => yaml::list(&self.shown, self.text()),
        }
    }

    /// Reads the file as a single value.
    ///
    /// # Errors
    /// See [`yaml::one`].
    pub fn one<T: DeserializeOwned>(&self) -> Result<T, Diagnostic> {
        if let Some(value) = self.read() {
            return Ok(value);
        }
        match self.unreadable() {
            Some(why) => Err(why),
            None => yaml::one(&self.shown, self.text()),
        }
    }

    /// The root of the cached tree, if there is one.
    pub fn tree(&self) -> Option<Node<'_>> {
        Node::root(self.bytes()?).ok()
    }

    fn bytes(&self) -> Option<&[u8]> {
        let kept = self.tree.as_ref()?;
        kept.tree.get_or_init(|| kept.trees.read(&kept.path)).as_deref()
    }

    /// The items of the list the file consists of (or its single value), each with its offset in the cached
    /// tree. Empty without a cached tree.
    pub fn parts(&self) -> Vec<(usize, Node<'_>)> {
        self.bytes().map_or_else(Vec::new, Node::parts)
    }

    /// Reads the item at an offset that [`Self::parts`] returned.
    pub fn part<T: DeserializeOwned>(&self, place: usize) -> Option<T> {
        Node::at(self.bytes()?, place).ok()?.read().ok()
    }

    /// Reads from the cached tree. `None` on a mismatch: the YAML is then read to produce the error message.
    fn read<T: DeserializeOwned>(&self) -> Option<T> {
        self.tree()?.read().ok()
    }

    fn unreadable(&self) -> Option<Diagnostic> {
        match &self.text {
            Text::OnDisk(path, read) => read_once(path, read).as_ref().err().cloned(),
            Text::BuiltIn(_) | Text::Loaded(_) => None,
        }
    }
}

fn built_in(file: &'static BuiltIn) -> (String, File) {
    let shown = format!("rulings/{}", file.path);
    (file.path.to_owned(), File { shown, text: Text::BuiltIn(file), tree: None })
}

fn read_once<'r>(
    path: &Path,
    read: &'r OnceLock<Result<String, Diagnostic>>,
) -> &'r Result<String, Diagnostic> {
    read.get_or_init(|| if is_source(path) { read_exactly(path) } else { read_text(path) })
}

impl Files {
    /// The rulings embedded in the binary.
    pub fn built_in() -> Self {
        Self { texts: BUILT_IN.iter().map(built_in).collect(), trees: None }
    }

    /// Files below a folder, given by their relative paths and read on first use.
    pub(crate) fn lazy(folder: &Path, paths: impl Iterator<Item = String>) -> Self {
        let file = |path: String| {
            let at = folder.join(&path);
            let shown = at.display().to_string();
            (path.replace('\\', "/"), File { shown, text: Text::OnDisk(at, OnceLock::new()), tree: None })
        };
        Self { texts: paths.map(file).collect(), trees: None }
    }

    /// Compiles the trees of every file that has one.
    pub fn compile(&self) -> Trees {
        let wanted = self.iter().filter(|(path, _)| FileKind::of(path).has_tree());
        Trees::of(wanted.map(|(path, file)| (path, file.text())))
    }

    /// Attaches cached trees to the files they belong to.
    #[must_use]
    pub fn with_trees(mut self, trees: Trees) -> Self {
        let trees = Arc::new(trees);
        self.trees = Some(Arc::clone(&trees));
        for (path, file) in &mut self.texts {
            file.tree = trees.has(path).then(|| {
                Arc::new(CachedTree { trees: Arc::clone(&trees), path: path.clone(), tree: OnceLock::new() })
            });
        }
        self
    }

    /// Whether these files were found free of errors and all their trees are available, so that part of them
    /// can be read without checking the rest.
    pub(crate) fn are_sound(&self) -> bool {
        self.trees.as_ref().is_some_and(|trees| {
            let read = |(path, _): (&String, &File)| trees.has(path) || !FileKind::of(path).has_tree();
            trees.is_sound() && self.texts.iter().all(read)
        })
    }

    pub fn trees(&self) -> Option<&Trees> {
        self.trees.as_deref()
    }

    /// A piece that was worked out of these files, where nothing is wrong with them and it is kept.
    pub(crate) fn piece(&self, name: &str) -> Option<OwnedBytes> {
        self.trees.as_ref().filter(|trees| trees.is_sound())?.piece(name)
    }

    /// Every YAML file and source document below `folder`.
    ///
    /// # Errors
    /// A diagnostic for each file or folder that cannot be read: missing, not permitted, too large, not
    /// UTF-8.
    pub fn folder(folder: &Path) -> (Self, Vec<Diagnostic>) {
        let mut files = Self::default();
        let mut diagnostics = Vec::new();
        files.add_folder(folder, folder, &mut diagnostics);
        (files, diagnostics)
    }

    fn add_folder(&mut self, root: &Path, folder: &Path, diagnostics: &mut Vec<Diagnostic>) {
        let shown = folder.display().to_string();
        let entries = match std::fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => return diagnostics.push(unreadable(&shown, &error)),
        };
        let mut paths: Vec<_> = entries.filter_map(Result::ok).map(|e| e.path()).collect();
        paths.sort();
        for path in paths {
            if is_hidden(&path) {
                continue;
            }
            if path.is_dir() && path.is_symlink() {
                diagnostics.push(linked(&path));
            } else if path.is_dir() {
                self.add_folder(root, &path, diagnostics);
            } else if is_corpus_file(&path) {
                // The recorded hash of a source document covers its exact bytes.
                let read = if is_source(&path) { read_exactly(&path) } else { read_text(&path) };
                match read {
                    Ok(text) => self.insert(root, &path, text),
                    Err(diagnostic) => diagnostics.push(diagnostic),
                }
            }
        }
    }

    fn insert(&mut self, root: &Path, path: &Path, text: String) {
        let relative = path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/");
        self.texts.insert(relative, File::new(&path.display().to_string(), text));
    }

    /// Adds a file, replacing any file with the same path.
    pub fn add(&mut self, path: &str, text: impl Into<Cow<'static, str>>) {
        self.trees = None;
        self.texts.insert(path.to_owned(), File::new(path, uniform(text.into())));
    }

    /// Adds the files of `other`, which replace files with the same path.
    pub(crate) fn overlay(&mut self, other: Self) {
        self.trees = None;
        self.texts.extend(other.texts);
    }

    /// Paths and files, in path order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &File)> {
        self.texts.iter().map(|(path, file)| (path.as_str(), file))
    }

    pub fn get(&self, path: &str) -> Option<&File> {
        self.texts.get(path)
    }

    /// The text of the file with that display name.
    pub fn shown(&self, name: &str) -> Option<&str> {
        self.texts.values().find(|f| f.shown == name).map(File::text)
    }

    /// Prefixes every path with `folder`.
    #[must_use]
    pub fn under(self, folder: &str) -> Self {
        let below = |(path, file)| (format!("{}/{path}", folder.trim_matches('/')), file);
        Self { texts: self.texts.into_iter().map(below).collect(), trees: None }
    }

    /// A hash of the paths and texts of every file that determines search results. Equal keys mean equal
    /// indexes.
    pub fn searched_key(&self) -> String {
        self.key_of(FileKind::is_searched)
    }

    /// A hash of the paths and texts of every file that has a tree.
    pub(crate) fn trees_key(&self) -> String {
        self.key_of(FileKind::has_tree)
    }

    fn key_of(&self, wanted: fn(FileKind) -> bool) -> String {
        let mut hasher = blake3::Hasher::new();
        for (path, file) in self.texts.iter().filter(|(path, _)| wanted(FileKind::of(path))) {
            hasher.update(path.as_bytes());
            hasher.update(&[0]);
            if matches!(file.text, Text::BuiltIn(_)) {
                // Their content was hashed at build time.
                hasher.update(BUILT_IN_KEY.as_bytes());
                continue;
            }
            let text = file.text();
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        }
        hasher.finalize().to_hex()[..32].to_owned()
    }
}

/// Whether a file belongs to a corpus: YAML, or a document kept under `sources`.
pub(crate) fn is_corpus_file(path: &Path) -> bool {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
    matches!(extension, "yaml" | "yml") || is_source(path)
}

/// Whether a file or folder is hidden and therefore belongs to some tool.
pub(crate) fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|n| n.to_string_lossy().starts_with('.'))
}

/// Whether a file is a source document, which is kept byte for byte.
fn is_source(path: &Path) -> bool {
    path.parent().and_then(Path::file_name).is_some_and(|n| n == "sources")
}

/// Reads a UTF-8 text file of limited size.
///
/// # Errors
/// A diagnostic naming the file and, for invalid UTF-8, line and column.
pub(crate) fn read_text(path: &Path) -> Result<String, Diagnostic> {
    Ok(uniform(read_exactly(path)?.into()).into_owned())
}

/// Like [`read_text`], but keeps line endings as they are.
fn read_exactly(path: &Path) -> Result<String, Diagnostic> {
    let shown = path.display().to_string();
    // Opening a named pipe would block until something writes to it.
    let metadata = std::fs::metadata(path).map_err(|e| unreadable(&shown, &e))?;
    if !metadata.is_file() {
        return Err(Diagnostic::error(
            DiagnosticCode::File,
            Location::file(&shown),
            "This is no ordinary file.",
        ));
    }
    let file = std::fs::File::open(path).map_err(|e| unreadable(&shown, &e))?;
    let mut bytes = Vec::new();
    // Read one byte more than allowed, to detect files that grow meanwhile or report no length.
    file.take(MAX_FILE_SIZE + 1).read_to_end(&mut bytes).map_err(|e| unreadable(&shown, &e))?;
    if bytes.len() as u64 > MAX_FILE_SIZE {
        let message = format!("This file is larger than {} MB, the most that is read.", MAX_FILE_SIZE >> 20);
        return Err(Diagnostic::error(DiagnosticCode::File, Location::file(&shown), message)
            .hint("Is it a rulings file? Split it, or move it elsewhere."));
    }
    String::from_utf8(bytes).map_err(|e| not_utf8(&shown, e.as_bytes(), e.utf8_error().valid_up_to()))
}

/// Normalizes lone carriage returns to `\n`. YAML treats them as line breaks, and line numbers have to agree.
fn uniform(text: Cow<'static, str>) -> Cow<'static, str> {
    let ends = text.matches('\r').count();
    if ends == text.matches("\r\n").count() {
        return text;
    }
    text.replace("\r\n", "\n").replace('\r', "\n").into()
}

/// Symbolic links to folders may form cycles, so they are not followed; this reports the one at `path`.
fn linked(path: &Path) -> Diagnostic {
    let place = Location::file(&path.display().to_string());
    Diagnostic::error(DiagnosticCode::File, place, "This is a link to another folder, which is not followed.")
        .hint("Put the folder itself here, or name it with another `--rulings`.")
}

fn unreadable(shown: &str, error: &std::io::Error) -> Diagnostic {
    let why = match error.kind() {
        std::io::ErrorKind::NotFound => "There is no such file or folder.".to_owned(),
        std::io::ErrorKind::PermissionDenied => "You are not permitted to read it.".to_owned(),
        _ => format!("It cannot be read: {error}."),
    };
    Diagnostic::error(DiagnosticCode::File, Location::file(shown), why)
}

fn not_utf8(shown: &str, bytes: &[u8], at: usize) -> Diagnostic {
    let before = String::from_utf8_lossy(&bytes[..at]);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(1, |l| l.chars().count() + 1);
    let place = Location { file: shown.to_owned(), line, column, length: 1 };
    let message = format!("Byte 0x{:02X} is not UTF-8 text.", bytes.get(at).copied().unwrap_or_default());
    Diagnostic::error(DiagnosticCode::File, place, message).hint("Save the file as UTF-8.")
}

/// What a YAML file contains, judging by its path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    Documents,
    Rulings,
    /// Asks: how people put the questions.
    Asks,
    /// Everyday words for the games' terms.
    Synonyms,
    /// Words of other languages.
    Languages,
    /// The rulebooks' rules in judge's own words.
    Digest,
    /// Subjects that no document held covers.
    Beyond,
    /// Card facts; a search needs the names alone.
    Cards,
    /// Card abilities for the engine.
    Abilities,
    /// Situations to replay.
    Scenarios,
    /// What each ruling means for play.
    Play,
    /// Figures and rules of deck building.
    Deck,
    /// What is known about documents that are not held.
    History,
    /// Explanations of codes.
    Explain,
    /// Anything else: a source document, a schema, an example.
    Other,
}

impl FileKind {
    /// Determines the kind from the file name or a folder in the path. Defaults to rulings, so that a flat
    /// folder of an event's own rulings works.
    pub fn of(path: &str) -> Self {
        let name = path.rsplit('/').next().unwrap_or(path);
        let mut folders = path.rsplit('/').skip(1);
        match name {
            "documents.yaml" => return Self::Documents,
            "synonyms.yaml" => return Self::Synonyms,
            "languages.yaml" => return Self::Languages,
            "beyond.yaml" => return Self::Beyond,
            "explain.yaml" => return Self::Explain,
            "play.yaml" => return Self::Play,
            "history.yaml" => return Self::History,
            "icons.yaml" => return Self::Other,
            _ => {}
        }
        if path.split('/').any(|f| ["schemas", "sources", "examples"].contains(&f)) || !is_yaml(name) {
            return Self::Other;
        }
        match folders.next() {
            Some("asks") => return Self::Asks,
            Some("cards") => return Self::Cards,
            Some("digest") => return Self::Digest,
            _ => {}
        }
        let within = |folder: &str| path.split('/').any(|f| f == folder);
        if within("abilities") {
            Self::Abilities
        } else if within("scenarios") {
            Self::Scenarios
        } else if within("deck") {
            Self::Deck
        } else {
            Self::Rulings
        }
    }

    /// Whether files of this kind get a cached tree. Asks do not: only building an index reads them.
    pub fn has_tree(self) -> bool {
        match self {
            Self::Asks | Self::Other => false,
            Self::Documents
            | Self::Rulings
            | Self::Synonyms
            | Self::Languages
            | Self::Digest
            | Self::Beyond
            | Self::Cards
            | Self::Abilities
            | Self::Scenarios
            | Self::Play
            | Self::Deck
            | Self::History
            | Self::Explain => true,
        }
    }

    /// Whether the content determines search results.
    pub(crate) fn is_searched(self) -> bool {
        match self {
            // A rule's date may be that of a version listed there.
            Self::Documents
            | Self::Rulings
            | Self::Asks
            | Self::Synonyms
            | Self::Languages
            | Self::Digest
            | Self::Beyond
            | Self::Cards
            // Answers name the scenarios that demonstrate a ruling.
            | Self::Scenarios
            | Self::History => true,
            Self::Abilities | Self::Play | Self::Deck | Self::Explain | Self::Other => {
                false
            }
        }
    }
}

fn is_yaml(name: &str) -> bool {
    name.ends_with(".yaml") || name.ends_with(".yml")
}
