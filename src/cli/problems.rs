//! What is wrong with the files of the rulings beside the rulings themselves, which [`Corpus::load`] tells:
//! every reader of a file by itself is asked. Icons and kept documents are compared with the rulings, which
//! `judge lint` does.

use crate::corpus::files::FileKind;
use crate::corpus::history::Versions;
use crate::corpus::{CardBook, Corpus, Diagnostic, Files, explain};
use crate::deck::Figures;
use crate::engine::CardLibrary;
use crate::engine::scenario::coverage::play_entries;
use crate::engine::scenario::load::load_file;

/// What is wrong with card facts, figures, explanations, facts about versions, abilities and scenarios.
pub(super) fn beside_rulings(files: &Files, corpus: &Corpus) -> Vec<Diagnostic> {
    let (book, mut found) = CardBook::load(files);
    found.extend(Figures::load(files, corpus, &book).1);
    found.extend(explain::load(files).1);
    found.extend(Versions::read(files).1);
    found.extend(play_entries(files).1);
    let (library, of_abilities) = CardLibrary::load(files);
    found.extend(of_abilities);
    let scenarios = files.iter().filter(|(path, _)| FileKind::of(path) == FileKind::Scenarios);
    found.extend(scenarios.flat_map(|(_, file)| load_file(file, &library).err().unwrap_or_default()));
    found
}
