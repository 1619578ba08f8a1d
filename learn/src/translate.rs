//! A statistical translation model from the book's words to the players', learnt from asks.
//!
//! An ask and the ruling that answers it express one thing in two languages. From all such pairs, IBM model 1
//! (Brown et al., 1993) learns the probability that players use some word where the book uses another. A
//! ruling is then expected to be asked for in the translation of its own words (Berger and Lafferty, 1999),
//! whether or not anybody wrote asks for it. Only these expectations are stored, in the index's field
//! `heard`.

use std::collections::HashMap;

use rayon::prelude::*;

/// A text as stems with weights.
pub type WeightedStems = Vec<(String, f32)>;

/// A ruling in both languages.
#[derive(Debug, Default)]
pub struct Pair {
    /// Its distinct stems with their frequency; words of the title may count more.
    pub own: WeightedStems,
    /// The distinct stems of its asks, with the number of asks that contain each.
    pub asked: WeightedStems,
}

/// The share of an ask's words that correspond to nothing in the ruling.
const NULL: f32 = 0.3;
/// The probability that players use a word of the book itself.
const SELF: f32 = 0.5;
/// Iterations of expectation maximization; more would overfit the asks.
const ROUNDS: usize = 6;
/// Damping of words with few alignments, in thousandths of a ruling's asks.
const DAMPING: f32 = 2.0;
/// The maximum number of translations kept per word.
const KEPT: usize = 300;
/// The share of a question that a ruling has to explain; the rest is small talk.
const ACCOUNTED: f32 = 0.7;
/// A minimum frequency, so that unseen words do not get infinite weight.
const UNSEEN: f32 = 0.1;
/// The weight of a ruling's words in the background frequencies, relative to words of asks.
const PRINTED: f32 = 0.5;
/// The minimum gain in log probability for a word to be among a ruling's expectations.
const MIN_GAIN: f32 = 0.1;

/// The model: translation probabilities for each word of the rulings.
#[derive(Debug, Default)]
pub struct Model {
    words: Words,
    /// The relative frequency of each word in what players say, from 0 to 1.
    background: Vec<f32>,
    /// The inverse document frequency of each word among the rulings; 0 if no ruling contains it.
    idf: Vec<f32>,
    /// The translations of each word of the rulings, by word number; empty if no ask contributes any.
    translations: Vec<WordWeights>,
}

/// Numbers for words.
#[derive(Debug, Default)]
struct Words {
    places: HashMap<String, u32>,
    names: Vec<String>,
}

impl Words {
    fn place(&mut self, word: &str) -> u32 {
        if let Some(place) = self.places.get(word) {
            return *place;
        }
        let place = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        self.places.insert(word.to_owned(), place);
        self.names.push(word.to_owned());
        place
    }
}

/// Word numbers with weights.
type WordWeights = Vec<(u32, f32)>;

/// A ruling by word numbers: `source`, its own words as shares that add up to 1, and `asked`, the words of
/// its asks as counts.
struct Aligned {
    source: WordWeights,
    asked: WordWeights,
    /// For each pair of `source` × `asked`, its position in the row of the source word.
    cells: Vec<u32>,
    /// For each word of the asks, the share that the same word in the ruling accounts for.
    falls: Vec<f32>,
}

/// A word of the rulings during training.
#[derive(Default)]
struct Row {
    /// The rulings that contain it, ascending, and its index among their words.
    rulings: Vec<(usize, usize)>,
    /// Its candidate translations.
    targets: Vec<u32>,
    /// The probability of each candidate.
    likely: Vec<f32>,
}

impl Model {
    /// Trains the model. Rulings without asks only contribute to document frequencies.
    pub fn learn(pairs: &[Pair]) -> Self {
        let mut words = Words::default();
        let mut place =
            |text: &WeightedStems| text.iter().map(|(w, n)| (words.place(w), *n)).collect::<Vec<_>>();
        let placed: Vec<(WordWeights, WordWeights)> =
            pairs.iter().map(|pair| (place(&pair.own), place(&pair.asked))).collect();
        let all = words.names.len();
        let mut model = Self {
            words,
            background: vec![UNSEEN; all],
            idf: vec![0.0; all],
            translations: vec![Vec::new(); all],
        };
        model.count(&placed);
        let mut aligned: Vec<Aligned> = placed
            .into_iter()
            .filter(|(_, asked)| !asked.is_empty())
            .map(|(own, asked)| Aligned {
                source: model.source_weights(&own),
                asked,
                cells: Vec::new(),
                falls: Vec::new(),
            })
            .collect();
        model.translate(&mut aligned);
        model
    }

