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
    /// The skeletons of `shown`, in the same order, made when they are first asked for.
    skeletons: OnceLock<Vec<String>>,
}

impl<T> Default for Names<T> {
    fn default() -> Self {
        Self {
            by_normalized: HashMap::new(),
            shown: Vec::new(),
            loosely: OnceLock::new(),
            skeletons: OnceLock::new(),
        }
    }
}

impl<T: Copy + PartialEq> Names<T> {
    pub(super) fn add(&mut self, name: &str, thing: T) {
        (self.loosely, self.skeletons) = (OnceLock::new(), OnceLock::new());
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
    pub fn get_loosely(&self, name: &str) -> &[T] {
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
    pub fn is_slip(&self, name: &str) -> bool {
        !self.alike(name, 0.72, spelled_alike).is_empty()
    }

    /// The known names no more than `most` letters away from an unknown one, nearest first, with how many letters differ.
    /// Articles, spaces, doubled letters, British endings and letters that look alike count for nothing.
    pub fn near(&self, name: &str, most: usize) -> Vec<(usize, &str)> {
        let wanted = skeleton(&normalize_name(name).chars().take(100).collect::<String>());
        let mut found: Vec<(usize, &str)> = Vec::new();
        let skeletons =
            self.skeletons.get_or_init(|| self.shown.iter().map(|(known, _)| skeleton(known)).collect());
        for (known, (_, shown)) in skeletons.iter().zip(&self.shown) {
            // Names of very different lengths or letters end here.
            if known.len().abs_diff(wanted.len()) > most || letters_apart(&wanted, known) > most {
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
    pub fn with_words(&self, words: &str) -> Vec<&str> {
        let wanted = normalize_name(words);
        let has = |(normalized, _): &&(String, String)| {
            wanted.len() < normalized.len() && contains_words(normalized, &wanted)
        };
        self.shown.iter().filter(has).map(|(_, shown)| shown.as_str()).collect()
    }

    fn alike(&self, name: &str, at_least: f64, measure: fn(&str, &str, f64) -> f64) -> Vec<(f64, &str)> {
        // Nobody's card has a name of a hundred letters; comparing one with every name would only cost time.
        let wanted: String = normalize_name(name).chars().take(100).collect();
        let mut found: Vec<(f64, &str)> = self
            .shown
            .iter()
            .map(|(normalized, shown)| (measure(&wanted, normalized, at_least), shown.as_str()))
            .filter(|(score, _)| *score >= at_least)
            .collect();
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
        found
    }

    /// Every name as it is shown.
    pub fn shown(&self) -> impl Iterator<Item = &str> {
        self.shown.iter().map(|(_, shown)| shown.as_str())
    }
}

/// How alike two normalized names are, from 0 to 1. A name typed in part ("Executor" for "The Executor Arrives") counts.
fn similarity(wanted: &str, known: &str, at_least: f64) -> f64 {
    let part = wanted.len() >= 4 && contains_words(known, wanted);
    let whole = spelled_alike(wanted, known, at_least);
    if part { whole.max(0.75) } else { whole }
}

/// How alike the letters of two normalized names are, from 0 to 1; 0 for less than `at_least`.
fn spelled_alike(wanted: &str, known: &str, at_least: f64) -> f64 {
    let (short, long) = (wanted.len().min(known.len()), wanted.len().max(known.len()));
    // Names of very different lengths or letters are nothing alike; nearly all comparisons end here.
    if short * 2 < long || most_alike(wanted, known) < at_least {
        return 0.0;
    }
    strsim::normalized_damerau_levenshtein(wanted, known)
}

/// The most two names can be alike, told by counting letters alone: every letter that one has more often than the other
/// must be changed.
fn most_alike(wanted: &str, known: &str) -> f64 {
    let longest = wanted.chars().count().max(known.chars().count());
    1.0 - letters_apart(wanted, known) as f64 / longest as f64
}

/// How many letters at least must be changed to make one name of the other, told by counting letters alone.
fn letters_apart(wanted: &str, known: &str) -> usize {
    let mut surplus = [0_i32; 64];
    wanted.chars().for_each(|c| surplus[c as usize % 64] += 1);
    known.chars().for_each(|c| surplus[c as usize % 64] -= 1);
    let sum = |sign: i32| surplus.iter().map(|n| (n * sign).max(0)).sum::<i32>();
    usize::try_from(sum(1).max(sum(-1))).unwrap_or(0)
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
            prop_assert!((wanted.is_empty() && known.is_empty()) || most_alike(&wanted, &known) >= alike);
        }
    }
}
