//! Whether the first result decides the question, or only lies nearest to one that nothing held decides.
//!
//! A ruling whose words occur in a question need not answer it. What tells is not how high it scores but what it leaves
//! unexplained: the worst explained third of the question's telling words, how far it stands before the others, and whether a
//! subject that no document treats (`beyond.yaml`) explains the question better.

use serde::Serialize;

use super::answer::Hit;
use super::rank::Explained;

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
    beyond: f32,
    bias: f32,
}

/// For a ruling with asks. Both were fitted by logistic regression to questions that rulings held decide, questions that
/// nothing decides, and questions whose ruling was taken out (`tests/queries/fit`, see `tests/README.md`).
const WITH_ASKS: Weights = Weights {
    worst: 0.061,
    margin: 0.022,
    asked: 3.672,
    score: -0.511,
    length: 2.793,
    unexplained: -1.605,
    unknown: 4.372,
    beyond: -1.281,
    bias: -6.3,
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
    beyond: -1.86,
    bias: -1.8,
};
/// A word that explains this little means nothing to the ruling.
const MEANS_NOTHING: f32 = -1.0;
/// A ruling with fewer asks is not judged by them.
const ASKED: u32 = 12;
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
            asked: (parts.has >= ASKED).then_some(parts.asked / count),
            score: first.score / count.sqrt(),
            length: count.ln(),
            unexplained: silent / total.max(f32::MIN_POSITIVE),
            unknown: (words - count) / words,
            beyond: (beyond - parts.translation) / count,
        })
    }

    /// The log-odds that the first result decides the question.
    pub fn log_odds(&self) -> f32 {
        let w = if self.asked.is_some() { &WITH_ASKS } else { &WITHOUT_ASKS };
        w.worst * self.worst
            + w.margin * self.margin
            + w.asked * self.asked.unwrap_or_default()
            + w.score * self.score
            + w.length * self.length
            + w.unexplained * self.unexplained
            + w.unknown * self.unknown
            + w.beyond * self.beyond.max(0.0)
            + w.bias
    }

    /// Whether the first result decides the question.
    pub fn decides(&self) -> bool {
        self.log_odds() >= 0.0
    }
}
