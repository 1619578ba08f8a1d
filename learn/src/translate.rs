//! Which of the player's words stand for which of the book's: a statistical translation model, learnt from
//! the asks.
//!
//! An ask and the ruling it asks for say one thing in two languages. From all such pairs IBM model 1 (Brown
//! et al., 1993) learns how likely a word of the book is put into each word of the players; a ruling is then
//! expected to be asked for in the translation of its own words (Berger and Lafferty, 1999), whether anybody
//! wrote asks for it or not. Nothing of it is kept but what each ruling expects to hear, which the index
//! holds as its field `heard`.

use std::ops::Range;

use rayon::prelude::*;

/// Stems, each once, with what each counts.
pub type StemWeights = Vec<(u32, f32)>;

/// One ruling in both languages.
#[derive(Debug, Default)]
pub struct Pair {
    /// Its own stems, with how often each stands there; a title's words may count more.
    pub own: StemWeights,
    /// The stems of its asks, with how many asks have each.
    pub asked: StemWeights,
}

/// What stems count that occur several times, ascending.
pub fn counted(mut stems: StemWeights) -> StemWeights {
    stems.sort_by_key(|(stem, _)| *stem);
    let sum = |same: &[(u32, f32)]| (same[0].0, same.iter().map(|(_, counts)| counts).sum());
    stems.chunk_by(|a, b| a.0 == b.0).map(sum).collect()
}

/// The share of what players say that stands for nothing in the ruling.
const NULL: f32 = 0.3;
/// The share of a word of the book that is said as it stands.
const SELF: f32 = 0.5;
/// Rounds of expectation and maximization: more of them fit the asks and not the players.
const ROUNDS: usize = 6;
/// What every translation that occurs begins with, whatever else.
const BEGINNING: f32 = 1e-6;
/// What a word must have been aligned with, in thousandths of a ruling's asks, before it teaches much.
const DAMPING: f32 = 2.0;
/// The number of parts in which the rows are learnt: the sums must not depend on how many threads there are.
const PARTS: usize = 8;
/// The most words that are kept as translations of one.
const KEPT: usize = 300;
/// The share of a question that a ruling is held to account for; the rest is how people talk.
const ACCOUNTED: f32 = 0.7;
/// Words are counted as common from this many on, so that one nobody used before has no infinite weight.
const UNSEEN: f32 = 0.1;
/// What a word of a ruling counts in what is common, where a word of an ask counts 1.
const PRINTED: f32 = 0.5;
/// A ruling expects to hear a word when it makes it likelier by this much, as a logarithm.
const MIN_GAIN: f32 = 0.1;

/// The model: a row of translations for each word of the rulings.
#[derive(Debug, Default)]
pub struct Model {
    /// How common each word is in what players say, 0 to 1.
    background: Vec<f32>,
    /// The inverse document frequency of each word among the rulings; 0 for a word that none has.
    idf: Vec<f32>,
    /// What each word of the rulings is said as; empty for one that only stands for itself, as all do where
    /// no ask teaches anything.
    translations: Vec<StemWeights>,
}

impl Model {
    /// Learns from all rulings, in words below a number. Those without asks teach how common words are among
    /// rulings, and nothing else.
    pub fn learn(pairs: &[Pair], words: usize) -> Self {
        let mut model =
            Self { background: vec![UNSEEN; words], idf: vec![0.0; words], translations: Vec::new() };
        model.count(pairs);
        model.translations =
            Alignment::of(&model, pairs).translations(&model.background, &order(pairs, words));
        model
    }

    fn count(&mut self, pairs: &[Pair]) {
        for Pair { own, asked } in pairs {
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
            *with = ((pairs.len() as f32 + 1.0) / (*with + 0.5)).ln();
        }
    }

    /// What a ruling speaks of: its words, the rarer the more, as shares of 1.
    fn source_weights(&self, own: &[(u32, f32)]) -> StemWeights {
        let mut weights: StemWeights =
            own.iter().map(|(w, n)| (*w, n * self.idf[*w as usize].max(0.0))).collect();
        let total: f32 = weights.iter().map(|(_, n)| n).sum();
        weights.iter_mut().for_each(|(_, n)| *n /= total.max(f32::MIN_POSITIVE));
        weights
    }

    /// The evidence for which words rulings expect to hear.
    pub fn expander(&self) -> Expander<'_> {
        Expander { model: self, likely: vec![0.0; self.idf.len()] }
    }
}

