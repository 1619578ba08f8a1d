//! The files a corpus is made of: paths and texts, wherever they come from.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use serde::de::DeserializeOwned;
use tantivy::directory::OwnedBytes;

use super::built_in::{BUILT_IN, BuiltIn};
use super::diagnostic::{Diagnostic, DiagnosticCode, Location};
use super::tree::Node;
use super::trees::Trees;
use super::yaml;

/// What the built-in rulings hash to, so that an index of them can be named without reading them.
pub(crate) const BUILT_IN_KEY: &str = env!("JUDGE_RULINGS_KEY");

/// No file of a corpus may be larger, in bytes: what is, was given by mistake.
pub(crate) const LARGEST_FILE: u64 = 16 * 1024 * 1024;

/// Texts by path; paths are relative to the `rulings` folder and use `/`.
#[derive(Debug, Clone, Default)]
pub struct Files {
    texts: BTreeMap<String, File>,
    /// The trees of those of them that have one.
    trees: Option<Arc<Trees>>,
}

/// One file of a corpus.
#[derive(Debug, Clone)]
pub struct File {
    /// How to name it to a person: the path as given, or the path inside the built-in rulings.
    pub shown: String,
    text: Text,
    /// Where its tree is kept, if it is.
    tree: Option<Arc<CachedTree>>,
}

