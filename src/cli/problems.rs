//! Problems in files other than the rulings, which [`Corpus::load`] checks. Runs every loader that works on a
//! single file; `judge lint` additionally compares icons and source documents with the rulings.

use crate::corpus::files::FileKind;
use crate::corpus::history::Versions;
use crate::corpus::{CardBook, Corpus, Diagnostic, Files, explain};
use crate::deck::Figures;
use crate::engine::CardLibrary;
use crate::engine::scenario::coverage::play_entries;
use crate::engine::scenario::load::load_file;

/// Problems in card facts, figures, explanations, known versions, abilities and scenarios.
pub(super) fn beside_rulings(files: &Files, corpus: &Corpus) -> Vec<Diagnostic> {
    let (book, mut found) = CardBook::load(files);
    found.extend(Figures::load(files, corpus, &book).1);
    found.extend(explain::load(files).1);
    found.extend(Versions::read_beside(files, Some(&book)).1);
    found.extend(play_entries(files).1);
    let (library, of_abilities) = CardLibrary::load(files);
    found.extend(of_abilities);
    let scenarios = files.iter().filter(|(path, _)| FileKind::of(path) == FileKind::Scenarios);
    found.extend(scenarios.flat_map(|(_, file)| load_file(file, &library).err().unwrap_or_default()));
    found
}
