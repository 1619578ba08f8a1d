//! Lists that are another one, with changes: `rest as last week`, `same dark deck as at the championship,
//! only …`.

use super::lexicon::Lexicon;
use crate::deck::words::{InPlace, Role};

/// Between the words of such a phrase stand hardly more others.
const MAX_BETWEEN: usize = 3;

/// The maximum number of words of such a phrase.
const MAX_PHRASE_LENGTH: usize = 4;

/// Whether a line says that the list, or the rest of it, is as at another time.
pub(super) fn is_as_before(line: &str, lexicon: &Lexicon<'_>) -> bool {
    if lexicon.roles(line).has(&Role::AsBefore) {
        return true;
    }
    if line.len() > 300 {
        return false;
    }
    let words: Vec<&str> = line
        .split(|c: char| c.is_whitespace() || ",;:()".contains(c))
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .filter(|word| !word.is_empty())
        .collect();
    let rest = [InPlace::Rest, InPlace::Earlier];
    let same = [InPlace::Same, InPlace::List, InPlace::Alike];
    (0..words.len()).any(|from| {
        let says = |phrases: &[InPlace]| follow(&words[from..], phrases, lexicon);
        // `same deck as below` stands below.
        says(&rest) || says(&same) && !lexicon.roles(line).has(&Role::StandsHere)
    })
}

/// Whether words begin with a phrase of the first kind, and those of the others follow with few words
/// between.
fn follow(words: &[&str], kinds: &[InPlace], lexicon: &Lexicon<'_>) -> bool {
    let Some((kind, others)) = kinds.split_first() else { return true };
    let ends = |from: usize| {
        let is = |to: &usize| lexicon.words.is(*kind, &words[from..*to].join(" "));
        (from + 1..=words.len().min(from + MAX_PHRASE_LENGTH)).filter(is).collect::<Vec<usize>>()
    };
    ends(0).into_iter().any(|end| {
        let behind = &words[end..];
        others.is_empty()
            || (0..=MAX_BETWEEN.min(behind.len())).any(|skip| follow(&behind[skip..], others, lexicon))
    })
}
