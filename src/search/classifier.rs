//! Predicts which ruling a text asks for ([`judge_learn::Classifier`]), as the index keeps it: one file of
//! vectors, of which a search reads those of its own components and those of the rulings.

use judge_learn::{Component, DIMENSIONS, Vector, add, dot};
use tantivy::HasLen;
use tantivy::directory::{FileSlice, OwnedBytes};

use super::analyze;
use super::analyzed::TextAnalysis;
use super::pack::Pack;

/// The name of that file in the pack.
pub(super) const FILE: &str = "classifier";
/// The length of a number in bytes: of a component's key, of a ruling's place, of a vector's scale.
const NUMBER: usize = 4;
/// The length of a vector in bytes: its scale, and one for each dimension.
const VECTOR: usize = NUMBER + DIMENSIONS;
/// The length of a ruling in bytes: its place and its vector.
const RULING: usize = NUMBER + VECTOR;
/// The steps in which a part of a vector is kept, on either side of nothing.
const STEPS: f32 = 127.0;
/// A ruling that is asked for otherwise is as unlikely as this at most, as a logarithm: what no ask has says
/// little of how it will be asked for.
const MIN_LOG_LIKELIHOOD: f32 = -12.0;
/// How likely a ruling is taken to be that nobody asked for yet, where others were learnt.
pub(super) const UNASKED: f32 = -2.0;

/// The vectors as one file: how many components and rulings there are, the keys of the components, ascending,
/// their vectors, and the rulings. Empty where nothing was learnt.
pub(super) fn encode(classifier: &judge_learn::Classifier, lines: &TextAnalysis) -> Vec<u8> {
    if classifier.rulings.is_empty() {
        return Vec::new();
    }
    let text = |(first, second): Component| match second {
        Some(second) => analyze::bigram(lines.stem(first), lines.stem(second)),
        None => lines.stem(first).to_owned(),
    };
    let keyed = |(component, vector): &(Component, Vector)| (key(&text(*component)), *vector);
    let mut components: Vec<(u32, Vector)> = classifier.components.iter().map(keyed).collect();
    components.sort_by_key(|(key, _)| *key);
    components.dedup_by_key(|(key, _)| *key);
    let mut bytes = Vec::new();
    bytes.extend((components.len() as u32).to_le_bytes());
    bytes.extend((classifier.rulings.len() as u32).to_le_bytes());
    components.iter().for_each(|(key, _)| bytes.extend(key.to_le_bytes()));
    components.iter().for_each(|(_, vector)| write(vector, &mut bytes));
    for (place, vector) in &classifier.rulings {
        bytes.extend(place.to_le_bytes());
        write(vector, &mut bytes);
    }
    bytes
}

/// What a component is found by.
fn key(component: &str) -> u32 {
    crc32fast::hash(component.as_bytes())
}

fn write(vector: &Vector, bytes: &mut Vec<u8>) {
    let greatest = vector.iter().fold(f32::MIN_POSITIVE, |greatest, part| greatest.max(part.abs()));
    bytes.extend((greatest / STEPS).to_le_bytes());
    bytes.extend(vector.iter().map(|part| (part / greatest * STEPS).round() as i8 as u8));
}

fn vector(bytes: &[u8]) -> Vector {
    let (scale, parts) = bytes.split_at(NUMBER);
    let scale = f32::from_bits(number(scale));
    std::array::from_fn(|n| scale * f32::from(parts[n] as i8))
}

/// The number that bytes begin with.
fn number(bytes: &[u8]) -> u32 {
    bytes.first_chunk().copied().map_or(0, u32::from_le_bytes)
}

/// The file as it is read.
pub(crate) struct StoredClassifier {
    /// The keys of the components, ascending.
    keys: OwnedBytes,
    vectors: FileSlice,
    rulings: OwnedBytes,
}

impl StoredClassifier {
    /// That of an index; `None` where nothing was learnt.
    ///
    /// # Errors
    /// Any error reading it.
    pub(super) fn of(pack: &Pack) -> std::io::Result<Option<Self>> {
        pack.file(FILE).map_or(Ok(None), |file| Self::open(&file))
    }

    fn open(file: &FileSlice) -> std::io::Result<Option<Self>> {
        if file.len() == 0 {
            return Ok(None);
        }
        let lengths = file.slice_to((2 * NUMBER).min(file.len())).read_bytes()?;
        let (components, rulings) = lengths.split_at(NUMBER.min(lengths.len()));
        let (components, rulings) = (number(components) as usize, number(rulings) as usize);
        let needed = 2 * NUMBER + components * (NUMBER + VECTOR) + rulings * RULING;
        if lengths.len() < 2 * NUMBER || needed != file.len() {
            return Err(std::io::Error::new(std::io::ErrorKind::InvalidData, "the vectors are cut short"));
        }
        let keys = 2 * NUMBER..2 * NUMBER + components * NUMBER;
        let vectors = keys.end..keys.end + components * VECTOR;
        Ok(Some(Self {
            keys: file.slice(keys).read_bytes()?,
            rulings: file.slice_from(vectors.end).read_bytes()?,
            vectors: file.slice(vectors),
        }))
    }

