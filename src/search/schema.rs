//! What the index holds, in one segment: the rulings, then their asks, the subjects of `beyond.yaml`, the
//! lines of `synonyms.yaml`, the names of cards and the lines of `languages.yaml`. A ruling's place in the
//! corpus is its place in the index. Many thousand rulings lie in several segments one after the other, each
//! with the asks of its own; see [`super::build`].

use tantivy::schema::{FAST, Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};

use super::analyzed;
use crate::corpus::{Authority, Game};

/// Raised whenever fields, analysis or stored values change: an index of another version is built afresh.
pub(crate) const VERSION: u32 = 32;

/// The label of a subject that belongs to no game.
pub(super) const ANY_GAME: &str = "any";

/// The label of subjects that are what is printed on cards.
pub(super) const CARD_TEXTS: &str = "card-texts";

/// The label of the rulings that define words, in all their editions.
pub(super) const DEFINES: &str = "defines";

/// The label of the rulings of an authority.
pub(super) fn label_of(authority: Authority) -> &'static str {
    match authority {
        Authority::Official => "authority:official",
        Authority::House => "authority:house",
        Authority::Digest => "authority:digest",
    }
}

/// The label of a game's rulings.
pub(super) fn label_of_game(game: Game) -> String {
    format!("game:{}", game.code())
}

/// The label of the subject that is a game of this name, in lower case.
pub(super) fn label_of_name(name: &str) -> String {
    format!("named:{name}")
}

/// The fields of the index.
#[derive(Debug, Clone)]
pub(crate) struct Fields {
    /// The schema with all of these fields.
    pub schema: Schema,
    /// The ruling's id.
    pub id: Field,
    /// The official number.
    pub number: Field,
    /// Card numbers it can be asked for by; on an entry of the restricted list, that of its objective set,
    /// `set 103`.
    pub key: Field,
    /// Game, kind and authority, as `game:lcg`, `kind:faq`, `authority:digest`, and [`DEFINES`].
    pub label: Field,
    /// Title and place, with stems.
    pub title: Field,
    /// The names of the cards it names, with stems.
    pub cards: Field,
    /// The ruling's own words, with stems.
    pub official: Field,
    /// The stems a ruling expects to hear, by [`judge_learn::Model`]: each as often as it is likelier than in
    /// talk in general, with [`super::rank::high_digit`] in the place of several occurrences.
    pub expansion: Field,
    /// The stems of its asks, each as often as there are asks that have it.
    pub asked: Field,
    /// The number of its asks.
    pub asks: Field,
    /// Each ask of a ruling, or phrasing of a subject, of at most [`super::terms::FEW_WORDS`] words, its
    /// stems joined by spaces; and what may be asked of any card ([`super::card_forms`]).
    pub short_ask: Field,
    /// The stems and neighbouring stems of its asks, its title and its words, each as often as texts have it:
    /// see [`super::profile`].
    pub profile: Field,
    /// The length of that as a vector, in thousandths.
    pub profile_length: Field,
    /// The whole names of the cards it names, normalized.
    pub names: Field,
    /// Every official word as it is, with positions: phrases, exclusions, and the vocabulary.
    pub exact: Field,
    /// Every word of the asks as it is: the vocabulary of those who ask.
    pub spoken: Field,
    /// One ask, with stems (ask documents only).
    pub ask: Field,
    /// The ruling as a value, in JSON.
    pub ruling: Field,
    /// A phrase people type, its normalized words joined by spaces (synonym documents only).
    pub said: Field,
    /// The words of a card's name, as they are (card documents only).
    pub name: Field,
    /// A card's whole name, its normalized words joined by spaces (card documents only).
    pub named: Field,
    /// What the cards of that name are, as JSON (card documents only).
    pub card: Field,
    /// A phrase of another language behind the language's code and a colon, normalized (glossary documents
    /// only).
    pub foreign: Field,
    /// Its English (glossary documents only).
    pub english: Field,
    /// The stems of how people ask about a subject that no document treats, and of its name (subject
    /// documents only).
    pub beyond: Field,
    /// The game it belongs to, or `any`, and [`CARD_TEXTS`] where it is that (subject documents only).
    pub about: Field,
    /// The subject as JSON (subject documents only).
    pub subject: Field,
    /// What is searched also for that phrase, as JSON (synonym documents only).
    pub synonym: Field,
}

impl Fields {
    /// Builds the schema.
    pub(crate) fn new() -> Self {
        let mut schema = Schema::builder();
        let text = |tokenizer: &str, option: IndexRecordOption, lengths: bool| {
            let indexing = TextFieldIndexing::default().set_tokenizer(tokenizer).set_index_option(option);
            TextOptions::default().set_indexing_options(indexing.set_fieldnorms(lengths))
        };
        // A byte for every entry's length is kept only where the ranking asks for it.
        let (lengths, no_lengths) = (true, false);
        let raw = || text("raw", IndexRecordOption::Basic, no_lengths);
        let stems = |lengths| text(analyzed::WORDS, IndexRecordOption::WithFreqs, lengths);
        // In how many entries a word stands, and nothing about any one of them.
        let word_counts = || text(analyzed::WORDS, IndexRecordOption::Basic, no_lengths);
        let stored = || TextOptions::default().set_stored();
        Self {
            id: schema.add_text_field("id", raw()),
            number: schema.add_text_field("number", raw()),
            key: schema.add_text_field("key", raw()),
            label: schema.add_text_field("label", raw()),
            title: schema.add_text_field("title", stems(lengths)),
            cards: schema.add_text_field("cards", stems(no_lengths)),
            official: schema.add_text_field("official", stems(lengths)),
            expansion: schema
                .add_text_field("heard", text(analyzed::REPEATS, IndexRecordOption::WithFreqs, no_lengths)),
            asked: schema
                .add_text_field("asked", text(analyzed::REPEATS, IndexRecordOption::WithFreqs, lengths)),
            asks: schema.add_u64_field("asks", FAST),
            short_ask: schema.add_text_field("short_ask", raw()),
            profile: schema
                .add_text_field("profile", text(analyzed::REPEATS, IndexRecordOption::WithFreqs, no_lengths)),
            profile_length: schema.add_u64_field("profile_length", FAST),
            names: schema.add_text_field("names", raw()),
            exact: schema.add_text_field(
                "exact",
                text(analyzed::WORDS, IndexRecordOption::WithFreqsAndPositions, no_lengths),
            ),
            spoken: schema.add_text_field("spoken", word_counts()),
            ask: schema.add_text_field("ask", stems(lengths)),
            ruling: schema.add_text_field("ruling", stored()),
            said: schema.add_text_field("said", raw()),
            name: schema.add_text_field("name", word_counts()),
            named: schema.add_text_field("named", raw()),
            card: schema.add_text_field("card", stored()),
            foreign: schema.add_text_field("foreign", raw()),
            english: schema.add_text_field("english", stored()),
            beyond: schema.add_text_field("beyond", stems(lengths)),
            about: schema.add_text_field("about", raw()),
            subject: schema.add_text_field("subject", stored()),
            synonym: schema.add_text_field("synonym", stored()),
            schema: schema.build(),
        }
    }
}

impl Default for Fields {
    fn default() -> Self {
        Self::new()
    }
}
