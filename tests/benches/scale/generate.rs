//! Generates corpora of any size, identical on every machine.

use judge::corpus::{Corpus, Ruling};

/// Words with a natural frequency distribution (Zipf): those of the corpus by frequency, followed by ever
/// rarer invented ones.
pub struct Words {
    vocabulary: Vec<String>,
    cumulative: Vec<f64>,
    state: u64,
}

impl Words {
    /// The vocabulary for a corpus of that size.
    pub fn of(seed: &Corpus, size: usize) -> Self {
        let mut counts = std::collections::BTreeMap::new();
        for ruling in seed.rulings() {
            for word in judge::search::analyze::words(&ruling.text()) {
                *counts.entry(word.text).or_insert(0usize) += 1;
            }
        }
        let mut ranked: Vec<(usize, String)> = counts.into_iter().map(|(w, n)| (n, w)).collect();
        ranked.sort_by(|a, b| b.cmp(a));
        let mut vocabulary: Vec<String> = ranked.into_iter().map(|(_, w)| w).collect();
        // Vocabularies grow with the square root of the text (Heaps' law).
        let wanted = vocabulary.len() + 60 * (size as f64).sqrt() as usize;
        for n in vocabulary.len()..wanted {
            vocabulary.push(made_up(n));
        }
        let mut sum = 0.0;
        let cumulative = (1..=vocabulary.len())
            .map(|rank| {
                sum += 1.0 / (rank as f64).powf(1.05);
                sum
            })
            .collect();
        Self { vocabulary, cumulative, state: 0x9E37_79B9_7F4A_7C15 }
    }

    /// A pseudo-random number from 0 to 1 (xorshift: the same on every machine).
    fn random(&mut self) -> f64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 11) as f64 / (1u64 << 53) as f64
    }

    fn length(&mut self, least: usize, most: usize) -> usize {
        least + (self.random() * (most - least + 1) as f64) as usize
    }

    /// A text with a random number of words in this range.
    fn text(&mut self, least: usize, most: usize) -> String {
        let length = self.length(least, most);
        let mut out = String::new();
        for n in 0..length {
            let point = self.random() * self.cumulative.last().copied().unwrap_or(1.0);
            let at = self.cumulative.partition_point(|c| *c < point).min(self.vocabulary.len() - 1);
            if n > 0 {
                out.push(' ');
            }
            out.push_str(&self.vocabulary[at]);
        }
        out
    }

    /// A query of 2 to 12 words, with two letters transposed in every tenth.
    pub fn query(&mut self) -> String {
        let mut query = self.text(2, 12);
        if self.random() < 0.1
            && query.is_ascii()
            && let Some(longest) = query.split(' ').max_by_key(|w| w.len()).filter(|w| w.len() > 4)
        {
            let (a, b) = (&longest[1..2], &longest[2..3]);
            query = query.replacen(longest, &format!("{}{b}{a}{}", &longest[..1], &longest[3..]), 1);
        }
        query
    }
}

/// A pronounceable word for a number.
fn made_up(mut n: usize) -> String {
    const SYLLABLES: [&str; 16] = [
        "ka", "ro", "min", "tel", "su", "vor", "dra", "nex", "pol", "qui", "zen", "ba", "lor", "fi", "gam",
        "thu",
    ];
    let mut word = String::new();
    while n > 0 {
        word.push_str(SYLLABLES[n % 16]);
        n /= 16;
    }
    word
}

/// Copies of the rulings of `seed`, each with words of its own.
pub fn rulings(seed: &Corpus, size: usize, words: &mut Words) -> Vec<Ruling> {
    let like: Vec<&Ruling> = seed.rulings().collect();
    let one = |n: usize| Ruling {
        id: format!("{}:generated.{n}", like[n % like.len()].game.code()),
        title: words.text(2, 6),
        question: n.is_multiple_of(4).then(|| words.text(8, 30)),
        answer: words.text(15, 110),
        number: None,
        part_of: None,
        ..like[n % like.len()].clone()
    };
    (0..size).map(one).collect()
}
