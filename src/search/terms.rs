//! From the words typed to the terms searched: misspelt words corrected, everyday words joined by the game's
//! own.

use std::ops::Range;

use tantivy::query::FuzzyTermQuery;
use tantivy::schema::{Field, IndexRecordOption, Value};
use tantivy::tokenizer::TextAnalyzer;
use tantivy::{DocAddress, DocSet, InvertedIndexReader, Searcher, TERMINATED, TantivyDocument, Term};

use super::analyze::{self, Token};
use super::card_forms;
use super::corrections::Corrections;
use super::game_words;
use super::index_info::SynonymLine;
use super::names::{self, CardMention, NamesByInitials};
use super::query::{self, Query};
use super::schema::Fields;
use crate::corpus::Game;

/// One stem to search.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SearchTerm {
    pub stem: String,
    /// What it counts: 1 for a word typed.
    pub weight: f32,
    /// Whether somebody typed it (well or badly), or a line of `synonyms.yaml` added it.
    pub typed: bool,
}

/// A word that was not found and what was searched instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpellingCorrection {
    /// The word before it was corrected.
    pub typed: String,
    /// As searched; `None` when nothing is like it.
    pub searched: Option<String>,
}

/// An ask of at most this many words is answered by the ruling it belongs to where a query is the very same
/// words.
pub(super) const FEW_WORDS: usize = 5;

/// A query turned into terms, with what there is to say about it.
#[derive(Debug, Clone, Default)]
pub(crate) struct QueryTerms {
    /// The distinct stems with their weights.
    pub terms: Vec<SearchTerm>,
    /// The words searched, in order, after correction.
    pub words: Vec<String>,
    /// Their stems, those of words that are in every question too.
    pub in_order: Vec<SearchTerm>,
    /// Misspelt words with their corrections, if any.
    pub corrected: Vec<SpellingCorrection>,
    /// The phrases from `synonyms.yaml` that are searched in addition.
    pub expansions: Vec<String>,
    /// The names of cards in it, normalized, each once.
    pub cards: Vec<String>,
    /// Those of them that no ruling names.
    pub cards_without_ruling: Vec<String>,
    /// Whether such names are all it says.
    pub only_cards_without_ruling: bool,
    /// The game whose cards are named, where they are of one game only.
    pub game: Option<Game>,
    /// The stems of a query that names one card, with [`crate::corpus::beyond::CARD`] in place of the name.
    pub of_card: Option<String>,
    /// The runs of its words that are whole names of cards some ruling names, with how many words each has.
    pub names: Vec<(String, f32)>,
    /// The items it counts to, "step 3 of damage", as [`analyze::item_term`] writes them.
    pub item_numbers: Vec<String>,
}

impl QueryTerms {
    /// The stems of a query of few words, as the whole of an ask has them; `None` of a longer one.
    pub(super) fn whole(&self) -> Option<String> {
        if self.corrected.iter().any(|word| word.searched.is_none()) {
            return None;
        }
        joined_if_few(self.in_order.iter().map(|term| term.stem.as_str()))
    }

