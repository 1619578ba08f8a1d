//! What commands have in common: where the rulings come from, their files, and what is read from them. Each
//! is computed on first use and kept.

use std::path::{Path, PathBuf};
#[cfg(feature = "serve")]
use std::process::{Command, Stdio};
use std::sync::{Arc, OnceLock};

use etcetera::BaseStrategy;

use super::globals::Globals;
use super::problems;
use super::status::UsageError;
use super::ui::Ui;
use crate::corpus::files::Pieces;
use crate::corpus::history::Versions;
use crate::corpus::{CardBook, Corpus, Diagnostic, Files, Severity};
use crate::deck::Figures;
use crate::engine::CardLibrary;
use crate::search::pack::{Pack, PackError};
use crate::search::store::Readers;
use crate::search::{HeldRulings, Library, Origin, StoreError, store};

/// What is said while an index is built, which takes seconds when a new version of the program starts for the
/// first time.
const PREPARING: &str = "Preparing the rulings for searching, this once";

/// A command's options, and what follows from them.
#[derive(Debug)]
pub struct Context {
    pub globals: Globals,
    origin: OnceLock<Origin>,
    files: OnceLock<Arc<Files>>,
    corpus: OnceLock<Corpus>,
    rulings: OnceLock<Corpus>,
    versions: OnceLock<Versions>,
    card_book: OnceLock<CardBook>,
    card_library: OnceLock<Arc<CardLibrary>>,
}

