//! Which words of a ruling to mark, and which of its paragraphs to show first.

use std::collections::{BTreeMap, BTreeSet};

use super::analyze;

/// Words shorter than this, in characters, are marked only when nothing longer was found: they say little.
const SHORT_WORD: usize = 3;
/// Words that carry no meaning on their own and are never marked.
const SILENT: [&str; 40] = [
    "the", "and", "for", "are", "was", "that", "this", "with", "from", "can", "does", "has", "have", "not",
    "but", "you", "your", "his", "her", "him", "its", "any", "all", "one", "who", "what", "when", "which",
    "how", "may", "they", "then", "than", "will", "would", "been", "being", "into", "there", "their",
];

/// The places of the searched words in `text`, as ranges of characters, ascending and apart.
pub(crate) fn highlights(text: &str, stems: &BTreeSet<String>) -> Vec<(usize, usize)> {
    let mut analyzer = analyze::stemmer();
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    let mut short = Vec::new();
    let mut counted = (0, 0);
    // A word and its stem begin alike, which spares most words the stemming.
    let begins: BTreeSet<char> = stems.iter().filter_map(|stem| stem.chars().next()).collect();
    for word in analyze::words(text) {
        if !word.text.starts_with(|first| begins.contains(&first))
            || SILENT.contains(&word.text.as_str())
            || !stems.contains(&analyze::stem(&mut analyzer, &word.text))
        {
            continue;
        }
        let from = advance(text, &mut counted, word.from);
        let to = advance(text, &mut counted, word.to);
        let into = if word.text.chars().count() < SHORT_WORD { &mut short } else { &mut ranges };
        into.push((from, to));
    }
    let mut chosen = if ranges.is_empty() { short } else { ranges };
    // The parts of a compound word come behind it.
    chosen.sort_unstable();
    chosen.dedup();
    chosen
}

/// Of ascending ranges those between two places, however long the text and however many they are.
pub(crate) fn between(
    ranges: &[(usize, usize)],
    start: usize,
    end: usize,
) -> impl Iterator<Item = &(usize, usize)> {
    let first = ranges.partition_point(|(from, _)| *from < start);
    ranges[first..].iter().take_while(move |(from, _)| *from <= end).filter(move |(_, to)| *to <= end)
}

/// How many characters lie before the byte `to`, counting on from the last answer where that lies before it.
fn advance(text: &str, counted: &mut (usize, usize), to: usize) -> usize {
    if to < counted.0 {
        *counted = (0, 0);
    }
    counted.1 += text[counted.0..to].chars().count();
    counted.0 = to;
    counted.1
}

/// Sentences that answer by themselves begin with one of these and a sign behind it.
const PLAIN_ANSWERS: [&str; 2] = ["yes", "no"];
/// What the first sentence counts against the others: rulings say the rule first and its reasons after.
const FIRST: f32 = 1.15;
/// A sentence that begins with one of these, or with two of these words, speaks of the one before it or
/// gives an example of it.
const RESTS_ON_ANOTHER: [&str; 5] = ["this", "these", "such", "for example", "for instance"];
/// What such a sentence counts against the others.
const RESTING: f32 = 0.75;
/// Words are added to a sentence's length, so that one of three words does not win by being short.
const PADDING: f32 = 8.0;

/// The sentence of `text` that decides, as a range of characters: the one that has most of the searched
/// stems, each by its idf, for its length; a plain yes or no before every other. Only what stands
/// behind the first `skipped` characters is looked at. `None` when there is no sentence.
pub(crate) fn deciding_sentence(
    text: &str,
    skipped: usize,
    idf: &BTreeMap<String, f32>,
) -> Option<(usize, usize)> {
    let mut analyzer = analyze::stemmer();
    let mut best: Option<((bool, f32), (usize, usize))> = None;
    let chars: Vec<char> = text.chars().collect();
    for (n, (from, to)) in sentences(&chars, skipped.max(heading(&chars))).into_iter().enumerate() {
        let sentence: String = chars[from..to].iter().collect();
        let words = analyze::words(&sentence);
        let stems: BTreeSet<String> = words.iter().map(|w| analyze::stem(&mut analyzer, &w.text)).collect();
        let idf_sum: f32 = stems.iter().filter_map(|stem| idf.get(stem)).sum();
        let mut score = (idf_sum + 0.1) / (words.len() as f32 + PADDING).sqrt();
        if n == 0 {
            score *= FIRST;
        }
        if rests_on_another(&words) {
            score *= RESTING;
        }
        let rank = (is_plain_answer(&sentence), score);
        if best.is_none_or(|(most, _)| rank > most) {
            best = Some((rank, (from, to)));
        }
    }
    best.map(|(_, place)| place)
}

/// How many characters the first line has where it only names what follows, as that of an erratum names a
/// card: a line without a sentence's end, of several.
fn heading(chars: &[char]) -> usize {
    let Some(end) = chars.iter().position(|c| *c == '\n') else { return 0 };
    let closes = |c: &&char| c.is_whitespace() || CLOSING.contains(c);
    let last = chars[..end].iter().rev().find(|c| !closes(c));
    if last.is_some_and(|c| c.is_alphanumeric()) { end } else { 0 }
}

/// `Yes, it does.`, and neither `No unit …` nor `No-one …`.
fn is_plain_answer(sentence: &str) -> bool {
    let bare = sentence.trim_start_matches(|c: char| !c.is_alphanumeric());
    let word: String = bare.chars().take_while(|c| c.is_alphanumeric()).collect();
    let behind = bare.chars().nth(word.chars().count());
    PLAIN_ANSWERS.contains(&word.to_lowercase().as_str())
        && behind.is_none_or(|c| !c.is_whitespace() && c != '-')
}

