//! Entries in two languages: a page with a translation beside or below each ruling was read across.

use super::block;
use crate::corpus::markdown;

/// The small words of languages, which no other of them has.
const SMALL: [(&str, &[&str]); 5] = [
    ("English", &["the", "of", "is", "are", "it", "and", "you", "with", "this", "that", "may", "when", "by"]),
    ("German", &["der", "das", "ist", "sind", "und", "wird", "nicht", "ein", "eine", "mit", "wenn", "darf"]),
    ("French", &["le", "les", "est", "sont", "et", "une", "pas", "qui", "avec", "peut", "vous", "du"]),
    ("Spanish", &["el", "los", "es", "son", "y", "una", "con", "puede", "cuando", "del", "por", "se"]),
    ("Italian", &["il", "gli", "è", "sono", "della", "non", "che", "può", "quando", "per", "di", "una"]),
];

/// A sentence with fewer of a language's words is in none for sure.
const MIN_WORDS: usize = 2;

/// The note on a text with sentences in two languages.
pub(super) fn reason(text: &str) -> Option<String> {
    let mut found: Vec<&str> = Vec::new();
    for paragraph in text.split("\n\n") {
        found.extend(markdown::sentences(paragraph).iter().filter_map(|sentence| language(sentence)));
    }
    let first = *found.first()?;
    let other = found.iter().find(|other| **other != first)?;
    Some(format!(
        "sentences in {first} and in {other} stand in it; does a translation of its own begin there?"
    ))
}

/// The language of a sentence, if only one may be meant.
fn language(sentence: &str) -> Option<&'static str> {
    let plain = block::words(sentence);
    let count = |words: &[&str]| plain.split(' ').filter(|word| words.contains(word)).count();
    let mut all: Vec<(usize, &str)> = SMALL.iter().map(|(name, words)| (count(words), *name)).collect();
    all.sort_unstable();
    match all.as_slice() {
        [.., (second, _), (most, name)] if *most >= MIN_WORDS && *second * 2 < *most => Some(name),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_languages_in_one_text_are_noted() {
        let both = "The ferry is tied to the quay. Die Fähre ist an das Seil gebunden und wird nicht bewegt.";
        assert!(reason(both).is_some_and(|why| why.contains("English") && why.contains("German")));
        for one in [
            "The ferry is tied. It is of the quay.",
            "Die Fähre ist da und das Seil ist es nicht.",
            "Il Porto",
        ] {
            assert_eq!(reason(one), None, "{one}");
        }
    }
}
