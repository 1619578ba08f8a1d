//! A question in German, French or Spanish, put into the games' English by the glossary `languages.yaml`,
//! word by word.

use tantivy::query::FuzzyTermQuery;
use tantivy::schema::Value;
use tantivy::{Searcher, TantivyDocument, Term};

use super::analyze;
use super::analyzed::AnalyzedText;
use super::card_forms;
use super::corrections::Corrections;
use super::names;
use super::query::Query;
use super::schema::Fields;
use super::scoring::first_with;
use super::terms::{MAX_CORRECTIONS, Vocabulary};
use crate::corpus::beyond::CARD;
use crate::corpus::languages::{ForeignWord, Language};

/// A question in another language, as it is searched.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Translated {
    /// The language it was typed in.
    pub language: Language,
    /// The English words searched.
    pub english: String,
}

/// The longest phrase of another language that is looked up, in words.
const MAX_PHRASE_WORDS: usize = 4;
/// From this many letters on, a word may be one edit from the glossary's,
const ONE_EDIT: usize = 5;
/// and from this many letters on, two.
const TWO_EDITS: usize = 9;

/// The document of one line of the glossary: its forms, under its language, with their English.
pub(super) fn document(fields: &Fields, word: &ForeignWord, forms: &[AnalyzedText]) -> TantivyDocument {
    let mut document = TantivyDocument::new();
    for form in forms {
        document.add_text(fields.foreign, key(word.language, &form.words));
    }
    document.add_text(fields.english, word.english.as_str());
    document
}

fn key(language: Language, phrase: &str) -> String {
    format!("{}:{phrase}", language.code())
}

/// Puts a question into English when most of its words are another language's.
///
/// # Errors
/// Any error reading the index.
pub(super) fn translate(
    query: &Query,
    searcher: &Searcher,
    fields: &Fields,
    corrections: &Corrections,
) -> tantivy::Result<Option<Translated>> {
    if let Some(of_card) = about_a_card(query, searcher, fields)? {
        return Ok(Some(of_card));
    }
    let vocabulary = Vocabulary::open(searcher, fields)?;
    let mut unknown = 0;
    for word in &query.words {
        unknown += usize::from(!analyze::is_stop(&word.text) && !vocabulary.knows(&word.text)?);
    }
    // Most questions are English, and need no more than this.
    if unknown == 0 || unknown * 4 < query.words.len() {
        return Ok(None);
    }
    let glossary = Glossary { searcher, fields, vocabulary, corrections };
    let mut best: Option<(usize, Translated)> = None;
    for language in Language::ALL {
        let words = words(query, language);
        let Read { english, foreign, both, stops } = glossary.read(language, &words)?;
        let most = foreign * 3 >= words.len() - both && (foreign > 1 || words.len() == 1);
        // "What is a … wort on an objectiv" is misspelt English.
        if most && foreign > stops && best.as_ref().is_none_or(|(count, _)| foreign + both > *count) {
            best = Some((foreign + both, Translated { language, english }));
        }
    }
    Ok(best.map(|(_, translated)| translated))
}

/// What the glossary has whole, with the name of a card in it: "was kostet CARD".
fn about_a_card(query: &Query, searcher: &Searcher, fields: &Fields) -> tantivy::Result<Option<Translated>> {
    for language in Language::ALL {
        let words = words(query, language);
        for length in 1..=names::MAX_NAME_WORDS.min(words.len()) {
            for from in 0..=words.len() - length {
                let Some(form) = card_forms::with_card(&words, (from, from + length)) else { continue };
                let Some(line) = english(&key(language, &form), searcher, fields)? else { continue };
                let name = &words[from..from + length];
                if names::is_name(name, searcher, fields)? {
                    let english = line.replace(CARD, &name.join(" "));
                    return Ok(Some(Translated { language, english }));
                }
            }
        }
    }
    Ok(None)
}

/// The words of a question in a language: in French what stands before an apostrophe is a word of its own.
fn words(query: &Query, language: Language) -> Vec<String> {
    let split = |word: &analyze::Token| -> Vec<String> {
        let typed = &query.typed[word.from..word.to];
        match language {
            Language::French if typed.contains(['\'', '’']) => {
                typed.split(['\'', '’']).map(analyze::normalize).filter(|w| !w.is_empty()).collect()
            }
            Language::French | Language::German | Language::Spanish => vec![word.text.clone()],
        }
    };
    query.words.iter().flat_map(split).collect()
}

