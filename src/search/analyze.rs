//! How texts and queries become terms: made for these documents, so that card names, rule numbers and icons
//! survive.

use std::collections::HashSet;
use std::sync::LazyLock;

use tantivy::tokenizer::{Language, RawTokenizer, Stemmer, TextAnalyzer, TokenStream};
use unicode_normalization::UnicodeNormalization;

/// A word of a text, normalized: lower case, no accents, no apostrophes, a scanned letter O in a number read
/// as zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// The normalized word.
    pub text: String,
    /// Where it begins in the text, in bytes.
    pub from: usize,
    /// Where it ends, in bytes.
    pub to: usize,
}

/// What reads ⚡ as words.
const ICON: [&str; 2] = ["unit", "damage"];

/// Splits a text into normalized words. Rule numbers (`3.6`) and card numbers (`0056`) stay whole; ⚡ reads
/// "unit damage".
pub fn words(text: &str) -> Vec<Token> {
    let mut words = Vec::new();
    for (from, to) in spans(text) {
        read_span(&text[from..to], |normalized| words.push(Token { text: normalized.to_owned(), from, to }));
    }
    words
}

/// Calls `each` with every normalized word of one span: two for ⚡, none for a span of which nothing is left,
/// else one.
pub(super) fn read_span(span: &str, mut each: impl FnMut(&str)) {
    if span == "⚡" {
        ICON.into_iter().for_each(each);
        return;
    }
    let normalized = normalize(span);
    if !normalized.is_empty() {
        each(&normalized);
    }
}

/// The places of a text's words, in bytes.
pub(super) fn spans(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut rest = text.char_indices().peekable();
    std::iter::from_fn(move || {
        let (from, c) = rest.find(|(_, c)| c.is_alphanumeric() || *c == '⚡')?;
        let mut to = from + c.len_utf8();
        while c != '⚡'
            && let Some((at, next)) =
                rest.next_if(|(at, c)| c.is_alphanumeric() || joins_inside(&text[from..], at - from, *c))
        {
            to = at + next.len_utf8();
        }
        Some((from, to))
    })
}

/// Apostrophes inside words and points inside numbers do not end them.
fn joins_inside(word: &str, at: usize, c: char) -> bool {
    let before = word[..at].chars().next_back();
    let after = word[at + c.len_utf8()..].chars().next();
    match c {
        '\'' | '’' => after.is_some_and(char::is_alphabetic),
        '.' => before.is_some_and(|b| b.is_ascii_digit()) && after.is_some_and(|a| a.is_ascii_digit()),
        _ => false,
    }
}

/// Normalizes one word: accents, case, the possessive, apostrophes, and O for zero within a number.
pub(crate) fn normalize(word: &str) -> String {
    let lower: String = if word.is_ascii() {
        word.to_ascii_lowercase()
    } else {
        word.nfd()
            .filter(|c| c.is_alphanumeric() || matches!(c, '\'' | '’' | '.'))
            .collect::<String>()
            .to_lowercase()
    };
    let bare = lower.strip_suffix("'s").or_else(|| lower.strip_suffix("’s")).unwrap_or(&lower);
    let mut bare: String = bare.chars().filter(|c| !matches!(c, '\'' | '’')).collect();
    let number_like = (3..=4).contains(&bare.len()) && bare.bytes().all(|b| b.is_ascii_digit() || b == b'o');
    if number_like && bare.bytes().any(|b| b.is_ascii_digit()) {
        bare = bare.replace('o', "0");
    }
    bare
}

/// The English stemmer, for one normalized word: see [`stem`].
pub(crate) fn stemmer() -> TextAnalyzer {
    TextAnalyzer::builder(RawTokenizer::default()).filter(Stemmer::new(Language::English)).build()
}

/// The stem of one normalized word.
pub(crate) fn stem(stemmer: &mut TextAnalyzer, word: &str) -> String {
    let mut stream = stemmer.token_stream(word);
    if stream.advance() { stream.token().text.clone() } else { word.to_owned() }
}

