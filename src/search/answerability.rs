//! Whether the first result decides the question, or only lies nearest to one that nothing held decides.
//!
//! A ruling whose words occur in a question need not answer it. The evidence is not how high it scores but
//! what it leaves unexplained: the worst explained third of the question's informative words, how far it
//! stands before the others, and whether a subject that no document treats (`beyond.yaml`) explains the
//! question better.

use serde::Serialize;

use super::answer::Hit;
use super::rank::TermExplanation;
use super::weights::FEW_ASKS;
use crate::corpus::Authority;

/// What the judgement rests on, each a number with a name, so that a measurement can weigh it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Evidence {
    /// How well the worst explained third of the known words is explained, weighted by idf.
    pub worst: f32,
    /// How well all known words are explained, on average, weighted by idf.
    pub mean: f32,
    /// The share of the known words that the first result makes less likely than talk in general does.
    pub silent: f32,
    /// How far the first result stands before the second.
    pub margin: f32,
    /// How well its asks explain the question, for each word; `None` where it has too few to be judged by.
    #[serde(rename = "asked")]
    pub ask_likelihood: Option<f32>,
    /// The asks most like the question, for each word.
    #[serde(rename = "asks")]
    pub nearest_asks: f32,
    /// How alike the question and its profile are: about the cosine, 0 to 1.
    pub similarity: f32,
    /// Its score for the question's length.
    pub score: f32,
    /// How many known words the question has, each by what it counts.
    pub words: f32,
    /// The share of the question, weighted by idf, that means nothing to it.
    pub unexplained: f32,
    /// The share of its words that nobody ever said or wrote.
    pub unknown: f32,
    /// Whether the question names a card that the ruling names: 1, or 0. Of a card much can be asked that its
    /// ruling does not decide.
    pub named: f32,
    /// Whether the ruling is about cards none of which the question names: 1, or 0.
    pub of_other_cards: f32,
    /// How many cards the question names that no ruling names, for each of its known words.
    pub cards_without_rulings: f32,
    /// Whether it is a rule of a rulebook in judge's words: 1, or 0.
    pub rulebook: f32,
    /// How much better a subject beyond the documents explains the question than the ruling's own words do,
    /// for each word.
    pub beyond: f32,
}

/// A word that explains this little means nothing to the ruling.
const MEANS_NOTHING: f32 = -1.0;
/// A margin counts up to this.
const FAR: f32 = 12.0;

/// What each piece of evidence counts for a result with asks.
struct EvidenceWeights {
    worst: f32,
    mean: f32,
    silent: f32,
    asked: f32,
    nearest_asks: f32,
    similarity: f32,
    similarity_by_length: f32,
    sqrt_words: f32,
    ln_words: f32,
    unexplained: f32,
    named: f32,
    of_other_cards: f32,
    cards_without_rulings: f32,
    beyond: f32,
    bias: f32,
}

const OF_RULINGS: EvidenceWeights = EvidenceWeights {
    worst: 0.16,
    mean: -0.234,
    silent: -1.789,
    asked: 1.105,
    nearest_asks: 1.214,
    similarity: -7.106,
    similarity_by_length: 3.358,
    sqrt_words: 1.009,
    ln_words: -0.81,
    unexplained: -1.799,
    named: -1.138,
    of_other_cards: 0.0,
    cards_without_rulings: 0.0,
    beyond: -2.239,
    bias: -0.893,
};

const OF_RULES: EvidenceWeights = EvidenceWeights {
    worst: 0.074,
    mean: -0.158,
    silent: -0.955,
    asked: 0.412,
    nearest_asks: 0.812,
    similarity: 20.395,
    similarity_by_length: 2.345,
    sqrt_words: 0.002,
    ln_words: 0.057,
    unexplained: -2.227,
    named: 0.0,
    of_other_cards: 0.0,
    cards_without_rulings: -4.337,
    beyond: -2.567,
    bias: -2.373,
};

/// How well the worst explained third of `known` is explained on average, `words` being what they all count.
fn worst_third(known: &[&TermExplanation], words: f32) -> f32 {
    let mut gains: Vec<(f32, f32)> = known.iter().map(|e| (e.gain * e.rarity, e.weight)).collect();
    gains.sort_by(|a, b| a.0.total_cmp(&b.0));
    let third = (words / 3.0).max(1.0);
    let (mut gain, mut counted) = (0.0, 0.0);
    for (of_one, weight) in gains {
        if counted > 0.0 && counted + weight > third {
            break;
        }
        gain += of_one * weight;
        counted += weight;
    }
    gain / counted.max(f32::MIN_POSITIVE)
}

