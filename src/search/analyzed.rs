//! Texts analysed once, for every field that is to have them: as lines of words with one space between.

use std::collections::HashMap;

use tantivy::tokenizer::{TextAnalyzer, Token, TokenStream, Tokenizer, TokenizerManager};

use super::analyze;

/// The name under which the index knows the terms of a line: its words.
pub(crate) const WORDS: &str = "words";
/// The name under which the index knows the terms of a line of words and numbers in turn: each word that many
/// times.
pub(crate) const REPEATS: &str = "times";

/// A text as lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct AnalyzedText {
    /// Its words, normalized.
    pub words: String,
    pub stems: String,
}

impl AnalyzedText {
    pub(crate) fn joined(lines: &[&AnalyzedText]) -> Self {
        lines.iter().fold(Self::default(), |mut all, line| {
            all.add(line);
            all
        })
    }

    fn add(&mut self, other: &AnalyzedText) {
        for (line, more) in [(&mut self.words, &other.words), (&mut self.stems, &other.stems)] {
            if !line.is_empty() && !more.is_empty() {
                line.push(' ');
            }
            line.push_str(more);
        }
    }
}

/// Turns texts into lines. Few words make up most of every text: each is normalized and stemmed once.
pub(crate) struct TextAnalysis {
    stemmer: TextAnalyzer,
    /// What a word as written reads like.
    known: HashMap<String, AnalyzedText>,
}

impl Default for TextAnalysis {
    fn default() -> Self {
        Self { stemmer: analyze::stemmer(), known: HashMap::new() }
    }
}

impl TextAnalysis {
    /// The lines of a text.
    pub(crate) fn of(&mut self, text: &str) -> AnalyzedText {
        let mut line = AnalyzedText {
            words: String::with_capacity(text.len()),
            stems: String::with_capacity(text.len()),
        };
        for (from, to) in analyze::spans(text) {
            let span = &text[from..to];
            if let Some(known) = self.known.get(span) {
                line.add(known);
                continue;
            }
            let read = self.read(span);
            line.add(&read);
            self.known.insert(span.to_owned(), read);
        }
        line
    }

    fn read(&mut self, span: &str) -> AnalyzedText {
        let mut line = AnalyzedText::default();
        analyze::read_span(span, |word| {
            line.add(&AnalyzedText { words: word.to_owned(), stems: analyze::stem(&mut self.stemmer, word) });
        });
        line
    }
}

/// The tokenizers of the index, which does not store them.
pub(crate) fn tokenizers() -> TokenizerManager {
    let manager = TokenizerManager::default();
    manager.register(WORDS, SpaceTokenizer::default());
    manager.register(REPEATS, RepeatTokenizer::default());
    manager
}

/// Takes a line of words and numbers in turn apart, `protect 3 shield 1`.
#[derive(Clone, Default)]
struct RepeatTokenizer {
    token: Token,
}

/// The terms of one such line.
struct RepeatStream<'a> {
    rest: std::str::SplitAsciiWhitespace<'a>,
    /// How many times the current word is still to come.
    left: u32,
    token: &'a mut Token,
}

impl Tokenizer for RepeatTokenizer {
    type TokenStream<'a> = RepeatStream<'a>;

    fn token_stream<'a>(&'a mut self, line: &'a str) -> RepeatStream<'a> {
        self.token.reset();
        RepeatStream { rest: line.split_ascii_whitespace(), left: 0, token: &mut self.token }
    }
}

impl TokenStream for RepeatStream<'_> {
    fn advance(&mut self) -> bool {
        while self.left == 0 {
            let Some(word) = self.rest.next() else { return false };
            self.left = self.rest.next().and_then(|n| n.parse().ok()).unwrap_or(1);
            self.token.text.clear();
            self.token.text.push_str(word);
        }
        self.left -= 1;
        self.token.position = self.token.position.wrapping_add(1);
        true
    }
    fn token(&self) -> &Token {
        self.token
    }
    fn token_mut(&mut self) -> &mut Token {
        self.token
    }
}

/// Takes a line apart at its spaces.
#[derive(Clone, Default)]
struct SpaceTokenizer {
    token: Token,
}

/// The terms of one line.
struct SpaceStream<'a> {
    rest: std::str::SplitAsciiWhitespace<'a>,
    token: &'a mut Token,
}

impl Tokenizer for SpaceTokenizer {
    type TokenStream<'a> = SpaceStream<'a>;

    fn token_stream<'a>(&'a mut self, line: &'a str) -> SpaceStream<'a> {
        self.token.reset();
        SpaceStream { rest: line.split_ascii_whitespace(), token: &mut self.token }
    }
}

impl TokenStream for SpaceStream<'_> {
    fn advance(&mut self) -> bool {
        let Some(word) = self.rest.next() else { return false };
        self.token.position = self.token.position.wrapping_add(1);
        self.token.text.clear();
        self.token.text.push_str(word);
        true
    }
    fn token(&self) -> &Token {
        self.token
    }
    fn token_mut(&mut self) -> &mut Token {
        self.token
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(tokenizer: &str, line: &str) -> Vec<String> {
        let mut analyzer = tokenizers().get(tokenizer).expect("registered");
        let mut stream = analyzer.token_stream(line);
        let mut terms = Vec::new();
        stream.process(&mut |token| terms.push(token.text.clone()));
        terms
    }

    #[test]
    fn a_known_word_reads_as_it_did_at_first() {
        let mut lines = TextAnalysis::default();
        let first = lines.of("Attacking UNITS’ ⚡ icons (3.6), Padmé's ''");
        assert_eq!(first.words, "attacking units unit damage icons 3.6 padme");
        assert_eq!(first.stems, "attack unit unit damag icon 3.6 padm");
        assert_eq!(lines.of("Attacking UNITS’ ⚡ icons (3.6), Padmé's ''"), first);
        assert_eq!(lines.of(" .. "), AnalyzedText::default());
    }

    #[test]
    fn a_word_comes_as_many_times_as_its_number_says() {
        assert_eq!(terms(REPEATS, "edge 2 won 1 lost 0"), ["edge", "edge", "won"]);
        assert_eq!(terms(REPEATS, ""), [""; 0]);
    }

    #[test]
    fn terms_are_words() {
        assert_eq!(terms(WORDS, "edge battl won"), ["edge", "battl", "won"]);
        assert_eq!(terms(WORDS, ""), [""; 0]);
    }
}
