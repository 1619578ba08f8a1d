//! What each part of a ruling's score counts.

use super::scoring::ScoreParts;

/// What each part of a score counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    /// Words of the ruling that `synonyms.yaml` adds.
    pub synonyms: f32,
    /// How much the query's words speak for the ruling's game.
    pub game: f32,
    /// How likely it is asked for in these words.
    pub likelihood: f32,
    /// Of a ruling with asks: how well all of them explain the query,
    pub ask_likelihood: f32,
    /// the asks most like the query, on average,
    pub nearest_asks: f32,
    /// how alike its profile and the query are,
    pub similarity: f32,
    /// and the longest name of a card that the query and the ruling both have, in words, three at most:
    /// its asks are full of the name.
    pub card: f32,
    /// Of a rule in judge's own words: always,
    pub rule: f32,
    /// how well its own words, as players put them, explain the query,
    pub rule_translation: f32,
    pub rule_title: f32,
    pub rule_words: f32,
    /// the asks most like the query, on average,
    pub rule_nearest_asks: f32,
    /// and how alike its profile and the query are.
    pub rule_similarity: f32,
    /// What to expect of a ruling without asks: always,
    pub expected: f32,
    /// where it is such a rule,
    pub expected_rule: f32,
    /// for how well its own words, as players put them, explain the query,
    pub expected_translation: f32,
    /// for its words and its title,
    pub expected_words: f32,
    /// for the query's words: the more there are, the more its asks would have of them,
    pub expected_length: f32,
    /// and for the best score of a ruling with asks.
    pub expected_best: f32,
}

/// The weights in use, with the natural logarithm of a probability as their unit. They were fitted by softmax
/// regression to predict the ruling of questions, most of all of those whose words became no asks; what is
/// expected of a ruling without asks, on questions that such a ruling answers and on others. How:
/// `tests/README.md`. That of the game's words was chosen by what
/// questions reach that do not say their game; from 0.2 to 1 it made no difference. The likelihood's was
/// chosen beside the others, which were fitted before there was one: from 0.25 to 0.5 it made no difference.
/// Of a rule, what always counts, its title and its words are half way between fits with the title and
/// without.
pub(crate) const WEIGHTS: Weights = Weights {
    synonyms: 0.57,
    game: 0.4,
    likelihood: 0.35,
    ask_likelihood: 0.128,
    nearest_asks: 0.072,
    similarity: 84.9,
    card: -1.5,
    rule: -1.6,
    rule_translation: 0.117,
    rule_title: 0.07,
    rule_words: 0.06,
    rule_nearest_asks: 0.25,
    rule_similarity: 69.2,
    expected: 1.11,
    expected_rule: -2.577,
    expected_translation: 0.507,
    expected_words: 0.067,
    expected_length: 3.615,
    expected_best: 0.261,
};

/// Fewer asks than this are no evidence against a ruling.
pub(super) const FEW_ASKS: u32 = 60;

impl ScoreParts {
    /// What each part counts in the score, with its name.
    pub fn weighed(&self, weights: &Weights) -> Vec<(&'static str, f32)> {
        let mut parts = Vec::new();
        self.weigh(weights, |weighed| parts = weighed.to_vec());
        parts
    }

    pub fn score(&self, weights: &Weights) -> f32 {
        let mut score = 0.0;
        self.weigh(weights, |weighed| score = sum(weighed));
        score
    }

    /// What is expected of its asks where it has none, or few: of a query of `words` known words, beside a
    /// ruling with asks of the score `best`.
    pub(super) fn expected(&self, weights: &Weights, words: f32, best: f32) -> f32 {
        let rule = if self.is_rule { weights.expected_rule } else { 0.0 };
        weights.expected
            + rule
            + weights.expected_translation * self.translation
            + weights.expected_words * (self.title + self.words)
            + weights.expected_length * words.ln_1p()
            + weights.expected_best * best
    }

    /// Hands the parts to `take`, each with its name and what it counts.
    fn weigh(&self, weights: &Weights, take: impl FnOnce(&[(&'static str, f32)])) {
        let synonyms = ("synonyms", weights.synonyms * self.synonyms);
        let game = ("words of its game", weights.game * self.game);
        let likelihood = ("likely asked for so", weights.likelihood * self.likelihood);
        let exact_ask = match (self.is_exact_ask, self.is_rule) {
            (false, _) => NOTHING,
            (true, false) => ("asked in these very words", EXACT_ASK),
            (true, true) => ("asked in these very words", EXACT_ASK_OF_RULE),
        };
        let expected = [("expected of asks", self.expected), likelihood, game, synonyms, exact_ask];
        if self.ask_count == 0 {
            return take(&expected);
        }
        if self.is_rule {
            return take(&[
                ("judge's words", weights.rule),
                ("its words as players put them", weights.rule_translation * self.translation),
                ("title", weights.rule_title * self.title),
                ("words", weights.rule_words * self.words),
                ("nearest asks", weights.rule_nearest_asks * self.nearest_asks),
                ("profile", weights.rule_similarity * self.similarity),
                likelihood,
                game,
                synonyms,
                exact_ask,
            ]);
        }
        let asked = [
            ("asks", weights.ask_likelihood * self.ask_likelihood),
            ("nearest asks", weights.nearest_asks * self.nearest_asks),
            ("profile", weights.similarity * self.similarity),
            ("card named", weights.card * self.card),
            likelihood,
            game,
            synonyms,
            exact_ask,
        ];
        let as_expected = self.ask_count < FEW_ASKS && sum(&asked) < sum(&expected);
        take(if as_expected { &expected } else { &asked });
    }

    /// Whether anything of the query was found at all.
    pub(super) fn found(&self) -> bool {
        self.translation > 0.0
            || self.title + self.words + self.card + self.synonyms + self.nearest_asks > 0.0
    }
}

/// What it counts that an ask is the whole query: no other part comes near it.
const EXACT_ASK: f32 = 1000.0;
/// The same of a rule in judge's own words, which leaves a clearly better ruling before it.
const EXACT_ASK_OF_RULE: f32 = 3.0;

/// A part that does not count.
const NOTHING: (&str, f32) = ("", 0.0);

/// What the parts count together.
fn sum(weighed: &[(&str, f32)]) -> f32 {
    weighed.iter().map(|(_, counts)| counts).sum()
}