    /// The names of cards that no ruling names, each once, however often they stand in the query.
    pub(super) fn each_card_without_ruling(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for name in &self.cards_without_ruling {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        names
    }

    /// How many of its words are names that are not searched, because no ruling has them.
    pub(super) fn unsearched_name_words(&self) -> usize {
        if self.only_cards_without_ruling {
            return 0;
        }
        self.cards_without_ruling.iter().map(|name| name.split(' ').count()).sum()
    }

    /// The words searched, as one line.
    pub(crate) fn searched(&self) -> String {
        self.words.join(" ")
    }

    fn add(&mut self, stem: String, weight: f32, typed: bool) {
        match self.terms.iter_mut().find(|t| t.stem == stem) {
            Some(term) => {
                term.weight = term.weight.max(weight);
                term.typed |= typed;
            }
            None => self.terms.push(SearchTerm { stem, weight, typed }),
        }
    }
}

/// What a word that was corrected counts.
const CORRECTED_WEIGHT: f32 = 0.9;
/// What a stem from `synonyms.yaml` counts, for all words of one phrase together.
const SYNONYM: f32 = 0.3;

/// Turns a query into terms.
///
/// # Errors
/// Any error reading the index.
pub(crate) fn of_query(
    query: &Query,
    game: Option<Game>,
    searcher: &Searcher,
    fields: &Fields,
    corrections: &Corrections,
) -> tantivy::Result<QueryTerms> {
    let mut stemmer = analyze::stemmer();
    let mut terms = QueryTerms::default();
    let weights = add_corrected(&mut terms, query, searcher, fields, corrections, &mut stemmer)?;
    let stemmed: Vec<String> = terms.words.iter().map(|w| analyze::stem(&mut stemmer, w)).collect();
    let mut named = names::find(&terms.words, searcher, fields, &mut stemmer)?;
    if named.is_empty() {
        named.extend(card_forms::find((&terms.words, &stemmed), searcher, fields, &mut stemmer)?);
    }
    add_words(&mut terms, &stemmed, &weights, &named);
    let term =
        |(stem, weight): (&String, &f32)| SearchTerm { stem: stem.clone(), weight: *weight, typed: true };
    terms.in_order = stemmed.iter().zip(&weights).map(term).collect();
    add_item_numbers(&mut terms, query);
    terms.names = ruled_names(&terms.words, searcher, fields)?;
    terms.game = game_words::of_version(&query.typed, &query.words).or(names::game(&named));
    if let [one] = named.as_slice() {
        terms.of_card = card_forms::with_card(&stemmed, one.at);
    }
    terms.cards = named.iter().map(|n| n.words.clone()).collect();
    terms.cards.sort();
    terms.cards.dedup();
    terms.cards_without_ruling = named.iter().filter(|n| !n.has_ruling).map(|n| n.words.clone()).collect();
    add_what_cards_are(&mut terms, &named, &mut stemmer);
    add_synonyms(&mut terms, game, searcher, fields, &mut stemmer)?;
    Ok(terms)
}

/// The stems of an ask of few words; `None` of a longer one.
fn joined_if_few<'s>(stems: impl Iterator<Item = &'s str>) -> Option<String> {
    let stems: Vec<&str> = stems.collect();
    (1..=FEW_WORDS).contains(&stems.len()).then(|| stems.join(" "))
}

/// Whether official words or an ask have the stem. A known word in a form nobody used before, "conceded" for
/// "concede", is not misspelt.
fn is_stem_used(stem: &str, searcher: &Searcher, fields: &Fields) -> tantivy::Result<bool> {
    let used = |field| searcher.doc_freq(&Term::from_field_text(field, stem)).map(|texts| texts > 0);
    Ok(used(fields.official)? || used(fields.ask)?)
}

/// Adds the query's words, misspelt ones corrected, with what was corrected. Returns the weight of each added
/// word.
fn add_corrected(
    terms: &mut QueryTerms,
    query: &Query,
    searcher: &Searcher,
    fields: &Fields,
    corrections: &Corrections,
    stemmer: &mut TextAnalyzer,
) -> tantivy::Result<Vec<f32>> {
    let vocabulary = Vocabulary::open(searcher, fields)?;
    let (mut weights, mut corrected) = (Vec::new(), 0);
    let of_names = with_names_corrected(query, &vocabulary, &|| corrections.names(searcher, fields))?;
    for (word, of_name) in query.words.iter().zip(of_names) {
        let weight = query.weight(word);
        if of_name != word.text {
            terms.words.push(of_name.clone());
            weights.push(weight * CORRECTED_WEIGHT);
            terms.corrected.push(SpellingCorrection { typed: word.text.clone(), searched: Some(of_name) });
            continue;
        }
        let stem = analyze::stem(stemmer, &word.text);
        let known = vocabulary.knows(&word.text)? || is_stem_used(&stem, searcher, fields)?;
        if known || word.text.chars().count() < 4 || is_number(&word.text) {
            terms.words.push(word.text.clone());
            weights.push(weight);
            continue;
        }
        let instead = match max_edits(query, word) {
            Some(edits) if corrected < MAX_CORRECTIONS => {
                corrections.of(&word.text, edits, || vocabulary.nearest(&word.text, edits))?
            }
            _ => Vec::new(),
        };
        corrected += 1;
        weights.extend(instead.iter().map(|_| weight * CORRECTED_WEIGHT));
        let searched = (!instead.is_empty()).then(|| instead.join(" "));
        terms.words.extend(instead);
        terms.corrected.push(SpellingCorrection { typed: word.text.clone(), searched });
    }
    Ok(weights)
}

