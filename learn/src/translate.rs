//! Which of the player's words stand for which of the book's: a statistical translation model, learnt from
//! the asks.
//!
//! An ask and the ruling it asks for say one thing in two languages. From all such pairs IBM model 1 (Brown
//! et al., 1993) learns how likely a word of the book is put into each word of the players; a ruling is then
//! expected to be asked for in the translation of its own words (Berger and Lafferty, 1999), whether anybody
//! wrote asks for it or not. Nothing of it is kept but what each ruling expects to hear, which the index
//! holds as its field `heard`.

use std::collections::HashMap;

use rayon::prelude::*;

/// A text as stems with what each counts.
pub type WeightedStems = Vec<(String, f32)>;

/// One ruling in both languages.
#[derive(Debug, Default)]
pub struct Pair {
    /// Its own stems, each once, with how often it stands there; a title's words may count more.
    pub own: WeightedStems,
    /// The stems of its asks, each ask's once, with how many asks have it.
    pub asked: WeightedStems,
}

/// The share of what players say that stands for nothing in the ruling.
const NULL: f32 = 0.3;
/// The share of a word of the book that is said as it stands.
const SELF: f32 = 0.5;
/// Rounds of expectation and maximization: more of them fit the asks and not the players.
const ROUNDS: usize = 6;
/// What a word must have been aligned with, in thousandths of a ruling's asks, before it teaches much.
const DAMPING: f32 = 2.0;
/// The most words that are kept as translations of one.
const KEPT: usize = 300;
/// The share of a question that a ruling is held to account for; the rest is how people talk.
const ACCOUNTED: f32 = 0.7;
/// Words are counted as common from this many on, so that one nobody used before is not infinitely telling.
const UNSEEN: f32 = 0.1;
/// What a word of a ruling counts in what is common, where a word of an ask counts 1.
const PRINTED: f32 = 0.5;
/// A ruling expects to hear a word when it makes it likelier by this much, as a logarithm.
const MIN_GAIN: f32 = 0.1;

/// The model: a row of translations for each word of the rulings.
#[derive(Debug, Default)]
pub struct Model {
    words: Words,
    /// How common each word is in what players say, 0 to 1.
    background: Vec<f32>,
    /// The inverse document frequency of each word among the rulings; 0 for a word that none has.
    idf: Vec<f32>,
    /// What each word of the rulings is said as, by its place among the words; empty where no ask teaches
    /// anything.
    translations: Vec<WordWeights>,
}

/// Words by their place.
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

/// Words by their places, each with what it counts.
type WordWeights = Vec<(u32, f32)>;

/// A ruling's words by their places: what it speaks of (shares that add up to 1), and what its asks say
/// (counts).
struct Aligned {
    source: WordWeights,
    asked: WordWeights,
    /// For each pair of `source` × `asked` its cell in the row of that word.
    cells: Vec<u32>,
    /// What of each word of the asks falls to a word of the ruling that says it for certain.
    falls: Vec<f32>,
}

/// A word of the rulings while its translations are learnt.
#[derive(Default)]
struct Row {
    /// The rulings that have it, ascending, and where it stands among their words.
    rulings: Vec<(usize, usize)>,
    /// What it may be said as.
    targets: Vec<u32>,
    /// How likely each of them is.
    likely: Vec<f32>,
}

impl Model {
    /// Learns from all rulings. Those without asks teach how common words are among rulings, and nothing
    /// else.
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

    /// What a ruling speaks of: its words, the rarer the more, as shares of 1.
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

    /// How likely each word is said of a ruling of these words, before anything that is common.
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

    /// The words a ruling expects to hear, with how much likelier it makes each than talk in general does, as
    /// a logarithm: those that it makes less likely all have [`floor`].
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

/// What a word counts of which a ruling knows nothing, as a logarithm.
pub fn floor() -> f32 {
    (1.0 - ACCOUNTED).ln()
}

/// How much more than [`floor`] a word counts that is this likely of one thing and this common in talk, both
/// 0 to 1.
pub fn gain_over_floor(likely: f32, background: f32) -> f32 {
    ((ACCOUNTED * likely + (1.0 - ACCOUNTED) * background) / background).ln() - floor()
}

/// Begins with every translation that occurs, in proportion to how often it does; fills in the cells of
/// `aligned`.
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

    /// Shares out each word of its asks among the words of the ruling that it may stand for.
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
    /// Learns its translations anew from what falls to it of the asks of its rulings.
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

/// Prunes what a word is said as, and lets the word stand for itself with whatever is left.
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