/// Stop words of questions, ascending.
const STOP_WORDS: [&str; 71] = [
    "a", "also", "am", "an", "and", "are", "as", "at", "be", "been", "but", "by", "can", "did", "do", "does",
    "folks", "for", "from", "guys", "had", "has", "have", "he", "hello", "her", "hey", "hi", "him", "his",
    "i", "if", "im", "in", "is", "it", "its", "just", "me", "my", "not", "of", "ok", "okay", "on", "or",
    "our", "please", "she", "so", "thank", "thanks", "that", "the", "their", "them", "then", "there", "they",
    "this", "to", "too", "was", "we", "were", "what", "when", "with", "yes", "you", "your",
];

/// Whether a normalized word is a stop word of questions.
pub(crate) fn is_stop(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

/// Words in which a verdict is asked for without saying on what: "was I right to call that?".
static VERDICT_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "about actually agree agreed all allowed answer answered any anybody anyone anything arguing argument \
    ask asked asking away because believe both brother buddy call cannot cant case cheat cheated \
    cheating correct correctly could decide didnt doesnt doing dont down either else even ever everybody \
    everyone explain fair feel figure fine friend friends get girlfriend go going got guess guy happen \
    happened happens help here how husband idea ideas illegal judge judges know legal legally legit let \
    lets like likely look made make makes mate matter maybe mean missing mistaken more most much must \
    need never no nobody now off one opinion opinions opponent other out over people play played playing \
    plays possible question really right rule ruled rules ruling say saying says see settle should side \
    sister so somebody someone something sort still such sure take tell than theory these they thing \
    things think those though thoughts true two until up us very want way well whether which while who \
    whoever whose why wife will without work works would wrong yet"
        .split(' ')
        .collect()
});

/// Whether a normalized word says what a question is about: neither in every question nor one that only
/// asks who is right.
pub(crate) fn is_significant(word: &str) -> bool {
    !is_stop(word) && !VERDICT_WORDS.contains(word)
}

/// Words by which one says what somebody holds to be the rule.
static CLAIMING_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "argue argued argues arguing believe believes claim claimed claims figure figured insist insisted \
    insists interpretation maintains opinion reading reckon reckons said say saying says swears think \
    thinks thought told"
        .split(' ')
        .collect()
});

/// Whether a normalized word says that something is somebody's reading of the rules.
pub(crate) fn is_claim(word: &str) -> bool {
    CLAIMING_WORDS.contains(word)
}

/// The word that stands for "step 3", "bullet 3", "#3" and every other way to count to it.
pub(crate) fn item_term(number: &str) -> String {
    format!("at{number}")
}

/// Two neighbouring stems as one term.
pub(crate) fn bigram(first: &str, second: &str) -> String {
    let mut pair = String::with_capacity(first.len() + 1 + second.len());
    pair.push_str(first);
    pair.push('_');
    pair.push_str(second);
    pair
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<String> = words(text).into_iter().map(|w| w.text).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn numbers_names_and_icons_stay_whole() {
        check("see (3.6) on page 5.", &["see", "3.6", "on", "page", "5"]);
        check("Heat of Battle (Core OO65 or O169)", &["heat", "of", "battle", "core", "0065", "or", "0169"]);
        check("Jabba’s Counter-stroke can't", &["jabba", "counter", "stroke", "cant"]);
        check("the bonus ⚡ icon", &["the", "bonus", "unit", "damage", "icon"]);
        check("Padmé's ship", &["padme", "ship"]);
        check("'' .. - too", &["too"]);
    }

    #[test]
    fn stop_words_ascend() {
        assert!(STOP_WORDS.is_sorted());
        assert!(is_significant("shield") && !is_significant("right") && !is_significant("a"));
        assert!(is_stop("a") && is_stop("yes") && is_stop("its") && !is_stop("unit"));
    }

    #[test]
    fn places_are_bytes_of_the_text() {
        let found = words("é X-Wing’s");
        assert_eq!((found[2].from, found[2].to, found[2].text.as_str()), (5, 13, "wing"));
    }
}