    fn count(&mut self, placed: &[(WordWeights, WordWeights)]) {
        for (own, asked) in placed {
            for (word, times) in own {
                self.background[*word as usize] += PRINTED * times;
                self.idf[*word as usize] += 1.0;
            }
            for (word, times) in asked {
                self.background[*word as usize] += times;
            }
        }
        let total: f32 = self.background.iter().sum();
        self.background.iter_mut().for_each(|c| *c /= total);
        for with in self.idf.iter_mut().filter(|with| **with > 0.0) {
            *with = ((placed.len() as f32 + 1.0) / (*with + 0.5)).ln();
        }
    }

    /// The words of a ruling as shares of 1, weighted by rarity.
    fn source_weights(&self, own: &[(u32, f32)]) -> WordWeights {
        let mut weights: WordWeights =
            own.iter().map(|(w, n)| (*w, n * self.idf[*w as usize].max(0.0))).collect();
        let total: f32 = weights.iter().map(|(_, n)| n).sum();
        weights.iter_mut().for_each(|(_, n)| *n /= total.max(f32::MIN_POSITIVE));
        weights.sort_unstable_by_key(|(w, _)| *w);
        weights
    }

    fn translate(&mut self, aligned: &mut [Aligned]) {
        let mut rows = rows(aligned, self.translations.len());
        for _ in 0..ROUNDS {
            aligned.par_iter_mut().for_each(|ruling| ruling.share_out(&rows, &self.background));
            rows.par_iter_mut().for_each(|row| row.take_up(aligned));
        }
        self.translations = rows.into_par_iter().enumerate().map(|(word, row)| settled(word, row)).collect();
    }

    /// The probability that each word is used about a ruling with these words, not counting the background.
    fn likely(&self, own: &WeightedStems) -> WordWeights {
        let placed: WordWeights =
            own.iter().filter_map(|(w, n)| Some((*self.words.places.get(w)?, *n))).collect();
        let mut likely = vec![0.0f32; self.translations.len()];
        let mut touched = Vec::new();
        for (word, share) in self.source_weights(&placed) {
            for (target, by) in &self.translations[word as usize] {
                if likely[*target as usize] == 0.0 {
                    touched.push(*target);
                }
                likely[*target as usize] += by * share;
            }
        }
        touched.into_iter().map(|word| (word, likely[word as usize])).collect()
    }

    /// The words expected in questions about a ruling, each with its gain in log probability over the
    /// background. Words that the ruling makes less likely all have the value [`floor`].
    pub fn expand(&self, own: &WeightedStems) -> WeightedStems {
        let mut expansion: WeightedStems = Vec::new();
        for (word, likely) in self.likely(own) {
            let gain = gain_over_floor(likely, self.background[word as usize]);
            if gain > MIN_GAIN {
                expansion.push((self.words.names[word as usize].clone(), gain + floor()));
            }
        }
        expansion.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        expansion
    }
}

/// The log weight of a word about which a ruling says nothing.
pub fn floor() -> f32 {
    (1.0 - ACCOUNTED).ln()
}

/// How much more than [`floor`] a word weighs, given its probability for a ruling and in the background, both
/// from 0 to 1.
pub fn gain_over_floor(likely: f32, background: f32) -> f32 {
    ((ACCOUNTED * likely + (1.0 - ACCOUNTED) * background) / background).ln() - floor()
}

/// Initializes the rows with every co-occurring pair, in proportion to its frequency, and fills in the cells
/// of `aligned`.
fn rows(aligned: &mut [Aligned], words: usize) -> Vec<Row> {
    let mut rows: Vec<Row> = (0..words).map(|_| Row::default()).collect();
    for (n, ruling) in aligned.iter_mut().enumerate() {
        ruling.cells = vec![0; ruling.source.len() * ruling.asked.len()];
        for (at, (word, _)) in ruling.source.iter().enumerate() {
            rows[*word as usize].rulings.push((n, at));
        }
    }
    let mut cell_of = vec![u32::MAX; words];
    for Row { rulings, targets, likely } in &mut rows {
        for (n, at) in rulings {
            let Aligned { asked, cells, .. } = &mut aligned[*n];
            let total: f32 = asked.iter().map(|(_, times)| times).sum();
            let row = *at * asked.len();
            for (m, (target, times)) in asked.iter().enumerate() {
                let cell = &mut cell_of[*target as usize];
                if *cell == u32::MAX {
                    *cell = targets.len() as u32;
                    targets.push(*target);
                    likely.push(1e-6);
                }
                likely[*cell as usize] += times / (total + 1.0);
                cells[row + m] = *cell;
            }
        }
        let total: f32 = likely.iter().sum();
        likely.iter_mut().for_each(|likely| *likely /= total);
        targets.iter().for_each(|target| cell_of[*target as usize] = u32::MAX);
    }
    rows
}