/// The query's words, those corrected that nobody ever wrote and that stand in what is nearly a card's name:
/// `shi cho training`.
fn with_names_corrected<'n>(
    query: &Query,
    vocabulary: &Vocabulary,
    names: &dyn Fn() -> tantivy::Result<&'n NamesByInitials>,
) -> tantivy::Result<Vec<String>> {
    let mut words: Vec<String> = query.words.iter().map(|word| word.text.clone()).collect();
    let mut looked_up = 0;
    for (at, word) in query.words.iter().enumerate() {
        let to_look_up = looked_up < MAX_CORRECTIONS && words[at] == word.text && !is_number(&word.text);
        if !to_look_up || max_edits(query, word).is_none() || vocabulary.knows(&word.text)? {
            continue;
        }
        looked_up += 1;
        if let Some((from, name)) = names()?.nearest_around(&words, at) {
            for (word, of_name) in words[from..].iter_mut().zip(name.split(' ')) {
                of_name.clone_into(word);
            }
        }
    }
    Ok(words)
}

/// Adds the informative words. The name of a card that no ruling names is not informative, unless it is
/// all there is.
fn add_words(terms: &mut QueryTerms, stemmed: &[String], weights: &[f32], named: &[CardMention]) {
    let lacks_ruling =
        |n: usize| named.iter().any(|name| !name.has_ruling && (name.at.0..name.at.1).contains(&n));
    let is_content = |n: &usize| !analyze::is_stop(&terms.words[*n]);
    let content_words: Vec<usize> = (0..stemmed.len()).filter(is_content).collect();
    terms.only_cards_without_ruling =
        !content_words.is_empty() && content_words.iter().all(|n| lacks_ruling(*n));
    for n in content_words {
        if terms.only_cards_without_ruling || !lacks_ruling(n) {
            terms.add(stemmed[n].clone(), weights[n], true);
        }
    }
}

/// What a word counts that says what a named card is.
const CARD_IS: f32 = 0.4;

/// Adds what the cards are that are named, and that no ruling names: "event" for the name of an event.
fn add_what_cards_are(terms: &mut QueryTerms, named: &[CardMention], stemmer: &mut TextAnalyzer) {
    let cards = named.iter().filter(|n| !n.has_ruling).filter_map(|n| n.card.as_ref());
    for word in cards.flat_map(|card| &card.is).flat_map(|is| analyze::words(is)) {
        terms.add(analyze::stem(stemmer, &word.text), CARD_IS, false);
    }
}

/// At most this many unknown words of a query are looked up among the known ones; a story has enough others.
pub(super) const MAX_CORRECTIONS: usize = 64;
/// From this many letters on, a word may be two edits from a known one.
const LONG_WORD: usize = 6;

/// How many edits a word may be from the known word that is searched instead; `None` when it is to be left
/// alone. In a story an unknown word is more often the name of somebody or something else than a slip.
fn max_edits(query: &Query, word: &Token) -> Option<u8> {
    let letters = word.text.chars().count();
    if query.words.len() <= query::LONG_QUERY {
        return Some(if letters >= LONG_WORD { 2 } else { 1 });
    }
    let typed = &query.typed[word.from..word.to];
    (letters >= LONG_WORD && !typed.starts_with(char::is_uppercase)).then_some(1)
}

/// What a counted item counts: whoever counts means that very item.
const COUNTED: f32 = 3.0;

/// The runs of words that are whole names of cards some ruling names.
fn ruled_names(
    words: &[String],
    searcher: &Searcher,
    fields: &Fields,
) -> tantivy::Result<Vec<(String, f32)>> {
    let mut names = Vec::new();
    for length in 1..=names::MAX_NAME_WORDS.min(words.len()) {
        for phrase in words.windows(length) {
            let name = phrase.join(" ");
            if searcher.doc_freq(&Term::from_field_text(fields.names, &name))? > 0 {
                names.push((name, length as f32));
            }
        }
    }
    Ok(names)
}

/// Words before a number that count the items of a section.
const COUNTING: [&str; 10] =
    ["step", "bullet", "point", "paragraph", "item", "number", "no", "part", "para", "clause"];

