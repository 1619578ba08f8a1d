//! Finds things by name, however it is spelled.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::normalize::{normalize_loosely, normalize_name, skeleton};

/// Names and what they stand for; one name may stand for several things.
#[derive(Debug, Clone)]
pub struct Names<T> {
    by_normalized: HashMap<String, Vec<T>>,
    /// Normalized and shown, in the order they were added.
    shown: Vec<(String, String)>,
    /// The same without spaces and plurals, made when it is first asked for.
    loosely: OnceLock<HashMap<String, Vec<T>>>,
    /// The letters of `shown`, in the same order, made when they are first asked for.
    letters: OnceLock<Vec<Letters>>,
    /// The skeletons of `shown` and their letters, in the same order, made when they are first asked for.
    skeletons: OnceLock<Vec<(String, Letters)>>,
}

impl<T> Default for Names<T> {
    fn default() -> Self {
        Self {
            by_normalized: HashMap::new(),
            shown: Vec::new(),
            loosely: OnceLock::new(),
            letters: OnceLock::new(),
            skeletons: OnceLock::new(),
        }
    }
}

impl<T: Copy + PartialEq> Names<T> {
    pub(super) fn add(&mut self, name: &str, thing: T) {
        (self.loosely, self.letters, self.skeletons) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        let normalized = normalize_name(name);
        if !self.by_normalized.contains_key(&normalized) {
            self.shown.push((normalized.clone(), name.to_owned()));
        }
        let things = self.by_normalized.entry(normalized).or_default();
        if !things.contains(&thing) {
            things.push(thing);
        }
    }

    /// What a name stands for: capitals, accents, punctuation and a leading "The" do not count.
    pub fn get(&self, name: &str) -> &[T] {
        self.by_normalized.get(&normalize_name(name)).map_or(&[], Vec::as_slice)
    }

    /// The same, and spaces and plurals do not count either. Only for a name [`Self::get`] does not know.
    pub(crate) fn get_loosely(&self, name: &str) -> &[T] {
        let loosely = self.loosely.get_or_init(|| self.normalized_loosely());
        loosely.get(&normalize_loosely(&normalize_name(name))).map_or(&[], Vec::as_slice)
    }

    fn normalized_loosely(&self) -> HashMap<String, Vec<T>> {
        let mut loosely: HashMap<String, Vec<T>> = HashMap::new();
        for (normalized, _) in &self.shown {
            let same = loosely.entry(normalize_loosely(normalized)).or_default();
            let things = self.by_normalized.get(normalized).map_or(&[][..], Vec::as_slice);
            things.iter().for_each(|thing| {
                if !same.contains(thing) {
                    same.push(*thing);
                }
            });
        }
        loosely
    }

    /// The known names nearest to an unknown one, best first, at most `most`; none that are nothing alike.
    pub fn nearest(&self, name: &str, most: usize) -> Vec<&str> {
        let found = self.alike(name, 0.6, similarity);
        found.into_iter().take(most).map(|(_, shown)| shown).collect()
    }

    /// Whether an unknown name is most likely a slip for a known one: few letters differ.
    pub(crate) fn is_slip(&self, name: &str) -> bool {
        !self.alike(name, 0.72, spelled_alike).is_empty()
    }

