//! Figures written for the words of a title that sound like them: `Looking 4 Droids`.

use std::borrow::Cow;

use super::lexicon::Lexicon;
use super::trim::without_counts;

/// No row with such a title is longer, in bytes.
const MAX_ROW_LENGTH: usize = 80;

/// The rows with such titles as they are printed; only where no other reading of the row has a title.
pub(super) fn written<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    rows.into_iter().map(|row| in_words(&row, lexicon).map_or(row, Cow::from)).collect()
}

fn in_words(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let words: Vec<&str> = row.split_whitespace().collect();
    if row.len() > MAX_ROW_LENGTH || words.len() < 3 {
        return None;
    }
    let sounds = |at: usize| {
        let figure: u32 = words[at].parse().ok()?;
        let spelt = lexicon.words.sounding_like(figure).map(|word| {
            let mut words = words.clone();
            words[at] = word;
            words.join(" ")
        });
        let mut spelt = spelt;
        spelt.find(|row| lexicon.exact(without_counts(row)))
    };
    (1..words.len() - 1).find_map(sounds)
}