/// Infers in which words rulings are likely to be asked for.
pub struct Expander<'m> {
    model: &'m Model,
    /// How likely each word is said of the ruling at hand; 0 between two.
    likely: Vec<f32>,
}

impl Expander<'_> {
    /// The words that a ruling of these words expects to hear, with how much likelier it makes each than talk
    /// in general does, as a logarithm: those that it makes less likely all have [`floor`].
    pub fn expand(&mut self, own: &[(u32, f32)]) -> StemWeights {
        let mut expansion: StemWeights = Vec::new();
        for word in self.said_of(own) {
            let likely = std::mem::take(&mut self.likely[word as usize]);
            let gain = gain_over_floor(likely, self.model.background[word as usize]);
            if gain > MIN_GAIN {
                expansion.push((word, gain + floor()));
            }
        }
        expansion
    }

    /// Adds up how likely each word is said of a ruling of these words, before anything that is common, and
    /// names those that are.
    fn said_of(&mut self, own: &[(u32, f32)]) -> Vec<u32> {
        let mut said = Vec::new();
        let mut add = |word: u32, by: f32| {
            let likely = &mut self.likely[word as usize];
            if *likely == 0.0 {
                said.push(word);
            }
            *likely += by;
        };
        for (word, share) in self.model.source_weights(own) {
            match self.model.translations.get(word as usize).filter(|said| !said.is_empty()) {
                Some(translations) => translations.iter().for_each(|(said, by)| add(*said, by * share)),
                None => add(word, share),
            }
        }
        said.sort_unstable();
        said.dedup();
        said
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

/// For each word how many were had before it, ruling by ruling.
fn order(pairs: &[Pair], words: usize) -> Vec<u32> {
    let mut order = vec![u32::MAX; words];
    let mut next = 0;
    for (word, _) in pairs.iter().flat_map(|pair| pair.own.iter().chain(&pair.asked)) {
        let place = &mut order[*word as usize];
        if *place == u32::MAX {
            *place = next;
            next += 1;
        }
    }
    order
}

/// The rulings that have asks, and what their words may be said as, while it is learnt.
///
/// A round goes over the words of the rulings rather than over the rulings: what one word is said as fits the
/// nearest memory of a processor, and so does what falls to it of all asks.
struct Alignment {
    rulings: Vec<Aligned>,
    /// The words of all asks, ruling by ruling, each of a ruling's once.
    asked: Vec<u32>,
    /// How many asks of the ruling have each.
    times: Vec<f32>,
    /// The words of the rulings, dealt out.
    parts: Vec<Vec<Row>>,
    /// How many words there are at all.
    words: usize,
}

/// One ruling of them.
struct Aligned {
    /// Where the words of its asks are.
    asked: Range<usize>,
    /// How often its asks say any of them.
    all: f32,
}

/// A word of the rulings while its translations are learnt.
#[derive(Default)]
struct Row {
    word: u32,
    /// The rulings that have it, ascending, with what each speaks of it.
    rulings: Vec<(u32, f32)>,
    /// What it may be said as.
    targets: Vec<u32>,
    /// How likely each of them is.
    likely: Vec<f32>,
}

impl Alignment {
    fn of(model: &Model, pairs: &[Pair]) -> Self {
        let (mut rulings, mut asked, mut times) = (Vec::new(), Vec::new(), Vec::new());
        let words = model.idf.len();
        let mut rows: Vec<Vec<(u32, f32)>> = vec![Vec::new(); words];
        for pair in pairs.iter().filter(|pair| !pair.asked.is_empty()) {
            let from = asked.len();
            asked.extend(pair.asked.iter().map(|(word, _)| *word));
            times.extend(pair.asked.iter().map(|(_, times)| *times));
            for (word, share) in model.source_weights(&pair.own) {
                rows[word as usize].push((rulings.len() as u32, share));
            }
            let all = times[from..].iter().sum();
            rulings.push(Aligned { asked: from..asked.len(), all });
        }
        let mut parts: Vec<Vec<Row>> = (0..PARTS).map(|_| Vec::new()).collect();
        let rows = (0..).zip(rows).filter(|(_, rulings)| !rulings.is_empty());
        for (n, (word, rulings)) in rows.enumerate() {
            parts[n % PARTS].push(Row { word, rulings, ..Row::default() });
        }
        Self { rulings, asked, times, parts, words }
    }

    /// Learns what each word is said as.
    fn translations(mut self, background: &[f32], order: &[u32]) -> Vec<StemWeights> {
        let mut parts = std::mem::take(&mut self.parts);
        let begun = parts.par_iter_mut().map(|part| self.begin(part)).collect();
        let mut falls = self.falls(begun, background);
        for round in 1..=ROUNDS {
            let learnt = parts.par_iter_mut().map(|part| self.learn(part, &falls, round < ROUNDS)).collect();
            if round < ROUNDS {
                falls = self.falls(learnt, background);
            }
        }
        let settled: Vec<Vec<(u32, StemWeights)>> = parts
            .into_par_iter()
            .map(|part| part.into_iter().map(|row| (row.word, settled(row, order))).collect())
            .collect();
        let mut translations = vec![StemWeights::new(); self.words];
        for (word, row) in settled.into_iter().flatten() {
            translations[word as usize] = row;
        }
        translations
    }

    /// Begins with every translation that occurs, in proportion to how often it does, and adds up how likely
    /// each ruling makes each word of its asks.
    fn begin(&self, part: &mut [Row]) -> Vec<f32> {
        let mut said = vec![0.0; self.asked.len()];
        let mut likely = vec![0.0; self.words];
        for row in part {
            for (ruling, _) in &row.rulings {
                let Aligned { asked, all } = &self.rulings[*ruling as usize];
                for (target, times) in self.asked[asked.clone()].iter().zip(&self.times[asked.clone()]) {
                    let likely = &mut likely[*target as usize];
                    if *likely == 0.0 {
                        row.targets.push(*target);
                        *likely = BEGINNING;
                    }
                    *likely += times / (all + 1.0);
                }
            }
            let total: f32 = row.targets.iter().map(|target| likely[*target as usize]).sum();
            row.targets.iter().for_each(|target| likely[*target as usize] /= total);
            row.likely = row.targets.iter().map(|target| likely[*target as usize]).collect();
            self.share_out(row, &likely, &mut said);
            row.targets.iter().for_each(|target| likely[*target as usize] = 0.0);
        }
        said
    }

    /// Learns the translations of these words anew from what falls to them of the asks of their rulings, and
    /// adds up, where that is wanted, how likely each ruling makes each word of its asks then.
    fn learn(&self, part: &mut [Row], falls: &[f32], is_wanted: bool) -> Vec<f32> {
        let mut said = vec![0.0; if is_wanted { self.asked.len() } else { 0 }];
        let mut expected = vec![0.0; self.words];
        for row in part {
            for (ruling, share) in &row.rulings {
                let asked = self.rulings[*ruling as usize].asked.clone();
                for (target, falls) in self.asked[asked.clone()].iter().zip(&falls[asked]) {
                    expected[*target as usize] += share * falls;
                }
            }
            for (target, likely) in row.targets.iter().zip(&mut row.likely) {
                *likely *= expected[*target as usize];
            }
            let total: f32 = row.likely.iter().sum();
            for (target, likely) in row.targets.iter().zip(&mut row.likely) {
                *likely /= total + DAMPING;
                expected[*target as usize] = *likely;
            }
            if is_wanted {
                self.share_out(row, &expected, &mut said);
            }
            row.targets.iter().for_each(|target| expected[*target as usize] = 0.0);
        }
        said
    }

    /// Adds what a word of the rulings is said as to what each ruling that has it is.
    fn share_out(&self, row: &Row, likely: &[f32], said: &mut [f32]) {
        for (ruling, share) in &row.rulings {
            let asked = self.rulings[*ruling as usize].asked.clone();
            for (target, said) in self.asked[asked.clone()].iter().zip(&mut said[asked]) {
                *said += likely[*target as usize] * share;
            }
        }
    }

    /// What of each word of the asks falls to a word of its ruling that says it for certain, by how likely
    /// the parts make each.
    fn falls(&self, parts: Vec<Vec<f32>>, background: &[f32]) -> Vec<f32> {
        let mut falls = crate::summed(parts);
        for Aligned { asked, all } in &self.rulings {
            let asked = asked.clone();
            let words = self.asked[asked.clone()].iter().zip(&self.times[asked.clone()]);
            for (falls, (target, times)) in falls[asked].iter_mut().zip(words) {
                let likely = *falls * (1.0 - NULL) + NULL * background[*target as usize];
                *falls = (1.0 - NULL) * times / likely / (all / 1000.0);
            }
        }
        falls
    }
}

/// Prunes what a word is said as, and lets the word stand for itself with whatever is left. Of those that are
/// as likely, which many are that one ruling alone is asked in, the first in `order` are kept.
fn settled(Row { word, targets, likely, .. }: Row, order: &[u32]) -> StemWeights {
    let mut translations: StemWeights = targets.into_iter().zip(likely).collect();
    let likelier = |a: &(u32, f32), b: &(u32, f32)| {
        b.1.total_cmp(&a.1).then(order[a.0 as usize].cmp(&order[b.0 as usize]))
    };
    if translations.len() > KEPT {
        translations.select_nth_unstable_by(KEPT, likelier);
        translations.truncate(KEPT);
        translations.shrink_to_fit();
    }
    translations.sort_unstable_by_key(|(target, _)| *target);
    translations.iter_mut().for_each(|(_, likely)| *likely *= 1.0 - SELF);
    let left = 1.0 - translations.iter().map(|(_, likely)| likely).sum::<f32>();
    match translations.binary_search_by_key(&word, |(target, _)| *target) {
        Ok(at) => translations[at].1 += left,
        Err(at) => translations.insert(at, (word, left)),
    }
    translations
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: [&str; 14] = [
        "protect",
        "damage",
        "unit",
        "bodyguard",
        "soak",
        "shield",
        "token",
        "dial",
        "advance",
        "clock",
        "tick",
        "objective",
        "edge",
        "never",
    ];

    fn text(words: &str) -> StemWeights {
        let place = |word: &str| WORDS.iter().position(|w| *w == word).expect("a word of the test") as u32;
        counted(words.split(' ').filter(|w| !w.is_empty()).map(|w| (place(w), 1.0)).collect())
    }

    fn learnt(pairs: &[(&str, &str)]) -> Model {
        let pair = |(own, asked): &(&str, &str)| Pair { own: text(own), asked: text(asked) };
        Model::learn(&pairs.iter().map(pair).collect::<Vec<_>>(), WORDS.len())
    }

    #[test]
    fn a_ruling_nobody_asks_for_expects_the_words_of_those_asked_for() {
        let model = learnt(&[
            ("protect damage unit", "bodyguard soak damage"),
            ("protect shield", "bodyguard soak token"),
            ("dial advance", "clock tick"),
            ("protect objective", ""),
            ("dial objective", ""),
        ]);
        let mut expander = model.expander();
        let mut gain = |own: &str, word: &str| {
            let expansion = expander.expand(&text(own));
            let word = text(word)[0].0;
            expansion.iter().find(|(w, _)| *w == word).map_or(floor(), |(_, gain)| *gain)
        };
        assert!(gain("protect objective", "bodyguard") > gain("protect objective", "clock"));
        assert!(gain("dial objective", "clock") > gain("dial objective", "bodyguard"));
        assert!(gain("dial objective", "objective") > 0.0, "a word stands for itself");
    }

    #[test]
    fn without_asks_a_word_stands_for_itself() {
        let model = learnt(&[("protect damage", ""), ("dial", ""), ("edge", "")]);
        let expansion: StemWeights = model.expander().expand(&text("dial"));
        assert_eq!(expansion.iter().map(|(word, _)| *word).collect::<Vec<_>>(), [text("dial")[0].0]);
        assert!(Model::learn(&[], 0).expander().expand(&[]).is_empty());
    }

    #[test]
    fn of_words_as_likely_those_are_kept_that_are_had_first() {
        let targets: Vec<u32> = (0..KEPT as u32 + 2).collect();
        let likely = vec![1.0 / targets.len() as f32; targets.len()];
        let order: Vec<u32> = targets.iter().rev().copied().collect();
        let kept = settled(Row { word: 1, targets, likely, ..Row::default() }, &order);
        // The last two in order are left out, but a word stands for itself.
        assert_eq!(
            kept.iter().map(|(word, _)| *word).collect::<Vec<_>>(),
            (1..KEPT as u32 + 2).collect::<Vec<_>>()
        );
    }

    #[test]
    fn what_occurs_several_times_counts_together() {
        assert_eq!(counted(vec![(2, 1.0), (1, 0.5), (2, 2.0)]), [(1, 0.5), (2, 3.0)]);
    }
}
