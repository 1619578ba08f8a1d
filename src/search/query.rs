//! What a judge typed, read without ever failing: words, "exact phrases", -exclusions and `field:value` filters.

use super::analyze::{self, Word};
use crate::corpus::{Game, Kind};

/// More words than this are not searched; nobody types them, and the answer says so.
pub const MOST_WORDS: usize = 64;

/// A query as read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Query {
    /// What was typed.
    pub typed: String,
    /// The words to search, folded, in order; places are bytes of `typed`.
    pub words: Vec<Word>,
    /// Phrases every result must have, as folded words.
    pub phrases: Vec<Vec<String>>,
    /// Words no result may have, folded.
    pub without: Vec<String>,
    /// What every result must be.
    pub filters: Filters,
    /// What was not searched, as sentences for the reader.
    pub remarks: Vec<String>,
}

/// What `field:value` asks of every result.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filters {
    /// Names of cards it must name.
    pub cards: Vec<String>,
    /// Kinds, one of which it must be.
    pub kinds: Vec<Kind>,
    /// Documents, one of which it must stand in.
    pub documents: Vec<String>,
    /// The game it must be about.
    pub game: Option<Game>,
    /// The official number it must have.
    pub number: Option<String>,
    /// Words its headings must have.
    pub section: Option<String>,
}

impl Filters {
    /// Whether nothing is asked.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The fields a filter may name, as `--help` lists them.
pub const FIELDS: [&str; 6] = ["card", "kind", "document", "game", "number", "section"];

/// Reads a query. Every text is a query; what looks like a filter and is none is searched as words.
pub fn read(typed: &str) -> Query {
    let mut query = Query { typed: typed.to_owned(), ..Query::default() };
    let mut at = 0;
    while let Some(part) = next_part(typed, at) {
        at = part.end;
        take(&mut query, typed, part);
    }
    if query.words.len() > MOST_WORDS {
        let dropped = query.words.len() - MOST_WORDS;
        query.words.truncate(MOST_WORDS);
        query
            .remarks
            .push(format!("Only the first {MOST_WORDS} words were searched, {dropped} were left out."));
    }
    query
}

/// A piece of the query between spaces, quotes kept together.
#[derive(Debug, Clone, Copy)]
struct Part {
    start: usize,
    end: usize,
}

fn next_part(typed: &str, from: usize) -> Option<Part> {
    let start = from + typed[from..].find(|c: char| !c.is_whitespace())?;
    let mut quoted = false;
    for (at, c) in typed[start..].char_indices() {
        match c {
            '"' | '“' | '”' => quoted = !quoted,
            c if c.is_whitespace() && !quoted => return Some(Part { start, end: start + at }),
            _ => {}
        }
    }
    Some(Part { start, end: typed.len() })
}

const QUOTES: [char; 3] = ['"', '“', '”'];

fn take(query: &mut Query, typed: &str, part: Part) {
    let text = &typed[part.start..part.end];
    if let Some(rest) = text.strip_prefix('-')
        && rest.starts_with(|c: char| c.is_alphanumeric() || QUOTES.contains(&c))
        && part.start > 0
    {
        query.without.extend(folded(rest));
    } else if text.starts_with(QUOTES) {
        let words = folded(text);
        add_words(query, typed, part);
        // One quoted word, or a quotation left open, is a word like others.
        if words.len() > 1 && text.matches(QUOTES).count() > 1 {
            query.phrases.push(words);
        }
    } else if !filter(&mut query.filters, text) {
        query.remarks.extend(unknown_value(text));
        add_words(query, typed, part);
    }
}

fn folded(text: &str) -> Vec<String> {
    analyze::words(text).into_iter().map(|w| w.text).collect()
}

fn add_words(query: &mut Query, typed: &str, part: Part) {
    let words = analyze::words(&typed[part.start..part.end]);
    let placed = |w: Word| Word { from: w.from + part.start, to: w.to + part.start, ..w };
    query.words.extend(words.into_iter().map(placed));
}

/// Takes `field:value` as a filter; false when it is none.
fn filter(filters: &mut Filters, text: &str) -> bool {
    let Some((field, value)) = text.split_once(':') else { return false };
    let value = value.trim_matches(QUOTES).trim();
    if value.is_empty() {
        return false;
    }
    match field.to_ascii_lowercase().as_str() {
        "card" => filters.cards.push(value.to_owned()),
        "kind" => match Kind::from_word(value) {
            Some(kind) => filters.kinds.push(kind),
            None => return false,
        },
        "document" | "doc" => filters.documents.push(value.to_lowercase()),
        "game" => match Game::from_code(&value.to_lowercase()) {
            Some(game) => filters.game = Some(game),
            None => return false,
        },
        "number" => filters.number = Some(value.trim_matches(['(', ')']).to_owned()),
        "section" => filters.section = Some(value.to_lowercase()),
        _ => return false,
    }
    true
}

/// What to say of a filter whose value is none of those there are.
fn unknown_value(text: &str) -> Option<String> {
    let (field, value) = text.split_once(':').filter(|(_, value)| !value.is_empty())?;
    let known: Vec<&str> = match field.to_ascii_lowercase().as_str() {
        "kind" => Kind::ALL.iter().map(|k| k.word()).collect(),
        "game" => Game::ALL.iter().map(|g| g.code()).collect(),
        _ => return None,
    };
    Some(format!("There is no {field} {value} (but {}); “{text}” was searched as words.", known.join(", ")))
}

/// Words around a number that only say that it is one.
const NUMBER_TALK: [&str; 24] = [
    "rule",
    "rules",
    "ruling",
    "section",
    "clarification",
    "definition",
    "number",
    "no",
    "nr",
    "card",
    "core",
    "set",
    "objective",
    "faq",
    "entry",
    "see",
    "point",
    "the",
    "paragraph",
    "errata",
    "restricted",
    "lcg",
    "swlcg",
    "item",
];

/// A number asked for by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Direct {
    /// An official number, `3.6`.
    Rule(String),
    /// A card's number, `0057`.
    Card(String),
    /// An objective set's number, `103`.
    Set(String),
    /// An id, `lcg:3.6`.
    Id(String),
}

