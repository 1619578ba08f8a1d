//! The names of cards in a question. A card that a ruling names is what the ruling is about; of any other the
//! name says nothing, and stands for what the card is.

use serde::{Deserialize, Serialize};
use tantivy::collector::Count;
use tantivy::query::{BooleanQuery, Occur, Query, TermQuery};
use tantivy::schema::{IndexRecordOption, Value};
use tantivy::tokenizer::TextAnalyzer;
use tantivy::{Searcher, TantivyDocument, Term};

use super::analyzed::AnalyzedText;
use super::schema::Fields;
use super::scoring::first_with;
use super::{HeldRulings, analyze};
use crate::corpus::cards::Card;
use crate::corpus::cards::normalize::without_version;
use crate::corpus::{Game, Ruling};

/// The longest name of a card that is looked for, in words.
pub(super) const MAX_NAME_WORDS: usize = 7;

/// A card's name, and what the cards of that name are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardNameKinds {
    /// The name, without a version letter.
    pub name: String,
    /// The games that have such a card.
    pub games: Vec<Game>,
    /// What such cards are in the games' words: their types and keywords.
    pub is: Vec<String>,
}

impl CardNameKinds {
    /// The names of all these cards, each once, in alphabetical order.
    pub(crate) fn of<'b>(cards: impl Iterator<Item = Card<'b>>) -> Vec<Self> {
        let mut names = std::collections::BTreeMap::new();
        for card in cards {
            // Nobody asks for a version letter in a sentence.
            let name = without_version(card.name()).to_owned();
            let known = names.entry(name.clone()).or_insert(Self { name, games: Vec::new(), is: Vec::new() });
            if !known.games.contains(&card.game()) {
                known.games.push(card.game());
            }
            for word in card.is() {
                if !known.is.contains(&word) {
                    known.is.push(word);
                }
            }
        }
        names.into_values().collect()
    }

    pub(super) fn document(&self, fields: &Fields, line: &AnalyzedText) -> anyhow::Result<TantivyDocument> {
        let mut document = TantivyDocument::new();
        document.add_text(fields.name, &line.words);
        document.add_text(fields.named, &line.words);
        document.add_text(fields.card, serde_json::to_string(&(&self.games, &self.is))?);
        Ok(document)
    }
}

/// A card's name found in a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CardMention {
    /// The words, normalized.
    pub words: String,
    /// Which of the question's words they are: from, and behind the last.
    pub at: (usize, usize),
    /// Whether some ruling names the card.
    pub has_ruling: bool,
    /// What is known of the card.
    pub card: Option<CardNameKinds>,
}

