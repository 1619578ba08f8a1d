//! Recognizes sentences about a list by their phrases: `rulings/deck/words.yaml`, under `talk`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::corpus::cards::normalize::normalize_name;
use crate::corpus::table::{Table, TableBuilder};

/// Phrases with the same meaning.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TalkWords {
    /// Their meaning.
    pub says: Talk,
    /// The phrases. `~` matches any number and `…` a few words; `^` anchors the start of the line and `$` its
    /// end.
    pub words: Vec<String>,
}

/// What a sentence says about the list beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Talk {
    /// Beside a card or an affiliation: it changes, or is in doubt.
    Change,
    /// The list is not final.
    Open,
    /// As `Open`, but only next to a word for lists or cards, or alone on its line.
    OpenOfList,
    /// The list continues elsewhere.
    GoesOn,
    /// As `GoesOn`, unless the deck above is complete.
    MayGoOn,
    /// Something of a list that is too small is still open, or follows.
    YetToCome,
    /// The rest of the sentence does not apply.
    Negation,
    /// The cards beside it are not in this deck.
    OtherDeck,
    /// As `OtherDeck` below a complete deck; otherwise the cards may be the deck's.
    MaybeOther,
    /// The lines are not a decklist.
    NoList,
    /// The number in the phrase applies to every card without a count.
    DefaultCount,
    /// A time before: `last month`.
    Earlier,
    /// What was so then: `I had`.
    Had,
    /// The cards beside it are not in the deck: `stays at home`.
    NotIn,
    /// What is so now, or is to be.
    Now,
}

/// A word of a phrase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum Part {
    Word(String),
    Number,
    /// A gap of a few words.
    Gap,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Phrase {
    says: Talk,
    parts: Vec<Part>,
    begins: bool,
    ends: bool,
}

/// The maximum number of words in a gap.
const MAX_GAP: usize = 6;

/// The phrases by their first word; phrases that start with a number are under `None`.
#[derive(Debug, Clone, Default)]
pub(super) struct Phrases(pub(super) Table<Phrase>);

/// A phrase found in a line: the position of its words, and what it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) says: Talk,
    pub(super) from: usize,
    pub(super) to: usize,
}

impl Phrases {
    pub(super) fn new(words: &[TalkWords]) -> Self {
        let mut phrases = TableBuilder::default();
        for of in words {
            for written in &of.words {
                let phrase = Phrase::new(of.says, written);
                let first = match phrase.parts.first() {
                    Some(Part::Word(word)) => word.clone(),
                    Some(Part::Number) => String::new(),
                    Some(Part::Gap) | None => continue,
                };
                phrases.add(first, phrase);
            }
        }
        Self(phrases.table())
    }

    /// Everything the words of a line say, in order.
    pub(super) fn said(&self, words: &[&str], is_number: impl Fn(&str) -> bool) -> Vec<Said> {
        let mut said = Vec::new();
        for from in 0..words.len() {
            let by_number = if is_number(words[from]) { self.0.get("") } else { &[] };
            for phrase in self.0.get(words[from]).iter().chain(by_number) {
                if phrase.begins && from > 0 {
                    continue;
                }
                let end = follows(&phrase.parts, &words[from..], phrase.ends, &is_number);
                said.extend(end.map(|length| Said { says: phrase.says, from, to: from + length }));
            }
        }
        said
    }
}

impl Phrase {
    fn new(says: Talk, written: &str) -> Self {
        let (begins, rest) = written.strip_prefix('^').map_or((false, written), |rest| (true, rest));
        let (ends, rest) = rest.strip_suffix('$').map_or((false, rest), |rest| (true, rest));
        let part = |word: &str| match word {
            "~" => vec![Part::Number],
            "…" => vec![Part::Gap],
            word => normalize_name(word).split(' ').map(|word| Part::Word(word.to_owned())).collect(),
        };
        Self { says, parts: rest.split_whitespace().flat_map(part).collect(), begins, ends }
    }
}

/// The number of leading words that match the parts, if they do.
fn follows(parts: &[Part], words: &[&str], ends: bool, is_number: &impl Fn(&str) -> bool) -> Option<usize> {
    let Some((part, rest)) = parts.split_first() else {
        return (!ends || words.is_empty()).then_some(0);
    };
    match part {
        Part::Gap => (0..=MAX_GAP.min(words.len()))
            .find_map(|skip| Some(skip + follows(rest, &words[skip..], ends, is_number)?)),
        Part::Word(_) | Part::Number => {
            let first = words.first()?;
            let fits = match part {
                Part::Word(word) => word == first,
                Part::Number | Part::Gap => is_number(first),
            };
            fits.then(|| follows(rest, &words[1..], ends, is_number)).flatten().map(|length| length + 1)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(phrase: &str, line: &str) -> Option<(usize, usize)> {
        let words = [TalkWords { says: Talk::Open, words: vec![phrase.to_owned()] }];
        let line = normalize_name(line);
        let line: Vec<&str> = line.split(' ').collect();
        let number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
        Phrases::new(&words).said(&line, number).first().map(|said| (said.from, said.to))
    }

    #[test]
    fn phrases_have_numbers_gaps_and_edges() {
        assert_eq!(said("not final", "This is NOT final!"), Some((2, 4)));
        assert_eq!(said("took … out", "I took it all out"), Some((1, 5)));
        assert_eq!(said("took … out", "I took it all"), None);
        assert_eq!(said("^~ more$", "+ 3 more"), Some((0, 2)));
        assert_eq!(said("^~ more$", "3 more things"), None);
        assert_eq!(said("^~ more$", "and 3 more"), None);
        assert_eq!(said("can't spell", "one I can’t spell"), Some((2, 4)));
    }
}
