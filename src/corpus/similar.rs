//! How alike two texts are: exactly, but for what print and scan vary; or nearly.

use super::markdown;

/// A text without what copies of one document vary: emphasis, the sort of quotation marks and dashes,
/// spacing, the look of list marks. Two entries of equal normalized text have the same words.
pub fn normalize_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for block in markdown::blocks(text) {
        // A step's number is part of what the document says; how its mark looks is not.
        let number: String = block.mark.iter().flat_map(|m| m.chars()).filter(char::is_ascii_digit).collect();
        if !number.is_empty() {
            out.push_str(&number);
            out.push(' ');
        }
        for c in block.text.chars() {
            match c {
                '‘' | '’' | '`' | '´' => out.push('\''),
                '“' | '”' => out.push('"'),
                '–' | '—' | '‐' | '‑' | '−' => out.push('-'),
                '…' => out.push_str("..."),
                c if c.is_whitespace() => {
                    if !out.ends_with(' ') {
                        out.push(' ');
                    }
                }
                c => out.push(c),
            }
        }
        if !out.ends_with(' ') {
            out.push(' ');
        }
    }
    out.replace("--", "-").replace(" - ", "-").replace(". . .", "...").trim().to_owned()
}

/// The words of a text, counted, for measuring how much two texts share.
#[derive(Debug, Clone, Default)]
pub(crate) struct BagOfWords {
    /// Hashes of the words in small letters, sorted, repetitions kept.
    words: Vec<u64>,
}

impl BagOfWords {
    pub(crate) fn of(text: &str) -> Self {
        let lower = text.to_lowercase();
        let mut words: Vec<u64> =
            lower.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(hash).collect();
        words.sort_unstable();
        Self { words }
    }

    /// How much two texts share, from 0 (no word) to 1 (the same words): twice the shared words by all words.
    pub(crate) fn similarity(&self, other: &Self) -> f64 {
        let all = self.words.len() + other.words.len();
        let most = 2 * self.words.len().min(other.words.len());
        if all == 0 || most * 2 < all {
            return 0.0;
        }
        let (mut a, mut b, mut shared) = (0, 0, 0);
        while let (Some(x), Some(y)) = (self.words.get(a), other.words.get(b)) {
            match x.cmp(y) {
                std::cmp::Ordering::Less => a += 1,
                std::cmp::Ordering::Greater => b += 1,
                std::cmp::Ordering::Equal => (a, b, shared) = (a + 1, b + 1, shared + 1),
            }
        }
        2.0 * f64::from(shared) / all as f64
    }
}

/// FNV-1a: the same on every run, and quick on short words.
fn hash(word: &str) -> u64 {
    word.bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_of_one_text_normalize_alike() {
        assert_eq!(
            normalize_text("A “word” is **bold**—so\nthere…"),
            normalize_text("A \"word\" is bold - so there...")
        );
        assert_ne!(normalize_text("deal 1 damage"), normalize_text("deal 2 damage"));
    }

    #[test]
    fn similarity_counts_shared_words() {
        let bag = BagOfWords::of("the unit is destroyed");
        assert!((bag.similarity(&BagOfWords::of("The unit is destroyed!")) - 1.0).abs() < 1e-9);
        assert!((bag.similarity(&BagOfWords::of("the unit was captured")) - 0.5).abs() < 1e-9);
        assert!(bag.similarity(&BagOfWords::default()) < 1e-9);
    }
}
