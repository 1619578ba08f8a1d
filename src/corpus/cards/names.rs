//! A map from names to things that tolerates variant spellings.

use std::sync::OnceLock;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::normalize::{normalize_loosely, normalize_name, skeleton};
use crate::corpus::files::{Files, Pieces};
use crate::corpus::table::{Table, TableBuilder};

/// Names and the things they stand for; a name may stand for several.
#[derive(Debug, Clone)]
pub struct Names<T> {
    /// What each stands for, by its normalized form.
    things: Table<T>,
    /// Each as it is shown, in the same order.
    shown: Table<()>,
    /// The same without spaces and plurals, made when it is first asked for.
    loosely: OnceLock<Table<T>>,
    /// The letters of the normalized forms, in the same order, made when they are first asked for.
    letters: OnceLock<Vec<Letters>>,
    /// Their skeletons and the letters of those, in the same order, made when they are first asked for.
    skeletons: OnceLock<Vec<(String, Letters)>>,
}

/// Names to which more can be added.
pub(super) struct NamesBuilder<T> {
    things: TableBuilder<T>,
    shown: TableBuilder<()>,
}

impl<T> Default for Names<T> {
    fn default() -> Self {
        Self::of(Table::default(), Table::default(), OnceLock::new())
    }
}

impl<T> Default for NamesBuilder<T> {
    fn default() -> Self {
        Self { things: TableBuilder::default(), shown: TableBuilder::default() }
    }
}

impl<T: PartialEq> NamesBuilder<T> {
    pub(super) fn add(&mut self, name: &str, thing: T) {
        if self.things.add(normalize_name(name), thing) {
            self.shown.add(name.to_owned(), ());
        }
    }

    pub(super) fn names(self) -> Names<T> {
        Names::of(self.things.table(), self.shown.table(), OnceLock::new())
    }
}

impl<T> Names<T> {
    fn of(things: Table<T>, shown: Table<()>, loosely: OnceLock<Table<T>>) -> Self {
        Self { things, shown, loosely, letters: OnceLock::new(), skeletons: OnceLock::new() }
    }
}

/// What the pieces are called that names are packed into, behind their own name.
const PIECES: [&str; 3] = ["names", "shown", "loosely"];

impl<T: Copy + PartialEq + Serialize + DeserializeOwned> Names<T> {
    /// The names in pieces that can be read without the rest.
    pub(super) fn pack(&self, called: &str, into: &mut Pieces) -> Result<(), serde_json::Error> {
        let packed = [self.things.pack()?, self.shown.pack()?, self.loosely().pack()?];
        into.extend(PIECES.map(|piece| format!("{called}/{piece}")).into_iter().zip(packed));
        Ok(())
    }

    /// Decodes what [`Self::pack`] wrote.
    pub(super) fn unpack(called: &str, files: &Files) -> Option<Self> {
        let [things, shown, loosely] = PIECES.map(|piece| files.piece(&format!("{called}/{piece}")));
        Some(Self::of(Table::unpack(&things?)?, Table::unpack(&shown?)?, Table::unpack(&loosely?)?.into()))
    }
}

impl<T: Copy + PartialEq + DeserializeOwned> Names<T> {
    /// What a name stands for: capitals, accents, punctuation and a leading "The" do not count.
    pub fn get(&self, name: &str) -> &[T] {
        self.things.get(&normalize_name(name))
    }

    /// Like [`Self::get`], but ignores spaces and plurals too. For names that [`Self::get`] does not find.
    pub(crate) fn get_loosely(&self, name: &str) -> &[T] {
        self.loosely().get(&normalize_loosely(&normalize_name(name)))
    }

    fn loosely(&self) -> &Table<T> {
        self.loosely.get_or_init(|| {
            let things =
                |name| self.things.get(name).iter().map(move |thing| (normalize_loosely(name), *thing));
            self.things.texts().flat_map(things).collect()
        })
    }

    /// Up to `most` known names similar to an unknown one, best first; empty if nothing is similar.
    pub fn nearest(&self, name: &str, most: usize) -> Vec<&str> {
        let found = self.alike(name, 0.6, similarity);
        found.into_iter().take(most).map(|(_, shown)| shown).collect()
    }

    /// Whether an unknown name differs from a known one by so few letters that it is most likely a typo.
    pub(crate) fn is_slip(&self, name: &str) -> bool {
        !self.alike(name, 0.72, spelled_alike).is_empty()
    }