impl HeldRulings {
    /// Whether this is the whole name of a card, with or without its article.
    ///
    /// # Errors
    /// Any error reading the index.
    pub(crate) fn is_card(&self, name: &str) -> anyhow::Result<bool> {
        let name = normalized(name);
        for name in [format!("the {name}"), name] {
            if self.searcher.doc_freq(&Term::from_field_text(self.fields.named, &name))? > 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether this is the name of a card or a part of one, and not merely words of the games.
    ///
    /// # Errors
    /// Any error reading the index.
    pub(crate) fn names_a_card(&self, name: &str) -> anyhow::Result<bool> {
        let words: Vec<String> = analyze::words(name).into_iter().map(|word| word.text).collect();
        let short = (1..=MAX_NAME_WORDS).contains(&words.len());
        Ok(short && (self.is_card(name)? || is_name(&words, &self.searcher, &self.fields)?))
    }
}

/// A card's name as the index has it.
pub(super) fn normalized(name: &str) -> String {
    analyze::words(name).into_iter().map(|word| word.text).collect::<Vec<_>>().join(" ")
}

/// The names of cards among the words, the longest first, none within another. A name of one word counts only
/// when it is the whole question: as one of several it is more likely a word.
pub(super) fn find(
    words: &[String],
    searcher: &Searcher,
    fields: &Fields,
    stemmer: &mut TextAnalyzer,
) -> tantivy::Result<Vec<CardMention>> {
    let mut found: Vec<CardMention> = Vec::new();
    for length in (1..=MAX_NAME_WORDS.min(words.len())).rev() {
        if length == 1 && words.len() > 1 {
            continue;
        }
        for (from, phrase) in words.windows(length).enumerate() {
            let at = (from, from + length);
            if found.iter().any(|f| f.at.0 < at.1 && at.0 < f.at.1) {
                continue;
            }
            let name = phrase.join(" ");
            let term = Term::from_field_text(fields.named, &name);
            if searcher.doc_freq(&term)? > 0 {
                let has_ruling = has_ruling(phrase, searcher, fields, stemmer)?;
                let card = card(&name, &term, searcher, fields)?;
                found.push(CardMention { words: name, at, has_ruling, card });
            }
        }
    }
    Ok(found)
}

/// The card that these words of a question name where it asks of one, by its whole name or by a part of one.
pub(super) fn mentioned(
    words: &[String],
    at: (usize, usize),
    searcher: &Searcher,
    fields: &Fields,
    stemmer: &mut TextAnalyzer,
) -> tantivy::Result<Option<CardMention>> {
    let words = &words[at.0..at.1];
    if !is_name(words, searcher, fields)? {
        return Ok(None);
    }
    let name = words.join(" ");
    let has_ruling = has_ruling(words, searcher, fields, stemmer)?;
    let card = card(&name, &Term::from_field_text(fields.named, &name), searcher, fields)?;
    Ok(Some(CardMention { words: name, at, has_ruling, card }))
}

/// Whether these are the name of a card or a part of one, and not merely words of the games.
pub(super) fn is_name(words: &[String], searcher: &Searcher, fields: &Fields) -> tantivy::Result<bool> {
    let is_whole = searcher.doc_freq(&Term::from_field_text(fields.named, &words.join(" ")))? > 0;
    if is_whole && words.len() > 1 {
        return Ok(true);
    }
    for word in words.iter().filter(|word| !analyze::is_stop(word)) {
        if !is_game_word(word, searcher, fields)? {
            let is_it = &mut |of: &[&str]| of.iter().eq(words);
            return Ok(is_whole || part_of_a_name(words.len(), None, searcher, fields, is_it)?.is_some());
        }
    }
    Ok(false)
}

/// More words than these are a question.
const FEW_WORDS: usize = 2;

/// The part of cards' names that a query consists of (`emperor`), in the names' form; no ruling decides it.
/// `None` if the query is anything else, or the ruling mentions the words.
pub(super) fn part_of_names(
    words: &[String],
    game: Option<Game>,
    ruling: &Ruling,
    searcher: &Searcher,
    fields: &Fields,
) -> tantivy::Result<Option<String>> {
    let part: Vec<&str> = words.iter().map(String::as_str).filter(|word| !analyze::is_stop(word)).collect();
    if part.is_empty() || part.len() > FEW_WORDS {
        return Ok(None);
    }
    let cards = ruling.cards.iter().map(|card| card.name.as_str());
    let own = [ruling.title.as_str(), &ruling.text()].into_iter().chain(cards).collect::<Vec<_>>().join(" ");
    let mut stemmer = analyze::stemmer();
    let mut stem_of = |word: &str| analyze::stem(&mut stemmer, word);
    let wanted: Vec<String> = part.iter().map(|word| stem_of(word)).collect();
    let own: Vec<String> = analyze::words(&own).iter().map(|word| stem_of(&word.text)).collect();
    if wanted.iter().any(|stem| own.contains(stem)) {
        return Ok(None);
    }
    let mut is_part = |of: &[&str]| {
        let mut pairs = of.iter().zip(&part).zip(&wanted);
        pairs.all(|((word, typed), stem)| word == typed || alike((word, typed)) && stem_of(word) == *stem)
    };
    let Some(found) = part_of_a_name(part.len(), game, searcher, fields, &mut is_part)? else {
        return Ok(None);
    };
    for word in part.iter().copied().chain(found.split(' ')) {
        if is_game_word(word, searcher, fields)? {
            return Ok(None);
        }
    }
    Ok(Some(found))
}

/// The first run of `length` words in the name of a card of the game that is the part looked for.
fn part_of_a_name(
    length: usize,
    game: Option<Game>,
    searcher: &Searcher,
    fields: &Fields,
    is_part: &mut dyn FnMut(&[&str]) -> bool,
) -> tantivy::Result<Option<String>> {
    for segment in searcher.segment_readers() {
        let inverted = segment.inverted_index(fields.named)?;
        let mut names = inverted.terms().stream()?;
        while let Some((name, _)) = names.next() {
            let Ok(name) = std::str::from_utf8(name) else { continue };
            let words: Vec<&str> = name.split(' ').collect();
            let Some(found) = words.windows(length).find(|of| is_part(of)) else { continue };
            let card = card(name, &Term::from_field_text(fields.named, name), searcher, fields)?;
            if game.is_none_or(|game| card.is_some_and(|card| card.games.contains(&game))) {
                return Ok(Some(found.join(" ")));
            }
        }
    }
    Ok(None)
}

/// Whether some ruling says a word of something else than the cards it names.
fn is_game_word(word: &str, searcher: &Searcher, fields: &Fields) -> tantivy::Result<bool> {
    let term = |field, text: &str| -> Box<dyn Query> {
        Box::new(TermQuery::new(Term::from_field_text(field, text), IndexRecordOption::Basic))
    };
    let stem = analyze::stem(&mut analyze::stemmer(), word);
    let spoken = vec![(Occur::Must, term(fields.exact, word)), (Occur::MustNot, term(fields.cards, &stem))];
    Ok(searcher.search(&BooleanQuery::new(spoken), &Count)? > 0)
}

/// Whether two words begin alike.
fn alike((a, b): (&str, &str)) -> bool {
    a.chars().next() == b.chars().next()
}

/// A name of fewer characters is not looked for where it is misspelt.
const MIN_CHARACTERS: usize = 8;
/// The minimum length of a name that may be two edits away.
const LONG_NAME: usize = 14;

/// The names of all cards by the first letters of their words, which are not mistyped in a name looked for.
#[derive(Debug, Default)]
pub(super) struct NamesByInitials {
    /// All names, one behind the other: most searches end before separate strings would pay.
    names: String,
    /// A hash of the initials, and where the name begins and ends; in order of the hash and of the alphabet.
    places: Vec<(u32, u32, u32)>,
}

/// A hash of the first letters of words.
fn initials<'w>(words: impl Iterator<Item = &'w str>) -> u32 {
    words.filter_map(|word| word.chars().next()).fold(0, |hash, c| hash.rotate_left(5) ^ u32::from(c))
}

impl NamesByInitials {
    pub(super) fn read(searcher: &Searcher, fields: &Fields) -> tantivy::Result<Self> {
        let mut all = Self::default();
        for segment in searcher.segment_readers() {
            let inverted = segment.inverted_index(fields.named)?;
            let mut names = inverted.terms().stream()?;
            while let Some((name, _)) = names.next() {
                let Ok(name) = std::str::from_utf8(name) else { continue };
                let begin = all.names.len() as u32;
                all.names.push_str(name);
                all.places.push((initials(name.split(' ')), begin, all.names.len() as u32));
            }
        }
        let Self { names, places } = &mut all;
        places.sort_unstable_by_key(|&(hash, begin, end)| (hash, &names[begin as usize..end as usize]));
        Ok(all)
    }