impl Aligned {
    /// The cells of one of its words.
    fn cells(&self, at: usize) -> &[u32] {
        let width = self.asked.len();
        &self.cells[at * width..(at + 1) * width]
    }

    /// The expectation step: distributes each word of the asks over the ruling's words it may translate.
    fn share_out(&mut self, rows: &[Row], background: &[f32]) {
        let mut said = vec![0.0f32; self.asked.len()];
        for (at, (word, share)) in self.source.iter().enumerate() {
            let likely = &rows[*word as usize].likely;
            for (said, cell) in said.iter_mut().zip(self.cells(at)) {
                *said += likely[*cell as usize] * share;
            }
        }
        let asks: f32 = self.asked.iter().map(|(_, times)| times).sum();
        for (said, (target, times)) in said.iter_mut().zip(&self.asked) {
            let all = *said * (1.0 - NULL) + NULL * background[*target as usize];
            *said = (1.0 - NULL) * times / all / (asks / 1000.0);
        }
        self.falls = said;
    }
}

impl Row {
    /// The maximization step for one row: new probabilities from the shares of its rulings' asks.
    fn take_up(&mut self, aligned: &[Aligned]) {
        let mut expected = vec![0.0f32; self.likely.len()];
        for (n, at) in &self.rulings {
            let ruling = &aligned[*n];
            let (_, share) = ruling.source[*at];
            for (falls, cell) in ruling.falls.iter().zip(ruling.cells(*at)) {
                expected[*cell as usize] += self.likely[*cell as usize] * share * falls;
            }
        }
        let total: f32 = expected.iter().sum();
        expected.iter_mut().for_each(|likely| *likely /= total + DAMPING);
        self.likely = expected;
    }
}

/// Prunes translations, and assigns the remaining probability to the word itself.
fn settled(word: usize, row: Row) -> WordWeights {
    let word = u32::try_from(word).unwrap_or(u32::MAX);
    let mut translations: WordWeights = row.targets.into_iter().zip(row.likely).collect();
    translations.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    translations.truncate(KEPT);
    translations.iter_mut().for_each(|(_, likely)| *likely *= 1.0 - SELF);
    let left = 1.0 - translations.iter().map(|(_, likely)| likely).sum::<f32>();
    match translations.iter_mut().find(|(target, _)| *target == word) {
        Some((_, likely)) => *likely += left,
        None => translations.push((word, left)),
    }
    translations.sort_unstable_by_key(|(target, _)| *target);
    translations
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(words: &str) -> WeightedStems {
        words.split(' ').filter(|w| !w.is_empty()).map(|w| (w.to_owned(), 1.0)).collect()
    }

    fn pair(own: &str, asked: &str) -> Pair {
        Pair { own: text(own), asked: text(asked) }
    }

    #[test]
    fn a_ruling_nobody_asks_for_expects_the_words_of_those_asked_for() {
        let model = Model::learn(&[
            pair("protect damage unit", "bodyguard soak damage"),
            pair("protect shield", "bodyguard soak token"),
            pair("dial advance", "clock tick"),
            pair("protect objective", ""),
            pair("dial objective", ""),
        ]);
        let gain = |own: &str, word: &str| {
            let expansion = model.expand(&text(own));
            expansion.iter().find(|(w, _)| w == word).map_or(floor(), |(_, gain)| *gain)
        };
        assert!(gain("protect objective", "bodyguard") > gain("protect objective", "clock"));
        assert!(gain("dial objective", "clock") > gain("dial objective", "bodyguard"));
        assert!(gain("dial objective", "objective") > 0.0, "a word stands for itself");
    }

    #[test]
    fn without_asks_a_word_stands_for_itself() {
        let model = Model::learn(&[pair("protect damage", ""), pair("dial", ""), pair("edge", "")]);
        let expansion: Vec<String> = model.expand(&text("dial")).into_iter().map(|(w, _)| w).collect();
        assert_eq!(expansion, ["dial"]);
        assert!(Model::learn(&[]).expand(&text("dial")).is_empty());
    }
}