fn rests_on_another(words: &[analyze::Token]) -> bool {
    let begins_with = |opening: &&str| {
        let mut opening = opening.split(' ');
        words.iter().map(|w| w.text.as_str()).zip(&mut opening).all(|(word, of)| word == of)
            && opening.next().is_none()
    };
    RESTS_ON_ANOTHER.iter().any(begins_with)
}

/// The sentences of a text behind its first `skipped` characters, as ranges of characters; a line break ends
/// one too.
fn sentences(chars: &[char], skipped: usize) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let first = skipped.min(chars.len());
    let mut from = first;
    for at in first..=chars.len() {
        let ends = at == chars.len()
            || chars[at] == '\n'
            || at > from && chars[at].is_whitespace() && is_end(&chars[from..at]);
        if !ends {
            continue;
        }
        let begins = (from..at).find(|n| !chars[*n].is_whitespace()).unwrap_or(at);
        if at > begins && chars[begins..at].iter().any(|c| c.is_alphanumeric()) {
            found.push((begins, at));
        }
        from = at;
    }
    found
}

/// Whether a sentence may end here: at a full stop that is neither behind an initial or a number nor inside
/// an abbreviation.
fn is_end(sentence: &[char]) -> bool {
    let closing = sentence.iter().rev().take_while(|c| CLOSING.contains(c)).count();
    let sentence = &sentence[..sentence.len() - closing];
    match sentence.last() {
        Some('!' | '?') => true,
        Some('.') => {
            let word =
                sentence.iter().rev().skip(1).take_while(|c| c.is_alphanumeric() || **c == '.').count();
            let last: String = sentence[sentence.len() - 1 - word..].iter().collect();
            let numbered = word <= 2 && last.starts_with(|c: char| c.is_ascii_digit());
            // `reads, "... (Any effect"`: words are left out there.
            let left_out = word > 0 && last.chars().all(|c| c == '.');
            !numbered && !left_out && !ABBREVIATED.contains(&last.as_str())
        }
        _ => false,
    }
}

/// What may stand behind a sentence's end.
const CLOSING: [char; 5] = ['"', '”', '’', ')', '*'];
/// Abbreviations whose full stop ends no sentence.
const ABBREVIATED: [&str; 8] = ["e.g.", "i.e.", "etc.", "vs.", "pg.", "p.", "pp.", "no."];

#[cfg(test)]
mod tests {
    use super::*;

    /// With the square of its length this would take an hour.
    #[test]
    fn a_ruling_of_a_megabyte_takes_no_more_than_its_length() {
        let sentence = "A harbour ship that tows another one may not strike in fog. ";
        let one = |n: usize| if n % 5 == 4 { format!("{sentence}\n\n") } else { sentence.to_owned() };
        let text: String = (0..16_000).map(one).collect();
        let stems = BTreeSet::from(["tow".to_owned(), "fog".to_owned()]);
        let marks = highlights(&text, &stems);
        assert_eq!(marks.len(), 32_000);
        let idf = BTreeMap::from([("fog".to_owned(), 2.0)]);
        assert_eq!(deciding_sentence(&text, 0, &idf), Some((0, sentence.len() - 1)));
        assert_eq!(
            between(&marks, 70, 10_000).count(),
            marks.iter().filter(|(a, b)| *a >= 70 && *b <= 10_000).count()
        );
    }

    #[test]
    fn the_sentence_with_the_significant_words_decides_and_a_plain_answer_before_it() {
        let idf: BTreeMap<String, f32> =
            [("shield", 5.0), ("damag", 2.0)].into_iter().map(|(s, t)| (s.to_owned(), t)).collect();
        let decided = |text: &str, skipped: usize| {
            let (from, to) = deciding_sentence(text, skipped, &idf).expect("a sentence");
            text.chars().skip(from).take(to - from).collect::<String>()
        };
        assert_eq!(
            decided("Units fight. A shield (see p. 4) stops it! Then all ends.", 0),
            "A shield (see p. 4) stops it!"
        );
        assert_eq!(decided("Yes. A shield stops one damage.", 0), "Yes.");
        let resting =
            "All ends. A shield stops damage in the third step of five. Such a shield stops damage.";
        assert_eq!(decided(resting, 0), "A shield stops damage in the third step of five.");
        assert_eq!(
            decided("(v1.0) Shield Shield 0057\nUnits take damage in it.", 0),
            "Units take damage in it.",
            "a heading decides nothing"
        );
        assert_eq!(decided("A shield?\nUnits take damage.", 9), "Units take damage.");
        let left_out = "The note, \"... (a shield stops it)\" is wrong. All ends here for good.";
        assert_eq!(decided(left_out, 0), "The note, \"... (a shield stops it)\" is wrong.");
        let plain = "A shield stops damage to a unit with a shield. No: not this damage. No damage is left.";
        assert_eq!(decided(plain, 0), "No: not this damage.");
        let not_plain = "A shield stops damage in one step. No unit of the other player is told of it here.";
        assert_eq!(decided(not_plain, 0), "A shield stops damage in one step.");
        assert_eq!(decided(&not_plain.replace("No unit", "No-one"), 0), "A shield stops damage in one step.");
        assert_eq!(deciding_sentence("", 0, &idf), None);
    }

    #[test]
    fn marks_are_characters_and_stems_count() {
        let stems = ["protect", "damag"].into_iter().map(str::to_owned).collect();
        let text = "“Protecting” one\nand damaged the damage";
        let found = highlights(text, &stems);
        let marked: Vec<String> =
            found.iter().map(|(a, b)| text.chars().skip(*a).take(b - a).collect()).collect();
        assert_eq!(marked, ["Protecting", "damaged", "damage"]);
    }
}