/// The number or id a query consists of, if it is nothing else: `3.6`, `(4.12)`, `core 0057`, `set 103`, `lcg:3.6`.
pub fn direct(typed: &str) -> Option<Direct> {
    let typed = typed.trim();
    if let Some((game, rest)) = typed.split_once(':')
        && Game::from_code(&game.to_lowercase()).is_some()
        && !rest.is_empty()
        && !rest.contains(char::is_whitespace)
    {
        return Some(Direct::Id(typed.to_lowercase()));
    }
    let words = folded(typed);
    let (numbers, talk): (Vec<&String>, Vec<&String>) =
        words.iter().partition(|w| w.starts_with(|c: char| c.is_ascii_digit()));
    let [number] = numbers.as_slice() else { return None };
    if !talk.iter().all(|w| NUMBER_TALK.contains(&w.as_str())) {
        return None;
    }
    let says = |word: &str| talk.iter().any(|w| w.as_str() == word);
    let digits = number.bytes().all(|b| b.is_ascii_digit());
    if !digits && number.split('.').count() == 2 && number.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
        Some(Direct::Rule((*number).clone()))
    } else if digits && (says("set") || says("objective") || says("restricted")) && number.len() <= 3 {
        Some(Direct::Set(number.trim_start_matches('0').to_owned()))
    } else if digits && (number.len() == 4 || (says("core") || says("card")) && number.len() <= 4) {
        Some(Direct::Card(format!("{number:0>4}")))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(query: &Query) -> Vec<&str> {
        query.words.iter().map(|w| w.text.as_str()).collect()
    }

    #[test]
    fn filters_phrases_and_exclusions_are_read() {
        let query = read(r#"card:"boba fett" kind:faq "edge battle" won -unit game:lcg"#);
        assert_eq!(query.filters.cards, ["boba fett"]);
        assert_eq!(query.filters.kinds, [Kind::Faq]);
        assert_eq!(query.filters.game, Some(Game::Lcg));
        assert_eq!(query.phrases, [["edge", "battle"]]);
        assert_eq!(words(&query), ["edge", "battle", "won"]);
        assert_eq!(query.without, ["unit"]);
    }

    #[test]
    fn what_looks_like_syntax_and_is_none_is_searched_as_words() {
        assert_eq!(
            words(&read("edge: c++ [ foo:bar +x ( \"open phrase")),
            ["edge", "c", "foo", "bar", "x", "open", "phrase"]
        );
        assert!(read("\u{0}\u{1b}[31m :").words.iter().all(|w| w.text == "31m"));
    }

    #[test]
    fn a_number_alone_is_asked_for_directly() {
        assert_eq!(direct("(4.12)"), Some(Direct::Rule("4.12".into())));
        assert_eq!(direct("rule 3.6?"), Some(Direct::Rule("3.6".into())));
        assert_eq!(direct("core 57"), Some(Direct::Card("0057".into())));
        assert_eq!(direct("O157"), Some(Direct::Card("0157".into())));
        assert_eq!(direct("set 103"), Some(Direct::Set("103".into())));
        assert_eq!(direct("lcg:3.6"), Some(Direct::Id("lcg:3.6".into())));
        assert_eq!(direct("4.3 moved damage"), None);
    }
}
