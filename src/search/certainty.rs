//! Whether the first result decides the question, or only lies nearest to one that nothing held decides.
//!
//! A ruling whose words occur in a question need not answer it. What tells is not how high it scores but what it leaves
//! unexplained: the worst explained third of the question's telling words, how far it stands before the others, and whether a
//! subject that no document treats (`beyond.yaml`) explains the question better.

use serde::Serialize;

use super::answer::Hit;
use super::rank::{Explained, FEW_ASKS};

/// What the judgement rests on, each a number with a name, so that a measurement can weigh it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Evidence {
    /// How well the worst explained third of the known words is explained, by how much each tells.
    pub worst: f32,
    /// How far the first result stands before the second.
    pub margin: f32,
    /// How well its asks explain the question, for each word; `None` where it has hardly any.
    pub asked: Option<f32>,
    /// Its score for the question's length.
    pub score: f32,
    /// The question's length: the logarithm of the number of its telling words.
    pub length: f32,
    /// The share of the question, by how much its words tell, that means nothing to it.
    pub unexplained: f32,
    /// The share of its words that nobody ever said or wrote.
    pub unknown: f32,
    /// Whether the question names a card that the ruling names: 1, or 0. Of a card much can be asked that its ruling does not
    /// decide.
    pub named: f32,
    /// The share of the question, by how much its words tell, that is found in the ruling or its asks.
    pub coverage: f32,
    /// How much better a subject beyond the documents explains the question than the ruling's own words do, for each word.
    pub beyond: f32,
}

/// What each part of the evidence counts for the first result, as log-odds; the bias is set so that of ordinary questions
/// that a ruling decides about 3 in 100 fall below 0.
struct Weights {
    worst: f32,
    margin: f32,
    asked: f32,
    score: f32,
    length: f32,
    unexplained: f32,
    unknown: f32,
    named: f32,
    coverage: f32,
    beyond: f32,
    bias: f32,
}

/// For a ruling with asks. Both were fitted by logistic regression to questions that rulings held decide, questions that
/// nothing decides, and questions whose ruling was taken out (`tests/queries/fit`, see `tests/README.md`).
const WITH_ASKS: Weights = Weights {
    worst: 0.047,
    margin: 0.156,
    asked: 0.574,
    score: 0.032,
    length: 0.73,
    unexplained: -1.446,
    unknown: 3.579,
    named: -1.224,
    coverage: 2.628,
    beyond: -0.755,
    bias: -3.87,
};
/// For a ruling without.
const WITHOUT_ASKS: Weights = Weights {
    worst: 0.223,
    margin: 0.122,
    asked: 0.0,
    score: 0.325,
    length: 1.933,
    unexplained: -2.652,
    unknown: 2.019,
    named: 0.0,
    coverage: 0.0,
    beyond: -1.86,
    bias: -1.8,
};
/// From this [`Evidence::length`] on, people tell a story, in which more words may mean nothing to the ruling;
const STORY: f32 = 2.6;
/// the first result of one is given this much.
const OF_A_STORY: f32 = 0.7;
/// A word that explains this little means nothing to the ruling.
const MEANS_NOTHING: f32 = -1.0;
/// A margin counts up to this.
const FAR: f32 = 12.0;

impl Evidence {
    /// The evidence for the first of `results`; `beyond` is how well the best subject explains the question. `None` where there
    /// is no result, or one asked for by its number.
    pub fn of(results: &[Hit], beyond: f32) -> Option<Self> {
        let first = results.first()?;
        let parts = first.parts.as_ref()?;
        let words = first.explained.len() as f32;
        let known: Vec<&Explained> = first.explained.iter().filter(|e| e.known).collect();
        if known.is_empty() {
            return None;
        }
        let told = |e: &&Explained| e.gain * e.rarity * e.weight;
        let mut gains: Vec<f32> = known.iter().map(told).collect();
        gains.sort_by(f32::total_cmp);
        let third = (gains.len() / 3).max(1);
        let total: f32 = known.iter().map(|e| e.rarity * e.weight).sum();
        let silent =
            known.iter().filter(|e| e.gain < MEANS_NOTHING).map(|e| e.rarity * e.weight).sum::<f32>();
        let second = results.get(1).map_or(0.0, |second| second.score);
        let count = known.len() as f32;
        Some(Self {
            worst: gains[..third].iter().sum::<f32>() / third as f32,
            margin: (first.score - second).clamp(0.0, FAR),
            asked: (parts.has >= FEW_ASKS).then_some(parts.asked / count),
            score: first.score / count.sqrt(),
            length: count.ln(),
            unexplained: silent / total.max(f32::MIN_POSITIVE),
            unknown: (words - count) / words,
            named: if parts.card > 0.0 { 1.0 } else { 0.0 },
            coverage: parts.coverage,
            beyond: (beyond - parts.translation) / count,
        })
    }

    /// The log-odds that the first result decides the question.
    pub fn log_odds(&self) -> f32 {
        let w = if self.asked.is_some() { &WITH_ASKS } else { &WITHOUT_ASKS };
        let of_a_story = if self.asked.is_some() && self.length > STORY { OF_A_STORY } else { 0.0 };
        w.worst * self.worst
            + w.margin * self.margin
            + w.asked * self.asked.unwrap_or_default()
            + w.score * self.score
            + w.length * self.length
            + w.unexplained * self.unexplained
            + w.unknown * self.unknown
            + w.named * self.named
            + w.coverage * self.coverage
            + w.beyond * self.beyond.max(0.0)
            + w.bias
            + of_a_story
    }

    /// Whether the first result decides the question.
    pub fn decides(&self) -> bool {
        self.log_odds() >= 0.0
    }
}