/// A number word as a figure; any other word as it is.
fn figure(word: &str) -> &str {
    const NUMBERS: [(&str, &str); 7] = [
        ("one", "1"),
        ("two", "2"),
        ("three", "3"),
        ("four", "4"),
        ("five", "5"),
        ("six", "6"),
        ("seven", "7"),
    ];
    NUMBERS.iter().find(|(name, _)| *name == word).map_or(word, |(_, figure)| figure)
}

/// "step 3", "bullet 3", "#3" ask for the third of a section's items, whatever that section calls them.
fn add_item_numbers(terms: &mut QueryTerms, query: &Query) {
    for (n, word) in query.words.iter().enumerate() {
        let number = figure(&word.text);
        let small = number.len() <= 2 && number.bytes().all(|b| b.is_ascii_digit());
        let hashed = query.typed[..word.from].ends_with('#');
        let before = n.checked_sub(1).map(|n| query.words[n].text.as_str());
        if small && (hashed || before.is_some_and(|b| COUNTING.contains(&b))) {
            if query.weight(word) < 1.0 {
                continue; // Another question of the same post counts.
            }
            terms.add(analyze::item_term(number), COUNTED, true);
            // "No" before a number is more often a word of its own, but for "no. 3".
            if before != Some("no") || query.typed[..word.from].trim_end().ends_with('.') {
                terms.item_numbers.push(analyze::item_term(number));
            }
        }
    }
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit() || b == b'.')
}

/// The longest phrase a line of `synonyms.yaml` is looked up for, in words.
const MAX_PHRASE_LENGTH: usize = 5;

fn add_synonyms(
    terms: &mut QueryTerms,
    game: Option<Game>,
    searcher: &Searcher,
    fields: &Fields,
    stemmer: &mut TextAnalyzer,
) -> tantivy::Result<()> {
    let words = terms.words.clone();
    // A phrase that has a line of its own is not taken apart: an edge stack is no stack.
    let mut taken: Vec<Range<usize>> = Vec::new();
    for length in (1..=MAX_PHRASE_LENGTH.min(words.len())).rev() {
        for (from, phrase) in words.windows(length).enumerate() {
            let here = from..from + length;
            if taken.iter().any(|longer| longer.start <= here.start && here.end <= longer.end) {
                continue;
            }
            let mut lines = synonyms(&phrase.join(" "), searcher, fields)?;
            lines.retain(|line| game.is_none() || line.game.is_none() || line.game == game);
            lines.iter().for_each(|line| add_line(terms, line, stemmer));
            if length > 1 && !lines.is_empty() {
                taken.push(here);
            }
        }
    }
    Ok(())
}

/// The lines of `synonyms.yaml` for a phrase.
fn synonyms(phrase: &str, searcher: &Searcher, fields: &Fields) -> tantivy::Result<Vec<SynonymLine>> {
    let term = Term::from_field_text(fields.said, phrase);
    let mut lines = Vec::new();
    for (ord, segment) in searcher.segment_readers().iter().enumerate() {
        let inverted = segment.inverted_index(fields.said)?;
        let Some(mut postings) = inverted.read_postings(&term, IndexRecordOption::Basic)? else { continue };
        while postings.doc() != TERMINATED {
            let document: TantivyDocument = searcher.doc(DocAddress::new(ord as u32, postings.doc()))?;
            let stored = document.get_first(fields.synonym).and_then(|v| v.as_str());
            lines.extend(stored.and_then(|text| serde_json::from_str(text).ok()));
            postings.advance();
        }
    }
    Ok(lines)
}

fn add_line(terms: &mut QueryTerms, line: &SynonymLine, stemmer: &mut TextAnalyzer) {
    for phrase in &line.to {
        let stemmed: Vec<String> =
            analyze::words(phrase).iter().map(|w| analyze::stem(stemmer, &w.text)).collect();
        if stemmed.iter().all(|s| terms.terms.iter().any(|t| t.stem == *s && t.typed)) {
            continue;
        }
        // A long phrase does not count more than a short one.
        let weight = SYNONYM / (stemmed.len().max(1) as f32).sqrt();
        for stem in stemmed {
            terms.add(stem, weight, false);
        }
        if !terms.expansions.contains(phrase) {
            terms.expansions.push(phrase.clone());
        }
    }
}

/// How unlike a known word is; the least unlike come first, compared field by field.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct EditRank {
    /// Edits apart when doubled letters count once.
    edits_of_collapsed: usize,
    /// People seldom miss the first letter.
    other_first_letter: bool,
    /// Edits apart.
    edits: usize,
    /// In how many texts it stands: of two words as near, the commoner is meant.
    texts: std::cmp::Reverse<u32>,
}

