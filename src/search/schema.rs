//! What the index holds: the rulings, then their asks, the lines of `synonyms.yaml` and the names of cards, in one segment, so
//! that a ruling's place in the corpus is its place in the index. Many thousand rulings lie in several segments one after
//! the other, each with the asks of its own; see [`super::build`].

use tantivy::schema::{
    FAST, Field, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions,
};

use super::lines;

/// Raised whenever fields, analysis or stored values change: an index of another version is built afresh.
pub const VERSION: u32 = 6;

/// The fields of the index.
#[derive(Debug, Clone)]
pub struct Fields {
    /// All of them.
    pub schema: Schema,
    /// The ruling's id.
    pub id: Field,
    /// The place of the ruling in its segment, from 0; on an ask, that of the ruling asked for.
    pub ordinal: Field,
    /// The official number.
    pub number: Field,
    /// Card numbers, rule numbers and set numbers it can be asked for by.
    pub key: Field,
    /// Game, kind and document ids, as `game:lcg`, `kind:faq`, `document:lcg-faq-2.2`.
    pub label: Field,
    /// Title and place, with stems.
    pub title: Field,
    /// The names of the cards it names, with stems.
    pub cards: Field,
    /// The official words, with stems: how common they are.
    pub official: Field,
    /// Neighbouring stems, `edge_battl`, of title, words and asks.
    pub pairs: Field,
    /// Everything, with stems: what candidates are drawn from.
    pub all: Field,
    /// Every official word as it is, with positions: phrases, exclusions, and the vocabulary.
    pub exact: Field,
    /// Every word of the asks as it is: the vocabulary of those who ask.
    pub spoken: Field,
    /// One ask, with stems (ask documents only).
    pub ask: Field,
    /// The ruling as a value, in JSON.
    pub ruling: Field,
    /// The ask as written, stored (ask documents only).
    pub line: Field,
    /// A phrase people type, its folded words joined by spaces (synonym documents only).
    pub said: Field,
    /// The words of a card's name, as they are (card documents only).
    pub name: Field,
    /// A card's whole name, its folded words joined by spaces (card documents only).
    pub named: Field,
    /// What is searched also for that phrase, as JSON (synonym documents only).
    pub synonym: Field,
}

impl Fields {
    /// Builds the schema.
    pub fn new() -> Self {
        let mut schema = Schema::builder();
        let text = |tokenizer: &str, option: IndexRecordOption| {
            TextFieldIndexing::default().set_tokenizer(tokenizer).set_index_option(option)
        };
        let options = |indexing| TextOptions::default().set_indexing_options(indexing);
        let stems = || options(text(lines::WORDS, IndexRecordOption::WithFreqs));
        // In how many entries a word stands, and nothing about any one of them.
        let told = || options(text(lines::WORDS, IndexRecordOption::Basic).set_fieldnorms(false));
        Self {
            id: schema.add_text_field("id", STRING),
            ordinal: schema.add_u64_field("ordinal", FAST),
            number: schema.add_text_field("number", STRING),
            key: schema.add_text_field("key", STRING),
            label: schema.add_text_field("label", STRING),
            title: schema.add_text_field("title", stems()),
            cards: schema.add_text_field("cards", stems()),
            official: schema.add_text_field("official", told()),
            pairs: schema.add_text_field("pairs", options(text(lines::PAIRS, IndexRecordOption::WithFreqs))),
            all: schema.add_text_field("all", stems()),
            exact: schema.add_text_field(
                "exact",
                options(text(lines::WORDS, IndexRecordOption::WithFreqsAndPositions)),
            ),
            spoken: schema.add_text_field("spoken", told()),
            ask: schema.add_text_field("ask", stems()),
            ruling: schema.add_text_field("ruling", STORED),
            line: schema.add_text_field("line", STORED),
            said: schema.add_text_field("said", STRING),
            name: schema.add_text_field("name", told()),
            named: schema.add_text_field("named", STRING | STORED),
            synonym: schema.add_text_field("synonym", STORED),
            schema: schema.build(),
        }
    }
}

impl Default for Fields {
    fn default() -> Self {
        Self::new()
    }
}