    /// The names whose words begin as these do.
    fn alike<'n>(&'n self, phrase: &[String]) -> impl Iterator<Item = &'n str> {
        let hash = initials(phrase.iter().map(String::as_str));
        let first = self.places.partition_point(|place| place.0 < hash);
        let same = self.places[first..].iter().take_while(move |place| place.0 == hash);
        let names = same.map(|&(_, begin, end)| &self.names[begin as usize..end as usize]);
        names.filter(|name| {
            let words = || phrase.iter().map(String::as_str);
            name.split(' ').count() == phrase.len() && name.split(' ').zip(words()).all(alike)
        })
    }

    /// The name of a card that the words around the one at `at` nearly are, of as many words that begin
    /// alike, and where it begins.
    pub(super) fn nearest_around(&self, words: &[String], at: usize) -> Option<(usize, &str)> {
        let lengths = (2..=MAX_NAME_WORDS.min(words.len())).rev();
        let mut phrases = lengths.flat_map(|length| {
            let first = (at + 1).saturating_sub(length);
            (first..=at.min(words.len() - length)).map(move |from| (from, from + length))
        });
        phrases.find_map(|(from, end)| Some((from, self.nearest(&words[from..end])?)))
    }

    /// The name of a card that is nearest to a phrase; of two as near, the first of the alphabet.
    fn nearest(&self, phrase: &[String]) -> Option<&str> {
        let joined = phrase.join(" ");
        let characters = joined.chars().count();
        if characters < MIN_CHARACTERS {
            return None;
        }
        let allowed = if characters >= LONG_NAME { 2 } else { 1 };
        let apart = |name| (strsim::osa_distance(&joined, name), name);
        let near = self.alike(phrase).map(apart).filter(|(apart, _)| *apart <= allowed);
        near.min_by_key(|(apart, _)| *apart).map(|(_, name)| name)
    }
}

fn card(
    name: &str,
    term: &Term,
    searcher: &Searcher,
    fields: &Fields,
) -> tantivy::Result<Option<CardNameKinds>> {
    let Some(address) = first_with(searcher, term)? else { return Ok(None) };
    let document: TantivyDocument = searcher.doc(address)?;
    let stored = document.get_first(fields.card).and_then(|v| v.as_str());
    let card = stored.and_then(|text| serde_json::from_str(text).ok());
    Ok(card.map(|(games, is)| CardNameKinds { name: name.to_owned(), games, is }))
}

/// Whether some ruling names cards with all these words.
fn has_ruling(
    words: &[String],
    searcher: &Searcher,
    fields: &Fields,
    stemmer: &mut TextAnalyzer,
) -> tantivy::Result<bool> {
    let must = |word: &String| -> (Occur, Box<dyn Query>) {
        let term = Term::from_field_text(fields.cards, &analyze::stem(stemmer, word));
        (Occur::Must, Box::new(TermQuery::new(term, IndexRecordOption::Basic)))
    };
    let all = BooleanQuery::new(words.iter().map(must).collect());
    Ok(searcher.search(&all, &Count)? > 0)
}

/// The one game whose cards are named, if they are of one game only.
pub(super) fn game(names: &[CardMention]) -> Option<Game> {
    let of_one = |n: &CardMention| match n.card.as_ref().map(|c| c.games.as_slice()) {
        Some([game]) => Some(*game),
        _ => None,
    };
    let mut games = names.iter().filter_map(of_one);
    let first = games.next()?;
    games.all(|game| game == first).then_some(first)
}