    /// How likely each ruling is asked for in a text of these components, as a logarithm: by the places of
    /// the rulings, ascending.
    ///
    /// # Errors
    /// Any error reading the file.
    pub(crate) fn likelihoods(&self, text: &[(String, f32)]) -> std::io::Result<Vec<(u32, f32)>> {
        let (mut sum, mut length) = ([0.0; DIMENSIONS], 0.0_f32);
        for (component, counts) in text {
            let Some(place) = self.place(key(component)) else { continue };
            // A repeated word counts once.
            let counts = counts.min(1.0);
            let bytes = self.vectors.slice(place * VECTOR..(place + 1) * VECTOR).read_bytes()?;
            add(&mut sum, &vector(&bytes), counts);
            length += counts * counts;
        }
        let length = length.sqrt().max(f32::MIN_POSITIVE);
        let score = |ruling: &[u8]| (number(ruling), dot(&sum, &vector(&ruling[NUMBER..])) / length);
        let mut scores: Vec<(u32, f32)> = self.rulings.chunks_exact(RULING).map(score).collect();
        let greatest = scores.iter().fold(f32::MIN, |greatest, (_, score)| greatest.max(*score));
        let all = greatest + scores.iter().map(|(_, score)| (score - greatest).exp()).sum::<f32>().ln();
        scores.iter_mut().for_each(|(_, score)| *score = (*score - all).max(MIN_LOG_LIKELIHOOD));
        Ok(scores)
    }

    /// Where a component is among those that have a vector.
    fn place(&self, key: u32) -> Option<usize> {
        let (keys, _) = self.keys.as_chunks::<NUMBER>();
        keys.binary_search_by_key(&key, |bytes| u32::from_le_bytes(*bytes)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Vectors of two rulings, one asked for with "shield", the other with "strike" and with "can strike".
    fn learnt() -> (judge_learn::Classifier, TextAnalysis) {
        let mut lines = TextAnalysis::default();
        let places = lines.places("can shield strike");
        let stems: Vec<u32> = lines.stems_of(&places).collect();
        let towards = |n: usize| std::array::from_fn(|at| if at == n { 4.0 } else { 0.0 });
        let components = vec![
            ((stems[1], None), towards(0)),
            ((stems[2], None), towards(1)),
            ((stems[0], Some(stems[2])), towards(1)),
        ];
        let rulings = vec![(3, towards(0)), (7, towards(1))];
        (judge_learn::Classifier { components, rulings }, lines)
    }

    fn file() -> Vec<u8> {
        let (classifier, lines) = learnt();
        encode(&classifier, &lines)
    }

    fn opened(bytes: Vec<u8>) -> std::io::Result<Option<StoredClassifier>> {
        StoredClassifier::open(&FileSlice::new(std::sync::Arc::new(OwnedBytes::new(bytes))))
    }

    fn likelihoods(text: &[(&str, f32)]) -> Vec<(u32, f32)> {
        let text: Vec<(String, f32)> =
            text.iter().map(|(word, counts)| ((*word).to_owned(), *counts)).collect();
        opened(file()).expect("whole").expect("learnt").likelihoods(&text).expect("read")
    }

    #[test]
    fn the_ruling_is_likeliest_that_is_asked_for_in_these_words() {
        let of = likelihoods(&[("shield", 1.0), ("now", 1.0)]);
        assert_eq!(of.iter().map(|(ruling, _)| *ruling).collect::<Vec<_>>(), [3, 7]);
        assert!(of[0].1 > -0.01, "{of:?}");
        assert_eq!(of[1].1, MIN_LOG_LIKELIHOOD, "and no other is less likely than that");
        assert!(
            likelihoods(&[("can_strike", 1.0)])[1].1 > -0.01,
            "two neighbours have a vector of their own"
        );
    }

    #[test]
    fn together_they_are_certain() {
        let of = likelihoods(&[("shield", 1.0), ("strike", 0.8)]);
        let sum: f32 = of.iter().map(|(_, likelihood)| likelihood.exp()).sum();
        assert!((sum - 1.0).abs() < 1e-4 && of[0].1 > of[1].1, "{of:?}");
        let of_nothing = likelihoods(&[("unheard", 1.0)]);
        assert!(
            of_nothing.iter().all(|(_, likelihood)| (likelihood.exp() - 0.5).abs() < 1e-4),
            "{of_nothing:?}"
        );
    }

    #[test]
    fn a_word_that_is_repeated_counts_once() {
        let text = |times| likelihoods(&[("shield", times), ("strike", 1.0)]);
        assert_eq!(text(5.0), text(1.0));
    }

    #[test]
    fn a_file_that_is_cut_short_is_an_error() {
        let whole = file();
        for length in 1..whole.len() {
            assert!(opened(whole[..length].to_vec()).is_err(), "{length}");
        }
        assert!(opened(Vec::new()).expect("nothing was learnt").is_none());
    }

    #[test]
    fn what_nobody_asks_for_has_no_vectors() {
        assert!(encode(&judge_learn::Classifier::default(), &TextAnalysis::default()).is_empty());
    }
}
