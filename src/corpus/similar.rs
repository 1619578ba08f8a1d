//! Text similarity: equality up to typography, and a measure of shared words.

use super::markdown;

/// A text without what differs between copies of one document: emphasis, the style of quotation marks, dashes
/// and list marks, spacing. Entries with equal normalized texts have the same words.
pub fn normalize_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for block in markdown::blocks(text) {
        // A step's number is part of the words; the style of its mark is not.
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

/// A multiset of words, for measuring how much two texts have in common.
#[derive(Debug, Clone, Default)]
pub(crate) struct BagOfWords {
    /// Sorted hashes of the lower-case words, duplicates included.
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

    /// The Sørensen–Dice coefficient of two texts: twice the number of shared words over the number of all
    /// words, from 0 to 1.
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

/// FNV-1a: deterministic, and fast on short words.
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
