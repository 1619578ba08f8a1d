//! The data for deck checks, loaded once for all tests.

use std::sync::LazyLock;

use judge::corpus::{CardBook, Corpus, Files};
use judge::deck::{AsOf, Checker, Figures};

/// The built-in rulings, cards and figures.
pub struct Facts {
    pub corpus: Corpus,
    pub book: CardBook,
    pub figures: Figures,
}

pub static FACTS: LazyLock<Facts> = LazyLock::new(|| {
    let files = Files::built_in();
    let (corpus, _) = Corpus::load(&files);
    let (book, _) = CardBook::load(&files);
    let (figures, found) = Figures::load(&files, &corpus, &book);
    assert!(found.is_empty(), "{found:#?}");
    Facts { corpus, book, figures }
});

/// A checker for what is in force on a day.
pub fn checker(as_of: AsOf) -> Checker<'static> {
    Checker::new(&FACTS.corpus, &FACTS.book, &FACTS.figures, as_of, None)
}
