//! How texts and queries become terms: made for these documents, so that card names, rule numbers and icons survive.

use tantivy::tokenizer::{Language, Stemmer, TextAnalyzer, Token, TokenStream, Tokenizer};
use unicode_normalization::UnicodeNormalization;

/// The name under which the index knows the analysis with English stems.
pub const STEMS: &str = "stems";
/// The name under which the index knows the analysis that keeps every word as it is.
pub const WORDS: &str = "words";

/// A word of a text, folded: lower case, no accents, no apostrophes, a scanned letter O in a number read as zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The folded word.
    pub text: String,
    /// Where it begins in the text, in bytes.
    pub from: usize,
    /// Where it ends, in bytes.
    pub to: usize,
}

/// Splits a text into folded words. Rule numbers (`3.6`) and card numbers (`0056`) stay whole; ⚡ reads "unit damage".
pub fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut rest = text.char_indices().peekable();
    while let Some((from, c)) = rest.next() {
        if c == '⚡' {
            let to = from + c.len_utf8();
            words.extend(["unit", "damage"].map(|w| Word { text: w.to_owned(), from, to }));
            continue;
        }
        if !c.is_alphanumeric() {
            continue;
        }
        let mut to = from + c.len_utf8();
        while let Some(&(at, c)) = rest.peek() {
            let joins = c.is_alphanumeric() || joins_inside(&text[from..], at - from, c);
            if !joins {
                break;
            }
            to = at + c.len_utf8();
            rest.next();
        }
        let folded = fold(&text[from..to]);
        if !folded.is_empty() {
            words.push(Word { text: folded, from, to });
        }
    }
    words
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

/// Folds one word: accents, case, the possessive, apostrophes, and O for zero within a number.
pub fn fold(word: &str) -> String {
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

/// The tokenizer that yields [`words`].
#[derive(Clone, Default)]
pub struct Words {
    tokens: Vec<Token>,
}

/// The stream of one text's words.
pub struct WordStream<'a> {
    tokens: &'a mut Vec<Token>,
    next: usize,
}

impl Tokenizer for Words {
    type TokenStream<'a> = WordStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> WordStream<'a> {
        self.tokens = words(text)
            .into_iter()
            .enumerate()
            .map(|(position, w)| Token {
                offset_from: w.from,
                offset_to: w.to,
                position,
                text: w.text,
                position_length: 1,
            })
            .collect();
        WordStream { tokens: &mut self.tokens, next: 0 }
    }
}

impl TokenStream for WordStream<'_> {
    fn advance(&mut self) -> bool {
        self.next += 1;
        self.next <= self.tokens.len()
    }
    fn token(&self) -> &Token {
        &self.tokens[self.next - 1]
    }
    fn token_mut(&mut self) -> &mut Token {
        &mut self.tokens[self.next - 1]
    }
}

/// The analysis with English stems.
pub fn stems() -> TextAnalyzer {
    TextAnalyzer::builder(Words::default()).filter(Stemmer::new(Language::English)).build()
}

/// The stem of one folded word.
pub fn stem(analyzer: &mut TextAnalyzer, word: &str) -> String {
    let mut stream = analyzer.token_stream(word);
    if stream.advance() { stream.token().text.clone() } else { word.to_owned() }
}

/// The word that stands for "step 3", "bullet 3", "#3" and every other way to count to it.
pub fn counted(number: &str) -> String {
    format!("at{number}")
}

/// Two neighbouring stems as one term.
pub fn pair(first: &str, second: &str) -> String {
    format!("{first}_{second}")
}

/// The analysis that keeps words as they are.
pub fn whole_words() -> TextAnalyzer {
    TextAnalyzer::builder(Words::default()).build()
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
    fn places_are_bytes_of_the_text() {
        let found = words("é X-Wing’s");
        assert_eq!((found[2].from, found[2].to, found[2].text.as_str()), (5, 13, "wing"));
    }
}