/// A question as the glossary of one language reads it.
#[derive(Default)]
struct Read {
    english: String,
    /// How many of its words are the language's and no English ones.
    foreign: usize,
    /// The number of words in both languages.
    both: usize,
    /// How many are English stop words and not the language's.
    stops: usize,
}

struct Glossary<'s> {
    searcher: &'s Searcher,
    fields: &'s Fields,
    vocabulary: Vocabulary,
    corrections: &'s Corrections,
}

impl Glossary<'_> {
    /// Reads the words. One that is neither the language's nor English is left out: the known word most like
    /// it would be another.
    fn read(&self, language: Language, words: &[String]) -> tantivy::Result<Read> {
        let mut english: Vec<String> = Vec::new();
        let mut read = Read::default();
        let mut at = 0;
        let mut corrected = 0;
        while at < words.len() {
            let mut length = MAX_PHRASE_WORDS.min(words.len() - at);
            let found = loop {
                let phrase = words[at..at + length].join(" ");
                if let Some(found) = self.exactly(language, &phrase)? {
                    break Some(found);
                }
                if length == 1 {
                    break None;
                }
                length -= 1;
            };
            let known = self.vocabulary.knows(&words[at])? || analyze::is_stop(&words[at]);
            match found {
                Some(found) => {
                    *if length > 1 || !known { &mut read.foreign } else { &mut read.both } += length;
                    english.push(found);
                }
                None if known => {
                    read.stops += usize::from(analyze::is_stop(&words[at]));
                    english.push(words[at].clone());
                }
                None if corrected < MAX_CORRECTIONS => {
                    corrected += 1;
                    if let Some(found) = self.most_similar(language, &words[at])? {
                        read.foreign += 1;
                        english.push(found);
                    }
                }
                None => {}
            }
            at += length;
        }
        Ok(Read { english: english.join(" "), ..read })
    }

    /// The English for a phrase; the first line of the glossary that has it.
    fn exactly(&self, language: Language, phrase: &str) -> tantivy::Result<Option<String>> {
        english(&key(language, phrase), self.searcher, self.fields)
    }

    /// The English for the word most like one that the glossary does not have.
    fn most_similar(&self, language: Language, word: &str) -> tantivy::Result<Option<String>> {
        let edits = match word.chars().count() {
            TWO_EDITS.. => 2,
            ONE_EDIT.. => 1,
            _ => return Ok(None),
        };
        let wanted = key(language, word);
        let found = self.corrections.of(&wanted, edits, || self.nearest(language, &wanted, edits))?;
        found.first().map_or(Ok(None), |found| english(found, self.searcher, self.fields))
    }

    /// The key of the glossary most like one that it does not have.
    fn nearest(&self, language: Language, wanted: &str, edits: u8) -> tantivy::Result<Vec<String>> {
        let like_it = FuzzyTermQuery::new(Term::from_field_text(self.fields.foreign, wanted), edits, true)
            .automaton()?;
        let mut best: Option<(usize, String)> = None;
        for segment in self.searcher.segment_readers() {
            let inverted = segment.inverted_index(self.fields.foreign)?;
            let mut stream = inverted.terms().search(&like_it).into_stream()?;
            while let Some((term, _)) = stream.next() {
                let Ok(found) = std::str::from_utf8(term) else { continue };
                let apart = strsim::osa_distance(wanted, found);
                let same = found.starts_with(&key(language, ""));
                if same && best.as_ref().is_none_or(|(least, _)| apart < *least) {
                    best = Some((apart, found.to_owned()));
                }
            }
        }
        Ok(best.map(|(_, found)| found).into_iter().collect())
    }
}

fn english(key: &str, searcher: &Searcher, fields: &Fields) -> tantivy::Result<Option<String>> {
    let term = Term::from_field_text(fields.foreign, key);
    let Some(address) = first_with(searcher, &term)? else { return Ok(None) };
    let document: TantivyDocument = searcher.doc(address)?;
    Ok(document.get_first(fields.english).and_then(|v| v.as_str()).map(str::to_owned))
}