/// People double letters, and forget to, more often than they do anything else wrong.
fn collapse_doubled(word: &str) -> String {
    let mut chars: Vec<char> = word.chars().collect();
    chars.dedup();
    chars.into_iter().collect()
}

/// Every word the rulings, the asks or the names of cards use.
pub(super) struct Vocabulary {
    /// Inverted indexes to look in, with their fields: official words, asks, names of cards.
    readers: Vec<(std::sync::Arc<InvertedIndexReader>, Field)>,
}

impl Vocabulary {
    pub(super) fn open(searcher: &Searcher, fields: &Fields) -> tantivy::Result<Self> {
        let mut readers = Vec::new();
        for field in [fields.exact, fields.spoken, fields.name] {
            for segment in searcher.segment_readers() {
                readers.push((segment.inverted_index(field)?, field));
            }
        }
        Ok(Self { readers })
    }

    pub(super) fn knows(&self, word: &str) -> tantivy::Result<bool> {
        for (reader, field) in &self.readers {
            if reader.doc_freq(&Term::from_field_text(*field, word))? > 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn count(&self, word: &str) -> tantivy::Result<u32> {
        let mut count = 0;
        for (reader, field) in &self.readers {
            count += reader.doc_freq(&Term::from_field_text(*field, word))?;
        }
        Ok(count)
    }

    /// The known word most like an unknown one, or two known words it is written together from; nothing when
    /// nothing is like it.
    fn nearest(&self, word: &str, allowed: u8) -> tantivy::Result<Vec<String>> {
        let mut best: Option<(EditRank, String)> = None;
        let typed = collapse_doubled(word);
        let Some((_, any_field)) = self.readers.first() else { return Ok(Vec::new()) };
        let like_it =
            FuzzyTermQuery::new(Term::from_field_text(*any_field, word), allowed, true).automaton()?;
        for (reader, _) in &self.readers {
            let mut stream = reader.terms().search(&like_it).into_stream()?;
            while let Some((term, info)) = stream.next() {
                let Ok(found) = std::str::from_utf8(term) else { continue };
                let rank = EditRank {
                    edits_of_collapsed: strsim::osa_distance(&typed, &collapse_doubled(found)),
                    other_first_letter: found.chars().next() != word.chars().next(),
                    edits: strsim::osa_distance(word, found),
                    texts: std::cmp::Reverse(info.doc_freq),
                };
                if best.as_ref().is_none_or(|(r, w)| (&rank, found) < (r, w.as_str())) {
                    best = Some((rank, found.to_owned()));
                }
            }
        }
        match best {
            Some((_, found)) => Ok(vec![found]),
            None => self.split_compound(word),
        }
    }

    /// Two known words written as one: `gamorrun`, `objectiveset`; or a word begun: `bambo`.
    fn split_compound(&self, word: &str) -> tantivy::Result<Vec<String>> {
        let mut best: Option<(u32, Vec<String>)> = None;
        for (at, _) in word.char_indices().skip(3) {
            let (left, right) = word.split_at(at);
            if right.chars().count() < 3 {
                break;
            }
            let count = self.count(left)?.min(self.count(right)?);
            if count > 0 && best.as_ref().is_none_or(|(c, _)| count > *c) {
                best = Some((count, vec![left.to_owned(), right.to_owned()]));
            }
        }
        if let Some((_, words)) = best {
            return Ok(words);
        }
        self.with_prefix(word)
    }

    /// The commonest known word that begins with `word`.
    fn with_prefix(&self, word: &str) -> tantivy::Result<Vec<String>> {
        let mut best: Option<(u32, String)> = None;
        for (reader, _) in &self.readers {
            let mut stream = reader.terms().range().ge(word.as_bytes()).into_stream()?;
            while let Some((term, info)) = stream.next() {
                if !term.starts_with(word.as_bytes()) {
                    break;
                }
                let Ok(found) = std::str::from_utf8(term) else { continue };
                if best.as_ref().is_none_or(|(count, _)| info.doc_freq > *count) {
                    best = Some((info.doc_freq, found.to_owned()));
                }
            }
        }
        Ok(best.map(|(_, found)| found).into_iter().collect())
    }
}