/// What a cell holds, loaded on first use. If two threads load it at once, either result will do.
pub(crate) fn once<T>(cell: &OnceLock<T>, load: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<&T> {
    if let Some(held) = cell.get() {
        return Ok(held);
    }
    let loaded = load()?;
    Ok(cell.get_or_init(|| loaded))
}

impl Context {
    /// Nothing is looked up yet.
    pub fn new(globals: Globals) -> Self {
        Self {
            globals,
            origin: OnceLock::new(),
            files: OnceLock::new(),
            corpus: OnceLock::new(),
            rulings: OnceLock::new(),
            versions: OnceLock::new(),
            card_book: OnceLock::new(),
            card_library: OnceLock::new(),
        }
    }

    /// Where the rulings come from: the given folders, judge's own checkout, or the binary.
    ///
    /// # Errors
    /// If a given folder does not exist, or no rulings are left.
    pub fn origin(&self) -> anyhow::Result<&Origin> {
        once(&self.origin, || {
            let origin = origin(&self.globals)?;
            if let Some(empty) = self.globals.rulings.iter().find(|folder| !holds_yaml(folder, MAX_DEPTH)) {
                let text = format!(
                    "`--rulings {}`: no YAML file lies there or below. Is it the folder that `judge new-event` made?",
                    empty.display()
                );
                return Err(UsageError(text).into());
            }
            Ok(origin)
        })
    }

    /// The files of the rulings, with cached trees if possible.
    ///
    /// # Errors
    /// Usage errors, and files that cannot be read.
    pub fn files(&self) -> anyhow::Result<Arc<Files>> {
        let read = |origin| store::files(origin, cache().as_deref(), Readers { is_sound, pieces });
        once(&self.files, || Ok(Arc::new(read(self.origin()?)?))).map(Arc::clone)
    }

    /// The files of the rulings as they lie on disk, without cached trees: for commands that check them, or
    /// add to them.
    ///
    /// # Errors
    /// Usage errors, and files that cannot be read.
    pub(crate) fn files_on_disk(&self) -> anyhow::Result<Files> {
        Ok(store::layered_files(self.origin()?)?)
    }

    /// The same with one more folder laid over them, unless that folder is in use already.
    ///
    /// # Errors
    /// See [`Self::files_on_disk`].
    pub(crate) fn files_on_disk_over(&self, folder: &Path) -> anyhow::Result<Files> {
        Ok(store::layered_files(&self.over(folder)?)?)
    }

    /// The whole corpus, with all asks.
    ///
    /// # Errors
    /// See [`Self::files`]; and if anything is wrong with the rulings.
    pub(crate) fn corpus(&self) -> anyhow::Result<&Corpus> {
        once(&self.corpus, || without_errors(Corpus::load(&*self.files()?)))
    }

    /// The corpus without what only a search needs.
    ///
    /// # Errors
    /// See [`Self::corpus`].
    pub(crate) fn rulings(&self) -> anyhow::Result<&Corpus> {
        once(&self.rulings, || without_errors(Corpus::load_rulings(&*self.files()?)))
    }

    /// Every known version of the documents, held or not.
    ///
    /// # Errors
    /// If `history.yaml` cannot be read.
    pub(crate) fn versions(&self) -> anyhow::Result<&Versions> {
        once(&self.versions, || without_errors(Versions::read(&*self.files()?)))
    }

    /// The facts of all cards.
    ///
    /// # Errors
    /// If they cannot be read.
    pub(crate) fn card_book(&self) -> anyhow::Result<&CardBook> {
        once(&self.card_book, || without_errors(CardBook::load(&*self.files()?)))
    }

    /// What cards do in play.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn card_library(&self) -> anyhow::Result<Arc<CardLibrary>> {
        let read = || without_errors(CardLibrary::load(&*self.files()?));
        once(&self.card_library, || Ok(Arc::new(read()?))).map(Arc::clone)
    }

    /// Whatever a check of a deck needs: the documents (or, by another `load`, their rulings as well), the
    /// cards, the figures.
    ///
    /// # Errors
    /// If they cannot be read.
    pub(crate) fn deck_facts(
        &self,
        load: fn(&Files) -> (Corpus, Vec<Diagnostic>),
    ) -> anyhow::Result<(Corpus, CardBook, Figures)> {
        let files = self.files()?;
        let (corpus, mut found) = load(&files);
        let (book, of_cards) = CardBook::load(&files);
        let (figures, of_figures) = Figures::load(&files, &corpus, &book);
        found.extend(of_cards);
        found.extend(of_figures);
        without_errors(((corpus, book, figures), found))
    }

    /// The rulings in use with one more folder laid over them, unless that folder is in use already.
    ///
    /// # Errors
    /// See [`Self::origin`].
    fn over(&self, folder: &Path) -> anyhow::Result<Origin> {
        let is_it = |other: &PathBuf| matches!((other.canonicalize(), folder.canonicalize()), (Ok(a), Ok(b)) if a == b);
        let mut folders: Vec<PathBuf> = self.globals.rulings.iter().filter(|f| !is_it(f)).cloned().collect();
        folders.push(folder.to_owned());
        origin(&Globals { rulings: folders, ..self.globals.clone() })
    }

    /// Opens the library, and notes on stderr if its rulings are not the built-in ones.
    ///
    /// # Errors
    /// See [`Library::open`].
    pub fn library(&self, ui: &Ui) -> anyhow::Result<Library> {
        let library = self.opened(ui, Library::open, Library::without_index)?;
        library.held().notes.iter().for_each(|note| ui.note(note));
        Ok(library)
    }

    /// Opens the rulings to look some up, for which no index need be built; notes as [`Self::library`] does.
    ///
    /// # Errors
    /// See [`HeldRulings::open`].
    pub(crate) fn held_rulings(&self, ui: &Ui) -> anyhow::Result<HeldRulings> {
        let held = self.opened(ui, HeldRulings::open, HeldRulings::without_index)?;
        held.notes.iter().for_each(|note| ui.note(note));
        Ok(held)
    }

    /// Opens the rulings, by the cache or without it; with a note on stderr if they are not those built in.
    fn opened<T>(
        &self,
        ui: &Ui,
        open: fn(&Origin, Option<&Path>) -> Result<T, StoreError>,
        without_index: fn(&Origin) -> Result<T, StoreError>,
    ) -> anyhow::Result<T> {
        let origin = self.origin()?;
        if let Origin::Checkout(root) = origin {
            ui.note(&format!("using the rulings of this checkout, {}", root.join("rulings").display()));
        }
        let without = self.globals.without_index;
        let open = || if without { without_index(origin) } else { open(origin, cache().as_deref()) };
        Ok(ui.waiting(PREPARING, open)?)
    }

    /// Opens the library with its whole index verified and in memory, for a process that runs for hours and
    /// must survive damage to the index file.
    ///
    /// # Errors
    /// See [`Self::library`].
    #[cfg(feature = "serve")]
    pub(crate) fn library_in_memory(&self, ui: &Ui) -> anyhow::Result<Library> {
        let library = self.library(ui)?;
        let origin = self.origin()?;
        let Some(place) = self.index_path()?.filter(|_| !self.globals.without_index) else {
            return Ok(library);
        };
        let read = std::fs::read(&place).map_err(PackError::from).and_then(Pack::from_bytes);
        let held = read.ok().map(|pack| Library::over(pack, Vec::new()));
        // An index that cannot be written to disk is in memory already; if it is damaged, search the rulings
        // without one.
        Ok(held.unwrap_or_else(|| Library::without_index(origin))?)
    }

    /// Builds a missing index in a child process, so that the 300 MB this takes are returned to the system
    /// when that process exits. If that fails, opening the library builds the index and reports why it cannot
    /// be written.
    #[cfg(feature = "serve")]
    pub(crate) fn build_index_apart(&self, ui: &Ui) {
        let place = self.index_path().ok().flatten().filter(|_| !self.globals.without_index);
        let (Some(place), Ok(program)) = (place, std::env::current_exe()) else { return };
        if place.exists() {
            return;
        }
        let mut builder = Command::new(program);
        for folder in &self.globals.rulings {
            builder.arg("--rulings").arg(folder);
        }
        if self.globals.no_builtin {
            builder.arg("--no-builtin");
        }
        let builder = builder.args(["search", "index"]);
        let builder = builder.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let _ = ui.waiting(PREPARING, || builder.status());
    }

    /// The bytes of the index: from its file if that is intact, otherwise freshly built.
    ///
    /// # Errors
    /// See [`Self::library`].
    #[cfg(feature = "offline")]
    pub(crate) fn index_bytes(&self, ui: &Ui) -> anyhow::Result<Vec<u8>> {
        self.library(ui)?;
        let origin = self.origin()?;
        let place = self.index_path()?.filter(|_| !self.globals.without_index);
        let read = place.and_then(|place| std::fs::read(place).ok());
        match read.filter(|bytes| Pack::from_bytes(bytes.clone()).is_ok()) {
            Some(bytes) => Ok(bytes),
            None => Ok(store::bytes(origin)?),
        }
    }

    /// The path of the index, whether it exists or not; `None` without a cache folder.
    fn index_path(&self) -> anyhow::Result<Option<PathBuf>> {
        Ok(store::index_path(self.origin()?, cache().as_deref())?)
    }

    /// The path of the index if it exists and is damaged.
    pub(crate) fn damaged_index(&self) -> Option<PathBuf> {
        let place = self.index_path().ok()??;
        matches!(Pack::verify(&place), Err(PackError::Damaged(_))).then_some(place)
    }
}