    /// Known names within an edit distance of `most` letters, nearest first, each with its distance.
    /// Articles, spaces, doubled letters, British endings and look-alike characters do not count as
    /// differences.
    pub(crate) fn near(&self, name: &str, most: usize) -> Vec<(usize, &str)> {
        let wanted = skeleton(&normalize_name(name).chars().take(100).collect::<String>());
        let letters = Letters::of(&wanted);
        let mut found: Vec<(usize, &str)> = Vec::new();
        let skeletons = self.skeletons.get_or_init(|| {
            let with_letters = |name: String| (name.clone(), Letters::of(&name));
            self.things.texts().map(|known| with_letters(skeleton(known))).collect()
        });
        for ((known, of_known), shown) in skeletons.iter().zip(self.shown()) {
            // Names of very different lengths or letters end here.
            if known.len().abs_diff(wanted.len()) > most || letters.apart(of_known) > most {
                continue;
            }
            let apart = if *known == wanted { 0 } else { strsim::damerau_levenshtein(&wanted, known) };
            if apart <= most {
                found.push((apart, shown));
            }
        }
        found.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.cmp(b.1)));
        found
    }

    /// Known names that contain `words` as consecutive whole words, in insertion order.
    pub(crate) fn with_words(&self, words: &str) -> Vec<&str> {
        let wanted = normalize_name(words);
        let letters = Letters::of(&wanted);
        let has = |((normalized, _), of_known): &((&str, &str), &Letters)| {
            let may = wanted.len() < normalized.len() && letters.surplus(of_known) == 0;
            may && contains_words(normalized, &wanted)
        };
        let named = self.normalized().zip(self.letters());
        named.filter(has).map(|((_, shown), _)| shown).collect()
    }

    fn letters(&self) -> &[Letters] {
        self.letters.get_or_init(|| self.things.texts().map(Letters::of).collect())
    }

    fn alike(&self, name: &str, at_least: f64, measure: Measure) -> Vec<(f64, &str)> {
        // No card name is a hundred letters long; comparing more would only waste time.
        let wanted = normalize_name(name).chars().take(100).collect::<String>();
        let wanted = (wanted.as_str(), &Letters::of(&wanted));
        let mut found: Vec<(f64, &str)> = self
            .normalized()
            .zip(self.letters())
            .map(|((known, shown), letters)| (measure(wanted, (known, letters), at_least), shown))
            .filter(|(score, _)| *score >= at_least)
            .collect();
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
        found
    }

    /// Every name, normalized and as displayed.
    pub(crate) fn normalized(&self) -> impl Iterator<Item = (&str, &str)> {
        self.things.texts().zip(self.shown())
    }

    /// Iterates over the names as displayed.
    pub(crate) fn shown(&self) -> impl Iterator<Item = &str> {
        self.shown.texts()
    }
}

type WithLetters<'n> = (&'n str, &'n Letters);

/// The similarity of two names, from 0 to 1. Any value below the last argument means "less similar than
/// that".
type Measure = fn(WithLetters<'_>, WithLetters<'_>, f64) -> f64;

/// Similarity that also accepts a partial name ("Executor" for "The Executor Arrives").
fn similarity(wanted: WithLetters<'_>, known: WithLetters<'_>, at_least: f64) -> f64 {
    let part = wanted.0.len() >= 4 && contains_words(known.0, wanted.0);
    let whole = spelled_alike(wanted, known, at_least);
    if part { whole.max(0.75) } else { whole }
}

/// Similarity of spelling alone; 0 if below `at_least`.
fn spelled_alike(
    (wanted, letters): WithLetters<'_>,
    (known, of_known): WithLetters<'_>,
    at_least: f64,
) -> f64 {
    let (short, long) = (letters.all.min(of_known.all), letters.all.max(of_known.all));
    // A cheap upper bound on the similarity; nearly all comparisons end here.
    if short * 2 < long || (short as f64) < at_least * long as f64 || letters.most_alike(of_known) < at_least
    {
        return 0.0;
    }
    strsim::normalized_damerau_levenshtein(wanted, known)
}

/// Which letters a name contains, as bit sets: letters occurring at least once, at least twice, and so on.
/// Several letters may share a bit.
#[derive(Debug, Clone)]
struct Letters {
    /// Element `n` has a bit set for every letter that occurs more than `n` times.
    at_least: [u64; Letters::TIMES],
    all: usize,
}

impl Letters {
    /// Occurrences of a letter beyond this number are not counted.
    const TIMES: usize = 5;

    fn of(name: &str) -> Self {
        let mut letters = Self { at_least: [0; Self::TIMES], all: 0 };
        for c in name.chars() {
            let bit = 1_u64 << (c as usize % 64);
            if let Some(times) = letters.at_least.iter_mut().find(|times| **times & bit == 0) {
                *times |= bit;
            }
            letters.all += 1;
        }
        letters
    }

    /// How many letter occurrences this name has in excess of `than`.
    fn surplus(&self, than: &Self) -> u32 {
        let [a, b, c, d, e] = &self.at_least;
        let [f, g, h, i, j] = &than.at_least;
        let some = (a & !f).count_ones() + (b & !g).count_ones() + (c & !h).count_ones();
        some + (d & !i).count_ones() + (e & !j).count_ones()
    }

    /// A lower bound on the edit distance: every letter that one name has in excess of the other must be
    /// changed.
    fn apart(&self, other: &Self) -> usize {
        self.surplus(other).max(other.surplus(self)) as usize
    }

    /// An upper bound on the similarity of two names, from letter counts alone.
    fn most_alike(&self, other: &Self) -> f64 {
        1.0 - self.apart(other) as f64 / self.all.max(other.all) as f64
    }
}

/// Whether `text` contains `words` as whole words.
fn contains_words(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, _)| {
        let before = text[..at].ends_with(' ') || at == 0;
        let after = text[at + words.len()..].starts_with(' ') || at + words.len() == text.len();
        before && after
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// The bound on letter counts never rules out what a full comparison would accept.
        #[test]
        fn names_are_never_more_alike_than_their_letters(wanted in "[a-eé ]{0,12}", known in "[a-eж ]{0,12}") {
            let alike = strsim::normalized_damerau_levenshtein(&wanted, &known);
            prop_assert!((wanted.is_empty() && known.is_empty()) || Letters::of(&wanted).most_alike(&Letters::of(&known)) >= alike);
        }
    }
}