    /// The known names no more than `most` letters away from an unknown one, nearest first, with how many
    /// letters differ. Articles, spaces, doubled letters, British endings and letters that look alike count
    /// for nothing.
    pub(crate) fn near(&self, name: &str, most: usize) -> Vec<(usize, &str)> {
        let wanted = skeleton(&normalize_name(name).chars().take(100).collect::<String>());
        let letters = Letters::of(&wanted);
        let mut found: Vec<(usize, &str)> = Vec::new();
        let skeletons = self.skeletons.get_or_init(|| {
            let with_letters = |name: String| (name.clone(), Letters::of(&name));
            self.shown.iter().map(|(known, _)| with_letters(skeleton(known))).collect()
        });
        for ((known, of_known), (_, shown)) in skeletons.iter().zip(&self.shown) {
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

    /// The known names that have these words in a row, in the order they were added.
    pub(crate) fn with_words(&self, words: &str) -> Vec<&str> {
        let wanted = normalize_name(words);
        let letters = Letters::of(&wanted);
        let has = |((normalized, _), of_known): &(&(String, String), &Letters)| {
            let may = wanted.len() < normalized.len() && letters.surplus(of_known) == 0;
            may && contains_words(normalized, &wanted)
        };
        let named = self.shown.iter().zip(self.letters());
        named.filter(has).map(|((_, shown), _)| shown.as_str()).collect()
    }

    fn letters(&self) -> &[Letters] {
        self.letters.get_or_init(|| self.shown.iter().map(|(known, _)| Letters::of(known)).collect())
    }

    fn alike(&self, name: &str, at_least: f64, measure: Measure) -> Vec<(f64, &str)> {
        // Nobody's card has a name of a hundred letters; comparing one with every name would only cost time.
        let wanted = normalize_name(name).chars().take(100).collect::<String>();
        let wanted = (wanted.as_str(), &Letters::of(&wanted));
        let mut found: Vec<(f64, &str)> = self
            .shown
            .iter()
            .zip(self.letters())
            .map(|((known, shown), letters)| (measure(wanted, (known, letters), at_least), shown.as_str()))
            .filter(|(score, _)| *score >= at_least)
            .collect();
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
        found
    }

    /// Every name, normalized and as it is shown.
    pub(crate) fn normalized(&self) -> impl Iterator<Item = (&str, &str)> {
        self.shown.iter().map(|(normalized, shown)| (normalized.as_str(), shown.as_str()))
    }

    /// Every name as it is shown.
    pub(crate) fn shown(&self) -> impl Iterator<Item = &str> {
        self.shown.iter().map(|(_, shown)| shown.as_str())
    }
}

/// A normalized name, and its letters.
type WithLetters<'n> = (&'n str, &'n Letters);

/// How alike two names are, from 0 to 1; anything below the last where they are less alike than that.
type Measure = fn(WithLetters<'_>, WithLetters<'_>, f64) -> f64;

/// A name typed in part ("Executor" for "The Executor Arrives") counts.
fn similarity(wanted: WithLetters<'_>, known: WithLetters<'_>, at_least: f64) -> f64 {
    let part = wanted.0.len() >= 4 && contains_words(known.0, wanted.0);
    let whole = spelled_alike(wanted, known, at_least);
    if part { whole.max(0.75) } else { whole }
}

/// How alike the letters of two names are; 0 for less than `at_least`.
fn spelled_alike(
    (wanted, letters): WithLetters<'_>,
    (known, of_known): WithLetters<'_>,
    at_least: f64,
) -> f64 {
    let (short, long) = (letters.all.min(of_known.all), letters.all.max(of_known.all));
    // Names of very different lengths or letters are nothing alike; nearly all comparisons end here.
    if short * 2 < long || (short as f64) < at_least * long as f64 || letters.most_alike(of_known) < at_least
    {
        return 0.0;
    }
    strsim::normalized_damerau_levenshtein(wanted, known)
}

/// Which letters a name has, of which several may share a place: once at least, twice at least, and so on.
#[derive(Debug, Clone)]
struct Letters {
    /// A bit for each letter.
    at_least: [u64; Letters::TIMES],
    all: usize,
}

impl Letters {
    /// A letter that a name has more often counts so often.
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

    /// How many letters this name has more often than the other.
    fn surplus(&self, than: &Self) -> u32 {
        let [a, b, c, d, e] = &self.at_least;
        let [f, g, h, i, j] = &than.at_least;
        let some = (a & !f).count_ones() + (b & !g).count_ones() + (c & !h).count_ones();
        some + (d & !i).count_ones() + (e & !j).count_ones()
    }

    /// How many letters at least must be changed to make one name of the other: every letter that one has
    /// more often than the other must be.
    fn apart(&self, other: &Self) -> usize {
        self.surplus(other).max(other.surplus(self)) as usize
    }

    /// The most two names can be alike, told by counting letters alone.
    fn most_alike(&self, other: &Self) -> f64 {
        1.0 - self.apart(other) as f64 / self.all.max(other.all) as f64
    }
}

/// Whether `words` stand in `text` as whole words.
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
        /// What counting letters passes over is never what a full comparison would have found.
        #[test]
        fn names_are_never_more_alike_than_their_letters(wanted in "[a-eé ]{0,12}", known in "[a-eж ]{0,12}") {
            let alike = strsim::normalized_damerau_levenshtein(&wanted, &known);
            prop_assert!((wanted.is_empty() && known.is_empty()) || Letters::of(&wanted).most_alike(&Letters::of(&known)) >= alike);
        }
    }
}
