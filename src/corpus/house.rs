//! House rulings (those of an event), and later official rulings that may have settled the same question.

use std::collections::BTreeSet;

use super::files::{File, FileKind, Files};
use super::history::base;
use super::ruling::Entry;
use super::{Authority, Corpus, Diagnostic, DiagnosticCode, Ruling};

impl Corpus {
    /// The official rulings in force that are newer than a house ruling's document.
    pub(crate) fn later_than<'c>(&'c self, house: &'c Ruling) -> impl Iterator<Item = &'c Ruling> {
        let day = house.document().date;
        let later = move |r: &&Ruling| r.in_force.first().is_some_and(|span| span.from > day);
        self.rulings()
            .filter(move |r| {
                r.game == house.game && r.authority == Authority::Official && r.is_in_force(None)
            })
            .filter(later)
    }

    /// Those newer official rulings that share a reference with the house ruling, or are a rewording of one
    /// it refers to.
    pub(crate) fn touching<'c>(&'c self, house: &'c Ruling) -> impl Iterator<Item = &'c Ruling> {
        let shares = |r: &&Ruling| {
            house
                .see
                .iter()
                .any(|to| base(to) == base(&r.id) || r.see.iter().any(|other| base(other) == base(to)))
        };
        self.later_than(house).filter(shares)
    }

    /// Whether two rulings share a word that is rare among the rulings of their game.
    pub(crate) fn share_a_distinctive_word(&self, a: &Ruling, b: &Ruling) -> bool {
        let (ours, theirs) = (beginnings(a), beginnings(b));
        let all = self.rulings().filter(|r| r.game == a.game && r.authority != Authority::Digest);
        let all: Vec<BTreeSet<String>> = all.map(beginnings).collect();
        let rare = |word: &String| {
            let count = all.iter().filter(|r| r.contains(word)).count();
            count <= DISTINCTIVE_COUNT || count * DISTINCTIVE_SHARE < all.len()
        };
        ours.intersection(&theirs).any(rare)
    }

    /// The house rulings of `files`, each with its entry and file.
    pub(crate) fn house_rulings<'c>(&'c self, files: &'c Files) -> Vec<(&'c Ruling, Entry, &'c File)> {
        let mut found = Vec::new();
        for (_, file) in files.iter().filter(|(path, _)| FileKind::of(path) == FileKind::Rulings) {
            for entry in file.list::<Entry>().0 {
                let ruling = self.ruling(&entry.id).filter(|r| r.authority == Authority::House);
                found.extend(ruling.map(|ruling| (ruling, entry, file)));
            }
        }
        found
    }
}

/// A word is distinctive if fewer than one in this many rulings contain it …
const DISTINCTIVE_SHARE: usize = 5;
/// … or if at most this many rulings contain it, in a small corpus.
const DISTINCTIVE_COUNT: usize = 3;

/// The first five letters of each longer word: a crude stem.
fn beginnings(ruling: &Ruling) -> BTreeSet<String> {
    let text = format!("{} {}", ruling.title, ruling.text()).to_lowercase();
    let words = text.split(|c: char| !c.is_alphabetic()).filter(|w| w.chars().count() > 3);
    words.map(|w| w.chars().take(5).collect()).collect()
}

/// The warning that a later official ruling touches a house ruling.
pub(crate) fn overlap_warning(entry: &Entry, file: &File, later: &Ruling, how: Overlap) -> Diagnostic {
    let how = match how {
        Overlap::See => "is about what it refers to",
        Overlap::Meaning => "is near to it in meaning",
    };
    let text = format!(
        "{}, {}, came later than the house ruling {} and {how}.",
        later.id,
        later.citation(),
        *entry.id
    );
    Diagnostic::warning(DiagnosticCode::HouseTouched, entry.id.place(&file.shown), text)
        .hint("Read it. If it decides, take the house ruling out; if not, name it under `see`.")
}

/// How a later ruling relates to a house ruling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Overlap {
    /// It refers to the same ruling, or rewords that ruling.
    See,
    /// It is similar in meaning.
    Meaning,
}