impl Evidence {
    /// The evidence for the first of `results`; `beyond` is how well the best subject explains the question,
    /// which names `cards_without_ruling` cards that no ruling names. `None` where there is no result, or one
    /// asked for by its number.
    pub fn of(results: &[Hit], beyond: f32, cards_without_ruling: usize) -> Option<Self> {
        let first = results.first()?;
        let parts = first.parts.as_ref()?;
        let typed: f32 = first.explained.iter().map(|e| e.weight).sum();
        let known: Vec<&TermExplanation> = first.explained.iter().filter(|e| e.known).collect();
        if known.is_empty() {
            return None;
        }
        let words: f32 = known.iter().map(|e| e.weight).sum();
        let total: f32 = known.iter().map(|e| e.rarity * e.weight).sum();
        let nothing =
            known.iter().filter(|e| e.gain < MEANS_NOTHING).map(|e| e.rarity * e.weight).sum::<f32>();
        let second = results.get(1).map_or(0.0, |second| second.score);
        let is = |holds: bool| if holds { 1.0 } else { 0.0 };
        let rulebook = first.ruling.authority == Authority::Digest;
        Some(Self {
            worst: worst_third(&known, words),
            mean: known.iter().map(|e| e.gain * e.rarity * e.weight).sum::<f32>() / words,
            silent: known.iter().filter(|e| e.gain < 0.0).map(|e| e.weight).sum::<f32>() / words,
            margin: (first.score - second).clamp(0.0, FAR),
            ask_likelihood: (rulebook || parts.ask_count >= FEW_ASKS).then_some(parts.ask_likelihood / words),
            nearest_asks: parts.nearest_asks / words,
            similarity: parts.similarity,
            score: first.score / words.sqrt(),
            words,
            unexplained: nothing / total.max(f32::MIN_POSITIVE),
            unknown: (typed - words) / typed,
            named: is(parts.card > 0.0),
            of_other_cards: is(parts.card == 0.0 && !first.ruling.cards.is_empty()),
            cards_without_rulings: cards_without_ruling as f32 / words,
            rulebook: is(rulebook),
            beyond: ((beyond - parts.translation) / words).max(0.0),
        })
    }

    /// The log-odds that the first result decides the question.
    ///
    /// The weights of a result with asks were fitted by logistic regression to questions that rulings or
    /// rules held decide and to questions that nothing decides (`tests/queries/fit`, see `tests/README.md`),
    /// apart for rulings and for rules in judge's words, of which other evidence counts. The biases are set
    /// so that of ordinary questions that a ruling decides about 2 in 100 fall below 0, and 6 of those that a
    /// rule decides. Those of a result without asks were fitted to questions that were asked with the asks of
    /// every fifth ruling taken out, where such a ruling came first: rightly, instead of another, or where
    /// nothing held decides.
    pub(crate) fn log_odds(&self) -> f32 {
        match self.ask_likelihood {
            Some(asked) if self.rulebook > 0.0 => self.weighed(asked, &OF_RULES),
            Some(asked) => self.weighed(asked, &OF_RULINGS),
            None => self.without_asks(),
        }
    }

    fn weighed(&self, asked: f32, weights: &EvidenceWeights) -> f32 {
        weights.worst * self.worst
            + weights.mean * self.mean
            + weights.silent * self.silent
            + weights.asked * asked
            + weights.nearest_asks * self.nearest_asks
            + (weights.similarity_by_length * self.words.sqrt() + weights.similarity) * self.similarity
            + weights.sqrt_words * self.words.sqrt()
            + weights.ln_words * self.words.ln()
            + weights.unexplained * self.unexplained
            + weights.named * self.named
            + weights.of_other_cards * self.of_other_cards
            + weights.cards_without_rulings * self.cards_without_rulings
            + weights.beyond * self.beyond
            + weights.bias
    }

    fn without_asks(&self) -> f32 {
        0.408 * self.margin - 0.462 * self.words.ln() - 2.903 * self.unexplained - 1.015 * self.beyond + 1.115
    }

    /// Whether the first result decides the question.
    pub fn decides(&self) -> bool {
        self.log_odds() >= 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_third_is_as_many_words_as_they_count() {
        let term = |gain: f32, weight: f32| TermExplanation {
            stem: String::new(),
            gain,
            rarity: 1.0,
            known: true,
            weight,
        };
        let worst = |terms: &[TermExplanation]| {
            let known: Vec<&TermExplanation> = terms.iter().collect();
            worst_third(&known, known.iter().map(|e| e.weight).sum())
        };
        let one = |gain| term(gain, 1.0);
        assert_eq!(worst(&[one(3.0)]), 3.0);
        assert_eq!(worst(&[one(5.0), one(-1.0), one(1.0), one(4.0), one(2.0), one(9.0), one(3.0)]), 0.0);
        let half = |gain| term(gain, 0.5);
        assert_eq!(worst(&[half(1.0), half(3.0), one(5.0), one(6.0)]), 2.0, "two halves are a word");
    }
}