/// What was loaded, unless something is wrong with it.
///
/// # Errors
/// The errors among the diagnostics, together.
pub(crate) fn without_errors<T>((loaded, found): (T, Vec<Diagnostic>)) -> anyhow::Result<T> {
    store::refuse_errors(found)?;
    Ok(loaded)
}

/// Determines where the rulings come from; see [`Context::origin`].
///
/// # Errors
/// If a given folder does not exist, or no rulings are left.
fn origin(globals: &Globals) -> anyhow::Result<Origin> {
    if !globals.rulings.is_empty() || globals.no_builtin {
        if globals.rulings.is_empty() {
            let text = "`--no-builtin` leaves nothing to search. Name a folder with `--rulings DIR`.";
            return Err(UsageError(text.to_owned()).into());
        }
        if let Some(missing) = globals.rulings.iter().find(|d| !d.is_dir()) {
            let text = format!("`--rulings {}`: there is no such folder.", missing.display());
            return Err(UsageError(text).into());
        }
        return Ok(Origin::Layers { built_in: !globals.no_builtin, folders: globals.rulings.clone() });
    }
    Ok(checkout().map_or(Origin::BuiltIn, Origin::Checkout))
}

/// The maximum depth at which a folder of rulings is searched.
const MAX_DEPTH: u8 = 8;

/// Whether a folder contains a YAML file, at most `below` levels down.
pub(crate) fn holds_yaml(folder: &Path, below: u8) -> bool {
    // If the folder cannot be listed, reading it will report the error.
    let Ok(entries) = std::fs::read_dir(folder) else { return true };
    let paths: Vec<PathBuf> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    let is_yaml = |path: &PathBuf| path.extension().is_some_and(|e| e == "yaml" || e == "yml");
    paths.iter().any(is_yaml)
        || below > 0 && paths.iter().any(|path| path.is_dir() && holds_yaml(path, below - 1))
}

/// The root of judge's own checkout, if the current folder is inside one.
fn checkout() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors().find(|folder| is_checkout(folder)).map(Path::to_path_buf)
}

fn is_checkout(folder: &Path) -> bool {
    let manifest = || std::fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    folder.join("rulings/synonyms.yaml").is_file() && manifest().contains("\nname = \"judge\"\n")
}

/// The user's cache folder for indexes. `None` if the home folder is relative, since it would then depend on
/// the current folder.
pub(crate) fn cache() -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    Some(strategy.cache_dir().join("judge")).filter(|folder| folder.is_absolute())
}

/// Whether the files are entirely free of errors, so that commands may read only what they need.
fn is_sound(files: &Files) -> bool {
    let (corpus, found) = Corpus::load(files);
    let is_error = |d: &Diagnostic| d.severity == Severity::Error;
    !found.iter().any(is_error) && !problems::beside_rulings(files, &corpus).iter().any(is_error)
}

/// What a replay, or a check of a single deck, reads instead of the facts of all cards and all words of
/// lists; what cannot be packed is left out, and those are read.
fn pieces(files: &Files) -> Pieces {
    let book = CardBook::load(files).0;
    let figures = Figures::load(files, &Corpus::default(), &book).0;
    let of_decks = [book.pieces(files), figures.pieces()];
    of_decks.into_iter().flatten().flatten().chain(CardLibrary::pieces(files)).collect()
}