/// What a file says, or where that is to be had.
#[derive(Debug, Clone)]
enum Text {
    /// It travels in the binary.
    BuiltIn(&'static BuiltIn),
    /// It has been read.
    Loaded(Cow<'static, str>),
    /// It is read when somebody asks.
    OnDisk(PathBuf, OnceLock<Result<String, Diagnostic>>),
}

/// The tree of a file, among those of all files.
#[derive(Debug)]
struct CachedTree {
    trees: Arc<Trees>,
    /// The path under which it is kept.
    path: String,
    tree: OnceLock<Option<OwnedBytes>>,
}

impl File {
    /// A file of which the text is at hand.
    pub fn new(shown: &str, text: impl Into<Cow<'static, str>>) -> Self {
        Self { shown: shown.to_owned(), text: Text::Loaded(text.into()), tree: None }
    }

    /// What it says; nothing where it cannot be read, which [`Self::list`] and [`Self::one`] report.
    pub fn text(&self) -> &str {
        match &self.text {
            Text::BuiltIn(file) => file.text(),
            Text::Loaded(text) => text,
            Text::OnDisk(path, read) => read_once(path, read).as_deref().unwrap_or_default(),
        }
    }

    /// Whether these words stand in it somewhere. Where it has a tree, the file itself is not read for that.
    pub fn contains(&self, words: &str) -> bool {
        match self.bytes() {
            Some(tree) => memchr::memmem::find(tree, words.as_bytes()).is_some(),
            None => self.text().contains(words),
        }
    }

    /// The items of the list that it is: see [`yaml::list`].
    pub fn list<T: DeserializeOwned>(&self) -> (Vec<T>, Vec<Diagnostic>) {
        if let Some(items) = self.read() {
            return (items, Vec::new());
        }
        match self.unreadable() {
            Some(why) => (Vec::new(), vec![why]),
            None => yaml::list(&self.shown, self.text()),
        }
    }

    /// The one value that fills it.
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

    /// What it says as a tree, where one is kept.
    pub fn tree(&self) -> Option<Node<'_>> {
        Node::root(self.bytes()?).ok()
    }

    fn bytes(&self) -> Option<&[u8]> {
        let kept = self.tree.as_ref()?;
        kept.tree.get_or_init(|| kept.trees.read(&kept.path)).as_deref()
    }

    /// The items of the list that it is, or what it is alone, each with its place in its tree; none without
    /// one.
    pub fn parts(&self) -> Vec<(usize, Node<'_>)> {
        self.bytes().map_or_else(Vec::new, Node::parts)
    }

    /// The item at a place that [`Self::parts`] gave.
    pub fn part<T: DeserializeOwned>(&self, place: usize) -> Option<T> {
        Node::at(self.bytes()?, place).ok()?.read().ok()
    }

    /// What its tree says; where that is not what is expected, the YAML has to say why.
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
    /// The rulings that travel in the binary.
    pub fn built_in() -> Self {
        Self { texts: BUILT_IN.iter().map(built_in).collect(), trees: None }
    }

    /// Those of the built-in rulings that have this file name, such as `history.yaml`, in whatever folder.
    pub fn built_in_named(name: &str) -> Self {
        let is_it = |file: &&BuiltIn| file.path.split_once('/').is_some_and(|(_, within)| within == name);
        Self { texts: BUILT_IN.iter().filter(is_it).map(built_in).collect(), trees: None }
    }

    /// The files of a folder by their paths below it, each to be read when somebody asks what it says.
    pub fn lazy(folder: &Path, paths: impl Iterator<Item = String>) -> Self {
        let file = |path: String| {
            let at = folder.join(&path);
            let shown = at.display().to_string();
            (path.replace('\\', "/"), File { shown, text: Text::OnDisk(at, OnceLock::new()), tree: None })
        };
        Self { texts: paths.map(file).collect(), trees: None }
    }

    /// Compiles the files that are read as trees.
    pub fn compile(&self) -> Trees {
        let wanted = self.iter().filter(|(path, _)| FileKind::of(path).has_tree());
        Trees::of(wanted.map(|(path, file)| (path, file.text())))
    }

    /// The same files, with their trees where these are kept.
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

    /// Whether nothing is wrong with these files and all of them can be read of their trees, so that who
    /// needs a part may read that alone.
    pub fn are_sound(&self) -> bool {
        self.trees.as_ref().is_some_and(|trees| {
            let read = |(path, _): (&String, &File)| trees.has(path) || !FileKind::of(path).has_tree();
            trees.is_sound() && self.texts.iter().all(read)
        })
    }

    /// Their trees, where they have them.
    pub fn trees(&self) -> Option<&Trees> {
        self.trees.as_deref()
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
                // A kept document has a digest of its very bytes.
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

    /// Adds one file; a file of the same path is replaced.
    pub fn add(&mut self, path: &str, text: impl Into<Cow<'static, str>>) {
        self.trees = None;
        self.texts.insert(path.to_owned(), File::new(path, uniform(text.into())));
    }

    /// Lays `other` over this: a file of the same path replaces, others are added.
    pub fn overlay(&mut self, other: Self) {
        self.trees = None;
        self.texts.extend(other.texts);
    }

    /// Path and file, in the order of their paths.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &File)> {
        self.texts.iter().map(|(path, file)| (path.as_str(), file))
    }

    pub fn get(&self, path: &str) -> Option<&File> {
        self.texts.get(path)
    }

    /// The text of the file that is shown under that name.
    pub fn shown(&self, name: &str) -> Option<&str> {
        self.texts.values().find(|f| f.shown == name).map(File::text)
    }

    /// The same files, each path below `folder`.
    #[must_use]
    pub fn under(self, folder: &str) -> Self {
        let below = |(path, file)| (format!("{}/{path}", folder.trim_matches('/')), file);
        Self { texts: self.texts.into_iter().map(below).collect(), trees: None }
    }

    /// A hash over the paths and texts of everything a corpus is loaded from: two corpora of one key are the
    /// same.
    pub fn searched_key(&self) -> String {
        self.key_of(FileKind::is_searched)
    }

    /// A hash over the paths and texts of every file that has a tree.
    pub fn trees_key(&self) -> String {
        self.key_of(FileKind::has_tree)
    }

    fn key_of(&self, wanted: fn(FileKind) -> bool) -> String {
        let mut hasher = blake3::Hasher::new();
        for (path, file) in self.texts.iter().filter(|(path, _)| wanted(FileKind::of(path))) {
            hasher.update(path.as_bytes());
            hasher.update(&[0]);
            if matches!(file.text, Text::BuiltIn(_)) {
                // What it says was hashed when the program was built.
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

/// Whether a file belongs to a corpus by its name: YAML, or a document kept under `sources`.
pub(crate) fn is_corpus_file(path: &Path) -> bool {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
    matches!(extension, "yaml" | "yml") || is_source(path)
}

/// Whether a file or folder is hidden: somebody's tool keeps things of its own there.
pub(crate) fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|n| n.to_string_lossy().starts_with('.'))
}

/// Whether a file is a document that is kept as it was.
fn is_source(path: &Path) -> bool {
    path.parent().and_then(Path::file_name).is_some_and(|n| n == "sources")
}

/// Reads a UTF-8 text file of bounded size.
///
/// # Errors
/// A diagnostic that names the file and, for bytes that are not UTF-8, line and column.
pub(crate) fn read_text(path: &Path) -> Result<String, Diagnostic> {
    Ok(uniform(read_exactly(path)?.into()).into_owned())
}

/// The same, with its line ends as they are.
fn read_exactly(path: &Path) -> Result<String, Diagnostic> {
    let shown = path.display().to_string();
    // Opening a pipe would wait for its writer, perhaps for ever.
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
    // One byte more than allowed is read, so that a file that grows meanwhile or has no length is noticed
    // too.
    file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(|e| unreadable(&shown, &e))?;
    if bytes.len() as u64 > LARGEST_FILE {
        let message = format!("This file is larger than {} MB, the most that is read.", LARGEST_FILE >> 20);
        return Err(Diagnostic::error(DiagnosticCode::File, Location::file(&shown), message)
            .hint("Is it a rulings file? Split it, or move it elsewhere."));
    }
    String::from_utf8(bytes).map_err(|e| not_utf8(&shown, e.as_bytes(), e.utf8_error().valid_up_to()))
}

/// The text with a lone carriage return made a line end: to YAML it is one, and everybody has to count the
/// same lines.
fn uniform(text: Cow<'static, str>) -> Cow<'static, str> {
    let ends = text.matches('\r').count();
    if ends == text.matches("\r\n").count() {
        return text;
    }
    text.replace("\r\n", "\n").replace('\r', "\n").into()
}

/// A link to a folder may lead back to a folder above it; so none is followed, and none is passed over in
/// silence.
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

/// What a YAML file holds, told by its path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    Documents,
    Rulings,
    /// How people ask.
    Asks,
    /// Everyday words.
    Synonyms,
    /// Words of other languages.
    Languages,
    /// The rulebooks' rules in judge's own words.
    Digest,
    /// Subjects that no document held treats.
    Beyond,
    /// Card facts, of which a search knows the names.
    Cards,
    /// What cards do.
    Abilities,
    /// Situations to be replayed.
    Scenarios,
    /// What each ruling means for play.
    Play,
    /// Figures and rules of deck building.
    Deck,
    /// What is known of documents that are not held.
    History,
    /// What the codes of findings mean.
    Explain,
    /// Something else: a kept document, a schema, an example.
    Other,
}

impl FileKind {
    /// What the file at `path` holds: its name or a folder above it says so; anything else is rulings, so
    /// that a flat folder of an event's own rulings works.
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

    /// Whether its tree is kept. How people ask is read by those alone who build an index.
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

    /// Whether a search is built from it.
    pub(crate) fn is_searched(self) -> bool {
        match self {
            // When a later rule came is looked up among the versions known of.
            Self::Documents
            | Self::Rulings
            | Self::Asks
            | Self::Synonyms
            | Self::Languages
            | Self::Digest
            | Self::Beyond
            | Self::Cards
            // An answer names those that demonstrate a ruling.
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
