//! Texts analysed once, for every field that is to have them: as lines of words with one space between.

use std::collections::HashMap;
use std::fmt::Write as _;

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
            all.add(&line.words, &line.stems);
            all
        })
    }

    fn add(&mut self, words: &str, stems: &str) {
        add(&mut self.words, words);
        add(&mut self.stems, stems);
    }
}

fn add(line: &mut String, words: &str) {
    if !line.is_empty() && !words.is_empty() {
        line.push(' ');
    }
    line.push_str(words);
}

pub(super) fn line_of<'w>(words: impl Iterator<Item = &'w str>) -> String {
    words.fold(String::new(), |mut line, word| {
        add(&mut line, word);
        line
    })
}

/// Turns texts into lines, or into the places of their words among all that were read. Few words make up
/// most of every text: each is normalized and stemmed once.
pub(crate) struct TextAnalysis {
    stemmer: TextAnalyzer,
    /// What a word as written reads like: the places of one word, of several or of none.
    known: HashMap<String, Vec<u32>>,
    words: Vec<StemmedWord>,
    places: HashMap<String, u32>,
    stems: Vec<String>,
    stem_places: HashMap<String, u32>,
}

/// A word, normalized.
struct StemmedWord {
    text: String,
    /// The place of its stem.
    stem: u32,
    /// Whether it is a stop word of questions.
    is_stop: bool,
}

impl Default for TextAnalysis {
    fn default() -> Self {
        Self {
            stemmer: analyze::stemmer(),
            known: HashMap::new(),
            words: Vec::new(),
            places: HashMap::new(),
            stems: Vec::new(),
            stem_places: HashMap::new(),
        }
    }
}

impl TextAnalysis {
    /// The lines of a text.
    pub(crate) fn of(&mut self, text: &str) -> AnalyzedText {
        let mut line = AnalyzedText {
            words: String::with_capacity(text.len()),
            stems: String::with_capacity(text.len()),
        };
        for place in self.places(text) {
            let word = &self.words[place as usize];
            line.add(&word.text, &self.stems[word.stem as usize]);
        }
        line
    }

    /// The places of a text's words.
    pub(super) fn places(&mut self, text: &str) -> Vec<u32> {
        let mut places = Vec::new();
        for (from, to) in analyze::spans(text) {
            let span = &text[from..to];
            if let Some(known) = self.known.get(span) {
                places.extend_from_slice(known);
                continue;
            }
            let mut read = Vec::new();
            analyze::read_span(span, |word| read.push(self.place(word)));
            places.extend_from_slice(&read);
            self.known.insert(span.to_owned(), read);
        }
        places
    }

    fn place(&mut self, word: &str) -> u32 {
        if let Some(place) = self.places.get(word) {
            return *place;
        }
        let stem = analyze::stem(&mut self.stemmer, word);
        let next = place_behind(&self.stems);
        let stem = *self.stem_places.entry(stem).or_insert_with_key(|stem| {
            self.stems.push(stem.clone());
            next
        });
        let place = place_behind(&self.words);
        self.places.insert(word.to_owned(), place);
        self.words.push(StemmedWord { text: word.to_owned(), stem, is_stop: analyze::is_stop(word) });
        place
    }

    /// Gives the stems their places by the alphabet: which text was read first must make no difference.
    pub(super) fn sort_stems(&mut self) {
        let mut stems: Vec<(String, usize)> = std::mem::take(&mut self.stems).into_iter().zip(0..).collect();
        stems.sort_unstable();
        let mut places = vec![0; stems.len()];
        for ((stem, before), place) in stems.into_iter().zip(0..) {
            places[before] = place;
            self.stem_places.insert(stem.clone(), place);
            self.stems.push(stem);
        }
        self.words.iter_mut().for_each(|word| word.stem = places[word.stem as usize]);
    }

    /// How many stems were read.
    pub(super) fn stems(&self) -> usize {
        self.stems.len()
    }

    pub(super) fn stem(&self, place: u32) -> &str {
        &self.stems[place as usize]
    }

    /// The words of a text that was read, as one line.
    pub(super) fn words_of(&self, text: &[u32]) -> String {
        line_of(text.iter().map(|place| self.words[*place as usize].text.as_str()))
    }

    /// The places of the stems of a text that was read.
    pub(super) fn stems_of(&self, text: &[u32]) -> impl Iterator<Item = u32> {
        text.iter().map(|place| self.words[*place as usize].stem)
    }

    /// The places of its stems but for those of words that are in every question.
    pub(super) fn content_of(&self, text: &[u32]) -> impl Iterator<Item = u32> {
        text.iter()
            .map(|place| &self.words[*place as usize])
            .filter(|word| !word.is_stop)
            .map(|word| word.stem)
    }
}

/// The place that the next one has.
fn place_behind<T>(all: &[T]) -> u32 {
    u32::try_from(all.len()).unwrap_or(u32::MAX)
}

/// The tokenizers of the index, which does not store them.
pub(crate) fn tokenizers() -> TokenizerManager {
    let manager = TokenizerManager::default();
    manager.register(WORDS, SpaceTokenizer::default());
    manager.register(REPEATS, RepeatTokenizer::default());
    manager
}

/// A line of words and how often each is to be counted, as [`REPEATS`] reads it.
pub(super) fn times<W: AsRef<str>>(words: impl Iterator<Item = (W, f32)>) -> String {
    let mut line = String::new();
    for (word, counts) in
        words.map(|(word, counts)| (word, counts.round())).filter(|(_, counts)| *counts > 0.0)
    {
        let _ = write!(line, "{} {counts} ", word.as_ref());
    }
    line
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
    fn the_places_of_a_text_give_its_words_and_its_stems() {
        let mut lines = TextAnalysis::default();
        let text = lines.places("Is this ⚡ Shielding the shields?");
        assert_eq!(lines.words_of(&text), "is this unit damage shielding the shields");
        let names = |stems: Vec<u32>| line_of(stems.into_iter().map(|place| lines.stem(place)));
        assert_eq!(names(lines.stems_of(&text).collect()), "is this unit damag shield the shield");
        assert_eq!(names(lines.content_of(&text).collect()), "unit damag shield shield");
        assert_eq!(lines.stems(), 6, "two words have one stem");
        lines.sort_stems();
        assert_eq!(lines.stems_of(&text).collect::<Vec<_>>(), [1, 4, 5, 0, 2, 3, 2]);
        assert_eq!(lines.of("shields shielded").stems, "shield shield");
    }

    #[test]
    fn a_word_comes_as_many_times_as_its_number_says() {
        assert_eq!(terms(REPEATS, "edge 2 won 1 lost 0"), ["edge", "edge", "won"]);
        let counted = times([("edge", 1.5), ("won", 1.2), ("lost", 0.4)].into_iter());
        assert_eq!(counted, "edge 2 won 1 ");
        assert_eq!(terms(REPEATS, ""), [""; 0]);
    }

    #[test]
    fn terms_are_words() {
        assert_eq!(terms(WORDS, "edge battl won"), ["edge", "battl", "won"]);
        assert_eq!(terms(WORDS, ""), [""; 0]);
    }
}
